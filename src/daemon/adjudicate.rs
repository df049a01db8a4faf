//! The deadline: the book is closed, the turn run, its reports printed ([`super::report_mail`]), and all of it filed as
//! one write (promise 3).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use anyhow::bail;
use serde_json::json;

use crate::closing::{Closing, HoldReason, Polled};
use crate::differences::{Again, Standing};
use crate::office::Office;
use crate::watch::LOOK_PATIENCE;
use fieldpost_desk::answer::Answer;
use fieldpost_desk::close::close;
use fieldpost_desk::ga::schedule::after_absences;
use fieldpost_desk::press;
use fieldpost_desk::record::press::FiledPress;
use fieldpost_desk::record::{Change, GameName, OrderBook};
use fieldpost_engine::form2;
use fieldpost_mail::read::Headers;
use fieldpost_store::error::panic_words;
use fieldpost_store::letter::Effects;
use fieldpost_store::{NewMail, Paper, TurnFiling, Write};

/// What goes into the same write as a turn, because of the task that it is run for.
#[derive(Default)]
pub struct Beside {
    /// What else changes.
    pub also: Vec<Change>,
    /// The position that the players last had, if they are to be told what differs from it.
    pub again: Option<Again>,
}

/// What was done about a game's turn when it was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Adjudicated {
    /// Nothing is due.
    NotDue,
    /// Every source must be looked through first.
    PollFirst,
    /// The turn is held, and why.
    Held(String),
    /// The turn was run; its hash.
    Ran {
        /// The turn that was closed.
        turn: u32,
        /// Its hash (promise 5).
        hash: String,
    },
}

impl Office {
    /// Runs a game's turn if it is due and nothing speaks against it; with `now`, at once.
    ///
    /// # Errors
    /// If the store cannot be read or written, or the turn cannot be run: nothing is half done then.
    pub fn adjudicate(
        &mut self,
        name: &GameName,
        sources: &[Polled],
        now: bool,
    ) -> anyhow::Result<Adjudicated> {
        if self.game_named(&name.0)?.record.over().is_some() {
            return Ok(Adjudicated::NotDue);
        }
        let closing = match now {
            true => Closing::Run,
            false => self.no_longer_than_patience(name, self.closing(name, sources)?),
        };
        match closing {
            Closing::NotYet => self.let_go(name).map(|()| Adjudicated::NotDue),
            Closing::PollFirst(_) => Ok(Adjudicated::PollFirst),
            Closing::Hold(HoldReason::ByGa) => Ok(Adjudicated::Held(self.words_of_hold(name)?)),
            Closing::Hold(why) => self.hold(name, &why),
            Closing::Run if !now && !self.has_room_for_turn(name) => self.hold(name, &HoldReason::DiskFull),
            Closing::Run => self.run_turn(name, Beside::default()),
        }
    }

    /// A turn waits for a look at the mailboxes for a while and no longer. A source may be stuck in ways that it does not tell of: a
    /// server that is silent, or sends a byte now and then. The deadline is the loop's own, and never the end of a look.
    fn no_longer_than_patience(&mut self, name: &GameName, closing: Closing) -> Closing {
        let Closing::PollFirst(unread) = closing else {
            self.watch.unread.remove(name);
            return closing;
        };
        let since = *self.watch.unread.entry(name.clone()).or_insert_with(Instant::now);
        let patience = self.watch.look_patience.unwrap_or(LOOK_PATIENCE);
        match since.elapsed() < patience {
            true => Closing::PollFirst(unread),
            false => Closing::Hold(HoldReason::MailboxUnread(unread)),
        }
    }

    /// Runs the open turn of a game, whatever holds it. A fault of the program in its rules or the printing of its reports
    /// holds the turn as any other failure does, and the daemon goes on.
    ///
    /// # Errors
    /// If the store cannot be read or written, or the turn cannot be run: nothing is half done then.
    pub fn run_turn(&mut self, name: &GameName, beside: Beside) -> anyhow::Result<Adjudicated> {
        self.claimed(name, |office| office.run_claimed_turn(name, beside))
    }

