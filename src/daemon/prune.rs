//! Old reports given up: what can be printed again byte for byte is kept as what it is printed from.
//!
//! A report is given up only when it was printed once more from the record just now and came out as the very bytes that lie there. What
//! does not (its player wishes reports otherwise by now, a template was changed, the rules are newer) stays as it is, and is counted.
//!
//! One that another post office sent, from which its game came, bears that one's addresses and is sent to nobody as it is: it is given up
//! where it can be printed as ours.

use std::sync::Arc;

use anyhow::{Context, bail};
use chrono::DateTime;
use serde::{Deserialize, Serialize};

use crate::again::Again;
use crate::answers::Draft;
use crate::clock::Millis;
use crate::hosted::Hosted;
use crate::links::as_of;
use crate::office::Office;
use crate::report_mail::{Addressed, of_run};
use crate::reports_again::replace;
use fieldpost_desk::ga::answer::Due;
use fieldpost_desk::record::{Account, GameName};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::words::counted;
use fieldpost_mail::postmark::Kind;
use fieldpost_print::report::Report;
use fieldpost_store::{Anew, Content, MailRow, MailState, Pruning, TurnRecord, Write};

const DAY_MS: Millis = 24 * 3_600_000;

/// Which of an administrator's mails about a turn is the whole board.
const BOARD: usize = 1;

/// How often a turn is given up by the rule of the configuration.
const EVERY_MS: Millis = 3_600_000;

/// Which reports are given up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Which {
    /// Those of this game; of every game where none is named.
    pub game: Option<String>,
    /// Only of games that have ended.
    pub ended: bool,
    /// Only of turns that were run so many days ago or more.
    pub older_days: Option<u32>,
    /// Whether it is only said what would be given up.
    pub dry_run: bool,
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    reports: usize,
    /// Bytes of the mails as they were sent; on the disk they lie pressed.
    bytes: usize,
    /// Reports that come out otherwise by now.
    stay: usize,
}

impl Tally {
    fn and(self, other: Tally) -> Tally {
        Tally {
            reports: self.reports + other.reports,
            bytes: self.bytes + other.bytes,
            stay: self.stay + other.stay,
        }
    }

    fn words(self, game: &GameName, dry_run: bool) -> String {
        let done = if dry_run { "would be kept no more" } else { "kept no more" };
        let kilobytes = self.bytes.div_ceil(1000);
        let stay = match self.stay {
            0 => String::new(),
            stay => format!("; {} would come out otherwise by now, and stay", counted(stay, "report")),
        };
        format!(
            "{}: {} {done}, {kilobytes} kB as they were sent{stay}",
            game.0,
            counted(self.reports, "report")
        )
    }
}

impl Office {
    /// Gives up the reports of closed turns that are printed anew byte for byte, but for the latest turn of a game that goes on.
    ///
    /// # Errors
    /// If there is no such game, or the record cannot be read or written. Turns that were done by then stay done.
    pub fn prune(&mut self, which: &Which) -> anyhow::Result<String> {
        let names: Vec<GameName> = match &which.game {
            Some(game) => vec![self.game_named(game)?.record.name().clone()],
            None => self.games.keys().cloned().collect(),
        };
        let mut lines = Vec::new();
        for name in names {
            if which.ended && !self.game_named(&name.0)?.record.administration.has_ended {
                continue;
            }
            let mut tally = Tally::default();
            for record in self.old_turns(&name, which.older_days)? {
                tally = tally.and(self.prune_turn(&name, &record, which.dry_run)?);
            }
            lines.push(tally.words(&name, which.dry_run));
        }
        if lines.is_empty() {
            lines.push("No game is meant by that".into());
        }
        Ok(lines.join("\n"))
    }

    /// By the rule of the configuration a turn an hour is given up, the oldest first: the loop has other things to do.
    pub(super) fn prune_by_rule(&mut self, now: Millis) -> anyhow::Result<()> {
        let Some(days) = self.config.keep.reports_days else { return Ok(()) };
        if self.watch.pruned_ms.is_some_and(|last| (0..EVERY_MS).contains(&(now - last))) {
            return Ok(());
        }
        self.watch.pruned_ms = Some(now);
        for name in self.games.keys().cloned().collect::<Vec<_>>() {
            for record in self.old_turns(&name, Some(days))? {
                if !self.watch.pruned.insert((name.clone(), record.turn))
                    || self.rows_of(&name, &record)?.is_empty()
                {
                    continue;
                }
                let tally = self.prune_turn(&name, &record, false)?;
                tracing::info!(game = name.0, turn = record.turn, "{}", tally.words(&name, false));
                return Ok(());
            }
        }
        Ok(())
    }

