//! One order line: the form whose words stand there, what follows them, and what to say if it cannot be read.

use std::cmp::{Ordering, Reverse};

use crate::games::land::orders::{OfficeOrder, UnitOrder};

use super::fault::{Fault, Parsed, Problem};
use super::forms::{FORMS, Form, Reader};
use super::nearest;
use super::reading::{Account, Lexicon};
use super::render;
use super::word::{end, is_blank, phrase, space, word};

/// What a line turned out to be.
pub(super) enum Order {
    Unit(UnitOrder),
    Office(OfficeOrder),
    Account(Account),
}

impl Order {
    /// In canonical words.
    pub fn words(&self, lexicon: &Lexicon) -> String {
        let grid = lexicon.grid.as_ref();
        match self {
            Order::Unit(order) => render::unit_order(order, grid),
            Order::Office(order) => render::office_order(order, grid),
            Order::Account(asked) => render::account(asked),
        }
    }
}

/// Why a line could not be read, and where in it.
pub(super) struct Misread {
    /// The bytes of the line that are to blame.
    pub start: usize,
    pub end: usize,
    pub why: String,
    pub nearest: Option<String>,
    /// The order that was begun, if its words stood there.
    pub form: Option<&'static Form>,
}

/// `order-line = unit-order / office-order / account-order`, and nothing behind it but blanks and stops
pub(super) fn order_line(body: &str, lexicon: &Lexicon) -> Result<Order, Misread> {
    let mut misread = None;
    for (form, rest) in forms_at(body).into_iter().flatten() {
        match read_form(form, rest, lexicon) {
            Ok(order) => return Ok(order),
            Err(fault) => misread = Some(misread_in(form, body, fault)),
        }
    }
    Err(misread.unwrap_or_else(|| unknown(body, lexicon)))
}

/// The forms whose words stand at the beginning of a line, with what follows the words: of all only the
/// longest (`MARCH TO BATTLE` before `MARCH`), which at most two forms share.
pub(super) fn forms_at(body: &str) -> [Option<(&'static Form, &str)>; 2] {
    let first = body.as_bytes().first().map(u8::to_ascii_uppercase);
    let mut found: [Option<(&'static Form, &str)>; 2] = [None, None];
    for form in FORMS {
        let here = form.phrases.iter().filter(|words| words.as_bytes().first() == first.as_ref());
        for (rest, ()) in here.filter_map(|words| phrase(words, body).ok()) {
            match found[0]
                .map(|(best, best_rest)| (rest.len().cmp(&best_rest.len()), std::ptr::eq(best, form)))
            {
                None | Some((Ordering::Less, _)) => found = [Some((form, rest)), None],
                Some((Ordering::Equal, false)) => found[1] = Some((form, rest)),
                Some(_) => {}
            }
        }
    }
    found
}

/// What follows an order's words, to the line's end.
fn read_form<'a>(form: &'static Form, rest: &'a str, lexicon: &Lexicon) -> Result<Order, Fault<'a>> {
    let rest = space(rest);
    let rest = rest.strip_prefix(':').map_or(rest, space);
    match &form.reader {
        Reader::Unit(argument) => whole(argument(rest, lexicon)).map(Order::Unit),
        Reader::Plain(order) => whole(Ok((rest, order.clone()))).map(Order::Unit),
        Reader::Office(argument) => whole(argument(rest, lexicon)).map(Order::Office),
        Reader::Ask(argument) => whole(argument(rest, lexicon)).map(Order::Account),
        Reader::PlainAsk(asked) => whole(Ok((rest, asked.clone()))).map(Order::Account),
        Reader::Letter => Err(Fault { at: rest, problem: Problem::SomethingElse }),
    }
}

/// What was read, if nothing follows it.
fn whole<T>(parsed: Parsed<'_, T>) -> Result<T, Fault<'_>> {
    let fault = |stopped| match stopped {
        nom::Err::Error(fault) | nom::Err::Failure(fault) => fault,
        nom::Err::Incomplete(_) => Fault { at: "", problem: Problem::SomethingElse },
    };
    let (rest, what) = parsed.map_err(fault)?;
    end(rest).map_err(fault)?;
    Ok(what)
}

/// A line that began as an order and went wrong.
fn misread_in(form: &'static Form, body: &str, fault: Fault<'_>) -> Misread {
    let start = body.len() - fault.at.len();
    let found = word(fault.at).trim_end_matches(['.', ',', ';']);
    let named = form.phrases[0];
    let what_is = match found {
        "" => "the line ends".to_string(),
        found => format!("found {found:?}"),
    };
    let (why, nearest) = match fault.problem {
        Problem::Wrong(said) => (format!("{named}: {}", said.why), said.nearest),
        Problem::Expected(what) if found.is_empty() => {
            (format!("{named}: expected {what}, but {what_is}."), None)
        }
        Problem::Expected(what) => (format!("{named}: expected {what}, {what_is}."), None),
        Problem::SomethingElse => (format!("{named} does not belong here."), None),
    };
    let why = if nearest.is_some() { why } else { format!("{why} It is written: {}.", form.words) };
    Misread { start, end: start + found.len(), why, nearest, form: Some(form) }
}

/// A line that begins with no order's words.
fn unknown(body: &str, lexicon: &Lexicon) -> Misread {
    let first = word(body).trim_end_matches([':', '.', ',', ';']);
    let why = format!("{first:?} begins no order that I know.");
    let nearest = nearest_form(body).map(|(form, words, rest)| corrected(form, words, rest, lexicon));
    Misread { start: 0, end: first.len(), why, nearest, form: None }
}

/// The whole line as it was probably meant, or how the nearest order is written.
fn corrected(form: &'static Form, words: &str, rest: &str, lexicon: &Lexicon) -> String {
    match (&form.reader, order_meant(words, rest, lexicon)) {
        (Reader::Letter, _) | (_, None) => form.words.to_string(),
        (_, Some(order)) => order.words(lexicon),
    }
}

fn order_meant(words: &str, rest: &str, lexicon: &Lexicon) -> Option<Order> {
    let line = format!("{words} {rest}");
    let (form, rest) = forms_at(&line).into_iter().flatten().next()?;
    read_form(form, rest, lexicon).ok()
}

/// The form whose words are nearest to the line's first ones, those words, and what follows them.
pub(super) fn nearest_form(body: &str) -> Option<(&'static Form, &'static str, &str)> {
    let phrases = FORMS.iter().flat_map(|form| form.phrases.iter().map(move |words| (form, *words)));
    let near = phrases.filter_map(|(form, words)| {
        let (start, rest) = first_words(body, words.split(' ').count());
        let start = start.trim_end_matches([':', '.', ',', ';']);
        let far = nearest::distance(start, words, nearest::tolerance(words))?;
        Some(((far, Reverse(words.len())), (form, words, rest)))
    });
    near.min_by_key(|(far, _)| *far).map(|(_, found)| found)
}

/// The first so many words of a line, and what follows them.
fn first_words(body: &str, count: usize) -> (&str, &str) {
    let mut end = 0;
    for _ in 0..count {
        let from = end + (body[end..].len() - space(&body[end..]).len());
        end = body[from..].find(is_blank).map_or(body.len(), |blank| from + blank);
    }
    (&body[..end], space(&body[end..]))
}
