//! A case file as it is written. An unknown key is an error.

use std::collections::BTreeMap;

use serde::Deserialize;

pub use crate::shared::{OrderFile, RelationFile};
use crate::shared::{first_seed, middle, one};

/// One rule case.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseFile {
    #[serde(default)]
    pub rules: Vec<String>,
    #[serde(default)]
    pub says: String,
    #[serde(default)]
    pub quote: String,
    #[serde(default)]
    pub ruleset: String,
    /// The chart and the land below it: `cwol`.
    #[serde(default = "cwol")]
    pub theatre: String,
    /// `campaign` or `deployment`.
    #[serde(default = "campaign")]
    pub turn: String,
    #[serde(default = "one")]
    pub turns: u32,
    pub stop: Option<String>,
    #[serde(default = "first_seed")]
    pub seed: u64,
    #[serde(default = "one")]
    pub trials: u32,
    /// The month of the first turn.
    #[serde(default = "april")]
    pub month: u8,
    /// `fair` or `drawn`.
    #[serde(default = "fair")]
    pub weather: String,
    #[serde(default)]
    pub wind: BTreeMap<String, String>,
    #[serde(default)]
    pub strength: BTreeMap<String, String>,
    #[serde(default)]
    pub storm: Vec<String>,
    /// Whether the season ends with the last turn.
    #[serde(default)]
    pub season_ends: bool,
    #[serde(default)]
    pub relation: Vec<RelationFile>,
    #[serde(default)]
    pub ship: Vec<ShipFile>,
    #[serde(default)]
    pub port: Vec<PortFile>,
    #[serde(default)]
    pub river: Vec<RiverFile>,
    #[serde(default)]
    pub unit: Vec<UnitFile>,
    /// Depots, by square.
    #[serde(default)]
    pub depot: Vec<DepotFile>,
    /// Land battles that ships may fire into.
    #[serde(default)]
    pub battle: Vec<BattleFile>,
    #[serde(default)]
    pub order: Vec<OrderFile>,
    #[serde(default)]
    pub letter: Vec<LetterFile>,
    #[serde(default)]
    pub expect: Vec<toml::Table>,
}

/// A ship; what it leaves out comes from her type.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipFile {
    pub id: String,
    pub at: String,
    pub area: Option<u8>,
    pub crew: Option<u32>,
    pub marines: Option<u32>,
    pub quality: Option<String>,
    pub experience: Option<u32>,
    pub morale: Option<u8>,
    pub stores: Option<u32>,
    pub stores_debt: Option<u32>,
    pub hull: Option<u8>,
    pub propulsion: Option<u8>,
    pub ram: Option<bool>,
    pub fast: Option<bool>,
    pub gauge: Option<String>,
    pub base: Option<String>,
    pub attached_to: Option<String>,
    pub came_from: Option<String>,
    pub status: Option<String>,
    pub capacity: Option<u32>,
    #[serde(default)]
    pub cargo: Vec<String>,
    pub supplies: Option<u32>,
    pub extra_stores: Option<u32>,
    pub commander: Option<String>,
    pub deputy: Option<String>,
    pub name: Option<String>,
    pub orders: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PortFile {
    pub name: String,
    pub control: Option<String>,
    pub stores: Option<u32>,
    pub yard: Option<u32>,
    /// Ships on the stocks: how many sloops, or types with the turns that they still take, such as `SL 2`.
    pub building: Option<toml::Value>,
    pub supplies: Option<u32>,
    #[serde(default)]
    pub besieged: bool,
}

/// Who holds a whole river.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RiverFile {
    pub name: String,
    pub holder: String,
}

/// A land unit.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitFile {
    pub id: String,
    pub at: String,
    #[serde(default = "middle")]
    pub tac: String,
    pub strength: Option<u32>,
    pub batteries: Option<u32>,
    pub quality: Option<String>,
    pub supplies: Option<u32>,
    pub aboard: Option<String>,
    pub status: Option<String>,
    pub orders: Option<String>,
    /// What ships do not ask of a land unit.
    pub regiments: Option<u8>,
    pub experience: Option<u16>,
    pub morale: Option<u8>,
    pub fatigue: Option<u16>,
    pub in_fort: Option<bool>,
    pub initiative: Option<u8>,
    pub ammunition: Option<u16>,
    pub stragglers: Option<u32>,
    pub weapon: Option<String>,
    pub guns: Option<String>,
    pub commander: Option<String>,
    pub deputy: Option<String>,
    pub source: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepotFile {
    pub at: String,
    #[serde(default = "middle")]
    pub tac: String,
    pub side: String,
    /// `depot` or `cache`, which is one to ships.
    pub kind: Option<String>,
    #[serde(default)]
    pub supplies: u32,
}

/// A battle on land.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleFile {
    pub at: String,
    pub tac: String,
    pub phase: u8,
    pub between: Vec<String>,
}

/// A whole letter.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LetterFile {
    pub text: String,
}

fn cwol() -> String {
    "cwol".into()
}

fn campaign() -> String {
    "campaign".into()
}

fn fair() -> String {
    "fair".into()
}

fn april() -> u8 {
    4
}
