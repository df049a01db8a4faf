//! Reports as mails: one player's report with its pictures and files, in the form that the player wishes and within
//! the size that servers take.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};
use std::sync::Arc;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::daemon::answers::Draft;
use crate::daemon::office::Office;
use crate::daemon::order_forms::order_forms;
use crate::daemon::views::LeftOut;
use crate::desk::ga::record::Said;
use crate::desk::ga::told::told_of;
use crate::desk::record::{Account, GameName};
use crate::engine::ids::PlayerNo;
use crate::games::ground::tactical::Atlas;
use crate::games::land::book::Book;
use crate::games::land::language::LANGUAGE;
use crate::games::land::state::Seat;
use crate::games::land::unit::UnitId;
use crate::games::{Finished, Game, Position};
use crate::mail::postmark::Kind;
use crate::mail::write::{BYTES_MAX, File, Picture, WriteError};
use crate::reports::desk_page::DeskKit;
use crate::reports::edition::print_all;
use crate::reports::illustrations::Grounds;
use crate::reports::news::ByHand;
use crate::reports::{self, Report, Workshop};
use crate::store::outbox::Content;
use crate::store::{Mail, NewMail};

/// The game, turn and player of a report's mail.
pub struct Addressed<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The turn that is open when the report goes out.
    pub turn: u32,
    /// The player's account.
    pub account: &'a Account,
}

impl Addressed<'_> {
    fn zip_name(&self) -> String {
        format!("{}-T{}.zip", self.game, self.turn)
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
        closed: &Position,
        finished: &Finished,
        deadline_ms: i64,
    ) -> anyhow::Result<Vec<NewMail>> {
        let hosted = self.game_named(&name.0)?;
        let deadline = hosted.record.stamp(deadline_ms);
        let Game::Land { atlas, book, .. } = &hosted.record.opening.game;
        let Finished::Land(outcome) = finished;
        let shop = self.workshop(atlas, book, Arc::clone(&hosted.grounds));
        let turn = hosted.turn();
        let run = self.runs_before(name, turn)? + 1;
        let edits = &hosted.record.book.edits;
        let began = seats_of(&self.store.position(name)?).clone();
        let players: Vec<(PlayerNo, &Account)> = outcome
            .state
            .numbered_players()
            .filter_map(|(number, player)| Some((number, hosted.record.account(&player.name)?)))
            .collect();
        let mails = print_all(&players, |(number, account)| {
            let heading = reports::Heading {
                game: name.0.clone(),
                title: hosted.record.opening.title.clone(),
                player: account.name.clone(),
                deadline_local: deadline.local.clone(),
                deadline_utc: deadline.utc.clone(),
                calendar: hosted.calendar,
                by_hand: by_hand(told_of(edits, &began, seats_of(closed), *number)),
            };
            let to = Addressed { game: &name.0, turn: outcome.state.turn, account };
            let reports = reports::turn_reports(&shop, outcome, *number, &heading, &account.wishes())?;
            reports
                .into_iter()
                .map(|report| self.report_mail(&to, of_run(report, turn, run)))
                .collect::<anyhow::Result<Vec<_>>>()
        });
        Ok(mails.into_iter().collect::<anyhow::Result<Vec<_>>>()?.concat())
    }

    /// How often a turn was run before and taken back.
    fn runs_before(&self, name: &GameName, turn: u32) -> anyhow::Result<usize> {
        let voided = self.store.voided_runs(name)?;
        Ok(voided.iter().filter(|run| run.record.turn == turn).count())
    }

    /// What reports of a game are made with, by its maps and its book, the desk page among it.
    pub fn workshop<'a>(
        &'a self,
        atlas: &'a Atlas,
        book: &'static Book,
        grounds: Arc<Grounds>,
    ) -> Workshop<'a> {
        let desk = DeskKit { address: self.postmark.address(), forms: order_forms(&LANGUAGE) };
        Workshop::on(&self.press, atlas, book, grounds).with_desk(desk)
    }

    /// One report as a mail. Where it would be too large, it goes without what is easiest missed, and says so.
    ///
    /// # Errors
    /// If a template is at fault, the store cannot be written, or not even its text and HTML can be sent.
    pub fn report_mail(&self, to: &Addressed<'_>, report: Report) -> anyhow::Result<NewMail> {
        let mut parcel = Parcel::of(to, report);
        loop {
            let mut mail = match self.write(self.draft_of(to, &parcel)?) {
                Ok(mail) => mail,
                Err(error) => {
                    let Some(WriteError::TooLarge(bytes)) = error.downcast_ref() else { return Err(error) };
                    let excess = bytes - BYTES_MAX;
                    if !parcel.lighten(to, excess) {
                        return Err(error);
                    }
                    tracing::warn!(
                        player = to.account.name,
                        excess,
                        "a report is too large: {:?}",
                        parcel.left_out
                    );
                    continue;
                }
            };
            if let Content::Bytes(bytes) = &mail.content {
                mail.content = Content::Staged(self.store.stage(bytes)?);
            }
            return Ok(mail);
        }
    }

    fn draft_of<'a>(&self, to: &Addressed<'a>, parcel: &'a Parcel) -> anyhow::Result<Draft<'a>> {
        let (game, player) = (Some(to.game), Some(to.account.name.as_str()));
        let plain =
            Draft::plain(Mail::Report, Kind::Report, game, player, &to.account.email, &parcel.report.printed);
        let mut draft = Draft {
            html: parcel.html(),
            pictures: parcel.report.pictures.iter().map(picture).collect(),
            attachments: parcel.attachments()?,
            ..plain
        };
        if parcel.left_out != LeftOut::default() {
            let (words, page) = self.press.both("left_out", &parcel.left_out, draft.html.is_some())?;
            draft.more_text = words.text;
            draft.html = draft.html.map(|html| before_the_end(&html, &page.unwrap_or_default()));
        }
        Ok(draft)
    }
}

