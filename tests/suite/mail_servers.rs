//! Servers that are not Dovecot and Postfix (`tests/mailservers`), with the `fieldpost` program as any host runs it: letters fetched from
//! Cyrus, Courier and mailutils' imap4d, mails out by Exim and OpenSMTPD and letters in by their pipes. With `FIELDPOST_LONG` all of it,
//! else a short turn of Cyrus, Courier and Exim.

mod imap;
mod kinds;
mod server;
mod smtp;

use fieldpost_store::LetterRecord;

use crate::post_office::{Daemon, Office};

/// Whether the long trials are wanted.
fn is_long() -> bool {
    std::env::var_os("FIELDPOST_LONG").is_some()
}

/// Whether a letter on record has this Message-ID.
fn is_of(letter: &LetterRecord, id: &str) -> bool {
    letter.message_id.as_deref().is_some_and(|own| own.trim_matches(['<', '>']) == id)
}

/// A daemon that listens: before it does, a command that finds none would open the record itself, and shut the daemon out.
fn listening(office: &Office) -> Daemon {
    let daemon = office.daemon();
    office.await_true("the daemon does not listen", || office.store().join("control.sock").exists());
    daemon
}
