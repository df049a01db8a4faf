//! What the desk decided for a game administrator and the daemon does: runs, rollbacks, openings, changes of the schedule.
//!
//! A task is durable with its letter's verdict, and goes from the record in the same write that does it: whenever the
//! process dies, it is done once. One that cannot be done goes too, and its administrator is told why.

use anyhow::{Context, bail};

use crate::adjudicate::Beside;
use crate::answers::{Draft, fresh_number};
use crate::clock::Millis;
use crate::closing::Polled;
use crate::office::Office;
use crate::stale::{is_no_room, is_others};
use crate::views::Notice;
use fieldpost_desk::ga::record::{GaChange, Task, Work};
use fieldpost_desk::ga::schedule::deadline_news;
use fieldpost_desk::record::{Account, Change, GameName};
use fieldpost_desk::schedule::for_people;
use fieldpost_desk::settings::Settings;
use fieldpost_mail::postmark::Kind;
use fieldpost_mail::read::Headers;
use fieldpost_store::letter::Effects;
use fieldpost_store::{Administering, Mail, NewMail, Write};

impl Office {
    /// Does every task whose time has come, game by game, in the order in which they were given. A task that can neither
    /// be done nor given up, because the store cannot be written, waits for the next time.
    pub fn do_tasks(&mut self, sources: &[Polled]) {
        let names = self.games.keys().cloned().collect::<Vec<_>>();
        for name in names {
            while let Some(task) = self.next_task(&name, sources) {
                let done = match self.safely(|office| office.do_task(&name, &task)) {
                    // Another daemon wrote meanwhile, or does it: it is looked at again, and not given up.
                    Err(error) if is_others(&error) => {
                        tracing::info!(game = name.0, task = task.number, %error, "a task is looked at again");
                        break;
                    }
                    // Nothing of it is half done: it goes on when there is room.
                    Err(error) if is_no_room(&error) && matches!(task.what, Work::RunTurn(_)) => {
                        self.wait_for_room(&name);
                        Err(error)
                    }
                    done => done.or_else(|error| self.give_up(&name, &task, &error)),
                };
                if let Err(error) = done {
                    tracing::error!(
                        error = format!("{error:#}"),
                        game = name.0,
                        task = task.number,
                        "a task waits"
                    );
                    break;
                }
            }
        }
    }

    /// The first of a game's tasks whose time has come. A turn waits until every source has been looked through since it
    /// was asked for: letters that came before may count.
    fn next_task(&self, name: &GameName, sources: &[Polled]) -> Option<Task> {
        let now = self.clock.now();
        let is_ripe = |task: &&Task| {
            let runs = matches!(task.what, Work::RunTurn(_));
            let all_seen = || sources.iter().all(|source| source.has_seen_all_until(task.not_before_ms));
            let has_room = || self.has_room_for_turn(name);
            task.not_before_ms <= now && (!runs || all_seen() && has_room())
        };
        self.games.get(name)?.record.administration.tasks.iter().find(is_ripe).cloned()
    }

    /// The moment after which every source must be looked through for the next task, in milliseconds since 1970.
    pub fn next_task_ms(&self) -> Millis {
        let tasks = self.games.values().flat_map(|hosted| &hosted.record.administration.tasks);
        tasks.map(|task| task.not_before_ms).min().unwrap_or(Millis::MAX)
    }

    fn do_task(&mut self, name: &GameName, task: &Task) -> anyhow::Result<()> {
        self.claimed(name, |office| office.do_claimed_task(name, task))
    }

    fn do_claimed_task(&mut self, name: &GameName, task: &Task) -> anyhow::Result<()> {
        tracing::info!(game = name.0, task = task.number, by = task.by, "a task is done");
        match &task.what {
            Work::RunTurn(turn) => self.run_for(name, task, *turn),
            Work::Rollback { to, run } => self.roll_back(name, task, *to, *run),
            Work::Open { name: new, scenario, seats } => self.open_for(name, task, new, scenario, seats),
            Work::Settle(settings) => self.settle_schedule(name, task, settings),
            Work::Release(letter) => self.release_letter(name, task, *letter),
            Work::Archive { player, whole } => self.mail_site(name, task, player.as_deref(), *whole),
            Work::Account { reveal } => self.account(name, task, *reveal),
        }
    }

    fn run_for(&mut self, name: &GameName, task: &Task, turn: u32) -> anyhow::Result<()> {
        let hosted = self.game_named(&name.0)?;
        if let Some(over) = hosted.record.over() {
            bail!("{over}");
        }
        if let Some(why) = hosted.record.held_why().filter(|_| hosted.record.administration.holds) {
            bail!("turn {turn} has been held since: {why}");
        }
        if hosted.turn() != turn {
            bail!("turn {turn} is not open: turn {} is", hosted.turn());
        }
        let also = vec![dropped(name, task)];
        self.run_turn(name, Beside { also, again: None }).map(drop)
    }

    /// Puts settings in force that were decided while the open turn was open, and tells every player of a deadline that
    /// moved.
    fn settle_schedule(&mut self, name: &GameName, task: &Task, new: &Settings) -> anyhow::Result<()> {
        let hosted = self.game_named(&name.0)?;
        let old = hosted.record.settings;
        if hosted.record.administration.has_ended {
            bail!("the game has ended");
        }
        let settings = old.settled(*new);
        if old.opened_ms != new.opened_ms && settings == old {
            bail!("the turn has been run since: the change was meant for the turn before");
        }
        let mut effects = Effects::default();
        if old.deadline_ms != settings.deadline_ms {
            let mut moved = hosted.record.clone();
            moved.settings = settings;
            self.put_on_paper(&deadline_news(&moved, old.deadline_ms), &Headers::default(), &mut effects)?;
        }
        let settled = GaChange::Settings(Box::new(settings));
        let settled = Change::Ga { game: name.clone(), change: Box::new(settled) };
        let changes = vec![settled, dropped(name, task)];
        let done = Administering { at_ms: self.clock.now(), changes, mails: effects.answers };
        self.put_of(name, Write::Administer(done))?;
        self.reload(name)
    }

