//! Ways off a tactical map (rules 7.7, 7.8; details "cones", "cross", R-7.8b).

use crate::field::Field;
use crate::movement::banks;
use crate::movement::hindrance::Hindrance;
use crate::unit::Unit;
use fieldpost_ground::map::Terrain;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::{Direction, StrategicSquare, TACTICAL_SIDE, TacticalSquare};

/// How far from the edge of a marsh a unit may still leave it (R-7.8b).
const MARSH_EDGE: u8 = 3;

/// ROTD-EUWOL 7.7, R-7.7: whether the cone from `tac` to the map's edge in `direction` is free of what
/// blocks `nation` in that square.
pub fn cone_is_clear(
    field: Field<'_>,
    nation: NationCode,
    at: StrategicSquare,
    tac: TacticalSquare,
    direction: Direction,
) -> bool {
    field.exit_blockers(nation, at).all(|unit| tac.cone_to(unit.tac) != Some(direction))
}

/// ROTD-EUWOL 7.7, 7.8: whether a unit can leave its tactical map in a direction.
///
/// # Errors
/// What keeps it: a siege, somebody in its cone or on both sides of its first step, a river or range, a marsh.
pub fn leave(field: Field<'_>, unit: &Unit, direction: Direction) -> Result<(), Hindrance> {
    if unit.deployed {
        return Err(Hindrance::Laid);
    }
    if is_in_besieged_city(field, unit) {
        return Err(Hindrance::Besieged);
    }
    if !cone_is_clear(field, unit.id.nation, unit.at, unit.tac, direction) {
        return Err(Hindrance::NotClear(direction));
    }
    if is_squeezed(field, unit, direction) {
        return Err(Hindrance::Squeezed(direction));
    }
    if is_deep_in_marsh(field, unit, direction) {
        return Err(Hindrance::InMarsh(direction));
    }
    banks::passage(field, unit, direction).map(|_| ())
}

/// Whether units, and not the ground, keep a unit from leaving in a direction: in its cone, or on both sides of its first
/// step (rule 7.7).
pub fn is_barred_by_units(field: Field<'_>, unit: &Unit, direction: Direction) -> bool {
    !cone_is_clear(field, unit.id.nation, unit.at, unit.tac, direction) || is_squeezed(field, unit, direction)
}

/// ROTD-EUWOL 7.7: units in a besieged city may not move strategically. To be in a city is to stand in its
/// tactical square.
pub fn is_in_besieged_city(field: Field<'_>, unit: &Unit) -> bool {
    field.state.city_on(unit.at, unit.tac).is_some_and(|city| city.besieged)
}

/// ROTD-EUWOL 9.4, R-9.4: the tactical square of a besieged city in a strategic square that a unit from outside may not enter,
/// on whatever way: one that is not its enemy's.
pub fn city_shut_to(field: Field<'_>, unit: &Unit, at: StrategicSquare) -> Option<TacticalSquare> {
    let (_, city) = field.state.city_at(at)?;
    let is_hostile = field.relation(unit.id.nation, city.control) == Relation::Hostile;
    (city.besieged && !is_hostile).then_some(city.tac)
}

/// ROTD-EUWOL 7.7, R-7.7: whether the first step out runs diagonally between two active units beside the unit that are
/// not of its side or allied to it. The book says "units" here, and so headquarters and bridges bar the way too, which
/// in a cone they do not.
fn is_squeezed(field: Field<'_>, unit: &Unit, direction: Direction) -> bool {
    let Some((one, other)) = direction.parts() else { return false };
    let is_held = |way: Direction| {
        let beside = unit.tac.step(way);
        field.units_in(unit.at).any(|stranger| {
            stranger.is_active()
                && Some(stranger.tac) == beside
                && !field.relation(unit.id.nation, stranger.id.nation).is_friendly()
        })
    };
    is_held(one) && is_held(other)
}

/// ROTD-EUWOL 7.8, R-7.8b: in the presence of enemy combat units (of neutral ones on their home soil) a marsh is
/// left only from within three squares of the edge: row 3 or less to the north, column 11 or more to the
/// east; for a diagonal from both edges of the corner.
fn is_deep_in_marsh(field: Field<'_>, unit: &Unit, direction: Direction) -> bool {
    if !field.book.ground.marsh_exit || field.atlas.map.terrain_at(unit.at) != Terrain::Marsh {
        return false;
    }
    let (dx, dy) = direction.step();
    let deep = |place: u8, step: i8| match step {
        0 => false,
        1 => TACTICAL_SIDE - 1 - place > MARSH_EDGE,
        _ => place > MARSH_EDGE,
    };
    let is_deep = deep(unit.tac.col(), dx) || deep(unit.tac.row(), dy);
    is_deep && field.blockers(unit.id.nation, unit.at).next().is_some()
}
