//! Ways off a tactical map (rules 7.7, 7.8; details "cones", "cross", R-7.8b).

use crate::games::ground::nation::NationCode;
use crate::games::ground::square::{Direction, StrategicSquare, TacticalSquare};
use crate::games::land::field::Field;

/// ROTD-EUWOL 7.7, R-7.7: whether the cone from `tac` to the map's edge in `direction` is free of what
/// blocks `nation` in that square.
pub fn cone_is_clear(
    field: Field<'_>,
    nation: NationCode,
    at: StrategicSquare,
    tac: TacticalSquare,
    direction: Direction,
) -> bool {
    field.blockers(nation, at).all(|unit| tac.cone_to(unit.tac) != Some(direction))
}
