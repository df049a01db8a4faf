//! What the control socket can ask for, carried out; and the games' clocks.

use std::path::Path;

use anyhow::{Context, bail};

use crate::daemon::adjudicate::Adjudicated;
use crate::daemon::clock::Millis;
use crate::daemon::hosted::{Hosted, STUCK};
use crate::daemon::identity::private_file;
use crate::daemon::intake::{Delivered, Taken};
use crate::daemon::office::Office;
use crate::daemon::socket::Request;
use crate::desk::record::GameName;
use crate::desk::schedule::for_people;
use crate::store::{AuditLine, GameChange, Hold, TransportKey};

impl Office {
    /// Carries out a request of the control socket; the words are for the terminal.
    ///
    /// # Errors
    /// If it cannot be done, with the reason.
    pub fn carry_out(&mut self, request: &Request, body: Vec<u8>) -> anyhow::Result<String> {
        match request {
            Request::Deliver => self.deliver(body),
            Request::Status { json } => self.status_words(*json),
            Request::Turn { game, now } => self.turn(game, *now),
            Request::Autoplay { game, seats, show } => self.autoplay(game, seats, *show),
            Request::NewGame { name, scenario, seats } => self.new_game(name, scenario, seats),
            Request::Ga { game } => self.typed(game, &String::from_utf8_lossy(&body)),
            Request::Words { game } => Ok(serde_json::to_string(&self.words_of_game(game)?)?),
            Request::Audit { game, last } => self.audit_words(game.as_deref(), *last),
            Request::Export { to } => self.export(to),
            Request::Replay { game } => self.replay(&GameName(game.to_ascii_lowercase())),
            Request::Stop => bail!("only a running daemon can be stopped"),
        }
    }

    /// Takes a letter in from a pipe: its receipt is the moment of the call (DESIGN "Time").
    ///
    /// # Errors
    /// If it cannot be filed; the mail server then keeps it and tries again.
    pub fn deliver(&mut self, bytes: Vec<u8>) -> anyhow::Result<String> {
        let size = bytes.len() as u64;
        let whole = size <= u64::from(self.config.limits.letter_bytes);
        let received_ms = self.clock.now();
        let place = TransportKey {
            account: "pipe".into(),
            folder: String::new(),
            uidvalidity: 0,
            uid: self.store.next_letter().0,
        };
        let taken = self.take(vec![Delivered { place, received_ms, bytes, whole, size, quiet: false }])?;
        let Taken { letter, verdict, .. } = taken.into_iter().next().context("the letter got no verdict")?;
        Ok(format!("letter {}: {}", letter.0, verdict.words()))
    }

    fn turn(&mut self, game: &str, now: bool) -> anyhow::Result<String> {
        let hosted = self.game_named(game)?;
        if hosted.record.administration.has_ended {
            bail!("the game {game} has ended: no turn of it is run any more");
        }
        let name = hosted.record.name().clone();
        // Whoever asks for the turn by hand has looked: the sources are taken as read.
        let sources = [crate::daemon::closing::Polled { last_full: Some(Millis::MAX), failing: false }];
        Ok(match self.adjudicate(&name, &sources, now)? {
            Adjudicated::NotDue | Adjudicated::PollFirst => {
                let hosted = self.game_named(game)?;
                let deadline =
                    for_people(hosted.record.settings.deadline_ms, hosted.record.settings.schedule.zone);
                format!(
                    "turn {} of {game} is not due before {deadline}; --now runs it at once",
                    hosted.turn()
                )
            }
            Adjudicated::Held(why) => {
                format!("the turn of {game} is held: {why}; --now runs it all the same")
            }
            Adjudicated::Ran { turn, hash } => format!("turn {turn} of {game} was run; its hash is {hash}"),
        })
    }

    fn audit_words(&self, game: Option<&str>, last: usize) -> anyhow::Result<String> {
        let lines = match game {
            Some(game) => {
                let hosted = self.game_named(game)?;
                self.store.audit_of(hosted.record.name(), last)?
            }
            None => self.store.audit(last)?,
        };
        let zone = |line: &AuditLine| {
            let hosted = line.game.as_ref().and_then(|game| self.games.get(game));
            hosted.map_or(chrono_tz::UTC, |hosted| hosted.record.settings.schedule.zone)
        };
        let of_game =
            |line: &AuditLine| line.game.as_ref().map(|game| format!("[{}] ", game.0)).unwrap_or_default();
        let words = |line: &AuditLine| {
            format!("{}: {}{}", for_people(line.at_ms, zone(line)), of_game(line), line.what)
        };
        Ok(lines.iter().map(words).collect::<Vec<_>>().join("\n"))
    }

    fn export(&self, to: &Path) -> anyhow::Result<String> {
        let mut file = private_file(to).with_context(|| format!("cannot make {}", to.display()))?;
        let exported = self.store.export(&mut file)?;
        file.sync_all()?;
        Ok(format!("{} lines were written to {}", exported.lines, to.display()))
    }

    /// The earliest deadline of all games, grace included.
    pub fn next_deadline(&self) -> Millis {
        let goes_on = |hosted: &&Hosted| !hosted.record.administration.has_ended;
        let ends = self.games.values().filter(goes_on).map(|hosted| hosted.record.last_ms());
        ends.min().unwrap_or(Millis::MAX)
    }

    /// Notes that this machine's clock jumped: no turn runs until a GA has looked.
    pub fn note_clock_jump(&mut self, by_ms: i64) {
        tracing::warn!(by_ms, "this machine's clock jumped");
        let at_ms = self.clock.now();
        for (name, hosted) in &mut self.games {
            hosted.record.settings.clock_jump = Some(by_ms);
            let schedule = serde_json::to_value(hosted.record.settings).ok();
            if let Err(error) = self.store.change_game(name, GameChange { at_ms, schedule, hold: None }) {
                tracing::error!(%error, game = name.0, "the clock's jump could not be kept");
            }
        }
    }

    /// Holds a game whose turn could not be run; [`Office::look_after`] tells the GA, after a restart too.
    pub fn hold_after_failure(&mut self, name: &GameName, error: &anyhow::Error) {
        tracing::error!(game = name.0, error = format!("{error:#}"), "the turn could not be run");
        let why = format!("{STUCK}{error:#}");
        if let Some(hosted) = self.games.get_mut(name) {
            hosted.record.hold = Some(why.clone());
        }
        let at_ms = self.clock.now();
        let change = GameChange { at_ms, schedule: None, hold: Some(Hold::Held(why)) };
        if let Err(error) = self.store.change_game(name, change) {
            tracing::error!(%error, "the failure could not be recorded");
        }
    }
}
