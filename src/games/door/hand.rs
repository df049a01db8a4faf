//! What a game administrator changes by hand, and sees.

use std::sync::Arc;

use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::Line;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seating;
use fieldpost_engine::touch::Touch;
use fieldpost_print::section::Section;

use crate::{Board, Edited, Refused};

/// What a game administrator does and is shown: asked by the desk for his letters.
pub trait Hand {
    /// What a game administrator changes by hand, in canonical words.
    ///
    /// # Errors
    /// Why it cannot be done.
    fn edit(&self, words: &str, insist: bool, seats: &dyn Seating) -> Result<Edited, Refused>;
    /// The same where letters of the open turn matter too, such as a request that is answered before the turn is run: the orders of
    /// offices that stand, in order of receipt.
    ///
    /// # Errors
    /// Why it cannot be done.
    fn edit_with(
        &self,
        words: &str,
        insist: bool,
        seats: &dyn Seating,
        offices: &[(PlayerNo, Line)],
    ) -> Result<Edited, Refused> {
        let _ = offices;
        self.edit(words, insist, seats)
    }
    /// What a game administrator has not answered yet and should know of before the turn is run, a sentence each; with the orders of
    /// offices that stand.
    fn unanswered(&self, offices: &[(PlayerNo, Line)]) -> Vec<String> {
        let _ = offices;
        Vec::new()
    }
    /// Takes a player in, with a standing in canonical words.
    ///
    /// # Errors
    /// Why it cannot be done.
    fn enlist(&self, name: &str, standing: &str, insist: bool) -> Result<Edited, Refused>;
    /// The game with touches of hand edits carried out in their order.
    ///
    /// # Errors
    /// If a value that they changed is not what it was before them.
    fn redo(&self, touches: &[Touch]) -> Result<Arc<dyn Board>, Refused>;
    /// The same with touches that take an edit back: what comes of it must be a position that could be played.
    ///
    /// # Errors
    /// If a value is not what the edit left, or there would be no such position.
    fn undo(&self, touches: &[Touch]) -> Result<Arc<dyn Board>, Refused> {
        self.redo(touches)
    }
    /// Players who are told of a hand edit beside those who command or deputise for the pieces that it changed: whose own it
    /// is otherwise, such as the minister of a city. It is asked before the edit and after it.
    fn concerned(&self, touches: &[Touch]) -> Vec<PlayerNo> {
        let _ = touches;
        Vec::new()
    }
    /// Whether an edit bears on orders of pieces that it did not change, such as one of whose land is whose: then all orders that stand
    /// are looked at again.
    fn bears_on_all(&self, touches: &[Touch]) -> bool {
        let _ = touches;
        false
    }
    /// All of a piece for a game administrator: what, and how it is.
    ///
    /// # Errors
    /// If there is none.
    fn show_piece(&self, piece: &Piece, seats: &dyn Seating) -> Result<Vec<(String, String)>, Refused>;
    /// All of a place for a game administrator: its name, and what is how.
    ///
    /// # Errors
    /// If there is none.
    fn show_place(&self, name: &str) -> Result<(String, Vec<(String, String)>), Refused> {
        Err(format!("there is no place called {name}").into())
    }

    /// The whole board for a game administrator, by the word that asks for it, such as `MAP`: what its language has rows for
    /// ([`Show::Whole`](fieldpost_grammar::command::Show)). `None` where the game shows nothing by that word.
    fn show_whole(&self, what: &str, seats: &dyn Seating) -> Option<Vec<Section>> {
        let _ = (what, seats);
        None
    }

    /// Whether what is shown by such a word is mailed as pictures too ([`Tell::whole`](crate::Tell::whole)).
    fn draws_whole(&self, what: &str) -> bool {
        let _ = what;
        false
    }

    /// The same with what letters of the open turn ask for, as [`Hand::edit_with`] has it.
    fn show_with(
        &self,
        what: &str,
        seats: &dyn Seating,
        offices: &[(PlayerNo, Line)],
    ) -> Option<Vec<Section>> {
        let _ = offices;
        self.show_whole(what, seats)
    }
}
