//! The games that can be hosted: the one list of them. A new game is its folder and a line here.
//!
//! **Games know no mail, no clock and no store**; they do no I/O, use no floats and iterate in order.

pub use fieldpost_campaign as campaign;
pub use fieldpost_door as door;
pub use fieldpost_ground as ground;
pub use fieldpost_land as land;

use fieldpost_door::Rulebooks;
use fieldpost_grammar::Language;

/// Every rulebook that can be hosted.
pub static RULEBOOKS: Rulebooks = Rulebooks(&[&campaign::ROTD_EUWOL]);

/// Every language that games here are ordered in, whichever of them are open.
pub static LANGUAGES: &[&Language] = &land::language::LANGUAGES;
