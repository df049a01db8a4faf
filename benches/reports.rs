//! What the reports of a turn cost, a unit: text and HTML for 20 players with 200, 2,000 and 20,000 units on
//! the map of Europe. `cargo bench --bench reports`.

use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use fieldpost::engine::ids::PlayerNo;
use fieldpost::games::ground::map_file::{self, EUWOL};
use fieldpost::games::ground::square::{Direction, StrategicSquare, TacticalSquare};
use fieldpost::games::ground::tactical::Atlas;
use fieldpost::games::land::muster;
use fieldpost::games::land::orders::{TurnOrders, UnitOrders};
use fieldpost::games::land::scenario;
use fieldpost::games::land::state::{LandState, Player, Rank, Seat};
use fieldpost::games::land::turn::{self, Outcome};
use fieldpost::games::land::unit::{Unit, UnitId};
use fieldpost::games::land::variant::ROTD_EUWOL;
use fieldpost::reports::position::PositionReport;
use fieldpost::reports::press::Press;
use fieldpost::reports::vantage::Vantage;
use fieldpost::reports::wishes::Wishes;
use fieldpost::reports::{Heading, Workshop, turn_reports};

fn main() {
    divan::main();
}

const PLAYERS: u16 = 20;
/// Brigades in a square.
const STACK: usize = 10;

/// A position of so many units in stacks of ten, a corps after the other over the land of Europe, and the turn
/// in which nobody has orders.
fn world(units: usize) -> (Arc<Atlas>, Outcome) {
    let atlas =
        Arc::new(map_file::load(EUWOL).map(|loaded| loaded.atlas).unwrap_or_else(|why| panic!("{why}")));
    let state = position(&atlas, units);
    let outcome = turn::run(&atlas, &ROTD_EUWOL, state, TurnOrders::default(), 1, None);
    (atlas, outcome)
}

fn position(atlas: &Atlas, units: usize) -> LandState {
    let mut state = scenario::read(&scenario::demo()).unwrap_or_else(|why| panic!("{why}")).state;
    state.units.clear();
    state.seats.clear();
    state.cities.clear();
    state.depots.clear();
    let nations = ["PR", "AU"].map(|code| code.parse().unwrap_or_else(|why| panic!("{why}")));
    state.players = (0..PLAYERS)
        .map(|number| Player {
            name: format!("player {number}"),
            nation: nations[usize::from(number) % 2],
            rank: Rank::General,
            offices: Default::default(),
        })
        .collect();
    let land: Vec<StrategicSquare> =
        atlas.map.grid.all().filter(|square| atlas.map.is_passable(*square)).collect();
    let squares = units.div_ceil(STACK);
    for number in 0..units {
        let stack = number / STACK;
        let player = (stack * usize::from(PLAYERS) / squares) as u16 % PLAYERS;
        let nation = nations[usize::from(player) % 2];
        let id: UnitId = format!("{nation}{}IN", number + 1).parse().unwrap_or_else(|why| panic!("{why}"));
        let at = land[stack * land.len() / squares];
        let unit = muster::unit(id, at, TacticalSquare::MIDDLE);
        state.seats.insert(id, Seat { commander: PlayerNo(player), deputy: None });
        state.units.insert(id, unit);
    }
    state
}

fn heading() -> Heading {
    Heading {
        game: "europe".into(),
        title: "Europe".into(),
        player: "player".into(),
        deadline_local: "Friday 7 August 2026, 20:00 (Europe/Vienna)".into(),
        deadline_utc: "Friday 7 August 2026, 18:00 UTC".into(),
        calendar: None,
    }
}

/// The view alone: what every player may know, worked out.
#[divan::bench(args = [200, 2_000, 20_000])]
fn views(bencher: Bencher, units: usize) {
    let (atlas, outcome) = world(units);
    bencher.counter(ItemsCount::new(units)).bench_local(|| {
        for (player, sight) in &outcome.sights {
            let vantage = Vantage::of(*player, &outcome.state, sight, &atlas);
            divan::black_box(vantage.map(|vantage| PositionReport::of(&vantage, "europe")));
        }
    });
}

/// Both reports of every player, as text and HTML.
#[divan::bench(args = [200, 2_000, 20_000])]
fn text_and_html(bencher: Bencher, units: usize) {
    let (atlas, outcome) = world(units);
    let press = Press::new().unwrap_or_else(|why| panic!("{why}"));
    let shop = Workshop::new(&press, &atlas);
    bencher.counter(ItemsCount::new(units)).bench_local(|| {
        for player in outcome.sights.keys() {
            let reports = turn_reports(&shop, &outcome, *player, &heading(), &Wishes::default());
            divan::black_box(reports.unwrap_or_else(|why| panic!("{why}")));
        }
    });
}

/// Every unit marches up to three squares east, as far as land goes.
fn marches(atlas: &Atlas, state: &LandState) -> TurnOrders {
    let grid = &atlas.map.grid;
    let path = |unit: &Unit| {
        let mut path = Vec::new();
        let mut at = unit.at;
        while let Some(next) = grid.step(at, Direction::East).filter(|next| atlas.map.is_passable(*next)) {
            path.push(Some(next));
            at = next;
            if path.len() == 3 {
                break;
            }
        }
        UnitOrders { path, ..UnitOrders::default_of(unit) }
    };
    TurnOrders {
        units: state.units.values().map(|unit| (unit.id, path(unit))).collect(),
        ..TurnOrders::default()
    }
}

/// A turn in which everybody marches, and all of its reports, player by player, each dropped once it is made.
#[divan::bench(args = [200, 2_000, 20_000], sample_count = 5)]
fn turn_and_reports(bencher: Bencher, units: usize) {
    let atlas =
        Arc::new(map_file::load(EUWOL).map(|loaded| loaded.atlas).unwrap_or_else(|why| panic!("{why}")));
    let state = position(&atlas, units);
    let orders = marches(&atlas, &state);
    let press = Press::new().unwrap_or_else(|why| panic!("{why}"));
    let shop = Workshop::new(&press, &atlas);
    let run = |state, orders| {
        let outcome = turn::run(&atlas, &ROTD_EUWOL, state, orders, 1, None);
        for player in outcome.sights.keys() {
            let reports = turn_reports(&shop, &outcome, *player, &heading(), &Wishes::default());
            divan::black_box(reports.unwrap_or_else(|why| panic!("{why}")));
        }
    };
    // The tactical maps of where they come are made once in a game, not every turn.
    run(state.clone(), orders.clone());
    bencher
        .counter(ItemsCount::new(units))
        .with_inputs(|| (state.clone(), orders.clone()))
        .bench_local_values(|(state, orders)| run(state, orders));
}
