//! What follows the words of a stack's orders and a power's: `grammar/europa/orders.abnf`. Rules A1, B1, B3, B5, C1, C3, D1, E1, F1, G2,
//! G4, H1.
//!
//! Each parser begins behind its order's own words (they stand in [`crate::language`], beside meaning and example); its production,
//! with the words, is the first line of its doc. What the language spells is a case of what a player writes.

use fieldpost_grammar::parse::{
    Parsed, Reads, any_order, between, by, choice, clause, expected, list, more, must, must_clause,
    number_within, perhaps, unless_over, words,
};
use nom::Parser;
use nom::branch::alt;
use nom::character::complete::digit1;
use nom::combinator::{map_opt, opt, peek, success};
use nom::sequence::{preceded, terminated};

use super::names::{ELSE, known_word, leader, place, power, stack};
use super::{Leg, Loses, Names, Order, Part, PowerOrder, Route};
use crate::map::Place;
use crate::position::{Campaign, FleetCounter, Ship, Size};

/// What reads that which follows an order's words.
pub type Reader<T> = for<'a> fn(&'a str, &Names) -> Parsed<'a, T>;

type Of<'a> = Parsed<'a, Order>;

/// `move = ( "MOVE TO" / "MOVE" / "MARCH" / "MARCH TO" / "SAIL" / "SAIL TO" / "GO" / "GO TO" ) is ( place-list [ between embark ] / embark ) [ between with-leader ]`; `place-list =
/// place-name *( between [ small-word sp ] place-name )`; `small-word = "AND" / "THEN" / "TO" / "AND THEN" /
/// "AND TO" / "THEN TO"`; `with-leader = "WITH" sp leader-name`: rules A1, C3
pub(crate) fn route<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let embark = preceded(words(&["EMBARK ON", "EMBARK"]), by(embark, names));
    let leg = alt((embark, next_place(names).map(Leg::Go)));
    (list(&["WITH", "ELSE"], leg), opt(preceded(clause(&["WITH"]), by(leader, names))))
        .map(|(legs, with)| Order::Move(Route { legs, with }))
        .parse(input)
}

/// A place of a list, be there a small word before it: `MOVE milan, then florence`.
fn next_place<'a>(names: &Names) -> impl Reads<'a, Place> {
    preceded(perhaps(&["AND THEN", "AND TO", "THEN TO", "AND", "THEN", "TO"]), by(place, names))
}

/// `embark = ( "EMBARK ON" / "EMBARK" ) sp stack-id between ( "LAND AT" / "LAND" ) sp place-name [ between "ON SHORE IF BLOCKADED" ] [
/// between place-list ]`: rules C1, C3
fn embark<'a>(input: &'a str, names: &Names) -> Parsed<'a, Leg> {
    let land = preceded(must_clause("LAND", &["LAND", "LAND AT"]), by(place, names));
    (stack, land, opt(clause(&["ON SHORE IF BLOCKADED"])))
        .map(|(fleet, land, on_shore)| Leg::Sail { fleet, land, on_shore: on_shore.is_some() })
        .parse(input)
}

/// `carry = "CARRY" is stack-id between "FROM" sp place-name between "TO" sp place-name`: rule C1
pub(crate) fn carry<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let from = preceded(must_clause("FROM", &["FROM"]), by(place, names));
    let to = preceded(must_clause("TO", &["TO"]), by(place, names));
    (stack, from, to).map(|(stack, from, to)| Order::Carry { stack, from, to }).parse(input)
}

/// `detach = "DETACH" is stack-id between [ "WITH" sp ] counters [ between "LEADER" sp leader-name ]`; `counters = counter *( between counter )`: rule A1
pub(crate) fn detach<'a>(input: &'a str, names: &Names) -> Of<'a> {
    const BEHIND: &[&str] = &["LEADER", "ELSE"];
    let parts =
        must("what the new stack takes along, such as 1 LD", preceded(more(BEHIND), list(BEHIND, part)));
    let leader = preceded(clause(&["LEADER"]), by(leader, names));
    (stack, preceded(perhaps(&["WITH"]), parts), opt(leader))
        .map(|(stack, parts, leader)| Order::Detach { stack, parts, leader })
        .parse(input)
}

