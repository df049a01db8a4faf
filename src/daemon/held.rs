//! Letters that waited: for a word of their registered sender's, without which they are refused when the turn closes (promise 2), or for
//! the turn that they are for.

use crate::office::Office;
use crate::way::Way;
use fieldpost_desk::early::is_overtaken;
use fieldpost_desk::record::{GameName, Held, LetterNo, Verdict};
use fieldpost_store::letter::Effects;
use fieldpost_store::{LetterRecord, Settlement, StoreError, Write};

impl Office {
    /// Gives every letter that is still held, but that its game waits for no longer, its final verdict: its
    /// registered sender has released it, or its turn is open. Also done at the start, for one that a crash cut short.
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

    /// Whether a letter waits for a word of its registered sender's, or for a turn to open.
    fn waits_for(&self, game: &GameName, letter: LetterNo) -> bool {
        let Some(hosted) = self.games.get(game) else { return false };
        let is_it = |held: &&Held| held.letter == letter && !held.is_due(hosted.turn());
        hosted.record.held.iter().any(|held| is_it(&held))
    }

    /// Why nothing is left to be done of a letter that was kept for its turn: later ones take the place of all that it orders.
    fn overtaken(&self, game: &GameName, letter: LetterNo) -> Option<Verdict> {
        let held = &self.games.get(game)?.record.held;
        let one = held.iter().find(|held| held.letter == letter)?;
        is_overtaken(held, one)
            .then(|| Verdict::Refused("a later letter for its turn takes its place".into()))
    }

    /// Judges a released letter as of its own receipt, by what was known of it: its masked bytes hold no
    /// password any more.
    fn settle(&mut self, record: &LetterRecord, game: &GameName) -> anyhow::Result<()> {
        if let Some(verdict) = self.overtaken(game, record.number) {
            return self.put_settled(record, game, verdict, Effects::default());
        }
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
        self.put_settled(record, game, verdict, effects)
    }

    fn put_settled(
        &mut self,
        record: &LetterRecord,
        game: &GameName,
        verdict: Verdict,
        effects: Effects,
    ) -> anyhow::Result<()> {
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
            format!("Letter {number} from {} waited, and could not be carried out: {why}.", record.from);
        let mut effects = Effects::default();
        effects.answers.extend(self.notices(Some(&game.0), "A released letter is lost", &words)?);
        let hosted = self.game_named(&game.0)?;
        let player = record.known.player.as_deref().and_then(|name| hosted.record.account(name));
        let ga = || Some(&hosted.record.administration.named(record.known.ga.as_deref()?)?.account);
        if let Some(account) = player.or_else(ga).filter(|account| !account.email.is_empty()) {
            let received = hosted.record.received(&record.receipt).local;
            let words = format!(
                "Your letter received at {received} waited here and could not be carried out: {to_sender}. Nothing of it was done. \
                 Please send it again."
            );
            effects.answers.push(self.word_to(game, account, "Please send your letter again", &words)?);
        }
        Ok((Verdict::Refused(why.to_owned()), effects))
    }

    /// The refusals of the letters of a game that are still held when its turn closes: for the write that closes it. What is kept for
    /// the next turn waits on.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn refusals_of_held(&self, game: &GameName) -> anyhow::Result<Vec<Settlement>> {
        self.refusals(game, |held| {
            let why = "its registered sender did not confirm it before the deadline";
            let is_unconfirmed = held.early.is_none();
            Ok(is_unconfirmed.then(|| (why.to_owned(), Effects::default())))
        })
    }

    /// The same where the game goes back to a turn: what is kept for the turn behind the open one is of a game that was not, and whoever
    /// sent it is told.
    ///
    /// # Errors
    /// As `Office::refusals_of_held`.
    pub(super) fn refusals_of_held_before(
        &self,
        game: &GameName,
        to: u32,
    ) -> anyhow::Result<Vec<Settlement>> {
        let mut all = self.refusals_of_held(game)?;
        all.extend(self.refusals(game, |held| {
            let Some(early) = &held.early else { return Ok(None) };
            let why = format!("the game went back to turn {to} before turn {} opened", early.turn);
            let hosted = self.game_named(&game.0)?;
            let mut effects = Effects::default();
            if let Some(account) = hosted.record.account(&held.player).filter(|account| !account.email.is_empty()) {
                let received = hosted.record.received(&held.receipt).local;
                let words = format!(
                    "Your letter received at {received} was kept for turn {}, and is kept no more, for {why}. Nothing of it was done: send \
                     it again when turn {} is the open one or the next.",
                    early.turn, early.turn
                );
                effects.answers.push(self.word_to(game, account, "A letter of yours is kept no more", &words)?);
            }
            Ok(Some((why, effects)))
        })?);
        Ok(all)
    }

    /// A refusal of each held letter of a game for which there is a reason.
    fn refusals(
        &self,
        game: &GameName,
        refuse: impl Fn(&Held) -> anyhow::Result<Option<(String, Effects)>>,
    ) -> anyhow::Result<Vec<Settlement>> {
        let at_ms = self.clock.now();
        let held = self.games.get(game).map_or(&[][..], |hosted| &hosted.record.held);
        let mut refused = Vec::new();
        for record in self.store.pending()? {
            let is_here = matches!(record.verdict, Verdict::Held(_)) && record.game.as_ref() == Some(game);
            let Some(one) = held.iter().find(|held| is_here && held.letter == record.number) else {
                continue;
            };
            if let Some((why, effects)) = refuse(one)? {
                let verdict = Verdict::Refused(why);
                refused.push(Settlement { letter: record.number, at_ms, verdict, effects, read: None });
            }
        }
        Ok(refused)
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
