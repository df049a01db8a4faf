//! What hand edits name: squares and cities, what holds supplies: `grammar/land/places.abnf`.

use crate::edits::Store;
use crate::unit::UnitId;
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::{
    Near, Parsed, bare_word, beginnings, by, expected, find_name, is_blank, is_stop, perhaps, something_else,
    word, words, words_until, wrong,
};
use fieldpost_ground::language::{looks_strategic, must_strategic, site, strategic_square, tactical_square};
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use nom::Parser;
use nom::branch::alt;
use nom::combinator::opt;
use nom::sequence::preceded;

use super::name::{must_unit, unit_id};

/// Words that follow a place, and are no part of a name.
const BEHIND_PLACE: &[&str] =
    &["FOR", "OF", "WITH", "SUPPLIES", "TO", "AT", "IN", "COMMANDER", "UNDER", "DESTROYED", "WHOLE"];

/// `ga-square = square`: where only a square can be meant, a city's name is its square
pub(super) fn square<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, StrategicSquare> {
    match alt((by(strategic_square, lexicon), by(site, lexicon))).parse(input) {
        Err(nom::Err::Error(_)) => {}
        read => return read,
    }
    let name = words_before_figures(input);
    if name.is_empty() || lexicon.sites.is_empty() {
        return must_strategic(input, lexicon);
    }
    let why = format!("Expected a strategic square such as H4-S1 or a city, found {name:?}.");
    wrong(input, why, Near::Place(name.to_string()))
}

/// `ga-place = ga-square [ between [ "AT" sp ] tactical-square ]`
pub(super) fn square_and_tactical<'a>(
    input: &'a str,
    lexicon: &Lexicon,
) -> Parsed<'a, (StrategicSquare, Option<TacticalSquare>)> {
    (by(square, lexicon), opt(preceded(perhaps(&["AT"]), tactical_square))).parse(input)
}

/// Words that may be a city's misspelt name.
fn words_before_figures(input: &str) -> &str {
    let (_, words) = words_until(BEHIND_PLACE, input);
    let mut end = 0;
    for part in words.split_inclusive(is_blank) {
        if part.bytes().any(|c| c.is_ascii_digit()) {
            break;
        }
        end += part.len();
    }
    words[..end].trim_end_matches(|c| is_blank(c) || is_stop(c))
}

/// The name of a city of the map, of as many words as it may have. If the map's cities are not known: the words up to one
/// of `stops`.
pub(super) fn city<'a>(stops: &[&str], input: &'a str, lexicon: &Lexicon) -> Parsed<'a, String> {
    const WHAT: &str = "a city";
    if word(input).is_empty() {
        return expected(input, WHAT);
    }
    if lexicon.places.is_empty() {
        let (rest, name) = words_until(stops, input);
        return Ok((rest, find_name(&[], name).unwrap_or_default()));
    }
    let known = beginnings(input).find_map(|(name, rest)| Some((rest, find_name(&lexicon.places, name)?)));
    let Some(read) = known else {
        let (_, name) = words_until(stops, input);
        let name = [words_before_figures(name), bare_word(name)].into_iter().find(|name| !name.is_empty());
        let name = name.unwrap_or_default().to_string();
        return wrong(
            input,
            format!("Expected {WHAT}, found {name:?}, which is none on this map."),
            Near::Place(name),
        );
    };
    Ok(read)
}

/// `store = unit-id / [ ( "DEPOT" / "CACHE" ) sp [ ( "AT" / "IN" ) sp ] ] strategic-square / city`: what holds supplies
pub(super) fn store<'a>(stops: &[&str], input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Store> {
    let unit = by(unit_id, lexicon).map(Store::Unit);
    let named = (opt(words(&["THE"])), words(&["DEPOT", "CACHE"]), perhaps(&["AT", "IN", "OF"]));
    let bare = |input| match looks_strategic(input) {
        true => must_strategic(input, lexicon),
        false => something_else(input),
    };
    let depot = alt((preceded(named, by(square, lexicon)), bare)).map(Store::Depot);
    let city = |input| city(stops, input, lexicon);
    alt((unit, depot, city.map(Store::City))).parse(input)
}

/// The id of a unit that there need not be.
pub(super) fn new_unit<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitId> {
    must_unit(input, &Lexicon::of(lexicon.language))
}
