//! Whom ships seek, and with whom transports go, at Hampton Roads.

use super::*;
use crate::ashore::{Arm, Boards, Site};
use crate::roster::Roster;
use fieldpost_ground::map_file;

const US: PlayerNo = PlayerNo(0);
const CS: PlayerNo = PlayerNo(1);

/// Hampton Roads with the ships that are named alone, each in its place and fit, and a brigade aboard the transport group.
fn roads(ships: &[(&str, &str)]) -> (Chart, Atlas, SeaState, Ashore) {
    let atlas = map_file::load(include_str!("../../../../maps/cwol.map.toml")).unwrap().atlas;
    let chart = Chart::read(include_str!("../../../../maps/cwol.sea.toml"), &atlas.map).unwrap();
    let text = include_str!("../../../../scenarios/hampton-roads-1862/ships.toml");
    let roster = Roster::read(text, &chart).unwrap();
    let mut state = SeaState { border: Some(roster.border), ..SeaState::default() };
    for (port, holder) in &roster.ports {
        state.ports.entry(*port).or_default().holder = Some(*holder);
    }
    for (id, place) in ships {
        let id: ShipId = id.parse().unwrap();
        let mut ship = roster.ships.iter().find(|ship| ship.id == id).unwrap().clone();
        ship.at = chart.place_named(place).unwrap();
        ship.commander = if id.nation.as_str() == "US" { US } else { CS };
        (ship.hull, ship.propulsion, ship.stores) = (0, 0, id.kind.row().stores);
        state.groups.entry(ship.at).or_default().push([id].into());
        state.ships.insert(id, ship);
    }
    let mut ashore = Ashore::default();
    let id = UnitId::spelt("US3IN").unwrap();
    let aboard = Brigade {
        id,
        nation: NationCode::new("US").unwrap(),
        arm: Arm::Infantry,
        men: 3_000,
        batteries: 0,
        worth: 1_000,
        supplies: 0,
        at: Site::Aboard("US1TR".parse().unwrap()),
        active: false,
        fights: true,
        boards: Boards::Yes,
        fought: false,
        busy: false,
        marches: false,
    };
    ashore.brigades.insert(id, aboard);
    (chart, atlas, state, ashore)
}

/// The lines of a ship's block in the letter of her side.
fn lines(ships: &[(&str, &str)], ship: &str) -> Vec<String> {
    let (chart, atlas, state, ashore) = roads(ships);
    let eyes = Eyes { chart: &Arc::new(chart), atlas: &Arc::new(atlas), state: &state, ashore: &ashore };
    let text = blocks(&eyes, if ship.starts_with("US") { US } else { CS });
    let block = text.lines().skip_while(|line| *line != format!("SHIP {ship}")).skip(1);
    block.take_while(|line| !line.starts_with("SHIP ")).map(str::to_owned).collect()
}

/// The Congress off Norfolk reports the Virginia in the harbor; the Monitor on her station at sea comes with the St. Lawrence.
#[test]
fn the_stronger_seeks_whom_a_report_shows() {
    let reported = [("US1IC", "MAC"), ("US4FR", "MAC"), ("US1FR", "LCHE"), ("CS1RI", "Norfolk")];
    assert_eq!(lines(&reported, "US1IC"), ["COAST LCHE", "BATTLE ENGAGE"]);
    assert_eq!(lines(&reported, "US4FR"), ["COAST LCHE", "BATTLE ENGAGE"]);
    let unseen = [("US1IC", "MAC"), ("US4FR", "MAC"), ("CS1RI", "Norfolk")];
    assert_eq!(lines(&unseen, "US1IC"), ["COAST LCHE"], "nobody reports her: she goes to keep the blockade");
    let of_wood = [("US4FR", "MAC"), ("US1FR", "LCHE"), ("CS1RI", "Norfolk")];
    assert_eq!(lines(&of_wood, "US4FR"), ["HARBOR Hampton"], "two frigates are no match for iron");
}

#[test]
fn the_strongest_who_is_free_escorts_a_landing() {
    let ships = [("US1TR", "Annapolis"), ("US1GB", "Annapolis"), ("US4FR", "Annapolis")];
    assert!(lines(&ships, "US1TR").contains(&"COAST LCHE".to_owned()), "{:?}", lines(&ships, "US1TR"));
    assert_eq!(lines(&ships, "US4FR"), ["ATTACH TO US1TR"]);
}

/// An ironclad in the harbor may come out: before her no transport sails, unless warships lie there that are her match.
#[test]
fn nobody_is_carried_before_a_stronger_enemy_who_may_come_out() {
    let weak = [("US1TR", "Annapolis"), ("US1FR", "LCHE"), ("CS1RI", "Norfolk")];
    assert_eq!(lines(&weak, "US1TR"), [""; 0]);
    let strong = [weak.as_slice(), &[("US1IC", "LCHE")]].concat();
    assert!(lines(&strong, "US1TR").contains(&"COAST LCHE".to_owned()), "{:?}", lines(&strong, "US1TR"));
}
