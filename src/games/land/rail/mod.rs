//! Rail movement (rules 8.1 to 8.4; ): who may go (`may_go`), which way and how far ([`journey`]),
//! and where the unit gets out ([`platform`]).
//!
//! **The words of a refusal name what happened to the unit, never an enemy that caused it.**
//!
//! Track that is destroyed is no track; how it comes to that stands in [`super::track`].

use crate::book::Book;
use crate::control;
use crate::detection::{self, witness};
use crate::event::reason::Why;
use crate::event::{Fact, Place};
use crate::exit;
use crate::field::Field;
use crate::inactive;
use crate::movement::order;
use crate::orders::RailMove;
use crate::rail::journey::{Journey, Short};
use crate::rail::refusal::Refusal;
use crate::shattered;
use crate::stacking;
use crate::supply::losses;
use crate::tactics::fort;
use crate::turn::{Progress, Turn};
use crate::unit::{Unit, UnitId, UnitType};
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

pub mod foresee;
pub mod journey;
pub mod platform;
pub mod refusal;

#[cfg(test)]
mod tests;

/// Where a journey ends.
struct Stop {
    at: StrategicSquare,
    tac: TacticalSquare,
    short: Option<Short>,
}

/// ROTD-EUWOL 8.1, 8.5, 8.6: notes at the turn's beginning which units that mean to go by rail, or to destroy track or
/// bridge, stand where their side controls the railway.
pub fn note_start(turn: &mut Turn) {
    let begins = |(id, progress): (&UnitId, &Progress)| {
        let orders = &progress.orders;
        (orders.rail.is_some() || orders.destroy_track || orders.destroy_bridge).then_some(())?;
        let unit = turn.state.units.get(id)?;
        journey::is_controlled(turn.field(), id.nation, unit.at).then_some(*id)
    };
    for id in turn.progress.iter().filter_map(begins).collect::<Vec<_>>() {
        if let Some(progress) = turn.progress.get_mut(&id) {
            progress.began_on_railway = true;
        }
    }
}

/// ROTD-EUWOL 8.1, R-8.1b: the rail phase, after the last phase of strategic movement: the units with rail orders
/// go one by one in the order of 7.6.
pub fn phase(turn: &mut Turn) {
    for id in order::in_order(turn, |progress| progress.orders.rail.is_some()) {
        let Some(rail) = turn.progress.get(&id).and_then(|progress| progress.orders.rail.clone()) else {
            continue;
        };
        if !turn.state.units.get(&id).is_some_and(Unit::is_active) {
            continue;
        }
        match plan(turn, id, &rail) {
            Ok(stop) => travel(turn, id, &rail, stop),
            Err(refusal) => refuse(turn, id, refusal),
        }
    }
}

fn refuse(turn: &mut Turn, id: UnitId, refusal: Refusal) {
    let why = refusal.reason(&turn.atlas.map.grid);
    witness::tell_own(turn, id, Fact::Refused { stand: turn.stand(id), why });
}

/// ROTD-EUWOL 8.1, 8.3, 8.4: where the unit's journey ends, if it can set out.
fn plan(turn: &Turn, id: UnitId, rail: &RailMove) -> Result<Stop, Refusal> {
    let field = turn.field();
    let unit = field.unit(id).ok_or(Refusal::Immobile)?;
    let progress = turn.progress.get(&id).ok_or(Refusal::Immobile)?;
    may_go(field, unit, progress)?;
    let journey = journey::plan(field, unit, rail)?;
    last_stop(field, unit, rail, &journey)
}

