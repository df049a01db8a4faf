//! What armies and fleets share: squares, directions, maps strategic and tactical, nations, relations.

pub mod map;
pub mod nation;
pub mod square;
pub mod tactical;
