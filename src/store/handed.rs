//! One game on its way from a post office to another: what of a record is the game's, as JSON Lines, and back into a record that has
//! other games.
//!
//! `{"handed":…}` comes first, then the entries in order, each with what is of this game and nothing of others, then the bodies that
//! they name, and `{"end":…}` with a checksum over all of it. No key of the office that hands over is in it, and no mail with a
//! password. Letters and mails get new numbers where they arrive, since theirs are another's there.

mod ours;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead, Read, Write};
use std::path::{Path, PathBuf};

use fieldpost_desk::record::{Change, GameName, LetterNo};
use sha2::{Digest, Sha256};

use crate::body::BodyHash;
use crate::contract::Store;
use crate::deeds::lines::{ENTRY, ExportLine, Head, Lines};
use crate::deeds::numbers::{self, Anew};
use crate::deeds::seal;
use crate::error::{Result, StoreError};
use crate::history::{Deed, Entry, Shelf};
use crate::outbox::NewMail;
use crate::sled::{OLDEST, SCHEMA};
use crate::write::{MadeOn, TakeOver, Write as Asked};

/// A game that was handed over, as its file has it, but for its bodies: they are read once more when they are taken in.
#[derive(Clone, Debug)]
pub struct Handed {
    pub head: Head,
    deeds: Vec<Deed>,
    /// Order books, which name letters.
    books: BTreeMap<BodyHash, Vec<u8>>,
}

/// What the one who takes a game in adds to it.
#[derive(Clone, Debug, Default)]
pub struct Arrival {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    pub changes: Vec<Change>,
    pub mails: Vec<NewMail>,
}

/// Writes one game of a whole export, from one office's address to another's; how many lines. `whole` begins the export anew each time: its bodies stand before the entries
/// that name them.
///
/// # Errors
/// If the export cannot be read, or lacks something that may be of this game.
pub fn hand_over<R: BufRead>(
    game: &GameName,
    (from, to): (&str, &str),
    whole: impl Fn() -> std::io::Result<R>,
    out: &mut dyn Write,
) -> Result<u64> {
    let entries = entries_of(game, whole().map_err(unread)?)?;
    if !entries.iter().any(|entry| matches!(entry.deed, Deed::Opened(_))) {
        return Err(StoreError::NoSuchGame(game.0.clone()));
    }
    let head = Head { schema: SCHEMA, game: game.clone(), from: from.to_owned(), to: to.to_owned() };
    let mut lines = Lines::new(out, PathBuf::from("the game"));
    lines.put(&ExportLine::Handed(head))?;
    for entry in &entries {
        lines.put_bytes(&[ENTRY.0.as_bytes(), &seal::sealed(entry)?, ENTRY.1.as_bytes()].concat())?;
    }
    let mut wanted = needed(entries.iter().map(|entry| &entry.deed));
    let mut bodies = 0;
    for line in whole().map_err(unread)?.lines() {
        let line = line.map_err(unread)?;
        if line.starts_with(BODY)
            && let ExportLine::Body(body) = read_line(&line)?
            && wanted.remove(&(body.shelf, body.hash))
        {
            lines.put_bytes(line.as_bytes())?;
            bodies += 1;
        }
    }
    if let Some((shelf, hash)) = wanted.first() {
        let file = crate::deeds::paths::body_path(*shelf, hash);
        return Err(not_whole(&file));
    }
    let sum = Some(lines.sum_so_far());
    lines.put(&ExportLine::End { bodies, entries: entries.len() as u64, missing: 0, sum })?;
    Ok(lines.written)
}

/// Whether a file holds one game that was handed over, by its first line.
///
/// # Errors
/// If it cannot be read.
pub fn is_one_game(file: &Path) -> std::io::Result<bool> {
    let mut begins = Vec::new();
    File::open(file)?.take(HEAD.len() as u64).read_to_end(&mut begins)?;
    Ok(begins == HEAD.as_bytes())
}

/// What the first line of a file with one game begins with.
const HEAD: &str = "{\"handed\":";

/// What a line with a body begins with.
const BODY: &str = "{\"body\":";

fn read_line(line: &str) -> Result<ExportLine> {
    serde_json::from_str(line).map_err(|error| unread(error.into()))
}

