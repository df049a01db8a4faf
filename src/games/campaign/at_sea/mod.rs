//! A war with ships, as players and the house have it: orders, receipts, reports, hand edits, machines, and the turn step by step.

mod as_things_stand;
mod findings;
pub(crate) mod hosted;
mod machine;
mod truth;
mod turn;
mod ways;
