//! What a turn and its reports cost in each land book, on its own map: the great scenario of each with random orders for every unit.
//! `cargo bench --bench books`.
//!
//! The tactical maps of where they come are made before the clock starts, as a running game has them.

use std::sync::{Arc, OnceLock};

use divan::Bencher;
use divan::counter::ItemsCount;
use fieldpost_land::language;
use fieldpost_land::orders::TurnOrders;
use fieldpost_land::scenario::{self, Scenario};
use fieldpost_land::sequence;
use fieldpost_land::turn::Outcome;
use fieldpost_proof::land::soak::lots::Lots;
use fieldpost_proof::land::soak::plans;
use fieldpost_proof::land::soak::world::World;
use fieldpost_tell::{Theatre, turn_reports};

#[path = "common/mod.rs"]
mod common;

/// One great war for each book.
const WARS: [&str; 3] = ["1866", "1862", "1805"];

/// A war's opening, the orders of its first turn, and what came of them.
struct War {
    world: World,
    orders: TurnOrders,
    outcome: Outcome,
}

impl War {
    fn new(name: &str) -> Self {
        let texts = scenario::built_in(name).unwrap_or_else(|| panic!("no scenario {name}"));
        let Scenario { atlas, state, book, .. } =
            scenario::read(&texts).unwrap_or_else(|why| panic!("{why}"));
        let world = World { atlas: Arc::new(atlas), book, state };
        let orders = plans::orders(&mut Lots::new(1, 1, 1), &world);
        let outcome = turn(&world, orders.clone());
        War { world, orders, outcome }
    }

    fn of(name: &str) -> &'static War {
        static KEPT: [OnceLock<War>; WARS.len()] = [const { OnceLock::new() }; WARS.len()];
        let place = WARS.iter().position(|war| *war == name).unwrap_or_default();
        KEPT[place].get_or_init(|| War::new(name))
    }
}

fn main() {
    for name in WARS {
        let War { world, .. } = War::of(name);
        let (units, players) = (world.state.units.len(), world.state.players.len());
        println!("{name}: {}, {units} units, {players} players", world.book.name);
    }
    divan::main();
}

fn turn(world: &World, orders: TurnOrders) -> Outcome {
    sequence::run(&world.atlas, world.book, world.state.clone(), orders, 1, None)
}

/// A campaign turn.
#[divan::bench(args = WARS, sample_count = 10)]
fn a_turn(bencher: Bencher<'_, '_>, name: &str) {
    let War { world, orders, .. } = War::of(name);
    bencher
        .counter(ItemsCount::new(world.state.units.len()))
        .with_inputs(|| orders.clone())
        .bench_local_values(|orders| turn(world, orders));
}

/// Text, HTML, `report.json`, `orders.txt` and `desk.html` of all players, without pictures.
#[divan::bench(args = WARS, sample_count = 5)]
fn reports_without_pictures(bencher: Bencher<'_, '_>, name: &str) {
    print_all(bencher, name, false);
}

/// The same with all pictures.
#[divan::bench(args = WARS, sample_count = 2)]
fn reports_with_pictures(bencher: Bencher<'_, '_>, name: &str) {
    print_all(bencher, name, true);
}

fn print_all(bencher: Bencher<'_, '_>, name: &str, pictures: bool) {
    let War { world, outcome, .. } = War::of(name);
    let theatre = Theatre { atlas: &world.atlas, book: world.book };
    let names: Vec<String> = world.state.players.iter().map(|player| player.name.clone()).collect();
    common::print_all(
        bencher,
        &names,
        language::of(world.book),
        pictures,
        |player, heading, wishes, shop| turn_reports(theatre, outcome, player, heading, wishes, shop),
    );
}
