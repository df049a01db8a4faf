//! A scenario's texts as TOML has them.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::means::Prices;
use crate::muster::UnitEntry;
use crate::scenario::aims::VictoryEntry;
use crate::state::{DepotKind, Fort, Season};
use fieldpost_ground::square::TacticalSquare;

/// `scenario.toml`.
#[derive(Deserialize)]
#[serde(from = "WholeHead")]
pub struct Head {
    pub title: String,
    pub aim: Option<String>,
    pub ruleset: Spanned<String>,
    pub map: Spanned<String>,
    pub season: Option<Spanned<Season>>,
    pub calendar: CalendarEntry,
    pub parts: Vec<Spanned<String>>,
    /// The file of the ships, which the sea reads.
    pub fleet: Option<Spanned<String>>,
    /// Whether there are ships.
    pub has_ships: bool,
    pub forbidden: Vec<Spanned<String>>,
    pub owners: BTreeMap<Spanned<String>, Spanned<String>>,
    pub relation: Vec<RelationEntry>,
    pub player: Vec<Spanned<PlayerEntry>>,
    pub treasury: Vec<TreasuryEntry>,
    pub reserve: Vec<ReserveEntry>,
    pub prices: Prices,
    /// What is counted when the war ends.
    pub victory: Option<VictoryEntry>,
    /// What may as well stand in another file.
    pub part: Part,
}

/// Unknown keys are refused, which TOML's reader cannot do for a table within a table that shares its keys:
/// so the keys of [`Part`] are listed here again.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WholeHead {
    #[serde(rename = "format")]
    _format: FormatOne,
    title: String,
    aim: Option<String>,
    ruleset: Spanned<String>,
    map: Spanned<String>,
    season: Option<Spanned<Season>>,
    calendar: CalendarEntry,
    #[serde(default)]
    parts: Vec<Spanned<String>>,
    fleet: Option<Spanned<String>>,
    /// The rulebook of the ships, which the campaign reads.
    ships: Option<String>,
    #[serde(default)]
    forbidden: Vec<Spanned<String>>,
    #[serde(default)]
    owners: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    relation: Vec<RelationEntry>,
    #[serde(default)]
    player: Vec<Spanned<PlayerEntry>>,
    #[serde(default)]
    treasury: Vec<TreasuryEntry>,
    #[serde(default)]
    reserve: Vec<ReserveEntry>,
    #[serde(default)]
    prices: Prices,
    victory: Option<VictoryEntry>,
    #[serde(default)]
    city: Vec<CityEntry>,
    #[serde(default)]
    depot: Vec<DepotEntry>,
    #[serde(default)]
    control: Vec<ControlEntry>,
    #[serde(default)]
    unit: Vec<Spanned<UnitEntry>>,
}

impl From<WholeHead> for Head {
    fn from(whole: WholeHead) -> Self {
        let WholeHead { city, depot, control, unit, .. } = whole;
        Head {
            title: whole.title,
            aim: whole.aim,
            ruleset: whole.ruleset,
            map: whole.map,
            season: whole.season,
            calendar: whole.calendar,
            parts: whole.parts,
            fleet: whole.fleet,
            has_ships: whole.ships.is_some(),
            forbidden: whole.forbidden,
            owners: whole.owners,
            relation: whole.relation,
            player: whole.player,
            treasury: whole.treasury,
            reserve: whole.reserve,
            prices: whole.prices,
            victory: whole.victory,
            part: Part { city, depot, control, unit },
        }
    }
}

/// Depots that a nation has in reserve (ROTD-CWOL 11.7).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReserveEntry {
    pub nation: Spanned<String>,
    pub depots: u32,
}

/// The number 1: the only format there is.
#[derive(Deserialize)]
#[serde(try_from = "u32")]
struct FormatOne;

impl TryFrom<u32> for FormatOne {
    type Error = String;

    fn try_from(number: u32) -> Result<Self, String> {
        if number == 1 { Ok(FormatOne) } else { Err(format!("expected scenario format 1, found {number}")) }
    }
}

/// A further file of the scenario.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    #[serde(default)]
    pub city: Vec<CityEntry>,
    #[serde(default)]
    pub depot: Vec<DepotEntry>,
    #[serde(default)]
    pub control: Vec<ControlEntry>,
    #[serde(default)]
    pub unit: Vec<Spanned<UnitEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalendarEntry {
    pub begins: Spanned<String>,
    pub days_a_turn: Spanned<u16>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RelationEntry {
    pub between: Vec<Spanned<String>>,
    pub is: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerEntry {
    pub name: Spanned<String>,
    pub nation: Spanned<String>,
    pub rank: Spanned<String>,
    #[serde(default)]
    pub offices: Vec<Spanned<String>>,
}

/// What a nation's treasury holds at the start.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreasuryEntry {
    pub nation: Spanned<String>,
    #[serde(default)]
    pub eg: u32,
    #[serde(default)]
    pub mp: u32,
    #[serde(default)]
    pub manpower: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CityEntry {
    pub name: Spanned<String>,
    /// Whose home it is; the owner of its land if left out.
    pub home: Option<Spanned<String>>,
    /// Who controls it; whose home it is if left out.
    pub control: Option<Spanned<String>>,
    /// As the map has it if left out; so with the next two.
    pub supplies: Option<u32>,
    pub manufacturing: Option<u8>,
    pub fort: Option<FortEntry>,
}

/// A fort, or `"none"` where the map has one and the scenario does not.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged, expecting = "expected a fort such as { strength = 4, capacity = 6000 }, or \"none\"")]
pub enum FortEntry {
    Fort(Fort),
    None(NoFort),
}

/// The word `none`.
#[derive(Clone, Copy, Deserialize)]
pub enum NoFort {
    #[serde(rename = "none")]
    None,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepotEntry {
    pub kind: Option<DepotKind>,
    pub at: Spanned<String>,
    /// The town of the city that `at` names, or 7-7, if left out.
    pub tac: Option<Spanned<TacticalSquare>>,
    pub side: Spanned<String>,
    #[serde(default)]
    pub supplies: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ControlEntry {
    pub at: Spanned<String>,
    pub rail: Option<Spanned<String>>,
    pub river: Option<Spanned<String>>,
}
