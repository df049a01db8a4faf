//! `fieldpost demo [FOLDER]`: the main job, whole, with no server and no configuration. A post office on Maildir and
//! sled is set up in a folder, a game of two sides and four players opened, letters delivered as real mail programs
//! send them, and two turns run by the clock.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::Mutex;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use chrono::DateTime;
use mail_parser::MessageParser;

use crate::cli::post_office::open;
use crate::daemon::adjudicate::Adjudicated;
use crate::daemon::clock::{Clock, Millis};
use crate::daemon::closing::Polled;
use crate::daemon::config::Config;
use crate::daemon::dispatch::Dispatcher;
use crate::daemon::identity::Identity;
use crate::daemon::intake::Taken;
use crate::daemon::letterbox::Letterbox;
use crate::daemon::office::Office;
use crate::daemon::opening::Seats;
use crate::daemon::requests::verdict_words;
use crate::daemon::wiring;
use crate::desk::record::GameName;
use crate::games::land::scenario;
use crate::mail::post::{Envelope, Post, Sending};

/// Arguments of `fieldpost demo`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where to set the post office up: an empty or new folder; a temporary one where left out.
    pub folder: Option<PathBuf>,
}

/// A sample letter: its name, its bytes, and when it is received.
type Sample = (&'static str, &'static [u8], &'static str);

macro_rules! sample {
    ($name:literal, $at:literal) => {
        ($name, include_bytes!(concat!("../../fixtures/letters/", $name, ".eml")), $at)
    };
}

/// Letters of the first turn, the last of them too late for it.
const FIRST_TURN: &[Sample] = &[
    sample!("01-plain", "2026-06-02T19:14:09Z"),
    sample!("02-html-only", "2026-06-03T07:41:26Z"),
    sample!("03-flowed-quoted-printable", "2026-06-03T10:03:51Z"),
    sample!("04-reply-with-quoted-orders", "2026-06-04T17:30:14Z"),
    sample!("05-wrong-password", "2026-06-05T06:02:33Z"),
    sample!("06-deputy-overruled", "2026-06-05T18:44:12Z"),
    sample!("07-unreadable-line", "2026-06-06T07:15:04Z"),
    sample!("08-late", "2026-06-07T18:00:12Z"),
];

/// Letters of the second.
const SECOND_TURN: &[Sample] = &[
    sample!("11-out-of-office", "2026-06-07T18:05:03Z"),
    sample!("09-second-turn", "2026-06-08T20:10:47Z"),
    sample!("10-show-orders", "2026-06-09T04:12:13Z"),
    sample!("12-stranger", "2026-06-10T09:00:05Z"),
];

const OPENING: &str = "2026-06-01T08:00:00Z";
const SEATS: &str = include_str!("../../fixtures/demo/seats.toml");
const GAME: &str = "demo";

/// Runs the demonstration.
///
/// # Errors
/// If the folder cannot be used, or anything of the main job fails.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let folder = match &args.folder {
        Some(folder) => folder.clone(),
        None => tempfile::Builder::new().prefix("fieldpost-demo-").tempdir()?.keep(),
    };
    let folder = std::path::absolute(folder)?;
    let mut demo = Demo::set_up(&folder)?;
    let mut verdicts = Vec::new();
    for letters in [FIRST_TURN, SECOND_TURN] {
        verdicts.extend(demo.play_a_turn(letters)?);
    }
    demo.tell(&verdicts, out)?;
    Ok(ExitCode::SUCCESS)
}

/// A post office at play.
struct Demo {
    folder: PathBuf,
    clock: Clock,
    office: Office,
    letterbox: Letterbox,
    dispatcher: Dispatcher,
    copies: Arc<Copies>,
    turns: Vec<(u32, String)>,
}

impl Demo {
    fn set_up(folder: &Path) -> anyhow::Result<Self> {
        if folder.join("store").exists() {
            bail!("{} holds a post office already: name an empty folder", folder.display());
        }
        fs::create_dir_all(folder.join("store"))
            .with_context(|| format!("cannot make {}", folder.display()))?;
        let file = folder.join("fieldpost.toml");
        fs::write(&file, CONFIG)?;
        let config = Config::load(&file)?;
        Identity::new("(no GA in the demonstration)".into()).save(&config.office.store)?;
        let clock = Clock::standing_at(moment(OPENING)?);
        let mut office = open(config, clock.clone())?;
        let seats: Seats = toml::from_str(SEATS)?;
        office.open_game(GAME, scenario::demo(), &seats)?;
        let letterbox =
            wiring::letterboxes(&office.config, office.store.as_ref())?.pop().context("no source")?;
        let copies = Arc::new(Copies::new(&folder.join("sent"), wiring::post(&office.config)?)?);
        let dispatcher = Dispatcher {
            store: Arc::clone(&office.store),
            post: Arc::<Copies>::clone(&copies),
            clock: clock.clone(),
            at_a_time: 1,
            max_per_second: 0,
        };
        let demo = Demo {
            folder: folder.to_owned(),
            clock,
            office,
            letterbox,
            dispatcher,
            copies,
            turns: Vec::new(),
        };
        demo.send()?;
        Ok(demo)
    }

