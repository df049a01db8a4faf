//! What the treasuries buy: depots, caches and supplies (rule 11.5), track and bridges (8.5, 8.6), better arms
//! (3.4).

use crate::orders::OfficeOrder;
use crate::supply::{depots, purchases};
use crate::track;
use crate::treasury;
use crate::turn::Turn;
use crate::upgrade;

/// T-01: the row of the turn list: what the offices purchase, after the supplies have been moved, in order of receipt.
pub fn purchase(turn: &mut Turn) {
    for (player, order) in treasury::offices(turn) {
        match order {
            OfficeOrder::AddSupplies { amount, to } => purchases::add(turn, player, amount, &to),
            OfficeOrder::RebuildTrack(at) => track::rebuild(turn, player, at, false),
            OfficeOrder::RebuildBridge(at) => track::rebuild(turn, player, at, true),
            OfficeOrder::Upgrade(unit) => upgrade::upgrade(turn, player, unit),
            _ => {}
        }
    }
    depots::by_order(turn);
}
