//! What a rehearsal of a turn leaves open: fights are not fought, and where a die would say whether a ship gets past enemies, nobody
//! knows. Of a ship that comes to such a point nothing is said after it.
//!
//! A rehearsal is a turn like any other, with these doubts instead of battles and without wind and storms.

use crate::phase::Phase;
use crate::place::Place;
use crate::ship::ShipId;

/// What nobody knows beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doubt {
    /// What comes of a fight (7.1).
    Fight,
    /// Whether she gets past enemies whom she means to evade (6.15, 7.1).
    Passage,
    /// Which of several waters a lot takes her to (4.5).
    Lot,
}

/// From when on nothing is known of a ship, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// Why.
    pub doubt: Doubt,
    /// Where it is that she fights, or would get past enemies.
    pub at: Place,
    pub phase: Phase,
    /// How many events there were before it.
    pub told: usize,
}

/// How likely a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// Who makes it.
    pub ship: ShipId,
    pub phase: Phase,
    /// Where it leads.
    pub to: Place,
    /// In per cent, whatever came before it in the turn.
    pub per_cent: u32,
    /// In per cent how likely she may sail on behind it in the same turn.
    pub goes_on: u32,
}