fn unread(error: std::io::Error) -> StoreError {
    StoreError::Unreadable { what: "the export".into(), why: error.to_string() }
}

fn not_whole(file: &str) -> StoreError {
    let why = format!(
        "{file} is damaged or missing: `fieldpost verify` says what that costs; put it back from a backup first"
    );
    StoreError::Unreadable { what: "the record".into(), why }
}

/// The entries of a whole export that are of a game, with nothing of others in them.
fn entries_of(game: &GameName, whole: impl BufRead) -> Result<Vec<Entry>> {
    let mut ours = ours::Ours::of(game);
    let mut entries = Vec::new();
    for line in whole.lines() {
        let line = line.map_err(unread)?;
        if let Some(entry) = line.strip_prefix(ENTRY.0).and_then(|rest| rest.strip_suffix(ENTRY.1)) {
            let Entry { write, place, deed } = seal::read("an entry of the export", entry.as_bytes())?;
            entries.extend(ours.take(deed).map(|deed| Entry { write, place, deed }));
        } else if line.starts_with(crate::deeds::lines::MISSING)
            && let ExportLine::Missing(damage) = read_line(&line)?
            && crate::deeds::paths::body_of(&damage.file).is_none()
        {
            // Whose record it was nobody can tell any more.
            return Err(not_whole(&damage.file));
        }
    }
    Ok(entries)
}

/// The bodies that must be there: not those with a password, and not those that are printed anew.
fn needed<'a>(deeds: impl Iterator<Item = &'a Deed>) -> BTreeSet<(Shelf, BodyHash)> {
    let (mut wanted, mut gone) = (BTreeSet::new(), BTreeSet::new());
    for deed in deeds {
        let entry = Entry { write: 0, place: 0, deed: deed.clone() };
        gone.extend(given_up(&entry));
        wanted.extend(entry.bodies().into_iter().map(|(shelf, hash)| (shelf, hash.clone())));
    }
    wanted.retain(|body| !gone.contains(body));
    wanted
}

/// The bodies of which an entry says that they need not be there.
pub(crate) fn given_up(entry: &Entry) -> BTreeSet<(Shelf, BodyHash)> {
    let mut gone: BTreeSet<_> = entry.erasable_bodies().map(|hash| (Shelf::Post, hash.clone())).collect();
    if let Deed::Pruned(pruned) = &entry.deed {
        gone.extend(pruned.reports.iter().map(|report| (Shelf::Post, report.body.clone())));
    }
    gone
}

impl Handed {
    /// Reads a file with a game, and holds all of it to its hashes. Nothing is written.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] with the line, if it is no such file, damaged or cut off.
    pub fn read(from: impl BufRead) -> Result<Self> {
        let (mut reading, mut head) = (Reading::default(), None);
        for (number, line) in (1..).zip(from.lines()) {
            let wrong =
                |why: String| StoreError::Unreadable { what: format!("line {number} of the file"), why };
            let line = line.map_err(|error| wrong(error.to_string()))?;
            if number == 1 {
                head = Some(head_of(&line).map_err(wrong)?);
            } else {
                reading.take(&line).map_err(wrong)?;
            }
            reading.sum.update(line.as_bytes());
            reading.sum.update(b"\n");
        }
        let (Some(head), true) = (head, reading.has_ended) else {
            let why = "it ends without its last line: it was cut off".into();
            return Err(StoreError::Unreadable { what: "the file".into(), why });
        };
        if let Some((shelf, hash)) = needed(reading.deeds.iter()).difference(&reading.found).next() {
            let why = format!("{} is not in it", crate::deeds::paths::body_path(*shelf, hash));
            return Err(StoreError::Unreadable { what: "the file".into(), why });
        }
        Ok(Handed { head, deeds: reading.deeds, books: reading.books })
    }

