//! How the land war is proven: rule cases ([`case`]), random wars ([`soak`]), what battles cost ([`calibrate`]), machine against
//! machine ([`tournament`]), and what a war that is rehearsed came to ([`rehearsal`]).
//!
//! All of it stands above the campaign: cases and tournaments send whole letters over the desk to a campaign's table. The
//! program asks through the door ([`Proof`]) and has the arguments and the files; no word here is a command's. docs/rules/proof.md
//! says what each way finds.

use crate::land::soak::world::{AMERICA, EUROPE, GERMANY};
use crate::receipts;
use fieldpost_door::Proof;
use fieldpost_land::book;

pub mod calibrate;
pub mod case;
pub mod rehearsal;
pub mod soak;
pub mod tournament;
#[cfg(test)]
mod umpire_tests;
#[cfg(test)]
mod words_tests;

/// Rolling of the Drums, Europe in the wars of liberation.
pub static ROTD_EUWOL: Proof = Proof {
    rulebook: "rotd-euwol",
    rules: Some(book::ROTD_EUWOL.rules),
    number: |key| Some(key.to_owned()),
    case: Some(case::run),
    soak: Some(|args, out| soak::run(EUROPE, args, out)),
    receipts: Some(|args, out| receipts::run(&receipts::ROTD_EUWOL, args, out)),
    calibrate: Some(|trials, out| calibrate::run(&book::ROTD_EUWOL, &calibrate::ROTD_EUWOL, *trials, out)),
    tournament: Some(tournament::run),
    rehearsal: Some(rehearsal::begin),
};

/// Rolling of the Drums, the American Civil War.
pub static ROTD_CWOL: Proof = Proof {
    rulebook: "rotd-cwol",
    rules: Some(book::ROTD_CWOL.rules),
    number: |key| book::ROTD_CWOL.number(key).map(str::to_owned),
    calibrate: Some(|trials, out| calibrate::run(&book::ROTD_CWOL, &calibrate::ROTD_CWOL, *trials, out)),
    soak: Some(|args, out| soak::run(AMERICA, args, out)),
    receipts: Some(|args, out| receipts::run(&receipts::ROTD_CWOL, args, out)),
    ..ROTD_EUWOL
};

/// Gathered In Their Masses, the Napoleonic wars.
pub static GITM_NWOL: Proof = Proof {
    rulebook: "gitm-nwol",
    rules: Some(book::GITM_NWOL.rules),
    number: |key| book::GITM_NWOL.number(key).map(str::to_owned),
    calibrate: Some(|trials, out| calibrate::run(&book::GITM_NWOL, &calibrate::GITM_NWOL, *trials, out)),
    soak: Some(|args, out| soak::run(GERMANY, args, out)),
    receipts: Some(|args, out| receipts::run(&receipts::GITM_NWOL, args, out)),
    ..ROTD_EUWOL
};
