//! What a turn's marching and resting does to a unit at the end of it (rules 3.2, 3.6; R-3.2b, R-3.6).

use crate::turn::Turn;
use crate::unit::Status;

/// ROTD-EUWOL 3.2, R-3.2b: at the end of the turn units regain fatigue, each by its type, never below 0. Shattered units do not
/// before they have reformed.
pub fn recover(turn: &mut Turn) {
    let book = turn.book;
    for unit in turn.state.units.values_mut().filter(|unit| unit.status != Status::Shattered) {
        unit.fatigue = unit.fatigue.saturating_sub(book.kind(unit.id.kind).recovers);
    }
}

/// ROTD-EUWOL 3.6, R-3.6: a unit that made a strategic move this turn gains one point of experience while it
/// has fewer than 8.
pub fn learn_by_marching(turn: &mut Turn) {
    let enough = turn.book.marches.experience;
    for (id, progress) in &turn.progress {
        let learner = turn.state.units.get_mut(id).filter(|unit| unit.experience < enough);
        if let Some(unit) = learner.filter(|_| progress.steps > 0) {
            unit.experience += 1;
        }
    }
}
