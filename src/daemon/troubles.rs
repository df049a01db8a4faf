//! What the GA must know is mailed once, once more when it has lasted a day, and once more when it is over.
//!
//! A trouble is kept in the same write as the mail that tells of it ([`Store::tell`](fieldpost_store::Store::tell)), so
//! that neither a crash nor a restart tells it twice or not at all. Again and again troubles are worked out
//! anew from what is durable: games that are held, points of bounces, mails given up; only the mailboxes and the disk
//! are asked as they are now.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::clock::Millis;
use crate::disk::{self, Level, MIB};
use crate::holding::{run_words, turn_key};
use crate::office::Office;
use crate::too_large::is_given_up_for_its_size;
use crate::watch::SourceSeen;
use fieldpost_desk::record::GameName;
use fieldpost_desk::remind::span_words;
use fieldpost_engine::words::counted;
use fieldpost_store::error::LOST;
use fieldpost_store::{
    Bounces, Damage, MadeOn, Mail, MailRow, StoreError, Telling, Trouble, TroubleNews, Work, Write,
};

/// How long between two looks whether something is wrong, in milliseconds.
const EVERY_MS: i64 = 10_000;

/// When the GA is reminded of a trouble that lasts, in milliseconds after it was told.
const REMIND_MS: i64 = 24 * 3_600_000;

/// How long a source may fail before the GA hears of it, in milliseconds.
pub const PATIENCE_MS: i64 = 30 * 60_000;

/// How long from one sweep to the next, in milliseconds; and how old what is swept is at least.
const SWEEP_EVERY_MS: i64 = 3_600_000;
const UNNAMED: Duration = Duration::from_secs(24 * 3_600);

/// Points at which the GA hears that a player's mails come back: one came back for good (hazard 11).
const TOLD_AT: u32 = 3;

/// Something that is wrong now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong<'a> {
    /// As [`Trouble::key`].
    pub key: &'a str,
    /// As [`Trouble::stage`].
    pub stage: &'a str,
    /// The game it speaks of.
    pub game: Option<&'a GameName>,
    /// What it is, in a few words.
    pub title: &'a str,
    /// What the GA is to know.
    pub words: &'a str,
    /// Whether the GA is reminded after a day.
    pub remind: bool,
}

impl Office {
    /// Tells the GA of something wrong, unless that was done.
    ///
    /// # Errors
    /// If the store cannot be read or written; then nothing was told.
    pub fn tell_trouble(&self, wrong: &Wrong<'_>) -> anyhow::Result<()> {
        let troubles = self.store.troubles()?;
        let known = troubles.iter().find(|trouble| trouble.key == wrong.key);
        if known.is_some_and(|known| known.stage == wrong.stage) {
            return Ok(());
        }
        let at_ms = self.clock.now();
        let trouble = Trouble {
            key: wrong.key.to_owned(),
            stage: wrong.stage.to_owned(),
            game: wrong.game.cloned(),
            title: wrong.title.to_owned(),
            words: wrong.words.to_owned(),
            since_ms: known.map_or(at_ms, |known| known.since_ms),
            remind_ms: wrong.remind.then_some(at_ms + REMIND_MS),
        };
        let game = trouble.game.as_ref().map(|game| game.0.as_str());
        let mails = self.notices(game, &trouble.title, &trouble.words)?;
        self.tell_once(
            MadeOn::trouble(wrong.key, known),
            Telling { at_ms, news: TroubleNews::Open(trouble), mails },
        )?;
        // Not before it is written: what cannot be written was told to nobody.
        tracing::warn!(key = wrong.key, title = wrong.title, "told the GA");
        Ok(())
    }

    /// Tells what nobody told since it was looked at: another daemon may look after the same trouble.
    pub(super) fn tell_once(&self, seen: MadeOn, telling: Telling) -> anyhow::Result<()> {
        match self.store.write(Write::Tell(telling), &seen) {
            Err(StoreError::Stale(_) | StoreError::SameMessageId(_)) => Ok(()),
            told => Ok(told.map(drop)?),
        }
    }

    /// Tells the GA that a trouble is over, if it was told.
    ///
    /// # Errors
    /// As [`Office::tell_trouble`].
    pub fn tell_over(&self, key: &str, title: &str, words: &str) -> anyhow::Result<()> {
        let troubles = self.store.troubles()?;
        let Some(trouble) = troubles.iter().find(|trouble| trouble.key == key) else { return Ok(()) };
        let at_ms = self.clock.now();
        let lasted = span_words(at_ms - trouble.since_ms);
        let words = format!("{words}\n\nThe trouble lasted {lasted}.");
        let game = trouble.game.as_ref().map(|game| game.0.as_str());
        let mails = self.notices(game, title, &words)?;
        let news = TroubleNews::Over { key: key.to_owned() };
        self.tell_once(MadeOn::trouble(key, Some(trouble)), Telling { at_ms, news, mails })?;
        tracing::info!(key, title, "told the GA that it is over");
        Ok(())
    }

