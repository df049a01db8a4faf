//! What the control socket can ask for, carried out; and the games' clocks.

use std::fs::File;
use std::io::{BufWriter, Seek, Write};

use anyhow::{Context, bail};

use crate::adjudicate::Adjudicated;
use crate::clock::Millis;
use crate::delivered::{Delivered, PIPE, header_len};
use crate::disk::Level;
use crate::hosted::{Hosted, STUCK};
use crate::office::Office;
use crate::road::Taken;
use crate::site::Whom;
use crate::socket::Request;
use crate::stale::{is_no_room, is_others};
use fieldpost_desk::record::{GameName, LetterNo, TurnHold};
use fieldpost_desk::schedule::for_people;
use fieldpost_engine::words::counted;
use fieldpost_print::parcel::packed;
use fieldpost_store::{AuditLine, GameChange, Hold};

/// How many letters are looked through for a mark, from the newest.
const LATEST_LETTERS: u64 = 100;

impl Office {
    /// Carries out a request of the control socket, or of a command line beside which no daemon runs; the words are for the terminal.
    /// Nothing that is asked ends the process.
    ///
    /// # Errors
    /// If it cannot be done, with the reason.
    pub fn carry_out(&mut self, request: &Request, body: Vec<u8>) -> anyhow::Result<String> {
        self.safely(|office| office.carry_out_unguarded(request, body))
    }

    fn carry_out_unguarded(&mut self, request: &Request, body: Vec<u8>) -> anyhow::Result<String> {
        self.catch_up()?;
        match request {
            Request::Deliver { size } => self.deliver_part(body, *size),
            Request::Status { json } => self.status_words(*json),
            Request::Turn { game, now } => self.turn(game, *now),
            Request::Autoplay { game, seats, show } => self.autoplay(game, seats, *show),
            Request::NewGame { name } => self.new_game(name, &serde_json::from_slice(&body)?),
            Request::Ga { game } => self.typed_whole(game, &String::from_utf8_lossy(&body)),
            Request::Words { game } => Ok(serde_json::to_string(&self.words_of_game(game)?)?),
            Request::Audit { game, last } => self.audit_words(game.as_deref(), *last),
            Request::HandOver { game, to } => self.hand_over(game, to),
            Request::Replay { game } => self.replay(&GameName(game.to_ascii_lowercase())),
            Request::Prune { which } => self.prune(which),
            Request::Export | Request::Publish { .. } => bail!("that is not words: it is written out"),
            Request::Seen { mark } => self.seen_words(mark),
            Request::Stop => bail!("only a running daemon can be stopped"),
        }
    }

    /// Takes a letter in from a pipe: its receipt is the moment of the call (DESIGN "Time").
    ///
    /// # Errors
    /// If it cannot be filed; the mail server then keeps it and tries again.
    pub fn deliver(&mut self, bytes: Vec<u8>) -> anyhow::Result<String> {
        self.deliver_part(bytes, None)
    }

    /// Takes in a letter of which perhaps only the header is at hand, with its whole size. A letter above the limit is known by its
    /// header alone, as one that a server holds is.
    fn deliver_part(&mut self, mut bytes: Vec<u8>, size: Option<u64>) -> anyhow::Result<String> {
        let size = size.unwrap_or(bytes.len() as u64);
        let whole = size == bytes.len() as u64 && size <= u64::from(self.config.limits.letter_bytes);
        if !whole {
            bytes.truncate(header_len(&bytes));
        }
        let received_ms = self.clock.now();
        let place = self.place_of_its_own(PIPE);
        let taken = self.take(vec![Delivered { place, received_ms, bytes, whole, size, quiet: false }])?;
        let Taken { letter, verdict, .. } = taken.into_iter().next().context(
            "it is for a game that stands, since a file of it is damaged: it is taken when that is mended",
        )?;
        Ok(format!("letter {}: {}", letter.0, verdict.words()))
    }

