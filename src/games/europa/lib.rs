//! Europa by mail: the board game of provinces and stacks under 30 house rules that let all powers move at once.
//!
//! A [`position`] stands on a board ([`map`]) whose costs and results are [`tables`]; powers write [`orders`]; a [`round`] runs
//! movement point by movement point and ends in combats, sieges and losses, told as [`event`]s. Rules are cited by the book's
//! numbers (A1 to H1); decisions on what the book leaves open as EU-01 to EU-84.

pub mod event;
pub mod fate;
pub mod map;
pub mod orders;
pub mod position;
pub mod proof;
pub mod round;
pub mod tables;
