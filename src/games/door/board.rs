//! A game with its open position.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use fieldpost_engine::calendar::Calendar;
use fieldpost_engine::words::capital;
use fieldpost_print::plot::Plot;
use fieldpost_print::section::{Block, Row, Section};
use fieldpost_print::shop::Shop;

use crate::{ClosedBook, Eyes, Finished, Hand, Judge, Past, PastTurn, Reckoning, Roll, Rulebook, Tell};

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
    /// Which part of the turn is open, such as a round or a phase: what players sent in another part of it was for that one. A game whose
    /// turns have no parts has one.
    fn part(&self) -> (u32, u32) {
        (0, 0)
    }
    /// So many days the open turn lasts, where it is not for the game's schedule to say.
    fn days(&self) -> Option<u32> {
        None
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
    /// That the last turn is over of those in which its scenario counts what is fought for, in a clause; the game goes on until somebody
    /// ends it.
    fn is_counted(&self) -> Option<String> {
        None
    }
    /// What the game came to, whoever asks: it goes to players only once the game has ended. The position may be another by now than
    /// the last turn left: hands edit it.
    ///
    /// # Errors
    /// If a turn is not one of this game's, or is not to be had.
    fn reckoning(&self, past: Past<'_>) -> Result<Reckoning, String> {
        let mut rows: Vec<Row> = Vec::new();
        for turn in past {
            let turn = turn?;
            let Some(outcome) = self.at(&turn.after)?.outcome() else { continue };
            rows.push(Row { head: format!("Turn {}", turn.turn), cells: vec![outcome], ..Row::default() });
        }
        // Of several turns that stood alike the first is told.
        rows.dedup_by(|later, earlier| later.cells == earlier.cells);
        let verdict = self.outcome().map(|outcome| format!("{}.", capital(&outcome)));
        let score = Section::of_rows("score", "How it stood", rows);
        Ok(Reckoning { verdict, sections: vec![score] })
    }
    /// What anybody may know of a turn that was run, whatever side: the score where a game keeps one, nothing that shows where anybody stands or how
    /// strong.
    ///
    /// # Errors
    /// If the turn is none of this game's.
    fn told_to_observers(&self, turn: &PastTurn) -> Result<Vec<Section>, String> {
        let outcome = self.at(&turn.after)?.outcome();
        let row =
            |outcome| Row { head: format!("Turn {}", turn.turn), cells: vec![outcome], ..Row::default() };
        Ok(outcome
            .map(|outcome| Section::of_rows("score", "How it stood", vec![row(outcome)]))
            .into_iter()
            .collect())
    }
    /// Pictures of what [`Board::told_to_observers`] tells of this board's own turn, and of nothing more.
    fn shown_to_observers(&self, shop: &Shop<'_>) -> Vec<Block> {
        let _ = shop;
        Vec::new()
    }
    /// What can be counted of the turns of a game, how it began among them as turn 0, as far as whoever looks back may know it.
    ///
    /// # Errors
    /// If a turn is not one of this game's, or is not to be had.
    fn plots(&self, past: Past<'_>, eyes: &Eyes) -> Result<Vec<Plot>, String> {
        let _ = (past, eyes);
        Ok(Vec::new())
    }
    /// The whole board as it stands, whoever sees it, for the page that shows a game again that has ended.
    fn revealed(&self, shop: &Shop<'_>) -> Vec<Block> {
        let _ = shop;
        Vec::new()
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
