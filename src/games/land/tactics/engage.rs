//! Engaging the nearest enemy (rule 9.8, R-9.8).

use crate::detection::tactical::is_seen_by_nation;
use crate::tactics::allowance::may_move;
use crate::tactics::course;
use crate::tactics::progress::Leg;
use crate::tactics::refusal::Refusal;
use crate::tactics::specified::diagonals;
use crate::tactics::{intercept, march, phase_number};
use crate::turn::Turn;
use crate::unit::{Unit, UnitId};
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::TacticalSquare;

/// ROTD-EUWOL 9.8: whether a unit engages in this phase: it is ordered to, and a specified move of its own, if it
/// has one, reached its destination in an earlier phase. It is asked before anybody moves, and who went into his fort in
/// this phase has spent it.
pub fn is_due(turn: &Turn, id: UnitId) -> bool {
    let Some(progress) = turn.progress.get(&id) else { return false };
    let is_free = progress.orders.tactical_move.is_none() || progress.tactics.route.reached_in.is_some();
    is_free && progress.orders.engage.is_some_and(|phases| phases.holds(phase_number(turn)))
}

/// ROTD-EUWOL 9.8, R-9.8: moves toward the nearest visible enemy as far as the allowance goes; in a later phase the
/// nearest is chosen anew. Without a visible enemy the unit stays.
///
/// # Errors
/// Why it did not move.
pub fn engage(turn: &mut Turn, id: UnitId) -> Result<(), Refusal> {
    let unit = turn.state.units.get(&id).ok_or(Refusal::Immobile)?;
    let here = unit.tac;
    let Some(target) = nearest_enemy(turn, id) else { return Ok(()) };
    if target == here {
        return Ok(());
    }
    let mover = march::mover(turn, id)?;
    may_move(mover.field, mover.unit)?;
    course::check_banks(mover, here, target)?;
    let squares = course::squares_of(mover, Leg::new(here, target))?;
    let advance = course::advance(mover, &squares, turn.book.kind(id.kind).tactical);
    match (advance.walked.last(), advance.stopped) {
        (Some(_), _) => {
            if !intercept::intercept(turn, id, &advance.walked) {
                march::go(turn, id, &advance.walked);
            }
            Ok(())
        }
        (None, Some(refusal)) => Err(refusal),
        (None, None) => Ok(()),
    }
}

/// the square of the nearest visible enemy combat unit, of a headquarters only if there is no combat unit;
/// of equally near ones the one with the fewest diagonals, then the lowest draw.
fn nearest_enemy(turn: &mut Turn, id: UnitId) -> Option<TacticalSquare> {
    let field = turn.field();
    let unit = field.unit(id)?;
    let enemies = || {
        field.units_in(unit.at).filter(|other| {
            other.is_active()
                && field.relation(id.nation, other.id.nation) == Relation::Hostile
                && is_seen_by_nation(field, id.nation, other)
        })
    };
    let key = |other: &Unit| (unit.tac.distance(other.tac), diagonals(unit.tac, other.tac));
    let combat = enemies().any(Unit::is_combat);
    let candidates: Vec<&Unit> = enemies().filter(|other| other.is_combat() == combat).collect();
    let best = candidates.iter().map(|other| key(other)).min()?;
    let nearest: Vec<(UnitId, TacticalSquare)> = candidates
        .into_iter()
        .filter(|other| key(other) == best)
        .map(|other| (other.id, other.tac))
        .collect();
    if let [(_, only)] = nearest[..] {
        return Some(only);
    }
    let phase = turn.phase;
    let dice = &mut turn.dice;
    let drawn = nearest
        .into_iter()
        .map(|(other, tac)| (dice.draw(phase, "9.8", &format!("{id} {other}"), 0), other, tac));
    let chosen = drawn.min().map(|(_, _, tac)| tac);
    if let Some(progress) = turn.progress.get_mut(&id) {
        progress.tactics.drew = true;
    }
    chosen
}
