//! Rule 11.1 on both sides of its numbers, and 11.3's walls.

use super::*;
use crate::sandbox::{Sandbox, id};
use crate::unit::Status;
use fieldpost_ground::nation::Relation;

/// A position of one long row.
fn row() -> Sandbox {
    Sandbox::new("12x1", |_| {})
}

/// What `unit` has its communications with, in words, after the position was settled.
fn link(sandbox: &mut Sandbox, unit: &str) -> Option<String> {
    settle(&sandbox.atlas, &crate::book::ROTD_EUWOL, &mut sandbox.state);
    let unit = &sandbox.state.units[&id(unit)];
    assert_eq!(unit.in_communications, unit.communications.is_some());
    unit.communications.as_ref().map(|source| match source {
        Source::Unit(id) => id.to_string(),
        Source::City(name) => name.clone(),
        Source::Depot(_) => "depot".into(),
    })
}

fn source(sandbox: &Sandbox, unit: &str) -> Option<Source> {
    sandbox.state.units[&id(unit)].source.clone()
}

#[test]
fn an_army_headquarters_is_always_in_communications() {
    let mut sandbox = row();
    sandbox.unit("FR1AQ", "A0-N0", "7-7");
    sandbox.unit("AU1IN", "A0-N0", "8-7");
    assert_eq!(link(&mut sandbox, "FR1AQ").as_deref(), Some("FR1AQ"));
}

#[test]
fn a_corps_headquarters_is_within_five_squares_of_an_army_headquarters() {
    let mut sandbox = row();
    sandbox.unit("FR1AQ", "A0-N0", "7-7");
    sandbox.unit("FR1CQ", "A5-N0", "7-7");
    sandbox.unit("FR2CQ", "A6-N0", "7-7");
    assert_eq!(link(&mut sandbox, "FR1CQ").as_deref(), Some("FR1AQ"));
    assert_eq!(link(&mut sandbox, "FR2CQ"), None);
    sandbox.unit("AU1IN", "A3-N0", "7-7");
    assert_eq!(link(&mut sandbox, "FR1CQ"), None, "no line");
}

#[test]
fn five_squares_are_counted_as_the_crow_flies_however_long_the_line() {
    let mut sandbox = Sandbox::new("9x9", |_| {});
    sandbox.unit("FR1AQ", "A0-N0", "7-7");
    sandbox.unit("FR1CQ", "A5-N0", "7-7");
    for row in 0..8 {
        sandbox.unit(&format!("AU{row}IN"), &format!("A2-N{row}"), "7-7");
    }
    assert_eq!(link(&mut sandbox, "FR1CQ").as_deref(), Some("FR1AQ"));
}

#[test]
fn a_brigade_is_within_two_squares_of_a_linked_corps_headquarters() {
    let mut sandbox = row();
    sandbox.unit("FR1AQ", "A0-N0", "7-7");
    sandbox.unit("FR1CQ", "A5-N0", "7-7");
    sandbox.unit("FR1IN", "A7-N0", "7-7");
    sandbox.unit("FR2IN", "A8-N0", "7-7");
    sandbox.unit("FR3IN", "A0-N0", "7-7");
    assert_eq!(link(&mut sandbox, "FR1IN").as_deref(), Some("FR1CQ"));
    assert_eq!(link(&mut sandbox, "FR2IN"), None);
    assert_eq!(link(&mut sandbox, "FR3IN"), None, "an army headquarters serves corps only");
    sandbox.state.units.get_mut(&id("FR1AQ")).unwrap().status = Status::Inactive;
    assert_eq!(link(&mut sandbox, "FR1IN"), None, "its corps has none itself");
}

#[test]
fn a_city_of_the_side_serves_its_square_and_no_other() {
    let mut sandbox = row();
    sandbox.city("Ulm", "A3-N0", "7-7", "BA");
    sandbox.unit("FR1IN", "A3-N0", "0-0");
    sandbox.unit("FR1CQ", "A3-N0", "1-1");
    sandbox.unit("FR2IN", "A4-N0", "7-7");
    sandbox.unit("FR3IN", "A2-N0", "7-7");
    assert_eq!(link(&mut sandbox, "FR1IN"), None, "a hostile city");
    sandbox.relation("FR", "BA", Relation::Allied);
    assert_eq!(link(&mut sandbox, "FR1CQ").as_deref(), Some("Ulm"));
    assert_eq!(link(&mut sandbox, "FR2IN").as_deref(), Some("FR1CQ"));
    sandbox.state.units.get_mut(&id("FR1CQ")).unwrap().status = Status::Inactive;
    assert_eq!(link(&mut sandbox, "FR1IN").as_deref(), Some("Ulm"));
    assert_eq!(link(&mut sandbox, "FR3IN"), None, "beside the city is not in it");
}

