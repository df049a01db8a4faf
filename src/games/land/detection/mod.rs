//! Detection (chapter 4): who sees what, on both maps, and who is told of a move.
//!
//! **Nobody is told here what a rule does not let them see**: events take their witnesses from [`witness`],
//! position reports their sight from what this chapter computes, never from the state.

pub mod sight;
pub mod strategic;
pub mod tactical;
pub mod witness;

pub use sight::Sight;
pub use strategic::sights;
pub use tactical::seen_by;
