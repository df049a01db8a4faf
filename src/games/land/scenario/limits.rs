//! What no unit may have, and what no square holds, on the first morning.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::book::kinds::{Most, Size};
use crate::book::{Book, MilitiaLand};
use crate::field::Field;
use crate::muster;
use crate::names;
use crate::scenario::text::{ScenarioFault, ScenarioFaults, meant};
use crate::stacking;
use crate::state::{LandState, Season};
use crate::tactics::fort;
use crate::unit::{Unit, UnitId, UnitType};
use fieldpost_ground::map::StrategicMap;
use fieldpost_ground::tactical::Atlas;

/// Morale is a number from 0 to 100 (rule 3.7).
const MOST_MORALE: u8 = 100;

/// ROTD-EUWOL 3.1, 3.4, 3.5b, 3.7, 7.1, 11.9, 11.11: what is wrong with a unit as it is listed, each with its key: more
/// than its type may have, arms that its type and nation cannot have, militia away from a home of its own.
pub fn faults(
    book: &Book,
    unit: &Unit,
    map: &StrategicMap,
    state: &LandState,
) -> Vec<(&'static str, String)> {
    let mut faults = Vec::new();
    faults.extend(check_size(book, unit).err());
    faults.extend(check_arms(book, unit).err());
    if unit.id.kind == UnitType::Militia {
        faults.extend(check_home(book, unit, map, state).err().map(|fault| ("home", fault)));
    }
    let mut within = |key, found: u32, least: u32, most: u32| {
        if !(least..=most).contains(&found) {
            faults.push((key, format!("expected {key} of {least} to {most}, found {found}")));
        }
    };
    within("strength", unit.strength, 1, u32::MAX);
    within("morale", unit.morale.into(), 0, MOST_MORALE.into());
    within("initiative", unit.initiative.into(), 1, 5);
    within("supplies", unit.supplies.into(), 0, book.kind(unit.id.kind).load.into());
    within("ammunition", unit.ammunition.into(), 0, book.supply.ammunition.most.into());
    faults
}

/// ROTD-CWOL 7.16: the home cities that are named are cities of the militia's home states.
pub fn check_homes(
    atlas: &Atlas,
    state: &LandState,
    lines: &BTreeMap<UnitId, ScenarioFault>,
    faults: &mut ScenarioFaults,
) {
    for unit in state.units.values() {
        let Some(name) = unit.home_city.as_deref() else { continue };
        let Some(why) = muster::fault_of_home(atlas, state, unit, name) else { continue };
        let mut fault = lines.get(&unit.id).cloned().unwrap_or_default();
        if let Some(place) = &mut fault.fault {
            place.message = format!("unit {}: home_city: {why}", unit.id);
        }
        faults.0.push(fault);
    }
}

/// Two units of a nation do not bear one name.
pub fn check_names(state: &LandState, lines: &BTreeMap<UnitId, ScenarioFault>, faults: &mut ScenarioFaults) {
    for (unit, other) in names::doubled(state) {
        let mut fault = lines.get(&unit).cloned().unwrap_or_default();
        if let Some(place) = &mut fault.fault {
            place.message = format!("unit {unit}: name: {}", names::is_taken(other));
        }
        faults.0.push(fault);
    }
}

fn check_home(book: &Book, unit: &Unit, map: &StrategicMap, state: &LandState) -> Result<(), String> {
    let names = || map.states.iter().map(|known| known.name.as_str());
    let (home, nation) = (&unit.home, unit.id.nation);
    if !names().any(|name| name == home) {
        let near = meant(home, names());
        return Err(format!("expected as `home` of militia a state of the map, found {home:?}{near}"));
    }
    if state.owners.get(home) != Some(&nation) {
        return Err(format!("expected as `home` of militia a state of {}, found {home:?}", nation.words()));
    }
    let label = map.grid.label(unit.at);
    let here = map.state_at(unit.at);
    match book.marches.militia {
        MilitiaLand::State if here.is_some_and(|here| here.name == *home) => Ok(()),
        MilitiaLand::State => {
            Err(format!("expected militia in its home state {home} (rule 7.1), found it in {label}"))
        }
        MilitiaLand::Nation => {
            let owner = here.and_then(|here| state.owners.get(&here.name));
            let land = here.and_then(|here| book.land_of(book.known_nation(&here.nation)?));
            let is_home = owner == Some(&nation) || land.is_some_and(|land| land.contains(&nation.as_str()));
            let words = nation.words();
            if is_home {
                Ok(())
            } else {
                Err(format!("expected militia at home in {words} (rule 7.1), found it in {label}"))
            }
        }
    }
}

