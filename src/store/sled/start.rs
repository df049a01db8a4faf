//! What is done when a store is opened: it is locked, its schema is held to ours, what an interrupted write left
//! is swept, and mails that were being sent wait again.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use crate::deeds::seal;
use crate::error::panic_words;
use crate::error::{Result, StoreError};
use crate::history::{EntryNo, Shelf};
use crate::lock::patiently;
use crate::outbox::{MailRow, MailState, Mark};
use crate::sled::database::{Batch, Database, Unopened};
use crate::sled::disk::{Disk, JOURNAL, NAMED, close_to_others, failed, journal_path, make_folder};
use crate::sled::row::{Numbers, get_row, to_json};
use crate::sled::schema::{OLDEST, SCHEMA, carry_over};
use crate::sled::sources::{self, JournalLine, Torn};
use crate::sled::{keys, shelves};

/// The database's folder within the store's.
pub const DATABASE: &str = "db";

/// There while an import is under way: what lies beside it is half a record.
pub const IMPORTING: &str = "importing";

/// Refuses a folder in which an import was not finished, to everything but an import.
///
/// # Errors
/// [`StoreError::HalfImported`].
pub fn refuse_half_import(folder: &Path) -> Result<()> {
    match folder.join(IMPORTING).exists() {
        true => Err(StoreError::HalfImported { folder: folder.to_path_buf() }),
        false => Ok(()),
    }
}

/// Opens the database. Nothing is flushed but by our own writes. Sled can panic on a damaged folder, which is
/// damage in words here.
pub fn open_database(disk: &Disk, name: &str) -> Result<Database> {
    let folder = disk.path(name);
    // Sled makes its files as the umask is, so its folder is closed.
    make_folder(&folder).map_err(failed("make the folder", &folder))?;
    close_to_others(&folder, 0o700).map_err(failed("close to others", &folder))?;
    let database = open_as_it_is(disk, name)?;
    for inner in fs::read_dir(&folder).map_err(failed("read", &folder))? {
        let inner = inner.map_err(failed("read", &folder))?.path();
        let mode = if inner.is_dir() { 0o700 } else { 0o600 };
        close_to_others(&inner, mode).map_err(failed("close to others", &inner))?;
    }
    Ok(database)
}

fn open_as_it_is(disk: &Disk, name: &str) -> Result<Database> {
    let damaged = |why: String| StoreError::Damaged { folder: disk.root().to_path_buf(), why };
    // Our own lock is held, so an error of input or output can only be the database's own lock in its last breath.
    let opened = patiently(|| match Database::open(&disk.path(name)) {
        Ok(database) => Ok(Ok(database)),
        Err(Unopened::Damaged(why)) => Ok(Err(damaged(why))),
        Err(Unopened::Held(error)) => Err(error),
    });
    opened?
}

/// Reads a database from end to end, for whoever only asks it: sled looks at many of its pages no sooner, and can panic
/// on a damaged one. `None`, with the reason told, if it cannot be read.
pub fn read_through(database: Database, tell: impl FnOnce(String)) -> Option<Database> {
    let read = catch_unwind(AssertUnwindSafe(|| database.scan(..).try_for_each(|row| row.map(drop))));
    match read {
        Ok(Ok(())) => return Some(database),
        Ok(Err(error)) => tell(error.to_string()),
        Err(fault) => tell(format!("the database panicked when it was read: {}", panic_words(&*fault))),
    }
    // It may panic once more when it is closed.
    drop(catch_unwind(AssertUnwindSafe(|| drop(database))));
    None
}

/// Holds the database's schema to ours: carries an older one over, writes it into a new one.
pub fn check_schema(disk: &Disk, database: &Database) -> Result<()> {
    match get_row::<u32>(database, keys::SCHEMA)? {
        Some(SCHEMA) => Ok(()),
        Some(found @ OLDEST..SCHEMA) => carry_over(database, found),
        Some(found) => Err(StoreError::Schema { folder: disk.root().to_path_buf(), found, known: SCHEMA }),
        None if database.scan(..).next().is_some() => {
            Err(damaged(disk, "its database has rows but no schema"))
        }
        None if has_entries(disk)? => Err(damaged(disk, "its database is gone, but records lie there")),
        None => write_schema(disk, database),
    }
}

