//! The machine's orders for ships, of what its player's reports show and of nothing else: ships that are hurt or out of stores go
//! home, warships off an enemy's coast keep the blockade, who is stronger than what it sees offers battle and who is weaker does not.

use std::fmt::Write;

use crate::engine::ids::PlayerNo;
use crate::games::sea::chart::Chart;
use crate::games::sea::combat::fight::strength;
use crate::games::sea::contact;
use crate::games::sea::place::Place;
use crate::games::sea::ship::Ship;
use crate::games::sea::state::SeaState;

/// Damage with which a ship goes home.
const HURT: u8 = 3;
/// Stores with which she does.
const LOW: u32 = 2;

/// Blocks for the ships that a player commands; empty where there is nothing to order.
pub fn blocks(chart: &Chart, state: &SeaState, player: PlayerNo) -> String {
    let mut text = String::new();
    let own = state.ships.values().filter(|ship| ship.commander == player && ship.is_active());
    for ship in own.filter(|ship| !matches!(ship.at, Place::Transit(..)) && ship.attached_to.is_none()) {
        let orders = orders(chart, state, ship);
        if !orders.is_empty() {
            let _ = writeln!(text, "SHIP {}\n{}", ship.id, orders.join("\n"));
        }
    }
    text
}

fn orders(chart: &Chart, state: &SeaState, ship: &Ship) -> Vec<String> {
    let foes: Vec<&Ship> = contact::seen_from(chart, state, ship)
        .filter(|other| state.hostile(other.id.nation, ship.id.nation))
        .collect();
    let mut orders = Vec::new();
    let is_hurt = ship.hull >= HURT || ship.propulsion >= HURT;
    let is_low = ship.stores <= LOW && ship.at.is_open();
    if is_hurt || is_low {
        orders.extend(homeward(chart, ship));
    }
    if ship.id.kind.is_transport() {
        if !foes.is_empty() {
            orders.extend(["CONTACT EVADE".to_owned(), "BATTLE EVADE".to_owned()]);
        }
        return orders;
    }
    if foes.is_empty() {
        return orders;
    }
    // What types are worth is in the book; how those of others are manned nobody sees.
    let theirs: u32 = foes.iter().map(|foe| foe.id.kind.row().strength).sum();
    let beside = state.active_at(ship.at).filter(|other| state.allied(other.id.nation, ship.id.nation));
    let ours: u32 = beside.map(strength).sum();
    let offers = !is_hurt && ours * 10 >= theirs * 12;
    orders.push(if offers { "BATTLE ENGAGE" } else { "BATTLE EVADE" }.to_owned());
    if !offers && ship.at.is_open() {
        orders.push("CONTACT EVADE".to_owned());
    }
    orders
}

/// The way to her base, where one order leads there.
fn homeward(chart: &Chart, ship: &Ship) -> Option<String> {
    let base = ship.base?;
    let home = chart.port_place(base)?;
    if home == ship.at {
        return None;
    }
    let name = &chart.port(base).name;
    let is_near = match (ship.at, home) {
        (Place::Coast(coast), Place::Harbor(port)) => chart.port(port).coast() == Some(coast),
        (Place::Sea(sea, _), Place::Harbor(port)) => {
            chart.port(port).coast().is_some_and(|coast| chart.coast(coast).sea == Some(sea))
        }
        (Place::River(_), Place::River(_)) => true,
        _ => false,
    };
    is_near
        .then(|| if chart.port(base).is_ocean() { format!("HARBOR {name}") } else { format!("RIVER {name}") })
}
