//! Examples of orders. Whatever a player is shown was rehearsed in the position in which it is shown, by the engine that makes receipts,
//! and nothing was remarked of it but what the dice may take: this is the one place that says so.

use std::collections::BTreeMap;

use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::{Right, Seat, Seating};
use fieldpost_grammar::{Form, read_letter};

use crate::foresight::{Kind, Statement};
use crate::{Block, Board, ClosedBook, Written};

/// So many candidates of a board are tried for one example.
const MOST_TRIED: usize = 8;

/// An order of a kind that works for a player in the open position, as lines of a letter; the plainest block if no kind is asked for.
pub fn of(board: &dyn Board, to: PlayerNo, about: Option<&Form>) -> Option<Vec<String>> {
    let candidates = board.examples(to, about);
    candidates.into_iter().take(MOST_TRIED).find(|lines| works(board, to, lines))
}

/// Whether lines of a letter are read, may be ordered by this player, and a receipt of them would mark nothing.
pub fn works(board: &dyn Board, by: PlayerNo, lines: &[String]) -> bool {
    let letter = read_letter(&lines.join("\n"), &board.lexicon());
    let is_read = letter.complaints.is_empty() && letter.prose.is_empty();
    let is_read = is_read && letter.units.iter().all(|block| block.complaints.is_empty());
    let orders_something =
        !letter.offices.is_empty() || letter.units.iter().any(|block| !block.orders.is_empty());
    let seats = &AtFirst::of(board);
    let is_taken = letter.units.iter().all(|block| {
        let written = Written { by, piece: &block.piece, lines: &block.orders, seats };
        board.refuses(written).is_empty()
    });
    let may = letter.offices.iter().all(|line| board.fault_of_office(by, line, seats).is_none());
    if !is_read || !orders_something || !is_taken || !may {
        return false;
    }
    let pieces: Vec<Piece> = letter.units.iter().map(|block| block.piece.clone()).collect();
    let block = |(piece, lines)| Block { piece, lines: Some(lines), word_of_office: Vec::new() };
    let blocks = letter.units.into_iter().map(|read| block((read.piece, read.orders))).collect();
    // Who gives a seat gives it at once: no turn is asked for it.
    let offices = letter.offices.into_iter().filter(|line| board.assigns(line).is_none());
    let offices = offices.map(|line| (by, line)).collect();
    let book = ClosedBook { blocks, received: pieces.clone(), offices, ..ClosedBook::default() };
    let foreseen = board.foresee(by, &book);
    let is_price = |said: &Statement| said.kind == Kind::Price;
    let is_plain =
        |piece: &Piece| foreseen.pieces.get(piece).is_some_and(|outlook| outlook.said.iter().all(is_price));
    foreseen.offices.is_empty() && pieces.iter().all(is_plain)
}

/// Who has what seat when a turn begins.
struct AtFirst(BTreeMap<Piece, Seat>);

impl AtFirst {
    fn of(board: &dyn Board) -> Self {
        AtFirst(board.pieces().into_iter().filter_map(|(piece, seat)| Some((piece, seat?))).collect())
    }
}

impl Seating for AtFirst {
    fn of(&self, piece: &Piece) -> Option<Seat> {
        self.0.get(piece).copied()
    }

    fn right_of(&self, player: PlayerNo, piece: &Piece) -> Option<Right> {
        let seat = self.0.get(piece)?;
        let deputises = (seat.deputy == Some(player)).then_some(Right::Deputy);
        if seat.commander == player { Some(Right::Commander) } else { deputises }
    }

    fn assigned(&self) -> Vec<Piece> {
        Vec::new()
    }

    fn all(&self) -> BTreeMap<Piece, Seat> {
        self.0.clone()
    }
}
