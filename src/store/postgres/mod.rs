//! The store on PostgreSQL: the record in one schema, for several daemons; the only place that names its crate.
//!
//! What a deed does to rows is the house's ([`crate::deeds`]); here is where rows lie (`tables`), what a write locks and when it
//! counts (`write`), who does what (`claims`), and how the database is reached (`connect`). Design: one game's row is locked by
//! a write that changes it, and its version is what a judgement is held to; unique keys make a letter's place, its content, a
//! Message-ID and a write's request stand once; every entry of the history is a row, from which the record is exported.
//!
//! What is answered `Ok` is committed with `synchronous_commit` on: on two disks where the cluster has a synchronous standby.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::contract::Store;
use crate::error::{Result, StoreError};
use crate::outbox::Mark;

mod bodies;
mod claims;
mod connect;
mod dealing;
mod doctor;
mod finding;
mod folder;
mod hosts;
mod migrate;
mod news;
mod random;
mod read;
mod rows;
mod saying;
mod tables;
mod transfer;
mod write;

pub use connect::PostgresConfig;
pub use doctor::look;
pub use finding::{Advice, Finding};
pub use migrate::{Migrated, migrate};
pub use transfer::{import_into, refuse_unless_empty, rehearse};

use connect::Connection;
use folder::{Folder, Newest};

/// A store on PostgreSQL, as one daemon among others.
pub struct PostgresStore {
    config: PostgresConfig,
    /// What writes.
    writer: Connection,
    /// What reads; it waits for no write.
    reader: Connection,
    /// What keeps claims alive, whatever the others wait for.
    claims: Connection,
    /// What hears of others' writes.
    news: Connection,
    /// This process's life among those of all daemons.
    incarnation: i64,
    /// Its own folder, where it takes part.
    folder: Option<Folder>,
    /// Whether it has given up what it held, and takes nothing more.
    has_left: AtomicBool,
}

impl PostgresStore {
    /// Opens the record and takes part as one daemon.
    ///
    /// # Errors
    /// [`StoreError::Database`] if it cannot be reached; [`StoreError::Unreadable`] if its schema is not ours, or it is another
    /// post office's; [`StoreError::Locked`] if another process has the daemon's folder; [`StoreError::NameInUse`] if another daemon of
    /// the name lives.
    pub fn open(config: PostgresConfig) -> Result<Self> {
        let mut store = PostgresStore::open_beside(config)?;
        let folder = Folder::take(&store.config.folder)?;
        store.incarnation = store.join(&folder.mark)?;
        store.folder = Some(folder);
        store.give_up_unsendable()?;
        Ok(store)
    }

    /// Opens the record beside a daemon of the same name, which keeps what it holds: for who looks at it, or mends it by hand.
    ///
    /// # Errors
    /// As [`PostgresStore::open`].
    pub fn open_beside(config: PostgresConfig) -> Result<Self> {
        let store = PostgresStore::unchecked(config);
        store.reader.ask(migrate::check)?;
        store.hold_to_identity()?;
        Ok(store)
    }

    /// Opens the record for who only looks at it, and writes nothing: no write goes on while no standby is in step, and that is when
    /// somebody wants to look.
    ///
    /// # Errors
    /// As [`PostgresStore::open`].
    pub fn open_to_look(config: PostgresConfig) -> Result<Self> {
        let store = PostgresStore::unchecked(config);
        store.reader.ask(migrate::check)?;
        store.must_be_ours(store.known_identity()?.as_deref())?;
        Ok(store)
    }

    /// Of no life of its own, and with nothing looked at.
    fn unchecked(config: PostgresConfig) -> Self {
        let newest = Arc::new(Newest::of(&config.folder));
        let line = || Connection::new(config.clone(), newest.clone());
        let (writer, reader, claims, news) = (line(), line(), line(), line());
        let has_left = AtomicBool::new(false);
        PostgresStore { writer, reader, claims, news, incarnation: 0, folder: None, has_left, config }
    }

    /// All daemons sign with one key, or their own Message-IDs would be strangers'. It is written down once, by the first.
    fn hold_to_identity(&self) -> Result<()> {
        let ours = &self.config.identity;
        let known = match self.known_identity()? {
            Some(known) => known,
            None => self.writer.change(|tx| {
                let sql = "UPDATE office SET identity = coalesce(identity, $1) RETURNING identity";
                let row = tx.row(sql, &[ours])?;
                Ok(row.map_or_else(|| ours.clone(), |row| row.get(0)))
            })?,
        };
        self.must_be_ours(Some(&known))
    }

    fn known_identity(&self) -> Result<Option<String>> {
        self.reader.ask(|tx| Ok(tx.row("SELECT identity FROM office", &[])?.and_then(|row| row.get(0))))
    }

    fn must_be_ours(&self, known: Option<&str>) -> Result<()> {
        if known.is_none_or(|known| known == self.config.identity) {
            return Ok(());
        }
        let why = "it is another post office's: its identity is not ours; identity.toml is the same in the stores' folders of all machines";
        Err(StoreError::Unreadable { what: "the database".into(), why: why.into() })
    }

    /// A mail with a password whose bytes an export did not hold is given up, as after any import.
    fn give_up_unsendable(&self) -> Result<()> {
        let sql = "SELECT m.id, m.next_try_ms FROM mail m JOIN body b ON b.shelf = 1 AND b.hash = m.body \
                   WHERE m.secret AND m.state IN ('queued', 'sending') AND b.bytes IS NULL ORDER BY m.next_try_ms, m.id";
        let rows = self.reader.ask(|tx| tx.query(sql, &[]))?;
        let why = "it held a password, and so was not in the export that this store was made from: give the player a new one";
        if rows.is_empty() {
            return Ok(());
        }
        let mark = |row: &postgres::Row| {
            let id = crate::outbox::MailId(row.get::<_, i64>(0).cast_unsigned());
            Mark::Failed { id, at_ms: row.get(1), why: why.into() }
        };
        self.mark(&rows.iter().map(mark).collect::<Vec<_>>())
    }

    /// The configuration it was opened with.
    pub fn config(&self) -> &PostgresConfig {
        &self.config
    }
}

/// A number as its column has it.
fn number(number: u64) -> i64 {
    number.cast_signed()
}
