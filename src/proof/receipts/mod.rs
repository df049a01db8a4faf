//! `fieldpost soak --receipts`: what receipts foretell is held against what comes (foresight.md, C).
//!
//! A war is played, and each player's letter is foreseen. Then the turn is run three times: *blind*, on the true board without what the
//! sender cannot see, and all others without orders; *still*, on the whole board, and all others without orders; *real*, with all
//! letters. In the blind run every place and every refusal that was foretold as sure or as things stand must be there, and every refusal
//! that is there must have been foretold, or the piece left open. So the cause of each miss is known without looking: what differs in
//! *still* is a piece out of sight, what differs in *real* alone is somebody's orders. What is sure must come true in all three.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use crate::land::soak::lots::Lots;
use crate::shared::Nobody;
use fieldpost_campaign::measured::Refused;
use fieldpost_door::foresight::{Ends, Grade, Kind, Outlook, Statement};
use fieldpost_door::{Block, Board, ClosedBook, Finished, Seedling, Soak, Written};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::read_letter;

mod board_game;
mod campaign;

pub use board_game::EUROPA;
pub use campaign::{GITM_NWOL, ROTD_CWOL, ROTD_EUWOL, WISC_CWOL};

/// How receipts of a rulebook are measured.
pub struct Measure {
    /// The rulebook's name.
    pub name: &'static str,
    /// Of all places at most so many in 100 may be left open, or truth were bought with silence.
    pub ceiling: u64,
    /// A war as it opens.
    pub begin: fn() -> Seedling,
    /// The blocks of a letter of a player's that goes for the nearest enemy, or anywhere.
    pub letter: fn(&dyn Board, PlayerNo, &mut Lots) -> String,
    /// The true board without what a player cannot see.
    pub blind: fn(&dyn Board, PlayerNo) -> Option<Arc<dyn Board>>,
    /// Where a piece is, as an end of a receipt has it.
    pub place: fn(&dyn Board, &Piece) -> Option<String>,
    /// What a turn refused of a piece's orders.
    pub refused: fn(&dyn Finished, &Piece) -> Vec<Refused>,
    /// Whether a turn's storms or winds took a piece elsewhere, of which no receipt speaks from 95 in 100 up.
    pub blown: fn(&dyn Finished, &Piece) -> bool,
}

/// What was told, and how often it came true: blind, still and real.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Row {
    told: u64,
    came: [u64; 3],
}

/// All that was told of a rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Tally {
    turns: u64,
    letters: u64,
    /// By kind and grade.
    rows: BTreeMap<(&'static str, &'static str), Row>,
    /// By tenths: how often it was told, and came true blind.
    odds: BTreeMap<u8, [u64; 2]>,
    /// Pieces of which nothing is said but that it is not foreseen.
    open: u64,
    places: u64,
    untold: u64,
    blown: u64,
    faults: Vec<String>,
}

/// The runs of a letter.
struct Runs {
    blind: Box<dyn Finished>,
    still: Box<dyn Finished>,
}

/// What is foretold of a player's pieces, with the runs that it is held against.
struct Letter {
    player: PlayerNo,
    foreseen: BTreeMap<Piece, Outlook>,
    runs: Runs,
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
            board = tally.turn(measure, &board, lots, &at);
        }
    }
    tally.print(measure, args, out)?;
    Ok(tally.holds(measure))
}

