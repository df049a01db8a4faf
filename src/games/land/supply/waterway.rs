//! Navigable rivers as ways for supplies (rules 1.3, 8.2, 11.7).

use crate::field::Field;
use crate::rail::journey;
use crate::supply::depots::is_friendly_river;
use crate::unit::UnitType;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{Direction, StrategicSquare};

/// ROTD-EUWOL 11.7, 8.2: the squares of the shortest way down or up navigable rivers that a nation's side controls,
/// without enemy river batteries; `None` if there is none.
pub fn length(
    field: Field<'_>,
    nation: NationCode,
    from: StrategicSquare,
    to: StrategicSquare,
) -> Option<usize> {
    let map = &field.atlas.map;
    let flows = |at: StrategicSquare, side: Direction| map.navigable_sides(at).any(|way| way == side);
    let is_open = |at: StrategicSquare| {
        let mut enemies = field.enemy_combat_units(nation, at);
        is_friendly_river(field, nation, at) && !enemies.any(|unit| unit.id.kind == UnitType::NavalBattery)
    };
    let squares = is_open(from).then(|| journey::shortest(map, &flows, from, to, &is_open))??;
    Some(squares.len())
}
