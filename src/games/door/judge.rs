//! What may be ordered, and what would come of it.

use fieldpost_engine::breach::Breach;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::Line;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::refusal::Refusal;
use fieldpost_engine::seat::{Right, Seating};
use fieldpost_grammar::letter::{Complaint, Lexicon};

use crate::foresight::{Foreseen, Statement};
use crate::{Assigns, ClosedBook, Excess, Written};

/// What a letter may order and what would come of it: asked by the desk for each letter, and at the close.
pub trait Judge {
    /// The language of its letters, and the places of its map.
    fn lexicon(&self) -> Lexicon;
    /// The same with the names alone of pieces that one of these players commands, or of ships sees: who may call an enemy's piece by
    /// her name would learn of the answer that she is there. `None` where no piece bears a name.
    fn lexicon_for(&self, players: &[PlayerNo]) -> Option<Lexicon> {
        let _ = players;
        None
    }
    /// Lines of a block that the game does not take, each with why.
    fn refuses(&self, block: Written<'_>) -> Vec<Complaint> {
        let _ = block;
        Vec::new()
    }
    /// Whether an office entitles a player to a block for a piece that others command.
    fn is_entitled(&self, block: Written<'_>) -> bool {
        let _ = block;
        false
    }
    /// Why a player who has this right may not give a line that others may.
    fn bars(&self, right: Right, line: &Line) -> Option<Refusal> {
        let _ = (right, line);
        None
    }
    /// Why a player may not give an office order at this moment, in a clause with its rule.
    fn fault_of_office(&self, by: PlayerNo, order: &Line, seats: &dyn Seating) -> Option<Refusal>;
    /// What the last of these office orders comes to, for its receipt, in sentences: they stand for the open turn, in order of receipt.
    fn result_of_office(&self, offices: &[(PlayerNo, Line)]) -> Option<String> {
        let _ = offices;
        None
    }
    /// Of what a player has only one by an office order: of several with the same word the latest counts alone, and the others no more.
    /// `None` where orders like it count side by side.
    fn only_one_of(&self, order: &Line) -> Option<String> {
        let _ = order;
        None
    }
    /// What another player is told at once of the last of these office orders, which was filed: to whom, and the words. They stand for the
    /// open turn, in order of receipt.
    fn word_to_another(&self, offices: &[(PlayerNo, Line)]) -> Option<(PlayerNo, String)> {
        let _ = offices;
        None
    }
    /// Whether nobody but who wrote it may read an office order yet.
    fn is_sealed(&self, order: &Line) -> bool {
        let _ = order;
        false
    }
    /// The rule by which a deputy's order does not displace a commander's, as it is cited; empty where there are no deputies.
    fn rule_of_deputies(&self) -> &'static str {
        ""
    }
    /// The seat that an office order gives, if it gives one.
    fn assigns(&self, order: &Line) -> Option<Assigns> {
        let _ = order;
        None
    }
    /// Pieces of which one player commands too many at the close.
    fn in_excess(&self, seats: &dyn Seating) -> Vec<Piece> {
        let _ = seats;
        Vec::new()
    }
    /// The words of the warning and of what is undone, for [`Judge::in_excess`].
    fn excess(&self) -> Excess {
        Excess { warning: "", undone: "", rule: "" }
    }
    /// What is wrong with who has which seat, in a clause each.
    fn faults_of_seats(&self, seats: &dyn Seating) -> Vec<(Piece, Breach)> {
        let _ = seats;
        Vec::new()
    }
    /// What is to be said of a block by itself: that its orders contradict one another, or are perhaps not meant. What would fail
    /// is told by [`Judge::foresee`] alone, so that the two never contradict each other.
    fn advice(&self, piece: &Piece, lines: &[Line]) -> Vec<Statement> {
        let _ = (piece, lines);
        Vec::new()
    }
    /// A rehearsal of one player's orders on what that player sees: others do nothing, and nothing that the player does not see
    /// makes a difference. The book holds what stands for the player's own pieces, and no seats.
    fn foresee(&self, by: PlayerNo, book: &ClosedBook) -> Foreseen {
        let _ = (by, book);
        Foreseen::default()
    }
    /// What a player's orders as they stand will cost, and what stands beside those of pieces: told in every receipt, a sentence each.
    fn costs(&self, by: PlayerNo, book: &ClosedBook) -> Vec<String> {
        let _ = (by, book);
        Vec::new()
    }
    /// What of offices stands, in a sentence, where every receipt says it that does not list it.
    fn says_what_stands(&self, book: &ClosedBook) -> Option<String> {
        let _ = book;
        None
    }
    /// What follows from what blocks leave out, a sentence each.
    fn consequences(&self, blocks: &[(Piece, Vec<String>)]) -> Vec<String> {
        let _ = blocks;
        Vec::new()
    }
}
