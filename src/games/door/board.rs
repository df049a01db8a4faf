//! A game with its open position.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use fieldpost_engine::calendar::Calendar;

use crate::{ClosedBook, Finished, Hand, Judge, Roll, Rulebook, Tell};

/// A game with its open position: a value, cheap to share and never changed. An edit gives another board.
///
/// What has an answer here is what not every game knows: a game that has it says so itself.
pub trait Board: Roll + Judge + Hand + Tell + fmt::Debug + Send + Sync {
    /// The rulebook that it is played by.
    fn rulebook(&self) -> &'static Rulebook;
    /// The open turn.
    fn turn(&self) -> u32;
    /// What kind of turn it is, in words.
    fn season(&self) -> String;
    /// Whether players are expected to order something in it.
    fn awaits_orders(&self) -> bool {
        true
    }
    /// That the game is over and what came of it, in a clause that goes on behind "no order is taken any more:"; `None` while it
    /// goes on. No turn of a game that is over runs, and no order counts: its administrator closes it, or goes back.
    fn over(&self) -> Option<String> {
        None
    }
    /// The score and who would have won with it, in a clause, for who ends a game; `None` where a game keeps no score.
    fn outcome(&self) -> Option<String> {
        None
    }
    /// The days of its world, if it has any.
    fn calendar(&self) -> Option<Calendar> {
        None
    }

    /// Runs the open turn.
    fn run(&self, book: &ClosedBook) -> Box<dyn Finished>;
    /// Runs it once more from the papers that were kept of it: the orders and the seats.
    ///
    /// # Errors
    /// If these are no papers of this game.
    fn run_again(&self, orders: &[u8], seats: &[u8]) -> Result<Box<dyn Finished>, String>;

    /// The same game in another position that is kept.
    ///
    /// # Errors
    /// If that is no position of this game.
    fn at(&self, position: &[u8]) -> Result<Arc<dyn Board>, String>;
    /// The position as it is kept.
    fn position(&self) -> Vec<u8>;
    /// For the game's own rooms.
    fn as_any(&self) -> &dyn Any;
}
