//! What may be passwords in a text that is not read as a letter: quoted, below a signature, in a bounce, in a letter too
//! large or too old. Better one word too many hidden in the record than one too few.

use super::credential;
use super::letter::looks_like_order_line;
use super::line::Line;
use super::name::unit_id;
use super::reading::Lexicon;
use super::word::{any_phrase, bare_word, is, is_blank, space};

/// No password is shorter, blanks left out.
const SHORTEST: usize = 5;
/// Nothing longer is a password; of a longer line its first words are looked at.
const LONGEST: usize = 256;

/// The words that may be passwords, as they were written: what follows `PASSWORD` or anything like it, a unit's id, or,
/// in a paragraph of its own, a paragraph that speaks of a password (as our welcomes do). Where the words alone are too
/// short to be looked for, what stands before them is given with them. Takes time in proportion to the text.
pub fn may_be_passwords(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut place = Place::Elsewhere;
    let mut lines = text.lines().map(unquoted).peekable();
    while let Some(line) = lines.next() {
        let is_alone = lines.peek().is_none_or(|next| next.trim().is_empty());
        place = look_at(line, place, is_alone, &mut found);
    }
    found
}

/// Where the next line stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Below a line that ends in `PASSWORD`: the next words are it.
    Behind,
    /// In a paragraph that speaks of a password.
    In,
    /// In the paragraph that follows such a one.
    Below,
    Elsewhere,
}

fn look_at(raw: &str, place: Place, is_alone: bool, found: &mut Vec<String>) -> Place {
    let raw = shortened(raw);
    if raw.trim().is_empty() {
        return match place {
            Place::Behind | Place::Below => place,
            Place::In => Place::Below,
            Place::Elsewhere => Place::Elsewhere,
        };
    }
    let line = Line::new(1, raw);
    if let Some(words) = words_in(&line) {
        note(raw, words, found);
        return Place::In;
    }
    let is_order = looks_like_order_line(raw);
    if ends_in_password(&line) {
        return Place::Behind;
    }
    if !is_order && (place == Place::Behind || place == Place::Below && is_alone) {
        note(raw, raw.trim(), found);
    }
    if place == Place::In && !is_order { Place::In } else { Place::Elsewhere }
}

/// The line without the marks of those who quoted it.
fn unquoted(line: &str) -> &str {
    line.trim_start_matches(['>', '|', ' ', '\t'])
}

fn shortened(line: &str) -> &str {
    line.char_indices().nth(LONGEST).map_or(line, |(end, _)| line.get(..end).unwrap_or(line))
}

fn words_in<'a>(line: &Line<'a>) -> Option<&'a str> {
    let text = line.text.as_ref();
    let start = text.len() - space(text).len();
    if let Some((_, at)) = credential::password(line, start) {
        let words = line.raw_from(at).trim();
        return (!words.is_empty()).then_some(words);
    }
    credential::hidden_words(line).or_else(|| behind_unit(line, start))
}

/// What follows a unit's id and is no remark, nor an order.
fn behind_unit<'a>(line: &Line<'a>, start: usize) -> Option<&'a str> {
    let body = &line.text[start..];
    let id = is(any_phrase(&["UNIT", "BRIGADE"], body).ok()?.0);
    let (rest, _) = unit_id(id, &Lexicon::default()).ok()?;
    let rest = rest.trim_start_matches(|c: char| is_blank(c) || matches!(c, ':' | ','));
    let is_words = rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | '\''));
    let words = line.raw_from(line.text.len() - rest.len()).trim();
    (is_words && !looks_like_order_line(rest)).then_some(words)
}

/// Whether a line ends in `PASSWORD` or anything like it, so that the words stand on the next one.
fn ends_in_password(line: &Line<'_>) -> bool {
    let last = line.text.trim_end_matches(|c: char| !c.is_alphanumeric());
    let word = last.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let is_like = |text: &str| credential::hidden_words(&Line::new(1, text)).is_some();
    word.eq_ignore_ascii_case("PWD") || is_like(&format!("{word} x"))
}

/// Notes the words, and the first of them alone where that may be all of it.
fn note(line: &str, words: &str, found: &mut Vec<String>) {
    let first = bare_word(words);
    let length = |words: &str| words.chars().filter(|c| c.is_alphanumeric()).count();
    if length(words) < SHORTEST {
        found.push(line.trim().to_string());
        return;
    }
    found.push(words.to_string());
    if first.len() < words.len() && length(first) > SHORTEST && first.contains(['-', '\u{2013}', '\u{2010}'])
    {
        found.push(first.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_follows_the_word_in_any_spelling_is_found() {
        for (text, words) in [
            ("PASSWORD heron-quill-maple", "heron-quill-maple"),
            ("> > pasword: lion of nachod", "lion of nachod"),
            ("pwd lion of nachod", "lion of nachod"),
            ("My password is lion of nachod", "lion of nachod"),
            ("| PASS WORD = lion of nachod", "lion of nachod"),
            ("PASSWORD\n\n  lion of nachod", "lion of nachod"),
            ("Your password:\nlion of nachod\n", "lion of nachod"),
            ("UNIT AU3IN heron-quill", "heron-quill"),
            ("mot PASSWORT: lion of nachod", "lion of nachod"),
        ] {
            assert!(
                may_be_passwords(text).contains(&words.to_string()),
                "{text}: {:?}",
                may_be_passwords(text)
            );
        }
    }

    #[test]
    fn the_line_alone_below_a_paragraph_on_a_password_is_found() {
        let welcome = "Your password is in the next line. Keep this letter: the password is\nnever shown again.\n\n    \
                       lion of nachod\n\nWrite to us.\nAnd again.\n";
        assert!(may_be_passwords(welcome).contains(&"lion of nachod".to_string()));
        assert!(!may_be_passwords(welcome).iter().any(|words| words.contains("And again")));
    }

    #[test]
    fn orders_and_remarks_are_none() {
        for text in ["MARCH G4-V6", "UNIT AU3IN (at Wien)", "UNIT AU3IN", "PASSWORD\nUNIT AU3IN", "Dear all"]
        {
            assert_eq!(may_be_passwords(text), Vec::<String>::new(), "{text}");
        }
        assert_eq!(may_be_passwords("PASSWORD abc"), ["PASSWORD abc"]);
    }
}
