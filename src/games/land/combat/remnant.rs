//! What is left of a unit that lost nearly all its men (R-10.7e).

use crate::combat::battle::manned_fort;
use crate::combat::leave::Fate;
use crate::event::Place;
use crate::event::reason::Why;
use crate::field::Field;
use crate::shattered;
use crate::turn::Turn;
use crate::unit::{Status, Unit, UnitId, UnitType};

/// R-10.7e: a unit that has just lost men and has fewer than fifty left shatters (rule 14.1), but not behind the walls of a
/// fort that was manned when the battle or bombardment began; one with none left is destroyed. `None` if it stands, or is a headquarters or a
/// bridge, whose men are none of these.
pub fn breaks_up(turn: &mut Turn, id: UnitId, behind_walls: bool) -> Option<Fate> {
    let field = turn.field();
    let unit = field.unit(id).filter(|unit| is_remnant(field, unit))?;
    if unit.strength == 0 {
        shattered::destroy(turn, id, Why::NoMenLeft);
        return Some(Fate::Destroyed);
    }
    if behind_walls {
        return None;
    }
    Some(shattered::shatter_because(turn, id, Some(Why::TooFewLeft)))
}

/// R-10.7e: whether a unit has too few men to be one: fewer than serve a single battery.
pub fn is_remnant(field: Field<'_>, unit: &Unit) -> bool {
    counts_men(unit) && unit.strength < field.book.combat.losses.remnant
}

/// Whether a unit is its men: headquarters and bridges are not.
pub fn counts_men(unit: &Unit) -> bool {
    !unit.id.kind.is_hq() && unit.id.kind != UnitType::PontoonBridge
}

/// R-10.7e: the row of the turn list: units that lost men in the turn, in whatever way, and are left with fewer than fifty.
/// Shattered ones are destroyed only if none are left: they have their tries to form again (14.5).
pub fn look_over(turn: &mut Turn) {
    let field = turn.field();
    let lost = |unit: &Unit| {
        turn.progress
            .get(&unit.id)
            .is_some_and(|progress| progress.men.is_some_and(|men| unit.strength < men))
    };
    let left = field.state.units.values().filter(|unit| is_remnant(field, unit) && lost(unit));
    let left = left.filter(|unit| unit.status != Status::Shattered || unit.strength == 0);
    let walls =
        |unit: &Unit| unit.in_fort && manned_fort(field, Place { at: unit.at, tac: unit.tac }).is_some();
    for (id, behind_walls) in left.map(|unit| (unit.id, walls(unit))).collect::<Vec<_>>() {
        breaks_up(turn, id, behind_walls);
    }
}
