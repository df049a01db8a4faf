//! The record held to its hashes slowly, a few files at a time, beside a daemon at work: nothing is locked, and writes
//! do not wait.

use std::collections::VecDeque;

use fieldpost_desk::record::Verdict;

use crate::body::BodyHash;
use crate::damage::{Damage, Round};
use crate::deeds::costs;
use crate::error::Result;
use crate::history::Deed;
use crate::letter::LetterRecord;
use crate::sled::disk::{JOURNAL, NAMED, body_of};
use crate::sled::row::get_row;
use crate::sled::sources::Sources;
use crate::sled::verify::database_damage;
use crate::sled::{SledStore, keys, shelves, sources};

/// How many rows of the database count as one file.
const ROWS_A_FILE: usize = 100;

/// Looks at the next files, and behind the last one at the database.
pub(super) fn look_over(store: &SledStore, round: &mut Round, files: usize) -> Result<()> {
    if round.folders.is_none() {
        round.folders = Some(folders(store)?);
    }
    for _ in 0..files {
        if let Some(path) = round.files.pop_front() {
            look_at(store, round, &path)?;
        } else if let Some(folder) = round.folders.as_mut().and_then(VecDeque::pop_front) {
            list(store, round, &folder)?;
        } else {
            look_at_rows(store, round)?;
        }
        if round.is_over {
            round.found.sort_unstable();
            round.found.dedup();
            break;
        }
    }
    Ok(())
}

/// The folders to list: the journal and the games first, of which there are few and on which much hangs.
fn folders(store: &SledStore) -> Result<VecDeque<String>> {
    let mut folders = VecDeque::from([JOURNAL.to_owned(), "games".to_owned()]);
    for shelf in NAMED.iter().filter(|name| **name != "games") {
        for two_digits in 0..=0xff_u8 {
            folders.push_back(format!("{shelf}/{two_digits:02x}"));
        }
    }
    folders.retain(|folder| store.disk.path(folder).exists() || names_any(store, folder));
    Ok(folders)
}

fn names_any(store: &SledStore, folder: &str) -> bool {
    store.database.beginning(keys::file(&format!("{folder}/"))).next().is_some()
}

/// Lists a folder, and finds what is named and is not there.
fn list(store: &SledStore, round: &mut Round, folder: &str) -> Result<()> {
    let mut faults = Vec::new();
    round.files.extend(store.disk.readable_files(folder, &mut faults));
    for (file, error) in faults {
        round.found.push(Damage {
            file,
            why: error.to_string(),
            costs: "What lies in it cannot be read".into(),
        });
    }
    for key in store.database.beginning(keys::file(&format!("{folder}/"))).keys() {
        let key = key?;
        let path = String::from_utf8_lossy(key.get(1..).unwrap_or_default()).into_owned();
        if !store.disk.path(&path).exists() && is_named(store, &path)? && !is_erasable(store, &path)? {
            let damage = told(store, path, "it is missing".into());
            round.found.push(damage);
        }
    }
    Ok(())
}

fn is_named(store: &SledStore, path: &str) -> Result<bool> {
    store.database.has(keys::file(path))
}

/// A welcome's bytes are in no export, so an imported store names some that never were there.
fn is_erasable(store: &SledStore, path: &str) -> Result<bool> {
    match body_of(path) {
        Some((_, hash)) if path.starts_with("post/") => {
            Ok(shelves::bodies_with_passwords(&store.database)?.contains(&hash))
        }
        _ => Ok(false),
    }
}

fn look_at(store: &SledStore, round: &mut Round, path: &str) -> Result<()> {
    if path.starts_with(JOURNAL) {
        look_at_journal(store, round, path);
        return Ok(());
    }
    // What no row names is being written just now, or is swept at the next start.
    if !is_named(store, path)? {
        return Ok(());
    }
    let why = match body_of(path) {
        Some((shelf, hash)) => store.disk.read_body(shelf, &hash).err().map(|error| error.to_string()),
        None if path.ends_with(".json") => fault_of_record(store, path)?,
        None => None,
    };
    // It may have been erased while it was read.
    if let Some(why) = why.filter(|_| is_named(store, path).unwrap_or(true)) {
        let damage = told(store, path.to_owned(), why);
        round.found.push(damage);
    }
    Ok(())
}

