//! What a game administrator asks to be shown that the record alone knows.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::Context;

use crate::hosted::Hosted;
use crate::office::Office;
use fieldpost_desk::answer::Body;
use fieldpost_desk::ga::answer::{Shown, Wanted};
use fieldpost_desk::record::{GameName, LetterNo, Verdict};
use fieldpost_desk::remind::span_words;
use fieldpost_desk::schedule::for_people;
use fieldpost_desk::verdict::Judgement;
use fieldpost_engine::wishes::{Wish, Wishes};
use fieldpost_engine::words::counted;
use fieldpost_grammar::letter::read_letter;
use fieldpost_mail::read::Incoming;
use fieldpost_print::shop::Shop;
use fieldpost_store::{Bounces, MailId, MailRow, MailState, SCHEMA};

/// The most lines of one answer.
const MOST_LINES: usize = 200;

impl Office {
    /// Fills in what a judgement's answers show from the record. What cannot be read is said in its place.
    pub(super) fn show_what_is_wanted(&self, judgement: &mut Judgement) {
        let Some(game) = judgement.game.clone() else { return };
        for answer in &mut judgement.answers {
            if let Body::Ga(answer) = &mut answer.body {
                answer.fill(|wanted| self.shown(&game, wanted));
            }
        }
    }

    fn shown(&self, game: &GameName, wanted: &Wanted) -> Shown {
        let (heading, lines) = match wanted {
            Wanted::Outbox => ("Mails of the game on their way".to_owned(), self.outbox_lines(game)),
            Wanted::Bounced => {
                ("Players whose mails came back, and mails given up".to_owned(), self.bounced_lines(game))
            }
            Wanted::Audit(count) => ("The audit".to_owned(), self.audit_lines(game, *count)),
            Wanted::Letter(number) => {
                (format!("Letter {number}"), self.letter_lines(game, LetterNo(*number)))
            }
            Wanted::Press(turn) => (format!("Press of turn {turn}"), self.press_lines(game, *turn)),
            Wanted::Position { player, position } => {
                (format!("The position of {player}"), self.position_lines(game, player, position))
            }
            Wanted::Reliability(address) => {
                ("How they have played here".to_owned(), self.reliability_lines(address))
            }
            Wanted::Version => ("The program".to_owned(), Ok(self.version_lines(game))),
            Wanted::Quarantined => ("Quarantined letters".to_owned(), self.quarantined_lines(game)),
        };
        let mut lines = lines.unwrap_or_else(|error| vec![format!("It cannot be read: {error:#}")]);
        // A report is shown whole: it is bounded by its own size.
        let most = if matches!(wanted, Wanted::Position { .. }) { usize::MAX } else { MOST_LINES };
        let more = lines.len().saturating_sub(most);
        lines.truncate(most);
        if more > 0 {
            lines.push(format!("... and {more} more"));
        }
        if lines.is_empty() && *wanted != Wanted::Quarantined {
            lines.push("none".into());
        }
        Shown { heading, lines }
    }

    /// What program this is, what it plays, and since when.
    fn version_lines(&self, game: &GameName) -> Vec<String> {
        let zone = self.games.get(game).map_or(chrono_tz::UTC, |hosted| hosted.record.settings.schedule.zone);
        let now = self.clock.now();
        let runs = span_words(now - self.watch.started_ms);
        let rulebooks =
            self.config.rulebooks.0.iter().map(|rulebook| rulebook.name).collect::<Vec<_>>().join(", ");
        let mut lines = vec![
            format!("fieldpost {}", env!("CARGO_PKG_VERSION")),
            format!("record of schema {SCHEMA}"),
            format!("rulebooks: {rulebooks}"),
        ];
        if self.watch.running {
            lines.push(format!("running for {runs}, since"));
            lines.push(for_people(self.watch.started_ms, zone));
        } else {
            lines.push("the daemon does not run".to_owned());
        }
        lines
    }

    /// The position report of a player as it would go out now, as text.
    fn position_lines(&self, game: &GameName, player: &str, position: &[u8]) -> anyhow::Result<Vec<String>> {
        let hosted = self.game_named(&game.0)?;
        let record = &hosted.record;
        let number = record.player_no(player).context("nobody of that name plays")?;
        let settings = record.settings;
        let heading = self.heading_of(hosted, player, settings.deadline_ms);
        let shop = Shop::on(&self.press, Arc::clone(&hosted.grounds));
        let wishes = Wishes::default().with(Wish::Text);
        // The letter's own edits are not in the record before it is filed.
        let board = record.board().at(position).map_err(anyhow::Error::msg)?;
        let report = board.report(number, &heading, &wishes, &shop)?;
        Ok(report.printed.text.lines().map(str::to_owned).collect())
    }

    fn mails_of(&self, game: &GameName, wished: impl Fn(&MailRow) -> bool) -> anyhow::Result<Vec<MailRow>> {
        let mut rows = self.store.mails(MailId(0), usize::MAX)?;
        rows.retain(|row| row.game.as_ref() == Some(game) && wished(row));
        Ok(rows)
    }

