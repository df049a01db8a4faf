//! Deadlines: on days of the week or every so many days, but not in holidays, at a time of day in the game's own time zone, across
//! daylight saving (DESIGN "Time").

use chrono::{
    DateTime, Datelike, Days, LocalResult, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Utc, Weekday,
    WeekdaySet,
};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use crate::stamp::Millis;
use fieldpost_engine::words::listed;

/// How often a turn falls due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rhythm {
    /// On this day of every week.
    Weekly(Weekday),
    /// On several days of every week.
    OnDays(Weekdays),
    /// Every so many days, 1 to 366.
    EveryDays(u16),
}

/// When a game's turns fall due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    /// How often.
    pub rhythm: Rhythm,
    /// At what time of day, in `zone`.
    pub at: NaiveTime,
    /// The game's time zone.
    pub zone: Tz,
    /// Days on which nothing falls due.
    #[serde(default, skip_serializing_if = "Holidays::is_empty")]
    pub holidays: Holidays,
}

/// Some days of the week; kept as a list of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Weekday>", into = "Vec<Weekday>")]
pub struct Weekdays(WeekdaySet);

impl From<Vec<Weekday>> for Weekdays {
    fn from(days: Vec<Weekday>) -> Self {
        Weekdays(days.into_iter().collect())
    }
}

impl From<Weekdays> for Vec<Weekday> {
    fn from(days: Weekdays) -> Self {
        days.0.iter(Weekday::Mon).collect()
    }
}

/// Stretches of days on which nothing falls due; kept as a list of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<(NaiveDate, NaiveDate)>", into = "Vec<(NaiveDate, NaiveDate)>")]
pub struct Holidays([Option<(NaiveDate, NaiveDate)>; Holidays::MOST]);

impl Holidays {
    /// How many stretches there may be at a time.
    pub const MOST: usize = 12;

    fn is_empty(&self) -> bool {
        self.0.iter().flatten().next().is_none()
    }

    /// Whether a day is in one of them.
    pub fn has(&self, day: NaiveDate) -> bool {
        self.0.iter().flatten().any(|(first, last)| (*first..=*last).contains(&day))
    }

    /// With one more, from its first day to its last, and without those that are over on a day. `None` if there are too many.
    pub fn with(self, first: NaiveDate, last: NaiveDate, today: NaiveDate) -> Option<Self> {
        let ahead = |(_, last): &(NaiveDate, NaiveDate)| *last >= today;
        let mut all = Vec::from(self).into_iter().filter(ahead).collect::<Vec<_>>();
        if !all.contains(&(first, last)) {
            all.push((first, last));
        }
        all.sort_unstable();
        (all.len() <= Holidays::MOST).then(|| Holidays::from(all))
    }

    /// For people, such as `2026-12-24 to 2027-01-02`.
    pub fn for_players(&self) -> Vec<String> {
        let words = |(first, last): &(NaiveDate, NaiveDate)| {
            if first == last { first.to_string() } else { format!("{first} to {last}") }
        };
        self.0.iter().flatten().map(words).collect()
    }
}

impl From<Vec<(NaiveDate, NaiveDate)>> for Holidays {
    fn from(all: Vec<(NaiveDate, NaiveDate)>) -> Self {
        let mut holidays = Holidays::default();
        holidays.0.iter_mut().zip(all).for_each(|(place, stretch)| *place = Some(stretch));
        holidays
    }
}

impl From<Holidays> for Vec<(NaiveDate, NaiveDate)> {
    fn from(holidays: Holidays) -> Self {
        holidays.0.into_iter().flatten().collect()
    }
}

/// Why a text is no schedule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a schedule such as \"weekly sunday 20:00\", \"weekly sunday,wednesday 20:00\" or \"every 3 days 18:30\""
)]
pub struct NotASchedule(pub String);

