//! A campaign: land, and where there is one, sea, in one turn (decision T-01), as the house's door knows it ([`Table`]).
//!
//! A war on land alone is a [`Table`]; one with ships is a [`joint::JointTable`] about it.

// What players write holds letters of more than a byte: a text is never cut where a letter may not end.
#![deny(clippy::string_slice)]

// The rooms by their places in the house.
#[cfg(test)]
use fieldpost_desk as desk;
use fieldpost_door as door;
use fieldpost_engine as engine;
use fieldpost_grammar as grammar;
use fieldpost_print as print;
pub(crate) mod games {
    pub(crate) use crate as campaign;
    pub(crate) mod ground {
        pub(crate) use fieldpost_ground::*;
        pub(crate) use fieldpost_picture as picture;
    }
    pub(crate) mod land {
        pub(crate) use fieldpost_land::*;
        pub(crate) use fieldpost_machine as machine;
        pub(crate) use fieldpost_tell as tell;
    }
    pub(crate) use fieldpost_sea as sea;
}

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
