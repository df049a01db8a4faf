//! What would fail of a ship's orders as far as the chart and her own state tell: said in the receipt (N-70). Nothing of what an
//! enemy has is looked at.

use crate::games::sea::chart::Chart;
use crate::games::sea::orders::{Attach, Cargo, Manner, Order, ShipOrders};
use crate::games::sea::place::Place;
use crate::games::sea::ship::{Ship, WRECK};
use crate::games::sea::state::SeaState;

/// What would fail, a sentence each.
pub fn warnings(chart: &Chart, state: &SeaState, ship: &Ship, orders: &[Order]) -> Vec<String> {
    let mut given = ShipOrders::default();
    orders.iter().cloned().for_each(|order| given.put(order));
    let mut told = Vec::new();
    if matches!(ship.at, Place::Transit(..)) {
        return vec!["she is on the Atlantic and hears no orders (WISC 6.17)".into()];
    }
    let moves = given.sailing.moves();
    if moves && ship.propulsion >= WRECK {
        told.push("her engines or rigging are gone: she makes no move of her own (WISC 2.2)".into());
    }
    if moves && !ship.is_active() {
        told.push("she does not serve: ACTIVATE first, and she serves four turns later (WISC 2.6)".into());
    }
    if moves && ship.stores == 0 {
        told.push("she has no stores left: she obeys BASE alone, and makes for her base (WISC 3.4)".into());
    }
    let leaves = matches!(given.attach, Some(Attach::Detach));
    let led = match given.attach {
        Some(Attach::To(id)) => Some(id),
        _ => ship.attached_to.filter(|_| !leaves),
    };
    if let Some(leader) = led {
        let own = given.sailing != Default::default();
        if own {
            told.push(format!(
                "she sails under the orders of {leader}: what is ordered here does not count (WISC 4.2)"
            ));
        }
    }
    let contact = given.sailing.contact;
    if contact.manner == Manner::Pursue
        && given.sailing.commerce != crate::games::sea::orders::Commerce::Ignore
    {
        told.push("COMMERCE RAID and CONVOY exclude PURSUE: she accepts battle instead (WISC 4.6)".into());
    }
    told.extend(ways(chart, ship, &given));
    told.extend(cargo(chart, state, ship, &given));
    told
}

/// WISC 6.2-6.4: what is not connected with where she is.
fn ways(chart: &Chart, ship: &Ship, given: &ShipOrders) -> Vec<String> {
    let mut told = Vec::new();
    let mut at = chart.weather_of(ship.at);
    for sea in &given.sailing.sail {
        let code = &chart.sea(*sea).code;
        match at {
            Some(from) if from == *sea || chart.side_to(from, *sea).is_some() => {}
            Some(from) => {
                told.push(format!("{code} does not lie beside {} (WISC 6.2)", chart.sea(from).code))
            }
            None => {}
        }
        at = Some(*sea);
    }
    if let Some((port, _)) = given.sailing.harbor {
        let site = chart.port(port);
        let sea = site.coast().and_then(|coast| chart.coast(coast).sea);
        let near = sea.is_none() || at.is_none() || at == sea;
        if !near {
            told.push(format!("{} is no harbor of the waters that she comes to (WISC 6.1)", site.name));
        }
    }
    if let Some((to, _)) = given.sailing.river
        && !chart.rivers.floats(to, ship.id.kind.row().narrowest)
    {
        let label = chart.grid.label(to);
        told.push(format!("{label}: the river is too narrow for a {} (WISC 2.1)", ship.id.kind.row().name));
    }
    told
}

/// WISC 9.2: what is not there to be set ashore, and where nobody is loaded.
fn cargo(chart: &Chart, state: &SeaState, ship: &Ship, given: &ShipOrders) -> Vec<String> {
    let mut told = Vec::new();
    for cargo in &given.cargo {
        match cargo {
            Cargo::Unload(unit, ..) if !ship.cargo.contains(unit) => {
                told.push(format!("{unit} is not aboard (WISC 9.2)"));
            }
            Cargo::Load(_) if ship.at.sea().is_some() => {
                told.push("nobody is loaded at sea (WISC 9.2)".into());
            }
            _ => {}
        }
    }
    if let Some(base) = given.base
        && !state.is_friendly(base, ship.id.nation)
    {
        told.push(format!("{} is no port of your side (WISC 3.4)", chart.port(base).name));
    }
    told
}