    /// Looks whether something is wrong or over, at most every few seconds, and tells the GA. What cannot be told now
    /// is told later.
    pub fn look_after(&mut self) {
        let now = self.clock.now();
        if self.watch.looked_ms.is_some_and(|last| (0..EVERY_MS).contains(&(now - last))) {
            return;
        }
        self.watch.looked_ms = Some(now);
        // One of several daemons does it. Where nobody can tell whether another does, this one does not.
        if !matches!(self.store.claim(&Work::Care), Ok(Some(_))) {
            return;
        }
        let looks: [fn(&mut Self) -> anyhow::Result<()>; 12] = [
            |office| office.look_at_disk(),
            |office| office.look_at_clock(),
            |office| office.look_at_standing(),
            |office| office.look_at_turns(),
            |office| office.look_at_addresses(),
            |office| office.look_at_given_up(),
            |office| office.look_at_guesses(),
            // As a rule they are judged at once; not where the disk failed in between.
            Office::settle_released,
            |office| office.remind_of_troubles(),
            |office| office.send_summary(),
            |office| office.sweep(office.clock.now()),
            |office| office.prune_by_rule(office.clock.now()),
        ];
        for look in looks {
            if let Err(error) = self.safely(look) {
                tracing::error!(error = format!("{error:#}"), "the GA could not be told");
            }
        }
    }

    /// Once an hour takes away bytes that were staged for a write that never came.
    fn sweep(&mut self, now: Millis) -> anyhow::Result<()> {
        if self.watch.swept_ms.is_some_and(|last| (0..SWEEP_EVERY_MS).contains(&(now - last))) {
            return Ok(());
        }
        self.watch.swept_ms = Some(now);
        let swept = self.store.sweep(UNNAMED)?;
        if swept > 0 {
            tracing::info!(swept, "staged bytes that nothing names were taken away");
        }
        Ok(())
    }

    /// How full the store's disk is; a disk that does not say has room.
    pub fn disk_level(&self) -> Level {
        let of_record = self.store.room().ok().flatten();
        let least = [self.disk.free(), of_record].into_iter().flatten().min();
        least.map_or(Level::Enough, |free| disk::level(free, self.disk_limit()))
    }

    pub(super) fn disk_limit(&self) -> u64 {
        u64::from(self.config.limits.disk_mib) * MIB
    }

    fn look_at_disk(&self) -> anyhow::Result<()> {
        let Some(free) = self.disk.free() else { return Ok(()) };
        let troubles = self.store.troubles()?;
        let told = match troubles.iter().find(|trouble| trouble.key == DISK).map(|known| known.stage.as_str())
        {
            Some(FULL) => Level::Full,
            Some(_) => Level::Low,
            None => Level::Enough,
        };
        let left = format!(
            "The disk of {} has {} left; the limit is {} MiB.",
            self.config.office.store.display(),
            disk::in_words(free),
            self.config.limits.disk_mib
        );
        match disk::settled(free, self.disk_limit(), told) {
            // A disk that was told as full and is only low by now is told when that is over, not before.
            level if level == told || (told == Level::Full && level == Level::Low) => Ok(()),
            Level::Enough => self.tell_over(DISK, "The disk has room again", &left),
            Level::Low => self.tell_trouble(&Wrong {
                title: "The disk is filling up",
                words: &format!("{left} Below a tenth of it no letter is taken in and no turn is run."),
                ..on_disk("low")
            }),
            Level::Full => self.tell_trouble(&Wrong {
                title: "The disk is nearly full",
                words: &format!(
                    "{left} Letters stay in their mailboxes from now on, and turns wait. Nothing is lost: make \
                     room, and it goes on by itself."
                ),
                ..on_disk(FULL)
            }),
        }
    }

    /// Whether this machine's clock is behind a moment that it has itself recorded: the opening of a game.
    pub(super) fn is_clock_behind(&self) -> bool {
        self.newest_opening().is_some_and(|opened_ms| self.clock.now() < opened_ms)
    }

    fn newest_opening(&self) -> Option<Millis> {
        self.openings().max()
    }

    /// By how much the clock is behind at least, in a clause.
    pub(super) fn words_of_clock(&self) -> String {
        let by_ms = self.newest_opening().map_or(0, |opened_ms| opened_ms - self.clock.now());
        format!(
            "this machine's clock is behind by {} at least, when the newest game was opened",
            span_words(by_ms)
        )
    }

