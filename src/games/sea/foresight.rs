//! What would fail of a ship's orders by her own state, by whom she sails under, or beside enemies whom she sees (N-70): it can be said
//! of her block alone. Where she may go, load and land is rehearsed. Nothing of what an enemy has is looked at.

use crate::chart::Chart;
use crate::combat::fire::is_waterside;
use crate::contact;
use crate::language::render;
use crate::orders::{Attach, Manner, Order, ShipOrders};
use crate::place::Place;
use crate::ship::{Ship, WRECK};
use crate::state::SeaState;
use fieldpost_ground::square::TacticalSquare;
use fieldpost_ground::tactical::Atlas;

/// What would fail, a sentence each.
pub fn warnings(
    chart: &Chart,
    atlas: &Atlas,
    state: &SeaState,
    ship: &Ship,
    orders: &[Order],
) -> Vec<String> {
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
    if contact.manner == Manner::Pursue && given.sailing.commerce != crate::orders::Commerce::Ignore {
        told.push("COMMERCE RAID and CONVOY exclude PURSUE: she accepts battle instead (WISC 4.6)".into());
    }
    told.extend(support(chart, atlas, ship, &given));
    told.extend(before_enemies(chart, state, ship, orders));
    told.extend(base(chart, state, ship, &given));
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

/// WISC 7.7: where nothing that can be fired into lies within the radius.
fn support(chart: &Chart, atlas: &Atlas, ship: &Ship, given: &ShipOrders) -> Option<String> {
    let (target, radius, phases) = given.sailing.support?;
    chart.square(ship.at).filter(|_| ship.at.is_inland())?;
    let near = TacticalSquare::all().filter(|tac| tac.distance(target) <= radius);
    let reached = near.filter(|tac| is_waterside(chart, atlas, ship.at, *tac)).count();
    let order = render::order(&Order::Support(target, radius, phases), chart);
    let here = chart.label(ship.at);
    (reached == 0).then(|| {
        format!("{order}: no square within {radius} of {target} lies on the water of {here} (WISC 7.7)")
    })
}

/// What is not done beside enemies whom she sees.
fn before_enemies(chart: &Chart, state: &SeaState, ship: &Ship, orders: &[Order]) -> Vec<String> {
    let seen = contact::seen_from(chart, state, ship);
    let foes: Vec<&Ship> = seen.filter(|other| state.hostile(other.id.nation, ship.id.nation)).collect();
    let beside: Vec<&Ship> =
        foes.iter().copied().filter(|foe| contact::touch(chart, foe.at, ship.at)).collect();
    let called = |ships: &[&Ship]| ships.iter().map(|foe| foe.called()).collect::<Vec<_>>().join(", ");
    let in_square: Vec<&Ship> =
        beside.iter().copied().filter(|foe| chart.square(ship.at).is_some() && foe.at == ship.at).collect();
    let mut told = Vec::new();
    for order in orders {
        let (who, rule) = match order {
            Order::Crew(..) => (&beside, "2.7"),
            Order::Serve(false) => (&beside, "2.6"),
            Order::Bombard(..) | Order::Support(..) | Order::DestroyBridge | Order::DestroyPontoon => {
                (&in_square, "7.7")
            }
            _ => continue,
        };
        if !who.is_empty() {
            let words = render::order(order, chart);
            told.push(format!("{words}: not while enemies are by her, as now {} (WISC {rule})", called(who)));
        }
    }
    told
}

/// WISC 3.4: a base that is not of her side.
fn base(chart: &Chart, state: &SeaState, ship: &Ship, given: &ShipOrders) -> Option<String> {
    let base = given.base.filter(|base| !state.is_friendly(*base, ship.id.nation))?;
    Some(format!("{} is no port of your side (WISC 3.4)", chart.port(base).name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::any_order;
    use fieldpost_engine::ids::PlayerNo;
    use fieldpost_ground::map_file;

    /// The warnings of a ship's block beside an enemy, or alone.
    fn warned(at: &str, enemy: Option<&str>, lines: &[&str]) -> Vec<String> {
        let text = include_str!("../../../maps/cwol.sea.toml");
        let map = map_file::BUILT_IN.iter().find(|row| row.0 == "cwol").unwrap().1;
        let atlas = map_file::load(map).unwrap().atlas;
        let chart = Chart::read(text, &atlas.map).unwrap();
        let mut state = SeaState::default();
        let mut put = |id: &str, at: &str| {
            let ship = Ship::new(id.parse().unwrap(), chart.place_named(at).unwrap(), PlayerNo(0));
            state.ships.insert(ship.id, ship.clone());
            ship
        };
        let ship = put("US1FR", at);
        put("US2SL", at);
        enemy.into_iter().for_each(|at| drop(put("CS1RI", at)));
        let orders: Vec<Order> = lines.iter().map(|line| any_order(line, &chart).unwrap()).collect();
        warnings(&chart, &atlas, &state, &ship, &orders)
    }

    #[test]
    fn what_is_not_done_beside_enemies_in_sight_is_said_with_its_order() {
        let told = warned("Hampton", Some("LCHE"), &["CREW 40 TO US2SL", "INACTIVATE"]);
        assert!(told[0].starts_with("CREW 40 TO US2SL: ") && told[0].contains("CS1RI"), "{told:?}");
        assert!(told[1].starts_with("INACTIVATE: "), "{told:?}");
        assert!(warned("Hampton", None, &["CREW 40 TO US2SL"]).is_empty());
        let fire = warned("Hampton", Some("Hampton"), &["BOMBARD 3-7"]);
        assert!(fire[0].starts_with("BOMBARD 3-7 PHASE 1: "), "{fire:?}");
        assert!(warned("Hampton", Some("LCHE"), &["BOMBARD 3-7"]).is_empty(), "it lies outside");
    }

    #[test]
    fn a_follower_is_told_which_orders_do_not_count() {
        let told = warned("LCHE", None, &["ATTACH TO US2SL", "BATTLE ACCEPT", "STORES 3"]);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].contains("BATTLE ACCEPT (WISC 4.2)") && !told[0].contains("STORES"), "{told:?}");
        assert!(warned("LCHE", None, &["DETACH", "BATTLE ACCEPT"]).is_empty());
    }

    #[test]
    fn support_off_the_water_is_warned_of() {
        let told = warned("Norfolk", None, &["SUPPORT 13-13 RADIUS 0"]);
        let near = warned("Norfolk", None, &["SUPPORT 7-7 RADIUS 14"]);
        assert!(told[0].starts_with("SUPPORT 13-13 RADIUS 0 PHASES 1-4: "), "{told:?}");
        assert!(near.is_empty(), "{near:?}");
    }
}
