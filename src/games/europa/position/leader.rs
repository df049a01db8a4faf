//! Leaders (EU-42, EU-76).

use fieldpost_engine::piece::Piece;
use serde::{Deserialize, Serialize};

use crate::map::Owner;

/// What a leader leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LeaderKind {
    #[default]
    General,
    Admiral,
    Conquistador,
    Explorer,
    Governor,
    Privateer,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leader {
    pub owner: Owner,
    /// What he leads.
    #[serde(default)]
    pub kind: LeaderKind,
    /// His rank's place in the table, 0 for the highest.
    pub rank: u8,
    /// His place in the scenario, which decides between equals.
    pub order: u32,
    /// Manoeuvre, fire, shock.
    pub values: [i32; 3],
    /// His worth in sieges.
    #[serde(default)]
    pub siege: i32,
    pub stack: Option<Piece>,
    /// Wounded until this round is over.
    #[serde(default)]
    pub wounded: Option<u32>,
    /// Who holds him.
    #[serde(default)]
    pub captive: Option<Owner>,
}

impl Leader {
    pub fn manoeuvre(&self) -> i32 {
        self.values[0]
    }

    /// Whether he leads in a round: neither wounded nor captive.
    pub fn serves(&self, round: u32) -> bool {
        self.captive.is_none() && self.wounded.is_none_or(|until| round > until)
    }
}