    fn open_for(
        &mut self,
        name: &GameName,
        task: &Task,
        new: &str,
        scenario: &str,
        seats: &str,
    ) -> anyhow::Result<()> {
        let owner = self.game_named(&name.0)?.record.administration.named(&task.by);
        let owner = owner.map(|owner| (owner.account.name.clone(), owner.account.email.clone()));
        let also = vec![dropped(name, task)];
        let words = self.open_by_mail(new, scenario, seats, owner, also)?;
        self.reload(name)?;
        let told = self.word_to_ga(name, &task.by, &format!("The game {new} is open"), &words)?;
        self.store.post(self.clock.now(), vec![told])?;
        Ok(())
    }

    /// A task that cannot be done goes, with a line in the audit and a word to its administrator.
    fn give_up(&mut self, name: &GameName, task: &Task, error: &anyhow::Error) -> anyhow::Result<()> {
        let what = words_of(&task.what);
        tracing::warn!(game = name.0, task = task.number, error = format!("{error:#}"), "a task is given up");
        let title = format!("Not done: {what}");
        let half = self.half_done(name, task)?;
        let then = match &half {
            None => "It was not done, and nothing of it is half done".to_owned(),
            Some(_) => "The game went back, but its turn could not be run again: it is open, with the orders it had, and \
                        held until you send RESUME; the players are told"
                .to_owned(),
        };
        let asked = format!("You asked by letter {} for this:\n\n    {what}\n\n", task.letter.0);
        let mut mails =
            vec![self.word_to_ga(name, &task.by, &title, &format!("{asked}{then}: {error:#}."))?];
        let note = GaChange::Note(format!("task {} of {} was given up: {error:#}", task.number, task.by));
        let change = |change: GaChange| Change::Ga { game: name.clone(), change: Box::new(change) };
        let mut changes = vec![change(note), dropped(name, task)];
        if let Some(told) = half {
            changes.push(change(GaChange::Hold(Some("the turn could not be run again".into()))));
            mails.extend(told);
        }
        let done = Administering { at_ms: self.clock.now(), changes, mails };
        self.put_of(name, Write::Administer(done))?;
        self.reload(name)
    }

    /// A word to a game's administrator by name; where nobody bears it, as when it came from the host's own keyboard, to
    /// the host's.
    ///
    /// # Errors
    /// If the template is at fault.
    pub fn word_to_ga(&self, name: &GameName, by: &str, title: &str, words: &str) -> anyhow::Result<NewMail> {
        let hosted = self.games.get(name);
        match hosted.and_then(|hosted| hosted.record.administration.named(by)) {
            Some(one) => self.word_to(name, &one.account, title, words),
            None => self.notice(Some(&name.0), title, words),
        }
    }

    /// A word to a player or an administrator.
    ///
    /// # Errors
    /// If the template is at fault.
    pub fn word_to(
        &self,
        name: &GameName,
        to: &Account,
        title: &str,
        words: &str,
    ) -> anyhow::Result<NewMail> {
        self.word_numbered(name, to, (title, words), fresh_number())
    }

    /// A word to a player or an administrator, title and text, whose Message-ID is made of a number of the caller's.
    ///
    /// # Errors
    /// If the template is at fault.
    pub fn word_numbered(
        &self,
        name: &GameName,
        to: &Account,
        (title, words): (&str, &str),
        number: u64,
    ) -> anyhow::Result<NewMail> {
        let notice = Notice { game: Some(&name.0), title, words };
        let (printed, html) = self.press.both("notice", &notice, to.wishes().html)?;
        let (game, player) = (Some(name.0.as_str()), Some(to.name.as_str()));
        let plain = Draft::plain(Mail::Notice, Kind::Notice, game, player, &to.email, &printed);
        self.write_numbered(Draft { html, ..plain }, number).context("a word could not be written")
    }
}

/// The change by which a task is done.
pub fn dropped(name: &GameName, task: &Task) -> Change {
    let drop = GaChange::Drop { number: task.number };
    Change::Ga { game: name.clone(), change: Box::new(drop) }
}

/// A task in the words of its command.
fn words_of(work: &Work) -> String {
    match work {
        Work::Open { name, scenario, .. } => format!("OPEN {name} FROM {scenario}"),
        Work::RunTurn(turn) => format!("RUN TURN {turn}"),
        Work::Rollback { to, run: false } => format!("ROLLBACK TO TURN {to}"),
        Work::Rollback { to, run: true } => format!("RERUN TURN {to}"),
        Work::Release(letter) => format!("RELEASE LETTER {}", letter.0),
        Work::Archive { player: None, whole: false } => "ARCHIVE".into(),
        Work::Archive { player: None, whole: true } => "ARCHIVE WHOLE".into(),
        Work::Archive { player: Some(player), .. } => format!("ARCHIVE OF {player}"),
        Work::Account { .. } => "the account of the game".into(),
        Work::Settle(settings) => {
            let zone = settings.schedule.zone;
            format!("the deadline {}", for_people(settings.deadline_ms, zone))
        }
    }
}
