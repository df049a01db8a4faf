//! Days, times of day, stretches of time and rhythms of deadlines, as people write them: `grammar/house/command.abnf`.
//!
//! There is no clock here, so that a moment names its year: "Sunday at eight" would be another day in a letter that was
//! held up.

use chrono::{Datelike, NaiveDate, NaiveDateTime, NaiveTime, Weekday};

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{char, digit1, one_of as any_of, satisfy};
use nom::combinator::{map_opt, not, opt, peek, value, verify};
use nom::multi::separated_list1;
use nom::sequence::{preceded, terminated};

use crate::combinator::{and, clause, must, one_of, perhaps, spelled, words};
use crate::fault::{Near, Parsed, expected, wrong};
use crate::word::{bare_word, between};
use fieldpost_engine::words::capital;

const DAY: &str = "a day such as 2026-07-12 or 12 July 2026";
const TIME: &str = "a time of day such as 20:00";
const STRETCH: &str = "a time such as 24 hours, 2 days or 90 minutes";

const MINUTES_OF_DAY: u32 = 24 * 60;

/// `weekday = "MONDAY" / "MON" / "TUESDAY" / "TUE" / "TUES" / "WEDNESDAY" / "WED" / "THURSDAY" / "THU" / "THURS" /
/// "FRIDAY" / "FRI" / "SATURDAY" / "SAT" / "SUNDAY" / "SUN"`
const WEEKDAYS: [(&[&str], Weekday); 7] = [
    (&["MONDAY", "MON"], Weekday::Mon),
    (&["TUESDAY", "TUE", "TUES"], Weekday::Tue),
    (&["WEDNESDAY", "WED"], Weekday::Wed),
    (&["THURSDAY", "THU", "THURS"], Weekday::Thu),
    (&["FRIDAY", "FRI"], Weekday::Fri),
    (&["SATURDAY", "SAT"], Weekday::Sat),
    (&["SUNDAY", "SUN"], Weekday::Sun),
];

/// `month = "JANUARY" / "JAN" / "FEBRUARY" / "FEB" / "MARCH" / "MAR" / "APRIL" / "APR" / "MAY" / "JUNE" / "JUN" / "JULY" /
/// "JUL" / "AUGUST" / "AUG" / "SEPTEMBER" / "SEP" / "SEPT" / "OCTOBER" / "OCT" / "NOVEMBER" / "NOV" / "DECEMBER" /
/// "DEC"`
const MONTHS: [(&[&str], u32); 12] = [
    (&["JANUARY", "JAN"], 1),
    (&["FEBRUARY", "FEB"], 2),
    (&["MARCH", "MAR"], 3),
    (&["APRIL", "APR"], 4),
    (&["MAY"], 5),
    (&["JUNE", "JUN"], 6),
    (&["JULY", "JUL"], 7),
    (&["AUGUST", "AUG"], 8),
    (&["SEPTEMBER", "SEP", "SEPT"], 9),
    (&["OCTOBER", "OCT"], 10),
    (&["NOVEMBER", "NOV"], 11),
    (&["DECEMBER", "DEC"], 12),
];

/// `unit-of-time = "WEEKS" / "WEEK" / "W" / "DAYS" / "DAY" / "D" / "HOURS" / "HOUR" / "HRS" / "H" / "MINUTES" / "MINUTE" /
/// "MINS" / "MIN" / "M"`, in minutes
const UNITS: [(&[&str], u32); 4] = [
    (&["WEEKS", "WEEK", "W"], 7 * MINUTES_OF_DAY),
    (&["DAYS", "DAY", "D"], MINUTES_OF_DAY),
    (&["HOURS", "HOUR", "HRS", "H"], 60),
    (&["MINUTES", "MINUTE", "MINS", "MIN", "M"], 1),
];

/// `moment = date ( "T" / [ "," ] sp [ "AT" sp ] ) time`: in the game's time zone
pub(super) fn moment(input: &str) -> Parsed<'_, NaiveDateTime> {
    let parted = (opt(any_of("Tt")), perhaps(&["AT"]));
    (date, preceded(parted, time)).map(|(day, at)| NaiveDateTime::new(day, at)).parse(input)
}

