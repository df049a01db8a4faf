//! The games that can be hosted: the one list of them. A new game is its folder and a line here, and one more where its
//! rules have a proof.
//!
//! **Games know no mail, no clock and no store**; they do no I/O, use no floats and iterate in order.

pub use fieldpost_campaign as campaign;
pub use fieldpost_door as door;
pub use fieldpost_europa as europa;
pub use fieldpost_ground as ground;
pub use fieldpost_land as land;
pub use fieldpost_sea as sea;

use fieldpost_door::{Proof, Proofs, Rulebooks};
use fieldpost_grammar::Language;
use fieldpost_proof as proof;
use fieldpost_sea_proof as sea_proof;

/// Every rulebook that can be hosted.
pub static RULEBOOKS: Rulebooks =
    Rulebooks(&[&campaign::ROTD_EUWOL, &campaign::ROTD_CWOL, &campaign::GITM_NWOL, &europa::EUROPA]);

/// How they are proven, where they are: apart from the rulebooks, for what proves a game stands above it (see
/// [`Proof`](door::Proof)).
pub static PROOFS: Proofs =
    Proofs(&[&proof::ROTD_EUWOL, &proof::ROTD_CWOL, &proof::GITM_NWOL, &WISC_CWOL, &europa::proof::EUROPA]);

/// How ships are proven: by their own rules, and by random wars of both.
static WISC_CWOL: Proof = Proof { soak: Some(proof::soak::joint::run), ..sea_proof::WISC_CWOL };

/// Every language that games here are ordered in, whichever of them are open.
pub static LANGUAGES: &[&Language] = &[
    &land::language::LANGUAGE,
    &land::language::CWOL,
    &land::language::GITM,
    &sea::language::SHIPS,
    &europa::LANGUAGE,
];
