//! A write in the making: rows changed over those of the database, and the files it brings. Nothing of it is seen
//! before it is committed.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde::de::DeserializeOwned;

use fieldpost_desk::record::LetterNo;

use crate::body::BodyHash;
use crate::error::Result;
use crate::history::{Entry, Shelf};
use crate::outbox::MailId;
use crate::sled::disk::{NewFile, body_path, journal_path, record_path};
use crate::sled::keys::{self, Key};
use crate::sled::row::{Numbers, get_row, read_row, refused, to_json};

pub struct Draft<'a> {
    tree: &'a ::sled::Tree,
    rows: BTreeMap<Key, Option<Vec<u8>>>,
    pub(super) files: Vec<NewFile>,
    erased: Vec<String>,
    numbers: Numbers,
    /// How many deeds it has recorded.
    pub(super) place: u32,
}

/// What is left of a draft: rows and files to write.
pub struct Finished {
    pub batch: ::sled::Batch,
    pub files: Vec<NewFile>,
    /// Bodies to erase once the rows are durable.
    pub erased: Vec<String>,
    pub numbers: Numbers,
}

impl<'a> Draft<'a> {
    pub fn new(tree: &'a ::sled::Tree, numbers: Numbers) -> Self {
        Draft { tree, rows: BTreeMap::new(), files: Vec::new(), erased: Vec::new(), numbers, place: 0 }
    }

    /// A row as it will be after this write.
    pub fn get<T: DeserializeOwned>(&self, key: &[u8]) -> Result<Option<T>> {
        match self.rows.get(key) {
            Some(row) => row.as_deref().map(read_row).transpose(),
            None => get_row(self.tree, key),
        }
    }

    pub fn put(&mut self, key: Key, row: &impl Serialize) -> Result<()> {
        let bytes = to_json(row)?;
        self.rows.insert(key, Some(bytes));
        Ok(())
    }

    pub fn delete(&mut self, key: Key) {
        self.rows.insert(key, None);
    }

    /// The keys that begin so, as they will be after this write, in order.
    pub fn keys_with(&self, prefix: &[u8]) -> Result<Vec<Key>> {
        let mut keys = BTreeSet::new();
        for key in self.tree.scan_prefix(prefix).keys() {
            keys.insert(key.map_err(refused("read"))?.to_vec());
        }
        for (key, row) in self.rows.range(prefix.to_vec()..).take_while(|(key, _)| key.starts_with(prefix)) {
            if row.is_some() {
                keys.insert(key.clone())
            } else {
                keys.remove(key)
            };
        }
        Ok(keys.into_iter().collect())
    }

    /// Removes every row whose key begins so.
    pub fn delete_all(&mut self, prefix: &[u8]) -> Result<()> {
        for key in self.tree.scan_prefix(prefix).keys() {
            self.delete(key.map_err(refused("read"))?.to_vec());
        }
        self.rows.iter_mut().filter(|(key, _)| key.starts_with(prefix)).for_each(|(_, row)| *row = None);
        Ok(())
    }

    /// The next mail's number.
    pub fn next_mail(&mut self) -> MailId {
        self.numbers.mails += 1;
        MailId(self.numbers.mails)
    }

    /// Takes note of numbers that an entry used.
    pub fn used(&mut self, write: u64, letter: Option<LetterNo>, mails: impl Iterator<Item = MailId>) {
        self.numbers.writes = self.numbers.writes.max(write);
        self.numbers.letters = letter.map_or(0, |letter| letter.0).max(self.numbers.letters);
        self.numbers.mails = mails.map(|mail| mail.0).fold(self.numbers.mails, u64::max);
    }

    /// Brings a body.
    pub fn body(&mut self, shelf: Shelf, bytes: Vec<u8>) -> BodyHash {
        let hash = BodyHash::of(&bytes);
        self.files.push(NewFile::Body { path: body_path(shelf, &hash), bytes });
        hash
    }

    /// Gives up a body: no row names it from now on, so that it goes now or is swept at the next start.
    pub fn erase(&mut self, shelf: Shelf, hash: &BodyHash) {
        let path = body_path(shelf, hash);
        self.delete(keys::file(&path));
        self.erased.push(path);
    }

    /// The keys that this write changes.
    pub fn keys(&self) -> impl Iterator<Item = &Key> {
        self.rows.keys()
    }

    /// Names the files of an entry, so that no start sweeps them.
    pub fn name_files(&mut self, entry: &Entry) -> Result<()> {
        if let Some(path) = record_path(entry) {
            self.put(keys::file(&path), &())?;
        }
        for (shelf, hash) in entry.bodies() {
            self.put(keys::file(&body_path(shelf, hash)), &())?;
        }
        Ok(())
    }

    /// This write's number, unless every entry was adopted.
    pub(super) fn write(&self) -> u64 {
        if self.place == 0 { self.numbers.writes + 1 } else { self.numbers.writes }
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.files.is_empty()
    }

    pub fn finish(mut self) -> Result<Finished> {
        let numbers = self.numbers;
        self.put(keys::NUMBERS.to_vec(), &numbers)?;
        let mut batch = ::sled::Batch::default();
        for (key, row) in self.rows {
            match row {
                Some(bytes) => batch.insert(key, bytes),
                None => batch.remove(key),
            }
        }
        Ok(Finished { batch, files: self.files, erased: self.erased, numbers })
    }
}

/// The file, or line of the journal, that holds an entry's bytes.
pub fn entry_file(entry: &Entry, bytes: Vec<u8>) -> NewFile {
    match record_path(entry) {
        Some(path) => NewFile::Record { path, bytes },
        None => NewFile::Line { path: journal_path(entry.write), bytes: [bytes, b"\n".into()].concat() },
    }
}
