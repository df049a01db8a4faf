//! Units (chapter 3).

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use fieldpost_engine::piece::Piece;
use fieldpost_ground::nation::NationCode;
pub use fieldpost_ground::quality::Quality;
use fieldpost_ground::square::{Grid, StrategicSquare, TacticalSquare};

/// The types of rule 3.1 of the three books, with the pontoon bridge of 12.4. New ones come last: ids are in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
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
    /// Every type with its two letters; what it is its book says ([`Book::kind`](crate::book::Book::kind)).
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
    /// Its type.
    pub kind: UnitType,
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

/// Personal arms (rule 3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Weapon {
    Musket,
    Rifle,
    Breechloader,
    Chassepot,
    Carbine,
    #[serde(rename = "breech carbine")]
    BreechCarbine,
    Sabre,
    /// Artillery without infantry, headquarters, bridges.
    None,
}

/// Guns (rule 3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Guns {
    Smoothbore,
    Rifled,
    Breech,
    Mitrailleuse,
}

/// Whether a unit acts (chapters 13 and 14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Status {
    Active,
    Inactive,
    Shattered,
}

/// Where a unit draws its supplies (rule 11.13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// A corps headquarters.
    Unit(UnitId),
    /// A city, by name.
    City(String),
    /// The depot or cache in a square.
    Depot(StrategicSquare),
}

impl Source {
    /// Its name in reports: the headquarters, the city, or the square of the depot.
    pub fn words(&self, grid: &Grid) -> String {
        match self {
            Source::Unit(id) => id.to_string(),
            Source::City(name) => name.clone(),
            Source::Depot(at) => format!("the depot in {}", grid.label(*at)),
        }
    }
}

/// A unit and everything its status report shows (rules 3.1 to 3.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Its id.
    pub id: UnitId,
    /// Strategic square.
    pub at: StrategicSquare,
    /// Tactical square.
    pub tac: TacticalSquare,
    /// Whether it is inside the fort of its city square.
    pub in_fort: bool,
    /// A militia's home state, by name (rule 7.1).
    pub home: String,
    /// A militia's home city, by name, in a book in which militia have one (rule 7.17).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home_city: Option<String>,
    /// Men, gunners included.
    pub strength: u32,
    /// Regiments.
    pub regiments: u8,
    /// Batteries.
    pub batteries: u8,
    /// Quality.
    pub quality: Quality,
    /// Experience, 0 upward.
    pub experience: u16,
    /// Morale, 0 to 100.
    pub morale: u8,
    /// Fatigue, 0 upward.
    pub fatigue: u16,
    /// Initiative, 1 (first) to 5.
    pub initiative: u8,
    /// Personal arm.
    pub weapon: Weapon,
    /// Guns of its batteries.
    pub guns: Guns,
    /// Supplies carried: 0 or 1, a corps headquarters up to 12 (rule 11.9).
    pub supplies: u8,
    /// Ammunition, 0 to 5 (rule 11.11).
    pub ammunition: u8,
    /// Turns running in which it had nothing to eat and could not requisition (rules 3.7, 11.10; R-3.7b).
    #[serde(default, skip_serializing_if = "is_none")]
    pub hungry: u8,
    /// Whether the supplies that it carries came with ammunition: of a corps headquarters that last loaded from a
    /// good source (details, ammunition).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub munitions: bool,
    /// Whether it acts.
    pub status: Status,
    /// Whether it was in communications at the start of this turn (rule 11.1, R-11.1).
    pub in_communications: bool,
    /// What its communications run to: a headquarters or a city, as the status report shows it.
    pub communications: Option<Source>,
    /// Its supply source on the last status report (rule 11.13).
    pub source: Option<Source>,
    /// Men lost in the run so far to fire, melee, bombardment and shattering.
    pub casualties: u32,
    /// Men of it lying wounded.
    pub wounded: u32,
    /// Men of it straggling.
    pub stragglers: u32,
    /// Men of it in enemy hands.
    pub prisoners: u32,
    /// Men of it killed.
    pub killed: u32,
    /// Whether it is a pontoon bridge that lies in the river square where it stands (rule 12.4).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deployed: bool,
    /// How far a shattered unit has reformed; none for others, and for one that a file says is shattered (rule 14.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reforming: Option<Reforming>,
}

/// How far a shattered unit has reformed (rules 14.3 to 14.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reforming {
    /// Ends of turns until it is ready, that of the running turn counted.
    pub turns_left: u8,
    /// Ends of turns at which it has lain shattered.
    pub turns: u8,
    /// Ends of turns at which it was ready and could not.
    pub failed: u8,
}

impl Reforming {
    /// A unit that is ready at the end of this turn: what one has that a file says is shattered.
    pub const DUE: Reforming = Reforming { turns_left: 1, turns: 0, failed: 0 };
}

fn is_none(turns: &u8) -> bool {
    *turns == 0
}

impl Unit {
    /// Active, and neither headquarters nor pontoon bridge (G-09): what exits, contact and sight count.
    pub fn is_combat(&self) -> bool {
        self.status == Status::Active && !self.id.kind.is_hq() && self.id.kind != UnitType::PontoonBridge
    }

    /// ROTD-EUWOL 12.4: whether it is a pontoon bridge that spans its square.
    pub fn spans(&self) -> bool {
        self.deployed && self.status != Status::Shattered
    }

    /// Whether it is active.
    pub fn is_active(&self) -> bool {
        self.status == Status::Active
    }
}
