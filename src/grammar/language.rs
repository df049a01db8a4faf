//! The languages of orders. What stands round orders is the house's own and the same in every letter: its head and
//! credentials, what is asked of the desk, press, and where a block ends. What a block is for, and the orders in it, are in the
//! language of the letter's game.

use super::forms::Form;
use super::name::unit_id;
use super::order::{forms_at, order_line};
use super::reading::Lexicon;
use super::table::Row;
use super::word::{any_phrase, courteous, end_of, is, is_blank};

/// The words before a unit's id.
pub(super) const UNIT: &[&str] = &["UNIT", "BRIGADE"];
/// What stands in a block in which nothing is ordered.
pub(super) const NONE: &[&str] = &["NONE", "ORDERS NONE", "NO ORDERS"];

/// A language of orders.
pub(super) struct Language {
    /// Whether a line's live part begins as a block or an order of the language does.
    pub begins: fn(&str) -> bool,
}

/// Every language that games here are ordered in. Before it is known for which game a letter is, all of them are asked, and
/// not only those of the games that are open: what looks like an order decides which part of a mail is read and what is
/// kept of it, and that must not change with what is opened or ended.
pub(super) const LANGUAGES: &[Language] = &[Language { begins: begins_land }];

fn begins_land(body: &str) -> bool {
    let lexicon = Lexicon::default();
    let names_unit = any_phrase(UNIT, body).is_ok_and(|(rest, ())| unit_id(is(rest), &lexicon).is_ok());
    names_unit || end_of(NONE, body) || is_bare_id(body, &lexicon) || begins_form(body, Form::is_order)
}

/// Whether the words of such a row stand here, and what follows them can be read or names a number.
pub(super) fn begins_form(body: &str, is_such: impl Fn(&Form) -> bool) -> bool {
    let mut rows = forms_at(courteous(body).0).into_iter().flatten();
    let begun = rows.any(|(form, _)| is_such(form));
    begun && (order_line(body, &Lexicon::default()).is_ok() || body.bytes().any(|c| c.is_ascii_digit()))
}

/// `bare-id = nation [ "-" ] unit-number [ "-" ] type`: whether a unit's id begins the line without the
/// word UNIT. Such an id has no blanks in it: "At 10 in the morning" is none.
pub(super) fn is_bare_id(body: &str, lexicon: &Lexicon) -> bool {
    unit_id(body, lexicon).is_ok_and(|(rest, _)| !body[..body.len() - rest.len()].contains(is_blank))
}
