//! What parsers of every language are built of beside nom's own `alt`, `opt`, `preceded`, `separated_list1` and the like: parsers by the
//! names of a letter, clauses, what must stand, lists, names, and clauses in any order.
//!
//! **What parts two things of one order is said once** ([`between`]): a clause, a choice, a number and a name begin with it, so that an order
//! is a row of them and nobody drops blanks by hand.

use fieldpost_engine::nearest::nearest;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_while;
use nom::character::complete::char;
use nom::combinator::{not, opt, value};
use nom::multi::separated_list1;
use nom::sequence::{delimited, preceded, terminated};

use super::fault::{Fault, Near, Parsed, expected, something_else, wrong};
use super::word::{
    any_phrase, bare_word, behind, between, end, is_blank, is_stop, name_word, number, quote_behind, stands,
};

/// A parser of a part of a line: nom's, with our faults.
pub trait Reads<'a, T>: Parser<&'a str, Output = T, Error = Fault<'a>> {}

impl<'a, T, P: Parser<&'a str, Output = T, Error = Fault<'a>>> Reads<'a, T> for P {}

/// What reads by the names of a letter, as a parser that has them.
pub fn by<'a, N: Copy, T>(read: impl Fn(&'a str, N) -> Parsed<'a, T>, names: N) -> impl Reads<'a, T> {
    move |input| read(input, names)
}

/// The longest of several phrases that stands here, with the blanks after it.
pub fn words<'a>(phrases: &[&str]) -> impl Reads<'a, ()> {
    move |input| any_phrase(phrases, input)
}

/// `between phrase between`: the words that begin a clause.
pub fn clause<'a>(phrases: &[&str]) -> impl Reads<'a, ()> {
    delimited(between, words(phrases), between)
}

/// `between [ phrase between ]`: words that say nothing more, such as the `TO` before a place.
pub fn perhaps<'a>(phrases: &[&str]) -> impl Reads<'a, ()> {
    (between, opt(words(phrases)), between).map(|_| ())
}

/// What must stand here: "this is something else" becomes "expected this".
pub fn must<'a, T>(what: &'static str, mut read: impl Reads<'a, T>) -> impl Reads<'a, T> {
    move |input| match read.parse(input) {
        Err(nom::Err::Error(_)) => expected(behind_marks(input), what),
        read => read,
    }
}

/// A clause that must begin here; of a word that is nearly one of its own that one is told.
pub fn must_clause<'a>(what: &'static str, phrases: &[&'static str]) -> impl Reads<'a, ()> {
    move |input| match clause(phrases).parse(input) {
        Err(nom::Err::Error(_)) => none_of(what, input, phrases.iter().copied()),
        read => read,
    }
}

/// One of several choices, each by its words; of two that begin alike the longer.
pub fn one_of<'a, T>(choices: impl IntoIterator<Item = (&'static str, T)> + Clone) -> impl Reads<'a, T> {
    preceded(between, move |input| {
        let standing = choices.clone().into_iter().filter_map(|(words, choice)| {
            let (rest, ()) = any_phrase(&[words], input).ok()?;
            Some((rest, choice))
        });
        standing.min_by_key(|(rest, _)| rest.len()).map_or_else(|| something_else(input), Ok)
    })
}

/// The rows of a table in which several words mean the same, for [`one_of`] and [`choice`].
pub fn spelled<T: Clone>(rows: &[(&[&'static str], T)]) -> impl Iterator<Item = (&'static str, T)> + Clone {
    rows.iter().flat_map(|(names, choice)| names.iter().map(|name| (*name, choice.clone())))
}

/// One of several choices that must stand here; of a word that is nearly one of them that one is told.
pub fn choice<'a, T>(
    what: &'static str,
    choices: impl IntoIterator<Item = (&'static str, T)> + Clone,
) -> impl Reads<'a, T> {
    move |input| match one_of(choices.clone()).parse(input) {
        Err(nom::Err::Error(_)) => none_of(what, input, choices.clone().into_iter().map(|row| row.0)),
        read => read,
    }
}

/// What to say where none of these words stands, with the nearest.
fn none_of<'a, T>(
    what: &'static str,
    input: &'a str,
    words: impl Iterator<Item = &'static str>,
) -> Parsed<'a, T> {
    let at = behind_marks(input);
    let found = at.trim_end_matches(|c| is_blank(c) || is_stop(c));
    let words = words.map(|word| (word, word)).collect::<Vec<_>>();
    let near = nearest(found, words.iter().copied());
    match near.or_else(|| nearest(bare_word(at), words.iter().copied())) {
        Some(word) if !found.is_empty() => {
            let why = format!("Expected {what}, found {:?}.", bare_word(at));
            wrong(at, why, Near::This(word.to_uppercase()))
        }
        _ => expected(at, what),
    }
}

