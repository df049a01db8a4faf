//! Days, times of day, stretches of time and rhythms of deadlines, as people write them: `grammar/house/command.abnf`.
//!
//! There is no clock here, so that a moment names its year: "Sunday at eight" would be another day in a letter that was
//! held up.

use chrono::{Datelike, NaiveDate, NaiveDateTime, NaiveTime, Weekday};

use crate::fault::{Near, Parsed, expected, something_else, wrong};
use crate::word::{any_phrase, bare_word, is_blank, skip, space, stands};
use fieldpost_engine::words::capital;

const DAY: &str = "a day such as 2026-07-12 or 12 July 2026";
const TIME: &str = "a time of day such as 20:00";
const STRETCH: &str = "a time such as 24 hours, 2 days or 90 minutes";

const MINUTES_OF_DAY: u32 = 24 * 60;

/// `weekday = "MONDAY" / "MON" / "TUESDAY" / "TUE" / "TUES" / "WEDNESDAY" / "WED" / "THURSDAY" / "THU" / "THURS" /
/// "FRIDAY" / "FRI" / "SATURDAY" / "SAT" / "SUNDAY" / "SUN"`
const WEEKDAYS: [(Weekday, &[&str]); 7] = [
    (Weekday::Mon, &["MONDAY", "MON"]),
    (Weekday::Tue, &["TUESDAY", "TUE", "TUES"]),
    (Weekday::Wed, &["WEDNESDAY", "WED"]),
    (Weekday::Thu, &["THURSDAY", "THU", "THURS"]),
    (Weekday::Fri, &["FRIDAY", "FRI"]),
    (Weekday::Sat, &["SATURDAY", "SAT"]),
    (Weekday::Sun, &["SUNDAY", "SUN"]),
];

/// `month = "JANUARY" / "JAN" / "FEBRUARY" / "FEB" / "MARCH" / "MAR" / "APRIL" / "APR" / "MAY" / "JUNE" / "JUN" / "JULY" /
/// "JUL" / "AUGUST" / "AUG" / "SEPTEMBER" / "SEP" / "SEPT" / "OCTOBER" / "OCT" / "NOVEMBER" / "NOV" / "DECEMBER" /
/// "DEC"`
const MONTHS: [&[&str]; 12] = [
    &["JANUARY", "JAN"],
    &["FEBRUARY", "FEB"],
    &["MARCH", "MAR"],
    &["APRIL", "APR"],
    &["MAY"],
    &["JUNE", "JUN"],
    &["JULY", "JUL"],
    &["AUGUST", "AUG"],
    &["SEPTEMBER", "SEP", "SEPT"],
    &["OCTOBER", "OCT"],
    &["NOVEMBER", "NOV"],
    &["DECEMBER", "DEC"],
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
    let (rest, day) = date(input)?;
    let behind = rest.strip_prefix(['T', 't', ',']).unwrap_or(rest);
    let (rest, at) = time(skip(&["AT"], space(behind)))?;
    Ok((rest, NaiveDateTime::new(day, at)))
}

/// `date = iso-date / day-of-month [ "." ] sp month [ "," ] sp year / month sp day-of-month [ "," ] sp year / <a date with
/// its day of the week>`; `iso-date = year "-" ( "0" %x31-39 / "1" %x30-32 ) "-" <a day of the month in two figures>`;
/// `year = "20" 2DIGIT`; `day-of-month = <a day of the month>`
pub(super) fn date(input: &str) -> Parsed<'_, NaiveDate> {
    let (day_input, weekday) = weekday_before(input);
    let (rest, (year, month, day)) = match iso_date(day_input).or_else(|| written_date(day_input)) {
        Some(read) => read,
        None => return expected_day(day_input),
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

/// A day of the week before a date, and what follows it.
fn weekday_before(input: &str) -> (&str, Option<Weekday>) {
    let Ok((rest, day)) = weekday(input) else { return (input, None) };
    let rest = rest.strip_prefix(',').unwrap_or(rest);
    (skip(&["THE"], space(rest)), Some(day))
}

/// One of the days of the week.
fn weekday(input: &str) -> Parsed<'_, Weekday> {
    let found = WEEKDAYS.iter().find_map(|(day, names)| Some((any_phrase(names, input).ok()?.0, *day)));
    found.map_or_else(|| something_else(input), Ok)
}

type Day = (Option<i32>, u32, u32);

