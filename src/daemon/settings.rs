//! How a game is run, apart from its rules: when turns fall due, and what holds them. The store keeps it as
//! it is, and a turn's filing writes it anew with the next deadline.

use serde::{Deserialize, Serialize};

use crate::daemon::clock::Millis;
use crate::daemon::schedule::Schedule;

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
    /// By how much this machine's clock jumped since the turn opened, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_jump: Option<i64>,
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
            clock_jump: None,
        }
    }

    /// The settings of the next turn: its deadline is the first after the one that was kept that still lies
    /// ahead, so that a turn run late leaves its players time.
    pub fn next_turn(self, now: Millis) -> Self {
        let mut deadline_ms = self.schedule.next_after(self.deadline_ms);
        while deadline_ms <= now {
            deadline_ms = self.schedule.next_after(deadline_ms);
        }
        Settings { opened_ms: now, deadline_ms, clock_jump: None, ..self }
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
    fn they_are_kept_as_json() {
        let daily = Schedule::parse("every 3 days 18:30", chrono_tz::Europe::Berlin).unwrap();
        let settings = Settings::opening(daily, 0);
        let kept = serde_json::to_value(settings).unwrap();
        assert_eq!(serde_json::from_value::<Settings>(kept).unwrap(), settings);
    }
}
