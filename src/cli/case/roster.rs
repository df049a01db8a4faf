//! A case's players: for each nation one, of its name, who holds all its offices; and whoever else its
//! units and assignments name as commander or deputy.

use std::collections::{BTreeMap, BTreeSet};

use crate::cli::case::file::CaseFile;
use crate::cli::case::orders::officers_named;
use crate::cli::case::situation::{Fault, blocks, nation};
use crate::games::ground::map::StrategicMap;
use crate::games::ground::nation::NationCode;
use crate::games::land::orders::Office;
use crate::games::land::state::{Player, Rank};
use crate::games::land::unit::UnitId;

/// The nations of a case and the players that its units name.
pub struct Roster {
    nations: BTreeSet<NationCode>,
    named: BTreeMap<String, NationCode>,
}

impl Roster {
    /// Everyone a case mentions; `text` is the file's, for the lines of faults.
    ///
    /// # Errors
    /// If a nation is unknown.
    pub fn of(case: &CaseFile, text: &str) -> Result<Self, Fault> {
        let mut roster = Roster { nations: BTreeSet::new(), named: BTreeMap::new() };
        let relations = case.relation.iter().flat_map(|relation| &relation.between);
        let cities = case.city.iter().map(|city| city.get_ref());
        let cities = cities.flat_map(|city| city.nation.iter().chain(&city.control));
        let depots = case.depot.iter().map(|depot| &depot.get_ref().side);
        let land = case.map.owner.values().chain([&case.map.nation]);
        for name in land.chain(relations).chain(cities).chain(depots) {
            roster.nations.insert(nation(name)?);
        }
        blocks(&case.unit, text, |unit, _| {
            let id: UnitId = unit.id.parse().map_err(|error| format!("{error}"))?;
            roster.nations.insert(nation(id.nation.as_str())?);
            for name in unit.commander.iter().chain(&unit.deputy) {
                roster.named.entry(name.clone()).or_insert(id.nation);
            }
            Ok(())
        })?;
        for (unit, name) in officers_named(case) {
            roster.named.entry(name).or_insert(unit.nation);
        }
        Ok(roster)
    }

    /// The players, the nations' own first.
    pub fn players(&self, map: &StrategicMap) -> Vec<Player> {
        let own = self.nations.iter().map(|nation| Player {
            name: own_name(*nation),
            nation: *nation,
            rank: Rank::General,
            offices: all_offices(*nation, map),
        });
        let taken: BTreeSet<String> = self.nations.iter().map(|nation| own_name(*nation)).collect();
        let named = self.named.iter().filter(|(name, _)| !taken.contains(*name)).map(|(name, nation)| {
            let name = name.clone();
            Player { name, nation: *nation, rank: Rank::General, offices: BTreeSet::new() }
        });
        own.chain(named).collect()
    }
}

/// The name of a nation's own player: the nation's.
pub fn own_name(nation: NationCode) -> String {
    nation.words()
}

fn all_offices(nation: NationCode, map: &StrategicMap) -> BTreeSet<Office> {
    let states = map.states.iter().filter(|state| NationCode::of_words(&state.nation) == Some(nation));
    let governors = states.map(|state| Office::Governor(state.name.clone()));
    let ministers = [
        Office::WarMinister,
        Office::Treasury,
        Office::Monarch,
        Office::PrimeMinister,
        Office::NavalMinister,
    ];
    governors.chain(ministers).collect()
}
