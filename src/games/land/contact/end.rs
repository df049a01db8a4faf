//! What a line of contact joins, and for whom it is drawn (rules 4.1, 11.2).

use crate::unit::Unit;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// One end of a line of contact: a unit, or a city, depot or cache that counts as a unit of `nation` there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct End {
    pub nation: NationCode,
    pub at: StrategicSquare,
    pub tac: TacticalSquare,
}

impl From<&Unit> for End {
    fn from(unit: &Unit) -> Self {
        End { nation: unit.id.nation, at: unit.at, tac: unit.tac }
    }
}

/// For whom a line is drawn: a line that shows enemy light cavalry may pass its screen (rules 4.1, 11.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// Enemy light cavalry closes the squares about it.
    Closes,
    /// It does not: only for seeing light cavalry.
    IsPassed,
}
