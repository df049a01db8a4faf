//! ROLLBACK and RERUN: a closed turn is opened again with the letters it had, and run again if that was asked for.

use std::fmt::Write as _;

use anyhow::{Context, bail};
use serde_json::json;

use crate::daemon::adjudicate::Beside;
use crate::daemon::differences::{Again, Standing};
use crate::daemon::hosted::edited;
use crate::daemon::office::Office;
use crate::daemon::tasks::dropped;
use crate::desk::ga::record::Task;
use crate::desk::record::{GameName, OrderBook};
use crate::desk::schedule::for_people;
use crate::desk::settings::Settings;
use crate::store::{Reopening, TurnRecord, VoidedRun};

impl Office {
    /// Goes back to a turn; with `run`, the turn is run again in a write of its own, for which the task stays.
    ///
    /// # Errors
    /// If the turn is not closed, its book was not kept, or the store cannot be read or written.
    pub fn roll_back(&mut self, name: &GameName, task: &Task, to: u32, run: bool) -> anyhow::Result<()> {
        let hosted = self.game_named(&name.0)?;
        if hosted.record.administration.has_ended {
            bail!("the game has ended");
        }
        let open = hosted.turn();
        let voided = self.store.voided_runs(name)?;
        if run && open == to && voided.iter().any(|run| run.record.turn == to) {
            return self.run_again(name, task, &voided);
        }
        if to == 0 || to >= open {
            bail!("turn {to} is not over: turn {open} is open");
        }
        let record = self.closed_turn(name, to)?;
        let edits = self.book_of(name, &record)?.edits;
        let position = edited(self.store.paper(&record.before)?.read()?, &edits)?;
        let now = self.clock.now();
        let schedule = hosted.record.settings.schedule;
        let settings = Settings {
            opened_ms: now,
            deadline_ms: schedule.next_after(now),
            reminded_ms: None,
            clock_jump: None,
            ..hosted.record.settings
        };
        let mut mails = Vec::new();
        if !run {
            let again =
                Again { turn: open, position: self.store.position(name)?, to, by: task.by.clone(), run };
            mails = self.words_of_differences(name, &again, &Standing { position: &position, settings })?;
        }
        let words = self.words_of_the_loss(name, to, open, &settings)?;
        mails.push(self.word_to_ga(name, &task.by, &format!("The game went back to turn {to}"), &words)?);
        let also = if run { Vec::new() } else { vec![dropped(name, task)] };
        self.refuse_held(name)?;
        self.store.reopen_turn(Reopening {
            game: name.clone(),
            turn: to,
            at_ms: now,
            schedule: json!(settings),
            also,
            mails,
        })?;
        self.reload(name)?;
        tracing::info!(game = name.0, to, from = open, "the game went back");
        Ok(())
    }

    /// The second half of a RERUN: the turn is open again, and is run.
    fn run_again(&mut self, name: &GameName, task: &Task, voided: &[VoidedRun]) -> anyhow::Result<()> {
        let last = voided.last().context("the run that was taken back is not in the record")?;
        let again = Again {
            turn: last.record.turn + 1,
            position: self.store.paper(&last.record.after)?.read()?,
            to: last.to,
            by: task.by.clone(),
            run: true,
        };
        let beside = Beside { also: vec![dropped(name, task)], again: Some(again) };
        self.run_turn(name, beside).map(drop)
    }

    fn closed_turn(&self, name: &GameName, turn: u32) -> anyhow::Result<TurnRecord> {
        self.store.turn(name, turn)?.with_context(|| format!("turn {turn} is not in the record"))
    }

    /// The order book of a closed turn.
    ///
    /// # Errors
    /// If it was closed before books were kept.
    pub fn book_of(&self, name: &GameName, record: &TurnRecord) -> anyhow::Result<OrderBook> {
        let hash = record.book.as_ref().with_context(|| {
            format!(
                "turn {} of {} was run by an older fieldpost, which kept no order book to open it with",
                record.turn, name.0
            )
        })?;
        Ok(self.store.paper(hash)?.read()?)
    }

    /// What goes with the turns that are taken back, for the GA: orders and hand edits of theirs.
    fn words_of_the_loss(
        &self,
        name: &GameName,
        to: u32,
        open: u32,
        settings: &Settings,
    ) -> anyhow::Result<String> {
        let deadline = for_people(settings.deadline_ms, settings.schedule.zone);
        let mut words = format!(
            "{} was at turn {open} and is at turn {to} again, with the position, the orders and the hand edits of that \
             turn as they stood when it was closed. Its deadline is {deadline}.",
            name.0
        );
        for turn in to + 1..=open {
            let book = self.book_at(name, turn, open)?;
            let orders = book.units.values().map(Vec::len).sum::<usize>() + book.offices.len();
            write!(words, "\n\nOf turn {turn} these are in force no more: {orders} orders")?;
            match book.edits.as_slice() {
                [] => words.push_str(" and no hand edit."),
                edits => {
                    words.push_str(", and these hand edits:");
                    for edit in edits {
                        write!(words, "\n\n    {} {}", edit.number, edit.words)?;
                    }
                }
            }
        }
        words.push_str("\n\nThe letters are all kept. Reports that went out stay where they are; the runs are on record.");
        Ok(words)
    }

    fn book_at(&self, name: &GameName, turn: u32, open: u32) -> anyhow::Result<OrderBook> {
        if turn == open {
            return Ok(self.store.order_book(name)?);
        }
        let record = self.closed_turn(name, turn)?;
        // One that was not kept cannot be listed; what it was for is in its letters.
        Ok(self.book_of(name, &record).unwrap_or_default())
    }
}
