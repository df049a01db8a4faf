//! How a game is run, apart from its rules: when turns fall due, and what holds them. The store keeps it as
//! it is, and a turn's filing writes it anew with the next deadline.

use chrono::NaiveTime;
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use fieldpost_engine::locale::Locale;

use crate::record::press::PressRule;
use crate::remind::Remind;
use crate::schedule::{Holidays, Rhythm, Schedule};
use crate::stamp::Millis;

/// How long before the deadline the seats of the machine are played: an hour, in milliseconds.
pub const MACHINES_LEAD: Millis = 3_600_000;

/// A game's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// When turns fall due.
    pub schedule: Schedule,
    /// When the open turn opened.
    pub opened_ms: Millis,
    /// The open turn's deadline.
    pub deadline_ms: Millis,
    /// Further milliseconds in which late letters still count while the turn has not run (M-04).
    pub grace_ms: Millis,
    /// How many players may be without orders at the deadline; `None` is any number.
    pub missing_allowed: Option<usize>,
    /// When players are reminded of units without orders; `None` is by the length of the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remind: Option<Remind>,
    /// Up to which moment reminders of the open turn have been seen to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reminded_ms: Option<Millis>,
    /// Up to which moment the seats of the machine have been played in the open turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machines_ms: Option<Millis>,
    /// By how much this machine's clock jumped since the turn opened, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_jump: Option<i64>,
    /// By how many minutes a player's absence may move a deadline, once a turn; 0 is not at all.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub absence_minutes: u32,
    /// Whether an absence has moved the open turn's deadline.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub absence_moved: bool,
    /// How long after the last READY a turn of which all players are done is run, in minutes; `None` waits for the deadline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub early_minutes: Option<u32>,
    /// The deadline that the open turn would have, if it is brought forward because all are ready.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before_early_ms: Option<Millis>,
    /// Whether players are refused the advice of the machine.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub advice_forbidden: bool,
    /// The language of mails to players who have not said theirs.
    #[serde(default, skip_serializing_if = "is_english")]
    pub locale: Locale,
    /// How players may write to each other.
    #[serde(default, skip_serializing_if = "PressRule::is_usual")]
    pub press: PressRule,
    /// What observers are mailed.
    #[serde(default, skip_serializing_if = "Observing::is_usual")]
    pub observers: Observing,
}

/// What observers are mailed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Observing {
    /// What anybody may know of a turn, so many turns late, and the account at the end.
    Late(u32),
    /// The account at the end alone.
    AtTheEnd,
    /// There are none.
    Nobody,
}

impl Default for Observing {
    fn default() -> Self {
        Observing::Late(1)
    }
}

impl Observing {
    fn is_usual(&self) -> bool {
        *self == Observing::default()
    }
}

fn is_english(locale: &Locale) -> bool {
    *locale == Locale::English
}

fn is_nothing(minutes: &u32) -> bool {
    *minutes == 0
}

impl Settings {
    /// Settings for a game that opens at `now`.
    pub fn opening(schedule: Schedule, now: Millis) -> Self {
        Settings {
            schedule,
            opened_ms: now,
            deadline_ms: schedule.next_after(now),
            grace_ms: 0,
            missing_allowed: None,
            remind: None,
            reminded_ms: None,
            machines_ms: None,
            clock_jump: None,
            absence_minutes: 0,
            absence_moved: false,
            early_minutes: None,
            before_early_ms: None,
            advice_forbidden: false,
            locale: Locale::default(),
            press: PressRule::default(),
            observers: Observing::default(),
        }
    }

    /// These settings once a change of them takes effect that was decided earlier: what has happened to the open turn since
    /// then stays, and if that is another turn by now, its deadline does too.
    pub fn settled(self, wished: Settings) -> Self {
        let is_same_turn = self.opened_ms == wished.opened_ms;
        let deadline_ms = if is_same_turn { wished.deadline_ms } else { self.deadline_ms };
        let absence_moved = if is_same_turn { wished.absence_moved } else { self.absence_moved };
        let before_early_ms = if is_same_turn { wished.before_early_ms } else { self.before_early_ms };
        let Settings { opened_ms, reminded_ms, machines_ms, clock_jump, .. } = self;
        Settings {
            opened_ms,
            deadline_ms,
            reminded_ms,
            machines_ms,
            clock_jump,
            absence_moved,
            before_early_ms,
            ..wished
        }
    }

    /// When the open turn's second began, in milliseconds since 1970: mail servers tell whole seconds, and a letter of that second that is
    /// only judged now has arrived behind the opening.
    pub fn opened_second_ms(&self) -> Millis {
        self.opened_ms - self.opened_ms.rem_euclid(1_000)
    }

