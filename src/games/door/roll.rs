//! Who plays, and with what.

use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seat;

use crate::Player;

/// Who plays and what there is to be ordered: asked by the desk, once of a board.
pub trait Roll {
    /// Who plays, in the order of their numbers.
    fn players(&self) -> Vec<Player>;
    /// Whether one player may rely on the other.
    fn are_friends(&self, one: PlayerNo, other: PlayerNo) -> bool;
    /// Who plays for a party of this name, and for no ally of it.
    fn of_party(&self, name: &str) -> Vec<PlayerNo>;
    /// Who plays for a side that a letter names, and for its allies.
    ///
    /// # Errors
    /// That nobody does, in a clause.
    fn side(&self, name: &str) -> Result<Vec<PlayerNo>, String>;
    /// Who holds an office that a player's letter names.
    ///
    /// # Errors
    /// That nobody does, in a clause.
    fn officers(&self, words: &str, by: PlayerNo) -> Result<Vec<PlayerNo>, String>;

    /// All pieces in the order in which the game lists them, each with its seat at the start of the turn if it has one.
    fn pieces(&self) -> Vec<(Piece, Option<Seat>)>;
    /// What a piece is called where it has a name beside its id, with both: `Monitor (US1IC)`.
    fn called(&self, _piece: &Piece) -> Option<String> {
        None
    }
    /// Pieces that orders may make, each with the seat that it would have: a letter may order them as if they were there.
    fn prospects(&self) -> Vec<(Piece, Seat)> {
        Vec::new()
    }
    /// Whether pieces that one letter orders go as its blocks stand, and not in the game's own order.
    fn goes_as_written(&self) -> bool {
        false
    }
    /// Whether orders are looked for from a piece.
    fn wants_orders(&self, piece: &Piece) -> bool;

    /// The pieces that belong to a piece, as brigades to the headquarters that they answer to or draw on, itself first. Whose they
    /// are the desk asks.
    fn members(&self, of: &Piece) -> Vec<Piece> {
        vec![of.clone()]
    }
    /// Pieces so near to one that somebody may take them for its members.
    fn near(&self, _of: &Piece) -> Vec<Piece> {
        Vec::new()
    }
    /// What a piece does to which nothing is ordered, in words of the order language.
    fn default_lines(&self, piece: &Piece) -> Vec<String>;
}
