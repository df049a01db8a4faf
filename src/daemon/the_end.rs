//! The account of a game that has ended: who has won, what it cost, who played what, mailed to everybody who took part; and the word that the
//! last turn is over of those in which the scenario counts.

use std::sync::Arc;

use anyhow::{Context, anyhow, bail};

use crate::hosted::Hosted;
use crate::observers;
use crate::office::Office;
use crate::report_mail::Addressed;
use crate::tasks::dropped;
use fieldpost_desk::ga::record::Task;
use fieldpost_desk::record::{Account, GameName};
use fieldpost_door::{Finished, PastTurn, Player, Reckoning};
use fieldpost_engine::form2;
use fieldpost_engine::words::capital;
use fieldpost_mail::write::alone;
use fieldpost_print::heading::Heading;
use fieldpost_print::layout;
use fieldpost_print::report::{Enclosure, Report};
use fieldpost_print::section::{Block, Section, Sheet};
use fieldpost_print::the_end::{Ending, Played};
use fieldpost_store::{Administering, NewMail, Write};

/// The file that shows the whole board, turn by turn.
const BOARD: &str = "board.html";

/// The title of the word that the last turn that counts is over.
const LAST_TURN: &str = "The last turn that counts is over";

/// Most bytes of pictures in it: with the letters that carry them a mail has room for a third more.
const MOST_PICTURES: usize = 5_000_000;

impl Office {
    /// Mails everybody the account of a game that has ended.
    ///
    /// # Errors
    /// If the game goes on, its record cannot be read, or a template is at fault.
    pub(super) fn account(&mut self, name: &GameName, task: &Task, reveal: bool) -> anyhow::Result<()> {
        let hosted = self.game_named(&name.0)?;
        if !hosted.record.administration.has_ended {
            bail!("the game goes on");
        }
        let mails = self.accounts_of(hosted, reveal)?;
        let changes = vec![dropped(name, task)];
        self.put_of(name, Write::Administer(Administering { at_ms: self.clock.now(), changes, mails }))?;
        self.reload(name)
    }

    /// The account for each who took part and each administrator.
    fn accounts_of(&self, hosted: &Hosted, reveal: bool) -> anyhow::Result<Vec<NewMail>> {
        let record = &hosted.record;
        let reckoning = record.board().reckoning(&mut self.past(hosted)).map_err(|why| anyhow!(why))?;
        let board = if reveal { self.board_by_turns(hosted)? } else { None };
        let file = board.as_ref().map(|file| file.name.clone());
        let sheet = ending(self.played(hosted), hosted, reckoning, file).sheet();
        let observers = observers::at_the_end(hosted);
        let mails = reached(hosted).chain(&observers).map(|account| {
            let heading = self.heading_of(hosted, &account.name, record.settings.deadline_ms);
            let sheets = std::slice::from_ref(&sheet);
            let html = account.wishes().html;
            let (printed, html) = layout::mail(&self.press, &heading, record.book.turn, sheets, html)?;
            let enclosures = board.iter().cloned().collect();
            let report =
                Report { printed, html, pictures: Vec::new(), laid: None, enclosures, orders: String::new() };
            let game = &record.name().0;
            self.report_mail(
                &Addressed { game, turn: record.book.turn, account, due: None, place: 1 },
                report,
            )
        });
        mails.collect()
    }

    /// The turns of a game in their order; before the first, as turn 0, how it began.
    fn past<'a>(&'a self, hosted: &'a Hosted) -> impl Iterator<Item = Result<PastTurn, String>> + 'a {
        (0..hosted.turn())
            .map(move |turn| self.past_turn(hosted.record.name(), turn).map_err(|why| format!("{why:#}")))
    }

