//! Who may order what: authentication, commander and deputy precedence, the order book, accounts, and what
//! is owed in answer.
//!
//! **No I/O, no clock, no chance of its own**: a letter and the record come in, changes and answers go out;
//! the random bytes for salts and tokens are handed in. [`head::choose`] says for which game a letter is, before it is read;
//! [`judge::judge`] is the door; [`close::close`] is what remains of a turn's book at its deadline.

pub mod account;
pub mod address;
pub mod answer;
pub mod arrived;
pub mod book;
pub mod caps;
pub mod close;
pub mod earlier;
pub mod early;
pub mod ga;
pub mod game;
pub mod guesses;
pub mod head;
pub mod identity;
pub mod judge;
mod keeping;
mod look_alike;
pub mod notice;
pub mod openings;
pub mod password;
pub mod press;
pub mod proof;
pub mod prudent;
pub mod receipt;
pub mod record;
mod refusal;
pub mod remind;
pub mod schedule;
pub mod seats;
pub mod settings;
mod shut;
pub mod silence;
pub mod spent;
pub mod stamp;
pub mod standing;
mod stranger;
pub mod tenure;
pub mod unread;
pub mod unsubscribe;
pub mod verdict;
mod whole;
pub mod work;

#[cfg(test)]
mod early_tests;
#[cfg(test)]
mod judge_tests;
#[cfg(test)]
mod precedence_tests;
#[cfg(test)]
mod press_tests;
#[cfg(test)]
mod signed_tests;
#[cfg(test)]
mod tenure_tests;
#[cfg(any(test, feature = "trial"))]
pub mod trial;
