//! When turns fall due: DEADLINE, EXTEND, SCHEDULE, GRACE, REMIND, MISSING, the rule of absences, and absences themselves.
//!
//! A change takes effect ten minutes after its letter's receipt, so that a slip can be mended before anybody is told of it,
//! unless it says NOW. Changes that wait are one [`Job::Settle`]; a later one builds on it and takes its place.

use chrono::{NaiveDate, NaiveDateTime};
use chrono_tz::Tz;

use crate::answer::{Answer, Body};
use crate::ga::answer::Due;
use crate::ga::record::{GaChange, Said, Work as Job};
use crate::ga::telling::to_player;
use crate::ga::work::{Done, Fault, Taken, Work};
use crate::game::GameRecord;
use crate::record::Account;
use crate::record::press::{Delivery, PressRule};
use crate::remind::{Remind, span_words};
use crate::schedule::{Holidays, Schedule, on_the_wall};
use crate::settings::{Observing, Settings};
use crate::stamp::{Millis, Stamp};
use fieldpost_engine::words::counted;
use fieldpost_grammar::command::{Command, ObserverRule};

const MINUTE: Millis = 60_000;
const DAY: Millis = 24 * 60 * MINUTE;

/// For how long a change of schedule waits, in milliseconds.
pub const WAIT_MS: Millis = 10 * MINUTE;

/// The farthest deadline from a letter's receipt, in milliseconds: a year.
pub const FARTHEST_MS: Millis = 366 * DAY;

/// The longest stretch of holidays, in days.
const LONGEST_HOLIDAY: i64 = 100;

/// The longest grace time and the longest that an absence may move a deadline, in minutes: a week.
const WEEK_MINUTES: u32 = 7 * 24 * 60;

/// Settings with one command carried out on them.
type Changed = Result<Settings, Fault>;