    fn turn(&mut self, game: &str, now: bool) -> anyhow::Result<String> {
        let hosted = self.game_named(game)?;
        if hosted.record.administration.has_ended && hosted.record.administration.moved_to.is_none() {
            bail!("the game {game} has ended: no turn of it is run any more");
        }
        if let Some(over) = hosted.record.over() {
            bail!("no turn of {game} is run any more: {over}");
        }
        let (name, turn) = (hosted.record.name().clone(), hosted.turn());
        // Beside a daemon every mailbox was looked through; without one nobody can.
        let sources = [crate::closing::Polled::unnamed(Some(Millis::MAX), false)];
        let played = if now { self.play_machines_at_once(&name) } else { Ok(()) };
        let adjudicated = match played.and_then(|()| self.adjudicate(&name, &sources, now)) {
            Err(error) if is_no_room(&error) => {
                bail!(
                    "turn {turn} of {game} was not run, since the disk is full, and nothing of it is half done: {error:#}. Make room \
                     (fieldpost prune gives up old reports), and ask again; a turn that is due is run by itself then"
                )
            }
            adjudicated => adjudicated?,
        };
        Ok(match adjudicated {
            Adjudicated::NotDue | Adjudicated::PollFirst => {
                let hosted = self.game_named(game)?;
                let deadline =
                    for_people(hosted.record.settings.deadline_ms, hosted.record.settings.schedule.zone);
                format!(
                    "turn {} of {game} is not due before {deadline}; --now runs it at once",
                    hosted.turn()
                )
            }
            Adjudicated::Held(why) if self.disk_level() == Level::Full => {
                format!("the turn of {game} is held: {why}; make room, and it is run by itself")
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

    /// Writes the whole record to `out`; the words say how much it was.
    ///
    /// # Errors
    /// If the record cannot be read, or `out` cannot be written.
    pub fn export(&self, out: &mut dyn Write) -> anyhow::Result<String> {
        let mut out = BufWriter::new(out);
        let exported = self.store.export(&mut out)?;
        out.flush()?;
        Ok(format!("{} were written", counted(exported.lines, "line")))
    }

    /// Writes the whole record to a file without a name beside the store, for somebody who may read it slowly: writes
    /// wait while the record is read.
    ///
    /// # Errors
    /// As [`Office::export`], or if the disk has no room for it.
    pub fn spool_export(&self) -> anyhow::Result<(File, String)> {
        let store = &self.config.office.store;
        let spool = || -> anyhow::Result<(File, String)> {
            let mut file = tempfile::tempfile_in(store)?;
            let words = self.export(&mut file)?;
            file.rewind()?;
            Ok((file, words))
        };
        spool().with_context(|| {
            let store = store.display();
            format!("{store} has no place for the copy that a running daemon hands out; without a daemon none is needed")
        })
    }

    /// A game's past as pages, in one ZIP, as a file without a name beside the store; the words say how much it is.
    ///
    /// # Errors
    /// As [`Office::site`], or if the disk has no room for it.
    pub fn spool_site(&mut self, game: &str, whom: &Whom, pictures: bool) -> anyhow::Result<(File, String)> {
        self.catch_up()?;
        let site = self.site(&GameName(game.to_ascii_lowercase()), whom, pictures)?;
        let mut file = tempfile::tempfile_in(&self.config.office.store)?;
        file.write_all(&packed(&site.files)?)?;
        file.rewind()?;
        Ok((file, site.words()))
    }

    /// The latest letter whose bytes bear a mark, and its verdict; nothing if none of the latest does.
    fn seen_words(&self, mark: &str) -> anyhow::Result<String> {
        if mark.is_empty() {
            return Ok(String::new());
        }
        let first = self.last_number()?.saturating_sub(LATEST_LETTERS);
        for record in self.store.letters(LetterNo(first), usize::MAX)?.into_iter().rev() {
            let bytes = self.store.letter_bytes(record.number)?;
            if bytes.windows(mark.len()).any(|window| window == mark.as_bytes()) {
                let source = &record.place.account;
                return Ok(format!("letter {} of {source}, {}", record.number.0, record.verdict.words()));
            }
        }
        Ok(String::new())
    }

    /// The earliest deadline of all games, grace included.
    pub fn next_deadline(&self) -> Millis {
        let goes_on = |hosted: &&Hosted| hosted.record.over().is_none();
        let ends = self.games.values().filter(goes_on).map(|hosted| hosted.record.last_ms());
        ends.min().unwrap_or(Millis::MAX)
    }

    /// Notes that this machine's clock jumped: no turn runs until a GA has looked.
    pub fn note_clock_jump(&mut self, by_ms: i64) {
        tracing::warn!(by_ms, "this machine's clock jumped");
        let at_ms = self.clock.now();
        let names = self.games.keys().cloned().collect::<Vec<_>>();
        for name in names {
            let Some(hosted) = self.games.get_mut(&name) else { continue };
            hosted.record.settings.clock_jump = Some(by_ms);
            let schedule = serde_json::to_value(hosted.record.settings).ok();
            let change = GameChange { at_ms, schedule, hold: None };
            if let Err(error) = self.put_of(&name, fieldpost_store::Write::Change(name.clone(), change)) {
                tracing::error!(%error, game = name.0, "the clock's jump could not be kept");
            }
        }
    }

    /// Holds a game whose turn could not be run; [`Office::look_after`] tells the GA, after a restart too.
    pub fn hold_after_failure(&mut self, name: &GameName, error: &anyhow::Error) {
        if is_others(error) {
            // Another daemon is at it, or was faster: the game is looked at again as that left it.
            return tracing::info!(
                game = name.0,
                error = format!("{error:#}"),
                "the turn is looked at again"
            );
        }
        tracing::error!(game = name.0, error = format!("{error:#}"), "the turn could not be run");
        if is_no_room(error) {
            return self.wait_for_room(name);
        }
        let why = format!("{STUCK}{error:#}");
        let hold = TurnHold::after(self.games.get(name).and_then(|hosted| hosted.record.hold.as_ref()), why);
        if let Some(hosted) = self.games.get_mut(name) {
            hosted.record.hold = Some(hold.clone());
        }
        let at_ms = self.clock.now();
        let change = GameChange { at_ms, schedule: None, hold: Some(Hold::Held(hold)) };
        if let Err(error) = self.put_of(name, fieldpost_store::Write::Change(name.clone(), change)) {
            tracing::error!(%error, "the failure could not be recorded");
        }
    }
}
