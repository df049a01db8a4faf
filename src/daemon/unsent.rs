//! Receipts that take the place of others: whoever sends two letters at once gets one receipt, and it says what became of
//! both.

use std::borrow::Cow;

use crate::clock::Millis;
use crate::office::Office;
use fieldpost_desk::answer::{AlsoAnswered, Answer, Body};
use fieldpost_desk::record::{Filed, FiledOffice, GameName, LetterNo};
use fieldpost_store::{Mail, MailState, NewMail};

/// Other letters that one receipt names at most; where there are more, the next receipt begins anew.
const MOST_NAMED: usize = 20;

impl Office {
    /// The key under which a new receipt is put into the outbox, and the letters whose receipt it replaces: those of the receipt that
    /// has not gone out, unless that one names as many as it may. Then the new one stands beside it, and replaces those that follow.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) fn place_of_receipt(&self, supersede: &str) -> anyhow::Result<(String, Vec<LetterNo>)> {
        let (mut key, mut number) = (supersede.to_owned(), 1);
        loop {
            let silenced = self.unsent(&key)?;
            if silenced.len() <= MOST_NAMED {
                return Ok((key, silenced));
            }
            number += 1;
            key = format!("{supersede}/{number}");
        }
    }

    /// The letters that a new mail with this key would silence: those of a receipt that has not gone out.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) fn unsent(&self, supersede: &str) -> anyhow::Result<Vec<LetterNo>> {
        if let Some(letters) = self.unfiled_receipts.get(supersede) {
            return Ok(letters.clone());
        }
        let newest = self.store.newest_mail(supersede)?;
        // One that is being sent may come back, and is silenced then.
        let waits = newest.filter(|row| matches!(row.state, MailState::Queued | MailState::Sending));
        let letters = |row: fieldpost_store::MailRow| row.stands_for.into_iter().chain(row.answers).collect();
        Ok(waits.map(letters).unwrap_or_default())
    }

    /// Remembers whose letters a judged letter's receipts stand for, until they are filed.
    pub(super) fn note_receipts(&mut self, letter: LetterNo, mails: &[NewMail]) {
        for mail in mails.iter().filter(|mail| mail.kind == Mail::Receipt) {
            let Some(key) = &mail.supersede else { continue };
            let mut letters = mail.stands_for.clone();
            letters.push(letter);
            self.unfiled_receipts.insert(key.clone(), letters);
        }
    }

    /// A receipt that says of these letters too what became of them.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) fn receipt_for<'a>(
        &self,
        answer: &'a Answer,
        letters: &[LetterNo],
    ) -> anyhow::Result<Cow<'a, Answer>> {
        let mut told = Cow::Borrowed(answer);
        if letters.is_empty() {
            return Ok(told);
        }
        if let (Body::Receipt(receipt), Some(game)) = (&mut told.to_mut().body, &answer.game) {
            let player = receipt.player.clone();
            for letter in letters {
                receipt.also.extend(self.also_answered(game, &player, *letter)?);
            }
        }
        Ok(told)
    }

    fn also_answered(
        &self,
        game: &GameName,
        player: &str,
        letter: LetterNo,
    ) -> anyhow::Result<Option<AlsoAnswered>> {
        let record = &self.game_named(&game.0)?.record;
        let (book, number) = (&record.book, record.player_no(player));
        let is_its = |filed: &Filed| filed.letter == letter && Some(filed.player) == number;
        let of_it = book.units.iter().filter(|(_, filed)| filed.iter().any(|filed| is_its(filed)));
        let units = record.in_order(of_it.map(|(unit, _)| unit.clone()).collect());
        let is_its = |filed: &&FiledOffice| filed.letter == letter && Some(filed.player) == number;
        let offices = book.offices.iter().filter(is_its);
        let filed = book.units.values().flatten().map(|filed| (&filed.receipt, filed.letter));
        let filed = filed.chain(book.offices.iter().map(|filed| (&filed.receipt, filed.letter)));
        // The book alone knows a letter that is judged and not filed yet; the store alone knows one that filed nothing.
        let in_book =
            filed.into_iter().find(|(_, number)| *number == letter).map(|(receipt, _)| receipt.clone());
        let received = match in_book {
            Some(receipt) => Some(receipt),
            None => self.store.letter(letter)?.map(|record| record.receipt),
        };
        let offices = u32::try_from(offices.count()).unwrap_or(u32::MAX);
        Ok(received.map(|receipt| AlsoAnswered {
            letter,
            received: record.received(&receipt),
            units,
            offices,
        }))
    }
}

/// Receipts replace each other only while one turn is open: what a letter filed for an earlier turn stands in no open book, and a
/// later receipt could not tell it.
pub(super) fn within_turn(key: &str, turn: Option<u32>, opened_ms: Millis) -> String {
    match turn {
        Some(turn) => format!("{key}/T{turn}.{opened_ms}"),
        None => key.to_owned(),
    }
}
