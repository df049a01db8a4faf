//! Who owns the land, cities, depots, and who controls railways and rivers.

use std::collections::BTreeSet;

use crate::book::{Book, Depots};
use crate::means::Means;
use crate::scenario::entries::{CityEntry, ControlEntry, DepotEntry, FortEntry, Head};
use crate::scenario::text::{File, ScenarioFault, ScenarioFaults, meant, nation};
use crate::state::{City, Control, Depot, DepotKind, LandState};
use fieldpost_ground::map::{CitySite, Fort, MOST_MANUFACTURING, StrategicMap};
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::Atlas;
use toml::Spanned;

/// The map's states go to the nations that the map names, where lists them, or to whom the scenario
/// gives them; `none` takes a state out of the war, with its cities.
pub fn read_owners(
    main: File,
    head: &Head,
    map: &StrategicMap,
    state: &mut LandState,
    faults: &mut ScenarioFaults,
) {
    for known in &map.states {
        if let Some(owner) = main.book.known_nation(&known.nation) {
            state.owners.insert(known.name.clone(), owner);
        }
    }
    for (name, owner) in &head.owners {
        if !map.states.iter().any(|known| known.name == *name.get_ref()) {
            let near = meant(name.get_ref(), map.states.iter().map(|known| known.name.as_str()));
            let message = format!("expected a state of the map, found {:?}{near}", name.get_ref());
            faults.0.push(main.at(name, message));
            continue;
        }
        if owner.get_ref() == "none" {
            state.owners.remove(name.get_ref());
        } else if let Some(owner) = faults.note(nation(main, owner)) {
            state.owners.insert(name.get_ref().clone(), owner);
        }
    }
}

/// what the treasuries hold, and what they pay for what they buy.
pub fn read_treasuries(main: File, head: &Head, state: &mut LandState, faults: &mut ScenarioFaults) {
    state.prices = head.prices;
    for entry in &head.treasury {
        let means = Means { eg: entry.eg, mp: entry.mp, manpower: entry.manpower };
        let Some(nation) = faults.note(nation(main, &entry.nation)) else { continue };
        if state.treasuries.insert(nation, means).is_some() {
            let message = format!("expected one treasury of {}, found another", nation.spoken());
            faults.0.push(main.at(&entry.nation, message));
        }
    }
}

/// ROTD-CWOL 11.7: the depots that nations have in reserve, where the book has any.
pub fn read_reserves(
    main: File,
    head: &Head,
    book: &Book,
    state: &mut LandState,
    faults: &mut ScenarioFaults,
) {
    for entry in &head.reserve {
        let Some(nation) = faults.note(nation(main, &entry.nation)) else { continue };
        if book.supply.depots == Depots::Bought {
            let message = format!("expected no depots in reserve: in {} they are bought", book.name);
            faults.0.push(main.at(&entry.nation, message));
        } else if state.reserve.insert(nation, entry.depots).is_some() {
            let message = format!("expected one reserve of {}, found another", nation.spoken());
            faults.0.push(main.at(&entry.nation, message));
        }
    }
}

/// Every city of the map on owned land is in the game; one that the scenario says nothing of is its owner's, as the map
/// has it.
pub fn add_unlisted_cities(map: &StrategicMap, state: &mut LandState) {
    for site in &map.cities {
        let Some(home) = owner(map, state, site.at) else { continue };
        state.cities.insert(site.name.clone(), city(site, home));
    }
}

/// A city as the map has it, in the hands of those whose home it is.
pub fn city(site: &CitySite, home: NationCode) -> City {
    City {
        at: site.at,
        tac: site.tac,
        home,
        control: home,
        supplies: site.supplies,
        manufacturing: site.manufacturing,
        fort: site.fort,
        besieged: false,
    }
}

fn owner(map: &StrategicMap, state: &LandState, at: StrategicSquare) -> Option<NationCode> {
    map.state_at(at).and_then(|known| state.owners.get(&known.name)).copied()
}

pub fn read_cities(
    file: File,
    cities: &[CityEntry],
    map: &StrategicMap,
    state: &mut LandState,
    listed: &mut BTreeSet<String>,
    faults: &mut ScenarioFaults,
) {
    for entry in cities {
        let Some((name, city)) = faults.note(read_city(file, entry, map, state)) else { continue };
        if !listed.insert(name.clone()) {
            faults.0.push(file.at(&entry.name, format!("expected each city once, found {name:?} again")));
            continue;
        }
        state.cities.insert(name, city);
    }
}

