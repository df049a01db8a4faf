//! What begins an order: by this the right part of a mail is chosen, and what is kept of it.

use super::language::{Form, Language, Lexicon};
use super::order::{forms_at, order_line};
use super::table::Row;
use super::word::{any_phrase, courteous, end_of, is, is_blank};

/// What stands in a block in which nothing is ordered.
pub(super) const NONE: &[&str] = &["NONE", "ORDERS NONE", "NO ORDERS", "DEFAULT ORDERS"];

/// How closely a line is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// What follows an order's words is read.
    Closely,
    /// No order is read: a line is one if a number follows an order's words. So much of a letter is looked at whose reading breaks the
    /// program.
    Briefly,
}

impl Language {
    /// Whether a line's live part begins as a block or an order of the language does.
    pub(super) fn begins(&'static self, body: &str, look: Look) -> bool {
        let lexicon = Lexicon::of(self);
        let names_piece = [self.block, self.whole].iter().any(|words| {
            any_phrase(words, body).is_ok_and(|(rest, ())| (self.piece)(is(rest), &lexicon).is_ok())
        });
        names_piece
            || end_of(NONE, body)
            || is_bare_id(body, &lexicon)
            || begins_form(body, &lexicon, look, Form::is_order)
    }
}

/// Whether the words of such a row stand here, and what follows them names a number or can be read.
pub(super) fn begins_form(
    body: &str,
    lexicon: &Lexicon,
    look: Look,
    is_such: impl Fn(&Form) -> bool,
) -> bool {
    let mut rows = forms_at(courteous(body).0, lexicon).into_iter().flatten();
    let begun = rows.any(|(form, _)| is_such(form));
    // Reading is dear: a number is looked for first.
    let names_number = || body.bytes().any(|c| c.is_ascii_digit());
    begun && (names_number() || look == Look::Closely && order_line(body, lexicon).is_ok())
}

/// Whether a piece's name begins the line without a word before it. Such a name has no blanks in it: "At 10 in the morning"
/// is none.
pub(super) fn is_bare_id(body: &str, lexicon: &Lexicon) -> bool {
    let named = (lexicon.language.piece)(body, lexicon);
    named.is_ok_and(|(rest, _)| !body[..body.len() - rest.len()].contains(is_blank))
}

/// Whether a line does no more than name a piece, as the headings of our receipts do (`AU3IN`, `PA-1: NOT as you wrote`): nothing is
/// ordered by it.
pub(super) fn only_names_a_piece(body: &str, language: &'static Language, look: Look) -> bool {
    let Ok((rest, _)) = (language.piece)(body, &Lexicon::of(language)) else { return false };
    let rest = rest.trim_start_matches(|c: char| is_blank(c) || matches!(c, ':' | ','));
    rest.is_empty() || !language.begins(rest, look)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::HOUSE;

    #[test]
    fn the_house_alone_names_nothing() {
        let lexicon = Lexicon::default();
        assert!((HOUSE.piece)("AU3IN", &lexicon).is_err());
        assert!(!HOUSE.begins("MARCH H4-S1", Look::Closely) && HOUSE.begins("NONE", Look::Closely));
    }
}
