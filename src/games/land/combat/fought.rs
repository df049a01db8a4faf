//! What a battle leaves behind for the rest of the turn (rules 3.6, 3.7, 7.5).

use std::collections::BTreeSet;

use crate::event::Place;
use crate::phase::Phase;
use crate::unit::UnitId;
use fieldpost_ground::nation::NationCode;

/// A battle that was fought in one tactical phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fought {
    /// The phase, such as `tac 1`.
    pub phase: Phase,
    pub place: Place,
    /// The side that won.
    pub winners: Party,
    /// The side that lost.
    pub losers: Party,
}

/// One side of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Party {
    /// The nations that had combat units in it.
    pub nations: BTreeSet<NationCode>,
    /// The units that were in it, those that shattered or were destroyed too.
    pub units: BTreeSet<UnitId>,
    /// Men lost in it.
    pub losses: u32,
}
