//! Into and out of forts (rules 2.6, 9.2, R-9.2d).

use crate::combat::crew::gunners;
use crate::detection::{heard_by, witness};
use crate::event::reason::Why;
use crate::event::{Fact, Place, Remark};
use crate::field::Field;
use crate::orders::Goal;
use crate::tactics::phase_number;
use crate::turn::{Progress, Turn};
use crate::unit::{Unit, UnitId, UnitType};

/// ROTD-EUWOL 2.6, R-3.1: the space a unit takes in a fort: 1 for each man of infantry and headquarters, 3 for
/// cavalry, 2 for artillery; 100 men of a brigade for its attached battery are artillery.
pub fn space(unit: &Unit) -> u32 {
    let gunners = gunners(unit);
    let per_man = if unit.id.kind.is_cavalry() { 3 } else { 1 };
    (unit.strength - gunners) * per_man + gunners * 2
}

/// ROTD-EUWOL 2.6, R-2.6: whether a unit can enter the fort of the city square it stands in: one of its side, with
/// space for the whole unit.
pub fn has_space(field: Field<'_>, unit: &Unit) -> bool {
    let city = field.state.city_on(unit.at, unit.tac);
    let Some((city, fort)) = city.and_then(|city| Some((city, city.fort?))) else { return false };
    let inside = field.units_in(unit.at).filter(|other| other.in_fort && other.id != unit.id);
    let taken: u32 = inside.map(space).sum();
    field.relation(unit.id.nation, city.control).is_friendly() && taken + space(unit) <= fort.capacity
}

/// ROTD-EUWOL 2.6, R-2.6: how many men more of a garrison its fort holds.
pub fn room_for_men(field: Field<'_>, unit: &Unit) -> u32 {
    let city = field.state.city_on(unit.at, unit.tac);
    let Some(fort) = city.and_then(|city| city.fort) else { return 0 };
    let taken: u32 = field.units_in(unit.at).filter(|other| other.in_fort).map(space).sum();
    let per_man = match unit.id.kind {
        kind if kind.is_cavalry() => 3,
        kind if kind.is_artillery() => 2,
        _ => 1,
    };
    fort.capacity.saturating_sub(taken) / per_man
}

/// ROTD-EUWOL 2.6, R-2.6: a unit that has become too large for the fort it is in stands before it.
pub fn leave_if_too_large(turn: &mut Turn, id: UnitId) {
    let fits = turn.field().unit(id).is_some_and(|unit| has_space(turn.field(), unit));
    if let Some(unit) = turn.state.units.get_mut(&id) {
        unit.in_fort &= fits;
    }
}

/// ROTD-EUWOL 6.4, 2.6: a unit that comes into a city square of its side with a fort, on whatever way, enters the fort unless
/// ordered to stay out.
pub fn enter_on_arrival(turn: &mut Turn, id: UnitId) {
    let stays_out = turn.progress.get(&id).is_some_and(|progress| progress.orders.stay_out_of_fort);
    let field = turn.field();
    if stays_out || !field.unit(id).is_some_and(|unit| has_space(field, unit)) {
        return;
    }
    if let Some(unit) = turn.state.units.get_mut(&id) {
        unit.in_fort = true;
    }
}

/// ROTD-EUWOL 9.2, R-9.2d: units ordered to their own square go into its fort or out of it, in id order, before
/// anybody else moves; it costs no squares.
pub fn in_and_out(turn: &mut Turn) {
    let phase = phase_number(turn);
    let ordered = |(id, progress): (&UnitId, &Progress)| {
        let order = progress.orders.tactical_move.as_ref()?;
        let unit = turn.state.units.get(id)?;
        let is_here = order.on.is_none_or(|on| on == unit.at);
        let here =
            is_here && order.goal == Goal::Square(unit.tac) && order.via.is_none() && order.phase == phase;
        (here && unit.is_active() && id.kind != UnitType::NavalBattery).then_some(*id)
    };
    for id in turn.progress.iter().filter_map(ordered).collect::<Vec<_>>() {
        change(turn, id, phase);
    }
}

fn change(turn: &mut Turn, id: UnitId, phase: u8) {
    let Some(was) = turn.state.units.get(&id).map(|unit| unit.in_fort) else { return };
    // Its move is made: it goes nowhere else, and rule 9.1 has nothing to say to it.
    if let Some(progress) = turn.progress.get_mut(&id) {
        progress.tactics.route.reached_in = Some(phase);
        progress.tactics.spent = true;
    }
    let before = heard_by(turn.field(), id);
    if let Some(unit) = turn.state.units.get_mut(&id) {
        unit.in_fort = false;
    }
    enter_on_arrival(turn, id);
    tell_of_no_room(turn, id);
    let Some(unit) = turn.state.units.get(&id).filter(|unit| unit.in_fort != was) else { return };
    let remark = Some(if unit.in_fort { Remark::EnteredFort } else { Remark::LeftFort });
    let step = turn.step(id, Place { at: unit.at, tac: unit.tac });
    witness::tell_move(turn, id, &before, Fact::Move { step, remark });
}

/// ROTD-EUWOL 2.6, 9.2, G-13: who was ordered into a fort of its side that has no room for it is told so.
fn tell_of_no_room(turn: &mut Turn, id: UnitId) {
    let stays_out = turn.progress.get(&id).is_some_and(|progress| progress.orders.stay_out_of_fort);
    let field = turn.field();
    let Some(unit) = field.unit(id).filter(|unit| !unit.in_fort && !stays_out) else { return };
    let here = field.state.city_on(unit.at, unit.tac);
    let is_full =
        here.is_some_and(|city| city.fort.is_some() && field.relation(id.nation, city.control).is_friendly());
    if is_full {
        let why = Why::FortFull.into();
        witness::tell_own(turn, id, Fact::Refused { stand: turn.stand(id), why });
    }
}