#[test]
fn headquarters_of_allies_serve_as_ones_own() {
    let mut sandbox = row();
    sandbox.unit("BA1AQ", "A0-N0", "7-7");
    sandbox.unit("FR1CQ", "A1-N0", "7-7");
    assert_eq!(link(&mut sandbox, "FR1CQ"), None);
    sandbox.relation("FR", "BA", Relation::Allied);
    assert_eq!(link(&mut sandbox, "FR1CQ").as_deref(), Some("BA1AQ"));
}

#[test]
fn a_siege_parts_those_inside_from_those_outside() {
    let mut sandbox = row();
    sandbox.city("Metz", "A0-N0", "7-7", "FR");
    sandbox.unit("FR1CQ", "A0-N0", "7-7");
    sandbox.unit("FR1IN", "A0-N0", "7-7");
    sandbox.unit("FR2IN", "A0-N0", "2-2");
    sandbox.unit("FR3IN", "A1-N0", "7-7");
    assert_eq!(link(&mut sandbox, "FR3IN").as_deref(), Some("FR1CQ"));
    sandbox.unit("AU1IN", "A0-N0", "6-8").strength = 9000;
    assert_eq!(link(&mut sandbox, "FR3IN"), None);
    assert_eq!(link(&mut sandbox, "FR2IN"), None, "in the square but outside");
    assert_eq!(link(&mut sandbox, "FR1CQ").as_deref(), Some("Metz"));
    assert_eq!(link(&mut sandbox, "FR1IN").as_deref(), Some("FR1CQ"));
    assert!(sandbox.state.cities["Metz"].besieged);
}

#[test]
fn the_nearest_source_is_a_corps_headquarters_by_a_line_of_two_steps() {
    let mut sandbox = Sandbox::new("5x5", |_| {});
    sandbox.unit("FR1CQ", "A2-N0", "7-7");
    sandbox.unit("FR1IN", "A0-N0", "7-7");
    sandbox.unit("FR2IN", "A4-N2", "7-7");
    let corps = Some(Source::Unit(id("FR1CQ")));
    link(&mut sandbox, "FR1IN");
    assert_eq!(source(&sandbox, "FR1IN"), corps);
    assert_eq!(source(&sandbox, "FR2IN"), corps);
    sandbox.unit("AU1IN", "A1-N0", "7-7");
    sandbox.unit("AU2IN", "A1-N1", "7-7");
    link(&mut sandbox, "FR1IN");
    assert_eq!(source(&sandbox, "FR1IN"), None, "there is a line, of more than two steps");
    assert_eq!(source(&sandbox, "FR2IN"), corps);
}

#[test]
fn a_corps_headquarters_draws_in_its_square_or_from_a_depot_within_four() {
    use crate::sandbox::{nation, tac};
    let mut sandbox = row();
    sandbox.unit("FR1CQ", "A0-N0", "7-7");
    let mut depot = |at: &str, kind| {
        let at = sandbox.square(at);
        sandbox.state.depots = vec![Depot { at, tac: tac("7-7"), kind, side: nation("FR"), supplies: 5 }];
        link(&mut sandbox, "FR1CQ");
        (source(&sandbox, "FR1CQ"), Some(Source::Depot(at)))
    };
    use crate::state::{Depot, DepotKind};
    for (at, kind, reached) in [
        ("A4-N0", DepotKind::Depot, true),
        ("A5-N0", DepotKind::Depot, false),
        ("A0-N0", DepotKind::Cache, true),
        ("A1-N0", DepotKind::Cache, false),
    ] {
        let (found, it) = depot(at, kind);
        assert_eq!(found, it.filter(|_| reached), "{at}");
    }
}
