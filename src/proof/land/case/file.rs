//! A case file as it is written, with every default the format gives. An unknown key is an error.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::foretold::ForetoldFile;
pub use crate::shared::{OrderFile, RelationFile};
use crate::shared::{first_seed, middle, one};
use toml::Spanned;

use crate::sea::case::file::{PortFile, RiverFile as HeldFile, ShipFile};
use fieldpost_ground::square::{Grid, StrategicSquare};
use fieldpost_land::means::Prices;

/// One rule case.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseFile {
    /// The rules it proves.
    #[serde(default)]
    pub rules: Vec<String>,
    /// What it shows, in a sentence.
    #[serde(default)]
    pub says: String,
    /// The rulebook.
    #[serde(default = "euwol")]
    pub ruleset: String,
    /// What kind of turn is run.
    #[serde(default)]
    pub turn: TurnKind,
    /// How many turns.
    #[serde(default = "one")]
    pub turns: u32,
    /// The last phase of the last turn, if not the whole turn.
    pub stop: Option<String>,
    /// The seed of the first trial.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// How many trials, with seeds counted up.
    #[serde(default = "one")]
    pub trials: u32,
    /// Turns of the season that were played before the first (rule 5.1).
    #[serde(default)]
    pub played: u32,
    /// Whether two nations were hostile in the campaign before the first turn (rule 5.1).
    #[serde(default)]
    pub hostilities: bool,
    /// Squares where a battle was fought on the turn before (rule 7.5).
    #[serde(default)]
    pub battles: Vec<String>,
    #[serde(default)]
    pub map: MapFile,
    /// Whose a state is, where the map has it otherwise.
    #[serde(default)]
    pub owners: BTreeMap<String, String>,
    /// How nations stand that are not hostile.
    #[serde(default)]
    pub relation: Vec<RelationFile>,
    #[serde(default)]
    pub city: Vec<Spanned<CityFile>>,
    /// The depots and caches.
    #[serde(default)]
    pub depot: Vec<Spanned<DepotFile>>,
    /// Players besides the nations' own, and who holds which office.
    #[serde(default)]
    pub player: Vec<Spanned<PlayerFile>>,
    /// Depots in reserve (ROTD-CWOL 11.7).
    #[serde(default)]
    pub reserve: Vec<ReserveFile>,
    /// The sentence of the book that the case proves.
    #[serde(default)]
    pub quote: String,
    /// The rulebooks under which it is run, if more than one.
    #[serde(default)]
    pub rulesets: Vec<String>,
    /// What treasuries hold.
    #[serde(default)]
    pub treasury: Vec<TreasuryFile>,
    /// What they pay for what they buy.
    #[serde(default)]
    pub prices: Prices,
    #[serde(default)]
    pub unit: Vec<Spanned<UnitFile>>,
    /// What ministers, governors and army commanders order.
    #[serde(default)]
    pub order: Vec<Spanned<OrderFile>>,
    /// Whole letters, for the rules of who may order what.
    #[serde(default)]
    pub letter: Vec<Spanned<LetterFile>>,
    /// River transports, until there are ships.
    #[serde(default)]
    pub ferry: Vec<Spanned<FerryFile>>,
    /// The rulebook of the ships that are played beside: `wisc-cwol`. What follows stands only beside it.
    pub ships: Option<String>,
    /// The map and the chart that are there already: `cwol`.
    pub theatre: Option<String>,
    /// The coastal waters of a map of the case's own.
    pub sea: Option<SeaFile>,
    /// `fair` or `drawn`.
    pub weather: Option<String>,
    /// Where the wind blows from, by sea area.
    #[serde(default)]
    pub wind: BTreeMap<String, String>,
    /// How hard it blows.
    #[serde(default)]
    pub strength: BTreeMap<String, String>,
    #[serde(default)]
    pub storm: Vec<String>,
    /// The month of the first turn.
    pub month: Option<u8>,
    /// Whether the season ends with the last turn.
    pub season_ends: Option<bool>,
    #[serde(default)]
    pub ship: Vec<Spanned<ShipFile>>,
    /// Ports, as far as they are more than their cities.
    #[serde(default)]
    pub port: Vec<Spanned<PortFile>>,
    /// Who holds whole rivers.
    #[serde(default)]
    pub river: Vec<Spanned<HeldFile>>,
    /// What must come of it; the keys depend on what is looked at.
    #[serde(default)]
    pub expect: Vec<Spanned<toml::Table>>,
    /// What receipts must say of it, and must not.
    #[serde(default)]
    pub(crate) foretold: Vec<Spanned<ForetoldFile>>,
    /// Whether it is played on the theatre's map, and not on one of its own.
    #[serde(skip)]
    pub on_theatre: bool,
}

