//! A letter of the machine's, foreseen before it is shown or filed: what would come to nothing is left out of it.
//!
//! It stands above the games. A line is known by the order that a statement names, whose words nobody looks at; a refusal that
//! names none is of its whole block. A few rehearsals are enough, however long the letter is.

use std::collections::BTreeMap;

use fieldpost_door::foresight::{Foreseen, Grade, Kind, Statement};
use fieldpost_door::{Block, Board, ClosedBook};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::Line;
use fieldpost_grammar::letter::{Block as Written, Letter, Lexicon};
use fieldpost_grammar::parse::bare_letters;
use fieldpost_grammar::read_letter;

/// So many times a letter is cut; at the last, lines that fail are no longer shortened, and a block that fails for no line of its own
/// is left out.
const MOST_CUTS: usize = 3;

/// A letter in which nothing fails that its writer could foresee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prudent {
    /// What is filed or shown.
    pub text: String,
    /// The same as it is read, and what comes of it.
    pub letter: Letter,
    pub foreseen: Foreseen,
}

impl Prudent {
    /// A letter that is not to be read here: whoever files it finds out what is wrong with it.
    pub fn unread(text: String) -> Self {
        Prudent { text, letter: Letter::default(), foreseen: Foreseen::default() }
    }

    /// Whether it was read, and orders something.
    pub fn orders_something(&self) -> bool {
        !self.letter.units.is_empty() || !self.letter.offices.is_empty()
    }
}

/// What becomes of lines of a letter, by their numbers: another in its place, or none.
type Cuts = BTreeMap<u32, Option<String>>;

/// The letter without what would fail, surely or as things stand.
pub fn prudent(board: &dyn Board, by: PlayerNo, text: String) -> Prudent {
    let lexicon = board.lexicon();
    let mut text = text;
    let mut made = 0;
    loop {
        let letter = read_letter(&text, &lexicon);
        let foreseen = board.foresee(by, &book_of(by, &letter));
        let shears = Shears { board, by, lexicon: &lexicon, lines: text.lines().collect(), made };
        let cuts = if made < MOST_CUTS { shears.cuts(&letter, &foreseen) } else { Cuts::new() };
        if cuts.is_empty() {
            return Prudent { text, letter, foreseen };
        }
        text = with(&text, &cuts);
        made += 1;
    }
}

/// The orders of a letter as a rehearsal takes them.
fn book_of(by: PlayerNo, letter: &Letter) -> ClosedBook {
    let with_orders = || letter.units.iter().filter(|block| !block.orders.is_empty());
    let block = |block: &Written| Block {
        piece: block.piece.clone(),
        lines: Some(block.orders.clone()),
        word_of_office: Vec::new(),
    };
    let mut blocks: Vec<Block> = with_orders().map(block).collect();
    blocks.sort_by(|one, other| one.piece.cmp(&other.piece));
    ClosedBook {
        blocks,
        received: with_orders().map(|block| block.piece.clone()).collect(),
        offices: letter.offices.iter().map(|line| (by, line.clone())).collect(),
        seats: BTreeMap::new(),
    }
}

/// What cuts a letter.
struct Shears<'a> {
    board: &'a dyn Board,
    by: PlayerNo,
    lexicon: &'a Lexicon,
    lines: Vec<&'a str>,
    /// How often the letter was cut before.
    made: usize,
}

