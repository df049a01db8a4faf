//! What is known of the seas on a map.

use std::collections::BTreeSet;

use crate::sky::Wind;
use fieldpost_ground::square::StrategicSquare;

/// A sea area on a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeaSign {
    pub code: String,
    pub name: String,
    /// Its water squares, coastal waters and all.
    pub squares: BTreeSet<StrategicSquare>,
    /// Whether anything is known of it; else its name is pale.
    pub is_known: bool,
    pub wind: Option<Wind>,
    /// Whether it storms there.
    pub storm: bool,
    /// About how many ships are said to have been there.
    pub rumour: Option<u32>,
}

/// Coastal waters on a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoastSign {
    pub name: String,
    pub squares: BTreeSet<StrategicSquare>,
    /// Whether their name may not be left out.
    pub matters: bool,
}

/// The seas of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seas {
    pub areas: Vec<SeaSign>,
    pub coasts: Vec<CoastSign>,
}
