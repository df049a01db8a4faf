//! What is wrong in a text of a map or scenario, and where.

use std::fmt;
use std::ops::Range;

use toml::Spanned;

use fieldpost_engine::nearest::nearest;

/// What is wrong in a text: the place, what was expected there and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFault {
    /// Line, 1 upward.
    pub line: usize,
    /// Column in characters, 1 upward.
    pub column: usize,
    /// What was expected and what was found.
    pub message: String,
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for TextFault {}

impl TextFault {
    pub fn at(text: &str, byte: usize, expected: &str, found: &str) -> Self {
        Self::saying(text, byte, format!("expected {expected}, found {found:?}"))
    }

    /// A fault at a byte of the text, in words of its own.
    pub fn saying(text: &str, byte: usize, message: String) -> Self {
        let mut byte = byte.min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        let before = &text[..byte];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        TextFault {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message,
        }
    }

    /// Everything that is wrong with a text that `error` says is no such TOML as was asked for: all slips of
    /// TOML itself, or, where there is none, the first thing that is not as the reader asked.
    pub fn all_of_toml(text: &str, error: &toml::de::Error) -> Vec<Self> {
        let (_, slips) = toml::de::DeTable::parse_recoverable(text);
        if slips.is_empty() {
            return vec![Self::of_toml(text, error)];
        }
        let mut faults: Vec<Self> = slips.iter().map(|slip| Self::of_toml(text, slip)).collect();
        faults.sort_by_key(|fault| (fault.line, fault.column));
        faults
    }

    /// The fault that the TOML reader found.
    pub fn of_toml(text: &str, error: &toml::de::Error) -> Self {
        let byte = error.span().map_or(0, |span| span.start);
        Self::saying(text, byte, with_nearest(&error.message().trim().replace('\n', "; ")))
    }
}

/// What the TOML reader says of a key or word that it does not know, with the nearest of those that it does.
fn with_nearest(message: &str) -> String {
    let is_unknown = message.starts_with("unknown field") || message.starts_with("unknown variant");
    let mut named = message.split('`').skip(1).step_by(2);
    let near =
        named.next().filter(|_| is_unknown).and_then(|found| nearest(found, named.map(|name| (name, name))));
    near.map_or_else(|| message.to_owned(), |near| format!("{message}; the nearest is {near}"))
}

/// The faults of a text, gathered while it is read on.
#[derive(Debug, Default)]
pub struct Faults(Vec<TextFault>);

impl Faults {
    /// What was read, or `None` if it has a fault, which is kept.
    pub fn keep<T>(&mut self, read: Result<T, TextFault>) -> Option<T> {
        read.map_err(|fault| self.0.push(fault)).ok()
    }

    /// The faults in the order of the text; `Ok` if there are none.
    ///
    /// # Errors
    /// If there are faults: these.
    pub fn none(mut self) -> Result<(), Vec<TextFault>> {
        self.0.sort_by_key(|fault| (fault.line, fault.column));
        if self.0.is_empty() { Ok(()) } else { Err(self.0) }
    }
}

/// A string's lines or words as they stand in the file, each with the byte it begins at.
pub struct Source<'a> {
    text: &'a str,
    span: Range<usize>,
}

impl<'a> Source<'a> {
    /// The source of a string of the file.
    pub fn of(text: &'a str, value: &Spanned<String>) -> Self {
        Source { text, span: value.span() }
    }

    /// The source of the string that stands at a place of the file, its quotes included.
    pub fn over(text: &'a str, span: Range<usize>) -> Self {
        Source { text, span }
    }

    /// The byte at which line `number` (0 upward) of the string's value begins. A value in three quotes that
    /// starts on a new line begins on the line after the quotes.
    pub fn line(&self, number: usize) -> usize {
        let raw = &self.text[self.span.clone()];
        let opening = raw.len() - raw.trim_start_matches(['"', '\'']).len();
        let first = if raw[opening..].starts_with('\n') { opening + 1 } else { opening };
        let ends = raw[first..].match_indices('\n').map(|(end, _)| first + end + 1);
        self.span.start + std::iter::once(first).chain(ends).nth(number).unwrap_or(first)
    }

    /// The byte at which word `number` (0 upward) of the string begins.
    pub fn word(&self, number: usize) -> usize {
        let raw = &self.text[self.span.clone()];
        let gap = |letter: char| letter.is_whitespace() || letter == '"' || letter == '\'';
        let word = raw.split(gap).filter(|word| !word.is_empty()).nth(number);
        word.map_or(self.span.start, |word| {
            self.span.start + (word.as_ptr() as usize - raw.as_ptr() as usize)
        })
    }
}
