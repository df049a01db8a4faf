//! `fieldpost export FILE`, `fieldpost import FILE`, `fieldpost rebuild`, `fieldpost verify`: the whole record out, in,
//! made again, and held to its hashes; and one game out of it, to another post office.

mod handed;

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use tempfile::NamedTempFile;

use crate::cli::post_office::{ConfigArg, as_its_owner, export_to};
use fieldpost_daemon::config::Config;
use fieldpost_daemon::handed::folder_of;
use fieldpost_daemon::identity::{self, Identity};
use fieldpost_store::{Damage, SledStore, Store, Verified};

/// Arguments of `fieldpost export`.
#[derive(Debug, clap::Args)]
pub struct ExportArgs {
    #[command(flatten)]
    config: ConfigArg,
    /// The new file, JSON Lines; FILE.identity, with the post office's key, is made beside it.
    pub file: PathBuf,
    /// Read it into a folder of its own for the time being, export that, and hold the one to the other.
    #[arg(long, conflicts_with = "game")]
    pub check: bool,
    /// One game alone, for another post office; it is closed here.
    #[arg(long, requires = "moved_to")]
    pub game: Option<String>,
    /// The mail address to which that game's letters go from now on: players are told.
    #[arg(long, requires = "game")]
    pub moved_to: Option<String>,
}

/// Arguments of `fieldpost import`.
#[derive(Debug, clap::Args)]
pub struct ImportArgs {
    #[command(flatten)]
    config: ConfigArg,
    /// A file that `export` wrote; FILE.identity is taken along where it lies beside it.
    pub file: PathBuf,
    /// Put the one game of a file that `export --game` wrote beside the games that are here.
    #[arg(long)]
    pub beside: bool,
}

/// Arguments of `fieldpost rebuild`.
#[derive(Debug, clap::Args)]
pub struct RebuildArgs {
    #[command(flatten)]
    config: ConfigArg,
}

/// Arguments of `fieldpost verify`.
#[derive(Debug, clap::Args)]
pub struct VerifyArgs {
    #[command(flatten)]
    config: ConfigArg,
}

/// Writes the record, everything but secrets' plain text, and the post office's key beside it, both for their owner
/// alone. The exit status is 1 if the record is damaged, so that the export lacks something.
///
/// # Errors
/// If a file exists or the record cannot be read.
pub fn export(args: &ExportArgs, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let config = args.config.load()?;
    let target = args.file.display();
    if args.file.exists() {
        bail!("{target} is there already");
    }
    if let (Some(game), Some(to)) = (&args.game, &args.moved_to) {
        return handed::hand_over(config, (game, to), &args.file, out);
    }
    let identity = Identity::load(&config.office.store)?;
    let beside = identity_beside(&args.file);
    identity.write(&beside)?;
    let write = |file: &mut NamedTempFile| export_to(config, file);
    let words = write_whole(&args.file, write).inspect_err(|_| drop(fs::remove_file(&beside)))?;
    writeln!(out, "{target}: {words}")?;
    writeln!(out, "The post office's key is in {}: keep both as private as the store", beside.display())?;
    let file = File::open(&args.file).with_context(|| format!("{target} cannot be read"))?;
    let gaps = fieldpost_store::gaps_of_export(BufReader::new(file))?;
    if args.check {
        held_to_its_import(&args.file, gaps.is_empty())?;
        writeln!(out, "It was read into a folder for trial, and came out of that as it is")?;
    }
    tell_missing(&gaps, "It is NOT WHOLE: this is damaged or missing, and not in it", out)
}

