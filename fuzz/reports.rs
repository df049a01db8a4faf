//! The words for how a player wants reports: all of the reports that the grammar reads.

#[path = "../src/reports/wishes.rs"]
pub mod wishes;
