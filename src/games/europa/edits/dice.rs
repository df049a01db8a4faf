//! The referee's dice, and events of the scenario. Dice are keyed by the game's seed, the open deadline and how often was rolled: the same
//! roll taken back and done again shows the same.

use fieldpost_engine::dice::Dice;

use super::desk::Desk;
use super::wish::Roll;
use crate::position::News;

impl Roll {
    /// What is added to what the dice show.
    fn modifier(&self) -> Option<i64> {
        let last = self.what.split_whitespace().next_back()?;
        last.starts_with(['+', '-']).then(|| last.parse().ok()).flatten()
    }

    /// What the dice showed, in words.
    fn told(&self, name: &str, shown: &[u64]) -> String {
        let sum: i64 = shown.iter().map(|die| i64::try_from(*die).unwrap_or(0)).sum();
        let dice = shown.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + ");
        let what = if self.what.is_empty() { String::new() } else { format!(", {}", self.what) };
        let total = match self.modifier() {
            Some(modifier) => format!(", and {modifier:+} makes {}", sum + modifier),
            None if shown.len() > 1 => format!(", together {sum}"),
            None => String::new(),
        };
        format!("{}d{} for {name}{what}: {dice}{total}.", self.count, self.sides)
    }
}

impl Desk<'_> {
    pub(super) fn roll(&mut self, roll: &Roll) -> Result<(), String> {
        let name = match &roll.power {
            Some(power) => {
                self.power(power)?;
                self.position.name(power).to_owned()
            }
            None => "all".to_owned(),
        };
        let mut dice = Dice::new(self.papers.seed, self.position.deadline);
        let by = roll.power.as_deref().unwrap_or("ALL");
        let shown: Vec<u64> = (0..roll.count)
            .map(|die| {
                1 + dice.below(u64::from(roll.sides), "referee", "ROLL", by, self.position.rolls + die)
            })
            .collect();
        self.position.rolls += roll.count;
        self.position.news.push(News { power: roll.power.clone(), words: roll.told(&name, &shown) });
        Ok(())
    }

    /// Does what an event does, and tells it.
    pub(super) fn enact(&mut self, number: u32) -> Result<(), String> {
        let Some(event) = self.papers.event.clone() else {
            return Err(format!("There is no event {number}: SHOW EVENTS lists those of the scenario."));
        };
        if let Some(turn) = self.position.enacted.get(&number) {
            self.against.push(format!("event {number} was done in turn {turn}").into());
        }
        self.position.enacted.insert(number, self.position.deadline);
        for edit in &event.edits {
            self.apply(edit)?;
        }
        self.position.news.push(News { power: event.power, words: event.words });
        Ok(())
    }
}
