//! The game administrator's desk on the trial game: anna owns it, bruno is its GA, carla helps.

mod edits;
mod headless;
mod schedule;
mod signup;
mod turns;
mod who;

use crate::desk::answer::Body;
use crate::desk::arrived::Arrived;
use crate::desk::ga::answer::Outcome;
use crate::desk::ga::record::GaChange;
use crate::desk::trial::Desk;
use crate::desk::trial::ga::{
    answer, done, ga_changes, items, judge_ga_among, only, outcomes, passwords, token, told, why_not,
};
use crate::desk::trial::told::address;
use crate::desk::verdict::Judgement;
use crate::grammar::command::{GaLetter, read_ga_letter};