impl Work<'_> {
    pub fn change_schedule(&mut self, command: &Command, is_now: bool) -> Taken {
        let at_ms = self.arrived.receipt.at_ms;
        self.settle(is_now, &|settings| changed(settings, command, at_ms))
    }

    /// Changes the settings, now or in ten minutes; what waits already is changed with them.
    fn settle(&mut self, is_now: bool, change: &dyn Fn(Settings) -> Changed) -> Taken {
        let waiting = self.waiting().filter(|_| !is_now);
        let before = waiting.map_or(self.game.settings, |(_, _, settings)| settings);
        let after = change(before)?;
        let moves_deadline = after.deadline_ms != before.deadline_ms;
        let due_ms = self.arrived.receipt.at_ms + WAIT_MS;
        if !is_now && moves_deadline && self.game.settings.deadline_ms <= due_ms {
            let why =
                "the turn falls due before this would take effect, ten minutes after your letter: add NOW";
            return Err(why.into());
        }
        let said = self.said_of(&before, &after);
        if said.is_empty() {
            return Err("it is so already".into());
        }
        let mut done = Done { said, ..Done::default() };
        if is_now {
            done = self.settle_now(done, change)?;
        } else if after == self.game.settings {
            return Ok(done.and(self.stop_waiting().unwrap_or_default()));
        } else {
            done.results.push(self.settle_later(after, due_ms));
        }
        if moves_deadline {
            let back = deadline_words(before.deadline_ms, before.schedule.zone);
            done.undo = Some(back);
        }
        Ok(done)
    }

    /// The change that waits, if one does: the number of its task, from when on, and what it makes of the settings.
    fn waiting(&self) -> Option<(u32, Millis, Settings)> {
        self.game.administration.tasks.iter().rev().find_map(|task| match &task.what {
            // If the turn has been run since, its deadline is behind it.
            Job::Settle(settings) => {
                Some((task.number, task.not_before_ms, self.game.settings.settled(**settings)))
            }
            _ => None,
        })
    }

    /// Stops the change that waits, if one does, and says so.
    pub fn stop_waiting(&mut self) -> Option<String> {
        let (number, _, waiting) = self.waiting()?;
        let stopped = self.said_of(&self.game.settings, &waiting);
        self.change(GaChange::Drop { number });
        let stays = stopped.iter().map(|said| format!("{} stays {}", said.what, said.before));
        let stays = stays.collect::<Vec<_>>().join("; ");
        Some(format!("The change that was to take effect within ten minutes is stopped: {stays}."))
    }

    fn settle_now(&mut self, done: Done, change: &dyn Fn(Settings) -> Changed) -> Taken {
        let (before, waiting) = (self.game.settings, self.waiting());
        let after = change(before)?;
        self.change(GaChange::Settings(Box::new(after)));
        if let Some((number, due_ms, settings)) = waiting {
            let mut settings = change(settings)?;
            if after.deadline_ms != before.deadline_ms {
                // The latest word on the deadline counts.
                settings.deadline_ms = after.deadline_ms;
            }
            self.change(GaChange::Drop { number });
            if settings != after {
                self.leave(Job::Settle(Box::new(settings)), due_ms);
            }
        }
        let done = done.and("It is in force now.");
        if after.deadline_ms == before.deadline_ms {
            return Ok(done);
        }
        let news = deadline_news(&self.game, before.deadline_ms);
        self.others.extend(news);
        Ok(done.and("Every player is told of the new deadline."))
    }

    fn settle_later(&mut self, after: Settings, due_ms: Millis) -> String {
        if let Some((number, _, _)) = self.waiting() {
            self.change(GaChange::Drop { number });
        }
        self.leave(Job::Settle(Box::new(after)), due_ms);
        let when = self.game.stamp(due_ms).local;
        let told =
            if after.deadline_ms == self.game.settings.deadline_ms { "" } else { " Players are told then." };
        format!(
            "It takes effect at {when}, ten minutes after your letter.{told} To stop it, send the opposite before then, or HOLD; \
             with NOW behind it, it takes effect at once."
        )
    }

    /// What differs between two settings, for people.
    fn said_of(&self, before: &Settings, after: &Settings) -> Vec<Said> {
        let turn = self.game.book.turn;
        let rows = |settings: &Settings| told(settings, turn);
        let pairs = rows(before).into_iter().zip(rows(after)).filter(|(before, after)| before.1 != after.1);
        pairs.map(|((what, before), (_, after))| self.said(&what, before, after)).collect()
    }

    /// Moves the open turn's deadline because of an absence, as far as the game's rule allows; what is to be said of it.
    pub fn move_for_absence(&mut self, is_now: bool) -> Vec<String> {
        let accounts = self.game.accounts.clone();
        let settings = self.waiting().map_or(self.game.settings, |(_, _, settings)| settings);
        if after_absences(settings, &accounts).is_none() {
            return vec!["The deadline stays as it is.".to_owned()];
        }
        let change = |settings: Settings| Ok(after_absences(settings, &accounts).unwrap_or(settings));
        match self.settle(is_now, &change) {
            Ok(done) => {
                let moved =
                    done.said.iter().map(|said| format!("{}: {} -> {}.", said.what, said.before, said.after));
                moved.chain(done.results.iter().cloned()).collect()
            }
            Err(fault) => vec![format!("The deadline stays as it is: {}.", fault.why)],
        }
    }
}

/// One command carried out on settings, for a letter received at a moment.
fn changed(settings: Settings, command: &Command, at_ms: Millis) -> Changed {
    match command {
        Command::Deadline(wish) => {
            let deadline_ms = moment_of(*wish, settings.schedule.zone)?;
            with_deadline(settings, deadline_ms, at_ms)
        }
        Command::Extend(minutes) => {
            with_deadline(settings, settings.deadline_ms + Millis::from(*minutes) * MINUTE, at_ms)
        }
        Command::Schedule(words) => {
            let schedule =
                Schedule::parse(words, settings.schedule.zone).map_err(|error| error.to_string())?;
            let schedule = Schedule { holidays: settings.schedule.holidays, ..schedule };
            Ok(Settings { schedule, ..settings })
        }
        Command::Holidays(days) => with_holidays(settings, *days, at_ms),
        Command::Grace(minutes) => {
            let grace_ms = Millis::from(within_week(*minutes, "the grace time")?) * MINUTE;
            Ok(Settings { grace_ms, ..settings })
        }
        Command::Remind(words) => {
            let remind = Remind::parse(words).map_err(|error| error.to_string())?;
            Ok(Settings { remind: Some(remind), ..settings })
        }
        Command::Missing(most) => {
            Ok(Settings { missing_allowed: most.map(|most| most as usize), ..settings })
        }
        Command::Press(words) => Ok(Settings { press: press_rule(words)?, ..settings }),
        Command::Observers(rule) => Ok(Settings { observers: observing(*rule), ..settings }),
        Command::Language(locale) => Ok(Settings { locale: *locale, ..settings }),
        Command::Advice(may) => Ok(Settings { advice_forbidden: !may, ..settings }),
        Command::Early(minutes) => {
            if let Some(minutes) = minutes {
                within_week(*minutes, "the time from the last READY to the turn")?;
            }
            Ok(Settings { early_minutes: *minutes, ..settings })
        }
        Command::AbsenceRule(minutes) => {
            let absence_minutes = within_week(*minutes, "an absence")?;
            Ok(Settings { absence_minutes, ..settings })
        }
        _ => Err("this is no change of schedule".into()),
    }
}

