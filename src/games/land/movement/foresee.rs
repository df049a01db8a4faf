//! What would fail on the map as the sender of an order can see it: the desk's receipt says so (G-13).
//!
//! **Nothing here looks at who stands where**: a receipt must not tell where enemies are.

use crate::field::Field;
use crate::movement::allowance;
use crate::movement::closed;
use crate::orders::UnitOrders;
use crate::rail;
use crate::supply::chosen::eats;
use crate::unit::Unit;
use fieldpost_ground::map::Terrain;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::Ground;

/// ROTD-EUWOL 7.1-7.4, 7.14, 7.16, 8.1-8.4: what of a unit's strategic orders cannot work on the map, whatever the enemy
/// does; one sentence each, nothing if all may go well.
pub fn foresee(field: Field<'_>, unit: &Unit, orders: &UnitOrders) -> Vec<String> {
    let mut warnings = Vec::new();
    let steps = along_the_path(field, unit, &orders.path, &mut warnings);
    warnings.extend(too_far(field, unit, orders, steps));
    warnings.extend(odd_withdrawal(field, unit, orders));
    if let (Some(wish), Some(first)) = (orders.entry, orders.path.iter().flatten().next()) {
        warnings.extend(bad_entry(field, *first, wish));
    }
    warnings.extend(rail::foresee::foresee(field, unit, orders));
    warnings
}

/// Walks the path as far as the map lets it; the number of steps that can be made.
fn along_the_path(
    field: Field<'_>,
    unit: &Unit,
    path: &[Option<StrategicSquare>],
    warnings: &mut Vec<String>,
) -> usize {
    let grid = &field.atlas.map.grid;
    let mut here = unit.at;
    for (steps, next) in path.iter().flatten().enumerate() {
        if let Some(hindrance) = closed::barred(field, unit, here, *next) {
            if here == *next {
                warnings.push(format!(
                    "{} stands twice running: leave it out, or write a dot for a phase in which it waits",
                    grid.label(here)
                ));
                return steps;
            }
            let reason = if here.direction_to(*next).is_none() {
                format!("{} is not adjacent to {}", grid.label(*next), grid.label(here))
            } else {
                hindrance.reason(grid).to_string()
            };
            warnings.push(format!("the march will stop in {}: {reason}", grid.label(here)));
            return steps;
        }
        here = *next;
    }
    path.iter().flatten().count()
}

/// ROTD-EUWOL 7.1-7.3, 7.11: more steps than the unit can make. Communications and supplies are those it has now;
/// what it draws before it moves may still change them.
fn too_far(field: Field<'_>, unit: &Unit, orders: &UnitOrders, steps: usize) -> Option<String> {
    if steps == 0 {
        return None;
    }
    if unit.fatigue > field.book.marches.fatigue {
        let limit = field.book.marches.fatigue;
        return Some(format!("its fatigue of {} is in excess of {limit}: it will not march", unit.fatigue));
    }
    let allowance = usize::from(allowance::allowance(field.book, &after_the_supply_phase(unit, orders)));
    let may_force = field.book.kind(unit.id.kind).forced.is_some();
    let most = allowance + usize::from(may_force && !orders.no_forced_march);
    (steps > most).then(|| {
        let forced = match (may_force, orders.no_forced_march) {
            (true, false) => " and one by a forced march",
            (true, true) => " and no forced march by its orders",
            (false, _) => " and cannot force-march",
        };
        format!("{steps} squares are ordered, but as it stands it marches {allowance} in a turn{forced}")
    })
}

/// ROTD-EUWOL 7.2, 11.9: the unit as it will march if its stores have enough: a brigade that is to carry nothing eats
/// what it carries now, and marches light.
pub fn after_the_supply_phase(unit: &Unit, orders: &UnitOrders) -> Unit {
    let keeps = orders.carry.as_ref().is_some_and(|carry| carry.level > 0);
    let eaten = u8::from(eats(unit) && !unit.id.kind.is_hq() && !keeps);
    Unit { supplies: unit.supplies.saturating_sub(eaten), ..unit.clone() }
}

/// ROTD-EUWOL 7.5: a withdrawal without a battle to withdraw from.
fn odd_withdrawal(field: Field<'_>, unit: &Unit, orders: &UnitOrders) -> Option<String> {
    if !orders.withdraw || orders.path.first().copied().flatten().is_none() {
        return None;
    }
    let fought = field.state.battle_squares.contains(&unit.at);
    (!fought).then(|| "no battle was fought in its square last turn, so it cannot withdraw from one".into())
}

/// ROTD-EUWOL 7.14: an entry square that cannot be stood on, where the map alone tells. The unit then enters by
/// another, so this is a hint.
fn bad_entry(field: Field<'_>, first: StrategicSquare, wish: TacticalSquare) -> Option<String> {
    let map = &field.atlas.map;
    if !map.grid.holds(first) || !map.is_passable(first) || map.terrain_at(first) == Terrain::Water {
        return None;
    }
    let sheet = field.atlas.sheet(first);
    let ground = match sheet.ground_at(wish) {
        _ if sheet.is_passable(wish) => return None,
        Ground::Water => "water",
        Ground::Mountain => "mountain",
        _ => "river",
    };
    let label = map.grid.label(first);
    Some(format!("entry square {wish} is {ground} in {label}: another will be used"))
}
