//! Orders for the turn that opens next (`TURN n+1` in a letter). They are kept as they came and judged when that turn opens, by the
//! position, the seats and the rules of then: nobody can foretell them before (M-04b). What else stands in the letter is done at once.
//!
//! Letters for one turn are taken up in the order in which they came, so a later one takes the place of an earlier one unit by unit,
//! as within a turn (M-05).

use std::collections::BTreeMap;

use crate::arrived::Arrived;
use crate::game::GameRecord;
use crate::record::{Early, Held};
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::letter::{Account, Letter};

/// The turn for which a letter's orders are kept; `None` where they are for the open turn, or for none that takes any.
pub fn turn_of(game: &GameRecord, letter: &Letter) -> Option<u32> {
    let next = game.book.turn.checked_add(1)?;
    let is_named = letter.turn.as_ref().is_some_and(|turn| turn.what == next);
    (is_named && game.over().is_none()).then_some(next)
}

/// Why the orders of a letter for the next turn cannot be kept, in a sentence.
pub fn fault(arrived: &Arrived, turn: u32) -> Option<String> {
    arrived.confirmed.then(|| {
        format!("a letter that had to be confirmed is not kept for a later turn: send it again once turn {turn} is open")
    })
}

/// What was kept of a letter whose turn is open now, if it is one.
pub fn taken_up<'a>(game: &'a GameRecord, arrived: &Arrived) -> Option<&'a Early> {
    let held = game.held.iter().find(|held| held.letter == arrived.letter)?;
    held.early.as_ref().filter(|early| early.turn <= game.book.turn)
}

/// A letter that was kept, as it is judged when its turn opens: its orders alone, for all else was done when it came.
pub fn orders_alone(letter: &Letter) -> Letter {
    let is_order = |what: &Account| matches!(what, Account::CancelOrders(_) | Account::CancelOffice(_));
    let accounts = letter.accounts.iter().filter(|read| is_order(&read.what)).cloned().collect();
    Letter { accounts, presses: Vec::new(), ..letter.clone() }
}

/// Whether letters of the same player take the place of all that a kept one orders: nothing of it is left to be taken up.
pub fn is_overtaken(held: &[Held], one: &Held) -> bool {
    let Some(early) = &one.early else { return false };
    let mut later = later_than(held, one).peekable();
    if later.peek().is_none() {
        return false;
    }
    let later = later.collect::<Vec<_>>();
    let is_cleared = later.iter().any(|other| other.clears);
    let is_replaced = |piece: &Piece| later.iter().any(|other| other.pieces.contains_key(piece));
    is_cleared || early.offices.is_empty() && !early.clears && early.pieces.keys().all(is_replaced)
}

fn later_than<'a>(held: &'a [Held], one: &'a Held) -> impl Iterator<Item = &'a Early> {
    let turn = one.early.as_ref().map(|early| early.turn);
    let is_later = move |other: &&Held| {
        other.player == one.player && (&other.receipt, other.letter) > (&one.receipt, one.letter)
    };
    held.iter()
        .filter(is_later)
        .filter_map(|other| other.early.as_ref())
        .filter(move |early| Some(early.turn) == turn)
}

/// What is kept for a player and the next turn once all letters for it are taken in their order, a line each.
pub fn kept_lines(game: &GameRecord, player: &str, besides: Option<&Early>) -> Vec<String> {
    let mut held = game.held.iter().filter(|held| held.player == player).collect::<Vec<_>>();
    held.sort_by_key(|held| (&held.receipt, held.letter));
    let open = game.book.turn;
    let all = held.into_iter().filter_map(|held| held.early.as_ref()).chain(besides);
    let (mut pieces, mut offices) = (BTreeMap::new(), Vec::new());
    for early in all.filter(|early| early.turn > open) {
        if early.clears {
            pieces.clear();
            offices.clear();
        }
        pieces.extend(early.pieces.iter().map(|(piece, lines)| (piece.clone(), lines)));
        offices.extend(early.offices.iter().cloned());
    }
    pieces.retain(|_, lines: &mut &Vec<String>| !lines.is_empty());
    let order = game.in_order(pieces.keys().cloned().collect());
    let lines = order.iter().filter_map(|piece| Some(format!("{piece}: {}", pieces.get(piece)?.join("; "))));
    lines.chain(offices).collect()
}
