//! A line that was read, with its place: its canonical words are the order, whatever the game.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A place in the cleaned text: line counted from 1, columns counted in characters from 1, end exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    pub line: u32,
    pub start: u32,
    pub end: u32,
}

/// A line that was read: its canonical words, which the game alone gives a meaning, and its place. They hold no credential.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// How the language itself spells it: reading these words gives the same order again.
    pub words: Arc<str>,
    /// Where it stands.
    pub span: Span,
}
