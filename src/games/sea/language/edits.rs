//! Hand edits of the sea in words: `grammar/sea/edits.abnf`, and the way back.
//!
//! Each parser begins behind its command's own words (they stand in [`super::hand`], beside meaning and example).

use crate::chart::{Chart, SIDES};
use crate::edits::{Edit, Held, Number, Value};
use crate::language::words::{
    self, Known, between, clause, kind, must_clause, name_before, one_of, place_before, port_before,
    ship_of_id,
};
use crate::ship::Quality;
use crate::state::{Strength, Wind};
use fieldpost_grammar::parse::{Parsed, expected, is_blank, is_stop, number_within, player, skip, space};
use fieldpost_ground::language::nation;

type Of<'a> = Parsed<'a, Edit>;

/// Most of a number that no type and no yard bounds.
const MOST: u32 = 9_999;

/// `value-is = sp [ ( "TO" / "IS" ) sp ] / *WSP "=" *WSP`: what follows the field, and the sign behind it, if it stands here.
fn field<'a>(field: &str, input: &'a str) -> Option<&'a str> {
    let rest = space(clause(&[field], input)?);
    Some(skip(&["TO", "IS"], space(rest.strip_prefix('=').unwrap_or(rest))))
}

/// `set-ship = "SET SHIP" is ship-id between ship-value`
pub(super) fn set_ship<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, ship) = words::ship(input, known)?;
    let number = Number::ALL.iter().find_map(|number| Some((*number, field(number.words(), rest)?)));
    if let Some((number, rest)) = number {
        let (rest, value) = number_within("a number", 0, number.most(ship.kind), rest)?;
        return Ok((rest, Edit::SetShip(ship, Value::Number(number, value))));
    }
    let (rest, value) = ship_value(rest, known)?;
    Ok((rest, Edit::SetShip(ship, value)))
}

/// `ship-value = "NAME" value-is ship-name / "COMMANDER" value-is player / "DEPUTY" value-is ( "NONE" / player ) / "BASE" value-is port /
/// ship-number value-is %x30-34 / "QUALITY" value-is quality / "STATUS" value-is ( "ACTIVE" / "INACTIVE" )`: but for the numbers
fn ship_value<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, Value> {
    if let Some(rest) = field("NAME", input) {
        return ship_name(rest).map(|(rest, name)| (rest, Value::Name(name)));
    }
    if let Some(rest) = field("COMMANDER", input) {
        return player(&[], rest, known.lexicon).map(|(rest, name)| (rest, Value::Commander(name)));
    }
    if let Some(rest) = field("DEPUTY", input) {
        return match clause(&["NONE"], rest) {
            Some(rest) => Ok((rest, Value::Deputy(None))),
            None => player(&[], rest, known.lexicon).map(|(rest, name)| (rest, Value::Deputy(Some(name)))),
        };
    }
    if let Some(rest) = field("BASE", input) {
        return words::port(rest, known).map(|(rest, port)| (rest, Value::Base(port)));
    }
    if let Some(rest) = field("QUALITY", input) {
        return quality(rest).map(|(rest, quality)| (rest, Value::Quality(quality)));
    }
    if let Some(rest) = field("STATUS", input) {
        let states = [("ACTIVE", true), ("INACTIVE", false)];
        return one_of("active or inactive", &states, rest).map(|(rest, is)| (rest, Value::Active(is)));
    }
    expected(between(input), FIELDS)
}

/// What can be set of a ship.
const FIELDS: &str = "commander, deputy, name, base, crew, marines, experience, stores, hull, propulsion, capacity, supplies, \
                      extra-stores, quality or status";

/// `quality = "VERY POOR" / "POOR" / "FAIR" / "AVERAGE" / "GOOD" / "VERY GOOD" / "EXCELLENT"`
fn quality(input: &str) -> Parsed<'_, Quality> {
    let all = Quality::ALL.map(|quality| (quality.words(), quality));
    one_of("very poor, poor, fair, average, good, very good or excellent", &all, input)
}

/// The rest of the line as a ship's name.
fn ship_name(input: &str) -> Parsed<'_, String> {
    match input.trim_end_matches(|c| is_blank(c) || is_stop(c)) {
        "" => expected(input, "the ship's name"),
        name => Ok(("", name.to_owned())),
    }
}

/// `move-ship = "MOVE SHIP" is ship-id between [ ( "TO" / "AT" ) sp ] place`
pub(super) fn move_ship<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, ship) = words::ship(input, known)?;
    let (rest, to) = words::place(skip(&["TO", "AT"], between(rest)), known)?;
    Ok((rest, Edit::MoveShip(ship, to)))
}

/// `add-ship = "ADD SHIP" is new-id between [ ( "AT" / "IN" ) sp ] place [ between "NAME" sp ship-name ]`; `new-id = nation [ joint ]
/// unit-number [ joint ] ship-type`
pub(super) fn add_ship<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let Some((rest, ship)) = ship_of_id(input) else {
        return expected(input, "a new ship's id such as US9GB");
    };
    let (rest, at) = place_before(&["NAME"], skip(&["AT", "IN"], between(rest)), known)?;
    let (rest, name) = match clause(&["NAME"], rest) {
        Some(rest) => ship_name(rest).map(|(rest, name)| (rest, Some(name)))?,
        None => (rest, None),
    };
    Ok((rest, Edit::AddShip { ship, at, name }))
}

