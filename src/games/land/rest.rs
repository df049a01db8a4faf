//! What a turn's marching and resting does to a unit at the end of it (rules 3.2, 3.6; R-3.2b, R-3.6).

use crate::book::Book;
use crate::combat::stragglers;
use crate::morale;
use crate::turn::Turn;
use crate::unit::{Status, Unit};

/// What the end of a turn must know of a unit that is off the map by then, aboard a ship or in a garrison.
#[derive(Clone, Copy, Debug, Default)]
pub struct Off {
    /// Its stragglers when the turn began.
    pub stragglers: u32,
    /// Whether a battle or a city has moved its morale.
    pub stirred: bool,
    /// Whether it has an order to move on the strategic map.
    pub marches: bool,
}

/// ROTD-EUWOL 3.2, 3.7, 10.14: the end of a turn does to a unit off the map what it does to one that stands still on it; how many
/// stragglers came back.
pub fn pass_a_turn(book: &Book, unit: &mut Unit, off: Off) -> u32 {
    rest(book, unit);
    if !off.stirred {
        morale::tend_to_the_middle(unit);
    }
    let men = stragglers::share(book, off.stragglers.min(unit.stragglers), off.marches);
    unit.stragglers -= men;
    unit.strength += men;
    men
}

/// ROTD-EUWOL 3.2, R-3.2b: at the end of the turn units regain fatigue, each by its type, never below 0. Shattered units do not
/// before they have reformed.
pub fn recover(turn: &mut Turn) {
    let book = turn.book;
    turn.state.units.values_mut().for_each(|unit| rest(book, unit));
}

fn rest(book: &Book, unit: &mut Unit) {
    if unit.status != Status::Shattered {
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
