//! What stands for a piece, for whoever asks.

use crate::answer::Standing;
use crate::game::GameRecord;
use crate::record::Filed;
use fieldpost_engine::piece::Piece;

/// What stands for a unit, in words; the default orders of rule 6.9 where nothing was filed.
pub fn standing_of(game: &GameRecord, unit: &Piece, stands: Option<&Filed>) -> Standing {
    match stands {
        Some(filed) => Standing {
            by: Some(game.name_of(filed.player).to_string()),
            right: Some(filed.right),
            received: Some(game.received(&filed.receipt)),
            lines: filed.lines.iter().map(|line| line.words.to_string()).collect(),
            is_default: false,
        },
        None => Standing {
            by: None,
            right: None,
            received: None,
            lines: game.board().default_lines(unit),
            is_default: true,
        },
    }
}
