//! Letters as players send them, and what the desk answers: orders of pieces and of offices in any order, a second letter that goes beyond
//! the first or takes it back, the same block twice.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::desk;
use crate::land::soak::lots::Lots;
use fieldpost_desk::answer::{Body, OrderReceipt};
use fieldpost_desk::close::close;
use fieldpost_desk::game::GameRecord;
use fieldpost_desk::password::Memory;
use fieldpost_door::foresight::{Ends, Outlook, Statement};
use fieldpost_door::{Board, ClosedBook};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::letter::Lexicon;

/// What a player means to order.
#[derive(Clone, Debug, Default)]
pub struct Drafts {
    /// By piece: its whole block, from the line that names it to its END.
    pub blocks: Vec<(Piece, String)>,
    /// Orders of offices, a line each.
    pub offices: Vec<String>,
}

/// What the desk answers to a player's letters, and what they come to.
pub(super) struct Answered {
    /// By piece, as the last receipt says it of orders that count.
    pub pieces: BTreeMap<Piece, Outlook>,
    /// Of orders of offices; none where the last letter has none, for then nothing is told of them.
    pub offices: Option<Outlook>,
    /// What receipts of earlier letters said of them: the last one does not say it again.
    pub said_before: Vec<Statement>,
    /// The book as the turn would have it.
    pub book: ClosedBook,
}

/// The desk of a turn, before any letter has come.
pub(super) struct Post {
    game: GameRecord,
    lexicon: Lexicon,
    memory: RefCell<Memory>,
}

/// The game with the letters that have come.
pub(super) struct Open<'a> {
    post: &'a Post,
    game: GameRecord,
    number: u64,
}

impl Post {
    /// # Errors
    /// If a password cannot be hashed.
    pub fn of(board: &Arc<dyn Board>) -> Result<Self, String> {
        let memory = desk::memory();
        let game = desk::record(Arc::clone(board), &memory)?;
        Ok(Post { game, lexicon: board.lexicon(), memory: RefCell::new(memory) })
    }

    pub fn open(&self) -> Open<'_> {
        Open { post: self, game: self.game.clone(), number: 0 }
    }

    /// The same to which letters come that nobody reads an answer of, so that none is made.
    pub fn unanswered(&self) -> Open<'_> {
        let mut open = self.open();
        open.game.accounts.iter_mut().for_each(|account| account.machine = true);
        open
    }

    /// A letter with its sender's name and password.
    pub fn signed(&self, player: PlayerNo, text: &str) -> String {
        let name = self.game.name_of(player);
        let (head, password) = (format!("PLAYER {name}\n"), desk::password(name));
        let text = if text.contains(&head) { text.to_owned() } else { format!("{head}{text}") };
        text.replacen(&head, &format!("{head}PASSWORD {password}\n"), 1)
    }

    /// What the last of a player's letters is answered, and what all of them come to.
    pub fn answered(&self, player: PlayerNo, texts: &[String]) -> Option<Answered> {
        let mut open = self.open();
        let mut receipts: Vec<OrderReceipt> = texts.iter().filter_map(|text| open.take(text)).collect();
        let receipt = receipts.pop()?;
        let said_before = receipts.into_iter().flat_map(|receipt| receipt.office_foreseen).collect();
        debug_assert_eq!(receipt.player, self.game.name_of(player));
        let offices = (!receipt.offices.is_empty())
            .then(|| Outlook { said: receipt.office_foreseen.clone(), ..Outlook::default() });
        let counting = receipt.units.into_iter().filter(|unit| unit.counts);
        let outlooks = counting.map(|unit| {
            (
                unit.unit,
                Outlook { course: unit.course, ends: unit.ends, said: unit.foreseen, ..Outlook::default() },
            )
        });
        // Of who is not foreseen nothing is held: an order that was taken back.
        let is_told = |outlook: &Outlook| outlook.ends != Ends::Unsaid || !outlook.course.is_empty();
        let pieces = outlooks.filter(|(_, outlook)| is_told(outlook)).collect();
        Some(Answered { pieces, offices, said_before, book: open.closed() })
    }
}

impl Open<'_> {
    /// Takes a letter; its sender's receipt, if there is one.
    pub fn take(&mut self, text: &str) -> Option<OrderReceipt> {
        self.number += 1;
        let memory = &mut self.post.memory.borrow_mut();
        let judgement = desk::take(&mut self.game, text, self.number, &self.post.lexicon, memory);
        let receipts = judgement.answers.into_iter().filter_map(|answer| match answer.body {
            Body::Receipt(receipt) => Some(*receipt),
            _ => None,
        });
        let mut receipts: Vec<OrderReceipt> = receipts.collect();
        (!receipts.is_empty()).then(|| receipts.remove(0))
    }

    /// What the turn would be run with.
    pub fn closed(&self) -> ClosedBook {
        close(&self.game).book
    }
}

/// A player's letters: one, or two of which the second says some things otherwise.
pub(super) fn texts(lots: &mut Lots, mut draft: impl FnMut(&mut Lots) -> Drafts) -> Vec<String> {
    let mut drafts = draft(lots);
    if !lots.chance(35) {
        return vec![text(lots, drafts)];
    }
    let mut other = draft(lots);
    // Either letter may be the short one.
    let shorter = if lots.chance(50) { &mut drafts } else { &mut other };
    shorter.blocks.retain(|_| lots.chance(40));
    let first = text(lots, drafts);
    if lots.chance(40)
        && let Some((piece, _)) = lots.pick(&other.blocks).cloned()
    {
        other.blocks.retain(|(other, _)| *other != piece);
        other.offices.push(format!("CANCEL ORDERS {piece}"));
    }
    vec![first, text(lots, other)]
}

/// Blocks and orders of offices in one letter, these before, between and behind those; now and then a block stands there twice.
fn text(lots: &mut Lots, drafts: Drafts) -> String {
    let mut parts: Vec<String> = drafts.blocks.into_iter().map(|(_, block)| block).collect();
    if lots.chance(15) {
        parts.extend(lots.pick(&parts).cloned());
    }
    for office in drafts.offices {
        parts.insert(lots.below(parts.len() + 1), format!("{office}\n"));
    }
    parts.concat()
}