pub fn write_schema(disk: &Disk, database: &Database) -> Result<()> {
    database.batch(Batch::of(keys::SCHEMA, to_json(&SCHEMA)?))?;
    database.flush()?;
    disk.sync()
}

fn damaged(disk: &Disk, why: &str) -> StoreError {
    StoreError::Damaged { folder: disk.root().to_path_buf(), why: why.into() }
}

/// Whether anything of a store lies in the folder, its database apart.
pub fn has_entries(disk: &Disk) -> Result<bool> {
    for folder in NAMED.iter().chain([&JOURNAL]) {
        if !disk.files(folder)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Removes the files that no write names: what a write left that was interrupted before it was done.
///
/// # Errors
/// [`StoreError::Damaged`] if a record is further on than one interrupted write can be: then the database is older
/// than its folder, and sweeping would destroy what it can be rebuilt from.
pub fn sweep(disk: &Disk, database: &Database, numbers: Numbers) -> Result<u64> {
    let mut unnamed = Vec::new();
    for folder in NAMED {
        for path in disk.files(folder)? {
            if !database.has(keys::file(&path))? {
                unnamed.push(path);
            }
        }
    }
    for path in unnamed.iter().filter(|path| path.ends_with(".json")) {
        // A record that cannot be read is one that was torn off; it was never acknowledged.
        if let Ok((entry, _)) = seal::number(&disk.read(path)?) {
            hold_to_numbers(disk, path, entry, numbers)?;
        }
    }
    let lines = cut_journal(disk, numbers)?;
    for path in &unnamed {
        fs::remove_file(disk.path(path)).map_err(failed("remove", &disk.path(path)))?;
        tracing::info!(path, "swept a file that no write names");
    }
    Ok(lines + unnamed.len() as u64)
}

fn hold_to_numbers(disk: &Disk, path: &str, entry: EntryNo, numbers: Numbers) -> Result<()> {
    if entry.write <= numbers.writes + 1 {
        return Ok(());
    }
    let why =
        format!("its database ends with write {}, but {path} is of write {}", numbers.writes, entry.write);
    Err(damaged(disk, &why))
}

/// Cuts the journal behind its last line that the database knows: what an interrupted write left. Only its newest
/// file can have more. A line that cannot be read and is no such end is damage: it stays, a copy is kept aside, and
/// what comes behind it is kept.
fn cut_journal(disk: &Disk, numbers: Numbers) -> Result<u64> {
    let mut cut = 0;
    let newest = sources::newest_journal(disk);
    for path in disk.files(JOURNAL)?.into_iter().filter(|path| *path >= journal_path(numbers.writes)) {
        let bytes = disk.read(&path)?;
        let is_newest = newest.as_ref() == Some(&path);
        let kept = kept_length(disk, &path, &bytes, numbers, is_newest)?;
        if kept < bytes.len() as u64 {
            shorten(&disk.path(&path), kept)?;
            cut += 1;
        }
        let last = kept.checked_sub(1).and_then(|last| bytes.get(usize::try_from(last).ok()?));
        if last.is_some_and(|last| *last != b'\n') {
            // Or the next line would be written behind it on the same one.
            disk.append_unsynced(&path, b"\n")?;
        }
    }
    Ok(cut)
}

/// How many bytes of a file of the journal stay.
fn kept_length(disk: &Disk, path: &str, bytes: &[u8], numbers: Numbers, is_newest: bool) -> Result<u64> {
    let mut kept = 0;
    // Lines that may yet turn out to be torn off: it depends on what comes behind them.
    let mut in_doubt = Vec::new();
    for line in sources::lines(bytes) {
        let end = line.span.first + line.span.length as u64;
        match &line.number {
            Ok((entry, _)) if entry.write <= numbers.writes => {
                in_doubt.drain(..).try_for_each(|line| tell_of_line(disk, path, bytes, &line))?;
                kept = end;
            }
            Ok((entry, _)) => {
                hold_to_numbers(disk, path, *entry, numbers)?;
                break;
            }
            Err(_) if is_newest && (line.is_torn || !in_doubt.is_empty()) => in_doubt.push(line),
            Err(_) => {
                tell_of_line(disk, path, bytes, &line)?;
                kept = end;
            }
        }
    }
    Ok(kept)
}

fn tell_of_line(disk: &Disk, path: &str, bytes: &[u8], line: &JournalLine) -> Result<()> {
    let torn = Torn {
        path: path.to_owned(),
        line: Some(line.span),
        why: line.number.as_ref().err().cloned().unwrap_or_default(),
        is_tail: false,
    };
    let aside = disk.keep_aside(&torn.name_aside(), line.text(bytes))?;
    let line = torn.name();
    tracing::error!(line, why = torn.why, aside, "a line of the journal is damaged; it is read past");
    Ok(())
}

/// Holds the database to what was acknowledged: sled may lose its last rows to damage and say nothing.
///
/// # Errors
/// [`StoreError::Damaged`] if it ends before the last write that was acknowledged.
pub fn hold_to_acknowledged(disk: &Disk, numbers: Numbers) -> Result<()> {
    let ends = numbers.writes;
    match disk.acknowledged().filter(|write| *write > ends) {
        Some(write) => Err(damaged(
            disk,
            &format!("its database ends with write {ends}, but write {write} was acknowledged"),
        )),
        None => Ok(()),
    }
}

fn shorten(path: &Path, length: u64) -> Result<()> {
    if length == 0 {
        return fs::remove_file(path).map_err(failed("remove", path));
    }
    let file = OpenOptions::new().write(true).open(path).map_err(failed("open", path))?;
    file.set_len(length).map_err(failed("shorten", path))
}

/// What a start did to the outbox.
#[derive(Debug, Default)]
pub struct Recovered {
    /// Mails that were being sent.
    pub queued_again: u32,
    /// Marks that are still to be written.
    pub given_up: Vec<Mark>,
}

/// Mails that were being sent when the process ended are queued again: nobody knows whether they arrived, and the
/// same Message-ID makes a second copy harmless (promise 4). A mail with a password whose bytes are not here, since
/// an export does not hold them, is to be given up; not so while the whole shelf is away.
pub fn recover_outbox(disk: &Disk, database: &Database) -> Result<Recovered> {
    let mut batch = Batch::default();
    let mut recovered = Recovered::default();
    // The bodies that an export does not hold; many mails are asked for them, and seldom is there need.
    let (mut secret, none) = (None, BTreeSet::new());
    for key in database.beginning(keys::DUE).keys() {
        let key = key?;
        let Some((at_ms, id)) = keys::read_due(&key) else { continue };
        let Some(mut row) = get_row::<MailRow>(database, &keys::mail(id))? else { continue };
        if row.state == MailState::Sending {
            row.state = MailState::Queued;
            batch.insert(keys::mail(id), to_json(&row)?);
            recovered.queued_again += 1;
        }
        if row.kind.holds_password() && shelves::is_missing(disk, Shelf::Post, &row.body) {
            if secret.is_none() {
                secret = Some(shelves::bodies_with_passwords(database)?);
            }
            let erasable = secret.as_ref().unwrap_or(&none);
            if shelves::is_away(disk, database, Shelf::Post, &row.body, erasable)? {
                tracing::warn!(mail = id.0, "a welcome is not there, nor is most of the post: it waits");
                continue;
            }
            let why = "it held a password, and so was not in the export that this store was made from: give the \
                       player a new one";
            recovered.given_up.push(Mark::Failed { id, at_ms, why: why.into() });
        }
    }
    database.batch(batch)?;
    Ok(recovered)
}
