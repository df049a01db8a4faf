//! What follows the words of a stack's orders and a power's: `grammar/europa/orders.abnf`. Rules A1, B1, B3, B5, C1, C3, D1, E1, F1, G2,
//! G4, H1.
//!
//! Each parser begins behind its order's own words (they stand in [`crate::language`], beside meaning and example); its production,
//! with the words, is the first line of its doc. What the language spells is a case of what a player writes.

use fieldpost_engine::piece::Piece;
use fieldpost_grammar::parse::{Parsed, expected, number_within, something_else};

use super::names::{gap, is_over, known_word, leader, must, place, power, stack, take};
use super::{Leg, Loses, Names, Order, Part, PowerOrder, Route};
use crate::position::{Campaign, FleetCounter, Ship, Size};

/// What reads that which follows an order's words.
pub type Reader<T> = for<'a> fn(&'a str, &Names) -> Parsed<'a, T>;

type Of<'a> = Parsed<'a, Order>;

/// `move = ( "MOVE TO" / "MOVE" / "MARCH" / "MARCH TO" / "SAIL" / "SAIL TO" ) is ( place-list [ gap embark ] / embark ) [ gap with-leader ]`; `place-list =
/// place-name *( gap place-name )`; `with-leader = "WITH" sp leader-name`: rules A1, C3
pub(crate) fn route<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let mut route = Route::default();
    let mut rest = input;
    while !is_over(rest) && take(&["WITH"], rest).is_none() {
        let (after, leg) = match take(&["EMBARK ON", "EMBARK"], rest) {
            Some(on) => embark(on, names)?,
            None => place(rest, names).map(|(rest, place)| (rest, Leg::Go(place)))?,
        };
        route.legs.push(leg);
        rest = after;
    }
    if route.legs.is_empty() {
        return place(rest, names).and_then(|(rest, _)| something_else(rest));
    }
    if let Some(with) = take(&["WITH"], rest) {
        let (after, who) = leader(with, names)?;
        (rest, route.with) = (after, Some(who));
    }
    Ok((rest, Order::Move(route)))
}

/// `embark = ( "EMBARK ON" / "EMBARK" ) sp stack-id gap ( "LAND AT" / "LAND" ) sp place-name [ gap "ON SHORE IF BLOCKADED" ] [ gap
/// place-list ]`: rules C1, C3
fn embark<'a>(input: &'a str, names: &Names) -> Parsed<'a, Leg> {
    let (rest, fleet) = stack(input)?;
    let (rest, ()) = must("LAND", &["LAND AT", "LAND"], rest)?;
    let (rest, land) = place(rest, names)?;
    let on_shore = take(&["ON SHORE IF BLOCKADED"], rest);
    Ok((on_shore.unwrap_or(rest), Leg::Sail { fleet, land, on_shore: on_shore.is_some() }))
}

/// `carry = "CARRY" is stack-id gap "FROM" sp place-name gap "TO" sp place-name`: rule C1
pub(crate) fn carry<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, stack) = stack(input)?;
    let (rest, ()) = must("FROM", &["FROM"], rest)?;
    let (rest, from) = place(rest, names)?;
    let (rest, ()) = must("TO", &["TO"], rest)?;
    let (rest, to) = place(rest, names)?;
    Ok((rest, Order::Carry { stack, from, to }))
}

/// `detach = "DETACH" is stack-id gap "WITH" sp counters [ gap "LEADER" sp leader-name ]`; `counters = counter *( gap counter )`: rule A1
pub(crate) fn detach<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, stack) = stack(input)?;
    let (mut rest, ()) = must("WITH", &["WITH"], rest)?;
    let mut parts = Vec::new();
    while !is_over(rest) && take(&["LEADER"], rest).is_none() {
        let (after, part) = part(gap(rest))?;
        parts.push(part);
        rest = after;
    }
    if parts.is_empty() {
        return expected(gap(rest), "what the new stack takes along, such as 1 LD");
    }
    let (rest, leader) = match take(&["LEADER"], rest) {
        Some(named) => leader(named, names).map(|(rest, leader)| (rest, Some(leader)))?,
        None => (rest, None),
    };
    Ok((rest, Order::Detach { stack, parts, leader }))
}

