//! Events and their witnesses.
//!
//! Who witnessed an event is decided when it happens and travels with it; a report is built from what its
//! player was told, never from the state.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::PlayerNo;

/// How much of an event a player was told (rules 4.4, 4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Saw {
    /// Only that something left: the start was in sight, the end was not.
    Start,
    /// Only that something came: the end was in sight, the start was not.
    End,
    All,
}

/// An event of a game, with those who were told of it and how much.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told<E> {
    pub event: E,
    /// Who was told, and how much; nobody else ever learns of it.
    pub to: BTreeMap<PlayerNo, Saw>,
}

impl<E> Told<E> {
    /// How much of it `player` was told, if anything.
    pub fn saw(&self, player: PlayerNo) -> Option<Saw> {
        self.to.get(&player).copied()
    }
}
