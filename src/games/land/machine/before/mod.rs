//! The machine player as it was at commit 7160410, changed only so far as it compiles: what the tournament measures
//! against. It goes when issue 12 is closed.
//!
//! The machine player: from what one player's report shows to the text of an order letter.
//!
//! **It sees only reports, by construction.** Its one source is the [`Vantage`] that the position report is printed
//! from, with the map and the rulebook's numbers, which everybody has; `tests/suite/layers.rs` keeps the position itself
//! out of this room, and dice, clock and fractions with it. So it is a pure function: the same report gives the same
//! letter. It remembers nothing between turns.
//!
//! What it does is plain, and meant to be: it keeps empty seats in the war, it does not play well. [`picture`] says what
//! is seen, [`corps`] who marches together, [`ways`] where the map lets them and [`local`] how on a tactical one, [`plan`] what each corps is to do,
//! [`orders`] how its units are told, [`stores`] what an office does for their bread.

use std::fmt::Write as _;

use crate::games::ground::square::Grid;
use crate::games::land::book::Book;
use crate::games::land::language::render;
use crate::games::land::machine::before::picture::Picture;
use crate::games::land::machine::before::ways::Ways;
use crate::games::land::orders::UnitOrder;
use crate::games::land::state::Season;
use crate::games::land::tell::vantage::Vantage;
use crate::games::land::unit::UnitId;

pub mod corps;
pub mod local;
pub mod orders;
pub mod picture;
pub mod plan;
pub mod stores;
pub mod ways;

/// A unit's block of the letter.
pub type Block = (UnitId, Vec<UnitOrder>);

/// The letter that the machine writes for a player, without a password; `None` where it has nothing to order. Outside
/// of campaigns it orders nothing: nobody marches then.
pub fn letter(vantage: &Vantage<'_>, book: &Book, game: &str) -> Option<String> {
    if vantage.season != Season::Campaign {
        return None;
    }
    let picture = Picture::of(vantage);
    let ways = Ways::new(vantage, &picture);
    let corps = corps::muster(vantage);
    let plans = plan::plans(&picture, &ways, book, &corps);
    let mut blocks = Vec::new();
    for (corps, plan) in corps.iter().zip(&plans) {
        blocks.extend(orders::of_corps(&picture, &ways, book, corps, plan));
    }
    blocks.extend(orders::of_armies(&picture, &ways, vantage, &corps, &plans));
    blocks.retain(|(_, orders)| !orders.is_empty());
    let offices = stores::orders(&picture, book, &corps);
    let grid = &vantage.atlas.map.grid;
    let offices: Vec<_> = offices.iter().map(|order| render::office_order(order, Some(grid))).collect();
    let nothing = blocks.is_empty() && offices.is_empty();
    (!nothing).then(|| text(vantage, game, grid, &blocks, &offices))
}

/// The letter in words.
fn text(vantage: &Vantage<'_>, game: &str, grid: &Grid, blocks: &[Block], offices: &[String]) -> String {
    let mut text = format!("GAME {game}\nTURN {}\nPLAYER {}\n", vantage.turn, vantage.player.name);
    offices.iter().for_each(|office| text += &format!("{office}\n"));
    for (unit, orders) in blocks {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "UNIT {unit}");
        for order in orders {
            let _ = writeln!(text, "{}", render::unit_order(order, Some(grid)));
        }
    }
    text + "END\n"
}
