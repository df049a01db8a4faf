//! What must hold of a position after every step of a turn, whatever has happened in it.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_land::book::MilitiaLand;
use fieldpost_land::crossings::pontoon_at;
use fieldpost_land::field::Field;
use fieldpost_land::field::occupancy;
use fieldpost_land::tactics::fort;
use fieldpost_land::turn::Turn;
use fieldpost_land::unit::{Unit, UnitId, UnitType};

/// Most naval batteries in a tactical square (rule 2.5).
const NAVAL_BATTERIES: usize = 2;

/// Everything that is wrong with the position as a turn has it now; nothing, if all is well.
pub fn faults(turn: &Turn) -> Vec<String> {
    let mut faults = Vec::new();
    let field = turn.field();
    for unit in turn.state.units.values() {
        faults.extend(of_unit(field, unit).into_iter().map(|fault| format!("{}: {fault}", unit.id)));
    }
    faults.extend(of_stacks(field));
    faults.extend(of_forts(field));
    faults.extend(of_lists(turn));
    faults
}

/// Rules 1.2, 2.2, 3.2, 11.9, 11.11: where a unit stands and what it has.
fn of_unit(field: Field<'_>, unit: &Unit) -> Vec<String> {
    let label = || format!("{} {}", field.atlas.map.grid.label(unit.at), unit.tac);
    let mut faults = Vec::new();
    let mut must = |holds: bool, fault: &dyn Fn() -> String| {
        if !holds {
            faults.push(fault());
        }
    };
    let on_map = field.atlas.map.grid.holds(unit.at);
    must(on_map, &|| "stands outside the map".into());
    if on_map {
        // A bridge that is laid lies in the river, and others may stand on it (rule 12.4).
        let has_footing = field.atlas.sheet(unit.at).is_passable(unit.tac)
            || pontoon_at(field, unit.at, unit.tac).is_some();
        let stands = field.atlas.map.is_passable(unit.at) && has_footing;
        must(stands, &|| format!("stands on impassable ground, at {}", label()));
        let bar = field.soil_of(unit.at).filter(|soil| field.state.forbidden.contains(soil));
        must(bar.is_none(), &|| format!("stands on forbidden land, at {}", label()));
    }
    must(unit.morale <= 100, &|| format!("has morale {}", unit.morale));
    must(unit.ammunition <= 5, &|| format!("has ammunition {}", unit.ammunition));
    let most = field.book.kind(unit.id.kind).load;
    must(unit.supplies <= most, &|| format!("carries {} supplies, more than {most}", unit.supplies));
    must(unit.strength > 0, &|| "is there without a man".into());
    if unit.id.kind == UnitType::Militia && on_map {
        let state = field.atlas.map.state_at(unit.at).map(|state| state.name.as_str());
        let is_home = match field.book.marches.militia {
            MilitiaLand::State => state == Some(&unit.home),
            MilitiaLand::Nation => field.is_home(unit.id.nation, unit.at),
        };
        must(is_home, &|| format!("is a militia outside {}, at {}", unit.home, label()));
    }
    faults
}

/// Rules 1.5, 2.5: 200 active brigades in a strategic square; 16 brigades, 8 of a side and 2 naval batteries in a
/// tactical one.
fn of_stacks(field: Field<'_>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut stacks = BTreeMap::<(StrategicSquare, TacticalSquare), Vec<&Unit>>::new();
    for (at, units) in field.occupancy.iter() {
        let brigades = units.iter().filter_map(|id| field.unit(*id)).filter(|unit| unit.id.kind.is_brigade());
        let brigades: Vec<&Unit> = brigades.collect();
        let active = brigades.iter().filter(|unit| unit.is_active()).count();
        if active > field.book.stacking.strategic {
            faults.push(format!("{active} active brigades stand in {}", field.atlas.map.grid.label(at)));
        }
        for unit in brigades {
            stacks.entry((at, unit.tac)).or_default().push(unit);
        }
    }
    for ((at, tac), units) in stacks {
        let place = || format!("{} {tac}", field.atlas.map.grid.label(at));
        let friends = |one: &Unit| {
            units.iter().filter(|other| field.relation(one.id.nation, other.id.nation).is_friendly()).count()
        };
        let most = units.iter().map(|unit| friends(unit)).max().unwrap_or(0);
        let batteries = units.iter().filter(|unit| unit.id.kind == UnitType::NavalBattery).count();
        if units.len() > field.book.stacking.tactical {
            faults.push(format!("{} brigades stand in {}", units.len(), place()));
        }
        if most > field.book.stacking.tactical_side {
            faults.push(format!("{most} brigades of a side stand in {}", place()));
        }
        if batteries > NAVAL_BATTERIES {
            faults.push(format!("{batteries} naval batteries stand in {}", place()));
        }
    }
    faults
}

/// Rule 2.6: units in forts stand in the square of a city that has one, of their own side, and fit into it.
fn of_forts(field: Field<'_>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut taken = BTreeMap::<StrategicSquare, u32>::new();
    for unit in field.state.units.values().filter(|unit| unit.in_fort) {
        *taken.entry(unit.at).or_default() += fort::space(unit);
        let city = field.state.city_on(unit.at, unit.tac);
        match city.filter(|city| city.fort.is_some()) {
            None => faults.push(format!("{}: is in a fort where there is none", unit.id)),
            Some(city) if !field.relation(unit.id.nation, city.control).is_friendly() => {
                faults.push(format!("{}: is in the fort of {}", unit.id, city.control));
            }
            Some(_) => {}
        }
    }
    for city in field.state.cities.values() {
        let (Some(fort), Some(taken)) = (city.fort, taken.get(&city.at)) else { continue };
        if *taken > fort.capacity {
            let at = field.atlas.map.grid.label(city.at);
            faults.push(format!("the fort in {at} holds {taken}, more than {}", fort.capacity));
        }
    }
    faults
}

/// One place for each unit, a seat for each, and no list with units that are gone.
fn of_lists(turn: &Turn) -> Vec<String> {
    let mut faults = Vec::new();
    if turn.occupancy != occupancy(&turn.state) {
        faults.push("the index of who stands where is not what the units say".into());
    }
    let units: BTreeSet<UnitId> = turn.state.units.keys().copied().collect();
    let seats: BTreeSet<UnitId> = turn.state.seats.keys().copied().collect();
    let progress: BTreeSet<UnitId> = turn.progress.keys().copied().collect();
    for (what, list) in [("a seat", seats), ("orders", progress)] {
        faults.extend(units.difference(&list).map(|id| format!("{id}: has not {what}")));
        faults.extend(list.difference(&units).map(|id| format!("{id}: is gone and has {what}")));
    }
    faults.extend(
        turn.state
            .units
            .iter()
            .filter(|(id, unit)| **id != unit.id)
            .map(|(id, unit)| format!("{id}: is listed under another name than its own, {}", unit.id)),
    );
    faults
}
