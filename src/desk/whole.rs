//! Blocks for all that belongs to a piece, such as a corps: a block for each piece of the sender's in it.

use std::collections::BTreeSet;

use crate::arrived::Arrived;
use crate::game::GameRecord;
use crate::seats::Seats;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seating;
use fieldpost_grammar::letter::{Block, Complaint, Letter};

/// A letter with a block for each piece in the place of those for several; `None` where it has none such. Only the sender's own
/// pieces get one: who belongs to another's headquarters is not told.
pub fn spelled_out(game: &GameRecord, letter: &Letter, arrived: &Arrived, by: PlayerNo) -> Option<Letter> {
    if !letter.units.iter().any(|block| block.whole) {
        return None;
    }
    let seats = Seats::latest(game, &game.book).with_stand_ins(game, arrived.receipt.at_ms);
    let particular = letter.units.iter().filter(|block| !block.whole).map(|block| &block.piece);
    let particular: BTreeSet<&Piece> = particular.collect();
    let mut units = Vec::new();
    for block in &letter.units {
        if !block.whole {
            units.push(block.clone());
            continue;
        }
        // A block of a piece's own counts before one for all, wherever it stands.
        let all = each(game, &seats, by, block).into_iter();
        units.extend(all.filter(|block| !particular.contains(&block.piece)));
    }
    Some(Letter { units, ..letter.clone() })
}

/// A block for each of the sender's pieces that belong to one, that one first.
fn each(game: &GameRecord, seats: &Seats<'_>, by: PlayerNo, block: &Block) -> Vec<Block> {
    let first = Block { whole: false, ..block.clone() };
    if seats.right_of(by, &block.piece).is_none() {
        return vec![first];
    }
    let members = game.board().members(&block.piece).into_iter().filter(|piece| *piece != block.piece);
    let own: Vec<_> = members.filter(|piece| seats.right_of(by, piece).is_some()).collect();
    if own.is_empty() {
        return vec![with_nobody_else(game, first)];
    }
    let copy = |piece| Block { piece, complaints: Vec::new(), ..first.clone() };
    std::iter::once(first.clone()).chain(game.in_order(own).into_iter().map(copy)).collect()
}

/// The block of a piece alone, which says so.
fn with_nobody_else(game: &GameRecord, mut block: Block) -> Block {
    let (noun, piece) = (game.noun(), &block.piece);
    let why = format!("No other {noun} of yours belongs to {piece}; the orders are for {piece} alone.");
    block.complaints.push(Complaint { span: block.span, line: piece.to_string(), why, nearest: None });
    block
}
