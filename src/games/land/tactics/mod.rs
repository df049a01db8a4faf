//! Tactical movement (chapter 9): one file a rule or two.
//!
//! A phase (T-02) begins with those who go into a fort or out of it ([`fort`]); then units move by initiative
//! ([`by_initiative`]), each at most once: a specified move ([`specified`]) or else toward the nearest enemy
//! ([`engage`]), and any of them may be intercepted ([`intercept`]); at last others come to the support of
//! battles ([`support`]). Where a move leads and what stops it is one place, [`course`]; making it is another,
//! [`march`].

use crate::book::{Book, Order};
use crate::bridges;
use crate::detection::witness;
use crate::event::Fact;
use crate::tactics::refusal::Refusal;
use crate::turn::{Progress, Turn};
use crate::unit::{Unit, UnitId};

pub mod allowance;
pub mod course;
pub mod engage;
pub mod ferry;
pub mod fort;
pub mod intercept;
pub mod line;
pub mod march;
pub mod progress;
pub mod refusal;
pub mod specified;
pub mod support;

pub use progress::{Arrival, Tactics};

/// One tactical phase, without its combats (rules 9.1-9.12, T-02).
pub fn phase(turn: &mut Turn) {
    for progress in turn.progress.values_mut() {
        progress.tactics.spent = false;
        progress.tactics.charged = false;
        progress.tactics.came = None;
    }
    bridges::stay_at_work(turn);
    fort::in_and_out(turn);
    let movers = turn.progress.iter().filter(|(_, progress)| has_orders(progress));
    let movers = movers.map(|(id, _)| *id).filter(|id| is_due(turn, *id)).collect();
    for id in by_initiative(turn, movers, "9.6") {
        move_one(turn, id);
    }
    if phase_number(turn) < 5 {
        support::phase(turn);
    }
}

/// The number of the tactical phase now running, 1 to 5; 0 outside of them.
pub fn phase_number(turn: &Turn) -> u8 {
    turn.phase.tactical()
}

/// Whether a unit has any order to move here; most have none, and cost nothing.
fn has_orders(progress: &Progress) -> bool {
    progress.orders.tactical_move.is_some() || progress.orders.engage.is_some()
}

fn is_due(turn: &Turn, id: UnitId) -> bool {
    specified::is_due(turn, id) || engage::is_due(turn, id)
}

/// ROTD-EUWOL 9.6: a unit's place among those that move, the first least: its initiative, or whether its type is fast, as the
/// book has it.
pub fn rank(book: &Book, unit: &Unit) -> u8 {
    match book.tactics.order {
        Order::Initiative => unit.initiative,
        Order::FastThenOthers => u8::from(!book.kind(unit.id.kind).fast),
    }
}

/// ROTD-EUWOL 9.6, G-02: some units in order of initiative, 1 first, and within it by a draw that no other unit can
/// shift; in each phase anew.
pub fn by_initiative(turn: &mut Turn, units: Vec<UnitId>, rule: &str) -> Vec<UnitId> {
    let phase = turn.phase;
    let mut drawn: Vec<_> = units
        .into_iter()
        .map(|id| {
            let rank = turn.state.units.get(&id).map_or(u8::MAX, |unit| rank(turn.book, unit));
            (rank, turn.dice.draw(phase, rule, &id.to_string(), 0), id)
        })
        .collect();
    drawn.sort_unstable();
    drawn.into_iter().map(|(_, _, id)| id).collect()
}

/// ROTD-EUWOL 9.12: what one unit does when its turn comes: its specified move if it has one, else it engages. It
/// does neither if it intercepted before, or if an enemy came upon it.
fn move_one(turn: &mut Turn, id: UnitId) {
    let spent = turn.progress.get(&id).is_none_or(|progress| progress.tactics.spent);
    let Some(unit) = turn.state.units.get(&id).filter(|unit| unit.is_active() && !spent) else { return };
    let result = if march::is_in_combat(turn.field(), unit) {
        Err(Refusal::InCombat)
    } else if unit.deployed {
        Err(Refusal::Laid)
    } else if specified::is_due(turn, id) {
        specified::carry_on(turn, id)
    } else {
        engage::engage(turn, id)
    };
    let Some(progress) = turn.progress.get_mut(&id) else { return };
    progress.tactics.spent = true;
    let refusal = result.err();
    let is_news = refusal.is_some() && refusal != progress.tactics.told;
    progress.tactics.told = refusal.or(progress.tactics.told);
    if let Some(refusal) = refusal.filter(|_| is_news) {
        witness::tell_own(turn, id, Fact::Refused { stand: turn.stand(id), why: refusal.into() });
    }
}
