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
use crate::memo::Memory;
use crate::picture::Picture;
use crate::plan::{Plan, Task};
use crate::temper::Temper;
use crate::ways::Ways;
use fieldpost_engine::machine::Skill;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::language::render;
use fieldpost_land::orders::{OfficeOrder, UnitOrder};
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
pub mod temper;
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

/// What a player means to do in a turn, before it is put into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intent {
    /// What each group of units does, be it nothing.
    pub parts: Vec<Part>,
    /// What the player's offices order.
    pub offices: Vec<OfficeOrder>,
    /// What is noted for the next turn's letter.
    memo: String,
}

/// What a group of units does to one end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// To what end, for who reads the letter.
    note: String,
    /// Where the enemies are at whom it goes.
    attacks: Option<StrategicSquare>,
    pub blocks: Vec<Block>,
}

impl Intent {
    /// The letter that says so, without a password; `None` where nothing is ordered.
    pub fn written(&self, vantage: &Vantage<'_>, game: &str) -> Option<Written> {
        let nothing = self.parts.iter().all(|part| part.blocks.is_empty()) && self.offices.is_empty();
        let attackers = |part: &Part| {
            let foe = part.attacks;
            part.blocks.iter().filter_map(move |(unit, _)| Some((*unit, foe?))).collect::<Vec<_>>()
        };
        let attacks = self.parts.iter().flat_map(attackers).collect();
        (!nothing).then(|| Written { draft: draft(vantage, game, self), attacks })
    }
}

/// The letter that the machine writes for a player, without a password; `None` where it has nothing to order. Outside
/// of campaigns it orders nothing: nobody marches then. `seat` is what is known of the seat.
pub fn letter(vantage: &Vantage<'_>, game: &str, seat: Seat<'_>) -> Option<String> {
    write(vantage, game, seat).map(|written| written.draft.text())
}

/// The same letter, with what it means to do.
pub fn write(vantage: &Vantage<'_>, game: &str, seat: Seat<'_>) -> Option<Written> {
    intend(vantage, seat, Temper::default())?.written(vantage, game)
}

/// What a player of a temper means to do; `None` outside of campaigns.
pub fn intend(vantage: &Vantage<'_>, seat: Seat<'_>, temper: Temper) -> Option<Intent> {
    if vantage.season != Season::Campaign {
        return None;
    }
    let book = vantage.book;
    let picture = Picture::of_seat(vantage, seat.last, (seat.skill, temper));
    let ways = Ways::new(vantage, &picture);
    let mut corps = corps::muster(vantage);
    let errands = errands::send(&picture, &ways, book, &mut corps);
    let sent = errands.iter().map(|(_, plan)| (plan.goal, plan.task)).collect();
    let plans = plan::plans(&picture, &ways, book, &corps, &sent);
    let mut gone = BTreeSet::new();
    let errands = || errands.iter().map(|(party, plan)| (party, plan));
    let told = || corps.iter().zip(&plans).chain(errands());
    let sent = told().flat_map(|(corps, plan)| corps.brigades.iter().map(move |unit| (*unit, plan)));
    let charges = charge::plan(&picture, book, sent);
    let part = |(corps, plan): (&Corps<'_>, &Plan<'_>)| {
        gone.extend(corps.brigades.iter().chain(&corps.train).map(|unit| unit.id));
        let attacks = (plan.task == Task::Attack).then_some(plan.goal);
        Part {
            attacks,
            ..Part::of(&plan.words(&picture), orders::of_corps(&picture, &ways, book, corps, plan, &charges))
        }
    };
    let mut parts: Vec<Part> = told().map(part).collect();
    let armies = orders::of_armies(&picture, &ways, vantage, &corps, &plans);
    parts.push(Part::of("Army headquarters keep near the corps", armies));
    parts.push(Part::of("Garrisons defend what they hold", orders::of_garrisons(&picture, &gone)));
    let remembers = picture.skill > Skill::Recruit;
    let memory = || Memory::of(vantage.turn, &picture.foes, &picture.ghosts).lines(&vantage.atlas.map.grid);
    let memo = if remembers { memory() } else { String::new() };
    Some(Intent { parts, offices: stores::orders(&picture, book, &corps), memo })
}

impl Part {
    fn of(note: &str, mut blocks: Vec<Block>) -> Self {
        blocks.retain(|(_, orders)| !orders.is_empty());
        Part { note: note.to_owned(), attacks: None, blocks }
    }
}

/// The letter in words.
fn draft(vantage: &Vantage<'_>, game: &str, intent: &Intent) -> Draft {
    let grid = &vantage.atlas.map.grid;
    let mut draft = Draft::new(game, vantage.turn, &vantage.player.name);
    draft.memo.clone_from(&intent.memo);
    for order in &intent.offices {
        draft.offices += &format!("{}\n", render::office_order(order, Some(grid)));
    }
    let text = &mut draft.blocks;
    for Part { note, blocks, .. } in intent.parts.iter().filter(|part| !part.blocks.is_empty()) {
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
