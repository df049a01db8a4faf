//! What is fuzzed of Fieldpost, by the paths that it has there: reading mail, and the order languages.

pub use {fieldpost_grammar as grammar, fieldpost_mail as mail};

pub mod games {
    pub use fieldpost_games::{LANGUAGES, RULEBOOKS};
    pub mod ground {
        pub use fieldpost_ground::square;
    }
    pub mod land {
        pub use fieldpost_land::language;
    }
}
