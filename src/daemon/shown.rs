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
use fieldpost_print::section::{Block, Listed, Row, Section};
use fieldpost_print::shop::Shop;
use fieldpost_store::{AuditLine, Bounces, MailId, MailRow, MailState, SCHEMA};

/// The most rows of one answer, or lines of a letter in it.
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
        let (heading, sections) = match wanted {
            Wanted::Outbox => {
                ("Mails of the game on their way".to_owned(), self.outbox(game).map(within("outbox")))
            }
            Wanted::Bounced => {
                let bounced = self.bounced(game).map(within("bounced"));
                ("Players whose mails came back, and mails given up".to_owned(), bounced)
            }
            Wanted::Audit(count) => ("The audit".to_owned(), self.audit(game, *count).map(within("audit"))),
            Wanted::Letter(number) => {
                let letter = self.letter_blocks(game, LetterNo(*number)).map(within("letter"));
                (format!("Letter {number}"), letter)
            }
            Wanted::Press(turn) => {
                (format!("Press of turn {turn}"), self.press_blocks(game, *turn).map(within("press")))
            }
            Wanted::Position { player, position } => {
                (format!("The position of {player}"), self.position_now_of(game, player, position))
            }
            Wanted::Reliability(address) => {
                let lines = self.reliability_lines(address).map(rows).map(within("reliability"));
                ("How they have played here".to_owned(), lines)
            }
            Wanted::Version => {
                ("The program".to_owned(), Ok(within("version")(rows(self.version_lines(game)))))
            }
            Wanted::Quarantined => {
                let quarantined = self.quarantined_blocks(game).map(within("quarantined"));
                ("Quarantined letters".to_owned(), quarantined)
            }
        };
        let unread = |error| within("unread")(vec![Block::Words(format!("It cannot be read: {error:#}"))]);
        Shown { heading, sections: sections.unwrap_or_else(unread) }
    }

    /// What program this is, what it plays, and since when.
    fn version_lines(&self, game: &GameName) -> Vec<String> {
        let zone = self.games.get(game).map_or(chrono_tz::UTC, |hosted| hosted.record.settings.schedule.zone);
        let now = self.clock.now();
        let runs = span_words(now - self.watch.started_ms);
        let rulebooks =
            self.config.rulebooks.0.iter().map(|rulebook| rulebook.name).collect::<Vec<_>>().join(", ");
        let runs = match self.watch.running {
            true => format!("running for {runs}, since {}", for_people(self.watch.started_ms, zone)),
            false => "the daemon does not run".to_owned(),
        };
        vec![
            format!("fieldpost {}", env!("CARGO_PKG_VERSION")),
            format!("record of schema {SCHEMA}"),
            format!("rulebooks: {rulebooks}"),
            runs,
        ]
    }

    /// The position report of a player as it would go out now, whole and without pictures.
    fn position_now_of(
        &self,
        game: &GameName,
        player: &str,
        position: &[u8],
    ) -> anyhow::Result<Vec<Section>> {
        let hosted = self.game_named(&game.0)?;
        let record = &hosted.record;
        let number = record.player_no(player).context("nobody of that name plays")?;
        let settings = record.settings;
        let heading = self.heading_of(hosted, player, settings.deadline_ms);
        let shop = Shop::on(&self.press, Arc::clone(&hosted.grounds));
        let wishes =
            Wishes { unbounded: true, ..Wishes::default().with(Wish::NoPictures).with(Wish::NoDesk) };
        // The letter's own edits are not in the record before it is filed.
        let board = record.board().at(position).map_err(anyhow::Error::msg)?;
        let report = board.report(number, &heading, &wishes, &shop)?;
        let laid = report.laid.context("this game tells of no position")?;
        Ok(laid.sheets.into_iter().flat_map(|sheet| sheet.sections).collect())
    }

    fn mails_of(&self, game: &GameName, wished: impl Fn(&MailRow) -> bool) -> anyhow::Result<Vec<MailRow>> {
        let mut rows = self.store.mails(MailId(0), usize::MAX)?;
        rows.retain(|row| row.game.as_ref() == Some(game) && wished(row));
        Ok(rows)
    }

    fn outbox(&self, game: &GameName) -> anyhow::Result<Vec<Block>> {
        let waits = |row: &MailRow| matches!(row.state, MailState::Queued | MailState::Sending);
        let line = |row: MailRow| {
            let trouble = row.last_trouble.map(|why| format!(": {why}")).unwrap_or_default();
            format!("{} {:?} to {}, {}{trouble}", row.id.0, row.kind, row.to, counted(row.attempts, "try"))
        };
        Ok(rows(self.mails_of(game, waits)?.into_iter().map(line).collect()))
    }

    fn bounced(&self, game: &GameName) -> anyhow::Result<Vec<Block>> {
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
        let lines = of_game.map(stopped).chain(self.mails_of(game, failed)?.into_iter().map(line));
        Ok(rows(lines.collect()))
    }

    fn audit(&self, game: &GameName, count: u32) -> anyhow::Result<Vec<Block>> {
        let zone = self.game_named(&game.0)?.record.settings.schedule.zone;
        let lines = self.store.audit_of(game, usize::try_from(count)?)?;
        let line = |line: AuditLine| format!("{}: {}", for_people(line.at_ms, zone), line.what);
        Ok(rows(lines.into_iter().map(line).collect()))
    }

    /// A letter as it is kept, its passwords masked. A letter of another game, or of none, is shown to nobody.
    fn letter_blocks(&self, game: &GameName, number: LetterNo) -> anyhow::Result<Vec<Block>> {
        let Some(record) = self.store.letter(number)?.filter(|record| record.game.as_ref() == Some(game))
        else {
            return Ok(vec![Block::Words("there is no such letter of this game".into())]);
        };
        let incoming: Incoming = self.reader.read(&self.store.letter_bytes(number)?);
        let zone = self.game_named(&game.0)?.record.settings.schedule.zone;
        let head = [
            format!("From: {}", record.from),
            format!("Received: {}", for_people(record.receipt.at_ms, zone)),
            format!("Subject: {}", incoming.headers.subject),
            format!("Verdict: {}", record.verdict.words()),
        ];
        let text = incoming.texts.first().map(|text| text.plain()).unwrap_or_default();
        let sealed = sealed_lines(self.game_named(&game.0)?, &text);
        let shown = |(line, words): (u32, &str)| match sealed.contains(&line) {
            true => "(sealed)".to_owned(),
            false => words.to_owned(),
        };
        let lines = (1..).zip(text.lines()).map(shown).collect();
        let (words, more) = first_of(lines);
        let text = Block::Verbatim(format!("\n{}", words.join("\n")));
        Ok(rows(head.into()).into_iter().chain([text]).chain(more).collect())
    }

    /// The press of a turn, with its writers, also where it is anonymous to players.
    fn press_blocks(&self, game: &GameName, turn: u32) -> anyhow::Result<Vec<Block>> {
        let zone = self.game_named(&game.0)?.record.settings.schedule.zone;
        let presses = self.store.presses(game, turn)?;
        if presses.is_empty() {
            return Ok(rows(Vec::new()));
        }
        let (presses, more) = first_of(presses);
        let blocks = presses.into_iter().flat_map(|press| {
            let received = for_people(press.receipt.at_ms, zone);
            let words = format!(", letter {}, {received}: {}", press.letter.0, press.words);
            let text = press.text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>();
            [
                Block::Listing(vec![Listed { loud: press.from, words, lines: Vec::new() }]),
                Block::Verbatim(text.join("\n")),
            ]
        });
        Ok(blocks.chain(more).collect())
    }

    fn quarantined_blocks(&self, game: &GameName) -> anyhow::Result<Vec<Block>> {
        let pending = self.store.pending()?.into_iter();
        let of_game = pending.filter(|record| record.game.as_ref().is_none_or(|other| other == game));
        let zone = self.game_named(&game.0)?.record.settings.schedule.zone;
        let listed = |record: fieldpost_store::LetterRecord| {
            let Verdict::Quarantined(why) = &record.verdict else { return None };
            let at = for_people(record.receipt.at_ms, zone);
            Some(Listed {
                loud: format!("letter {}", record.number.0),
                words: format!(" from {}, received {at}: quarantined", record.from),
                lines: vec![
                    format!("| {why}"),
                    format!("| RELEASE LETTER {} has it read once more", record.number.0),
                ],
            })
        };
        let (listed, more) = first_of(of_game.filter_map(listed).collect());
        Ok(std::iter::once(Block::Listing(listed)).chain(more).collect())
    }
}

/// Blocks in a section of their own.
fn within(key: &'static str) -> impl Fn(Vec<Block>) -> Vec<Section> {
    move |blocks| vec![blocks.into_iter().fold(Section::new(key, ""), Section::with)]
}

/// As many as one answer shows, and of how many others it says no more.
fn first_of<T>(mut all: Vec<T>) -> (Vec<T>, Option<Block>) {
    let more = all.len().saturating_sub(MOST_LINES);
    all.truncate(MOST_LINES);
    (all, (more > 0).then(|| Block::Words(format!("... and {more} more"))))
}

fn rows(lines: Vec<String>) -> Vec<Block> {
    if lines.is_empty() {
        return vec![Block::Words("none".into())];
    }
    let (lines, more) = first_of(lines);
    std::iter::once(Block::Rows(lines.into_iter().map(Row::of).collect())).chain(more).collect()
}

/// The lines of a letter that nobody but who wrote it may read yet, counted from 1.
fn sealed_lines(hosted: &Hosted, text: &str) -> BTreeSet<u32> {
    let letter = read_letter(text, &hosted.lexicon);
    let sealed = letter.offices.iter().filter(|order| hosted.record.board().is_sealed(order));
    sealed.map(|order| order.span.line).collect()
}
