//! One line of a letter: as it was written, as the parsers read it, and how a place in the one is found in the
//! other.
//!
//! Mail programs turn dashes, blanks and quotes into typographic ones (hazard 23). They are read as plain ones
//! here, whatever was done before, but a [`Span`] and a password always mean the line as it was written.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use fieldpost_engine::line::Span;
use fieldpost_engine::typed;

/// So many characters of a line are repeated in a complaint.
const MOST_REPEATED: usize = 160;

/// So many characters a line of orders has at the most: a hundred units and more. In so short a line no parser can take long.
pub(super) const LONGEST: usize = 4_000;

/// What some mail programs make of bold letters in plain text; nothing of a letter is written with it.
const BOLD: &str = "**";

/// Lines that are one.
pub(super) struct Joined {
    /// What is to be read of them, with a blank between.
    pub text: String,
    /// Where in it each line after the first begins.
    pub seams: Vec<Seam>,
}

/// Where one line of several begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seam {
    /// The byte of the joined text.
    pub at: usize,
    /// Characters that stand before it in its own line.
    pub left: u32,
}

/// One line of a letter.
pub(super) struct Written<'a> {
    number: u32,
    /// As it was written, without its end.
    pub raw: &'a str,
    /// With plain dashes, blanks and quotes.
    pub text: Cow<'a, str>,
    /// For each byte of `text`, and its end, the byte of `raw` it came from. Empty if the two are equal.
    from: Vec<u32>,
    /// Where each line after the first begins, if several were joined.
    seams: Vec<Seam>,
}

impl<'a> Written<'a> {
    /// The line, counted from 1.
    pub fn new(number: u32, raw: &'a str) -> Self {
        let is_bold = is_bold(raw);
        if raw.is_ascii() && !is_bold {
            let (text, from, seams) = (Cow::Borrowed(raw), Vec::new(), Vec::new());
            return Written { number, raw, text, from, seams };
        }
        let mut text = String::with_capacity(raw.len());
        let mut from = Vec::with_capacity(raw.len() + 1);
        let mut letters = raw.char_indices();
        while let Some((at, letter)) = letters.next() {
            if is_bold && raw[at..].starts_with(BOLD) {
                letters.next();
                continue;
            }
            plain(letter, &mut text);
            from.resize(text.len(), at as u32);
        }
        from.push(raw.len() as u32);
        Written { number, raw, text: Cow::Owned(text), from, seams: Vec::new() }
    }

    /// Several lines that are one, the first of them with this number.
    pub fn joined(number: u32, lines: &'a Joined) -> Self {
        Written { seams: lines.seams.clone(), ..Written::new(number, &lines.text) }
    }

    /// The number of its last line.
    pub fn last_number(&self) -> u32 {
        self.number + self.seams.len() as u32
    }

    /// Whether it is longer than any order: what it says is not looked at.
    pub fn is_too_long(&self) -> bool {
        self.raw.len() > LONGEST && self.raw.chars().count() > LONGEST
    }

    /// Where in `raw` a byte of `text` came from.
    fn raw_at(&self, at: usize) -> usize {
        if self.from.is_empty() {
            at.min(self.raw.len())
        } else {
            self.from[at.min(self.from.len() - 1)] as usize
        }
    }

