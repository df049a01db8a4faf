//! The luck of a random war: what a seed gives, over and over the same.

use rand::Rng;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// A generator of choices. Worlds and orders are drawn from it; the turn itself has its own dice.
pub struct Lots(ChaCha8Rng);

impl Lots {
    /// The luck of one campaign (turn 0: its world; others: that turn's orders).
    pub fn new(seed: u64, campaign: u64, turn: u32) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&campaign.to_le_bytes());
        key[16..20].copy_from_slice(&turn.to_le_bytes());
        Lots(ChaCha8Rng::from_seed(key))
    }

    /// A number in `0..below`; 0 for 0.
    pub fn below(&mut self, below: usize) -> usize {
        let below = below.max(1) as u64;
        (self.0.next_u64() % below) as usize
    }

    /// A number in `from..=to`.
    pub fn between(&mut self, from: usize, to: usize) -> usize {
        from + self.below(to - from + 1)
    }

    /// A small number in `from..=to`.
    pub fn small(&mut self, from: u8, to: u8) -> u8 {
        u8::try_from(self.between(from.into(), to.into())).unwrap_or(to)
    }

    /// Whether a chance of so many in a hundred comes true.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of some things.
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        (!things.is_empty()).then(|| &things[self.below(things.len())])
    }
}
