//! What ships add to a turn and to its reports: the scenario `1862` without ships, and with both navies of that spring and more of
//! them, 200 ships on all 56 coasts. Machines order everybody. `cargo bench --bench sea`.
//!
//! The tactical maps of where units come are made before the clock starts, as a running game has them.

use std::sync::{Arc, OnceLock};

use divan::Bencher;
use divan::counter::ItemsCount;
use fieldpost_campaign::Table;
use fieldpost_campaign::fleet::Fleet;
use fieldpost_campaign::measured;
use fieldpost_campaign::rulebooks::ROTD_CWOL;
use fieldpost_door::{Board, ClosedBook, Finished};
use fieldpost_land::command::Opening;
use fieldpost_land::scenario;

#[path = "common/mod.rs"]
mod common;

/// The same war without ships and with them.
const WARS: [&str; 2] = ["land", "ships"];
/// Ships in the war with ships.
const SHIPS: usize = 200;
const FLEET: &str = include_str!("../maps/cwol-1862.ships.toml");

/// A war's opening, the orders of its first turn, and what came of them.
struct War {
    board: Arc<dyn Board>,
    book: ClosedBook,
    ran: Box<dyn Finished>,
}

impl War {
    fn of(name: &str) -> &'static War {
        static KEPT: [OnceLock<War>; WARS.len()] = [const { OnceLock::new() }; WARS.len()];
        let place = WARS.iter().position(|war| *war == name).unwrap_or_default();
        KEPT[place].get_or_init(|| {
            let board = if name == "ships" { with_ships() } else { without_ships() };
            let book = common::machine_book(&*board);
            let ran = board.run(&book);
            War { board, book, ran }
        })
    }
}

fn texts() -> std::collections::BTreeMap<String, String> {
    scenario::built_in("1862").unwrap_or_else(|| panic!("no scenario 1862"))
}

fn opened(texts: &std::collections::BTreeMap<String, String>) -> Arc<dyn Board> {
    let opening = (ROTD_CWOL.scenario)(texts).unwrap_or_else(|faults| panic!("{}", faults.join("\n")));
    opening.board.with(1862)
}

/// The same armies without ships, without the batteries of the coast, which no land book has alone, and without what is won by
/// sinking ships.
fn without_ships() -> Arc<dyn Board> {
    let mut texts = texts();
    texts.retain(|name, _| name != "ships.toml");
    for text in texts.values_mut() {
        let is_ship = |line: &&str| line.starts_with("ships =") || line.starts_with("fleet =");
        let entries = text.split("\n[[").map(str::to_owned);
        let is_aim =
            |entry: &String| entry.starts_with("victory.aim]]") && entry.lines().any(|line| is_ship(&line));
        let is_battery = |entry: &String| {
            let id = entry.lines().find(|line| line.starts_with("id ="));
            entry.starts_with("unit]]") && id.is_some_and(|id| id.contains("NB\""))
        };
        let kept: Vec<String> = entries.filter(|entry| !is_battery(entry) && !is_aim(entry)).collect();
        let kept = kept.join("\n[[");
        *text = kept.lines().filter(|line| !is_ship(line)).map(|line| format!("{line}\n")).collect();
    }
    opened(&texts)
}

/// Both navies, nobody aboard, and more gunboats on every coast in turn.
fn with_ships() -> Arc<dyn Board> {
    let mut texts = texts();
    if let Some(main) = texts.get_mut("scenario.toml").filter(|text| !text.contains("\nships =")) {
        *main = main.replacen("\nmap =", "\nships = \"wisc-cwol\"\nfleet = \"bench.ships.toml\"\nmap =", 1);
        let nobody_aboard = FLEET.lines().filter(|line| !line.starts_with("cargo"));
        texts.insert("bench.ships.toml".into(), nobody_aboard.map(|line| format!("{line}\n")).collect());
    }
    let mut board = opened(&texts);
    let fleet = Fleet::of(&*board).unwrap_or_else(|| panic!("1862 has no ships"));
    let coasts: Vec<String> = fleet.sea.chart.coasts.iter().map(|coast| coast.code.clone()).collect();
    for number in fleet.sea.state.ships.len()..SHIPS {
        let nation = ["US", "CS"][number % 2];
        let words = format!("ADD SHIP {nation}{}GB {}", 1000 + number, coasts[number % coasts.len()]);
        let state = Table::of(&*board).map(|table| table.land.clone());
        let state = state.unwrap_or_else(|| panic!("no land"));
        let edited =
            board.edit(&words, false, &Opening(&state)).unwrap_or_else(|why| panic!("{words}: {why:?}"));
        board = edited.board;
    }
    board
}

fn main() {
    for name in WARS {
        let War { board, book, .. } = War::of(name);
        println!("{name}: {} pieces, {} ordered", board.pieces().len(), book.blocks.len());
    }
    divan::main();
}

/// A campaign turn.
#[divan::bench(args = WARS, sample_count = 10)]
fn a_turn(bencher: Bencher<'_, '_>, name: &str) {
    let War { board, book, .. } = War::of(name);
    bencher.counter(ItemsCount::new(board.pieces().len())).bench_local(|| divan::black_box(board.run(book)));
}

/// A receipt's rehearsal of the orders of the player with most of them.
#[divan::bench(args = WARS, sample_count = 10)]
fn a_receipt(bencher: Bencher<'_, '_>, name: &str) {
    let War { board, book, .. } = War::of(name);
    let (player, book) = common::largest_letter(book);
    bencher.bench_local(|| divan::black_box(board.foresee(player, &book)));
}

/// What of it is making the land as the player knows it, which a rehearsal begins with.
#[divan::bench(args = WARS, sample_count = 10)]
fn the_known_land_of_a_receipt(bencher: Bencher<'_, '_>, name: &str) {
    let War { board, book, .. } = War::of(name);
    let (player, _) = common::largest_letter(book);
    let table = Table::of(&**board).unwrap_or_else(|| panic!("no campaign"));
    bencher.bench_local(|| divan::black_box(measured::known(table, player)));
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
    let War { board, ran, .. } = War::of(name);
    let names: Vec<String> = board.players().iter().map(|player| player.name.clone()).collect();
    let language = board.lexicon().language;
    common::print_all(bencher, &names, language, pictures, |player, heading, wishes, shop| {
        ran.reports(player, heading, wishes, shop)
    });
}
