//! Mailboxes by name: which one a turn waits for, who read it last and when, and what ends the waiting.

use std::fmt;

use chrono::DateTime;

use crate::clock::Millis;
use fieldpost_store::Poll;

/// A mailbox that letters come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mailbox {
    /// The source's name.
    pub account: String,
    /// Its folder; empty for a Maildir.
    pub folder: String,
    /// The name of the daemon that read it last, where several share the record.
    pub read_by: Option<String>,
}

/// One that was not read through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    pub mailbox: Mailbox,
    /// When the last look that saw everything began, in milliseconds since 1970.
    pub last_full: Option<Millis>,
    /// Whether the server names a letter there and does not hand it out.
    pub owes: bool,
}

impl Mailbox {
    /// The mailbox of a row that daemons share.
    pub fn of(poll: &Poll) -> Self {
        Mailbox { account: poll.account.clone(), folder: poll.folder.clone(), read_by: poll.read_by.clone() }
    }

    /// What the host types so that no turn waits for it any more.
    pub fn retire_command(&self) -> String {
        format!("fieldpost store retire {} {}", typed(&self.account), typed(&self.folder))
    }
}

impl fmt::Display for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.account.as_str(), self.folder.as_str()) {
            ("", _) => f.write_str("a mailbox"),
            (account, "") => f.write_str(account),
            (account, folder) => write!(f, "{account}/{folder}"),
        }
    }
}

impl Unread {
    /// One of which no more is known than the record says.
    pub fn of(poll: &Poll) -> Self {
        Unread { mailbox: Mailbox::of(poll), last_full: poll.polled_ms, owes: false }
    }

    /// Who read it last and when, such as `read last by daemon b, 2026-06-01 12:00 UTC`.
    pub fn last_read(&self) -> String {
        let by = self.mailbox.read_by.as_ref().map(|name| format!(" by daemon {name}")).unwrap_or_default();
        match self.last_full.and_then(DateTime::from_timestamp_millis) {
            Some(at) => format!("read last{by}, {}", at.format("%Y-%m-%d %H:%M UTC")),
            None => "never read".to_owned(),
        }
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owes = if self.owes { "; a letter in it is not handed out" } else { "" };
        write!(f, "{} ({}{owes})", self.mailbox, self.last_read())
    }
}

/// A word as a shell takes it.
fn typed(word: &str) -> String {
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "_./-@".contains(sign);
    match word {
        "" => "\"\"".to_owned(),
        word if word.chars().all(is_plain) => word.to_owned(),
        word => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_names_the_mailbox_as_a_shell_takes_it() {
        let command = |account: &str, folder: &str| {
            Mailbox { account: account.into(), folder: folder.into(), read_by: None }.retire_command()
        };
        assert_eq!(command("spool-c", ""), "fieldpost store retire spool-c \"\"");
        assert_eq!(command("imap", "INBOX"), "fieldpost store retire imap INBOX");
        assert_eq!(command("imap", "Bob's war"), r"fieldpost store retire imap 'Bob'\''s war'");
    }
}
