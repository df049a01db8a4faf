//! The land rules written a second time, from the rulebook and the decision record and not from the engine, and held
//! against the engine over random positions: contact (11.2), interception (9.11), falling back and retreating (10.8,
//! 10.10), and battles to the man (10.1 to 10.9).
//!
//! A model is plain and slow, one function a sentence of the rules. It shares with the engine the plain facts (units,
//! maps, the book's numbers) and the dice, whose draws have names: it asks for the same draw and makes of it what
//! the rule says. Where the two differ one of them is wrong, and the rulebook says which.

mod battle;
mod bombard;
mod check;
mod clash;
mod contact;
mod fall_back;
mod intercept;
mod strength;
mod worlds;

/// Holds a model against the engine in the worlds of so many seeds, and says of the first in which they differ which it
/// is and how. The answer is the sum of what was compared. `MODEL_ROUNDS` asks for so many times as many seeds.
fn agree<T: Default + std::ops::AddAssign>(seeds: u64, compare: impl Fn(u64) -> Result<T, String>) -> T {
    let rounds = std::env::var("MODEL_ROUNDS").ok().and_then(|rounds| rounds.parse::<u64>().ok());
    let mut sum = T::default();
    for seed in 0..seeds * rounds.unwrap_or(1) {
        match compare(seed) {
            Ok(seen) => sum += seen,
            Err(difference) => panic!("seed {seed}: {difference}"),
        }
    }
    sum
}

/// One thing that engine and model ought to say alike.
fn same<T: PartialEq + std::fmt::Debug>(
    what: impl Fn() -> String,
    engine: &T,
    model: &T,
) -> Result<(), String> {
    if engine == model {
        return Ok(());
    }
    Err(format!("{}:\n  engine {engine:?}\n  model  {model:?}", what()))
}
