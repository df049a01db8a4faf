//! What a receipt foresees (G-13).

use std::sync::Arc;

use crate::Table;
use crate::at_the_desk::trial::{change, open, table};
use fieldpost_desk::record::Verdict;
use fieldpost_desk::trial::told::{foretold, only_unit};
use fieldpost_ground::tactical::{Atlas, Ground, Sheet};
use fieldpost_land::language::render;
use fieldpost_land::orders::{Carry, SourceWish, UnitOrder};
use fieldpost_land::sandbox::{id, tac};
use fieldpost_land::state::Season;
use fieldpost_land::unit::{Source, Status};

fn warned(season: Season, order: UnitOrder) -> Vec<String> {
    let mut desk = open();
    change(&mut desk.game, |state| state.season = season);
    let words = render::unit_order(&order, Some(&table(&desk.game).atlas.map.grid));
    let judgement = desk.send("clam", 1, |pen| pen.block("AU4IN", None, &[&words], 0));
    assert_eq!(judgement.verdict, Verdict::Obeyed, "a warning refuses nothing");
    foretold(only_unit(&judgement))
}

#[test]
fn orders_of_another_season_are_warned_of() {
    let deploy = || UnitOrder::Deploy { at: None, tac: Some(tac("7-7")) };
    assert_eq!(
        warned(Season::Campaign, deploy()),
        ["! DEPLOY 7-7 fails: this is a campaign turn: DEPLOY is not carried out in it (rules 6.10, 7.17)"]
    );
    assert!(warned(Season::Peace, UnitOrder::HaltOnEntry)[0].contains("peace turn"));
    assert!(warned(Season::Deployment, UnitOrder::HaltOnEntry)[0].contains("deployment turn"));
    assert!(warned(Season::Peace, deploy()).is_empty());
    assert!(warned(Season::Campaign, UnitOrder::HaltOnEntry).is_empty());
    assert!(warned(Season::Peace, UnitOrder::Activate).is_empty());
}

/// Issue 35, 6: a RADIUS beyond what a unit's type can do is told, and so is a square that is too far for it.
#[test]
fn support_beyond_the_rule_is_told_with_the_rule() {
    let told = |order: &str| {
        let mut desk = open();
        let judgement = desk.send("clam", 1, |pen| pen.block("AU4IN", None, &[order], 0));
        foretold(only_unit(&judgement))
    };
    let at = table(&open().game).land.units[&id("AU4IN")].tac;
    assert_eq!(told(&format!("SUPPORT {at} RADIUS 2")), Vec::<String>::new());
    let wide = told(&format!("SUPPORT {at} RADIUS 6"));
    assert!(wide[0].starts_with("- SUPPORT: whatever its RADIUS") && wide[0].contains("9.10"), "{wide:?}");
    let far = if at.col() > 7 { "SUPPORT 0-0 RADIUS 1" } else { "SUPPORT 14-14 RADIUS 1" };
    let none = told(far);
    assert!(none[0].starts_with("- SUPPORT comes to nothing where it stands"), "{none:?}");
}

#[test]
fn orders_to_go_for_a_unit_at_rest_are_warned_of() {
    let warned = |status: Status, orders: &[&str]| {
        let mut desk = open();
        change(&mut desk.game, |state| state.units.get_mut(&id("AU4IN")).unwrap().status = status);
        let judgement = desk.send("clam", 1, |pen| pen.block("AU4IN", None, orders, 0));
        foretold(only_unit(&judgement))
    };
    let moving = "MOVE 8-8";
    for order in [moving, "MARCH TO BATTLE"] {
        let one = [order];
        assert!(warned(Status::Active, &one).is_empty());
        let inactive = warned(Status::Inactive, &one);
        assert_eq!(inactive.len(), 1, "{inactive:?}");
        assert!(
            inactive[0].contains("AU4IN is inactive") && inactive[0].contains("ACTIVATE"),
            "{inactive:?}"
        );
        let shattered = warned(Status::Shattered, &one);
        assert!(shattered[0].contains("AU4IN is shattered and does not march"), "{shattered:?}");
    }
    let activate = "ACTIVATE";
    assert!(warned(Status::Inactive, &[activate, moving]).is_empty(), "it wakes first");
    assert_eq!(warned(Status::Shattered, &[activate, moving]).len(), 1, "a shattered one does not");
    assert!(warned(Status::Inactive, &[activate]).is_empty());
    assert!(warned(Status::Inactive, &["CARRY 1"]).is_empty());
}

