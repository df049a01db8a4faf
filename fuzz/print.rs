//! The words for how a player wants reports: all of the printing that the grammar reads.

#[path = "../src/print/wishes.rs"]
pub mod wishes;
