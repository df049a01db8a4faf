//! The daily summary to the GA, if one is wanted (`[ga] summary`).
//!
//! Once a day, whatever happens: its Message-ID is made of the date in the host's zone, so that the outbox has it at most
//! once, across restarts and however the clock is put.

use chrono::{DateTime, Days, NaiveDate, NaiveDateTime};
use serde::Serialize;

use crate::answers::Draft;
use crate::clock::Millis;
use crate::office::Office;
use crate::status::{Status, short};
use fieldpost_desk::record::Verdict;
use fieldpost_mail::postmark::Kind;
use fieldpost_store::{LetterRecord, Mail, StoreError};

/// How many letters are named; the rest are counted.
const LETTERS_SHOWN: usize = 40;

/// `summary`: how everything stands, and what came in since the last one.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The day in the host's zone, such as `Monday 1 June 2026`.
    pub day: String,
    /// Since when letters are counted, in the host's zone.
    pub since: String,
    /// How everything stands.
    pub status: Status,
    /// How many letters got each verdict, those with any.
    pub verdicts: Vec<Counted>,
    /// The letters, ignored ones apart, oldest first.
    pub letters: Vec<LetterLine>,
    /// How many more there are.
    pub more: usize,
    /// On how many disks a letter is, where a database holds the record and says so.
    pub copies: Option<Copies>,
}

/// On how many disks a letter is when it is acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Copies {
    /// Now.
    pub disks: u32,
    /// As the configuration asks for.
    pub wanted: u32,
}

#[derive(Clone, Debug, Serialize)]
pub struct Counted {
    /// What is counted, a verdict in a word.
    pub what: &'static str,
    /// How many.
    pub count: usize,
}

#[derive(Clone, Debug, Serialize)]
pub struct LetterLine {
    /// Its number.
    pub letter: u64,
    /// When it was received, in the host's zone.
    pub at: String,
    /// Whose it is: the player, or the sender's address.
    pub from: String,
    /// The game; empty where it named none.
    pub game: String,
    pub verdict: String,
}

impl Office {
    /// Sends today's summary if its time has come and it was not sent.
    ///
    /// # Errors
    /// If the store cannot be read or written; then it is due still.
    pub(super) fn send_summary(&mut self) -> anyhow::Result<()> {
        let Some(at) = self.config.ga.summary_at() else { return Ok(()) };
        let now = self.clock.now();
        let local = self.local(now);
        let day = local.date();
        if local.time() < at || self.watch.summary == Some(day) {
            return Ok(());
        }
        let number = self.postmark.number_of(&summary_key(day));
        let message_id = self.postmark.message_id(Kind::Notice, number);
        if self.store.mail_by_message_id(&message_id)?.is_none() {
            let view = self.summary(day, now)?;
            let (printed, html) = self.press.both("summary", &view, true)?;
            let plain =
                Draft::plain(Mail::Notice, Kind::Notice, None, None, &self.config.ga.address, &printed);
            let mail = self.write_numbered(Draft { html, ..plain }, number)?;
            match self.store.post(now, vec![mail]) {
                // Another daemon was the first.
                Err(StoreError::SameMessageId(_)) => {}
                posted => drop(posted?),
            }
        }
        self.watch.summary = Some(day);
        Ok(())
    }

    fn summary(&self, day: NaiveDate, now: Millis) -> anyhow::Result<Summary> {
        let since = self.last_summary(day, now)?;
        let letters = self.letters_since(since)?;
        let zone = self.config.office.zone;
        let shown = letters.iter().filter(|letter| !matches!(letter.verdict, Verdict::Ignored(_)));
        let shown = shown.map(|letter| self.letter_line(letter)).collect::<Vec<_>>();
        let more = shown.len().saturating_sub(LETTERS_SHOWN);
        Ok(Summary {
            day: day.format("%A %-d %B %Y").to_string(),
            since: short(since, zone),
            verdicts: counted(&letters),
            letters: shown.into_iter().skip(more).collect(),
            more,
            status: self.status()?,
            copies: self.copies()?,
        })
    }

    fn copies(&self) -> anyhow::Result<Option<Copies>> {
        let Some(named) = &self.config.postgres else { return Ok(None) };
        let standbys = self.store.standbys()?;
        Ok(standbys.map(|standbys| Copies { disks: standbys + 1, wanted: named.copies }))
    }

    /// When the summary of the day before was sent; a day ago if it was not.
    fn last_summary(&self, day: NaiveDate, now: Millis) -> anyhow::Result<Millis> {
        const DAY_MS: i64 = 24 * 3_600_000;
        let number = self.postmark.number_of(&summary_key(day - Days::new(1)));
        let row = self.store.mail_by_message_id(&self.postmark.message_id(Kind::Notice, number))?;
        Ok(row.map_or(now - DAY_MS, |row| row.created_ms))
    }

    fn letter_line(&self, letter: &LetterRecord) -> LetterLine {
        LetterLine {
            letter: letter.number.0,
            at: short(letter.receipt.at_ms, self.config.office.zone),
            from: letter.known.player.clone().unwrap_or_else(|| letter.from.clone()),
            game: letter.game.as_ref().map(|game| game.0.clone()).unwrap_or_default(),
            verdict: letter.verdict.words(),
        }
    }

    /// The time of day on the host's wall.
    fn local(&self, at_ms: Millis) -> NaiveDateTime {
        let utc = DateTime::from_timestamp_millis(at_ms).unwrap_or(DateTime::UNIX_EPOCH);
        utc.with_timezone(&self.config.office.zone).naive_local()
    }
}

fn summary_key(day: NaiveDate) -> String {
    format!("summary/{day}")
}

fn counted(letters: &[LetterRecord]) -> Vec<Counted> {
    let kinds = ["obeyed", "partly obeyed", "refused", "held", "quarantined", "ignored"];
    let count = |what| letters.iter().filter(|letter| letter.verdict.word() == what).count();
    let all = kinds.into_iter().map(|what| Counted { what, count: count(what) });
    all.filter(|counted| counted.count > 0).collect()
}
