//! The game administrator's desk: whose letter it is, what it may do, and what it did. Like the rest of the desk it has no
//! clock and no I/O: changes and answers go out, and what takes the store or the clock goes out as a [`record::Task`].
//!
//! [`judge::judge_ga`] is the door. Commands are taken one after the other on a copy of the record, each by what the ones
//! before it left (`work`); PREVIEW and TOGETHER then decide what of it is kept.

pub mod answer;
mod edits;
pub mod headless;
pub mod judge;
pub mod observing;
mod officers;
pub mod outsider;
pub(crate) mod players;
pub mod record;
pub mod schedule;
pub mod show;
pub mod signup;
pub(super) mod telling;
mod tidings;
mod tokens;
pub mod told;
mod turns;
pub mod two_parts;
pub mod undo;
mod who;
mod work;

#[cfg(test)]
mod tests;