/// A number that must stand here and lie between `low` and `high`.
pub fn number_within<'a>(what: &'static str, low: u32, high: u32) -> impl Reads<'a, u32> {
    move |input| {
        let at = behind_marks(input);
        let (rest, found) = must(what, number).parse(at)?;
        if (low..=high).contains(&found) {
            return Ok((rest, found));
        }
        let near = Near::This(found.clamp(low, high).to_string());
        wrong(at, format!("Expected {what} from {low} to {high}, found {found}."), near)
    }
}

/// What follows that which parts two things.
fn behind_marks(input: &str) -> &str {
    between(input).map_or(input, |(rest, ())| rest)
}

/// Whether the line is over here, or one of these phrases stands.
pub fn is_over(stops: &[&str], input: &str) -> bool {
    let rest = behind_marks(input);
    end(rest).is_ok() || stands(stops, rest)
}

/// What parts the members of a list where another follows: neither the line's end nor one of these phrases.
pub fn more<'a>(stops: &[&str]) -> impl Reads<'a, ()> {
    move |input| if is_over(stops, input) { something_else(input) } else { between(input) }
}

/// `member *( between member )`: up to the line's end or one of these phrases.
pub fn list<'a, T>(stops: &[&str], member: impl Reads<'a, T>) -> impl Reads<'a, Vec<T>> {
    separated_list1(more(stops), member)
}

/// Nothing more: the line is over here, or one of these phrases stands.
pub fn over<'a>(stops: &[&str]) -> impl Reads<'a, ()> {
    not(more(stops))
}

/// `between [ "AND" sp ]`: what parts the members of a list where another follows.
pub fn and(input: &str) -> Parsed<'_, ()> {
    terminated(more(&[]), opt(words(&["AND"]))).map(|_| ()).parse(input)
}

/// `*WSP "," *WSP [ "AND" sp ] / sp "AND" sp`: what parts the members of a list where another follows, if these may have blanks in them.
pub fn comma_or_and(input: &str) -> Parsed<'_, ()> {
    // A comma may end a line, but behind an AND there must be something.
    let comma = terminated((take_while(is_blank), char(','), perhaps(&["AND"])), more(&[]));
    alt((value((), comma), clause(&["AND"]))).parse(input)
}

/// `[ between part ]`: where the line is not over here, nor one of these phrases stands, it must be the part.
pub fn unless_over<'a, T>(stops: &[&str], part: impl Reads<'a, T>) -> impl Reads<'a, Option<T>> {
    opt(preceded(more(stops), part))
}

/// One word of a name.
pub fn name_part(input: &str) -> Parsed<'_, &str> {
    match name_word(input) {
        "" => something_else(input),
        word => Ok((behind(input, word), word)),
    }
}

/// The words of a name up to one of these phrases or the line's end, with single blanks between them. Quotes are none of it.
pub fn name<'a>(stops: &[&str]) -> impl Reads<'a, String> {
    delimited(more(stops), list(stops, name_part), quote_behind).map(|words: Vec<&str>| words.join(" "))
}

/// Words to the line's end, without the stops behind them.
pub fn words_to_the_end(input: &str) -> Parsed<'_, &str> {
    let words = input.trim_start_matches(|c| is_blank(c) || c == ',');
    match words.trim_end_matches(|c| is_blank(c) || is_stop(c)) {
        "" => something_else(input),
        words => Ok(("", words)),
    }
}

/// Clauses that may stand in any order, each once at the most: a tuple of their parsers, which yields a tuple of what was read.
pub fn any_order<'a, C: Clauses<'a>>(mut clauses: C) -> impl Reads<'a, C::Found> {
    move |input| clauses.read(input)
}

/// The parsers of some clauses.
pub trait Clauses<'a> {
    /// What each of them read, if it stood there.
    type Found;

    /// Reads them in whatever order they stand.
    ///
    /// # Errors
    /// What is wrong with one of them, or that one stands a second time: of two the later would otherwise count in silence.
    fn read(&mut self, input: &'a str) -> Parsed<'a, Self::Found>;
}

