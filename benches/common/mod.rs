//! What several benches do alike: the machine's orders for everybody as a closed book, and all reports of a turn printed.

use std::collections::BTreeMap;
use std::fmt::Display;

use divan::Bencher;
use divan::counter::ItemsCount;
use fieldpost_daemon::order_forms::order_forms;
use fieldpost_door::{Block, Board, ClosedBook};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::wishes::Wishes;
use fieldpost_grammar::{Language, read_letter};
use fieldpost_print::heading::Heading;
use fieldpost_print::press::Press;
use fieldpost_print::shop::{DeskKit, Shop};

/// The players of a board, by number.
#[allow(dead_code)]
pub fn players(board: &dyn Board) -> Vec<PlayerNo> {
    (0..).map(PlayerNo).take(board.players().len()).collect()
}

/// What the machine orders for everybody, as the desk closes it.
#[allow(dead_code)]
pub fn machine_book(board: &dyn Board) -> ClosedBook {
    let (lexicon, mut book) = (board.lexicon(), ClosedBook::default());
    let players = players(board);
    for (player, letter) in players.iter().zip(board.machine_letters(&players, "war", &Default::default())) {
        let letter = read_letter(&letter.unwrap_or_default(), &lexicon);
        for block in letter.units {
            book.received.push(block.piece.clone());
            book.blocks.push(Block {
                piece: block.piece,
                lines: Some(block.orders),
                word_of_office: Vec::new(),
            });
        }
        book.offices.extend(letter.offices.into_iter().map(|line| (*player, line)));
    }
    book.blocks.sort_by(|one, other| one.piece.cmp(&other.piece));
    book.seats = board.pieces().into_iter().filter_map(|(piece, seat)| Some((piece, seat?))).collect();
    book
}

/// The player to whom most of a book's pieces belong, and what is that player's of it: what a receipt rehearses.
#[allow(dead_code)]
pub fn largest_letter(book: &ClosedBook) -> (PlayerNo, ClosedBook) {
    let commander = |piece: &Piece| book.seats.get(piece).map(|seat| seat.commander);
    let mut pieces: BTreeMap<PlayerNo, usize> = BTreeMap::new();
    for block in &book.blocks {
        commander(&block.piece).into_iter().for_each(|player| *pieces.entry(player).or_default() += 1);
    }
    let player = pieces.iter().max_by_key(|row| row.1).map_or(PlayerNo(0), |row| *row.0);
    let mut own = book.clone();
    own.blocks.retain(|block| commander(&block.piece) == Some(player));
    own.received.retain(|piece| commander(piece) == Some(player));
    own.offices.retain(|(giver, _)| *giver == player);
    (player, own)
}

/// Prints the reports of all players: text, HTML, `report.json`, `orders.txt` and `desk.html`, with pictures or without.
#[allow(dead_code)]
pub fn print_all<R, E: Display>(
    bencher: Bencher<'_, '_>,
    names: &[String],
    language: &'static Language,
    pictures: bool,
    report: impl Fn(PlayerNo, &Heading, &Wishes, &Shop<'_>) -> Result<R, E>,
) {
    let press = Press::new().unwrap_or_else(|why| panic!("{why}"));
    let wishes = Wishes { pictures, ..Wishes::default() };
    bencher.counter(ItemsCount::new(names.len())).bench_local(|| {
        // Pictures of the same ground are drawn once for all players, as in a turn that is sent.
        let kit = DeskKit { address: "orders@fieldpost.example".into(), forms: order_forms(language) };
        let shop = Shop::new(&press).with_desk(kit);
        for (number, name) in names.iter().enumerate() {
            let printed = report(PlayerNo(number as u16), &heading(name), &wishes, &shop);
            divan::black_box(printed.unwrap_or_else(|why| panic!("{why}")));
        }
    });
}

/// The head of a report.
#[allow(dead_code)]
fn heading(player: &str) -> Heading {
    Heading {
        game: "war".into(),
        title: "A war".into(),
        player: player.into(),
        deadline_local: "Friday 7 August 2026, 20:00 (Europe/Vienna)".into(),
        deadline_utc: "Friday 7 August 2026, 18:00 UTC".into(),
        ..Heading::default()
    }
}
