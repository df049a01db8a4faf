//! A report that its player's server refuses for its size: the player gets a short mail with its text, and hears how the next ones can
//! be smaller. Sent again as it was it would be refused again.

use crate::answers::Draft;
use crate::office::Office;
use crate::views::Notice;
use fieldpost_mail::post::TOO_LARGE;
use fieldpost_mail::postmark::Kind;
use fieldpost_mail::read::{Bounce, FailedRecipient};
use fieldpost_mail::write::written;
use fieldpost_store::{Mail, MailRow, NewMail};

/// What a status says of a mail that is too large, for the mailbox or for the system (RFC 3463).
const STATUS: [&str; 2] = ["5.2.3", "5.3.4"];

/// Whether a report was given up for its size.
pub(super) fn is_given_up_for_its_size(row: &MailRow) -> bool {
    row.last_trouble.as_deref().is_some_and(|why| why.starts_with(TOO_LARGE))
}

/// Whether a bounce says that the mail was too large, of everybody whom it speaks of: nothing is wrong with the address then.
pub(super) fn is_for_its_size(bounce: &Bounce) -> bool {
    let says_so =
        |one: &FailedRecipient| one.status.as_deref().is_some_and(|status| STATUS.contains(&status));
    let mut failed = bounce.recipients.iter().filter(|one| one.permanent).peekable();
    failed.peek().is_some() && failed.all(says_so)
}

impl Office {
    /// The short mail in the place of a report; `None` for another mail, or one whose bytes are gone.
    ///
    /// # Errors
    /// If the template is at fault or the store cannot be read.
    pub(super) fn short_report(&self, row: &MailRow) -> anyhow::Result<Option<NewMail>> {
        let (Mail::Report, Some(player)) = (row.kind, row.player.as_deref()) else { return Ok(None) };
        let bytes = match self.store.mail_bytes(row.id) {
            Ok(bytes) => bytes,
            Err(error) if error.is_lost() => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let (subject, text) = written(&bytes).unwrap_or_default();
        let words = format!(
            "Your mail server does not take the mail \"{subject}\" for its size, {} KiB. Its text stands below. Left out are its page, \
             its pictures and its files.\n\nTo have the next ones whole and smaller, write SET REPORTS and what is to be left out: first NO \
             PICTURES, then NO DESK, then ZIPPED; or TEXT alone. HELP REPORTS tells of each.\n\n{}\n\n{}",
            bytes.len().div_ceil(1024),
            "-".repeat(68),
            text.trim_end()
        );
        let game = row.game.as_ref().map(|game| game.0.as_str());
        let notice = Notice { game, title: "A report was too large for your mail server", words: &words };
        let (printed, _) = self.press.both("notice", &notice, false)?;
        self.write(Draft::plain(Mail::Notice, Kind::Notice, game, Some(player), &row.to, &printed)).map(Some)
    }
}
