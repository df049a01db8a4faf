//! `fieldpost export FILE`, `fieldpost import FILE`, `fieldpost rebuild`: the whole record out, in, and made again.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;

use crate::cli::post_office::{ConfigArg, ask_or_do};
use crate::daemon::socket::Request;
use crate::store;

/// Arguments of `fieldpost export`.
#[derive(Debug, clap::Args)]
pub struct ExportArgs {
    #[command(flatten)]
    config: ConfigArg,
    /// The new file, JSON Lines.
    pub file: PathBuf,
}

/// Arguments of `fieldpost import`.
#[derive(Debug, clap::Args)]
pub struct ImportArgs {
    #[command(flatten)]
    config: ConfigArg,
    /// A file that `export` wrote.
    pub file: PathBuf,
}

/// Arguments of `fieldpost rebuild`.
#[derive(Debug, clap::Args)]
pub struct RebuildArgs {
    #[command(flatten)]
    config: ConfigArg,
}

/// Writes the record: everything but secrets' plain text.
///
/// # Errors
/// If the file exists or the record cannot be read.
pub fn export(args: &ExportArgs, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let request = Request::Export { to: std::path::absolute(&args.file)? };
    writeln!(out, "{}", ask_or_do(args.config.load()?, &request, Vec::new())?)?;
    Ok(ExitCode::SUCCESS)
}

/// Reads a record into an empty store; no daemon may run.
///
/// # Errors
/// If the store is not empty, or the file is not an export.
pub fn import(args: &ImportArgs, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let config = args.config.load()?;
    let file = File::open(&args.file).with_context(|| format!("{} cannot be read", args.file.display()))?;
    store::import(&config.office.store, &mut BufReader::new(file))?;
    writeln!(out, "{} was read into {}", args.file.display(), config.office.store.display())?;
    Ok(ExitCode::SUCCESS)
}

/// Makes the store again from the letters, games and journal that lie beside it as files; no daemon may run.
///
/// # Errors
/// If the files do not fit together, with the one that is at fault.
pub fn rebuild(args: &RebuildArgs, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let config = args.config.load()?;
    let rebuilt = store::rebuild(&config.office.store)?;
    writeln!(out, "{} entries were carried out again", rebuilt.entries)?;
    for why in &rebuilt.left_out {
        writeln!(out, "left out: {why}")?;
    }
    Ok(ExitCode::SUCCESS)
}
