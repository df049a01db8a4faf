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

impl Span {
    /// Whether another place is within this one.
    pub fn holds(self, other: Span) -> bool {
        self.line == other.line && self.start <= other.start && other.end <= self.end
    }
}

/// A line that was read: its canonical words, which the game alone gives a meaning, and its place. They hold no credential.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// How the language itself spells it: reading these words gives the same order again.
    pub words: Arc<str>,
    /// Where it stands.
    pub span: Span,
}

impl Line {
    /// Where words of it stand in what was written, the `nth` time that they do, from 0. Of a line that was written otherwise than the
    /// language spells it, and of words that do not stand in it, that is the whole line.
    pub fn place_of(&self, words: &str, nth: usize) -> Span {
        let written = self.span.end.saturating_sub(self.span.start) as usize;
        if words.is_empty() || self.words.chars().count() != written {
            return self.span;
        }
        let is_edge = |letter: Option<char>| letter.is_none_or(char::is_whitespace);
        let mut found = self.words.match_indices(words).filter(|(at, _)| {
            let (before, rest) = self.words.split_at(*at);
            is_edge(before.chars().next_back()) && is_edge(rest.chars().nth(words.chars().count()))
        });
        let Some((at, _)) = found.nth(nth) else { return self.span };
        let letters = |part: &str| part.chars().count() as u32;
        let start = self.span.start + letters(self.words.split_at(at).0);
        Span { start, end: start + letters(words), ..self.span }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(written: u32) -> Line {
        let span = Span { line: 4, start: 3, end: 3 + written };
        Line { words: "MOVE \u{f6}l milan \u{f6}l".into(), span }
    }

    #[test]
    fn words_have_their_place_in_a_line_as_long_as_it_is_spelt() {
        let place = |words: &str, nth| {
            let Span { start, end, .. } = line(16).place_of(words, nth);
            (start, end)
        };
        assert_eq!(place("MOVE", 0), (3, 7));
        assert_eq!([place("\u{f6}l", 0), place("\u{f6}l", 1)], [(8, 10), (17, 19)]);
        for (words, nth) in [("\u{f6}l", 2), ("mil", 0), ("", 0)] {
            assert_eq!(place(words, nth), (3, 19), "{words}");
        }
        assert_eq!(line(20).place_of("milan", 0), line(20).span, "it was written with other words");
    }
}
