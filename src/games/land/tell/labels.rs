//! How reports say whose something is: by the player's side, or by the marks of a map for whoever takes none.

use crate::places::Side;
use crate::vantage::Vantage;
use fieldpost_picture::held::Held;

/// How a report says whose something is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Labels {
    /// By the player's side: own, allied, neutral, enemy.
    Words,
    /// For whoever takes no side: by the marks of its maps.
    Marks,
}

impl Labels {
    /// Those of a vantage.
    pub fn to(vantage: &Vantage<'_>) -> Self {
        if vantage.is_umpire() { Labels::Marks } else { Labels::Words }
    }

    /// Who holds a railway or river.
    pub fn of_held(self, held: Held) -> &'static str {
        match (self, held) {
            (Labels::Marks, Held::Allied) => "o",
            (Labels::Marks, Held::Hostile) => "x",
            (_, held) => held.whose(),
        }
    }

    /// Whose something is.
    pub fn of(self, side: Side) -> &'static str {
        match (self, side) {
            (Labels::Words, side) => side.words(),
            (Labels::Marks, Side::Own | Side::Allied) => "o",
            (Labels::Marks, Side::Neutral) => "n",
            (Labels::Marks, Side::Enemy) => "x",
        }
    }
}
