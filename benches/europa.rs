//! What a round of Europa costs: 60 and 500 stacks, a receipt's rehearsal, and the reports of twelve powers with all their faces. Goal of issue 17: a round with
//! all faces within a second of CPU.
//!
//! `cargo bench --bench europa`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use divan::{Bencher, black_box};
use fieldpost_door::Board;
use fieldpost_engine::wishes::Wishes;
use fieldpost_europa::{EUROPA, map};
use fieldpost_print::heading::Heading;
use fieldpost_print::press::Press;
use fieldpost_print::shop::{DeskKit, Shop};

#[path = "common/mod.rs"]
mod common;

fn main() {
    divan::main();
}

/// The twelve powers with most provinces on our board.
const POWERS: [&str; 12] =
    ["TUR", "FRA", "SPA", "ENG", "LIT", "DAN", "VEN", "RUS", "SWE", "BUR", "POR", "HUN"];

/// Everybody at war with everybody, with so many stacks of a detachment and an army in their own provinces.
fn board(stacks: usize) -> Arc<dyn Board> {
    let map = map::read(include_str!("../maps/europa.map.toml")).expect("our board");
    let mut text = "format = 1\ntitle = \"Bench\"\nruleset = \"europa\"\nmap = \"europa\"\ntables = \"europa\"\n\
                    calendar = { begins = \"1500-01\", months_a_round = 6 }\nrounds = { first = 1, last = 9, a_turn = 9 }\n\
                    weather = \"good\"\nothers = \"hostile\"\nperiod = 1\n"
        .to_owned();
    let _ = writeln!(text, "initiative = {POWERS:?}");
    for power in POWERS {
        let _ = writeln!(
            text,
            "[[power]]\nid = {power:?}\nname = {power:?}\nplayer = \"p{power}\"\ntreasury = 1000\n\
             land_technology = \"Renaissance\"\nnaval_technology = \"Carrack\""
        );
    }
    for (place, one) in POWERS.iter().enumerate() {
        for other in &POWERS[place + 1..] {
            let _ = writeln!(text, "[[relation]]\nbetween = [{one:?}, {other:?}]\nis = \"hostile\"");
        }
    }
    let owned: Vec<_> = map
        .provinces
        .values()
        .filter(|province| province.owner.as_deref().is_some_and(|owner| POWERS.contains(&owner)))
        .collect();
    for power in POWERS {
        let home = owned.iter().find(|province| province.owner.as_deref() == Some(power));
        let home = home.map(|province| &province.id).expect("a province of each power");
        let _ = writeln!(
            text,
            "[[goal]]\npower = {power:?}\nholds = [{:?}]\nkeeps = true\npoints = 1",
            home.to_string()
        );
    }
    for number in 0..stacks {
        let province = owned[number % owned.len()];
        let owner = province.owner.as_deref().unwrap_or_default();
        let counters = if number < owned.len() { "A-" } else { "LD" };
        let _ = writeln!(
            text,
            "[[stack]]\nid = \"{}-{}\"\nowner = {owner:?}\nat = \"{}\"\ncounters = {counters:?}",
            &owner[..2],
            number + 1,
            province.id
        );
    }
    let texts = BTreeMap::from([("scenario.toml".to_owned(), text)]);
    (EUROPA.scenario)(&texts).expect("a scenario").board.with(1494)
}

/// The rules alone.
#[divan::bench(args = [60, 500])]
fn round(bencher: Bencher, stacks: usize) {
    let board = board(stacks);
    let book = common::machine_book(&*board);
    bencher.bench_local(|| black_box(board.run(black_box(&book)).hash()));
}

/// A receipt's rehearsal of the orders of one power, with all others where they stand.
#[divan::bench(args = [60, 500])]
fn a_receipt(bencher: Bencher, stacks: usize) {
    let board = board(stacks);
    let (player, book) = common::largest_letter(&common::machine_book(&*board));
    bencher.bench_local(|| black_box(board.foresee(player, black_box(&book))));
}

/// The rules, and both reports of twelve powers: text, HTML with its map, report.json, orders, the desk page.
#[divan::bench(args = [60, 500], sample_count = 10)]
fn round_with_all_faces(bencher: Bencher, stacks: usize) {
    let board = board(stacks);
    let book = common::machine_book(&*board);
    let press = Press::new().expect("our templates");
    bencher.bench_local(|| {
        let kit = DeskKit { address: "war@x.org".into(), forms: Vec::new() };
        let shop = Shop::new(&press).with_desk(kit);
        let ran = board.run(&book);
        for player in common::players(&*board) {
            let heading =
                Heading { game: "bench".into(), player: player.0.to_string(), ..Heading::default() };
            black_box(ran.reports(player, &heading, &Wishes::default(), &shop).expect("reports"));
        }
    });
}
