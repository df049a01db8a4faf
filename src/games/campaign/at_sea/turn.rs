//! The joint turn on the American maps: land alone as ever, and what passes between land and sea.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use crate::turn::{Away, Joint, Stop};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::map_file;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::powers::{Player, Powers};
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book::ROTD_CWOL;
use fieldpost_land::language;
use fieldpost_land::muster;
use fieldpost_land::orders::{TurnOrders, UnitOrders};
use fieldpost_land::sequence;
use fieldpost_land::state::{Control, LandState, Player as LandPlayer, Rank, Season, Seat};
use fieldpost_land::turn::Turn;
use fieldpost_land::unit::{Status, UnitId, UnitType};
use fieldpost_sea::ashore::Site;
use fieldpost_sea::chart::Chart;
use fieldpost_sea::language::order;
use fieldpost_sea::orders::ShipOrders;
use fieldpost_sea::ship::{Ship, ShipId};
use fieldpost_sea::state::{PortState, SeaState};
use fieldpost_sea::turn::{Sky, Turn as SeaTurn};

const MAP: &str = include_str!("../../../../maps/cwol.map.toml");
const SEA: &str = include_str!("../../../../maps/cwol.sea.toml");

static CWOL: LazyLock<(Arc<Atlas>, Arc<Chart>)> = LazyLock::new(|| {
    let atlas = map_file::load(MAP).unwrap().atlas;
    let chart = Chart::read(SEA, &atlas.map).unwrap();
    (Arc::new(atlas), Arc::new(chart))
});

/// A war of the two nations: a player each, units where they are said to be, ships with orders.
#[derive(Default)]
struct War {
    units: Vec<(&'static str, &'static str, &'static str, &'static str)>,
    ships: Vec<(&'static str, &'static str, &'static str)>,
    /// Units aboard, each with its ship.
    aboard: Vec<(&'static str, &'static str)>,
}

fn stop(phase: fieldpost_land::phase::Phase) -> Option<Stop> {
    Some(Stop::Land(phase))
}

fn nation(code: &str) -> NationCode {
    NationCode::new(code).unwrap()
}

fn number(code: &str) -> PlayerNo {
    PlayerNo(u16::from(code == "CS"))
}

impl War {
    fn land(&self) -> (LandState, TurnOrders) {
        let mut state = LandState::opening(Season::Campaign);
        let mut orders = TurnOrders::default();
        let lexicon = language::lexicon_of(&CWOL.0.map);
        for code in ["US", "CS"] {
            let (name, rank) = (code.to_lowercase(), Rank::ALL[0].0);
            state.players.push(LandPlayer { name, nation: nation(code), rank, offices: Default::default() });
        }
        for (id, at, tac, words) in &self.units {
            let id: UnitId = id.parse().unwrap();
            let mut unit = muster::unit(&ROTD_CWOL, id, CWOL.1.grid.parse(at).unwrap(), tac.parse().unwrap());
            if id.kind == UnitType::NavalBattery {
                (unit.batteries, unit.strength) = (4, 400);
            }
            let lines = words.lines().map(|line| language::unit_order(line, &lexicon).unwrap());
            orders.units.insert(id, UnitOrders::from_lines(lines));
            state.seats.insert(id, Seat { commander: number(id.nation.as_str()), deputy: None });
            state.units.insert(id, unit);
        }
        (state, orders)
    }

    fn sea(&self) -> SeaTurn {
        let (atlas, chart) = (&CWOL.0, &CWOL.1);
        let mut state = SeaState { turn: 1, month: 4, border: Some(nation("US")), ..SeaState::default() };
        let player = |code: &str| Player { name: code.to_lowercase(), nation: nation(code) };
        state.powers = Arc::new(Powers::of(["US", "CS"].map(player).to_vec()));
        let holders = [("Hampton", "US"), ("Annapolis", "US"), ("Norfolk", "CS")];
        for (name, code) in holders {
            let held = PortState { holder: Some(nation(code)), stores: 50, yard: 1, building: Vec::new() };
            state.ports.insert(chart.port_of(name).unwrap(), held);
        }
        let mut orders = BTreeMap::new();
        for (id, at, words) in &self.ships {
            let id: ShipId = id.parse().unwrap();
            let mut ship = Ship::new(id, chart.place_named(at).unwrap(), number(id.nation.as_str()));
            (ship.capacity, ship.crew) = (5000, ship.crew.max(500));
            let cargo = self.aboard.iter().filter(|(_, of)| *of == id.to_string());
            ship.cargo = cargo.map(|(unit, _)| unit.parse().unwrap()).collect();
            state.groups.entry(ship.at).or_default().push([id].into());
            state.ships.insert(id, ship);
            let mut given = ShipOrders::default();
            words.lines().for_each(|line| given.put(order(line, chart, id.kind).unwrap()));
            orders.insert(id, given);
        }
        let mut turn = SeaTurn::begin(chart, atlas, state, orders, 1);
        turn.sky = Sky { fair: true, ..Sky::default() };
        turn
    }

