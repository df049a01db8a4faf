//! What reading orders costs. Aim of issue 2: 10 microseconds of CPU an order line, from cleaned text to filed order.
//!
//! `cargo bench --bench grammar`. Items are order lines (heads and END lines come on top).

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use fieldpost_engine::piece::Piece;
use fieldpost_games::LANGUAGES;
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::{looks_like_order_line, read_letter};
use fieldpost_ground::square::Grid;
use fieldpost_land::language;
use fieldpost_land::unit::UnitId;

fn main() {
    divan::main();
}

/// A game of 2,000 units and 300 cities.
fn lexicon() -> Lexicon {
    let ids = (0..2000).map(|number| format!("AU{number}IN").parse::<UnitId>().expect("a unit's id"));
    let mut units = ids.collect::<Vec<_>>();
    units.sort_unstable();
    Lexicon {
        pieces: units.into_iter().map(Piece::from).collect(),
        places: (0..300).map(|number| format!("City {number}")).collect(),
        players: vec!["benedek".into(), "gablenz".into()],
        ..language::lexicon(&Grid { cols: 130, rows: 120, row_letters: "NPQRSTUVWXYZ".into() })
    }
}

/// A unit's usual orders: eight lines.
const ORDERS: &str = "MARCH H4-S1 H5-S1 . H6-S2\nENTRY 5-5\nNO FORCED MARCH\nMOVE 7-11 VIA 7-9 PHASE 2\n\
                      SUPPORT 10-5 RADIUS 2 PHASES 1-3\nATTACK SKIRMISH\nDEFEND LAST-DITCH\nCARRY 1 FROM City 250\n";
const LINES: usize = 8;

/// A letter with orders for so many units.
fn letter(units: usize, orders: &str) -> String {
    let blocks = (0..units).map(|number| format!("UNIT AU{number}IN\n{orders}END\n\n"));
    "GAME bohemia-1866\nTURN 4\nPLAYER benedek\nPASSWORD correct horse battery\n\n".to_string()
        + &blocks.collect::<String>()
}

#[divan::bench(args = [1, 10, 100])]
fn a_letter(bencher: Bencher, units: usize) {
    let (lexicon, text) = (lexicon(), letter(units, ORDERS));
    assert!(read_letter(&text, &lexicon).units.iter().all(|block| block.complaints.is_empty()));
    bencher.counter(ItemsCount::new(units * LINES)).bench(|| read_letter(black_box(&text), &lexicon));
}

/// Dashes as mail programs like them: every line goes the long way.
#[divan::bench]
fn a_letter_with_typographic_dashes(bencher: Bencher) {
    let (lexicon, text) = (lexicon(), letter(10, &ORDERS.replace('-', "–")));
    bencher.counter(ItemsCount::new(10 * LINES)).bench(|| read_letter(black_box(&text), &lexicon));
}

/// Every line wrong: what complaints cost, the nearest right things included.
#[divan::bench]
fn a_letter_of_mistakes(bencher: Bencher) {
    let orders = "MRACH H4-S1\nENTRY 15-5\nMERGE INTO AU3000IN\nCARRY 1 FROM Citty 25\nMARCH H4-O1\n";
    let (lexicon, text) = (lexicon(), letter(10, orders));
    bencher.counter(ItemsCount::new(50usize)).bench(|| read_letter(black_box(&text), &lexicon));
}

#[divan::bench]
fn telling_order_lines_from_prose(bencher: Bencher) {
    let lines = [
        "Dear sir, I hope that you are well",
        "MARCH H4-S1 H5-S1",
        "the attack of the fifth corps went badly",
    ];
    bencher
        .counter(ItemsCount::new(lines.len()))
        .bench(|| lines.iter().filter(|line| looks_like_order_line(black_box(line), LANGUAGES)).count());
}
