//! Bridges that change sides: the rule cases need a battle for that, this needs none.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::captured;
use crate::book::ROTD_EUWOL;
use crate::event::{Kind, Place};
use crate::orders::TurnOrders;
use crate::sandbox::{Sandbox, id, nation, tac};
use crate::turn::Turn;
use fieldpost_ground::nation::NationCode;

/// A bridge of France at 7-7, laid or not, after a battle that France has lost to Austria and Bavaria.
fn after_battle(laid: bool, at: &str) -> Turn {
    let mut sandbox = Sandbox::new("1x1", |_| {});
    sandbox.unit("FR1PB", "A0-N0", at).deployed = laid;
    sandbox.unit("AU1PB", "A0-N0", "0-0");
    sandbox.unit("AU1IN", "A0-N0", "7-7").strength = 900;
    sandbox.unit("AU2IN", "A0-N0", "7-7").strength = 900;
    sandbox.unit("BA1IN", "A0-N0", "7-7").strength = 1700;
    let _ = sandbox.field();
    let Sandbox { atlas, state, .. } = sandbox;
    let mut turn = Turn::begin(&Arc::new(atlas), &ROTD_EUWOL, state, TurnOrders::default(), 1);
    let place = Place { at: turn.state.units[&id("AU1IN")].at, tac: tac("7-7") };
    let set = |codes: &[&str]| codes.iter().map(|code| nation(code)).collect::<BTreeSet<NationCode>>();
    captured(&mut turn, place, &set(&["FR"]), &set(&["AU", "BA"]));
    turn
}

#[test]
fn a_laid_bridge_of_the_losers_joins_the_nation_with_most_men_there() {
    let turn = after_battle(true, "7-7");
    assert!(!turn.state.units.contains_key(&id("FR1PB")) && !turn.state.seats.contains_key(&id("FR1PB")));
    let bridge = &turn.state.units[&id("AU2PB")];
    assert!(bridge.spans() && bridge.tac == tac("7-7"), "under the lowest number that Austria has free");
    assert_eq!(turn.state.seats[&id("AU2PB")].commander, turn.state.seats[&id("AU1IN")].commander);
    assert!(turn.units_in(bridge.at).contains(&id("AU2PB")));
    let told = turn.events.last().unwrap();
    assert_eq!(
        (told.event.fact.kind(), told.event.fact.other().as_deref()),
        (Kind::CaptureBridge, Some("AU2PB"))
    );
    assert_eq!(told.to.len(), 3, "its old commander, and all who see it");
}

#[test]
fn a_bridge_elsewhere_or_not_laid_is_not_captured() {
    for (laid, at) in [(false, "7-7"), (true, "7-8")] {
        let turn = after_battle(laid, at);
        assert!(turn.state.units.contains_key(&id("FR1PB")) && turn.events.is_empty());
    }
}
