//! Names of the land war: units, ships, cities, places of supply: `grammar/land/name.abnf`.

use crate::language::unit_of;
use crate::orders::SupplyPlace;
use crate::unit::{UnitId, UnitType};
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::{
    Near, Parsed, any_phrase, expected, find_name, must_name, skip, something_else, words_until, wrong,
};
use fieldpost_ground::language::{shape_of_id, site, strategic_square};
use fieldpost_ground::nation::NationCode;

/// A unit, with an example.
pub(super) const SUCH: &str = "a unit such as AU3IN";

/// `unit-id = nation [ joint ] unit-number [ joint ] type`; `nation = 2ALPHA`; `unit-number = 1*4DIGIT`;
/// `type = "IN" / "LI" / "HC" / "MC" / "LC" / "HA" / "LA" / "SA" / "NB" / "MI" / "AQ" / "CQ" / "PB"`;
/// `joint = "-" / SP`. Rule 3.1. The name that the unit bears may stand in its place, or behind it.
pub(super) fn unit_id<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitId> {
    let Some((rest, nation, number, kind)) = shape_of_id(input) else { return named(input, lexicon) };
    let found = format_args!("{nation}{number}{kind}").to_string().to_ascii_uppercase();
    let unit = NationCode::new(nation)
        .zip(UnitType::of_code(kind))
        .zip(number.parse().ok())
        .map(|((nation, kind), number)| UnitId { nation, number, kind });
    match unit {
        Some(unit) if lexicon.has_piece(&unit.to_string()) => {
            Ok((lexicon.past_name(rest, &unit.into()), unit))
        }
        Some(_) => wrong(input, format!("There is no unit {found} in this game."), Near::Piece(found)),
        None => {
            let why = format!("{found} is no unit: {} is no type of unit.", kind.to_ascii_uppercase());
            wrong(input, why, Near::Piece(found))
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
    let id = &input[..input.bytes().take_while(u8::is_ascii_alphanumeric).count()];
    let fits = id.starts_with(|c: char| c.is_ascii_alphabetic())
        && id.bytes().any(|c| c.is_ascii_digit())
        && id.len() <= 20;
    if fits { Ok((&input[id.len()..], id.to_ascii_uppercase())) } else { something_else(input) }
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
    let bare = skip(&["THE"], input);
    let named = any_phrase(&["DEPOT", "CACHE"], bare).map(|(rest, ())| skip(&["AT", "IN"], rest));
    if let Some((rest, square)) = named.as_ref().ok().and_then(|depot| site(depot, lexicon)) {
        return Ok((rest, SupplyPlace::Depot(square)));
    }
    match strategic_square(named.unwrap_or(input), lexicon) {
        Ok((rest, square)) => Ok((rest, SupplyPlace::Depot(square))),
        Err(nom::Err::Error(_)) => {
            let (rest, city) = city(stops, what, input, lexicon)?;
            Ok((rest, SupplyPlace::City(city)))
        }
        Err(fault) => Err(fault),
    }
}
