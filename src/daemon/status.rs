//! How the post office stands: games and players, the outbox, the sources, open troubles, the disk. `fieldpost status`
//! prints it, as text ([`super::status_text`]) or JSON, and the daily summary is made of it.
//!
//! Everything comes from the record but what only a running daemon knows: since when a source fails, and why.

use std::collections::BTreeMap;

use chrono::{DateTime, SecondsFormat, Utc};
use chrono_tz::Tz;
use serde::Serialize;

use crate::clock::Millis;
use crate::config::Source;
use crate::disk::{self, Level, MIB};
use crate::hosted::Hosted;
use crate::mailboxes::Mailbox;
use crate::office::Office;
use crate::reminders::commanded_units;
use crate::status_text;
use crate::troubles::mailbox_key;
use fieldpost_desk::book;
use fieldpost_desk::ga::two_parts::lines_of_two_parts;
use fieldpost_desk::record::{Account, GameName, LetterNo, Verdict};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_store::{
    Awaited, Bounces, DaemonRow, LetterRecord, MailId, MailRow, MailState, Owed, Poll, Trouble,
};
use fieldpost_web::server::{Standing, Teller};

/// How many letters are looked through, from the newest, for each player's last.
const LETTERS_BACK: u64 = 5_000;

/// How many mails that were given up are named.
const FAILED_SHOWN: usize = 5;

/// How many rows are read from the record at a time.
const AT_A_TIME: u64 = 500;

/// A moment in UTC as RFC 3339 writes it, to the second.
pub type Moment = String;

/// How a post office stands. The names of the fields are promised to machines (docs/hosts/README.md).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Status {
    /// The version of these fields: 1. More may be added; none is renamed.
    pub version: u32,
    pub at: Moment,
    /// Whether this was told by a running daemon.
    pub daemon_running: bool,
    pub games: Vec<GameStatus>,
    pub outbox: OutboxStatus,
    pub sources: Vec<SourceStatus>,
    pub troubles: Vec<TroubleStatus>,
    /// Letters in quarantine, by number.
    pub quarantined: Vec<u64>,
    pub disk: DiskStatus,
    /// The port of desk pages, where the configuration has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub web: Option<WebStatus>,
    /// The host's time zone.
    pub zone: Tz,
    /// The daemons that share the record, where several can.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub daemons: Vec<DaemonStatus>,
    /// The writes that wait for a standby of the database, where some do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standby_awaited: Option<AwaitedStatus>,
}

/// Writes that wait for a standby of the database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AwaitedStatus {
    pub writes: u64,
    /// For how long the oldest has waited.
    pub seconds: u64,
}

/// The port of desk pages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WebStatus {
    /// What mails print before each link.
    pub url: String,
    pub listen: String,
    /// Whether it listens now.
    pub open: bool,
    /// Why not.
    pub error: Option<String>,
}

/// A daemon that shares the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DaemonStatus {
    pub name: String,
    pub version: String,
    /// For how many seconds nothing was heard of it.
    pub silent_seconds: i64,
    /// By how many milliseconds its clock is ahead of the database's.
    pub clock_ahead_ms: i64,
    /// What it does alone.
    pub holds: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameStatus {
    pub game: String,
    pub title: String,
    pub turn: u32,
    pub deadline: Moment,
    /// In the game's zone, with UTC beside it.
    pub deadline_words: String,
    /// Such as `2 days 3 hours`; empty once it is past.
    pub left: String,
    /// Why the turn is held, if it is.
    pub held: Option<String>,
    /// Why the game takes no orders any more, if it is over.
    #[serde(default)]
    pub over: Option<String>,
    /// Active units that somebody commands, and how many of them have orders.
    pub units: usize,
    pub units_with_orders: usize,
    pub players: Vec<PlayerStatus>,
    /// What is wrong with its seats, a sentence each.
    pub odd_seats: Vec<String>,
    /// Who has two parts in it, a sentence each: on both sides, or as an administrator who plays.
    pub two_parts: Vec<String>,
}

