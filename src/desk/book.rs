//! What is in force for a unit, worked out from everything that was filed (rules 6.1, 6.11; decisions M-01,
//! M-01b, M-02, M-05; the original's page "ordseq").
//!
//! All filed orders are kept, those that did not count among them: a letter found late may change what
//! counts. The right in which each was given is that of its receipt and is never looked at again.

use std::sync::Arc;

use crate::record::{Filed, LetterNo, OrderBook, Receipt, Right};
use fieldpost_engine::piece::Piece;

/// A letter's place in the queue.
pub type Moment<'a> = (&'a Receipt, LetterNo);

/// What stands for a unit when everything filed has been taken in order of receipt; `None` is the default
/// orders of rule 6.9.
pub fn in_force<'a>(book: &'a OrderBook, unit: &Piece) -> Option<&'a Filed> {
    standing(filed(book, unit))
}

/// What stood for a unit right after the letter of this moment was taken.
pub fn in_force_at<'a>(book: &'a OrderBook, unit: &Piece, moment: Moment<'_>) -> Option<&'a Filed> {
    standing(filed(book, unit).filter(move |order| order.moment() <= moment))
}

/// What stood for a unit as far as letters up to this number were known: what the player was last told.
pub fn in_force_as_known<'a>(book: &'a OrderBook, unit: &Piece, last: LetterNo) -> Option<&'a Filed> {
    standing(filed(book, unit).filter(move |order| order.letter <= last))
}

/// The War Minister's word on a unit (R-3.5a, rule 13.1): the last one, unless it was cancelled.
pub fn minister_word<'a>(book: &'a OrderBook, unit: &Piece) -> Option<&'a Filed> {
    filed(book, unit).rfind(|order| order.right == Right::Minister).filter(|order| !order.lines.is_empty())
}

fn filed<'a>(book: &'a OrderBook, unit: &Piece) -> impl DoubleEndedIterator<Item = &'a Filed> + use<'a> {
    let all = book.units.get(unit).into_iter().flatten().map(Arc::as_ref);
    let counts = book.counting();
    all.filter(move |order| counts(order.moment()))
}

/// Takes orders in turn. A commander's displaces what stands; a deputy's displaces a deputy's and is
/// discarded while any commander's stands, even a former one's (M-02); an order without lines clears what
/// it would displace (M-05). What came before the last commander's order makes no difference and is not
/// looked at.
fn standing<'a>(orders: impl DoubleEndedIterator<Item = &'a Filed>) -> Option<&'a Filed> {
    let mut last = Vec::new();
    for order in orders.rev() {
        last.push(order);
        if order.right == Right::Commander {
            break;
        }
    }
    let take = |stands, order| if displaces(order, stands) { kept(order) } else { stands };
    last.into_iter().rev().fold(None, take)
}

fn kept(order: &Filed) -> Option<&Filed> {
    (!order.lines.is_empty()).then_some(order)
}

fn displaces(order: &Filed, stands: Option<&Filed>) -> bool {
    match order.right {
        Right::Commander => true,
        Right::Deputy => stands.is_none_or(|standing| standing.right == Right::Deputy),
        Right::Minister => false,
    }
}
