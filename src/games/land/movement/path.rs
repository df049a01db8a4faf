//! The ordered path (rules 7.4, 7.7).

use crate::movement::halt::tell_hindrance;
use crate::movement::hindrance::Hindrance;
use crate::movement::manner::Manner;
use crate::movement::step::{self, Arrival};
use crate::turn::{Progress, Turn};
use crate::unit::UnitId;
use fieldpost_ground::square::StrategicSquare;

impl Progress {
    /// Whether boxes of the path still wait (rule 7.4).
    pub fn has_path_left(&self) -> bool {
        !self.path_over && self.orders.path.iter().skip(self.boxes_done).any(Option::is_some)
    }

    /// The square to which it goes next, if it goes on: where it was turned to, else by its path.
    pub fn next_square(&self) -> Option<StrategicSquare> {
        let mut left = self.orders.path.iter().skip(self.boxes_done).copied().flatten();
        let by_path = left.next().filter(|_| !self.path_over);
        self.redirected.map(|(square, _)| square).or(by_path)
    }

    /// ROTD-EUWOL 7.4, 7.7: the box of the path for a strategic phase, 1 to 6, after all delays: its place, and
    /// the square in it; `None` for a blank box, no box, or a path that is over.
    fn box_for(&self, phase: u8) -> Option<(usize, StrategicSquare)> {
        let place = usize::from(phase.checked_sub(1 + self.delay)?);
        let square = self.orders.path.get(place).copied().flatten()?;
        (!self.path_over && place >= self.boxes_done).then_some((place, square))
    }
}

/// ROTD-EUWOL 7.4, 7.7: makes the step that the path has for this phase. A step that is blocked is tried
/// again in the next phase, with all the rest of the path a phase later; so is one whose diagonal was
/// interrupted (7.15). One that can never be made ends the path. Returns whether the path had a step here.
pub fn follow(turn: &mut Turn, id: UnitId) -> bool {
    let phase = turn.strategic_phase();
    let Some((place, target)) = turn.progress.get(&id).and_then(|progress| progress.box_for(phase)) else {
        return false;
    };
    match step::attempt(turn, id, target, Manner::Path) {
        Ok(Arrival::There) => {}
        Ok(Arrival::Interrupted) => {
            if let Some(progress) = turn.progress.get_mut(&id) {
                progress.delay += 1;
            }
        }
        Err(hindrance) => hindered(turn, id, hindrance),
    }
    if let Some(progress) = turn.progress.get_mut(&id)
        && progress.box_for(phase) == Some((place, target))
    {
        progress.boxes_done = place + 1;
    }
    true
}

/// Puts the path off for a phase or ends it, and tells why.
fn hindered(turn: &mut Turn, id: UnitId, hindrance: Hindrance) {
    if let Some(progress) = turn.progress.get_mut(&id) {
        if hindrance.may_pass() {
            progress.delay += 1;
        } else {
            progress.path_over = true;
            progress.cut_off = hindrance.is_of_the_map();
        }
    }
    tell_hindrance(turn, id, hindrance);
}