    fn begin(&self) -> Joint {
        let (mut state, orders) = self.land();
        let mut away = BTreeMap::new();
        for (unit, ship) in &self.aboard {
            let id: UnitId = unit.parse().unwrap();
            let mut unit = state.units.remove(&id).unwrap();
            unit.status = Status::Inactive;
            let seat = state.seats.remove(&id).unwrap();
            away.insert(id, Away { unit, seat, site: Site::Aboard(ship.parse().unwrap()) });
        }
        Joint::begin(sequence::begin(&CWOL.0, &ROTD_CWOL, state, orders, 1), self.sea(), away)
    }
}

/// Runs a turn; whenever ships are not to be handed the land anew, they know it as it is.
fn run(joint: &mut Joint, stop: Option<Stop>) {
    joint.run_watched(stop, &mut |joint, step| assert_eq!(joint.misknown(), None, "after {step}"));
}

fn where_is(turn: &Turn, id: &str) -> Option<String> {
    let unit = turn.state.units.get(&id.parse().unwrap())?;
    Some(format!("{} {}", CWOL.1.grid.label(unit.at), unit.tac))
}

#[test]
fn land_without_ships_is_played_as_ever() {
    let units = vec![
        ("US1IN", "J9-S9", "7-7", "MARCH K0-S9"),
        ("US2IN", "J9-S9", "7-8", "MOVE 9-9 PHASE 1"),
        ("CS1IN", "K0-S9", "7-7", ""),
    ];
    let war = War { units, ..War::default() };
    let (state, orders) = war.land();
    let alone = sequence::run(&CWOL.0, &ROTD_CWOL, state, orders, 1, None);
    let mut joint = war.begin();
    run(&mut joint, None);
    let (with, sea, away) = joint.finish();
    assert!(!alone.events.is_empty() && !alone.draws.is_empty());
    assert_eq!((with.state, with.events, with.draws), (alone.state, alone.events, alone.draws));
    assert!(sea.events.is_empty() && away.is_empty());
}

/// WISC 9.2, 9.4: landed from coastal waters at the water's edge, the men move in the last tactical phase.
#[test]
fn who_lands_moves_in_the_last_tactical_phase() {
    let war = War {
        units: vec![("US1IN", "K4-T9", "7-7", "MOVE 10-7 PHASE 5")],
        ships: vec![("US1TR", "LCHE", "UNLOAD US1IN AT K4-T9 11-7")],
        aboard: vec![("US1IN", "US1TR")],
    };
    let mut joint = war.begin();
    run(&mut joint, stop(fieldpost_land::phase::Phase::Tac5));
    assert_eq!(where_is(&joint.land, "US1IN").as_deref(), Some("K4-T9 10-7"));
    assert!(joint.away.is_empty() && joint.land.removed.is_empty());
    let ship = &joint.sea.state.ships[&"US1TR".parse().unwrap()];
    assert_eq!((joint.sea.chart.label(ship.at).as_str(), ship.cargo.len()), ("LCHE", 0));
}

/// Nobody is on land and at sea at once: loaded in port, the brigade leaves the land and sails.
#[test]
fn who_goes_aboard_leaves_the_land() {
    let war = War {
        units: vec![("US1IN", "K4-S6", "2-11", "MARCH K3-S6")],
        ships: vec![("US1TR", "Annapolis", "LOAD US1IN\nCOAST UCHE")],
        ..War::default()
    };
    let mut joint = war.begin();
    run(&mut joint, None);
    let id: UnitId = "US1IN".parse().unwrap();
    assert!(!joint.land.state.units.contains_key(&id));
    assert_eq!(joint.away[&id].site, Site::Aboard("US1TR".parse().unwrap()));
    assert!(joint.land.removed.is_empty() && joint.drowned.is_empty());
}

/// WISC 7.5: batteries that ships silence are silenced on land.
#[test]
fn a_silenced_battery_is_silent_on_land() {
    let war = War {
        units: vec![("CS1NB", "D9-Z4", "7-7", "")],
        ships: (1..=4)
            .map(|n| (["US1IC", "US2IC", "US3IC", "US4IC"][n - 1], "D9-Z4", "BATTLE ENGAGE\nCLOSE"))
            .collect(),
        ..War::default()
    };
    let before = war.land().0.units[&"CS1NB".parse().unwrap()].batteries;
    let mut joint = war.begin();
    run(&mut joint, stop(fieldpost_land::phase::Phase::Tac1));
    let after = joint.land.state.units.get(&"CS1NB".parse().unwrap()).map_or(0, |unit| unit.batteries);
    assert!(after < before, "{after} of {before}");
}

/// What goes down with a transport is lost, and said to be.
#[test]
fn who_is_aboard_a_lost_ship_is_lost() {
    let war = War {
        units: vec![("US1IN", "K4-T9", "7-7", "")],
        ships: vec![("US1TR", "LCHE", "SCUTTLE")],
        aboard: vec![("US1IN", "US1TR")],
    };
    let mut joint = war.begin();
    run(&mut joint, None);
    assert_eq!(joint.drowned.iter().map(|row| row.0).collect::<Vec<_>>(), ["US1IN".parse().unwrap()]);
    assert!(joint.away.is_empty() && joint.land.state.units.is_empty());
}

/// A tactical square on the bank of a river square, dry and open, as tests write it.
fn bank(at: &str) -> &'static str {
    let square = CWOL.1.grid.parse(at).unwrap();
    let sheet = CWOL.0.sheet(square);
    let sea = War::default().sea();
    let tacs = (1..=15).flat_map(|row| (1..=15).map(move |col| format!("{col}-{row}")));
    let place = CWOL.1.river_place(square);
    let mut dry = tacs.filter(|tac| {
        let tac = tac.parse().unwrap();
        sheet.is_passable(tac) && !sheet.is_crossing(tac) && sea.is_waterside(place, tac)
    });
    Box::leak(dry.next().unwrap().into_boxed_str())
}

