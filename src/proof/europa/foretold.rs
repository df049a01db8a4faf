//! `[[foretold]]` of a case: its board, with a player for each power, and its letters.

use std::collections::BTreeMap;
use std::sync::Arc;

use fieldpost_door::Board;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;

use super::file::CaseFile;
use super::nations::id_of;
use crate::foretold::{self, Post};
use crate::receipts::EUROPA;
use fieldpost_europa::board::Table;
use fieldpost_europa::map::{Owner, Shapes};
use fieldpost_europa::position::{Position, World};
use fieldpost_europa::scenario::Scenario;

/// What of it does not hold.
pub(super) fn missed(file: &CaseFile, world: &World, position: &Position, text: &str) -> Vec<String> {
    if file.foretold.is_empty() {
        return Vec::new();
    }
    let mut position = position.clone();
    let players = seated(&mut position);
    let scenario = Arc::new(Scenario {
        title: "case".into(),
        aim: String::new(),
        world: Arc::new(world.clone()),
        goals: Vec::new(),
        players,
        window: Vec::new(),
        shapes: Arc::new(Shapes::default()),
        begins: ("1494-09".into(), 3),
        hidden: false,
        events: Vec::new(),
        escrows: 1,
        position: position.clone(),
    });
    let position = Arc::new(position);
    let board = |round: u64| -> Arc<dyn Board> {
        let (scenario, position) = (Arc::clone(&scenario), Arc::clone(&position));
        Arc::new(Table { seed: file.seed.wrapping_add(round), scenario, position })
    };
    foretold::missed(&EUROPA, &board, &post(file, &scenario), &file.foretold, text)
}

/// Gives each power that is nobody's minor a player of its name; who plays.
fn seated(position: &mut Position) -> Vec<(String, Owner)> {
    let own = position.initiative.iter().filter(|id| position.seat(id) == *id).cloned();
    let own: Vec<Owner> = own.collect();
    let mut players = Vec::new();
    for (number, id) in (0..).map(PlayerNo).zip(own) {
        let Some(power) = position.powers.get_mut(&id) else { continue };
        power.player = Some(number);
        players.push((power.name.clone(), id));
    }
    players
}

/// Letters of a case pay for the multiple campaign where they say nothing of one, as its stacks may all go.
fn post(file: &CaseFile, scenario: &Scenario) -> Post {
    let said: BTreeMap<Owner, &String> =
        file.campaign.iter().map(|(name, kind)| (id_of(name), kind)).collect();
    let campaign = |id: &Owner| said.get(id).map_or("multiple", |kind| kind.as_str()).to_uppercase();
    let stacks = file.stack.iter().map(|stack| stack.get_ref());
    let ordered = stacks.filter(|stack| !stack.orders.trim().is_empty());
    Post {
        letters: file.letter.iter().map(|letter| letter.get_ref().text.clone()).collect(),
        blocks: ordered
            .map(|stack| ("STACK", Piece::from(stack.id.as_str()), stack.orders.clone()))
            .collect(),
        before: scenario
            .players
            .iter()
            .map(|(name, id)| (name.clone(), format!("CAMPAIGN {}\n", campaign(id))))
            .collect(),
    }
}
