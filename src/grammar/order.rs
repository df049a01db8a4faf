//! One order line: the form whose words stand there, what follows them, and what to say if it cannot be read.

use super::fault::{Fault, Near, Parsed, Problem};
use super::forms::every_form;
use super::language::Language;
use super::language::Lexicon;
use super::language::{Form, Reader};
use super::reading::Account;
use super::render;
use super::table::{self, Indexes, Row, nearest_row, rows_at};
use super::word::{NOTHING_MORE, bare_word, courteous, end, is, is_blank};

/// What a line turned out to be; orders of a game in canonical words.
pub(super) enum Order {
    Piece(String),
    Office(String),
    Account(Account),
}

impl Order {
    /// In canonical words.
    pub fn words(self) -> String {
        match self {
            Order::Piece(words) | Order::Office(words) => words,
            Order::Account(asked) => render::account(&asked),
        }
    }
}

impl Row for Form {
    const NOUN: &'static str = "an order";

    fn rows(language: &'static Language) -> impl Iterator<Item = &'static Form> {
        every_form(language)
    }

    fn indexes() -> &'static Indexes<Form> {
        static INDEXES: Indexes<Form> = Indexes::new(Vec::new());
        &INDEXES
    }

    fn words(&self) -> &'static str {
        self.words
    }

    fn lack(&self, language: &Language) -> Option<&'static str> {
        language.lack(self.needs, self.rules)
    }

    fn phrases(&self) -> &'static [&'static str] {
        self.phrases
    }

    fn is_order(&self) -> bool {
        self.section.is_of_orders()
    }

    fn is_read(words: &str, rest: &str, lexicon: &Lexicon) -> bool {
        order_meant(words, rest, lexicon).is_some()
    }
}

/// Why a line could not be read, and where in it.
pub(super) struct Misread<R: 'static = Form> {
    /// The bytes of the line that are to blame.
    pub start: usize,
    pub end: usize,
    pub why: String,
    /// The rule that it rests on, as it is cited; empty where it is none.
    pub rule: &'static str,
    /// Where to look for what would be right.
    pub near: Near,
    /// The order that was begun, if its words stood there.
    pub form: Option<&'static R>,
}

impl Misread {
    /// The reason in full and the nearest right thing, for the line that was misread.
    pub fn spelled_out(self, body: &str, lexicon: &Lexicon) -> (String, Option<String>) {
        let at = body.get(self.start..).unwrap_or_default();
        let (body, _) = courteous(body);
        if self.near != Near::Absent
            && let Some(hint) = (lexicon.language.hint)(self.form, body, at, lexicon)
        {
            return hint;
        }
        self.explained(body, lexicon, |form, words, rest| corrected(form, words, rest, lexicon))
    }
}

