//! `fieldpost export FILE`, `fieldpost import FILE`, `fieldpost rebuild`: the whole record out, in, and made again.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use tempfile::NamedTempFile;

use crate::cli::post_office::{ConfigArg, as_its_owner, export_to};
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
    let config = args.config.load()?;
    let target = args.file.display();
    if args.file.exists() {
        bail!("{target} is there already");
    }
    let folder = args.file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let cannot_make = || format!("cannot make {target}");
    // It has its name when it is whole, and is its maker's alone from the first byte.
    let mut file = NamedTempFile::new_in(folder).with_context(cannot_make)?;
    let words = export_to(config, &mut file).with_context(|| format!("{target} was not written"))?;
    file.as_file().sync_all().with_context(cannot_make)?;
    file.persist_noclobber(&args.file).with_context(cannot_make)?;
    File::open(folder)?.sync_all().with_context(cannot_make)?;
    writeln!(out, "{target}: {words}")?;
    Ok(ExitCode::SUCCESS)
}

/// Reads a record into an empty store; no daemon may run.
///
/// # Errors
/// If the store is not empty, or the file is not an export.
pub fn import(args: &ImportArgs, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let config = args.config.load()?;
    as_its_owner(&config.office.store)?;
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
    as_its_owner(&config.office.store)?;
    let rebuilt = store::rebuild(&config.office.store)?;
    writeln!(out, "{} entries were carried out again", rebuilt.entries)?;
    for why in &rebuilt.left_out {
        writeln!(out, "left out: {why}")?;
    }
    Ok(ExitCode::SUCCESS)
}
