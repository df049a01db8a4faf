//! Letters that waited: released by their registered sender, or refused when the turn closes (promise 2).

use crate::office::Office;
use crate::way::Way;
use fieldpost_desk::record::{GameName, LetterNo, Verdict};
use fieldpost_store::letter::Effects;
use fieldpost_store::{LetterRecord, Settlement, StoreError, Write};

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

    /// A letter of a game that was released and could not be judged: its bytes cannot be read for the time being.
    pub(super) fn released_and_not_judged(&self, game: &GameName) -> anyhow::Result<Option<LetterNo>> {
        let is_due = |record: &LetterRecord| {
            let is_held = matches!(record.verdict, Verdict::Held(_));
            is_held && record.game.as_ref() == Some(game) && !self.waits_for(game, record.number)
        };
        Ok(self.store.pending()?.iter().find(|record| is_due(record)).map(|record| record.number))
    }

    fn waits_for(&self, game: &GameName, letter: LetterNo) -> bool {
        let hosted = self.games.get(game);
        hosted.is_some_and(|hosted| hosted.record.held.iter().any(|held| held.letter == letter))
    }

    /// Judges a released letter as of its own receipt, by what was known of it: its masked bytes hold no
    /// password any more.
    fn settle(&mut self, record: &LetterRecord, game: &GameName) -> anyhow::Result<()> {
        let (verdict, effects) = match self.store.letter_bytes(record.number) {
            Ok(bytes) => self.judge_released(record, game, bytes)?,
            Err(error) if error.is_lost() => {
                let why = format!("what was kept of it is lost: {error}");
                self.refuse_unread(
                    record,
                    game,
                    &why,
                    "the post office has lost it through a fault of its disk",
                )?
            }
            Err(error) => return Err(error.into()),
        };
        let (letter, at_ms) = (record.number, self.clock.now());
        let settlement = Settlement { letter, at_ms, verdict, effects, read: None };
        self.put_of(game, Write::Settle(settlement))?;
        self.refresh(game);
        Ok(())
    }

    /// Judges it in the game in which it was held: who it is from was found out there.
    fn judge_released(
        &mut self,
        record: &LetterRecord,
        game: &GameName,
        bytes: Vec<u8>,
    ) -> anyhow::Result<(Verdict, Effects)> {
        let way = Way::Confirmed { game: game.clone(), known: record.known.clone() };
        let judged = self.read_again(record, bytes, way)?;
        match judged.verdict {
            Verdict::Quarantined(why) => {
                self.refuse_unread(record, game, &why, "a fault of its program was in the way")
            }
            verdict => Ok((verdict, judged.effects)),
        }
    }

    /// A letter that cannot be judged any more, since its bytes are gone while it waited or the program stumbles over it: its
    /// sender is told, and the GA. It holds up nothing else.
    fn refuse_unread(
        &self,
        record: &LetterRecord,
        game: &GameName,
        why: &str,
        to_sender: &str,
    ) -> anyhow::Result<(Verdict, Effects)> {
        let number = record.number.0;
        let words =
            format!("Letter {number} from {} was released and could not be carried out: {why}.", record.from);
        let mut effects = Effects::default();
        effects.answers.extend(self.notices(Some(&game.0), "A released letter is lost", &words)?);
        let hosted = self.game_named(&game.0)?;
        let player = record.known.player.as_deref().and_then(|name| hosted.record.account(name));
        let ga = || Some(&hosted.record.administration.named(record.known.ga.as_deref()?)?.account);
        if let Some(account) = player.or_else(ga).filter(|account| !account.email.is_empty()) {
            let received = hosted.record.received(&record.receipt).local;
            let words = format!(
                "Your letter received at {received} was confirmed, but could not be carried out: {to_sender}. Nothing of it \
                 was done. Please send it again."
            );
            effects.answers.push(self.word_to(game, account, "Please send your letter again", &words)?);
        }
        Ok((Verdict::Refused(why.to_owned()), effects))
    }

    /// The refusals of the letters of a game that are still held when its turn closes: for the write that closes it.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn refusals_of_held(&self, game: &GameName) -> anyhow::Result<Vec<Settlement>> {
        let at_ms = self.clock.now();
        let waits = |record: &LetterRecord| {
            let is_held = matches!(record.verdict, Verdict::Held(_));
            is_held && record.game.as_ref() == Some(game) && self.waits_for(game, record.number)
        };
        let refusal = |record: LetterRecord| {
            let why = "its registered sender did not confirm it before the deadline";
            let (verdict, effects) = (Verdict::Refused(why.into()), Effects::default());
            Settlement { letter: record.number, at_ms, verdict, effects, read: None }
        };
        Ok(self.store.pending()?.into_iter().filter(waits).map(refusal).collect())
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
