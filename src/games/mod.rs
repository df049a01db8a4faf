//! The games that can be hosted.
//!
//! **Games know no mail, no clock and no store**; they do no I/O, use no floats and iterate in order.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::games::ground::tactical::Atlas;

pub mod campaign;
pub mod ground;
pub mod land;

/// The only list of what can be hosted: a game's fixed part, from its opening to its end.
#[derive(Clone, Debug)]
pub enum Game {
    /// One of the land variants.
    Land {
        /// The rulebook's numbers.
        variant: &'static land::variant::Variant,
        /// The maps.
        atlas: Arc<Atlas>,
        /// The seed of all dice.
        seed: u64,
    },
}

/// A position of any game, at the start of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "kebab-case")]
pub enum Position {
    /// A land game's.
    Land(land::state::LandState),
}