/// WISC 7.7: shells of ships fall on land; who is hit is told by whom, and men are lost. With a hostile battery in the square no ship
/// fires.
#[test]
fn shells_of_ships_fall_among_land_units() {
    let tac = bank("K2-T9");
    let order: &'static str = Box::leak(format!("BOMBARD {tac} PHASE 2").into_boxed_str());
    let shelled = |battery: bool| {
        let mut units = vec![("CS1IN", "K2-T9", tac, "")];
        if battery {
            units.push(("CS1NB", "K2-T9", "7-7", ""));
        }
        let war = War { units, ships: vec![("US1RG", "K2-T9", order)], ..War::default() };
        let before = war.land().0.units[&"CS1IN".parse().unwrap()].strength;
        let mut joint = war.begin();
        run(&mut joint, stop(fieldpost_land::phase::Phase::Tac2));
        let after = joint.land.state.units[&"CS1IN".parse().unwrap()].strength;
        let hit = joint.sea.events.iter().find(|told| told.event.fact.other().as_deref() == Some("CS1IN"));
        let told = hit.is_some_and(|told| {
            told.saw(number("CS")).is_some() && told.event.fact.count() == Some(before - after)
        });
        (before - after, told)
    };
    let (lost, told) = shelled(false);
    assert!(lost > 0 && told, "{lost} fall, told: {told}");
    assert_eq!(shelled(true), (0, false), "the battery comes first");
}

/// EU 1.3, N-87: who has warships alone in a river square controls it.
#[test]
fn warships_alone_in_a_river_square_control_it() {
    let at = CWOL.1.grid.parse("K2-T9").unwrap();
    let held = |ships: Vec<(&'static str, &'static str, &'static str)>| {
        let mut joint = War { ships, ..War::default() }.begin();
        run(&mut joint, None);
        joint.land.state.river_control.get(&at).copied()
    };
    assert_eq!(held(vec![("US1RG", "K2-T9", "")]), Some(Control::Nation(nation("US"))));
    assert_eq!(
        held(vec![("US1RG", "K2-T9", ""), ("CS1RG", "K2-T9", "")]),
        Some(Control::None),
        "neither is alone"
    );
    assert_eq!(held(vec![("US1RT", "K2-T9", "")]), None, "transports hold nothing");
}

/// EU 12.7, N-86: a transport on a river ferries unless she has orders to move.
#[test]
fn transports_that_lie_still_ferry() {
    let ferries = |words: &'static str| {
        let mut joint = War { ships: vec![("US1RT", "K2-T9", words)], ..War::default() }.begin();
        run(&mut joint, stop(fieldpost_land::phase::Phase::Tac1));
        joint.land.state.ferries.iter().map(|ferry| (ferry.id.clone(), ferry.capacity)).collect::<Vec<_>>()
    };
    assert_eq!(ferries(""), [("US1RT".to_owned(), 5000)]);
    assert_eq!(ferries("RIVER K3-U0"), []);
}
