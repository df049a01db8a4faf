//! What becomes of pieces to which nothing is ordered: rehearsed as orders are, with those that stand for the player's other pieces, so
//! that supply and all else is in it.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::GameRecord;
use crate::record::OrderBook;
use crate::seats::Seats;
use crate::shut;
use fieldpost_door::Block;
use fieldpost_door::foresight::{Kind, Outlook, Statement};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;

/// What becomes of them, as things stand: a line on all of whom the same is to be said. Of who stays where it is, and lacks nothing,
/// nothing is said.
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
    let foreseen = game.board().foresee(by, &shut).pieces;
    let mut of_whom: BTreeMap<String, Vec<&Piece>> = BTreeMap::new();
    for piece in idle {
        let words = foreseen.get(piece).map_or_else(String::new, words);
        of_whom.entry(words).or_default().push(piece);
    }
    of_whom.remove("");
    let mut lines: Vec<(&Piece, String)> = Vec::new();
    for (words, pieces) in of_whom {
        let names = pieces.iter().map(|piece| piece.as_str()).collect::<Vec<_>>().join(", ");
        lines.extend(pieces.first().map(|first| (*first, format!("{names}: {words}"))));
    }
    let place = |piece: &Piece| idle.iter().position(|other| other == piece);
    lines.sort_by_key(|(first, _)| place(first));
    lines.into_iter().map(|(_, line)| line).collect()
}

/// What is to be said of one: where it goes, if it goes anywhere, and what it lacks or meets. Advice is of orders alone.
fn words(outlook: &Outlook) -> String {
    let course = (!outlook.stays && !outlook.course.is_empty()).then(|| format!("{}.", outlook.course));
    let said = outlook.said.iter().filter(|said| said.kind != Kind::Advice).map(Statement::sentence);
    course.into_iter().chain(said).collect::<Vec<_>>().join(" ")
}
