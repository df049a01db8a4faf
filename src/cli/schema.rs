//! `fieldpost schema [RULESET]`: prints the JSON Schema of `report.json`, for players who write tools of their own.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;

use fieldpost_games::RULEBOOKS;

/// Arguments of `fieldpost schema`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rulebook.
    #[arg(default_value = "rotd-euwol")]
    pub ruleset: String,
}

/// Prints the schema; `docs/report.schema.json` is the same text.
///
/// # Errors
/// If no such file goes with reports of the ruleset, or `out` cannot be written.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let schema = RULEBOOKS.named(&args.ruleset).and_then(|rulebook| rulebook.schema).with_context(|| {
        let known = RULEBOOKS.0.iter().filter(|rulebook| rulebook.schema.is_some());
        let known = known.map(|rulebook| rulebook.name).collect::<Vec<_>>().join(", ");
        format!("no report.json is known of {:?}; expected one of {known}", args.ruleset)
    })?;
    out.write_all(schema()?.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
