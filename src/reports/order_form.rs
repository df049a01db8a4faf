//! The order template at a report's end: what can be sent back as it is, once a password stands in it.

use std::fmt::Write as _;

use crate::games::land::orders::{SourceWish, UnitOrders};
use crate::games::land::unit::Unit;
use crate::reports::vantage::Vantage;

/// With more units than this no blank lines stand between them: a letter's lines are limited.
const MOST_SPACED: usize = 300;

/// The template: game, turn and player as live lines, a line for the password, and a block for every unit
/// that the player commands, with what it does without orders as a comment. Units of which the player is the
/// deputy stand in comments only, so that a template sent back does not order over the commander's head.
pub fn order_form(vantage: &Vantage<'_>, game: &str) -> String {
    let mut form = String::with_capacity(160 + vantage.own.len() * 110);
    // Writing to a String cannot fail.
    let _ = writeln!(form, "GAME {game}\nTURN {}\nPLAYER {}", vantage.turn, vantage.player.name);
    form += "# PASSWORD and your password: write it here, without the #\n";
    let gap = if vantage.own.len() > MOST_SPACED { "" } else { "\n" };
    for own in vantage.own.iter().filter(|own| own.is_commanded) {
        let _ = write!(form, "{gap}UNIT {}\n# at {}", own.unit.id, vantage.atlas.map.grid.label(own.unit.at));
        let _ = writeln!(form, " {}; without orders: {}", own.unit.tac, default_words(own.unit));
    }
    let deputised = vantage.own.iter().filter(|own| !own.is_commanded);
    for (place, own) in deputised.enumerate() {
        if place == 0 {
            form += "\n# You are the deputy for these: take the # away to order one.\n";
        }
        let _ = writeln!(form, "# UNIT {}", own.unit.id);
    }
    form += "END\n";
    form
}

/// ROTD-EUWOL 6.9: what a unit without orders does, in the words of orders.
fn default_words(unit: &Unit) -> String {
    let orders = UnitOrders::default_of(unit.tac);
    let support = orders.support.map(|area| format!("SUPPORT {} RADIUS {}", area.centre, area.radius));
    let carry = orders.carry.map(|carry| match carry.from {
        SourceWish::None => format!("CARRY {} FROM NONE", carry.level),
        SourceWish::Nearest | SourceWish::Named(_) => format!("CARRY {}", carry.level),
    });
    let words: Vec<String> = support.into_iter().chain(carry).collect();
    words.join(", ")
}
