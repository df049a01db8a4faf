//! What stands between the orders of a letter: by this an older letter below them is known (`later.rs`).

use std::collections::BTreeSet;

use crate::reading::{Below, Block, Complaint};
use crate::word::is_blank;
use fieldpost_engine::piece::Piece;

/// Words of a line that is a sentence rather than an order with a slip of the pen.
const SENTENCE: usize = 5;
/// What stands between the orders of a letter. Where another letter begins must not hang on the names of a game, since the
/// head is read before these are known: whether a line is an order is judged here by its words alone.
#[derive(Default)]
pub(super) struct Between<'l> {
    /// The lines (from 1, in order) above which others were left out, as quoted say.
    gaps: &'l [u32],
    /// Whether an order or a block stands above.
    pub is_ordered: bool,
    /// Whether the letter's password stands above its first order.
    pub has_password: bool,
    /// The words behind `PLAYER`, as written, in lower case.
    pub player: Option<String>,
    /// Whether anything else stands between the last order and here.
    pub is_parted: bool,
    /// What else stands above.
    below: Below,
    /// The pieces that were ordered.
    pub pieces: BTreeSet<Piece>,
    /// What to say of the block that is being read if it is the second one of its piece.
    pub second: Option<Complaint>,
    /// Whether another letter has begun.
    pub is_over: bool,
}

impl<'l> Between<'l> {
    pub fn new(gaps: &'l [u32]) -> Self {
        Between { gaps, ..Between::default() }
    }

    /// Goes on to a line.
    pub fn pass(&mut self, line: u32) {
        while let Some((_, rest)) = self.gaps.split_first().filter(|(gap, _)| **gap <= line) {
            (self.gaps, self.is_parted, self.below) = (rest, true, Below::Words);
        }
    }

    /// What stands above that no order needs.
    pub fn below(&self) -> Below {
        self.below
    }

    /// The letter's password was read.
    pub fn password(&mut self) {
        self.has_password |= !self.is_ordered;
    }

    /// The name of the letter's player was read.
    pub fn player(&mut self, name: &str) {
        self.player.get_or_insert_with(|| name.to_lowercase());
    }

    /// A block begins.
    pub fn block(&mut self) {
        (self.is_ordered, self.is_parted) = (true, false);
    }

    /// A line that is no part of the frame: an order, or not, by its words.
    pub fn line(&mut self, looks_like_order: bool) {
        (self.is_ordered, self.is_parted) = (self.is_ordered || looks_like_order, !looks_like_order);
    }

    /// A line was read here that is no order.
    pub fn other(&mut self, body: &str, is_remark: bool) {
        let words = || body.split(is_blank).filter(|word| !word.is_empty());
        let is_sentence =
            words().filter(|word| !word.bytes().any(|c| c.is_ascii_digit())).count() >= SENTENCE;
        let is_foreign = body.chars().any(|c| c.is_alphabetic() && !c.is_ascii());
        let with = if is_remark || is_sentence || is_foreign { Below::Words } else { Below::Line };
        self.below = self.below.max(with);
    }

    /// A block ends here; the orders of a second one are not taken.
    pub fn close(&mut self, block: &mut Block) {
        let second = self.second.take();
        if !block.says_something() {
            return;
        }
        self.pieces.insert(block.piece.clone());
        if let Some(said) = second {
            block.orders.clear();
            block.none = false;
            block.complaints.push(said);
        }
    }
}
