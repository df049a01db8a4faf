//! How any turn runs, whatever the game: dice, events and who witnessed them, facts and reasons, phases, rule citations, ids.
//!
//! **The engine knows no game, no mail and no clock**, and does no I/O.

pub mod breach;
pub mod calendar;
pub mod dice;
pub mod event;
pub mod fact;
pub mod form2;
pub mod hex;
pub mod ids;
pub mod kept;
pub mod line;
pub mod locale;
pub mod machine;
pub mod nearest;
pub mod phase;
pub mod piece;
pub mod reason;
pub mod refusal;
pub mod rule;
pub mod seat;
pub mod touch;
pub mod typed;
pub mod voice;
pub mod wishes;
pub mod words;
pub mod wrap;
