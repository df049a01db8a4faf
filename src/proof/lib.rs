//! How the rules are proven: rule cases, random wars, what battles cost, machine against machine, and what a war that is rehearsed
//! came to. A folder a game.
//!
//! It stands above the games, and only the command line names it: the daemon is built without it. The program asks through the door
//! ([`Proof`](fieldpost_door::Proof)) and has the arguments and the files; no word here is a command's. docs/rules/proof.md says what
//! each way finds.

pub mod europa;
pub mod land;
pub mod sea;

use fieldpost_door::Proofs;

/// How each rulebook is proven, where it is. A new game's proof is its folder and a line here.
pub static PROOFS: Proofs =
    Proofs(&[&land::ROTD_EUWOL, &land::ROTD_CWOL, &land::GITM_NWOL, &sea::WISC_CWOL, &europa::EUROPA]);
