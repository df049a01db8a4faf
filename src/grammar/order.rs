//! One order line: the form whose words stand there, what follows them, and what to say if it cannot be read.

use std::cmp::{Ordering, Reverse};

use crate::games::land::orders::{OfficeOrder, UnitOrder};

use super::fault::{Fault, Near, Parsed, Problem};
use super::forms::{FORMS, Form, Reader};
use super::hint;
use super::reading::{Account, Lexicon};
use super::render;
use super::section::Section;
use super::word::{NOTHING_MORE, bare_word, courteous, end, is, is_blank, phrase, space};
use crate::engine::nearest;

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
    /// Where to look for what would be right.
    pub near: Near,
    /// The order that was begun, if its words stood there.
    pub form: Option<&'static Form>,
}

impl Misread {
    /// The reason in full and the nearest right thing, for the line that was misread.
    pub fn spelled_out(self, body: &str, lexicon: &Lexicon) -> (String, Option<String>) {
        let at = body.get(self.start..).unwrap_or_default();
        let (body, _) = courteous(body);
        if let Some(hint) = hint::hint(self.form, body, at, lexicon) {
            return hint;
        }
        if self.near == Near::Order {
            let Some((form, words, rest)) = nearest_form(body) else { return (self.why, None) };
            let found = body[..body.len() - rest.len()].trim_end_matches(is_blank);
            let why = format!("{found:?} is no order that I know.");
            return (why, Some(corrected(form, words, rest, lexicon)));
        }
        match (self.near.name(lexicon), self.form) {
            (None, Some(form)) => (format!("{} It is written: {}.", self.why, form.words), None),
            (nearest, _) => (self.why, nearest),
        }
    }
}

/// An order of any kind (`unit-order`, `office-order`, `account-order` of the grammar) and nothing behind it
/// but `end`; before and behind it words of courtesy.
pub(super) fn order_line(body: &str, lexicon: &Lexicon) -> Result<Order, Misread> {
    let (order, before) = courteous(body);
    let read = bare_order(order, lexicon);
    read.map_err(|misread| Misread { start: misread.start + before, end: misread.end + before, ..misread })
}

fn bare_order(body: &str, lexicon: &Lexicon) -> Result<Order, Misread> {
    let mut misread = None;
    for (form, rest) in forms_at(body).into_iter().flatten() {
        match read_form(form, rest, lexicon) {
            Ok(order) => return Ok(order),
            Err(fault) => misread = Some(misread_in(form, body, fault)),
        }
    }
    Err(misread.unwrap_or_else(|| unknown(body)))
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
    let rest = is(rest);
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
pub(super) fn whole<T>(parsed: Parsed<'_, T>) -> Result<T, Fault<'_>> {
    let fault = |stopped| match stopped {
        nom::Err::Error(fault) | nom::Err::Failure(fault) => fault,
        nom::Err::Incomplete(_) => Fault { at: "", problem: Problem::SomethingElse },
    };
    let (rest, what) = parsed.map_err(fault)?;
    end(rest).map_err(fault)?;
    Ok(what)
}

/// A line that began as an order and went wrong.
pub(super) fn misread_in(form: &'static Form, body: &str, fault: Fault<'_>) -> Misread {
    let start = body.len() - fault.at.len();
    let found = bare_word(fault.at);
    let named = form.phrases[0];
    let (why, near) = match fault.problem {
        Problem::Wrong(said) => (format!("{named}: {}", said.why), said.near),
        Problem::Expected(NOTHING_MORE) if begins_order(fault.at) => {
            let why = format!(
                "With {found:?} another order begins on this line; each stands on a line of its own."
            );
            (why, Near::Nothing)
        }
        Problem::Expected(what) if found.is_empty() => {
            (format!("{named}: expected {what}, but the line ends."), Near::Nothing)
        }
        Problem::Expected(what) => (format!("{named}: expected {what}, found {found:?}."), Near::Nothing),
        Problem::SomethingElse => (format!("{named} does not belong here."), Near::Nothing),
    };
    Misread { start, end: start + found.len(), why, near, form: Some(form) }
}

/// Whether the words of an order of a unit or an office stand here.
pub(super) fn begins_order(at: &str) -> bool {
    forms_at(at)[0]
        .is_some_and(|(form, _)| !matches!(form.section, Section::Letter | Section::Account | Section::Press))
}

/// A line that begins with no order's words.
fn unknown(body: &str) -> Misread {
    let first = bare_word(body).trim_end_matches(':');
    let why = format!("{first:?} begins no order that I know.");
    Misread { start: 0, end: first.len(), why, near: Near::Order, form: None }
}

/// The whole line as it was probably meant, or how the nearest order is written.
fn corrected(form: &'static Form, words: &str, rest: &str, lexicon: &Lexicon) -> String {
    match (&form.reader, order_meant(words, rest, lexicon)) {
        (Reader::Letter, _) | (_, None) => form.words.to_string(),
        (_, Some(order)) => order.words(lexicon),
    }
}

/// The order that is meant if these words stand before the rest.
pub(super) fn order_meant(words: &str, rest: &str, lexicon: &Lexicon) -> Option<Order> {
    let line = format!("{words} {rest}");
    let (form, rest) = forms_at(&line).into_iter().flatten().next()?;
    read_form(form, rest, lexicon).ok()
}

/// Bytes of a line in which the words of an order are looked for.
const LONGEST_WORDS: usize = 200;

/// The form whose words are nearest to the line's first ones, those words, and what follows them.
pub(super) fn nearest_form(body: &str) -> Option<(&'static Form, &'static str, &str)> {
    let (body, _) = courteous(body);
    let beginning = &body[..body.floor_char_boundary(LONGEST_WORDS)];
    let phrases = FORMS.iter().flat_map(|form| form.phrases.iter().map(move |words| (form, *words)));
    let near = phrases.filter_map(|(form, words)| {
        let (start, rest) = first_words(beginning, words.split(' ').count());
        let rest = &body[beginning.len() - rest.len()..];
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
