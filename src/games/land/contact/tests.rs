//! The clauses of rule 11.2, each tried and each with its exception.

use super::*;
use crate::sandbox::{Sandbox, id, nation};
use fieldpost_ground::nation::Relation;

fn contact(sandbox: &mut Sandbox, one: &str, other: &str) -> bool {
    ask(sandbox, one, other, Screen::Closes)
}

fn ask(sandbox: &mut Sandbox, one: &str, other: &str, screen: Screen) -> bool {
    let (one, other) = (id(one), id(other));
    let field = sandbox.field();
    let end = |id| End::from(field.unit(id).unwrap());
    let (one_end, other_end) = (end(one), end(other));
    let lines = Lines::new(field);
    let there = lines.contact(one.nation, one_end, other_end, screen);
    assert_eq!(there, lines.contact(one.nation, other_end, one_end, screen), "a line has no direction");
    if screen == Screen::Closes {
        let way = lines.ways(one.nation, one_end, &[other_end]).and_then(|ways| ways.to(other_end));
        assert_eq!(there, way.is_some(), "who is in contact can go there");
    }
    there
}

fn length(sandbox: &mut Sandbox, one: &str, other: &str, most: u8) -> Option<u8> {
    let (one, other) = (id(one), id(other));
    let field = sandbox.field();
    let end = |id| End::from(field.unit(id).unwrap());
    let lines = Lines::new(field);
    let length = lines.length(one.nation, end(one), end(other), most);
    let way = lines.ways(one.nation, end(one), &[end(other)]).and_then(|ways| ways.to(end(other)));
    assert_eq!(length, way.map(|way| way.len() as u8).filter(|steps| *steps <= most), "the shortest way");
    length
}

#[test]
fn a_way_runs_straight_where_it_can_and_round_what_closes_it() {
    let mut sandbox = Sandbox::new("5x3", |_| {});
    sandbox.unit("FR1IN", "A0-N0", "7-7");
    sandbox.unit("FR1CQ", "A4-N0", "7-7");
    let way = |sandbox: &mut Sandbox| {
        let field = sandbox.field();
        let end = |name| End::from(field.unit(id(name)).unwrap());
        let lines = Lines::new(field);
        let way = lines.ways(nation("FR"), end("FR1IN"), &[end("FR1CQ")]).unwrap().to(end("FR1CQ")).unwrap();
        way.iter().map(|(square, _)| field.atlas.map.grid.label(*square)).collect::<Vec<_>>()
    };
    assert_eq!(way(&mut sandbox), ["A1-N0", "A2-N0", "A3-N0", "A4-N0"]);
    sandbox.unit("AU1IN", "A2-N0", "7-7");
    assert_eq!(way(&mut sandbox), ["A1-N0", "A2-N1", "A3-N0", "A4-N0"]);
}

/// One row of squares: whatever closes one of them closes the line.
fn row(middle: impl FnOnce(&mut Sandbox)) -> bool {
    let mut sandbox = Sandbox::new("5x1", |_| {});
    sandbox.unit("FR1IN", "A0-N0", "7-7");
    sandbox.unit("FR1CQ", "A4-N0", "7-7");
    middle(&mut sandbox);
    contact(&mut sandbox, "FR1IN", "FR1CQ")
}

#[test]
fn an_active_enemy_of_any_kind_closes_its_square_and_no_neutral_or_inactive_one_does() {
    use crate::unit::Status;
    assert!(row(|_| {}));
    for enemy in ["AU1IN", "AU1CQ", "AU1PB", "AU1MI"] {
        assert!(
            !row(|sandbox| {
                sandbox.unit(enemy, "A2-N0", "7-7");
            }),
            "{enemy}"
        );
    }
    for status in [Status::Inactive, Status::Shattered] {
        assert!(row(|sandbox| sandbox.unit("AU1IN", "A2-N0", "7-7").status = status));
    }
    assert!(row(|sandbox| {
        sandbox.unit("AU1IN", "A2-N0", "7-7");
        sandbox.relation("FR", "AU", Relation::Neutral);
    }));
}

#[test]
fn impassable_squares_close_a_line() {
    for (terrain, open) in [("water", false), ("swamp", false), ("high mountain", false), ("mountain", true)]
    {
        let mut sandbox = Sandbox::new("3x1", |sketch| sketch.terrain("A1-N0", terrain).unwrap());
        sandbox.unit("FR1IN", "A0-N0", "7-7");
        sandbox.unit("FR2IN", "A2-N0", "7-7");
        assert_eq!(contact(&mut sandbox, "FR1IN", "FR2IN"), open, "{terrain}");
    }
}

