//! The names of the sea: `grammar/sea/name.abnf`. Areas, coastal waters, ports, magazines, havens, ships, squares; what parts them.

use crate::chart::{Chart, CoastNo, PortNo, SeaNo};
use crate::kind::Kind;
use crate::language::names;
use crate::place::{Magazine, Place};
use crate::ship::ShipId;
use fieldpost_engine::nearest::nearest;
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::{
    Near, Parsed, against, any_phrase, bare_word, behind, choice, end, expected, is_blank, is_stop, phrase,
    space, stands, wrong,
};
use fieldpost_ground::language::shape_of_id;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;

/// By what the names of a line are read.
#[derive(Clone, Copy)]
pub struct Known<'c> {
    pub chart: &'c Chart,
    /// The players, the pieces and their names of the letter's game.
    pub lexicon: &'c Lexicon,
}

/// What reads that which follows an order's words.
pub type Reader<T> = for<'a> fn(&'a str, Known<'_>) -> Parsed<'a, T>;

/// `between = *WSP "," *WSP / sp`: what parts a name from what follows it.
pub fn between(input: &str) -> &str {
    input.trim_start_matches(|c| is_blank(c) || c == ',')
}

/// What follows one of these phrases, if one stands behind what parts words here.
pub fn clause<'a>(phrases: &[&str], input: &'a str) -> Option<&'a str> {
    any_phrase(phrases, between(input)).ok().map(|(rest, ())| between(rest))
}

/// What follows one of these phrases, which must stand behind what parts words here.
pub fn must_clause<'a>(phrases: &[&str], what: &'static str, input: &'a str) -> Parsed<'a, ()> {
    match clause(phrases, input) {
        Some(rest) => Ok((rest, ())),
        None => expected(between(input), what),
    }
}

/// One of several choices, each by its words.
pub fn one_of<'a, T: Copy>(what: &'static str, choices: &[(&str, T)], input: &'a str) -> Parsed<'a, T> {
    choice(what, choices, between(input)).map(|(rest, choice)| (between(rest), choice))
}

/// One word, as names are made of, without the stops behind the line's last one.
fn name_word(input: &str) -> &str {
    let word = input.split(|c| is_blank(c) || c == ',').next().unwrap_or_default();
    if word.len() == input.len() { word.trim_end_matches(is_stop) } else { word }
}

/// What may follow a name.
const AFTER: &[&str] = &["FIRST", "AFTER", "TO", "FROM", "NAME", "WITH", "DEPUTY", "PHASE", "READY"];

/// The words up to one that no name has, with single blanks between them.
pub fn name(input: &str) -> (&str, String) {
    name_before(AFTER, input)
}

pub fn name_before<'a>(stops: &[&str], input: &'a str) -> (&'a str, String) {
    let (mut rest, mut words) = (input, Vec::new());
    loop {
        let next = between(rest);
        let word = name_word(next);
        if word.is_empty() || stands(stops, next) {
            return (rest, words.join(" "));
        }
        words.push(word);
        rest = behind(next, word);
    }
}

/// All words of a line, with single blanks between them.
pub fn whole_name(input: &str) -> (&str, String) {
    name_before(&[], input)
}

/// That a name is none: what was looked for, and what is nearest.
fn unknown<'a, T>(input: &'a str, found: &str, what: &str, near: Option<&str>) -> Parsed<'a, T> {
    let near = near.map_or(Near::Nothing, |near| Near::This(near.to_owned()));
    let why = match found {
        "" => format!("Expected {what}, found nothing."),
        found => format!("Expected {what}, found {found:?}."),
    };
    wrong(input, why, near)
}

/// A ship's id, if one stands here.
pub fn ship_of_id(input: &str) -> Option<(&str, ShipId)> {
    let (rest, nation, number, kind) = shape_of_id(input)?;
    let number = number.parse().ok().filter(|number| *number > 0)?;
    Some((rest, ShipId { nation: NationCode::new(nation)?, number, kind: Kind::of_code(kind)? }))
}