fn read_city(
    file: File,
    entry: &CityEntry,
    map: &StrategicMap,
    state: &LandState,
) -> Result<(String, City), ScenarioFault> {
    let wrong = |message: String| file.at(&entry.name, message);
    let found = entry.name.get_ref();
    let site = map.city(found).ok_or_else(|| {
        let near = meant(found, map.cities.iter().map(|site| site.name.as_str()));
        wrong(format!("expected a city of the map, found {found:?}{near}"))
    })?;
    let home = match &entry.home {
        Some(words) => nation(file, words)?,
        None => owner(map, state, site.at).ok_or_else(|| {
            wrong(format!("expected a home for {found}, whose land no nation owns")).hanging_on_nations()
        })?,
    };
    let control = entry.control.as_ref().map(|words| nation(file, words)).transpose()?.unwrap_or(home);
    let fort = match entry.fort {
        Some(FortEntry::Fort(fort)) => Some(fort),
        Some(FortEntry::None(_)) => None,
        None => site.fort,
    };
    if let Some(fault) = fort.and_then(Fort::fault) {
        return Err(wrong(fault));
    }
    if let Some(level) = entry.manufacturing.filter(|level| *level > MOST_MANUFACTURING) {
        return Err(wrong(format!("expected manufacturing of 0 to {MOST_MANUFACTURING}, found {level}")));
    }
    let plain = city(site, home);
    let city = City {
        control,
        supplies: entry.supplies.unwrap_or(plain.supplies),
        manufacturing: entry.manufacturing.unwrap_or(plain.manufacturing),
        fort,
        ..plain
    };
    Ok((site.name.clone(), city))
}

pub fn read_depots(
    file: File,
    depots: &[DepotEntry],
    (atlas, book): (&Atlas, &Book),
    state: &mut LandState,
    faults: &mut ScenarioFaults,
) {
    for entry in depots {
        state.depots.extend(faults.note(read_depot(file, entry, atlas, book)));
    }
}

fn read_depot(file: File, entry: &DepotEntry, atlas: &Atlas, book: &Book) -> Result<Depot, ScenarioFault> {
    if entry.kind == Some(DepotKind::Cache) && book.supply.caches.is_none() {
        let message = format!("expected a depot: {} has no caches", book.name);
        return Err(file.at(&entry.at, message));
    }
    let (at, town) = place(file, &entry.at, &atlas.map)?;
    let tac = entry.tac.as_ref().map(|tac| *tac.get_ref()).or(town).unwrap_or(TacticalSquare::MIDDLE);
    if !atlas.map.is_passable(at) || !atlas.sheet(at).is_passable(tac) {
        let label = atlas.map.grid.label(at);
        let message = format!("expected a place where a depot can stand, found {tac} of {label}");
        return Err(file.at(&entry.at, message));
    }
    Ok(Depot {
        at,
        tac,
        kind: entry.kind.unwrap_or(DepotKind::Depot),
        side: nation(file, &entry.side)?,
        supplies: entry.supplies,
    })
}

pub fn read_control(
    file: File,
    controls: &[ControlEntry],
    map: &StrategicMap,
    state: &mut LandState,
    faults: &mut ScenarioFaults,
) {
    for entry in controls {
        let Some((at, _)) = faults.note(place(file, &entry.at, map)) else { continue };
        let mut who = |words: &Option<Spanned<String>>| {
            let words = words.as_ref()?;
            match words.get_ref().as_str() {
                "none" => Some(Control::None),
                _ => faults.note(nation(file, words)).map(Control::Nation),
            }
        };
        if let Some(holder) = who(&entry.rail) {
            state.rail_control.insert(at, holder);
        }
        if let Some(holder) = who(&entry.river) {
            state.river_control.insert(at, holder);
        }
    }
}

/// A strategic square by its name, or by the city in it; then with the city's tactical square.
fn place(
    file: File,
    name: &Spanned<String>,
    map: &StrategicMap,
) -> Result<(StrategicSquare, Option<TacticalSquare>), ScenarioFault> {
    place_of(name.get_ref(), map).map_err(|message| file.at(name, message))
}

/// The same, with what was expected where it is neither.
pub fn place_of(name: &str, map: &StrategicMap) -> Result<(StrategicSquare, Option<TacticalSquare>), String> {
    if let Some(city) = map.city(name) {
        return Ok((city.at, Some(city.tac)));
    }
    let square = map.grid.parse(name).map(|at| (at, None));
    square.map_err(|_| {
        let (first, last) = (map.grid.label(StrategicSquare { col: 0, row: 0 }), last_square(map));
        let near = meant(name, map.cities.iter().map(|city| city.name.as_str()));
        format!("expected a square of the map ({first} to {last}) or one of its cities, found {name:?}{near}")
    })
}

fn last_square(map: &StrategicMap) -> String {
    map.grid.label(StrategicSquare { col: map.grid.cols - 1, row: map.grid.rows - 1 })
}
