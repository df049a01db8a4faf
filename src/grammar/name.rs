//! Names that letters use: units, ships, cities, players, places of supply: `grammar/name.abnf`.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::games::ground::nation::NationCode;
use crate::games::land::orders::SupplyPlace;
use crate::games::land::unit::{UnitId, UnitType};

use super::fault::{Near, Parsed, expected, something_else, wrong};
use super::reading::Lexicon;
use super::square::strategic_square;
use super::word::{any_phrase, bare_word, is_blank, is_stop, skip, space, stands, word};
use crate::engine::nearest;

/// `unit-id = nation [ joint ] unit-number [ joint ] type`; `nation = 2ALPHA`; `unit-number = 1*4DIGIT`;
/// `type = "IN" / "LI" / "HC" / "MC" / "LC" / "HA" / "LA" / "SA" / "NB" / "MI" / "AQ" / "CQ" / "PB"`;
/// `joint = "-" / SP`. Rule 3.1.
pub(super) fn unit_id<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitId> {
    let Some((rest, nation, number, kind)) = shape_of_unit(input) else { return something_else(input) };
    let found = format_args!("{nation}{number}{kind}").to_string().to_ascii_uppercase();
    let unit = NationCode::new(nation)
        .zip(UnitType::of_code(kind))
        .zip(number.parse().ok())
        .map(|((nation, kind), number)| UnitId { nation, number, kind });
    match unit {
        Some(unit) if lexicon.has_unit(unit) => Ok((rest, unit)),
        Some(_) => wrong(input, format!("There is no unit {found} in this game."), Near::Unit(found)),
        None => {
            let why = format!("{found} is no unit: {} is no type of unit.", kind.to_ascii_uppercase());
            wrong(input, why, Near::Unit(found))
        }
    }
}

/// A unit's id that must stand here.
pub(super) fn must_unit<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, UnitId> {
    match unit_id(input, lexicon) {
        Err(nom::Err::Error(_)) if word(input).is_empty() => expected(input, "a unit such as AU3IN"),
        Err(nom::Err::Error(_)) => {
            let found = bare_word(input);
            let why = format!("Expected a unit such as AU3IN, found {found:?}.");
            wrong(input, why, Near::Unit(found.to_string()))
        }
        read => read,
    }
}

/// The three parts of a unit's id, and what follows it.
pub(super) fn shape_of_unit(input: &str) -> Option<(&str, &str, &str, &str)> {
    let letters = |text: &str| text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let joint = |text: &'_ str| text.strip_prefix(['-', ' ']).map_or(0, |_| 1);
    if letters(input) != 2 {
        return None;
    }
    let (nation, rest) = input.split_at(2);
    let rest = &rest[joint(rest)..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if !(1..=4).contains(&digits) {
        return None;
    }
    let (number, rest) = rest.split_at(digits);
    let rest = &rest[joint(rest)..];
    if letters(rest) != 2 {
        return None;
    }
    let (kind, rest) = rest.split_at(2);
    (!rest.starts_with(|c: char| c.is_alphanumeric())).then_some((rest, nation, number, kind))
}

/// `ship = 1*ALPHA 1*DIGIT *( ALPHA / DIGIT )`: a river transport that ferries (rule 12.7), by its id
pub(super) fn ship(input: &str) -> Parsed<'_, String> {
    let id = &input[..input.bytes().take_while(u8::is_ascii_alphanumeric).count()];
    let fits = id.starts_with(|c: char| c.is_ascii_alphabetic())
        && id.bytes().any(|c| c.is_ascii_digit())
        && id.len() <= 20;
    if fits { Ok((&input[id.len()..], id.to_ascii_uppercase())) } else { something_else(input) }
}

/// The words up to one of `stops` or the line's end, without the stops that a sentence ends with.
pub(super) fn words_until<'a>(stops: &[&str], input: &'a str) -> (&'a str, &'a str) {
    let mut from = 0;
    let end = loop {
        let Some(blank) = input[from..].find(is_blank) else { break input.len() };
        let next = from + blank + (input[from + blank..].len() - space(&input[from + blank..]).len());
        if stands(stops, &input[next..]) {
            break from + blank;
        }
        from = next;
    };
    let words = input[..end].trim_end_matches(|c| is_blank(c) || is_stop(c));
    (&input[words.len()..], words)
}

/// `city = <the name of a city of the map>`
fn city<'a>(stops: &[&str], what: &'static str, input: &'a str, lexicon: &Lexicon) -> Parsed<'a, String> {
    let (rest, name) = words_until(stops, input);
    if name.is_empty() {
        return expected(input, what);
    }
    match find_name(&lexicon.cities, name) {
        Some(city) => Ok((rest, city)),
        None => wrong(
            input,
            format!("Expected {what}, found {name:?}, which is none on this map."),
            Near::City(name.to_string()),
        ),
    }
}

