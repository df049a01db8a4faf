//! Rows of games.

use serde::{Deserialize, Serialize};

use fieldpost_desk::ga::record::HandEdit;
use fieldpost_desk::record::{Filed, FiledOffice, GameName};
use fieldpost_engine::piece::Piece;

use crate::deeds::draft::Draft;
use crate::deeds::keys;
use crate::error::{Result, StoreError};
use crate::game::GameRow;

/// A row of the order book.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderRow {
    Unit(Piece, Filed),
    Office(FiledOffice),
    Edit(HandEdit),
}

/// The game's row, if this is the turn that is open.
pub fn open_turn(draft: &Draft, game: &GameName, turn: u32) -> Result<GameRow> {
    let row = game_row(draft, game)?;
    if row.turn == turn {
        Ok(row)
    } else {
        Err(StoreError::TurnClosed { game: game.0.clone(), asked: turn, open: row.turn })
    }
}

pub fn game_row(draft: &Draft, game: &GameName) -> Result<GameRow> {
    draft.get(&keys::game(game))?.ok_or_else(|| StoreError::NoSuchGame(game.0.clone()))
}
