//! The words in which ships are ordered (naval record, section 6.1), and back.

mod office;
mod ship;
mod words;

pub use office::office;
pub use ship::order;
