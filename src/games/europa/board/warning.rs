//! Lines of a block that contradict one another. They are filed all the same.

use fieldpost_door::foresight::Statement;
use fieldpost_engine::piece::Piece;

use crate::event::reason::{Reason, Why};
use crate::orders::Order;
use crate::position::{Kind, Stack};

/// A sentence on each line that stands beside another which contradicts it; all else the rehearsed round says.
pub(super) fn advice(piece: &Piece, orders: &[Order]) -> Vec<Statement> {
    let has = |of: fn(&Order) -> bool| orders.iter().any(of);
    let moves = has(|order| matches!(order, Order::Move(_)));
    let mut said = Vec::new();
    if moves && Stack::kind(piece) == Kind::Land && has(|order| matches!(order, Order::Hold)) {
        said.push(in_words(Why::HoldBesideMove));
    }
    let besieges = has(|order| matches!(order, Order::Siege { .. }));
    if besieges && has(|order| matches!(order, Order::LiftSiege)) {
        said.push(in_words(Why::SiegeAndLiftSiege));
    }
    said
}

fn in_words(why: impl Into<Reason>) -> Statement {
    Statement::advice(format!("{}.", why.into().words()))
}
