//! The smallest pieces of a line: blanks, the words of an order, numbers, the line's end.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::{char, satisfy};
use nom::combinator::{not, opt, peek, recognize};
use nom::multi::many0_count;
use nom::sequence::terminated;

use super::fault::{Parsed, expected, something_else};

/// Whether a character only parts words. Typographic blanks have become plain ones before (`line`).
pub fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r')
}

/// `*WSP`
pub fn space(input: &str) -> &str {
    input.trim_start_matches(is_blank)
}

/// `apart = 1*( WSP / "-" )`: between two words of one order; so `LAST-DITCH` is `LAST DITCH`.
pub fn apart(input: &str) -> Parsed<'_, &str> {
    recognize(take_while1(|c| is_blank(c) || c == '-')).parse(input)
}

/// `*WSP "-" *WSP`: a dash that joins two numbers, and is no arrow's.
pub fn dash(input: &str) -> Parsed<'_, ()> {
    let blanks = || take_while(is_blank);
    (blanks(), char('-'), not(char('>')), blanks()).map(|_| ()).parse(input)
}

/// What parts two things of an order beside an arrow: blanks, commas, and quotes round names.
fn is_mark(c: char) -> bool {
    is_blank(c) || c == ',' || is_quote(c)
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '«' | '»')
}

/// The quote behind a name, if one stands here.
pub fn quote_behind(input: &str) -> Parsed<'_, ()> {
    opt(satisfy(is_quote)).map(|_| ()).parse(input)
}

/// `between = *WSP ( "," / "->" / ">" ) *WSP / sp`: what parts two things of an order, if anything does. Quotes are dropped with it.
pub fn between(input: &str) -> Parsed<'_, ()> {
    (take_while(is_mark), opt(alt((tag("->"), tag(">")))), take_while(is_mark)).map(|_| ()).parse(input)
}

/// `is = *WSP ( ":" / "=" ) *WSP / *WSP "-" 1*WSP / 1*WSP`: drops what parts an order's words from what follows
/// them.
pub fn is(input: &str) -> &str {
    let rest = space(input);
    let dash = rest.strip_prefix('-').filter(|after| after.starts_with(is_blank));
    rest.strip_prefix([':', '=']).or(dash).map_or(rest, space)
}

/// Words before an order that say nothing of it.
const COURTESY: &[&str] = &["PLEASE", "KINDLY", "THEN", "AND", "AND THEN", "ALSO"];

/// A line without its words of courtesy, and how many bytes of them stood before what is left: `courtesy = 1*(
/// ( "PLEASE" / "KINDLY" / "THEN" / "AND" / "AND THEN" / "ALSO" ) [ "," ] sp )`; `please = [ "," ] sp "PLEASE"`
pub fn courteous(line: &str) -> (&str, usize) {
    let courtesy = |input| {
        let sign = take_while(|c| is_blank(c) || c == ',');
        terminated((|input| any_phrase(COURTESY, input), sign), peek(satisfy(|_| true))).parse(input)
    };
    let (rest, _) = many0_count(courtesy).parse(line).unwrap_or((line, 0));
    let before = line.len() - rest.len();
    let bare = rest.trim_end_matches(|c| is_blank(c) || is_stop(c));
    let cut = bare.len().saturating_sub("PLEASE".len());
    let begins = bare.get(cut..).is_some_and(|last| last.eq_ignore_ascii_case("PLEASE"));
    let order = bare.get(..cut).filter(|order| begins && order.ends_with(is_blank));
    let order = order.map(|order| order.trim_end_matches(|c| is_blank(c) || c == ','));
    (order.filter(|order| !order.is_empty()).unwrap_or(rest), before)
}

/// The words of an order or clause, parted as `apart` says, in any case, with no letter or digit after them. Not nom's `tag_no_case`: it
/// compares letters and cuts bytes, and would cut a Kelvin sign that stands for a K in two.
pub fn phrase<'a>(words: &str, input: &'a str) -> Parsed<'a, ()> {
    if !begin_alike(words, input) {
        return something_else(input);
    }
    let mut at = 0;
    for letter in words.bytes() {
        if letter == b' ' {
            let (rest, _) = apart(input.get(at..).unwrap_or_default())?;
            at = input.len() - rest.len();
        } else if input.as_bytes().get(at).is_some_and(|found| capital_byte(*found) == capital_byte(letter)) {
            at += 1;
        } else {
            return something_else(input);
        }
    }
    match input.get(at..) {
        Some(rest) if !rest.starts_with(char::is_alphanumeric) => Ok((rest, ())),
        _ => something_else(input),
    }
}

