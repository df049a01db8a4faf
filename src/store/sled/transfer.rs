//! A whole store as JSON Lines, and back: the bodies, then the entries in order, then the cursors.
//!
//! Passwords are in it as hashes only (promise 7): a welcome mail, which holds one in plain words, is exported without
//! its bytes. One that had not been sent yet is therefore given up at the first start after an import; that apart, an
//! export of an imported store is the same bytes.

use std::collections::BTreeSet;
use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::store::body::{BodyHash, hex};
use crate::store::history::{Entry, Shelf};
use crate::store::outbox::MailRow;
use crate::store::sled::cursors::{self, CursorRow};
use crate::store::sled::disk::{Disk, NewFile, Unwatched, body_path, failed};
use crate::store::sled::draft::{Draft, Numbers, read_row, refused, to_json};
use crate::store::sled::{SledStore, keys, rebuild, start};
use crate::store::{Result, StoreError};

/// A line of an export.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    /// The first.
    Fieldpost {
        schema: u32,
    },
    Body(BodyLine),
    Entry(Box<Entry>),
    Cursor(CursorRow),
    /// The last: without it an export was cut off.
    End {
        bodies: u64,
        entries: u64,
    },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct BodyLine {
    shelf: Shelf,
    hash: BodyHash,
    #[serde(flatten)]
    bytes: Bytes,
}

/// Bytes as text where they are text, else in hexadecimal.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Bytes {
    Text(String),
    Hex(String),
}

/// Writes the whole store out, and returns the number of lines. Writes wait meanwhile.
///
/// # Errors
/// If something named cannot be read, or `out` cannot be written.
pub(super) fn export(store: &SledStore, out: &mut dyn Write) -> Result<u64> {
    let _writer = store.writer()?;
    let mut lines = Lines { out, to: store.folder().to_path_buf(), written: 0 };
    lines.put(&Line::Fieldpost { schema: start::SCHEMA })?;
    let bodies = export_bodies(store, &mut lines)?;
    let mut unreadable = Vec::new();
    let sources = rebuild::sources(&store.disk, &mut unreadable)?;
    if let Some(why) = unreadable.into_iter().next() {
        return Err(StoreError::Unreadable { what: "an entry".into(), why });
    }
    for source in &sources {
        lines.put(&Line::Entry(Box::new(source.read(&store.disk)?)))?;
    }
    for row in cursors::all(&store.database)? {
        lines.put(&Line::Cursor(row))?;
    }
    lines.put(&Line::End { bodies, entries: sources.len() as u64 })?;
    Ok(lines.written)
}

fn export_bodies(store: &SledStore, lines: &mut Lines) -> Result<u64> {
    let mut count = 0;
    for shelf in [Shelf::Letters, Shelf::Post, Shelf::Papers] {
        for hash in named_bodies(store, shelf)? {
            let bytes = Bytes::of(store.disk.read_body(shelf, &hash)?);
            lines.put(&Line::Body(BodyLine { shelf, hash, bytes }))?;
            count += 1;
        }
    }
    Ok(count)
}

/// The bodies that rows name; staged ones are nobody's yet. Those with passwords stay at home.
fn named_bodies(store: &SledStore, shelf: Shelf) -> Result<Vec<BodyHash>> {
    let mut hashes = Vec::new();
    let secret = if shelf == Shelf::Post { bodies_with_passwords(store)? } else { BTreeSet::new() };
    let files = store.disk.files(shelf.folder())?;
    for path in files.iter().filter(|path| !path.ends_with(".json")) {
        let stem = Path::new(path).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let Ok(hash) = stem.parse::<BodyHash>() else { continue };
        let is_named = store.database.contains_key(keys::file(path)).map_err(refused("read"))?;
        if is_named && !secret.contains(&hash) {
            hashes.push(hash);
        }
    }
    Ok(hashes)
}

fn bodies_with_passwords(store: &SledStore) -> Result<BTreeSet<BodyHash>> {
    let mut hashes = BTreeSet::new();
    for row in store.database.scan_prefix(keys::MAILS) {
        let row: MailRow = read_row(&row.map_err(refused("read"))?.1)?;
        if row.kind.holds_password() {
            hashes.insert(row.body);
        }
    }
    Ok(hashes)
}

struct Lines<'a> {
    out: &'a mut dyn Write,
    to: std::path::PathBuf,
    written: u64,
}

impl Lines<'_> {
    fn put(&mut self, line: &Line) -> Result<()> {
        let mut bytes = to_json(line)?;
        bytes.push(b'\n');
        self.written += 1;
        self.out.write_all(&bytes).map_err(failed("export", &self.to))
    }
}

