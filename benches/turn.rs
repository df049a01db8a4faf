//! What a whole campaign turn costs, a unit: 200, 2,000 and 20,000 units on the map of Europe, half of them in
//! contact: eight brigades face eight in a square, and attack or are attacked, four squares' march from the next
//! battle; the other half marches behind. Each side has its headquarters, cities that feed it, and every type of unit.
//! `cargo bench --bench turn`.
//!
//! The tactical maps are made before the clock starts, as a running game has them.

use std::collections::BTreeSet;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::map_file::{self, EUWOL};
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{Direction, StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book::ROTD_EUWOL;
use fieldpost_land::communications;
use fieldpost_land::event::Kind;
use fieldpost_land::muster;
use fieldpost_land::orders::{AttackPosture, DefencePosture, Phases, TurnOrders, UnitOrders};
use fieldpost_land::sequence;
use fieldpost_land::state::{LandState, Player, Rank, Season, Seat};
use fieldpost_land::turn::Outcome;
use fieldpost_land::unit::{UnitId, UnitType};

const PLAYERS: u16 = 20;

/// Units of a group: one side of a battle, or a column on the march.
const GROUP: u16 = 8;

/// What a group is made of.
const KINDS: [UnitType; GROUP as usize] = [
    UnitType::Infantry,
    UnitType::Infantry,
    UnitType::LightInfantry,
    UnitType::LightCavalry,
    UnitType::Infantry,
    UnitType::LightArtillery,
    UnitType::MediumCavalry,
    UnitType::CorpsHq,
];

fn main() {
    let (atlas, state, orders) = campaign(2_000);
    let outcome = sequence::run(&atlas, &ROTD_EUWOL, state, orders, 1, None);
    let count = |kind| outcome.events.iter().filter(|told| told.event.fact.kind() == kind).count();
    println!(
        "a turn of 2,000 units: {} combats, {} checks, {} marches, {} tactical moves",
        count(Kind::Combat),
        count(Kind::Check),
        count(Kind::March),
        count(Kind::Move)
    );
    divan::main();
}

/// The whole turn, with communications and sight.
#[divan::bench(args = [200, 2_000, 20_000], sample_count = 10)]
fn campaign_turn(bencher: Bencher<'_, '_>, units: u16) {
    let (atlas, state, orders) = campaign(units);
    let run = |state, orders| sequence::run(&atlas, &ROTD_EUWOL, state, orders, 1, None);
    run(state.clone(), orders.clone());
    bencher
        .counter(ItemsCount::new(units))
        .with_inputs(|| (state.clone(), orders.clone()))
        .bench_values(|(state, orders)| run(state, orders));
}

/// The turn after, which has battles to withdraw from, routed and shattered units, and hunger.
#[divan::bench(args = [200, 2_000], sample_count = 5)]
fn the_turn_after(bencher: Bencher<'_, '_>, units: u16) {
    let (atlas, state, orders) = campaign(units);
    let run = |state, orders| sequence::run(&atlas, &ROTD_EUWOL, state, orders, 1, None);
    let Outcome { state, .. } = run(state, orders.clone());
    bencher
        .counter(ItemsCount::new(units))
        .with_inputs(|| (state.clone(), orders.clone()))
        .bench_values(|(state, orders)| run(state, orders));
}

fn campaign(units: u16) -> (Arc<Atlas>, LandState, TurnOrders) {
    let atlas = map_file::load(EUWOL).map(|loaded| loaded.atlas).unwrap_or_else(|why| panic!("{why}"));
    let nations = ["FR", "AU"].map(|code| NationCode::new(code).expect("a code"));
    let mut state = LandState {
        players: (0..PLAYERS).map(|number| player(number, nations)).collect(),
        ..LandState::opening(Season::Campaign)
    };
    let mut orders = TurnOrders::default();
    let places = battlefields(&atlas, units);
    for number in 0..units {
        // Groups by four: two that fight one another, two that march.
        let group = number / GROUP;
        let (field, part) = (places[usize::from(group / 4)], group % 4);
        let nation = nations[usize::from(part % 2)];
        let kind = KINDS[usize::from(number % GROUP)];
        let id = UnitId { nation, number, kind };
        let (at, tac) = place(&atlas, field, part);
        state.units.insert(id, muster::unit(&ROTD_EUWOL, id, at, tac));
        // Even players are French, odd ones Austrian.
        let commander = PlayerNo((group / 2 * 2) % PLAYERS + part % 2);
        state.seats.insert(id, Seat { commander, deputy: None });
        orders.units.insert(id, plan(&atlas, part, at));
    }
    communications::settle(&atlas, &ROTD_EUWOL, &mut state);
    (Arc::new(atlas), state, orders)
}

fn player(number: u16, nations: [NationCode; 2]) -> Player {
    let nation = nations[usize::from(number % 2)];
    Player { name: format!("player{number}"), nation, rank: Rank::General, offices: BTreeSet::new() }
}

/// Squares for the battles, as far apart as the land allows: with land on both sides of them to march on.
fn battlefields(atlas: &Atlas, units: u16) -> Vec<StrategicSquare> {
    let wanted = usize::from(units.div_ceil(4 * GROUP));
    let fits = |at: &StrategicSquare| {
        let east = atlas.map.grid.step(*at, Direction::East);
        [Some(*at), east].iter().all(|at| at.is_some_and(|at| atlas.map.is_passable(at)))
    };
    let land: Vec<StrategicSquare> = atlas.map.grid.all().filter(fits).collect();
    (0..wanted).map(|number| land[number * land.len() / wanted]).collect()
}

/// Where a group stands: fighters two tactical squares from one another, columns in the next square to the east.
fn place(atlas: &Atlas, field: StrategicSquare, part: u16) -> (StrategicSquare, TacticalSquare) {
    let east = atlas.map.grid.step(field, Direction::East).unwrap_or(field);
    let at = if part < 2 { field } else { east };
    let (col, row) = [(7, 6), (7, 8), (3, 2), (11, 12)][usize::from(part)];
    let wish = TacticalSquare::new(col, row).unwrap_or(TacticalSquare::MIDDLE);
    let sheet = atlas.sheet(at);
    let free = TacticalSquare::all().filter(|tac| sheet.is_passable(*tac));
    (at, free.min_by_key(|tac| (tac.distance(wish), *tac)).unwrap_or(wish))
}

/// French fighters attack, Austrian ones hold; columns march three squares.
fn plan(atlas: &Atlas, part: u16, at: StrategicSquare) -> UnitOrders {
    let fight = UnitOrders {
        engage: Some(Phases::DEFAULT),
        attack: AttackPosture::Attack,
        defend: DefencePosture::Defend,
        ..UnitOrders::default()
    };
    match part {
        0 => fight,
        1 => UnitOrders { engage: None, ..fight },
        _ => {
            let way = if part == 2 { Direction::North } else { Direction::South };
            let mut path = Vec::new();
            let mut here = at;
            while let Some(next) = atlas.map.grid.step(here, way).filter(|_| path.len() < 3) {
                path.push(Some(next));
                here = next;
            }
            UnitOrders { path, ..UnitOrders::default() }
        }
    }
}