/// `ship-id = nation [ joint ] unit-number [ joint ] ship-type / <the name of a ship>`
pub fn ship<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, ShipId> {
    if let Some(found) = ship_of_id(input) {
        return Ok(found);
    }
    match names::begun(known.lexicon, input) {
        Some(Ok((id, rest))) => Ok((rest, id)),
        Some(Err(why)) => wrong(input, why, Near::Nothing),
        None => {
            let found = bare_word(name_word(input));
            let why = match found {
                "" => "Expected a ship such as US1FR, found nothing.".to_owned(),
                found => {
                    format!("{found:?} is no ship's id such as US1FR, and no ship of this game is called so.")
                }
            };
            wrong(input, why, Near::Piece(found.to_owned()))
        }
    }
}

/// `ship-type = "IC" / "FR" / "SL" / "GB" / "TR" / "RI" / "RG" / "RT"`
pub fn kind(input: &str) -> Parsed<'_, Kind> {
    let code = bare_word(name_word(input));
    match Kind::of_code(code) {
        Some(kind) => Ok((behind(input, code), kind)),
        None if code.is_empty() => expected(input, "a type of ships such as SL"),
        None => {
            let near = nearest(code, Kind::ALL.iter().map(|row| (row.1, row.1)));
            let near = near.map_or(Near::Nothing, |near| Near::This(near.to_owned()));
            wrong(input, format!("{code:?} is no type of ships."), near)
        }
    }
}

/// The longest of some names that stands here, and what follows it.
fn named<'a, 'n>(names: impl Iterator<Item = &'n String>, input: &'a str) -> Option<(&'a str, usize)> {
    let found = names.enumerate().filter_map(|(place, name)| Some((phrase(name, input).ok()?.0, place)));
    found.min_by_key(|(rest, _)| rest.len())
}

/// What follows a code in brackets behind its name, as reports write it.
fn past_code<'a>(rest: &'a str, code: &str) -> &'a str {
    let inside = space(rest).strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let is_code = |(named, _): &(&str, &str)| named.trim().eq_ignore_ascii_case(code);
    inside.filter(is_code).map_or(rest, |(_, behind)| behind)
}

fn sea_named<'a>(input: &'a str, chart: &Chart) -> Option<(&'a str, SeaNo)> {
    if let Some((rest, place)) = named(chart.seas.iter().map(|sea| &sea.name), input) {
        return Some((past_code(rest, &chart.seas.get(place)?.code), SeaNo(u8::try_from(place).ok()?)));
    }
    let code = bare_word(name_word(input));
    Some((behind(input, code), chart.sea_of(code)?))
}

fn coast_named<'a>(input: &'a str, chart: &Chart) -> Option<(&'a str, CoastNo)> {
    if let Some((rest, place)) = named(chart.coasts.iter().map(|coast| &coast.name), input) {
        let rest = clause(&["COASTAL WATERS"], rest).unwrap_or(rest);
        return Some((past_code(rest, &chart.coasts.get(place)?.code), CoastNo(u8::try_from(place).ok()?)));
    }
    let code = bare_word(name_word(input));
    Some((behind(input, code), chart.coast_of(code)?))
}

/// `sea-area = <the code or the name of a sea area>`
pub fn sea<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, SeaNo> {
    let chart = known.chart;
    // Some coastal waters are called as the sea area that they lie on: a code is never both.
    match (sea_named(input, chart), coast_named(input, chart)) {
        (Some(sea), _) => Ok(sea),
        (None, Some((_, coast))) => {
            let coast = chart.coast(coast);
            let (code, name) = (&coast.code, &coast.name);
            let why = format!("{code} ({name}) are coastal waters and no sea area.");
            wrong(input, why, Near::This(format!("COAST {code}")))
        }
        (None, None) => {
            let found = bare_word(name_word(input));
            let near = nearest(found, chart.seas.iter().map(|sea| (&sea.code, sea.code.as_str())));
            unknown(input, found, "a sea area such as GAC", near)
        }
    }
}

/// `coastal-waters = <the code of coastal waters> / <the name of coastal waters> [ sp "COASTAL WATERS" ]`
pub fn coast<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, CoastNo> {
    let chart = known.chart;
    match (coast_named(input, chart), sea_named(input, chart)) {
        (Some(coast), _) => Ok(coast),
        (None, Some((_, sea))) => {
            let sea = chart.sea(sea);
            let (code, name) = (&sea.code, &sea.name);
            let why = format!("{code} ({name}) is a sea area and no coastal waters.");
            wrong(input, why, Near::This(format!("SAIL {code}")))
        }
        (None, None) => {
            let found = bare_word(name_word(input));
            let near = nearest(found, chart.coasts.iter().map(|coast| (&coast.code, coast.code.as_str())));
            unknown(input, found, "coastal waters such as SAVA", near)
        }
    }
}

