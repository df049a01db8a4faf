//! Touches of every kind of place in a position, and the words that are made of them.

use crate::book::ROTD_EUWOL;
use serde_json::json;

use super::*;
use crate::edits::theatre::{set, theatre, try_edit};
use crate::edits::told::{differences_of, told, unit_differences};
use crate::edits::touch::{Misfit, between, builds_on, carried_out, reversed};
use crate::means::{Means, Prices};
use crate::orders::Office;
use crate::sandbox::{id, nation};
use crate::state::{Depot, DepotKind, DepotWork, Ferry, Rank, Season, Works};
use crate::unit::Reforming;
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

fn depot(side: &str, supplies: u32) -> Depot {
    let at = StrategicSquare { col: 1, row: 1 };
    Depot { at, tac: TacticalSquare::MIDDLE, kind: DepotKind::Depot, side: nation(side), supplies }
}

fn with_depots(supplies: &[u32]) -> LandState {
    let mut state = LandState::opening(Season::Campaign);
    state.depots = supplies.iter().map(|supplies| depot("FR", *supplies)).collect();
    state
}

#[test]
fn a_list_that_is_put_in_another_order_is_put_back() {
    let lists: [&[u32]; 8] =
        [&[], &[1], &[2, 1], &[1, 2], &[1, 2, 3], &[3, 1, 2], &[4, 2, 3, 1], &[5, 6, 7, 8, 9]];
    for one in lists {
        for other in lists {
            let (before, after) = (with_depots(one), with_depots(other));
            let touches = between(&before, &after).unwrap();
            assert_eq!(carried_out(&before, &touches).unwrap(), after, "{one:?} {other:?}");
            assert_eq!(carried_out(&after, &reversed(&touches)).unwrap(), before, "{one:?} {other:?}");
        }
    }
    let moved = between(&with_depots(&[1, 2, 3]), &with_depots(&[3, 1, 2])).unwrap();
    assert_eq!(moved.len(), 2, "one goes and comes: {moved:?}");
}

#[test]
fn what_came_twice_or_is_gone_does_not_fit() {
    let came = between(&with_depots(&[1]), &with_depots(&[1, 2])).unwrap();
    assert_eq!(carried_out(&with_depots(&[2]), &came), Err(Misfit::Changed { path: "/depots".into() }));
    let gone = reversed(&came);
    assert!(carried_out(&with_depots(&[1, 3]), &gone).is_err());
    assert_eq!(carried_out(&with_depots(&[2, 9, 1]), &gone).unwrap(), with_depots(&[9, 1]), "wherever it is");
}

#[test]
fn players_are_told_by_their_places() {
    let sandbox = theatre();
    let state = &sandbox.state;
    let promoted =
        try_edit(&sandbox, state, &Edit::SetRank { player: "berthier".into(), rank: Rank::General }, false);
    let promoted = promoted.unwrap();
    assert_eq!(promoted.touches.len(), 1);
    assert_eq!(promoted.touches[0].path, "/players/2/rank");
    let office = Edit::SetOffice { player: "berthier".into(), office: Office::Treasury, given: true };
    let both = try_edit(&sandbox, &promoted.state, &office, false).unwrap();
    let without = carried_out(&both.state, &reversed(&promoted.touches)).unwrap();
    assert_eq!((without.players[2].rank, without.players[2].offices.len()), (Rank::Colonel, 1));
}

/// A seat has a player's number: who was added after cannot move up into the place of who was added first.
#[test]
fn a_player_with_others_behind_or_with_a_command_is_not_taken_back() {
    let sandbox = theatre();
    let add = |name: &str| Edit::AddPlayer { player: name.into(), nation: nation("FR"), rank: Rank::Colonel };
    let ney = try_edit(&sandbox, &sandbox.state, &add("ney"), false).unwrap();
    let soult = try_edit(&sandbox, &ney.state, &add("soult"), false).unwrap();
    assert!(carried_out(&soult.state, &reversed(&ney.touches)).is_err());
    assert_eq!(carried_out(&soult.state, &reversed(&soult.touches)).unwrap(), ney.state);
    let assign = Edit::Assign { unit: id("FR1IN"), commander: "ney".into(), deputy: None };
    let assigned = try_edit(&sandbox, &ney.state, &assign, false).unwrap();
    let misfit = carried_out(&assigned.state, &reversed(&ney.touches)).unwrap_err();
    assert_eq!(misfit, Misfit::NoPosition("nobody would command FR1IN".into()));
}