    /// A turn as it is kept; as turn 0 how the game began.
    ///
    /// # Errors
    /// If it is not in the record.
    pub(super) fn past_turn(&self, name: &GameName, turn: u32) -> anyhow::Result<PastTurn> {
        if turn == 0 {
            let after = self.store.first_position(name)?.bytes().to_vec();
            return Ok(PastTurn { turn, after, events: b"[]".to_vec(), form: form2::FORM });
        }
        let record = self.store.turn(name, turn)?;
        let record = record.with_context(|| format!("turn {turn} is not in the record"))?;
        let after = self.store.paper(&record.after)?.bytes().to_vec();
        let events = self.store.paper(&record.events)?.bytes().to_vec();
        Ok(PastTurn { turn, after, events, form: record.form })
    }

    /// From when to when a game was played.
    fn played(&self, hosted: &Hosted) -> String {
        let schedule = hosted.record.settings.schedule;
        let when = |at_ms| schedule.day_of(at_ms).format("%-d %B %Y");
        format!("{} to {}", when(hosted.begun_ms), when(self.clock.now()))
    }

    /// The whole board after each turn, as a page; none where the game shows none.
    fn board_by_turns(&self, hosted: &Hosted) -> anyhow::Result<Option<Enclosure>> {
        let record = &hosted.record;
        let shop = self.shop(record.board().rulebook().language, Arc::clone(&hosted.grounds));
        let mut sections = Vec::new();
        for past in self.past(hosted) {
            let past = past.map_err(|why| anyhow!(why))?;
            let board = record.board().at(&past.after).map_err(|why| anyhow!(why))?;
            let blocks = board.revealed(&shop).into_iter().map(|block| of_turn(block, past.turn)).collect();
            let title =
                if past.turn == 0 { "At the beginning".into() } else { format!("After turn {}", past.turn) };
            sections.push(Section { blocks, ..Section::new("board", &title) });
        }
        sections.retain(|section| !section.blocks.is_empty());
        if sections.is_empty() {
            return Ok(None);
        }
        let sections = fitting(sections);
        let sheets = [Sheet { what: "The board, turn by turn".into(), sections, ..Sheet::default() }];
        let heading = Heading { player: "everybody".into(), ..self.heading_of(hosted, "", 0) };
        let (_, html) = layout::mail(&self.press, &heading, record.book.turn, &sheets, true)?;
        let pictures = layout::figures(&sheets);
        let pictures = pictures.iter().map(|picture| (picture.id.as_str(), &*picture.png));
        Ok(html.map(|html| Enclosure::page(BOARD, alone(&html, pictures))))
    }

    /// Word to every player that a turn which was run was the last in which the scenario counts; nothing of any other turn.
    ///
    /// # Errors
    /// If the template is at fault.
    pub(super) fn words_of_last_turn(
        &self,
        name: &GameName,
        finished: &dyn Finished,
    ) -> anyhow::Result<Vec<NewMail>> {
        let hosted = self.game_named(&name.0)?;
        let Some(why) = self.last_turn(hosted, finished) else { return Ok(Vec::new()) };
        let words = format!(
            "{}. Who has won you learn when the game administrator ends the game; until then it goes on.",
            capital(&why)
        );
        let players = hosted.record.accounts.iter();
        let reached = players.filter(|one| !one.email.is_empty() && !one.is_closed());
        reached.map(|one| self.word_to(name, one, LAST_TURN, &words)).collect()
    }

    /// What is to be told of a turn that was run, if it was the last in which the scenario counts.
    pub(super) fn last_turn(&self, hosted: &Hosted, finished: &dyn Finished) -> Option<String> {
        let is_first = hosted.record.board().is_counted().is_none();
        finished.board().is_counted().filter(|_| is_first)
    }

    /// Who would have won after a turn that was run and is not filed yet; none where nothing is counted or it cannot be told.
    pub(super) fn verdict_after(&self, hosted: &Hosted, finished: &dyn Finished) -> Option<String> {
        let (board, papers) = (finished.board(), finished.papers());
        let last = PastTurn {
            turn: hosted.turn(),
            after: board.position(),
            events: papers.events,
            form: form2::FORM,
        };
        board.reckoning(&mut self.past(hosted).chain([Ok(last)])).ok()?.verdict
    }
}

