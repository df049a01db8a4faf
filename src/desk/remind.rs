//! When players are reminded, as a seats file says it: `remind = ["24h", "4h"]`, times before each deadline.

use serde::{Deserialize, Serialize};

use crate::stamp::Millis;

/// The most times before one deadline.
pub const MOST: usize = 4;

/// The longest time before a deadline, in minutes: thirty days.
const LONGEST: u32 = 30 * 24 * 60;

/// A turn has a reminder of itself if it is longer than this.
const LONG_TURN: Millis = 36 * 60 * MINUTE;

const MINUTE: Millis = 60_000;

/// Times before a deadline, in minutes; 0 is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct Remind([u32; MOST]);

/// Why words are no times for reminders.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "remind: {0}; for example: remind = [\"24h\", \"4h\"] (d days, h hours, m minutes; [] for no reminders)"
)]
pub struct NotTimes(String);

impl Remind {
    /// Times from words such as `24h`, `90m`, `2d`.
    ///
    /// # Errors
    /// If one of them is no such time or lies more than thirty days before the deadline, or there are more than
    /// [`MOST`].
    pub fn parse(words: &[String]) -> Result<Self, NotTimes> {
        if words.len() > MOST {
            return Err(NotTimes(format!("{} times are given, and at most {MOST} can be kept", words.len())));
        }
        let mut times = [0; MOST];
        for (time, word) in times.iter_mut().zip(words) {
            let wrong = || NotTimes(format!("{word:?} is not a time of at most 30 days before the deadline"));
            *time = minutes(word).filter(|minutes| (1..=LONGEST).contains(minutes)).ok_or_else(wrong)?;
        }
        Ok(Remind(times))
    }

    /// For a game whose host said nothing: a day before the deadline, if a turn of this length (in milliseconds)
    /// leaves time for it.
    pub fn usual(turn: Millis) -> Self {
        let mut times = [0; MOST];
        times[0] = if turn > LONG_TURN { 24 * 60 } else { 0 };
        Remind(times)
    }

    /// The times, in milliseconds before the deadline.
    pub fn before(self) -> impl Iterator<Item = Millis> {
        self.0.into_iter().filter(|minutes| *minutes > 0).map(|minutes| Millis::from(minutes) * MINUTE)
    }
}

/// `24h`, `90m`, `2d` in minutes.
fn minutes(word: &str) -> Option<u32> {
    let word = word.trim().to_ascii_lowercase();
    let unit = word.chars().next_back()?;
    let number = word.strip_suffix(unit)?.trim().parse::<u32>().ok()?;
    let minutes = match unit {
        'd' => 24 * 60,
        'h' => 60,
        'm' => 1,
        _ => return None,
    };
    number.checked_mul(minutes)
}

impl TryFrom<Vec<String>> for Remind {
    type Error = NotTimes;

    fn try_from(words: Vec<String>) -> Result<Self, NotTimes> {
        Remind::parse(&words)
    }
}

impl From<Remind> for Vec<String> {
    fn from(remind: Remind) -> Self {
        let words = |minutes: u32| match minutes {
            minutes if minutes.is_multiple_of(24 * 60) => format!("{}d", minutes / (24 * 60)),
            minutes if minutes.is_multiple_of(60) => format!("{}h", minutes / 60),
            minutes => format!("{minutes}m"),
        };
        remind.0.into_iter().filter(|minutes| *minutes > 0).map(words).collect()
    }
}

/// How long something is in words of at most two parts: `2 days`, `23 hours`, `1 hour 30 minutes`.
pub fn span_words(span: Millis) -> String {
    let minutes = (span.max(0) + MINUTE / 2) / MINUTE;
    let (days, hours, left) = (minutes / (24 * 60), minutes / 60 % 24, minutes % 60);
    let part = |count: i64, name: &str| match count {
        0 => None,
        1 => Some(format!("1 {name}")),
        _ => Some(format!("{count} {name}s")),
    };
    let parts = match days {
        0 => [part(hours, "hour"), part(left, "minute")],
        _ => [part(days, "day"), part(hours, "hour")],
    };
    let words = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
    if words.is_empty() { "less than a minute".into() } else { words }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<Remind, NotTimes> {
        Remind::parse(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn times_are_read_and_wrong_ones_refused_with_the_key_and_an_example() {
        let times = parse(&["24h", "90m", "2d"]).unwrap();
        assert_eq!(times.before().collect::<Vec<_>>(), [86_400_000, 5_400_000, 172_800_000]);
        assert_eq!(parse(&[]).unwrap().before().count(), 0);
        for wrong in
            [&["24x"][..], &["h"], &["0h"], &["31d"], &["1h", "2h", "3h", "4h", "5h"], &["9999999999d"]]
        {
            let error = parse(wrong).unwrap_err().to_string();
            assert!(error.starts_with("remind: ") && error.contains("for example: remind = "), "{error}");
        }
    }

    #[test]
    fn spans_are_told_in_words() {
        for (minutes, words) in [
            (0, "less than a minute"),
            (1, "1 minute"),
            (90, "1 hour 30 minutes"),
            (1440, "1 day"),
            (3000, "2 days 2 hours"),
        ] {
            assert_eq!(span_words(minutes * MINUTE), words);
        }
    }
}
