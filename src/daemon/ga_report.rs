//! What the administrators of a game get when a turn was run: who sent no orders, and the whole board with all that happened on it.
//! Who plays too gets no board by itself: whoever wants to look asks with SHOW, and the audit of the others can tell.

use std::sync::Arc;

use crate::answers::Draft;
use crate::hosted::Hosted;
use crate::machine_due;
use crate::office::Office;
use crate::report_mail::{Addressed, by_hand};
use crate::views::Notice;
use fieldpost_desk::book;
use fieldpost_desk::ga::record::HandEdit;
use fieldpost_desk::ga::told::told_to_ga;
use fieldpost_desk::record::{Account, GameName};
use fieldpost_desk::seats::Seats;
use fieldpost_desk::tenure::{players_without_orders, word_between};
use fieldpost_door::{Finished, Player};
use fieldpost_engine::seat::Seating;
use fieldpost_engine::wishes::{Wish, Wishes};
use fieldpost_engine::words::{capital, counted};
use fieldpost_grammar::command::Role;
use fieldpost_mail::postmark::Kind;
use fieldpost_print::bounded::bounded;
use fieldpost_print::heading::Heading;
use fieldpost_print::report::Report;
use fieldpost_store::{Mail, NewMail};

impl Office {
    /// The mails to the administrators of a game whose turn was run; none where it has none of its own.
    ///
    /// # Errors
    /// If a template is at fault or the store cannot be written.
    pub(super) fn reports_of_ga(
        &self,
        name: &GameName,
        finished: &dyn Finished,
        deadline_ms: i64,
    ) -> anyhow::Result<Vec<NewMail>> {
        let hosted = self.game_named(&name.0)?;
        let all = hosted.record.administration.administrators.iter();
        let told = all.filter(|one| one.role >= Role::Ga && !one.account.email.is_empty());
        let told = told.map(|one| &one.account).collect::<Vec<_>>();
        if told.is_empty() {
            return Ok(Vec::new());
        }
        let mut mails = Vec::new();
        let (title, words) = words_of_the_turn(hosted);
        let counted = self.last_turn(hosted, finished);
        let verdict = counted.as_ref().and_then(|_| self.verdict_after(hosted, finished));
        let umpires = told.iter().copied().filter(|one| !plays(hosted, one)).collect::<Vec<_>>();
        let board = if umpires.is_empty() {
            None
        } else {
            self.whole_board((hosted, &hosted.record.book.edits), finished, deadline_ms)?
        };
        let turn = finished.board().turn();
        for account in told {
            let no_board = "\n\nYou play in this game, so that the whole board is not mailed to you.";
            let no_board = if plays(hosted, account) { no_board } else { "" };
            // Who plays too learns with the others who has won.
            let verdict = verdict.as_deref().filter(|_| !plays(hosted, account));
            let end = counted.as_deref().map(|why| words_of_the_end(why, verdict)).unwrap_or_default();
            let words = format!("{end}{words}{no_board}");
            let view = Notice { game: Some(&name.0), title: &title, words: &words };
            let (printed, html) = self.press.both("notice", &view, true)?;
            let (game, player) = (Some(name.0.as_str()), Some(account.name.as_str()));
            let plain = Draft::plain(Mail::Report, Kind::Report, game, player, &account.email, &printed);
            mails.push(self.write(Draft { html, ..plain })?);
        }
        for (account, report) in umpires.into_iter().zip(std::iter::repeat(board)) {
            if let Some(report) = report {
                mails.push(
                    self.report_mail(
                        &Addressed { game: &name.0, turn, account, due: None, place: 1 },
                        report,
                    )?,
                );
            }
        }
        Ok(mails)
    }

