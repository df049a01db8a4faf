//! One strategic step: checked, made, and told (rules 4.5, 7.1 to 7.16).

use std::collections::BTreeSet;

use crate::control;
use crate::detection::{self, witness};
use crate::event::reason::Why;
use crate::event::{Fact, Place};
use crate::exit;
use crate::inactive;
use crate::movement::closed;
use crate::movement::hindrance::Hindrance;
use crate::movement::{Manner, allowance, diagonal, halt, leads, pursuit};
use crate::shattered;
use crate::supply::losses;
use crate::tactics::fort;
use crate::turn::{Progress, Turn};
use crate::unit::{Unit, UnitId};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::square::{Direction, StrategicSquare, TACTICAL_SIDE, TacticalSquare};

/// Where a step that was made has led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// Where it was meant to.
    There,
    /// Into one of the squares that its diagonal passed (rule 7.15).
    Interrupted,
}

/// A unit's step as it will be made.
#[derive(Clone, Copy, Debug)]
struct Plan {
    to: StrategicSquare,
    tac: TacticalSquare,
    forced: bool,
    manner: Manner,
}

/// ROTD-EUWOL 7.1-7.15: tries to bring a unit to an adjacent square, with all that follows from it.
///
/// # Errors
/// What hinders it; nothing has changed then, and nobody has been told.
pub fn attempt(
    turn: &mut Turn,
    id: UnitId,
    target: StrategicSquare,
    manner: Manner,
) -> Result<Arrival, Hindrance> {
    let forced = may_leave(turn, id, target)?;
    let caught = diagonal::interrupted_into(turn, id, target);
    if manner == Manner::Withdrawal && caught.is_some() {
        return Err(Hindrance::WouldBeInterrupted(target));
    }
    let to = caught.unwrap_or(target);
    let tac = may_enter(turn, id, to, None).map_err(|hindrance| match hindrance {
        // R-7.15b: where it may not be stopped, it does not get by either.
        _ if caught.is_some() && hindrance.is_of_the_map() => Hindrance::NoWayIn(target),
        _ => hindrance,
    })?;
    make(turn, id, Plan { to, tac, forced, manner });
    if caught.is_none() {
        return Ok(Arrival::There);
    }
    let meant = turn.atlas.map.grid.label(target);
    let why = Why::Interrupted.of(meant);
    witness::tell_own(turn, id, Fact::Interrupted { stand: turn.stand(id), why });
    Ok(Arrival::Interrupted)
}

/// Whether the unit may set out for `target`, and whether that is a forced march.
fn may_leave(turn: &Turn, id: UnitId, target: StrategicSquare) -> Result<bool, Hindrance> {
    let field = turn.field();
    let (unit, progress) = unit_and_progress(turn, id).ok_or(Hindrance::Immobile)?;
    let direction = unit.at.direction_to(target).ok_or(Hindrance::NotAdjacent(target))?;
    if let Some(hindrance) = closed::barred(field, unit, unit.at, target) {
        return Err(hindrance);
    }
    let forced = allowance::next_is_forced(turn.book, unit, progress)?;
    exit::leave(field, unit, direction)?;
    Ok(forced)
}

/// ROTD-EUWOL 1.5, 7.14: whether the unit finds room in `to`, and the tactical square it enters by: the one nearest to
/// `wish`, without one to that of its orders or to where it began the turn.
fn may_enter(
    turn: &Turn,
    id: UnitId,
    to: StrategicSquare,
    wish: Option<TacticalSquare>,
) -> Result<TacticalSquare, Hindrance> {
    let (unit, progress) = unit_and_progress(turn, id).ok_or(Hindrance::Immobile)?;
    let wish = wish.or(progress.orders.entry).or(progress.start).unwrap_or(unit.tac);
    leads::entered_by(turn.field(), unit, to, wish)
}

fn unit_and_progress(turn: &Turn, id: UnitId) -> Option<(&Unit, &Progress)> {
    Some((turn.state.units.get(&id)?, turn.progress.get(&id)?))
}

