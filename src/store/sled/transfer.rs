//! A whole store as JSON Lines, and back: the bodies, then the entries in order, then the cursors.
//!
//! Passwords are in it as hashes only (promise 7): a welcome mail, which holds one in plain words, is exported without
//! its bytes. One that had not been sent yet is therefore given up at the first start after an import; that apart, an
//! export of an imported store is the same bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::body::BodyHash;
use crate::damage::{Damage, Exported, Imported};
use crate::deeds::lines::{BodyLine, Bytes, ENTRY, ExportLine, Lines, MISSING};
use crate::deeds::{costs, lines, seal};
use crate::error::{Result, StoreError};
use crate::history::Shelf;
use crate::letter::LetterRecord;
use crate::lock::lock;
use crate::sled::cursors;
use crate::sled::database::{Batch, Database};
use crate::sled::disk::{ACKNOWLEDGED, Disk, JOURNAL, NAMED, NewFile, Unwatched, body_of, body_path, failed};
use crate::sled::replay::Replay;
use crate::sled::row::{Numbers, get_row, to_json};
use crate::sled::rows;
use crate::sled::schema::{OLDEST, SCHEMA};
use crate::sled::sources::{self, Source};
use crate::sled::{SledStore, gaps, keys, shelves, start, verify};

/// Writes the whole store out. Writes wait meanwhile.
///
/// # Errors
/// If the database cannot be read, or `out` cannot be written.
pub(super) fn export(store: &SledStore, out: &mut dyn Write) -> Result<Exported> {
    let _writer = store.writer()?;
    let to = store.folder().to_path_buf();
    let mut lines = Lines::new(out, to);
    lines.put(&ExportLine::Fieldpost { schema: SCHEMA })?;
    let bodies = export_bodies(store, &mut lines)?;
    let sources = sound_sources(store, &mut lines)?;
    for number in 0..lines.missing.len() {
        let damage = lines.missing[number].clone();
        lines.put(&ExportLine::Missing(damage))?;
    }
    for source in &sources {
        let bytes = source.bytes(&store.disk)?;
        // One of an older fieldpost gets the checksum that it lacks.
        let bytes =
            if source.has_checksum { bytes } else { seal::sealed(&seal::read(&source.name(), &bytes)?)? };
        lines.put_bytes(&[ENTRY.0.as_bytes(), &bytes, ENTRY.1.as_bytes()].concat())?;
    }
    for row in cursors::all(&store.database)? {
        lines.put(&ExportLine::Cursor(row))?;
    }
    let (missing, sum) = (lines.missing.len() as u64, Some(lines.sum_so_far()));
    lines.put(&ExportLine::End { bodies, entries: sources.len() as u64, missing, sum })?;
    Ok(Exported { lines: lines.written, missing: lines.missing })
}

/// The entries that can be read; what cannot goes among what is missing, with the bodies that sound ones name in vain.
fn sound_sources(store: &SledStore, lines: &mut Lines) -> Result<Vec<Source>> {
    let letter = |number| get_row::<LetterRecord>(&store.database, &keys::letter(number)).ok()?;
    let found = sources::all(&store.disk);
    let missing = verify::missing_records(&store.disk, &store.database)?;
    let numbers: Numbers = get_row(&store.database, keys::NUMBERS)?.unwrap_or_default();
    let lost = gaps::lost(&store.disk, &found, numbers.writes, missing.len());
    for torn in found.torn.iter().filter(|torn| !torn.is_tail) {
        let costs = costs::of_record(&torn.path, &letter);
        lines.missing.push(Damage { file: torn.name(), why: torn.why.clone(), costs });
    }
    let (mut sound, mut costs_of_bodies) = (Vec::new(), BTreeMap::new());
    for source in found.sound {
        match source.read(&store.disk) {
            Ok(entry) => {
                for (shelf, hash, costs) in costs::of_bodies(&entry) {
                    costs_of_bodies.entry(body_path(shelf, hash)).or_insert(costs);
                }
                sound.push(source);
            }
            // One of an older fieldpost, which no checksum vouched for.
            Err(error) => {
                let costs = costs::of_record(&source.path, &letter);
                lines.missing.push(Damage { file: source.name(), why: error.to_string(), costs });
            }
        }
    }
    lines.missing.extend(missing);
    lines.missing.extend(lost.into_iter().map(verify::missing_writes));
    for damage in lines.missing.iter_mut().filter(|damage| damage.costs.is_empty()) {
        damage.costs = costs_of_bodies.remove(&damage.file).unwrap_or_else(|| "No record names it".into());
    }
    Ok(sound)
}

