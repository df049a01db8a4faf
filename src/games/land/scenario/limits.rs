//! What no unit may have, and what no square holds, on the first morning.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::games::ground::map::StrategicMap;
use crate::games::land::field::Field;
use crate::games::land::mergers;
use crate::games::land::muster::{MEN_PER_BATTERY, basic_weapon, men_per_regiment};
use crate::games::land::scenario::Scenario;
use crate::games::land::stacking;
use crate::games::land::state::Season;
use crate::games::land::tactics::fort;
use crate::games::land::turn::occupancy;
use crate::games::land::unit::{Guns, Unit, UnitId, UnitType};
use crate::games::land::upgrade::{better_guns, better_weapon};
use crate::games::land::variant::Variant;

/// ROTD-EUWOL 3.1, 3.4, 3.5b: whether a unit may be as it is listed: regiments, batteries and men within its type's
/// most, arms that its type and nation can have, a militia's home on the map.
pub fn check(variant: &Variant, unit: &Unit, home: Option<&str>, map: &StrategicMap) -> Result<(), String> {
    check_size(variant, unit)?;
    check_arms(unit)?;
    let is_state = |name: &str| map.states.iter().any(|state| state.name == name);
    if unit.id.kind == UnitType::Militia && !is_state(&unit.home) {
        let names: Vec<&str> = map.states.iter().map(|state| state.name.as_str()).collect();
        let found = home.map_or_else(|| "none".into(), |home| format!("{home:?}"));
        return Err(format!(
            "expected as `home` of militia a state of the map ({}), found {found}",
            names.join(", ")
        ));
    }
    Ok(())
}

fn check_size(variant: &Variant, unit: &Unit) -> Result<(), String> {
    let (regiments, batteries) = mergers::most(variant, unit.id.kind);
    if unit.id.kind.is_hq() || unit.id.kind == UnitType::PontoonBridge {
        return Ok(());
    }
    if unit.regiments > regiments || unit.batteries > batteries {
        let (kind, found) = (unit.id.kind.words(), (unit.regiments, unit.batteries));
        return Err(format!(
            "expected at most {regiments} regiments and {batteries} batteries in {kind} (rule 3.5b), found {} and {}",
            found.0, found.1
        ));
    }
    let most =
        u32::from(unit.regiments) * men_per_regiment(unit.id) + u32::from(unit.batteries) * MEN_PER_BATTERY;
    if unit.strength > most {
        return Err(format!(
            "expected at most the {most} men that {} regiments and {} batteries start with (rule 3.1), found {}",
            unit.regiments, unit.batteries, unit.strength
        ));
    }
    Ok(())
}

fn check_arms(unit: &Unit) -> Result<(), String> {
    let next = |weapon: &_| better_weapon(unit.id, *weapon);
    let weapons: Vec<_> = std::iter::successors(Some(basic_weapon(unit.id.kind)), next).collect();
    if !weapons.contains(&unit.weapon) {
        let (known, found) = (keys(&weapons), keys(&[unit.weapon]));
        return Err(format!("expected {known} as the weapon of such a unit (rule 3.4), found {found}"));
    }
    let next = |guns: &_| better_guns(unit.id.nation, *guns);
    let guns: Vec<_> = std::iter::successors(Some(Guns::Smoothbore), next).collect();
    if !guns.contains(&unit.guns) {
        let (known, found) = (keys(&guns), keys(&[unit.guns]));
        return Err(format!("expected {known} as guns of its nation (rule 3.4), found {found}"));
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
pub fn crowds(scenario: &Scenario) -> Vec<(UnitId, String)> {
    let occupancy = occupancy(&scenario.state);
    let field = Field {
        atlas: &scenario.atlas,
        variant: scenario.variant,
        state: &scenario.state,
        occupancy: &occupancy,
    };
    let mut told = BTreeSet::new();
    let faults = scenario.state.units.values().filter_map(|unit| Some((unit, crowd(field, unit)?)));
    faults
        .filter(|(_, message)| told.insert(message.clone()))
        .map(|(unit, message)| (unit.id, message))
        .collect()
}

fn crowd(field: Field<'_>, unit: &Unit) -> Option<String> {
    let (square, in_fort) = (field.atlas.map.grid.label(unit.at), unit.in_fort);
    let in_peace = field.state.season == Season::Peace;
    if unit.in_fort && !fort::has_space(field, unit) {
        return Some(format!(
            "expected a fort of its side with space for all inside (rule 2.6), found none in {square}"
        ));
    }
    if !unit.in_fort && !stacking::has_tactical_room(field, unit, unit.at, unit.tac) {
        return Some(format!(
            "expected no more brigades than rule 2.5 allows in {} of {square}, found more",
            unit.tac
        ));
    }
    let active = |other: &&Unit| other.is_active() && other.id.kind.is_brigade();
    if !in_peace && field.units_in(unit.at).filter(active).count() > field.variant.stack_strategic {
        return Some(format!("expected no more brigades than rule 1.5 allows in {square}, found more"));
    }
    if in_peace && !stacking::has_room_in_peace(field, unit, unit.at, in_fort) {
        return Some(format!(
            "expected no more brigades than rule 1.5 allows in peace in {square}, found more"
        ));
    }
    if !in_peace && !unit.is_active() && !stacking::may_be_inactive(field, unit, unit.at, in_fort) {
        return Some(format!(
            "expected no more inactive units than rule 13.2 allows in {square}, found more"
        ));
    }
    None
}
