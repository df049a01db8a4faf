//! The order template at a report's end: what can be sent back as it is, once a password stands in it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::moves;
use crate::vantage::Vantage;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::book::Book;
use fieldpost_land::orders::{SourceWish, UnitOrders};
use fieldpost_land::unit::Unit;

/// With more units than this no blank lines stand between them: a letter's lines are limited.
const MOST_SPACED: usize = 300;

/// The template: game, turn and player as live lines, a line for the password, and a block for every unit that the
/// player commands, by strategic squares: with its place, how far it can move and what it does without orders as
/// comments. Units of which the player is the deputy stand in comments only, so that a template sent back does not
/// order over the commander's head.
///
/// **No line but the first three may be longer than a letter is wide**: wrapped, the rest of a comment would be an
/// order.
///
/// `more` are blocks for what brigades know nothing of, such as ships.
pub fn order_form(vantage: &Vantage<'_>, game: &str, more: &str) -> String {
    let mut form = String::with_capacity(200 + vantage.own.len() * 150);
    // Writing to a String cannot fail, here and below.
    let _ = writeln!(form, "GAME {game}\nTURN {}\nPLAYER {}", vantage.turn, vantage.player.name);
    form += "# Write your password after the word PASSWORD.\nPASSWORD\n";
    let gap = if vantage.own.len() > MOST_SPACED { "" } else { "\n" };
    for (at, units) in by_square(vantage) {
        let _ = writeln!(form, "{gap}# In {}:", vantage.atlas.map.grid.label(at));
        units.iter().for_each(|unit| write_block(&mut form, gap, unit, vantage.book));
    }
    write_deputised(&mut form, vantage);
    form += more;
    form += "END\n";
    form
}

/// The units that the player commands, by square; in a square in the order of all reports.
fn by_square<'a>(vantage: &Vantage<'a>) -> BTreeMap<StrategicSquare, Vec<&'a Unit>> {
    let mut squares = BTreeMap::<_, Vec<_>>::new();
    for own in vantage.own.iter().filter(|own| own.is_commanded) {
        squares.entry(own.unit.at).or_default().push(own.unit);
    }
    squares
}

fn write_block(form: &mut String, gap: &str, unit: &Unit, book: &Book) {
    let _ = writeln!(form, "{gap}UNIT {}\n# at {}: {}", unit.id, unit.tac, moves::of(unit, book).words);
    for note in moves::tiredness(unit, book) {
        let _ = writeln!(form, "# {}", note.words);
    }
    let _ = writeln!(form, "# without orders: {}", default_words(unit));
}

fn write_deputised(form: &mut String, vantage: &Vantage<'_>) {
    let deputised = vantage.own.iter().filter(|own| !own.is_commanded);
    for (place, own) in deputised.enumerate() {
        if place == 0 {
            form.push_str("\n# You are the deputy for these: take the first # away to order one.\n");
        }
        let at = vantage.atlas.map.grid.label(own.unit.at);
        let _ = writeln!(form, "# UNIT {} # at {at} {}", own.unit.id, own.unit.tac);
    }
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
