//! What is fuzzed of Fieldpost, under its own name: reading mail, and the order languages.

pub use fieldpost_games::{LANGUAGES, RULEBOOKS};
pub use fieldpost_ground::square;
pub use fieldpost_land::language;
pub use {fieldpost_grammar as grammar, fieldpost_mail as mail};