impl Schedule {
    /// A schedule without holidays from words such as `weekly sunday 20:00`, `weekly sunday,wednesday 20:00` or `every 3 days 18:30`.
    ///
    /// # Errors
    /// If the words are neither.
    pub fn parse(words: &str, zone: Tz) -> Result<Self, NotASchedule> {
        let wrong = || NotASchedule(words.to_owned());
        let lower = words.to_ascii_lowercase();
        let parts = lower.split_whitespace().collect::<Vec<_>>();
        let (rhythm, at) = match parts.as_slice() {
            ["weekly", days, at] => (weekly(days).ok_or_else(wrong)?, at),
            ["daily", at] => (Rhythm::EveryDays(1), at),
            ["every", "day", at] => (Rhythm::EveryDays(1), at),
            ["every", days, "days" | "day", at] => {
                let days = days.parse().ok().filter(|days| (1..=366).contains(days)).ok_or_else(wrong)?;
                (Rhythm::EveryDays(days), at)
            }
            _ => return Err(wrong()),
        };
        let at = NaiveTime::parse_from_str(at, "%H:%M").map_err(|_| wrong())?;
        Ok(Schedule { rhythm, at, zone, holidays: Holidays::default() })
    }

    /// The first deadline strictly after `after` that is in no holiday. With [`Rhythm::EveryDays`] days are counted from the local
    /// date of `after`, so that a deadline kept gives the next one that many days later.
    pub fn next_after(&self, after: Millis) -> Millis {
        let today = in_zone(after, self.zone).date_naive();
        let first = match self.rhythm {
            Rhythm::Weekly(_) | Rhythm::OnDays(_) => today,
            Rhythm::EveryDays(days) => today + Days::new(u64::from(days)),
        };
        let step = match self.rhythm {
            Rhythm::Weekly(_) | Rhythm::OnDays(_) => 1,
            Rhythm::EveryDays(days) => u64::from(days),
        };
        let mut date = first;
        loop {
            let deadline = self.deadline_on(date);
            if deadline > after && self.falls_on(date) && !self.holidays.has(date) {
                return deadline;
            }
            date = date + Days::new(step);
        }
    }

    fn falls_on(&self, date: NaiveDate) -> bool {
        match self.rhythm {
            Rhythm::Weekly(day) => date.weekday() == day,
            // A list of days that a damaged record has emptied holds no game for ever.
            Rhythm::OnDays(Weekdays(days)) => days.is_empty() || days.contains(date.weekday()),
            Rhythm::EveryDays(_) => true,
        }
    }

    /// The deadline on a date. A time of day that the change to summer time skips becomes the first moment
    /// after the gap; one that occurs twice in autumn means the second: nobody's letter is late who read
    /// the clock on the wall.
    fn deadline_on(&self, date: NaiveDate) -> Millis {
        let wish = NaiveDateTime::new(date, self.at);
        match self.zone.from_local_datetime(&wish) {
            LocalResult::Single(moment) => moment.timestamp_millis(),
            LocalResult::Ambiguous(_, second) => second.timestamp_millis(),
            LocalResult::None => self.after_gap(wish),
        }
    }

    fn after_gap(&self, wish: NaiveDateTime) -> Millis {
        let minutes = (1..=180).map(|more| wish + chrono::Duration::minutes(more));
        let mut valid = minutes.filter_map(|time| self.zone.from_local_datetime(&time).earliest());
        let fallback = || Utc.from_utc_datetime(&wish).timestamp_millis();
        valid.next().map_or_else(fallback, |moment| moment.timestamp_millis())
    }

    /// The day of a moment in the game's time zone.
    pub fn day_of(&self, moment: Millis) -> NaiveDate {
        in_zone(moment, self.zone).date_naive()
    }

    /// The schedule as players read it, such as `every Sunday at 20:00`.
    pub fn for_players(&self) -> String {
        let at = self.at.format("%H:%M");
        match self.rhythm {
            Rhythm::Weekly(day) => format!("every {} at {at}", day_name(day)),
            Rhythm::OnDays(days) => {
                let days = Vec::from(days).into_iter().map(day_name).collect::<Vec<_>>();
                format!("every {} at {at}", listed(&days))
            }
            Rhythm::EveryDays(1) => format!("every day at {at}"),
            Rhythm::EveryDays(days) => format!("every {days} days at {at}"),
        }
    }

