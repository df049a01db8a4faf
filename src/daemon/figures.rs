//! What a running daemon counts of its own work: for `/metrics` ([`super::metrics`]). All counts begin anew at each start.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::Millis;

/// The counts, shared with the thread that prints them.
#[derive(Debug, Default)]
pub struct Figures(Mutex<Counts>);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Letters filed, by verdict.
    pub letters: BTreeMap<&'static str, u64>,
    /// Looks at each source.
    pub polls: BTreeMap<String, Polls>,
    /// Turns run, by game.
    pub turns: BTreeMap<String, Turns>,
    /// Whether the server takes no mail now.
    pub outbox_held: bool,
    /// How the games stand.
    pub games: Vec<GameFigures>,
}

/// Looks at a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polls {
    /// Those that saw everything.
    pub whole: u64,
    /// Those that failed.
    pub failed: u64,
    /// When the last one that saw everything began, in milliseconds since 1970.
    pub last_ms: Option<Millis>,
    /// How many letters that one found named and not handed out.
    pub owed: usize,
}

/// Turns of a game that were run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// How many.
    pub count: u64,
    /// How long they took together, from the closing of the book to the end of the write.
    pub sum: Duration,
    /// How long the last one took.
    pub last: Duration,
}

/// A game's open turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFigures {
    /// The game's name.
    pub game: String,
    /// The open turn.
    pub turn: u32,
    /// Its deadline, in milliseconds since 1970.
    pub deadline_ms: Millis,
    /// Whether it is held.
    pub held: bool,
}

impl Figures {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A letter was filed.
    pub fn letter(&self, verdict: &'static str) {
        *self.counts().letters.entry(verdict).or_default() += 1;
    }

    /// A look at a source saw everything but so many letters that the server did not hand out.
    pub fn polled(&self, source: &str, began: Millis, owed: usize) {
        let mut counts = self.counts();
        let polls = counts.polls.entry(source.to_owned()).or_default();
        polls.whole += 1;
        polls.last_ms = Some(began);
        polls.owed = owed;
    }

    /// A look at a source failed.
    pub fn poll_failed(&self, source: &str) {
        self.counts().polls.entry(source.to_owned()).or_default().failed += 1;
    }

    /// A turn was run.
    pub fn turn(&self, game: &str, took: Duration) {
        let mut counts = self.counts();
        let turns = counts.turns.entry(game.to_owned()).or_default();
        turns.count += 1;
        turns.sum += took;
        turns.last = took;
    }

    /// Whether the server takes no mail now.
    pub fn outbox_is_held(&self, held: bool) {
        self.counts().outbox_held = held;
    }

    /// The games stand so.
    pub fn stand(&self, games: Vec<GameFigures>) {
        self.counts().games = games;
    }

    pub fn now(&self) -> Counts {
        self.counts().clone()
    }
}
