//! Where a ship is (WISC 1.1, 1.2, N-30).

use serde::{Deserialize, Serialize};

use fieldpost_ground::square::StrategicSquare;

/// A place that keeps naval stores (3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Magazine {
    Port(PortNo),
    /// The square of an inland city, depot or cache.
    Inland(StrategicSquare),
}

/// A sea area, by its number on the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SeaNo(pub u8);

/// Coastal waters, by their number on the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CoastNo(pub u8);

/// A port, by its number on the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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

/// A place is kept as words and numbers, so that it can be the key of a map in JSON.
impl Serialize for Place {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Place::Sea(sea, area) => serializer.collect_str(&format_args!("sea {} {area}", sea.0)),
            Place::Coast(coast) => serializer.collect_str(&format_args!("coast {}", coast.0)),
            Place::Harbor(port) => serializer.collect_str(&format_args!("harbor {}", port.0)),
            Place::River(at) => serializer.collect_str(&format_args!("river {} {}", at.col, at.row)),
            Place::Transit(sea, turns) => serializer.collect_str(&format_args!("transit {} {turns}", sea.0)),
        }
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        kept(&text).ok_or_else(|| serde::de::Error::custom(format!("{text:?} is no place of a ship")))
    }
}

fn kept(text: &str) -> Option<Place> {
    let mut words = text.split(' ');
    let (what, first) = (words.next()?, words.next()?);
    let second = words.next();
    let small = |word: Option<&str>| -> Option<u8> { word?.parse().ok() };
    match what {
        "sea" => Some(Place::Sea(SeaNo(first.parse().ok()?), small(second)?)),
        "coast" => Some(Place::Coast(CoastNo(first.parse().ok()?))),
        "harbor" => Some(Place::Harbor(PortNo(first.parse().ok()?))),
        "river" => Some(Place::River(StrategicSquare { col: first.parse().ok()?, row: small(second)? })),
        "transit" => Some(Place::Transit(SeaNo(first.parse().ok()?), small(second)?)),
        _ => None,
    }
}
