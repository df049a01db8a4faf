//! The close of a turn: what the book comes to at the deadline.

use std::collections::BTreeMap;

use crate::desk::answer::{Answer, NewsNotice, UnitNews};
use crate::desk::book;
use crate::desk::game::GameRecord;
use crate::desk::notice::notice;
use crate::desk::record::{Filed, FiledOffice, Held, OrderBook};
use crate::desk::seats::{self, Seats};
use crate::engine::ids::PlayerNo;
use crate::games::land::orders::{OfficeOrder, TurnOrders, UnitOrder, UnitOrders};
use crate::games::land::state::Seat;
use crate::games::land::unit::UnitId;

/// What remains of a turn's book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closed {
    /// What the engine carries out. Assignments are not in it: they have taken effect at their receipt.
    pub orders: TurnOrders,
    /// All seats as they are now, to be put into the position before the turn is run (rule 3.5).
    pub seats: BTreeMap<UnitId, Seat>,
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
    let undone = seats::undo_excess(game.state(), &mut book);
    let offices = book.offices.iter().filter(|filed| seats::assigned(filed).is_none());
    let seats = Seats::latest(game.state(), &book).all();
    let orders = TurnOrders {
        received: in_order_of_receipt(&book),
        units: book.units.keys().filter_map(|unit| Some((*unit, orders_of(game, *unit)?))).collect(),
        offices: offices.map(|filed| (filed.player, filed.order.what.clone())).collect(),
        reassigned: reassigned(&game.state().seats, &seats),
    };
    Closed { orders, seats, answers: answers(game, &undone), undone, expired: game.held.clone() }
}

/// The seats that the letters of the turn have changed, as they were.
fn reassigned(
    before: &BTreeMap<UnitId, Seat>,
    now: &BTreeMap<UnitId, Seat>,
) -> BTreeMap<UnitId, Option<Seat>> {
    let changed = now.iter().filter(|(unit, seat)| before.get(unit) != Some(seat));
    changed.map(|(unit, _)| (*unit, before.get(unit).copied())).collect()
}

/// the units for which an order stands, in the order in which those orders were received.
fn in_order_of_receipt(orders: &OrderBook) -> Vec<UnitId> {
    let moment = |unit: &UnitId| Some((book::in_force(orders, *unit)?.moment(), *unit));
    let mut received: Vec<_> = orders.units.keys().filter_map(moment).collect();
    received.sort_unstable();
    received.into_iter().map(|(_, unit)| unit).collect()
}

/// What a unit carries out: the order in force or the default one, and the War Minister's word beside it
/// (R-3.5a, rule 13.1). `None` where nothing at all stands.
fn orders_of(game: &GameRecord, unit: UnitId) -> Option<UnitOrders> {
    let stands = book::in_force(&game.book, unit);
    let word = book::minister_word(&game.book, unit);
    let known = game.state().units.get(&unit)?;
    let lines = |filed: &Filed| filed.lines.iter().map(|read| read.what.clone()).collect::<Vec<_>>();
    let mut orders = match (stands, word) {
        (None, None) => return None,
        (Some(stands), _) => UnitOrders::from_lines(lines(stands)),
        (None, Some(_)) => UnitOrders::default_of(known),
    };
    for line in word.map(lines).unwrap_or_default() {
        match line {
            UnitOrder::MergeInto(other) => orders.merge_into = Some(other),
            UnitOrder::Inactivate => orders.inactivate = true,
            _ => {}
        }
    }
    Some(orders)
}

fn answers(game: &GameRecord, undone: &[FiledOffice]) -> Vec<Answer> {
    let mut news: BTreeMap<PlayerNo, (Vec<UnitNews>, Vec<String>)> = BTreeMap::new();
    for filed in undone {
        for player in concerned(game, filed) {
            news.entry(player).or_default().0.extend(undone_words(filed));
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
    if let OfficeOrder::Assign { commander, .. } = &filed.order.what {
        players.extend(game.state().player_named(commander).filter(|player| *player != filed.player));
    }
    players
}

fn undone_words(filed: &FiledOffice) -> Option<UnitNews> {
    let OfficeOrder::Assign { unit, commander, .. } = &filed.order.what else { return None };
    let words = format!(
        "the assignment to {commander} is taken back: nobody may command more than one army headquarters or two \
         corps headquarters, and it was the newest in excess (rule 3.5)"
    );
    Some(UnitNews { unit: *unit, words })
}
