//! The words in which ships are ordered (naval record, section 6.1), and back.

mod forms;
mod hand;
mod office;
pub mod render;
mod ship;
mod words;

pub use forms::{SHIPS, lexicon, ship_of};
pub use office::office;
pub use ship::{any_order, fits, order};
