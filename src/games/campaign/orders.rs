//! From the canonical words that are kept to what a turn is run by.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::table::Table;
use fieldpost_door::{Assigns, Block, ClosedBook};
use fieldpost_engine::line::Line;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seat;
use fieldpost_grammar::letter::{Complaint, Lexicon};
use fieldpost_land::command;
use fieldpost_land::language::{self, lexicon, office_order, orders_of, unit_of, unit_order};
use fieldpost_land::orders::{OfficeOrder, TurnOrders, UnitOrder, UnitOrders};
use fieldpost_land::state::LandState;
use fieldpost_land::unit::UnitId;

/// Everything ordered for a turn, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "kebab-case")]
pub enum Orders {
    /// On land.
    Land(TurnOrders),
}

/// What canonical words are read by: they hold no names but squares'.
fn squares(table: &Table) -> Lexicon {
    Lexicon { language: language::of(table.book), ..lexicon(&table.atlas.map.grid) }
}

/// What lines order a unit to do.
pub fn of_unit(table: &Table, lines: &[Line]) -> Vec<UnitOrder> {
    let squares = squares(table);
    lines.iter().filter_map(|line| unit_order(&line.words, &squares)).collect()
}

/// Lines that order no unit to do anything.
pub fn strange(table: &Table, lines: &[Line]) -> Vec<Complaint> {
    orders_of(lines, &squares(table)).1
}

/// What a line orders in an office.
pub fn of_office(table: &Table, line: &Line) -> Option<OfficeOrder> {
    office_order(&line.words, &squares(table))
}

/// The seat that an office order gives.
pub fn assigns(table: &Table, line: &Line) -> Option<Assigns> {
    match of_office(table, line)? {
        OfficeOrder::Assign { unit, commander, deputy } => {
            Some(Assigns { piece: unit.into(), commander, deputy })
        }
        _ => None,
    }
}

/// A position with the seats that a turn's letters have left.
pub fn seated(state: &LandState, seats: &BTreeMap<Piece, Seat>) -> LandState {
    let seats = seats.iter().filter_map(|(piece, seat)| Some((unit_of(piece)?, *seat)));
    LandState { seats: seats.collect(), ..state.clone() }
}

/// All that a shut book orders.
pub fn of_turn(table: &Table, book: &ClosedBook) -> TurnOrders {
    let squares = squares(table);
    let read = |lines: &[Line]| -> Vec<UnitOrder> {
        lines.iter().filter_map(|line| unit_order(&line.words, &squares)).collect()
    };
    let of_block = |block: &Block| -> Option<(UnitId, UnitOrders)> {
        let unit = table.unit(&block.piece)?;
        let own = block.lines.as_deref().map(read);
        Some((unit.id, command::in_force(unit, own, read(&block.word_of_office))))
    };
    let offices = book.offices.iter();
    TurnOrders {
        received: book.received.iter().filter_map(unit_of).collect(),
        units: book.blocks.iter().filter_map(of_block).collect(),
        offices: offices.filter_map(|(by, line)| Some((*by, office_order(&line.words, &squares)?))).collect(),
        reassigned: reassigned(&table.state, &book.seats),
    }
}

/// The seats that the letters of the turn have changed, as they were.
fn reassigned(state: &LandState, now: &BTreeMap<Piece, Seat>) -> BTreeMap<UnitId, Option<Seat>> {
    let before = |unit: &UnitId| state.seats.get(unit).copied();
    let now = now.iter().filter_map(|(piece, seat)| Some((unit_of(piece)?, *seat)));
    now.filter(|(unit, seat)| before(unit) != Some(*seat)).map(|(unit, _)| (unit, before(&unit))).collect()
}

/// A paper, read.
///
/// # Errors
/// If it is a paper of another kind.
pub fn read<T: DeserializeOwned>(what: &str, paper: &[u8]) -> Result<T, String> {
    serde_json::from_slice(paper).map_err(|why| format!("the {what} cannot be read: {why}"))
}

/// Something as a paper.
pub fn paper(what: &impl Serialize) -> Vec<u8> {
    // None of ours has a map whose keys are not words, which alone could not be written.
    serde_json::to_vec(what).unwrap_or_default()
}
