//! Specified moves (rule 9.2, R-9.2b): to a square, by a waypoint, to the nearest ford or pass, over several phases.

use crate::event::Place;
use crate::orders::{Goal, TacticalMove, Via};
use crate::tactics::allowance::may_move;
use crate::tactics::course::{self, Mover};
use crate::tactics::ferry::{self, Crossing};
use crate::tactics::progress::Leg;
use crate::tactics::refusal::Refusal;
use crate::tactics::{intercept, march, phase_number};
use crate::turn::Turn;
use crate::unit::{Unit, UnitId};
use fieldpost_ground::square::TacticalSquare;
use fieldpost_ground::tactical::Ground;

/// ROTD-EUWOL 9.2: whether a specified move is due: ordered for this phase or an earlier one, and not completed.
pub fn is_due(turn: &Turn, id: UnitId) -> bool {
    let Some(progress) = turn.progress.get(&id) else { return false };
    let phase = phase_number(turn);
    progress.tactics.route.reached_in.is_none()
        && progress.orders.tactical_move.as_ref().is_some_and(|order| order.phase <= phase)
}

/// ROTD-EUWOL 9.2, 9.3, 9.5, 9.7: carries a specified move on by one phase. Squares left over at the waypoint are
/// used for the leg behind it.
///
/// # Errors
/// Why the unit did not move, or not as far as its allowance.
pub fn carry_on(turn: &mut Turn, id: UnitId) -> Result<(), Refusal> {
    let unit = turn.state.units.get(&id).ok_or(Refusal::Immobile)?;
    let mut targets = targets(turn, id)?;
    // Who has arrived need not be told that he is too tired to go there.
    if targets.iter().any(|target| *target != unit.tac) {
        may_move(turn.field(), unit)?;
    }
    let mut budget = turn.book.kind(id.kind).tactical;
    let mut outcome = Ok(());
    if goes_by_ferry(turn, id, &targets) {
        match ferry::cross(turn, id, targets[1], budget) {
            Ok(Crossing::Over) => {
                targets.remove(0);
            }
            Ok(Crossing::OnTheWay) => {}
            Err(refusal) => outcome = Err(refusal),
        }
        budget = 0;
    }
    while let Some(target) = targets.first().copied() {
        if goes_by_ferry(turn, id, &targets) {
            break;
        }
        match walk_leg(turn, id, target, budget) {
            Ok(Walk::Arrived { steps }) => {
                budget -= steps;
                targets.remove(0);
            }
            Ok(Walk::Stopped) => {
                targets.remove(0);
                break;
            }
            Ok(Walk::Underway) => break,
            Err(refusal) => {
                outcome = Err(refusal);
                break;
            }
        }
    }
    let phase = phase_number(turn);
    if let Some(progress) = turn.progress.get_mut(&id) {
        progress.tactics.route.reached_in = targets.is_empty().then_some(phase);
        progress.tactics.route.targets = Some(targets);
    }
    outcome
}

/// ROTD-EUWOL 12.7: whether the way to the next target is one by ferry: as long as the waypoint is before it.
fn goes_by_ferry(turn: &Turn, id: UnitId, targets: &[TacticalSquare]) -> bool {
    let order = turn.progress.get(&id).and_then(|progress| progress.orders.tactical_move.as_ref());
    targets.len() == 2 && order.is_some_and(|order| matches!(order.via, Some(Via::Ship(_))))
}

/// How a leg went.
enum Walk {
    /// Its end was reached, in so many steps.
    Arrived { steps: u8 },
    /// Its end was reached, and there an enemy stopped the unit (rule 9.3).
    Stopped,
    /// There are no squares left in this phase, or the unit was stopped by an enemy.
    Underway,
}

