//! Who looks back on a game.

use std::collections::BTreeSet;

use fieldpost_engine::ids::PlayerNo;

/// Who looks back on a game, and so what may be shown of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Eyes {
    /// Anybody: what observers are mailed.
    Public,
    /// These players: what each of them was told.
    Players(BTreeSet<PlayerNo>),
    /// Whoever looks back on a game that is over: all there was.
    All,
}

impl Eyes {
    /// Whether a player's own numbers are shown under the player's name.
    pub fn are_of(&self, player: PlayerNo) -> bool {
        matches!(self, Eyes::Players(players) if players.contains(&player))
    }
}
