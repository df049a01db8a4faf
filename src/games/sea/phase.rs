//! The phases of a naval turn (WISC 3.2, 6.11; naval record 4.1).

use std::fmt;

use serde::{Serialize, Serializer};

/// A phase; in the keys of dice and in events it is its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    Orders,
    Sky,
    Repair,
    Supply,
    Loading,
    Combat,
    Tac1,
    Tac2,
    Tac3,
    Tac4,
    Sailing1,
    Weather,
    Ports1,
    Sailing2,
    Arrivals,
    Rivers,
    Ports2,
    Landing,
    Deployment,
    End,
}

impl Phase {
    /// Every phase with its words.
    pub const ALL: [(Phase, &'static str); 20] = [
        (Phase::Orders, "orders"),
        (Phase::Sky, "sky"),
        (Phase::Repair, "naval repair"),
        (Phase::Supply, "naval supply"),
        (Phase::Loading, "loading"),
        (Phase::Combat, "naval combat"),
        (Phase::Tac1, "tac 1"),
        (Phase::Tac2, "tac 2"),
        (Phase::Tac3, "tac 3"),
        (Phase::Tac4, "tac 4"),
        (Phase::Sailing1, "sailing 1"),
        (Phase::Weather, "weather"),
        (Phase::Ports1, "ports 1"),
        (Phase::Sailing2, "sailing 2"),
        (Phase::Arrivals, "arrivals"),
        (Phase::Rivers, "rivers"),
        (Phase::Ports2, "ports 2"),
        (Phase::Landing, "landing"),
        (Phase::Deployment, "deployment"),
        (Phase::End, "naval end"),
    ];

    pub fn words(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    pub fn of_words(words: &str) -> Option<Phase> {
        Self::ALL.iter().find(|row| row.1 == words).map(|row| row.0)
    }

    /// The number of a tactical phase of the land's; 0 of others.
    pub fn tactical(self) -> u8 {
        match self {
            Phase::Tac1 => 1,
            Phase::Tac2 => 2,
            Phase::Tac3 => 3,
            Phase::Tac4 => 4,
            _ => 0,
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

impl Serialize for Phase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.words())
    }
}