fn observing(rule: ObserverRule) -> Observing {
    match rule {
        ObserverRule::Late(turns) => Observing::Late(turns),
        ObserverRule::End => Observing::AtTheEnd,
        ObserverRule::None => Observing::Nobody,
    }
}

/// Days on which nothing falls due, added or all taken back. A deadline that falls in them moves behind them.
fn with_holidays(settings: Settings, days: Option<(NaiveDate, NaiveDate)>, at_ms: Millis) -> Changed {
    let today = settings.schedule.day_of(at_ms);
    let holidays = match days {
        None => Holidays::default(),
        Some((_, last)) if last < today => return Err(format!("{last} is over already").into()),
        Some((first, last)) if (last - first).num_days() >= LONGEST_HOLIDAY => {
            return Err(format!(
                "holidays are at most {LONGEST_HOLIDAY} days long: HOLD stops a game for longer"
            )
            .into());
        }
        Some((first, last)) => settings.schedule.holidays.with(first, last, today).ok_or_else(|| {
            Fault::from(format!(
                "there are {} stretches of holidays already, the most there may be",
                Holidays::MOST
            ))
        })?,
    };
    let schedule = Schedule { holidays, ..settings.schedule };
    let settings = Settings { schedule, ..settings };
    if holidays.has(schedule.day_of(settings.deadline_ms)) {
        return with_deadline(settings, schedule.next_after(settings.deadline_ms), at_ms);
    }
    Ok(settings)
}

/// A rule of press from the command's canonical words.
fn press_rule(words: &str) -> Result<PressRule, Fault> {
    let (words, anonymous) = match words.strip_suffix(" ANONYMOUS") {
        Some(words) => (words, true),
        None => (words, false),
    };
    let delivery = match words {
        "PRESS AT ONCE" => Delivery::AtOnce,
        "PRESS AT DEADLINE" => Delivery::AtDeadline,
        "NO PRESS" => Delivery::None,
        _ => return Err(format!("{words} is no rule of press").into()),
    };
    Ok(PressRule { delivery, anonymous })
}

/// A rule of press for people.
fn press_words(rule: PressRule) -> String {
    let anonymous = if rule.anonymous { ", also without a name" } else { "" };
    match rule.delivery {
        Delivery::AtOnce => format!("at once{anonymous}"),
        Delivery::AtDeadline => format!("with the reports{anonymous}"),
        Delivery::None => "none".into(),
    }
}

fn within_week(minutes: u32, what: &str) -> Result<u32, Fault> {
    if minutes > WEEK_MINUTES {
        return Err(format!("{what} is at most a week").into());
    }
    Ok(minutes)
}

fn with_deadline(settings: Settings, deadline_ms: Millis, at_ms: Millis) -> Changed {
    let when = Stamp::new(deadline_ms, settings.schedule.zone).local;
    if deadline_ms <= at_ms {
        return Err(format!("{when} is not in the future: to run the turn now, send RUN TURN").into());
    }
    if deadline_ms - at_ms > FARTHEST_MS {
        return Err(format!("{when} is more than a year away").into());
    }
    Ok(Settings { deadline_ms, before_early_ms: None, ..settings })
}

/// A time on the wall as a moment; one that clocks skip is refused with the nearest that there is.
fn moment_of(wish: NaiveDateTime, zone: Tz) -> Result<Millis, Fault> {
    on_the_wall(wish, zone).map_err(|skipped| {
        let nearest = skipped.next.map(|time| format!("DEADLINE {}", time.format("%Y-%m-%d %H:%M")));
        Fault { why: skipped.to_string(), nearest }
    })
}