fn walk_leg(turn: &mut Turn, id: UnitId, target: TacticalSquare, budget: u8) -> Result<Walk, Refusal> {
    let mover = march::mover(turn, id)?;
    if mover.unit.tac == target {
        return Ok(Walk::Arrived { steps: 0 });
    }
    if budget == 0 {
        return Ok(Walk::Underway);
    }
    let leg = leg(turn, mover, target);
    let squares = course::squares_of(mover, leg)?;
    let advance = course::advance(mover, &squares, budget);
    if let (0, Some(refusal)) = (advance.steps, advance.stopped) {
        return Err(refusal);
    }
    let halted = match advance.walked.last() {
        Some(_) if !intercept::intercept(turn, id, &advance.walked) => {
            march::go(turn, id, &advance.walked);
            advance.met
        }
        Some(_) => true,
        None => false,
    };
    let here = turn.state.units.get(&id).map(place).ok_or(Refusal::Immobile)?;
    if let Some(progress) = turn.progress.get_mut(&id) {
        let leg = Leg { done: leg.done + advance.steps, ..leg };
        progress.tactics.route.leg = Some((leg, here)).filter(|_| !halted);
    }
    Ok(match (here.tac == target, halted) {
        (true, false) => Walk::Arrived { steps: advance.steps },
        (true, true) => Walk::Stopped,
        (false, _) => Walk::Underway,
    })
}

fn place(unit: &Unit) -> Place {
    Place { at: unit.at, tac: unit.tac }
}

/// The leg to `target`: the one begun earlier while the unit still stands on it, else one from here.
fn leg(turn: &Turn, mover: Mover<'_>, target: TacticalSquare) -> Leg {
    let begun = turn.progress.get(&mover.unit.id).and_then(|progress| progress.tactics.route.leg);
    match begun {
        Some((leg, here)) if here == place(mover.unit) && leg.to == target => leg,
        _ => Leg::new(mover.unit.tac, target),
    }
}

/// The squares that are left of the move: those of the order when it begins. Before it begins, and whenever it
/// goes on, no leg may lead across a river or range without a crossing (9.7) or over a neutral unit (9.3).
fn targets(turn: &Turn, id: UnitId) -> Result<Vec<TacticalSquare>, Refusal> {
    let mover = march::mover(turn, id)?;
    let progress = turn.progress.get(&id).ok_or(Refusal::Immobile)?;
    let targets = match (&progress.tactics.route.targets, &progress.orders.tactical_move) {
        (Some(targets), _) => targets.clone(),
        (None, Some(order)) => ordered(mover, order)?,
        (None, None) => Vec::new(),
    };
    if targets.len() > 1 && course::is_bound_to_city(mover.field, mover.unit) {
        return Err(Refusal::Besieged);
    }
    let starts = std::iter::once(mover.unit.tac).chain(targets.iter().copied());
    // A crossing by ferry looks to its banks itself.
    let on_foot = !goes_by_ferry(turn, id, &targets);
    starts
        .zip(&targets)
        .filter(|_| on_foot)
        .try_for_each(|(from, to)| course::check_banks(mover, from, *to))?;
    // The leg at hand is looked at square by square when it is walked.
    targets.windows(2).try_for_each(|leg| course::check_neutrals(mover, leg[0], leg[1]))?;
    Ok(targets)
}

fn ordered(mover: Mover<'_>, order: &TacticalMove) -> Result<Vec<TacticalSquare>, Refusal> {
    if order.on.is_some_and(|on| on != mover.unit.at) {
        return Err(Refusal::OtherMap);
    }
    let via = match &order.via {
        Some(Via::Square(square)) => Some(*square),
        Some(Via::Ship(_)) => ferry::of_move(mover, order).transpose()?.map(|ferry| ferry.tac),
        None => None,
    };
    let from = via.unwrap_or(mover.unit.tac);
    let goal = match order.goal {
        Goal::Square(square) => square,
        Goal::NearestFord => nearest(mover, mover.unit, from, Ground::Ford).ok_or(Refusal::NoFord)?,
        Goal::NearestPass => nearest(mover, mover.unit, from, Ground::Pass).ok_or(Refusal::NoPass)?,
    };
    Ok(via.into_iter().chain([goal]).collect())
}

/// R-9.2b: the nearest ford or pass: the fewest squares away, then the fewest diagonals, then the lower column,
/// the lower row.
fn nearest(mover: Mover<'_>, unit: &Unit, from: TacticalSquare, ground: Ground) -> Option<TacticalSquare> {
    let sheet = mover.field.atlas.sheet(unit.at);
    let squares = TacticalSquare::all().filter(|square| sheet.ground_at(*square) == ground);
    squares
        .min_by_key(|square| (from.distance(*square), diagonals(from, *square), square.col(), square.row()))
}

/// Diagonal steps of the straight line between two squares (rule 9.8, R-9.2b).
pub fn diagonals(from: TacticalSquare, to: TacticalSquare) -> u8 {
    from.col().abs_diff(to.col()).min(from.row().abs_diff(to.row()))
}
