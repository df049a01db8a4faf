//! Where no order leads, whoever stands there (rules 1.2, 7.1 militia, 7.4, 7.16).

use crate::book::MilitiaLand;
use crate::field::Field;
use crate::movement::hindrance::Hindrance;
use crate::unit::{Unit, UnitType};
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;

/// ROTD-EUWOL 1.2, 7.1, 7.4, 7.16: what on the map itself bars a unit from a step, whoever stands where.
pub fn barred(
    field: Field<'_>,
    unit: &Unit,
    from: StrategicSquare,
    to: StrategicSquare,
) -> Option<Hindrance> {
    let map = &field.atlas.map;
    let direction = from.direction_to(to);
    if direction.is_none() || !map.grid.holds(to) {
        return Some(Hindrance::NotAdjacent(to));
    }
    if !map.is_passable(to) {
        return Some(Hindrance::Impassable(to, map.terrain_at(to)));
    }
    if let Some(terrain) = map.between(from, to) {
        return Some(Hindrance::Between(to, terrain));
    }
    if leaves_home(field, unit, to) {
        return Some(Hindrance::LeavesHome(to));
    }
    is_closed(field, to).then_some(Hindrance::Closed(to))
}

/// ROTD-EUWOL 7.1: militia may not move to a strategic square outside their home state; GITM-NWOL 7.1: outside their home
/// nation, German and Italian militia outside Germany and Italy.
pub fn leaves_home(field: Field<'_>, unit: &Unit, to: StrategicSquare) -> bool {
    let Some(home) = home_of(unit) else { return false };
    match field.book.marches.militia {
        MilitiaLand::State => field.atlas.map.state_at(to).is_none_or(|state| state.name != home),
        MilitiaLand::Nation => !field.is_home(unit.id.nation, to),
    }
}

/// ROTD-EUWOL 7.1: the state that a unit may not leave, if it is bound to one.
pub fn home_of(unit: &Unit) -> Option<&str> {
    (unit.id.kind == UnitType::Militia).then_some(unit.home.as_str())
}

/// ROTD-EUWOL 7.16, R-7.16: squares of the Ottoman Empire, and of nations that have no part in the campaign, are
/// as impassable ones.
pub fn is_closed(field: Field<'_>, to: StrategicSquare) -> bool {
    let (closed, states) = (field.book.ground.closed, field.book.ground.closed_states);
    let is_named = field.atlas.map.state_at(to).is_some_and(|state| states.contains(&state.name.as_str()));
    let of_nation =
        |nation: NationCode| field.state.forbidden.contains(&nation) || closed.contains(&nation.as_str());
    is_named || field.soil_of(to).is_some_and(of_nation)
}
