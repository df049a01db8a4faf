//! What a campaign says of itself in mails that every game sends: the welcome, the reminder.

use serde::Serialize;
use serde_json::{Value, json};

use crate::example::Examples;
use crate::table::Table;
use fieldpost_engine::calendar::Calendar;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::words::counted;
use fieldpost_land::book::Book;
use fieldpost_land::state::Season;
use fieldpost_land::unit::Unit;
use fieldpost_tell::place::Gazetteer;

/// A unit without orders.
#[derive(Serialize)]
struct IdleUnit {
    id: String,
    /// Its strategic square.
    square: String,
    /// Its tactical square.
    tac: String,
    /// The city that it is in or near, in words; empty where there is none.
    place: String,
}

/// What a war is about, a sentence each.
pub fn aims(aim: Option<String>, book: &Book, calendar: Calendar) -> Vec<String> {
    let Calendar { begins, days_a_turn } = calendar;
    let begins = begins.format("%-d %B %Y");
    let days = if days_a_turn == 1 { "one day".to_owned() } else { format!("{days_a_turn} days") };
    let days = format!("Turn 1 begins on {begins}; a turn is {days} of that war.");
    let turns = format!("A campaign lasts {} at most (rule 5.1).", counted(book.seasons.campaign, "turn"));
    aim.into_iter().chain([turns, days]).collect()
}

/// How to march, attack and take a city, by units of the player's own.
pub fn welcome(table: &Table, to: PlayerNo) -> Value {
    let examples = Examples::of(table, to);
    let march = examples.march();
    let (capture, attack) = examples.war(march.as_ref());
    json!({
        "march": march,
        "attack": attack,
        "capture": capture,
        "ships": null,
        "has_bridges": table.book.bridges.is_some(),
    })
}

/// Where the idle units stand, and how one of them is ordered.
pub fn reminder(table: &Table, to: PlayerNo, idle: &[Piece]) -> Value {
    let first = idle.iter().find_map(|piece| table.unit(piece));
    let march = first.map(|unit| Examples::of(table, to).march_of(unit));
    let map = &table.atlas.map;
    let row = |unit: &Unit| IdleUnit {
        id: unit.id.to_string(),
        square: map.grid.label(unit.at),
        tac: unit.tac.to_string(),
        place: Gazetteer(map).near(unit.at).map(|near| near.words).unwrap_or_default(),
    };
    json!({
        "units": idle.iter().filter_map(|piece| table.unit(piece)).map(row).collect::<Vec<_>>(),
        "is_deployment": table.state.season == Season::Deployment,
        "example_square": march.and_then(|march| march.square),
    })
}
