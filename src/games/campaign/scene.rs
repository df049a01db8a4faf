//! What stands on a campaign's map, for a host who has it drawn: all of it, as nothing for players may be.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::table::Table;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::state::LandState;
use fieldpost_land::unit::{Status, Unit};
use fieldpost_picture::flags::Troops;
use fieldpost_picture::{Side, State};

/// A map with what stands on it.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The maps.
    pub atlas: Arc<Atlas>,
    /// The troops.
    pub pieces: Vec<Standing>,
    /// Where pontoons span.
    pub pontoons: Vec<(StrategicSquare, TacticalSquare)>,
    /// Cities with a fort, by name.
    pub forts: Vec<String>,
    /// Cities that are on another side than the nation's own, by name.
    pub others: Vec<(String, Side)>,
    /// Cities that are besieged: where, and their names.
    pub besieged: Vec<(StrategicSquare, String)>,
    /// Which nation each state on the map belongs to, where that is not its own.
    pub owners: BTreeMap<String, NationCode>,
}

/// Troops on a map.
#[derive(Clone, Debug)]
pub struct Standing {
    pub at: StrategicSquare,
    pub tac: TacticalSquare,
    /// Whose, and what they are.
    pub troops: Troops,
    /// Their name, such as `AU1IN`, or `AU1INF` in a fort (ROTD-EUWOL 2.6).
    pub name: String,
}

impl Scene {
    /// A map on which nobody stands.
    pub fn empty(atlas: Arc<Atlas>) -> Self {
        let forts = atlas.map.cities.iter().filter(|city| city.fort.is_some());
        let forts = forts.map(|city| city.name.clone()).collect();
        let (pieces, pontoons, besieged, others) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Scene { atlas, pieces, pontoons, forts, others, besieged, owners: BTreeMap::new() }
    }

    /// What stands on the map of a table, in the colours of a nation, by its name or its two letters.
    ///
    /// # Errors
    /// If no such nation plays, with those that do.
    pub fn of(table: &Table, nation: &str) -> Result<Self, String> {
        let Table { atlas, land: state, .. } = table;
        let nation = nation_of(nation, state)?;
        let troops = |unit: &Unit| Troops {
            side: side(state.relations.between(nation, unit.id.nation)),
            state: shown(unit.status),
            count: 1,
            is_about: false,
        };
        let name = |unit: &Unit| format!("{}{}", unit.id, if unit.in_fort { "F" } else { "" });
        let units = state.units.values();
        let spanning = units.clone().filter(|unit| unit.spans());
        let besieged = state.cities.iter().filter(|(_, city)| city.besieged);
        let others = state
            .cities
            .iter()
            .map(|(name, city)| (name.clone(), side(state.relations.between(nation, city.control))));
        let standing =
            |unit: &Unit| Standing { at: unit.at, tac: unit.tac, troops: troops(unit), name: name(unit) };
        Ok(Scene {
            pieces: units.map(standing).collect(),
            pontoons: spanning.map(|unit| (unit.at, unit.tac)).collect(),
            forts: forts(atlas, state),
            others: others.filter(|(_, side)| *side != Side::Allied).collect(),
            besieged: besieged.map(|(name, city)| (city.at, name.clone())).collect(),
            owners: state.owners.clone(),
            atlas: Arc::clone(atlas),
        })
    }
}

/// Cities with a fort: as the position says, or else as the map does.
fn forts(atlas: &Atlas, state: &LandState) -> Vec<String> {
    let cities = atlas.map.cities.iter().map(|city| (&city.name, city.fort.is_some()));
    let own = |name: &String| state.cities.get(name).map(|city| city.fort.is_some());
    let forts = cities.filter(|(name, on_map)| own(name).unwrap_or(*on_map));
    forts.map(|(name, _)| name.clone()).collect()
}

/// A nation by its name or its two letters, if it plays.
fn nation_of(words: &str, state: &LandState) -> Result<NationCode, String> {
    let mut playing: Vec<NationCode> = state.players.iter().map(|player| player.nation).collect();
    playing.extend(state.units.keys().map(|id| id.nation));
    playing.sort_unstable();
    playing.dedup();
    let is_meant = |code: &&NationCode| {
        code.as_str().eq_ignore_ascii_case(words) || code.words().eq_ignore_ascii_case(words)
    };
    playing.iter().find(is_meant).copied().ok_or_else(|| {
        let names: Vec<String> = playing.iter().map(|code| format!("{} ({code})", code.words())).collect();
        format!("expected a nation of the scenario, one of {}, found {words:?}", names.join(", "))
    })
}

fn side(relation: Relation) -> Side {
    match relation {
        Relation::Same | Relation::Allied => Side::Allied,
        Relation::Neutral => Side::Neutral,
        Relation::Hostile => Side::Hostile,
    }
}

fn shown(status: Status) -> State {
    match status {
        Status::Active => State::Active,
        Status::Inactive => State::Inactive,
        Status::Shattered => State::Shattered,
    }
}
