//! From the canonical words that are kept to what a turn of land and sea is run by.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::joint::JointTable;
use crate::orders as land;
use fieldpost_door::{Assigns, Block, ClosedBook};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::Line;
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::letter::Complaint;
use fieldpost_ground::nation::NationCode;
use fieldpost_land::orders::TurnOrders;
use fieldpost_sea::chart::Chart;
use fieldpost_sea::language::{any_order, fits, office, ship_of};
use fieldpost_sea::orders::{Office, Order, ShipOrders};
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::ShipId;

/// Everything ordered for a turn, as it is kept: on land as the game understood it, at sea in canonical words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "game", rename = "joint")]
pub struct Orders {
    /// On land.
    pub land: TurnOrders,
    /// The lines of each ship.
    pub ships: BTreeMap<ShipId, Vec<String>>,
    /// What Naval Secretaries ordered, each by whom.
    pub office: Vec<(PlayerNo, String)>,
}

/// The same, as a turn is run by it.
#[derive(Clone, Debug, Default)]
pub struct Ordered {
    /// On land.
    pub land: TurnOrders,
    /// What each ship is to do.
    pub ships: BTreeMap<ShipId, ShipOrders>,
    /// What Naval Secretaries ordered, each for which nation.
    pub office: Vec<(NationCode, Office)>,
}

impl Ordered {
    /// What kept orders mean.
    pub fn of(table: &JointTable, orders: &Orders) -> Ordered {
        let chart = &table.fleet.chart;
        let nation = |by: &PlayerNo| table.land.state.player(*by).map(|player| player.nation);
        let at_sea = |(by, words): &(PlayerNo, String)| Some((nation(by)?, office(words, chart).ok()?));
        Ordered {
            land: orders.land.clone(),
            ships: orders.ships.iter().map(|(id, lines)| (*id, of_ship(lines, chart, *id))).collect(),
            office: orders.office.iter().filter_map(at_sea).collect(),
        }
    }

    /// What a shut book means.
    pub fn of_book(table: &JointTable, book: &ClosedBook) -> Ordered {
        Ordered::of(table, &of_turn(table, book))
    }
}

/// All that a shut book orders.
pub(crate) fn of_turn(table: &JointTable, book: &ClosedBook) -> Orders {
    let of_block = |block: &Block| -> Option<(ShipId, Vec<String>)> {
        let id = ship_of(&block.piece)?;
        let own = block.lines.iter().flatten().chain(&block.word_of_office);
        Some((id, own.map(|line| line.words.to_string()).collect()))
    };
    let chart = &table.fleet.chart;
    let at_sea = |(by, line): &(PlayerNo, Line)| {
        let order = office(&line.words, chart).ok()?;
        // Who commands what is settled by the desk.
        (!matches!(order, Office::Assign(..))).then(|| (*by, line.words.to_string()))
    };
    Orders {
        land: land::of_turn(&table.all, book),
        ships: book.blocks.iter().filter_map(of_block).collect(),
        office: book.offices.iter().filter_map(at_sea).collect(),
    }
}

/// What the lines of a ship order; each that cannot be read is refused in the turn.
pub(crate) fn of_ship(lines: &[String], chart: &Chart, id: ShipId) -> ShipOrders {
    let mut orders = ShipOrders::default();
    for line in lines {
        match any_order(line, chart).and_then(|order| fits(&order, id.kind).map(|()| order)) {
            Ok(order) => orders.put(order),
            Err(why) => orders.unread.push((line.clone(), why)),
        }
    }
    orders
}

/// What keeps every order from a ship on the Atlantic (WISC 6.17).
pub(crate) const ON_THE_ATLANTIC: &str =
    "she is on the Atlantic, and takes no orders before she has come to the other side (WISC 6.17)";

/// Lines that the type of a ship never has, and all lines for one that crosses the Atlantic, each with why (N-70).
pub(crate) fn strange(table: &JointTable, piece: &Piece, lines: &[Line]) -> Vec<Complaint> {
    let Some(id) = ship_of(piece) else { return Vec::new() };
    let crosses = table.crosses(id);
    let fault = |line: &Line| {
        let read: Result<Order, String> = any_order(&line.words, &table.fleet.chart);
        let fitting = read.and_then(|order| fits(&order, id.kind));
        let why = if crosses { ON_THE_ATLANTIC.to_owned() } else { fitting.err()? };
        Some(Complaint {
            span: line.span,
            line: line.words.to_string(),
            why: format!("{why}."),
            nearest: None,
        })
    };
    lines.iter().filter_map(fault).collect()
}

impl JointTable {
    /// Whether a ship is on the Atlantic.
    pub(crate) fn crosses(&self, id: ShipId) -> bool {
        self.fleet.state.ships.get(&id).is_some_and(|ship| matches!(ship.at, Place::Transit(..)))
    }
}

/// The seat of a ship that an office order gives.
pub(crate) fn assigns(table: &JointTable, line: &Line) -> Option<Assigns> {
    match office(&line.words, &table.fleet.chart).ok()? {
        Office::Assign(id, commander, deputy) => {
            Some(Assigns { piece: Piece::from(id.to_string()), commander, deputy })
        }
        _ => None,
    }
}
