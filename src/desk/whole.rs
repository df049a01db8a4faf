//! Blocks for all that belongs to a piece, such as a corps: a block for each piece of the sender's in it.

use std::collections::BTreeSet;

use crate::arrived::Arrived;
use crate::game::GameRecord;
use crate::seats::Seats;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::{Right, Seating};
use fieldpost_engine::words::{agrees, listed};
use fieldpost_grammar::letter::{Block, Complaint, Letter};

/// A letter whose blocks for several pieces have become one for each.
pub struct SpelledOut {
    pub letter: Letter,
    /// Who was near and got no block, a sentence each.
    pub left_out: Vec<String>,
}

/// A letter with a block for each piece in the place of those for several; `None` where it has none such. Only pieces that the sender
/// commands get one: who belongs to another's headquarters is not told, and a deputy names those for whom the commander has not ordered.
pub fn spelled_out(
    game: &GameRecord,
    letter: &Letter,
    arrived: &Arrived,
    by: PlayerNo,
) -> Option<SpelledOut> {
    if !letter.units.iter().any(|block| block.whole) {
        return None;
    }
    let seats = Seats::latest(game, &game.book).with_stand_ins(game, arrived.receipt.at_ms);
    let sender = Sender { game, seats: &seats, by };
    let led = sender.led();
    let particular = letter.units.iter().filter(|block| !block.whole).map(|block| &block.piece);
    let particular: BTreeSet<&Piece> = particular.collect();
    let mut units = Vec::new();
    for block in &letter.units {
        if !block.whole {
            units.push(block.clone());
            continue;
        }
        // A block of a piece's own counts before one for all, wherever it stands.
        let all = sender.each(block).into_iter();
        units.extend(all.filter(|block| !particular.contains(&block.piece)));
    }
    let ordered: BTreeSet<&Piece> = units.iter().map(|block| &block.piece).collect();
    let whole = letter.units.iter().filter(|block| block.whole);
    let left_out = whole.flat_map(|block| sender.left_out(&block.piece, &ordered, &led)).collect();
    Some(SpelledOut { letter: Letter { units, ..letter.clone() }, left_out })
}

/// Who sends a block for several pieces.
struct Sender<'a> {
    game: &'a GameRecord,
    seats: &'a Seats<'a>,
    by: PlayerNo,
}

impl Sender<'_> {
    fn has(&self, right: Right, piece: &Piece) -> bool {
        self.seats.right_of(self.by, piece) == Some(right)
    }

    /// Those that belong to a piece, without it.
    fn members(&self, of: &Piece) -> Vec<Piece> {
        self.game.board().members(of).into_iter().filter(|piece| piece != of).collect()
    }

    /// A block for each of the sender's pieces that belong to one, that one first where it is the sender's too.
    fn each(&self, block: &Block) -> Vec<Block> {
        let first = Block { whole: false, ..block.clone() };
        let is_ordered = self.seats.right_of(self.by, &block.piece).is_some();
        let mut own = self.members(&block.piece);
        own.retain(|piece| self.has(Right::Commander, piece));
        if own.is_empty() {
            return vec![if is_ordered { with_nobody_else(self.game, first) } else { first }];
        }
        let copy = |piece| Block { piece, complaints: Vec::new(), ..first.clone() };
        let mut own: Vec<Block> = self.game.in_order(own).into_iter().map(copy).collect();
        if is_ordered {
            own.insert(0, first);
        } else if let Some(block) = own.first_mut() {
            // What is wrong with the lines is told once.
            block.complaints = first.complaints;
        }
        own
    }

    /// All that belong to pieces which the sender may order: who wants them writes a block for those.
    fn led(&self) -> BTreeSet<Piece> {
        let pieces = self.game.board().pieces().into_iter().map(|(piece, _)| piece);
        let own = pieces.filter(|piece| self.seats.right_of(self.by, piece).is_some());
        own.flat_map(|piece| self.members(&piece)).collect()
    }

    /// Who has no block in the letter though the sender may mean it: those that belong to a piece and for which he only deputises, and his own
    /// near it that belong to nobody of his.
    fn left_out(&self, of: &Piece, ordered: &BTreeSet<&Piece>, led: &BTreeSet<Piece>) -> Vec<String> {
        if self.seats.right_of(self.by, of).is_none() {
            return Vec::new();
        }
        let of_right = |pieces: Vec<Piece>, right| {
            let left = pieces.into_iter().filter(|piece| self.has(right, piece) && !ordered.contains(piece));
            self.game.in_order(left.collect())
        };
        let deputised = of_right(self.members(of), Right::Deputy);
        let mut near = of_right(self.game.board().near(of), Right::Commander);
        near.retain(|piece| !led.contains(piece));
        let names = |pieces: &[Piece]| listed(&pieces.iter().map(Piece::as_str).collect::<Vec<_>>());
        let deputised = (!deputised.is_empty()).then(|| {
            format!(
                "The block for all of {of} is not for {}, where you are only the deputy: name them to order them.",
                names(&deputised)
            )
        });
        let near = (!near.is_empty()).then(|| {
            format!(
                "The block for all of {of} is not for {}, {} near: your report lists them under another or on their own.",
                names(&near),
                agrees(near.len(), "which is", "which are")
            )
        });
        deputised.into_iter().chain(near).collect()
    }
}

/// The block of a piece alone, which says so.
fn with_nobody_else(game: &GameRecord, mut block: Block) -> Block {
    let (noun, piece) = (game.noun(), &block.piece);
    let why = format!("No other {noun} of yours belongs to {piece}; the orders are for {piece} alone.");
    block.complaints.push(Complaint::new(block.span, piece.to_string(), why));
    block
}
