//! The orders of a Naval Secretary: `grammar/sea/office.abnf`. WISC 2.3, 2.6, 3.3, 3.5.

use crate::language::words::{self, Known, kind};
use crate::orders::Office;
use fieldpost_grammar::parse::{
    Parsed, by, clause, list, must, must_clause, number_within, player, words, words_to_the_end,
};
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{opt, value};
use nom::sequence::preceded;

type Of<'a> = Parsed<'a, Office>;

/// `assign = "ASSIGN" is ship-id between "TO" sp player [ [ "," ] sp "DEPUTY" sp ( "NONE" / player ) ]`: rule 2.3
pub(super) fn assign<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let to = must_clause("TO and a player", &["TO"]);
    let nobody = value(None, words(&["NONE"]));
    let deputy = preceded(clause(&["DEPUTY"]), alt((nobody, player(&[], known.lexicon).map(Some))));
    (by(words::ship, known), preceded(to, player(&["DEPUTY"], known.lexicon)), opt(deputy))
        .map(|(ship, commander, deputy)| Office::Assign(ship, commander, deputy.flatten()))
        .parse(input)
}

/// `move-stores = "MOVE STORES" is moved between "FROM" sp magazine between "TO" sp magazine`; `moved = %x31-39 / %x31-35 DIGIT / "60"`: rule 3.5
pub(super) fn move_stores<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let from = preceded(must_clause("FROM and a port", &["FROM"]), by(words::magazine, known));
    let to = preceded(must_clause("TO and a port", &["TO"]), by(words::magazine, known));
    (number_within("naval stores", 1, 60), from, to)
        .map(|(stores, from, to)| Office::MoveStores { stores, from, to })
        .parse(input)
}

/// `repair = "REPAIR" is ship-id *( between ship-id ) between "AT" sp port`: rule 3.3
pub(super) fn repair<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let at = preceded(must_clause("AT and a port", &["AT"]), by(words::port, known));
    (list(&["AT"], by(words::ship, known)), at).map(|(ships, port)| Office::Repair(ships, port)).parse(input)
}

/// `build = "BUILD" is ship-type between "AT" sp port [ between "NAME" sp ship-name ]`; `ship-name = <the name of a new ship>`: rule 3.3
pub(super) fn build<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    let at = preceded(must_clause("AT and a port", &["AT"]), by(words::port, known));
    (kind, at, opt(preceded(clause(&["NAME"]), ship_name)))
        .map(|(kind, port, name)| Office::Build(kind, port, name))
        .parse(input)
}

/// The name of a new ship, to the line's end, without quotes round it.
pub(super) fn ship_name(input: &str) -> Parsed<'_, String> {
    must("the ship's name", words_to_the_end).map(|name| name.trim_matches('"').to_owned()).parse(input)
}

/// `inactivate-ship = ( "INACTIVATE" / "LAY UP" ) is ship-id`: rule 2.6, the Naval Secretary's way
pub(super) fn inactivate<'a>(input: &'a str, known: Known<'_>) -> Of<'a> {
    by(words::ship, known).map(Office::Inactivate).parse(input)
}
