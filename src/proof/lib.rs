//! How the rules are proven: rule cases, random wars, what battles cost, machine against machine, and what a war that is rehearsed
//! came to. A folder a game.
//!
//! It stands above the games, and only the command line names it: the daemon is built without it. The program asks through the door
//! ([`Proof`]) and has the arguments and the files; no word here is a command's. docs/rules/proof.md says what
//! each way finds.

mod desk;
pub mod europa;
mod foretold;
pub mod land;
pub mod receipts;
pub mod sea;
mod shared;

use fieldpost_door::{Proof, Proofs};

/// How each rulebook is proven, where it is. A new game's proof is its folder and a line here.
pub static PROOFS: Proofs =
    Proofs(&[&land::ROTD_EUWOL, &land::ROTD_CWOL, &land::GITM_NWOL, &WISC_CWOL, &europa::EUROPA]);

/// Wood, Iron, Steam and Canvas, the American Civil War at sea: ships alone, and cases and wars that are of the land too.
pub static WISC_CWOL: Proof = Proof {
    rulebook: "wisc-cwol",
    rules: Some(include_str!("../../fixtures/rules/wisc-cwol.toml")),
    // No case is shared with a book of another system.
    number: |_| None,
    case: Some(land::case::joint::run_of_ships),
    soak: Some(land::soak::joint::run),
    receipts: Some(|args, out| receipts::run(&receipts::WISC_CWOL, args, out)),
    calibrate: Some(|trials, out| sea::calibrate::run(*trials, out)),
    tournament: None,
    rehearsal: None,
};