    /// Puts the game into a record, in one write. `again` reads the same file anew, for its bodies.
    ///
    /// # Errors
    /// [`StoreError::GameExists`], or the store cannot be written; nothing of the game is in it then.
    pub fn take_over(&self, store: &dyn Store, again: impl BufRead, arrival: Arrival) -> Result<()> {
        let game = self.head.game.clone();
        if store.game(&game)?.is_some() {
            return Err(StoreError::GameExists(game.0));
        }
        let old = self.letters();
        let letters: BTreeMap<_, _> = old.iter().copied().zip(store.reserve_letters(old.len())?).collect();
        let mut anew = Anew { letters, ..Anew::default() };
        for (hash, bytes) in &self.books {
            let book = numbers::book(bytes, &anew)?;
            anew.books.insert(hash.clone(), store.stage_body(Shelf::Papers, &book)?);
        }
        for line in again.lines() {
            let line = line.map_err(unread)?;
            if line.starts_with(BODY)
                && let ExportLine::Body(body) = read_line(&line)?
                && !self.books.contains_key(&body.hash)
            {
                store.stage_body(body.shelf, &body.bytes.into_vec().unwrap_or_default())?;
            }
        }
        let Arrival { at_ms, changes, mails } = arrival;
        let from = self.head.from.clone();
        let taken = TakeOver { game, from, at_ms, deeds: self.deeds.clone(), anew, changes, mails };
        store.write(Asked::TakeOver(Box::new(taken)), &MadeOn::default()).map(drop)
    }

    /// The numbers that its letters had, in order.
    fn letters(&self) -> Vec<LetterNo> {
        let number = |deed: &Deed| match deed {
            Deed::Letter(letter) => Some(letter.record.number),
            _ => None,
        };
        let mut numbers: Vec<_> = self.deeds.iter().filter_map(number).collect();
        numbers.sort_unstable();
        numbers
    }
}

fn head_of(line: &str) -> std::result::Result<Head, String> {
    match serde_json::from_str(line) {
        Ok(ExportLine::Handed(head)) if (OLDEST..=SCHEMA).contains(&head.schema) => Ok(head),
        Ok(ExportLine::Handed(head)) => {
            Err(format!("it is of schema {}, and this fieldpost knows {SCHEMA}", head.schema))
        }
        Ok(ExportLine::Fieldpost { .. }) => {
            Err("it is a whole record, and not one game: `export --game NAME --moved-to ADDRESS` writes one"
                .into())
        }
        _ => Err("it is no game that `export --game` wrote".into()),
    }
}

/// What is wrong with a line that is no line of an export.
fn damaged(error: serde_json::Error) -> String {
    if error.is_eof() { "it was cut off".into() } else { format!("it is damaged: {error}") }
}

/// A file on its way in.
#[derive(Default)]
struct Reading {
    deeds: Vec<Deed>,
    books: BTreeMap<BodyHash, Vec<u8>>,
    of_books: BTreeSet<BodyHash>,
    found: BTreeSet<(Shelf, BodyHash)>,
    bodies: u64,
    sum: Sha256,
    has_ended: bool,
}

impl Reading {
    fn take(&mut self, line: &str) -> std::result::Result<(), String> {
        if let Some(entry) = line.strip_prefix(ENTRY.0).and_then(|rest| rest.strip_suffix(ENTRY.1)) {
            seal::number(entry.as_bytes())?;
            let entry = seal::read("it", entry.as_bytes()).map_err(|error| error.to_string())?;
            if let Deed::Closed(closed) = &entry.deed {
                self.of_books.extend(closed.record.book.clone());
            }
            self.deeds.push(entry.deed);
            return Ok(());
        }
        match serde_json::from_str(line).map_err(damaged)? {
            ExportLine::Body(body) => {
                let bytes = body.bytes.into_vec().ok_or("it is not hexadecimal")?;
                let found = BodyHash::of(&bytes);
                if found != body.hash {
                    return Err(format!("expected bytes with the hash {}, found {found}", body.hash));
                }
                self.bodies += 1;
                if self.of_books.contains(&found) {
                    self.books.insert(found.clone(), bytes);
                }
                self.found.insert((body.shelf, found));
                Ok(())
            }
            ExportLine::End { bodies, entries, sum, .. } => {
                self.has_ended = true;
                let found = BodyHash::of_digest(&self.sum.clone().finalize());
                let counts = (self.bodies, self.deeds.len() as u64);
                if counts != (bodies, entries) || sum.is_some_and(|sum| sum != found) {
                    return Err(format!(
                        "expected {bodies} bodies and {entries} entries before it and their checksum, found {} and {} with the checksum {found}",
                        counts.0, counts.1
                    ));
                }
                Ok(())
            }
            _ => Err("it belongs into no file with one game".into()),
        }
    }
}
