//! The close of a turn: what the book comes to at the deadline.

use std::collections::BTreeMap;

use crate::answer::{Answer, NewsNotice, UnitNews};
use crate::game::GameRecord;
use crate::notice::notice;
use crate::record::{FiledOffice, Held};
use crate::seats::{self, Seats};
use crate::shut::{block, in_order_of_receipt};
use fieldpost_door::{ClosedBook, Excess};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::seat::Seating;
use fieldpost_engine::words::with_rule;

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
    let closed = ClosedBook {
        blocks: book.units.keys().filter_map(|unit| block(&book, unit)).collect(),
        received: in_order_of_receipt(game, &book),
        offices: book.orders_of_offices(),
        seats: Seats::latest(game, &book).all(),
    };
    Closed {
        book: closed,
        answers: answers(game, &undone),
        undone,
        expired: expired(game).cloned().collect(),
    }
}

/// The letters whose time is over with the turn: those that are kept for the next one wait on.
fn expired(game: &GameRecord) -> impl Iterator<Item = &Held> {
    game.held.iter().filter(|held| !held.outlives(game.book.turn))
}

fn answers(game: &GameRecord, undone: &[FiledOffice]) -> Vec<Answer> {
    let mut news: BTreeMap<PlayerNo, (Vec<UnitNews>, Vec<String>)> = BTreeMap::new();
    for filed in undone {
        for player in concerned(game, filed) {
            news.entry(player).or_default().0.extend(undone_words(game, filed));
        }
    }
    for held in expired(game) {
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
    let Excess { undone, rule, .. } = game.board().excess();
    let why = with_rule(undone, rule);
    let words = format!("the assignment to {} is taken back: {why}", assigns.commander);
    Some(UnitNews { unit: assigns.piece.clone(), words })
}