    /// Delivers letters at their times, then lets the deadline pass and runs the turn.
    fn play_a_turn(&mut self, letters: &[Sample]) -> anyhow::Result<Vec<(&'static str, Taken)>> {
        let name = GameName(GAME.into());
        let deadline = self.office.next_deadline();
        let mut verdicts = Vec::new();
        for (letter, bytes, at) in letters {
            let at = moment(at)?;
            self.clock.set(at + 2_000);
            self.put_into_the_box(letter, bytes, at)?;
            let (_, taken) = self.look()?;
            verdicts.extend(taken.into_iter().map(|taken| (*letter, taken)));
            self.send()?;
        }
        self.clock.set(deadline + 60_000);
        let (began, _) = self.look()?;
        let polled = [Polled { last_full: Some(began), failing: false }];
        match self.office.adjudicate(&name, &polled, false)? {
            Adjudicated::Ran { turn, hash } => self.turns.push((turn, hash)),
            other => bail!("the turn was not run: {other:?}"),
        }
        self.send()?;
        Ok(verdicts)
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
        let office = &mut self.office;
        let began = self.letterbox.look(&self.clock, &mut |delivered| {
            let taken = office.take(delivered).map_err(|error| format!("{error:#}"))?;
            all.extend(taken.iter().cloned());
            Ok(taken)
        })?;
        Ok((began, all))
    }

    fn send(&self) -> anyhow::Result<()> {
        while !self.dispatcher.round()?.is_idle() {}
        Ok(())
    }

    fn tell(&self, verdicts: &[(&str, Taken)], out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "A post office was set up in {}", self.folder.display())?;
        writeln!(out, "Game {GAME}: two sides, four players, two turns run.\n")?;
        writeln!(out, "Letter                        Verdict")?;
        for (name, taken) in verdicts {
            writeln!(out, "{name:<29} {}", verdict_words(&taken.verdict))?;
        }
        writeln!(out)?;
        for (turn, hash) in &self.turns {
            writeln!(
                out,
                "Turn {turn} was run at its deadline; its hash is {}…",
                &hash[..16.min(hash.len())]
            )?;
        }
        writeln!(out, "{}\n", self.office.replay(&GameName(GAME.into()))?.lines().last().unwrap_or(""))?;
        writeln!(out, "Mailed to                Subject")?;
        for copy in self.copies.list() {
            writeln!(out, "{:<24} {}", copy.to, copy.subject)?;
            writeln!(out, "    {}", copy.path.display())?;
            if let Some(html) = &copy.html {
                writeln!(out, "    {}", html.display())?;
            }
        }
        Ok(())
    }
}

/// A mail that was sent, for the table.
#[derive(Clone)]
struct Copy {
    to: String,
    subject: String,
    path: PathBuf,
    html: Option<PathBuf>,
}

/// A post that keeps a copy of each mail as `.eml`, and of its HTML, for opening by hand.
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
        let has_html = message
            .as_ref()
            .is_some_and(|message| message.html_part(0).is_some_and(|part| part.is_text_html()));
        let body = message.as_ref().filter(|_| has_html).and_then(|message| message.body_html(0));
        let html = match body {
            Some(body) => {
                let path = self.folder.join(format!("{stem}.html"));
                fs::write(&path, body.as_bytes())?;
                Some(path)
            }
            None => None,
        };
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

fn moment(text: &str) -> anyhow::Result<Millis> {
    Ok(DateTime::parse_from_rfc3339(text)?.timestamp_millis())
}

const CONFIG: &str = "# The demonstration's post office: letters in and out as Maildir, no server at all.
[office]
address = \"orders@fieldpost.example\"
store = \"store\"

[ga]
name = \"The demonstration\"
address = \"ga@fieldpost.example\"

[[source]]
kind = \"maildir\"
name = \"in\"
path = \"in\"

[post]
kind = \"maildir\"
path = \"out\"
";
