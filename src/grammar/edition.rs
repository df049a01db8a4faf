//! What one rulebook says of a language that several books share: it numbers the rules its own way, and may lack what another has.
//! What it lacks has no order, no help and no completion; a line that asks for it is answered with what there is instead.
//!
//! Texts of a language mark what not every book has, by the language's own key for it: `a depot{caches| or cache}`, or with other
//! words where it is lacking: `fords{bridges|, bridges,| and} passes`. Rule numbers that stand in no citation are marked too:
//! `the rules ({#3.5, 8.5})`. What a book calls its own way is marked with `=`: `the {=War Minister}`. Names in examples are those
//! of the first book's war; another puts its own in their place ([`Edition::named`]).

use std::borrow::Cow;

/// A rulebook, as far as a language must know it.
pub trait Edition: Sync {
    /// Whether it has something, by the language's key for it ([`Thing::key`]).
    fn has(&self, thing: &str) -> bool;

    /// Whether it has the rule that a table's cell cites first; what no rule knows every book has.
    fn has_rule(&self, cell: &str) -> bool;

    /// The rule numbers of a table's cell, as its readers know them; empty if it has none of them. For numbers that stand bare:
    /// what a sentence cites, `(rule 7.4)`, is put right where sentences are printed.
    fn numbers(&self, cell: &'static str) -> Cow<'static, str>;

    /// What the book calls something that a text marks, such as an office; in capitals if the mark is.
    fn called(&self, thing: &'static str) -> Cow<'static, str> {
        Cow::Borrowed(thing)
    }

    /// A text with the names of this book's war in the place of those of the examples.
    fn named(&self, text: Cow<'static, str>) -> Cow<'static, str> {
        text
    }
}

/// Something that not every book has, and its orders with it.
#[derive(Debug)]
pub struct Thing {
    /// By which rows and texts name it.
    pub key: &'static str,
    /// What is answered where it is asked for and is not there: that there is none, and what there is instead.
    pub lack: &'static str,
}

/// A book that lacks nothing, by whose numbers everything is written.
pub struct Whole;

impl Edition for Whole {
    fn has(&self, _: &str) -> bool {
        true
    }

    fn has_rule(&self, _: &str) -> bool {
        true
    }

    fn numbers(&self, cell: &'static str) -> Cow<'static, str> {
        Cow::Borrowed(cell)
    }
}

/// A text without its marks. What is no mark stays as it is.
pub(super) fn told(text: &'static str, edition: &dyn Edition) -> Cow<'static, str> {
    let mut told = String::new();
    let mut rest = text;
    while let Some((before, mark, after)) = first_mark(rest) {
        told.push_str(before);
        told.push_str(&meant(mark, edition));
        rest = after;
    }
    if rest.len() == text.len() {
        return edition.named(Cow::Borrowed(text));
    }
    told.push_str(rest);
    edition.named(Cow::Owned(told))
}

/// What stands before the first mark of a text, what stands in it, and what comes after.
fn first_mark(text: &'static str) -> Option<(&'static str, &'static str, &'static str)> {
    let (before, rest) = text.split_once('{')?;
    let (mark, after) = rest.split_once('}')?;
    Some((before, mark, after))
}

/// What a mark comes to in a book.
fn meant(mark: &'static str, edition: &dyn Edition) -> Cow<'static, str> {
    if let Some(cell) = mark.strip_prefix('#') {
        return edition.numbers(cell);
    }
    if let Some(thing) = mark.strip_prefix('=') {
        return edition.called(thing);
    }
    let (thing, words) = mark.split_once('|').unwrap_or(("", mark));
    let (with, without) = words.split_once('|').unwrap_or((words, ""));
    Cow::Borrowed(if thing.is_empty() || edition.has(thing) { with } else { without })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct NoCaches;

    impl Edition for NoCaches {
        fn has(&self, thing: &str) -> bool {
            thing != "caches"
        }

        fn has_rule(&self, cell: &str) -> bool {
            cell != "7.11"
        }

        fn numbers(&self, cell: &'static str) -> Cow<'static, str> {
            cell.replace("8.5", "8.4").into()
        }

        fn called(&self, thing: &'static str) -> Cow<'static, str> {
            thing.replace("War Minister", "Minister of War").into()
        }

        fn named(&self, text: Cow<'static, str>) -> Cow<'static, str> {
            text.replace("benedek", "mack").into()
        }
    }

    #[test]
    fn a_text_says_what_its_book_has() {
        for (text, whole, less) in [
            ("a depot{caches| or cache}.", "a depot or cache.", "a depot."),
            ("{caches|both|one} here", "both here", "one here"),
            ("{rail|railways; }tactical", "railways; tactical", "railways; tactical"),
            ("rules ({#3.5, 8.5})", "rules (3.5, 8.5)", "rules (3.5, 8.4)"),
            ("a {=War Minister}", "a War Minister", "a Minister of War"),
            ("TO benedek", "TO benedek", "TO mack"),
            ("no mark {", "no mark {", "no mark {"),
            ("", "", ""),
        ] {
            assert_eq!(told(text, &Whole), whole);
            assert_eq!(told(text, &NoCaches), less);
        }
    }
}
