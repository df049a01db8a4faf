//! The games that can be hosted.
//!
//! **Games know no mail, no clock and no store**; they do no I/O, use no floats and iterate in order.

// The rooms by their places in the house.
use crate as games;
use fieldpost_engine as engine;
use fieldpost_grammar as grammar;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::engine::dice::Draw;
use crate::engine::event::Told;
use crate::games::ground::tactical::Atlas;
use crate::grammar::Language;
use crate::grammar::letter::Lexicon;

pub mod campaign;
pub use fieldpost_ground as ground;
pub use fieldpost_land as land;

/// The only list of what can be hosted: a game's fixed part, from its opening to its end.
#[derive(Clone, Debug)]
pub enum Game {
    /// The land war, by one of its books.
    Land {
        /// The rulebook's numbers.
        book: &'static land::book::Book,
        /// The maps.
        atlas: Arc<Atlas>,
        /// The seed of all dice.
        seed: u64,
    },
}

/// Every language that games here are ordered in, whichever of them are open.
pub static LANGUAGES: &[&Language] = &land::language::LANGUAGES;

/// A position of any game, at the start of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "kebab-case")]
pub enum Position {
    /// A land game's.
    Land(land::state::LandState),
}

/// Everything ordered for one turn of a game, as it stood when the turn closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "kebab-case")]
pub enum Orders {
    /// A land game's.
    Land(land::orders::TurnOrders),
}

/// What a finished turn leaves.
#[derive(Clone, Debug)]
pub enum Finished {
    /// A land game's.
    Land(land::turn::Outcome),
}

/// Position, orders and game are not of one kind: the record has been mixed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the position or the orders belong to another kind of game")]
pub struct WrongGame;

impl Game {
    /// The language that it is ordered in.
    pub fn language(&self) -> &'static Language {
        match self {
            Game::Land { book, .. } => land::language::of(book),
        }
    }

    /// The language with the places of the map.
    pub fn lexicon(&self) -> Lexicon {
        match self {
            Game::Land { atlas, .. } => {
                Lexicon { language: self.language(), ..land::language::lexicon_of(&atlas.map) }
            }
        }
    }

    /// Runs the open turn of a position.
    ///
    /// # Errors
    /// If position or orders are not this game's.
    pub fn run(&self, position: &Position, orders: &Orders) -> Result<Finished, WrongGame> {
        match (self, position, orders) {
            (Game::Land { book, atlas, seed }, Position::Land(state), Orders::Land(orders)) => {
                let outcome = land::sequence::run(atlas, book, state.clone(), orders.clone(), *seed, None);
                Ok(Finished::Land(outcome))
            }
        }
    }
}

impl Finished {
    /// The position at the start of the next turn.
    pub fn position(&self) -> Position {
        match self {
            Finished::Land(outcome) => Position::Land(outcome.state.clone()),
        }
    }

    /// The turn's dice.
    pub fn draws(&self) -> &[Draw] {
        match self {
            Finished::Land(outcome) => &outcome.draws,
        }
    }

    /// The turn's hash (promise 5): SHA-256 over the new position, the events with their witnesses, and the
    /// draws, each as JSON, in hexadecimal. The same turn gives the same hash on every machine.
    ///
    /// # Errors
    /// If a part cannot be written as JSON, which no position of ours is.
    pub fn hash(&self) -> Result<String, serde_json::Error> {
        let mut hash = Sha256::new();
        match self {
            Finished::Land(outcome) => {
                add_json(&mut hash, &outcome.state)?;
                add_events(&mut hash, &outcome.events)?;
                add_json(&mut hash, &outcome.draws)?;
            }
        }
        Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

fn add_events<E: Serialize>(hash: &mut Sha256, events: &[Told<E>]) -> Result<(), serde_json::Error> {
    events.iter().try_for_each(|event| add_json(hash, event))
}

/// JSON straight into the hash; each part is closed by a line feed, so that parts cannot run together.
fn add_json(hash: &mut Sha256, part: &impl Serialize) -> Result<(), serde_json::Error> {
    serde_json::to_writer(&mut *hash, part)?;
    hash.update(b"\n");
    Ok(())
}
