//! A campaign: land, and where there is one, sea, in one turn (decision T-01), as the house's door knows it ([`Table`]).
//!
//! A war on land alone is a [`Table`]; one with ships is a [`joint::JointTable`] about it.

// What players write holds letters of more than a byte: a text is never cut where a letter may not end.
#![deny(clippy::string_slice)]

#[cfg(test)]
mod at_the_desk;
mod begin;
mod board;
mod example;
mod foresee;
mod hand;
pub mod joint;
mod orders;
mod ran;
pub mod rulebooks;
mod samples;
mod scenario;
pub mod scene;
mod schema;
mod table;
mod welcome;

pub use ran::{Ran, hash_of};
pub use rulebooks::{ALL as RULEBOOKS, GITM_NWOL, ROTD_CWOL, ROTD_EUWOL};
pub use schema::schema;
pub use table::{Position, Table};
