//! Morale by hand-made battles and cities, in a square of 15 x 15.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::*;
use crate::book::ROTD_EUWOL;
use crate::event::Kind;
use crate::event::Place;
use crate::orders::TurnOrders;
use crate::phase::Phase;
use crate::sandbox::{Sandbox, id, nation, tac};
use fieldpost_ground::nation::Relation;

/// A turn in tac 1 with units, each with its square; BA is allied to AU.
fn turn(units: &[(&str, &str)], seed: u64) -> Turn {
    let mut sandbox = Sandbox::new("15x15", |_| {});
    for (unit, at) in units {
        sandbox.unit(unit, at, "7-7");
    }
    sandbox.relation("AU", "BA", Relation::Allied);
    let mut turn =
        Turn::begin(&Arc::new(sandbox.atlas), &ROTD_EUWOL, sandbox.state, TurnOrders::default(), seed);
    turn.phase = Phase::Tac1;
    turn
}

/// A fight in A0-N0, with half of the losses on each side.
fn fight(turn: &mut Turn, place: &str, winners: &[&str], losers: &[&str], losses: u32) {
    let party = |units: &[&str]| Party {
        nations: units.iter().map(|unit| id(unit).nation).collect(),
        units: units.iter().map(|unit| id(unit)).collect::<BTreeSet<_>>(),
        losses: losses / 2,
    };
    let place = Place { at: turn.atlas.map.grid.parse("A0-N0").unwrap(), tac: tac(place) };
    let (winners, losers) = (party(winners), party(losers));
    turn.fought.push(Fought { phase: Phase::Tac1, place, winners, losers });
}

fn morale(turn: &Turn, unit: &str) -> i32 {
    i32::from(turn.state.units[&id(unit)].morale)
}

/// The morale of a unit after one fight that others of its nation (or allies) won or lost; the middle of what the
/// dice give in thirty turns.
fn moved(unit: &str, at: &str, losses: u32, won: bool) -> i32 {
    let after = (0..30).map(|seed| {
        let mut turn = turn(&[(unit, at), ("AU9IN", "A0-N0"), ("FR9IN", "A0-N0")], seed);
        let (winner, loser) = if won { ("AU9IN", "FR9IN") } else { ("FR9IN", "AU9IN") };
        fight(&mut turn, "7-7", &[winner], &[loser], losses);
        by_battles(&mut turn);
        morale(&turn, unit) - 50
    });
    let after: BTreeSet<i32> = after.collect();
    assert!(after.len() <= 3 && after.last().unwrap() - after.first().unwrap() <= 2, "{after:?}");
    (after.first().unwrap() + after.last().unwrap()) / 2
}

#[test]
fn the_table_of_battles_by_size_and_distance() {
    for (at, expected) in [
        ("A0-N0", [0, 0, 2, 2, 4, 4, 6]),
        ("A1-N1", [0, 0, 0, 0, 2, 2, 4]),
        ("A3-N0", [0, 0, 0, 0, 2, 2, 4]),
        ("A4-N0", [0, 0, 0, 0, 0, 0, 2]),
        ("B2-N0", [0, 0, 0, 0, 0, 0, 2]),
        ("B3-N0", [0, 0, 0, 0, 0, 0, 0]),
    ] {
        let losses = [98, 998, 1000, 2498, 2500, 4998, 5000];
        assert_eq!(losses.map(|losses| moved("AU1IN", at, losses, true)), expected, "{at}");
        let lost = losses.map(|losses| -moved("AU1IN", at, losses, false));
        assert_eq!(lost, expected, "{at}, lost");
    }
}

#[test]
fn those_in_the_battle_are_moved_most() {
    for (losses, expected) in [(98, 0), (100, 2), (998, 2), (1000, 4), (2500, 8), (5000, 12)] {
        let mut turn = turn(&[("AU1IN", "A0-N0"), ("FR1IN", "A0-N0")], 3);
        fight(&mut turn, "7-7", &["AU1IN"], &["FR1IN"], losses);
        by_battles(&mut turn);
        let (won, lost) = (morale(&turn, "AU1IN") - 50, 50 - morale(&turn, "FR1IN"));
        assert!((won - expected).abs() <= i32::from(expected > 0), "{losses}: {won}");
        assert!((lost - expected).abs() <= i32::from(expected > 0), "{losses}: {lost}");
        assert_eq!(turn.progress[&id("AU1IN")].stirred, expected > 0);
    }
}

