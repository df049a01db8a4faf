//! What a campaign says of itself in mails that every game sends: the welcome, the reminder.

use serde::Serialize;
use serde_json::{Value, json};

use crate::example::{Examples, MOST_TRIED};
use crate::fleet::Fleet;
use crate::table::Table;
use fieldpost_engine::calendar::Calendar;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::words::counted;
use fieldpost_land::book::Book;
use fieldpost_land::state::{Season, Seat};
use fieldpost_land::unit::Unit;
use fieldpost_land::victory::Victory;
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
pub struct ShipsLetter {
    count: usize,
    units: usize,
    called: String,
    at: String,
    pub lines: Vec<String>,
}

/// What a war is about, a sentence each.
pub fn aims(aim: Option<String>, book: &Book, calendar: Calendar, victory: Option<&Victory>) -> Vec<String> {
    let Calendar { begins, days_a_turn } = calendar;
    let begins = begins.format("%-d %B %Y");
    let days = if days_a_turn == 1 { "one day".to_owned() } else { format!("{days_a_turn} days") };
    let days = format!("Turn 1 begins on {begins}; a turn is {days} of that war.");
    let turns = format!("A campaign lasts {} at most (rule 5.1).", counted(book.seasons.campaign, "turn"));
    let counted = victory.map(Victory::words).unwrap_or_default();
    aim.into_iter().chain([turns, days]).chain(counted).collect()
}

/// How to march, attack and take a city, by units of the player's own, and where the player has ships, how to sail.
pub fn welcome(table: &Table, to: PlayerNo) -> Value {
    let examples = Examples::of(table, to);
    let ships = table.fleet().and_then(|fleet| first_letter(&examples, fleet, to));
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
    let units: Vec<IdleUnit> = units.chain(ships).collect();
    json!({
        "has_ships": units.iter().any(|unit| unit.tac.is_empty()),
        "has_land": units.iter().any(|unit| !unit.tac.is_empty()),
        "units": units,
        "is_deployment": table.land.season == Season::Deployment,
        "example_square": march.and_then(|march| march.square),
    })
}

/// How many ships a player commands, and a first letter for one of them; none without any.
pub fn first_letter(examples: &Examples<'_>, fleet: Fleet<'_>, to: PlayerNo) -> Option<ShipsLetter> {
    let commanded = || fleet.sea.state.ships.values().filter(move |ship| ship.commander == to);
    let mut own: Vec<&Ship> = commanded().filter(|ship| ship.is_active()).collect();
    // How ships fight is shown by one that fights.
    own.sort_by_key(|ship| (!ship.is_warship() || matches!(ship.at, Place::Transit(..)), ship.id));
    let mut letters = own.iter().take(MOST_TRIED).flat_map(|ship| {
        ways(fleet, ship).into_iter().take(MOST_TRIED).map(|way| (*ship, orders(ship, Some(way))))
    });
    let found = letters.find(|(ship, lines)| examples.works(ship.id.to_string(), lines));
    let (ship, lines) = found.or_else(|| own.first().map(|ship| (*ship, orders(ship, None))))?;
    let seat = |seat: &Seat| seat.commander == to;
    Some(ShipsLetter {
        count: commanded().count(),
        units: fleet.table.land.seats.values().filter(|row| seat(row)).count(),
        called: ship.called(),
        at: fleet.sea.chart.label(ship.at),
        lines: std::iter::once(format!("SHIP {}", ship.id)).chain(lines).chain(["END".into()]).collect(),
    })
}

/// Where a ship goes, and how she fights if she can.
fn orders(ship: &Ship, way: Option<String>) -> Vec<String> {
    let fights = ["CONTACT PURSUE", "BATTLE ENGAGE"].into_iter().filter(|_| ship.is_warship());
    way.into_iter().chain(fights.map(str::to_owned)).collect()
}

const SORTIE: &str = "SORTIE";

/// Orders to sail to the next waters, the likeliest first.
pub fn ways(fleet: Fleet<'_>, ship: &Ship) -> Vec<String> {
    let chart = &fleet.sea.chart;
    match ship.at {
        Place::Sea(sea, _) => {
            let of_base = ship.base.and_then(|base| chart.port(base).coast()).map(|coast| chart.coast(coast));
            let coasts = of_base.into_iter().chain(&chart.coasts).filter(|coast| coast.sea == Some(sea));
            coasts.map(|coast| format!("COAST {}", coast.code)).collect()
        }
        Place::Coast(coast) => {
            let harbors = chart.inlets(coast).into_iter().filter_map(|inlet| match inlet {
                Place::Harbor(port) if fleet.sea.state.is_friendly(port, ship.id.nation) => Some(port),
                _ => None,
            });
            harbors.map(|port| format!("HARBOR {}", chart.port(port).name)).collect()
        }
        at => {
            let out = chart.exits(at).into_iter().map(|exit| format!("COAST {}", chart.coast(exit.0).code));
            // Where enemies lie before it she fights her way out.
            out.chain([SORTIE.to_owned()]).collect()
        }
    }
}