fn export_bodies(store: &SledStore, lines: &mut Lines) -> Result<u64> {
    let mut count = 0;
    for shelf in [Shelf::Letters, Shelf::Post, Shelf::Papers] {
        for hash in named_bodies(store, shelf)? {
            match store.disk.read_body(shelf, &hash) {
                Ok(bytes) => {
                    lines.put(&ExportLine::Body(BodyLine { shelf, hash, bytes: Bytes::of(bytes) }))?;
                    count += 1;
                }
                // What it costs is known once the entries are read.
                Err(error) => lines.missing.push(Damage {
                    file: body_path(shelf, &hash),
                    why: error.to_string(),
                    costs: String::new(),
                }),
            }
        }
    }
    Ok(count)
}

/// The bodies that rows name; staged ones are nobody's yet. Those with passwords stay at home.
fn named_bodies(store: &SledStore, shelf: Shelf) -> Result<Vec<BodyHash>> {
    let mut hashes = Vec::new();
    let secret =
        if shelf == Shelf::Post { shelves::bodies_with_passwords(&store.database)? } else { BTreeSet::new() };
    for key in store.database.beginning(keys::file(&format!("{}/", shelf.folder()))).keys() {
        let key = key?;
        let path = std::str::from_utf8(key.get(1..).unwrap_or_default()).unwrap_or_default();
        hashes.extend(body_of(path).map(|(_, hash)| hash).filter(|hash| !secret.contains(hash)));
    }
    Ok(hashes)
}

/// What a finished export says that it lacks.
///
/// # Errors
/// If it cannot be read.
pub fn gaps_of_export(from: impl BufRead) -> Result<Vec<Damage>> {
    let wrong = |why: String| StoreError::Unreadable { what: "the export".into(), why };
    let mut gaps = Vec::new();
    for line in from.lines() {
        let line = line.map_err(|error| wrong(error.to_string()))?;
        if line.starts_with(MISSING)
            && let ExportLine::Missing(damage) =
                serde_json::from_str(&line).map_err(|error| wrong(error.to_string()))?
        {
            gaps.push(damage);
        }
    }
    Ok(gaps)
}

/// Whether a line of an export is an entry.
pub fn is_entry(line: &str) -> bool {
    line.starts_with(ENTRY.0)
}

/// Builds a store in an empty folder from an export. What the export lacks, and what hangs on that, is left out and
/// told.
///
/// # Errors
/// As [`begin_import`].
pub fn import(folder: &Path, from: impl BufRead) -> Result<Imported> {
    let (imported, unfinished) = begin_import(folder, from)?;
    unfinished.finish()?;
    Ok(imported)
}

/// An import that is done but for what the caller adds to it; until it is finished the folder is half a record.
#[must_use]
pub struct Unfinished {
    disk: Disk,
    _lock: File,
}

impl Unfinished {
    /// The record is whole: the folder may be used.
    ///
    /// # Errors
    /// If the disk fails; the import must be run again then.
    pub fn finish(self) -> Result<()> {
        self.disk.sync()?;
        let mark = self.disk.path(start::IMPORTING);
        fs::remove_file(&mark).map_err(failed("remove", &mark))?;
        self.disk.sync()
    }
}

