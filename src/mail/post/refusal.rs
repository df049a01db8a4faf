//! Whose fault a refusal is: the mail's, the recipient's, or the server's own state (RFC 5321, RFC 3463). A mail is given up for
//! what is its own alone.

use lettre::transport::smtp::Error;

use super::{Sending, TOO_LARGE};

/// At which step of handing a mail over something went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Connecting, greeting, TLS, login.
    Session,
    /// MAIL FROM.
    Sender,
    /// RCPT TO.
    Recipient,
    /// DATA, before any of the text.
    Data,
    Text,
}

/// Why a step failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    /// The server's code, if it was the server that refused.
    code: Option<u16>,
    /// In words.
    pub why: String,
    /// Whether a mail's text had been handed over whole when the line broke.
    may_have_arrived: bool,
    /// Whether the server stood still, rather than being gone.
    stood_still: bool,
}

impl Failure {
    /// Of the line.
    pub fn network(why: &str) -> Self {
        Failure { code: None, why: why.to_owned(), may_have_arrived: false, stood_still: false }
    }

    /// By the server.
    pub fn refused(code: u16, words: &str) -> Self {
        let kind = if code < 500 { "transient" } else { "permanent" };
        let why = format!("{kind} error ({code}): {words}");
        Failure { code: Some(code), why, may_have_arrived: false, stood_still: false }
    }

    /// Of a text that was handed over whole, or was not.
    pub fn of_a_text(self, may_have_arrived: bool) -> Self {
        Failure { may_have_arrived, ..self }
    }

    fn is_permanent(&self) -> bool {
        self.code.is_some_and(|code| code >= 500)
    }

    /// Whether the server was gone, or goes, so that another connection may do better. One that stands still would do so on that too.
    pub fn is_gone(&self) -> bool {
        matches!(self.code, None | Some(421)) && !self.stood_still
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let (code, stood_still) = (error.status().map(u16::from), error.is_timeout());
        let why = error.to_string();
        let plain = why.strip_prefix("network error: ").unwrap_or(&why).to_owned();
        Failure { code, why: plain, may_have_arrived: false, stood_still }
    }
}

/// What came of a try that failed.
pub(super) fn judge(step: Step, failure: Failure) -> Sending {
    let is_permanent = failure.is_permanent();
    let Failure { code, why, may_have_arrived, .. } = failure;
    if step == Step::Session && !is_permanent {
        return Sending::Away(why);
    }
    let Some(code) = code else {
        return if may_have_arrived { Sending::Unknown(why) } else { Sending::TemporaryFailure(why) };
    };
    if !is_permanent {
        return Sending::TemporaryFailure(why);
    }
    if is_for_its_size(code, &why) {
        return Sending::PermanentFailure(format!("{TOO_LARGE}{why}"));
    }
    match fault(step, code, status(&why)) {
        Fault::Server => Sending::Held(why),
        Fault::Mail => Sending::PermanentFailure(why),
        Fault::Either => Sending::Refused(why),
    }
}

/// Whether a code 5xx is about the size of the mail. 552 is also said of a full mailbox, so that without a status the words decide.
fn is_for_its_size(code: u16, words: &str) -> bool {
    match status(words) {
        Some(status) => matches!(status, (2, 3) | (3, 4)),
        None => {
            let words = words.to_lowercase();
            code == 552 && ["size", "large", "big", "long"].iter().any(|word| words.contains(word))
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Server,
    Mail,
    /// Only other mails can tell.
    Either,
}

/// Whose fault a code 5xx is, with its enhanced status where there is one.
fn fault(step: Step, code: u16, status: Option<(u16, u16)>) -> Fault {
    // The login and its encryption are the host's to mend, wherever it is missed (RFC 4954).
    if matches!(step, Step::Session | Step::Sender) || matches!(code, 530 | 534 | 535 | 538) {
        return Fault::Server;
    }
    match status {
        // A sender that is not allowed, or has no such domain.
        Some((1, 7 | 8)) => Fault::Server,
        // No such mailbox or host, one that is closed, or a list that leads nowhere, as OpenSMTPD says of whom it does not know; a text that is too
        // long or of a wrong kind.
        Some((1, _) | (2, 1 | 3 | 4) | (3, 4) | (6, _)) => Fault::Mail,
        // The mail system, its limits (a day's number of mails), its protocol.
        Some((3 | 5, _) | (4, 5)) => Fault::Server,
        _ => Fault::Either,
    }
}

/// The last two numbers of an enhanced status 5.x.y, if a refusal's words hold one.
fn status(words: &str) -> Option<(u16, u16)> {
    let plain = |c: char| !c.is_ascii_digit() && c != '.';
    words.split(plain).find_map(|word| {
        let (subject, detail) = word.strip_prefix("5.")?.split_once('.')?;
        Some((subject.parse().ok()?, detail.trim_end_matches('.').parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_is_found_among_a_servers_words() {
        assert_eq!(status("permanent error (550): 5.4.5 Daily user sending limit exceeded"), Some((4, 5)));
        assert_eq!(status("permanent error (554): <a@x.org>: Relay denied (#5.7.1)"), Some((7, 1)));
        assert_eq!(status("permanent error (550): no such user 10.5.1"), None);
        assert_eq!(status("permanent error (550)"), None);
    }

    #[test]
    fn a_mail_that_is_too_large_is_told_from_a_full_mailbox() {
        for words in [
            "552 5.3.4 no",
            "552 5.2.3 no",
            "552 Message size exceeds fixed limit",
            "552 too big",
            "554 5.3.4 no",
        ] {
            assert!(is_for_its_size(words[..3].parse().unwrap(), words), "{words}");
        }
        for words in [
            "552 5.2.2 over quota, size 3",
            "552 mailbox is full",
            "554 too large a number of mails",
            "550 5.1.1 no",
        ] {
            assert!(!is_for_its_size(words[..3].parse().unwrap(), words), "{words}");
        }
    }

    #[test]
    fn only_what_is_about_the_mail_or_its_recipient_is_the_mails_fault() {
        let server = [
            (Step::Session, 554, None),
            (Step::Session, 535, Some((7, 8))),
            (Step::Sender, 553, Some((1, 8))),
            (Step::Sender, 550, Some((1, 1))),
            (Step::Recipient, 550, Some((4, 5))),
            (Step::Recipient, 530, Some((7, 0))),
            (Step::Data, 503, Some((5, 1))),
            (Step::Text, 550, Some((4, 5))),
            (Step::Text, 554, Some((3, 0))),
        ];
        for (step, code, status) in server {
            assert_eq!(fault(step, code, status), Fault::Server, "{step:?} {code} {status:?}");
        }
        let mail = [
            (Step::Recipient, 550, Some((1, 1))),
            (Step::Recipient, 550, Some((2, 1))),
            (Step::Recipient, 524, Some((2, 4))),
            (Step::Text, 552, Some((3, 4))),
            (Step::Text, 554, Some((6, 0))),
        ];
        for (step, code, status) in mail {
            assert_eq!(fault(step, code, status), Fault::Mail, "{step:?} {code} {status:?}");
        }
        let either = [
            (Step::Recipient, 550, None),
            (Step::Recipient, 554, Some((7, 1))),
            (Step::Text, 554, Some((2, 0))),
            (Step::Text, 552, Some((2, 2))),
            (Step::Text, 554, Some((7, 1))),
        ];
        for (step, code, status) in either {
            assert_eq!(fault(step, code, status), Fault::Either, "{step:?} {code} {status:?}");
        }
    }
}