/// ROTD-EUWOL 8.1, R-8.1, R-8.1c: whether the unit may go by rail: no militia, no naval battery, no step on foot this
/// turn, track of its side both when the turn began and now, and on the track's own tactical squares where an active
/// enemy is in the square. What chapter 7 forbids to move "strategically" does not go by rail either.
fn may_go(field: Field<'_>, unit: &Unit, progress: &Progress) -> Result<(), Refusal> {
    if let Some(refusal) = refused_by_type(field.book, unit.id.kind) {
        return Err(refusal);
    }
    if unit.deployed {
        return Err(Refusal::Laid);
    }
    if progress.steps > 0 || progress.routed {
        return Err(Refusal::Marched);
    }
    if unit.fatigue > field.book.marches.fatigue {
        return Err(Refusal::Tired(field.book.marches.fatigue));
    }
    if !journey::is_track(field, unit.at) {
        return Err(Refusal::NoRailway(unit.at));
    }
    if !progress.began_on_railway || !journey::is_controlled(field, unit.id.nation, unit.at) {
        return Err(Refusal::NotControlled(unit.at));
    }
    if exit::is_in_besieged_city(field, unit) {
        return Err(Refusal::Besieged);
    }
    let is_on_track = field.atlas.sheet(unit.at).rail[unit.tac.index()];
    if !is_on_track && field.has_enemy(unit.id.nation, unit.at) {
        return Err(Refusal::OffTrack);
    }
    Ok(())
}

/// ROTD-EUWOL 8.3, 8.4, R-8.3c: the farthest square of the journey with room for the unit (1.5, 2.5) and a tactical
/// square to get out at.
fn last_stop(field: Field<'_>, unit: &Unit, rail: &RailMove, journey: &Journey) -> Result<Stop, Refusal> {
    for (place, (before, at)) in journey.legs(unit.at).enumerate().take(journey.reach).rev() {
        let Some(direction) = before.direction_to(at) else { continue };
        if !stacking::has_strategic_room(field, unit, at) {
            continue;
        }
        let arrival = platform::Arrival { at, direction, is_destination: place + 1 == journey.squares.len() };
        if let Some(tac) = platform::platform(field, unit, rail.entry, arrival) {
            let short = if place + 1 < journey.reach { Some(Short::Room) } else { journey.short };
            return Ok(Stop { at, tac, short });
        }
    }
    Err(Refusal::NoRoom)
}

/// ROTD-EUWOL 4.5, 8.2, 8.3: the journey: one point of fatigue whatever the distance; told to those who see the
/// departure or the arrival; the railway left behind stays the side's that was last there.
fn travel(turn: &mut Turn, id: UnitId, rail: &RailMove, stop: Stop) {
    let Some(rules) = &turn.book.rail else { return };
    let Some(left) = turn.state.units.get(&id).map(|unit| Place { at: unit.at, tac: unit.tac }) else {
        return;
    };
    let before = detection::heard_by(turn.field(), id);
    turn.relocate(id, stop.at, stop.tac);
    if let Some(unit) = turn.state.units.get_mut(&id) {
        unit.in_fort = false;
        unit.fatigue += rules.fatigue;
    }
    if let Some(progress) = turn.progress.get_mut(&id) {
        progress.rode = true;
    }
    fort::enter_on_arrival(turn, id);
    witness::tell_move(turn, id, &before, Fact::Rail(turn.step(id, left)));
    control::note_departure(turn, id, left.at);
    inactive::wake(turn, id);
    shattered::drive_on(turn, id);
    losses::enter(turn, id, &[stop.tac]);
    if let Some(short) = stop.short {
        let grid = &turn.atlas.map.grid;
        let why = Why::JourneyEnded.of(grid.label(rail.to)).because(short.reason(rules));
        witness::tell_own(turn, id, Fact::Halt { stand: turn.stand(id), why });
    }
}

/// ROTD-EUWOL 8.1, G-09: why no unit of a type goes by rail, if none does.
pub fn refused_by_type(book: &Book, code: UnitType) -> Option<Refusal> {
    let kind = book.kind(code);
    match (kind.rail, kind.march) {
        (true, _) => None,
        (false, 0) => Some(Refusal::Immobile),
        (false, _) => Some(Refusal::Militia),
    }
}