    /// The schedule in the words [`Schedule::parse`] reads.
    pub fn words(&self) -> String {
        let at = self.at.format("%H:%M");
        match self.rhythm {
            Rhythm::Weekly(day) => format!("weekly {day} {at}").to_lowercase(),
            Rhythm::OnDays(days) => {
                let days = Vec::from(days).iter().map(ToString::to_string).collect::<Vec<_>>();
                format!("weekly {} {at}", days.join(",")).to_lowercase()
            }
            Rhythm::EveryDays(1) => format!("daily {at}"),
            Rhythm::EveryDays(days) => format!("every {days} days {at}"),
        }
    }
}

/// A time on the wall that clocks skip when they go forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {} in {zone}: clocks go forward over it", wish.format("%Y-%m-%d %H:%M"))]
pub struct Skipped {
    pub wish: NaiveDateTime,
    pub zone: Tz,
    /// The first time after it that there is.
    pub next: Option<NaiveDateTime>,
}

/// A time on the wall as a moment: of one that comes twice when clocks go back, the second, as deadlines have it.
///
/// # Errors
/// If clocks skip it.
pub fn on_the_wall(wish: NaiveDateTime, zone: Tz) -> Result<Millis, Skipped> {
    match zone.from_local_datetime(&wish) {
        LocalResult::Single(moment) | LocalResult::Ambiguous(_, moment) => Ok(moment.timestamp_millis()),
        LocalResult::None => {
            let mut later = (1..=180).map(|minutes| wish + chrono::Duration::minutes(minutes));
            let next = later.find(|time| zone.from_local_datetime(time).earliest().is_some());
            Err(Skipped { wish, zone, next })
        }
    }
}

/// Days of the week with commas between them, such as `sunday,wednesday`.
fn weekly(days: &str) -> Option<Rhythm> {
    let days = days.split(',').map(|day| day.parse().ok()).collect::<Option<Vec<Weekday>>>()?;
    match days.as_slice() {
        [day] => Some(Rhythm::Weekly(*day)),
        _ => Some(Rhythm::OnDays(Weekdays::from(days))),
    }
}

fn in_zone(moment: Millis, zone: Tz) -> DateTime<Tz> {
    utc(moment).with_timezone(&zone)
}

fn utc(moment: Millis) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(moment).unwrap_or(DateTime::UNIX_EPOCH)
}

/// A moment for people: in the game's zone and in UTC, such as
/// `Sunday 29 March 2026, 20:00 (Europe/Berlin); 18:00 UTC`.
pub fn for_people(moment: Millis, zone: Tz) -> String {
    let (there, here) = (in_zone(moment, zone), utc(moment));
    let day = if there.date_naive() == here.date_naive() { "%H:%M UTC" } else { "%A %H:%M UTC" };
    format!("{} ({}); {}", there.format("%A %-d %B %Y, %H:%M"), zone.name(), here.format(day))
}

