//! The database as the rows of deeds, and a draft of deeds as what is to be written.

use fieldpost_desk::record::GameName;

use crate::body::BodyHash;
use crate::deeds::draft::{Bodies, Finished, New, Rows};
use crate::deeds::keys::{Family, Key};
use crate::error::{Result, StoreError};
use crate::history::{Entry, EntryNo, Shelf};
use crate::outbox::MailId;
use crate::sled::database::{Batch, Database};
use crate::sled::disk::{Disk, NewFile, body_path, journal_path, record_path};
use crate::sled::keys;
use crate::sled::row::to_json;

impl Rows for Database {
    fn row(&self, key: &Key) -> Result<Option<Vec<u8>>> {
        let row = self.get(keys::of(key))?;
        Ok(row.map(|bytes| bytes.to_vec()))
    }

    fn keys(&self, family: &Family) -> Result<Vec<Key>> {
        let first = match family {
            Family::Orders(game, turn) => keys::orders(game, *turn),
            Family::DueOf(..) => keys::DUE.to_vec(),
            Family::KeptBack(game, player) => keys::all_kept_back(game, player),
        };
        let mut found = Vec::new();
        for key in self.beginning(&first).keys() {
            let key = key?;
            let read = read(family, &key, first.len());
            found.push(
                read.ok_or_else(|| StoreError::Broken(format!("a key of {family:?} is none: {key:?}")))?,
            );
        }
        Ok(found)
    }
}

/// A key of a family, of whose bytes the first ones are the family's.
fn read(family: &Family, key: &[u8], first: usize) -> Option<Key> {
    let rest = key.get(first..)?;
    match family {
        Family::Orders(game, turn) => {
            let (entry, change) = read_filed(rest)?;
            Some(Key::Order(GameName(game.0.clone()), *turn, entry, change))
        }
        Family::DueOf(..) => keys::read_due(key).map(|(at_ms, id)| Key::Due(at_ms, id)),
        Family::KeptBack(game, player) => {
            let id = MailId(u64::from_be_bytes(rest.try_into().ok()?));
            Some(Key::KeptBack(game.clone(), player.clone(), id))
        }
    }
}

/// The end of an order's key: its entry, and its place among the entry's changes.
fn read_filed(rest: &[u8]) -> Option<(EntryNo, u32)> {
    let (write, rest) = rest.split_first_chunk()?;
    let (place, rest) = rest.split_first_chunk()?;
    let entry = EntryNo { write: u64::from_be_bytes(*write), place: u32::from_be_bytes(*place) };
    Some((entry, u32::from_be_bytes(rest.try_into().ok()?)))
}

impl Bodies for Disk {
    fn has(&self, shelf: Shelf, hash: &BodyHash) -> Result<bool> {
        Ok(self.path(&body_path(shelf, hash)).exists())
    }

    fn read(&self, shelf: Shelf, hash: &BodyHash) -> Result<Vec<u8>> {
        self.read_body(shelf, hash)
    }
}

/// The rows of a draft as one write of the database.
pub fn batch_of(finished: &Finished) -> Result<Batch> {
    let mut batch = Batch::default();
    for (key, row) in &finished.rows {
        match row {
            Some(bytes) => batch.insert(keys::of(key), bytes.as_slice()),
            None => batch.remove(keys::of(key)),
        }
    }
    batch.insert(keys::NUMBERS, to_json(&finished.numbers)?);
    Ok(batch)
}

/// What a draft brings as files.
pub fn files_of(brings: Vec<New>) -> Vec<NewFile> {
    let file = |new| match new {
        New::Body { shelf, hash, bytes } => NewFile::body(shelf, &hash, bytes),
        New::Entry { entry, sealed } => entry_file(&entry, sealed),
    };
    brings.into_iter().map(file).collect()
}

/// The file, or line of the journal, that holds an entry's bytes.
pub fn entry_file(entry: &Entry, bytes: Vec<u8>) -> NewFile {
    match record_path(entry) {
        Some(path) => NewFile::Record { path, bytes },
        None => NewFile::Line { path: journal_path(entry.write), bytes: [bytes, b"\n".into()].concat() },
    }
}