#[test]
fn a_nations_first_relation_comes_and_goes_without_its_others() {
    let before = LandState::opening(Season::Campaign);
    let with = |pairs: &[(&str, &str)]| {
        let mut state = before.clone();
        for (one, other) in pairs {
            state.relations.set(nation(one), nation(other), Relation::Allied);
        }
        state
    };
    let (first, both) = (with(&[("AU", "BA")]), with(&[("AU", "BA"), ("AU", "SA")]));
    let touches = between(&before, &first).unwrap();
    assert_eq!(carried_out(&before, &touches).unwrap(), first);
    assert_eq!(carried_out(&both, &reversed(&touches)).unwrap(), with(&[("AU", "SA")]));
    assert_eq!(carried_out(&first, &reversed(&touches)).unwrap(), before);
}

/// Two treasuries are two values, though a position writes none of them where there is none.
#[test]
fn what_a_position_leaves_out_is_there_for_touches() {
    let sandbox = theatre();
    let constant = |name: &str| Edit::SetConstant { name: name.into(), value: "7".into() };
    let first = try_edit(&sandbox, &sandbox.state, &constant("treasury FR eg"), false).unwrap();
    let second = try_edit(&sandbox, &first.state, &constant("treasury AU eg"), false).unwrap();
    let alone = try_edit(&sandbox, &sandbox.state, &constant("treasury AU eg"), false).unwrap();
    assert_eq!(carried_out(&second.state, &reversed(&first.touches)).unwrap(), alone.state);
    let price = try_edit(&sandbox, &sandbox.state, &constant("price depot mp"), false).unwrap();
    assert_eq!(price.touches[0].path, "/prices/depot/mp");
    let hungry = try_edit(&sandbox, &sandbox.state, &set("FR1IN", "hungry", "2"), false).unwrap();
    assert_eq!(hungry.touches[0].before, Some(json!(0)));
}

/// A position in which every list has something, so that its JSON leaves nothing out.
fn full() -> LandState {
    let sandbox = theatre();
    let (at, mut state) = (sandbox.square("A1-N1"), sandbox.state);
    let france = nation("FR");
    for men in [&mut state.manpower, &mut state.captives, &mut state.manpower_due, &mut state.manpower_pool] {
        men.insert(france, 5);
    }
    let means = Means { eg: 1, mp: 2, manpower: 3 };
    state.treasuries.insert(france, means);
    state.prices = Prices { depot: means, ..Prices::default() };
    state.bridges_destroyed.insert(at);
    state.rebuilding.insert(at, Works { nation: france, done: 4 });
    (state.season_began, state.hostilities) = (2, true);
    let tac = TacticalSquare::MIDDLE;
    state.ferries.push(Ferry { id: "FR1RT".into(), at, tac, side: france, capacity: 10, load: 1 });
    state.reserve.insert(france, 2);
    state.depot_works.push(DepotWork { at, tac, side: france, raises: true, done: 3 });
    let unit = state.units.get_mut(&id("FR1IN")).unwrap();
    (unit.hungry, unit.munitions, unit.deployed, unit.reforming) = (1, true, true, Some(Reforming::DUE));
    unit.home_city = Some("Ulm".into());
    state.names.insert(id("FR1IN"), "Lasalle".into());
    state
}

#[test]
fn nothing_is_left_out_that_a_position_may_have() {
    let full = full();
    let keys = |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let empty = touch::value_of(&theatre().state).unwrap();
    let json = serde_json::to_value(&full).unwrap();
    assert_eq!(keys(&empty), keys(&json), "every key of a position");
    assert_eq!(keys(&empty["units"]["FR1IN"]), keys(&json["units"]["FR1IN"]), "every key of a unit");
    assert_eq!(keys(&empty["prices"]), keys(&json["prices"]));
}

