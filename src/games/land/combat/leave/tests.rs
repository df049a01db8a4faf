use std::sync::Arc;

use super::*;
use crate::book::ROTD_EUWOL;
use crate::event::Kind;
use crate::orders::TurnOrders;
use crate::phase::Phase;
use crate::sandbox::{Sandbox, id, tac};
use crate::state::Fort;
use crate::tactics::Arrival;
use crate::unit::Status;
use fieldpost_ground::nation::Relation;

/// The turn of a sandbox, in tactical phase 1.
fn turn(sandbox: Sandbox, seed: u64) -> Turn {
    let atlas = Arc::new(sandbox.atlas);
    let mut turn = Turn::begin(&atlas, &ROTD_EUWOL, sandbox.state, TurnOrders::default(), seed);
    turn.phase = Phase::Tac1;
    turn
}

/// FR1IN at 7-7, with what `more` adds.
fn battle(more: impl Fn(&mut Sandbox)) -> impl Fn(u64) -> Turn {
    move |seed| {
        let mut sandbox = Sandbox::new("3x3", |_| {});
        sandbox.unit("FR1IN", "A1-N1", "7-7");
        more(&mut sandbox);
        turn(sandbox, seed)
    }
}

fn from_north() -> Danger {
    Danger { entries: vec![Direction::North] }
}

fn stands(turn: &Turn, name: &str) -> String {
    turn.state.units.get(&id(name)).map_or_else(|| "nowhere".into(), |unit| unit.tac.to_string())
}

/// Where FR1IN comes to over many seeds, in order and without repetition.
fn ends(begin: impl Fn(u64) -> Turn, leave: impl Fn(&mut Turn)) -> Vec<String> {
    let all: BTreeSet<_> = (0..200)
        .map(|seed| {
            let mut turn = begin(seed);
            leave(&mut turn);
            stands(&turn, "FR1IN")
        })
        .collect();
    all.into_iter().collect()
}

fn falls_back(turn: &mut Turn) {
    fall_back(turn, &[id("FR1IN")], &from_north());
}

#[test]
fn a_retreat_ends_before_what_it_cannot_enter() {
    let begin = battle(|sandbox| {
        for (unit, tac) in [("AU1IN", "6-7"), ("AU2IN", "8-7"), ("AU3IN", "6-8"), ("AU4IN", "8-8")] {
            sandbox.unit(unit, "A1-N1", tac);
        }
        sandbox.unit("AU5IN", "A1-N1", "7-10");
    });
    let retreats = |turn: &mut Turn| assert_eq!(retreat(turn, id("FR1IN"), &from_north()), Fate::Moved);
    assert_eq!(ends(begin, retreats), ["7-8", "7-9"], "one direction, and two squares of it");
}

#[test]
fn nobody_is_driven_into_a_battle_to_come_or_upon_neutrals() {
    let begin = battle(|sandbox| {
        sandbox.relation("FR", "SA", Relation::Neutral);
        sandbox.unit("SA1IN", "A1-N1", "6-8");
    });
    let with_battle = |seed| {
        let mut turn = begin(seed);
        let at = turn.state.units[&id("FR1IN")].at;
        turn.battles_to_come = ["6-7", "8-7"].map(|text| Place { at, tac: tac(text) }).into();
        turn
    };
    assert_eq!(ends(with_battle, falls_back), ["7-8", "8-8"]);
}

#[test]
fn its_own_direction_is_closed_to_all_who_fall_back_together() {
    let begin = battle(|sandbox| {
        sandbox.unit("FR2IN", "A1-N1", "7-7");
    });
    let came = |seed| {
        let mut turn = begin(seed);
        let arrival = Arrival { from: tac("6-7"), order: 1 };
        turn.progress.get_mut(&id("FR2IN")).unwrap().tactics.came = Some(arrival);
        turn
    };
    let both = |turn: &mut Turn| {
        fall_back(turn, &[id("FR1IN"), id("FR2IN")], &Danger::default());
        assert_eq!(stands(turn, "FR1IN"), stands(turn, "FR2IN"));
    };
    assert_eq!(ends(came, both), ["6-6", "6-7", "6-8", "7-6", "7-8"], "FR2IN came eastward");
}