fn day_name(day: Weekday) -> &'static str {
    match day {
        Weekday::Mon => "Monday",
        Weekday::Tue => "Tuesday",
        Weekday::Wed => "Wednesday",
        Weekday::Thu => "Thursday",
        Weekday::Fri => "Friday",
        Weekday::Sat => "Saturday",
        Weekday::Sun => "Sunday",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Millis {
        DateTime::parse_from_rfc3339(text).unwrap().timestamp_millis()
    }

    fn berlin(words: &str) -> Schedule {
        Schedule::parse(words, chrono_tz::Europe::Berlin).unwrap()
    }

    #[test]
    fn a_weekly_deadline_keeps_the_time_on_the_wall_across_daylight_saving() {
        let sundays = berlin("weekly sunday 20:00");
        let winter = sundays.next_after(at("2026-03-20T12:00:00Z"));
        assert_eq!(winter, at("2026-03-22T19:00:00Z"));
        assert_eq!(sundays.next_after(winter), at("2026-03-29T18:00:00Z"));
        assert_eq!(sundays.next_after(at("2026-10-18T18:00:00Z")), at("2026-10-25T19:00:00Z"));
    }

    #[test]
    fn a_time_the_spring_skips_becomes_the_end_of_the_gap_and_one_that_comes_twice_the_second() {
        let nights = berlin("daily 02:30");
        assert_eq!(nights.next_after(at("2026-03-28T12:00:00Z")), at("2026-03-29T01:00:00Z"));
        assert_eq!(nights.next_after(at("2026-10-24T12:00:00Z")), at("2026-10-25T01:30:00Z"));
    }

    #[test]
    fn every_n_days_counts_from_the_last_deadline() {
        let thirds = berlin("every 3 days 18:30");
        let first = thirds.next_after(at("2026-06-01T10:00:00Z"));
        assert_eq!(first, at("2026-06-04T16:30:00Z"));
        assert_eq!(thirds.next_after(first), at("2026-06-07T16:30:00Z"));
    }

    #[test]
    fn several_days_of_the_week_come_in_their_order() {
        let twice = berlin("weekly sunday,wednesday 20:00");
        let after = |moment: &Millis| Some(twice.next_after(*moment));
        let days = std::iter::successors(Some(at("2026-06-01T10:00:00Z")), after).skip(1).take(3);
        let days = days.collect::<Vec<_>>();
        assert_eq!(days, ["2026-06-03T18:00:00Z", "2026-06-07T18:00:00Z", "2026-06-10T18:00:00Z"].map(at));
        assert_eq!(twice.for_players(), "every Wednesday and Sunday at 20:00");
        let kept = serde_json::to_string(&twice).unwrap();
        assert!(kept.contains(r#""on-days":["Wed","Sun"]"#), "{kept}");
        assert_eq!(serde_json::from_str::<Schedule>(&kept).unwrap(), twice);
    }

    #[test]
    fn nothing_falls_due_in_a_holiday_and_records_of_before_have_none() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let plain = berlin("weekly sunday 20:00");
        let kept = serde_json::to_string(&plain).unwrap();
        assert!(!kept.contains("holidays"), "an older program reads it too: {kept}");
        let with = |first, last| plain.holidays.with(day(first), day(last), day("2026-12-01")).unwrap();
        let schedule = Schedule { holidays: with("2026-12-24", "2027-01-03"), ..plain };
        let before = at("2026-12-20T19:00:00Z");
        assert_eq!(schedule.next_after(before), at("2027-01-10T19:00:00Z"), "the last day is one too");
        let short = Schedule { holidays: with("2026-12-24", "2027-01-02"), ..plain };
        assert_eq!(short.next_after(before), at("2027-01-03T19:00:00Z"));
        let kept = serde_json::to_string(&schedule).unwrap();
        assert_eq!(serde_json::from_str::<Schedule>(&kept).unwrap(), schedule);
        let later = schedule.holidays.with(day("2027-04-02"), day("2027-04-05"), day("2027-02-01")).unwrap();
        assert_eq!(later.for_players(), ["2027-04-02 to 2027-04-05"], "what is over goes");
        let thirds = Schedule { holidays: schedule.holidays, ..berlin("every 3 days 18:30") };
        assert_eq!(
            thirds.next_after(at("2026-12-22T17:30:00Z")),
            at("2027-01-06T17:30:00Z"),
            "four are left out"
        );
    }

    #[test]
    fn words_are_read_back_and_wrong_ones_refused() {
        for words in ["weekly sun 20:00", "weekly wed,sun 20:00", "daily 02:30", "every 3 days 18:30"] {
            let schedule = berlin(words);
            assert_eq!(Schedule::parse(&schedule.words(), schedule.zone), Ok(schedule));
        }
        for wrong in [
            "",
            "weekly",
            "weekly someday 20:00",
            "weekly sunday, 20:00",
            "every 0 days 10:00",
            "daily 25:00",
            "weekly sunday",
        ] {
            assert!(Schedule::parse(wrong, chrono_tz::UTC).is_err(), "{wrong}");
        }
    }

    #[test]
    fn players_read_plain_words() {
        let told = |words: &str| berlin(words).for_players();
        assert_eq!(told("weekly sun 20:00"), "every Sunday at 20:00");
        assert_eq!(told("daily 02:30"), "every day at 02:30");
        assert_eq!(told("every 3 days 18:30"), "every 3 days at 18:30");
    }

    #[test]
    fn people_read_both_clocks() {
        assert_eq!(
            for_people(at("2026-03-29T18:00:00Z"), chrono_tz::Europe::Berlin),
            "Sunday 29 March 2026, 20:00 (Europe/Berlin); 18:00 UTC"
        );
        assert!(
            for_people(at("2026-03-29T23:00:00Z"), chrono_tz::Europe::Berlin).ends_with("Sunday 23:00 UTC")
        );
    }
}
