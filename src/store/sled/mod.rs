//! The store on sled 0.34, with the letters, mails and papers as files beside it: two files name sled, `database.rs` and `rest.rs`.
//!
//! A write goes: bodies and entries as files, `syncfs(2)`; then one atomic batch of rows, sled's `flush`, and
//! `syncfs(2)` again, since sled's own flush does not survive a loss of power; then it is acknowledged. A process
//! that dies before the batch leaves files that no row names, which the next start sweeps; one that dies after it
//! has done the write. Writes of small things (marks, notes, a schedule) have no bodies and need the second sync
//! only.
//!
//! Every entry ends with a checksum (`seal`), every body is named by its hash, and which write was acknowledged last
//! stands in a file of its own: so damage is told from an interrupted write, is named ([`verify()`]), and is read past.

use std::collections::BTreeMap;
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use fieldpost_desk::record::GameName;

use crate::contract::Store;
use crate::deeds::draft::Draft;
use crate::deeds::plan;
use crate::error::Result;
use crate::error::{StoreError, panic_words};
use crate::lock::lock;
use crate::outbox::MailId;
use crate::write::{MadeOn, Written};

mod attempts;
mod cursors;
mod database;
mod disk;
mod gaps;
mod keys;
mod look_over;
mod read;
mod rebuild;
mod replay;
mod rest;
mod row;
mod rows;
mod schema;
mod shelves;
mod sources;
mod start;
mod transfer;
mod verify;

pub use disk::{Step, Unwatched, Watch};
pub use rebuild::{Rebuilt, rebuild};
pub use schema::{OLDEST, SCHEMA};
pub use start::refuse_half_import;
pub use transfer::{Unfinished, begin_import, gaps_of_export, import, is_entry};
pub use verify::verify;

use attempts::Attempts;
use database::{Batch, Database};
use disk::{Disk, failed};
use row::Numbers;

/// A store on sled, held by this process alone.
pub struct SledStore {
    disk: Disk,
    database: Database,
    writer: Mutex<Writer>,
    /// How often each game was changed since the store was opened: nobody else can have changed one.
    versions: Mutex<BTreeMap<GameName, u64>>,
    /// Why nothing is written any more.
    stopped: OnceLock<String>,
    _lock: File,
}

/// What only the one who writes may touch.
struct Writer {
    numbers: Numbers,
    /// The highest letter's number that was given out.
    reserved: u64,
    /// The mails in hand, each with the token of its taker.
    in_hand: BTreeMap<MailId, u64>,
    /// The last token given.
    tokens: u64,
    attempts: Attempts,
}

impl SledStore {
    /// Opens the store in a folder, or makes one there.
    ///
    /// # Errors
    /// [`StoreError::Locked`] if another process holds it; [`StoreError::Schema`] if another fieldpost wrote it;
    /// [`StoreError::Damaged`] if it must be rebuilt; [`StoreError::HalfImported`] if an import was not finished.
    pub fn open(folder: &Path) -> Result<Self> {
        Self::open_watched(folder, Arc::new(Unwatched))
    }

    /// Opens a store whose every step `watch` is told of: for tests that make disks fail and processes die.
    ///
    /// # Errors
    /// As [`SledStore::open`].
    pub fn open_watched(folder: &Path, watch: Arc<dyn Watch>) -> Result<Self> {
        let disk = Disk::open(folder, watch)?;
        let lock = lock(disk.root())?;
        start::refuse_half_import(folder)?;
        let database = start::open_database(&disk, start::DATABASE)?;
        start::check_schema(&disk, &database)?;
        let numbers: Numbers = row::get_row(&database, keys::NUMBERS)?.unwrap_or_default();
        start::hold_to_acknowledged(&disk, numbers)?;
        disk.close_to_others()?;
        let swept = start::sweep(&disk, &database, numbers)?;
        let recovered = start::recover_outbox(&disk, &database)?;
        if swept > 0 || recovered.queued_again > 0 {
            database.flush()?;
            disk.sync()?;
        }
        if disk.acknowledged() != Some(numbers.writes) {
            disk.acknowledge(numbers.writes);
        }
        let writer = Writer {
            numbers,
            reserved: numbers.letters,
            in_hand: BTreeMap::new(),
            tokens: 0,
            attempts: Attempts::load(&disk),
        };
        let writer = Mutex::new(writer);
        let store = SledStore {
            disk,
            database,
            writer,
            versions: Mutex::default(),
            stopped: OnceLock::new(),
            _lock: lock,
        };
        store.mark(&recovered.given_up)?;
        Ok(store)
    }