/// Whoever has a seat or administers the game, and an address.
pub(super) fn reached(hosted: &Hosted) -> impl Iterator<Item = &Account> {
    let record = &hosted.record;
    let administrators = record.administration.administrators.iter().map(|one| &one.account);
    // Who does both has it once.
    let plays = |one: &&Account| record.players_at(&one.email).next().is_some();
    let all = record.accounts.iter().chain(administrators.filter(move |one| !plays(one)));
    all.filter(|account| !account.email.is_empty() && !account.is_closed())
}

fn ending(played: String, hosted: &Hosted, reckoning: Reckoning, board: Option<String>) -> Ending {
    let record = &hosted.record;
    let player = |player: &Player| {
        let account = record.account(&player.name);
        let post = std::iter::once(&player.rank).chain(&player.offices).filter(|word| !word.is_empty());
        Played {
            name: player.name.clone(),
            party: player.party.clone(),
            post: post.cloned().collect::<Vec<_>>().join(", "),
            fate: account.map_or("", fate).to_owned(),
        }
    };
    Ending {
        verdict: reckoning.verdict,
        turns: hosted.turn() - 1,
        played,
        players: record.board().players().iter().map(player).collect(),
        told: reckoning.sections,
        board,
    }
}

fn fate(account: &Account) -> &'static str {
    match account {
        account if account.is_closed() => "removed",
        account if account.machine => "the machine's",
        account if account.tenure.resigned_ms.is_some() => "resigned",
        _ => "",
    }
}

/// A picture of a turn, which has a name of its own in a page of many.
fn of_turn(block: Block, turn: u32) -> Block {
    match block {
        Block::Figure(mut figure) => {
            figure.id = format!("turn-{turn}-{}", figure.id);
            Block::Figure(figure)
        }
        other => other,
    }
}

/// Sections with no more pictures than a mail has room for: of a long war every second turn is shown, or every third.
fn fitting(sections: Vec<Section>) -> Vec<Section> {
    let weight = |section: &Section| section.figures().map(|figure| figure.png.len()).sum::<usize>();
    let last = sections.len().saturating_sub(1);
    let is_shown = |place: usize, every: usize| place.is_multiple_of(every) || place == last;
    let all = |every: usize| -> usize {
        sections
            .iter()
            .enumerate()
            .filter(|(place, _)| is_shown(*place, every))
            .map(|(_, one)| weight(one))
            .sum()
    };
    let every = (1..=sections.len().max(1))
        .find(|every| all(*every) <= MOST_PICTURES)
        .unwrap_or(sections.len().max(1));
    let mut sections = sections;
    for (place, section) in sections.iter_mut().enumerate() {
        if !is_shown(place, every) {
            section.blocks.retain(|block| !matches!(block, Block::Figure(_)));
        }
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_print::report::Illustration;

    fn section(bytes: usize) -> Section {
        let picture = Illustration { id: "map".into(), alt: "map".into(), png: vec![0_u8; bytes].into() };
        Section::new("board", "After a turn")
            .with(Block::Figure(picture))
            .with(Block::Words("so it stood".into()))
    }

    #[test]
    fn of_a_long_war_every_second_turn_has_its_map_and_the_last_always() {
        let shown = |count: usize, bytes: usize| -> Vec<usize> {
            fitting(vec![section(bytes); count]).iter().map(|section| section.figures().count()).collect()
        };
        assert_eq!(shown(4, 1000), [1, 1, 1, 1]);
        assert_eq!(shown(6, 1_000_000), [1, 0, 1, 0, 1, 1]);
        assert_eq!(shown(2, 4_000_000), [1, 1], "two maps are left, however large");
    }
}
