//! Who orders what, whatever the game: the seat of a piece, and the seats of a moment.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::PlayerNo;
use crate::piece::Piece;

/// Who commands a piece and who deputises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    pub commander: PlayerNo,
    pub deputy: Option<PlayerNo>,
}

/// In what right a player orders a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Right {
    Deputy,
    Commander,
    /// An office's: some orders for pieces that others command. It stands beside the piece's own order and never displaces it.
    Minister,
}

/// Who has what seat at a moment of a turn: the desk works it out, by receipt and stand-ins.
pub trait Seating {
    /// Who commands a piece, and who deputises.
    fn of(&self, piece: &Piece) -> Option<Seat>;
    /// In what right a player orders a piece, if in any.
    fn right_of(&self, player: PlayerNo, piece: &Piece) -> Option<Right>;
    /// The pieces whose seats this turn's letters have given, each as often as they did.
    fn assigned(&self) -> Vec<Piece>;
    fn all(&self) -> BTreeMap<Piece, Seat>;
}

/// Seats of which nothing is known: everybody orders what is their own.
#[derive(Clone, Copy, Debug)]
pub struct Nobody;

impl Seating for Nobody {
    fn of(&self, _: &Piece) -> Option<Seat> {
        None
    }

    fn right_of(&self, _: PlayerNo, _: &Piece) -> Option<Right> {
        None
    }

    fn assigned(&self) -> Vec<Piece> {
        Vec::new()
    }

    fn all(&self) -> BTreeMap<Piece, Seat> {
        BTreeMap::new()
    }
}