/// A player of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerStatus {
    pub player: String,
    pub nation: String,
    pub machine: bool,
    /// Active units that the player commands.
    pub units: usize,
    pub units_with_orders: usize,
    /// When the last letter with the player's password was received.
    pub last_letter: Option<Moment>,
    /// Points of mails that came back since the player's last letter (5 stop the mails).
    pub bounce_points: u32,
    pub mail_stopped: bool,
    /// The same for people, in the game's zone.
    pub last_letter_words: String,
}

/// Letters on their way out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OutboxStatus {
    pub waiting: usize,
    /// Those of the waiting that were tried in vain.
    pub tried_in_vain: usize,
    pub being_tried: usize,
    /// Since when the oldest of the waiting and of those being tried lies in the outbox.
    pub oldest_waiting: Option<Moment>,
    /// Given up.
    pub failed: usize,
    /// Kept back, since mails to the player came back.
    pub kept_back: usize,
    /// Why the server takes no mail now, whatever mail it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<String>,
    /// The last trouble of a mail that still waits.
    pub last_trouble: Option<String>,
    /// The last ones given up, newest first, five at most.
    pub last_failed: Vec<FailedMail>,
}

/// A mail that was given up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailedMail {
    pub mail: u64,
    pub kind: String,
    pub to: String,
    pub at: Moment,
    pub trouble: String,
}

/// A place letters come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SourceStatus {
    pub source: String,
    /// When the last look began that saw everything.
    pub last_poll: Option<Moment>,
    /// Why it cannot be read now, if it cannot.
    pub error: Option<String>,
    /// Since when not.
    pub failing_since: Option<Moment>,
    /// The last look for people, in the host's zone.
    pub last_poll_words: String,
    /// The name of the daemon that read it last, where several share the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_by: Option<String>,
    /// What ends the waiting of turns for it, where no daemon reads it now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retire: Option<String>,
    /// The letters that the server names and does not hand out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub owed: Vec<OwedStatus>,
}

/// A letter that a server names and does not hand out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OwedStatus {
    pub folder: String,
    pub uid: u64,
    /// When it was first named.
    pub since: Moment,
    pub why: String,
    /// The same moment for people, in the host's zone.
    pub since_words: String,
}

/// Something that is wrong and was told to the GA.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TroubleStatus {
    pub key: String,
    pub game: Option<String>,
    pub title: String,
    pub words: String,
    pub since: Moment,
    /// The same for people, in the host's zone.
    pub since_words: String,
}

/// The store's disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DiskStatus {
    pub store: String,
    pub free_mib: Option<u64>,
    pub limit_mib: u32,
    /// `enough`, `low` or `full`.
    pub level: &'static str,
    /// The room that is left, for people.
    pub words: String,
    /// What the database over the record weighs; none where a server has it.
    pub index_mib: Option<u64>,
}

impl Office {
    /// What `fieldpost status` prints.
    ///
    /// # Errors
    /// If the record cannot be read.
    pub fn status_words(&self, json: bool) -> anyhow::Result<String> {
        let status = self.status()?;
        Ok(if json { serde_json::to_string_pretty(&status)? } else { status_text::print(&status) })
    }

    /// How everything stands.
    ///
    /// # Errors
    /// If the record cannot be read.
    pub fn status(&self) -> anyhow::Result<Status> {
        let bounces = self.store.bounces()?;
        let last = self.last_letters()?;
        let pending = self.store.pending()?;
        let quarantined = pending.iter().filter(|letter| matches!(letter.verdict, Verdict::Quarantined(_)));
        let troubles = self.store.troubles()?;
        Ok(Status {
            version: 1,
            at: moment(self.clock.now()),
            daemon_running: self.watch.running,
            games: self.games.values().map(|hosted| self.game_status(hosted, &bounces, &last)).collect(),
            outbox: self.outbox_status()?,
            sources: self.source_statuses(&troubles)?,
            troubles: troubles.iter().map(|trouble| self.trouble_status(trouble)).collect(),
            quarantined: quarantined.map(|letter| letter.number.0).collect(),
            disk: self.disk_status(),
            zone: self.config.office.zone,
            daemons: self.store.daemons()?.into_iter().map(daemon_status).collect(),
            web: self.web_status(),
            standby_awaited: self.store.awaited()?.map(AwaitedStatus::of),
        })
    }