#[test]
fn mergers_that_cannot_be_are_warned_of() {
    let merge = |other: &str| warned(Season::Campaign, UnitOrder::MergeInto(id(other)));
    let whole = merge("AU3IN").join("\n");
    assert!(whole.contains("With it AU3IN has more men than it may have, and those in excess, "), "{whole}");
    assert!(merge("AU5LC")[0].contains("one nation and type"));
    assert!(merge("AU4IN")[0].contains("itself"));
    assert_eq!(merge("AU9IN"), ["! MERGE INTO AU9IN fails as things stand: AU9IN is no unit of your side"]);
}

#[test]
fn a_merger_of_units_that_stand_apart_is_warned_of() {
    let mut desk = open();
    change(&mut desk.game, |state| state.units.get_mut(&id("AU3IN")).unwrap().at.col += 1);
    let judgement = desk.send("clam", 1, |pen| pen.block("AU4IN", None, &["MERGE INTO AU3IN"], 0));
    let warnings = foretold(only_unit(&judgement));
    assert!(warnings[0].contains("not in the same strategic square"), "{warnings:?}");
}

#[test]
fn a_march_that_does_not_begin_is_named() {
    let mut desk = open();
    let state = &table(&desk.game).land;
    let (at, grid) = (state.units[&id("AU4IN")].at, &table(&desk.game).atlas.map.grid);
    let far = grid.all().find(|square| square.distance(at) > 1).map(|square| grid.label(square));
    let march = format!("MARCH {}", far.unwrap());
    let judgement = desk.send("clam", 1, |pen| pen.block("AU4IN", None, &[&march], 0));
    let said = foretold(only_unit(&judgement));
    assert!(
        said[0].starts_with(&format!("! {march} fails as things stand: the march will stop in ")),
        "{said:?}"
    );
}

#[test]
fn an_entry_without_a_march_is_warned_of() {
    assert!(warned(Season::Campaign, UnitOrder::Entry(tac("3-3")))[0].contains("no MARCH is ordered"));
    let mut desk = open();
    let judgement =
        desk.send("clam", 1, |pen| pen.block("AU4IN", None, &["ENTRY 3-3", "MARCH TO BATTLE"], 0));
    assert!(foretold(only_unit(&judgement)).is_empty(), "it may march");
}

#[test]
fn a_move_into_water_is_warned_of_unless_a_bridge_of_ones_own_lies_there() {
    let mut desk = open();
    let Table { book, atlas, seed, land: state, .. } = table(&desk.game).clone();
    let at = state.units[&id("AU4IN")].at;
    let mut sheet = atlas.sheet(at).clone();
    sheet.ground[tac("9-9").index()] = Ground::River;
    let sheet = Sheet::new(sheet.ground, sheet.rating, sheet.rail, sheet.bridge);
    let wet = Arc::new(Atlas::new(atlas.map.clone(), [(at, sheet)].into()));
    desk.game.seat_board(Arc::new(Table::new(book, wet, seed, None, state)));
    let judgement = desk.send("clam", 1, |pen| pen.block("AU4IN", None, &["MOVE 9-9"], 0));
    let warnings = foretold(only_unit(&judgement));
    assert!(warnings[0].contains("9-9 is a river with neither ford nor bridge"), "{warnings:?}");
    let judgement = desk.send("clam", 2, |pen| pen.block("AU4IN", None, &["MOVE 8-8"], 0));
    assert!(foretold(only_unit(&judgement)).is_empty());
}

#[test]
fn more_supplies_than_a_unit_carries_are_warned_of() {
    let carry =
        |level| warned(Season::Campaign, UnitOrder::Carry(Carry { level, from: SourceWish::Nearest }));
    assert!(carry(1).is_empty());
    assert_eq!(carry(2), ["- The most that AU4IN carries is 1 (rule 11.9)"]);
}

#[test]
fn an_enemys_unit_and_one_that_does_not_exist_are_warned_of_alike() {
    let carry = |other: &str| {
        let from = SourceWish::Named(Source::Unit(id(other)));
        warned(Season::Campaign, UnitOrder::Carry(Carry { level: 1, from }))
    };
    assert!(carry("SA1CQ").is_empty());
    assert_eq!(carry("PR1AQ"), ["- PR1AQ is no unit of your side"]);
    assert_eq!(carry("PR9CQ"), ["- PR9CQ is no unit of your side"]);
}
