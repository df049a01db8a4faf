//! Names of the land war: units, ships, cities, places of supply: `grammar/land/name.abnf`.

use crate::language::unit_of;
use crate::orders::SupplyPlace;
use crate::unit::{UnitId, UnitType};
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::{
    Near, Parsed, by, expected, find_name, must_name, perhaps, something_else, words, words_until, wrong,
};
use fieldpost_ground::language::{shape_of_id, site, strategic_square};
use fieldpost_ground::nation::NationCode;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_while;
use nom::character::complete::satisfy;
use nom::combinator::{opt, recognize, verify};
use nom::sequence::preceded;

/// A unit, with an example.
pub(super) const SUCH: &str = "a unit such as AU3IN";

/// `unit-id = nation [ joint ] unit-number [ joint ] type`; `nation = 2ALPHA`; `unit-number = 1*4DIGIT`;
/// `type = "IN" / "LI" / "HC" / "MC" / "LC" / "HA" / "LA" / "SA" / "NB" / "MI" / "AQ" / "CQ" / "PB"`;
/// `joint = "-" / SP`. Rule 3.1. The name that the unit bears may stand in its place, or behind it.
pub(super) fn unit_id<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitId> {
    let Ok((rest, (nation, number, kind))) = shape_of_id(input) else { return named(input, lexicon) };
    let found = || format!("{nation}{number}{kind}").to_ascii_uppercase();
    let unit = NationCode::new(nation)
        .zip(UnitType::of_code(kind))
        .zip(number.parse().ok())
        .map(|((nation, kind), number)| UnitId { nation, number, kind });
    match unit.map(|unit| (unit, Piece::from(unit))) {
        Some((unit, piece)) if lexicon.has_piece(piece.as_str()) => {
            Ok((lexicon.past_name(rest, &piece), unit))
        }
        Some(_) => wrong(input, format!("There is no unit {} in this game.", found()), Near::Piece(found())),
        None => {
            let why = format!("{} is no unit: {} is no type of unit.", found(), kind.to_ascii_uppercase());
            wrong(input, why, Near::Piece(found()))
        }
    }
}

/// A unit by the name that it bears.
fn named<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitId> {
    match lexicon.named(input) {
        Some(Ok((piece, rest))) => {
            unit_of(&piece).map_or_else(|| something_else(input), |unit| Ok((rest, unit)))
        }
        Some(Err(why)) => wrong(input, why, Near::Nothing),
        None => something_else(input),
    }
}

/// A unit's id or name that must stand here.
pub(super) fn must_unit<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitId> {
    must_name(SUCH, input, unit_id(input, lexicon), lexicon.language)
}

/// A unit's id as the grammar has it.
pub(super) fn piece<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Piece> {
    unit_id(input, lexicon).map(|(rest, unit)| (rest, unit.into()))
}

/// `ship = 1*ALPHA 1*DIGIT *( ALPHA / DIGIT )`: a river transport that ferries (rule 12.7), by its id
pub(super) fn ship(input: &str) -> Parsed<'_, String> {
    let id = (satisfy(|c| c.is_ascii_alphabetic()), take_while(|c: char| c.is_ascii_alphanumeric()));
    let is_id = |id: &&str| id.bytes().any(|c| c.is_ascii_digit()) && id.len() <= 20;
    verify(recognize(id), is_id).map(str::to_ascii_uppercase).parse(input)
}

/// `city = <the name of a city of the map>`
fn city<'a>(stops: &[&str], what: &'static str, input: &'a str, lexicon: &Lexicon) -> Parsed<'a, String> {
    let (rest, name) = words_until(stops, input);
    if name.is_empty() {
        return expected(input, what);
    }
    match find_name(&lexicon.places, name) {
        Some(city) => Ok((rest, city)),
        None => wrong(
            input,
            format!("Expected {what}, found {name:?}, which is none on this map."),
            Near::Place(name.to_string()),
        ),
    }
}

/// `place = city / [ "THE" sp ] ( "DEPOT" / "CACHE" ) sp [ ( "AT" / "IN" ) sp ] square / strategic-square`:
/// where supplies lie
pub(super) fn place<'a>(stops: &[&str], input: &'a str, lexicon: &Lexicon) -> Parsed<'a, SupplyPlace> {
    let what = match lexicon.language.edition.has("caches") {
        true => "a city, or the strategic square of a depot or cache",
        false => "a city, or the strategic square of a depot",
    };
    let named = (opt(words(&["THE"])), words(&["DEPOT", "CACHE"]), perhaps(&["AT", "IN"]));
    let square = || by(strategic_square, lexicon);
    let depot = alt((preceded(named, alt((by(site, lexicon), square()))), square()));
    let city = |input| city(stops, what, input, lexicon);
    alt((depot.map(SupplyPlace::Depot), city.map(SupplyPlace::City))).parse(input)
}
