//! Pursuit (rule 7.12, R-7.12).

use std::collections::BTreeSet;

use crate::detection::tactical::players_of;
use crate::detection::witness;
use crate::event::Fact;
use crate::movement::{Manner, diagonal, step};
use crate::orders::Pursuit;
use crate::turn::{Progress, Quarry, Turn};
use crate::unit::UnitId;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::StrategicSquare;

impl Progress {
    /// ROTD-EUWOL 7.12: whether the unit pursues, and has not made all the pursuit moves it was allowed.
    fn may_pursue(&self) -> bool {
        match self.orders.pursue {
            None => false,
            Some(Pursuit::Unlimited) => true,
            Some(Pursuit::AtMost(limit)) => self.pursuits < limit,
        }
    }
}

/// ROTD-EUWOL 7.12, R-7.12: notes for each enemy left behind in `from` that pursues and had the departed unit
/// (by the book a combat unit, or any active one) in its sight that there is somebody to follow.
pub fn notice_departure(turn: &mut Turn, id: UnitId, from: StrategicSquare, seen_by: &BTreeSet<PlayerNo>) {
    let field = turn.field();
    let pursued = turn.book.marches.pursued;
    let Some(mover) = field.unit(id).filter(|unit| pursued.counts(unit)) else { return };
    let quarry = Quarry { unit: id, men: mover.strength, to: mover.at, phase: turn.strategic_phase_so_far() };
    let hunters = field
        .units_in(from)
        .filter(|unit| unit.is_active() && turn.progress.get(&unit.id).is_some_and(Progress::may_pursue))
        .filter(|unit| field.relation(unit.id.nation, id.nation) == Relation::Hostile)
        .filter(|unit| players_of(field, unit.id).any(|player| seen_by.contains(&player)))
        .map(|unit| unit.id)
        .collect::<Vec<_>>();
    for hunter in hunters {
        if let Some(progress) = turn.progress.get_mut(&hunter) {
            progress.quarries.push(quarry);
        }
    }
}

/// ROTD-EUWOL 7.12: follows an enemy that left in this phase or the one before. Returns whether it did.
pub fn pursue(turn: &mut Turn, id: UnitId) -> bool {
    let Some(target) = quarry_of(turn, id) else { return false };
    let outcome = step::attempt(turn, id, target, Manner::Pursuit);
    diagonal::settle(turn, id, target, Manner::Pursuit, outcome)
}

/// the square of the departed enemy; of several the one with most men, then by a draw.
fn quarry_of(turn: &mut Turn, id: UnitId) -> Option<StrategicSquare> {
    let phase = turn.strategic_phase();
    let progress = turn.progress.get_mut(&id).filter(|progress| progress.may_pursue())?;
    progress.quarries.retain(|quarry| quarry.phase + 1 >= phase);
    let most = progress.quarries.iter().map(|quarry| quarry.men).max()?;
    let tied: Vec<_> = progress.quarries.iter().filter(|quarry| quarry.men == most).copied().collect();
    match tied.as_slice() {
        [only] => Some(only.to),
        several => {
            let running = turn.phase;
            let dice = &mut turn.dice;
            let draw = |quarry: &Quarry| dice.draw(running, "7.12", &format!("{id} {}", quarry.unit), 0);
            several.iter().copied().min_by_key(draw).map(|quarry| quarry.to)
        }
    }
}

/// ROTD-EUWOL 7.12: a successful pursuit counts against the limit and cancels the ordered path; from then on the
/// unit does nothing but pursue. Does nothing for a step of another manner.
pub fn count_success(turn: &mut Turn, id: UnitId, manner: Manner) {
    if manner != Manner::Pursuit {
        return;
    }
    if let Some(progress) = turn.progress.get_mut(&id) {
        progress.pursuits += 1;
        progress.path_over = true;
    }
    witness::tell_own(turn, id, Fact::Pursue(turn.stand(id)));
}
