//! The games that can be hosted: the one list of them. A new game is its folder and a line here, and one in
//! `src/proof` where its rules have a proof.
//!
//! **Games know no mail, no clock and no store**; they do no I/O, use no floats and iterate in order.

use fieldpost_door::Rulebooks;
use fieldpost_grammar::Language;

/// Every rulebook that can be hosted.
pub static RULEBOOKS: Rulebooks = Rulebooks(&[
    &fieldpost_campaign::ROTD_EUWOL,
    &fieldpost_campaign::ROTD_CWOL,
    &fieldpost_campaign::GITM_NWOL,
    &fieldpost_europa::EUROPA,
]);

/// Every language that games here are ordered in, whichever of them are open.
pub static LANGUAGES: &[&Language] = &[
    &fieldpost_land::language::LANGUAGE,
    &fieldpost_land::language::CWOL,
    &fieldpost_land::language::GITM,
    &fieldpost_sea::language::SHIPS,
    &fieldpost_europa::LANGUAGE,
];