    fn run_claimed_turn(&mut self, name: &GameName, beside: Beside) -> anyhow::Result<Adjudicated> {
        // What was released counts for this turn, also where an earlier try to judge it failed.
        self.settle_released()?;
        if let Some(letter) = self.released_and_not_judged(name)? {
            bail!("letter {} was confirmed and cannot be read now, and it may count for this turn", letter.0);
        }
        let begun = Instant::now();
        // The filing is outside: a store that panics is a store that failed, and says so itself.
        let filing = match catch_unwind(AssertUnwindSafe(|| self.filing_of_turn(name, beside))) {
            Ok(filing) => filing?,
            Err(fault) => {
                self.reload(name)?;
                bail!("a fault in the program: {}", panic_words(fault.as_ref()))
            }
        };
        let (turn, hash) = (filing.turn, filing.hash.clone());
        self.put_of(name, Write::Close(filing))?;
        self.watch.no_room.remove(name);
        self.figures.turn(&name.0, begun.elapsed());
        self.refresh(name);
        tracing::info!(game = name.0, turn, hash, "turn run");
        // What was kept for the turn that is open now. Where that fails it is tried again by and by, and before the turn is run.
        if let Err(error) = self.settle_released() {
            tracing::error!(error = format!("{error:#}"), "letters that were kept for the turn wait");
        }
        Ok(Adjudicated::Ran { turn, hash })
    }

    /// Runs the rules and prints the reports; all that comes of it, for one write. Nothing is changed by this.
    fn filing_of_turn(&self, name: &GameName, beside: Beside) -> anyhow::Result<TurnFiling> {
        let hosted = self.game_named(&name.0)?;
        let turn = hosted.turn();
        let closed = close(&hosted.record);
        let finished = hosted.record.board().run(&closed.book);
        let now = self.clock.now();
        let next = hosted.record.settings.next_turn(now).lasting(finished.board().days());
        let settings = after_absences(next, &hosted.record.accounts).unwrap_or(next);
        let mut reports = self.words_of_the_close(&closed.answers)?;
        reports.extend(self.print_reports(name, &closed.book.seats, &*finished, settings.deadline_ms)?);
        reports.extend(self.words_of_last_turn(name, &*finished)?);
        reports.extend(self.reports_of_ga(name, &*finished, settings.deadline_ms)?);
        reports.extend(self.words_to_observers(name)?);
        if let Some(again) = &beside.again {
            let book = OrderBook::default();
            let now = Standing { board: &*finished.board(), settings, book: &book, held: None };
            reports.extend(self.words_of_differences(name, again, &now)?);
        }
        reports.extend(self.press_that_waited(name, turn)?);
        let (papers, position) = (finished.papers(), finished.board().position());
        let hash = form2::hash(&position, &papers.events, &papers.draws);
        Ok(TurnFiling {
            game: name.clone(),
            turn,
            at_ms: now,
            orders: Paper::from_bytes(papers.orders),
            book: Paper::of(&hosted.record.book)?,
            seats: Paper::from_bytes(papers.seats),
            events: Paper::from_bytes(papers.events),
            draws: Paper::from_bytes(papers.draws),
            position: Paper::from_bytes(position),
            form: form2::FORM,
            hash,
            reports,
            schedule: json!(settings),
            next_due_ms: Some(settings.deadline_ms),
            settled: self.refusals_of_held(name)?,
            also: beside.also,
        })
    }

    /// The mails of press that was kept until this turn is run. Press that went out with a run that was taken back does not go out
    /// again.
    fn press_that_waited(&self, name: &GameName, turn: u32) -> anyhow::Result<Vec<NewMail>> {
        let record = &self.game_named(&name.0)?.record;
        let mut effects = Effects::default();
        let voided = self.store.voided_runs(name)?.into_iter().filter(|run| run.record.turn == turn);
        let out_ms = voided.map(|run| run.record.at_ms).max();
        let is_fresh = |press: &FiledPress| out_ms.is_none_or(|out_ms| press.receipt.at_ms > out_ms);
        for press in press::waiting(self.store.presses(name, turn)?).into_iter().filter(is_fresh) {
            let notices = press::notices_at_the_deadline(record, &press);
            self.put_on_paper(&notices, &Headers::default(), &mut effects)?;
        }
        Ok(effects.answers)
    }

    /// Word to those whom an assignment taken back or an expired letter concerns.
    fn words_of_the_close(&self, answers: &[Answer]) -> anyhow::Result<Vec<NewMail>> {
        let mut effects = Effects::default();
        self.put_on_paper(answers, &Headers::default(), &mut effects)?;
        Ok(effects.answers)
    }
}
