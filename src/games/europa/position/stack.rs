//! A stack: what moves and fights as one.

use fieldpost_engine::piece::Piece;
use serde::{Deserialize, Serialize};

use super::{Fleet, Force};
use crate::map::{Owner, Place};

/// What kind of stack it is; its id says so (`FR-1`, `FR-F1`, `FR-P1`, `FR-A1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Land,
    Fleet,
    Privateer,
    Leader,
}

/// Where in its place it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Posture {
    /// In the open, or at sea.
    #[default]
    Open,
    /// In the port of its province.
    Port,
    /// In the fortress of its province.
    Fortress,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Stack {
    pub owner: Owner,
    /// Where: a province or a sea.
    pub at: Place,
    pub posture: Posture,
    /// Its troops.
    pub force: Force,
    /// Its ships.
    pub fleet: Fleet,
    /// Sides of a privateer: 1 is `-`, 2 is `+`.
    pub privateer: u8,
    /// Whether it besieges the fortress of its province.
    pub besieging: bool,
    /// The port that it shuts in.
    pub blockading: Option<Place>,
    /// Rounds running that it had no supply.
    pub hungry: u32,
    /// Whether it is out of supply, where somebody says so instead of the rules.
    pub cut_off: Option<bool>,
    /// Whether supply is somebody's to say and not the rules' (in rule cases).
    pub supply_is_said: bool,
    /// The fleet that it is aboard of, between rounds.
    pub aboard: Option<Piece>,
    /// Whether it sheltered whole, whatever the room (EU-53).
    pub sheltered: bool,
}

impl Stack {
    /// Where it is, as a receipt's end is held against a round: the place, or the fleet that it is aboard.
    pub fn whereabouts(&self) -> String {
        match &self.aboard {
            Some(fleet) => format!("aboard {fleet}"),
            None => self.at.to_string(),
        }
    }

    /// What kind it is, by its id.
    pub fn kind(id: &Piece) -> Kind {
        let behind = id.as_str().split('-').nth(1).unwrap_or_default();
        match behind.as_bytes().first() {
            Some(b'F') => Kind::Fleet,
            Some(b'P') => Kind::Privateer,
            Some(b'A') => Kind::Leader,
            _ => Kind::Land,
        }
    }

    /// Its counters and ships, each word with how many there are.
    pub fn counters(&self) -> Vec<(&'static str, i64)> {
        let troops = self.force.counters.iter().map(|counter| (counter.size.word(), 1));
        let fleets = self.fleet.counters.iter().map(|counter| (counter.word(), 1));
        let ships = ["GALLEY", "WARSHIP", "TRANSPORT"].into_iter().zip(self.fleet.ships.map(i64::from));
        troops.chain(fleets).chain(ships).filter(|(_, count)| *count > 0).collect()
    }

    /// Whether anything of it is left that is no leader.
    pub fn is_manned(&self) -> bool {
        self.force.thirds() > 0 || self.fleet.all() > 0 || self.privateer > 0
    }
}
