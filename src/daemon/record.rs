//! The record that a configuration names: the store's folder, or a PostgreSQL that daemons share.

use std::sync::Arc;

use crate::config::Config;
use fieldpost_store::{Damage, SledStore, Store, StoreError};

/// Opens the record.
///
/// # Errors
/// If it cannot be opened; or it is in PostgreSQL, and this program was built without.
pub fn open(config: &Config) -> anyhow::Result<Arc<dyn Store>> {
    match &config.postgres {
        None => Ok(Arc::new(SledStore::open(&config.office.store)?)),
        Some(_) => shared(config),
    }
}

/// Opens the record to look at it: one in PostgreSQL without a write, which would wait as long as no standby is in step.
///
/// # Errors
/// As [`open`].
pub fn open_to_look(config: &Config) -> anyhow::Result<Arc<dyn Store>> {
    match &config.postgres {
        None => open(config),
        Some(_) => looked_at(config),
    }
}

/// Opens the record for a daemon. A database in the folder that does not open is made again from the files beside it, where the
/// configuration lets it and all of them are there and sound; the words are for the game administrator then.
///
/// # Errors
/// As [`open`]; where files are damaged too, a rebuild would leave out what hangs on them, and that is the host's to decide.
pub fn open_or_rebuild(config: &Config) -> anyhow::Result<(Arc<dyn Store>, Option<String>)> {
    let damage = match open(config) {
        Ok(store) => return Ok((store, None)),
        Err(error) => error,
    };
    let is_damaged = matches!(damage.downcast_ref::<StoreError>(), Some(StoreError::Damaged { .. }));
    if !is_damaged || !config.office.rebuild_when_damaged {
        return Err(damage);
    }
    let folder = &config.office.store;
    tracing::error!(error = format!("{damage:#}"), "the database does not open: it is made again");
    let is_of_a_file = |damage: &&Damage| damage.file != DATABASE;
    let verified = fieldpost_store::verify(folder)?;
    if let Some(other) = verified.damages.iter().find(is_of_a_file) {
        return Err(
            damage.context(format!(
                "it is not made again by itself, since a file is damaged or missing too: {other}. Put it back from a backup and \
                 start again, or go on without it: `fieldpost rebuild` lists all of this, and leaves it out"
            ))
        );
    }
    let rebuilt = fieldpost_store::rebuild(folder)?;
    let what = if rebuilt.left_out.is_empty() { "Nothing is lost" } else { "What is listed here is lost" };
    let words = format!(
        "{damage:#}\n\nThe daemon made the database again from the files beside it, all of which are there and sound: {rebuilt}. \
         {what}. The old one is kept as db.old in {}; a disk that damaged it may damage more.",
        folder.display()
    );
    Ok((open(config)?, Some(words)))
}

/// The name that a damage of the database has.
const DATABASE: &str = "db";

#[cfg(not(feature = "postgres"))]
fn looked_at(_: &Config) -> anyhow::Result<Arc<dyn Store>> {
    anyhow::bail!(WITHOUT)
}

#[cfg(feature = "postgres")]
fn looked_at(config: &Config) -> anyhow::Result<Arc<dyn Store>> {
    Ok(Arc::new(fieldpost_store::PostgresStore::open_to_look(postgres(config)?)?))
}

#[cfg(not(feature = "postgres"))]
fn shared(_: &Config) -> anyhow::Result<Arc<dyn Store>> {
    anyhow::bail!(WITHOUT)
}

/// What is said where a record in PostgreSQL is asked of a program without it.
pub const WITHOUT: &str = "the record is in PostgreSQL (postgres.hosts), and this fieldpost was built without it: build it with \
                           --features postgres";

/// Makes the tables of a record in PostgreSQL, where they are lacking; a folder needs none.
///
/// # Errors
/// As [`open`].
pub fn make_tables(config: &Config) -> anyhow::Result<()> {
    match &config.postgres {
        None => Ok(()),
        Some(_) => migrate(config),
    }
}

#[cfg(not(feature = "postgres"))]
fn migrate(_: &Config) -> anyhow::Result<()> {
    anyhow::bail!(WITHOUT)
}

#[cfg(feature = "postgres")]
fn migrate(config: &Config) -> anyhow::Result<()> {
    Ok(fieldpost_store::postgres::migrate(&postgres(config)?).map(drop)?)
}

#[cfg(feature = "postgres")]
fn shared(config: &Config) -> anyhow::Result<Arc<dyn Store>> {
    Ok(Arc::new(fieldpost_store::PostgresStore::open(postgres(config)?)?))
}

/// The database of a configuration, with its secrets.
///
/// # Errors
/// If none is named, or a file of it or the identity cannot be read.
#[cfg(feature = "postgres")]
pub fn postgres(config: &Config) -> anyhow::Result<fieldpost_store::PostgresConfig> {
    use anyhow::{Context, anyhow};
    use sha2::{Digest, Sha256};

    use crate::clock::Clock;
    use crate::identity::Identity;

    let named = config.postgres.as_ref().context("the configuration names no [postgres]")?;
    let cluster = config.cluster.clone().unwrap_or_default();
    let identity = Identity::of(config)?;
    let of_identity = |what: &str| Sha256::digest([what.as_bytes(), identity.key()].concat());
    let hosts =
        named.addresses().map_err(|host| anyhow!("postgres.hosts: {host:?} is no host with its port"))?;
    let read = |file: &std::path::PathBuf| {
        std::fs::read(file).with_context(|| format!("postgres.ca_file {} cannot be read", file.display()))
    };
    let ca = named.ca_file.as_ref().filter(|_| named.tls != "off").map(read).transpose()?;
    Ok(fieldpost_store::PostgresConfig {
        hosts,
        database: named.database.clone(),
        schema: named.schema.clone(),
        user: named.user.clone(),
        password: named.password().map_err(|why| anyhow!("postgres: {why}"))?,
        ca,
        name: cluster.name,
        folder: config.office.store.clone(),
        lease: std::time::Duration::from_secs(cluster.lease_seconds.into()),
        seal: of_identity("mails with a password:").into(),
        identity: fieldpost_engine::hex::hex(of_identity("identity:")),
        clock: || Clock::System.now(),
        size_limit: named.size_limit_gib.map(|gib| u64::from(gib) << 30),
        say,
    })
}

/// Says what is waited for: in the log where there is one, else to whoever typed a command.
pub fn say(words: &str) {
    if tracing::dispatcher::has_been_set() {
        tracing::warn!("{words}");
    } else {
        eprintln!("fieldpost {words}");
    }
}
