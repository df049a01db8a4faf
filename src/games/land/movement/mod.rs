//! Strategic movement (chapter 7): one file a rule or two.
//!
//! A phase goes through the units in the order of rule 7.6; each makes at most one step: to where a diagonal
//! was interrupted ([`diagonal`]), after an enemy ([`pursuit`]), along its path ([`path`]), or to a battle,
//! to allies or to enemies ([`march_to`]). A step ([`step`]) is first checked, then made and told; what
//! stands in its way is a [`hindrance::Hindrance`].
//!
//! **The words of a refusal name what happened to the unit, never an enemy that caused it.**

use crate::turn::Turn;
use crate::unit::UnitId;
use fieldpost_ground::square::StrategicSquare;

pub mod allowance;
pub mod banks;
pub mod closed;
pub mod diagonal;
pub mod entry;
pub mod foresee;
pub mod halt;
pub mod hindrance;
pub mod leads;
pub mod manner;
pub mod march_to;
pub mod order;
pub mod path;
pub mod pursuit;
pub mod step;
pub mod withdrawal;

#[cfg(test)]
mod tests;

pub use foresee::foresee;
pub use manner::Manner;

/// One phase of strategic movement (rules 7.1-7.16).
pub fn phase(turn: &mut Turn) {
    for id in order::order_of_movement(turn) {
        move_one(turn, id);
    }
}

/// What one unit does at its turn to move: at most one step.
///
/// An interrupted diagonal goes on first (7.15), then pursuit, which comes before the path (7.12), then the
/// path, then a march to battle, allies or enemies once the path is done (7.13).
fn move_one(turn: &mut Turn, id: UnitId) {
    let Some(progress) = turn.progress.get(&id) else { return };
    let phase = turn.strategic_phase();
    let withdrew_into_this_phase = progress.withdrew && phase == 1;
    let woke_in_this_phase = progress.woken_in == Some(phase);
    if withdrew_into_this_phase
        || woke_in_this_phase
        || !turn.state.units.get(&id).is_some_and(|unit| unit.is_active())
    {
        return;
    }
    if let Some((target, manner)) = progress.redirected {
        diagonal::go_on(turn, id, target, manner);
    } else if !pursuit::pursue(turn, id) && !path::follow(turn, id) {
        march_to::march(turn, id);
    }
}

/// A random choice among squares, keyed by the unit that chooses: the lowest draw (G-02).
pub fn choose_square(
    turn: &mut Turn,
    rule: &str,
    chooser: UnitId,
    candidates: &[StrategicSquare],
) -> Option<StrategicSquare> {
    match candidates {
        [] => None,
        [only] => Some(*only),
        several => {
            let phase = turn.phase;
            let mut drawn = Vec::with_capacity(several.len());
            for square in several {
                let roller = format!("{chooser} {}", turn.atlas.map.grid.label(*square));
                drawn.push((turn.dice.draw(phase, rule, &roller, 0), *square));
            }
            drawn.into_iter().min().map(|(_, square)| square)
        }
    }
}
