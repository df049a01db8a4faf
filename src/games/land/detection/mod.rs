//! Detection (chapter 4): who sees what, on both maps, and who is told of a move.
//!
//! **Nobody is told here what a rule does not let them see**: events take their witnesses from [`witness`],
//! position reports their sight from what this chapter computes, never from the state.

pub mod hearsay;
pub mod rumour;
pub mod sight;
pub mod strategic;
pub mod tactical;
pub mod witness;

pub use sight::Sight;
pub use strategic::sights;
pub use tactical::{heard_by, seen_by};

use crate::field::Field;
use crate::turn::Turn;

/// ROTD-EUWOL 4.1, 4.2, 4.6: the row of the turn list that works out what each player sees at the turn's end.
pub fn look(turn: &mut Turn) {
    let Turn { atlas, book, state, occupancy, dice, phase, .. } = turn;
    turn.sights = sights(Field { atlas, book, state, occupancy }, dice, phase.words());
}