fn check_size(book: &Book, unit: &Unit) -> Result<(), (&'static str, String)> {
    let size = book.kind(unit.id.kind).size;
    let (regiments, batteries) = (size.most_regiments(), size.most_batteries);
    let (kind, found) = (book.kind(unit.id.kind).words, establishment(unit.regiments, unit.batteries));
    if unit.regiments > regiments || unit.batteries > batteries {
        let key = if unit.regiments > regiments { "regiments" } else { "batteries" };
        let most = establishment(regiments, batteries);
        return Err((key, format!("expected at most {most} in {kind} (rule 3.5b), found {found}")));
    }
    let most = match size.most {
        Most::Men(most) => most,
        Most::Regiments(_) => {
            Size { regiments: unit.regiments, batteries: unit.batteries, ..size }.raised(unit.id.nation)
        }
    };
    if unit.strength > most {
        let men = unit.strength;
        let what =
            format!("expected at most the {most} men that {kind} of {found} has (rule 3.1), found {men}");
        return Err(("strength", what));
    }
    Ok(())
}

fn establishment(regiments: u8, batteries: u8) -> String {
    let regiments = if regiments == 1 { "1 regiment".into() } else { format!("{regiments} regiments") };
    let batteries = if batteries == 1 { "1 battery".into() } else { format!("{batteries} batteries") };
    format!("{regiments} and {batteries}")
}

fn check_arms(book: &Book, unit: &Unit) -> Result<(), (&'static str, String)> {
    let nation = unit.id.nation;
    let weapons: Vec<_> = book.kind(unit.id.kind).weapons.of(nation).collect();
    if !weapons.contains(&unit.weapon) {
        let (known, found) = (keys(&weapons), keys(&[unit.weapon]));
        let what = format!("expected {known} as the weapon of such a unit (rule 3.4), found {found}");
        return Err(("weapon", what));
    }
    let guns: Vec<_> = book.musters.guns.of(nation).collect();
    if !guns.contains(&unit.guns) {
        let (known, found) = (keys(&guns), keys(&[unit.guns]));
        let what = format!("expected {known} as guns of its nation (rule 3.4), found {found}");
        return Err(("guns", what));
    }
    Ok(())
}

/// Arms by the words a scenario has for them.
fn keys<T: Serialize>(arms: &[T]) -> String {
    let words = arms.iter().filter_map(|arm| match toml::Value::try_from(arm) {
        Ok(toml::Value::String(word)) => Some(format!("{word:?}")),
        _ => None,
    });
    words.collect::<Vec<_>>().join(" or ")
}

/// ROTD-EUWOL 1.5, 2.5, 2.6, 13.2: squares and forts that hold more than they may; one unit of each, and what is wrong.
pub fn crowds(field: Field<'_>) -> Vec<(UnitId, String)> {
    let mut told = BTreeSet::new();
    let faults = field.state.units.values().filter_map(|unit| Some((unit, crowd(field, unit)?)));
    faults
        .filter(|(_, message)| told.insert(message.clone()))
        .map(|(unit, message)| (unit.id, message))
        .collect()
}

/// ROTD-EUWOL 1.5, 2.5, 2.6, 13.2: what is wrong with where a unit stands, if its square or fort holds more than it may.
pub fn crowd(field: Field<'_>, unit: &Unit) -> Option<String> {
    let square = field.atlas.map.grid.label(unit.at);
    if unit.in_fort {
        return (!fort::has_space(field, unit)).then(|| crowded_fort(field, unit, &square));
    }
    let brigades = |of: &dyn Fn(&Unit) -> bool| {
        field.units_in(unit.at).filter(|other| other.id.kind.is_brigade() && of(other)).count()
    };
    if !stacking::has_tactical_room(field, unit, unit.at, unit.tac) {
        let found = brigades(&|other| other.tac == unit.tac);
        let (most, of_side) = (field.book.stacking.tactical, field.book.stacking.tactical_side);
        let place = format!("{} of {square}", unit.tac);
        return Some(format!(
            "expected at most {of_side} brigades of a side and {most} in all in {place} (rule 2.5), found {found}"
        ));
    }
    if field.state.season == Season::Peace {
        let most = stacking::most_in_peace(field, unit.at);
        return (!stacking::has_room_in_peace(field, unit, unit.at, false)).then(|| {
            format!("expected at most {most} brigades in peace in {square} (rule 1.5), found more")
        });
    }
    if !unit.is_active() {
        let most = stacking::most_inactive(field, unit.at);
        return (!stacking::may_be_inactive(field, unit, unit.at, false))
            .then(|| format!("expected at most {most} inactive units in {square} (rule 13.2), found more"));
    }
    let (found, most) = (brigades(&Unit::is_active), field.book.stacking.strategic);
    (found > most)
        .then(|| format!("expected at most {most} active brigades in {square} (rule 1.5), found {found}"))
}

fn crowded_fort(field: Field<'_>, unit: &Unit, square: &str) -> String {
    let city = field.state.city_on(unit.at, unit.tac);
    let Some((city, fort)) = city.and_then(|city| Some((city, city.fort?))) else {
        return format!(
            "expected the square of a city with a fort (rule 2.6), found {} of {square}",
            unit.tac
        );
    };
    if !field.relation(unit.id.nation, city.control).is_friendly() {
        return format!("expected a fort of its side, found one of {} in {square}", city.control.words());
    }
    let inside: u32 = field.units_in(unit.at).filter(|other| other.in_fort).map(fort::space).sum();
    format!(
        "expected units that need at most {} in the fort in {square} (rule 2.6), found {inside}",
        fort.capacity
    )
}
