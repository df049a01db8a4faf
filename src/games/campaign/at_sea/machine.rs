//! What the machine does with ships, and what it never does: no ship of wood alone against forts or iron, no transports into enemies,
//! nobody out with a torn hull or an empty hold.

use std::sync::Arc;

use crate::at_sea::hosted::{after_machines, opened};
use crate::fleet::Fleet;
use crate::table::Table;
use fieldpost_door::{MachineSeats, Roll, Tell};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_sea::ship::ShipId;

/// The scenario with ships where they are put, all of them else gone; each `(ship, place)`.
fn with(ships: &[(&str, &str)], change: impl Fn(&mut fieldpost_sea::ship::Ship)) -> Table {
    let board = opened().board.with(7);
    let fleet = Fleet::of(&*board).unwrap();
    let chart = &fleet.sea.chart;
    let mut sea = (*fleet.sea.state).clone();
    sea.groups.clear();
    let keep: Vec<ShipId> = ships.iter().map(|(id, _)| id.parse().unwrap()).collect();
    sea.ships.retain(|id, _| keep.contains(id));
    for (id, place) in ships {
        let id: ShipId = id.parse().unwrap();
        let at = chart.place_named(place).unwrap_or_else(|| panic!("{place}"));
        let ship = sea.ships.get_mut(&id).unwrap();
        (ship.at, ship.hull, ship.propulsion) = (at, 0, 0);
        ship.stores = id.kind.row().stores;
        change(ship);
        let groups = sea.groups.entry(at).or_default();
        match groups.iter_mut().find(|group| group.iter().any(|other| other.nation == id.nation)) {
            Some(group) => {
                group.insert(id);
            }
            None => groups.push([id].into()),
        }
    }
    fleet.with_ships(sea)
}

/// The lines of a ship's block in the letters of all players.
fn lines(table: &Table, ship: &str) -> Vec<String> {
    let players: Vec<PlayerNo> = (0..table.players().len()).map(|number| PlayerNo(number as u16)).collect();
    let letters = table
        .machine_letters(&players, "roads", &MachineSeats::new())
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join("\n");
    let head = format!("SHIP {ship}");
    let block = letters.lines().skip_while(|line| *line != head).skip(1);
    let is_head = |line: &&str| ["SHIP ", "UNIT ", "END", "#"].iter().any(|word| line.starts_with(word));
    block.take_while(|line| !is_head(line)).map(str::to_owned).collect()
}

fn has(lines: &[String], line: &str) -> bool {
    lines.iter().any(|one| one == line)
}

#[test]
fn a_gunboat_alone_runs_from_an_ironclad() {
    let orders = lines(&with(&[("US1GB", "LCHE"), ("CS1RI", "LCHE")], |_| {}), "US1GB");
    assert!(has(&orders, "BATTLE EVADE") && has(&orders, "CONTACT EVADE"), "{orders:?}");
    assert!(has(&orders, "HARBOR Hampton"), "{orders:?}");
}

#[test]
fn wood_is_no_match_for_iron_even_where_it_is_stronger() {
    // 50 and 40 and 25 against 100: more, and not enough.
    let ships = [("US2FR", "LCHE"), ("US1SL", "LCHE"), ("US1GB", "LCHE"), ("CS1RI", "LCHE")];
    let orders = lines(&with(&ships, |ship| ship.propulsion = 0), "US2FR");
    assert!(!has(&orders, "BATTLE ENGAGE"), "{orders:?}");
    let weaker = [("US2FR", "LCHE"), ("US1GB", "LCHE"), ("CS1RI", "LCHE")];
    let orders = lines(&with(&weaker, |_| {}), "US2FR");
    assert!(!has(&orders, "BATTLE ENGAGE") && has(&orders, "BATTLE EVADE"), "{orders:?}");
    let iron = [("US1IC", "LCHE"), ("US2FR", "LCHE"), ("CS1RI", "LCHE")];
    assert!(
        has(&lines(&with(&iron, |_| {}), "US2FR"), "BATTLE ENGAGE"),
        "with the Monitor beside her she fights"
    );
}

#[test]
fn nobody_lies_alone_before_a_fort() {
    // Norfolk has four batteries.
    let orders = lines(&with(&[("US1GB", "Norfolk"), ("US2FR", "Hampton")], |_| {}), "US1GB");
    assert!(!has(&orders, "BATTLE ENGAGE"), "{orders:?}");
    assert!(orders.iter().any(|line| line.starts_with("HARBOR") || line.starts_with("COAST")), "{orders:?}");
}

