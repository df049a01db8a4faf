//! What a campaign says of itself in mails that every game sends: the welcome, the reminder.

use serde::Serialize;
use serde_json::{Value, json};

use crate::example::Examples;
use crate::fleet::Fleet;
use crate::table::Table;
use fieldpost_engine::calendar::Calendar;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::words::counted;
use fieldpost_land::book::Book;
use fieldpost_land::state::Season;
use fieldpost_land::unit::Unit;
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::Ship;
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

/// How many ships a player commands, and how many units; one of the ships, where she is, and a first letter for her.
#[derive(Serialize)]
struct ShipsLetter {
    count: usize,
    units: usize,
    called: String,
    at: String,
    lines: Vec<String>,
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

/// How to march, attack and take a city, by units of the player's own, and where the player has ships, how to sail.
pub fn welcome(table: &Table, to: PlayerNo) -> Value {
    let ships = table.fleet().and_then(|fleet| first_letter(fleet, to));
    let examples = Examples::of(table, to);
    let march = examples.march();
    let (capture, attack) = examples.war(march.as_ref());
    json!({
        "march": march,
        "attack": attack,
        "capture": capture,
        "ships": ships,
        "has_bridges": table.book.bridges.is_some(),
    })
}

/// Where the idle units stand and the idle ships are, and how a unit is ordered.
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
    let units = idle.iter().filter_map(|piece| table.unit(piece)).map(row);
    let ships = table.fleet().into_iter().flat_map(|fleet| {
        let row = |ship: &Ship| IdleUnit {
            id: ship.id.to_string(),
            square: fleet.sea.chart.label(ship.at),
            tac: String::new(),
            place: String::new(),
        };
        idle.iter().filter_map(|piece| table.ship(piece)).map(row).collect::<Vec<_>>()
    });
    json!({
        "units": units.chain(ships).collect::<Vec<_>>(),
        "is_deployment": table.land.season == Season::Deployment,
        "example_square": march.and_then(|march| march.square),
    })
}

/// How many ships a player commands, and a first letter for one of them; none without any.
fn first_letter(fleet: Fleet<'_>, to: PlayerNo) -> Option<ShipsLetter> {
    let own = || fleet.sea.state.ships.values().filter(move |ship| ship.commander == to && ship.is_active());
    let count = fleet.sea.state.ships.values().filter(|ship| ship.commander == to).count();
    let fights = own().find(|ship| ship.is_warship() && !matches!(ship.at, Place::Transit(..)));
    let ship = fights.or_else(|| own().next())?;
    let seat = |seat: &fieldpost_land::state::Seat| seat.commander == to;
    let units = fleet.table.land.seats.values().filter(|row| seat(row)).count();
    let mut lines = vec![format!("SHIP {}", ship.id)];
    lines.extend(way(fleet, ship));
    lines.extend(
        ["CONTACT PURSUE", "BATTLE ENGAGE"].into_iter().filter(|_| ship.is_warship()).map(str::to_owned),
    );
    lines.push("END".into());
    let (called, at) = (ship.called(), fleet.sea.chart.label(ship.at));
    Some(ShipsLetter { count, units, called, at, lines })
}

/// An order to sail to the next waters.
fn way(fleet: Fleet<'_>, ship: &Ship) -> Option<String> {
    let chart = &fleet.sea.chart;
    match ship.at {
        Place::Sea(sea, _) => {
            // The waters of her base, where they are of this sea area.
            let of_base = ship.base.and_then(|base| chart.port(base).coast()).map(|coast| chart.coast(coast));
            let near = of_base.filter(|coast| coast.sea == Some(sea));
            let near = near.or_else(|| chart.coasts.iter().find(|coast| coast.sea == Some(sea)));
            near.map(|coast| format!("COAST {}", coast.code))
        }
        Place::Coast(coast) => {
            let inlet = chart.inlets(coast).into_iter().find_map(|inlet| match inlet {
                Place::Harbor(port) if fleet.sea.state.is_friendly(port, ship.id.nation) => Some(port),
                _ => None,
            });
            inlet.map(|port| format!("HARBOR {}", chart.port(port).name))
        }
        at => chart.exits(at).first().map(|exit| format!("COAST {}", chart.coast(exit.0).code)),
    }
}
