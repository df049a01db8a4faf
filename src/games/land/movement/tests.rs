//! Turns of a few units, for what a rule case cannot see: draws, delays, and the desk's warnings.

use std::sync::Arc;

use crate::book::ROTD_EUWOL;
use crate::event::Kind;
use crate::movement::foresee;
use crate::orders::{Carry, Pursuit, SourceWish, TurnOrders, UnitOrders};
use crate::phase::Phase;
use crate::sandbox::{Sandbox, id};
use crate::sequence;
use crate::turn::Outcome;
use crate::unit::Unit;

/// A march along squares by name; `.` is a blank box.
fn march(sandbox: &Sandbox, path: &str) -> UnitOrders {
    let boxes = path.split_whitespace().map(|name| (name != ".").then(|| sandbox.square(name)));
    UnitOrders { path: boxes.collect(), ..UnitOrders::default() }
}

fn run(sandbox: Sandbox, orders: Vec<(&str, UnitOrders)>, stop: Phase) -> Outcome {
    let units = orders.into_iter().map(|(name, orders)| (id(name), orders)).collect();
    let orders = TurnOrders { units, ..TurnOrders::default() };
    sequence::run(&Arc::new(sandbox.atlas), &ROTD_EUWOL, sandbox.state, orders, 1, Some(stop))
}

/// Column as a letter and row as a number, from the map's corner on; and the tactical square.
fn place(outcome: &Outcome, unit: &str) -> String {
    let unit = &outcome.state.units[&id(unit)];
    format!("{}{} {}", char::from(b'A' + unit.at.col), unit.at.row, unit.tac)
}

fn count(outcome: &Outcome, kind: Kind) -> usize {
    outcome.events.iter().filter(|told| told.event.fact.kind() == kind).count()
}

fn light(sandbox: &mut Sandbox, name: &str, at: &str, tac: &str) {
    let unit = sandbox.unit(name, at, tac);
    unit.supplies = 1;
    unit.in_communications = true;
}

#[test]
fn a_turn_before_any_order_moves_nobody_and_closes() {
    let mut sandbox = Sandbox::new("5x5", |_| {});
    light(&mut sandbox, "FR1IN", "A2-N2", "7-7");
    let outcome = run(sandbox, vec![], Phase::End);
    assert_eq!(place(&outcome, "FR1IN"), "C2 7-7");
    let moved = outcome.events.iter().filter(|told| told.event.fact.kind() != Kind::Consume).count();
    assert_eq!((outcome.state.turn, moved), (2, 0));
}

#[test]
fn a_blocked_step_puts_the_whole_path_off_by_a_phase() {
    let mut sandbox = Sandbox::new("5x5", |_| {});
    light(&mut sandbox, "FR1IN", "A2-N3", "7-7");
    // The enemy bars the way north in phase 1 and goes off eastward in phase 1 or 2.
    light(&mut sandbox, "AU1IN", "A2-N3", "7-4");
    let north = march(&sandbox, "A2-N2 . A2-N1");
    let east = march(&sandbox, ". A3-N3");
    let outcome = run(sandbox, vec![("FR1IN", north), ("AU1IN", east)], Phase::Strat6);
    assert_eq!(place(&outcome, "FR1IN"), "C1 7-11");
    let steps: Vec<_> = outcome
        .events
        .iter()
        .filter(|told| told.event.fact.unit() == Some(id("FR1IN")) && told.event.fact.kind() == Kind::March)
        .map(|told| told.event.phase.to_string())
        .collect();
    // Blocked in phase 1, and in phase 2 too if the enemy's draw comes second: then one phase later still.
    let blocked = count(&outcome, Kind::ExitBlocked);
    assert!((1..=2).contains(&blocked));
    assert_eq!(steps, [format!("strat {}", 1 + blocked), format!("strat {}", 3 + blocked)]);
}

#[test]
fn what_falls_past_phase_six_is_lost() {
    let mut sandbox = Sandbox::new("5x5", |_| {});
    light(&mut sandbox, "FR1IN", "A2-N3", "7-7");
    light(&mut sandbox, "AU1IN", "A2-N3", "7-4");
    let north = march(&sandbox, ". . . . . A2-N2");
    let outcome = run(sandbox, vec![("FR1IN", north)], Phase::Strat6);
    assert_eq!(place(&outcome, "FR1IN"), "C3 7-7");
    assert_eq!(count(&outcome, Kind::ExitBlocked), 1);
    assert_eq!(outcome.state.units[&id("FR1IN")].fatigue, 0);
}