/// `counter = [ %x31-39 sp ] ( "A+" / "A-" / "LDE" / "LD" / "F+" / "F-" / "WARSHIP" / "GALLEY" / "TRANSPORT" / "WARSHIPS" / "GALLEYS" /
/// "TRANSPORTS" / "NWD" / "NGD" / "NTD" )`
pub(crate) fn part(input: &str) -> Parsed<'_, Part> {
    let (rest, count) = preceded(between, count).parse(input)?;
    must("a counter such as A-, LD, F- or WARSHIP", known_word(|word| counter(word, count))).parse(rest)
}

/// How many of a counter, one where it is not said: 2LD is as good as 2 LD.
fn count(input: &str) -> Parsed<'_, u32> {
    let right = map_opt(digit1, |digits: &str| digits.parse().ok().filter(|count| (1..=9).contains(count)));
    let wrong = preceded(peek(digit1), number_within("counters", 1, 9));
    alt((right, wrong, success(1))).parse(input)
}

/// So many counters or ships of a word.
fn counter(word: &str, count: u32) -> Option<Part> {
    let ship = match word.to_ascii_uppercase().trim_end_matches('S') {
        "WARSHIP" | "NWD" => Some(Ship::Warship),
        "GALLEY" | "NGD" => Some(Ship::Galley),
        "TRANSPORT" | "NTD" => Some(Ship::Transport),
        _ => None,
    };
    let troops = Size::of(word).map(|size| Part::Troops(count, size));
    let fleets = FleetCounter::of(word).map(|counter| Part::Fleets(count, counter));
    troops.or(fleets).or(ship.map(|ship| Part::Ships(count, ship)))
}

/// `absorb = "ABSORB" is stack-id`: rule A1
pub(crate) fn absorb<'a>(input: &'a str, _: &Names) -> Of<'a> {
    stack.map(Order::Absorb).parse(input)
}

/// `siege = ( "SIEGE" / "BESIEGE" ) ( [ no-honours ] [ after-breach ] / after-breach no-honours )`; `no-honours = between ( "NO HONOURS" / "NO HONOURS OF WAR" / "NO HONORS" / "NO HONORS OF WAR" / "NO HOW" / "HOW NOT GRANTED" )`;
/// `after-breach = between "ASSAULT AFTER BREACH"`: rule A1
pub(crate) fn siege<'a>(input: &'a str, _: &Names) -> Of<'a> {
    any_order((
        clause(&[
            "NO HONOURS",
            "NO HONOURS OF WAR",
            "NO HONORS",
            "NO HONORS OF WAR",
            "NO HOW",
            "HOW NOT GRANTED",
        ]),
        clause(&["ASSAULT AFTER BREACH"]),
    ))
    .map(|(none, assault)| Order::Siege { no_honours: none.is_some(), assault: assault.is_some() })
    .parse(input)
}

/// `assault = "ASSAULT" [ ( is / between ) %x31-39 [ sp ( "TIMES" / "ATTEMPTS" ) ] ]`: rule A1
pub(crate) fn assault<'a>(input: &'a str, _: &Names) -> Of<'a> {
    let times = preceded((between, peek(digit1)), number_within("attempts", 1, 9));
    opt(terminated(times, opt(clause(&["TIMES", "ATTEMPTS"]))))
        .map(|times| Order::Assault(times.unwrap_or(1) as u8))
        .parse(input)
}

/// `attack = "ATTACK" [ is power ]`: rule G2
pub(crate) fn attack<'a>(input: &'a str, names: &Names) -> Of<'a> {
    unless_over(ELSE, by(power, names)).map(Order::Attack).parse(input)
}

/// `blockade = "BLOCKADE" is place-name`: rule F1
pub(crate) fn blockade<'a>(input: &'a str, names: &Names) -> Of<'a> {
    by(place, names).map(Order::Blockade).parse(input)
}

/// `hunt = ( "HUNT PRIVATEERS" / "HUNT PIRATES" / "PRIVATEER HUNT" / "PIRATE HUNT" / "HUNT" ) [ is "IN" sp place-name ]`: rule D1
pub(crate) fn hunt<'a>(input: &'a str, names: &Names) -> Of<'a> {
    opt(preceded(clause(&["IN"]), by(place, names))).map(Order::Hunt).parse(input)
}

