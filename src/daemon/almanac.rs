//! Deadlines as files for a calendar (RFC 5545), for players who say SET CALENDAR ON. A program that keeps calendars knows a turn by its
//! UID again: a deadline that was moved takes the place of the one before.

use chrono::{DateTime, Duration, Utc};
use icalendar::{Alarm, Calendar, Component, Event, EventLike, Property, Trigger};

use crate::clock::Millis;
use crate::office::Office;
use fieldpost_desk::ga::answer::Due;
use fieldpost_mail::write::File;

/// How long before a deadline the calendar rings, in hours.
const RINGS_HOURS: i64 = 24;

impl Office {
    /// The deadline of a game's turn as an attachment, for a player who wishes that.
    pub(super) fn calendar_file(&self, game: Option<&str>, player: Option<&str>, due: Due) -> Option<File> {
        let game = game.filter(|game| self.wishes(Some(game), player).calendar)?;
        let day = Day {
            game,
            uid: format!("{game}-turn-{}@{}", due.turn, self.postmark.domain()),
            address: self.postmark.game_address(game),
            due,
            made_ms: self.clock.now(),
        };
        Some(day.file())
    }
}

/// What a calendar is told of a deadline.
struct Day<'a> {
    game: &'a str,
    uid: String,
    /// Where orders go.
    address: String,
    due: Due,
    made_ms: Millis,
}

impl Day<'_> {
    fn file(&self) -> File {
        let words =
            format!("Orders for turn {} of {} go to {} until then.", self.due.turn, self.game, self.address);
        let title = format!("{}: orders for turn {}", self.game, self.due.turn);
        let mut alarm = Alarm::display(&title, Trigger::before_start(Duration::hours(RINGS_HOURS)));
        alarm.uid(&format!("alarm-{}", self.uid));
        let event = Event::new()
            .uid(&self.uid)
            .sequence(sequence(self.made_ms))
            .timestamp(moment(self.made_ms))
            .starts(moment(self.due.at_ms))
            .ends(moment(self.due.at_ms))
            .summary(&title)
            .description(&words)
            // Nobody is busy because of it.
            .append_property(Property::new("TRANSP", "TRANSPARENT"))
            .alarm(alarm)
            .done();
        let calendar = Calendar::new().append_property(("METHOD", "PUBLISH")).push(event).done();
        File {
            name: "deadline.ics".into(),
            kind: "text/calendar; charset=utf-8; method=PUBLISH".into(),
            bytes: calendar.to_string().into_bytes(),
        }
    }
}

/// The number of a version: a later one is greater (RFC 5545, 3.8.7.4). Seconds since 2020 leave room until 2088.
fn sequence(made_ms: Millis) -> u32 {
    const IN_2020: Millis = 1_577_836_800;
    u32::try_from(made_ms.div_euclid(1_000) - IN_2020).unwrap_or(0)
}

fn moment(ms: Millis) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(ms).unwrap_or(DateTime::UNIX_EPOCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(made_ms: Millis, at_ms: Millis) -> String {
        let due = Due { turn: 4, at_ms };
        let (game, address) = ("bohemia-1866", "war+bohemia-1866@example.org".to_owned());
        let day = Day { game, uid: "bohemia-1866-turn-4@example.org".into(), address, due, made_ms };
        String::from_utf8(day.file().bytes).unwrap()
    }

    #[test]
    fn a_deadline_that_moves_is_the_same_entry_in_a_later_version() {
        let (first, moved) =
            (day(1_783_274_400_000, 1_783_879_200_000), day(1_783_274_460_000, 1_783_965_600_000));
        for line in ["METHOD:PUBLISH", "UID:bohemia-1866-turn-4@example.org", "VERSION:2.0"] {
            assert!(first.contains(&format!("{line}\r\n")) && moved.contains(line), "{line}: {first}");
        }
        assert!(
            first.contains("DTSTART:20260712T180000Z\r\n") && moved.contains("DTSTART:20260713T180000Z\r\n"),
            "{first}"
        );
        let sequence = |text: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix("SEQUENCE:")).unwrap();
            line.trim().parse::<u32>().unwrap()
        };
        assert!(sequence(&first) < sequence(&moved));
        assert_eq!(day(5_000, 6_000), day(5_000, 6_000), "no clock and no lot of its own");
    }
}