/// `counter = [ %x31-39 sp ] ( "A+" / "A-" / "LDE" / "LD" / "F+" / "F-" / "WARSHIP" / "GALLEY" / "TRANSPORT" / "WARSHIPS" / "GALLEYS" /
/// "TRANSPORTS" / "NWD" / "NGD" / "NTD" )`
pub(crate) fn part(input: &str) -> Parsed<'_, Part> {
    // 2LD is as good as 2 LD.
    let behind = input.trim_start_matches(|c: char| c.is_ascii_digit());
    let (rest, count) = match input.strip_suffix(behind).map(str::parse) {
        _ if behind.len() == input.len() => (input, 1),
        Some(Ok(count @ 1..=9)) => (behind, count),
        _ => number_within("counters", 1, 9, input)?,
    };
    let rest = gap(rest);
    match known_word(rest, |word| counter(word, count)) {
        Some(found) => Ok(found),
        None => expected(rest, "a counter such as A-, LD, F- or WARSHIP"),
    }
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
    let (rest, stack) = stack(input)?;
    Ok((rest, Order::Absorb(stack)))
}

/// `siege = ( "SIEGE" / "BESIEGE" ) [ gap "NO HONOURS" ] [ gap "ASSAULT AFTER BREACH" ]`: rule A1
pub(crate) fn siege<'a>(input: &'a str, _: &Names) -> Of<'a> {
    let no_honours = take(&["NO HONOURS"], input);
    let rest = no_honours.unwrap_or(input);
    let assault = take(&["ASSAULT AFTER BREACH"], rest);
    let order = Order::Siege { no_honours: no_honours.is_some(), assault: assault.is_some() };
    Ok((assault.unwrap_or(rest), order))
}

/// `assault = "ASSAULT" [ is %x31-39 [ sp "TIMES" ] ]`: rule A1
pub(crate) fn assault<'a>(input: &'a str, _: &Names) -> Of<'a> {
    if !input.starts_with(|c: char| c.is_ascii_digit()) {
        return Ok((input, Order::Assault(1)));
    }
    let (rest, times) = number_within("attempts", 1, 9, input)?;
    Ok((take(&["TIMES"], rest).unwrap_or(rest), Order::Assault(times as u8)))
}

/// `attack = "ATTACK" [ is power ]`: rule G2
pub(crate) fn attack<'a>(input: &'a str, names: &Names) -> Of<'a> {
    if is_over(input) {
        return Ok((input, Order::Attack(None)));
    }
    let (rest, whom) = power(input, names)?;
    Ok((rest, Order::Attack(Some(whom))))
}

/// `blockade = "BLOCKADE" is place-name`: rule F1
pub(crate) fn blockade<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, place) = place(input, names)?;
    Ok((rest, Order::Blockade(place)))
}

/// `hunt = ( "HUNT PRIVATEERS" / "HUNT PIRATES" / "HUNT" ) [ is "IN" sp place-name ]`: rule D1
pub(crate) fn hunt<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let Some(rest) = take(&["IN"], input) else { return Ok((input, Order::Hunt(None))) };
    let (rest, place) = place(rest, names)?;
    Ok((rest, Order::Hunt(Some(place))))
}

/// `first-line = "FIRST LINE" is ( "GALLEYS" / "WARSHIPS" )`: rule G2
pub(crate) fn first_line<'a>(input: &'a str, _: &Names) -> Of<'a> {
    if let Some(rest) = take(&["GALLEYS"], input) {
        return Ok((rest, Order::FirstLine(Ship::Galley)));
    }
    let (rest, ()) = must("GALLEYS or WARSHIPS", &["WARSHIPS"], input)?;
    Ok((rest, Order::FirstLine(Ship::Warship)))
}

/// `retreat-to = "RETREAT TO" is ( place-name / "FORTRESS" )`: rule G4
pub(crate) fn retreat_to<'a>(input: &'a str, names: &Names) -> Of<'a> {
    if let Some(rest) = take(&["FORTRESS"], input) {
        return Ok((rest, Order::RetreatTo(None)));
    }
    let (rest, place) = place(input, names)?;
    Ok((rest, Order::RetreatTo(Some(place))))
}

