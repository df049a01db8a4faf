//! Making a tactical move: the unit changes its square, pays, and those who see it are told (rules 4.4, 9.1, 9.3).

use crate::combat::battle::{fighters, is_fighter};
use crate::detection::{heard_by, witness};
use crate::event::{Fact, Place, Step};
use crate::field::Field;
use crate::supply::losses;
use crate::tactics::course::Mover;
use crate::tactics::refusal::Refusal;
use crate::tactics::{Arrival, fort, phase_number};
use crate::turn::Turn;
use crate::unit::{Unit, UnitId};
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::TacticalSquare;

/// A unit as it moves now.
///
/// # Errors
/// If there is no such unit in the turn.
pub fn mover(turn: &Turn, id: UnitId) -> Result<Mover<'_>, Refusal> {
    let unit = turn.state.units.get(&id).ok_or(Refusal::Immobile)?;
    let posture = turn.progress.get(&id).map(|progress| progress.orders.attack).unwrap_or_default();
    Ok(Mover::new(turn.field(), unit, posture, phase_number(turn)))
}

/// A specified or engaging move of one leg, over the squares of `way`.
pub fn go(turn: &mut Turn, id: UnitId, way: &[TacticalSquare]) {
    go_as(turn, id, way, |step| Fact::Move { step, remark: None });
}

/// ROTD-EUWOL 4.4, 9.1, 9.3: brings a unit over the squares of `way` to the last of them, charges it once a phase if
/// hostile units are about, tells those who saw it leave or see it arrive of the step as `fact`, lets it enter a fort, and
/// takes undefended depots that it comes through (11.8), and holds the enemies it met. An empty way leaves it where it is.
pub fn go_as(turn: &mut Turn, id: UnitId, way: &[TacticalSquare], fact: impl FnOnce(Step) -> Fact) {
    let Some(unit) = turn.state.units.get(&id) else { return };
    let (at, from) = (unit.at, unit.tac);
    let Some(to) = way.last().copied() else { return };
    note_arrival(turn, id, from, way);
    let before = heard_by(turn.field(), id);
    let pays = turn.field().has_enemy(id.nation, at);
    turn.relocate(id, at, to);
    let charged = turn.progress.get_mut(&id).map(|progress| {
        progress.tactics.spent = true;
        std::mem::replace(&mut progress.tactics.charged, true)
    });
    if let Some(unit) = turn.state.units.get_mut(&id) {
        unit.in_fort = false;
        unit.fatigue += u16::from(pays && charged == Some(false));
    }
    fort::enter_on_arrival(turn, id);
    let step = Step { unit: id, from: Place { at, tac: from }, to: Place { at, tac: to } };
    witness::tell_move(turn, id, &before, fact(step));
    losses::enter(turn, id, way);
    hold_enemies(turn, id);
}

/// ROTD-EUWOL 10.4, 10.6: notes from which square a unit comes into its last one, and who came before whom.
fn note_arrival(turn: &mut Turn, id: UnitId, from: TacticalSquare, way: &[TacticalSquare]) {
    let before_last = way.len().checked_sub(2).map_or(from, |place| way[place]);
    turn.arrivals += 1;
    let order = turn.arrivals;
    if let Some(progress) = turn.progress.get_mut(&id) {
        progress.tactics.came = Some(Arrival { from: before_last, order });
    }
}

/// ROTD-EUWOL 9.3, R-9.3: the enemies a unit meets lose their own move in this phase if they have not made it.
fn hold_enemies(turn: &mut Turn, id: UnitId) {
    let field = turn.field();
    let Some(unit) = field.unit(id) else { return };
    let met = field.units_in(unit.at).filter(|other| {
        other.tac == unit.tac && field.relation(id.nation, other.id.nation) == Relation::Hostile
    });
    for other in met.map(|other| other.id).collect::<Vec<_>>() {
        if let Some(progress) = turn.progress.get_mut(&other) {
            progress.tactics.spent = true;
        }
    }
}

/// ROTD-EUWOL 10.1, 12.6: whether a unit is in a combat to be: one that fights with a hostile one in its tactical square,
/// and one of the two a combat unit. A bridge train that is not laid fights as well.
pub fn is_in_combat(field: Field<'_>, unit: &Unit) -> bool {
    let hostile = |other: &&Unit| field.relation(unit.id.nation, other.id.nation) == Relation::Hostile;
    let place = Place { at: unit.at, tac: unit.tac };
    is_fighter(unit)
        && fighters(field, place).filter(hostile).any(|other| unit.is_combat() || other.is_combat())
}
