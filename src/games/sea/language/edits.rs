//! Hand edits of the sea in words: `grammar/sea/edits.abnf`, and the way back.
//!
//! Each parser begins behind its command's own words (they stand in [`super::hand`], beside meaning and example).

use crate::chart::{Chart, SIDES};
use crate::edits::{Edit, Held, Number, Value};
use crate::language::office::ship_name;
use crate::language::words::{self, Known, kind, place_before, port_before, ship_of_id};
use crate::ship::Quality;
use crate::state::{Strength, Wind};
use fieldpost_grammar::parse::{
    Parsed, Reads, by, choice, clause, must, must_clause, name, number_within, one_of, perhaps, player, words,
};
use fieldpost_ground::language::nation;
use nom::Parser;
use nom::branch::alt;
use nom::character::complete::char;
use nom::combinator::{opt, value};
use nom::sequence::{preceded, terminated};

type Of<'a> = Parsed<'a, Edit>;

/// Most of a number that no type and no yard bounds.
const MOST: u32 = 9_999;

/// `value-is = sp [ ( "TO" / "IS" ) sp ] / *WSP "=" *WSP`
fn value_is(input: &str) -> Parsed<'_, ()> {
    value((), (perhaps(&[]), opt(char('=')), perhaps(&["TO", "IS"]))).parse(input)
}

/// A field, and the value behind it.
fn field<'a, T>(field: &[&str], read: impl Reads<'a, T>) -> impl Reads<'a, T> {
    preceded((clause(field), value_is), read)
}

/// `set-ship = "SET SHIP" is ship-id between ship-value`
pub(super) fn set_ship<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, ship) = words::ship(input, known)?;
    let field = terminated(one_of(Number::ALL.map(|number| (number.words(), number))), value_is).parse(rest);
    if let Ok((rest, number)) = field {
        let value = number_within("a number", 0, number.most(ship.kind));
        return value.map(|value| Edit::SetShip(ship, Value::Number(number, value))).parse(rest);
    }
    must(FIELDS, by(ship_value, known)).map(|value| Edit::SetShip(ship, value)).parse(rest)
}

/// `ship-value = "NAME" value-is ship-name / "COMMANDER" value-is player / "DEPUTY" value-is ( "NONE" / player ) / "BASE" value-is port /
/// ship-number value-is %x30-34 / "QUALITY" value-is quality / "STATUS" value-is ( "ACTIVE" / "INACTIVE" )`: but for the numbers
fn ship_value<'a>(input: &'a str, known: Known<'_>) -> Parsed<'a, Value> {
    let player = || player(&[], known.lexicon);
    let deputy = alt((value(None, words(&["NONE"])), player().map(Some)));
    let states = choice("active or inactive", [("ACTIVE", true), ("INACTIVE", false)]);
    alt((
        field(&["NAME"], ship_name).map(Value::Name),
        field(&["COMMANDER"], player()).map(Value::Commander),
        field(&["DEPUTY"], deputy).map(Value::Deputy),
        field(&["BASE"], by(words::port, known)).map(Value::Base),
        field(&["QUALITY"], quality).map(Value::Quality),
        field(&["STATUS"], states).map(Value::Active),
    ))
    .parse(input)
}

/// What can be set of a ship.
const FIELDS: &str = "commander, deputy, name, base, crew, marines, experience, stores, hull, propulsion, capacity, supplies, \
                      extra-stores, quality or status";

/// `quality = "VERY POOR" / "POOR" / "FAIR" / "AVERAGE" / "GOOD" / "VERY GOOD" / "EXCELLENT"`
fn quality(input: &str) -> Parsed<'_, Quality> {
    let all = Quality::ALL.map(|quality| (quality.words(), quality));
    choice("very poor, poor, fair, average, good, very good or excellent", all).parse(input)
}

/// `move-ship = "MOVE SHIP" is ship-id between [ ( "TO" / "AT" ) sp ] place`
pub(super) fn move_ship<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    (by(words::ship, known), preceded(perhaps(&["TO", "AT"]), by(words::place, known)))
        .map(|(ship, to)| Edit::MoveShip(ship, to))
        .parse(input)
}

/// `add-ship = "ADD SHIP" is new-id between [ ( "AT" / "IN" ) sp ] place [ between "NAME" sp ship-name ]`; `new-id = nation [ joint ]
/// unit-number [ joint ] ship-type`
pub(super) fn add_ship<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let at = preceded(perhaps(&["AT", "IN"]), |input| place_before(&["NAME"], input, known));
    let ship = must("a new ship's id such as US9GB", ship_of_id);
    (ship, at, opt(preceded(clause(&["NAME"]), ship_name)))
        .map(|(ship, at, name)| Edit::AddShip { ship, at, name })
        .parse(input)
}

/// `build-ship = "BUILD SHIP" is ship-type between "AT" sp port [ between "NAME" sp ship-name ] between "READY" sp 1*3DIGIT`: N-40, N-79
pub(super) fn build_ship<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let at = preceded(must_clause("AT and a port", &["AT"]), by(words::port, known));
    let name = preceded(clause(&["NAME"]), must("the ship's name", name(&["READY"])));
    let ready = preceded(must_clause("READY and a turn", &["READY"]), number_within("a turn", 0, 999));
    (kind, at, opt(name), ready)
        .map(|(kind, port, name, ready)| Edit::BuildShip { kind, port, name, ready })
        .parse(input)
}

/// `remove-ship = "REMOVE SHIP" is ship-id`
pub(super) fn remove_ship<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    by(words::ship, known).map(Edit::RemoveShip).parse(input)
}

/// `set-port = "SET PORT" is port between ( "STORES" value-is 1*4DIGIT / "YARD" value-is 1*2DIGIT / "CONTROL" value-is realm )`
pub(super) fn set_port<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let held = alt((
        field(&["STORES"], number_within("a number", 0, MOST)).map(Held::Stores),
        field(&["YARD"], number_within("a number", 0, 99)).map(Held::Yard),
        field(&["CONTROL"], by(nation, known.lexicon)).map(Held::Control),
    ));
    let port = |input| port_before(&["STORES", "YARD", "CONTROL"], input, known);
    (port, must("STORES, YARD or CONTROL", held)).map(|(port, held)| Edit::SetPort(port, held)).parse(input)
}

/// `set-wind = "SET WIND" is sea-area between side between strength`; `side = "N" / "E" / "S" / "W" / "NORTH" / "EAST" / "SOUTH" / "WEST"`;
/// `strength = "LIGHT" / "MODERATE" / "HEAVY"`
pub(super) fn set_wind<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let sides = SIDES.into_iter().flat_map(|side| [(side.compass(), side), (side.words(), side)]);
    let strengths = Strength::ALL.map(|(strength, words)| (words, strength));
    let wind = (choice("N, E, S or W", sides), choice("light, moderate or heavy", strengths));
    (by(words::sea, known), wind)
        .map(|(sea, (from, strength))| Edit::SetWind(sea, Wind { from, strength }))
        .parse(input)
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
