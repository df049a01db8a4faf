//! A moment in words: in the game's own time zone and in UTC. The desk has no clock, it only writes times
//! that it was given.

use chrono::DateTime;
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

/// Milliseconds since 1970, UTC.
pub type Millis = i64;

/// A moment as mails show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Milliseconds since 1970, UTC.
    pub at_ms: i64,
    /// In the game's zone, such as `Sun 12 Jul 2026 20:00:00 CEST`.
    pub local: String,
    /// In UTC, such as `12 Jul 2026 18:00:00 UTC`.
    pub utc: String,
}

impl Stamp {
    /// The moment `at_ms` in `zone`. A moment beyond the calendar is written as its number.
    pub fn new(at_ms: i64, zone: Tz) -> Self {
        let Some(utc) = DateTime::from_timestamp_millis(at_ms) else {
            let number = format!("{at_ms} ms");
            return Stamp { at_ms, local: number.clone(), utc: number };
        };
        Stamp {
            at_ms,
            local: utc.with_timezone(&zone).format("%a %d %b %Y %H:%M:%S %Z").to_string(),
            utc: utc.format("%d %b %Y %H:%M:%S UTC").to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_follows_daylight_saving() {
        let zone = chrono_tz::Europe::Berlin;
        let summer = Stamp::new(1_783_879_200_000, zone);
        assert_eq!(summer.local, "Sun 12 Jul 2026 20:00:00 CEST");
        assert_eq!(summer.utc, "12 Jul 2026 18:00:00 UTC");
        let winter = Stamp::new(1_799_776_800_000, zone);
        assert_eq!(winter.local, "Tue 12 Jan 2027 19:00:00 CET");
        assert_eq!(Stamp::new(i64::MAX, zone).utc, format!("{} ms", i64::MAX));
    }
}
