//! The words in which ships are ordered (naval record, section 6.1), and back.

mod edits;
mod forms;
mod hand;
mod help;
mod meant;
mod names;
mod office;
mod piece;
mod read;
pub mod render;
mod ship;
mod words;

pub use forms::{SHIPS, lexicon};
pub use names::names_of;
pub use piece::ship_of;
pub use read::{any_order, edit, office, order};
pub use ship::{backwards, fits};
