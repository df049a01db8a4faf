//! Where mail goes: one trait, and SMTP, Maildir and a recording twin behind it.

mod connection;
mod line;
mod maildir;
mod recording;
mod refusal;
mod reply;
mod smtp;

pub use maildir::MaildirPost;
pub use recording::RecordingPost;
pub use smtp::{SmtpError, SmtpPost, SmtpSettings};

use std::fmt;

/// How the words begin of a mail that was refused for its size.
pub const TOO_LARGE: &str = "too large for the server: ";

/// The envelope of an outgoing mail (RFC 5321): who gets word if it fails, and who gets the mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// The return path; `None` is `<>`, so that nobody is told of a failure (RFC 3834, errors to strangers).
    pub from: Option<String>,
    /// The one recipient.
    pub to: String,
}

/// What became of one attempt to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sending {
    /// The server took it.
    Sent,
    /// The server said "later": try again with the same bytes.
    TemporaryFailure(String),
    /// The server could not be reached, or put us off before it heard of the mail: that says nothing of the mail.
    Away(String),
    /// The server said "never" of this recipient or this mail.
    PermanentFailure(String),
    /// The server refused it, and whether this mail is at fault or none goes out now only other mails can tell.
    Refused(String),
    /// The server takes no mail from us now, whatever mail it is: it is at its limit, refuses the login or our address, or
    /// greets with a refusal.
    Held(String),
    /// The connection broke after the text was handed over: it may have been delivered. Try again with the
    /// same bytes, whose Message-ID lets the reader's side see one mail.
    Unknown(String),
}

impl Sending {
    /// Whether the same bytes are to be tried again (row 41).
    pub fn retry(&self) -> bool {
        !matches!(self, Sending::Sent | Sending::PermanentFailure(_))
    }
}

impl fmt::Display for Sending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sending::Sent => f.write_str("sent"),
            Sending::TemporaryFailure(why) | Sending::Away(why) => write!(f, "not now: {why}"),
            Sending::PermanentFailure(why) => write!(f, "refused for good: {why}"),
            Sending::Refused(why) => write!(f, "refused: {why}"),
            Sending::Held(why) => write!(f, "the server takes no mail: {why}"),
            Sending::Unknown(why) => write!(f, "unknown whether it arrived: {why}"),
        }
    }
}

/// Somewhere to send mail. Several threads may send at once.
pub trait Post: Send + Sync {
    /// Tries once. Never panics; every failure is a [`Sending`].
    fn send(&self, envelope: &Envelope, bytes: &[u8]) -> Sending;
}
