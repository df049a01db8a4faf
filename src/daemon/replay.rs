//! Running a game again from its first position, its recorded orders and its hand edits, and comparing every turn's hash
//! (promise 5): the runs that stand, and those that a rollback took back.

use std::fmt::Write as _;

use anyhow::{Context, anyhow, bail};

use crate::hosted::edited;
use crate::office::Office;
use fieldpost_desk::record::{GameName, OrderBook};
use fieldpost_door::Board;
use fieldpost_engine::words::counted;
use fieldpost_store::{BodyHash, Paper, TurnRecord};

/// A run on record.
struct Run {
    record: TurnRecord,
    /// By which rollback it was taken back, if it was.
    voided_by: Option<u32>,
}

impl Run {
    /// Whether it stood after so many rollbacks.
    fn stood_after(&self, rollbacks: u32) -> bool {
        self.record.rollbacks <= rollbacks && self.voided_by.is_none_or(|by| by > rollbacks)
    }

    fn name(&self) -> String {
        match self.voided_by {
            Some(by) => format!("turn {}, taken back by rollback {by}", self.record.turn),
            None => format!("turn {}", self.record.turn),
        }
    }
}

impl Office {
    /// Runs every turn of a game again, and holds each to what the one before it left.
    ///
    /// # Errors
    /// If a turn's record is missing, a turn comes out otherwise than it did, or does not begin where the one before it
    /// ended: with the turn's number.
    pub fn replay(&self, name: &GameName) -> anyhow::Result<String> {
        let hosted = self.game_named(&name.0)?;
        let game = hosted.record.board();
        let row = self.store.game(name)?.context("it is not in the record")?;
        let runs = self.runs(name, hosted.turn())?;
        let mut words = String::new();
        for run in &runs {
            let left = self.run_once_more(game, run)?;
            writeln!(words, "{}: {}, as it was", run.name(), run.record.hash)?;
            self.begins_right(&row.first, &runs, run)?;
            self.leaves_right(game, run, &left)?;
        }
        let last =
            runs.iter().rfind(|run| run.voided_by.is_none()).map_or(&row.first, |run| &run.record.after);
        if *last != row.position {
            bail!("the open turn does not begin where turn {} ended", hosted.turn() - 1);
        }
        let stand = hosted.turn() - 1;
        write!(words, "{} of {} run again, all the same", counted(stand, "turn"), name.0)?;
        match runs.len() - usize::try_from(stand)? {
            0 => {}
            1 => words.push_str("; and 1 run that was taken back"),
            more => write!(words, "; and {more} runs that were taken back")?,
        }
        Ok(words)
    }

    /// Those that were taken back first, in order; then those that stand.
    fn runs(&self, name: &GameName, open: u32) -> anyhow::Result<Vec<Run>> {
        let voided = self.store.voided_runs(name)?.into_iter();
        let mut runs =
            voided.map(|run| Run { record: run.record, voided_by: Some(run.rollback) }).collect::<Vec<_>>();
        for turn in 1..open {
            let record = self.store.turn(name, turn)?;
            let record = record.with_context(|| format!("turn {turn} is not in the record"))?;
            runs.push(Run { record, voided_by: None });
        }
        Ok(runs)
    }

    /// Runs a turn from its position, hand edits, seats and orders; the position that it leaves.
    fn run_once_more(&self, game: &dyn Board, run: &Run) -> anyhow::Result<Paper> {
        let record = &run.record;
        let book: OrderBook = match &record.book {
            Some(book) => self.store.paper(book)?.read()?,
            None => OrderBook::default(),
        };
        let before = self.store.paper(&record.before)?;
        let board = edited(game.at(before.bytes()).map_err(|why| anyhow!(why))?, &book.edits)?;
        let (orders, seats) = (self.store.paper(&record.orders)?, self.store.paper(&record.seats)?);
        let finished = board.run_again(orders.bytes(), seats.bytes()).map_err(|why| anyhow!(why))?;
        let hash = finished.hash();
        if hash != record.hash {
            bail!(
                "{} comes out as {hash}, and it was {}: its record was changed, or the fieldpost that ran it had other rules. \
                 What was filed stands, and the game goes on from it",
                run.name(),
                record.hash
            );
        }
        Ok(Paper::from_bytes(finished.board().position()))
    }

    /// A run begins with the position that the turn before it had left when it was run, or with the game's first.
    fn begins_right(&self, first: &BodyHash, runs: &[Run], run: &Run) -> anyhow::Result<()> {
        let TurnRecord { turn, rollbacks, .. } = run.record;
        let stood = |other: &&Run| other.record.turn + 1 == turn && other.stood_after(rollbacks);
        let before = match runs.iter().find(stood) {
            Some(before) => &before.record.after,
            None if turn == 1 => first,
            None => bail!("{} has no turn before it in the record", run.name()),
        };
        if run.record.before != *before {
            bail!("{} does not begin where the turn before it ended", run.name());
        }
        Ok(())
    }

    fn leaves_right(&self, game: &dyn Board, run: &Run, left: &Paper) -> anyhow::Result<()> {
        // Read and written anew: an older fieldpost may have written the same position otherwise.
        let kept = self.store.paper(&run.record.after)?;
        let kept = game.at(kept.bytes()).map_err(|why| anyhow!(why))?.position();
        if kept != left.bytes() {
            bail!("{} leaves another position than is kept of it", run.name());
        }
        Ok(())
    }
}