/// Makes the step: moves the unit, charges it, tells it by rule 4.5, and sets off what it sets off.
fn make(turn: &mut Turn, id: UnitId, plan: Plan) {
    let (before, seen) = witnesses(turn, id);
    let Some(left) = turn.state.units.get(&id).map(|unit| Place { at: unit.at, tac: unit.tac }) else {
        return;
    };
    turn.relocate(id, plan.to, plan.tac);
    charge(turn, id, plan);
    fort::enter_on_arrival(turn, id);
    witness::tell_move(turn, id, &before, Fact::March(turn.step(id, left)));
    set_off(turn, id, left.at, &seen);
}

/// Who is told that a unit leaves (rule 4.5), and who sees it go and may follow (rule 7.12).
fn witnesses(turn: &Turn, id: UnitId) -> (BTreeSet<PlayerNo>, BTreeSet<PlayerNo>) {
    (detection::heard_by(turn.field(), id), detection::seen_by(turn.field(), id))
}

/// What a step sets off in the square left and in the square entered; `seen` are those who saw the unit go.
fn set_off(turn: &mut Turn, id: UnitId, left: StrategicSquare, seen: &BTreeSet<PlayerNo>) {
    control::note_departure(turn, id, left);
    pursuit::notice_departure(turn, id, left, seen);
    inactive::wake(turn, id);
    shattered::drive_on(turn, id);
    halt::on_arrival(turn, id);
    let entered = turn.state.units.get(&id).map(|unit| unit.tac);
    losses::enter(turn, id, entered.as_slice());
}

/// ROTD-EUWOL 10.8, R-10.8b: the step of a unit that routs: whatever stands in the way of a march but the unit's own
/// fatigue and orders stands in its way too, and so does an interrupted diagonal. It comes in by the square nearest
/// to the one it left, and pays no march.
///
/// # Errors
/// What hinders it; nothing has changed then, and nobody has been told.
pub fn rout(turn: &mut Turn, id: UnitId, direction: Direction) -> Result<(), Hindrance> {
    let field = turn.field();
    let unit = field.unit(id).ok_or(Hindrance::Immobile)?;
    let left = Place { at: unit.at, tac: unit.tac };
    let to = field.atlas.map.grid.step(unit.at, direction).ok_or(Hindrance::NotClear(direction))?;
    exit::leave(field, unit, direction)?;
    let tac = may_enter(turn, id, to, Some(nearest_beyond(left.tac, direction)))?;
    if diagonal::interrupted_into(turn, id, to).is_some() {
        return Err(Hindrance::NotClear(direction));
    }
    let (before, seen) = witnesses(turn, id);
    turn.relocate(id, to, tac);
    if let Some(unit) = turn.state.units.get_mut(&id) {
        unit.in_fort = false;
        unit.fatigue += turn.book.combat.leaving.rout_fatigue;
    }
    if let Some(progress) = turn.progress.get_mut(&id) {
        progress.routed = true;
        progress.quarries.clear();
        progress.redirected = None;
    }
    fort::enter_on_arrival(turn, id);
    witness::tell_move(turn, id, &before, Fact::Rout(turn.step(id, left)));
    set_off(turn, id, left.at, &seen);
    Ok(())
}

/// The tactical square of the next map in `direction` that is nearest to a square of this one: across the edge in the
/// same file, or at the corner.
fn nearest_beyond(tac: TacticalSquare, direction: Direction) -> TacticalSquare {
    let (dx, dy) = direction.step();
    let place = |place: u8, step: i8| match step {
        0 => place,
        1 => 0,
        _ => TACTICAL_SIDE - 1,
    };
    TacticalSquare::new(place(tac.col(), dx), place(tac.row(), dy)).unwrap_or(tac)
}

/// ROTD-EUWOL 7.1, 7.3, 7.5: the step and its fatigue. A withdrawal costs two points, whatever the ground.
fn charge(turn: &mut Turn, id: UnitId, plan: Plan) {
    let terrain = turn.atlas.map.terrain_at(plan.to);
    if let Some(unit) = turn.state.units.get_mut(&id) {
        unit.in_fort = false;
        unit.fatigue += match (plan.manner, plan.forced) {
            (Manner::Withdrawal, false) => 2,
            _ => allowance::fatigue_of_step(turn.book, id.kind, terrain, plan.forced),
        };
    }
    if let Some(progress) = turn.progress.get_mut(&id) {
        progress.steps += 1;
        progress.forced |= plan.forced;
        progress.quarries.clear();
    }
}