/// `intercept = "INTERCEPT" [ is power ] [ gap ( "IN" / "AT" ) sp place-list ]`: rule E1
pub(crate) fn intercept<'a>(input: &'a str, names: &Names) -> Of<'a> {
    const IN: &[&str] = &["IN", "AT"];
    let (rest, power) = match is_over(input) || take(IN, input).is_some() {
        true => (input, None),
        false => power(input, names).map(|(rest, power)| (rest, Some(power)))?,
    };
    let Some(at) = take(IN, rest) else { return Ok((rest, Order::Intercept { power, places: Vec::new() })) };
    let (mut rest, first) = place(at, names)?;
    let mut places = vec![first];
    while !is_over(rest) {
        let (after, next) = place(rest, names)?;
        places.push(next);
        rest = after;
    }
    Ok((rest, Order::Intercept { power, places }))
}

/// `let-pass = "LET PASS" is power`: rule B5
pub(crate) fn let_pass<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, power) = power(input, names)?;
    Ok((rest, Order::LetPass(power)))
}

/// `losses = "LOSSES" is loses *( gap loses )`; `loses = "INFANTRY" / "CAVALRY" / "ARTILLERY" / "GALLEYS" / "WARSHIPS" / "TRANSPORTS"`:
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
    let next = |rest| KINDS.iter().find_map(|(word, kind)| Some((take(&[word], rest)?, *kind)));
    let (mut rest, mut list) = (input, Vec::new());
    while let Some((after, kind)) = next(rest) {
        list.push(kind);
        rest = after;
    }
    if list.is_empty() {
        return expected(gap(rest), "INFANTRY, CAVALRY, ARTILLERY, GALLEYS, WARSHIPS or TRANSPORTS");
    }
    Ok((rest, Order::Losses(list)))
}

/// `campaign = ( "CAMPAIGN" / "MAKE CAMPAIGN" ) is ( "NONE" / "PASSIVE" / "SIMPLE" [ gap "WITHOUT LOGISTICS" ] / "MAJOR" / "MULTIPLE" )`: rule
/// B1
pub(crate) fn campaign<'a>(input: &'a str, _: &Names) -> Parsed<'a, PowerOrder> {
    let kinds = Campaign::ALL.into_iter().filter(|kind| *kind != Campaign::SimpleWithoutLogistics);
    let found = kinds.into_iter().find_map(|kind| Some((take(&[kind.words()], input)?, kind)));
    let Some((rest, kind)) = found else {
        return expected(gap(input), "NONE, PASSIVE, SIMPLE WITHOUT LOGISTICS, SIMPLE, MAJOR or MULTIPLE");
    };
    match take(&["WITHOUT LOGISTICS"], rest).filter(|_| kind == Campaign::Simple) {
        Some(rest) => Ok((rest, PowerOrder::Campaign(Campaign::SimpleWithoutLogistics))),
        None => Ok((rest, PowerOrder::Campaign(kind))),
    }
}

/// `sequence = "SEQUENCE" is stack-id *( gap stack-id )`: rule B3
pub(crate) fn sequence<'a>(input: &'a str, _: &Names) -> Parsed<'a, PowerOrder> {
    let (mut rest, first) = stack(input)?;
    let mut stacks: Vec<Piece> = vec![first];
    while !is_over(rest) {
        let (after, next) = stack(rest)?;
        stacks.push(next);
        rest = after;
    }
    Ok((rest, PowerOrder::Sequence(stacks)))
}

/// A power lets another pass, as `let-pass` says of a stack.
pub(crate) fn power_lets_pass<'a>(input: &'a str, names: &Names) -> Parsed<'a, PowerOrder> {
    let (rest, power) = power(input, names)?;
    Ok((rest, PowerOrder::LetPass(power)))
}

/// `ask-referee = "ASK REFEREE" is <words to the end of the line>`
pub(crate) fn ask<'a>(input: &'a str, _: &Names) -> Parsed<'a, PowerOrder> {
    match input.trim() {
        "" => expected(input, "what is asked"),
        words => Ok(("", PowerOrder::Ask(words.to_owned()))),
    }
}
