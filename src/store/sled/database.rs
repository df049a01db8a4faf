//! The embedded database that the rows lie in, by the five calls that the store makes of it: open, get, scan, batch, flush. Another one could
//! stand here, if it keeps what these promise: keys in the order of their bytes, a batch whole or not at all, and durable after a flush and
//! the `syncfs(2)` that follows it. Of the rest of the store only `rest.rs` knows that it is sled.

use std::ops::RangeBounds;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use crate::error::{Result, StoreError};
use crate::sled::rest::open_at_rest;

/// How much of it is kept in memory, in bytes.
const CACHE: u64 = 64 << 20;

/// A key, or a row as it was written.
pub type Bytes = ::sled::IVec;

/// Rows, each behind its key, in the order of keys from either end.
pub struct Scan(::sled::Iter);

impl Iterator for Scan {
    type Item = Result<(Bytes, Bytes)>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(read)
    }
}

impl DoubleEndedIterator for Scan {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(read)
    }
}

impl Scan {
    /// The keys alone.
    pub fn keys(self) -> impl DoubleEndedIterator<Item = Result<Bytes>> {
        self.map(|row| row.map(|(key, _)| key))
    }
}

/// An open database.
pub struct Database(::sled::Db);

/// Why a database was not opened.
pub enum Unopened {
    /// It is damaged, so and so.
    Damaged(String),
    /// The disk said no, or whoever had it last lets go of it only now: it can be tried again.
    Held(StoreError),
}

impl Database {
    /// Opens the database in a folder, or begins one. Nothing of it is flushed but by [`Database::flush`].
    ///
    /// # Errors
    /// [`Unopened`]. Sled can panic on a damaged folder: that is damage too.
    pub fn open(folder: &Path) -> std::result::Result<Self, Unopened> {
        let config = config().path(folder);
        match catch_unwind(AssertUnwindSafe(|| open_at_rest(&config))) {
            Ok(Ok(database)) => Ok(Database(database)),
            Ok(Err(error @ ::sled::Error::Io(_))) => Err(Unopened::Held(refused("open")(error))),
            Ok(Err(error)) => Err(Unopened::Damaged(error.to_string())),
            Err(_) => Err(Unopened::Damaged("the database panicked when it was opened".into())),
        }
    }

    /// One of its own that goes when it is dropped.
    pub fn temporary() -> Result<Self> {
        let database = open_at_rest(&config().temporary(true));
        database.map(Database).map_err(refused("open one of its own"))
    }

    /// The row under a key.
    pub fn get(&self, key: impl AsRef<[u8]>) -> Result<Option<Bytes>> {
        self.0.get(key).map_err(refused("read"))
    }

    /// Whether there is one.
    pub fn has(&self, key: impl AsRef<[u8]>) -> Result<bool> {
        self.get(key).map(|row| row.is_some())
    }

    /// The rows whose keys are in a range.
    pub fn scan(&self, keys: impl RangeBounds<Vec<u8>>) -> Scan {
        Scan(self.0.range(keys))
    }

    /// The rows whose keys begin so.
    pub fn beginning(&self, first: impl AsRef<[u8]>) -> Scan {
        Scan(self.0.scan_prefix(first))
    }

    /// Writes rows, all of them or none. They are there at once, and after a crash if they were flushed.
    pub fn batch(&self, batch: Batch) -> Result<()> {
        self.0.apply_batch(batch.0).map_err(refused("write"))
    }

    /// Hands what was written to the system.
    pub fn flush(&self) -> Result<()> {
        self.0.flush().map(drop).map_err(refused("flush"))
    }
}

/// Rows that are written together.
#[derive(Default)]
pub struct Batch(::sled::Batch);

impl Batch {
    /// A row alone.
    pub fn of(key: impl AsRef<[u8]>, row: impl AsRef<[u8]>) -> Self {
        let mut batch = Batch::default();
        batch.insert(key, row);
        batch
    }

    /// Puts a row under a key, in the place of what is there.
    pub fn insert(&mut self, key: impl AsRef<[u8]>, row: impl AsRef<[u8]>) {
        self.0.insert(key.as_ref(), row.as_ref());
    }

    /// Takes a row away.
    pub fn remove(&mut self, key: impl AsRef<[u8]>) {
        self.0.remove(key.as_ref());
    }
}

fn config() -> ::sled::Config {
    ::sled::Config::new().flush_every_ms(None).cache_capacity(CACHE)
}

fn read(row: ::sled::Result<(Bytes, Bytes)>) -> Result<(Bytes, Bytes)> {
    row.map_err(refused("read"))
}

/// An error of the database, with what was asked of it.
fn refused(doing: &'static str) -> impl Fn(::sled::Error) -> StoreError {
    move |source| StoreError::Database { doing, source: Box::new(source) }
}
