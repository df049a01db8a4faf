//! How often what a receipt says of a ship comes true: a war of machines is played, each letter's rehearsal is held against the turn.

use crate::at_sea::hosted::{book, number, opened, read};
use crate::fleet::Fleet;
use crate::foresight::foretold::words;
use fieldpost_door::foresight::{Ends, Outlook};
use fieldpost_door::{Board, ClosedBook, MachineSeats};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::Line;
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::letter::Letter;
use fieldpost_sea::language::any_order;
use fieldpost_sea::orders::{Order, ShipOrders};

/// What was told of ships that were ordered to go: of how many, of how many it was left open, of how many it came true when all
/// ordered, and when nobody but the sender did.
#[derive(Clone, Copy, Debug, Default)]
struct Truth {
    all: u32,
    open: u32,
    came: u32,
    alone: u32,
}

/// Turns of each war that is played.
const TURNS: usize = 4;

/// The letters of all machines for the open turn.
fn letters(board: &dyn Board) -> Vec<(String, Letter)> {
    let names: Vec<String> = board.players().into_iter().map(|player| player.name).collect();
    let numbers: Vec<PlayerNo> = (0..names.len()).map(|place| PlayerNo(place as u16)).collect();
    let written = board.machine_letters(&numbers, "roads", &MachineSeats::new());
    names.into_iter().zip(written).filter_map(|(name, text)| Some((name, read(board, &text?)))).collect()
}

/// The ships of a book that are ordered to another place.
fn told_to_go(fleet: Fleet<'_>, book: &ClosedBook) -> Vec<Piece> {
    let goes = |lines: &[Line]| {
        let mut given = ShipOrders::default();
        let read = |line: &Line| any_order(&line.words, &fleet.sea.chart).ok();
        lines.iter().filter_map(read).for_each(|order: Order| given.put(order));
        given.sailing.moves()
    };
    let blocks = book.blocks.iter().filter(|block| fleet.table.is_ship(&block.piece));
    let blocks = blocks.filter(|block| block.lines.as_deref().is_some_and(goes));
    blocks.map(|block| block.piece.clone()).collect()
}

/// Whether a ship lies where she was foretold to be.
fn came_true(board: &dyn Board, piece: &Piece, told: &str) -> bool {
    let fleet = Fleet::of(board).unwrap();
    fleet.table.ship(piece).is_some_and(|ship| words(&fleet.sea.chart, ship.at) == told)
}

/// Plays a war by machines' letters, and counts.
fn played(seed: u64, truth: &mut Truth) {
    let mut board = opened().board.with(seed);
    for _ in 0..TURNS {
        let written = letters(&*board);
        let all: Vec<(&str, &Letter)> = written.iter().map(|(name, letter)| (&**name, letter)).collect();
        let next = board.run(&book(&*board, &all)).board();
        for (name, letter) in &all {
            let own = book(&*board, &[(name, letter)]);
            let alone = board.run(&own).board();
            let mut told = board.foresee(number(&*board, name), &own);
            for piece in told_to_go(Fleet::of(&*board).unwrap(), &own) {
                let Some(Outlook { course, ends, .. }) = told.pieces.remove(&piece) else { continue };
                truth.all += 1;
                let (Ends::In(place) | Ends::Likely(place, _)) = ends else {
                    truth.open += 1;
                    continue;
                };
                let came = came_true(&*next, &piece, &place);
                let came_alone = came_true(&*alone, &piece, &place);
                (truth.came, truth.alone) =
                    (truth.came + u32::from(came), truth.alone + u32::from(came_alone));
                if !came_alone {
                    println!("seed {seed}, alone: {piece}: {course}");
                }
            }
        }
        board = next;
    }
}

/// Plays wars of some seeds, and holds what is true of them to a bound.
fn measured(seeds: std::ops::RangeInclusive<u64>) {
    let mut truth = Truth::default();
    seeds.for_each(|seed| played(seed, &mut truth));
    let Truth { all, open, came, alone } = truth;
    let told = all - open;
    println!(
        "ships told to go: {all}; left open {open}; true {came} of {told}; true where nobody else orders {alone} of {told}"
    );
    assert!(told > 0 && 10 * alone >= 9 * told, "where nobody else orders, nine in ten come true: {truth:?}");
}

#[test]
fn ships_come_where_the_receipt_says_if_nobody_else_orders() {
    measured(1..=2);
}

/// docs/truth.md has its figure.
#[test]
#[ignore = "a measure: eight wars take a minute"]
fn the_measure_of_eight_wars() {
    measured(1..=8);
}
