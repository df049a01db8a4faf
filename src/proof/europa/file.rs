//! A case file as it is written. An unknown key is an error that names it.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::{Spanned, Value};

use crate::foretold::ForetoldFile;
use fieldpost_europa::map::{Basin, Natives, Port, Terrain};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CaseFile {
    #[serde(default, rename = "rules")]
    pub _rules: Vec<String>,
    #[serde(default, rename = "says")]
    pub _says: String,
    #[serde(default, rename = "quote")]
    pub _quote: String,
    #[serde(default, rename = "ruleset")]
    pub _ruleset: String,
    #[serde(default, rename = "rulesets")]
    pub _rulesets: Vec<String>,
    #[serde(default, rename = "source")]
    pub _source: String,
    #[serde(default = "one")]
    pub seed: u64,
    #[serde(default = "one")]
    pub trials: u64,
    #[serde(default = "one")]
    pub turns: u64,
    pub stop: Option<String>,
    #[serde(default)]
    pub initiative: Vec<String>,
    #[serde(default)]
    pub campaign: BTreeMap<String, String>,
    #[serde(default)]
    pub period: Option<u8>,
    #[serde(default)]
    pub round: Option<u32>,
    #[serde(default)]
    pub weather: Option<fieldpost_europa::position::Weather>,
    #[serde(default)]
    pub power: Vec<Spanned<PowerFile>>,
    #[serde(default)]
    pub map: MapFile,
    #[serde(default)]
    pub relation: Vec<RelationFile>,
    #[serde(default)]
    pub stack: Vec<Spanned<StackFile>>,
    #[serde(default)]
    pub die: Vec<DieFile>,
    #[serde(default)]
    pub loss: Vec<LossFile>,
    #[serde(default)]
    pub change: Vec<ChangeFile>,
    #[serde(default)]
    pub letter: Vec<Spanned<LetterFile>>,
    #[serde(default)]
    pub expect: Vec<Spanned<toml::Table>>,
    #[serde(default)]
    pub foretold: Vec<Spanned<ForetoldFile>>,
}

/// What a power is beyond its name.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PowerFile {
    pub name: String,
    pub treasury: Option<i64>,
    pub land: Option<String>,
    pub naval: Option<String>,
    #[serde(default)]
    pub minors: Vec<String>,
    #[serde(default)]
    pub passage: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct MapFile {
    pub map: Option<String>,
    pub land: Vec<String>,
    pub sea: Vec<String>,
    pub coast: BTreeMap<String, Value>,
    pub port: BTreeMap<String, Port>,
    pub nation: Option<String>,
    pub owner: BTreeMap<String, String>,
    pub control: BTreeMap<String, String>,
    pub revolt: BTreeMap<String, String>,
    pub pillage: BTreeMap<String, String>,
    pub terrain: BTreeMap<String, Terrain>,
    pub fortress: BTreeMap<String, u8>,
    pub fort: Vec<String>,
    pub overseas: Vec<String>,
    pub underdeveloped: Vec<String>,
    pub natives: BTreeMap<String, Natives>,
    pub basin: BTreeMap<String, Basin>,
    pub difficulty: BTreeMap<String, i32>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RelationFile {
    pub between: [String; 2],
    pub is: fieldpost_europa::position::Relation,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StackFile {
    pub id: String,
    pub owner: String,
    pub at: String,
    pub counters: Option<String>,
    pub arms: Option<BTreeMap<String, i32>>,
    pub fleet: Option<FleetFile>,
    pub privateer: Option<String>,
    pub leader: Option<LeaderFile>,
    #[serde(default)]
    pub in_port: bool,
    #[serde(default)]
    pub in_fortress: bool,
    #[serde(default)]
    pub besieging: bool,
    pub siege_works: Option<String>,
    #[serde(default)]
    pub breach: bool,
    pub blockading: Option<String>,
    pub out_of_supply: Option<bool>,
    #[serde(default)]
    pub hungry: u32,
    #[serde(default)]
    pub sheltered: bool,
    pub aboard: Option<String>,
    #[serde(default)]
    pub orders: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct FleetFile {
    pub counters: Option<String>,
    pub galleys: i32,
    pub warships: i32,
    pub transports: i32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaderFile {
    pub name: String,
    #[serde(default = "rank")]
    pub rank: String,
    #[serde(default)]
    pub manoeuvre: i32,
    #[serde(default)]
    pub fire: i32,
    #[serde(default)]
    pub shock: i32,
    #[serde(default)]
    pub siege: i32,
    pub values: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DieFile {
    pub of: String,
    pub by: String,
    pub on: Option<String>,
    pub shows: i32,
    pub times: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LossFile {
    pub stack: String,
    pub steps: i32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChangeFile {
    pub at_tick: u32,
    pub place: String,
    pub control: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LetterFile {
    pub text: String,
    pub verdict: Option<String>,
}

fn one() -> u64 {
    1
}

fn rank() -> String {
    "C".into()
}