#[test]
fn allies_of_those_who_fought_are_moved_by_half_and_strangers_not() {
    assert_eq!(moved("BA1IN", "A0-N0", 5000, true), 3);
    assert_eq!(moved("BA1IN", "A3-N0", 5000, false), -2);
    assert_eq!(moved("PR1IN", "A0-N0", 5000, true), 0, "an enemy of both");
}

#[test]
fn fights_of_one_square_and_phase_are_one_battle() {
    let units = [("AU1IN", "A0-N0"), ("AU2IN", "A0-N0"), ("FR1IN", "A0-N0"), ("FR2IN", "A0-N0")];
    let onlookers = [("AU3IN", "A1-N0"), ("FR3IN", "A1-N0")];
    let mut turn = turn(&[units.as_slice(), onlookers.as_slice()].concat(), 5);
    fight(&mut turn, "7-7", &["AU1IN"], &["FR1IN"], 1600);
    fight(&mut turn, "3-3", &["FR2IN"], &["AU2IN"], 1000);
    by_battles(&mut turn);
    let by = |unit: &str| morale(&turn, unit) - 50;
    assert!((7..=9).contains(&by("AU1IN")) && (-9..=-7).contains(&by("AU2IN")), "each by its own fight");
    assert!((1..=3).contains(&by("AU3IN")), "the greater fight was won: {}", by("AU3IN"));
    assert!((-3..=-1).contains(&by("FR3IN")));
    let before = turn.state.clone();
    turn.phase = Phase::Tac2;
    by_battles(&mut turn);
    assert_eq!(turn.state, before, "once a phase");
}

#[test]
fn the_better_the_unit_the_less_it_is_moved() {
    let points = |quality| by_quality(12, quality, false);
    assert_eq!(Quality::ALL.map(points), [16, 14, 13, 12, 11, 10, 8]);
    assert_eq!(by_quality(2, Quality::Excellent, true), 1);
    assert_eq!(half_up(25, 10), 3, "half goes up");
}

#[test]
fn the_swing_is_one_less_nothing_or_one_more() {
    let mut turn = turn(&[], 1);
    let swings = (0..90).map(|number| swing(&mut turn, &format!("FR{number}IN"))).collect::<Vec<_>>();
    for wanted in [-1, 0, 1] {
        let count = swings.iter().filter(|swing| **swing == wanted).count();
        assert!((15..=45).contains(&count), "{wanted}: {count} of 90");
    }
}

#[test]
fn a_city_moves_both_sides_everywhere_and_allies_by_half() {
    let units = [
        ("AU1IN", "A0-N0"),
        ("AU2IN", "A1-N0"),
        ("AU3IN", "B2-N0"),
        ("AU4IN", "B3-N0"),
        ("BA1IN", "A0-N0"),
        ("BA2IN", "B2-N0"),
        ("BA3IN", "B3-N0"),
        ("FR1IN", "A0-N0"),
        ("FR2IN", "B4-P4"),
        ("PR1IN", "A0-N0"),
    ];
    let mut turn = turn(&units, 1);
    let at = turn.atlas.map.grid.parse("A0-N0").unwrap();
    by_city(&mut turn, at, nation("FR"), nation("AU"));
    let found = units.map(|(unit, _)| morale(&turn, unit) - 50);
    assert_eq!(found, [8, 4, 4, 2, 4, 2, 1, -8, -2, 0]);
    assert!(turn.progress[&id("BA3IN")].stirred && !turn.progress[&id("PR1IN")].stirred);
}

#[test]
fn morale_tends_to_the_middle_by_a_fifth() {
    for (off, step) in [(0, 0), (2, 0), (3, 1), (4, 1), (5, 1), (9, 1), (10, 2), (49, 9), (50, 10)] {
        assert_eq!((a_fifth(off), a_fifth(-off)), (step, -step), "{off}");
    }
    let mut turn = turn(&[("AU1IN", "A0-N0"), ("AU2IN", "A0-N0"), ("AU3IN", "A0-N0")], 1);
    turn.state.units.values_mut().for_each(|unit| unit.morale = 60);
    turn.progress.get_mut(&id("AU2IN")).unwrap().stirred = true;
    turn.state.units.get_mut(&id("AU3IN")).unwrap().status = Status::Shattered;
    regress(&mut turn);
    assert_eq!(["AU1IN", "AU2IN", "AU3IN"].map(|unit| morale(&turn, unit)), [58, 60, 60]);
}