impl Shears<'_> {
    fn cuts(&self, letter: &Letter, foreseen: &Foreseen) -> Cuts {
        let mut cuts = Cuts::new();
        for block in &letter.units {
            let said = foreseen.pieces.get(&block.piece).map_or(&[][..], |outlook| &outlook.said);
            self.cut_block(block, said.iter().filter(|said| fails(said)), &mut cuts);
        }
        let failing: Vec<&Statement> = foreseen.offices.iter().filter(|said| fails(said)).collect();
        if !failing.is_empty() {
            cuts.extend(self.failing_offices(&letter.offices, &failing).map(|line| (line.span.line, None)));
        }
        cuts
    }

    fn cut_block<'a>(&self, block: &Written, failing: impl Iterator<Item = &'a Statement>, cuts: &mut Cuts) {
        let mut own = Cuts::new();
        for said in failing {
            match block.orders.iter().find(|line| is_of(said, line)).or_else(|| self.nameless(block)) {
                Some(line) => drop(own.insert(line.span.line, self.shorter(block, line))),
                None => own.extend(block.orders.iter().map(|line| (line.span.line, None))),
            }
        }
        let is_out = |line: &Line| own.get(&line.span.line).is_some_and(Option::is_none);
        if !own.is_empty() && block.orders.iter().all(is_out) {
            own.insert(block.span.line, None);
            own.extend(self.end_of(block).map(|line| (line, None)));
        }
        cuts.extend(own);
    }

    /// The line to blame where a statement names none: the first, which sets the piece in motion. The others may do well without it, and a
    /// piece that is to stay where it is has its orders for that among them.
    fn nameless<'b>(&self, block: &'b Written) -> Option<&'b Line> {
        block.orders.first().filter(|_| !self.is_last())
    }

    fn is_last(&self) -> bool {
        self.made + 1 == MOST_CUTS
    }

    /// The line without its last word, if it reads so and names one thing still: a march that is barred half way goes half way.
    fn shorter(&self, block: &Written, line: &Line) -> Option<String> {
        if self.is_last() {
            return None;
        }
        let (shorter, _) = line.words.rsplit_once(' ')?;
        shorter.split_once(' ')?;
        let opening = self.line(block.span.line);
        let letter = read_letter(&format!("{opening}\n{shorter}\n"), self.lexicon);
        let [read] = letter.units.as_slice() else { return None };
        let reads = read.complaints.is_empty() && letter.complaints.is_empty() && read.orders.len() == 1;
        reads.then(|| shorter.to_owned())
    }

    /// The line that ends a block by itself, where others stand below it.
    fn end_of(&self, block: &Written) -> Option<u32> {
        let last = block.orders.last()?.span.line;
        let has_more = self.lines.len() > last as usize + 1;
        (has_more && self.line(last + 1).trim() == "END").then_some(last + 1)
    }

    fn line(&self, number: u32) -> &str {
        self.lines.get(number.saturating_sub(1) as usize).copied().unwrap_or_default()
    }

    /// Orders of offices that fail: those that are named, or fail by themselves, or the last, which may be one too many.
    fn failing_offices<'a>(
        &self,
        lines: &'a [Line],
        failing: &[&Statement],
    ) -> impl Iterator<Item = &'a Line> + use<'a> {
        let is_named = |line: &&Line| failing.iter().any(|said| is_of(said, line));
        let mut found: Vec<&Line> = lines.iter().filter(is_named).collect();
        if found.is_empty() {
            found = lines.iter().filter(|line| self.fails_alone(line)).collect();
        }
        if found.is_empty() {
            found.extend(lines.last());
        }
        found.into_iter()
    }

    fn fails_alone(&self, line: &Line) -> bool {
        let book = ClosedBook { offices: vec![(self.by, line.clone())], ..ClosedBook::default() };
        self.board.foresee(self.by, &book).offices.iter().any(fails)
    }
}

/// Whether it says that an order is not carried out, surely or as things stand.
fn fails(said: &Statement) -> bool {
    said.kind == Kind::Refusal && matches!(said.grade, Grade::Sure | Grade::AsThingsStand { .. })
}

/// Whether a statement names this order; places may be spelt otherwise in it.
fn is_of(said: &Statement, line: &Line) -> bool {
    !said.order.is_empty() && bare_letters(&said.order).eq(bare_letters(&line.words))
}

fn with(text: &str, cuts: &Cuts) -> String {
    let kept = (1..).zip(text.lines()).filter_map(|(number, line)| match cuts.get(&number) {
        Some(None) => None,
        Some(Some(instead)) => Some(format!("{instead}\n")),
        None => Some(format!("{line}\n")),
    });
    kept.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::toys;

    fn prudent_of(text: &str) -> Prudent {
        let game = toys::game();
        let by = game.player_no("benedek").unwrap();
        prudent(game.board(), by, text.to_owned())
    }

    #[test]
    fn a_refused_line_is_left_out_and_its_block_keeps_the_rest() {
        let made = prudent_of("PLAYER benedek\nCHEST AU1AQ\nSEAL\nBID 41\nCHEST AU3IN\nBID 5\nEND\n");
        assert_eq!(made.text, "PLAYER benedek\nCHEST AU1AQ\nSEAL\nCHEST AU3IN\nBID 5\nEND\n");
        assert!(made.foreseen.pieces.values().all(|outlook| outlook.said.is_empty()));
        assert_eq!(made.letter.units.len(), 2);
    }

    /// What fails for no line that is named is put down to the first: the others stand.
    #[test]
    fn a_refusal_that_names_no_line_takes_the_first() {
        let made = prudent_of("PLAYER benedek\nCHEST AU1AQ\nBID 40\nSEAL\nCHEST AU3IN\nBID 5\nEND\n");
        assert_eq!(made.text, "PLAYER benedek\nCHEST AU1AQ\nSEAL\nCHEST AU3IN\nBID 5\nEND\n");
    }

    #[test]
    fn a_block_of_which_nothing_is_left_goes_with_its_end() {
        let made = prudent_of("PLAYER benedek\nCHEST AU1AQ\nBID 41\nEND\nCHEST AU3IN\nBID 5\nEND\n");
        assert_eq!(made.text, "PLAYER benedek\nCHEST AU3IN\nBID 5\nEND\n");
        let same = "PLAYER benedek\nCHEST AU3IN\nBID 5\nEND\n";
        assert_eq!(prudent_of(same).text, same);
    }
}