impl Tally {
    /// Plays a turn: each letter is foreseen, run blind and still, and all of them together.
    fn turn(
        &mut self,
        measure: &Measure,
        board: &Arc<dyn Board>,
        lots: &mut Lots,
        at: &str,
    ) -> Arc<dyn Board> {
        let players: Vec<PlayerNo> = (0..).map(PlayerNo).take(board.players().len()).collect();
        let machine = board.machine_letters(&players, "measure");
        let mut all = seated(&**board);
        let mut letters = Vec::new();
        for (player, text) in players.into_iter().zip(machine) {
            // One letter in four is the machine's.
            let text = match text.filter(|_| lots.chance(25)) {
                Some(text) => text,
                None => (measure.letter)(&**board, player, lots),
            };
            let mut own = seated(&**board);
            read_into(&**board, &mut own, player, &text);
            read_into(&**board, &mut all, player, &text);
            let foreseen = board.foresee(player, &own).pieces;
            let Some(blind) = (measure.blind)(&**board, player) else { continue };
            let alone = ClosedBook { seats: seated(&*blind).seats, ..own.clone() };
            let runs = Runs { blind: blind.run(&alone), still: board.run(&own) };
            let ordered = |piece: &Piece| own.blocks.iter().any(|block| block.piece == *piece);
            let foreseen = foreseen.into_iter().filter(|(piece, _)| ordered(piece)).collect();
            letters.push(Letter { player, foreseen, runs });
        }
        let real = board.run(&all);
        self.turns += 1;
        for letter in letters {
            self.letters += 1;
            self.letter(measure, &letter, &*real, at);
        }
        real.board()
    }

    fn letter(&mut self, measure: &Measure, letter: &Letter, real: &dyn Finished, at: &str) {
        let runs = [&*letter.runs.blind, &*letter.runs.still, real];
        let boards = runs.map(Finished::board);
        for (piece, outlook) in &letter.foreseen {
            let at = format!("{at}, player {}, {piece}", letter.player.0);
            let places = boards.each_ref().map(|board| (measure.place)(&**board, piece));
            let blown = runs.map(|run| (measure.blown)(run, piece));
            self.place(outlook, &places, blown, &at);
            let refused = runs.map(|run| (measure.refused)(run, piece));
            self.refusals(outlook, &refused, blown[0], &at);
        }
    }

    /// Holds the place that is foretold of a piece against the runs.
    fn place(&mut self, outlook: &Outlook, places: &[Option<String>; 3], blown: [bool; 3], at: &str) {
        self.places += 1;
        let came = match &outlook.ends {
            Ends::Unsaid => return,
            Ends::Open => {
                self.open += 1;
                return;
            }
            Ends::Gone => places.each_ref().map(Option::is_none),
            Ends::In(told) | Ends::Likely(told, _) => {
                places.each_ref().map(|place| place.as_ref() == Some(told))
            }
        };
        if let Ends::Likely(_, tenths) = outlook.ends {
            let row = self.odds.entry(tenths).or_default();
            *row = [row[0] + 1, row[1] + u64::from(came[0])];
            return;
        }
        if blown[0] && !came[0] {
            self.blown += 1;
            return;
        }
        self.count(("place", "as things stand"), came);
        if !came[0] {
            self.faults
                .push(format!("{at}: told {:?} ({}), came {:?}", outlook.ends, outlook.course, places[0]));
        }
    }

    /// Holds what is foretold to fail against the runs, and the other way round.
    fn refusals(&mut self, outlook: &Outlook, refused: &[Vec<Refused>; 3], blown: bool, at: &str) {
        for said in outlook.said.iter().filter(|said| said.kind == Kind::Refusal && !said.key.is_empty()) {
            let grade = match said.grade {
                Grade::Sure => "sure",
                Grade::AsThingsStand { .. } => "as things stand",
                Grade::Odds { .. } | Grade::Open => continue,
            };
            let came = refused.each_ref().map(|refused| refused.iter().any(|one| is_told(said, one)));
            self.count(("refusal", grade), came);
            if !(came[0] || blown) || grade == "sure" && came.contains(&false) {
                self.faults.push(format!("{at}: told {:?}, came {:?}", said.words(), refused[0]));
            }
        }
        let is_open = outlook.ends == Ends::Open
            || matches!(outlook.ends, Ends::Likely(..))
            || outlook.said.iter().any(|said| said.grade == Grade::Open);
        let is_untold = |one: &&Refused| !outlook.said.iter().any(|said| is_told(said, one));
        for one in refused[0].iter().filter(is_untold).filter(|_| !is_open && !blown) {
            self.untold += 1;
            self.faults.push(format!("{at}: untold: {} {}", one.order, one.why));
        }
    }