    /// The store's folder.
    pub fn folder(&self) -> &Path {
        self.disk.root()
    }

    /// Every row of the database, in order: for tests that compare stores.
    #[doc(hidden)]
    pub fn rows(&self) -> Vec<(Vec<u8>, Vec<u8>)> {
        self.database
            .scan(..)
            .filter_map(|row| row.ok())
            .map(|(key, row)| (key.to_vec(), row.to_vec()))
            .collect()
    }

    fn writer(&self) -> Result<MutexGuard<'_, Writer>> {
        self.writer.lock().map_err(|_| self.stop("a panic with the record in hand".into()))
    }

    /// Plans and commits one write, if what it was made on is so still.
    fn write_as(
        &self,
        writer: &mut Writer,
        made_on: &MadeOn,
        plan: impl FnOnce(&mut Draft) -> Result<Written>,
    ) -> Result<Written> {
        self.go_on()?;
        self.guarded(|| self.write_unguarded(writer, made_on, plan))
    }

    fn write_unguarded(
        &self,
        writer: &mut Writer,
        made_on: &MadeOn,
        plan: impl FnOnce(&mut Draft) -> Result<Written>,
    ) -> Result<Written> {
        let versions = self.versions()?;
        let version = |game: &GameName| versions.get(game).copied().unwrap_or_default();
        made_on.games.keys().try_for_each(|game| made_on.hold(game, version(game)))?;
        let mut draft = Draft::new(&self.database, writer.numbers);
        plan::hold(&draft, made_on)?;
        let mut written = plan(&mut draft)?;
        if draft.is_empty() {
            return Ok(written);
        }
        written.versions = draft.games().into_iter().map(|game| (game.clone(), version(&game) + 1)).collect();
        let finished = draft.finish();
        let (batch, numbers) = (rows::batch_of(&finished)?, finished.numbers);
        self.disk.write(&rows::files_of(finished.brings))?;
        self.commit(batch)?;
        writer.numbers = numbers;
        self.disk.acknowledge(numbers.writes);
        self.disk.erase(&finished.erased);
        if let Ok(mut versions) = self.versions.lock() {
            versions.extend(written.versions.clone());
        }
        Ok(written)
    }

    /// Fails if nothing is to be written any more.
    fn go_on(&self) -> Result<()> {
        self.stopped.get().map_or(Ok(()), |why| Err(StoreError::Stopped(why.clone())))
    }

    /// From now on nothing is written. The first reason counts.
    fn stop(&self, why: String) -> StoreError {
        StoreError::Stopped(self.stopped.get_or_init(|| why).clone())
    }

    /// Carries out what asks the database. A panic in it is a store that failed, whoever asked: nobody knows what it left,
    /// and nobody may take it for a fault of their own.
    fn guarded<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        catch_unwind(AssertUnwindSafe(work))
            .unwrap_or_else(|fault| Err(self.stop(format!("a panic in the store: {}", panic_words(&*fault)))))
    }

    /// Writes rows and makes them durable. Once that has failed the database may hold what the disk does not.
    fn commit(&self, batch: Batch) -> Result<()> {
        self.commit_steps(batch).inspect_err(|error| drop(self.stop(error.to_string())))
    }

    fn commit_steps(&self, batch: Batch) -> Result<()> {
        self.step(Step::Apply)?;
        self.database.batch(batch)?;
        self.step(Step::Flush)?;
        self.database.flush()?;
        self.step(Step::SyncDatabase)?;
        self.disk.sync()?;
        self.step(Step::Acknowledge)
    }

    fn step(&self, step: Step) -> Result<()> {
        self.disk.before(step).map_err(failed("write to", self.disk.root()))
    }
}
