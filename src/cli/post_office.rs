//! What the subcommands of a post office share: finding its configuration, and asking a running daemon or opening
//! the office themselves.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::bail;

use crate::daemon::clock::Clock;
use crate::daemon::config::Config;
use crate::daemon::office::Office;
use crate::daemon::socket::{self, Reply, Request};
use crate::store::{SledStore, Store};

/// Where the configuration lies.
#[derive(Clone, Debug, clap::Args)]
pub struct ConfigArg {
    /// The configuration file.
    #[arg(long, short, default_value = "fieldpost.toml")]
    pub config: PathBuf,
}

impl ConfigArg {
    /// Reads it.
    ///
    /// # Errors
    /// With the file, the key and an example.
    pub fn load(&self) -> anyhow::Result<Config> {
        Ok(Config::load(&self.config)?)
    }
}

/// Opens the office of a configuration; only one process can.
///
/// # Errors
/// If another holds the store, or the record cannot be read.
pub fn open(config: Config, clock: Clock) -> anyhow::Result<Office> {
    let store: Arc<dyn Store> = Arc::new(SledStore::open(&config.office.store)?);
    Office::open(config, clock, store)
}

/// Has a request carried out: by the daemon if one runs, else here and now.
///
/// # Errors
/// If it is refused or cannot be done.
pub fn ask_or_do(config: Config, request: &Request, body: Vec<u8>) -> anyhow::Result<String> {
    match socket::ask(&config.office.store, request, &body)? {
        Some(Reply::Done { words }) => Ok(words),
        Some(Reply::Refused { why }) => bail!(why),
        None => open(config, Clock::System)?.carry_out(request, body),
    }
}
