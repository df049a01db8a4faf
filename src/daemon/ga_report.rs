//! What the administrators of a game get when a turn was run: who sent no orders, and the whole board with all that happened on it.
//! Who plays too gets no board by itself: whoever wants to look asks with SHOW, and the audit of the others can tell.

use std::sync::Arc;

use crate::daemon::answers::Draft;
use crate::daemon::hosted::Hosted;
use crate::daemon::office::Office;
use crate::daemon::report_mail::Addressed;
use crate::daemon::views::Notice;
use crate::desk::book;
use crate::desk::record::{Account, GameName};
use crate::desk::seats::Seats;
use crate::engine::seat::Seating;
use crate::engine::wishes::{Wish, Wishes};
use crate::games::door::{Finished, Player};
use crate::grammar::command::Role;
use crate::mail::postmark::Kind;
use crate::print::report::Report;
use crate::store::{Mail, NewMail};

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
        let umpires = told.iter().copied().filter(|one| !plays(hosted, one)).collect::<Vec<_>>();
        let board = if umpires.is_empty() { None } else { self.whole_board(hosted, finished, deadline_ms)? };
        let turn = finished.board().turn();
        for account in told {
            let no_board = "\n\nYou play in this game, so that the whole board is not mailed to you.";
            let words = format!("{words}{}", if plays(hosted, account) { no_board } else { "" });
            let view = Notice { game: Some(&name.0), title: &title, words: &words };
            let (printed, html) = self.press.both("notice", &view, true)?;
            let (game, player) = (Some(name.0.as_str()), Some(account.name.as_str()));
            let plain = Draft::plain(Mail::Report, Kind::Report, game, player, &account.email, &printed);
            mails.push(self.write(Draft { html, ..plain })?);
        }
        for (account, report) in umpires.into_iter().zip(std::iter::repeat(board)) {
            if let Some(report) = report {
                mails.push(self.report_mail(&Addressed { game: &name.0, turn, account, place: 1 }, report)?);
            }
        }
        Ok(mails)
    }

    fn whole_board(
        &self,
        hosted: &Hosted,
        finished: &dyn Finished,
        deadline_ms: i64,
    ) -> anyhow::Result<Option<Report>> {
        let next = finished.board();
        let heading = self.heading_of(hosted, "the game administrator", deadline_ms);
        let shop = self.shop(next.rulebook().language, Arc::clone(&hosted.grounds));
        // The desk page draws all of it; a picture of each square with units would be too much for a mail.
        let wishes = Wishes::default().with(Wish::OneMail).with(Wish::NoPictures);
        let report = finished.whole_report(&heading, &wishes, &shop)?;
        Ok(report.map(|mut report| {
            report.printed.subject.push_str(" (the whole board)");
            report
        }))
    }
}

fn plays(hosted: &Hosted, account: &Account) -> bool {
    hosted.record.players_at(&account.email).next().is_some()
}

/// Who sent orders for the turn that was run, a line a player; in the title how many sent none.
fn words_of_the_turn(hosted: &Hosted) -> (String, String) {
    let record = &hosted.record;
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
    let words = format!(
        "Turn {turn} was run. {who}\n\nFor how many of their {}s players had sent orders:\n\n{}",
        record.noun(),
        lines.join("\n")
    );
    (title, words)
}
