//! What a campaign says of itself in mails that every game sends: the welcome, the reminder.

use serde::Serialize;
use serde_json::{Value, json};

use crate::example::{example, raid};
use crate::table::Table;
use fieldpost_engine::calendar::Calendar;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::words::counted;
use fieldpost_land::book::Book;
use fieldpost_land::detection::Sight;
use fieldpost_land::language::unit_of;
use fieldpost_land::state::Season;
use fieldpost_land::unit::Unit;
use fieldpost_tell::Theatre;
use fieldpost_tell::place::Gazetteer;
use fieldpost_tell::vantage::Vantage;

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

/// How to march, by units of the player's own.
pub fn welcome(table: &Table, to: PlayerNo) -> Value {
    let example = example(&table.atlas, &table.state, to, None);
    let (nothing, Theatre { atlas, book }) = (Sight::default(), table.theatre());
    let capture = Vantage::of(to, &table.state, &nothing, atlas, book).as_ref().and_then(raid);
    json!({
        "capture": capture,
        "example_unit": example.unit,
        "example_square": example.square,
        "diagonal_square": example.diagonal,
        "diagonal_way": example.way,
        "ships": null,
        "has_army": true,
        "has_bridges": book.bridges.is_some(),
    })
}

/// Where the idle units stand, and how one of them is ordered.
pub fn reminder(table: &Table, to: PlayerNo, idle: &[Piece]) -> Value {
    let first = idle.first().and_then(unit_of);
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
        "example_square": example(&table.atlas, &table.state, to, first).square,
    })
}