    /// The closed turns whose reports may go: players ask most for the latest of a game that goes on.
    fn old_turns(&self, name: &GameName, older_days: Option<u32>) -> anyhow::Result<Vec<TurnRecord>> {
        let hosted = self.game_named(&name.0)?;
        let ended = hosted.record.administration.has_ended;
        let last = hosted.turn().saturating_sub(if ended { 1 } else { 2 });
        let since_ms = older_days.map_or(Millis::MAX, |days| self.clock.now() - Millis::from(days) * DAY_MS);
        let mut old = Vec::new();
        for turn in 1..=last {
            old.extend(self.store.turn(name, turn)?.filter(|record| record.at_ms <= since_ms));
        }
        Ok(old)
    }

    /// The reports of a turn whose bytes are kept and that are on no way any more: whose each is, and which of theirs.
    fn rows_of(&self, name: &GameName, record: &TurnRecord) -> anyhow::Result<Vec<(String, u32, MailRow)>> {
        let game = &self.game_named(&name.0)?.record;
        let mut rows = Vec::new();
        for (player, ids) in &record.reports {
            // The word to an administrator that stands before the board is short, and is kept.
            let first = if game.account(player).is_some() { 0 } else { BOARD };
            for (place, id) in (0..).zip(ids).skip(first) {
                let row = self.store.mail(*id)?.filter(|row| row.anew.is_none());
                let rests = row.filter(|row| matches!(row.state, MailState::Sent { .. } | MailState::Kept));
                rows.extend(rests.map(|row| (player.clone(), place, row)));
            }
        }
        Ok(rows)
    }

    fn prune_turn(&mut self, name: &GameName, record: &TurnRecord, dry_run: bool) -> anyhow::Result<Tally> {
        let rows = self.rows_of(name, record)?;
        if rows.is_empty() {
            return Ok(Tally::default());
        }
        let hosted = self.game_named(&name.0)?;
        let again = match self.turn_again(hosted, record.turn) {
            Ok(again) => again,
            Err(error) => {
                tracing::warn!(game = name.0, error = format!("{error:#}"), "its reports stay as they are");
                return Ok(Tally { stay: rows.len(), ..Tally::default() });
            }
        };
        let (mut tally, mut reports) = (Tally::default(), Vec::new());
        for (player, place, row) in rows {
            match self.comes_back(hosted, &again, (&player, place), &row) {
                Some((anew, bytes)) => {
                    tally = tally.and(Tally { reports: 1, bytes, stay: 0 });
                    reports.push((row.id, anew));
                }
                None => tally.stay += 1,
            }
        }
        if !dry_run && !reports.is_empty() {
            let at_ms = self.clock.now();
            self.put_of(name, Write::Prune(Pruning { game: name.clone(), at_ms, reports }))?;
        }
        Ok(tally)
    }

    /// How a report is printed anew, and how long it is, if it comes out as the bytes that lie there.
    fn comes_back(
        &self,
        hosted: &Hosted,
        again: &Again,
        (player, place): (&str, u32),
        row: &MailRow,
    ) -> Option<(Anew, usize)> {
        let (anew, bytes) = self.printed_from(hosted, &again.record, (player, place), row)?;
        let printed = self.printed_anew(hosted, again, row, &anew).inspect_err(|error| {
            tracing::info!(mail = row.id.0, error = format!("{error:#}"), "a report cannot be printed anew");
        });
        let is_it = printed.ok()? == bytes || self.is_of_another_office(hosted, row);
        is_it.then_some((anew, bytes.len()))
    }

    /// What a report is printed from again, and its bytes as they lie there.
    fn printed_from(
        &self,
        hosted: &Hosted,
        record: &TurnRecord,
        (player, place): (&str, u32),
        row: &MailRow,
    ) -> Option<(Anew, Vec<u8>)> {
        let bytes = self.store.mail_bytes(row.id).ok()?;
        let date = self.reader.read(&bytes).headers.date?;
        // Before turns said it, the deadline was as a rule the first of the schedule behind the moment when the turn was run.
        let usual = || hosted.record.settings.schedule.next_after(record.at_ms);
        let anew = Anew {
            turn: record.turn,
            place,
            date_ms: DateTime::parse_from_rfc2822(&date).ok()?.timestamp_millis(),
            deadline_ms: record.next_due_ms.unwrap_or_else(usual),
            wishes: hosted.record.account(player).map_or_else(String::new, |one| one.report_wishes.clone()),
        };
        Some((anew, bytes))
    }

    /// Whether a report bears the addresses of another post office, from which its game came.
    pub(super) fn is_of_another_office(&self, hosted: &Hosted, row: &MailRow) -> bool {
        let has_moved = !hosted.record.administration.came_from.is_empty();
        has_moved && row.anew.is_none() && self.postmark.know_message_id(&row.message_id).is_none()
    }

