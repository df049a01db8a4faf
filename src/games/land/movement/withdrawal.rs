//! Strategic withdrawal (rule 7.5, R-7.5, R-7.5b).

use crate::detection::witness;
use crate::event::Fact;
use crate::movement::halt;
use crate::movement::hindrance::Hindrance;
use crate::movement::{Manner, order, step};
use crate::turn::{Progress, Turn};
use crate::unit::{Unit, UnitId};
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::StrategicSquare;

/// Per mille of the men who straggle: at least and at most, where an enemy stands within a tactical square
/// (rule 7.5).
const PRESSED: (u64, u64) = (100, 200);
/// The same where none does.
const UNPRESSED: (u64, u64) = (0, 50);

/// One unit's withdrawal, judged before the first unit moves.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    unit: UnitId,
    to: StrategicSquare,
    hindrance: Option<Hindrance>,
}

/// ROTD-EUWOL 7.5: the withdrawal phase: every unit so ordered that stands where a battle was fought last turn
/// makes its first box's step now. One whose step fails keeps its first box for strategic phase 1.
pub fn phase(turn: &mut Turn) {
    let attempts: Vec<_> =
        order::in_order(turn, withdraws).into_iter().filter_map(|id| judge(turn, id)).collect();
    for Attempt { unit, to, hindrance } in attempts {
        let pressed = is_pressed(turn, unit);
        let outcome = hindrance.map_or_else(|| step::attempt(turn, unit, to, Manner::Withdrawal), Err);
        match outcome {
            Ok(_) => withdrew(turn, unit, pressed),
            Err(hindrance) => halt::tell_hindrance(turn, unit, hindrance),
        }
    }
}

fn withdraws(progress: &Progress) -> bool {
    progress.orders.withdraw && progress.orders.path.first().copied().flatten().is_some()
}

/// ROTD-EUWOL 7.5, R-7.5: whether there was a battle to withdraw from, and whether the target is free of active
/// hostile combat units, as it is at the turn's start. The withdrawals of others have not happened yet.
fn judge(turn: &Turn, id: UnitId) -> Option<Attempt> {
    let field = turn.field();
    let unit = field.unit(id).filter(|unit| unit.is_active())?;
    let to = turn.progress.get(&id)?.orders.path.first().copied().flatten()?;
    let hindrance = if !field.state.battle_squares.contains(&unit.at) {
        Some(Hindrance::NoBattle)
    } else {
        let is_held = field.enemy_combat_units(id.nation, to).any(Unit::is_active);
        is_held.then_some(Hindrance::NotFreeOfEnemies(to))
    };
    Some(Attempt { unit: id, to, hindrance })
}

/// ROTD-EUWOL 7.5: whether an active enemy stands in the unit's tactical square or one adjacent to it.
fn is_pressed(turn: &Turn, id: UnitId) -> bool {
    let field = turn.field();
    let Some(unit) = field.unit(id) else { return false };
    let is_near = |other: &Unit| {
        other.is_active()
            && field.relation(id.nation, other.id.nation) == Relation::Hostile
            && unit.tac.distance(other.tac) <= 1
    };
    field.units_in(unit.at).any(is_near)
}

/// ROTD-EUWOL 7.5, R-7.5: the withdrawn unit has used its first box, does not move in strategic phase 1, and
/// leaves stragglers: 10 to 20 % of its men if it was pressed, else 0 to 5 %, rounded half up.
fn withdrew(turn: &mut Turn, id: UnitId, pressed: bool) {
    if let Some(progress) = turn.progress.get_mut(&id) {
        progress.withdrew = true;
        progress.boxes_done = 1;
    }
    let (least, most) = if pressed { PRESSED } else { UNPRESSED };
    let share = least + turn.dice.below(most - least + 1, turn.phase, "7.5", &id.to_string(), 0);
    let mut lost = 0;
    if let Some(unit) = turn.state.units.get_mut(&id) {
        let men = (u64::from(unit.strength) * share + 500) / 1000;
        lost = u32::try_from(men).unwrap_or(unit.strength).min(unit.strength);
        unit.strength -= lost;
        unit.stragglers += lost;
    }
    witness::tell_own(turn, id, Fact::Withdraw { stand: turn.stand(id), stragglers: lost });
}
