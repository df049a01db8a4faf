//! The measure of receipts in Europa: each stack goes for the nearest enemy or anywhere, is divided or taken in, or the machine writes.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::europa::contact;
use crate::land::soak::lots::Lots;
use crate::receipts::post::Drafts;
use crate::receipts::{Ceiling, Measure};
use fieldpost_door::{Board, Seedling};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_europa::board::Table;
use fieldpost_europa::map::Place;
use fieldpost_europa::position::{Campaign, Kind, Stack};

/// The wars of Italy. The board is open: nobody sees less than all of it.
pub static EUROPA: Measure = Measure {
    name: "europa",
    ceiling: Ceiling { short: 25, long: 25 },
    begin: opened,
    draft,
    blind: |board, _| Some(Arc::new(Table::of(board)?.clone())),
    place: |board, piece| Table::of(board)?.place_of(piece),
    hindrances: |_, ran| Table::hindrances(ran),
    of_offices: |_, _| Vec::new(),
    done: |ran, _| Table::done(ran),
    blown: |_, _| false,
};

fn opened() -> Seedling {
    let italy = fieldpost_europa::EUROPA.scenarios.iter().find(|(path, _)| path.contains("italy"));
    let text = italy.map(|(_, text)| (*text).to_owned()).unwrap_or_default();
    let texts = BTreeMap::from([("scenario.toml".to_owned(), text)]);
    let opening = (fieldpost_europa::EUROPA.scenario)(&texts);
    opening.unwrap_or_else(|faults| panic!("{}", faults.join("\n"))).board
}

/// Orders for all stacks of a player's, half of the letters for the nearest enemy.
fn draft(board: &dyn Board, by: PlayerNo, lots: &mut Lots) -> Drafts {
    let Some(table) = Table::of(board) else { return Drafts::default() };
    let goes_for_enemies = lots.chance(50);
    let mut drafts = Drafts::default();
    for (id, contact) in contact::blocks(table, by).unwrap_or_default() {
        let Some(stack) = table.position.stacks.get(&id) else { continue };
        let mut orders = if goes_for_enemies { contact } else { anywhere(table, &id, stack, lots) };
        if Stack::kind(&id) == Kind::Land && stack.aboard.is_none() {
            orders += &reshaped(table, &id, stack, lots, &mut drafts);
        }
        drafts.blocks.push((id.clone(), format!("STACK {id}\n{orders}END\n")));
    }
    let campaign = if goes_for_enemies { Some(&Campaign::Multiple) } else { lots.pick(&Campaign::ALL) };
    drafts
        .offices
        .extend(campaign.filter(|_| lots.chance(70)).map(|kind| format!("CAMPAIGN {}", kind.words())));
    drafts
}

/// A way of some steps, or none.
fn anywhere(table: &Table, id: &Piece, stack: &Stack, lots: &mut Lots) -> String {
    let map = &table.scenario.world.map;
    let mut at = stack.at.clone();
    let mut way = Vec::new();
    for _ in 0..lots.below(4) {
        let next: Vec<Place> = match Stack::kind(id) {
            Kind::Land if stack.aboard.is_none() => map.beside(&at).cloned().collect(),
            Kind::Fleet => match map.seas.get(&at) {
                Some(sea) => sea.next.clone(),
                None => map.provinces.get(&at).map(|port| port.coast.clone()).unwrap_or_default(),
            },
            _ => Vec::new(),
        };
        let Some(next) = lots.pick(&next).cloned() else { break };
        way.push(next.to_string());
        at = next;
    }
    if way.is_empty() { "HOLD\n".into() } else { format!("MOVE {}\n", way.join(" ")) }
}

/// Now and then a part of it that goes its own way, or another that it takes in.
fn reshaped(table: &Table, id: &Piece, stack: &Stack, lots: &mut Lots, drafts: &mut Drafts) -> String {
    let is_made = |new: &Piece| drafts.blocks.iter().any(|(other, _)| other == new);
    if lots.chance(15) {
        let new = Some(table.position.free_id(id)).filter(|new| !is_made(new));
        let Some(new) = new else { return String::new() };
        let orders = anywhere(table, &new, stack, lots);
        drafts.blocks.push((new.clone(), format!("STACK {new}\n{orders}END\n")));
        return format!("DETACH {new} WITH 1 LD\n");
    }
    let is_beside = |(other, found): &(&Piece, &Stack)| {
        *other != id
            && (&found.at, &found.owner) == (&stack.at, &stack.owner)
            && Stack::kind(other) == Kind::Land
    };
    let beside = table.position.stacks.iter().find(is_beside).filter(|_| lots.chance(10));
    beside.map(|(other, _)| format!("ABSORB {other}\n")).unwrap_or_default()
}