    /// The bytes of a report that another post office sent, printed anew with our addresses.
    ///
    /// # Errors
    /// As [`Office::report_of_record`], or if its bytes are lost: they tell its date.
    pub(super) fn report_as_ours(
        &self,
        hosted: &Hosted,
        turn: u32,
        (player, place): (&str, u32),
        row: &MailRow,
    ) -> anyhow::Result<Vec<u8>> {
        let again = self.turn_again(hosted, turn)?;
        let from = self.printed_from(hosted, &again.record, (player, place), row);
        let (anew, _) = from.context("its bytes cannot be read")?;
        self.printed_anew(hosted, &again, row, &anew)
    }

    /// The bytes of a report that is kept as what it is printed from.
    ///
    /// # Errors
    /// If its turn comes out otherwise than it did, or it cannot be printed.
    pub(super) fn report_of_record(&self, hosted: &Hosted, row: &MailRow) -> anyhow::Result<Vec<u8>> {
        let anew = row.anew.as_ref().context("it is kept as bytes")?;
        let again = self.turn_again(hosted, anew.turn)?;
        self.printed_anew(hosted, &again, row, anew)
    }

    fn printed_anew(
        &self,
        hosted: &Hosted,
        again: &Again,
        row: &MailRow,
        anew: &Anew,
    ) -> anyhow::Result<Vec<u8>> {
        let player = row.player.as_deref().context("it is nobody's")?;
        // One that another office sent, of a game that was handed over, bears an ID of that one's key.
        let known = self.postmark.know_message_id(&row.message_id);
        let number = known.map_or_else(|| self.postmark.number_of(&row.message_id), |(_, number)| number);
        let mut account = hosted.record.account(player).cloned().unwrap_or_else(|| Account::nobody(player));
        account.report_wishes.clone_from(&anew.wishes);
        if !row.to.is_empty() {
            account.email.clone_from(&row.to);
        }
        // The link is that of then.
        let account = as_of(account, anew.date_ms);
        let next = again.finished.board();
        let place = usize::try_from(anew.place)?;
        let seat = (0..).map(PlayerNo).zip(next.players()).find(|(_, one)| one.name == player);
        let (report, due) = match seat {
            Some((seat, _)) => {
                self.report_of_seat(hosted, again, (seat, &account), (place, anew.deadline_ms))?
            }
            None => (self.board_of_ga(hosted, again, (place, anew.deadline_ms))?, None),
        };
        let game = hosted.record.name();
        let to = Addressed { game: &game.0, turn: next.turn(), account: &account, due, place: 0 };
        let write = |draft: Draft<'_>| {
            self.write_numbered(Draft { not_before_ms: Some(anew.date_ms), later_ms: 0, ..draft }, number)
        };
        match self.fitted(&to, report, &write)?.content {
            Content::Bytes(bytes) => {
                let own = self.postmark.message_id(Kind::Report, number);
                Ok(replace(&bytes, own.as_bytes(), row.message_id.as_bytes()))
            }
            Content::Staged(_) => bail!("it was put away"),
        }
    }

    /// One of a player's reports of a turn, with the deadline that it brings.
    fn report_of_seat(
        &self,
        hosted: &Hosted,
        again: &Again,
        (seat, account): (PlayerNo, &Account),
        (place, deadline_ms): (usize, Millis),
    ) -> anyhow::Result<(Report, Option<Due>)> {
        let next = again.finished.board();
        let shop = self.shop(next.rulebook().language, Arc::clone(&hosted.grounds));
        let shop = shop.with_links(self.links_of(&hosted.record.name().0, next.turn(), [account]));
        let heading = again.heads().head(&self.heading_of(hosted, "", deadline_ms), seat, &account.name);
        let mut reports = again.finished.reports(seat, &heading, &account.wishes(), &shop)?;
        let is_last = place + 1 == reports.len();
        if place >= reports.len() {
            bail!("there are fewer reports of that turn by the wishes of then");
        }
        let record = &again.record;
        let run = self.runs_before(hosted.record.name(), record.turn)? + 1;
        let due = Due { turn: next.turn(), at_ms: deadline_ms };
        let due = Some(due).filter(|_| is_last && next.over().is_none());
        Ok((of_run(reports.swap_remove(place), record.turn, run), due))
    }

    /// The whole board as it went to an administrator, behind the word that the turn was run.
    fn board_of_ga(
        &self,
        hosted: &Hosted,
        again: &Again,
        (place, deadline_ms): (usize, Millis),
    ) -> anyhow::Result<Report> {
        if place != BOARD {
            bail!("a word to an administrator is kept as it is");
        }
        let board = self.whole_board((hosted, again.edits()), &*again.finished, deadline_ms)?;
        board.context("this game has no report of the whole board")
    }
}
