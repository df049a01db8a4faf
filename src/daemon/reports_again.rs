//! A turn's reports once more, for who asks for them (SEND REPORT): as they were sent, or printed anew where their bytes are kept no more.

use std::sync::Arc;

use crate::answers::{Draft, fresh_number};
use crate::office::Office;
use crate::report_mail::Addressed;
use crate::views::Notice;
use fieldpost_desk::answer::ReportWanted;
use fieldpost_desk::ga::answer::Due;
use fieldpost_mail::postmark::Kind;
use fieldpost_store::error::LOST;
use fieldpost_store::outbox::Content;
use fieldpost_store::{Mail, MailRow, NewMail, StoreError};

/// What is said of a report whose bytes are gone.
const OF_THE_DISK: &str = "A mail of that report has been lost here through a fault of the disk, and cannot be sent again. The game \
                           administrator is told.";

/// What is said of one that was to be printed anew.
const NOT_PRINTED: &str = "A mail of that report was to be printed anew, and cannot be: its turn comes out otherwise by this program. The \
                           game administrator is told.";

/// Why a report is not to be had: in words for who asked, and in the program's own.
type Gone = (&'static str, String);

impl Office {
    /// A turn's reports once more, as new mails: their words as they were, their Message-IDs their own, so that
    /// mail programs do not take them for the ones they have.
    pub(super) fn reports_again(
        &self,
        wanted: &ReportWanted,
        game: Option<&str>,
        address: &str,
    ) -> anyhow::Result<Vec<NewMail>> {
        if let Some(position) = wanted.position.as_ref().filter(|_| wanted.whole) {
            return Ok(self.board_now(game, &wanted.player, position)?.into_iter().collect());
        }
        if let Some(position) = &wanted.position {
            return Ok(self.position_now(game, &wanted.player, position)?.into_iter().collect());
        }
        let rows = self.report_rows(wanted, game)?;
        let tell = |title, words| self.told_who_asked(wanted, (game, address), title, words);
        if rows.is_empty() {
            return Ok(vec![tell("No such report", "There is no report of that turn for you.")?]);
        }
        let mut mails = Vec::new();
        for (place, (turn, row)) in (0..).zip(rows) {
            match self.report_bytes(game, (turn, place), &row)? {
                Ok(bytes) => mails.push(self.sent_again(row, &bytes, address)),
                // The letter that asks for it counts all the same.
                Err((words, why)) => {
                    mails.push(tell("A report is lost", words)?);
                    let of = row.id.0;
                    let words = format!(
                        "{} asked for a report again, and mail {of} of it {LOST}{why}",
                        wanted.player
                    );
                    mails.extend(self.notices(game, "A report is lost", &words)?);
                }
            }
        }
        Ok(mails)
    }

    /// A player's position as it stands, where a game administrator has opened another part of the turn: what was sent at its start is
    /// of the part before.
    fn position_now(
        &self,
        game: Option<&str>,
        player: &str,
        position: &[u8],
    ) -> anyhow::Result<Option<NewMail>> {
        let hosted = self.game_named(game.unwrap_or_default())?;
        let record = &hosted.record;
        let Some((number, account)) = record.player_named(player) else { return Ok(None) };
        // The letter's own edits are not in the record before it is filed.
        let board = record.board().at(position).map_err(anyhow::Error::msg)?;
        let shop = self.shop(board.rulebook().language, Arc::clone(&hosted.grounds));
        let shop = shop.with_links(self.links_of(&record.name().0, board.turn(), [account]));
        let heading = self.heading_of(hosted, player, record.settings.deadline_ms);
        let report = board.report(number, &heading, &account.wishes(), &shop)?;
        let due = Due { turn: board.turn(), at_ms: record.settings.deadline_ms };
        let game = &record.name().0;
        let to = Addressed { game, turn: board.turn(), account, due: Some(due), place: 1 };
        Ok(Some(self.report_mail(&to, report)?))
    }

    /// The whole board as it stands, drawn, for an administrator who asks to see it.
    fn board_now(
        &self,
        game: Option<&str>,
        administrator: &str,
        position: &[u8],
    ) -> anyhow::Result<Option<NewMail>> {
        let hosted = self.game_named(game.unwrap_or_default())?;
        let record = &hosted.record;
        let mut all = record.administration.administrators.iter().map(|one| &one.account);
        let Some(account) = all.find(|account| account.name == administrator) else { return Ok(None) };
        let board = record.board().at(position).map_err(anyhow::Error::msg)?;
        let shop = self.shop(board.rulebook().language, Arc::clone(&hosted.grounds));
        let heading = self.heading_of(hosted, "the game administrator", record.settings.deadline_ms);
        let Some(report) = board.whole(&heading, &account.wishes(), &shop)? else { return Ok(None) };
        let game = &record.name().0;
        let to = Addressed { game, turn: board.turn(), account, due: None, place: 1 };
        Ok(Some(self.report_mail(&to, report)?))
    }

    /// A report's bytes, as they lie there or printed anew.
    fn report_bytes(
        &self,
        game: Option<&str>,
        (turn, place): (u32, u32),
        row: &MailRow,
    ) -> anyhow::Result<Result<Vec<u8>, Gone>> {
        let hosted = self.game_named(game.unwrap_or_default())?;
        if self.is_of_another_office(hosted, row) {
            let whose = (row.player.as_deref().unwrap_or_default(), place);
            match self.report_as_ours(hosted, turn, whose, row) {
                Ok(bytes) => return Ok(Ok(bytes)),
                // As that office sent it is better than nothing.
                Err(error) => {
                    tracing::info!(mail = row.id.0, error = format!("{error:#}"), "it is sent as it came")
                }
            }
        }
        match self.store.mail_bytes(row.id) {
            Ok(bytes) => Ok(Ok(bytes)),
            Err(StoreError::Pruned(_)) => {
                let printed = self.report_of_record(hosted, row);
                Ok(printed.map_err(|error| (NOT_PRINTED, format!("{error:#}"))))
            }
            Err(error) if error.is_lost() => Ok(Err((OF_THE_DISK, error.to_string()))),
            Err(error) => Err(error.into()),
        }
    }

    fn told_who_asked(
        &self,
        wanted: &ReportWanted,
        (game, address): (Option<&str>, &str),
        title: &str,
        words: &str,
    ) -> anyhow::Result<NewMail> {
        let player = Some(wanted.player.as_str());
        let notice = Notice { game, title, words };
        let (printed, html) = self.press.both("notice", &notice, self.wishes(game, player).html)?;
        let draft = Draft::plain(Mail::Answer, Kind::Error, game, player, address, &printed);
        self.write(Draft { html, ..draft })
    }

    fn sent_again(&self, row: MailRow, bytes: &[u8], address: &str) -> NewMail {
        let number = fresh_number();
        let message_id = self.postmark.message_id(Kind::Report, number);
        let bytes = replace(bytes, row.message_id.as_bytes(), message_id.as_bytes());
        NewMail {
            kind: Mail::Answer,
            game: row.game,
            player: row.player,
            to: address.to_owned(),
            envelope_from: self.envelope_from(false, number),
            message_id,
            content: Content::Bytes(bytes),
            not_before_ms: None,
            supersede: None,
            stands_for: Vec::new(),
        }
    }

    /// The mails of a turn's reports in their order, each with its turn.
    fn report_rows(&self, wanted: &ReportWanted, game: Option<&str>) -> anyhow::Result<Vec<(u32, MailRow)>> {
        let Some(hosted) = game.and_then(|game| self.game_named(game).ok()) else { return Ok(Vec::new()) };
        let turn = wanted.turn.unwrap_or(hosted.turn().saturating_sub(1));
        let Some(record) = self.store.turn(hosted.record.name(), turn)? else { return Ok(Vec::new()) };
        let ids = record.reports.get(&wanted.player).map_or(&[][..], Vec::as_slice);
        let mut rows = Vec::new();
        for id in ids {
            rows.extend(self.store.mail(*id)?.map(|row| (turn, row)));
        }
        Ok(rows)
    }
}

/// Every `old` in `bytes` made `new`.
pub(super) fn replace(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        if !old.is_empty() && rest.starts_with(old) {
            out.extend_from_slice(new);
            at += old.len();
        } else {
            out.push(rest[0]);
            at += 1;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_id_is_replaced_wherever_it_stands() {
        assert_eq!(replace(b"a<x>b<x>", b"<x>", b"<yy>"), b"a<yy>b<yy>");
        assert_eq!(replace(b"abc", b"", b"z"), b"abc");
    }
}
