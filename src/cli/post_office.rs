//! What the subcommands of a post office share: finding its configuration, and asking a running daemon or opening
//! the office themselves.

use std::fs;
use std::io::{BufWriter, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{anyhow, bail};

use fieldpost_daemon::clock::Clock;
use fieldpost_daemon::config::Config;
use fieldpost_daemon::office::Office;
use fieldpost_daemon::record;
use fieldpost_daemon::socket::{self, Request};
use fieldpost_daemon::wiring;
use fieldpost_engine::words::counted;
use fieldpost_store::Store;
use fieldpost_store::awaiting::{Asked, Awaiting};

/// Where the configuration lies.
#[derive(Clone, Debug, clap::Args)]
pub struct ConfigArg {
    /// The configuration file; left out, fieldpost.toml in this folder, or else /etc/fieldpost/fieldpost.toml.
    #[arg(long, short, global = true)]
    config: Option<PathBuf>,
}

/// The configuration's place: in a folder of its own, and on a host that keeps it where Debian keeps such files.
const HERE: &str = "fieldpost.toml";
const OF_THE_HOST: &str = "/etc/fieldpost/fieldpost.toml";

impl ConfigArg {
    /// Reads it.
    ///
    /// # Errors
    /// With the file, the key and an example.
    pub fn load(&self) -> anyhow::Result<Config> {
        Ok(Config::load(&self.file())?)
    }

    /// Reads it where there is one: `None` if none was named and none lies in either place.
    ///
    /// # Errors
    /// As [`ConfigArg::load`].
    pub fn load_if_any(&self) -> anyhow::Result<Option<Config>> {
        let file = self.file();
        // As in `file`: one that we may not read is there.
        let is_there = self.config.is_some() || file.try_exists().unwrap_or(true);
        if is_there { Ok(Some(Config::load(&file)?)) } else { Ok(None) }
    }

    fn file(&self) -> PathBuf {
        // Whether there is one that we may not read is for the reading to say.
        let host = Path::new(OF_THE_HOST);
        let is_hosts = !Path::new(HERE).exists() && host.try_exists().unwrap_or(true);
        self.config.clone().unwrap_or_else(|| if is_hosts { host } else { Path::new(HERE) }.to_owned())
    }
}

/// Opens the office of a configuration; only one process can.
///
/// # Errors
/// If another holds the store, or the record cannot be read.
pub fn open(config: Config, clock: Clock) -> anyhow::Result<Office> {
    as_its_owner(&config.office.store)?;
    let store = record::open(&config)?;
    open_over(config, clock, store)
}

/// Opens the office of a daemon, whose database may be made again for it; what the game administrator is to hear of that.
///
/// # Errors
/// As [`open`].
pub fn open_for_daemon(config: Config) -> anyhow::Result<(Office, Option<String>)> {
    as_its_owner(&config.office.store)?;
    let (store, rebuilt) = record::open_or_rebuild(&config)?;
    Ok((open_over(config, Clock::System, store)?, rebuilt))
}

fn open_over(config: Config, clock: Clock, store: Arc<dyn Store>) -> anyhow::Result<Office> {
    // Daemons that share a record go by one clock.
    let clock = match clock {
        Clock::System => store.common_time()?.map_or(Clock::System, Clock::common),
        other => other,
    };
    wiring::office(config, clock, store)
}

/// Opens the office for what a running daemon would have done as well, and tells root so.
fn open_in_its_place(config: Config) -> anyhow::Result<Office> {
    as_its_owner_or_asking(&config.office.store)?;
    open(config, Clock::System)
}

/// As [`as_its_owner`], for what a running daemon would do too.
fn as_its_owner_or_asking(store: &Path) -> anyhow::Result<()> {
    as_its_owner(store).map_err(|error| anyhow!("{error}; or start the daemon, which root may ask too"))
}

/// Has a request carried out: by the daemon if one runs, else here and now.
///
/// # Errors
/// If it is refused or cannot be done.
pub fn ask_or_do(config: Config, request: &Request, body: Vec<u8>) -> anyhow::Result<String> {
    let _awaiting = awaiting(&config);
    match socket::ask(&config.office.store, request, &body)? {
        Some(reply) => reply.into_words(),
        None if matches!(request, Request::Status { .. }) => open_to_look(config)?.carry_out(request, body),
        None => open_in_its_place(config)?.carry_out(request, body),
    }
}

/// Says what a daemon that was asked waits for, as long as this lives: it writes, and whoever asked hears nothing of its log.
pub fn awaiting(config: &Config) -> Option<Awaiting> {
    config.postgres.as_ref()?;
    let store = config.office.store.clone();
    let why = move || {
        let reply = socket::ask(&store, &Request::Status { json: true }, b"").ok()??;
        let status: serde_json::Value = serde_json::from_str(&reply.into_words().ok()?).ok()?;
        let awaited = &status["standby_awaited"];
        let (writes, seconds) = (awaited["writes"].as_u64()?, awaited["seconds"].as_u64()?);
        Some(format!(
            "the daemon does what was asked when one of the database's is in step; {} wait, the oldest for {seconds} s. `fieldpost doctor` \
             tells more. What you break off may be carried out later",
            counted(writes, "write")
        ))
    };
    Some(Awaiting::begin(&Arc::new(Asked { why: Box::new(why), say: record::say })))
}

/// Opens the office for a question that a running daemon would have answered.
fn open_to_look(config: Config) -> anyhow::Result<Office> {
    as_its_owner_or_asking(&config.office.store)?;
    let store = record::open_to_look(&config)?;
    open_over(config, Clock::System, store)
}

/// Has the whole record written to `out`, as [`ask_or_do`] does; the words say how much it was.
///
/// # Errors
/// As [`ask_or_do`], or if `out` cannot be written.
pub fn export_to(config: Config, out: &mut dyn Write) -> anyhow::Result<String> {
    let _awaiting = awaiting(&config);
    match socket::ask_for(&config.office.store, &Request::Export, b"", out)? {
        Some(reply) => reply.into_words(),
        None => export_without_daemon(&config, out),
    }
}

/// A game's past as pages in one ZIP, as [`ask_or_do`] does it; the words say how much it is.
///
/// # Errors
/// As [`ask_or_do`], or if it may not be shown.
pub fn site_of(config: Config, request: &Request) -> anyhow::Result<(Vec<u8>, String)> {
    let mut zip = Vec::new();
    let _awaiting = awaiting(&config);
    if let Some(reply) = socket::ask_for(&config.office.store, request, b"", &mut zip)? {
        return Ok((zip, reply.into_words()?));
    }
    let Request::Publish { game, whom, no_pictures } = request else { bail!("only pages come so") };
    let (mut file, words) = open_in_its_place(config)?.spool_site(game, whom, !no_pictures)?;
    file.read_to_end(&mut zip)?;
    Ok((zip, words))
}

/// The record alone: a game that cannot be loaded is no reason to keep the rest in. It is only looked at, and waits for no standby.
fn export_without_daemon(config: &Config, out: &mut dyn Write) -> anyhow::Result<String> {
    as_its_owner_or_asking(&config.office.store)?;
    let store = record::open_to_look(config)?;
    let mut out = BufWriter::new(out);
    let exported = store.export(&mut out)?;
    out.flush()?;
    Ok(format!("{} were written", counted(exported.lines, "line")))
}

/// Refuses root the files of a post office that is another user's: what root wrote there, its daemon could not read.
/// Asking that daemon is another matter.
///
/// # Errors
/// If it is so, with the command that does it.
pub fn as_its_owner(store: &Path) -> anyhow::Result<()> {
    let Some(owner) = store.ancestors().find_map(|folder| fs::metadata(folder).ok()).map(|meta| meta.uid())
    else {
        return Ok(());
    };
    if !rustix::process::geteuid().is_root() || owner == 0 {
        return Ok(());
    }
    let user = user_named(owner);
    bail!(
        "{} belongs to the user {user}, who could not read what root writes there: run this as that user \
         (sudo -u {user} fieldpost ...)",
        store.display()
    )
}

/// A user's name, or what stands for it on a command line.
fn user_named(uid: u32) -> String {
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let found = users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)?.parse() == Ok(uid)).then(|| name.to_owned())
    });
    found.unwrap_or_else(|| format!("'#{uid}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_writes_nothing_into_the_post_office_of_another() {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("store");
        as_its_owner(&store).unwrap();
        // Needs root, as the mail servers of the other tests do.
        std::os::unix::fs::chown(folder.path(), Some(1), None).unwrap();
        let error = as_its_owner(&store).unwrap_err().to_string();
        assert!(error.contains("sudo -u daemon fieldpost"), "{error}");
        assert!(!error.contains("start the daemon"), "what no daemon is asked, none can do: {error}");
        assert_eq!(user_named(4_000_000_000), "'#4000000000'");
    }
}
