//! The turn of the board game as its scenario has it (EU-92): phases in their order, who acts in each and what it takes; how long the
//! rounds of a turn go on, and who goes first in them.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Goal, Position};
use crate::map::Owner;

/// How a turn goes. Without phases it is its rounds and one interphase behind them (EU-75).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// In their order; just one has the rounds.
    pub phases: Vec<Phase>,
    /// A die behind a round says whether the turn goes on (EU-93).
    pub goes_on: Option<GoesOn>,
    /// When seats roll for the initiative; they do not where it says nothing (EU-22, EU-94).
    pub rolled: Option<Rolled>,
    /// What a seat adds to that die.
    pub adds: BTreeMap<Owner, i32>,
    /// What is counted whenever a turn is over.
    pub scores: Vec<Goal>,
}

/// A part of a turn, which is one deadline; that with the rounds is one for each of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phase {
    /// What it is called.
    pub name: String,
    /// Whether stacks move in it.
    pub has_rounds: bool,
    pub acts: Acts,
    /// What may be asked in it; nothing here is all of it.
    pub takes: Vec<Asked>,
    /// What it is for, in a sentence for who is awaited.
    pub awaits: String,
    /// Whether income comes in and counters are paid for when it opens.
    pub collects: bool,
    /// Days that it lasts, where it has a deadline of its own.
    pub days: Option<u32>,
}

/// Who acts in a phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Acts {
    #[default]
    All,
    /// Nobody but the referee.
    Referee,
    These(Vec<Owner>),
}

/// What powers ask of the referee, by its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Asked {
    War,
    Peace,
    Alliance,
    Buy,
    Fortify,
    Borrow,
    Subsidy,
    Sealed,
}

/// The die behind a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoesOn {
    /// So many rounds of a turn are played without it.
    pub least: u32,
    /// The turn goes on with so much on a d10, or less.
    pub up_to: i32,
}

/// When the order of the seats is rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rolled {
    /// When the rounds of a turn begin.
    Turn,
    /// Then, and behind each round for the next.
    Round,
}

impl Acts {
    /// Whether a seat does.
    pub fn has(&self, seat: &Owner) -> bool {
        match self {
            Acts::All => true,
            Acts::Referee => false,
            Acts::These(seats) => seats.contains(seat),
        }
    }
}

impl Phase {
    /// Whether something may be asked in it.
    pub fn takes(&self, asked: Asked) -> bool {
        !self.has_rounds && (self.takes.is_empty() || self.takes.contains(&asked))
    }
}

impl Course {
    /// The open phase, where the turn has phases.
    pub fn open(&self, position: &Position) -> Option<&Phase> {
        self.phases.get(position.phase as usize)
    }

    /// The place of the rounds among the phases.
    pub fn place_of_rounds(&self) -> usize {
        self.phases.iter().position(|phase| phase.has_rounds).unwrap_or(0)
    }

    /// The open turn, counted from 1: behind its rounds the next round is one of the next turn.
    pub fn turn(&self, position: &Position) -> u32 {
        let is_behind = position.interphase && position.phase as usize > self.place_of_rounds();
        let round = position.round.saturating_sub(u32::from(is_behind)).max(1);
        (round - 1) / position.a_turn.max(1) + 1
    }
}

impl Position {
    /// The first round of the turn behind that of a round.
    pub fn first_of_next_turn(&self) -> u32 {
        let a_turn = self.a_turn.max(1);
        self.round.div_ceil(a_turn) * a_turn + 1
    }
}
