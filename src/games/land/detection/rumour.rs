//! What a War Minister may hear of the enemy (rule 4.7).

use serde::{Deserialize, Serialize};

use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;

/// One report that has come to a War Minister: no names, no numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Rumour {
    /// Where it is said to have been a turn ago.
    pub at: StrategicSquare,
    /// Whose it is said to be.
    pub nation: NationCode,
    /// What it is said to be.
    pub of: Talk,
}

/// What a rumour speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Talk {
    Headquarters,
    Troops,
}
