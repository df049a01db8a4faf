//! Units of land books as the house names them: nation, number, type (chapter 3). Ships carry and see units too, and know no more of
//! their ids than this.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::nation::NationCode;
use fieldpost_engine::piece::Piece;

/// The types of rule 3.1 of the three books, with the pontoon bridge of 12.4. New ones come last: ids are in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnitType {
    Infantry,
    LightInfantry,
    HeavyCavalry,
    MediumCavalry,
    LightCavalry,
    HorseArtillery,
    LightArtillery,
    SiegeArtillery,
    NavalBattery,
    Militia,
    ArmyHq,
    CorpsHq,
    PontoonBridge,
    Cavalry,
    MediumArtillery,
}

impl UnitType {
    /// Every type with its two letters; its book says what it is.
    pub const ALL: [(UnitType, &'static str); 15] = [
        (UnitType::Infantry, "IN"),
        (UnitType::LightInfantry, "LI"),
        (UnitType::HeavyCavalry, "HC"),
        (UnitType::MediumCavalry, "MC"),
        (UnitType::LightCavalry, "LC"),
        (UnitType::HorseArtillery, "HA"),
        (UnitType::LightArtillery, "LA"),
        (UnitType::SiegeArtillery, "SA"),
        (UnitType::NavalBattery, "NB"),
        (UnitType::Militia, "MI"),
        (UnitType::ArmyHq, "AQ"),
        (UnitType::CorpsHq, "CQ"),
        (UnitType::PontoonBridge, "PB"),
        (UnitType::Cavalry, "CV"),
        (UnitType::MediumArtillery, "MA"),
    ];

    /// The two letters of its unit ids.
    pub fn code(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The type of two letters, in any case.
    pub fn of_code(code: &str) -> Option<Self> {
        Self::ALL.iter().find(|row| row.1.eq_ignore_ascii_case(code)).map(|row| row.0)
    }

    /// Army or corps headquarters.
    pub fn is_hq(self) -> bool {
        matches!(self, UnitType::ArmyHq | UnitType::CorpsHq)
    }

    /// A brigade in the sense of rule 3.1: neither headquarters nor pontoon bridge.
    pub fn is_brigade(self) -> bool {
        !self.is_hq() && self != UnitType::PontoonBridge
    }

    /// Cavalry, be it heavy, medium, light or of one sort.
    pub fn is_cavalry(self) -> bool {
        matches!(
            self,
            UnitType::HeavyCavalry | UnitType::MediumCavalry | UnitType::LightCavalry | UnitType::Cavalry
        )
    }

    /// Artillery of any sort, or a naval battery.
    pub fn is_artillery(self) -> bool {
        matches!(
            self,
            UnitType::HorseArtillery
                | UnitType::LightArtillery
                | UnitType::MediumArtillery
                | UnitType::SiegeArtillery
                | UnitType::NavalBattery
        )
    }
}

/// A unit's id, such as `FR3IN` (rule 3.1). "Id order" is nation, number, type.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct UnitId {
    /// The nation that fields it.
    pub nation: NationCode,
    /// Its number within that nation.
    pub number: u16,
    pub kind: UnitType,
}

impl UnitId {
    /// The unit that is called so and not otherwise: `FR3IN` is one, `FR03IN` is nobody's id.
    pub fn spelt(words: &str) -> Option<UnitId> {
        words.parse().ok().filter(|id: &UnitId| id.to_string() == words)
    }
}

impl Ord for UnitId {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |id: &Self| (id.nation, u32::from(id.number) << 8 | id.kind as u32);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for UnitId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.nation, self.number, self.kind.code())
    }
}

impl fmt::Debug for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is no unit id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a unit id such as FR3IN (nation, number, type)")]
pub struct NotAUnitId(pub String);

impl From<UnitId> for Piece {
    fn from(unit: UnitId) -> Self {
        Piece::from(unit.to_string())
    }
}

impl FromStr for UnitId {
    type Err = NotAUnitId;

    fn from_str(text: &str) -> Result<Self, NotAUnitId> {
        let wrong = || NotAUnitId(text.into());
        if !text.is_ascii() || !(5..=9).contains(&text.len()) {
            return Err(wrong());
        }
        let (nation, rest) = text.split_at(2);
        let (number, kind) = rest.split_at(rest.len() - 2);
        let all_digits = number.bytes().all(|byte| byte.is_ascii_digit());
        let number = number.parse::<u16>().ok().filter(|_| all_digits).ok_or_else(wrong)?;
        Ok(UnitId {
            nation: NationCode::new(nation).ok_or_else(wrong)?,
            number,
            kind: UnitType::of_code(kind).ok_or_else(wrong)?,
        })
    }
}

fieldpost_engine::written!(UnitId);

impl Serialize for UnitId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for UnitId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