/// Each value of a position by itself: whatever is touched is told.
#[test]
fn every_difference_is_told() {
    let (sandbox, full) = (theatre(), full());
    let grid = &sandbox.atlas.map.grid;
    let touches = between(&sandbox.state, &full).unwrap();
    assert!(touches.len() >= 14, "{touches:?}");
    for one in &touches {
        let state = carried_out(&sandbox.state, [one]).unwrap();
        let words = told(&ROTD_EUWOL, grid, &sandbox.state, &state);
        assert!(!words.is_empty(), "{one:?}");
        assert!(words.iter().all(|told| !told.before.is_empty() && !told.after.is_empty()), "{words:?}");
    }
    let every_unit = |state: &LandState, field: &str, value: serde_json::Value| {
        let mut json = serde_json::to_value(state).unwrap();
        json["units"]["FR1IN"][field] = value;
        serde_json::from_value::<LandState>(json).unwrap()
    };
    let json = serde_json::to_value(&full.units[&id("FR1IN")]).unwrap();
    let mut seen = 0;
    for (field, value) in json.as_object().unwrap() {
        let other = match value {
            serde_json::Value::Number(number) => json!(number.as_u64().unwrap() + 1),
            serde_json::Value::Bool(flag) => json!(!flag),
            _ => match field.as_str() {
                "at" => json!("2/2"),
                "tac" => json!("1-1"),
                "home" => json!("Austria"),
                "home_city" => json!("Metz"),
                "quality" => json!("poor"),
                "weapon" => json!("rifle"),
                "guns" => json!("rifled"),
                "status" => json!("inactive"),
                "communications" | "source" => json!({ "city": "Metz" }),
                "reforming" => json!({ "turns_left": 2, "turns": 1, "failed": 1 }),
                _ => continue,
            },
        };
        let changed = every_unit(&full, field, other);
        let words = unit_differences(&ROTD_EUWOL, grid, &full, &changed, id("FR1IN"));
        assert_eq!(words.len(), 1, "{field} {words:?}");
        assert_eq!(words[0].unit, Some(id("FR1IN")));
        seen += 1;
    }
    assert_eq!(seen, json.as_object().unwrap().len() - 1, "all but the id");
}

#[test]
fn what_differs_of_some_units_is_what_came_went_and_changed() {
    let sandbox = theatre();
    let grid = &sandbox.atlas.map.grid;
    let mut after = sandbox.state.clone();
    after.units.remove(&id("FR1LC"));
    after.units.get_mut(&id("FR1IN")).unwrap().morale = 41;
    let new = crate::unit::Unit { id: id("FR9IN"), ..after.units[&id("FR1IN")].clone() };
    after.units.insert(new.id, new);
    after.seats.insert(id("FR9IN"), after.seats[&id("FR1IN")]);
    let units = ["FR1IN", "FR1LC", "FR2IN", "FR9IN", "FR7IN"].map(id);
    let told = differences_of(&ROTD_EUWOL, grid, &sandbox.state, &after, units);
    let lines: Vec<String> =
        told.iter().map(|told| format!("{}: {} > {}", told.what, told.before, told.after)).collect();
    assert_eq!(
        lines,
        [
            "FR1IN morale: 50 > 41",
            "FR1LC: light cavalry of 1200 men in A1-N1 5-5, commanded by fr > -",
            "FR9IN: - > infantry of 2400 men in A1-N1 7-7, commanded by fr",
        ]
    );
}

#[test]
fn one_touch_builds_on_another_where_they_meet() {
    let touch = |path: &str, at: Option<usize>, before: Option<u32>, after: Option<u32>| Touch {
        path: path.into(),
        at,
        before: before.map(|n| json!(n)),
        after: after.map(|n| json!(n)),
    };
    let value = |path: &str| touch(path, None, Some(1), Some(2));
    assert!(builds_on(&value("/units/A/morale"), &value("/units/A/morale")));
    assert!(builds_on(&value("/units/A"), &value("/units/A/morale")));
    assert!(builds_on(&value("/units/A/morale"), &value("/units/A")));
    assert!(!builds_on(&value("/units/A"), &value("/units/AB")));
    assert!(!builds_on(&value("/units/A/morale"), &value("/units/A/fatigue")));
    let came = touch("/depots", Some(0), None, Some(5));
    assert!(builds_on(&came, &touch("/depots", Some(0), Some(5), None)));
    assert!(!builds_on(&came, &touch("/depots", Some(0), Some(6), None)));
}
