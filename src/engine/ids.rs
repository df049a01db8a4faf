//! Ids that every game shares.

use serde::{Deserialize, Serialize};

/// A player's place in the game's list of players: small, copied everywhere, stable for the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PlayerNo(pub u16);
