//! A write in the making: rows changed over those of the store, and the bodies and entries that it brings. Nothing of it is
//! seen before it is committed.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::Serialize;
use serde::de::DeserializeOwned;

use fieldpost_desk::record::{GameName, LetterNo};

use crate::body::BodyHash;
use crate::deeds::keys::{self, Family, Key};
use crate::deeds::paths::{body_path, record_path};
use crate::deeds::row::{Numbers, read_row, to_json};
use crate::error::Result;
use crate::history::{Entry, Shelf};
use crate::outbox::MailId;

/// The rows of a store as they were before a write.
pub trait Rows {
    /// A row's JSON.
    ///
    /// # Errors
    /// If it cannot be read.
    fn row(&self, key: &Key) -> Result<Option<Vec<u8>>>;

    /// The keys of a family, in order.
    ///
    /// # Errors
    /// If they cannot be read.
    fn keys(&self, family: &Family) -> Result<Vec<Key>>;
}

/// The bodies of a store.
pub trait Bodies {
    /// Whether there is a body, be it only staged.
    ///
    /// # Errors
    /// If nobody can tell.
    fn has(&self, shelf: Shelf, hash: &BodyHash) -> Result<bool>;

    /// A body's bytes, held to its name.
    ///
    /// # Errors
    /// If they cannot be read, or are others.
    fn read(&self, shelf: Shelf, hash: &BodyHash) -> Result<Vec<u8>>;
}

/// What a write adds to the record beside rows, in order.
#[derive(Clone, Debug)]
pub enum New {
    Body {
        /// Where it belongs.
        shelf: Shelf,
        /// Its name.
        hash: BodyHash,
        bytes: Vec<u8>,
    },
    /// An entry of the history.
    Entry {
        entry: Box<Entry>,
        /// Its bytes, with their checksum.
        sealed: Vec<u8>,
    },
}

/// A write in the making.
pub struct Draft<'a> {
    base: &'a dyn Rows,
    rows: BTreeMap<Key, Option<Vec<u8>>>,
    pub(super) brings: Vec<New>,
    erased: Vec<(Shelf, BodyHash)>,
    numbers: Numbers,
    /// Numbers that were given for its mails; without them they are counted on.
    given: VecDeque<MailId>,
    /// How many mails it has numbered.
    mails: usize,
    /// How many deeds it has recorded.
    pub(super) place: u32,
}

/// What is left of a draft: all that is to be written.
pub struct Finished {
    /// Rows as they will be; `None` is one that goes.
    pub rows: BTreeMap<Key, Option<Vec<u8>>>,
    /// Bodies and entries.
    pub brings: Vec<New>,
    /// Bodies to erase once the rows are durable.
    pub erased: Vec<(Shelf, BodyHash)>,
    /// The numbers used so far.
    pub numbers: Numbers,
    /// How many mails it has numbered.
    #[cfg_attr(not(feature = "postgres"), allow(dead_code))] // as above
    pub mails: usize,
}

impl<'a> Draft<'a> {
    /// A draft over a store's rows, whose numbers go on behind these.
    pub fn new(base: &'a dyn Rows, numbers: Numbers) -> Self {
        Draft {
            base,
            rows: BTreeMap::new(),
            brings: Vec::new(),
            erased: Vec::new(),
            numbers,
            given: VecDeque::new(),
            mails: 0,
            place: 0,
        }
    }

    /// The same with numbers for its mails.
    #[cfg_attr(not(feature = "postgres"), allow(dead_code))] // counted on by the store that is alone
    pub fn with_mails(mut self, given: Vec<MailId>) -> Self {
        self.given = given.into();
        self
    }

    /// A row as it will be after this write.
    pub fn get<T: DeserializeOwned>(&self, key: &Key) -> Result<Option<T>> {
        match self.rows.get(key) {
            Some(row) => row.as_deref().map(read_row).transpose(),
            None => self.base.row(key)?.as_deref().map(read_row).transpose(),
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

    /// The keys of a family as they will be after this write, in order.
    pub fn keys_in(&self, family: &Family) -> Result<Vec<Key>> {
        let mut keys: BTreeSet<_> = self.base.keys(family)?.into_iter().collect();
        for (key, row) in self.rows.iter().filter(|(key, _)| family.has(key)) {
            if row.is_some() {
                keys.insert(key.clone());
            } else {
                keys.remove(key);
            }
        }
        Ok(keys.into_iter().collect())
    }

    /// Removes every row of a family.
    pub fn delete_all(&mut self, family: &Family) -> Result<()> {
        for key in self.base.keys(family)? {
            self.delete(key);
        }
        self.rows.iter_mut().filter(|(key, _)| family.has(key)).for_each(|(_, row)| *row = None);
        Ok(())
    }

    /// The next mail's number.
    pub fn next_mail(&mut self) -> MailId {
        self.mails += 1;
        let id = self.given.pop_front().unwrap_or(MailId(self.numbers.mails + 1));
        self.numbers.mails = self.numbers.mails.max(id.0);
        id
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
        self.brings.push(New::Body { shelf, hash: hash.clone(), bytes });
        hash
    }

    /// Gives up a body: no row names it from now on, so that it goes now or is swept at the next start.
    pub fn erase(&mut self, shelf: Shelf, hash: &BodyHash) {
        self.delete(keys::file(&body_path(shelf, hash)));
        self.erased.push((shelf, hash.clone()));
    }

    /// The keys that this write changes.
    pub fn keys(&self) -> impl Iterator<Item = &Key> {
        self.rows.keys()
    }

    /// The games that this write changes.
    pub fn games(&self) -> BTreeSet<GameName> {
        self.rows.keys().filter_map(Key::game).cloned().collect()
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
        self.rows.is_empty() && self.brings.is_empty()
    }

    pub fn finish(self) -> Finished {
        let Draft { rows, brings, erased, numbers, mails, .. } = self;
        Finished { rows, brings, erased, numbers, mails }
    }
}