/// `build-ship = "BUILD SHIP" is ship-type between "AT" sp port [ between "NAME" sp ship-name ] between "READY" sp 1*3DIGIT`: N-40, N-79
pub(super) fn build_ship<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, kind) = kind(input)?;
    let (rest, ()) = must_clause(&["AT"], "AT and a port", rest)?;
    let (rest, port) = words::port(rest, known)?;
    let (rest, name) = match clause(&["NAME"], rest) {
        Some(named) => {
            let (rest, name) = name_before(&["READY"], named);
            if name.is_empty() {
                return expected(named, "the ship's name");
            }
            (rest, Some(name))
        }
        None => (rest, None),
    };
    let (rest, ()) = must_clause(&["READY"], "READY and a turn", rest)?;
    let (rest, ready) = number_within("a turn", 0, 999, rest)?;
    Ok((rest, Edit::BuildShip { kind, port, name, ready }))
}

/// `remove-ship = "REMOVE SHIP" is ship-id`
pub(super) fn remove_ship<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, ship) = words::ship(input, known)?;
    Ok((rest, Edit::RemoveShip(ship)))
}

/// `set-port = "SET PORT" is port between ( "STORES" value-is 1*4DIGIT / "YARD" value-is 1*2DIGIT / "CONTROL" value-is realm )`
pub(super) fn set_port<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, port) = port_before(&["STORES", "YARD", "CONTROL"], input, known)?;
    if let Some(rest) = field("STORES", rest) {
        let (rest, stores) = number_within("a number", 0, MOST, rest)?;
        return Ok((rest, Edit::SetPort(port, Held::Stores(stores))));
    }
    if let Some(rest) = field("YARD", rest) {
        let (rest, yard) = number_within("a number", 0, 99, rest)?;
        return Ok((rest, Edit::SetPort(port, Held::Yard(yard))));
    }
    let Some(rest) = field("CONTROL", rest) else {
        return expected(between(rest), "STORES, YARD or CONTROL");
    };
    let (rest, nation) = nation(rest, known.lexicon)?;
    Ok((rest, Edit::SetPort(port, Held::Control(nation))))
}

/// `set-wind = "SET WIND" is sea-area between side between strength`; `side = "N" / "E" / "S" / "W" / "NORTH" / "EAST" / "SOUTH" / "WEST"`;
/// `strength = "LIGHT" / "MODERATE" / "HEAVY"`
pub(super) fn set_wind<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, sea) = words::sea(input, known)?;
    let sides = SIDES.map(|side| [(side.compass(), side), (side.words(), side)]);
    let (rest, from) = one_of("N, E, S or W", sides.as_flattened(), rest)?;
    let strengths = Strength::ALL.map(|(strength, words)| (words, strength));
    let (rest, strength) = one_of("light, moderate or heavy", &strengths, rest)?;
    Ok((rest, Edit::SetWind(sea, Wind { from, strength })))
}

/// An edit in canonical words.
pub(super) fn words_of(edit: &Edit, chart: &Chart) -> String {
    let port = |port| &chart.port(port).name;
    let named =
        |name: &Option<String>| name.as_ref().map_or_else(String::new, |name| format!(" NAME {name}"));
    match edit {
        Edit::SetShip(ship, value) => format!("SET SHIP {ship} {}", value_words(value, chart)),
        Edit::MoveShip(ship, to) => format!("MOVE SHIP {ship} {}", chart.label(*to)),
        Edit::AddShip { ship, at, name } => format!("ADD SHIP {ship} {}{}", chart.label(*at), named(name)),
        Edit::BuildShip { kind, port: at, name, ready } => {
            format!("BUILD SHIP {} AT {}{} READY {ready}", kind.code(), port(*at), named(name))
        }
        Edit::RemoveShip(ship) => format!("REMOVE SHIP {ship}"),
        Edit::SetPort(at, Held::Stores(stores)) => format!("SET PORT {} STORES {stores}", port(*at)),
        Edit::SetPort(at, Held::Yard(yard)) => format!("SET PORT {} YARD {yard}", port(*at)),
        Edit::SetPort(at, Held::Control(nation)) => format!("SET PORT {} CONTROL {nation}", port(*at)),
        Edit::SetWind(sea, wind) => {
            let (code, from) = (&chart.sea(*sea).code, wind.from.compass());
            format!("SET WIND {code} {from} {}", wind.strength.words())
        }
    }
}

fn value_words(value: &Value, chart: &Chart) -> String {
    match value {
        Value::Name(name) => format!("name {name}"),
        Value::Commander(player) => format!("commander {player}"),
        Value::Deputy(player) => format!("deputy {}", player.as_deref().unwrap_or("none")),
        Value::Base(base) => format!("base {}", chart.port(*base).name),
        Value::Number(number, value) => format!("{} {value}", number.spelled()),
        Value::Quality(quality) => format!("quality {}", quality.words()),
        Value::Active(is) => format!("status {}", if *is { "active" } else { "inactive" }),
    }
}
