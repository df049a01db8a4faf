//! Rule numbers as the players of a book read them.
//!
//! Sentences and tables cite a rule by its key: the number that ROTD-EUWOL gives it. A book says under which number of its own
//! the rule stands, or that it has no such rule; then nothing is cited. Sentences are written with keys, always as `(rule 7.17)`
//! or `(rules 6.10, 7.17)`, and so they stand in the record; what is printed for people is printed [as the book tells
//! it](Book::told), by its own numbers: welcomes, reports and the desk page, answers to letters with their HELP, reminders, and
//! what a rollback changes. Each sentence is put right once, where it is printed. Numbers that stand bare (the rows of the orders form, a
//! word of help) are [asked for](Book::numbers) one by one. The house's own notices cite no rule.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::book::Book;

/// Where a book's numbers differ from the keys: the key, and the book's own number or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Cites(pub &'static [(&'static str, Option<&'static str>)]);

/// A book whose numbers are the keys.
pub const KEYS: Cites = Cites(&[]);

/// Something printed, as a book tells it: with its own rule numbers in all sentences.
pub struct AsTold<'a, V> {
    book: &'a Book,
    view: &'a V,
}

impl<V: Serialize> Serialize for AsTold<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A view may be large: it is copied only if a number in it may change.
        if self.book.tells_keys() {
            return self.view.serialize(serializer);
        }
        let mut value = serde_json::to_value(self.view).map_err(serde::ser::Error::custom)?;
        cite_all(self.book, &mut value);
        value.serialize(serializer)
    }
}

fn cite_all(book: &Book, value: &mut Value) {
    match value {
        Value::String(words) => {
            let cited = match book.cited(words) {
                Cow::Owned(cited) => Some(cited),
                Cow::Borrowed(_) => None,
            };
            if let Some(cited) = cited {
                *words = cited;
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| cite_all(book, value)),
        Value::Object(fields) => fields.values_mut().for_each(|value| cite_all(book, value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

impl Cites {
    /// The numbers of the book's own that it has in the place of keys.
    pub fn own(self) -> impl Iterator<Item = &'static str> {
        self.0.iter().filter_map(|row| row.1)
    }

    fn number<'k>(&self, key: &'k str) -> Option<&'k str> {
        self.0.iter().find(|(from, _)| *from == key).map_or(Some(key), |(_, to)| *to)
    }
}

impl Book {
    /// A view for people, with this book's rule numbers in all its sentences.
    pub fn told<'a, V: Serialize>(&'a self, view: &'a V) -> AsTold<'a, V> {
        AsTold { book: self, view }
    }

    /// Whether every key is a number of this book.
    pub fn tells_keys(&self) -> bool {
        let has_all = self.works().is_some() && self.guns.is_some() && self.bridges.is_some();
        has_all && self.cites == KEYS
    }

    /// The number under which the rule of a key stands in this book; none if it has no such rule.
    pub fn number<'k>(&self, key: &'k str) -> Option<&'k str> {
        if self.lacks(key) { None } else { self.cites.number(key) }
    }

    /// Whether a chapter is left out of this book to which the rule of a key belongs.
    fn lacks(&self, key: &str) -> bool {
        match key.split_once('.') {
            _ if key == "10.11" => self.guns.is_none(),
            _ if ["8.5", "8.6", "12.3"].contains(&key) => self.works().is_none(),
            Some(("8", _)) => self.rail.is_none(),
            Some(("12", _)) => self.bridges.is_none(),
            _ => false,
        }
    }

    /// Whether this book has what the first of some keys is about: an order's form, a step of the turn. What no rule knows
    /// every book has.
    pub fn has(&self, keys: &str) -> bool {
        let first = keys.split([' ', ',', '-']).next().unwrap_or_default();
        first.is_empty() || self.number(first).is_some()
    }

    /// Keys as they stand in a table (`6.10, 7.17`, `8.1-8.4`), by this book's numbers; empty if it has none of the rules.
    pub fn numbers(&self, keys: &str) -> String {
        let mut found: Vec<String> = Vec::new();
        for key in keys.split(',').map(str::trim) {
            let number = match key.split_once('-').filter(|_| !is_ours(key)) {
                Some((first, last)) => {
                    self.number(first).zip(self.number(last)).map(|(a, b)| format!("{a}-{b}"))
                }
                None => self.number(key).map(str::to_owned),
            };
            found.extend(number.filter(|number| !number.is_empty() && !found.contains(number)));
        }
        found.join(", ")
    }

    /// A sentence as this book has it: with its rule numbers in the place of the keys that it cites, where what the book does not know
    /// is not cited, and with its own words for what it has otherwise ([`Book::phrases`]).
    pub fn cited<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.tells_keys() {
            return Cow::Borrowed(text);
        }
        let numbered = self.numbered(text);
        let has_any = self.phrases.iter().any(|(from, _)| numbered.contains(from));
        if !has_any {
            return numbered;
        }
        self.phrases.iter().fold(numbered.into_owned(), |text, (from, to)| text.replace(from, to)).into()
    }

    /// The same with its numbers alone.
    fn numbered<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut rest = text;
        let mut told = String::new();
        while let Some((before, keys, after)) = citation(rest) {
            let numbers = self.numbers(keys);
            // Where nothing is cited, nothing stands before it either.
            told.push_str(if numbers.is_empty() { before.trim_end() } else { before });
            let several = numbers.contains(',') || numbers.contains('-') && !is_ours(&numbers);
            match (numbers.is_empty(), several) {
                (true, _) => {}
                (false, false) => told.extend(["(rule ", numbers.as_str(), ")"]),
                (false, true) => told.extend(["(rules ", numbers.as_str(), ")"]),
            }
            rest = after;
        }
        if rest.len() == text.len() {
            return Cow::Borrowed(text);
        }
        told.push_str(rest);
        Cow::Owned(told)
    }
}

