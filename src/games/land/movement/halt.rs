//! Halts (rules 7.9, 7.10; R-7.9/10).

use crate::detection::tactical::players_of;
use crate::detection::{seen_by, witness};
use crate::event::Fact;
use crate::event::reason::Why;
use crate::movement::hindrance::Hindrance;
use crate::turn::Turn;
use crate::unit::{Unit, UnitId, UnitType};
use fieldpost_ground::nation::Relation;

/// ROTD-EUWOL 7.9, 7.10: the halts that a unit's arrival brings about: its own, if it has come upon an enemy
/// and halts on detection; and those of enemies in the square that halt on enemy entry.
pub fn on_arrival(turn: &mut Turn, id: UnitId) {
    if halts_on_detection(turn, id) {
        halt(turn, id, Why::MetAnEnemy);
    }
    for other in halted_by_entry(turn, id) {
        halt(turn, other, Why::EnemyEntered);
    }
}

/// ROTD-EUWOL 7.9, R-7.9/10: whether the unit has moved into a square with an active hostile unit of any kind,
/// is ordered to halt on detection, and has path left to halt on.
fn halts_on_detection(turn: &Turn, id: UnitId) -> bool {
    let ordered = turn
        .progress
        .get(&id)
        .is_some_and(|progress| progress.orders.halt_on_detection && progress.has_path_left());
    let unit = turn.state.units.get(&id);
    ordered && unit.is_some_and(|unit| turn.field().has_enemy(id.nation, unit.at))
}

/// ROTD-EUWOL 7.10, 4.5, R-7.9/10: the active enemies in the square the unit has entered that halt on enemy entry, and see it there.
fn halted_by_entry(turn: &Turn, id: UnitId) -> Vec<UnitId> {
    let field = turn.field();
    let Some(mover) = field.unit(id).filter(|unit| unit.is_active()) else { return Vec::new() };
    let halts = |id| {
        turn.progress
            .get(&id)
            .is_some_and(|progress| progress.orders.halt_on_entry && progress.has_path_left())
    };
    let seen_by = seen_by(field, id);
    let sees = |unit: &Unit| players_of(field, unit.id).any(|player| seen_by.contains(&player));
    field
        .units_in(mover.at)
        .filter(|unit| unit.is_active() && halts(unit.id) && sees(unit))
        // Naval batteries do not march (7.1), and so have nothing to halt.
        .filter(|unit| unit.id.kind != UnitType::NavalBattery)
        .filter(|unit| field.relation(unit.id.nation, id.nation) == Relation::Hostile)
        .map(|unit| unit.id)
        .collect()
}

/// a halt ends the ordered path and nothing else: pursuit and marches to battle, allies or enemies go on.
fn halt(turn: &mut Turn, id: UnitId, why: Why) {
    if let Some(progress) = turn.progress.get_mut(&id) {
        progress.path_over = true;
    }
    witness::tell_own(turn, id, Fact::Halt { stand: turn.stand(id), why: why.into() });
}

/// Tells a unit's commander and deputy why it did not make a step.
pub fn tell_hindrance(turn: &mut Turn, id: UnitId, hindrance: Hindrance) {
    let why = hindrance.reason(&turn.atlas.map.grid);
    witness::tell_own(turn, id, hindrance.fact(turn.stand(id), why));
}
