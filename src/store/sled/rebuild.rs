//! The database made again from letters, records, openings, turns and journal.

use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::store::history::{Deed, Entry, EntryNo};
use crate::store::sled::disk::{Disk, JOURNAL, Unwatched, failed};
use crate::store::sled::draft::{Draft, Numbers, refused};
use crate::store::sled::{cursors, start};
use crate::store::{Result, StoreError};

/// What a rebuild found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// Entries carried out.
    pub entries: u64,
    /// Records and bodies that could not be used, and why. A record torn by a loss of power was never acknowledged:
    /// its letter is still on the server.
    pub left_out: Vec<String>,
}

impl fmt::Display for Rebuilt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} entries carried out again, {} left out", self.entries, self.left_out.len())?;
        self.left_out.iter().try_for_each(|why| write!(f, "\n  {why}"))
    }
}

/// Makes the database in `folder` again from the files beside it. The old one is kept as `db.old`; one that is kept
/// there already is removed.
///
/// # Errors
/// [`StoreError::Locked`] if a daemon holds the store; [`StoreError::Broken`] and others if the entries contradict
/// one another, in which case the old database stays.
pub fn rebuild(folder: &Path) -> Result<Rebuilt> {
    let disk = Disk::open(folder, Arc::new(Unwatched))?;
    let _lock = start::lock(&disk)?;
    let new = disk.path("db.new");
    remove(&new)?;
    let rebuilt = {
        let database = start::open_database(&disk, "db.new")?;
        start::write_schema(&disk, &database)?;
        let rebuilt = replay(&disk, &database)?;
        database.flush().map_err(refused("flush"))?;
        rebuilt
    };
    disk.sync()?;
    put_in_place(&disk, &new)?;
    Ok(rebuilt)
}

fn put_in_place(disk: &Disk, new: &Path) -> Result<()> {
    let (current, old) = (disk.path(start::DATABASE), disk.path("db.old"));
    if current.exists() {
        remove(&old)?;
        fs::rename(&current, &old).map_err(failed("rename", &current))?;
    }
    fs::rename(new, &current).map_err(failed("rename", new))?;
    disk.sync()
}

fn remove(folder: &Path) -> Result<()> {
    if folder.exists() { fs::remove_dir_all(folder).map_err(failed("remove", folder)) } else { Ok(()) }
}

fn replay(disk: &Disk, database: &::sled::Db) -> Result<Rebuilt> {
    let mut rebuilt = Rebuilt::default();
    let mut numbers = Numbers::default();
    for source in sources(disk, &mut rebuilt.left_out)? {
        let entry = source.read(disk)?;
        if let Some(why) = missing_body(disk, &entry) {
            rebuilt.left_out.push(format!("{}: {why}", source.path));
            continue;
        }
        let mut draft = Draft::new(database, numbers);
        draft.replay(&entry)?;
        if let Deed::Letter(letter) = &entry.deed {
            cursors::moved_by(&mut draft, &letter.record.place)?;
        }
        let finished = draft.finish()?;
        numbers = finished.numbers;
        database.apply_batch(finished.batch).map_err(refused("write"))?;
        rebuilt.entries += 1;
    }
    Ok(rebuilt)
}

/// An entry may name a body that a loss of power took before either was acknowledged.
fn missing_body(disk: &Disk, entry: &Entry) -> Option<String> {
    entry
        .bodies()
        .into_iter()
        .filter(|(_, hash)| !entry.erasable_bodies().any(|erasable| erasable == *hash))
        .find_map(|(shelf, hash)| disk.read_body(shelf, hash).err())
        .map(|error| error.to_string())
}

/// Where an entry is to be read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Source {
    number: EntryNo,
    path: String,
    /// First byte and length, for a line of the journal.
    line: Option<(u64, usize)>,
}

impl Source {
    /// Reads the entry.
    pub fn read(&self, disk: &Disk) -> Result<Entry> {
        let full = disk.path(&self.path);
        let bytes = match self.line {
            None => fs::read(&full).map_err(failed("read", &full))?,
            Some((first, length)) => read_part(&full, first, length).map_err(failed("read", &full))?,
        };
        start::read_entry(&self.path, &bytes)
    }
}

fn read_part(path: &Path, first: u64, length: usize) -> std::io::Result<Vec<u8>> {
    use std::os::unix::fs::FileExt;
    let mut bytes = vec![0; length];
    fs::File::open(path)?.read_exact_at(&mut bytes, first)?;
    Ok(bytes)
}

/// Every entry of the folder in the order in which they were written. What cannot be read is named in `left_out`.
pub fn sources(disk: &Disk, left_out: &mut Vec<String>) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    for folder in ["letters", "games"] {
        for path in disk.files(folder)?.into_iter().filter(|path| path.ends_with(".json")) {
            let full = disk.path(&path);
            let bytes = fs::read(&full).map_err(failed("read", &full))?;
            match serde_json::from_slice(&bytes) {
                Ok(number) => sources.push(Source { number, path, line: None }),
                Err(error) => left_out.push(format!("{path}: {error}")),
            }
        }
    }
    for path in disk.files(JOURNAL)? {
        journal_sources(disk, &path, &mut sources, left_out)?;
    }
    sources.sort_unstable();
    match sources.array_windows().find(|[one, next]| one.number == next.number) {
        Some([one, next]) => {
            Err(StoreError::Broken(format!("{} and {} are of the same write", one.path, next.path)))
        }
        None => Ok(sources),
    }
}

fn journal_sources(
    disk: &Disk,
    path: &str,
    sources: &mut Vec<Source>,
    left_out: &mut Vec<String>,
) -> Result<()> {
    let full = disk.path(path);
    let bytes = fs::read(&full).map_err(failed("read", &full))?;
    let mut first = 0;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        match serde_json::from_slice(line) {
            Ok(number) => {
                sources.push(Source { number, path: path.to_owned(), line: Some((first, line.len())) });
            }
            Err(error) => left_out.push(format!("{path} at byte {first}: {error}")),
        }
        first += line.len() as u64;
    }
    Ok(())
}