#[test]
fn transports_flee_and_have_an_escort_where_one_lies_by() {
    let orders = lines(&with(&[("US1TR", "LCHE"), ("CS1GB", "LCHE")], |_| {}), "US1TR");
    assert!(has(&orders, "CONTACT EVADE") && has(&orders, "BATTLE EVADE"), "{orders:?}");
    let low = |ship: &mut fieldpost_sea::ship::Ship| {
        // Of one commander: each writes for the ships of one seat.
        ship.commander = PlayerNo(3);
        if ship.id.kind.is_transport() {
            ship.stores = 1;
        }
    };
    let both = with(&[("US1TR", "MAC"), ("US1IC", "MAC")], low);
    let (transport, escort) = (lines(&both, "US1TR"), lines(&both, "US1IC"));
    assert!(
        transport
            .iter()
            .any(|line| line.starts_with("SAIL") || line.starts_with("RIVER") || line.starts_with("HARBOR")),
        "{transport:?}"
    );
    assert_eq!(escort, ["ATTACH TO US1TR"]);
    // A transport in port that sees enemies outside stays there.
    let orders = lines(&with(&[("US1TR", "Hampton"), ("CS1GB", "LCHE")], |_| {}), "US1TR");
    assert_eq!(orders, ["BATTLE EVADE"]);
}

#[test]
fn who_is_hurt_or_out_of_stores_goes_home_and_stays_there() {
    for hurt in [true, false] {
        let change = move |ship: &mut fieldpost_sea::ship::Ship| {
            if hurt {
                ship.hull = 3;
            } else {
                ship.stores = 2;
            }
        };
        assert_eq!(
            lines(&with(&[("US2FR", "GAC")], change), "US2FR"),
            ["SAIL MAC", "HARBOR Hampton"],
            "hurt: {hurt}"
        );
        assert_eq!(lines(&with(&[("US2FR", "Hampton")], change), "US2FR"), [""; 0], "hurt: {hurt}");
    }
    let fit = lines(&with(&[("US2FR", "LCHE")], |ship| ship.hull = 2), "US2FR");
    assert_eq!(fit, ["COMMERCE CONVOY"], "two points of damage are none to go home for");
    let far = lines(&with(&[("US2FR", "FLS")], |ship| ship.stores = 4), "US2FR");
    assert_eq!(far, ["SAIL BAH GAC"], "who has far to go leaves in time");
}

/// Into a harbor whose waters enemies keep nobody comes but from a battle: who flees says so, and who is as strong as they fights for it.
#[test]
fn who_is_kept_out_of_her_harbor_fights_her_way_in_or_flees_into_it() {
    let low = |ship: &mut fieldpost_sea::ship::Ship| ship.stores = 2;
    let stronger = [("CS1GB", "LCHE"), ("CS2GB", "LCHE"), ("US1GB", "LCHE")];
    let orders = lines(&with(&stronger, low), "CS1GB");
    assert!(has(&orders, "BATTLE ENGAGE") && has(&orders, "RETREAT TO HARBOR"), "{orders:?}");
    let weak = [("CS1GB", "LCHE"), ("US2FR", "LCHE")];
    let orders = lines(&with(&weak, low), "CS1GB");
    assert!(has(&orders, "BATTLE EVADE") && has(&orders, "RETREAT TO HARBOR"), "{orders:?}");
}

/// From 3:2 she attacks, and under 7:10 she runs; between them she keeps her station.
#[test]
fn who_is_a_match_for_the_enemy_stays_where_she_is() {
    let against = |foes: &[&'static str]| {
        let foes = foes.iter().map(|foe| (*foe, "LCHE"));
        let ships: Vec<(&str, &str)> = std::iter::once(("US2FR", "LCHE")).chain(foes).collect();
        lines(&with(&ships, |_| {}), "US2FR")
    };
    assert!(has(&against(&["CS1GB"]), "BATTLE ENGAGE"));
    assert_eq!(against(&["CS1GB", "CS2GB"]), ["COMMERCE CONVOY", "RETREAT TO HARBOR"]);
    assert!(has(&against(&["CS1GB", "CS2GB", "CS3GB", "CS4GB"]), "BATTLE EVADE"));
}

#[test]
fn a_follower_in_need_leaves_her_leader() {
    let change = |ship: &mut fieldpost_sea::ship::Ship| {
        if ship.id.to_string() == "US1GB" {
            (ship.stores, ship.attached_to) = (1, Some("US2FR".parse().unwrap()));
        }
    };
    let orders = lines(&with(&[("US1GB", "GAC"), ("US2FR", "GAC")], change), "US1GB");
    assert_eq!(orders, ["DETACH", "SAIL MAC", "HARBOR Hampton"]);
}

#[test]
fn the_stronger_comes_out_for_battle_and_closes_in_iron() {
    let ships = [("CS1RI", "Norfolk"), ("US1SL", "LCHE")];
    let orders = lines(&with(&ships, |_| {}), "CS1RI");
    assert_eq!(orders, ["SORTIE", "BATTLE ENGAGE", "CLOSE", "AIM HULL"]);
    // And not for what is stronger than she.
    let ships = [("CS1RI", "Norfolk"), ("US1IC", "LCHE"), ("US2FR", "LCHE"), ("US1SL", "LCHE")];
    assert_eq!(lines(&with(&ships, |_| {}), "CS1RI"), ["BATTLE EVADE"]);
}

#[test]
fn a_force_keeps_the_blockade_and_a_gunboat_alone_chases_nobody() {
    // Norfolk is the enemy's, and LCHE its waters.
    let alone = lines(&with(&[("US1GB", "LCHE")], |_| {}), "US1GB");
    assert_eq!(alone, ["COMMERCE CONVOY"]);
    let force = with(&[("US1IC", "LCHE"), ("US2FR", "LCHE")], |_| {});
    assert_eq!(lines(&force, "US2FR"), ["CONTACT PURSUE MIN 1", "COMMERCE CONVOY"]);
}

