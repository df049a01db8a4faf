//! The names of the sea: `grammar/sea/name.abnf`. Areas, coastal waters, ports, magazines, havens, ships, squares; what parts them.

use crate::chart::{Chart, CoastNo, PortNo, SeaNo};
use crate::kind::Kind;
use crate::language::names::{self, in_brackets};
use crate::place::{Magazine, Place};
use crate::ship::ShipId;
use fieldpost_engine::nearest::nearest;
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::{
    Near, Parsed, against, bare_word, behind, between, by, clause, must, name, name_part, name_word, phrase,
    quote_behind, something_else, wrong,
};
use fieldpost_ground::language::shape_of_id;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map_opt, opt};

/// By what the names of a line are read.
#[derive(Clone, Copy)]
pub struct Known<'c> {
    pub chart: &'c Chart,
    /// The players, the pieces and their names of the letter's game.
    pub lexicon: &'c Lexicon,
}

/// What reads that which follows an order's words.
pub type Reader<T> = for<'a> fn(&'a str, Known<'_>) -> Parsed<'a, T>;

/// What may follow a name.
const AFTER: &[&str] = &["FIRST", "AFTER", "TO", "FROM", "NAME", "WITH", "DEPUTY", "PHASE", "READY"];

/// That a name is none: what was looked for, and what is nearest.
fn unknown<'a, T>(input: &'a str, found: &str, what: &str, near: Option<&str>) -> Parsed<'a, T> {
    let near = near.map_or(Near::Nothing, |near| Near::This(near.to_owned()));
    wrong(input, format!("Expected {what}, found {found:?}."), near)
}

/// That no port has this name, and no other place that is looked for.
fn no_port<'a, T>(input: &'a str, found: &str, what: &str, chart: &Chart) -> Parsed<'a, T> {
    let ports = chart.ports.iter().map(|port| (&port.name, port.name.as_str()));
    unknown(input, found, what, nearest(found, ports))
}

/// A ship's id, if one stands here.
pub fn ship_of_id(input: &str) -> Parsed<'_, ShipId> {
    let id = |(nation, number, kind): (&str, &str, &str)| {
        let number = number.parse().ok().filter(|number| *number > 0)?;
        Some(ShipId { nation: NationCode::new(nation)?, number, kind: Kind::of_code(kind)? })
    };
    map_opt(shape_of_id, id).parse(input)
}

/// `ship-id = nation [ joint ] unit-number [ joint ] ship-type / <the name of a ship>`
pub fn ship<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, ShipId> {
    match alt((ship_of_id, by(names::begun, known.lexicon))).parse(input) {
        Err(nom::Err::Error(_)) => {
            let (_, found) = must("a ship such as US1FR", name_part).parse(input)?;
            let why =
                format!("{found:?} is no ship's id such as US1FR, and no ship of this game is called so.");
            wrong(input, why, Near::Piece(found.to_owned()))
        }
        read => read,
    }
}

/// `ship-type = "IC" / "FR" / "SL" / "GB" / "TR" / "RI" / "RG" / "RT"`
pub fn kind(input: &str) -> Parsed<'_, Kind> {
    let (rest, code) = must("a type of ships such as SL", name_part).parse(input)?;
    if let Some(kind) = Kind::of_code(code) {
        return Ok((rest, kind));
    }
    let near = nearest(code, Kind::ALL.iter().map(|row| (row.1, row.1)));
    let near = near.map_or(Near::Nothing, |near| Near::This(near.to_owned()));
    wrong(input, format!("{code:?} is no type of ships."), near)
}

/// The place in a list of the longest name that stands here.
fn named<'a, 'n>(names: impl Iterator<Item = &'n String>, input: &'a str) -> Parsed<'a, u8> {
    let found = (0..).zip(names).filter_map(|(place, name)| Some((phrase(name, input).ok()?.0, place)));
    found.min_by_key(|(rest, _)| rest.len()).map_or_else(|| something_else(input), Ok)
}

fn sea_named<'a>(input: &'a str, chart: &Chart) -> Parsed<'a, SeaNo> {
    match named(chart.seas.iter().map(|sea| &sea.name), input) {
        Ok((rest, place)) => {
            let sea = SeaNo(place);
            in_brackets(&chart.sea(sea).code, rest).map(|(rest, ())| (rest, sea))
        }
        Err(_) => map_opt(name_part, |code| chart.sea_of(bare_word(code))).parse(input),
    }
}

fn coast_named<'a>(input: &'a str, chart: &Chart) -> Parsed<'a, CoastNo> {
    match named(chart.coasts.iter().map(|coast| &coast.name), input) {
        Ok((rest, place)) => {
            let coast = CoastNo(place);
            let (rest, _) = opt(clause(&["COASTAL WATERS"])).parse(rest)?;
            in_brackets(&chart.coast(coast).code, rest).map(|(rest, ())| (rest, coast))
        }
        Err(_) => map_opt(name_part, |code| chart.coast_of(bare_word(code))).parse(input),
    }
}