    /// Tells the GA that the clock is behind.
    ///
    /// # Errors
    /// As [`Office::tell_trouble`].
    pub(super) fn tell_of_clock(&self) -> anyhow::Result<()> {
        let words = format!(
            "Nobody can tell when letters come that have their time from this machine: {}. They are not taken in: those through \
             the pipe stay with the mail server (status 75), others in their mailboxes, and none is lost. Set the clock \
             right, and they are taken in by themselves.",
            self.words_of_clock()
        );
        let title = "This machine's clock is behind";
        self.tell_trouble(&Wrong { key: CLOCK, stage: "", game: None, title, words: &words, remind: true })
    }

    fn look_at_clock(&self) -> anyhow::Result<()> {
        match self.is_clock_behind() {
            true => self.tell_of_clock(),
            false => {
                self.tell_over(CLOCK, "This machine's clock is right again", "Letters are taken in again.")
            }
        }
    }

    /// Turns that could not be run, and those that were held and no longer are.
    fn look_at_turns(&self) -> anyhow::Result<()> {
        for (name, hosted) in &self.games {
            if let Some(why) = hosted.record.held_why().filter(|_| hosted.is_stuck()) {
                self.tell_stuck(name, hosted.turn(), why)?;
            }
        }
        for trouble in self.store.troubles()? {
            let Some((game, turn)) = turn_of(&trouble.key) else { continue };
            let Some(hosted) = self.games.get(&game) else { continue };
            if hosted.turn() > turn {
                let words = format!("Turn {turn} of {} has been run.", game.0);
                self.tell_over(&trouble.key, "The turn has been run", &words)?;
            } else if hosted.record.hold.is_none() {
                let words = format!("Turn {turn} of {} is no longer held.", game.0);
                self.tell_over(&trouble.key, "The turn is no longer held", &words)?;
            }
        }
        Ok(())
    }

    fn tell_stuck(&self, game: &GameName, turn: u32, why: &str) -> anyhow::Result<()> {
        let words = format!(
            "The turn of {} is held, and nothing of it is half done: {why}.\n\nIts letters and orders are kept. When \
             the cause is mended, run it: {}",
            game.0,
            run_words(game, turn)
        );
        self.tell_held(game, turn, why, "A turn could not be run", &words)
    }

    /// Tells that a turn is held, once for each reason.
    ///
    /// # Errors
    /// As [`Office::tell_trouble`].
    pub fn tell_held(
        &self,
        game: &GameName,
        turn: u32,
        why: &str,
        title: &str,
        words: &str,
    ) -> anyhow::Result<()> {
        let key = turn_key(game, turn);
        self.tell_trouble(&Wrong { key: &key, stage: why, game: Some(game), title, words, remind: true })
    }

    fn look_at_addresses(&self) -> anyhow::Result<()> {
        let bounces = self.store.bounces()?;
        for one in bounces.iter().filter(|one| one.points >= TOLD_AT) {
            self.tell_bounces(one)?;
        }
        for trouble in self.store.troubles()? {
            let Some(player) = trouble.key.strip_prefix("player:") else { continue };
            if bounces.iter().any(|one| player_key(one) == trouble.key) {
                continue;
            }
            let name = player.rsplit(':').next().unwrap_or(player);
            let words = format!("{name} has written. Mails that were kept back are on their way to them.");
            self.tell_over(&trouble.key, "A player can be reached again", &words)?;
        }
        Ok(())
    }

    fn tell_bounces(&self, bounces: &Bounces) -> anyhow::Result<()> {
        let Bounces { player, address, why, points, .. } = bounces;
        let (stage, title, then) = if bounces.is_stopped() {
            let then = "From now on mails to them are kept and not sent. As soon as a valid letter of theirs comes, \
                        reports and all else but old receipts and reminders go out.";
            ("stopped", "Mails to a player are stopped", then)
        } else {
            let then = "If it goes on, mails to them will be kept and not sent. You hear of it then.";
            ("bounces", "A mail came back", then)
        };
        let words = format!(
            "A mail to {player} at {address} came back as undeliverable: {why}. That makes {} since their \
             last letter; at {} mails stop.\n\n{then}",
            counted(*points, "point"),
            fieldpost_store::trouble::STOP_AT
        );
        let key = player_key(bounces);
        let game = Some(&bounces.game);
        self.tell_trouble(&Wrong { key: &key, stage, game, title, words: &words, remind: false })
    }

