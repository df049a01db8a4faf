//! A post office at play, with no server and no configuration: letters in and out as Maildir, the record in sled, a clock
//! that stands where it is put. The demonstration and rehearsals are played on it.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::Mutex;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use chrono::DateTime;
use mail_parser::MessageParser;

use crate::cli::post_office::open;
use fieldpost_daemon::adjudicate::Adjudicated;
use fieldpost_daemon::clock::{Clock, Millis};
use fieldpost_daemon::closing::Polled;
use fieldpost_daemon::config::Config;
use fieldpost_daemon::dispatch::Dispatcher;
use fieldpost_daemon::identity::Identity;
use fieldpost_daemon::letterbox::Letterbox;
use fieldpost_daemon::office::Office;
use fieldpost_daemon::opening::Seats;
use fieldpost_daemon::road::Taken;
use fieldpost_daemon::{record, wiring};
use fieldpost_desk::record::GameName;
use fieldpost_mail::post::{Envelope, Post, Sending};
use fieldpost_mail::write::page;

/// Where letters for the post office go.
pub const ADDRESS: &str = "orders@fieldpost.example";

/// A post office with one game.
pub struct Stage {
    /// Where it stands.
    pub folder: PathBuf,
    /// The office.
    pub office: Office,
    /// The game.
    pub game: GameName,
    clock: Clock,
    letterbox: Letterbox,
    dispatcher: Dispatcher,
    copies: Arc<Copies>,
}

impl Stage {
    /// Sets a post office up in a folder and opens a game at a moment (RFC 3339); its players are welcomed.
    ///
    /// # Errors
    /// If the folder cannot be used, or scenario or seats have mistakes.
    pub fn set_up(
        folder: &Path,
        opening: &str,
        game: &str,
        scenario: BTreeMap<String, String>,
        seats: &Seats,
    ) -> anyhow::Result<Self> {
        Stage::set_up_with(folder, opening, game, scenario, seats, "")
    }

    /// The same with more tables for the configuration, which say where the record lies if not in the folder.
    ///
    /// # Errors
    /// As [`Stage::set_up`], or if the record cannot be opened there.
    pub fn set_up_with(
        folder: &Path,
        opening: &str,
        game: &str,
        scenario: BTreeMap<String, String>,
        seats: &Seats,
        tables: &str,
    ) -> anyhow::Result<Self> {
        if folder.join("store").exists() {
            bail!("{} holds a post office already: name an empty folder", folder.display());
        }
        fs::create_dir_all(folder.join("store"))
            .with_context(|| format!("cannot make {}", folder.display()))?;
        let file = folder.join("fieldpost.toml");
        fs::write(&file, format!("{CONFIG}{tables}"))?;
        let config = Config::load(&file)?;
        Identity::fresh().save(&config.office.store)?;
        record::make_tables(&config)?;
        let clock = Clock::standing_at(moment(opening)?);
        let mut office = open(config, clock.clone())?;
        office.open_game(game, scenario, seats)?;
        let letterbox =
            wiring::letterboxes(&office.config, office.store.as_ref())?.pop().context("no source")?;
        let copies = Arc::new(Copies::new(&folder.join("sent"), wiring::post(&office.config)?)?);
        let dispatcher =
            Dispatcher::new(Arc::clone(&office.store), Arc::<Copies>::clone(&copies), clock.clone());
        let (folder, game) = (folder.to_owned(), GameName(game.to_owned()));
        let stage = Stage { folder, office, game, clock, letterbox, dispatcher, copies };
        stage.send()?;
        Ok(stage)
    }

    /// The time.
    pub fn now(&self) -> Millis {
        self.clock.now()
    }

    /// Delivers a letter that is received at a moment, and sends what answers it.
    ///
    /// # Errors
    /// If it cannot be filed or answered.
    pub fn deliver(&mut self, name: &str, bytes: &[u8], at: Millis) -> anyhow::Result<Vec<Taken>> {
        self.clock.set(at + 2_000);
        self.put_into_the_box(name, bytes, at)?;
        let (_, taken) = self.look()?;
        self.send()?;
        Ok(taken)
    }

