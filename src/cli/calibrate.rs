//! `fieldpost calibrate`: battles and bombardments, many times each, and what comes of them, held against the targets of
//! `docs/rules/calibration.md`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;

use fieldpost_proof::PROOFS;

/// Arguments of `fieldpost calibrate`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rulebook.
    #[arg(long, default_value = "rotd-euwol")]
    pub ruleset: String,
    /// The battles of ships: short for the rulebook `wisc-cwol`.
    #[arg(long)]
    pub sea: bool,
    /// How often each battle is fought.
    #[arg(long, default_value_t = 2000)]
    pub trials: u64,
}

/// Fights the battles and the bombardments and prints the tables, each figure with its target. Exit status 1 if one misses
/// it by more than its tolerance.
///
/// # Errors
/// If the ruleset has no targets, or `out` cannot be written.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let ruleset = if args.sea { "wisc-cwol" } else { &args.ruleset };
    let calibrate = PROOFS.of(ruleset).and_then(|proof| proof.calibrate).with_context(|| {
        let known = PROOFS.0.iter().filter(|proof| proof.calibrate.is_some()).map(|proof| proof.rulebook);
        let known = known.collect::<Vec<_>>().join(", ");
        format!("no ruleset with targets is called {ruleset:?}; expected one of {known}")
    })?;
    let all_met = calibrate(&args.trials, out)?;
    Ok(if all_met { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