/// The lines of the journal; one that is being written is the last, and torn.
fn look_at_journal(store: &SledStore, round: &mut Round, path: &str) {
    let mut found = Sources::default();
    let newest = sources::newest_journal(&store.disk);
    found.add_journal(&store.disk, path, newest.as_deref() == Some(path));
    for torn in found.torn.into_iter().filter(|torn| !torn.is_tail) {
        let costs = costs::of_record(&torn.path, &|_| None);
        round.found.push(Damage { file: torn.name(), why: torn.why, costs });
    }
}

/// A record is held to its checksum, and to its row where it is a letter's or a turn's.
fn fault_of_record(store: &SledStore, path: &str) -> Result<Option<String>> {
    let mut found = Sources::default();
    found.add_record(&store.disk, path);
    if let Some(torn) = found.torn.pop() {
        return Ok(Some(torn.why));
    }
    let Some(source) = found.sound.pop() else { return Ok(None) };
    let entry = match source.read(&store.disk) {
        Ok(entry) => entry,
        Err(error) => return Ok(Some(error.to_string())),
    };
    let is_same = match &entry.deed {
        Deed::Letter(letter) => {
            let row: Option<LetterRecord> = get_row(&store.database, &keys::letter(letter.record.number))?;
            row.is_none_or(|row| is_of(&row, &letter.record))
        }
        _ => true,
    };
    Ok((!is_same).then(|| "it and the database do not say the same".into()))
}

/// Whether a letter's row is that of its entry. Its verdict and answers may have come later, and of one that was quarantined
/// also what was found when it was read; all else stays.
fn is_of(row: &LetterRecord, entry: &LetterRecord) -> bool {
    let LetterRecord { verdict, answers, .. } = row.clone();
    let filed = LetterRecord { verdict, answers, ..entry.clone() };
    if !matches!(entry.verdict, Verdict::Quarantined(_)) {
        return *row == filed;
    }
    let LetterRecord { content, message_id, from, game, known, .. } = row.clone();
    *row == LetterRecord { content, message_id, from, game, known, ..filed }
}

fn look_at_rows(store: &SledStore, round: &mut Round) -> Result<()> {
    let first = round.row.take().unwrap_or_default();
    let mut last = None;
    for row in store.database.scan(first..).take(ROWS_A_FILE) {
        match row {
            Ok((key, _)) => last = Some(key.to_vec()),
            Err(error) => {
                round.found.push(database_damage(error.to_string()));
                round.is_over = true;
                return Ok(());
            }
        }
    }
    match last {
        Some(mut key) => {
            key.push(0);
            round.row = Some(key);
        }
        None => round.is_over = true,
    }
    Ok(())
}

/// A damage with what it costs: every entry is asked, which is much reading, but damage is rare.
fn told(store: &SledStore, file: String, why: String) -> Damage {
    let costs = match body_of(&file) {
        Some((_, hash)) => of_body(store, &hash),
        None => costs::of_record(&file, &|number| get_row(&store.database, &keys::letter(number)).ok()?),
    };
    Damage { file, why, costs }
}

fn of_body(store: &SledStore, hash: &BodyHash) -> String {
    let entries =
        sources::all(&store.disk).sound.into_iter().filter_map(|source| source.read(&store.disk).ok());
    let mut words = Vec::new();
    for entry in entries {
        words.extend(
            costs::of_bodies(&entry)
                .into_iter()
                .filter(|(_, body, _)| *body == hash)
                .map(|(.., costs)| costs),
        );
    }
    if words.is_empty() { "No record names it".into() } else { words.join(". ") }
}