/// What settings say, for people: the same rows whatever they are.
pub fn told(settings: &Settings, turn: u32) -> Vec<(String, String)> {
    let zone = settings.schedule.zone;
    let holidays = settings.schedule.holidays.for_players();
    let opened_ms = settings.opened_ms;
    let minutes = |span: Millis| if span == 0 { "none".to_owned() } else { span_words(span) };
    let remind = settings.remind.unwrap_or_else(|| Remind::usual(settings.deadline_ms - settings.opened_ms));
    let remind = Vec::<String>::from(remind);
    vec![
        (format!("deadline of turn {turn}"), Stamp::new(settings.deadline_ms, zone).local),
        ("turns fall due".into(), format!("{} ({zone})", settings.schedule.for_players())),
        ("holidays".into(), if holidays.is_empty() { "none".into() } else { holidays.join(", ") }),
        ("the deadline behind it".into(), Stamp::new(settings.next_turn(opened_ms).deadline_ms, zone).local),
        ("grace time".into(), minutes(settings.grace_ms)),
        (
            "reminders".into(),
            if remind.is_empty() { "none".into() } else { format!("{} before", remind.join(", ")) },
        ),
        (
            "players who may be missing".into(),
            settings.missing_allowed.map_or_else(|| "any number".into(), |most| most.to_string()),
        ),
        (
            "an absence moves the deadline by".into(),
            match settings.absence_minutes {
                0 => "nothing".into(),
                minutes => format!("at most {}", span_words(Millis::from(minutes) * MINUTE)),
            },
        ),
        (
            "a turn is run early".into(),
            match settings.early_minutes {
                None => "never".into(),
                Some(minutes) => {
                    format!("{} after the last READY", span_words(Millis::from(minutes) * MINUTE))
                }
            },
        ),
        ("press".into(), press_words(settings.press)),
        (
            "advice of the machine".into(),
            if settings.advice_forbidden { "none" } else { "for whoever asks" }.into(),
        ),
        ("language of mails".into(), settings.locale.name().into()),
        (
            "observers are told".into(),
            match settings.observers {
                Observing::Late(turns) => format!("{} late", counted(turns, "turn")),
                Observing::AtTheEnd => "at the end alone".into(),
                Observing::Nobody => "nothing: there are none".into(),
            },
        ),
    ]
}

/// The command that sets a deadline again.
fn deadline_words(deadline_ms: Millis, zone: Tz) -> String {
    let when = chrono::DateTime::from_timestamp_millis(deadline_ms).unwrap_or_default().with_timezone(&zone);
    format!("DEADLINE {}", when.format("%Y-%m-%d %H:%M"))
}

/// Settings whose deadline makes room for players who are away, as far as the game's rule allows and once a turn: to the
/// same time of day on the day after the absence, but by no more minutes than [`Settings::absence_minutes`]. `None` where
/// nothing moves.
pub fn after_absences(settings: Settings, accounts: &[Account]) -> Option<Settings> {
    if settings.absence_minutes == 0 || settings.absence_moved {
        return None;
    }
    let day = settings.schedule.day_of(settings.deadline_ms);
    let away =
        accounts.iter().filter_map(|account| account.absent.as_ref()).filter(|absence| absence.is_on(day));
    let days = away.map(|absence| (absence.to - day).num_days() + 1).max()?;
    let most = Millis::from(settings.absence_minutes) * MINUTE;
    let deadline_ms = settings.deadline_ms + (days * DAY).min(most);
    Some(Settings { deadline_ms, absence_moved: true, ..settings })
}

/// Word to every player that the open turn's deadline is another than it was.
pub fn deadline_news(game: &GameRecord, before_ms: Millis) -> Vec<Answer> {
    let (before, now) = (game.stamp(before_ms), game.stamp(game.settings.deadline_ms));
    let turn = game.book.turn;
    let title = format!("The deadline of turn {turn} is moved");
    let words = format!(
        "The deadline of turn {turn} was\n{}.\n\nIt is now\n{} ({}).\n\nThe orders that you have sent stand.",
        before.local, now.local, now.utc
    );
    due_news(game, &title, &words, game.settings.deadline_ms)
}

/// Word of a deadline to every player.
pub fn due_news(game: &GameRecord, title: &str, words: &str, at_ms: Millis) -> Vec<Answer> {
    let due = Some(Due { turn: game.book.turn, at_ms });
    let of_it = |mut answer: Answer| {
        if let Body::Words(notice) = &mut answer.body {
            notice.due = due;
        }
        answer
    };
    game.accounts.iter().filter_map(|account| to_player(game, account, title, words)).map(of_it).collect()
}