    fn count(&mut self, of: (&'static str, &'static str), came: [bool; 3]) {
        let row = self.rows.entry(of).or_default();
        row.told += 1;
        row.came.iter_mut().zip(came).for_each(|(all, came)| *all += u64::from(came));
    }

    /// Whether all that must hold does.
    fn holds(&self, measure: &Measure) -> bool {
        self.faults.is_empty() && self.open * 100 <= measure.ceiling * self.places && self.odds_hold()
    }

    /// Whether odds of which enough was told came true within four standard errors and the half of a tenth to which they are rounded.
    fn odds_hold(&self) -> bool {
        self.odds.iter().filter(|(_, [told, _])| *told >= 200).all(|(tenths, [told, came])| {
            let (told, came, per_cent) = (i128::from(*told), i128::from(*came), i128::from(*tenths) * 10);
            let off = (came * 100 - told * per_cent).abs() - 5 * told;
            // Squares, since there are no roots among whole numbers.
            off <= 0 || off * off <= 16 * told * per_cent * (100 - per_cent)
        })
    }

    fn print(&self, measure: &Measure, args: &Soak, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "{}: {} wars, {} turns, {} letters",
            measure.name, args.campaigns, self.turns, self.letters
        )?;
        writeln!(
            out,
            "  {:8} {:16} {:>6} {:>8} {:>8} {:>8}",
            "kind", "grade", "told", "blind", "still", "real"
        )?;
        for ((kind, grade), Row { told, came }) in &self.rows {
            let [blind, still, real] = came.map(|came| share(came, *told));
            writeln!(out, "  {kind:8} {grade:16} {told:>6} {blind:>8} {still:>8} {real:>8}")?;
        }
        for (tenths, [told, came]) in &self.odds {
            writeln!(out, "  odds: told {tenths} in 10, came true blind {came} of {told}")?;
        }
        let open = share(self.open, self.places);
        writeln!(
            out,
            "  left open {} of {} places ({open}, at most {} %)",
            self.open, self.places, measure.ceiling
        )?;
        writeln!(
            out,
            "  by storm and wind elsewhere {}; refusals untold {}; faults {}",
            self.blown,
            self.untold,
            self.faults.len()
        )?;
        for fault in self.faults.iter().take(SHOWN) {
            writeln!(out, "    {fault}")?;
        }
        Ok(())
    }
}

/// So many faults are told of a rulebook.
const SHOWN: usize = 20;

/// A share in per cent, with one place behind the point.
fn share(came: u64, told: u64) -> String {
    let tenths = (came * 1000).checked_div(told).unwrap_or(0);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// Whether a statement tells of a refusal: by its words, or of the same order.
fn is_told(said: &Statement, one: &Refused) -> bool {
    said.key == one.why || !one.order.is_empty() && said.order == one.order
}

/// A book with the seats of the turn's beginning, and no orders.
fn seated(board: &dyn Board) -> ClosedBook {
    let seats = board.pieces().into_iter().filter_map(|(piece, seat)| Some((piece, seat?))).collect();
    ClosedBook { seats, ..ClosedBook::default() }
}

/// Reads a player's letter into a book, but what the game does not take.
fn read_into(board: &dyn Board, book: &mut ClosedBook, player: PlayerNo, text: &str) {
    let letter = read_letter(text, &board.lexicon());
    for block in letter.units {
        let written = Written { by: player, piece: &block.piece, lines: &block.orders, seats: &Nobody };
        if !board.refuses(written).is_empty() {
            continue;
        }
        book.received.push(block.piece.clone());
        book.blocks.push(Block { piece: block.piece, lines: Some(block.orders), word_of_office: Vec::new() });
    }
    book.blocks.sort_by(|one, other| one.piece.cmp(&other.piece));
    let offices = letter.offices.into_iter();
    let may = |line: &fieldpost_engine::line::Line| board.fault_of_office(player, line, &Nobody).is_none();
    book.offices.extend(offices.filter(may).map(|line| (player, line)));
}

#[cfg(test)]
mod tests;