    fn game_status(
        &self,
        hosted: &Hosted,
        bounces: &[Bounces],
        last: &BTreeMap<(GameName, String), Millis>,
    ) -> GameStatus {
        let record = &hosted.record;
        let account = |number: PlayerNo| record.account(record.name_of(number));
        let players = record.numbered_players();
        let players = players.filter_map(|(number, player)| Some((number, player, account(number)?)));
        let players = players.map(|(number, player, account)| {
            let received = last.get(&(record.name().clone(), account.name.to_lowercase())).copied();
            let words = received.map_or("never".to_owned(), |at| short(at, record.settings.schedule.zone));
            let nation = player.party.clone();
            player_status(hosted, number, account, nation, bounces, received.map(moment), words)
        });
        let players = players.collect::<Vec<_>>();
        let now = self.clock.now();
        let deadline_ms = hosted.record.settings.deadline_ms;
        GameStatus {
            game: record.name().0.clone(),
            title: record.opening.title.clone(),
            turn: hosted.turn(),
            deadline: moment(deadline_ms),
            deadline_words: fieldpost_desk::schedule::for_people(deadline_ms, record.settings.schedule.zone),
            left: if deadline_ms > now {
                fieldpost_desk::remind::span_words(deadline_ms - now)
            } else {
                String::new()
            },
            held: hosted.record.held_why().map(str::to_owned),
            over: hosted.record.over(),
            units: players.iter().map(|player| player.units).sum(),
            units_with_orders: players.iter().map(|player| player.units_with_orders).sum(),
            odd_seats: self.odd_seats(hosted, bounces),
            two_parts: if record.over().is_some() { Vec::new() } else { lines_of_two_parts(record) },
            players,
        }
    }

    /// When the last letter of each player was received, among the newest of the record.
    fn last_letters(&self) -> anyhow::Result<BTreeMap<(GameName, String), Millis>> {
        let mut last = BTreeMap::new();
        let first = self.last_number()?.saturating_sub(LETTERS_BACK - 1);
        for letter in self.letters_from(first)? {
            let (Some(game), Some(player)) = (letter.game, letter.known.player) else { continue };
            last.insert((game, player.to_lowercase()), letter.receipt.at_ms);
        }
        Ok(last)
    }

    /// The highest number of a letter; 0 if there is none. Those below it may have gaps.
    pub(super) fn last_number(&self) -> anyhow::Result<u64> {
        Ok(self.store.last_letter()?.map_or(0, |last| last.0))
    }

    /// The letters from a number on.
    fn letters_from(&self, first: u64) -> anyhow::Result<Vec<LetterRecord>> {
        Ok(self.store.letters(LetterNo(first), usize::MAX)?)
    }

    /// The letters filed since a moment, oldest first.
    ///
    /// # Errors
    /// If the record cannot be read.
    pub(super) fn letters_since(&self, since_ms: Millis) -> anyhow::Result<Vec<LetterRecord>> {
        let mut first = self.last_number()? + 1;
        loop {
            first = first.saturating_sub(AT_A_TIME);
            let letters = self.letters_from(first)?;
            let reaches_back = letters.first().is_none_or(|letter| letter.at_ms < since_ms);
            if first == 0 || reaches_back {
                return Ok(letters.into_iter().filter(|letter| letter.at_ms >= since_ms).collect());
            }
        }
    }

    /// How the port of desk pages stands: what a running daemon knows.
    fn web_status(&self) -> Option<WebStatus> {
        let (web, listen) = self.config.served()?;
        let (at, error) = match self.watch.web.as_ref().map(Teller::now) {
            Some(Standing::Open(at)) => (at, None),
            Some(Standing::Shut(why)) => (listen, Some(why)),
            Some(Standing::Beginning) => (listen, Some("it is about to be opened".to_owned())),
            None if self.watch.running => (listen, Some("no thread could be started for it".to_owned())),
            None => (listen, Some("the daemon does not run".to_owned())),
        };
        let (url, listen) = (web.base().to_owned(), at.to_string());
        Some(WebStatus { url, listen, open: error.is_none(), error })
    }

