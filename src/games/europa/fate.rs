//! Dice of the game: a d10 by the table that asks, who rolls and how often (EU-43), and what rule cases say that they show.

use std::collections::BTreeMap;

use fieldpost_engine::dice::{Dice, Draw};

/// What the next die, or dice, of a table show: only in rule cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedRoll {
    /// The table.
    pub of: String,
    pub by: String,
    /// Against whom; anybody without.
    pub on: Option<String>,
    pub shows: i32,
    /// How often.
    pub times: u32,
}

/// The dice of a round.
#[derive(Clone, Debug)]
pub struct Fate {
    dice: Dice,
    fixed: Vec<FixedRoll>,
    counts: BTreeMap<(&'static str, String), u32>,
}

impl Fate {
    /// Dice for a round of a game with this seed.
    pub fn new(seed: u64, deadline: u32, fixed: Vec<FixedRoll>) -> Self {
        Fate { dice: Dice::new(seed, deadline), fixed, counts: BTreeMap::new() }
    }

    /// A d10 of a table, rolled by someone, perhaps against another.
    pub fn d10(&mut self, of: &'static str, by: &str, on: Option<&str>) -> i32 {
        if let Some(shown) = self.fixed_roll(of, by, on) {
            return shown;
        }
        let count = self.counts.entry((of, by.to_owned())).or_default();
        let drawn = self.dice.below(10, "round", of, by, *count);
        *count += 1;
        i32::try_from(drawn).unwrap_or(0) + 1
    }

    /// A number to put equals in an order by: it asks nothing of who else rolls.
    pub fn lot(&mut self, of: &'static str, by: &str) -> u64 {
        self.dice.draw("round", of, by, 0)
    }

    /// What is said of the next die.
    pub fn fixed_roll(&mut self, of: &str, by: &str, on: Option<&str>) -> Option<i32> {
        let fits = |fixed_roll: &FixedRoll| {
            let against = fixed_roll.on.as_deref().is_none_or(|wanted| on == Some(wanted));
            fixed_roll.of == of && fixed_roll.by == by && against && fixed_roll.times > 0
        };
        let fixed_roll = self.fixed.iter_mut().find(|fixed_roll| fits(fixed_roll))?;
        fixed_roll.times -= 1;
        Some(fixed_roll.shows)
    }

    /// Every draw, for the audit.
    pub fn into_log(self) -> Vec<Draw> {
        self.dice.into_log()
    }
}
