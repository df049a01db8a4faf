//! Which of the blocks that were sent for a ship counts (WISC 4.1, N-69).

use crate::orders::{Order, ShipOrders};
use crate::ship::Ship;
use fieldpost_engine::ids::PlayerNo;

/// A block of orders for a ship, as it was received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Who sent it.
    pub by: PlayerNo,
    /// Its orders, in the order of writing.
    pub orders: Vec<Order>,
}

/// WISC 4.1: the last block of the commander counts, whole; the last one of the deputy if the commander sent none; nobody else's does.
pub fn in_force(ship: &Ship, blocks: &[Block]) -> ShipOrders {
    let last = |by: PlayerNo| blocks.iter().rev().find(|block| block.by == by);
    let block = last(ship.commander).or_else(|| ship.deputy.and_then(last));
    let mut orders = ShipOrders::default();
    for order in block.into_iter().flat_map(|block| &block.orders) {
        orders.put(order.clone());
    }
    orders
}