    fn outbox_status(&self) -> anyhow::Result<OutboxStatus> {
        let mut outbox = OutboxStatus::default();
        let (mut failed, mut oldest) = (Vec::new(), None::<Millis>);
        let mut first = 0;
        loop {
            let rows = self.store.mails(MailId(first), AT_A_TIME as usize)?;
            let Some(last) = rows.last() else { break };
            first = last.id.0 + 1;
            rows.iter().for_each(|row| count(&mut outbox, &mut failed, row));
            let waits = rows.iter().filter(|row| matches!(row.state, MailState::Queued | MailState::Sending));
            oldest = waits.map(|row| row.created_ms).chain(oldest).min();
        }
        outbox.oldest_waiting = oldest.map(moment);
        outbox.held = self.watch.outbox.as_ref().map(|hold| hold.why.clone());
        outbox.failed = failed.len();
        failed.sort_by_key(|(at_ms, _)| std::cmp::Reverse(*at_ms));
        outbox.last_failed = failed.into_iter().take(FAILED_SHOWN).map(|(_, mail)| mail).collect();
        Ok(outbox)
    }

    fn source_statuses(&self, troubles: &[Trouble]) -> anyhow::Result<Vec<SourceStatus>> {
        let polls = self.store.polls()?;
        let (own, others): (Vec<_>, Vec<_>) = polls.iter().partition(|poll| {
            self.config.sources.iter().any(|source| folder_of(source) == (&poll.account, &poll.folder))
        });
        let poll_of = |source| own.iter().find(|poll| folder_of(source) == (&poll.account, &poll.folder));
        let own = self.config.sources.iter().map(|source| {
            let shared = poll_of(source).copied();
            Ok(SourceStatus {
                read_by: shared.and_then(|poll| poll.read_by.clone()),
                retire: shared.and_then(retire),
                ..self.source_status(source, troubles)?
            })
        });
        let others = others.iter().map(|poll| Ok(self.status_of_other(poll)));
        own.chain(others).collect()
    }

    /// A mailbox that is none of this daemon's configuration, and that turns wait for.
    fn status_of_other(&self, poll: &Poll) -> SourceStatus {
        let zone = self.config.office.zone;
        SourceStatus {
            source: Mailbox::of(poll).to_string(),
            last_poll: poll.polled_ms.map(moment),
            error: poll.trouble.clone(),
            failing_since: poll.failing_since_ms.map(moment),
            last_poll_words: poll.polled_ms.map_or("never".into(), |at| short(at, zone)),
            read_by: poll.read_by.clone(),
            retire: retire(poll),
            owed: Vec::new(),
        }
    }

    /// What the running daemon knows, else what the record does.
    fn source_status(&self, source: &Source, troubles: &[Trouble]) -> anyhow::Result<SourceStatus> {
        let (_, folder) = folder_of(source);
        let kept = self.store.cursor(source.name(), folder)?;
        let seen = self.watch.sources.get(source.name()).cloned().unwrap_or_default();
        let owed = match (&kept, seen.last_full_ms) {
            (Some(kept), None) => kept.owed.clone(),
            _ => seen.owed,
        };
        let key = mailbox_key(source.name());
        let trouble =
            troubles.iter().find(|trouble| trouble.key == key).filter(|_| seen.last_full_ms.is_none());
        // Another daemon may have read it since this one did.
        let polled = seen.last_full_ms.max(kept.and_then(|cursor| cursor.polled_ms));
        let since = seen.failing_since_ms.or(trouble.map(|trouble| trouble.since_ms));
        let zone = self.config.office.zone;
        Ok(SourceStatus {
            source: source.name().to_owned(),
            last_poll: polled.map(moment),
            error: seen.error.or_else(|| trouble.map(|trouble| trouble.words.clone())),
            failing_since: since.map(moment),
            last_poll_words: polled.map_or("never".into(), |at| short(at, zone)),
            read_by: None,
            retire: None,
            owed: owed.into_iter().map(|one| owed_status(one, folder, zone)).collect(),
        })
    }

    fn trouble_status(&self, trouble: &Trouble) -> TroubleStatus {
        TroubleStatus {
            key: trouble.key.clone(),
            game: trouble.game.as_ref().map(|game| game.0.clone()),
            title: trouble.title.clone(),
            words: trouble.words.clone(),
            since: moment(trouble.since_ms),
            since_words: short(trouble.since_ms, self.config.office.zone),
        }
    }

