//! What is to be said of a ship's orders by her own state and by whom she sails under (N-70), which no turn tells as a refusal. What of
//! them fails the rehearsal finds, and nothing beside it.

use crate::chart::Chart;
use crate::language::render;
use crate::orders::{Attach, Commerce, Manner, Order, ShipOrders};
use crate::place::Place;
use crate::ship::{Ship, WRECK};

/// What is to be said, a sentence each.
pub fn advice(chart: &Chart, ship: &Ship, orders: &[Order]) -> Vec<String> {
    let mut given = ShipOrders::default();
    orders.iter().cloned().for_each(|order| given.put(order));
    let mut told = Vec::new();
    if matches!(ship.at, Place::Transit(..)) {
        return vec!["she is on the Atlantic and hears no orders (WISC 6.17)".into()];
    }
    let moves = given.sailing.moves();
    if moves && ship.propulsion >= WRECK {
        told.push(
            "her engines or rigging are gone: she moves only as far as she is mended before ships sail (WISC 2.2, 3.3)"
                .into(),
        );
    }
    if moves && !ship.is_active() {
        told.push("she does not serve: ACTIVATE first, and she serves four turns later (WISC 2.6)".into());
    }
    if moves && ship.stores == 0 {
        told.push("she has no stores left: she obeys BASE alone, and makes for her base (WISC 3.4)".into());
    }
    told.extend(led(chart, ship, &given, orders));
    let contact = given.sailing.contact;
    if contact.manner == Manner::Pursue && given.sailing.commerce != Commerce::Ignore {
        told.push("COMMERCE RAID and CONVOY exclude PURSUE: she accepts battle instead (WISC 4.6)".into());
    }
    told
}

/// WISC 4.2: of a ship that sails under another's orders, which of her own do not count.
fn led(chart: &Chart, ship: &Ship, given: &ShipOrders, orders: &[Order]) -> Option<String> {
    let leader = match given.attach {
        Some(Attach::To(id)) => id,
        Some(Attach::Detach) => return None,
        None => ship.attached_to?,
    };
    let own: Vec<String> =
        orders.iter().filter(|order| order.is_a_leaders()).map(|order| render::order(order, chart)).collect();
    let words = own.join(", ");
    (!own.is_empty()).then(|| {
        format!(
            "she sails under the orders of {leader}, and does not do what is ordered here: {words} (WISC 4.2)"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::any_order;
    use fieldpost_engine::ids::PlayerNo;
    use fieldpost_ground::map_file;

    /// What is said of a ship's block.
    fn told(lines: &[&str], how: impl FnOnce(&mut Ship)) -> Vec<String> {
        let text = include_str!("../../../maps/cwol.sea.toml");
        let map = map_file::BUILT_IN.iter().find(|row| row.0 == "cwol").unwrap().1;
        let atlas = map_file::load(map).unwrap().atlas;
        let chart = Chart::read(text, &atlas.map).unwrap();
        let mut ship = Ship::new("US1FR".parse().unwrap(), chart.place_named("LCHE").unwrap(), PlayerNo(0));
        how(&mut ship);
        let orders: Vec<Order> = lines.iter().map(|line| any_order(line, &chart).unwrap()).collect();
        advice(&chart, &ship, &orders)
    }

    #[test]
    fn a_follower_is_told_which_orders_do_not_count() {
        let led = told(&["ATTACH TO US2SL", "BATTLE ACCEPT", "STORES 3"], |_| {});
        assert_eq!(led.len(), 1, "{led:?}");
        assert!(led[0].contains("BATTLE ACCEPT (WISC 4.2)") && !led[0].contains("STORES"), "{led:?}");
        assert!(told(&["DETACH", "BATTLE ACCEPT"], |_| {}).is_empty());
    }

    #[test]
    fn a_ship_without_stores_is_told_where_she_goes() {
        let hungry = told(&["SAIL MAC"], |ship| ship.stores = 0);
        assert!(hungry[0].contains("makes for her base"), "{hungry:?}");
        assert!(told(&["SAIL MAC"], |ship| ship.stores = 1).is_empty());
    }
}
