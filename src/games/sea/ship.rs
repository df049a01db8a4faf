//! Ships and transport groups (WISC 2.2-2.7, N-30).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::chart::PortNo;
use crate::kind::Kind;
use crate::place::Place;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::NationCode;
pub use fieldpost_ground::quality::Quality;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_ground::unit::UnitId;

/// A ship's id, such as `US1FR` (2.2). "The lowest id" is by nation, number, type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShipId {
    /// The state that she sails for.
    pub nation: NationCode,
    pub number: u16,
    /// Her type.
    pub kind: Kind,
}

impl fmt::Display for ShipId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.nation, self.number, self.kind.code())
    }
}

impl fmt::Debug for ShipId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for ShipId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is no ship's id such as US1FR");
        let (nation, rest) = text.trim().split_at_checked(2).ok_or_else(wrong)?;
        let (number, kind) = rest.split_at_checked(rest.len().wrapping_sub(2)).ok_or_else(wrong)?;
        let number: u16 = number.parse().ok().filter(|number| *number > 0).ok_or_else(wrong)?;
        Ok(ShipId {
            nation: NationCode::new(nation).ok_or_else(wrong)?,
            number,
            kind: Kind::of_code(kind).ok_or_else(wrong)?,
        })
    }
}

impl Serialize for ShipId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ShipId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Hull or propulsion damage at which a ship sinks, or goes nowhere by herself (2.2, N-45).
pub const WRECK: u8 = 5;

/// Turns that reactivation takes (2.6).
pub const REACTIVATION: u8 = 4;

/// Whether a ship serves (2.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// She does.
    Active,
    /// She is laid up.
    Inactive,
    /// She is being fitted out again: the turns that are left.
    FittingOut(u8),
}

/// A ship or a transport group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ship {
    pub id: ShipId,
    /// Her name; a transport group has none.
    #[serde(default)]
    pub name: String,
    pub at: Place,
    /// Her base port, unless she has none.
    #[serde(default)]
    pub base: Option<PortNo>,
    /// Who gives her orders.
    pub commander: PlayerNo,
    /// Who does if the commander sends none.
    #[serde(default)]
    pub deputy: Option<PlayerNo>,
    /// Sailors aboard.
    pub crew: u32,
    /// Marines aboard.
    #[serde(default)]
    pub marines: u32,
    /// What they are worth.
    pub quality: Quality,
    /// What they have learned.
    pub experience: u32,
    /// Their morale, which no rule uses (2.2).
    pub morale: u8,
    /// Naval stores in her hold.
    pub stores: u32,
    /// Turns she was out without stores, to be paid in port first (3.4, N-66).
    #[serde(default)]
    pub stores_debt: u32,
    /// Damage to her hull, 0 to 5.
    #[serde(default)]
    pub hull: u8,
    /// Damage to her engines or rigging, 0 to 5.
    #[serde(default)]
    pub propulsion: u8,
    /// Whether she has a ram (7.5).
    pub ram: bool,
    /// Whether she steams (N-48).
    pub fast: bool,
    /// Whether she serves.
    pub status: Status,
    /// The ship whose orders she sails under (4.2).
    #[serde(default)]
    pub attached_to: Option<ShipId>,
    /// The river square from which she last came (N-59).
    #[serde(default)]
    pub came_from: Option<StrategicSquare>,
    /// What a transport group can carry (2.4), in men.
    #[serde(default)]
    pub capacity: u32,
    /// The land units aboard, by their ids.
    #[serde(default)]
    pub cargo: Vec<UnitId>,
    /// Supplies for land units aboard.
    #[serde(default)]
    pub supplies: u32,
    /// Naval stores that she carries as cargo (3.4).
    #[serde(default)]
    pub extra_stores: u32,
}

impl Ship {
    /// A ship as she is launched: her type's whole crew and stores, average quality.
    pub fn new(id: ShipId, at: Place, commander: PlayerNo) -> Ship {
        Ship {
            id,
            name: String::new(),
            at,
            base: None,
            commander,
            deputy: None,
            crew: id.kind.row().crew,
            marines: 0,
            quality: Quality::Average,
            experience: 5,
            morale: 3,
            stores: id.kind.row().stores,
            stores_debt: 0,
            hull: 0,
            propulsion: 0,
            ram: false,
            fast: id.kind.row().fast,
            status: Status::Active,
            attached_to: None,
            came_from: None,
            capacity: 0,
            cargo: Vec::new(),
            supplies: 0,
            extra_stores: 0,
        }
    }

    /// Whether she is a warship that serves: what bars, raids and fights (N-71).
    pub fn is_warship(&self) -> bool {
        self.is_active() && !self.id.kind.is_transport()
    }

    /// Whether she serves.
    pub fn is_active(&self) -> bool {
        self.status == Status::Active
    }

    /// WISC 2.6: whether there is anybody aboard to sail her: a ship taken without crew waits for men of another's.
    pub fn is_manned(&self) -> bool {
        self.crew > 0
    }

    /// Whether she makes way by herself: with engines or rigging (N-45), and with people to work them.
    pub fn makes_way(&self) -> bool {
        self.propulsion < WRECK && self.is_manned()
    }

    /// The limit of her crew (2.7): of transports one man for ten of capacity.
    pub fn whole_crew(&self) -> u32 {
        if self.id.kind.is_transport() { self.capacity / 10 } else { self.id.kind.row().crew }
    }

    /// Whether she goes to sea areas (2.1).
    pub fn is_seagoing(&self) -> bool {
        !self.id.kind.is_river()
    }

    /// What she is called in sentences: her name with her id, or the id.
    pub fn called(&self) -> String {
        if self.name.is_empty() { self.id.to_string() } else { format!("{} ({})", self.name, self.id) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_and_ordered_as_people_count() {
        let ids = ["US10SL", "CS2RI", "US2SL", "US2FR"];
        let mut ids: Vec<ShipId> = ids.iter().map(|id| id.parse().unwrap()).collect();
        ids.sort();
        assert_eq!(
            ids.iter().map(ShipId::to_string).collect::<Vec<_>>().join(" "),
            "CS2RI US2FR US2SL US10SL"
        );
        for wrong in ["", "US", "USFR", "US0FR", "US1XX", "1FR", "U\u{e9}1FR"] {
            assert!(wrong.parse::<ShipId>().is_err(), "{wrong}");
        }
    }
}