    /// Lets the deadline pass, runs the turn and sends its reports; the turn and its hash.
    ///
    /// # Errors
    /// If it cannot be run.
    pub fn run_turn(&mut self) -> anyhow::Result<(u32, String)> {
        self.clock.set(self.office.next_deadline() + 60_000);
        let (began, _) = self.look()?;
        let polled = [Polled::unnamed(Some(began), false)];
        let (turn, hash) = match self.office.adjudicate(&self.game, &polled, false)? {
            Adjudicated::Ran { turn, hash } => (turn, hash),
            other => bail!("the turn was not run: {other:?}"),
        };
        self.send()?;
        Ok((turn, hash))
    }

    /// The mails sent so far.
    pub fn sent(&self) -> Vec<Copy> {
        self.copies.list()
    }

    /// Puts a letter into the Maildir as a mail server would; the file's time is its receipt.
    fn put_into_the_box(&self, name: &str, bytes: &[u8], at: Millis) -> anyhow::Result<()> {
        let path = self.folder.join("in/new").join(format!("{at}.{name}.demo"));
        let file = fs::File::create_new(&path).with_context(|| format!("cannot make {}", path.display()))?;
        (&file).write_all(bytes)?;
        let at = UNIX_EPOCH + Duration::from_millis(u64::try_from(at)?);
        file.set_modified(SystemTime::max(at, UNIX_EPOCH))?;
        Ok(())
    }

    fn look(&mut self) -> anyhow::Result<(Millis, Vec<Taken>)> {
        let mut all = Vec::new();
        let record = Arc::clone(&self.office.store);
        let office = &mut self.office;
        let look = self.letterbox.look(&self.clock, record.as_ref(), &mut |delivered| {
            let taken = office.take(delivered).map_err(|error| format!("{error:#}"))?;
            all.extend(taken.iter().cloned());
            Ok(taken)
        })?;
        Ok((look.began, all))
    }

    fn send(&self) -> anyhow::Result<()> {
        while !self.dispatcher.round()?.is_idle() {}
        Ok(())
    }
}

/// A mail that was sent.
#[derive(Clone)]
pub struct Copy {
    /// To whom.
    pub to: String,
    /// Its subject.
    pub subject: String,
    /// The mail as a file.
    pub path: PathBuf,
    /// Its HTML as a page with its pictures, if it has any.
    pub html: Option<PathBuf>,
}

/// A post that keeps a copy of each mail as `.eml`, and its HTML as a page that a browser shows whole.
struct Copies {
    folder: PathBuf,
    inner: Arc<dyn Post>,
    kept: Mutex<Vec<Copy>>,
}

impl Copies {
    fn new(folder: &Path, inner: Arc<dyn Post>) -> anyhow::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Copies { folder: folder.to_owned(), inner, kept: Mutex::new(Vec::new()) })
    }

    fn list(&self) -> Vec<Copy> {
        self.kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    fn keep(&self, to: &str, bytes: &[u8]) -> std::io::Result<()> {
        let mut kept = self.kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let local = to.split('@').next().unwrap_or(to);
        let stem = format!("{:02}-{local}", kept.len() + 1);
        let path = self.folder.join(format!("{stem}.eml"));
        fs::write(&path, bytes)?;
        let message = MessageParser::new().parse(bytes);
        let subject = message.as_ref().and_then(|message| message.subject()).unwrap_or("").to_owned();
        let html = page(bytes).map(|page| (self.folder.join(format!("{stem}.html")), page));
        if let Some((path, page)) = &html {
            fs::write(path, page)?;
        }
        let html = html.map(|(path, _)| path);
        kept.push(Copy { to: to.to_owned(), subject, path, html });
        Ok(())
    }
}

impl Post for Copies {
    fn send(&self, envelope: &Envelope, bytes: &[u8]) -> Sending {
        let outcome = self.inner.send(envelope, bytes);
        if outcome == Sending::Sent
            && let Err(error) = self.keep(&envelope.to, bytes)
        {
            tracing::warn!(%error, "no copy was kept");
        }
        outcome
    }
}

/// A moment of RFC 3339.
///
/// # Errors
/// If it is none.
pub fn moment(text: &str) -> anyhow::Result<Millis> {
    Ok(DateTime::parse_from_rfc3339(text)?.timestamp_millis())
}

const CONFIG: &str = "# A post office for play: letters in and out as Maildir, no server at all.
[office]
address = \"orders@fieldpost.example\"
store = \"store\"

[ga]
name = \"Nobody\"
address = \"ga@fieldpost.example\"

[[source]]
kind = \"maildir\"
name = \"in\"
path = \"in\"

[post]
kind = \"maildir\"
path = \"out\"
";