/// A corridor of one row with a pocket below its middle: enemy cavalry there is beside three squares of it.
fn corridor(screeners: impl FnOnce(&mut Sandbox)) -> bool {
    let mut sandbox = Sandbox::new("5x2", |sketch| {
        for square in ["A0-N1", "A1-N1", "A3-N1", "A4-N1"] {
            sketch.terrain(square, "water").unwrap();
        }
    });
    sandbox.unit("FR1IN", "A0-N0", "7-7");
    sandbox.unit("FR1CQ", "A4-N0", "7-7");
    screeners(&mut sandbox);
    contact(&mut sandbox, "FR1IN", "FR1CQ")
}

#[test]
fn enemy_light_cavalry_closes_the_squares_beside_it_and_other_enemies_do_not() {
    assert!(!corridor(|sandbox| {
        sandbox.unit("AU1LC", "A2-N1", "7-7");
    }));
    for enemy in ["AU1IN", "AU1MC", "AU1HC", "AU1LI"] {
        assert!(
            corridor(|sandbox| {
                sandbox.unit(enemy, "A2-N1", "7-7");
            }),
            "{enemy}"
        );
    }
}

#[test]
fn a_combat_unit_of_the_side_opens_the_square_it_is_in() {
    let screened = |friends: &[(&str, &str)]| {
        corridor(|sandbox| {
            sandbox.unit("AU1LC", "A2-N1", "3-3");
            sandbox.relation("FR", "BA", Relation::Allied);
            friends.iter().for_each(|(friend, at)| {
                sandbox.unit(friend, at, "7-7");
            });
        })
    };
    assert!(!screened(&[("FR2IN", "A1-N0"), ("FR3IN", "A2-N0")]), "the third square is still closed");
    assert!(screened(&[("FR2IN", "A1-N0"), ("FR3IN", "A2-N0"), ("BA1IN", "A3-N0")]));
    assert!(!screened(&[("FR2IN", "A1-N0"), ("FR3IN", "A2-N0"), ("FR2CQ", "A3-N0")]), "no combat unit");
}

#[test]
fn a_combat_unit_in_the_cavalrys_own_square_opens_all_about_it() {
    let checked = |friend: &str| {
        corridor(|sandbox| {
            sandbox.unit("AU1LC", "A2-N1", "3-3");
            sandbox.unit(friend, "A2-N1", "7-7");
        })
    };
    assert!(checked("FR2IN"));
    assert!(!checked("FR2CQ"));
}

#[test]
fn a_line_that_shows_light_cavalry_passes_its_screen() {
    let mut sandbox = Sandbox::new("4x1", |_| {});
    sandbox.unit("FR1LC", "A0-N0", "7-7");
    sandbox.unit("AU1LC", "A3-N0", "7-7");
    assert!(!ask(&mut sandbox, "FR1LC", "AU1LC", Screen::Closes));
    assert!(ask(&mut sandbox, "FR1LC", "AU1LC", Screen::IsPassed));
}

#[test]
fn no_line_runs_diagonally_between_two_enemies_but_past_one() {
    let mut sandbox = Sandbox::new("2x2", |_| {});
    sandbox.unit("FR1IN", "A0-N0", "7-7");
    sandbox.unit("FR2IN", "A1-N1", "7-7");
    sandbox.unit("AU1IN", "A1-N0", "7-7");
    assert!(contact(&mut sandbox, "FR1IN", "FR2IN"));
    sandbox.unit("AU2CQ", "A0-N1", "7-7");
    assert!(!contact(&mut sandbox, "FR1IN", "FR2IN"));
}

#[test]
fn an_end_with_enemies_leaves_only_by_a_clear_cone() {
    let with_enemy_at = |tac: &str, kind: &str| {
        row(|sandbox| {
            sandbox.unit("FR1IN", "A0-N0", "7-7");
            sandbox.unit(kind, "A0-N0", tac);
        })
    };
    assert!(!with_enemy_at("9-7", "AU1IN"), "east of the unit, in the direction of the line");
    assert!(with_enemy_at("5-7", "AU1IN"), "west of it");
    assert!(with_enemy_at("9-7", "AU1CQ"), "a headquarters blocks no exit");
    let at_the_far_end = |tac: &str| {
        row(|sandbox| {
            sandbox.unit("AU1IN", "A4-N0", tac);
        })
    };
    assert!(!at_the_far_end("3-7"));
    assert!(at_the_far_end("11-7"));
}