impl CaseFile {
    /// A key that stands only where there are ships, if the case has one.
    pub fn key_of_ships(&self) -> Option<&'static str> {
        let units = self.unit.iter().any(|unit| unit.get_ref().aboard.is_some());
        let keys = [
            ("theatre", self.theatre.is_some()),
            ("sea", self.sea.is_some()),
            ("weather", self.weather.is_some()),
            ("wind", !self.wind.is_empty()),
            ("strength", !self.strength.is_empty()),
            ("storm", !self.storm.is_empty()),
            ("month", self.month.is_some()),
            ("season_ends", self.season_ends.is_some()),
            ("ship", !self.ship.is_empty()),
            ("port", !self.port.is_empty()),
            ("river", !self.river.is_empty()),
            ("aboard", units),
        ];
        keys.into_iter().find(|key| key.1).map(|key| key.0)
    }
}

/// The seas about a map of the case's own.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeaFile {
    /// Coastal waters by their codes.
    #[serde(default)]
    pub coast: BTreeMap<String, CoastFile>,
}

/// Coastal waters: the squares of the map that are theirs, or those with more.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum CoastFile {
    /// Squares, with blanks between.
    Squares(String),
    /// The same as a list.
    List(Vec<String>),
    /// With the sea area that they are connected to, and the side on which it lies.
    Whole { water: String, sea: Option<String>, seaward: Option<String> },
}

/// The depots that a nation has in reserve.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReserveFile {
    pub nation: String,
    pub depots: u32,
}

/// The kinds of turn (rules 5.2, 7.17).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TurnKind {
    #[default]
    Campaign,
    Deployment,
    Peace,
}

/// The strategic map.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MapFile {
    /// Columns x rows.
    pub size: String,
    /// Owner of all land of which nothing else is said.
    pub nation: String,
    pub terrain: BTreeMap<String, String>,
    pub owner: BTreeMap<String, String>,
    pub rail: Vec<String>,
    pub range: Vec<String>,
    pub river: Vec<RiverFile>,
    pub control: BTreeMap<String, ControlFile>,
    /// A square's 15 lines of 15 marks.
    pub tactical: BTreeMap<String, String>,
    /// A square's 15 lines of 15 digits.
    pub ratings: BTreeMap<String, String>,
    pub rails: BTreeMap<String, Vec<String>>,
    pub bridges: BTreeMap<String, Vec<String>>,
    /// Diagonal steps that the map bars by name (GITM-NWOL 7.4).
    pub no_diagonal: Vec<[String; 2]>,
    /// Squares whose track has been destroyed.
    pub destroyed_track: Vec<String>,
    /// Squares whose bridges have been destroyed, and the track with them.
    pub destroyed_bridges: Vec<String>,
}

impl Default for MapFile {
    fn default() -> Self {
        MapFile {
            size: "5x5".into(),
            nation: "France".into(),
            terrain: BTreeMap::new(),
            owner: BTreeMap::new(),
            rail: Vec::new(),
            range: Vec::new(),
            river: Vec::new(),
            control: BTreeMap::new(),
            tactical: BTreeMap::new(),
            ratings: BTreeMap::new(),
            rails: BTreeMap::new(),
            bridges: BTreeMap::new(),
            no_diagonal: Vec::new(),
            destroyed_track: Vec::new(),
            destroyed_bridges: Vec::new(),
        }
    }
}

/// A river through squares.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RiverFile {
    pub path: String,
    #[serde(default = "fordable")]
    pub class: String,
}

/// Who controls a square's railway and river.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ControlFile {
    pub rail: Option<String>,
    pub river: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CityFile {
    pub name: String,
    pub at: String,
    #[serde(default = "middle")]
    pub tac: String,
    pub nation: Option<String>,
    pub control: Option<String>,
    #[serde(default)]
    pub supplies: u32,
    #[serde(default)]
    pub manufacturing: u8,
    #[serde(default = "none")]
    pub port: String,
    pub fort: Option<FortFile>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FortFile {
    pub strength: u8,
    pub capacity: u32,
}

/// A depot or cache.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepotFile {
    #[serde(default = "depot")]
    pub kind: String,
    pub at: String,
    #[serde(default = "middle")]
    pub tac: String,
    pub side: String,
    #[serde(default)]
    pub supplies: u32,
}