    fn outbox_lines(&self, game: &GameName) -> anyhow::Result<Vec<String>> {
        let waits = |row: &MailRow| matches!(row.state, MailState::Queued | MailState::Sending);
        let line = |row: MailRow| {
            let trouble = row.last_trouble.map(|why| format!(": {why}")).unwrap_or_default();
            format!("{} {:?} to {}, {}{trouble}", row.id.0, row.kind, row.to, counted(row.attempts, "try"))
        };
        Ok(self.mails_of(game, waits)?.into_iter().map(line).collect())
    }

    fn bounced_lines(&self, game: &GameName) -> anyhow::Result<Vec<String>> {
        let failed = |row: &MailRow| matches!(row.state, MailState::Failed { .. });
        let line = |row: MailRow| {
            let why = row.last_trouble.unwrap_or_else(|| "no word from the server".into());
            format!("{} {:?} to {}: {why}", row.id.0, row.kind, row.to)
        };
        let stopped = |one: Bounces| {
            let stopped = if one.is_stopped() { ", mails are kept back" } else { "" };
            format!(
                "{} at {}: {}{stopped} ({})",
                one.player,
                one.address,
                counted(one.points, "point"),
                one.why
            )
        };
        let of_game = self.store.bounces()?.into_iter().filter(|one| one.game == *game);
        Ok(of_game.map(stopped).chain(self.mails_of(game, failed)?.into_iter().map(line)).collect())
    }

    fn audit_lines(&self, game: &GameName, count: u32) -> anyhow::Result<Vec<String>> {
        let zone = self.game_named(&game.0)?.record.settings.schedule.zone;
        let lines = self.store.audit_of(game, usize::try_from(count)?)?;
        Ok(lines.into_iter().map(|line| format!("{}: {}", for_people(line.at_ms, zone), line.what)).collect())
    }

    /// A letter as it is kept, its passwords masked. A letter of another game, or of none, is shown to nobody.
    fn letter_lines(&self, game: &GameName, number: LetterNo) -> anyhow::Result<Vec<String>> {
        let Some(record) = self.store.letter(number)?.filter(|record| record.game.as_ref() == Some(game))
        else {
            return Ok(vec!["there is no such letter of this game".into()]);
        };
        let incoming: Incoming = self.reader.read(&self.store.letter_bytes(number)?);
        let zone = self.game_named(&game.0)?.record.settings.schedule.zone;
        let mut lines = vec![
            format!("From: {}", record.from),
            format!("Received: {}", for_people(record.receipt.at_ms, zone)),
            format!("Subject: {}", incoming.headers.subject),
            format!("Verdict: {}", record.verdict.words()),
            String::new(),
        ];
        let text = incoming.texts.first().map(|text| text.plain()).unwrap_or_default();
        let sealed = sealed_lines(self.game_named(&game.0)?, &text);
        let shown = |(line, words): (u32, &str)| match sealed.contains(&line) {
            true => "(sealed)".to_owned(),
            false => words.to_owned(),
        };
        lines.extend((1..).zip(text.lines()).map(shown));
        Ok(lines)
    }

    /// The press of a turn, with its writers, also where it is anonymous to players.
    fn press_lines(&self, game: &GameName, turn: u32) -> anyhow::Result<Vec<String>> {
        let zone = self.game_named(&game.0)?.record.settings.schedule.zone;
        let mut lines = Vec::new();
        for press in self.store.presses(game, turn)? {
            let received = for_people(press.receipt.at_ms, zone);
            lines.push(format!("{}, letter {}, {received}: {}", press.from, press.letter.0, press.words));
            lines.extend(press.text.lines().map(|line| format!("  {line}")));
        }
        Ok(lines)
    }

    fn quarantined_lines(&self, game: &GameName) -> anyhow::Result<Vec<String>> {
        let pending = self.store.pending()?.into_iter();
        let of_game = pending.filter(|record| record.game.as_ref().is_none_or(|other| other == game));
        let zone = self.game_named(&game.0)?.record.settings.schedule.zone;
        let lines = |record: fieldpost_store::LetterRecord| match &record.verdict {
            Verdict::Quarantined(why) => vec![
                format!(
                    "letter {} from {}, received {}: quarantined",
                    record.number.0,
                    record.from,
                    for_people(record.receipt.at_ms, zone)
                ),
                format!("  | {why}"),
                format!("  | RELEASE LETTER {} has it read once more", record.number.0),
            ],
            _ => Vec::new(),
        };
        Ok(of_game.flat_map(lines).collect())
    }
}

/// The lines of a letter that nobody but who wrote it may read yet, counted from 1.
fn sealed_lines(hosted: &Hosted, text: &str) -> BTreeSet<u32> {
    let letter = read_letter(text, &hosted.lexicon);
    let sealed = letter.offices.iter().filter(|order| hosted.record.board().is_sealed(order));
    sealed.map(|order| order.span.line).collect()
}