#[test]
fn pursuit_follows_in_the_same_or_the_next_phase_and_drops_the_path() {
    let mut sandbox = Sandbox::new("6x6", |_| {});
    light(&mut sandbox, "FR1IN", "A2-N3", "5-7");
    light(&mut sandbox, "AU1IN", "A2-N3", "9-7");
    let flight = march(&sandbox, "A3-N3 . . A4-N3");
    let mut chase = march(&sandbox, ". . . . A2-N4");
    chase.pursue = Some(Pursuit::Unlimited);
    let outcome = run(sandbox, vec![("FR1IN", chase), ("AU1IN", flight)], Phase::Strat6);
    assert_eq!(&place(&outcome, "FR1IN")[..2], "E3");
    assert_eq!(count(&outcome, Kind::Pursue), 2);
}

#[test]
fn pursuit_stops_at_its_limit() {
    let mut sandbox = Sandbox::new("6x6", |_| {});
    light(&mut sandbox, "FR1IN", "A2-N3", "5-7");
    light(&mut sandbox, "AU1IN", "A2-N3", "9-7");
    let flight = march(&sandbox, "A3-N3 . . A4-N3");
    let chase = UnitOrders { pursue: Some(Pursuit::AtMost(1)), ..UnitOrders::default() };
    let outcome = run(sandbox, vec![("FR1IN", chase), ("AU1IN", flight)], Phase::Strat6);
    assert_eq!(&place(&outcome, "FR1IN")[..2], "D3");
}

#[test]
fn a_withdrawal_takes_the_first_box_costs_two_and_sits_out_phase_one() {
    let mut sandbox = Sandbox::new("5x5", |_| {});
    light(&mut sandbox, "FR1IN", "A2-N3", "7-7");
    light(&mut sandbox, "AU1IN", "A2-N3", "7-9");
    let battle = sandbox.square("A2-N3");
    sandbox.state.battle_squares.insert(battle);
    let mut orders = march(&sandbox, "A2-N2 A2-N1 A2-N0");
    orders.withdraw = true;
    let outcome = run(sandbox, vec![("FR1IN", orders)], Phase::Strat3);
    let unit = &outcome.state.units[&id("FR1IN")];
    assert_eq!(place(&outcome, "FR1IN"), "C0 7-11");
    assert_eq!(unit.fatigue, 4);
    let phases: Vec<_> = outcome
        .events
        .iter()
        .filter(|told| told.event.fact.kind() == Kind::March)
        .map(|told| told.event.phase.words())
        .collect();
    assert_eq!(phases, ["withdrawal", "strat 2", "strat 3"]);
    // Nobody stood beside it: at most 5 % of 2400 straggle, and no man is lost from the count.
    assert!(unit.stragglers <= 120);
    assert_eq!(unit.strength + unit.stragglers, 2400);
}

#[test]
fn a_pressed_withdrawal_leaves_a_tenth_to_a_fifth_of_the_men() {
    for seed in 1..40 {
        let mut sandbox = Sandbox::new("5x5", |_| {});
        light(&mut sandbox, "FR1IN", "A2-N3", "7-7");
        light(&mut sandbox, "AU1IN", "A2-N3", "8-8");
        let battle = sandbox.square("A2-N3");
        sandbox.state.battle_squares.insert(battle);
        let mut orders = march(&sandbox, "A2-N2");
        orders.withdraw = true;
        let units = [(id("FR1IN"), orders)].into();
        let orders = TurnOrders { units, ..TurnOrders::default() };
        let outcome = sequence::run(
            &Arc::new(sandbox.atlas),
            &ROTD_EUWOL,
            sandbox.state,
            orders,
            seed,
            Some(Phase::Withdrawal),
        );
        let stragglers = outcome.state.units[&id("FR1IN")].stragglers;
        assert!((240..=480).contains(&stragglers), "{stragglers}");
    }
}

#[test]
fn no_withdrawal_without_a_battle_nor_to_an_enemy_and_box_one_stays_for_phase_one() {
    for (fought, target, steps) in [(false, "A2-N2", 1), (true, "A3-N3", 1), (true, "A2-N2", 1)] {
        let mut sandbox = Sandbox::new("5x5", |_| {});
        light(&mut sandbox, "FR1IN", "A2-N3", "7-7");
        light(&mut sandbox, "AU1IN", "A3-N3", "7-9");
        if fought {
            let battle = sandbox.square("A2-N3");
            sandbox.state.battle_squares.insert(battle);
        }
        let mut orders = march(&sandbox, target);
        orders.withdraw = true;
        let outcome = run(sandbox, vec![("FR1IN", orders)], Phase::Strat1);
        let withdrew = fought && target == "A2-N2";
        assert_eq!(count(&outcome, Kind::Withdraw), usize::from(withdrew));
        assert_eq!(count(&outcome, Kind::Refused), usize::from(!withdrew));
        assert_eq!(count(&outcome, Kind::March), steps);
        assert_eq!(outcome.state.units[&id("FR1IN")].fatigue, 1 + u16::from(withdrew));
    }
}