    /// Mails that were given up, in one letter; those to administrators are not told of by mail, which would go the same way,
    /// unless it was their text that was lost.
    fn look_at_given_up(&self) -> anyhow::Result<()> {
        let rows = self.store.given_up()?;
        if rows.is_empty() {
            return Ok(());
        }
        let is_lost = |row: &MailRow| row.last_trouble.as_deref().is_some_and(|why| why.starts_with(LOST));
        let is_to_ga = |row: &MailRow| {
            let is_theirs =
                row.to == self.config.ga.address || row.kind == Mail::Notice && row.player.is_none();
            is_theirs && !is_lost(row)
        };
        let others = rows.iter().filter(|row| !is_to_ga(row)).collect::<Vec<_>>();
        let mut mails = match others.as_slice() {
            [] => Vec::new(),
            some => {
                let title = match some.len() {
                    1 => "A mail was given up".to_owned(),
                    count => format!("{count} mails were given up"),
                };
                let game = some[0]
                    .game
                    .as_ref()
                    .filter(|game| some.iter().all(|row| row.game.as_ref() == Some(game)));
                let words = some.iter().map(|row| given_up_words(row)).collect::<Vec<_>>().join("\n\n");
                self.notices(game.map(|game| game.0.as_str()), &title, &words)?
            }
        };
        for row in rows.iter().filter(|row| is_given_up_for_its_size(row)) {
            mails.extend(self.short_report(row)?);
        }
        let news = TroubleNews::GivenUp(rows.iter().map(|row| row.id).collect());
        self.tell_once(MadeOn::default(), Telling { at_ms: self.clock.now(), news, mails })
    }

    fn remind_of_troubles(&self) -> anyhow::Result<()> {
        let at_ms = self.clock.now();
        for trouble in self.store.troubles()? {
            if trouble.remind_ms.is_none_or(|due| at_ms < due) {
                continue;
            }
            let lasts = span_words(at_ms - trouble.since_ms);
            let words = format!("This has lasted {lasted} now. {}", trouble.words, lasted = lasts);
            let game = trouble.game.as_ref().map(|game| game.0.as_str());
            let mails = self.notices(game, &format!("Still: {}", trouble.title), &words)?;
            let seen = MadeOn::trouble(&trouble.key, Some(&trouble));
            let news = TroubleNews::Open(Trouble { remind_ms: None, ..trouble });
            self.tell_once(seen, Telling { at_ms, news, mails })?;
        }
        Ok(())
    }

    /// A source was looked through.
    ///
    /// # Errors
    /// As [`Office::tell_trouble`].
    pub fn source_read(&mut self, source: &str, began: Millis) -> anyhow::Result<()> {
        let seen = self.watch.sources.entry(source.to_owned()).or_default();
        *seen = SourceSeen {
            last_full_ms: Some(began),
            owed: std::mem::take(&mut seen.owed),
            ..SourceSeen::default()
        };
        let words = format!("The source {source} has been read again, and every letter in it has been seen.");
        self.tell_over(&mailbox_key(source), "A mailbox can be read again", &words)?;
        self.tell_over(FILING, "Letters are filed again", "Letters are taken in and filed again.")
    }

    /// A source could not be read: the GA hears of it when that has lasted.
    ///
    /// # Errors
    /// As [`Office::tell_trouble`].
    pub fn source_failed(&mut self, source: &str, why: &str) -> anyhow::Result<()> {
        let now = self.clock.now();
        let seen = self.watch.sources.entry(source.to_owned()).or_default();
        let since = *seen.failing_since_ms.get_or_insert(now);
        seen.error = Some(why.to_owned());
        if now - since < PATIENCE_MS {
            return Ok(());
        }
        let words = format!(
            "The source {source} has not been readable for half an hour: {why}\n\nIt is tried again and again. A turn \
             that falls due waits until it has been read."
        );
        let title = "A mailbox cannot be read";
        let key = mailbox_key(source);
        self.tell_trouble(&Wrong { key: &key, stage: "", game: None, title, words: &words, remind: true })
    }

    /// Letters of a source could not be filed: the fault is here, not at the source. They stay where they are.
    ///
    /// # Errors
    /// As [`Office::tell_trouble`]: if it is the store that cannot be written, the GA must be told without it.
    pub fn filing_failed(&mut self, source: &str, why: &str) -> anyhow::Result<()> {
        let now = self.clock.now();
        let seen = self.watch.sources.entry(source.to_owned()).or_default();
        seen.failing_since_ms.get_or_insert(now);
        seen.error = Some(why.to_owned());
        if self.disk_level() == Level::Full {
            return self.look_at_disk();
        }
        let (title, words) = filing_words(source, why);
        self.tell_trouble(&Wrong { key: FILING, stage: "", game: None, title, words: &words, remind: true })
    }
}

