//! What becomes of pieces to which nothing is ordered: rehearsed as orders are, with those that stand for the player's other pieces, so
//! that supply and all else is in it.

use std::collections::BTreeSet;

use crate::game::GameRecord;
use crate::record::OrderBook;
use crate::seats::Seats;
use crate::shut;
use fieldpost_door::{Block, foresight};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;

/// What becomes of them, as things stand, as [`foresight::of_idle`] says it.
pub fn told(game: &GameRecord, orders: &OrderBook, by: PlayerNo, idle: &[Piece]) -> Vec<String> {
    if idle.is_empty() {
        return Vec::new();
    }
    let own = Seats::latest(game, orders).units_of(game, by);
    let own = own.into_iter().map(|(piece, _)| piece);
    let mut shut = shut::book_of(game, orders, by, own.collect());
    let known: BTreeSet<Piece> = shut.blocks.iter().map(|block| block.piece.clone()).collect();
    let without = idle.iter().filter(|piece| !known.contains(*piece));
    shut.blocks.extend(without.map(|piece| Block {
        piece: piece.clone(),
        lines: None,
        word_of_office: Vec::new(),
    }));
    shut.blocks.sort_by(|one, other| one.piece.cmp(&other.piece));
    foresight::of_idle(&game.board().foresee(by, &shut).pieces, idle)
}
