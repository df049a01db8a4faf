//! What a unit has done and still means to do on the tactical map, in the running turn.

use crate::event::Place;
use crate::tactics::refusal::Refusal;
use fieldpost_ground::square::TacticalSquare;

/// What a unit has done and still means to do on the tactical map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tactics {
    /// Its specified move.
    pub route: Route,
    /// Whether it has made its move in this phase, or lost it.
    pub spent: bool,
    /// Whether it has paid fatigue in this phase (rule 9.1).
    pub charged: bool,
    /// How it came into its square in this phase; `None` for a unit that did not move (rules 10.4, 10.6).
    pub came: Option<Arrival>,
    /// Why it was last told that it does not move: once is enough.
    pub told: Option<Refusal>,
    /// Whether a lot has chosen in this turn whom it engages (rule 9.8).
    pub drew: bool,
}

/// How a unit came into its tactical square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The neighbouring square it came from.
    pub from: TacticalSquare,
    /// Its place among all arrivals of the turn, 1 upward.
    pub order: u32,
}

/// ROTD-EUWOL 9.2: what is left of a unit's specified move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Route {
    /// The squares it still goes to, the waypoint first; `None` before the move has begun.
    pub targets: Option<Vec<TacticalSquare>>,
    /// The leg it is on, and where it stood when it had come so far.
    pub leg: Option<(Leg, Place)>,
    /// The tactical phase in which it reached its destination.
    pub reached_in: Option<u8>,
}

/// A straight leg of a move, and how much of it is behind the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// Where the line begins.
    pub from: TacticalSquare,
    /// Where it ends.
    pub to: TacticalSquare,
    /// Steps of it already made.
    pub done: u8,
}

impl Leg {
    /// A leg not yet begun.
    pub fn new(from: TacticalSquare, to: TacticalSquare) -> Self {
        Leg { from, to, done: 0 }
    }
}