/// `2026-07-12`, `2026/07/12`, or `12.7.2026`: with stops the day comes first. With strokes and the year behind it may be two days.
fn iso_date(input: &str) -> Option<(&str, Day)> {
    for (mark, year_first) in [('-', true), ('/', true), ('.', false)] {
        let (rest, one) = figures(input)?;
        if mark == '/' && one < 1000 {
            continue;
        }
        let Some(rest) = rest.strip_prefix(mark) else { continue };
        let (rest, month) = figures(rest)?;
        let (rest, other) = figures(rest.strip_prefix(mark)?)?;
        let (year, day) = if year_first { (one, other) } else { (other, one) };
        return Some((rest, (Some(i32::try_from(year).ok()?), month, day)));
    }
    None
}

/// `12 July 2026` or `July 12, 2026`; the year may be missing.
fn written_date(input: &str) -> Option<(&str, Day)> {
    let (rest, month, day) = match figures(input) {
        Some((rest, day)) => {
            let rest = space(ordinal(rest).strip_prefix('.').unwrap_or(ordinal(rest)));
            let (rest, month) = month(skip(&["OF"], rest))?;
            (rest, month, day)
        }
        None => {
            let (rest, month) = month(input)?;
            let (rest, day) = figures(rest)?;
            (ordinal(rest), month, day)
        }
    };
    let behind = space(rest.strip_prefix(',').unwrap_or(rest));
    match figures(behind).filter(|(after, _)| behind.len() - after.len() == 4 && !after.starts_with(':')) {
        Some((rest, year)) => Some((rest, (Some(i32::try_from(year).ok()?), month, day))),
        None => Some((rest, (None, month, day))),
    }
}

/// Drops the letters of `1st`, `2nd`, `3rd`, `12th`.
fn ordinal(input: &str) -> &str {
    let ends = |end: &&str| input.get(..2).is_some_and(|start| start.eq_ignore_ascii_case(end));
    if ["ST", "ND", "RD", "TH"].iter().any(ends) { &input[2..] } else { input }
}

fn month(input: &str) -> Option<(&str, u32)> {
    let found =
        (1..).zip(MONTHS).find_map(|(number, names)| Some((any_phrase(names, input).ok()?.0, number)));
    found.map(|(rest, number)| (space(rest.strip_prefix('.').unwrap_or(rest)), number))
}

/// At most four figures, whatever follows.
fn figures(input: &str) -> Option<(&str, u32)> {
    let count = input.bytes().take_while(u8::is_ascii_digit).count();
    let number = input[..count].parse().ok().filter(|_| count <= 4)?;
    Some((&input[count..], number))
}

/// `time = clock / clock-of-twelve`; `clock = ( [ "0" / "1" ] DIGIT / "2" %x30-33 ) ":" minute`; `clock-of-twelve = (
/// %x31-39 / "1" %x30-32 ) [ ":" minute ] *WSP ( "AM" / "PM" )`; `minute = %x30-35 DIGIT`
pub(super) fn time(input: &str) -> Parsed<'_, NaiveTime> {
    let Some((rest, hour)) = figures(input) else { return expected(input, TIME) };
    let minute = rest.strip_prefix(':').and_then(figures);
    let (behind, minute) = minute.map_or((rest, None), |(rest, minute)| (rest, Some(minute)));
    // `20h` is an hour too.
    let behind = match behind.strip_prefix(['h', 'H']).filter(|_| minute.is_none()) {
        Some(rest) if !rest.starts_with(|c: char| c.is_alphanumeric()) => {
            return whole_hour(rest, hour).map_or_else(|| expected(input, TIME), Ok);
        }
        _ => behind,
    };
    let half = [("AM", 0), ("PM", 12)].into_iter().find(|(word, _)| stands(&[word], space(behind)));
    let (rest, hour) = match half {
        Some((_, more)) if (1..=12).contains(&hour) => (&space(behind)[2..], hour % 12 + more),
        Some(_) => return expected(input, TIME),
        None if minute.is_none() => return expected(input, TIME),
        None => (behind, hour),
    };
    match NaiveTime::from_hms_opt(hour, minute.unwrap_or(0), 0) {
        Some(time) if !rest.starts_with(|c: char| c.is_alphanumeric() || c == ':') => Ok((rest, time)),
        _ => expected(input, TIME),
    }
}

fn whole_hour(rest: &str, hour: u32) -> Option<(&str, NaiveTime)> {
    NaiveTime::from_hms_opt(hour, 0, 0).map(|time| (rest, time))
}

