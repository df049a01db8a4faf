//! What a rehearsed war came to: who attacked and won at what odds, and what each nation lost.

use std::collections::BTreeMap;

use fieldpost_ground::nation::NationCode;
use fieldpost_land::combat::report::BattleReport;
use fieldpost_land::state::LandState;

/// Odds of attackers to defenders by men, from which a row holds, with its name.
const ODDS: [((u64, u64), &str); 5] = [
    ((5, 1), "5:1 and more"),
    ((2, 1), "2:1 to 5:1"),
    ((3, 2), "3:2 to 2:1"),
    ((2, 3), "even, 2:3 to 3:2"),
    ((0, 1), "weaker than 2:3"),
];

/// The battles and losses of a war.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// By the rows of [`ODDS`]: battles, and those that the attackers won.
    odds: [(u32, u32); ODDS.len()],
    /// Men who went into battle and men lost there, of attackers and of defenders.
    camps: [(u64, u64); 2],
    /// Men lost in battle.
    in_battle: BTreeMap<NationCode, u64>,
    /// Men lost and gained in the position, turn by turn.
    in_all: BTreeMap<NationCode, i64>,
}

impl Ledger {
    /// Puts down a battle.
    pub fn note_battle(&mut self, battle: &BattleReport) {
        let camps = [&battle.attackers, &battle.defenders];
        let row = row([camps[0].men().into(), camps[1].men().into()]);
        self.odds[row].0 += 1;
        self.odds[row].1 += u32::from(battle.attackers_won);
        for (sum, camp) in self.camps.iter_mut().zip(camps) {
            sum.0 += u64::from(camp.men());
            sum.1 += u64::from(camp.losses());
            for unit in &camp.units {
                *self.in_battle.entry(unit.id.nation).or_default() += u64::from(unit.fire + unit.melee);
            }
        }
    }

    /// Puts down what a turn made of the armies.
    pub fn note_turn(&mut self, before: &LandState, after: &LandState) {
        for (state, sign) in [(before, 1), (after, -1)] {
            for unit in state.units.values() {
                *self.in_all.entry(unit.id.nation).or_default() += sign * i64::from(unit.strength);
            }
        }
    }

    /// The war in figures.
    pub fn words(&self) -> Vec<String> {
        let mut words = vec!["Battles by the odds of the attackers, in men".to_owned()];
        for ((_, name), (battles, won)) in ODDS.iter().zip(self.odds).filter(|(_, row)| row.0 > 0) {
            words.push(format!("  {name}: {battles}, of which the attackers won {won}"));
        }
        let [attackers, defenders] = self.camps.map(|(men, lost)| tenths(lost, men));
        words.push(format!(
            "A battle cost the attackers {attackers} % of their men, the defenders {defenders} %"
        ));
        words.push(
            "Men fewer at the end than at the beginning, who came back counted in; and men lost in battle"
                .into(),
        );
        for (nation, lost) in self.in_all.iter().filter(|(_, lost)| **lost != 0) {
            let in_battle = self.in_battle.get(nation).copied().unwrap_or_default();
            words.push(format!("  {}: {lost}, {in_battle}", nation.words()));
        }
        words
    }
}

/// The row of [`ODDS`] for so many attackers and defenders.
fn row([attackers, defenders]: [u64; 2]) -> usize {
    let reaches = |(of, to): (u64, u64)| attackers * to >= of * defenders;
    ODDS.iter().position(|(odds, _)| reaches(*odds)).unwrap_or(ODDS.len() - 1)
}

/// A share in per cent, with a tenth.
fn tenths(part: u64, of: u64) -> String {
    let share = (1000 * part + of / 2) / of.max(1);
    format!("{}.{}", share / 10, share % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_have_rows_open_above() {
        assert_eq!(row([5000, 1000]), 0);
        assert_eq!(row([4999, 1000]), 1);
        assert_eq!(row([2000, 1000]), 1);
        assert_eq!(row([1500, 1000]), 2);
        assert_eq!(row([1000, 1500]), 3);
        assert_eq!(row([999, 1500]), 4);
        assert_eq!(row([0, 0]), 0, "nobody against nobody");
        assert_eq!(tenths(1, 3), "33.3");
        assert_eq!(tenths(0, 0), "0.0");
    }
}
