//! ROLLBACK and RERUN: a closed turn is opened again with the letters it had, and run again if that was asked for.

use std::fmt::Write as _;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use serde_json::json;

use crate::adjudicate::Beside;
use crate::differences::{Again, Standing};
use crate::hosted::edited;
use crate::office::Office;
use crate::tasks::dropped;
use fieldpost_desk::ga::record::{Task, Work};
use fieldpost_desk::record::{GameName, OrderBook};
use fieldpost_desk::schedule::for_people;
use fieldpost_desk::settings::Settings;
use fieldpost_door::Board;
use fieldpost_engine::words::counted;
use fieldpost_store::{NewMail, Reopening, TurnRecord, VoidedRun, Write};

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
        self.settle_released()?;
        let hosted = self.game_named(&name.0)?;
        let voided = self.store.voided_runs(name)?;
        if run && open == to && voided.iter().any(|run| run.record.turn == to) {
            return self.run_again(name, task, &voided);
        }
        if to == 0 || to >= open {
            bail!("turn {to} is not over: turn {open} is open");
        }
        let settings = self.settings_anew(hosted.record.settings, run);
        // A turn whose book was not kept is refused before anything is done.
        let position = self.position_of(name, to)?;
        let deadline = for_people(settings.deadline_ms, settings.schedule.zone);
        let then =
            if run { "It is run again at once.".into() } else { format!("Its deadline is {deadline}.") };
        let words = self.words_of_the_loss(name, to, open, &then)?;
        let title = format!("The game went back to turn {to}");
        let mut mails = vec![self.word_to_ga(name, &task.by, &title, &words)?];
        let mut also = Vec::new();
        if !run {
            let last_had = self.store.position(name)?;
            let again = Again { turn: open, position: last_had, to, by: task.by.clone(), run };
            let book = self.book_of(name, &self.closed_turn(name, to)?)?;
            // What an administrator holds stays held until RESUME.
            let record = &self.game_named(&name.0)?.record;
            let held = record.held_why().filter(|_| record.administration.holds).map(str::to_owned);
            let standing = Standing { board: &*position, settings, book: &book, held };
            mails.extend(self.words_of_differences(name, &again, &standing)?);
            also.push(dropped(name, task));
        }
        let settled = self.refusals_of_held_before(name, to)?;
        let (game, at_ms, schedule) = (name.clone(), settings.opened_ms, json!(settings));
        let reopening = Reopening { game, turn: to, at_ms, schedule, settled, also, mails };
        self.put_of(name, Write::Reopen(reopening))?;
        self.reload(name)?;
        tracing::info!(game = name.0, to, from = open, "the game went back");
        Ok(())
    }

    /// The settings of a turn that opens again now: its deadline is the first of the schedule that lies ahead. A turn
    /// that is run at once has its deadline now, so that the turn behind it gets that first one.
    fn settings_anew(&self, settings: Settings, run: bool) -> Settings {
        let opened_ms = self.clock.now();
        let deadline_ms = if run { opened_ms } else { settings.schedule.next_after(opened_ms) };
        let absence_moved = false;
        Settings {
            opened_ms,
            deadline_ms,
            reminded_ms: None,
            machines_ms: None,
            clock_jump: None,
            absence_moved,
            before_early_ms: None,
            ..settings
        }
    }

    /// The position of a closed turn as it was when it closed: the one it began with, and its hand edits.
    fn position_of(&self, name: &GameName, turn: u32) -> anyhow::Result<Arc<dyn Board>> {
        let record = self.closed_turn(name, turn)?;
        let edits = self.book_of(name, &record)?.edits;
        let before = self.store.paper(&record.before)?;
        let now = self.game_named(&name.0)?.record.board();
        edited(now.at(before.bytes()).map_err(|why| anyhow!(why))?, &edits)
    }

    /// The second half of a RERUN: the turn is open again, and is run.
    fn run_again(&mut self, name: &GameName, task: &Task, voided: &[VoidedRun]) -> anyhow::Result<()> {
        let last = voided.last().context("the run that was taken back is not in the record")?;
        let again = Again {
            turn: last.record.turn + 1,
            position: self.store.paper(&last.record.after)?,
            to: last.to,
            by: task.by.clone(),
            run: true,
        };
        let beside = Beside { also: vec![dropped(name, task)], again: Some(again) };
        self.run_turn(name, beside).map(drop)
    }

    /// What each player is told of their own position when a RERUN opened its turn again and could not run it.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn half_done(&self, name: &GameName, task: &Task) -> anyhow::Result<Option<Vec<NewMail>>> {
        let Work::Rollback { to, run: true } = task.what else { return Ok(None) };
        let hosted = self.game_named(&name.0)?;
        let voided = self.store.voided_runs(name)?;
        let Some(last) = voided.last().filter(|last| last.to == to && hosted.turn() == to) else {
            return Ok(None);
        };
        let position = self.store.paper(&last.record.after)?;
        let (turn, by) = (last.record.turn + 1, task.by.clone());
        let again = Again { turn, position, to, by, run: false };
        let record = &hosted.record;
        let held = record.held_why().map(str::to_owned);
        let now = Standing { board: record.board(), settings: record.settings, book: &record.book, held };
        self.words_of_differences(name, &again, &now).map(Some)
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
    fn words_of_the_loss(&self, name: &GameName, to: u32, open: u32, then: &str) -> anyhow::Result<String> {
        let mut words = format!(
            "{} was at turn {open} and is at turn {to} again, with the position, the orders and the hand edits of that \
             turn as they stood when it was closed. {then}",
            name.0
        );
        for turn in to + 1..=open {
            let book = self.book_at(name, turn, open)?;
            let orders = book.units.values().map(Vec::len).sum::<usize>() + book.offices.len();
            let orders = counted(orders as u64, "order");
            write!(words, "\n\nOf turn {turn} these are in force no more: {orders}")?;
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
