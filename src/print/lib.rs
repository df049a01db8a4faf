//! How anything is printed, whatever the game: what players wish of their reports.
//!
//! Knows no game; a game that tells something hands in what is to be printed.

pub mod wishes;