/// `date = iso-date / day-of-month [ "." ] sp month [ "," ] sp year / month sp day-of-month [ "," ] sp year / <a date with
/// its day of the week>`; `iso-date = year "-" ( "0" %x31-39 / "1" %x30-32 ) "-" <a day of the month in two figures>`;
/// `year = "20" 2DIGIT`; `day-of-month = <a day of the month>`
pub(super) fn date(input: &str) -> Parsed<'_, NaiveDate> {
    let (day_input, weekday) = opt(terminated(weekday, perhaps(&["THE"]))).parse(input)?;
    let Ok((rest, (year, month, day))) = alt((iso_date, written_date)).parse(day_input) else {
        return expected_day(day_input);
    };
    let found = day_input[..day_input.len() - rest.len()].trim_end();
    let Some(year) = year else {
        let why = format!("{found:?} has no year; write the whole date, such as 12 July 2026.");
        return wrong(day_input, why, Near::Nothing);
    };
    let Some(date) = NaiveDate::from_ymd_opt(year, month, day).filter(|_| (2000..2100).contains(&year))
    else {
        return wrong(day_input, format!("There is no day {found:?}."), Near::Nothing);
    };
    match weekday {
        Some(named) if named != date.weekday() => {
            let is = weekday_name(date.weekday());
            let why = format!("{} is a {is}, not a {}.", long_date(date), weekday_name(named));
            wrong(input, why, Near::Nothing)
        }
        _ => Ok((rest, date)),
    }
}

/// What to say where no date stands.
fn expected_day<T>(input: &str) -> Parsed<'_, T> {
    let found = bare_word(input);
    let slashed = found.split('/').count() == 3;
    if slashed && found.chars().all(|c| c.is_ascii_digit() || c == '/') {
        let why = format!("{found:?} may be two days; write it as 2026-07-12 or 12 July 2026.");
        return wrong(input, why, Near::Nothing);
    }
    expected(input, DAY)
}

/// One of the days of the week.
fn weekday(input: &str) -> Parsed<'_, Weekday> {
    one_of(spelled(&WEEKDAYS)).parse(input)
}

/// The year, where there is one, the month and the day.
type Day = (Option<i32>, u32, u32);

/// `2026-07-12`, `2026/07/12`, or `12.7.2026`: with stops the day comes first. With strokes and the year behind it may be two days.
fn iso_date(input: &str) -> Parsed<'_, Day> {
    let three = |mark| (figures, preceded(char(mark), figures), preceded(char(mark), figures));
    let stroked = verify(three('/'), |(year, ..)| *year >= 1000);
    let stopped = three('.').map(|(day, month, year)| (year, month, day));
    alt((three('-'), stroked, stopped))
        .map(|(year, month, day)| (i32::try_from(year).ok(), month, day))
        .parse(input)
}

/// `12 July 2026` or `July 12, 2026`; the year may be missing.
fn written_date(input: &str) -> Parsed<'_, Day> {
    let of = (ordinal, opt(char('.')), perhaps(&["OF"]));
    let day_first = (terminated(figures, of), month).map(|(day, month)| (month, day));
    let month_first = (month, terminated(figures, ordinal));
    // `20:00` behind the day is no year.
    let year = map_opt(digit1, |year: &str| year.parse().ok().filter(|_| year.len() == 4));
    let year = opt(preceded(between, terminated(year, not(char(':')))));
    (alt((day_first, month_first)), year).map(|((month, day), year)| (year, month, day)).parse(input)
}

/// The letters of `1st`, `2nd`, `3rd`, `12th`, if they stand here.
fn ordinal(input: &str) -> Parsed<'_, ()> {
    opt(words(&["ST", "ND", "RD", "TH"])).map(|_| ()).parse(input)
}

/// A month by its name, with the stop and the blanks behind it.
fn month(input: &str) -> Parsed<'_, u32> {
    terminated(one_of(spelled(&MONTHS)), (opt(char('.')), between)).parse(input)
}

/// At most four figures, whatever follows.
fn figures(input: &str) -> Parsed<'_, u32> {
    map_opt(digit1, |digits: &str| digits.parse().ok().filter(|_| digits.len() <= 4)).parse(input)
}

