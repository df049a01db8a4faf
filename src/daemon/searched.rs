//! How much looking for passwords that nothing announces may cost.

use std::collections::BTreeMap;

/// Hashes that a letter may cost; each takes some ten milliseconds.
const CHECKS_A_LETTER: u32 = 24;
/// Letters of a sender that may cost hashes in a day; of others only what was verified before is known.
const LETTERS_A_DAY: u32 = 5;

/// How many letters of each sender were searched on a day.
#[derive(Debug, Default)]
pub struct Searched {
    day: i64,
    letters: BTreeMap<String, u32>,
}

impl Searched {
    /// What one more letter of a sender may cost, on a day counted since 1970.
    pub fn checks(&mut self, sender: &str, day: i64) -> u32 {
        if self.day != day {
            *self = Searched { day, letters: BTreeMap::new() };
        }
        let count = self.letters.entry(sender.to_lowercase()).or_default();
        *count = count.saturating_add(1);
        if *count <= LETTERS_A_DAY { CHECKS_A_LETTER } else { 0 }
    }
}
