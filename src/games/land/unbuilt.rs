//! Orders that can be given and filed, and that no phase of the turn carries out yet. Whoever gives one is told so
//! twice: by the receipt, and by the event report.

use crate::games::land::detection::witness;
use crate::games::land::event::Kind;
use crate::games::land::orders::{UnitOrder, UnitOrders};
use crate::games::land::turn::Turn;

/// What is said of such an order.
fn words(keyword: &str, rule: &str) -> String {
    format!("{keyword} is not carried out yet in this version of the game (rule {rule})")
}

/// Why an order of a unit will not be carried out by this version, if so.
pub fn of_unit(order: &UnitOrder) -> Option<String> {
    let (keyword, rule) = match order {
        UnitOrder::DeployBridge { .. } => ("DEPLOY BRIDGE", "12.4"),
        UnitOrder::RemoveBridge { .. } => ("REMOVE BRIDGE", "12.6"),
        UnitOrder::Deploy { .. } => ("DEPLOY", "7.17"),
        _ => return None,
    };
    Some(words(keyword, rule))
}

/// The lines among a unit's folded orders that no phase carries out.
fn among(orders: &UnitOrders) -> Vec<String> {
    let lines = [
        orders.deploy_bridge.map(|(at, phase)| UnitOrder::DeployBridge { at, phase }),
        orders.remove_bridge.map(|(to, phase)| UnitOrder::RemoveBridge { to, phase }),
        orders.deploy.map(|(at, tac)| UnitOrder::Deploy { at, tac }),
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