/// A player, as a scenario has one: an office held here is none of the nation's own player's.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerFile {
    pub name: String,
    pub nation: String,
    /// Titles such as `War Minister` or `Governor of Bohemia`.
    #[serde(default)]
    pub offices: Vec<String>,
}

/// A nation's treasury.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreasuryFile {
    pub nation: String,
    #[serde(default)]
    pub eg: u32,
    #[serde(default)]
    pub mp: u32,
    #[serde(default)]
    pub manpower: u32,
}

/// A unit; what it leaves out comes from its type.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitFile {
    pub id: String,
    /// A square; of a unit in the garrison of a port off the map that port, of one aboard whatever it says.
    #[serde(default)]
    pub at: String,
    #[serde(default = "middle")]
    pub tac: String,
    /// The transport group that it is aboard of.
    pub aboard: Option<String>,
    pub strength: Option<u32>,
    pub regiments: Option<u8>,
    pub batteries: Option<u8>,
    pub quality: Option<String>,
    pub experience: Option<u16>,
    pub morale: Option<u8>,
    pub fatigue: Option<u16>,
    pub initiative: Option<u8>,
    pub weapon: Option<String>,
    pub guns: Option<String>,
    pub supplies: Option<u8>,
    pub ammunition: Option<u8>,
    pub stragglers: Option<u32>,
    pub killed: Option<u32>,
    pub wounded: Option<u32>,
    pub prisoners: Option<u32>,
    /// Turns running without anything to eat.
    pub hungry: Option<u8>,
    pub status: Option<String>,
    #[serde(default)]
    pub in_fort: bool,
    /// A militia's home state; the nation if left out.
    pub home: Option<String>,
    /// A militia's home city; the nearest of its home state if left out.
    pub home_city: Option<String>,
    pub commander: Option<String>,
    pub deputy: Option<String>,
    pub source: Option<String>,
    /// Whether a pontoon bridge is laid; left out, one in a river square without a railway bridge is.
    pub deployed: Option<bool>,
    pub orders: Option<String>,
}

/// A whole letter, taken by the desk after all `[[order]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LetterFile {
    /// What it says.
    pub text: String,
    /// What must come of it: `obeyed`, `partly obeyed`, `refused`.
    pub verdict: Option<String>,
}

/// A river transport that ferries.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FerryFile {
    pub id: String,
    pub at: String,
    #[serde(default = "middle")]
    pub tac: String,
    pub side: String,
    pub capacity: u32,
    #[serde(default)]
    pub load: u32,
}

/// The line of a byte of the text, counted from 1.
pub fn line_of(text: &str, byte: usize) -> usize {
    1 + text.bytes().take(byte).filter(|byte| *byte == b'\n').count()
}

fn euwol() -> String {
    "rotd-euwol".into()
}

fn fordable() -> String {
    "fordable".into()
}

fn none() -> String {
    "none".into()
}

fn depot() -> String {
    "depot".into()
}

/// A square of the map.
///
/// # Errors
/// If it is none.
pub fn strategic(grid: &Grid, name: &str) -> Result<StrategicSquare, String> {
    grid.parse(name).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_file_is_a_case_with_all_defaults() {
        let case: CaseFile = toml::from_str("").unwrap();
        assert_eq!((case.turns, case.trials, case.seed), (1, 1, 1));
        assert_eq!((case.ruleset.as_str(), case.turn), ("rotd-euwol", TurnKind::Campaign));
        assert_eq!((case.map.size.as_str(), case.map.nation.as_str()), ("5x5", "France"));
    }

    #[test]
    fn an_unknown_key_is_named_with_its_line() {
        let wrong = "says = \"x\"\n[[unit]]\nid = \"FR1IN\"\nat = \"A0-N0\"\nmoral = 3\n";
        let error = toml::from_str::<CaseFile>(wrong).unwrap_err().to_string();
        assert!(error.contains("moral") && error.contains("line 5"), "{error}");
    }
}
