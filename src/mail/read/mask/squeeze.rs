//! A text squeezed to what a reader would compare: plain characters without any space, in lower case, each
//! with the way back to where it stood. A password that a mail program broke over lines, tags or entities is
//! in one piece here.
//!
//! All of it takes time in proportion to the text, however long its lines and however many the passwords.

use std::collections::BTreeMap;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use scraper::Html;

use super::super::fold;
use super::MASK;

/// Characters of a password that are looked for; no account takes one with half as many.
const LONGEST: usize = 256;
/// Passwords that are looked for at once, in all their forms; a letter with more is not kept.
const MOST: usize = 2_000;
/// Entities of HTML that are looked up in one text; a text with more different ones is not kept.
const ENTITIES: usize = 2_000;

/// Fewest letters and digits of a password that is looked for whatever stops part its words: those of a shorter one stand in a row by
/// chance.
const LONG: usize = 8;

/// The passwords to look for, squeezed in each of their forms.
pub(super) struct Needles {
    exact: Option<AhoCorasick>,
    /// Those of several words by their letters and digits alone.
    loose: Option<AhoCorasick>,
}

impl Needles {
    /// Of these passwords; empty ones are none. `None` if they are too many.
    pub fn new<'a>(passwords: impl IntoIterator<Item = &'a String>) -> Option<Self> {
        let mut needles: Vec<String> = Vec::new();
        for password in passwords {
            let begin: String = password.chars().take(2 * LONGEST).collect();
            let forms = fold::password_forms(&begin);
            needles
                .extend(forms.iter().map(|form| Squeezed::text(form).chars.chars().take(LONGEST).collect()));
            if needles.len() > 4 * MOST {
                return None;
            }
        }
        needles.retain(|needle| !needle.is_empty());
        needles.sort();
        needles.dedup();
        if needles.len() > MOST {
            return None;
        }
        let is_several = |needle: &&String| needle.chars().filter(|c| c.is_alphanumeric()).count() >= LONG;
        let mut loose = needles.iter().filter(is_several).map(|needle| letters(needle)).collect::<Vec<_>>();
        loose.sort();
        loose.dedup();
        Some(Needles { exact: automaton(&needles)?, loose: automaton(&loose)? })
    }

    /// Whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.exact.is_none()
    }
}

