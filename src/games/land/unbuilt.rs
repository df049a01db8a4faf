//! Orders that can be given and filed, and that no phase of the turn carries out yet. Whoever gives one is told so
//! twice: by the receipt, and by the event report.

use crate::games::land::detection::witness;
use crate::games::land::event::Kind;
use crate::games::land::orders::{OfficeOrder, UnitOrder, UnitOrders};
use crate::games::land::turn::Turn;

/// What is said of such an order.
fn words(keyword: &str, rule: &str) -> String {
    format!("{keyword} is not carried out yet in this version of the game (rule {rule})")
}

/// Why an order of a unit will not be carried out by this version, if so.
pub fn of_unit(order: &UnitOrder) -> Option<String> {
    let (keyword, rule) = match order {
        UnitOrder::DestroyTrack => ("DESTROY TRACK", "8.5"),
        UnitOrder::DestroyBridge => ("DESTROY BRIDGE", "8.5"),
        UnitOrder::TransferBattery(_) => ("TRANSFER BATTERY", "10.11"),
        _ => return None,
    };
    Some(words(keyword, rule))
}

/// The same of an office's order.
pub fn of_office(order: &OfficeOrder) -> Option<String> {
    let (keyword, rule) = match order {
        OfficeOrder::Assign { .. } | OfficeOrder::Inactivate(_) => return None,
        OfficeOrder::MoveSupplies { .. } => ("MOVE SUPPLIES", "11.7"),
        OfficeOrder::AddSupplies { .. } => ("ADD SUPPLIES", "11.5"),
        OfficeOrder::PlaceDepot { .. } => ("PLACE DEPOT", "11.5"),
        OfficeOrder::PlaceCache { .. } => ("PLACE CACHE", "11.5"),
        OfficeOrder::RemoveDepot(_) => ("REMOVE DEPOT", "11.5"),
        OfficeOrder::RemoveCache(_) => ("REMOVE CACHE", "11.5"),
        OfficeOrder::RebuildTrack(_) => ("REBUILD TRACK", "8.6"),
        OfficeOrder::RebuildBridge(_) => ("REBUILD BRIDGE", "8.6"),
        OfficeOrder::Upgrade(_) => ("UPGRADE", "3.4"),
    };
    Some(words(keyword, rule))
}

/// The lines among a unit's folded orders that no phase carries out.
fn among(orders: &UnitOrders) -> Vec<String> {
    let lines = [
        orders.destroy_track.then_some(UnitOrder::DestroyTrack),
        orders.destroy_bridge.then_some(UnitOrder::DestroyBridge),
        orders.transfer_battery.map(UnitOrder::TransferBattery),
    ];
    lines.iter().flatten().filter_map(of_unit).collect()
}

/// Tells the owners of units with such orders, at the turn's beginning, that nothing comes of them.
pub fn tell(turn: &mut Turn) {
    let told = turn.progress.iter().flat_map(|(id, progress)| {
        let lines = among(&progress.orders);
        lines.into_iter().map(|why| (*id, why))
    });
    for (id, why) in told.collect::<Vec<_>>() {
        let event = turn.event(Kind::Refused, id).why(why);
        witness::tell_own(turn, id, event);
    }
}
