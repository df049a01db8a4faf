//! The desk on which edits are done: the position that they change, what of letters they may be about, what they go against.

use std::collections::BTreeMap;

use super::wish::Enacted;
use crate::map::{Owner, Place};
use crate::orders::Business;
use crate::position::{Ground, Position, Power, Request, Sealed, World};
use fieldpost_engine::breach::Breach;

/// What of letters an edit may be about: what was asked and declared for the open deadline, and stands in no position yet.
#[derive(Clone, Debug, Default)]
pub struct Papers {
    /// Requests by the numbers that their receipts gave them, those of the position among them.
    pub requests: BTreeMap<u32, Request>,
    /// What the request is that is answered, where it was asked in words of the language.
    pub business: Option<Business>,
    /// What is declared under seal.
    pub sealed: Vec<Sealed>,
    /// The seed of the game's dice.
    pub seed: u64,
    /// The event of the scenario that is enacted.
    pub event: Option<Enacted>,
}

/// The desk on which an edit changes a position.
pub(super) struct Desk<'a> {
    pub(super) world: &'a World,
    pub(super) position: &'a mut Position,
    pub(super) papers: &'a Papers,
    /// What of the rules the edit goes against.
    pub(super) against: Vec<Breach>,
}

impl Desk<'_> {
    pub(super) fn ground(&mut self, place: &Place) -> Result<&mut Ground, String> {
        self.position.grounds.get_mut(place).ok_or_else(|| format!("{place} is no province."))
    }

    pub(super) fn power(&mut self, power: &Owner) -> Result<&mut Power, String> {
        self.position.powers.get_mut(power).ok_or_else(|| format!("{power} is no power of this game."))
    }
}