/// As [`import`], but for its end. A folder in which an import was not finished is emptied, and filled anew.
///
/// # Errors
/// [`StoreError::NotEmpty`] if there is a store already; [`StoreError::Unreadable`] with the line if the export is
/// damaged or cut off.
pub fn begin_import(folder: &Path, mut from: impl BufRead) -> Result<(Imported, Unfinished)> {
    refuse_at_once(&mut from)?;
    let disk = Disk::open(folder, Arc::new(Unwatched))?;
    let lock = lock(disk.root())?;
    make_room(&disk)?;
    let imported = fill(&disk, from)?;
    Ok((imported, Unfinished { disk, _lock: lock }))
}

/// No record is begun for a file that can never fill it: nothing else could be put into that folder then.
fn refuse_at_once(from: &mut impl BufRead) -> Result<()> {
    let wrong = |why: String| StoreError::Unreadable { what: "the export".into(), why };
    let begins = from.fill_buf().map_err(|error| wrong(error.to_string()))?;
    if begins.is_empty() {
        return Err(wrong("it is empty".into()));
    }
    if begins.starts_with(lines::HANDED.as_bytes()) {
        return Err(wrong(lines::ONE_GAME.into()));
    }
    Ok(())
}

/// Marks the folder as half a record, and sees that nothing of one lies there.
fn make_room(disk: &Disk) -> Result<()> {
    let mark = disk.path(start::IMPORTING);
    if mark.exists() {
        let folders = NAMED.iter().chain(&[JOURNAL, start::DATABASE]).map(|folder| disk.path(folder));
        for folder in folders.filter(|folder| folder.exists()) {
            fs::remove_dir_all(&folder).map_err(failed("remove", &folder))?;
        }
        for file in
            [ACKNOWLEDGED, gaps::KNOWN].map(|file| disk.path(file)).iter().filter(|file| file.exists())
        {
            fs::remove_file(file).map_err(failed("remove", file))?;
        }
    } else if disk.path(start::DATABASE).exists() || start::has_entries(disk)? {
        return Err(StoreError::NotEmpty {
            folder: disk.root().to_path_buf(),
            why: "there is a store in it, and an import makes a new one".into(),
        });
    }
    disk.replace(start::IMPORTING, b"")?;
    disk.sync()
}

fn fill(disk: &Disk, from: impl BufRead) -> Result<Imported> {
    let database = start::open_database(disk, start::DATABASE)?;
    start::write_schema(disk, &database)?;
    shelves::make(disk)?;
    let mut replay = Replay::new(&database);
    // The cursors stand in the export.
    replay.moves_cursors = false;
    let mut import =
        Import { disk, replay, sum: Sha256::new(), bodies: 0, entries: 0, missing: Vec::new(), ended: false };
    for (number, line) in (1..).zip(from.lines()) {
        let wrong =
            |why: String| StoreError::Unreadable { what: format!("line {number} of the export"), why };
        let line = line.map_err(|error| wrong(error.to_string()))?;
        import.take(&database, &line, &wrong)?;
        import.sum.update(line.as_bytes());
        import.sum.update(b"\n");
    }
    let (imported, numbers) = import.finish()?;
    gaps::accept(disk, &sources::all(disk), numbers.writes)?;
    disk.acknowledge(numbers.writes);
    database.flush()?;
    disk.sync()?;
    Ok(imported)
}

struct Import<'a> {
    disk: &'a Disk,
    replay: Replay<'a>,
    sum: Sha256,
    bodies: u64,
    entries: u64,
    missing: Vec<Damage>,
    ended: bool,
}

