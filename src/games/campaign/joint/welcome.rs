//! What the welcome of a player of ships says of them: one of the player's own, and orders that she can carry out.

use serde_json::{Value, json};

use crate::joint::JointTable;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::Ship;

/// How many ships a player commands, and a first letter for one of them; none without any.
pub(super) fn first_letter(table: &JointTable, to: PlayerNo) -> Option<Value> {
    let own =
        || table.fleet.state.ships.values().filter(move |ship| ship.commander == to && ship.is_active());
    let count = table.fleet.state.ships.values().filter(|ship| ship.commander == to).count();
    let fights = own().find(|ship| ship.is_warship() && !matches!(ship.at, Place::Transit(..)));
    let ship = fights.or_else(|| own().next())?;
    let seat = |seat: &fieldpost_land::state::Seat| seat.commander == to;
    let units = table.land.state.seats.values().filter(|row| seat(row)).count();
    let mut lines = vec![format!("SHIP {}", ship.id)];
    lines.extend(way(table, ship));
    lines.extend(
        ["CONTACT PURSUE", "BATTLE ENGAGE"].into_iter().filter(|_| ship.is_warship()).map(str::to_owned),
    );
    lines.push("END".into());
    Some(json!({
        "count": count,
        "units": units,
        "called": ship.called(),
        "at": table.fleet.chart.label(ship.at),
        "lines": lines,
    }))
}

/// An order to sail to the next waters.
fn way(table: &JointTable, ship: &Ship) -> Option<String> {
    let chart = &table.fleet.chart;
    match ship.at {
        Place::Sea(sea, _) => {
            // The waters of her base, where they are of this sea area.
            let of_base = ship.base.and_then(|base| chart.port(base).coast()).map(|coast| chart.coast(coast));
            let near = of_base.filter(|coast| coast.sea == Some(sea));
            let near = near.or_else(|| chart.coasts.iter().find(|coast| coast.sea == Some(sea)));
            near.map(|coast| format!("COAST {}", coast.code))
        }
        Place::Coast(coast) => {
            let inlet = chart.inlets(coast).into_iter().find_map(|inlet| match inlet {
                Place::Harbor(port) if table.fleet.state.is_friendly(port, ship.id.nation) => Some(port),
                _ => None,
            });
            inlet.map(|port| format!("HARBOR {}", chart.port(port).name))
        }
        at => chart.exits(at).first().map(|exit| format!("COAST {}", chart.coast(exit.0).code)),
    }
}
