//! Keyed dice (decisions G-01, G-02, G-03).
//!
//! A draw depends on nothing but its key: game seed, turn, phase, rule, roller and count. A rule that
//! rolls once more, or a unit more on the map, changes no other roll. Every draw is kept for the audit.

use std::collections::BTreeSet;

use rand::Rng;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// One draw as it stands in a turn's audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    /// The phase it was drawn in, as in the turn list.
    pub phase: String,
    /// The rule or decision that asked, such as `7.6`.
    pub rule: String,
    /// Who rolled: a unit's or a city's id.
    pub roller: String,
    /// The how-manieth draw of this key.
    pub count: u32,
    /// The 64 bits drawn.
    pub value: u64,
}

/// The dice of one turn.
#[derive(Clone, Debug)]
pub struct Dice {
    seed: u64,
    turn: u32,
    is_turned: bool,
    log: Vec<Draw>,
}

impl Dice {
    /// Dice for `turn` of the game with `seed`.
    pub fn new(seed: u64, turn: u32) -> Self {
        Dice { seed, turn, is_turned: false, log: Vec::new() }
    }

    /// The same dice the other way round, before the first draw: of those who draw lots the first is last, and each two change places. No
    /// game is played with them; a rehearsal asks them what hangs on the lots.
    #[must_use]
    pub fn turned(self) -> Self {
        Dice { is_turned: !self.is_turned, ..self }
    }

    /// The 64 bits for this key; the same key gives the same bits, always.
    pub fn draw(&mut self, phase: impl AsRef<str>, rule: &str, roller: &str, count: u32) -> u64 {
        let phase = phase.as_ref();
        let drawn = keyed(self.seed, self.turn, phase, rule, roller, count);
        let value = if self.is_turned { !drawn } else { drawn };
        self.log.push(Draw { phase: phase.into(), rule: rule.into(), roller: roller.into(), count, value });
        value
    }

    /// A number in `0..below`, without bias that matters (64 bits scaled down). `below` 0 gives 0.
    pub fn below(&mut self, below: u64, phase: impl AsRef<str>, rule: &str, roller: &str, count: u32) -> u64 {
        let wide = u128::from(self.draw(phase, rule, roller, count)) * u128::from(below);
        (wide >> 64) as u64
    }

    /// Whether a chance in basis points (0 to 10,000) comes true (G-04: succeeds if the roll is below it).
    pub fn chance(
        &mut self,
        basis_points: u32,
        phase: impl AsRef<str>,
        rule: &str,
        roller: &str,
        count: u32,
    ) -> bool {
        self.below(10_000, phase, rule, roller, count) < u64::from(basis_points)
    }

    /// What was drawn so far, in order.
    pub fn log(&self) -> &[Draw] {
        &self.log
    }

    /// Whether lots were drawn: two or more by one rule in one phase, so that who or what came first was decided.
    pub fn has_drawn_lots(&self) -> bool {
        let mut asked = BTreeSet::new();
        self.log.iter().any(|draw| !asked.insert((&draw.phase, &draw.rule)))
    }

    /// Ends the turn's dice and hands over the audit log.
    pub fn into_log(self) -> Vec<Draw> {
        self.log
    }
}

fn keyed(seed: u64, turn: u32, phase: &str, rule: &str, roller: &str, count: u32) -> u64 {
    let mut hash = Sha256::new();
    hash.update(seed.to_le_bytes());
    hash.update(turn.to_le_bytes());
    for part in [phase, rule, roller] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    hash.update(count.to_le_bytes());
    ChaCha8Rng::from_seed(hash.finalize().into()).next_u64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_key_is_the_same_draw_whatever_came_before() {
        let mut alone = Dice::new(7, 3);
        let mut busy = Dice::new(7, 3);
        busy.draw("strat 1", "7.6", "AU1IN", 0);
        assert_eq!(alone.draw("strat 1", "7.6", "FR1IN", 0), busy.draw("strat 1", "7.6", "FR1IN", 0));
    }

    #[test]
    fn turned_dice_put_the_first_last() {
        let order = |mut dice: Dice| {
            let mut drawn: Vec<(u64, &str)> =
                ["AU1IN", "AU2IN", "AU3IN"].map(|id| (dice.draw("strat 1", "7.6", id, 0), id)).into();
            drawn.sort_unstable();
            drawn.into_iter().map(|(_, id)| id).collect::<Vec<_>>()
        };
        let mut back = order(Dice::new(7, 3).turned());
        back.reverse();
        assert_eq!(order(Dice::new(7, 3)), back);
    }

    #[test]
    fn lots_are_drawn_by_two_of_one_rule_in_one_phase() {
        let mut dice = Dice::new(7, 3);
        dice.draw("strat 1", "7.6", "AU1IN", 0);
        dice.draw("strat 2", "7.6", "AU2IN", 0);
        dice.draw("strat 1", "7.13", "AU1IN", 0);
        assert!(!dice.has_drawn_lots());
        dice.draw("strat 1", "7.6", "AU2IN", 0);
        assert!(dice.has_drawn_lots());
    }

    #[test]
    fn each_part_of_the_key_counts() {
        let base = keyed(1, 1, "a", "b", "c", 0);
        let others = [
            keyed(2, 1, "a", "b", "c", 0),
            keyed(1, 2, "a", "b", "c", 0),
            keyed(1, 1, "ab", "", "c", 0),
            keyed(1, 1, "a", "bc", "", 0),
            keyed(1, 1, "a", "b", "c", 1),
        ];
        assert!(others.iter().all(|other| *other != base));
    }

    #[test]
    fn draws_are_pinned_so_that_a_library_update_cannot_change_old_games() {
        assert_eq!(keyed(1, 1, "strat 1", "7.6", "FR1IN", 0), GOLDEN);
    }

    const GOLDEN: u64 = 2_336_436_490_495_993_026;

    #[test]
    fn a_third_is_about_a_third() {
        let mut dice = Dice::new(1, 1);
        let hits = (0..3_000).filter(|n| dice.chance(3_333, "end", "11.3", "Ulm", *n)).count();
        assert!((900..1_100).contains(&hits), "{hits} of 3000");
    }
}
