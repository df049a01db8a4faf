//! What armies and fleets share: squares, directions, maps strategic and tactical, nations, relations, the ids of units, who plays.

pub mod by_unit;
pub mod check;
pub mod course;
pub mod cut;
pub mod drawn;
pub mod language;
pub mod map;
pub mod map_file;
pub mod nation;
pub mod patch;
pub mod powers;
pub mod quality;
pub mod shore;
pub mod sketch;
pub mod spelling;
pub mod square;
pub mod tac1;
pub mod tactical;
pub mod text_fault;
pub mod unit;
