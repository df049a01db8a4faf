//! `fieldpost tournament SCENARIO`: the machine player in all seats over many seeds, and a table of the points that each seat came to. Nothing
//! is mailed and nothing kept, but each letter is read by the grammar and asked of the board as the desk asks it. In interphases nobody buys
//! anything: the referee's part is left out.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use fieldpost_door::{Block, Board, ClosedBook, MachineSeats, Tournament, Written};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::seat::Nobody;
use fieldpost_grammar::read_letter;

use fieldpost_europa::board::Table;
use fieldpost_europa::event::Kind;
use fieldpost_europa::map::Place;
use fieldpost_europa::position::Ground;
use fieldpost_europa::tell::Eye;

/// What a game came to.
struct Outcome {
    points: Vec<i32>,
    battles: usize,
    /// Rounds of sieges in which works were dug, and assaults.
    sieges: usize,
    taken: usize,
    slips: usize,
}

/// Plays the games and prints the table.
///
/// # Errors
/// If the scenario cannot be read, or `out` cannot be written.
pub fn run(texts: &BTreeMap<String, String>, args: &Tournament, out: &mut dyn Write) -> io::Result<()> {
    let opened =
        (fieldpost_europa::EUROPA.scenario)(texts).map_err(|why| io::Error::other(format!("{why:?}")))?.board;
    let names: Vec<String> =
        opened.with(args.first).players().iter().map(|player| player.name.clone()).collect();
    writeln!(
        out,
        "points of each seat when the last round is over; combats, rounds of sieges and assaults, provinces that changed hands\n"
    )?;
    writeln!(out, "| seed | {} | combats | sieges | taken | first |", names.join(" | "))?;
    writeln!(out, "|---|{}---|---|---|---|", "---|".repeat(names.len()))?;
    let (mut sums, mut firsts, mut slips) = (vec![0; names.len()], vec![0; names.len()], 0);
    for seed in args.first..args.first.saturating_add(args.seeds) {
        let outcome = play(opened.with(seed), args.turns);
        let best = outcome.points.iter().copied().max().unwrap_or(0);
        let first: Vec<usize> = (0..names.len()).filter(|seat| outcome.points[*seat] == best).collect();
        for (seat, points) in outcome.points.iter().enumerate() {
            sums[seat] += points;
            firsts[seat] += usize::from(first == [seat]);
        }
        slips += outcome.slips;
        let points = outcome.points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | ");
        let first = first.iter().map(|seat| names[*seat].as_str()).collect::<Vec<_>>().join(", ");
        writeln!(
            out,
            "| {seed} | {points} | {} | {} | {} | {first} |",
            outcome.battles, outcome.sieges, outcome.taken
        )?;
    }
    writeln!(out)?;
    for (seat, name) in names.iter().enumerate() {
        let (alone, sum) = (firsts[seat], sums[seat]);
        writeln!(out, "{name}: {sum} points in {} games, first alone in {alone}", args.seeds)?;
    }
    writeln!(out, "lines of letters that were not obeyed: {slips}")
}

fn play(mut board: Arc<dyn Board>, turns: u32) -> Outcome {
    let (mut battles, mut sieges, mut slips) = (0, 0, 0);
    let start = Table::of(&*board).map(|table| table.position.clone()).unwrap_or_default();
    for _ in 0..turns {
        if Table::of(&*board).is_none_or(|table| table.position.over) {
            break;
        }
        let (book, missed) = letters(&*board);
        slips += missed;
        let ran = board.run(&book);
        for event in &Table::events_of(&*ran) {
            match event.fact.kind() {
                Kind::Combat | Kind::NavalCombat => battles += 1,
                Kind::Siege | Kind::Assault => sieges += 1,
                _ => {}
            }
        }
        board = ran.board();
    }
    let Some(table) = Table::of(&*board) else {
        return Outcome { points: Vec::new(), battles, sieges, taken: 0, slips };
    };
    let end = &table.position;
    let eye = Eye { scenario: &table.scenario, position: end, power: None };
    let points = eye.score().into_iter().map(|(_, points)| points).collect();
    let is_taken = |(place, ground): &(&Place, &Ground)| {
        start.grounds.get(*place).is_some_and(|was| was.control != ground.control)
    };
    let taken = end.grounds.iter().filter(is_taken).count();
    Outcome { points, battles, sieges, taken, slips }
}

/// Everybody's letter as a book, and how many of their lines do not count.
pub(super) fn letters(board: &dyn Board) -> (ClosedBook, usize) {
    let players: Vec<PlayerNo> = (0..).map(PlayerNo).take(board.players().len()).collect();
    let (mut book, mut slips) = (ClosedBook::default(), 0);
    let texts = board.machine_letters(&players, "tournament", &MachineSeats::new());
    for (player, text) in players.iter().zip(texts) {
        let Some(text) = text else { continue };
        slips += read_into(board, &mut book, *player, &text);
    }
    (book, slips)
}

/// Reads a player's letter into a book; how many of its lines do not count.
pub(super) fn read_into(board: &dyn Board, book: &mut ClosedBook, player: PlayerNo, text: &str) -> usize {
    let letter = read_letter(text, &board.lexicon());
    let mut slips = letter.complaints.len();
    book.offices.extend(letter.offices.into_iter().map(|line| (player, line)));
    for block in letter.units {
        slips += block.complaints.len();
        let written = Written { by: player, piece: &block.piece, lines: &block.orders, seats: &Nobody };
        slips += board.refuses(written).len();
        book.received.push(block.piece.clone());
        let lines = Some(block.orders);
        book.blocks.push(Block { piece: block.piece, lines, word_of_office: Vec::new() });
    }
    slips
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_play_all_scenarios_and_every_line_is_obeyed() {
        // So many games with `FIELDPOST_SEEDS=30`.
        let seeds = std::env::var("FIELDPOST_SEEDS").ok().and_then(|words| words.parse().ok()).unwrap_or(1);
        for (path, text) in fieldpost_europa::EUROPA.scenarios {
            let texts = BTreeMap::from([("scenario.toml".to_owned(), (*text).to_owned())]);
            let mut out = Vec::new();
            run(&texts, &Tournament { seeds, first: 1, turns: 12, skills: Default::default() }, &mut out)
                .unwrap();
            let words = String::from_utf8(out).unwrap();
            println!("{path}\n{words}");
            assert!(words.contains("lines of letters that were not obeyed: 0"), "{words}");
            assert!(words.contains("first alone in"), "{words}");
        }
    }
}
