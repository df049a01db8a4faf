//! Moments, stretches of time and the rhythm of turns, as each language writes them.

use chrono::{DateTime, Datelike, Timelike};
use chrono_tz::Tz;

use crate::{Value, say, words};
use fieldpost_engine::locale::Locale;

const MINUTE: i64 = 60_000;

/// A moment (milliseconds since 1970, UTC) in a zone, such as `Sonntag, 12. Juli 2026, 20:00 Uhr MESZ`; one beyond the calendar is
/// its number. English mails have their own form, which is older ([`None`]).
pub fn moment(locale: Locale, at_ms: i64, zone: Tz) -> Option<String> {
    if locale == Locale::English {
        return None;
    }
    let Some(utc) = DateTime::from_timestamp_millis(at_ms) else { return Some(format!("{at_ms} ms")) };
    let local = utc.with_timezone(&zone);
    let weekday = words(locale, &format!("weekday-{}", local.weekday().number_from_monday()));
    let zone = local.format("%Z").to_string();
    Some(written(
        locale,
        "moment",
        &local.naive_local(),
        vec![("weekday", weekday.into()), ("zone", named_zone(locale, &zone).into())],
    ))
}

/// The same in UTC, without the day of the week.
pub fn moment_utc(locale: Locale, at_ms: i64) -> Option<String> {
    if locale == Locale::English {
        return None;
    }
    let Some(utc) = DateTime::from_timestamp_millis(at_ms) else { return Some(format!("{at_ms} ms")) };
    Some(written(locale, "moment-short", &utc.naive_utc(), vec![("zone", "UTC".into())]))
}

fn written(locale: Locale, key: &str, at: &chrono::NaiveDateTime, more: Vec<(&str, Value)>) -> String {
    let month = words(locale, &format!("month-{}", at.month()));
    let day = say(locale, "day-of-month", &[("day", at.day().into())]).unwrap_or_default();
    let time = match at.second() {
        0 => "time-of-day",
        _ => "time-of-day-seconds",
    };
    let digits = |number: u32| Value::from(format!("{number:02}"));
    let parts =
        [("hour", digits(at.hour())), ("minute", digits(at.minute())), ("second", digits(at.second()))];
    let time = say(locale, time, &parts).unwrap_or_default();
    let mut values = vec![
        ("day", day.into()),
        ("month", month.into()),
        // Not as a number: years have no thousands.
        ("year", at.year().to_string().into()),
        ("time", time.into()),
    ];
    values.extend(more);
    say(locale, key, &values).unwrap_or_default()
}

/// What a language calls a time zone of Central Europe; others keep their letters.
fn named_zone(locale: Locale, zone: &str) -> String {
    match zone {
        "CET" => words(locale, "zone-cet"),
        "CEST" => words(locale, "zone-cest"),
        _ => zone.to_owned(),
    }
}

/// How long something is, in at most two parts: `2 Tage 3 Stunden`.
pub fn span(locale: Locale, span_ms: i64) -> String {
    let minutes = (span_ms.max(0) + MINUTE / 2) / MINUTE;
    let (days, hours, left) = (minutes / (24 * 60), minutes / 60 % 24, minutes % 60);
    let part = |count: i64, key: &str| {
        (count > 0).then(|| say(locale, key, &[("count", Value::Number(count))]).unwrap_or_default())
    };
    let parts = match days {
        0 => [part(hours, "span-hours"), part(left, "span-minutes")],
        _ => [part(days, "span-days"), part(hours, "span-hours")],
    };
    let told = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
    if told.is_empty() { words(locale, "span-none") } else { told }
}

/// When turns fall due: on these days of the week (1 is Monday), or each so many days, at a time of day.
pub fn rhythm(locale: Locale, days: &[u32], each: u32, hour: u32, minute: u32) -> String {
    let digits = |number: u32| Value::from(format!("{number:02}"));
    let parts = [("hour", digits(hour)), ("minute", digits(minute))];
    let time = say(locale, "time-of-day", &parts).unwrap_or_default();
    let names = days.iter().map(|day| words(locale, &format!("weekday-{day}"))).collect::<Vec<_>>();
    let and = words(locale, "and");
    let names = match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} {and} {last}", first.join(", ")),
        None => String::new(),
    };
    let (key, value) = match names.is_empty() {
        true => ("rhythm-days", ("days", Value::from(each))),
        false => ("rhythm-week", ("days", Value::from(names))),
    };
    say(locale, key, &[value, ("time", time.into())]).unwrap_or_default()
}
