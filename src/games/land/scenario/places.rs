//! Who owns the land, cities, depots, and who controls railways and rivers.

use crate::games::ground::map::{CitySite, StrategicMap};
use crate::games::ground::nation::NationCode;
use crate::games::ground::square::StrategicSquare;
use crate::games::ground::tactical::Atlas;
use crate::games::land::scenario::entries::{CityEntry, ControlEntry, DepotEntry, FortEntry, Head};
use crate::games::land::scenario::{File, ScenarioFault, nation};
use crate::games::land::state::{City, Control, Depot, DepotKind, LandState};
use crate::games::land::treasury::Means;
use toml::Spanned;

/// The map's states go to the nations that the map names, where lists them, or to whom the scenario
/// gives them.
pub fn read_owners(
    main: File,
    head: &Head,
    map: &StrategicMap,
    state: &mut LandState,
) -> Result<(), ScenarioFault> {
    for known in &map.states {
        if let Some(owner) = NationCode::of_name(&known.nation) {
            state.owners.insert(known.name.clone(), owner);
        }
    }
    for (name, owner) in &head.owners {
        if !map.states.iter().any(|known| known.name == *name.get_ref()) {
            let names: Vec<&str> = map.states.iter().map(|known| known.name.as_str()).collect();
            let message =
                format!("expected a state of the map ({}), found {:?}", names.join(", "), name.get_ref());
            return Err(main.at(name, message));
        }
        state.owners.insert(name.get_ref().clone(), nation(main, owner)?);
    }
    Ok(())
}

/// what the treasuries hold, and what they pay for what they buy.
pub fn read_treasuries(main: File, head: &Head, state: &mut LandState) -> Result<(), ScenarioFault> {
    state.prices = head.prices;
    for entry in &head.treasury {
        let means = Means { eg: entry.eg, mp: entry.mp, manpower: entry.manpower };
        state.treasuries.insert(nation(main, &entry.nation)?, means);
    }
    Ok(())
}

/// Every city of the map on owned land is in the game; one that the scenario says nothing of is its owner's, as the map
/// has it.
pub fn add_unlisted_cities(map: &StrategicMap, state: &mut LandState) {
    for site in &map.cities {
        let Some(home) = owner(map, state, site.at) else { continue };
        state.cities.insert(site.name.clone(), city(site, home));
    }
}

fn city(site: &CitySite, home: NationCode) -> City {
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
) -> Result<(), ScenarioFault> {
    for entry in cities {
        let wrong = |message: String| file.at(&entry.name, message);
        let found = entry.name.get_ref();
        let site =
            map.city(found).ok_or_else(|| wrong(format!("expected a city of the map, found {found:?}")))?;
        let home = match &entry.home {
            Some(words) => nation(file, words)?,
            None => owner(map, state, site.at)
                .ok_or_else(|| wrong(format!("expected a home for {found}, whose land no nation owns")))?,
        };
        let control = entry.control.as_ref().map(|words| nation(file, words)).transpose()?.unwrap_or(home);
        let fort = match entry.fort {
            Some(FortEntry::Fort(fort)) => Some(fort),
            Some(FortEntry::None(_)) => None,
            None => site.fort,
        };
        if let Some(fort) = fort
            && !(1..=5).contains(&fort.strength)
        {
            return Err(wrong(format!("expected a fort of strength 1 to 5, found {}", fort.strength)));
        }
        let plain = city(site, home);
        let city = City {
            control,
            supplies: entry.supplies.unwrap_or(plain.supplies),
            manufacturing: entry.manufacturing.unwrap_or(plain.manufacturing),
            fort,
            ..plain
        };
        state.cities.insert(site.name.clone(), city);
    }
    Ok(())
}

pub fn read_depots(
    file: File,
    depots: &[DepotEntry],
    atlas: &Atlas,
    state: &mut LandState,
) -> Result<(), ScenarioFault> {
    for entry in depots {
        let at = square(file, &entry.at, &atlas.map)?;
        let tac = *entry.tac.get_ref();
        if !atlas.map.is_passable(at) || !atlas.sheet(at).is_passable(tac) {
            return Err(file.at(&entry.tac, format!("expected a place where a depot can stand, found {tac}")));
        }
        state.depots.push(Depot {
            at,
            tac,
            kind: entry.kind.unwrap_or(DepotKind::Depot),
            side: nation(file, &entry.side)?,
            supplies: entry.supplies,
        });
    }
    Ok(())
}

pub fn read_control(
    file: File,
    controls: &[ControlEntry],
    map: &StrategicMap,
    state: &mut LandState,
) -> Result<(), ScenarioFault> {
    for entry in controls {
        let at = square(file, &entry.at, map)?;
        let who = |words: &Spanned<String>| match words.get_ref().as_str() {
            "none" => Ok(Control::None),
            _ => nation(file, words).map(Control::Nation),
        };
        if let Some(words) = &entry.rail {
            state.rail_control.insert(at, who(words)?);
        }
        if let Some(words) = &entry.river {
            state.river_control.insert(at, who(words)?);
        }
    }
    Ok(())
}

fn square(file: File, name: &Spanned<String>, map: &StrategicMap) -> Result<StrategicSquare, ScenarioFault> {
    map.grid.parse(name.get_ref()).map_err(|fault| file.at(name, fault.to_string()))
}