/// `sea-area = <the code or the name of a sea area>`
pub fn sea<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, SeaNo> {
    const WHAT: &str = "a sea area such as GAC";
    let (chart, (input, ())) = (known.chart, between(input)?);
    if let Ok((rest, sea)) = sea_named(input, chart) {
        return quote_behind(rest).map(|(rest, ())| (rest, sea));
    }
    // Some coastal waters are called as the sea area that they lie on: a code is never both.
    if let Ok((_, coast)) = coast_named(input, chart) {
        let coast = chart.coast(coast);
        let (code, name) = (&coast.code, &coast.name);
        let why = format!("{code} ({name}) are coastal waters and no sea area.");
        return wrong(input, why, Near::This(format!("COAST {code}")));
    }
    let (_, found) = must(WHAT, name_part).parse(input)?;
    let near = nearest(found, chart.seas.iter().map(|sea| (&sea.code, sea.code.as_str())));
    unknown(input, found, WHAT, near)
}

/// `coastal-waters = <the code of coastal waters> / <the name of coastal waters> [ sp "COASTAL WATERS" ]`
pub fn coast<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, CoastNo> {
    const WHAT: &str = "coastal waters such as SAVA";
    let (chart, (input, ())) = (known.chart, between(input)?);
    if let Ok((rest, coast)) = coast_named(input, chart) {
        return quote_behind(rest).map(|(rest, ())| (rest, coast));
    }
    if let Ok((_, sea)) = sea_named(input, chart) {
        let sea = chart.sea(sea);
        let (code, name) = (&sea.code, &sea.name);
        let why = format!("{code} ({name}) is a sea area and no coastal waters.");
        return wrong(input, why, Near::This(format!("SAIL {code}")));
    }
    let (_, found) = must(WHAT, name_part).parse(input)?;
    let near = nearest(found, chart.coasts.iter().map(|coast| (&coast.code, coast.code.as_str())));
    unknown(input, found, WHAT, near)
}

/// `port = <the name of a port>`
pub fn port<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, PortNo> {
    port_before(AFTER, input, known)
}

/// A port by its name, up to one of some words.
pub fn port_before<'a>(stops: &[&str], input: &'a str, known: Known<'_>) -> Parsed<'a, PortNo> {
    const WHAT: &str = "a port such as Boston";
    let (rest, found) = must(WHAT, name(stops)).parse(input)?;
    match known.chart.port_of(&found) {
        Some(port) => Ok((rest, port)),
        None => no_port(input, &found, WHAT, known.chart),
    }
}

/// `magazine = port / <the name of an inland city> / map-square`: what keeps naval stores.
pub fn magazine<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, Magazine> {
    let chart = known.chart;
    let inland = |name: String| {
        let city = chart.cities.iter().find(|(city, _)| city.eq_ignore_ascii_case(&name)).map(|row| row.1);
        let at = city.or_else(|| chart.grid.parse(&name).ok())?;
        Some(chart.port_at(at).map_or(Magazine::Inland(at), Magazine::Port))
    };
    alt((map_opt(name(AFTER), inland), by(port, known).map(Magazine::Port))).parse(input)
}

/// A square of the land map, if one stands here.
fn square_here<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, StrategicSquare> {
    let word = bare_word(name_word(input));
    match known.chart.grid.parse(word) {
        Ok(square) => Ok((behind(input, word), square)),
        Err(_) => something_else(input),
    }
}

/// `map-square = <a square of the land map>`
pub fn square<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, StrategicSquare> {
    const WHAT: &str = "a square of the map such as D2-T2";
    match square_here(input, known) {
        Err(_) => {
            let (_, found) = must(WHAT, name_part).parse(input)?;
            unknown(input, found, WHAT, None)
        }
        read => read,
    }
}

/// `river-place = map-square / <the name of a river port>`
pub fn river<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, StrategicSquare> {
    alt((by(square_here, known), by(river_port, known))).parse(input)
}

/// The river square by a port on it; an ocean port has none.
fn river_port<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, StrategicSquare> {
    let chart = known.chart;
    let (rest, port) = port(input, known)?;
    match chart.port_place(port).and_then(|place| chart.river_square(place)) {
        Some(at) => Ok((rest, at)),
        None => {
            let name = &chart.port(port).name;
            let why = format!("{name} is an ocean port and no river.");
            against("WISC 6.1", input, why, Near::This(format!("HARBOR {name}")))
        }
    }
}

/// `haven = port / <a square of a river>`
pub fn haven<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, Place> {
    const WHAT: &str = "a port or a river square";
    let (rest, found) = must(WHAT, name(AFTER)).parse(input)?;
    match known.chart.place_named(&found).filter(|place| place.is_inland()) {
        Some(place) => Ok((rest, place)),
        None => no_port(input, &found, WHAT, known.chart),
    }
}

/// `place = <the code of a sea area or of coastal waters> / port / <a square of a river>`, to the line's end; a name of waters is read
/// too, but a port's name is the port's.
pub fn place<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, Place> {
    place_before(&[], input, known)
}

/// The same up to one of some words.
pub fn place_before<'a>(stops: &[&str], input: &'a str, known: Known<'_>) -> Parsed<'a, Place> {
    const WHAT: &str = "a sea area, coastal waters, a port or a river square";
    let (rest, found) = must(WHAT, name(stops)).parse(input)?;
    match known.chart.place_named(&found) {
        Some(place) => Ok((rest, place)),
        None => no_port(input, &found, WHAT, known.chart),
    }
}

/// `land-unit = 2ALPHA 1*4DIGIT 2ALPHA`: a unit of the land war, in capitals.
pub fn unit(input: &str) -> Parsed<'_, String> {
    must("a land unit such as US16IN", name_part).map(|word| bare_word(word).to_uppercase()).parse(input)
}
