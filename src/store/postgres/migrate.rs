//! The schema and its migrations: numbered files, each one transaction, never by itself at a start.
//!
//! Machines are brought to a new release one after the other, so that a program works for a while on tables that a newer one has changed.
//! As a rule a migration only adds what older programs leave as it is. One that cannot names the oldest program that may work on, by
//! how many migrations it knows; an older one refuses to start, and ends where it runs.

use crate::body::BodyHash;
use crate::error::{Result, StoreError};
use crate::postgres::connect::{Link, PostgresConfig, Tx};

/// A step by which the tables are brought to a newer release.
struct Migration {
    sql: &'static str,
    /// How many migrations a program knows at the least that may work on the tables as this one leaves them.
    oldest: i32,
}

/// The migrations, from the first on.
const ALL: &[Migration] = &[
    Migration { sql: include_str!("migrations/001.sql"), oldest: 1 },
    Migration { sql: include_str!("migrations/002.sql"), oldest: 1 },
    Migration { sql: include_str!("migrations/003.sql"), oldest: 1 },
];

/// Asks how many migrations a program must know; a schema that was made by a fieldpost of before does not say.
pub const OLDEST: &str = "(SELECT max((to_jsonb(m) ->> 'oldest')::int) FROM migration m)";

/// The key of the lock under which migrations are carried out: `fieldpost` as a number of its own.
const LOCK: i64 = 0x0066_6965_6c64_7074;

/// Which migrations a schema has, and which this fieldpost knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Migrated {
    /// How many are carried out.
    pub done: usize,
    /// How many there are.
    pub known: usize,
}

/// Carries out the migrations that a schema lacks; how many it had and has.
///
/// # Errors
/// If one fails, or an earlier one was another than this fieldpost's.
pub fn migrate(config: &PostgresConfig) -> Result<Migrated> {
    let mut link = Link::open(config)?;
    let mut done = 0;
    for (number, Migration { sql, oldest }) in ALL.iter().enumerate() {
        link.batch(&format!(
            "BEGIN; SELECT pg_advisory_xact_lock({LOCK}); CREATE SCHEMA IF NOT EXISTS {schema}; \
             CREATE TABLE IF NOT EXISTS migration (version int PRIMARY KEY, sha256 text NOT NULL, \
             at timestamptz NOT NULL DEFAULT clock_timestamp()); \
             ALTER TABLE migration ADD COLUMN IF NOT EXISTS oldest int NOT NULL DEFAULT 1; COMMIT",
            schema = config.schema
        ))?;
        let mut tx = link.begin()?;
        if carried_out(&mut tx)? > number {
            tx.rollback()?;
            done += 1;
            continue;
        }
        tx.rollback()?;
        let hash = BodyHash::of(sql.as_bytes());
        link.batch(&format!(
            "BEGIN; SELECT pg_advisory_xact_lock({LOCK}); {sql}; \
             INSERT INTO migration (version, sha256, oldest) VALUES ({version}, '{hash}', {oldest}); COMMIT",
            version = number + 1
        ))?;
    }
    Ok(Migrated { done, known: ALL.len() })
}

/// How many migrations were carried out; those that are known here are held to ours.
fn carried_out(tx: &mut Tx<'_>) -> Result<usize> {
    let rows = tx.query("SELECT sha256 FROM migration ORDER BY version", &[])?;
    let found: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
    for (number, (hash, ours)) in found.iter().zip(ALL).enumerate() {
        let ours = BodyHash::of(ours.sql.as_bytes());
        if *hash != ours.to_string() {
            let why = format!("migration {} is {hash} there and {ours} here", number + 1);
            return Err(StoreError::Unreadable { what: "the database's schema".into(), why });
        }
    }
    Ok(found.len())
}

/// Holds this program to the oldest that may work on the tables.
///
/// # Errors
/// [`StoreError::TooOld`] if it is older.
pub fn may_work(oldest: Option<i32>) -> Result<()> {
    let needed = usize::try_from(oldest.unwrap_or_default()).unwrap_or_default();
    if needed > ALL.len() { Err(StoreError::TooOld { needed, known: ALL.len() }) } else { Ok(()) }
}

/// Holds the schema to ours.
///
/// # Errors
/// [`StoreError::Unreadable`] if migrations are lacking, or are others; [`StoreError::TooOld`] if this program may not work on it any more.
pub fn check(tx: &mut Tx<'_>) -> Result<Migrated> {
    let is_there = tx.row("SELECT to_regclass('migration') IS NOT NULL", &[])?;
    let done = match is_there.is_some_and(|row| row.get(0)) {
        true => carried_out(tx)?,
        false => 0,
    };
    if done < ALL.len() {
        let why = format!(
            "it has {done} of {} migrations: `fieldpost store migrate` carries out the rest",
            ALL.len()
        );
        return Err(StoreError::Unreadable { what: "the database's schema".into(), why });
    }
    may_work(tx.row(&format!("SELECT {OLDEST}"), &[])?.and_then(|row| row.get(0)))?;
    Ok(Migrated { done, known: ALL.len() })
}