fn seats_of(position: &Position) -> &BTreeMap<UnitId, Seat> {
    let Position::Land(state) = position;
    &state.seats
}

/// Hand edits as the event report tells them: each is of a unit.
fn by_hand(said: Vec<Said>) -> Vec<ByHand> {
    let line = |said: Said| {
        let Said { unit, what, before, after } = said;
        Some(ByHand { unit: unit?.to_string(), what, before, after })
    };
    said.into_iter().filter_map(line).collect()
}

/// A report of a turn that was run again says so in its Subject, so that nobody takes it for the first one.
fn of_run(mut report: Report, turn: u32, run: usize) -> Report {
    if run > 1 {
        report.printed.subject.push_str(&format!(" (turn {turn} run again: run {run})"));
    }
    report
}

fn picture(one: &reports::Illustration) -> Picture {
    Picture { id: one.id.clone(), png: one.png.to_vec() }
}

/// A report's parts on their way into a mail.
struct Parcel {
    report: Report,
    files: Vec<File>,
    /// The one file that all files are packed into, if they are.
    zip: Option<String>,
    left_out: LeftOut,
    gone: Vec<reports::Illustration>,
}

impl Parcel {
    fn of(to: &Addressed<'_>, mut report: Report) -> Self {
        let file = |one: reports::Enclosure| File { name: one.name, kind: one.kind.into(), bytes: one.bytes };
        let files = std::mem::take(&mut report.enclosures).into_iter().map(file).collect::<Vec<_>>();
        let zip = to.account.wishes().zipped.then(|| to.zip_name());
        Parcel { report, files, zip, left_out: LeftOut::default(), gone: Vec::new() }
    }