impl Import<'_> {
    fn take(&mut self, database: &Database, line: &str, wrong: &dyn Fn(String) -> StoreError) -> Result<()> {
        if let Some(entry) = line.strip_prefix(ENTRY.0).and_then(|rest| rest.strip_suffix(ENTRY.1)) {
            return self.entry(entry.as_bytes(), wrong);
        }
        match serde_json::from_str(line).map_err(|error| wrong(error.to_string()))? {
            ExportLine::Fieldpost { schema: OLDEST..=SCHEMA } => Ok(()),
            ExportLine::Fieldpost { schema } => {
                Err(wrong(format!("it is of schema {schema}, and this fieldpost knows {SCHEMA}")))
            }
            ExportLine::Handed(_) => Err(wrong(lines::ONE_GAME.into())),
            ExportLine::Body(body) => self.body(body, wrong),
            ExportLine::Missing(damage) => {
                self.replay.raise(costs::numbers_of(&damage.file));
                self.missing.push(damage);
                Ok(())
            }
            ExportLine::Cursor(row) => {
                let key = keys::cursor(&row.account, &row.folder);
                database.batch(Batch::of(key, to_json(&row)?))
            }
            ExportLine::End { bodies, entries, missing, sum } => {
                self.ended = true;
                let found = (self.bodies, self.entries, self.missing.len() as u64);
                if found != (bodies, entries, missing) {
                    return Err(wrong(format!(
                        "expected {bodies} bodies, {entries} entries and {missing} missing files before it, found \
                         {}, {} and {}",
                        found.0, found.1, found.2
                    )));
                }
                self.hold_to_sum(sum, wrong)
            }
        }
    }

    fn hold_to_sum(&self, sum: Option<BodyHash>, wrong: &dyn Fn(String) -> StoreError) -> Result<()> {
        let found = BodyHash::of_digest(&self.sum.clone().finalize());
        match sum.filter(|sum| *sum != found) {
            Some(sum) => {
                Err(wrong(format!("expected lines with the checksum {sum} before it, found {found}")))
            }
            None => Ok(()),
        }
    }

    fn body(&mut self, body: BodyLine, wrong: &dyn Fn(String) -> StoreError) -> Result<()> {
        let bytes = body.bytes.into_vec().ok_or_else(|| wrong("it is not hexadecimal".into()))?;
        let found = BodyHash::of(&bytes);
        if found != body.hash {
            return Err(wrong(format!("expected bytes with the hash {}, found {found}", body.hash)));
        }
        self.bodies += 1;
        self.disk.write_unsynced(&NewFile::body(body.shelf, &body.hash, bytes))
    }

    /// An export of an older fieldpost has entries without checksums; they get one.
    fn entry(&mut self, bytes: &[u8], wrong: &dyn Fn(String) -> StoreError) -> Result<()> {
        let (_, has_checksum) = seal::number(bytes).map_err(wrong)?;
        let entry = seal::read("an entry of the export", bytes).map_err(|error| wrong(error.to_string()))?;
        let bytes = if has_checksum { bytes.to_vec() } else { seal::sealed(&entry)? };
        let file = rows::entry_file(&entry, bytes);
        let name = match &file {
            NewFile::Line { path, .. } => format!("{path} line"),
            NewFile::Record { path, .. } | NewFile::Body { path, .. } => path.clone(),
        };
        self.disk.write_unsynced(&file)?;
        self.entries += 1;
        let before = self.replay.left_out.len();
        self.replay.carry_out(&name, 0, &entry)?;
        // An export that lacks nothing has nothing that contradicts the rest.
        match self.replay.left_out.get(before) {
            Some(damage) if self.missing.is_empty() => Err(wrong(format!("{damage}"))),
            _ => Ok(()),
        }
    }

    fn finish(self) -> Result<(Imported, Numbers)> {
        if !self.ended {
            let why = "it ends without its last line: it was cut off".into();
            return Err(StoreError::Unreadable { what: "the export".into(), why });
        }
        let mut missing = self.missing;
        let numbers = self.replay.numbers();
        missing.extend(self.replay.left_out);
        Ok((Imported { entries: self.replay.entries, missing }, numbers))
    }
}