    /// Settings of a game of whose open turn alone somebody asks, as a rule case does: from `opened_ms` to `deadline_ms`,
    /// in milliseconds since 1970.
    pub fn of_one_turn(opened_ms: Millis, deadline_ms: Millis, zone: Tz) -> Self {
        let daily = Schedule {
            rhythm: Rhythm::EveryDays(1),
            at: NaiveTime::MIN,
            zone,
            holidays: Holidays::default(),
        };
        Settings { opened_ms, deadline_ms, ..Settings::opening(daily, 0) }
    }

    /// The last moment for a reminder that has come and has not been seen to, if the deadline still lies ahead. Of
    /// several that have come, as after a long sleep, only the last counts: nobody is reminded twice at once. A
    /// moment before the turn opened does not count: its players had just had their reports.
    pub fn reminder_due(&self, now: Millis) -> Option<Millis> {
        if now >= self.deadline_ms {
            return None;
        }
        let remind = self.remind.unwrap_or_else(|| Remind::usual(self.deadline_ms - self.opened_ms));
        let moments = remind.before().map(|before| self.deadline_ms - before);
        let last = moments.filter(|moment| *moment <= now && *moment > self.opened_ms).max()?;
        self.reminded_ms.is_none_or(|seen| seen < last).then_some(last)
    }

    /// The moment at which the seats of the machine are played, if it has come and they have not been: [`MACHINES_LEAD`] before the
    /// deadline, or a tenth of a short turn. With a deadline that moves it moves. Letters of the grace count too.
    pub fn machines_due(&self, now: Millis) -> Option<Millis> {
        let lead = MACHINES_LEAD.min((self.deadline_ms - self.opened_ms) / 10);
        let moment = self.deadline_ms - lead;
        let is_due = (moment..=self.deadline_ms + self.grace_ms).contains(&now);
        (is_due && self.machines_ms.is_none_or(|seen| seen < moment)).then_some(moment)
    }

    /// The settings of the next turn: its deadline is the first after the one that was kept that still lies
    /// ahead, so that a turn run late leaves its players time. A turn that was run early moves no later deadline.
    pub fn next_turn(self, now: Millis) -> Self {
        let kept_ms = self.before_early_ms.unwrap_or(self.deadline_ms);
        let mut deadline_ms = self.schedule.next_after(kept_ms);
        while deadline_ms <= now {
            deadline_ms = self.schedule.next_after(deadline_ms);
        }
        Settings {
            opened_ms: now,
            deadline_ms,
            reminded_ms: None,
            machines_ms: None,
            clock_jump: None,
            absence_moved: false,
            before_early_ms: None,
            ..self
        }
    }

    /// The same for a turn of which the game says how many days it lasts: from its opening, to the schedule's time of day, and past
    /// holidays.
    #[must_use]
    pub fn lasting(self, days: Option<u32>) -> Self {
        let Some(days) = days else { return self };
        let daily = Schedule { rhythm: Rhythm::EveryDays(1), ..self.schedule };
        let deadline_ms = (0..days).fold(self.opened_ms, |last, _| daily.next_after(last));
        Settings { deadline_ms, ..self }
    }

    /// The open turn's deadline brought forward to so long after a moment as the game's rule has it, since all players are ready.
    /// `None` where nothing is gained by it, or the game has no such rule.
    pub fn brought_forward(self, now: Millis) -> Option<Self> {
        let deadline_ms = now + Millis::from(self.early_minutes?) * 60_000;
        let kept_ms = self.before_early_ms.unwrap_or(self.deadline_ms);
        (deadline_ms < self.deadline_ms).then_some(Settings {
            deadline_ms,
            before_early_ms: Some(kept_ms),
            ..self
        })
    }

