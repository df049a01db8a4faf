//! Made positions of Hampton Roads: what is counted, and what is not; and a small tournament twice.

use super::*;
use crate::land::tournament::run;
use fieldpost_campaign::{ROTD_CWOL, Table};
use fieldpost_door::Tournament;
use fieldpost_land::scenario::built_in;
use fieldpost_sea::event::account::Part;
use fieldpost_sea::event::{Here, Step};

/// The Union is the first side.
fn side(nation: NationCode) -> usize {
    usize::from(nation.as_str() != "US")
}

/// The scenario with these ships where they are put, and no others; each `(ship, place)`.
fn with(ships: &[(&str, &str)], change: impl Fn(&mut SeaState)) -> Table {
    let texts = built_in("hampton-roads-1862").unwrap();
    let board = (ROTD_CWOL.scenario)(&texts).unwrap().board.with(7);
    let fleet = Fleet::of(&*board).unwrap();
    let mut state = (*fleet.sea.state).clone();
    state.groups.clear();
    let places: BTreeMap<ShipId, Place> = ships
        .iter()
        .map(|(id, at)| (id.parse().unwrap(), fleet.sea.chart.place_named(at).unwrap()))
        .collect();
    state.ships.retain(|id, _| places.contains_key(id));
    for (id, at) in places {
        let ship = state.ships.get_mut(&id).unwrap();
        (ship.at, ship.propulsion) = (at, 0);
        state.groups.entry(at).or_default().push([id].into());
    }
    change(&mut state);
    fleet.with_ships(state)
}

/// The figures of a turn in which nothing moved.
fn figures(table: &Table) -> SeaFigures {
    let fleet = table.fleet().unwrap();
    let mut tally = SeaTally::of(fleet, side);
    tally.blockades(fleet, side);
    tally.stores(fleet, fleet, side);
    tally.end()
}

fn blockades(ships: &[(&str, &str)]) -> [(u64, u64); 2] {
    figures(&with(ships, |_| {})).sides.map(|side| (side.blockades, side.waters))
}

#[test]
fn a_blockade_is_in_force_where_warships_lie_off_an_enemys_port_alone() {
    // Norfolk is the enemy's, and New York is not.
    assert_eq!(blockades(&[("US2FR", "LCHE"), ("US1GB", "LCHE")]), [(1, 1), (0, 0)]);
    assert_eq!(blockades(&[("US2FR", "NYBY")]), [(0, 0), (0, 0)]);
    assert_eq!(blockades(&[("CS1RI", "LCHE")]), [(0, 0), (1, 1)], "Hampton lies on the same waters");
    assert_eq!(blockades(&[("US2FR", "LCHE"), ("CS1RI", "LCHE")]), [(0, 0), (0, 0)], "contested");
    assert_eq!(blockades(&[("US2FR", "LCHE"), ("CS1RI", "Norfolk")]), [(1, 1), (0, 0)]);
    assert_eq!(blockades(&[("US1TR", "LCHE")]), [(0, 0), (0, 0)], "transports shut nobody in");
}

/// Ships without stores, and those of them whom an order would have helped; with these stores in Hampton and in all other ports, and so many
/// aboard.
fn empty(place: &str, (hampton, others): (u32, u32), aboard: u32) -> (u64, u64) {
    let table = with(&[("US2FR", place)], |state| {
        state.ships.values_mut().for_each(|ship| ship.stores = aboard);
        for port in state.ports.values_mut() {
            port.stores = others;
        }
    });
    let fleet = table.fleet().unwrap();
    let mut state = (*fleet.sea.state).clone();
    let port = fleet.sea.chart.port_of("Hampton").unwrap();
    state.ports.get_mut(&port).unwrap().stores = hampton;
    let side = figures(&fleet.with_ships(state)).sides[0];
    assert_eq!(side.ship_turns, 1);
    (side.empty, side.unserved)
}

#[test]
fn who_has_no_stores_lacks_an_order_only_where_one_would_have_helped() {
    assert_eq!(empty("Hampton", (0, 60), 0), (1, 1), "stores could have been moved to Hampton");
    assert_eq!(empty("Hampton", (0, 0), 0), (1, 0), "nobody has any");
    assert_eq!(empty("Hampton", (1, 0), 0), (0, 0), "the port feeds her");
    assert_eq!(empty("Hampton", (0, 60), 1), (0, 0), "she has some aboard");
    assert_eq!(empty("MAC", (5, 0), 0), (1, 1), "she could have gone to Hampton");
    assert_eq!(empty("MAC", (0, 0), 0), (1, 0));
    assert_eq!(empty("WMD", (5, 0), 0), (1, 0), "Hampton is too far from the Mediterranean");
}

#[test]
fn battles_are_told_apart_by_the_strength_of_who_began_them() {
    let table = with(&[("US2FR", "LCHE")], |_| {});
    let fleet = table.fleet().unwrap();
    let part = |id: Fighter, strength: u32| Part {
        id,
        name: String::new(),
        strength,
        close: false,
        hits: 0,
        before: (0, 0, 100),
        rams: false,
        after: (0, 0, 100),
        fate: fieldpost_sea::combat::battle::Fate::Stands,
        kept_off: None,
    };
    let ship = |id: &str| Fighter::Ship(id.parse().unwrap());
    let mut tally = SeaTally::of(fleet, side);
    let battery = Fighter::Battery("CS1NB".parse().unwrap());
    for (by, ours) in [(ship("US2FR"), 20), (ship("US2FR"), 19), (battery, 1)] {
        let sides = [vec![part(by, ours)], vec![part(ship("CS1RI"), 30)]];
        tally.battle(&Account { sides, ..Account::default() });
    }
    assert_eq!((tally.figures.battles, tally.figures.hopeless), (3, 1));
}

#[test]
fn who_came_out_to_fight_did_not_stay_in_port() {
    let table = with(&[("US2FR", "Hampton"), ("US1GB", "Hampton"), ("US1IC", "MAC")], |_| {});
    let fleet = table.fleet().unwrap();
    let mut tally = SeaTally::of(fleet, side);
    let [from, at] = ["Hampton", "LCHE"].map(|place| fleet.sea.chart.place_named(place));
    let ship = "US2FR".parse().unwrap();
    tally.note(&Fact::Sortie(Step { ship, from, at }), fleet, side);
    tally.note(&Fact::Sunk { here: Here { ship, at }, by: None }, fleet, side);
    let Side { in_port, stayed, sunk, .. } = tally.end().sides[0];
    assert_eq!((in_port, stayed, sunk), (2, 1, 1));
}

/// Everybody's letters, land and sea, twice.
#[test]
fn a_small_tournament_with_ships_is_the_same_each_time() {
    let play = || {
        let mut out = Vec::new();
        let args = Tournament { seeds: 1, first: 7, turns: 3, skills: Default::default() };
        run(&built_in("hampton-roads-1862").unwrap(), &args, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let words = play();
    assert_eq!(words, play());
    assert!(words.contains("\nat sea, Confederate States : United States\n"), "{words}");
    for figure in ["turns with a blockade in force: ", "; for want of an order: ", "never left port: "] {
        assert!(words.contains(figure), "{words}");
    }
    assert!(words.contains(" of 3; waters blockaded a turn: "), "{words}");
}
