//! A letter with orders for the turn that opens next, at work: what is kept of it ([`crate::early`]), and what its writer is told.

use crate::answer::OrderReceipt;
use crate::early::kept_lines;
use crate::record::{Change, Early, Held, Verdict};
use crate::work::Work;
use fieldpost_engine::seat::Seating;
use fieldpost_grammar::letter::{Account, Block, Complaint};

impl Work<'_> {
    /// What the letter orders for the next turn; `None` where it orders nothing for it.
    pub(super) fn early(&self) -> Option<Early> {
        let mut early = Early { turn: self.early?, ..Early::default() };
        for block in self.letter.units.iter().filter(|block| block.none || !block.orders.is_empty()) {
            early.pieces.insert(block.piece.clone(), words_of(block));
        }
        early.offices = self.letter.offices.iter().map(|line| line.words.to_string()).collect();
        for read in &self.letter.accounts {
            match &read.what {
                Account::CancelOrders(pieces) if pieces.is_empty() => early.clears = true,
                Account::CancelOrders(pieces) => {
                    early.pieces.extend(pieces.iter().map(|piece| (piece.clone(), Vec::new())));
                }
                Account::CancelOffice(_) => early.offices.push(read.words.clone()),
                _ => {}
            }
        }
        (!early.is_empty()).then_some(early)
    }

    /// Tells the letter's writer what is kept of it.
    pub(super) fn tell_of_early(&mut self, early: &Early) {
        let (player, turn, open) = (self.primary, early.turn, self.book.turn);
        let name = self.game.name_of(player).to_owned();
        let kept = kept_lines(self.game, &name, Some(early));
        let receipt = self.receipt_of(player);
        receipt.notes.push(format!(
            "Your letter is for turn {turn}, and turn {open} is open: its orders are kept, and taken up when turn {turn} opens. What \
             comes of them cannot be foreseen before; a receipt tells you then. CANCEL ORDERS in a letter with TURN {turn} takes them back."
        ));
        say_kept(receipt, turn, &kept);
        self.done += 1;
    }

    /// What is wrong already with the blocks of a letter for the next turn.
    pub(super) fn complain_early(&mut self) {
        let letter = self.letter;
        let mut complaints = Vec::new();
        for block in &letter.units {
            complaints.extend(block.complaints.iter().cloned());
            complaints.extend(self.not_held_now(block));
        }
        self.faults.extend(complaints.iter().map(Complaint::sentence));
        let player = self.primary;
        self.receipt_of(player).complaints.extend(complaints);
    }

    /// A piece that is nobody's of the letter's writer now may be by then; that is said, and no more.
    fn not_held_now(&self, block: &Block) -> Option<Complaint> {
        let player = self.speaker_for(&block.piece)?;
        let is_held = self.seats().right_of(player, &block.piece).is_some();
        let why = format!(
            "{} isn't yours now; this is kept, and does nothing unless it is yours by then",
            block.piece
        );
        (!is_held).then(|| Complaint::new(block.span, block.piece.to_string(), why))
    }

    /// STATUS and SHOW ORDERS tell what is kept for the next turn too.
    pub(super) fn note_early(&mut self) {
        let player = self.primary;
        let (name, turn) = (self.game.name_of(player).to_owned(), self.book.turn.saturating_add(1));
        let kept = kept_lines(self.game, &name, None);
        if !kept.is_empty() {
            say_kept(self.receipt_of(player), turn, &kept);
        }
    }

    /// The change that keeps the letter, and its verdict until it is taken up.
    pub(super) fn kept(&self, early: Early) -> (Verdict, Change) {
        let verdict = Verdict::Held(format!("kept for turn {}", early.turn));
        let held = Held {
            letter: self.arrived.letter,
            receipt: self.arrived.receipt.clone(),
            player: self.game.name_of(self.primary).to_owned(),
            token: String::new(),
            early: Some(early),
        };
        (verdict, Change::Hold { game: self.game.name().clone(), held })
    }
}

fn words_of(block: &Block) -> Vec<String> {
    block.orders.iter().map(|line| line.words.to_string()).collect()
}

fn say_kept(receipt: &mut OrderReceipt, turn: u32, kept: &[String]) {
    if kept.is_empty() {
        return receipt.done.push(format!("Nothing is kept for turn {turn} any more."));
    }
    receipt.done.extend(kept.iter().map(|line| format!("Kept for turn {turn}: {line}")));
}
