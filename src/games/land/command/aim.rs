//! What a unit's guns are to bombard in a rehearsal, and whether they reach it (rule 10.15).

use crate::combat::bombard;
use crate::event::reason::Why;
use crate::turn::Turn;
use crate::unit::UnitId;
use fieldpost_ground::square::TacticalSquare;

/// Rule 10.15: guns fire in the tactical phases that have combat.
pub(super) fn is_bombarding_phase(turn: &Turn) -> bool {
    (1..=4).contains(&turn.phase.tactical())
}

/// Rule 10.15: whether a unit's guns reach from where it stands what it is to bombard, whoever is there.
pub(super) fn may_bombard(turn: &Turn, id: UnitId) -> bool {
    bombardment_bar(turn, id).is_some_and(|bar| bar.is_none())
}

pub(super) fn bombardment_bar(turn: &Turn, id: UnitId) -> Option<Option<Why>> {
    let square = turn.progress.get(&id)?.orders.bombard?;
    Some(bombard::bar(turn.field(), turn.state.units.get(&id)?, square))
}

/// Rule 10.15: what a unit is to bombard.
pub(super) fn target(turn: &Turn, id: UnitId) -> Option<TacticalSquare> {
    turn.progress.get(&id)?.orders.bombard
}

/// Rule 10.15: whether enemies are seen in what it is to bombard, within the reach of its guns.
pub(super) fn finds_its_target(turn: &Turn, id: UnitId) -> bool {
    let unit = turn.state.units.get(&id);
    unit.zip(target(turn, id)).is_some_and(|(unit, square)| bombard::finds(turn.field(), unit, square))
}
