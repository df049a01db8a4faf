//! Reports as mails: one player's report with its pictures and files, in the form that the player wishes and within
//! the size that servers take.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::anyhow;

use crate::answers::Draft;
use crate::clock::Millis;
use crate::hosted::Hosted;
use crate::office::Office;
use crate::order_forms::order_forms;
use fieldpost_desk::ga::answer::Due;
use fieldpost_desk::ga::record::{HandEdit, Said};
use fieldpost_desk::ga::told::told_of;
use fieldpost_desk::record::{Account, GameName};
use fieldpost_door::{Board, Finished};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seat;
use fieldpost_grammar::Language;
use fieldpost_mail::postmark::Kind;
use fieldpost_mail::write::{BYTES_MAX, File, Picture, WriteError};
use fieldpost_print::album::Grounds;
use fieldpost_print::edition::print_all;
use fieldpost_print::heading::{ByHand, Heading};
use fieldpost_print::parcel::Parcel;
use fieldpost_print::report::{Enclosure, Illustration, Report};
use fieldpost_print::shop::{DeskKit, Shop};
use fieldpost_store::outbox::Content;
use fieldpost_store::{Mail, NewMail};

/// The game, turn and player of a report's mail.
pub struct Addressed<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The turn that is open when the report goes out.
    pub turn: u32,
    /// The player's account.
    pub account: &'a Account,
    /// The deadline that the report brings, if it is not in another mail.
    pub due: Option<Due>,
    /// Its place among the mails that go to this player together: programs that sort by date keep the order.
    pub place: Millis,
}

impl Addressed<'_> {
    fn zip_name(&self) -> String {
        format!("{}-T{}.zip", self.game, self.turn)
    }
}

/// What reports on a turn have at their heads, player by player: what was changed by hand of each one's own.
pub(super) struct Heads<'a> {
    edits: &'a [HandEdit],
    /// The game before and after these.
    boards: [&'a dyn Board; 2],
    began: BTreeMap<Piece, Seat>,
    closed: &'a BTreeMap<Piece, Seat>,
}

impl<'a> Heads<'a> {
    /// Of a turn with these edits, by the game before and after them and the seats at its close.
    pub fn of(edits: &'a [HandEdit], boards: [&'a dyn Board; 2], closed: &'a BTreeMap<Piece, Seat>) -> Self {
        let began = boards[0].pieces().into_iter().filter_map(|(piece, seat)| Some((piece, seat?))).collect();
        Heads { edits, boards, began, closed }
    }

    /// The head of a player's reports.
    pub fn head(&self, heading: &Heading, number: PlayerNo, player: &str) -> Heading {
        // Whose a thing was before it was changed, and whose it is after.
        let concerned = |edit: &HandEdit| self.boards.map(|board| board.concerned(&edit.touches)).concat();
        let by_hand = by_hand(told_of(self.edits, &self.began, self.closed, number, &concerned));
        Heading { player: player.to_owned(), by_hand, ..heading.clone() }
    }
}

impl Office {
    /// The reports of a finished turn that was run from `closed`, player by player; bodies are staged one at a time, so that they need not
    /// be in memory together.
    ///
    /// # Errors
    /// If a template is at fault or the store cannot be written.
    pub fn print_reports(
        &self,
        name: &GameName,
        closed: &BTreeMap<Piece, Seat>,
        finished: &dyn Finished,
        deadline_ms: i64,
    ) -> anyhow::Result<Vec<NewMail>> {
        let hosted = self.game_named(&name.0)?;
        let next = finished.board();
        let shop = self.shop(next.rulebook().language, Arc::clone(&hosted.grounds));
        let shop = shop.with_links(self.links_of(&name.0, next.turn(), &hosted.record.accounts));
        let turn = hosted.turn();
        let run = self.runs_before(name, turn)? + 1;
        let before = self.board_at_the_start(hosted)?;
        let heads = Heads::of(&hosted.record.book.edits, [&*before, hosted.record.board()], closed);
        let names = next.players();
        let heading = self.heading_of(hosted, "", deadline_ms);
        let players: Vec<(PlayerNo, &Account)> = (0..)
            .map(PlayerNo)
            .zip(&names)
            .filter_map(|(number, player)| Some((number, hosted.record.account(&player.name)?)))
            .collect();
        let mails = print_all(&players, |(number, account)| {
            let heading = heads.head(&heading, *number, &account.name);
            let due = Due { turn: next.turn(), at_ms: deadline_ms };
            let to = |place, due| Addressed { game: &name.0, turn: next.turn(), account, due, place };
            let reports = finished.reports(*number, &heading, &account.wishes(), &shop)?;
            // Of several reports the last one is of the position, which orders are written by.
            let last = Millis::try_from(reports.len()).unwrap_or_default() - 1;
            let due_in = |place| Some(due).filter(|_| place == last && next.over().is_none());
            reports
                .into_iter()
                .zip(0..)
                .map(|(report, place)| self.report_mail(&to(place, due_in(place)), of_run(report, turn, run)))
                .map(|mail| mail.map(|mail| if account.wishes().off { kept(mail) } else { mail }))
                .collect::<anyhow::Result<Vec<_>>>()
        });
        Ok(mails.into_iter().collect::<anyhow::Result<Vec<_>>>()?.concat())
    }

