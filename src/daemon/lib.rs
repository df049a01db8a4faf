//! The loop: fetch, file, acknowledge; at the deadline adjudicate, report, send.
//!
//! The only room that sees the whole street, and the only one that knows the time ([`clock`]). [`office`] is
//! the post office at work; [`intake`] takes letters in, and they go one [`road`] with all else that is read and judged;
//! [`adjudicate`] closes turns, [`dispatch`] sends what is owed, [`run`] is the loop that holds them together.

// The rooms by their places in the house.
use crate as daemon;
use fieldpost_desk as desk;
use fieldpost_engine as engine;
use fieldpost_grammar as grammar;
use fieldpost_mail as mail;
use fieldpost_print as print;
use fieldpost_store as store;
mod games {
    pub(crate) use fieldpost_games::{RULEBOOKS, door};
}

pub mod adjudicate;
pub mod administrators;
pub mod answers;
pub mod clock;
pub mod closing;
pub mod config;
mod copies;
pub mod counts;
pub mod delivered;
pub mod differences;
pub mod disk;
pub mod dispatch;
pub mod door;
pub mod figures;
mod filled_in;
mod ga_report;
mod guard;
pub mod guesses;
pub mod held;
mod hindered;
pub mod holding;
pub mod hosted;
pub mod identity;
mod idling;
pub mod intake;
pub mod kept;
pub mod keyboard;
pub mod keyring;
mod lately;
pub mod letterbox;
mod limits;
mod look_up;
pub mod machine;
pub mod metrics;
pub mod office;
pub mod opening;
pub mod order_forms;
pub mod owed;
mod past_record;
pub mod quarantine;
pub mod reading;
pub mod record;
pub mod refusals;
pub mod reminders;
pub mod replay;
pub mod report_mail;
pub mod requests;
pub mod road;
pub mod rollback;
pub mod run;
pub mod samples;
pub mod scenarios;
mod searched;
mod seat_taken;
pub mod servers;
pub mod service;
pub mod shown;
pub mod socket;
mod stale;
pub mod standing;
pub mod status;
pub mod status_text;
pub mod summary;
pub mod tasks;
pub mod templates;
mod threads;
pub mod tongues;
pub mod troubles;
mod unannounced;
pub mod unsent;
pub mod views;
pub mod wake;
pub mod watch;
mod way;
pub mod wiring;
