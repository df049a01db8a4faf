//! Typed text to plain text (row 23): what phones and word processors do to dashes, quotes and spaces, undone.
//!
//! Commands are read from the plain form. A password is compared in several forms ([`password_forms`], row
//! 34), so the plain form keeps the way back to what was written.

use fieldpost_engine::typed;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

/// A line in plain form, and for each of its characters the byte in the written line where its origin begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folded {
    /// The plain form.
    pub plain: String,
    /// Byte offsets into the written line, one for each character of `plain`; empty if both are the same, and ASCII.
    origins: Vec<u32>,
}

impl Folded {
    /// The byte in the written line where the plain form's character with this number (from 0) comes from;
    /// `end` is the written line's length, for a number past the last.
    pub fn origin(&self, character: usize, end: usize) -> usize {
        if self.origins.is_empty() {
            // Both are the same, and all of it is ASCII: a character is a byte.
            return if character < self.plain.len() { character } else { end };
        }
        self.origins.get(character).map_or(end, |at| *at as usize)
    }
}

impl Folded {
    /// The same without these stretches of bytes of the plain form, in order.
    pub(super) fn without(self, cuts: &[std::ops::Range<usize>]) -> Self {
        if cuts.is_empty() {
            return self;
        }
        let mut left = Folded::default();
        let mut cuts = cuts.iter().peekable();
        for (number, (at, c)) in self.plain.char_indices().enumerate() {
            while cuts.next_if(|cut| cut.end <= at).is_some() {}
            if !cuts.peek().is_some_and(|cut| cut.contains(&at)) {
                left.plain.push(c);
                left.origins.push(u32::try_from(self.origin(number, self.plain.len())).unwrap_or(u32::MAX));
            }
        }
        left
    }
}

/// A written line in plain form: NFKC, spaces and dashes and quotes of every kind to the plain ones,
/// what cannot be seen taken out. Letters stay.
pub fn fold(written: &str) -> Folded {
    if written.bytes().all(|b| matches!(b, b' '..=b'~') && b != b'`') {
        return Folded { plain: written.to_string(), origins: Vec::new() };
    }
    let mut folded = Folded::default();
    for (at, cluster) in clusters(written) {
        // What cannot be seen goes first: a mark that follows it belongs to the letter before.
        for c in cluster.chars().filter(|c| typed::plain(*c).is_some()).nfkc().filter_map(typed::plain) {
            folded.plain.push(c);
            folded.origins.push(u32::try_from(at).unwrap_or(u32::MAX));
        }
    }
    folded
}

/// A written line in plain form, without the way back.
pub fn plain(written: &str) -> String {
    fold(written).plain
}

/// The forms in which a password may be compared (row 34): as written but trimmed and NFKC; with dashes,
/// quotes and spaces plain; with runs of spaces as one; and that without quotes around it. At most four,
/// each once, none empty. Both sides are to be brought into NFKC, which these are.
pub fn password_forms(written: &str) -> Vec<String> {
    let trimmed: String = written.trim().nfkc().collect();
    let folded = plain(written).trim().to_string();
    let spaced = folded.split_whitespace().collect::<Vec<_>>().join(" ");
    let quotes = |c| c == '"' || c == '\'';
    let bare = spaced.strip_prefix(quotes).and_then(|rest| rest.strip_suffix(quotes)).map(str::trim);
    let bare = bare.unwrap_or_default().to_string();
    let mut forms: Vec<String> = Vec::new();
    for form in [trimmed, folded, spaced, bare] {
        if !form.is_empty() && !forms.contains(&form) {
            forms.push(form);
        }
    }
    forms
}

/// A text cut where a character begins that is seen and does not combine with the one before it, with byte
/// offsets.
fn clusters(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut starts: Vec<usize> = text
        .char_indices()
        .filter(|(at, c)| *at == 0 || (canonical_combining_class(*c) == 0 && typed::plain(*c).is_some()))
        .map(|(at, _)| at)
        .collect();
    starts.push(text.len());
    (1..starts.len()).filter_map(move |i| {
        let (from, to) = (*starts.get(i - 1)?, *starts.get(i)?);
        Some((from, text.get(from..to)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_23_a_square_is_the_same_however_its_dash_was_typed() {
        for dash in ['-', '–', '—', '‐', '‑', '‒', '―', '−', '﹘', '﹣', '－'] {
            assert_eq!(plain(&format!("G4{dash}V6")), "G4-V6", "U+{:04X}", dash as u32);
        }
        for digits in ["７ー１１", "٧ー١١", "۷〜۱۱", "７─１１", "7ｰ11", "৭-১১", "७-११", "๗-๑๑"]
        {
            assert_eq!(plain(digits), "7-11", "{digits}");
        }
        assert_eq!(plain("G4\u{AD}-\u{200B}V6"), "G4-V6");
        assert_eq!(plain("Ｇ４－Ｖ６"), "G4-V6");
        assert_eq!(plain("\u{202A}MOVE\u{A0}\u{2003}G4\u{202C}"), "MOVE  G4");
        assert_eq!(plain("“Königgrätz” ‘x’"), "\"Königgrätz\" 'x'");
        assert_eq!(plain("Ko\u{0308}nig"), "König");
        assert_eq!((plain("it`s").as_str(), plain("ü it`s").as_str()), ("it's", "ü it's"));
        assert_eq!(plain("Ko\u{200B}\u{0308}nig"), "König");
    }

    #[test]
    fn the_plain_form_knows_its_way_back() {
        let written = "PASSWORD\u{A0}\u{200B}red–fox";
        let folded = fold(written);
        assert_eq!(folded.plain, "PASSWORD red-fox");
        let at = folded.origin(9, written.len());
        assert_eq!(&written[at..], "red–fox");
        assert_eq!(folded.origin(99, written.len()), written.len());
        let ascii = fold("abc");
        assert_eq!((ascii.origin(2, 3), ascii.origin(3, 3)), (2, 3));
    }

    #[test]
    fn row_34_a_password_is_tried_in_at_most_four_forms() {
        assert_eq!(password_forms(" red-fox-jumps "), ["red-fox-jumps"]);
        assert_eq!(password_forms("red–fox"), ["red–fox", "red-fox"]);
        assert_eq!(
            password_forms("“red\u{A0}\u{A0}fox”"),
            ["“red  fox”", "\"red  fox\"", "\"red fox\"", "red fox"]
        );
        assert_eq!(password_forms("  "), Vec::<String>::new());
    }

    #[test]
    fn folding_twice_is_folding_once() {
        for text in ["G4–V6", "ﬁve ½ ™", "“a”", "\u{1F468}\u{200D}\u{1F469}", "e\u{301}\u{323}"] {
            assert_eq!(plain(&plain(text)), plain(text), "{text}");
        }
    }
}
