//! How much looking for passwords that nothing announces may cost.

use std::collections::BTreeMap;

/// Hashes that a letter may cost; each takes some ten milliseconds.
const CHECKS_A_LETTER: u32 = 24;
/// How many letters of a sender may cost hashes in a day; in further ones only passwords are known that were verified before.
const LETTERS_A_DAY: u32 = 5;

/// How many letters of all senders together may: whoever invents an address for each letter costs no more.
const ALL_A_DAY: u32 = 200;

/// How many letters were searched on a day, and how many of each sender.
#[derive(Debug, Default)]
pub struct Searched {
    day: i64,
    all: u32,
    letters: BTreeMap<String, u32>,
}

impl Searched {
    /// What one more letter of a sender may cost, on a day counted since 1970.
    pub fn checks(&mut self, sender: &str, day: i64) -> u32 {
        if self.day != day {
            *self = Searched { day, ..Searched::default() };
        }
        if self.all >= ALL_A_DAY {
            return 0;
        }
        let count = self.letters.entry(sender.to_lowercase()).or_default();
        if *count >= LETTERS_A_DAY {
            return 0;
        }
        *count += 1;
        self.all += 1;
        CHECKS_A_LETTER
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sender_and_all_together_have_so_many_letters_a_day() {
        let mut searched = Searched::default();
        let mut costly = |sender: &str, day| searched.checks(sender, day) > 0;
        assert_eq!((0..9).filter(|_| costly("Ann@x", 1)).count(), 5);
        assert!(!costly("ann@X", 1) && costly("ann@x", 2));
        assert_eq!((0..900).filter(|n| costly(&format!("{n}@x"), 2)).count(), 199);
    }
}
