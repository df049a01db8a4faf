//! Whether a unit moves on the tactical map (rule 9.1, R-9.1, R-9.1b).

use crate::field::Field;
use crate::tactics::refusal::Refusal;
use crate::unit::Unit;

/// ROTD-EUWOL 9.1, R-9.1b: whether a unit may move on its tactical map at all: not with more than 8 points of
/// fatigue where hostile units of any kind are.
///
/// # Errors
/// Why it may not.
pub fn may_move(field: Field<'_>, unit: &Unit) -> Result<(), Refusal> {
    if field.book.kind(unit.id.kind).tactical == 0 {
        return Err(Refusal::Immobile);
    }
    if unit.fatigue > field.book.tactics.fatigue && field.has_enemy(unit.id.nation, unit.at) {
        return Err(Refusal::Tired);
    }
    Ok(())
}