#[test]
fn march_to_enemies_goes_only_by_what_is_detected() {
    for (class, goes) in [("fordable", true), ("unbridgeable", false)] {
        let mut sandbox = Sandbox::new("5x5", |sketch| {
            sketch.river("A3-N0 A3-N1 A3-N2 A3-N3 A3-N4", class).unwrap();
        });
        light(&mut sandbox, "FR1IN", "A2-N2", "7-7");
        light(&mut sandbox, "AU1IN", "A3-N2", "12-7");
        let orders = UnitOrders { march_to_enemies: true, ..UnitOrders::default() };
        let outcome = run(sandbox, vec![("FR1IN", orders)], Phase::Strat1);
        assert_eq!(count(&outcome, Kind::March) == 1, goes, "{class}");
    }
}

#[test]
fn a_pontoon_bridge_of_its_side_carries_a_unit_over_an_unfordable_river() {
    for (bridge, goes) in [(None, false), (Some("FR1PB"), true), (Some("AU1PB"), false)] {
        let mut sandbox = Sandbox::new("5x5", |sketch| {
            sketch.river("A2-N0 A2-N1 A2-N2 A2-N3 A2-N4", "unfordable").unwrap();
            sketch.tactical("A2-N2", &".......~.......\n".repeat(15)).unwrap();
        });
        light(&mut sandbox, "FR1IN", "A2-N2", "3-7");
        if let Some(name) = bridge {
            light(&mut sandbox, name, "A2-N2", "7-7");
        }
        let east = march(&sandbox, "A3-N2");
        let outcome = run(sandbox, vec![("FR1IN", east)], Phase::Strat1);
        assert_eq!(count(&outcome, Kind::March) == 1, goes, "{bridge:?}");
        assert_eq!(count(&outcome, Kind::ExitBlocked) == 1, !goes, "{bridge:?}");
    }
}

#[test]
fn an_interrupted_pursuit_goes_on_to_its_target_and_only_then_counts() {
    let mut sandbox = Sandbox::new("6x6", |_| {});
    light(&mut sandbox, "FR1IN", "A2-N3", "5-7");
    light(&mut sandbox, "AU1LC", "A2-N3", "9-9");
    // Waits in the quadrant next to the corner that the pursuer crosses.
    light(&mut sandbox, "AU2IN", "A2-N4", "9-0");
    let flight = march(&sandbox, "A3-N4");
    let chase = UnitOrders { pursue: Some(Pursuit::Unlimited), ..UnitOrders::default() };
    let outcome = run(sandbox, vec![("FR1IN", chase), ("AU1LC", flight)], Phase::Strat2);
    assert_eq!(count(&outcome, Kind::Interrupted), 1);
    assert_eq!(count(&outcome, Kind::Pursue), 1);
    assert_eq!(&place(&outcome, "FR1IN")[..2], "D4");
    assert_eq!(outcome.state.units[&id("FR1IN")].fatigue, 2);
}

#[test]
fn foreseen_is_what_the_map_tells_and_nothing_of_the_enemy() {
    let mut sandbox = Sandbox::new("5x5", |sketch| {
        sketch.terrain("A2-N2", "swamp").unwrap();
    });
    sandbox.unit("FR1IN", "A2-N3", "7-7").supplies = 0;
    light(&mut sandbox, "AU1IN", "A2-N3", "7-4");
    let fine = march(&sandbox, "A3-N3 A4-N3");
    let four = march(&sandbox, "A3-N3 A3-N2 A3-N1 A3-N0");
    let far = march(&sandbox, "A3-N3 A3-N2 A3-N1 A3-N0 A4-N0");
    let gap = march(&sandbox, "A3-N3 A3-N1");
    let swamp = march(&sandbox, "A2-N2");
    let field = sandbox.field();
    let foresee = |field, unit: &Unit, orders: &UnitOrders| {
        foresee(field, unit, orders).into_iter().map(|remark| remark.words).collect::<Vec<_>>()
    };
    let unit = &field.state.units[&id("FR1IN")];
    assert!(foresee(field, unit, &fine).is_empty());
    // The supply that it carries is eaten before it marches, unless it is to carry one.
    let burdened = Unit { supplies: 1, ..unit.clone() };
    let carry = Some(Carry { level: 1, from: SourceWish::Nearest });
    assert!(foresee(field, &burdened, &four).is_empty());
    assert_eq!(
        foresee(field, &burdened, &UnitOrders { carry, ..four }),
        ["4 squares are ordered, but as it stands it marches 2 in a turn and one by a forced march"]
    );
    assert_eq!(
        foresee(field, unit, &far),
        ["5 squares are ordered, but as it stands it marches 3 in a turn and one by a forced march"]
    );
    assert_eq!(foresee(field, unit, &gap), ["the march will stop in A3-N3: A3-N1 is not adjacent to A3-N3"]);
    assert_eq!(
        foresee(field, unit, &swamp),
        ["the march will stop in A2-N3: A2-N2 is swamp, which cannot be entered"]
    );
}
