//! What a book comes to when it is shut, block by block: at the close of a turn, and for a rehearsal before it.

use std::collections::BTreeMap;

use crate::book;
use crate::game::GameRecord;
use crate::record::{Filed, OrderBook};
use fieldpost_door::{Block, ClosedBook};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::Line;
use fieldpost_engine::piece::Piece;

/// What stands for some of a player's units, by the part of the book that a letter touches and else by the game's, and what the
/// player has ordered in an office: for a rehearsal, which needs no seats.
pub fn book_of(game: &GameRecord, touched: &OrderBook, player: PlayerNo, units: Vec<Piece>) -> ClosedBook {
    let edits = touched.edits.clone();
    let mut own = OrderBook { turn: touched.turn, edits, ..OrderBook::default() };
    for unit in units {
        let filed = touched.units.get(&unit).or_else(|| game.book.units.get(&unit));
        own.units.extend(filed.map(|filed| (unit, filed.clone())));
    }
    let offices = touched.offices_in_force().filter(|filed| filed.player == player);
    ClosedBook {
        blocks: own.units.keys().filter_map(|unit| block(&own, unit)).collect(),
        received: in_order_of_receipt(game, &own),
        offices: offices.map(|filed| (filed.player, filed.order.clone())).collect(),
        seats: BTreeMap::new(),
    }
}

/// the units for which an order stands, in the order in which those orders were received; of one letter in the game's own
/// order, or as its blocks stand where the game goes by that.
pub fn in_order_of_receipt(game: &GameRecord, orders: &OrderBook) -> Vec<Piece> {
    let mut received = game.in_order(orders.units.keys().cloned().collect());
    let moment = |unit: &Piece| Some(book::in_force(orders, unit)?.moment());
    received.retain(|unit| moment(unit).is_some());
    if game.board().goes_as_written() {
        let line = |unit: &Piece| Some(book::in_force(orders, unit)?.lines.first()?.span.line);
        received.sort_by_key(|unit| line(unit));
    }
    received.sort_by_key(|unit| moment(unit));
    received
}

/// What stands for a unit, and the War Minister's word beside it (R-3.5a, rule 13.1). `None` where nothing at all stands.
pub fn block(orders: &OrderBook, unit: &Piece) -> Option<Block> {
    let stands = book::in_force(orders, unit);
    let word = book::minister_word(orders, unit);
    let lines = |filed: &Filed| -> Vec<Line> { filed.lines.clone() };
    stands.or(word)?;
    Some(Block {
        piece: unit.clone(),
        lines: stands.map(lines),
        word_of_office: word.map(lines).unwrap_or_default(),
    })
}
