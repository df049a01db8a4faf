//! The machine player: from what one player's report shows to the text of an order letter.
//!
//! **It sees only reports, by construction.** Its one source is the [`Vantage`] that the position report is printed
//! from, with the map and the rulebook's numbers, which everybody has; `tests/suite/layers.rs` keeps the position itself
//! out of this room, and dice, clock and fractions with it. What it remembers is a note in the letter that it wrote a turn before, which
//! whoever asks hands it ([`memo`]). So it is a pure function: the same report and the same letter give the same letter.
//!
//! What it does is plain, and meant to be: rules of thumb, which `docs/hosts/machine.md` tells. [`picture`] says what is seen, [`memo`] what was, [`force`]
//! what troops count, [`corps`] who marches together, [`ways`] where the map lets them and [`local`] how on a tactical one,
//! [`errands`] which parties leave their corps, [`plan`] what each corps is to do, [`orders`] how its units are told, [`quarters`] where
//! headquarters go, [`charge`] who goes at whom on a tactical map, [`stores`] what an office does for their bread.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::corps::Corps;
use crate::memo::{Errand, Memory};
use crate::picture::Picture;
use crate::plan::{Plan, Task};
use crate::ways::Ways;
use fieldpost_engine::machine::Skill;
use fieldpost_ground::square::{Grid, StrategicSquare};
use fieldpost_land::language::render;
use fieldpost_land::orders::UnitOrder;
use fieldpost_land::state::Season;
use fieldpost_land::unit::UnitId;
use fieldpost_tell::vantage::Vantage;

pub mod charge;
pub mod corps;
pub mod errands;
pub mod force;
pub mod local;
pub mod memo;
pub mod orders;
pub mod picture;
pub mod plan;
pub mod quarters;
#[cfg(test)]
mod sketches;
pub mod stores;
pub mod ways;

/// A unit's block of the letter.
pub type Block = (UnitId, Vec<UnitOrder>);

/// A letter without a password in its parts, each line of which is ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// Game, turn and player.
    pub head: String,
    /// What its writer remembers, in lines that the post office does not read.
    pub memo: String,
    /// What the player's offices order.
    pub offices: String,
    /// A block for each piece.
    pub blocks: String,
}

impl Draft {
    /// A letter that orders nothing yet.
    pub fn new(game: &str, turn: u32, player: &str) -> Self {
        let head = format!("GAME {game}\nTURN {turn}\nPLAYER {player}\n");
        Draft { head, memo: String::new(), offices: String::new(), blocks: String::new() }
    }

    /// The letter.
    pub fn text(&self) -> String {
        [&self.head, &self.memo, &self.offices, &self.blocks, "END\n"].concat()
    }
}

/// What the machine is told of a seat beside its report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seat<'a> {
    /// The letter that it wrote for the seat a turn before.
    pub last: Option<&'a str>,
    /// How well it is to play.
    pub skill: Skill,
}

/// A letter of the machine's, and what it means to do by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The letter.
    pub draft: Draft,
    /// The units that are sent at an enemy, each with the square where he stands.
    pub attacks: BTreeMap<UnitId, StrategicSquare>,
}

/// The letter that the machine writes for a player, without a password; `None` where it has nothing to order. Outside
/// of campaigns it orders nothing: nobody marches then. `seat` is what is known of the seat.
pub fn letter(vantage: &Vantage<'_>, game: &str, seat: Seat<'_>) -> Option<String> {
    write(vantage, game, seat).map(|written| written.draft.text())
}

/// The same letter, with what it means to do.
pub fn write(vantage: &Vantage<'_>, game: &str, seat: Seat<'_>) -> Option<Written> {
    if vantage.season != Season::Campaign {
        return None;
    }
    let book = vantage.book;
    let grid = &vantage.atlas.map.grid;
    let picture = Picture::of_seat(vantage, seat.last, seat.skill);
    let ways = Ways::new(vantage, &picture);
    let mut corps = corps::muster(vantage);
    let errands = errands::send(&picture, &ways, book, &mut corps);
    let sent = errands.iter().map(|(_, plan)| (plan.goal, plan.task)).collect();
    let plans = plan::plans(&picture, &ways, book, &corps, &sent);
    let mut parts = Vec::new();
    let mut attacks = BTreeMap::new();
    let mut gone = BTreeSet::new();
    let errands = || errands.iter().map(|(party, plan)| (party, plan));
    let told = || corps.iter().zip(&plans).chain(errands());
    let sent = told().flat_map(|(corps, plan)| corps.brigades.iter().map(move |unit| (*unit, plan)));
    let charges = charge::plan(&picture, book, sent);
    for (corps, plan) in told() {
        gone.extend(corps.brigades.iter().chain(&corps.train).map(|unit| unit.id));
        let blocks = orders::of_corps(&picture, &ways, book, corps, plan, &charges);
        if plan.task == Task::Attack {
            attacks.extend(blocks.iter().map(|(unit, _)| (*unit, plan.goal)));
        }
        parts.push((plan.words(&picture), blocks));
    }
    let armies = orders::of_armies(&picture, &ways, vantage, &corps, &plans);
    parts.push(("Army headquarters keep near the corps".to_owned(), armies));
    parts.push(("Garrisons defend what they hold".to_owned(), orders::of_garrisons(&picture, &gone)));
    parts.iter_mut().for_each(|(_, blocks)| blocks.retain(|(_, orders)| !orders.is_empty()));
    parts.retain(|(_, blocks)| !blocks.is_empty());
    let offices = stores::orders(&picture, book, &corps);
    let offices: Vec<_> = offices.iter().map(|order| render::office_order(order, Some(grid))).collect();
    let nothing = parts.is_empty() && offices.is_empty();
    (!nothing).then(|| {
        let remembers = picture.skill > Skill::Recruit;
        let memo = if remembers { note(&picture, &corps, &plans).lines(grid) } else { String::new() };
        Written { draft: Draft { memo, ..draft(vantage, game, grid, &parts, &offices) }, attacks }
    })
}

/// What is to be known in the next turn: whom the player sees and saw, and what each corps is about. Who does something else for a turn,
/// or goes for bread, keeps its goal.
fn note(picture: &Picture<'_>, corps: &[Corps<'_>], plans: &[Plan<'_>]) -> Memory {
    let mut note = Memory::of(picture.vantage.turn, &picture.foes, &picture.ghosts);
    for (corps, plan) in corps.iter().zip(plans) {
        let had = corps.names().find_map(|unit| picture.memory.corps.get(&unit)).and_then(|had| had.goal);
        let is_objective = picture.town_at(plan.goal).is_none_or(|town| town.is_hostile() || town.besieged);
        let goal = if plan.task == Task::March && is_objective { Some(plan.goal) } else { had };
        note.corps.extend(corps.names().min().map(|unit| (unit, Errand { goal, stood: corps.post })));
    }
    note
}

/// Blocks that serve one end, and a note that says which.
type Part = (String, Vec<Block>);

/// The letter in words.
fn draft(vantage: &Vantage<'_>, game: &str, grid: &Grid, parts: &[Part], offices: &[String]) -> Draft {
    let mut draft = Draft::new(game, vantage.turn, &vantage.player.name);
    offices.iter().for_each(|office| draft.offices += &format!("{office}\n"));
    let text = &mut draft.blocks;
    for (note, blocks) in parts {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "# {note}:");
        for (unit, orders) in blocks {
            let _ = writeln!(text, "UNIT {unit}");
            for order in orders {
                let _ = writeln!(text, "{}", render::unit_order(order, Some(grid)));
            }
        }
    }
    draft
}