    fn disk_status(&self) -> DiskStatus {
        let free = self.disk.free();
        DiskStatus {
            store: self.config.office.store.display().to_string(),
            free_mib: free.map(|free| free / MIB),
            limit_mib: self.config.limits.disk_mib,
            level: match self.disk_level() {
                Level::Enough => "enough",
                Level::Low => "low",
                Level::Full => "full",
            },
            words: free.map_or("unknown".into(), disk::in_words),
            index_mib: self.disk.index().map(|bytes| bytes.div_ceil(MIB)),
        }
    }
}

/// A source's name and its folder; a Maildir has none.
fn folder_of(source: &Source) -> (&str, &str) {
    match source {
        Source::Imap(imap) => (source.name(), &imap.folder),
        Source::Maildir(_) => (source.name(), ""),
    }
}

/// What ends the waiting for a mailbox that no daemon reads.
fn retire(poll: &Poll) -> Option<String> {
    (!poll.is_claimed).then(|| Mailbox::of(poll).retire_command())
}

fn player_status(
    hosted: &Hosted,
    number: PlayerNo,
    account: &Account,
    nation: String,
    bounces: &[Bounces],
    last_letter: Option<Moment>,
    last_letter_words: String,
) -> PlayerStatus {
    let record = &hosted.record;
    let units = commanded_units(hosted, number).collect::<Vec<_>>();
    let ordered = units.iter().filter(|unit| book::in_force(&record.book, unit).is_some()).count();
    let bounces = bounces.iter().find(|one| one.game == *record.name() && one.player == account.name);
    PlayerStatus {
        player: account.name.clone(),
        nation,
        machine: account.machine,
        units: units.len(),
        units_with_orders: ordered,
        last_letter,
        bounce_points: bounces.map_or(0, |one| one.points),
        mail_stopped: bounces.is_some_and(Bounces::is_stopped),
        last_letter_words,
    }
}

fn count(outbox: &mut OutboxStatus, failed: &mut Vec<(Millis, FailedMail)>, row: &MailRow) {
    match &row.state {
        MailState::Queued => {
            outbox.waiting += 1;
            if row.attempts > 0 {
                outbox.tried_in_vain += 1;
                outbox.last_trouble = row.last_trouble.clone().or(outbox.last_trouble.take());
            }
        }
        MailState::Sending => outbox.being_tried += 1,
        MailState::Failed { at_ms, why } => failed.push((*at_ms, failed_mail(row, *at_ms, why))),
        // A mail for nobody's address is not kept back, it is only kept.
        MailState::Kept if !row.to.is_empty() && !row.kind.can_be_superseded() => outbox.kept_back += 1,
        MailState::Kept | MailState::Sent { .. } | MailState::Superseded { .. } => {}
    }
}

fn failed_mail(row: &MailRow, at_ms: Millis, why: &str) -> FailedMail {
    FailedMail {
        mail: row.id.0,
        kind: format!("{:?}", row.kind).to_lowercase(),
        to: row.to.clone(),
        at: moment(at_ms),
        trouble: why.to_owned(),
    }
}

fn utc(at_ms: Millis) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(at_ms).unwrap_or(DateTime::UNIX_EPOCH)
}

fn moment(at_ms: Millis) -> Moment {
    utc(at_ms).to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// A moment in few words, such as `Mon 1 Jun 09:12`.
pub(super) fn short(at_ms: Millis, zone: Tz) -> String {
    utc(at_ms).with_timezone(&zone).format("%a %-d %b %H:%M").to_string()
}

fn owed_status(owed: Owed, folder: &str, zone: Tz) -> OwedStatus {
    OwedStatus {
        folder: folder.to_owned(),
        uid: owed.uid,
        since: moment(owed.since_ms),
        why: owed.why,
        since_words: short(owed.since_ms, zone),
    }
}

impl AwaitedStatus {
    /// What the record says.
    pub(super) fn of(awaited: Awaited) -> Self {
        AwaitedStatus { writes: awaited.writes, seconds: awaited.seconds }
    }
}

fn daemon_status(row: DaemonRow) -> DaemonStatus {
    DaemonStatus {
        name: row.name,
        version: row.version,
        silent_seconds: row.silent_ms / 1_000,
        clock_ahead_ms: row.ahead_ms,
        holds: row.holds,
    }
}
