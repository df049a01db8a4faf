//! `fieldpost soak --receipts`: what receipts foretell is held against what comes (foresight.md, C).
//!
//! A war is played, and each player's letters are read, judged and answered by the desk (`post`): what is held is what the last
//! receipt says. Then the turn is run three times: *blind*, on the true board without what the sender cannot see, and all others without
//! orders; *still*, on the whole board, and all others without orders; *real*, with all letters. In the blind run every place, every
//! refusal, shortfall and lack that was foretold as sure or as things stand must be there, and each that is there must have been
//! foretold, or the piece left open (`tally`). So the cause of each miss is known without looking: what differs in *still* is a piece
//! out of sight, what differs in *real* alone is somebody's orders. What is sure must come true in all three.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use crate::desk;
use crate::land::soak::lots::Lots;
use crate::receipts::post::{Answered, Drafts, Post};
use crate::receipts::tally::{Held, Tally};
use fieldpost_door::foresight::{Done, Grade};
use fieldpost_door::{Board, ClosedBook, Finished, Hindrance, MachineSeats, Seedling, Soak};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;

mod board_game;
mod campaign;
mod post;
mod shrink;
pub(crate) mod tally;

pub use board_game::EUROPA;
pub use campaign::{GITM_NWOL, ROTD_CWOL, ROTD_EUWOL, WISC_CWOL};

/// What a turn did not carry out as it was ordered, by piece.
pub type Hindrances = BTreeMap<Piece, Vec<Hindrance>>;

/// Of all places at most so many in 100 may be left open, or truth were bought with silence.
#[derive(Clone, Copy, Debug)]
pub struct Ceiling {
    /// In wars of up to three turns.
    pub short: u64,
    /// In longer ones, for by then the armies stand in each other's squares.
    pub long: u64,
}

impl Ceiling {
    /// That of wars of so many turns.
    fn of(self, turns: u32) -> u64 {
        if turns <= 3 { self.short } else { self.long }
    }
}

/// How receipts of a rulebook are measured.
pub struct Measure {
    /// The rulebook's name.
    pub name: &'static str,
    /// How many places may be left open.
    pub ceiling: Ceiling,
    /// A war as it opens.
    pub begin: fn() -> Seedling,
    /// What a player orders, for the nearest enemy or anything there is.
    pub draft: fn(&dyn Board, PlayerNo, &mut Lots) -> Drafts,
    /// The true board without what a player cannot see.
    pub blind: fn(&dyn Board, PlayerNo) -> Option<Arc<dyn Board>>,
    /// Where a piece is, as an end of a receipt has it.
    pub place: fn(&dyn Board, &Piece) -> Option<String>,
    /// What a turn, by the board that it was run from, did not carry out as it was ordered, by piece.
    pub hindrances: fn(&dyn Board, &dyn Finished) -> Hindrances,
    /// The same of the orders that a player gave in an office.
    pub of_offices: fn(&dyn Finished, PlayerNo) -> Vec<Hindrance>,
    /// What a turn brought about besides places, of pieces and of a player's offices.
    pub done: fn(&dyn Finished, PlayerNo) -> Vec<Done>,
    /// Whether a turn's storms or winds took a piece elsewhere, of which no receipt speaks from 95 in 100 up.
    pub blown: fn(&dyn Finished, &Piece) -> bool,
}

/// A turn that was run, with what it did not carry out.
struct Run {
    ran: Box<dyn Finished>,
    after: Arc<dyn Board>,
    hindrances: Hindrances,
}

impl Run {
    fn of(measure: &Measure, board: &dyn Board, book: &ClosedBook) -> Self {
        let ran = board.run(book);
        let hindrances = (measure.hindrances)(board, &*ran);
        Run { after: ran.board(), hindrances, ran }
    }

    fn of_piece(&self, piece: &Piece) -> &[Hindrance] {
        self.hindrances.get(piece).map_or(&[], Vec::as_slice)
    }
}

