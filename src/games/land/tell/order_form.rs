//! The order template at a report's end: what can be sent back as it is, once a password stands in it.

use std::collections::BTreeMap;

use crate::beside::Given;
use crate::moves;
use crate::vantage::{Own, Vantage};
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::orders::{SourceWish, UnitOrders};
use fieldpost_land::unit::Unit;
use fieldpost_print::form::{Form, FormBlock};

/// The orders to be filled in: a block for every unit that the player commands, by strategic squares, with its place, how far it can move and
/// what it does without orders as comments. Units of which the player is the deputy stand in comments only, so that a form sent back does
/// not order over the commander's head.
/// What brigades know nothing of, such as ships, follows them.
pub fn of(vantage: &Vantage<'_>, given: Given<'_>) -> Form {
    let mut blocks = Vec::new();
    for (at, units) in by_square(vantage) {
        blocks.push(FormBlock::Note(vec![format!("In {}:", vantage.atlas.map.grid.label(at))]));
        blocks.extend(units.iter().map(|unit| block(vantage, unit)));
    }
    blocks.extend(deputised(vantage));
    blocks.extend(given.beside.iter().flat_map(|beside| beside.form.iter().cloned()));
    let player = vantage.player.name.clone();
    Form { game: given.heading.game.clone(), turn: vantage.turn, player, blocks, end: Some("END") }
}

/// The units that the player commands, by square; in a square in the order of all reports.
fn by_square<'a>(vantage: &Vantage<'a>) -> BTreeMap<StrategicSquare, Vec<&'a Unit>> {
    let mut squares = BTreeMap::<_, Vec<_>>::new();
    for own in vantage.own.iter().filter(|own| own.is_commanded) {
        squares.entry(own.unit.at).or_default().push(own.unit);
    }
    squares
}

fn block(vantage: &Vantage<'_>, unit: &Unit) -> FormBlock {
    let (book, name) = (vantage.book, name(vantage, unit));
    let mut notes = vec![format!("{name}at {}: {}", unit.tac, moves::of(unit, book).words)];
    notes.extend(moves::tiredness(unit, book).into_iter().map(|note| note.words));
    notes.push(format!("without orders: {}", default_words(unit)));
    FormBlock::piece(format!("UNIT {}", unit.id), notes)
}

/// What a unit is called, before where it is; nothing where it has no name.
fn name(vantage: &Vantage<'_>, unit: &Unit) -> String {
    vantage.names().get(&unit.id).map(|name| format!("{name}, ")).unwrap_or_default()
}

fn deputised(vantage: &Vantage<'_>) -> Option<FormBlock> {
    let one = |own: &Own<'_>| {
        let at = vantage.atlas.map.grid.label(own.unit.at);
        format!("UNIT {} # {}at {at} {}", own.unit.id, name(vantage, own.unit), own.unit.tac)
    };
    let units: Vec<String> = vantage.own.iter().filter(|own| !own.is_commanded).map(one).collect();
    let head = "You are the deputy for these: take the first # away to order one.".to_owned();
    (!units.is_empty()).then(|| FormBlock::Note([vec![head], units].concat()))
}

/// ROTD-EUWOL 6.9: what a unit without orders does, in the words of orders.
fn default_words(unit: &Unit) -> String {
    let orders = UnitOrders::default_of(unit);
    let support = orders.support.map(|area| format!("SUPPORT {} RADIUS {}", area.centre, area.radius));
    let carry = orders.carry.map(|carry| match carry.from {
        SourceWish::None => format!("CARRY {} FROM NONE", carry.level),
        SourceWish::Nearest | SourceWish::Named(_) => format!("CARRY {}", carry.level),
    });
    let words: Vec<String> = support.into_iter().chain(carry).collect();
    words.join(", ")
}