/// `time = clock / clock-of-twelve`; `clock = ( [ "0" / "1" ] DIGIT / "2" %x30-33 ) ":" minute`; `clock-of-twelve = (
/// %x31-39 / "1" %x30-32 ) [ ":" minute ] *WSP ( "AM" / "PM" )`; `minute = %x30-35 DIGIT`
pub(super) fn time(input: &str) -> Parsed<'_, NaiveTime> {
    let minute = || preceded(char(':'), figures);
    let ends = || not(satisfy(|c| c.is_alphanumeric() || c == ':'));
    let half = alt((value(0, words(&["AM"])), value(12, words(&["PM"]))));
    let of_twelve = (verify(figures, |hour| (1..=12).contains(hour)), opt(minute()), preceded(between, half))
        .map(|(hour, minute, half)| (hour % 12 + half, minute.unwrap_or(0)));
    // `20h` is an hour too.
    let whole_hour = terminated(figures, (any_of("hH"), ends())).map(|hour| (hour, 0));
    let clock = alt((of_twelve, terminated((figures, minute()), ends()), whole_hour));
    must(TIME, map_opt(clock, |(hour, minute)| NaiveTime::from_hms_opt(hour, minute, 0))).parse(input)
}

/// `stretch = ( %x31-39 *3DIGIT *WSP / ( "A" / "AN" / "ONE" ) sp ) unit-of-time`: in minutes
pub(super) fn stretch(input: &str) -> Parsed<'_, u32> {
    let one = value(1, words(&["A", "AN", "ONE"]));
    let count = map_opt(digit1, |digits: &str| digits.parse().ok().filter(|count: &u32| *count > 0));
    map_opt((alt((one, count)), one_of(spelled(&UNITS))), |(count, unit)| count.checked_mul(unit))
        .parse(input)
}

/// `stretches = stretch *2( [ "," ] sp [ "AND" sp ] stretch )`
pub(super) fn stretches(input: &str) -> Parsed<'_, Vec<u32>> {
    // A number is the next one's, be it right or wrong.
    let next = terminated(and, peek(alt((value((), digit1), value((), stretch)))));
    separated_list1(next, must(STRETCH, stretch)).parse(input)
}

/// `duration = stretches`: all of them together, in minutes
pub(super) fn duration(input: &str) -> Parsed<'_, u32> {
    stretches.map(|all| all.into_iter().fold(0, u32::saturating_add)).parse(input)
}

/// `rhythm = ( "WEEKLY" [ sp "ON" ] / "EVERY" / "EACH" ) sp weekday *( weekday-gap weekday ) / "DAILY" / "EVERY DAY" / "EVERY" sp %x31-39 DIGIT sp
/// "DAYS"`, with `deadline-time = rhythm [ "," ] sp [ "AT" sp ] time`: in the words of a seats file
pub(super) fn rhythm(input: &str) -> Parsed<'_, String> {
    const DAYS: &str = "a day of the week, or a number of days from 1 to 366 such as 3 days";
    const SCHEDULE: &str = "a schedule such as weekly sunday 20:00, every 3 days 18:30 or daily 21:00";
    let daily = value("daily".to_owned(), words(&["DAILY", "EVERY DAY"]));
    let count = verify(figures, |days| (1..=366).contains(days));
    let count =
        terminated(count, (between, words(&["DAYS", "DAY"]))).map(|days| format!("every {days} days"));
    let days = must(DAYS, alt((weekdays.map(|days| format!("weekly {days}")), count)));
    let weekly = preceded(words(&["WEEKLY ON", "WEEKLY", "EVERY", "EACH"]), days);
    (must(SCHEDULE, alt((daily, weekly))), preceded(perhaps(&["AT"]), time))
        .map(|(rhythm, at)| format!("{rhythm} {}", at.format("%H:%M")))
        .parse(input)
}

/// `weekday *( weekday-gap weekday )`; `weekday-gap = *WSP "," *WSP [ "AND" sp ] / sp [ "AND" sp ]`: in the words of a seats file
fn weekdays(input: &str) -> Parsed<'_, String> {
    let (rest, named) = separated_list1(and, weekday).parse(input)?;
    let mut days = Vec::new();
    for day in named {
        if !days.contains(&day) {
            days.push(day);
        }
    }
    let days = days.into_iter().map(|day| weekday_name(day).to_lowercase()).collect::<Vec<_>>();
    Ok((rest, days.join(",")))
}