/// Builds a store in an empty folder from an export.
///
/// # Errors
/// [`StoreError::NotEmpty`] if there is a store already; [`StoreError::Unreadable`] with the line if the export is
/// damaged or cut off.
pub fn import(folder: &Path, from: impl BufRead) -> Result<()> {
    let disk = Disk::open(folder, Arc::new(Unwatched))?;
    if disk.path(start::DATABASE).exists() || start::has_entries(&disk)? {
        return Err(StoreError::NotEmpty {
            folder: folder.to_path_buf(),
            why: "there is a store in it, and an import makes a new one".into(),
        });
    }
    let _lock = start::lock(&disk)?;
    let database = start::open_database(&disk, start::DATABASE)?;
    start::write_schema(&disk, &database)?;
    let mut import =
        Import { disk, database, numbers: Numbers::default(), bodies: 0, entries: 0, ended: false };
    for (number, line) in (1..).zip(from.lines()) {
        let wrong =
            |why: String| StoreError::Unreadable { what: format!("line {number} of the export"), why };
        let line = line.map_err(|error| wrong(error.to_string()))?;
        let line = serde_json::from_str(&line).map_err(|error| wrong(error.to_string()))?;
        import.take(line, &wrong)?;
    }
    import.finish()
}

struct Import {
    disk: Disk,
    database: ::sled::Db,
    numbers: Numbers,
    bodies: u64,
    entries: u64,
    ended: bool,
}

impl Import {
    fn take(&mut self, line: Line, wrong: &dyn Fn(String) -> StoreError) -> Result<()> {
        match line {
            Line::Fieldpost { schema: start::SCHEMA } => Ok(()),
            Line::Fieldpost { schema } => {
                Err(wrong(format!("it is of schema {schema}, and this fieldpost knows {}", start::SCHEMA)))
            }
            Line::Body(body) => self.body(body, wrong),
            Line::Entry(entry) => self.entry(&entry),
            Line::Cursor(row) => {
                let key = keys::cursor(&row.account, &row.folder);
                self.database.insert(key, to_json(&row)?).map(drop).map_err(refused("write"))
            }
            Line::End { bodies, entries } if (bodies, entries) == (self.bodies, self.entries) => {
                self.ended = true;
                Ok(())
            }
            Line::End { bodies, entries } => Err(wrong(format!(
                "expected {bodies} bodies and {entries} entries before it, found {} and {}",
                self.bodies, self.entries
            ))),
        }
    }

    fn body(&mut self, body: BodyLine, wrong: &dyn Fn(String) -> StoreError) -> Result<()> {
        let bytes = body.bytes.into_vec().ok_or_else(|| wrong("it is not hexadecimal".into()))?;
        let found = BodyHash::of(&bytes);
        if found != body.hash {
            return Err(wrong(format!("expected bytes with the hash {}, found {found}", body.hash)));
        }
        self.bodies += 1;
        let path = body_path(body.shelf, &body.hash);
        self.disk.write_unsynced(&NewFile::Body { path, bytes })
    }

    fn entry(&mut self, entry: &Entry) -> Result<()> {
        let mut draft = Draft::new(&self.database, self.numbers);
        draft.adopt(entry)?;
        let finished = draft.finish()?;
        finished.files.iter().try_for_each(|file: &NewFile| self.disk.write_unsynced(file))?;
        self.database.apply_batch(finished.batch).map_err(refused("write"))?;
        self.numbers = finished.numbers;
        self.entries += 1;
        Ok(())
    }

    fn finish(self) -> Result<()> {
        if !self.ended {
            let why = "it ends without its last line: it was cut off".into();
            return Err(StoreError::Unreadable { what: "the export".into(), why });
        }
        self.database.flush().map_err(refused("flush"))?;
        self.disk.sync()
    }
}

impl Bytes {
    fn of(bytes: Vec<u8>) -> Self {
        String::from_utf8(bytes).map_or_else(|error| Bytes::Hex(hex(error.as_bytes())), Bytes::Text)
    }

    fn into_vec(self) -> Option<Vec<u8>> {
        match self {
            Bytes::Text(text) => Some(text.into_bytes()),
            Bytes::Hex(digits) => unhex(&digits),
        }
    }
}

fn unhex(digits: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    if rest.is_empty() { pairs.iter().map(byte).collect() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_come_back() {
        for bytes in [&b""[..], b"text \xc3\xa4\n", b"\xff\x00\x80", &[0; 40]] {
            let line = serde_json::to_string(&Bytes::of(bytes.to_vec())).unwrap();
            let read: Bytes = serde_json::from_str(&line).unwrap();
            assert_eq!(read.into_vec().unwrap(), bytes);
        }
        assert_eq!(unhex("0g"), None);
        assert_eq!(unhex("abc"), None);
    }
}
