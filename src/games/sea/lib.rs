//! The war at sea: Wood, Iron, Steam and Canvas (`wisc-cwol`, cited as WISC), ships and transports beside an army's war.
//!
//! The plan is the land war's: the chart as a value ([`chart`]), types of ships and what begins where ([`kind`], [`roster`]),
//! the state and the orders, the turn as one list of rows, events with their witnesses. It knows nothing of land: what ships and
//! brigades are to one another comes and goes as plain values, and `campaign` alone knows both.
//!
//! Numbers of our own that the book leaves open are constants beside the rule they serve; docs/rules/sea.md lists them.

// What players write holds letters of more than a byte: a text is never cut where a letter may not end.
#![deny(clippy::string_slice)]

pub mod ashore;
pub mod cargo;
pub mod chart;
pub mod combat;
pub mod command;
pub mod commerce;
pub mod contact;
pub mod deployment;
pub mod edits;
pub mod end;
pub mod event;
pub mod foresight;
pub mod kind;
pub mod language;
pub mod lift;
pub mod machine;
pub mod muster;
pub mod orders;
pub mod phase;
pub mod place;
pub mod rehearsal;
pub mod roster;
pub mod sailing;
pub mod sequence;
pub mod ship;
pub mod state;
pub mod stores;
pub mod turn;
pub mod weather;