/// What is foretold of a player's pieces, with the blind and the still run that it is held against.
struct Letter {
    player: PlayerNo,
    texts: Vec<String>,
    answered: Answered,
    /// What the orders bring about besides places, as it is foreseen.
    done: Vec<Done>,
    runs: [Run; 2],
}

impl Letter {
    fn of(
        measure: &Measure,
        board: &dyn Board,
        post: &Post,
        player: PlayerNo,
        texts: Vec<String>,
    ) -> Option<Self> {
        let blind = (measure.blind)(board, player)?;
        let answered = post.answered(player, &texts)?;
        let alone = ClosedBook { seats: seats_on(&*blind, &answered.book), ..answered.book.clone() };
        let runs = [Run::of(measure, &*blind, &alone), Run::of(measure, board, &answered.book)];
        let done = board.foresee(player, &answered.book).done;
        Some(Letter { player, texts, answered, done, runs })
    }
}

/// Measures the receipts of random letters in wars, and says the table; whether all holds.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(measure: &Measure, args: &Soak, out: &mut dyn Write) -> io::Result<bool> {
    let mut tally = Tally::default();
    for campaign in args.first..args.first.saturating_add(args.campaigns) {
        let mut board = (measure.begin)().with(args.seed.wrapping_mul(1_000_003).wrapping_add(campaign));
        for turn in 0..args.turns {
            let lots = &mut Lots::new(args.seed, campaign, turn);
            let at = format!("seed {} campaign {campaign} turn {}", args.seed, turn + 1);
            board = play(measure, &mut tally, &board, lots, &at).map_err(io::Error::other)?;
        }
    }
    let ceiling = measure.ceiling.of(args.turns);
    tally.print(measure.name, ceiling, args, out)?;
    Ok(tally.holds(ceiling))
}

/// Plays a turn: each player's letters are answered, run blind and still, and all of them together.
fn play(
    measure: &Measure,
    tally: &mut Tally,
    board: &Arc<dyn Board>,
    lots: &mut Lots,
    at: &str,
) -> Result<Arc<dyn Board>, String> {
    let players: Vec<PlayerNo> = (0..).map(PlayerNo).take(board.players().len()).collect();
    let machine = board.machine_letters(&players, desk::GAME, &MachineSeats::new());
    let post = Post::of(board)?;
    let mut all = post.unanswered();
    let mut letters = Vec::new();
    for (player, text) in players.into_iter().zip(machine) {
        // One letter in four is the machine's.
        let texts = match text.filter(|_| lots.chance(25)) {
            Some(text) => vec![text],
            None => post::texts(lots, |lots| (measure.draft)(&**board, player, lots)),
        };
        let texts: Vec<String> = texts.iter().map(|text| post.signed(player, text)).collect();
        texts.iter().for_each(|text| drop(all.take(text)));
        letters.extend(Letter::of(measure, &**board, &post, player, texts));
    }
    let all = all.closed();
    let real = Run::of(measure, &**board, &all);
    tally.turns += 1;
    for letter in letters {
        tally.letters += 1;
        let before = tally.faults.len();
        hold(measure, tally, &letter, &real, &all, at);
        if let Some(of) = tally.faults.get(before).map(|fault| fault.of.clone())
            && tally.small.len() < SHRUNK
        {
            tally.small.extend(small(measure, &**board, &post, &letter, &of));
        }
    }
    Ok(real.after)
}

/// So many faults of a rulebook are made small: each may take some hundred turns.
const SHRUNK: usize = 3;