/// `first-line = "FIRST LINE" is ( "GALLEYS" / "WARSHIPS" )`: rule G2
pub(crate) fn first_line<'a>(input: &'a str, _: &Names) -> Of<'a> {
    let ships = [("GALLEYS", Ship::Galley), ("WARSHIPS", Ship::Warship)];
    choice("GALLEYS or WARSHIPS", ships).map(Order::FirstLine).parse(input)
}

/// `retreat-to = "RETREAT TO" is ( place-name / "FORTRESS" )`: rule G4
pub(crate) fn retreat_to<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let fortress = clause(&["FORTRESS"]).map(|()| None);
    alt((fortress, by(place, names).map(Some))).map(Order::RetreatTo).parse(input)
}

/// `intercept = "INTERCEPT" [ is power ] [ between ( "IN" / "AT" ) sp place-list ]`: rule E1
pub(crate) fn intercept<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let power = unless_over(&["IN", "AT", "ELSE"], by(power, names));
    let places = preceded(clause(&["IN", "AT"]), list(ELSE, next_place(names)));
    (power, opt(places))
        .map(|(power, places)| Order::Intercept { power, places: places.unwrap_or_default() })
        .parse(input)
}

/// `let-pass = "LET PASS" is power`: rule B5
pub(crate) fn let_pass<'a>(input: &'a str, names: &Names) -> Of<'a> {
    by(power, names).map(Order::LetPass).parse(input)
}

/// `losses = "LOSSES" is loses *( between loses )`; `loses = "INFANTRY" / "CAVALRY" / "ARTILLERY" / "GALLEYS" / "WARSHIPS" / "TRANSPORTS"`:
/// rule H1
pub(crate) fn losses<'a>(input: &'a str, _: &Names) -> Of<'a> {
    const KINDS: [(&str, Loses); 6] = [
        ("INFANTRY", Loses::Infantry),
        ("CAVALRY", Loses::Cavalry),
        ("ARTILLERY", Loses::Artillery),
        ("GALLEYS", Loses::Ships(Ship::Galley)),
        ("WARSHIPS", Loses::Ships(Ship::Warship)),
        ("TRANSPORTS", Loses::Ships(Ship::Transport)),
    ];
    const WHAT: &str = "INFANTRY, CAVALRY, ARTILLERY, GALLEYS, WARSHIPS or TRANSPORTS";
    list(ELSE, choice(WHAT, KINDS)).map(Order::Losses).parse(input)
}

/// `campaign = ( "CAMPAIGN" / "MAKE CAMPAIGN" ) is ( "NONE" / "PASSIVE" / "SIMPLE" [ between "WITHOUT LOGISTICS" ] / "MAJOR" / "MULTIPLE" )`: rule
/// B1
pub(crate) fn campaign<'a>(input: &'a str, _: &Names) -> Parsed<'a, PowerOrder> {
    const WHAT: &str = "NONE, PASSIVE, SIMPLE WITHOUT LOGISTICS, SIMPLE, MAJOR or MULTIPLE";
    let kinds = Campaign::ALL.into_iter().filter(|kind| *kind != Campaign::SimpleWithoutLogistics);
    let (rest, kind) = choice(WHAT, kinds.map(|kind| (kind.words(), kind))).parse(input)?;
    match clause(&["WITHOUT LOGISTICS"]).parse(rest) {
        Ok((rest, ())) if kind == Campaign::Simple => {
            Ok((rest, PowerOrder::Campaign(Campaign::SimpleWithoutLogistics)))
        }
        _ => Ok((rest, PowerOrder::Campaign(kind))),
    }
}

/// `sequence = "SEQUENCE" is stack-id *( between stack-id )`: rule B3
pub(crate) fn sequence<'a>(input: &'a str, _: &Names) -> Parsed<'a, PowerOrder> {
    list(&[], stack).map(PowerOrder::Sequence).parse(input)
}

/// A power lets another pass, as `let-pass` says of a stack.
pub(crate) fn power_lets_pass<'a>(input: &'a str, names: &Names) -> Parsed<'a, PowerOrder> {
    by(power, names).map(PowerOrder::LetPass).parse(input)
}

/// `ask-referee = "ASK REFEREE" is <words to the end of the line>`
pub(crate) fn ask<'a>(input: &'a str, _: &Names) -> Parsed<'a, PowerOrder> {
    match input.trim() {
        "" => expected(input, "what is asked"),
        words => Ok(("", PowerOrder::Ask(words.to_owned()))),
    }
}
