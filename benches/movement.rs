//! How long a turn of movement takes, and whether it grows with the number of units and no faster: every unit
//! marches three squares, four units a square, two sides, a fifth of them light cavalry. The tactical maps are
//! made before the clock starts, as a running game has them.

use std::collections::BTreeSet;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::sketch::Sketch;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book::ROTD_EUWOL;
use fieldpost_land::muster;
use fieldpost_land::orders::{TurnOrders, UnitOrders};
use fieldpost_land::phase::Phase;
use fieldpost_land::sequence;
use fieldpost_land::state::{LandState, Player, Rank, Season, Seat};
use fieldpost_land::unit::{UnitId, UnitType};

const PLAYERS: u16 = 20;
const ROWS: u16 = 115;

fn main() {
    divan::main();
}

/// Up to the last movement, and the whole turn with communications and sight.
#[divan::bench(args = [200, 2_000, 20_000], consts = [0, 1], sample_count = 10)]
fn turn_of_movement<const WHOLE: usize>(bencher: Bencher<'_, '_>, units: u16) {
    let (atlas, state, orders) = campaign(units);
    let stop = (WHOLE == 0).then_some(Phase::Rail);
    let run = |state, orders| sequence::run(&atlas, &ROTD_EUWOL, state, orders, 1, stop);
    run(state.clone(), orders.clone());
    bencher
        .counter(ItemsCount::new(units))
        .with_inputs(|| (state.clone(), orders.clone()))
        .bench_values(|(state, orders)| run(state, orders));
}

fn campaign(units: u16) -> (Arc<Atlas>, LandState, TurnOrders) {
    let sketch = Sketch::new("bench", "130x120", ROTD_EUWOL.ground.row_letters, "France").expect("a size");
    let nations = ["FR", "AU"].map(|code| NationCode::new(code).expect("a code"));
    let mut state = LandState {
        players: (0..PLAYERS).map(|number| player(number, nations)).collect(),
        ..LandState::opening(Season::Campaign)
    };
    let mut orders = TurnOrders::default();
    for number in 0..units {
        let (nation, kind) = (nations[usize::from(number % 2)], kind_of(number));
        let id = UnitId { nation, number, kind };
        let from = square(number);
        state.units.insert(id, muster::unit(&ROTD_EUWOL, id, from, TacticalSquare::MIDDLE));
        state.seats.insert(id, Seat { commander: PlayerNo(number % PLAYERS), deputy: None });
        let path = (1..=3).map(|step| Some(StrategicSquare { col: from.col + step, ..from })).collect();
        orders.units.insert(id, UnitOrders { path, ..UnitOrders::default() });
    }
    (Arc::new(sketch.finish().expect("a map")), state, orders)
}

fn player(number: u16, nations: [NationCode; 2]) -> Player {
    let nation = nations[usize::from(number % 2)];
    Player { name: format!("player{number}"), nation, rank: Rank::General, offices: BTreeSet::new() }
}

fn kind_of(number: u16) -> UnitType {
    if number.is_multiple_of(5) { UnitType::LightCavalry } else { UnitType::Infantry }
}

/// Even numbers fill the map from the north, odd ones from the south, four to a square.
fn square(number: u16) -> StrategicSquare {
    let place = number / 2 / 4;
    let (col, row) = (place % 126, place / 126);
    let row = if number.is_multiple_of(2) { row } else { ROWS - row };
    StrategicSquare { col: col as u8, row: row as u8 }
}
