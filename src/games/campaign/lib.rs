//! A campaign: land, and where there is one, sea, in one turn (decision T-01), as the house's door knows it ([`Table`]).
//!
//! There is one table, one board and one turn that was run ([`Ran`]), with ships or without. What is asked of ships is asked of a
//! [`Fleet`](fleet::Fleet), which a table has only where it has a [`Sea`](sea::Sea): whoever holds one need not ask again.

// What players write holds letters of more than a byte: a text is never cut where a letter may not end.
#![deny(clippy::string_slice)]

mod annals;
#[cfg(test)]
mod at_sea;
#[cfg(test)]
mod at_the_desk;
mod begin;
mod board;
mod drowned;
mod example;
pub mod fleet;
mod foresight;
mod form1;
mod hand;
mod language;
mod ledger;
mod lesson;
pub mod machine;
pub mod marshal;
pub mod measured;
pub mod orders;
mod paper;
mod position;
mod ran;
mod reckoning;
pub mod rulebooks;
mod samples;
mod scenario;
pub mod scene;
mod schema;
mod score;
pub mod sea;
mod shore;
mod standing;
mod table;
mod taken;
mod tell;
pub mod turn;
mod welcome;

pub use ran::Ran;
pub use rulebooks::{ALL as RULEBOOKS, GITM_NWOL, ROTD_CWOL, ROTD_EUWOL};
pub use schema::schema;
pub use table::Table;
pub use tell::AtSea;
