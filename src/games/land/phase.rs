//! The phases of a turn (rules 5.2, 7.17).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A phase of a turn; in the record and in the keys of dice it is its words, such as `strat 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub enum Phase {
    Supply,
    Placement,
    Withdrawal,
    Tac1,
    Tac2,
    Strat1,
    Tac3,
    Tac4,
    Strat2,
    Strat3,
    Strat4,
    Strat5,
    Strat6,
    Rail,
    Tac5,
    End,
}

impl Phase {
    /// All phases, in the order of the turn lists.
    pub const ALL: [Phase; 16] = [
        Phase::Supply,
        Phase::Placement,
        Phase::Withdrawal,
        Phase::Tac1,
        Phase::Tac2,
        Phase::Strat1,
        Phase::Tac3,
        Phase::Tac4,
        Phase::Strat2,
        Phase::Strat3,
        Phase::Strat4,
        Phase::Strat5,
        Phase::Strat6,
        Phase::Rail,
        Phase::Tac5,
        Phase::End,
    ];

    pub fn words(self) -> &'static str {
        match self {
            Phase::Supply => "supply",
            Phase::Placement => "placement",
            Phase::Withdrawal => "withdrawal",
            Phase::Tac1 => "tac 1",
            Phase::Tac2 => "tac 2",
            Phase::Strat1 => "strat 1",
            Phase::Tac3 => "tac 3",
            Phase::Tac4 => "tac 4",
            Phase::Strat2 => "strat 2",
            Phase::Strat3 => "strat 3",
            Phase::Strat4 => "strat 4",
            Phase::Strat5 => "strat 5",
            Phase::Strat6 => "strat 6",
            Phase::Rail => "rail",
            Phase::Tac5 => "tac 5",
            Phase::End => "end",
        }
    }

    /// The number of a tactical phase, 1 to 5; 0 of others.
    pub fn tactical(self) -> u8 {
        match self {
            Phase::Tac1 => 1,
            Phase::Tac2 => 2,
            Phase::Tac3 => 3,
            Phase::Tac4 => 4,
            Phase::Tac5 => 5,
            _ => 0,
        }
    }

    /// The number of a strategic phase, 1 to 6; 0 of others.
    pub fn strategic(self) -> u8 {
        match self {
            Phase::Strat1 => 1,
            Phase::Strat2 => 2,
            Phase::Strat3 => 3,
            Phase::Strat4 => 4,
            Phase::Strat5 => 5,
            Phase::Strat6 => 6,
            _ => 0,
        }
    }

    /// The strategic phase that ran last or runs: 1 in tactical phases 3 and 4, 6 from the rail phase on, 0 before.
    pub fn strategic_so_far(self) -> u8 {
        match self {
            Phase::Tac3 | Phase::Tac4 => 1,
            Phase::Rail | Phase::Tac5 | Phase::End => 6,
            _ => self.strategic(),
        }
    }
}

impl AsRef<str> for Phase {
    fn as_ref(&self) -> &str {
        self.words()
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

impl From<Phase> for &'static str {
    fn from(phase: Phase) -> &'static str {
        phase.words()
    }
}

impl FromStr for Phase {
    type Err = String;

    /// # Errors
    /// If it is the word of no phase: which are.
    fn from_str(words: &str) -> Result<Self, String> {
        Phase::ALL.into_iter().find(|phase| phase.words() == words).ok_or_else(|| {
            let known = Phase::ALL.map(Phase::words).join(", ");
            format!("{words:?} is no phase: expected one of {known}")
        })
    }
}

impl TryFrom<String> for Phase {
    type Error = String;

    fn try_from(words: String) -> Result<Self, String> {
        words.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phase_is_its_words_and_they_are_it() {
        for phase in Phase::ALL {
            let written = serde_json::to_string(&phase).unwrap();
            assert_eq!(written, format!("{:?}", phase.words()));
            assert_eq!(serde_json::from_str::<Phase>(&written).unwrap(), phase);
        }
        assert!("tac 6".parse::<Phase>().unwrap_err().contains("tac 5"));
    }
}