/// A byte of a letter as its capital has it: of ASCII, or the second of a Latin letter with an accent (U+00C0 to U+00FE).
pub(super) fn capital_byte(letter: u8) -> u8 {
    match letter {
        0xa0..=0xbf => letter & !0x20,
        _ => letter.to_ascii_uppercase(),
    }
}

/// Whether two texts have one first letter: nearly always that tells already that a phrase does not stand here.
fn begin_alike(words: &str, input: &str) -> bool {
    let first = |text: &str| text.as_bytes().first().map(u8::to_ascii_uppercase);
    first(words) == first(input)
}

/// The longest of several phrases that stands here, with the blanks after it.
pub fn any_phrase<'a>(phrases: &[&str], input: &'a str) -> Parsed<'a, ()> {
    let begun = phrases.iter().filter(|words| begin_alike(words, input));
    let shortest_rest = begun.filter_map(|words| phrase(words, input).ok()).min_by_key(|found| found.0.len());
    match shortest_rest {
        Some((rest, ())) => Ok((space(rest), ())),
        None => something_else(input),
    }
}

/// Whether one of these phrases stands here and nothing else.
pub fn end_of(phrases: &[&str], body: &str) -> bool {
    any_phrase(phrases, body).is_ok_and(|(rest, ())| end(rest).is_ok())
}

/// Whether one of these phrases stands here.
pub fn stands(phrases: &[&str], input: &str) -> bool {
    phrases.iter().any(|words| begin_alike(words, input) && phrase(words, input).is_ok())
}

/// Drops one of these phrases with the blanks after it, if one stands here.
pub fn skip<'a>(phrases: &[&str], input: &'a str) -> &'a str {
    any_phrase(phrases, input).map_or(input, |(rest, ())| rest)
}

/// `number = 1*9DIGIT`, with no letter or digit after it
pub fn number(input: &str) -> Parsed<'_, u32> {
    let (rest, digits) = take_while1(|c: char| c.is_ascii_digit()).parse(input)?;
    match digits.parse::<u32>() {
        Ok(number) if digits.len() <= 9 && !rest.starts_with(|c: char| c.is_alphanumeric()) => {
            Ok((rest, number))
        }
        _ => something_else(input),
    }
}

/// What follows some words that stand here.
pub fn behind<'a>(input: &'a str, words: &str) -> &'a str {
    input.get(words.len()..).unwrap_or_default()
}

/// One word: everything up to the next blank.
pub fn word(input: &str) -> &str {
    input.split(is_blank).next().unwrap_or_default()
}

/// The stops that may end a sentence.
pub fn is_stop(c: char) -> bool {
    matches!(c, '.' | ',' | ';' | '!')
}

/// One word without the stops behind it.
pub fn bare_word(input: &str) -> &str {
    word(input).trim_end_matches(is_stop)
}

/// One word without the stops behind it, that there must be.
pub fn one_word(input: &str) -> Parsed<'_, &str> {
    match bare_word(input) {
        "" => something_else(input),
        word => Ok((behind(input, word), word)),
    }
}

/// One word of a name: up to a blank, a comma, a quote or an arrow, without the stops behind the line's last one.
pub fn name_word(input: &str) -> &str {
    let end = input.find(|c| is_mark(c) || c == '>').unwrap_or(input.len());
    let (word, behind) = input.split_at(end);
    match behind.chars().next() {
        None => word.trim_end_matches(is_stop),
        Some('>') => word.strip_suffix('-').unwrap_or(word),
        Some(_) => word,
    }
}

/// What is expected where an order is complete.
pub const NOTHING_MORE: &str = "nothing more";

/// `end = [ "." / "," / ";" / "!" ] *WSP`, or more such stops, and nothing more.
pub fn end(input: &str) -> Parsed<'_, ()> {
    let (rest, _) = take_while(|c| is_blank(c) || is_stop(c)).parse(input)?;
    if rest.is_empty() { Ok((rest, ())) } else { expected(rest, NOTHING_MORE) }
}

/// Everything up to the line's end, without blanks at either side.
pub fn rest_of_line(input: &str) -> Parsed<'_, &str> {
    Ok(("", input.trim_matches(is_blank)))
}