/// `rank = "GENERAL" / "GEN" / "FIELD" / "MARSHAL" / "LIEUTENANT" / "LT" / "MAJOR" / "BRIGADIER" / "COLONEL" /
/// "COL" / "CAPTAIN" / "FELDMARSCHALL" / "FELDZEUGMEISTER" / "HERR" / "MR" / "SIR" / "LORD" / "COUNT" / "BARON"
/// / "PRINCE" / "DUKE" / "KING"`
const RANKS: &[&str] = &[
    "GENERAL",
    "GEN",
    "FIELD",
    "MARSHAL",
    "LIEUTENANT",
    "LT",
    "MAJOR",
    "BRIGADIER",
    "COLONEL",
    "COL",
    "CAPTAIN",
    "FELDMARSCHALL",
    "FELDZEUGMEISTER",
    "HERR",
    "MR",
    "SIR",
    "LORD",
    "COUNT",
    "BARON",
    "PRINCE",
    "DUKE",
    "KING",
];

/// The player who is meant by a name that is none of the game's until the ranks before it are dropped.
pub(super) fn ranked_player(name: &str, lexicon: &Lexicon) -> Option<String> {
    let mut rest = name;
    while lexicon.players.iter().all(|player| !player.eq_ignore_ascii_case(rest)) {
        let (after, ()) = any_phrase(RANKS, rest).ok()?;
        rest = space(after.strip_prefix('.').unwrap_or(after));
        if let Some(player) = find_name(&lexicon.players, rest) {
            return (!lexicon.players.is_empty()).then_some(player);
        }
    }
    None
}

/// `player = *( rank [ "." ] sp ) <the name of a player of the game>`
pub(super) fn player<'a>(stops: &[&str], input: &'a str, lexicon: &Lexicon) -> Parsed<'a, String> {
    let (rest, name) = words_until(stops, input);
    if name.is_empty() {
        return expected(input, "a player's name");
    }
    match find_name(&lexicon.players, name).or_else(|| ranked_player(name, lexicon)) {
        Some(player) => Ok((rest, player)),
        None => {
            wrong(input, format!("There is no player {name:?} in this game."), Near::Player(name.to_string()))
        }
    }
}

/// `place = city / [ [ "THE" sp ] ( "DEPOT" / "CACHE" ) sp [ ( "AT" / "IN" ) sp ] ] strategic-square`:
/// where supplies lie
pub(super) fn place<'a>(stops: &[&str], input: &'a str, lexicon: &Lexicon) -> Parsed<'a, SupplyPlace> {
    const WHAT: &str = "a city, or the strategic square of a depot or cache";
    let bare = skip(&["THE"], input);
    let named = any_phrase(&["DEPOT", "CACHE"], bare).map(|(rest, ())| skip(&["AT", "IN"], rest));
    match strategic_square(named.unwrap_or(input), lexicon) {
        Ok((rest, square)) => Ok((rest, SupplyPlace::Depot(square))),
        Err(nom::Err::Error(_)) => {
            let (rest, city) = city(stops, WHAT, input, lexicon)?;
            Ok((rest, SupplyPlace::City(city)))
        }
        Err(fault) => Err(fault),
    }
}

/// A name of a list, without regard to case and accents. An empty list knows no names and takes any.
pub(super) fn find_name(names: &[String], wanted: &str) -> Option<String> {
    if names.is_empty() {
        return Some(wanted.split(is_blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "));
    }
    let same = names
        .iter()
        .find(|name| name.eq_ignore_ascii_case(wanted))
        .or_else(|| names.iter().find(|name| bare_letters(name).eq(bare_letters(wanted))));
    same.cloned()
}

/// The letters and digits of a name, lower case, without accents.
pub(super) fn bare_letters(name: &str) -> impl Iterator<Item = char> + '_ {
    name.nfkd().filter(|c| !is_combining_mark(*c) && c.is_alphanumeric()).flat_map(char::to_lowercase)
}

impl Lexicon {
    /// Whether the game has this unit, or the units are not known.
    pub fn has_unit(&self, unit: UnitId) -> bool {
        self.units.is_empty() || self.units.binary_search(&unit).is_ok() || self.units.contains(&unit)
    }
}

impl Near {
    /// The nearest name to a misspelt one; `None` too if it was no name that was misspelt.
    pub(super) fn name(&self, lexicon: &Lexicon) -> Option<String> {
        let among = |found: &str, names: &[String]| {
            nearest::nearest(found, names.iter().map(|name| (name, name))).cloned()
        };
        match self {
            Near::This(words) => Some(words.clone()),
            Near::City(found) => among(found, &lexicon.cities),
            Near::Player(found) => among(found, &lexicon.players),
            Near::Unit(found) => {
                let ids = lexicon.units.iter().map(|unit| (unit.to_string(), unit));
                nearest::nearest(found, ids).map(UnitId::to_string)
            }
            Near::Order | Near::Nothing => None,
        }
    }
}