/// `date / days-away`: the first day and the last
pub(super) fn stretch_of_days(input: &str) -> Parsed<'_, (NaiveDate, NaiveDate)> {
    let (rest, from) = date(input)?;
    let (last, until) = opt(clause(&["TO", "UNTIL", "TILL"])).parse(rest)?;
    if until.is_none() {
        return Ok((rest, (from, from)));
    }
    let (rest, to) = date(last)?;
    if to < from {
        let near = Near::This(format!("{to} TO {from}"));
        return wrong(last, format!("It would end on {to}, before it begins on {from}."), near);
    }
    Ok((rest, (from, to)))
}

/// So many minutes in words: `2 days`, `36 hours`, `90 minutes`.
pub(super) fn in_words(minutes: u32) -> String {
    let (number, unit) = match minutes {
        minutes if minutes > 0 && minutes.is_multiple_of(MINUTES_OF_DAY) => (minutes / MINUTES_OF_DAY, "day"),
        minutes if minutes > 0 && minutes.is_multiple_of(60) => (minutes / 60, "hour"),
        minutes => (minutes, "minute"),
    };
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

/// So many minutes as a seats file writes them: `24h`.
pub(super) fn in_short(minutes: u32) -> String {
    match minutes {
        minutes if minutes.is_multiple_of(60) => format!("{}h", minutes / 60),
        minutes => format!("{minutes}m"),
    }
}

fn long_date(date: NaiveDate) -> String {
    date.format("%-d %B %Y").to_string()
}

fn weekday_name(day: Weekday) -> String {
    let name = WEEKDAYS[day.num_days_from_monday() as usize].0[0];
    capital(&name.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_in_all_their_ways() {
        for text in [
            "2026-07-12 20:00",
            "2026-07-12T20:00",
            "2026-7-12, 20:00",
            "2026-07-12 at 8 pm",
            "sunday 12 July 2026 20:00",
            "Sun, 12. Jul 2026 at 8:00pm",
            "July 12th, 2026 20:00",
            "12th of July 2026, 20:00",
            "12.7.2026 20:00",
            "2026/7/12 20h",
        ] {
            let read = moment(text).map(|(rest, at)| (rest, at.to_string()));
            assert_eq!(read, Ok(("", "2026-07-12 20:00:00".into())), "{text}");
        }
    }

    #[test]
    fn a_day_that_is_none_is_told() {
        let why = |text: &str| match date(text) {
            Err(nom::Err::Failure(fault)) => format!("{:?}", fault.problem),
            other => panic!("{text}: {other:?}"),
        };
        assert!(why("12 July 20:00").contains("has no year"));
        assert!(why("7/12/2026").contains("may be two days"));
        assert!(why("2026-02-30").contains("There is no day"));
        assert!(why("monday 12 July 2026").contains("12 July 2026 is a Sunday, not a Monday"));
        assert!(why("soon").contains("2026-07-12"));
    }

    #[test]
    fn stretches_of_time_add_up() {
        for (text, minutes) in [
            ("24 hours", 1440),
            ("2d", 2880),
            ("90 minutes", 90),
            ("1 day and 12 hours", 2160),
            ("2h 30m", 150),
            ("a day", 1440),
            ("one week", 10_080),
        ] {
            assert_eq!(duration(text).map(|read| read.1), Ok(minutes), "{text}");
        }
        assert_eq!(stretches("24h 4h").map(|read| read.1), Ok(vec![1440, 240]));
        for text in ["0 hours", "24", "many hours", "999999999 h", ""] {
            assert!(duration(text).is_err(), "{text}");
        }
        assert_eq!(
            [in_words(2880), in_words(2160), in_words(60), in_words(0)],
            ["2 days", "36 hours", "1 hour", "0 minutes"]
        );
    }

    #[test]
    fn a_rhythm_is_read_into_the_words_of_a_seats_file() {
        for (text, words) in [
            ("weekly sunday 20:00", "weekly sunday 20:00"),
            ("every Sun at 8 pm", "weekly sunday 20:00"),
            ("weekly on sunday, wednesday 20:00", "weekly sunday,wednesday 20:00"),
            ("every Wed and Sun and Wed at 20:00", "weekly wednesday,sunday 20:00"),
            ("Daily 21:00", "daily 21:00"),
            ("every 3 days, at 18:30", "every 3 days 18:30"),
        ] {
            assert_eq!(rhythm(text).map(|read| read.1), Ok(words.to_string()), "{text}");
        }
        assert!(rhythm("fortnightly 20:00").is_err() && rhythm("every 0 days 20:00").is_err());
    }
}
