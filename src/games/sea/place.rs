//! Where a ship is (WISC 1.1, 1.2, N-30).

use crate::games::ground::square::StrategicSquare;

/// A sea area, by its number on the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeaNo(pub u8);

/// Coastal waters, by their number on the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CoastNo(pub u8);

/// A port, by its number on the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PortNo(pub u16);

/// A ship is in exactly one place. Of the seven harbors that are river mouths, harbor and river square are one place, called by
/// the harbor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A sea area, and which of its tactical areas, counted from 1.
    Sea(SeaNo, u8),
    /// Coastal waters.
    Coast(CoastNo),
    /// The harbor of an ocean port.
    Harbor(PortNo),
    /// A river square.
    River(StrategicSquare),
    /// The Atlantic: the sea area that she sails to, and the turns that are left; none in the turn in which she arrives.
    Transit(SeaNo, u8),
}

impl Place {
    /// The sea area, if it is one.
    pub fn sea(self) -> Option<SeaNo> {
        match self {
            Place::Sea(sea, _) => Some(sea),
            _ => None,
        }
    }

    /// The coastal waters, if it is some.
    pub fn coast(self) -> Option<CoastNo> {
        match self {
            Place::Coast(coast) => Some(coast),
            _ => None,
        }
    }

    /// Whether it is open water: a sea area or coastal waters, where groups have the wind of one another (7.5, N-26).
    pub fn is_open(self) -> bool {
        matches!(self, Place::Sea(..) | Place::Coast(_))
    }

    /// Whether it is a harbor or a river square.
    pub fn is_inland(self) -> bool {
        matches!(self, Place::Harbor(_) | Place::River(_))
    }
}
