//! What of a rail order would fail on the map as its sender can see it (G-13).
//!
//! **Nothing here looks at who stands where, who controls what, or which track is destroyed.**

use crate::event::reason::Why;
use crate::field::Field;
use crate::movement::closed;
use crate::movement::foresee::Remark;
use crate::orders::{RailMove, UnitOrders};
use crate::rail::journey;
use crate::rail::refusal::Refusal;
use crate::rail::refused_by_type;
use crate::unit::Unit;

/// ROTD-EUWOL 8.1, 8.3, 8.4: one sentence for each thing that cannot work whatever the enemy does, and hints.
pub fn foresee(field: Field<'_>, unit: &Unit, orders: &UnitOrders) -> Vec<Remark> {
    let Some(rail) = &orders.rail else { return Vec::new() };
    let mut warnings = Vec::new();
    if let Some(refusal) = refused(field, unit, rail) {
        let reason = refusal.reason(&field.atlas.map.grid);
        let words = format!("it will not go by rail: {reason}");
        let said = Remark::giving(reason, words);
        // A book without railways says nothing of them in the turn.
        warnings.push(if field.book.rail.is_none() { said.in_any_case() } else { said });
    } else {
        warnings.extend(too_far_for_a_turn(field, unit, rail));
        warnings.extend(no_track_there(field, rail));
    }
    warnings
}

/// What keeps the unit from going by rail at all.
fn refused(field: Field<'_>, unit: &Unit, rail: &RailMove) -> Option<Refusal> {
    let map = &field.atlas.map;
    if let Some(refusal) = refused_by_type(field.book, unit.id.kind) {
        return Some(refusal);
    }
    let limit = field.book.marches.fatigue;
    if unit.fatigue > limit {
        return Some(Refusal::Tired(limit));
    }
    let mut named = [unit.at].into_iter().chain(rail.via).chain([rail.to]);
    if let Some(without) = named.clone().find(|at| !map.is_rail(*at)) {
        return Some(Refusal::NoRailway(without));
    }
    if named.all(|at| at == unit.at) {
        return Some(Refusal::There(unit.at));
    }
    if closed::leaves_home(field, unit, rail.to) {
        return Some(Refusal::LeavesHome(rail.to));
    }
    let Some(rules) = &field.book.rail else { return Some(Refusal::NoRailway(unit.at)) };
    let most = rules.path;
    let way = length(field, unit, rail).filter(|squares| *squares <= most);
    way.is_none().then_some(Refusal::TooFar(rail.to, most))
}

/// Squares of the shortest way on the map.
fn length(field: Field<'_>, unit: &Unit, rail: &RailMove) -> Option<usize> {
    let map = &field.atlas.map;
    journey::through(map, unit.at, rail, &|at| map.is_rail(at)).map(|squares| squares.len())
}

/// ROTD-EUWOL 8.1: a destination that a turn's journey does not reach.
fn too_far_for_a_turn(field: Field<'_>, unit: &Unit, rail: &RailMove) -> Option<Remark> {
    let most = field.book.rail.as_ref()?.squares;
    let squares = length(field, unit, rail).filter(|squares| *squares > most)?;
    let to = field.atlas.map.grid.label(rail.to);
    let words = format!("{to} is {squares} squares away by rail, and a unit goes at most {most} in a turn");
    Some(Remark::of([Why::JourneyLimit, Why::JourneyEnded], words))
}

/// ROTD-EUWOL 8.4: an entry square without track. The unit then enters by another, so this is a hint.
fn no_track_there(field: Field<'_>, rail: &RailMove) -> Option<Remark> {
    let entry = rail.entry.filter(|entry| !field.atlas.sheet(rail.to).rail[entry.index()])?;
    let to = field.atlas.map.grid.label(rail.to);
    let words = format!("entry square {entry} carries no railway in {to}: another will be used");
    Some(Remark::of([Why::EntryShut, Why::EntryTooDeep], words).in_any_case())
}
