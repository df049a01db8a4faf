//! `fieldpost soak --campaigns N`: whole campaigns of random wars, each step of each turn held against what must hold in any of
//! them, and each turn run twice; of every rulebook that is hosted and can be soaked. With `--receipts` it is what receipts foretell that
//! is held against what comes.

use std::io::Write;
use std::process::ExitCode;

use fieldpost_door::{Proof, Soak};
use fieldpost_proof::PROOFS;

/// Arguments of `fieldpost soak`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How many campaigns.
    #[arg(long, default_value_t = 10)]
    pub campaigns: u64,
    /// The seed of all of them.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The number of the first campaign.
    #[arg(long, default_value_t = 0)]
    pub first: u64,
    /// Turns of each campaign.
    #[arg(long, default_value_t = 12)]
    pub turns: u32,
    /// Hold what receipts foretell against what comes, in place of all else.
    #[arg(long)]
    pub receipts: bool,
    /// Wars by this rulebook alone.
    #[arg(long, value_name = "RULEBOOK")]
    pub ruleset: Option<String>,
}

/// Runs campaigns, and says what broke in each of them first; the exit status is 1 if anything did.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let Args { campaigns, seed, first, turns, receipts, ref ruleset } = *args;
    let is_asked = |proof: &&&Proof| ruleset.as_ref().is_none_or(|name| proof.rulebook == name);
    let mut held = true;
    let trial = |proof: &&Proof| if receipts { proof.receipts } else { proof.soak };
    for soak in PROOFS.0.iter().filter(is_asked).filter_map(trial) {
        held &= soak(&Soak { campaigns, seed, first, turns }, out)?;
    }
    Ok(if held { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
