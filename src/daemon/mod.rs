//! The loop: fetch, file, acknowledge; at the deadline adjudicate, report, send.
//!
//! The only room that sees the whole street, and the only one that knows the time ([`clock`]).

pub mod clock;
pub mod closing;
pub mod config;
pub mod identity;
pub mod schedule;
pub mod socket;