impl<R: Row> Misread<R> {
    /// The reason in full and the nearest right thing; `corrected` makes a whole line of the nearest row, its words, and
    /// what stands behind them. `body` is the line without words of courtesy.
    pub fn explained(
        self,
        body: &str,
        lexicon: &Lexicon,
        corrected: impl Fn(&'static R, &'static str, &str) -> String,
    ) -> (String, Option<String>) {
        if self.near == Near::Order {
            let Some((row, words, rest)) = nearest_row::<R>(body, lexicon.language) else {
                return (self.why, None);
            };
            let found = body[..body.len() - rest.len()].trim_end_matches(is_blank);
            let why = format!("{found:?} is not {}.", R::NOUN);
            return match row.lack(lexicon.language) {
                Some(lack) => (format!("{why} {lack}"), None),
                None => (why, Some(corrected(row, words, rest))),
            };
        }
        match (self.near.name(lexicon), self.form) {
            (None, _) if self.near == Near::Absent => (self.why, None),
            // What a rule forbids is written as it should be.
            (None, Some(row)) if self.rule.is_empty() => {
                (format!("{} It is written: {}.", self.why, lexicon.language.text(row.words())), None)
            }
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

/// The same line as an order that stands in no block, if it is one.
pub(super) fn office_line(body: &str, lexicon: &Lexicon) -> Option<String> {
    let (order, _) = courteous(body);
    let offices = forms_at(order, lexicon).into_iter().flatten();
    let mut offices = offices.filter(|(form, _)| matches!(form.reader, Reader::Office(_)));
    offices.find_map(|(form, rest)| match read_form(form, rest, lexicon) {
        Ok(Order::Office(words)) => Some(words),
        _ => None,
    })
}

fn bare_order(body: &str, lexicon: &Lexicon) -> Result<Order, Misread> {
    let mut misread = None;
    for (form, rest) in forms_at(body, lexicon).into_iter().flatten() {
        if let Some(lack) = form.lack(lexicon.language) {
            misread = Some(absent(form, body, rest, lack));
            continue;
        }
        match read_form(form, rest, lexicon) {
            Ok(order) => return Ok(order),
            Err(fault) => misread = Some(misread_in(form, body, fault, lexicon.language)),
        }
    }
    Err(misread.unwrap_or_else(|| unknown(body)))
}

/// The forms whose words stand at the beginning of a line, as `rows_at` says.
pub fn forms_at<'a>(body: &'a str, lexicon: &Lexicon) -> [Option<(&'static Form, &'a str)>; 2] {
    rows_at(body, lexicon.language)
}

/// What follows an order's words, to the line's end.
fn read_form<'a>(form: &'static Form, rest: &'a str, lexicon: &Lexicon) -> Result<Order, Fault<'a>> {
    let rest = is(rest);
    match &form.reader {
        Reader::Piece(argument) => whole(argument(rest, lexicon)).map(Order::Piece),
        Reader::Office(argument) => whole(argument(rest, lexicon)).map(Order::Office),
        Reader::Ask(argument) => whole(argument(rest, lexicon)).map(Order::Account),
        Reader::PlainAsk(asked) => whole(Ok((rest, asked.clone()))).map(Order::Account),
        Reader::Frame => Err(Fault { at: rest, problem: Problem::SomethingElse }),
    }
}

/// What was read, if nothing follows it.
pub fn whole<T>(parsed: Parsed<'_, T>) -> Result<T, Fault<'_>> {
    let fault = |stopped| match stopped {
        nom::Err::Error(fault) | nom::Err::Failure(fault) => fault,
        nom::Err::Incomplete(_) => Fault { at: "", problem: Problem::SomethingElse },
    };
    let (rest, what) = parsed.map_err(fault)?;
    end(rest).map_err(fault)?;
    Ok(what)
}

/// A line that began as an order and went wrong.
pub(super) fn misread_in<R: Row>(
    form: &'static R,
    body: &str,
    fault: Fault<'_>,
    language: &'static Language,
) -> Misread<R> {
    let start = body.len() - fault.at.len();
    let found = bare_word(fault.at);
    let named = form.phrases()[0];
    let (why, near) = match fault.problem {
        Problem::Wrong(said) => {
            let why = format!("{named}: {}", said.why);
            return Misread {
                start,
                end: start + found.len(),
                why,
                rule: said.rule,
                near: said.near,
                form: Some(form),
            };
        }
        Problem::Expected(NOTHING_MORE) if table::begins_order::<R>(fault.at, language) => {
            let why = format!("{found:?} begins {} of its own; write each on its own line.", R::NOUN);
            (why, Near::Nothing)
        }
        Problem::Expected(what) if found.is_empty() => {
            (format!("{named}: expected {}, but the line ends.", language.text(what)), Near::Nothing)
        }
        Problem::Expected(what) => {
            (format!("{named}: expected {}, found {found:?}.", language.text(what)), Near::Nothing)
        }
        Problem::SomethingElse => (format!("{named} does not belong here."), Near::Nothing),
    };
    Misread { start, end: start + found.len(), why, rule: "", near, form: Some(form) }
}

/// A line whose words are those of something that the book of the game lacks.
pub(super) fn absent<R: Row>(form: &'static R, body: &str, rest: &str, lack: &str) -> Misread<R> {
    let end = body[..body.len() - rest.len()].trim_end_matches(is_blank).len();
    Misread { start: 0, end, why: lack.to_string(), rule: "", near: Near::Absent, form: Some(form) }
}

/// Whether the words of an order of the game stand here.
pub fn begins_order(at: &str, lexicon: &Lexicon) -> bool {
    table::begins_order::<Form>(at, lexicon.language)
}

/// A line that begins with no order's words.
pub(super) fn unknown<R: Row>(body: &str) -> Misread<R> {
    let first = bare_word(body).trim_end_matches(':');
    let why = format!("{first:?} is not {}.", R::NOUN);
    Misread { start: 0, end: first.len(), why, rule: "", near: Near::Order, form: None }
}

/// The whole line as it was probably meant, or how the nearest order is written.
fn corrected(form: &'static Form, words: &str, rest: &str, lexicon: &Lexicon) -> String {
    match (&form.reader, order_at(words, rest, lexicon)) {
        (Reader::Frame, _) | (_, None) => lexicon.language.text(form.words).into_owned(),
        (_, Some(order)) => order.words(),
    }
}

fn order_at(words: &str, rest: &str, lexicon: &Lexicon) -> Option<Order> {
    let line = format!("{words} {rest}");
    let mut forms = forms_at(&line, lexicon).into_iter().flatten();
    let (form, rest) = forms.find(|(form, _)| form.lack(lexicon.language).is_none())?;
    read_form(form, rest, lexicon).ok()
}

/// In canonical words, the order that is meant if these words stand before the rest.
pub fn order_meant(words: &str, rest: &str, lexicon: &Lexicon) -> Option<String> {
    order_at(words, rest, lexicon).map(Order::words)
}