    /// Makes the mail lighter by one step; `false` if nothing is left that it could do without. First go pictures, from
    /// the last, since the maps that matter most stand first, but the very first stays; then the files are packed; then
    /// the largest file goes, but never the orders.
    fn lighten(&mut self, to: &Addressed<'_>, excess: usize) -> bool {
        let mut saved = 0;
        while saved < excess && self.report.pictures.len() > 1 {
            let Some(picture) = self.report.pictures.pop() else { break };
            saved += picture.png.len(); // In base64 it was a third more.
            self.left_out.pictures.push(picture.alt.clone());
            self.gone.push(picture);
        }
        if saved > 0 {
            return true;
        }
        if self.zip.is_none() && !self.files.is_empty() {
            self.zip = Some(to.zip_name());
            self.left_out.packed = true;
            return true;
        }
        let others = self.files.iter().enumerate().filter(|(_, file)| file.name != ORDERS);
        let Some((place, _)) = others.max_by_key(|(_, file)| file.bytes.len()) else { return false };
        self.left_out.files.push(self.files.remove(place).name);
        true
    }

    fn attachments(&self) -> anyhow::Result<Vec<File>> {
        match &self.zip {
            Some(name) if !self.files.is_empty() => {
                let bytes = packed(&self.files)?;
                Ok(vec![File { name: name.clone(), kind: "application/zip".into(), bytes }])
            }
            _ => Ok(self.files.clone()),
        }
    }

    /// The HTML, with words in the place of each picture that is left out.
    fn html(&self) -> Option<String> {
        let html = self.report.html.clone()?;
        Some(self.gone.iter().fold(html, |html, picture| without_picture(&html, &picture.id)))
    }
}

const ORDERS: &str = "orders.txt";

/// Files in one ZIP; the same files are always the same bytes.
fn packed(files: &[File]) -> anyhow::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    // 1980: a ZIP knows no earlier time, and ours must not say when it was made.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    for file in files {
        zip.start_file(file.name.as_str(), options)?;
        zip.write_all(&file.bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// The page with the words of a picture's `alt` in its place: `<img ... src="cid:ID" ... alt="words" ...>`.
fn without_picture(html: &str, id: &str) -> String {
    let Some(source) = html.find(&format!("\"cid:{id}\"")) else { return html.to_owned() };
    let (Some(begin), Some(length)) = (html[..source].rfind("<img"), html[source..].find('>')) else {
        return html.to_owned();
    };
    let end = source + length + 1;
    let tag = &html[begin..end];
    let alt = tag.split_once("alt=\"").and_then(|(_, rest)| rest.split_once('"')).map_or("", |(alt, _)| alt);
    format!("{}<i>(Picture left out: {alt})</i>{}", &html[..begin], &html[end..])
}

/// The page with a piece more before its end.
fn before_the_end(html: &str, piece: &str) -> String {
    match html.rfind("</body>") {
        Some(end) => format!("{}{piece}{}", &html[..end], &html[end..]),
        None => format!("{html}{piece}"),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn file(name: &str, bytes: &[u8]) -> File {
        File { name: name.into(), kind: "text/plain".into(), bytes: bytes.to_vec() }
    }

    #[test]
    fn packed_files_are_the_same_bytes_each_time_and_come_out_as_they_went_in() {
        let files = [file("orders.txt", b"UNIT PR1IN\n"), file("report.json", &[b'7'; 5000])];
        let bytes = packed(&files).unwrap();
        assert_eq!(bytes, packed(&files).unwrap());
        assert!(bytes.len() < 1000, "{}", bytes.len());
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        for file in &files {
            let mut back = Vec::new();
            archive.by_name(&file.name).unwrap().read_to_end(&mut back).unwrap();
            assert_eq!(back, file.bytes);
        }
    }

    #[test]
    fn words_stand_where_a_picture_is_left_out() {
        let html = r#"<body><p>a</p><img width="560" src="cid:map-1" alt="Prague &amp; about"><img src="cid:map-10" alt="x"></body>"#;
        let without = without_picture(html, "map-1");
        assert_eq!(
            without,
            r#"<body><p>a</p><i>(Picture left out: Prague &amp; about)</i><img src="cid:map-10" alt="x"></body>"#
        );
        assert_eq!(without_picture(html, "map-2"), html);
        assert!(before_the_end(html, "!").ends_with("!</body>"));
    }
}
