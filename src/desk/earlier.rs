//! What earlier letters ordered: a block that repeats one word for word, below words that no order needs, is taken for an
//! old letter that a mail program put there (hazard row 25). It is not obeyed, and its sender is told so.

use std::collections::{BTreeMap, BTreeSet};

use crate::book;
use crate::record::{Filed, LetterNo};
use crate::work::Work;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::Line;
use fieldpost_grammar::letter::{Below, Block};

impl Work<'_> {
    /// The blocks of the letter that repeat an earlier one, by their lines, and what is to be said of them.
    pub(super) fn old_blocks(&self) -> BTreeMap<u32, String> {
        let says = |block: &&Block| !block.orders.is_empty();
        let all = self.letter.units.iter().filter(says).collect::<Vec<_>>();
        let among =
            |below: Below| all.iter().copied().filter(move |block| block.below >= below).collect::<Vec<_>>();
        let (lower, lowest) = (among(Below::Line), among(Below::Words));
        // An order with a slip of the pen above others makes none of these old.
        let suspects = if lower.len() == all.len() { lower } else { lowest };
        let Some(letter) = self.repeated_in(&suspects) else { return BTreeMap::new() };
        let is_new = |block: &&Block| !self.stands_so(block);
        let old = suspects.into_iter().filter(is_new);
        old.map(|block| (block.span.line, self.old_words(letter))).collect()
    }

    /// The earlier letter in which all these blocks stood just so.
    fn repeated_in(&self, blocks: &[&Block]) -> Option<LetterNo> {
        let mut letters: Option<BTreeSet<LetterNo>> = None;
        for block in blocks {
            let player = self.speaker_for(&block.piece)?;
            let found = self.letters_with(block, player);
            let both = match letters {
                None => found,
                Some(letters) => letters.intersection(&found).copied().collect(),
            };
            if both.is_empty() {
                return None;
            }
            letters = Some(both);
        }
        letters?.pop_last()
    }

    fn letters_with(&self, block: &Block, player: PlayerNo) -> BTreeSet<LetterNo> {
        let is_fresh = self.letter.turn.as_ref().is_some_and(|turn| turn.what == self.book.turn);
        let earlier = self.game.earlier.iter().filter(|_| !is_fresh);
        let filed =
            earlier.chain([&self.game.book]).filter_map(|book| book.units.get(&block.piece)).flatten();
        let same = |filed: &&Filed| filed.player == player && filed.letter != self.arrived.letter;
        let same =
            filed.map(AsRef::as_ref).filter(same).filter(|filed| are_same(&filed.lines, &block.orders));
        same.map(|filed| filed.letter).collect()
    }

    /// Whether just this is in force already: to file it once more changes nothing.
    fn stands_so(&self, block: &Block) -> bool {
        let stands = book::in_force(&self.game.book, &block.piece);
        stands.is_some_and(|stands| are_same(&stands.lines, &block.orders))
    }

    fn old_words(&self, letter: LetterNo) -> String {
        let books = self.game.earlier.iter().chain([&self.game.book]);
        let mut filed = books.flat_map(|book| book.units.values().flatten());
        let found = filed.find(|filed| filed.letter == letter);
        let received =
            found.map(|filed| format!(" received at {}", self.game.received(&filed.receipt).local));
        format!(
            "this repeats your letter{} word for word, below other lines: it was taken for an old letter that a mail \
             program put there, and was not obeyed. If you mean it, send it with nothing above it but GAME, TURN, \
             PLAYER and PASSWORD",
            received.unwrap_or_default()
        )
    }
}

fn are_same(one: &[Line], other: &[Line]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.words == other.words)
}
