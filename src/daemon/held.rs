//! Letters that waited: released by their registered sender, or refused when the turn closes (promise 2).

use crate::daemon::office::Office;
use crate::desk::record::{GameName, LetterNo, Verdict};
use crate::store::letter::Effects;
use crate::store::{LetterRecord, Settlement, StoreError};

impl Office {
    /// Gives every letter that is still held, but that its game waits for no longer, its final verdict: its
    /// registered sender has released it. Also done at the start, for a release that a crash cut short.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub fn settle_released(&mut self) -> anyhow::Result<()> {
        for record in self.store.pending()? {
            let Some(game) = record.game.clone() else { continue };
            let is_held = matches!(record.verdict, Verdict::Held(_));
            // After a rebuild without its game it waits until that is back.
            if is_held && self.games.contains_key(&game) && !self.waits_for(&game, record.number) {
                self.settle(&record, &game).or_else(|error| bytes_are_lost(&record, error))?;
            }
        }
        Ok(())
    }

    fn waits_for(&self, game: &GameName, letter: LetterNo) -> bool {
        let hosted = self.games.get(game);
        hosted.is_some_and(|hosted| hosted.record.held.iter().any(|held| held.letter == letter))
    }

    /// Judges a released letter as of its own receipt, by what was known of it: its masked bytes hold no
    /// password any more.
    fn settle(&mut self, record: &LetterRecord, game: &GameName) -> anyhow::Result<()> {
        let bytes = self.store.letter_bytes(record.number)?;
        let incoming = self.reader.read(&bytes);
        let mut understood = self.understand(&incoming, record.receipt.clone(), record.number);
        understood.arrived.release(record.known.clone());
        let judgement = self.judge_understood(&understood);
        let mut effects = Effects { changes: judgement.changes, ..Effects::default() };
        self.put_on_paper(&judgement.answers, &incoming.headers, &mut effects)?;
        effects.addresses.extend(self.addresses_changed(&effects.changes));
        let at_ms = self.clock.now();
        self.store.settle_letter(Settlement {
            letter: record.number,
            at_ms,
            verdict: judgement.verdict,
            effects,
        })?;
        self.reload(game)
    }

    /// Refuses every letter of a game that is still held when its turn closes.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub fn refuse_held(&mut self, game: &GameName) -> anyhow::Result<()> {
        let at_ms = self.clock.now();
        for record in self.store.pending()? {
            let is_held = matches!(record.verdict, Verdict::Held(_));
            if is_held && record.game.as_ref() == Some(game) {
                let verdict =
                    Verdict::Refused("its registered sender did not confirm it before the deadline".into());
                let effects = Effects::default();
                self.store.settle_letter(Settlement { letter: record.number, at_ms, verdict, effects })?;
            }
        }
        Ok(())
    }
}

/// A letter whose bytes are damaged cannot be judged, and keeps nothing else from it.
fn bytes_are_lost(record: &LetterRecord, error: anyhow::Error) -> anyhow::Result<()> {
    match error.downcast_ref() {
        Some(StoreError::WrongBytes { .. } | StoreError::Disk { doing: "read", .. }) => {
            tracing::error!(letter = record.number.0, %error, "a released letter cannot be judged");
            Ok(())
        }
        _ => Err(error),
    }
}
