//! What a letter orders for a turn that is not open yet.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use fieldpost_engine::piece::Piece;

/// What a letter orders for a turn that is not open yet, in canonical words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Early {
    pub turn: u32,
    /// Orders by piece; without a line, those of the piece are taken back.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pieces: BTreeMap<Piece, Vec<String>>,
    /// Orders of offices.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offices: Vec<String>,
    /// Whether it takes back all that was kept for the turn before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub clears: bool,
}

impl Early {
    /// Whether it orders nothing.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty() && self.offices.is_empty() && !self.clears
    }
}