#[test]
fn a_blocked_exit_can_be_gone_round() {
    let mut sandbox = Sandbox::new("3x3", |_| {});
    sandbox.unit("FR1IN", "A0-N1", "7-7");
    sandbox.unit("AU1IN", "A0-N1", "12-7");
    sandbox.unit("FR1CQ", "A1-N1", "7-7");
    assert!(contact(&mut sandbox, "FR1IN", "FR1CQ"));
    assert_eq!(length(&mut sandbox, "FR1IN", "FR1CQ", 1), None);
    assert_eq!(length(&mut sandbox, "FR1IN", "FR1CQ", 2), Some(2));
}

#[test]
fn the_shortest_line_is_counted_in_steps() {
    let mut sandbox = Sandbox::new("6x6", |_| {});
    sandbox.unit("FR1IN", "A0-N0", "7-7");
    sandbox.unit("FR2IN", "A4-N1", "7-7");
    assert_eq!(length(&mut sandbox, "FR1IN", "FR2IN", 4), Some(4));
    assert_eq!(length(&mut sandbox, "FR1IN", "FR2IN", 3), None);
    assert_eq!(length(&mut sandbox, "FR1IN", "FR1IN", 0), Some(0));
    for row in 0..5 {
        sandbox.unit(&format!("AU{row}IN"), &format!("A2-N{row}"), "7-7");
    }
    assert_eq!(length(&mut sandbox, "FR1IN", "FR2IN", 4), None);
    assert_eq!(length(&mut sandbox, "FR1IN", "FR2IN", 12), Some(9), "round by A2-N5");
    assert!(contact(&mut sandbox, "FR1IN", "FR2IN"));
}

#[test]
fn a_nation_without_units_has_no_lines() {
    let mut sandbox = Sandbox::new("3x1", |_| {});
    sandbox.unit("FR1IN", "A0-N0", "7-7");
    sandbox.unit("FR2IN", "A2-N0", "7-7");
    let field = sandbox.field();
    let end = |name| End::from(field.unit(id(name)).unwrap());
    let lines = Lines::new(field);
    assert!(!lines.contact(nation("PO"), end("FR1IN"), end("FR2IN"), Screen::Closes));
}

/// Two rows of squares; the upper ones hold a river along row 7 of their tactical maps.
fn river(class: &str, bridge: Option<&str>) -> Sandbox {
    let lines =
        format!("{}{}{}", "...............\n".repeat(7), "~~~~~~~~~~~~~~~\n", "...............\n".repeat(7));
    let mut sandbox = Sandbox::new("3x2", |sketch| {
        sketch.river("A0-N0 A1-N0 A2-N0", class).unwrap();
        for square in ["A0-N0", "A1-N0", "A2-N0"] {
            sketch.tactical(square, &lines).unwrap();
        }
        if let Some(square) = bridge {
            sketch.bridges(square, &["7-7"]).unwrap();
        }
    });
    sandbox.unit("FR1IN", "A0-N0", "2-2");
    sandbox.unit("FR2IN", "A2-N0", "12-12");
    sandbox.unit("FR3IN", "A2-N0", "12-2");
    sandbox.unit("FR4IN", "A1-N1", "7-7");
    sandbox
}

#[test]
fn a_great_river_is_crossed_only_at_a_bridge() {
    for (class, bridge, crossed) in [
        ("fordable", None, true),
        ("unfordable", None, false),
        ("unbridgeable", None, false),
        ("unfordable", Some("A0-N0"), true),
        ("unfordable", Some("A1-N0"), true),
        ("unbridgeable", Some("A2-N0"), true),
    ] {
        let mut sandbox = river(class, bridge);
        let word = format!("{class}, bridge {bridge:?}");
        assert_eq!(contact(&mut sandbox, "FR1IN", "FR2IN"), crossed, "{word}");
        assert_eq!(contact(&mut sandbox, "FR1IN", "FR4IN"), crossed, "{word}");
        assert!(contact(&mut sandbox, "FR1IN", "FR3IN"), "{word}: along one bank");
        assert!(contact(&mut sandbox, "FR2IN", "FR4IN"), "{word}: the near bank");
    }
}

#[test]
fn a_deployed_pontoon_bridge_is_a_bridge_for_a_line() {
    let mut sandbox = river("unfordable", None);
    sandbox.unit("FR1PB", "A1-N0", "4-6");
    assert!(!contact(&mut sandbox, "FR1IN", "FR2IN"), "carried, not laid");
    let bridge = sandbox.state.units.get_mut(&id("FR1PB")).unwrap();
    (bridge.tac, bridge.deployed) = ("4-7".parse().unwrap(), true);
    assert!(contact(&mut sandbox, "FR1IN", "FR2IN"));
}