/// `port = <the name of a port>`
pub fn port<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, PortNo> {
    port_before(AFTER, input, known)
}

/// A port by its name, up to one of some words.
pub fn port_before<'a>(stops: &[&str], input: &'a str, known: Known<'_>) -> Parsed<'a, PortNo> {
    let (rest, found) = name_before(stops, input);
    match known.chart.port_of(&found) {
        Some(port) => Ok((rest, port)),
        None => {
            let ports = known.chart.ports.iter().map(|port| (&port.name, port.name.as_str()));
            unknown(input, &found, "a port such as Boston", nearest(&found, ports))
        }
    }
}

/// `magazine = port / <the name of an inland city> / map-square`: what keeps naval stores.
pub fn magazine<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, Magazine> {
    let chart = known.chart;
    let (rest, found) = name(input);
    let city = chart.cities.iter().find(|(city, _)| city.eq_ignore_ascii_case(&found)).map(|row| row.1);
    match city.or_else(|| chart.grid.parse(&found).ok()) {
        Some(at) => Ok((rest, chart.port_at(at).map_or(Magazine::Inland(at), Magazine::Port))),
        None => port(input, known).map(|(rest, port)| (rest, Magazine::Port(port))),
    }
}

/// A square of the land map, if one stands here.
pub fn square_here<'a>(input: &'a str, known: Known<'_>) -> Option<(&'a str, StrategicSquare)> {
    let word = bare_word(name_word(input));
    Some((behind(input, word), known.chart.grid.parse(word).ok()?))
}

/// `map-square = <a square of the land map>`
pub fn square<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, StrategicSquare> {
    match square_here(input, known) {
        Some(read) => Ok(read),
        None => unknown(input, bare_word(name_word(input)), "a square of the map such as D2-T2", None),
    }
}

/// `river-place = map-square / <the name of a river port>`
pub fn river<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, StrategicSquare> {
    if let Some(read) = square_here(input, known) {
        return Ok(read);
    }
    let chart = known.chart;
    let (rest, port) = port(input, known)?;
    match chart.port_place(port).and_then(|place| chart.river_square(place)) {
        Some(at) => Ok((rest, at)),
        None => {
            let name = &chart.port(port).name;
            against(
                "WISC 6.1",
                input,
                format!("{name} is an ocean port and no river."),
                Near::This(format!("HARBOR {name}")),
            )
        }
    }
}

/// `haven = port / <a square of a river>`
pub fn haven<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, Place> {
    let (rest, found) = name(input);
    match known.chart.place_named(&found).filter(|place| place.is_inland()) {
        Some(place) => Ok((rest, place)),
        None => {
            let ports = known.chart.ports.iter().map(|port| (&port.name, port.name.as_str()));
            unknown(input, &found, "a port or a river square", nearest(&found, ports))
        }
    }
}

/// `place = <the code of a sea area or of coastal waters> / port / <a square of a river>`, to the line's end; a name of waters is read
/// too, but a port's name is the port's.
pub fn place<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, Place> {
    place_before(&[], input, known)
}

/// The same up to one of some words.
pub fn place_before<'a>(stops: &[&str], input: &'a str, known: Known<'_>) -> Parsed<'a, Place> {
    let (rest, found) = name_before(stops, input);
    match known.chart.place_named(&found) {
        Some(place) => Ok((rest, place)),
        None => {
            let ports = known.chart.ports.iter().map(|port| (&port.name, port.name.as_str()));
            let what = "a sea area, coastal waters, a port or a river square";
            unknown(input, &found, what, nearest(&found, ports))
        }
    }
}

/// `land-unit = 2ALPHA 1*4DIGIT 2ALPHA`: a unit of the land war, in capitals.
pub fn unit(input: &str) -> Parsed<'_, String> {
    let word = bare_word(name_word(input));
    if word.is_empty() {
        return expected(input, "a land unit such as US16IN");
    }
    Ok((behind(input, word), word.to_uppercase()))
}

/// Whether the line is over here.
pub fn is_over(input: &str) -> bool {
    end(between(input)).is_ok()
}