    /// What stands at the head of a report on the open turn of a game.
    pub(super) fn heading_of(&self, hosted: &Hosted, player: &str, deadline_ms: i64) -> Heading {
        let deadline = hosted.record.stamp(deadline_ms);
        Heading {
            game: hosted.record.name().0.clone(),
            title: hosted.record.opening.title.clone(),
            player: player.to_owned(),
            deadline_local: deadline.local,
            deadline_utc: deadline.utc,
            calendar: hosted.record.board().calendar(),
            by_hand: Vec::new(),
            silence: Vec::new(),
        }
    }

    /// A game at the start of its open turn, before any hand edit of it.
    fn board_at_the_start(&self, hosted: &Hosted) -> anyhow::Result<Arc<dyn Board>> {
        let position = self.store.position(hosted.record.name())?;
        hosted.record.board().at(position.bytes()).map_err(|why| anyhow!(why))
    }

    /// How often a turn was run before and taken back.
    pub(super) fn runs_before(&self, name: &GameName, turn: u32) -> anyhow::Result<usize> {
        let voided = self.store.voided_runs(name)?;
        Ok(voided.iter().filter(|run| run.record.turn == turn).count())
    }

    /// What reports of a game are made with, the desk page among it, on the grounds of pictures that were drawn before.
    pub fn shop(&self, language: &'static Language, grounds: Arc<Grounds>) -> Shop<'_> {
        let desk = DeskKit { address: self.postmark.address(), forms: order_forms(language) };
        Shop::on(&self.press, grounds).with_desk(desk)
    }

    /// One report as a mail. Where it would be too large, it goes without what is easiest missed, and says so.
    ///
    /// # Errors
    /// If a template is at fault, the store cannot be written, or not even its text and HTML can be sent.
    pub fn report_mail(&self, to: &Addressed<'_>, report: Report) -> anyhow::Result<NewMail> {
        let mut mail = self.fitted(to, report, &|draft| self.write(draft))?;
        if let Content::Bytes(bytes) = &mail.content {
            mail.content = Content::Staged(self.store.stage(bytes)?);
        }
        Ok(mail)
    }

    /// The same by whatever writes mails, its bytes at hand.
    ///
    /// # Errors
    /// As [`Office::report_mail`].
    pub(super) fn fitted(
        &self,
        to: &Addressed<'_>,
        report: Report,
        write: &dyn Fn(Draft<'_>) -> anyhow::Result<NewMail>,
    ) -> anyhow::Result<NewMail> {
        let mut parcel = Parcel::of(report, &to.account.wishes(), to.zip_name());
        loop {
            match write(self.draft_of(to, &parcel)?) {
                Ok(mail) => return Ok(mail),
                Err(error) => {
                    let Some(WriteError::TooLarge(bytes)) = error.downcast_ref() else { return Err(error) };
                    let excess = bytes - BYTES_MAX;
                    if !parcel.lighten(excess) {
                        return Err(error);
                    }
                    tracing::warn!(
                        player = to.account.name,
                        excess,
                        "a report is too large: {:?}",
                        parcel.left_out
                    );
                }
            }
        }
    }

    fn draft_of<'a>(&self, to: &Addressed<'a>, parcel: &'a Parcel) -> anyhow::Result<Draft<'a>> {
        let (game, player) = (Some(to.game), Some(to.account.name.as_str()));
        let plain =
            Draft::plain(Mail::Report, Kind::Report, game, player, &to.account.email, &parcel.report.printed);
        Ok(Draft {
            due: to.due,
            later_ms: to.place * 1000,
            html: parcel.html(&self.press)?,
            more_text: parcel.lacks(),
            pictures: parcel.report.pictures.iter().map(picture).collect(),
            attachments: parcel.attachments()?.into_iter().map(file).collect(),
            ..plain
        })
    }
}

/// A report that its player does not want now: it is not sent, and SEND REPORT brings it.
pub(super) fn kept(mail: NewMail) -> NewMail {
    NewMail { to: String::new(), ..mail }
}

/// Hand edits as the event report tells them; what is no unit's names none.
pub(super) fn by_hand(said: Vec<Said>) -> Vec<ByHand> {
    let line = |said: Said| {
        let Said { unit, what, before, after, .. } = said;
        ByHand { unit: unit.map_or(String::new(), |unit| unit.to_string()), what, before, after }
    };
    said.into_iter().map(line).collect()
}

/// A report of a turn that was run again says so in its Subject, so that nobody takes it for the first one.
pub(super) fn of_run(mut report: Report, turn: u32, run: usize) -> Report {
    if run > 1 {
        report.printed.subject.push_str(&format!(" (turn {turn} run again: run {run})"));
    }
    report
}

fn file(one: Enclosure) -> File {
    File { name: one.name, kind: one.kind.into(), bytes: one.bytes }
}

fn picture(one: &Illustration) -> Picture {
    Picture { id: one.id.clone(), png: one.png.to_vec() }
}