    /// The whole board for an administrator, bounded as a mail; with what these hand edits of the turn changed.
    pub(super) fn whole_board(
        &self,
        (hosted, edits): (&Hosted, &[HandEdit]),
        finished: &dyn Finished,
        deadline_ms: i64,
    ) -> anyhow::Result<Option<Report>> {
        let next = finished.board();
        let heading = self.heading_of(hosted, "the game administrator", deadline_ms);
        let heading = Heading { by_hand: by_hand(told_to_ga(edits)), ..heading };
        let shop = self.shop(next.rulebook().language, Arc::clone(&hosted.grounds));
        // The desk page draws all of it; a picture of each square with units would be too much for a mail.
        let wishes = Wishes::default().with(Wish::OneMail).with(Wish::NoPictures);
        let report = finished.whole_report(&heading, &wishes, &shop)?;
        let bounded = |mut report: Report| {
            report.printed.subject.push_str(" (the whole board)");
            bounded(report, &self.press, MOST_TEXT, WHOLE_TEXT)
        };
        Ok(report.map(bounded).transpose()?)
    }
}

/// The most bytes of text in the body of such a mail: some fifteen pages. Of a war of two dozen players there would be half a
/// million.
const MOST_TEXT: usize = 48_000;

/// The file with the whole text of a report of which the body has only some sections.
const WHOLE_TEXT: &str = "whole-board.txt";

/// What an administrator is told, above all else, of the last turn in which the scenario counts.
fn words_of_the_end(why: &str, verdict: Option<&str>) -> String {
    let verdict = verdict.map(|verdict| format!(" As it stands: {verdict}")).unwrap_or_default();
    format!(
        "{}.{verdict} END GAME ends it and mails everybody the account; END GAME REVEAL shows the whole board with it. Until then the \
         game goes on.\n\n",
        capital(why)
    )
}

fn plays(hosted: &Hosted, account: &Account) -> bool {
    hosted.record.players_at(&account.email).next().is_some()
}

/// What players sent in a turn in which no piece could be ordered, a line a player; in the title of how many a word was awaited in vain.
fn words_of_a_phase(hosted: &Hosted) -> (String, String) {
    let record = &hosted.record;
    let line = |(number, player): (_, &Player)| {
        format!("    {}, {}: {}", player.name, player.party, word_between(record, number))
    };
    let lines = record.numbered_players().map(line).collect::<Vec<_>>().join("\n");
    let (turn, silent) = (record.book.turn, players_without_orders(record));
    let (title, who) = match silent.as_slice() {
        [] => (String::new(), "Everybody of whom a word was awaited has sent one.".to_owned()),
        names => (
            format!(", {} without a word", counted(names.len(), "player")),
            format!("Without a word: {}.", names.join(", ")),
        ),
    };
    (format!("Turn {turn} was run{title}"), format!("Turn {turn} was run. {who}\n\n{lines}"))
}

/// Who sent orders for the turn that was run, a line a player; in the title how many sent none.
fn words_of_the_turn(hosted: &Hosted) -> (String, String) {
    let record = &hosted.record;
    if record.is_between() {
        return words_of_a_phase(hosted);
    }
    let seats = Seats::latest(record, &record.book).all();
    let (mut lines, mut without) = (Vec::new(), Vec::new());
    for (number, Player { name, party, .. }) in record.numbered_players() {
        let units = seats.iter().filter(|(_, seat)| seat.commander == number).map(|(unit, _)| unit);
        let units = units.collect::<Vec<_>>();
        let ordered = units.iter().filter(|unit| book::in_force(&record.book, unit).is_some()).count();
        let machine = record.account(name).is_some_and(|account| account.machine);
        let kind = if machine { ", the machine's" } else { "" };
        lines.push(format!("    {name}, {party}{kind}: {ordered} of {} {}s", units.len(), record.noun()));
        if ordered == 0 && !units.is_empty() {
            without.push(name.as_str());
        }
    }
    let turn = record.book.turn;
    let who = match without.as_slice() {
        [] => "Everybody sent orders.".to_owned(),
        names => format!("Without any order: {}.", names.join(", ")),
    };
    let title = match without.len() {
        0 => format!("Turn {turn} was run"),
        1 => format!("Turn {turn} was run, 1 player without orders"),
        many => format!("Turn {turn} was run, {many} players without orders"),
    };
    let machine = machine_due::words(hosted).map(|words| format!(" {words}")).unwrap_or_default();
    let words = format!(
        "Turn {turn} was run. {who}{machine}\n\nFor how many of their {}s players had sent orders:\n\n{}",
        record.noun(),
        lines.join("\n")
    );
    (title, words)
}
