//! A text squeezed to what a reader would compare: plain characters without any space, in lower case, each
//! with the way back to where it stood. A password that a mail program broke over lines, tags or entities is
//! in one piece here.

use scraper::Html;

use super::super::fold;
use super::MASK;

/// The passwords to look for, squeezed in each of their forms.
pub(super) struct Needles(Vec<Vec<char>>);

impl Needles {
    /// Of these passwords; empty ones are none.
    pub fn new(passwords: &[String]) -> Self {
        let forms = passwords.iter().flat_map(|password| fold::password_forms(password));
        let mut needles: Vec<Vec<char>> = forms.map(|form| Squeezed::text(&form).chars).collect();
        needles.retain(|needle| !needle.is_empty());
        needles.sort_by_key(|needle| std::cmp::Reverse(needle.len()));
        needles.dedup();
        Needles(needles)
    }
}

/// A squeezed text.
#[derive(Default)]
pub(super) struct Squeezed {
    chars: Vec<char>,
    /// For each character the bytes in the text that it stands for.
    spans: Vec<(usize, usize)>,
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
        let mut at = 0;
        while let Some(rest) = html.get(at..).filter(|rest| !rest.is_empty()) {
            let length = if rest.starts_with('<') {
                rest.find('>').map_or(rest.len(), |end| end + 1)
            } else if rest.starts_with('&') {
                squeezed.add_entity(rest, at)
            } else {
                let length = rest.find(['<', '&']).unwrap_or(rest.len());
                squeezed.add(rest.get(..length).unwrap_or_default(), at);
                length
            };
            at += length;
        }
        squeezed
    }

    /// Whether any of the passwords is in it.
    pub fn finds(&self, needles: &Needles) -> bool {
        !self.matches(needles).is_empty()
    }

    /// The text it was made of with the passwords masked; `None` if there is none in it.
    pub fn mask(&self, text: &str, needles: &Needles) -> Option<String> {
        let matches = self.matches(needles);
        if matches.is_empty() {
            return None;
        }
        let mut masked = String::with_capacity(text.len());
        let mut at = 0;
        for (from, to) in matches {
            let mut first = true;
            for (start, end) in self.spans.get(from..to).unwrap_or_default() {
                // Several characters may stand for one place, such as a ligature.
                if *start >= at {
                    masked.push_str(text.get(at..*start).unwrap_or_default());
                    if first {
                        masked.push_str(MASK);
                    }
                    at = *end;
                }
                first = false;
            }
        }
        masked.push_str(text.get(at..).unwrap_or_default());
        Some(masked)
    }

    /// Where passwords stand, in order and apart.
    fn matches(&self, needles: &Needles) -> Vec<(usize, usize)> {
        let mut found: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        while let Some(rest) = self.chars.get(at..).filter(|rest| !rest.is_empty()) {
            match needles.0.iter().find(|needle| rest.starts_with(needle)) {
                Some(needle) => {
                    found.push((at, at + needle.len()));
                    at += needle.len();
                }
                None => at += 1,
            }
        }
        found
    }

    fn add(&mut self, text: &str, offset: usize) {
        let mut start = 0;
        // Lines end as they do for the reader, so that a mark never joins the letter of the line before.
        for line in text.split_inclusive(['\n', '\r']) {
            let folded = fold::fold(line.trim_end_matches(['\n', '\r']));
            for (number, c) in folded.plain.chars().enumerate() {
                if c.is_whitespace() {
                    continue;
                }
                let from = start + folded.origin(number, line.len());
                let length = text.get(from..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
                self.push(c, (offset + from, offset + from + length));
            }
            start += line.len();
        }
    }

    fn add_entity(&mut self, rest: &str, at: usize) -> usize {
        let name = |c: char| c.is_ascii_alphanumeric() || c == '#';
        let end = rest.char_indices().skip(1).take(40).find(|(_, c)| !name(*c));
        let length = end.map_or(rest.len().min(40), |(end, c)| if c == ';' { end + 1 } else { end });
        let length = length.max(1);
        let source = rest.get(..length).unwrap_or("&");
        let text: String = Html::parse_fragment(source).root_element().text().collect();
        for c in fold::plain(&text).chars().filter(|c| !c.is_whitespace()) {
            self.push(c, (at, at + length));
        }
        length
    }

    fn push(&mut self, c: char, span: (usize, usize)) {
        for lower in c.to_lowercase() {
            self.chars.push(lower);
            self.spans.push(span);
        }
    }
}
