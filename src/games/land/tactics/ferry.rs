//! Ferries (rule 12.7; ): a river transport carries a unit over in the middle of its tactical move.
//!
//! There are no ships before the naval module: a ferry is a place in the river with a capacity.

use crate::crossings::Crossings;
use crate::orders::{TacticalMove, Via};
use crate::state::Ferry;
use crate::tactics::course::{self, Mover};
use crate::tactics::progress::Leg;
use crate::tactics::refusal::Refusal;
use crate::tactics::{intercept, march};
use crate::turn::Turn;
use crate::unit::{Unit, UnitId};
use fieldpost_ground::square::TacticalSquare;
use fieldpost_ground::tactical::Ground;

/// ROTD-EUWOL 12.7, R-12.7: the space of a unit on a ferry: 1 for each man, 3 for cavalry, and 200 for each attached
/// battery; artillery takes 2 for each man, which is 200 for a full battery. DIFFERENCE to 2.6: the book's own example
/// counts the gunners of an attached battery twice over.
pub fn space(unit: &Unit) -> u32 {
    let kind = unit.id.kind;
    if kind.is_artillery() {
        return 2 * unit.strength;
    }
    let per_man = if kind.is_cavalry() { 3 } else { 1 };
    per_man * unit.strength + 200 * u32::from(unit.batteries)
}

/// The ferry by which a move goes, if it goes by one.
pub fn of_move<'a>(mover: Mover<'a>, order: &TacticalMove) -> Option<Result<&'a Ferry, Refusal>> {
    let Some(Via::Ship(id)) = &order.via else { return None };
    let Mover { field, unit, .. } = mover;
    let is_ours = |ferry: &&Ferry| {
        ferry.id.eq_ignore_ascii_case(id)
            && ferry.at == unit.at
            && field.relation(unit.id.nation, ferry.side).is_friendly()
    };
    Some(field.state.ferries.iter().find(is_ours).ok_or(Refusal::NoFerry))
}

/// ROTD-EUWOL 12.7, 9.7: whether a ferry can carry a unit to a place: the ferry lies beside the bank where the unit is
/// and beside that of the place, which is not in the river.
///
/// # Errors
/// Why it cannot.
pub fn check(mover: Mover<'_>, ferry: &Ferry, to: TacticalSquare) -> Result<(), Refusal> {
    let crossings = Crossings::of(mover.field, mover.unit, mover.unit.at);
    let sheet = crossings.sheet();
    if matches!(sheet.ground_at(to), Ground::River | Ground::Ford | Ground::Water) {
        return Err(Refusal::FerryLanding);
    }
    if !crossings.is_passable(to) {
        return Err(Refusal::NoFooting);
    }
    let about = sheet.banks_about(ferry.tac);
    let here = crossings.banks_of(mover.unit.tac);
    if about.touch(here) && about.touch(crossings.banks_of(to)) { Ok(()) } else { Err(Refusal::OtherBank) }
}

/// How far a move by ferry has come in a phase.
pub enum Crossing {
    /// On land still, on the way to the ferry.
    OnTheWay,
    /// Over the river.
    Over,
}

/// ROTD-EUWOL 12.7: goes to a ferry and, if squares are left to get ashore with, over the river towards `to`. Nobody
/// stays on the ferry.
///
/// # Errors
/// Why the unit did not go on.
pub fn cross(turn: &mut Turn, id: UnitId, to: TacticalSquare, budget: u8) -> Result<Crossing, Refusal> {
    let mover = march::mover(turn, id)?;
    let order = turn.progress.get(&id).and_then(|progress| progress.orders.tactical_move.as_ref());
    let ferry = order.and_then(|order| of_move(mover, order)).ok_or(Refusal::NoFerry)??.clone();
    check(mover, &ferry, to)?;
    let mover = Mover { ferry: Some(ferry.tac), ..mover };
    let mut approach = course::squares_of(mover, Leg::new(mover.unit.tac, ferry.tac))?;
    approach.pop();
    let ashore = course::advance(mover, &approach, budget);
    if ashore.steps < u8::try_from(approach.len()).unwrap_or(u8::MAX)
        || ashore.met
        || ashore.steps + 2 > budget
    {
        let stopped = ashore.stopped.filter(|_| ashore.walked.is_empty());
        go(turn, id, &ashore.walked);
        return stopped.map_or(Ok(Crossing::OnTheWay), Err);
    }
    // What is on the far bank is looked at before the unit goes aboard: it cannot stay there.
    let afloat = Unit { tac: ferry.tac, ..mover.unit.clone() };
    let passenger = Mover { unit: &afloat, ..mover };
    let way = course::squares_of(passenger, Leg::new(ferry.tac, to))?;
    let beyond = course::advance(passenger, &way, budget - ashore.steps - 1);
    let needed = space(mover.unit);
    if beyond.walked.is_empty() {
        go(turn, id, &ashore.walked);
        return Err(beyond.stopped.unwrap_or(Refusal::Barred));
    }
    if !has_space(turn, &ferry, needed) {
        go(turn, id, &ashore.walked);
        return Err(Refusal::FerryFull);
    }
    let aboard: Vec<_> = ashore.walked.iter().copied().chain([ferry.tac]).collect();
    if !go(turn, id, &aboard) {
        return Ok(Crossing::OnTheWay);
    }
    *turn.ferried.entry(ferry.id.clone()).or_default() += needed;
    go(turn, id, &beyond.walked);
    Ok(Crossing::Over)
}

/// ROTD-EUWOL 12.7: whether the unit finds space: all that is ferried in a turn stays below four times the capacity that
/// the ferry's load leaves.
fn has_space(turn: &Turn, ferry: &Ferry, needed: u32) -> bool {
    let used = turn.ferried.get(&ferry.id).copied().unwrap_or(0);
    let times = turn.book.bridges.as_ref().map_or(0, |bridges| bridges.ferry_trips);
    used + needed < ferry.capacity.saturating_sub(ferry.load) * times
}

/// Walks some squares; false if the unit was intercepted on them.
fn go(turn: &mut Turn, id: UnitId, way: &[TacticalSquare]) -> bool {
    if intercept::intercept(turn, id, way) {
        return false;
    }
    march::go(turn, id, way);
    true
}
