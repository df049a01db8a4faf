//! How somebody has played here, over all games of the post office: turns with orders and without, letters in time and too late, reminders.
//! It is told to game administrators, who make of it what they will.

use crate::hosted::Hosted;
use crate::office::Office;
use fieldpost_desk::address::is_same;
use fieldpost_desk::head::is_too_late;
use fieldpost_desk::record::{GameName, OrderBook, Verdict};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::words::counted;
use fieldpost_store::{LetterRecord, Mail, MailId, MailRow, TurnRecord};

/// What became of the letters and turns of somebody in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    turns: u32,
    /// Those of them without any order.
    missed: u32,
    in_time: u32,
    late: u32,
    reminders: u32,
}

impl Tally {
    fn words(self, game: &str) -> String {
        format!(
            "{game}: orders for {} of {}; {} in time, {} too late; {}",
            self.turns - self.missed,
            counted(self.turns, "turn"),
            counted(self.in_time, "letter"),
            self.late,
            counted(self.reminders, "reminder")
        )
    }
}

impl Office {
    /// How reliable whoever has an address has been, a line a game.
    ///
    /// # Errors
    /// If the record cannot be read.
    pub(super) fn reliability_lines(&self, address: &str) -> anyhow::Result<Vec<String>> {
        let letters = self.store.letters(fieldpost_desk::record::LetterNo(0), usize::MAX)?;
        let letters: Vec<_> = letters.into_iter().filter(|letter| is_same(&letter.from, address)).collect();
        let mails = self.store.mails(MailId(0), usize::MAX)?;
        let mails: Vec<_> = mails.into_iter().filter(|row| is_same(&row.to, address)).collect();
        let mut lines = Vec::new();
        for (name, hosted) in &self.games {
            let tally = self.tally(hosted, name, (&letters, &mails))?;
            if tally != Tally::default() {
                lines.push(tally.words(&name.0));
            }
        }
        if lines.is_empty() {
            lines.push(format!("{address} has played no turn here yet"));
        }
        Ok(lines)
    }

    fn tally(
        &self,
        hosted: &Hosted,
        name: &GameName,
        (letters, mails): (&[LetterRecord], &[MailRow]),
    ) -> anyhow::Result<Tally> {
        let mut tally = Tally::default();
        for letter in letters.iter().filter(|letter| letter.game.as_ref() == Some(name)) {
            match &letter.verdict {
                Verdict::Obeyed | Verdict::PartlyObeyed => tally.in_time += 1,
                Verdict::Refused(why) if is_too_late(why) => tally.late += 1,
                _ => {}
            }
        }
        let reminders =
            mails.iter().filter(|row| row.kind == Mail::Reminder && row.game.as_ref() == Some(name));
        tally.reminders = u32::try_from(reminders.count()).unwrap_or(u32::MAX);
        for turn in 1..hosted.turn() {
            let Some(record) = self.store.turn(name, turn)? else { continue };
            for player in had_seats(hosted, &record, mails) {
                tally.turns += 1;
                tally.missed += u32::from(!self.ordered(&record, player)?);
            }
        }
        Ok(tally)
    }

    /// Whether anything of a player's stood in the book of a turn. Of a turn whose book was not kept that is taken for granted.
    fn ordered(&self, record: &TurnRecord, player: PlayerNo) -> anyhow::Result<bool> {
        let Some(book) = &record.book else { return Ok(true) };
        let book: OrderBook = self.store.paper(book)?.read()?;
        let of_pieces = book.units.values().flatten().any(|filed| filed.player == player);
        Ok(of_pieces || book.offices.iter().any(|filed| filed.player == player))
    }
}

/// The seats that whoever got these mails had in a turn: those whose reports of it came there.
fn had_seats<'a>(
    hosted: &'a Hosted,
    record: &'a TurnRecord,
    mails: &'a [MailRow],
) -> impl Iterator<Item = PlayerNo> + 'a {
    let came = |ids: &[MailId]| mails.iter().any(|row| ids.contains(&row.id));
    let names = record.reports.iter().filter(move |(_, ids)| came(ids)).map(|(name, _)| name);
    names.filter_map(|name| hosted.record.player_no(name))
}
