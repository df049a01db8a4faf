//! Who controls a railway square (rules 1.3, 8.2; ).
//!
//! Rivers are controlled by ships, and keep their first marks until there are any.

use std::collections::BTreeMap;

use crate::detection::tactical::{players_in, players_of};
use crate::event::Fact;
use crate::event::reason::Why;
use crate::field::Field;
use crate::state::Control;
use crate::turn::Turn;
use crate::unit::{Unit, UnitId, UnitType};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::StrategicSquare;

/// ROTD-EUWOL 1.3: who controls a square's railway now: as marked, and where nothing is marked the nation that
/// owns the land.
pub fn of_railway(field: Field<'_>, at: StrategicSquare) -> Control {
    let marked = field.state.rail_control.get(&at).copied();
    marked.unwrap_or_else(|| field.soil_of(at).map_or(Control::None, Control::Nation))
}

/// ROTD-EUWOL 1.3, 8.2, R-1.3: who controls a square's river: as marked, and where nothing is marked the nation that owns
/// the land; nobody under the naval batteries of an enemy of that nation's. Ships change it, once there are any.
pub fn of_river(field: Field<'_>, at: StrategicSquare) -> Control {
    let marked = field.state.river_control.get(&at).copied();
    let control = marked.unwrap_or_else(|| field.soil_of(at).map_or(Control::None, Control::Nation));
    match control {
        Control::Nation(nation) if is_commanded(field, at, nation) => Control::None,
        control => control,
    }
}

/// ROTD-EUWOL 8.2: whether naval batteries that are hostile to a nation serve in a square.
fn is_commanded(field: Field<'_>, at: StrategicSquare, nation: NationCode) -> bool {
    let hostile = |other| field.relation(nation, other) == Relation::Hostile;
    let mut units = field.units_of_nations(at, hostile);
    units.any(|unit| unit.id.kind == UnitType::NavalBattery && unit.is_active() && unit.batteries > 0)
}

/// ROTD-EUWOL 8.2, R-8.2: who controls a square's railway as the units stand at this moment, whatever was marked
/// when the last turn ended.
pub fn of_railway_now(field: Field<'_>, at: StrategicSquare) -> Control {
    by_occupation(field, at).unwrap_or_else(|| of_railway(field, at))
}

/// ROTD-EUWOL 8.2, R-8.2: the row of the turn list: judges every railway square with combat units in it, and
/// tells those with units there of a change.
pub fn judge_railways(turn: &mut Turn) {
    let field = turn.field();
    let squares = field.occupancy.squares().filter(|at| field.atlas.map.is_rail(*at));
    let judged: Vec<_> = squares.filter_map(|at| Some((at, by_occupation(field, at)?))).collect();
    for (at, control) in judged {
        let witnesses = players_in(turn.field(), at).into_values().flatten().collect::<Vec<_>>();
        set(turn, at, control, &witnesses);
    }
}

/// ROTD-EUWOL 8.2, R-1.3: a combat unit that leaves a railway square empty of combat units was the last to
/// occupy it, and its side keeps control.
pub fn note_departure(turn: &mut Turn, id: UnitId, left: StrategicSquare) {
    let field = turn.field();
    let is_last = field.atlas.map.is_rail(left)
        && field.unit(id).is_some_and(|unit| holds(field, unit))
        && !field.units_in(left).any(|unit| holds(field, unit));
    if is_last {
        let control = Control::Nation(of_side(field, left, id.nation));
        let witnesses = players_of(field, id).collect::<Vec<_>>();
        set(turn, left, control, &witnesses);
    }
}

/// ROTD-EUWOL 8.2, R-8.2: who controls a railway square by those in it: the one side there; of several the one
/// that alone has combat units on the track's tactical squares; else nobody. `None` if no combat unit is there.
fn by_occupation(field: Field<'_>, at: StrategicSquare) -> Option<Control> {
    let units = field.units_in(at).filter(|unit| holds(field, unit)).collect::<Vec<_>>();
    if units.is_empty() {
        return None;
    }
    let track = &field.atlas.sheet(at).rail;
    let on_track = || units.iter().copied().filter(|unit| track[unit.tac.index()]).collect::<Vec<_>>();
    let side = strongest_of_one_side(field, &units).or_else(|| strongest_of_one_side(field, &on_track()));
    Some(side.map_or(Control::None, |nation| Control::Nation(of_side(field, at, nation))))
}

/// ROTD-EUWOL 8.2: whether a unit is of those who hold a railway square.
fn holds(field: Field<'_>, unit: &Unit) -> bool {
    field.book.rail.as_ref().is_some_and(|rail| rail.held_by.counts(unit))
}

/// The nation with most men among some units, if they are all of one side; the lower code of equals.
pub fn strongest_of_one_side(field: Field<'_>, units: &[&Unit]) -> Option<NationCode> {
    let mut men = BTreeMap::<NationCode, u32>::new();
    for unit in units {
        *men.entry(unit.id.nation).or_default() += unit.strength;
    }
    let first = *men.keys().next()?;
    let is_one_side = men.keys().all(|nation| field.relation(first, *nation).is_friendly());
    let strongest = men.into_iter().rev().max_by_key(|(_, men)| *men)?;
    is_one_side.then_some(strongest.0)
}

/// The nation in whose name a side controls a square: the one that does already, if it is of that side; else
/// the one with most men there.
fn of_side(field: Field<'_>, at: StrategicSquare, strongest: NationCode) -> NationCode {
    match of_railway(field, at) {
        Control::Nation(holder) if field.relation(holder, strongest).is_friendly() => holder,
        _ => strongest,
    }
}

/// ROTD-EUWOL 1.3: marks who controls a square; the nation that owns the land needs no mark.
pub fn mark(
    marks: &mut BTreeMap<StrategicSquare, Control>,
    soil: Option<NationCode>,
    at: StrategicSquare,
    control: Control,
) {
    if control == soil.map_or(Control::None, Control::Nation) {
        marks.remove(&at);
    } else {
        marks.insert(at, control);
    }
}

/// Marks the control of a railway square, and tells of a change.
fn set(turn: &mut Turn, at: StrategicSquare, control: Control, witnesses: &[PlayerNo]) {
    if of_railway(turn.field(), at) == control {
        return;
    }
    let soil = turn.field().soil_of(at);
    mark(&mut turn.state.rail_control, soil, at, control);
    let (by, holder) = match control {
        Control::Nation(nation) => (Some(nation), nation.words()),
        Control::None => (None, "nobody: it is contested".into()),
    };
    let words = Why::RailwayHeld.of(turn.atlas.map.grid.label(at)).named(&by, holder);
    turn.tell_all(Fact::Control { at, by, words }, witnesses.iter().copied());
}
