//! Units (chapter 3).

use serde::{Deserialize, Serialize};

pub use fieldpost_ground::quality::Quality;
use fieldpost_ground::square::{Grid, StrategicSquare, TacticalSquare};
pub use fieldpost_ground::unit::{NotAUnitId, UnitId, UnitType};

/// Personal arms (rule 3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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
pub enum Guns {
    Smoothbore,
    Rifled,
    Breech,
    Mitrailleuse,
}

/// Whether a unit acts (chapters 13 and 14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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
    pub id: UnitId,
    pub at: StrategicSquare,
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
    pub regiments: u8,
    pub batteries: u8,
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
