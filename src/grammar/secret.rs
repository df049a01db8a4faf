//! A password as a player wrote it: shown to nobody, not even by accident.

use std::fmt;

/// A credential. `Debug` and `Display` show nothing of it; it is not serialisable.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps the words.
    pub fn new(words: impl Into<String>) -> Self {
        Secret(words.into())
    }

    /// The words themselves, for the one place that hashes or compares them.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(hidden)")
    }
}
