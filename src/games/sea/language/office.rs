//! The orders of a Naval Secretary: `grammar/sea/office.abnf`. WISC 2.3, 2.6, 3.3, 3.5.

use crate::language::words::{self, Known, between, clause, kind, must_clause};
use crate::orders::Office;
use fieldpost_grammar::parse::{Parsed, expected, is_blank, is_stop, number_within, player};

type Of<'a> = Parsed<'a, Office>;

/// `assign = "ASSIGN" is ship-id between "TO" sp player [ [ "," ] sp "DEPUTY" sp ( "NONE" / player ) ]`: rule 2.3
pub(super) fn assign<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, ship) = words::ship(input, known)?;
    let (rest, ()) = must_clause(&["TO"], "TO and a player", rest)?;
    let (rest, commander) = player(&["DEPUTY"], rest, known.lexicon)?;
    let Some(rest) = clause(&["DEPUTY"], rest) else {
        return Ok((rest, Office::Assign(ship, commander, None)));
    };
    if let Some(rest) = clause(&["NONE"], rest) {
        return Ok((rest, Office::Assign(ship, commander, None)));
    }
    let (rest, deputy) = player(&[], rest, known.lexicon)?;
    Ok((rest, Office::Assign(ship, commander, Some(deputy))))
}

/// `move-stores = "MOVE STORES" is moved between "FROM" sp magazine between "TO" sp magazine`; `moved = %x31-39 / %x31-35 DIGIT / "60"`: rule 3.5
pub(super) fn move_stores<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, stores) = number_within("naval stores", 1, 60, input)?;
    let (rest, ()) = must_clause(&["FROM"], "FROM and a port", rest)?;
    let (rest, from) = words::magazine(rest, known)?;
    let (rest, ()) = must_clause(&["TO"], "TO and a port", rest)?;
    let (rest, to) = words::magazine(rest, known)?;
    Ok((rest, Office::MoveStores { stores, from, to }))
}

/// `repair = "REPAIR" is ship-id *( between ship-id ) between "AT" sp port`: rule 3.3
pub(super) fn repair<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (mut rest, mut ships) = (input, Vec::new());
    loop {
        if let Some(at) = clause(&["AT"], rest).filter(|_| !ships.is_empty()) {
            let (rest, port) = words::port(at, known)?;
            return Ok((rest, Office::Repair(ships, port)));
        }
        let (after, ship) = words::ship(between(rest), known)?;
        ships.push(ship);
        rest = after;
    }
}

/// `build = "BUILD" is ship-type between "AT" sp port [ between "NAME" sp ship-name ]`; `ship-name = <the name of a new ship>`: rule 3.3
pub(super) fn build<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, kind) = kind(input)?;
    let (rest, ()) = must_clause(&["AT"], "AT and a port", rest)?;
    let (rest, port) = words::port(rest, known)?;
    let Some(named) = clause(&["NAME"], rest) else { return Ok((rest, Office::Build(kind, port, None))) };
    let name = named.trim_end_matches(|c| is_blank(c) || is_stop(c));
    if name.is_empty() {
        return expected(named, "the ship's name");
    }
    Ok(("", Office::Build(kind, port, Some(name.to_owned()))))
}

/// `inactivate-ship = ( "INACTIVATE" / "LAY UP" ) is ship-id`: rule 2.6, the Naval Secretary's way
pub(super) fn inactivate<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let (rest, ship) = words::ship(input, known)?;
    Ok((rest, Office::Inactivate(ship)))
}