    /// The deadline back where it was before all were ready, if it was brought forward.
    pub fn put_back(self) -> Option<Self> {
        let deadline_ms = self.before_early_ms?;
        Some(Settings { deadline_ms, before_early_ms: None, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;

    fn at(text: &str) -> Millis {
        DateTime::parse_from_rfc3339(text).unwrap().timestamp_millis()
    }

    #[test]
    fn the_next_deadline_follows_the_last_and_lies_ahead() {
        let weekly = Schedule::parse("weekly sunday 20:00", chrono_tz::UTC).unwrap();
        let first = Settings::opening(weekly, at("2026-06-03T00:00:00Z"));
        assert_eq!(first.deadline_ms, at("2026-06-07T20:00:00Z"));
        let in_time = first.next_turn(at("2026-06-07T20:01:00Z"));
        assert_eq!(in_time.deadline_ms, at("2026-06-14T20:00:00Z"));
        let late = first.next_turn(at("2026-06-15T09:00:00Z"));
        assert_eq!(late.deadline_ms, at("2026-06-21T20:00:00Z"));
        let early = first.next_turn(at("2026-06-04T09:00:00Z"));
        assert_eq!(early.deadline_ms, at("2026-06-14T20:00:00Z"));
    }

    #[test]
    fn a_turn_of_which_the_game_says_its_days_ends_so_many_days_behind_its_opening() {
        let weekly = Schedule::parse("weekly sunday 20:00", chrono_tz::UTC).unwrap();
        let first = Settings::opening(weekly, at("2026-06-03T00:00:00Z"));
        let next = first.next_turn(at("2026-06-07T20:01:00Z"));
        assert_eq!(next.lasting(None).deadline_ms, at("2026-06-14T20:00:00Z"));
        assert_eq!(next.lasting(Some(2)).deadline_ms, at("2026-06-09T20:00:00Z"));
        let behind = next.lasting(Some(2)).next_turn(at("2026-06-09T20:01:00Z"));
        assert_eq!(behind.deadline_ms, at("2026-06-14T20:00:00Z"), "the schedule goes on");
    }

    #[test]
    fn the_machines_seats_are_played_once_an_hour_before_the_deadline_wherever_it_moves() {
        let weekly = Schedule::parse("weekly sunday 20:00", chrono_tz::UTC).unwrap();
        let mut turn = Settings::opening(weekly, at("2026-06-03T00:00:00Z"));
        let (moment, end) = (at("2026-06-07T19:00:00Z"), at("2026-06-07T20:00:00Z"));
        assert_eq!(turn.machines_due(moment - 1), None);
        assert_eq!(turn.machines_due(moment), Some(moment));
        assert_eq!(turn.machines_due(end), Some(moment), "after a sleep too");
        assert_eq!(turn.machines_due(end + 1), None, "such a letter would count for no turn");
        turn.machines_ms = Some(moment);
        assert_eq!(turn.machines_due(end), None, "once");
        turn.deadline_ms += 24 * MACHINES_LEAD;
        assert_eq!(turn.machines_due(end), None, "an extended deadline has its own hour");
        assert_eq!(turn.machines_due(turn.deadline_ms), Some(turn.deadline_ms - MACHINES_LEAD));
        assert_eq!(turn.next_turn(turn.deadline_ms).machines_ms, None);
        let hour = Settings::of_one_turn(0, MACHINES_LEAD, chrono_tz::UTC);
        assert_eq!(hour.machines_due(0), None);
        assert_eq!(
            hour.machines_due(MACHINES_LEAD * 9 / 10),
            Some(MACHINES_LEAD * 9 / 10),
            "of a short turn a tenth"
        );
    }

    #[test]
    fn each_reminder_is_due_once_and_none_after_the_deadline() {
        let weekly = Schedule::parse("weekly sunday 20:00", chrono_tz::UTC).unwrap();
        let remind = Remind::parse(&["24h".into(), "4h".into()]).unwrap();
        let mut turn =
            Settings { remind: Some(remind), ..Settings::opening(weekly, at("2026-06-03T00:00:00Z")) };
        let (first, second) = (at("2026-06-06T20:00:00Z"), at("2026-06-07T16:00:00Z"));
        assert_eq!(turn.reminder_due(first - 1), None);
        assert_eq!(turn.reminder_due(first), Some(first));
        turn.reminded_ms = Some(first);
        assert_eq!(turn.reminder_due(first + 1), None);
        assert_eq!(turn.reminder_due(first - 9), None, "nor when the clock is put back");
        assert_eq!(turn.reminder_due(second + 5), Some(second));
        turn.reminded_ms = None;
        assert_eq!(turn.reminder_due(second + 5), Some(second), "after a long sleep only the last");
        assert_eq!(turn.reminder_due(turn.deadline_ms), None);
        assert_eq!(turn.next_turn(turn.deadline_ms).reminded_ms, None);
        let late = Settings { opened_ms: second + 1, ..turn };
        assert_eq!(late.reminder_due(second + 2), None, "its players have just had their reports");
    }

    #[test]
    fn without_a_word_of_the_host_only_a_long_turn_has_a_reminder() {
        let daily = Schedule::parse("daily 20:00", chrono_tz::UTC).unwrap();
        let short = Settings::opening(daily, at("2026-06-03T20:00:00Z"));
        assert_eq!(short.reminder_due(short.deadline_ms - 1), None);
        let weekly = Schedule::parse("weekly sunday 20:00", chrono_tz::UTC).unwrap();
        let long = Settings::opening(weekly, at("2026-06-03T00:00:00Z"));
        assert_eq!(long.reminder_due(long.deadline_ms - 1), Some(at("2026-06-06T20:00:00Z")));
    }

    #[test]
    fn they_are_kept_as_json() {
        let daily = Schedule::parse("every 3 days 18:30", chrono_tz::Europe::Berlin).unwrap();
        let settings = Settings::opening(daily, 0);
        let kept = serde_json::to_value(settings).unwrap();
        assert_eq!(serde_json::from_value::<Settings>(kept).unwrap(), settings);
        let settings = Settings { remind: Some(Remind::parse(&["2d".into()]).unwrap()), ..settings };
        let kept = serde_json::to_value(settings).unwrap();
        assert_eq!(kept["remind"], serde_json::json!(["2d"]));
        assert_eq!(serde_json::from_value::<Settings>(kept).unwrap(), settings);
    }
}