/// What finds these words, the longest first; nothing where there are none, `None` where they are too many.
fn automaton(needles: &[String]) -> Option<Option<AhoCorasick>> {
    if needles.is_empty() {
        return Some(None);
    }
    let mut builder = AhoCorasick::builder();
    builder.match_kind(MatchKind::LeftmostLongest).kind(Some(AhoCorasickKind::ContiguousNFA));
    builder.build(needles).ok().map(Some)
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// A squeezed text.
#[derive(Default)]
pub(super) struct Squeezed {
    chars: String,
    /// For each byte of `chars` the bytes in the text that it stands for.
    spans: Vec<(u32, u32)>,
    /// Whether it has more entities than are looked up: something may be hidden in it.
    is_tangled: bool,
    /// Characters looked at, for the tests: what is linear takes at most so many steps a byte.
    #[cfg(test)]
    pub steps: usize,
}

impl Squeezed {
    /// Of plain text; quote marks at the start of lines are passed over.
    pub fn text(text: &str) -> Self {
        let mut squeezed = Squeezed::default();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let marks = line.len() - line.trim_start_matches(['>', '|', ' ', '\t']).len();
            squeezed.add(line.get(marks..).unwrap_or_default(), start + marks);
            start += line.len();
        }
        squeezed
    }

    /// Of HTML source: tags are passed over, entities are what they stand for.
    pub fn html(html: &str) -> Self {
        let mut squeezed = Squeezed::default();
        let mut known = BTreeMap::new();
        let mut at = 0;
        while let Some(rest) = html.get(at..).filter(|rest| !rest.is_empty()) {
            let length = if rest.starts_with('<') {
                rest.find('>').map_or(rest.len(), |end| end + 1)
            } else if rest.starts_with('&') {
                squeezed.add_entity(rest, at, &mut known)
            } else {
                let length = rest.find(['<', '&']).unwrap_or(rest.len());
                squeezed.add(rest.get(..length).unwrap_or_default(), at);
                length
            };
            at += length;
        }
        squeezed
    }

    /// Whether any of the passwords is in it, or may be.
    pub fn finds(&self, needles: &Needles) -> bool {
        let Some(words) = &needles.exact else { return false };
        let in_letters = || needles.loose.as_ref().is_some_and(|words| words.is_match(&letters(&self.chars)));
        self.is_tangled || words.is_match(&self.chars) || in_letters()
    }

    /// Where the passwords stand: the bytes of each of their characters, and whether it is a password's first.
    fn places(&self, needles: &Needles) -> Vec<(u32, u32, bool)> {
        let mut places = Vec::new();
        let mut note = |words: &AhoCorasick, chars: &str, spans: &[(u32, u32)]| {
            for found in words.find_iter(chars) {
                let spans = spans.get(found.range()).unwrap_or_default().iter().enumerate();
                places.extend(spans.map(|(number, (start, end))| (*start, *end, number == 0)));
            }
        };
        if let Some(words) = &needles.exact {
            note(words, &self.chars, &self.spans);
        }
        if let Some(words) = &needles.loose {
            let (chars, spans) = self.letters();
            note(words, &chars, &spans);
        }
        places.sort_by_key(|(start, end, is_first)| (*start, !is_first, *end));
        places
    }

    /// Its letters and digits alone.
    fn letters(&self) -> (String, Vec<(u32, u32)>) {
        let (mut chars, mut spans) =
            (String::with_capacity(self.chars.len()), Vec::with_capacity(self.spans.len()));
        for (at, c) in self.chars.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
            chars.push(c);
            spans.resize(chars.len(), self.spans.get(at).copied().unwrap_or_default());
        }
        (chars, spans)
    }

    /// Whether it cannot be told what is in it.
    pub fn is_tangled(&self) -> bool {
        self.is_tangled
    }

    /// The text it was made of with the passwords masked; `None` if there is none in it.
    pub fn mask(&self, text: &str, needles: &Needles) -> Option<String> {
        let places = self.places(needles);
        let is_any = !places.is_empty();
        let mut masked = String::new();
        let mut at = 0;
        for (start, end, is_first) in places {
            let (start, end) = (start as usize, end as usize);
            // Several characters may stand for one place, such as a ligature; and a password may be found in both ways.
            if start >= at {
                masked.push_str(text.get(at..start).unwrap_or_default());
                if is_first {
                    masked.push_str(MASK);
                }
                at = end;
            }
        }
        if !is_any {
            return None;
        }
        masked.push_str(text.get(at..).unwrap_or_default());
        Some(masked)
    }

    fn add(&mut self, text: &str, offset: usize) {
        let mut start = offset;
        // Lines end as they do for the reader, so that a mark never joins the letter of the line before.
        for line in text.split_inclusive(['\n', '\r']) {
            if line.is_ascii() {
                self.add_ascii(line, start);
            } else {
                self.add_folded(line.trim_end_matches(['\n', '\r']), start);
            }
            start += line.len();
        }
    }

    /// What folding makes of plain letters is known without it.
    fn add_ascii(&mut self, line: &str, start: usize) {
        for (at, byte) in (start..).zip(line.bytes()) {
            if byte.is_ascii_graphic() {
                let byte = if byte == b'`' { b'\'' } else { byte };
                self.push(char::from(byte), (at, at + 1));
            }
        }
    }

    fn add_folded(&mut self, line: &str, start: usize) {
        let folded = fold::fold(line);
        for (number, c) in folded.plain.chars().enumerate() {
            if c.is_whitespace() {
                continue;
            }
            let from = folded.origin(number, line.len());
            let length = line.get(from..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
            self.push(c, (start + from, start + from + length));
        }
    }

    fn add_entity<'t>(&mut self, rest: &'t str, at: usize, known: &mut BTreeMap<&'t str, String>) -> usize {
        let name = |c: char| c.is_ascii_alphanumeric() || c == '#';
        let end = rest.char_indices().skip(1).take(40).find(|(_, c)| !name(*c));
        let length = end.map_or_else(
            || rest.char_indices().nth(40).map_or(rest.len(), |(end, _)| end),
            |(end, c)| if c == ';' { end + 1 } else { end },
        );
        let length = length.max(1);
        let source = rest.get(..length).unwrap_or("&");
        if let Some(c) = numbered(source) {
            self.push_plain(c.encode_utf8(&mut [0; 4]), (at, at + length));
            return length;
        }
        if !known.contains_key(source) {
            if known.len() >= ENTITIES {
                self.is_tangled = true;
                return length;
            }
            let text: String = Html::parse_fragment(source).root_element().text().collect();
            known.insert(source, text);
        }
        if let Some(text) = known.get(source) {
            self.push_plain(text, (at, at + length));
        }
        length
    }

    fn push_plain(&mut self, text: &str, span: (usize, usize)) {
        for c in fold::plain(text).chars().filter(|c| !c.is_whitespace()) {
            self.push(c, span);
        }
    }

    fn push(&mut self, c: char, span: (usize, usize)) {
        #[cfg(test)]
        {
            self.steps += 1;
        }
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        for lower in c.to_lowercase() {
            self.chars.push(lower);
            self.spans.resize(self.chars.len(), (place(span.0), place(span.1)));
        }
    }
}

/// The character of an entity such as `&#45;` or `&#x2013;`; those that HTML reads in its own way are not told here.
fn numbered(source: &str) -> Option<char> {
    let digits = source.strip_prefix("&#")?.trim_end_matches(';');
    let number = match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    // Below 0xA0 HTML takes some for what windows-1252 has there.
    char::from_u32(number).filter(|c| matches!(c, ' '..='~' | '\u{A0}'..))
}
