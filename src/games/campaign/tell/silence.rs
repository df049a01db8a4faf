//! What becomes of a player's pieces if nothing is ordered: told in the position report, by the engine that receipts are made by.

use crate::table::Table;
use fieldpost_door::{Block, Board, ClosedBook, Judge, Roll, foresight};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_print::heading::Heading;

/// The head of a player's reports, with what becomes of the pieces that the player commands if no letter comes.
pub(crate) fn with_silence(table: &Table, to: PlayerNo, heading: &Heading) -> Heading {
    Heading { silence: silence(table, to), ..heading.clone() }
}

fn silence(table: &Table, to: PlayerNo) -> Vec<String> {
    if !table.awaits_orders() {
        return Vec::new();
    }
    let own = table.pieces().into_iter().filter(|(_, seat)| seat.is_some_and(|seat| seat.commander == to));
    let own: Vec<Piece> = own.map(|(piece, _)| piece).filter(|piece| table.wants_orders(piece)).collect();
    let block = |piece: &Piece| Block { piece: piece.clone(), lines: None, word_of_office: Vec::new() };
    let book = ClosedBook { blocks: own.iter().map(block).collect(), ..ClosedBook::default() };
    foresight::of_idle(&table.foresee(to, &book).pieces, &own)
}