#[test]
fn the_brigade_in_the_rear_is_carried_to_the_front_and_landed_there() {
    let orders = lines(&with(&[("US1TR", "Annapolis")], |_| {}), "US1TR");
    assert_eq!(orders, ["LOAD US3IN", "COAST LCHE", "HARBOR Hampton", "CONTACT EVADE", "BATTLE EVADE"]);
    // Not where an enemy was seen in the Roads.
    let seen = [("US1TR", "Annapolis"), ("US1GB", "LCHE"), ("CS1RI", "LCHE")];
    assert_eq!(lines(&with(&seen, |ship| ship.commander = PlayerNo(1)), "US1TR"), [""; 0]);
    // And nobody is carried away from the front.
    assert_eq!(lines(&with(&[("US1TR", "Hampton")], |_| {}), "US1TR"), [""; 0]);
}

/// The scenario's machines alone: after a turn the brigade is aboard, and on its way.
#[test]
fn the_machines_of_the_scenario_take_the_brigade_aboard() {
    let board = after_machines(&*opened().board.with(7));
    let fleet = Fleet::of(&*board).unwrap();
    let brigade = fleet.sea.away.get(&"US3IN".parse().unwrap()).expect("aboard");
    assert_eq!(brigade.site, fieldpost_sea::ashore::Site::Aboard("US1TR".parse().unwrap()));
}

#[test]
fn a_letter_for_ships_alone_says_for_which_turn_it_is() {
    let table = with(&[("US1GB", "GAC")], |ship| ship.stores = 1);
    let players: Vec<PlayerNo> = (0..table.players().len()).map(|number| PlayerNo(number as u16)).collect();
    let letters: Vec<String> =
        table.machine_letters(&players, "roads", &MachineSeats::new()).into_iter().flatten().collect();
    assert!(letters.iter().any(|letter| letter.contains("SHIP US1GB")), "{letters:?}");
    assert!(letters.iter().all(|letter| letter.contains("\nTURN 1\nPLAYER ")), "{letters:?}");
}

/// Out of every harbor of the Union's: waters that are not next to it are made for by sea.
#[test]
fn a_blockade_is_sailed_to_over_the_sea() {
    let board = opened().board.with(7);
    let chart = Arc::clone(&Fleet::of(&*board).unwrap().sea.chart);
    let mut by_sea = 0;
    for port in chart.ports.iter().filter(|port| port.coast().is_some()) {
        let home = chart.coast(port.coast().unwrap());
        let ships = ["US1IC", "US2FR", "US1SL", "US1GB"].map(|ship| (ship, port.name.as_str()));
        let orders = lines(&with(&ships, |_| {}), "US2FR");
        let Some(off) = orders.iter().find_map(|line| line.strip_prefix("COAST ")) else { continue };
        let goal = chart.coasts.iter().position(|coast| coast.code == off).unwrap();
        let is_next = home.through == Some(fieldpost_sea::chart::CoastNo(goal as u8))
            || chart.coasts[goal].through == port.coast()
            || home.code == off;
        let sails = orders.iter().any(|line| line.starts_with("SAIL "));
        assert_eq!(sails, !is_next, "{}: {orders:?}", port.name);
        by_sea += u32::from(sails);
        // One is enough, and each harbor's table takes its time.
        if sails {
            break;
        }
    }
    assert!(by_sea > 0, "no blockade is kept over the sea");
}

/// The secretary's own squadron with an empty base, while other ports have stores.
#[test]
fn a_secretary_has_stores_moved_to_an_empty_base_and_his_ships_make_another_port() {
    let table = with(&[("US1GB", "GAC"), ("US2FR", "GAC")], |_| {});
    let fleet = table.fleet().unwrap();
    let chart = Arc::clone(&fleet.sea.chart);
    let mut sea = (*fleet.sea.state).clone();
    let union = sea.ships.keys().next().unwrap().nation;
    let secretary = sea.powers.secretaries[&union];
    let hampton = chart.ports.iter().position(|port| port.name == "Hampton").unwrap();
    let hampton = fieldpost_sea::chart::PortNo(hampton as u16);
    for ship in sea.ships.values_mut() {
        (ship.commander, ship.base, ship.stores) = (secretary, Some(hampton), 1);
    }
    sea.ports.values_mut().for_each(|port| port.stores = 60);
    sea.ports.get_mut(&hampton).unwrap().stores = 0;
    let table = fleet.with_ships(sea);
    let letter = table.machine_letters(&[secretary], "roads", &MachineSeats::new()).remove(0).unwrap();
    let moved = letter.lines().find(|line| line.starts_with("MOVE STORES ")).unwrap_or_default();
    assert!(moved.ends_with(" TO Hampton"), "{letter}");
    let orders = lines(&table, "US2FR");
    assert!(orders[0].starts_with("BASE ") && orders.len() > 1, "{letter}");
}