impl Office {
    /// A look over the record found this damaged so far; `is_whole` says whether it has seen all of the record.
    ///
    /// # Errors
    /// As [`Office::tell_trouble`].
    pub fn record_looked_over(&self, found: &[Damage], is_whole: bool) -> anyhow::Result<()> {
        let troubles = self.store.troubles()?;
        let told = troubles.iter().find(|trouble| trouble.key == RECORD);
        let told: BTreeSet<&str> = told.map(|trouble| trouble.stage.lines().collect()).unwrap_or_default();
        let mut files: BTreeSet<&str> = found.iter().map(|damage| damage.file.as_str()).collect();
        if files.is_empty() && is_whole {
            let words = "Every file of the record has been read again, and is what was written.";
            return self.tell_over(RECORD, "The record is whole again", words);
        }
        if files.is_subset(&told) || told.contains(MANY_DAMAGED) {
            return Ok(());
        }
        files.extend(told);
        let stage = files.iter().copied().collect::<Vec<_>>().join("\n");
        let stage = if files.len() > DAMAGED_MAX { MANY_DAMAGED } else { &stage };
        let (title, words) =
            ("Files of the record are damaged", damage_words(found, self.config.postgres.is_some()));
        self.tell_trouble(&Wrong { key: RECORD, stage, game: None, title, words: &words, remind: true })
    }
}

/// The trouble of a damaged record.
const RECORD: &str = "record";

/// How many damaged files are told one by one.
const DAMAGED_MAX: usize = 20;
const MANY_DAMAGED: &str = "many";

fn damage_words(found: &[Damage], is_in_database: bool) -> String {
    let what = if is_in_database { "Rows" } else { "Files" };
    let mut words = format!("{what} of the record are damaged or missing:\n\n");
    for damage in found.iter().take(DAMAGED_MAX) {
        words.push_str(&format!("- {damage}\n"));
    }
    if found.len() > DAMAGED_MAX {
        words.push_str(&format!("- and {} more\n", found.len() - DAMAGED_MAX));
    }
    if is_in_database {
        words.push_str(
            "\nThe post office goes on without them. `fieldpost store rehearse` names all rows that differ from their entries. Look \
             after the database's disk, make an export now, and put the database back from a backup, as docs/hosts/cluster.md \
             says under Backup, or make a standby that is sound the primary.",
        );
        return words;
    }
    words.push_str(
        "\nThe post office goes on with what its database holds. `fieldpost verify`, as the user that runs the daemon \
         (`sudo -u fieldpost fieldpost verify`), tells all that is damaged. Look after the disk, make an export now, and \
         put the files back from a backup, as they were; `fieldpost rebuild`, as that user and with the daemon stopped, \
         goes on without them.",
    );
    words
}

/// What the GA reads where letters cannot be filed: title and words.
pub fn filing_words(source: &str, why: &str) -> (&'static str, String) {
    let words = format!(
        "Letters of the source {source} could not be filed: {why}\n\nThey stay in their mailbox, and are tried again and \
         again; nothing is lost. If the disk was full or failed, make it right and start the daemon again."
    );
    ("Letters cannot be filed", words)
}

const DISK: &str = "disk";
const CLOCK: &str = "clock";
const FULL: &str = "full";
const FILING: &str = "filing";

fn on_disk(stage: &'static str) -> Wrong<'static> {
    Wrong { key: DISK, stage, game: None, title: "", words: "", remind: true }
}

/// The key of a mailbox's trouble.
pub fn mailbox_key(source: &str) -> String {
    format!("mailbox:{source}")
}

fn player_key(bounces: &Bounces) -> String {
    format!("player:{}:{}", bounces.game.0, bounces.player)
}

fn turn_of(key: &str) -> Option<(GameName, u32)> {
    let (game, turn) = key.strip_prefix("turn:")?.rsplit_once(':')?;
    Some((GameName(game.to_owned()), turn.parse().ok()?))
}

fn given_up_words(row: &MailRow) -> String {
    let kind = format!("{:?}", row.kind).to_lowercase();
    let trouble = row.last_trouble.as_deref().unwrap_or("no word from the server");
    let words = format!(
        "Mail {} ({kind}) to {} was given up after {}: {trouble}",
        row.id.0,
        row.to,
        counted(row.attempts, "try")
    );
    match (row.kind.holds_password(), &row.player) {
        (true, Some(player)) => {
            format!("{words}\nIts first password is erased: RESET PASSWORD {player} sends another.")
        }
        _ => words,
    }
}
