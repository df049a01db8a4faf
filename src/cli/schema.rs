//! `fieldpost schema`: prints the JSON Schema of `report.json`, for players who write tools of their own.

use std::io::Write;
use std::process::ExitCode;

use crate::games::land::tell::json;

/// Arguments of `fieldpost schema`: there are none.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Prints the schema; `docs/report.schema.json` is the same text.
///
/// # Errors
/// If `out` cannot be written.
pub fn run(_: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    out.write_all(json::schema()?.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