#[test]
fn in_peace_it_goes_half_of_the_way() {
    let settled = |morale| {
        let mut turn = turn(&[("AU1IN", "A0-N0")], 1);
        let unit = turn.state.units.get_mut(&id("AU1IN")).unwrap();
        unit.morale = morale;
        settle_in_peace(unit);
        unit.morale
    };
    assert_eq!([0, 49, 50, 51, 53, 100].map(settled), [25, 50, 50, 50, 51, 75]);
}

#[test]
fn hunger_grows_with_the_turns_up_to_three() {
    let loss = |quality: Quality, morale: u8, turns: u8| {
        let mut turn = turn(&[("AU1IN", "A0-N0")], 1);
        let unit = turn.state.units.get_mut(&id("AU1IN")).unwrap();
        (unit.quality, unit.morale, unit.hungry) = (quality, morale, turns);
        by_hunger(&mut turn, id("AU1IN"));
        i32::from(morale) - super::tests::morale(&turn, "AU1IN")
    };
    let unit = |quality, morale| {
        let turn = turn(&[("AU1IN", "A0-N0")], 1);
        Unit { quality, morale, ..turn.state.units[&id("AU1IN")].clone() }
    };
    assert_eq!(hunger(&unit(Quality::Average, 50), 0), 4, "4 x 75 / 200 = 1.5, half goes up");
    assert_eq!(hunger(&unit(Quality::Excellent, 100), 1), 3, "0.125 and the dice");
    assert_eq!(hunger(&unit(Quality::VeryPoor, 50), -1), 4, "2.6 and the dice");
    let once = loss(Quality::Average, 50, 1);
    assert_eq!(
        [1, 2, 3, 4].map(|turns| loss(Quality::Average, 50, turns)),
        [1, 2, 3, 3].map(|times| times * once)
    );
    assert!((3..=5).contains(&once), "{once}");
    assert_eq!(loss(Quality::VeryPoor, 2, 3), 2, "never below 0");
}

#[test]
fn shattered_units_are_not_moved() {
    let mut turn = turn(&[("AU1IN", "A0-N0"), ("FR1IN", "A0-N0")], 1);
    turn.state.units.get_mut(&id("FR1IN")).unwrap().status = Status::Shattered;
    fight(&mut turn, "7-7", &["AU1IN"], &["FR1IN"], 5000);
    by_battles(&mut turn);
    by_hunger(&mut turn, id("FR1IN"));
    assert_eq!(morale(&turn, "FR1IN"), 50);
}

#[test]
fn morale_stays_between_0_and_100() {
    let mut turn = turn(&[("AU1IN", "A0-N0"), ("FR1IN", "A0-N0")], 1);
    turn.state.units.get_mut(&id("AU1IN")).unwrap().morale = 99;
    turn.state.units.get_mut(&id("FR1IN")).unwrap().morale = 1;
    fight(&mut turn, "7-7", &["AU1IN"], &["FR1IN"], 5000);
    by_battles(&mut turn);
    assert_eq!(["AU1IN", "FR1IN"].map(|unit| morale(&turn, unit)), [100, 0]);
}

/// What moved morale is told by its causes, to the unit's own side only; what made up for one another is not told.
#[test]
fn the_causes_are_told_once_at_the_end() {
    let mut turn = turn(&[("FR1IN", "A0-N0"), ("AU1IN", "A0-N0"), ("FR2IN", "A0-N0")], 1);
    fight(&mut turn, "7-7", &["FR1IN"], &["AU1IN"], 6000);
    by_battles(&mut turn);
    let moods = BTreeMap::from([(Mood::CityTaken, 4), (Mood::Hunger, -4)]);
    turn.progress.get_mut(&id("FR2IN")).unwrap().moods = moods;
    tell(&mut turn);
    let told: Vec<_> = turn.events.iter().filter(|told| told.event.fact.kind() == Kind::Morale).collect();
    let words = told.iter().map(|told| {
        let change = told.event.fact.change().unwrap();
        (told.event.fact.unit().unwrap(), change, told.event.fact.why().unwrap().into_owned(), told.to.len())
    });
    let words: Vec<_> = words.collect();
    let by = |unit: &str| morale(&turn, unit) - 50;
    let expected = [
        (id("AU1IN"), by("AU1IN"), "losing its battle".to_owned(), 1),
        (id("FR1IN"), by("FR1IN"), "winning its battle".to_owned(), 1),
    ];
    assert_eq!(words, expected);
    assert!(by("FR1IN") > 0 && by("AU1IN") < 0);
}
