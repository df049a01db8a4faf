//! The mail room: letters in and letters out. It knows MIME, IMAP, Maildir and SMTP; it knows no rules.
//!
//! - [`read`]: raw bytes to an [`read::Incoming`]: who, what kind of letter, and the text that may hold orders.
//! - [`key`]: the content key, by which the same letter is known when it comes twice.
//! - [`read::mask`]: a kept letter without the password it brought.
//! - [`mod@write`]: an [`write::Outgoing`] to raw bytes; [`postmark`]: the host's own Message-IDs and addresses.
//! - [`signature`]: whose OpenPGP key a letter is signed with.
//! - [`domain`]: domains beyond ASCII.
//! - [`source`]: where letters come from (IMAP, Maildir); [`post`]: where they go (SMTP, Maildir).
//!
//! `docs/mail.md` lists the hazards of mail and what is done about each; "row" in these comments is a row there.

mod certificate;
pub mod domain;
pub mod endpoint;
pub mod key;
pub mod post;
pub mod postmark;
pub mod read;
pub mod signature;
pub mod source;
mod tls;
pub mod write;
