//! Where a strategic step leads a unit that stands so, as a field shows it: asked before the step is made, and by who plans one.

use crate::exit;
use crate::field::Field;
use crate::movement::hindrance::Hindrance;
use crate::movement::{banks, closed, entry};
use crate::stacking;
use crate::unit::Unit;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// ROTD-EUWOL 1.5, 7.14: whether a unit that stands so finds room in `to`, and the tactical square it enters by: the one nearest
/// to `wish`.
///
/// # Errors
/// What keeps it out.
pub fn entered_by(
    field: Field<'_>,
    unit: &Unit,
    to: StrategicSquare,
    wish: TacticalSquare,
) -> Result<TacticalSquare, Hindrance> {
    let direction = unit.at.direction_to(to).ok_or(Hindrance::NotAdjacent(to))?;
    if let Some(hindrance) = closed::barred(field, unit, unit.at, to) {
        return Err(hindrance);
    }
    if !stacking::has_strategic_room(field, unit, to) {
        return Err(Hindrance::Full(to));
    }
    let passage = banks::passage(field, unit, direction)?;
    let landing = banks::landing(field, unit, &passage, to);
    entry::entry_square(field, unit, to, direction, wish, &landing).ok_or(Hindrance::NoWayIn(to))
}

/// ROTD-EUWOL 7.7, 7.8, 7.14: where a unit that stands so comes in, if nobody stirs meanwhile and no diagonal is interrupted. For
/// who plans a march and knows of no more.
///
/// # Errors
/// What keeps it from the step.
pub fn leads_to(
    field: Field<'_>,
    unit: &Unit,
    to: StrategicSquare,
    wish: TacticalSquare,
) -> Result<TacticalSquare, Hindrance> {
    let direction = unit.at.direction_to(to).ok_or(Hindrance::NotAdjacent(to))?;
    exit::leave(field, unit, direction)?;
    entered_by(field, unit, to, wish)
}