/// `stretch = ( %x31-39 *3DIGIT *WSP / ( "A" / "AN" / "ONE" ) sp ) unit-of-time`: in minutes
pub(super) fn stretch(input: &str) -> Parsed<'_, u32> {
    let count = input.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = match any_phrase(&["A", "AN", "ONE"], input) {
        Ok((rest, ())) => ("1", rest),
        Err(_) => input.split_at(count),
    };
    let Some(number) = digits.parse::<u32>().ok().filter(|number| *number > 0) else {
        return expected(input, STRETCH);
    };
    let unit =
        UNITS.iter().find_map(|(names, minutes)| Some((any_phrase(names, space(rest)).ok()?.0, *minutes)));
    match unit.and_then(|(rest, minutes)| Some((rest, number.checked_mul(minutes)?))) {
        Some(read) => Ok(read),
        None => expected(input, STRETCH),
    }
}

/// `stretches = stretch *2( [ "," ] sp [ "AND" sp ] stretch )`
pub(super) fn stretches(input: &str) -> Parsed<'_, Vec<u32>> {
    let (mut rest, first) = stretch(input)?;
    let mut all = vec![first];
    loop {
        let next = skip(&["AND"], space(rest.strip_prefix(',').unwrap_or(rest)));
        if !next.starts_with(|c: char| c.is_ascii_digit()) && stretch(next).is_err() {
            return Ok((rest, all));
        }
        let (after, minutes) = stretch(next)?;
        all.push(minutes);
        rest = after;
    }
}

/// `duration = stretches`: all of them together, in minutes
pub(super) fn duration(input: &str) -> Parsed<'_, u32> {
    let (rest, all) = stretches(input)?;
    Ok((rest, all.into_iter().fold(0, u32::saturating_add)))
}

/// `rhythm = ( "WEEKLY" [ sp "ON" ] / "EVERY" / "EACH" ) sp weekday *( weekday-gap weekday ) / "DAILY" / "EVERY DAY" / "EVERY" sp %x31-39 DIGIT sp
/// "DAYS"`, with `deadline-time = rhythm [ "," ] sp [ "AT" sp ] time`: in the words of a seats file
pub(super) fn rhythm(input: &str) -> Parsed<'_, String> {
    const SCHEDULE: &str = "a schedule such as weekly sunday 20:00, every 3 days 18:30 or daily 21:00";
    let (rest, words) = if let Ok((rest, ())) = any_phrase(&["DAILY", "EVERY DAY"], input) {
        (rest, "daily".to_string())
    } else if let Ok((rest, ())) = any_phrase(&["WEEKLY ON", "WEEKLY", "EVERY", "EACH"], input) {
        match (weekdays(rest), figures(rest)) {
            (Ok((rest, days)), _) => (rest, format!("weekly {days}")),
            (_, Some((after, days @ 1..=366))) if stands(&["DAYS", "DAY"], space(after)) => {
                (skip(&["DAYS", "DAY"], space(after)), format!("every {days} days"))
            }
            _ => {
                return expected(rest, "a day of the week, or a number of days from 1 to 366 such as 3 days");
            }
        }
    } else {
        return expected(input, SCHEDULE);
    };
    let rest = space(rest.trim_start_matches(|c| is_blank(c) || c == ','));
    let (rest, at) = time(skip(&["AT"], rest))?;
    Ok((rest, format!("{words} {}", at.format("%H:%M"))))
}

/// `weekday *( weekday-gap weekday )`; `weekday-gap = *WSP "," *WSP [ "AND" sp ] / sp [ "AND" sp ]`: in the words of a seats file
fn weekdays(input: &str) -> Parsed<'_, String> {
    let (mut rest, first) = weekday(input)?;
    let mut days = vec![first];
    loop {
        let after = rest.trim_start_matches(|c| is_blank(c) || c == ',');
        let Ok((left, next)) = weekday(skip(&["AND"], after)) else { break };
        if !days.contains(&next) {
            days.push(next);
        }
        rest = left;
    }
    let days = days.into_iter().map(|day| weekday_name(day).to_lowercase()).collect::<Vec<_>>();
    Ok((rest, days.join(",")))
}

/// `date / days-away`: the first day and the last
pub(super) fn stretch_of_days(input: &str) -> Parsed<'_, (NaiveDate, NaiveDate)> {
    let (rest, from) = date(input)?;
    let Ok((last, ())) = any_phrase(&["TO", "UNTIL", "TILL"], space(rest)) else {
        return Ok((rest, (from, from)));
    };
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
    let name = WEEKDAYS[day.num_days_from_monday() as usize].1[0];
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
