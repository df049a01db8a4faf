//! What a rule case cannot see: destroyed track, and the desk's warnings.

use crate::command::clashes;
use crate::movement::foresee;
use crate::orders::{RailMove, UnitOrders};
use crate::rail::journey::{self, Short};
use crate::rail::refusal::Refusal;
use crate::sandbox::{Sandbox, id, tac};

fn railway() -> Sandbox {
    let line = |row: char, cols: u8| {
        let names = (0..cols).map(|col| format!("{}{}-N{row}", char::from(b'A' + col / 10), col % 10));
        names.collect::<Vec<_>>().join(" ")
    };
    let mut sandbox = Sandbox::new("90x3", |sketch| {
        sketch.rail(&line('0', 6)).unwrap();
        sketch.rail(&line('2', 90)).unwrap();
    });
    sandbox.unit("FR1IN", "A0-N0", "7-7");
    sandbox.unit("FR2IN", "A0-N2", "7-7");
    sandbox.unit("FR3MI", "A0-N0", "7-7");
    sandbox
}

fn to(sandbox: &Sandbox, square: &str) -> RailMove {
    RailMove { to: sandbox.square(square), via: None, entry: None }
}

#[test]
fn destroyed_track_is_no_track() {
    let mut sandbox = railway();
    let (near, far, gap) = (to(&sandbox, "A2-N0"), to(&sandbox, "A5-N0"), sandbox.square("A3-N0"));
    sandbox.state.track_destroyed.insert(gap);
    let field = sandbox.field();
    let unit = &field.state.units[&id("FR1IN")];
    let most = field.book.rail.as_ref().unwrap().path;
    assert_eq!(journey::plan(field, unit, &near).map(|journey| journey.reach), Ok(2));
    assert_eq!(journey::plan(field, unit, &far), Err(Refusal::TooFar(far.to, most)));
    let gap = RailMove { to: gap, ..near };
    assert_eq!(journey::plan(field, unit, &gap), Err(Refusal::NoRailway(gap.to)));
}

#[test]
fn a_journey_says_why_it_is_short() {
    let mut sandbox = railway();
    let far = to(&sandbox, "E1-N2");
    sandbox.unit("AU1IN", "E1-N2", "7-7");
    let beyond = to(&sandbox, "A5-N0");
    sandbox.unit("AU2IN", "A3-N0", "7-7");
    let field = sandbox.field();
    let short = |unit: &str, rail| {
        let journey = journey::plan(field, &field.state.units[&id(unit)], rail).unwrap();
        (journey.reach, journey.short)
    };
    assert_eq!(short("FR2IN", &far), (40, Some(Short::Limit)), "and nothing of the enemy behind it");
    assert_eq!(short("FR1IN", &beyond), (2, Some(Short::Barred)));
}

#[test]
fn foreseen_is_what_the_map_tells_and_nothing_of_the_enemy() {
    let mut sandbox = railway();
    sandbox.unit("AU1IN", "A1-N0", "7-7");
    let orders = |rail| UnitOrders { rail: Some(rail), ..UnitOrders::default() };
    let (fine, beside) = (to(&sandbox, "A5-N0"), to(&sandbox, "A5-N1"));
    let (forty, eighty) = (to(&sandbox, "E1-N2"), to(&sandbox, "I1-N2"));
    let march = UnitOrders { path: vec![Some(sandbox.square("A1-N1"))], ..orders(fine.clone()) };
    let corner = RailMove { entry: Some(tac("0-0")), ..fine.clone() };
    let field = sandbox.field();
    let foreseen = |unit: &str, orders: UnitOrders| {
        let remarks = foresee(field, &field.state.units[&id(unit)], &orders).into_iter();
        remarks.map(|remark| remark.words).collect::<Vec<_>>()
    };
    assert!(foreseen("FR1IN", orders(fine.clone())).is_empty());
    assert_eq!(foreseen("FR1IN", orders(beside)), ["it will not go by rail: A5-N1 has no railway to go by"]);
    assert_eq!(foreseen("FR3MI", orders(fine)), ["it will not go by rail: militia do not go by rail"]);
    assert_eq!(
        foreseen("FR2IN", orders(forty)),
        ["E1-N2 is 41 squares away by rail, and a unit goes at most 40 in a turn"]
    );
    assert_eq!(
        foreseen("FR2IN", orders(eighty)),
        ["it will not go by rail: no way by rail of at most 80 squares leads to I1-N2"]
    );
    assert!(clashes::of(&march).any(|says| says.contains("once it has marched")));
    assert_eq!(
        foreseen("FR1IN", orders(corner)),
        ["entry square 0-0 carries no railway in A5-N0: another will be used"]
    );
}
