//! Bids: a toy game behind the house's door, as small as a whole one can be. It is the example of docs/new-game.md, and the desk
//! and the store are tested with it, so that they are proven without any brigade.
//!
//! The rules. 1: a chest holds a number from 1 to 9, which only who commands or deputises for it may know. 2: first every chest
//! bids coins of its commander's (`BID n`), at most what he has left; without an order it bids 1. `HIDE` keeps its bid from all
//! others; `SEAL` keeps it out of the bidding, which its commander or the banker of his side may order, but not its deputy.
//! 3: then the highest bid is paid, and its chest is opened: its commander gets ten coins for each of its number, and a new
//! number is drawn. Of several highest ones none is opened. 4: a banker gives chests of his side to officers of it
//! (`GIVE chest TO player`); at the close nobody may have more than three.

pub mod faults;
mod language;
mod position;
mod table;

use std::collections::BTreeMap;
use std::sync::Arc;

use fieldpost_door::{Board, Kept, Letters, Opening, Rulebook, Rulebooks, Samples, Seedling};
use serde::Deserialize;
use serde_json::json;

pub use language::LANGUAGE;
pub use position::{Bidder, Chest, Position};
pub use table::Table;

/// The rulebook.
pub static BIDS: Rulebook = Rulebook {
    name: "bids",
    language: &LANGUAGE,
    office: "Banker",
    letters: Letters { welcome: "plain_welcome", reminder: "plain_reminder" },
    scenarios: &[("scenarios/parlour/scenario.toml", include_str!("scenario.toml"))],
    scenario: |texts| opening(texts).map_err(|fault| vec![fault]),
    begin: |_| Err("a scenario of this game is written by hand".into()),
    aims,
    schema: None,
    samples: |_, _| {
        let example = ["CHEST N1", "BID 5"];
        let reminder = json!({ "idle": ["N1"], "without": LANGUAGE.idle, "example": example });
        Ok(Samples {
            welcomes: vec![json!({ "example": example })],
            reminders: vec![reminder],
            ..Samples::default()
        })
    },
    told: |view| view,
    // It was never played in form 1.
    seal_of_form1: |_| Err("no turn of this game is of form 1".into()),
    resume,
};

/// A house in which nothing else is played.
pub static TOYS: Rulebooks = Rulebooks(&[&BIDS]);

/// A scenario, as its file says it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scenario {
    #[serde(rename = "ruleset")]
    _ruleset: String,
    title: String,
    aim: String,
    player: Vec<Bidder>,
    chest: BTreeMap<String, Owned>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Owned {
    number: u32,
    commander: String,
    deputy: Option<String>,
}

fn opening(texts: &BTreeMap<String, String>) -> Result<Opening, String> {
    let text = texts.get(fieldpost_door::MAIN_FILE).ok_or("expected a file scenario.toml, found none")?;
    let Scenario { title, aim, player, chest, .. } =
        toml::from_str(text).map_err(|error| format!("scenario.toml: {error}"))?;
    let mut position = Position { turn: 1, players: player, ..Position::default() };
    for (name, Owned { number, commander, deputy }) in chest {
        faults::break_on(faults::OPENING, number);
        let seat = position.seat(&commander, deputy.as_deref());
        let seat = seat.ok_or_else(|| format!("scenario.toml: chest {name}: {commander} does not play"))?;
        position.chests.insert(name.as_str().into(), Chest { number, seat });
    }
    let forces = position.forces();
    let position = Arc::new(position);
    let seat =
        move |seed: u64| -> Arc<dyn Board> { Arc::new(Table { seed, position: Arc::clone(&position) }) };
    Ok(Opening {
        title,
        aims: vec![aim],
        map: "none".into(),
        texts: BTreeMap::new(),
        forces,
        board: Seedling(Arc::new(seat)),
    })
}

/// What a game is about, by its scenario's text.
fn aims(text: &str) -> Vec<String> {
    toml::from_str(text).map(|Scenario { aim, .. }| vec![aim]).unwrap_or_default()
}

fn resume(kept: &Kept<'_>) -> Result<Arc<dyn Board>, String> {
    let position = Position::read(kept.position)?;
    Ok(Arc::new(Table { seed: kept.seed, position: Arc::new(position) }))
}
