//! The words in which ships are ordered (naval record, section 6.1), and back.

mod forms;
mod hand;
mod help;
mod meant;
mod names;
mod office;
mod piece;
pub mod render;
mod ship;
mod words;

pub use forms::{SHIPS, lexicon};
pub use names::{Helm, Names};
pub use office::{office, office_of};
pub use piece::ship_of;
pub use ship::{any_order, any_order_of, fits, order};