/// Imports an export beside itself for trial, exports that, and looks for each of its lines there. What the import adds is that
/// mails whose bytes an export does not hold are given up; the last line counts lines, and differs with that. Of one
/// that is not whole only the entries are looked for.
///
/// # Errors
/// If it cannot be imported, or a line of it is lost by that.
fn held_to_its_import(file: &Path, is_whole: bool) -> anyhow::Result<()> {
    let folder = folder_of(file);
    let trial = tempfile::Builder::new().prefix(".fieldpost-trial-").tempdir_in(folder)?;
    let store = trial.path().join("store");
    let why = || format!("{} was written, and cannot be read in again", file.display());
    fs::create_dir(&store)?;
    read_in(&store, file, &mut std::io::sink(), |_| Ok(())).with_context(why)?;
    let mut again = tempfile::tempfile_in(trial.path())?;
    SledStore::open(&store)?.export(&mut BufWriter::new(&mut again))?;
    again.rewind()?;
    let mut found = BufReader::new(again).lines();
    let mut lines = BufReader::new(File::open(file)?).lines().peekable();
    let mut number = 0;
    while let Some(line) = lines.next().transpose()?
        && lines.peek().is_some()
    {
        number += 1;
        // Of a record that lacks entries, nothing may name what those brought.
        if !is_whole && !fieldpost_store::is_entry(&line) {
            continue;
        }
        let is_it = |other: std::io::Result<String>| other.map(|other| other == line);
        if !found.by_ref().map(is_it).find(|same| !matches!(same, Ok(false))).transpose()?.unwrap_or(false) {
            bail!("{}: line {number} does not come out of the folder that it was read into", file.display());
        }
    }
    Ok(())
}

/// The file has its name when it is whole, and is its maker's alone from the first byte.
fn write_whole(
    target: &Path,
    write: impl FnOnce(&mut NamedTempFile) -> anyhow::Result<String>,
) -> anyhow::Result<String> {
    let folder = folder_of(target);
    let cannot_make = || format!("cannot make {}", target.display());
    let mut file = aside(folder).with_context(cannot_make)?;
    let words = write(&mut file).with_context(|| format!("{} was not written", target.display()))?;
    file.as_file().sync_all().with_context(cannot_make)?;
    file.persist_noclobber(target).with_context(cannot_make)?;
    File::open(folder)?.sync_all().with_context(cannot_make)?;
    Ok(words)
}

/// A file that has no name of its own yet. Its own name is known after a kill: `.fieldpost-export-` and some letters.
pub(crate) fn aside(folder: &Path) -> std::io::Result<NamedTempFile> {
    tempfile::Builder::new().prefix(".fieldpost-export-").tempfile_in(folder)
}

/// Where the key of an export lies.
pub fn identity_beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".identity");
    name.into()
}

/// Reads a record into an empty store, with the key that lies beside it; no daemon may run. The exit status is 1 if the
/// export lacks something.
///
/// # Errors
/// If the store is not empty, or the file is not an export.
pub fn import(args: &ImportArgs, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let config = args.config.load()?;
    as_its_owner(&config.office.store)?;
    if args.beside {
        return handed::take_in(config, &args.file, out);
    }
    let beside = identity_beside(&args.file);
    let identity = if beside.exists() { Some(Identity::read(&beside)?) } else { None };
    if config.postgres.is_some() {
        // The key before the record, since the database is held to it; but none is touched for an import that is refused.
        if Identity::read(&identity::path(&config.office.store)).is_ok() {
            refuse_unless_empty(&config)?;
        }
        take_identity(&config.office.store, identity.as_ref(), out)?;
        return import_shared(&config, &args.file, out);
    }
    let store = &config.office.store;
    let missing = read_in(store, &args.file, out, |out| take_identity(store, identity.as_ref(), out))?;
    tell_missing(&missing, "The export was NOT WHOLE: this is not in the store", out)
}

