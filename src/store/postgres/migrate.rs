//! The schema and its migrations: numbered files, each one transaction, never by itself at a start.

use crate::body::BodyHash;
use crate::error::{Result, StoreError};
use crate::postgres::connect::{Link, PostgresConfig, Tx};

/// The migrations, from the first on.
pub const ALL: &[&str] = &[
    include_str!("migrations/001.sql"),
    include_str!("migrations/002.sql"),
    include_str!("migrations/003.sql"),
];

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
    for (number, sql) in ALL.iter().enumerate() {
        link.batch(&format!(
            "BEGIN; SELECT pg_advisory_xact_lock({LOCK}); CREATE SCHEMA IF NOT EXISTS {schema}; \
             CREATE TABLE IF NOT EXISTS migration (version int PRIMARY KEY, sha256 text NOT NULL, \
             at timestamptz NOT NULL DEFAULT clock_timestamp()); COMMIT",
            schema = config.schema
        ))?;
        let mut tx = link.begin()?;
        if carried_out(&mut tx)?.len() > number {
            tx.rollback()?;
            done += 1;
            continue;
        }
        tx.rollback()?;
        let hash = BodyHash::of(sql.as_bytes());
        link.batch(&format!(
            "BEGIN; SELECT pg_advisory_xact_lock({LOCK}); {sql}; \
             INSERT INTO migration (version, sha256) VALUES ({version}, '{hash}'); COMMIT",
            version = number + 1
        ))?;
    }
    Ok(Migrated { done, known: ALL.len() })
}

/// The migrations that were carried out, held to ours: their number.
fn carried_out(tx: &mut Tx<'_>) -> Result<Vec<String>> {
    let rows = tx.query("SELECT sha256 FROM migration ORDER BY version", &[])?;
    let found: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
    for (number, (hash, sql)) in found.iter().zip(ALL).enumerate() {
        let ours = BodyHash::of(sql.as_bytes());
        if *hash != ours.to_string() {
            let why = format!("migration {} is {hash} there and {ours} here", number + 1);
            return Err(StoreError::Unreadable { what: "the database's schema".into(), why });
        }
    }
    Ok(found)
}

/// Holds the schema to ours.
///
/// # Errors
/// [`StoreError::Unreadable`] if migrations are lacking, or are others.
pub fn check(tx: &mut Tx<'_>) -> Result<Migrated> {
    let is_there = tx.row("SELECT to_regclass('migration') IS NOT NULL", &[])?;
    let done = match is_there.is_some_and(|row| row.get(0)) {
        true => carried_out(tx)?.len(),
        false => 0,
    };
    if done < ALL.len() {
        let why = format!(
            "it has {done} of {} migrations: `fieldpost store migrate` carries out the rest",
            ALL.len()
        );
        return Err(StoreError::Unreadable { what: "the database's schema".into(), why });
    }
    Ok(Migrated { done, known: ALL.len() })
}