macro_rules! clauses {
    ($($clause:ident, $found:ident);+) => {
        impl<'a, $($clause: Parser<&'a str, Error = Fault<'a>>),+> Clauses<'a> for ($($clause,)+) {
            type Found = ($(Option<$clause::Output>,)+);

            #[allow(non_snake_case, reason = "a parser is called as its type")]
            fn read(&mut self, input: &'a str) -> Parsed<'a, Self::Found> {
                let ($($clause,)+) = self;
                $(let mut $found = None;)+
                let mut rest = input;
                loop {
                    $(if let Some(after) = once($clause, &mut $found, rest)? {
                        rest = after;
                        continue;
                    })+
                    return Ok((rest, ($($found,)+)));
                }
            }
        }
    };
}

clauses!(A, a; B, b);
clauses!(A, a; B, b; C, c);

/// What follows a clause that stands here; `None` if it is something else.
fn once<'a, P: Parser<&'a str, Error = Fault<'a>>>(
    clause: &mut P,
    found: &mut Option<P::Output>,
    input: &'a str,
) -> Result<Option<&'a str>, nom::Err<Fault<'a>>> {
    match (clause.parse(input), &found) {
        (Err(nom::Err::Error(_)), _) => Ok(None),
        (Ok(_), Some(_)) => {
            let at = behind_marks(input);
            let why = format!("{:?} stands here a second time: write it once.", bare_word(at));
            wrong(at, why, Near::Nothing).map(|(_, fault)| fault)
        }
        (read, _) => {
            let (rest, read) = read?;
            *found = Some(read);
            Ok(Some(rest))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(read: Parsed<'_, impl std::fmt::Debug>) -> String {
        match read {
            Err(nom::Err::Failure(fault)) => fault.advice(),
            other => panic!("no fault: {other:?}"),
        }
    }

    #[test]
    fn clauses_stand_in_any_order_and_none_of_them_twice() {
        let read = |line| {
            let number = |words| preceded(clause(words), number_within("a number", 0, 99));
            any_order((number(&["MIN"]), number(&["MAX"]), clause(&["ONLY"]))).parse(line)
        };
        assert_eq!(read(" MAX 3, min 2 rest"), Ok((" rest", (Some(2), Some(3), None))));
        assert_eq!(read(" only MIN 1"), Ok(("", (Some(1), None, Some(())))));
        assert_eq!(read(" and more"), Ok((" and more", (None, None, None))));
        assert_eq!(fault(read(" MIN 1 MAX 2 MIN 3")), "\"MIN\" stands here a second time: write it once");
        assert_eq!(fault(read(" ONLY ONLY")), "\"ONLY\" stands here a second time: write it once");
        assert_eq!(fault(read(" MIN x")), "expected a number, found \"x\"");
    }

    #[test]
    fn a_word_that_is_nearly_right_is_told() {
        let read = |line| choice("GALLEYS or WARSHIPS", [("GALLEYS", 1), ("WARSHIPS", 2)]).parse(line);
        assert_eq!(read(", warships."), Ok((".", 2)));
        assert_eq!(
            fault(read(" GALEYS.")),
            "Expected GALLEYS or WARSHIPS, found \"GALEYS\". Did you mean GALLEYS?"
        );
        assert_eq!(fault(read(" boats")), "expected GALLEYS or WARSHIPS, found \"boats\"");
        assert_eq!(fault(read("")), "expected GALLEYS or WARSHIPS, but the line ends");
        let read = |line| must_clause("FROM and a place", &["FROM"]).parse(line);
        assert_eq!(fault(read(" FORM Ulm")), "Expected FROM and a place, found \"FORM\". Did you mean FROM?");
    }

    #[test]
    fn a_list_and_a_name_end_before_their_stops() {
        let read = |line| list(&["AT"], number_within("a number", 0, 9)).parse(line);
        assert_eq!(read("1, 2 -> 3 AT 4"), Ok((" AT 4", vec![1, 2, 3])));
        assert_eq!(fault(read("1 two")), "expected a number, found \"two\"");
        let read = |line| name(&["AT"]).parse(line);
        assert_eq!(read(" \"New  York\" at once"), Ok((" at once", "New York".to_owned())));
        assert_eq!(read("St. Gallen."), Ok((".", "St. Gallen".to_owned())));
        assert!(read(" AT once").is_err() && read(" .").is_err());
    }

    /// A list is read in one pass: twice as many members take twice as long and no more.
    #[test]
    fn a_long_list_is_read() {
        let line = "1, ".repeat(100_000);
        assert_eq!(list(&[], number_within("a number", 0, 9)).parse(&*line).unwrap().1.len(), 100_000);
    }
}