/// Reads an export into the database of a configuration.
#[cfg(feature = "postgres")]
fn import_shared(config: &Config, file: &Path, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let from = File::open(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let database = fieldpost_daemon::record::postgres(config)?;
    let imported = fieldpost_store::postgres::import_into(database, BufReader::new(from))?;
    writeln!(out, "{} was read into the database: {} entries", file.display(), imported.entries)?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(feature = "postgres")]
fn refuse_unless_empty(config: &Config) -> anyhow::Result<()> {
    Ok(fieldpost_store::postgres::refuse_unless_empty(&fieldpost_daemon::record::postgres(config)?)?)
}

#[cfg(not(feature = "postgres"))]
fn refuse_unless_empty(_: &Config) -> anyhow::Result<()> {
    bail!(fieldpost_daemon::record::WITHOUT)
}

#[cfg(not(feature = "postgres"))]
fn import_shared(_: &Config, _: &Path, _: &mut dyn Write) -> anyhow::Result<ExitCode> {
    bail!(fieldpost_daemon::record::WITHOUT)
}

/// Refuses what is for a record in the store's folder alone.
fn only_in_folder(config: &Config, instead: &str) -> anyhow::Result<()> {
    match config.postgres {
        None => Ok(()),
        Some(_) => bail!("the record is in PostgreSQL, and not in the store's folder: {instead}"),
    }
}

/// Reads an export into a store, and gives what it lacks. The store is used by nothing else until `then` is done too.
///
/// # Errors
/// If the store is not empty, or the file is not an export; or as `then`.
pub fn read_in(
    store: &Path,
    file: &Path,
    out: &mut dyn Write,
    then: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<Vec<Damage>> {
    let from = File::open(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let (imported, unfinished) = fieldpost_store::begin_import(store, BufReader::new(from))?;
    then(&mut *out)?;
    unfinished.finish()?;
    let entries = imported.entries;
    writeln!(out, "{} was read into {}: {entries} entries", file.display(), store.display())?;
    Ok(imported.missing)
}

/// Gives a store that was just imported the key of its record. One that lay there, as `init` makes it, is kept as
/// `identity.toml.old`, and never over another that is kept so.
fn take_identity(store: &Path, identity: Option<&Identity>, out: &mut dyn Write) -> anyhow::Result<()> {
    let home = identity::path(store);
    match identity {
        Some(identity) => {
            let before = Identity::read(&home).ok();
            if home.exists() && before.as_ref() != Some(identity) {
                let aside = free_name(store)?;
                fs::rename(&home, &aside)?;
                let mark = before.map_or_else(|| "damaged".into(), |old| format!("mark {}", old.mark()));
                writeln!(out, "The key that lay here ({mark}) is kept as {}", aside.display())?;
            }
            if !home.exists() {
                identity.save(store)?;
            }
            writeln!(out, "The post office's key (mark {}) came with it", identity.mark())?;
        }
        None => writeln!(
            out,
            "No FILE.identity lies beside it: put the old store's identity.toml into {}, or replies to mails of before will \
             not be recognised",
            store.display()
        )?,
    }
    Ok(())
}

/// A name for a key that is put aside, that no other has: `identity.toml.old`, `identity.toml.old2`, and so on.
fn free_name(store: &Path) -> anyhow::Result<PathBuf> {
    let names = std::iter::once(String::new()).chain((2..1_000).map(|number: u32| number.to_string()));
    let mut places = names.map(|number| store.join(format!("identity.toml.old{number}")));
    places
        .find(|place| !place.exists())
        .context("too many keys lie aside: take the identity.toml.old files away")
}

/// Says what is missing; the exit status is 1 if anything is.
pub fn tell_missing(missing: &[Damage], title: &str, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    if missing.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{title}:")?;
    for damage in missing {
        writeln!(out, "  {damage}")?;
    }
    Ok(ExitCode::FAILURE)
}

/// Makes the store again from the letters, games and journal that lie beside it as files; no daemon may run. The exit
/// status is 1 if anything had to be left out.
///
/// # Errors
/// If a daemon holds the store, or the disk fails.
pub fn rebuild(args: &RebuildArgs, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let config = args.config.load()?;
    only_in_folder(&config, "`fieldpost store rehearse` holds its rows to its entries")?;
    as_its_owner(&config.office.store)?;
    let rebuilt = fieldpost_store::rebuild(&config.office.store)?;
    writeln!(out, "{} entries were carried out again", rebuilt.entries)?;
    let title = "This was damaged or missing, or hangs on what is, and was left out as far as it is said here; damaged \
                 records lie in the store's folder `damaged` (put them right and back, and rebuild again)";
    tell_missing(&rebuilt.left_out, title, out)
}

/// Holds the whole record to its hashes, checksums and database, and names what is damaged and what that costs. The exit
/// status is 1 if anything is. Beside a running daemon only the database is left out.
///
/// # Errors
/// If there is no store.
pub fn verify(args: &VerifyArgs, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let config = args.config.load()?;
    only_in_folder(
        &config,
        "a running daemon looks it over, and `fieldpost store rehearse` holds its rows to its entries",
    )?;
    as_its_owner(&config.office.store)?;
    let verified = verify_all(&config)?;
    writeln!(out, "{}", summary(&verified))?;
    tell_missing(&verified.damages, "This is damaged or missing", out)
}

/// The record and the key of a post office, held to what is known of them.
///
/// # Errors
/// If there is no store.
pub fn verify_all(config: &Config) -> anyhow::Result<Verified> {
    let mut verified = fieldpost_store::verify(&config.office.store)?;
    let file = "identity.toml".to_owned();
    let costs =
        "It is the key of the post office: without it replies to our mails and bounces are not recognised"
            .to_owned();
    match Identity::load(&config.office.store) {
        Err(error) => {
            let why = error.root_cause().to_string();
            verified.damages.push(Damage { file, why, costs });
        }
        Ok(identity) if verified.message_id.as_ref().is_some_and(|id| !identity.knows(id)) => {
            let why = "it is not the key that the Message-IDs of our mails were made with".into();
            verified.damages.push(Damage { file, why, costs });
        }
        Ok(_) => {}
    }
    Ok(verified)
}

/// What was looked at, in a few sentences.
pub fn summary(verified: &Verified) -> String {
    let Verified { bodies, records, without_checksum, rows, aside, .. } = verified;
    let mut words =
        format!("{bodies} letters, mails and papers and {records} records were held to their hashes");
    match rows {
        Some(rows) => words.push_str(&format!("; {rows} rows of the database were compared with them")),
        None => words.push_str("; the database was not compared (a daemon holds it, or it does not open)"),
    }
    if *without_checksum > 0 {
        let held = if rows.is_some() {
            "were held to the database instead"
        } else {
            "could not be held to anything"
        };
        words.push_str(&format!(
            "; {without_checksum} records of an older fieldpost carry no checksum and {held}"
        ));
    }
    if *aside > 0 {
        words.push_str(&format!(
            "; {aside} damaged files were kept aside before, in the store's folder `damaged`"
        ));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Issue 42, 1: a second import put the first one's key over the one that had been kept, and with it went the mails it encrypts.
    #[test]
    fn no_key_is_ever_put_over_another() {
        let folder = tempfile::tempdir().unwrap();
        let keys = [Identity::fresh(), Identity::fresh(), Identity::fresh()];
        keys[0].save(folder.path()).unwrap();
        let mut out = Vec::new();
        take_identity(folder.path(), Some(&keys[1]), &mut out).unwrap();
        take_identity(folder.path(), Some(&keys[1]), &mut out).unwrap();
        take_identity(folder.path(), Some(&keys[2]), &mut out).unwrap();
        let kept = ["identity.toml.old", "identity.toml.old2", "identity.toml"];
        for (name, key) in kept.iter().zip(&keys) {
            assert_eq!(Identity::read(&folder.path().join(name)).unwrap(), *key, "{name}");
        }
        let said = String::from_utf8(out).unwrap();
        assert_eq!(said.matches("is kept as").count(), 2, "{said}");
        assert!(keys.iter().all(|key| said.contains(&key.mark())), "{said}");
    }
}
