//! Who holds a railway or a river of the strategic map, as a player sees it (rule 1.3).

use crate::Side;
use schemars::JsonSchema;
use serde::Serialize;

/// Who controls a railway or river square, in the words of rule 1.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Held {
    /// The own side.
    Allied,
    /// Enemies.
    Hostile,
    /// Neutrals.
    Neutral,
    /// Nobody: several sides are there.
    None,
}

impl Held {
    /// All four, in the order in which reports list them.
    pub const ALL: [Held; 4] = [Held::Allied, Held::Hostile, Held::Neutral, Held::None];

    /// Who that is, as in "held by enemies".
    pub fn whose(self) -> &'static str {
        match self {
            Held::Allied => "your own side",
            Held::Hostile => "enemies",
            Held::Neutral => "neutrals",
            Held::None => "nobody",
        }
    }

    /// The side that it is, if it is one.
    pub fn side(self) -> Option<Side> {
        match self {
            Held::Allied => Some(Side::Allied),
            Held::Hostile => Some(Side::Hostile),
            Held::Neutral => Some(Side::Neutral),
            Held::None => None,
        }
    }

    /// A letter like those of flags: `o` own side, `x` enemies, `n` neutrals, `-` nobody.
    pub fn letter(self) -> char {
        match self {
            Held::Allied => 'o',
            Held::Hostile => 'x',
            Held::Neutral => 'n',
            Held::None => '-',
        }
    }
}