    /// What was written from a byte of `text` on, without the mark that ends bold letters.
    pub fn raw_from(&self, at: usize) -> &'a str {
        let rest = &self.raw[self.raw_at(at)..];
        let is_ended = is_bold(self.raw) && self.raw.matches(BOLD).count().is_multiple_of(2);
        rest.trim_end().strip_suffix(BOLD).filter(|_| is_ended).unwrap_or(rest)
    }

    /// What was written where a stretch of `text` stands.
    pub fn raw_part(&self, start: usize, end: usize) -> &'a str {
        &self.raw[self.raw_at(start)..self.raw_at(end)]
    }

    /// The place of a stretch of `text`.
    pub fn span(&self, start: usize, end: usize) -> Span {
        self.raw_span(self.raw_at(start), self.raw_at(end))
    }

    /// The place of a stretch of `raw`: of several lines, the part in the line where it begins.
    pub fn raw_span(&self, start: usize, end: usize) -> Span {
        let place = self.seams.partition_point(|seam| seam.at <= start);
        let Seam { at, left } = place.checked_sub(1).map_or(Seam { at: 0, left: 0 }, |own| self.seams[own]);
        let stop = self.seams.get(place).map_or(self.raw.len(), |next| next.at - 1);
        let start = start.min(stop);
        let column = |to: usize| left + self.raw[at..to].chars().count() as u32 + 1;
        Span { line: self.number + place as u32, start: column(start), end: column(end.clamp(start, stop)) }
    }

    /// The place of a part of `raw`.
    pub fn span_of(&self, part: &str) -> Span {
        let start = part.as_ptr() as usize - self.raw.as_ptr() as usize;
        self.raw_span(start, start + part.len())
    }

    /// The line as it was written, cut if it is very long, with a credential masked.
    pub fn repeated(&self, credential: Option<Span>) -> String {
        let written = self.raw.trim_end().chars();
        let Some(hidden) = credential else { return shortened(written) };
        let before = written.clone().take(hidden.start.saturating_sub(1) as usize);
        let after = written.skip(hidden.end.saturating_sub(1) as usize);
        shortened(before.chain("(hidden)".chars()).chain(after))
    }
}

/// Whether a line has such marks. Three stars are a rule, and four stand where a password was masked.
fn is_bold(raw: &str) -> bool {
    raw.contains(BOLD) && !raw.contains("***")
}

/// At most [`MOST_REPEATED`] characters, the rest as an ellipsis; control characters as blanks.
fn shortened(written: impl Iterator<Item = char> + Clone) -> String {
    let long = written.clone().nth(MOST_REPEATED).is_some();
    let shown = written.take(MOST_REPEATED).map(|c| if c.is_control() { ' ' } else { c });
    shown.chain(long.then_some('…')).collect()
}

/// One character in its plain form (hazard 23): nothing for invisible ones.
fn plain(letter: char, into: &mut String) {
    match letter {
        '\u{2026}' => into.push('…'),
        '\u{2192}' | '\u{21D2}' | '\u{27F6}' => into.push_str("->"),
        letter if letter.is_ascii() && letter != '`' => into.push(letter),
        letter => into.extend(typed::plain(letter).into_iter().nfkc().filter_map(typed::plain)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typographic_signs_are_read_as_plain_ones_and_places_are_those_of_the_writing() {
        let line = Written::new(3, "MARCH\u{a0}Ｇ４–V6 \u{200b}é");
        assert_eq!(line.text, "MARCH G4-V6 é");
        assert_eq!(line.span(6, 11), Span { line: 3, start: 7, end: 12 });
        assert_eq!(line.span(12, 14), Span { line: 3, start: 14, end: 15 });
        assert_eq!(line.raw_from(12), "é");
    }

    #[test]
    fn bold_letters_are_read_as_plain_ones() {
        for (raw, at, words) in [
            ("**PASSWORD** red fox", 9, "red fox"),
            ("**PASSWORD red fox**", 9, "red fox"),
            ("**PASSWORD:** **red fox**", 10, "red fox"),
            ("PASSWORD red**fox", 9, "red**fox"),
            ("PASSWORD ****", 9, "****"),
        ] {
            let line = Written::new(1, raw);
            assert!(line.text.starts_with("PASSWORD"), "{raw}");
            assert_eq!(line.raw_from(at), words, "{raw}");
        }
    }

    #[test]
    fn a_credential_is_masked_and_a_long_line_cut() {
        let line = Written::new(1, "PASWORD a b c");
        assert_eq!(line.repeated(Some(line.span(8, 13))), "PASWORD (hidden)");
        let long = "x".repeat(500);
        assert_eq!(Written::new(1, &long).repeated(None).chars().count(), MOST_REPEATED + 1);
    }
}
