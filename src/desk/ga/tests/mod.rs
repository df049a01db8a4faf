//! The game administrator's desk on the trial game: anna owns it, bruno is its GA, carla helps.

mod edits;
mod headless;
mod schedule;
mod signup;
mod turns;
mod who;

use crate::answer::Body;
use crate::arrived::Arrived;
use crate::ga::answer::Outcome;
use crate::ga::record::GaChange;
use crate::trial::Desk;
use crate::trial::ga::{
    answer, done, ga_changes, items, judge_ga_among, only, outcomes, passwords, shown_lines, token, told,
    why_not,
};
use crate::trial::told::address;
use crate::verdict::Judgement;
use fieldpost_grammar::command::{GaLetter, read_ga_letter};