/// Whether a key is of our own decisions (`R-8.7`), in which a dash is no range.
fn is_ours(key: &str) -> bool {
    key.starts_with("R-") || key.starts_with("G-") || key.starts_with("T-")
}

/// Bytes of the longest list of keys that is looked at.
const LONGEST: usize = 80;

/// The first citation of a text: what stands before it, its keys, what comes after.
fn citation(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    while let Some(found) = text[from..].find("(rule") {
        let start = from + found;
        let inner = &text[start + "(rule".len()..];
        let inner = inner.strip_prefix('s').unwrap_or(inner);
        let end = inner.bytes().take(LONGEST).position(|byte| byte == b')');
        if let Some((keys, after)) = end.map(|end| (&inner[..end], &inner[end + 1..]))
            && keys.split(',').all(|key| is_key(key.trim()))
        {
            return Some((&text[..start], keys, after));
        }
        from = start + "(rule".len();
    }
    None
}

/// Whether some letters are a rule's key: `7.17`, `3.5b`, `R-10.15b`, `8.1-8.4`.
fn is_key(key: &str) -> bool {
    let has_figure = key.bytes().any(|byte| byte.is_ascii_digit());
    has_figure && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::ROTD_EUWOL;

    /// A book with the numbers of ROTD-CWOL 2012, as far as the sentences below cite them: it has no rule 7.11, so that what
    /// follows is one lower, no captured guns, and inactive units in chapter 12.
    const LATER: Book = Book {
        cites: Cites(&[
            ("3.5", Some("3.4")),
            ("3.5b", Some("3.5")),
            ("7.11", None),
            ("7.16", Some("7.15")),
            ("7.17", Some("7.16")),
            ("11.5", Some("11.7")),
            ("11.7", Some("11.6")),
            ("13.2", Some("12.2")),
        ]),
        guns: None,
        bridges: None,
        ..ROTD_EUWOL
    };

    #[test]
    fn a_player_reads_the_numbers_of_the_book_they_play() {
        for (written, here, there) in [
            (
                "it is not placed (rule 7.17).",
                "it is not placed (rule 7.17).",
                "it is not placed (rule 7.16).",
            ),
            ("peace (rules 6.10, 7.17)", "peace (rules 6.10, 7.17)", "peace (rules 6.10, 7.16)"),
            (
                "it may not\n    (rule\n    7.17)",
                "it may not\n    (rule\n    7.17)",
                "it may not\n    (rule 7.16)",
            ),
            ("he may not (rule 3.5)", "he may not (rule 3.5)", "he may not (rule 3.4)"),
            (
                "it is not merged into AU1IN: so (rule 3.5b)",
                "it is not merged into AU1IN: so (rule 3.5b)",
                "it is not merged into AU1IN: so (rule 3.5)",
            ),
            ("it stays (rule 7.11)", "it stays (rule 7.11)", "it stays"),
            ("both (rules 7.11, 7.16); more", "both (rules 7.11, 7.16); more", "both (rule 7.15); more"),
            (
                "guns (rule 10.11) and (rule 13.2)",
                "guns (rule 10.11) and (rule 13.2)",
                "guns and (rule 12.2)",
            ),
            ("no bridge (rule 12.4)", "no bridge (rule 12.4)", "no bridge"),
            (
                "(rule of thumb) it (rules, not)",
                "(rule of thumb) it (rules, not)",
                "(rule of thumb) it (rules, not)",
            ),
        ] {
            assert_eq!(ROTD_EUWOL.cited(written), here);
            assert_eq!(LATER.cited(written), there);
        }
    }

    #[test]
    fn whatever_is_printed_goes_through_one_door() {
        let view = [("AU1IN", vec!["it is not placed (rule 7.17)"])];
        let told = |book: &Book| serde_json::to_string(&book.told(&view)).unwrap();
        assert_eq!(told(&ROTD_EUWOL), serde_json::to_string(&view).unwrap());
        assert_eq!(told(&LATER), r#"[["AU1IN",["it is not placed (rule 7.16)"]]]"#);
    }

    #[test]
    fn tables_cite_ranges_and_our_own_decisions_too() {
        assert_eq!(LATER.numbers("7.16-7.17"), "7.15-7.16");
        assert_eq!(LATER.numbers("5.1, R-1.0"), "5.1, R-1.0");
        assert_eq!(LATER.numbers("10.11"), "");
        assert_eq!(LATER.numbers(""), "");
        assert!(LATER.has("") && LATER.has("3.5, 7.11") && !LATER.has("10.11") && !LATER.has("12.1-12.6"));
    }
}