/// A player's letters without all that somebody's fault does not need; nothing where it needs the others' letters too.
fn small(measure: &Measure, board: &dyn Board, post: &Post, letter: &Letter, of: &str) -> Option<String> {
    let is_it = |texts: &[String]| {
        let letter = Letter::of(measure, board, post, letter.player, texts.to_vec());
        letter.is_some_and(|letter| {
            let mut alone = Tally::default();
            hold(measure, &mut alone, &letter, &letter.runs[1], &letter.answered.book, "");
            alone.faults.iter().any(|fault| fault.of == of)
        })
    };
    if !is_it(&letter.texts) {
        return None;
    }
    let texts = shrink::smallest(&letter.texts, is_it);
    let lines = texts.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with("PASSWORD "));
    Some(lines.map(|line| format!("      {line}")).collect::<Vec<_>>().join("\n"))
}

/// The seats that a book leaves, of the pieces that are on a board.
fn seats_on(board: &dyn Board, book: &ClosedBook) -> BTreeMap<Piece, fieldpost_engine::seat::Seat> {
    let there: BTreeMap<Piece, _> = board.pieces().into_iter().collect();
    let seats = book.seats.iter().filter(|(piece, _)| there.contains_key(*piece));
    seats.map(|(piece, seat)| (piece.clone(), *seat)).collect()
}

/// Holds a player's last receipt against the runs; `all` is the book of the real one.
fn hold(measure: &Measure, tally: &mut Tally, letter: &Letter, real: &Run, all: &ClosedBook, at: &str) {
    let [blind, still] = &letter.runs;
    let runs = [blind, still, real];
    let Answered { pieces, offices, said_before, book } = &letter.answered;
    for (piece, outlook) in pieces {
        let orders = lines_of(book, piece);
        let at = format!("{at}, player {}, {piece} [{}]", letter.player.0, orders.join("; "));
        let places = runs.map(|run| (measure.place)(&*run.after, piece));
        let held = Held {
            said_before: &[],
            gone: places[2].is_none(),
            blown: (measure.blown)(&*blind.ran, piece),
            stands: orders == lines_of(all, piece),
            of: piece.as_str(),
            at: &at,
        };
        tally.place(outlook, &places, &held);
        tally.statements(outlook, runs.map(|run| run.of_piece(piece)), &held);
    }
    if let Some(offices) = offices {
        let at = format!("{at}, player {}, offices", letter.player.0);
        let came = runs.map(|run| (measure.of_offices)(&*run.ran, letter.player));
        let held = Held { said_before, gone: false, blown: false, stands: true, of: "offices", at: &at };
        tally.statements(offices, came.each_ref().map(Vec::as_slice), &held);
    }
    hold_done(measure, tally, letter, real, at);
}

/// Holds what a player's orders bring about against the runs, both ways; of a piece that is left open, and of offices of which something
/// is, nothing is held.
fn hold_done(measure: &Measure, tally: &mut Tally, letter: &Letter, real: &Run, at: &str) {
    let [blind, still] = &letter.runs;
    let Answered { pieces, offices, said_before, .. } = &letter.answered;
    let was_open = said_before.iter().any(|said| said.grade == Grade::Open);
    let is_held = |done: &&Done| match &done.piece {
        Some(piece) => pieces.get(piece).is_some_and(|outlook| !outlook.is_open()),
        None => !was_open && offices.as_ref().is_some_and(|offices| !offices.is_open()),
    };
    let came = [blind, still, real].map(|run| (measure.done)(&*run.ran, letter.player));
    let told: Vec<&Done> = letter.done.iter().filter(is_held).collect();
    let came_blind: Vec<&Done> = came[0].iter().filter(is_held).collect();
    tally.done((&told, &came_blind), &came, &format!("{at}, player {}", letter.player.0));
}

/// What a book orders of a piece.
fn lines_of(book: &ClosedBook, piece: &Piece) -> Vec<String> {
    let block = book.blocks.iter().find(|block| block.piece == *piece);
    let lines = block.and_then(|block| block.lines.as_deref()).unwrap_or_default();
    lines.iter().map(|line| line.words.to_string()).collect()
}

#[cfg(test)]
mod cost;
#[cfg(test)]
mod examples;
#[cfg(test)]
mod tests;
