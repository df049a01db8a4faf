//! Europa by mail: the board game of provinces and stacks under 30 house rules that let all powers move at once.
//!
//! A [`position`] stands on a board ([`map`]) whose costs and results are [`tables`]; powers write [`orders`]; a [`round`] runs
//! movement point by movement point and ends in combats, sieges and losses, told as [`event`]s. Rules are cited by the book's
//! numbers (A1 to H1); decisions on what the book leaves open as EU-01 to EU-84.

// What players write holds letters of more than a byte: a text is never cut where a letter may not end.
#![deny(clippy::string_slice)]

pub mod board;
mod course;
pub mod edits;
pub mod event;
pub mod fate;
pub mod language;
pub mod machine;
pub mod map;
pub mod orders;
pub mod picture;
pub mod position;
#[cfg(test)]
mod prose;
pub mod round;
pub mod scenario;
pub mod tables;
pub mod tell;

use std::collections::BTreeMap;
use std::sync::Arc;

use fieldpost_door::{Board, ClosedBook, Kept, Letters, Opening, Rulebook, Samples, Seedling};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::wishes::Wishes;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::PressError;
use fieldpost_print::shop::Shop;
use serde_json::json;

use crate::board::{Table, read_position};
use crate::position::Stack;
use crate::scenario::Scenario;

pub use crate::language::LANGUAGE;

pub static EUROPA: Rulebook = Rulebook {
    name: "europa",
    language: &LANGUAGE,
    office: "Referee",
    letters: Letters { welcome: "plain_welcome", reminder: "plain_reminder" },
    scenarios: scenario::BUILT_IN,
    scenario: opening,
    begin: |_| {
        Err("a scenario of this game is written by hand, after one of those that come with the program"
            .into())
    },
    aims,
    schema: Some(tell::file::schema),
    samples,
    told: |view| view,
    seal_of_form1: board::seal_of_form1,
    resume,
};

/// Its words in welcome and reminder, and the reports of a first round in which nobody orders anything.
fn samples(heading: &Heading, shop: &Shop<'_>) -> Result<Samples, String> {
    let example = ["STACK FR-1", "MOVE piedmont milan"];
    let reminder = json!({ "idle": ["FR-1"], "without": LANGUAGE.idle, "example": example });
    let text = EUROPA.scenarios.first().map_or("", |(_, text)| text).to_owned();
    let texts = BTreeMap::from([(fieldpost_door::MAIN_FILE.to_owned(), text)]);
    let board = opening(&texts).map_err(|faults| faults.join("; "))?.board.with(1494);
    let fault = |why: PressError| why.to_string();
    let wishes = Wishes::parse("NO PICTURES, NO DESK");
    let mut reports = vec![board.report(PlayerNo(0), heading, &wishes, shop).map_err(fault)?];
    let ran = board.run(&ClosedBook::default());
    reports.extend(ran.reports(PlayerNo(0), heading, &wishes, shop).map_err(fault)?);
    let of_phase = json!({ "idle": [], "without": LANGUAGE.idle, "example": ["ASK REFEREE and your words"] });
    let reminders = vec![reminder, of_phase];
    Ok(Samples { welcomes: vec![json!({ "example": example })], reminders, reports })
}

fn opening(texts: &BTreeMap<String, String>) -> Result<Opening, Vec<String>> {
    let scenario = Arc::new(scenario::read(texts)?);
    check_events(&scenario)?;
    let forces = forces(&scenario);
    let (title, aims) = (scenario.title.clone(), aims_of(&scenario.aim));
    let map = scenario.world.map.id.clone();
    let kept = scenario::used(texts)?;
    let seat = move |seed: u64| -> Arc<dyn Board> {
        let position = Arc::new(scenario.position.clone());
        Arc::new(Table { seed, scenario: Arc::clone(&scenario), position })
    };
    Ok(Opening { title, aims, map, texts: kept, forces, board: Seedling(Arc::new(seat)) })
}

/// What events of a scenario do must be edits, but for those of events and letters.
fn check_events(scenario: &Scenario) -> Result<(), Vec<String>> {
    let names = orders::Names::of(&scenario.world.map, &scenario.position);
    let fault = |number: u32, words: &String| {
        let why = match language::edit(words, &names) {
            Ok(edits::Edit::Event(_) | edits::Edit::Answer { .. } | edits::Edit::Reveal) => {
                "an event does not enact another, and answers no letters".to_owned()
            }
            Ok(_) => return None,
            Err(why) => why,
        };
        Some(format!("scenario.toml: event {number}: {words:?}: {why}"))
    };
    let of = |event: &scenario::Event| {
        event.edits.iter().filter_map(|words| fault(event.number, words)).collect::<Vec<_>>()
    };
    let faults: Vec<String> = scenario.events.iter().flat_map(of).collect();
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// What each seat begins with, in words.
fn forces(scenario: &Scenario) -> Vec<(String, String)> {
    let position = &scenario.position;
    let of = |seat: &map::Owner| {
        let own: Vec<&Stack> =
            position.stacks.values().filter(|stack| position.seat(&stack.owner) == seat).collect();
        let detachments: i32 = own.iter().map(|stack| stack.force.detachments()).sum();
        let ships: i32 = own.iter().map(|stack| stack.fleet.all()).sum();
        format!("{} stacks, {detachments} detachments, {ships} ships", own.len())
    };
    scenario.players.iter().map(|(_, seat)| (position.name(seat).to_owned(), of(seat))).collect()
}

fn aims(text: &str) -> Vec<String> {
    let table = text.parse::<toml::Table>().unwrap_or_default();
    aims_of(table.get("aim").and_then(toml::Value::as_str).unwrap_or_default())
}

fn aims_of(aim: &str) -> Vec<String> {
    if aim.is_empty() { Vec::new() } else { vec![aim.to_owned()] }
}

fn resume(kept: &Kept<'_>) -> Result<Arc<dyn Board>, String> {
    let text = (kept.text)(fieldpost_door::MAIN_FILE)?;
    let mut texts = BTreeMap::from([(fieldpost_door::MAIN_FILE.to_owned(), text)]);
    // The board and the tables that the game began with; of one that was opened before they were kept, those of the program.
    let names = scenario::files(&texts).map_err(|faults| faults.join("; "))?;
    texts.extend(
        names
            .into_iter()
            .filter_map(|name| Some(((kept.text)(&name).ok()?, name)))
            .map(|(text, name)| (name, text)),
    );
    let scenario = scenario::read(&texts).map_err(|faults| faults.join("; "))?;
    let position = read_position(kept.position)?;
    Ok(Arc::new(Table { seed: kept.seed, scenario: Arc::new(scenario), position: Arc::new(position) }))
}