#[test]
fn who_finds_no_room_together_falls_back_alone() {
    let begin = battle(|sandbox| {
        sandbox.unit("FR2IN", "A1-N1", "7-7");
        // Seven brigades in every square about: one more fits, two do not.
        let mut number = 10;
        for direction in Direction::ALL {
            let to = tac("7-7").step(direction).unwrap().to_string();
            for _ in 0..7 {
                sandbox.unit(&format!("FR{number}IN"), "A1-N1", &to);
                number += 1;
            }
        }
    });
    let both = |turn: &mut Turn| {
        let fates = fall_back(turn, &[id("FR1IN"), id("FR2IN")], &Danger::default());
        assert_eq!(fates, [(id("FR1IN"), Fate::Moved), (id("FR2IN"), Fate::Moved)]);
        assert_ne!(stands(turn, "FR1IN"), stands(turn, "FR2IN"));
    };
    assert_eq!(ends(begin, both).len(), 8);
}

#[test]
fn a_cliff_bars_a_retreat_and_is_the_last_resort_of_falling_back() {
    let mut high = [[b'.'; 15]; 15];
    high[7][7] = b'H';
    let lines = high.map(|line| String::from_utf8(line.to_vec()).unwrap()).join("\n");
    let begin = |seed| {
        let mut sandbox = Sandbox::new("3x3", |sketch| sketch.tactical("A1-N1", &lines).unwrap());
        sandbox.unit("FR1IN", "A1-N1", "7-7");
        sandbox.city("Metz", "A1-N1", "0-0", "FR");
        turn(sandbox, seed)
    };
    let mut high = begin(1);
    assert_eq!(retreat(&mut high, id("FR1IN"), &from_north()), Fate::Shattered);
    assert_eq!(ends(begin, falls_back).len(), 8);
}

#[test]
fn who_stays_stays() {
    let mut sandbox = Sandbox::new("3x3", |_| {});
    sandbox.unit("FR1NB", "A1-N1", "7-7");
    sandbox.unit("FR1CQ", "A1-N1", "7-7");
    let mut turn = turn(sandbox, 1);
    for name in ["FR1NB", "FR1CQ"] {
        assert_eq!(retreat(&mut turn, id(name), &from_north()), Fate::Stayed, "{name}");
    }
    assert_eq!(rout(&mut turn, id("FR1CQ")), Fate::Stayed);
    assert_eq!(rout(&mut turn, id("FR1NB")), Fate::Destroyed);
    assert!(!turn.state.seats.contains_key(&id("FR1NB")), "its seat goes with it");
}

#[test]
fn a_rout_lands_nearest_to_where_it_left_and_bars_the_train() {
    let begin = battle(|_| {});
    let routs = |turn: &mut Turn| {
        assert_eq!(rout(turn, id("FR1IN")), Fate::Moved);
        let progress = &turn.progress[&id("FR1IN")];
        assert!(progress.routed && progress.steps == 0);
        assert_eq!(turn.state.units[&id("FR1IN")].fatigue, 5);
    };
    let edges = ["0-0", "0-14", "0-7", "14-0", "14-14", "14-7", "7-0", "7-14"];
    assert_eq!(ends(begin, routs), edges);
}

#[test]
fn nobody_falls_back_into_a_besieged_city_of_his_side() {
    let begin = battle(|sandbox| {
        sandbox.unit("FR2IN", "A1-N1", "7-8");
        let city = sandbox.city("Metz", "A1-N1", "7-8", "FR");
        city.besieged = true;
        city.fort = Some(Fort { strength: 1, capacity: 9000 });
    });
    assert!(!ends(begin, falls_back).contains(&"7-8".to_string()));
}

#[test]
fn an_inactive_unit_is_no_friend_to_go_to() {
    let begin = battle(|sandbox| {
        sandbox.unit("FR2IN", "A1-N1", "7-8").status = Status::Inactive;
        sandbox.unit("FR1CQ", "A1-N1", "8-8");
    });
    assert_eq!(ends(begin, falls_back), ["8-8"]);
}

/// ROTD-EUWOL 10.2: the wagons that a headquarters loses are told with their number, and not those it had not.
#[test]
fn lost_wagons_are_told() {
    let lost = |supplies| {
        let mut sandbox = Sandbox::new("3x3", |_| {});
        sandbox.unit("FR1CQ", "A1-N1", "7-7").supplies = supplies;
        let mut turn = turn(sandbox, 1);
        lose_load(&mut turn, id("FR1CQ"));
        let told: Vec<_> = turn
            .events
            .iter()
            .map(|told| (told.event.fact.kind(), told.event.fact.change(), told.to.len()))
            .collect();
        (turn.state.units[&id("FR1CQ")].supplies, told)
    };
    assert_eq!(lost(7), (0, vec![(Kind::LoseSupplies, Some(-7), 1)]));
    assert_eq!(lost(0), (0, vec![]));
}
