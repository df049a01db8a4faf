//! `fieldpost rules [RULESET]`: a rulebook's numbers, what each says, and whether it is built.

use std::io::Write;
use std::process::ExitCode;

/// Arguments of `fieldpost rules`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rulebook.
    #[arg(default_value = "rotd-euwol")]
    pub ruleset: String,
}

/// Lists the rules.
///
/// # Errors
/// If there is no list for the ruleset.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let _ = (args, out);
    anyhow::bail!("the rules list has not landed yet")
}
