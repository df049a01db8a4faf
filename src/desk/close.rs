//! The close of a turn: what the book comes to at the deadline.

use std::collections::BTreeMap;

use crate::desk::answer::{Answer, NewsNotice, UnitNews};
use crate::desk::book;
use crate::desk::game::GameRecord;
use crate::desk::notice::notice;
use crate::desk::record::{Filed, FiledOffice, Held, OrderBook};
use crate::desk::seats::{self, Seats};
use crate::engine::ids::PlayerNo;
use crate::engine::line::Line;
use crate::engine::piece::Piece;
use crate::engine::seat::Seating;
use crate::games::door::{Block, ClosedBook};

/// What remains of a turn's book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closed {
    /// What the game carries out, with all seats as they are now. Assignments are not in it: they have taken effect at their
    /// receipt.
    pub book: ClosedBook,
    /// Assignments taken back because a player would command too many headquarters (M-07), newest first.
    pub undone: Vec<FiledOffice>,
    /// Letters still held: each is now refused (promise 2).
    pub expired: Vec<Held>,
    /// Word to those whom the two concern.
    pub answers: Vec<Answer>,
}

/// Why an expired letter is refused.
pub const EXPIRED: &str = "the turn closed before the letter was confirmed";

/// Closes a turn. The record itself is left as it is.
pub fn close(game: &GameRecord) -> Closed {
    let mut book = game.book.clone();
    let undone = seats::undo_excess(game.board(), game.roll(), &mut book);
    let offices = book.offices.iter().filter(|filed| filed.assigns.is_none());
    let closed = ClosedBook {
        blocks: book.units.keys().filter_map(|unit| block(&book, unit)).collect(),
        received: in_order_of_receipt(game, &book),
        offices: offices.map(|filed| (filed.player, filed.order.clone())).collect(),
        seats: Seats::latest(game, &book).all(),
    };
    Closed { book: closed, answers: answers(game, &undone), undone, expired: game.held.clone() }
}

/// What stands for some of a player's units, by the part of the book that a letter touches and else by the game's, and what the
/// player has ordered in an office: for a rehearsal, which needs no seats.
pub fn book_of(game: &GameRecord, touched: &OrderBook, player: PlayerNo, units: Vec<Piece>) -> ClosedBook {
    let mut own = OrderBook { turn: touched.turn, ..OrderBook::default() };
    for unit in units {
        let filed = touched.units.get(&unit).or_else(|| game.book.units.get(&unit));
        own.units.extend(filed.map(|filed| (unit, filed.clone())));
    }
    let offices = touched.offices.iter().filter(|filed| filed.player == player && filed.assigns.is_none());
    ClosedBook {
        blocks: own.units.keys().filter_map(|unit| block(&own, unit)).collect(),
        received: in_order_of_receipt(game, &own),
        offices: offices.map(|filed| (filed.player, filed.order.clone())).collect(),
        seats: BTreeMap::new(),
    }
}

/// the units for which an order stands, in the order in which those orders were received; of one letter in the game's own
/// order.
fn in_order_of_receipt(game: &GameRecord, orders: &OrderBook) -> Vec<Piece> {
    let mut received = game.in_order(orders.units.keys().cloned().collect());
    let moment = |unit: &Piece| Some(book::in_force(orders, unit)?.moment());
    received.retain(|unit| moment(unit).is_some());
    received.sort_by_key(|unit| moment(unit));
    received
}

/// What stands for a unit, and the War Minister's word beside it (R-3.5a, rule 13.1). `None` where nothing at all stands.
fn block(orders: &OrderBook, unit: &Piece) -> Option<Block> {
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

fn answers(game: &GameRecord, undone: &[FiledOffice]) -> Vec<Answer> {
    let mut news: BTreeMap<PlayerNo, (Vec<UnitNews>, Vec<String>)> = BTreeMap::new();
    for filed in undone {
        for player in concerned(game, filed) {
            news.entry(player).or_default().0.extend(undone_words(game, filed));
        }
    }
    for held in &game.held {
        if let Some((player, _)) = game.player_named(&held.player) {
            let received = game.received(&held.receipt).local;
            let words = format!("Your letter received at {received} was not carried out: {EXPIRED}.");
            news.entry(player).or_default().1.push(words);
        }
    }
    news.into_iter()
        .filter_map(|(player, (units, notes))| {
            notice(game, player, |name| NewsNotice {
                player: name,
                received: None,
                found_late: false,
                units,
                notes,
                deadline: game.stamp(game.settings.deadline_ms),
            })
        })
        .collect()
}

/// Who gave an assignment, and who was to command by it.
fn concerned(game: &GameRecord, filed: &FiledOffice) -> Vec<PlayerNo> {
    let mut players = vec![filed.player];
    let commander = filed.assigns.as_ref().and_then(|assigns| game.player_no(&assigns.commander));
    players.extend(commander.filter(|player| *player != filed.player));
    players
}

fn undone_words(game: &GameRecord, filed: &FiledOffice) -> Option<UnitNews> {
    let assigns = filed.assigns.as_ref()?;
    let why = game.board().excess().undone;
    let words = format!("the assignment to {} is taken back: {why}", assigns.commander);
    Some(UnitNews { unit: assigns.piece.clone(), words })
}
