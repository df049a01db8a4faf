//! The whole record held to its hashes, its checksums and its database.
//!
//! Every body is read and held to its name, every record and line of the journal to its checksum; then all entries are
//! carried out once more in a database of their own, in memory where the machine has a place for that, and its rows
//! are compared with those of the store. That finds what no checksum can: a record of an older fieldpost in which a
//! letter was changed, a journal that lost lines, a database that says what no record does.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use fieldpost_engine::form2;

use crate::body::BodyHash;
use crate::damage::{Damage, Verified};
use crate::deeds::costs;
use crate::error::{Result, StoreError};
use crate::game::TurnRecord;
use crate::history::{Deed, Entry, Shelf};
use crate::letter::LetterRecord;
use crate::lock::lock;
use crate::outbox::{MailRow, MailState};
use crate::sled::database::{Batch, Database};
use crate::sled::disk::{ASIDE, Disk, NAMED, Unwatched, body_of, body_path, journal_path};
use crate::sled::keys::{self, Key};
use crate::sled::replay::Replay;
use crate::sled::row::{Numbers, get_row, read_row, to_json};
use crate::sled::schema::SCHEMA;
use crate::sled::sources::{self, Source, Sources};
use crate::sled::{gaps, start};

/// Holds the store in `folder` to its hashes. Nothing in it is changed. While a daemon holds it, its files are read all
/// the same, and only the database is left to the daemon.
///
/// # Errors
/// If there is no store, or it cannot be looked at; what is damaged is no error.
pub fn verify(folder: &Path) -> Result<Verified> {
    if !folder.is_dir() {
        let why = "there is no such folder".into();
        return Err(StoreError::Unreadable { what: folder.display().to_string(), why });
    }
    start::refuse_half_import(folder)?;
    let disk = Disk::open(folder, Arc::new(Unwatched))?;
    match lock(disk.root()) {
        Ok(_lock) => check(&disk, true),
        Err(StoreError::Locked { .. }) => check(&disk, false),
        Err(error) => Err(error),
    }
}

fn check(disk: &Disk, is_ours: bool) -> Result<Verified> {
    let mut verified = Verified::default();
    let database = if is_ours { open(disk, &mut verified) } else { None };
    let mut wrong = Bodies::read(disk, &mut verified);
    let found = sources::all(disk);
    wrong.pruned = found.pruned(disk);
    verified.records = (found.sound.len() + found.torn.len()) as u64;
    verified.without_checksum = found.sound.iter().filter(|source| !source.has_checksum).count() as u64;
    verified.aside = disk.readable_files(ASIDE, &mut Vec::new()).len() as u64;
    let known = |number| get_row::<LetterRecord>(database.as_ref()?, &keys::letter(number)).ok()?;
    for torn in found.torn.iter().filter(|torn| !torn.is_tail) {
        let costs = costs::of_record(&torn.path, &known);
        verified.damages.push(Damage { file: torn.name(), why: torn.why.clone(), costs });
    }
    match &database {
        Some(database) => {
            verified.message_id = newest_message_id(database);
            verified.damages.extend(missing_records(disk, database)?);
            compare(disk, database, &found, &mut wrong, &mut verified)?;
        }
        None if is_ours => carry_out_alone(disk, &found, &mut wrong, &mut verified)?,
        None => found
            .sound
            .iter()
            .filter_map(|source| source.read(disk).ok())
            .for_each(|entry| wrong.ask(disk, &entry)),
    }
    verified.damages.extend(wrong.into_damages());
    verified.damages.sort_unstable();
    verified.damages.dedup();
    Ok(verified)
}

fn open(disk: &Disk, verified: &mut Verified) -> Option<Database> {
    if !disk.path(start::DATABASE).is_dir() {
        verified.damages.push(database_damage("it is missing".into()));
        return None;
    }
    let opened = start::open_database(disk, start::DATABASE).and_then(|database| {
        start::check_schema(disk, &database)?;
        let numbers = get_row(&database, keys::NUMBERS)?.unwrap_or_default();
        start::hold_to_acknowledged(disk, numbers)?;
        Ok(database)
    });
    let database = opened.map_err(|error| verified.damages.push(database_damage(error.to_string()))).ok()?;
    start::read_through(database, |why| verified.damages.push(database_damage(why)))
}

fn newest_message_id(database: &Database) -> Option<String> {
    let (_, row) = database.beginning(keys::MAILS).next_back()?.ok()?;
    Some(read_row::<MailRow>(&row).ok()?.message_id)
}

/// A damage of the database, which costs nothing that a rebuild does not bring back.
pub fn database_damage(why: String) -> Damage {
    let costs =
        "Nothing is lost: `fieldpost rebuild` makes the database again from the files beside it".into();
    Damage { file: start::DATABASE.into(), why, costs }
}

/// Writes of which no record and no line of the journal is left, and whose rows nothing else explains.
pub fn missing_writes((first, last): (u64, u64)) -> Damage {
    let why = match last - first {
        0 => format!("write {first} is missing from the journal"),
        _ => format!("writes {first} to {last} are missing from the journal"),
    };
    let costs = "What they did stands in the database alone: mails sent or put off, changed schedules, finished tasks, notes. \
                 A rebuild forgets it, so that a mail may go out and a task be done a second time; put the journal back \
                 from a copy of the store first, if there is one"
        .into();
    Damage { file: journal_path(first), why, costs }
}

/// Records that the database names and that are not there.
pub fn missing_records(disk: &Disk, database: &Database) -> Result<Vec<Damage>> {
    let known = |number| get_row::<LetterRecord>(database, &keys::letter(number)).ok()?;
    let mut missing = Vec::new();
    for key in database.beginning(keys::file("")).keys() {
        let key = key?;
        let path = String::from_utf8_lossy(key.get(1..).unwrap_or_default()).into_owned();
        if path.ends_with(".json") && !disk.path(&path).exists() {
            let costs = costs::of_record(&path, &known);
            missing.push(Damage { file: path, why: "it is missing".into(), costs });
        }
    }
    Ok(missing)
}

/// Bodies that are not what their names say, and what is known of them.
#[derive(Default)]
struct Bodies {
    there: BTreeSet<String>,
    /// Those that were given up.
    pruned: BTreeSet<BodyHash>,
    wrong: BTreeMap<String, (String, BTreeSet<String>)>,
}

impl Bodies {
    /// Reads every body.
    fn read(disk: &Disk, verified: &mut Verified) -> Self {
        let mut bodies = Bodies::default();
        let mut faults = Vec::new();
        for path in NAMED.iter().flat_map(|folder| disk.readable_files(folder, &mut faults)) {
            if let Some((shelf, hash)) = body_of(&path) {
                verified.bodies += 1;
                if let Some(why) = fault(disk, shelf, &hash) {
                    bodies.wrong.insert(path.clone(), (why, BTreeSet::new()));
                }
                bodies.there.insert(path);
            }
        }
        for (folder, error) in faults {
            bodies.wrong.insert(folder, (error.to_string(), BTreeSet::new()));
        }
        bodies
    }

    /// Asks an entry what it knows of the wrong bodies, and whether all that it names is there.
    fn ask(&mut self, disk: &Disk, entry: &Entry) {
        for (shelf, hash, costs) in costs::of_bodies(entry) {
            let path = body_path(shelf, hash);
            let is_erasable =
                || self.pruned.contains(hash) || entry.erasable_bodies().any(|erasable| erasable == hash);
            if !self.there.contains(&path) && !is_erasable() && !disk.path(&path).exists() {
                self.wrong.entry(path.clone()).or_insert_with(|| ("it is missing".into(), BTreeSet::new()));
            }
            if let Some((_, known)) = self.wrong.get_mut(&path) {
                known.insert(costs);
            }
        }
    }

    fn into_damages(self) -> impl Iterator<Item = Damage> {
        self.wrong.into_iter().map(|(file, (why, costs))| {
            let costs = match costs.len() {
                0 => "No record names it".into(),
                _ => costs.into_iter().collect::<Vec<_>>().join(". "),
            };
            Damage { file, why, costs }
        })
    }
}

/// What is wrong with a body. One that is just being written is looked at once more.
fn fault(disk: &Disk, shelf: Shelf, hash: &BodyHash) -> Option<String> {
    disk.read_body(shelf, hash).err()?;
    std::thread::sleep(std::time::Duration::from_millis(20));
    disk.read_body(shelf, hash).err().map(|error| match error {
        StoreError::WrongBytes { found, .. } => {
            format!("its bytes are not those of its name: they have the hash {found}")
        }
        other => other.to_string(),
    })
}

/// A turn whose papers have another hash than it says. Of turns of form 1 a game alone can tell, and does when they are replayed; a
/// paper that is not there is told of as such.
fn broken_seal(disk: &Disk, source: &Source, entry: &Entry) -> Option<Damage> {
    let Deed::Closed(closed) = &entry.deed else { return None };
    let TurnRecord { form, after, events, draws, hash, .. } = &closed.record;
    if *form != form2::FORM {
        return None;
    }
    let paper = |hash: &BodyHash| disk.read_body(Shelf::Papers, hash).ok();
    let found = form2::hash(&paper(after)?, &paper(events)?, &paper(draws)?);
    (found != *hash).then(|| Damage {
        file: source.name(),
        why: format!("what is kept of its turn has the hash {found}, and it says {hash}"),
        costs: costs::of_record(&source.path, &|_| None),
    })
}

/// Carries every entry out in a database of its own, and gives that with the replay's list of who touched what.
fn carried_out(
    disk: &Disk,
    found: &Sources,
    wrong: &mut Bodies,
    verified: &mut Verified,
) -> Result<(Database, BTreeMap<Key, Vec<u32>>)> {
    let other = Database::temporary()?;
    other.batch(Batch::of(keys::SCHEMA, to_json(&SCHEMA)?))?;
    let mut replay = Replay::new(&other);
    replay.touched = Some(BTreeMap::new());
    for (place, source) in (0..).zip(&found.sound) {
        match source.read(disk) {
            Ok(entry) => {
                wrong.ask(disk, &entry);
                verified.damages.extend(broken_seal(disk, source, &entry));
                replay.carry_out(&source.name(), place, &entry)?;
            }
            Err(error) => verified.damages.push(Damage {
                file: source.name(),
                why: error.to_string(),
                costs: costs::of_record(&source.path, &|_| None),
            }),
        }
    }
    let touched = replay.touched.take().unwrap_or_default();
    verified.damages.append(&mut replay.left_out);
    Ok((other, touched))
}

/// Where there is no database to compare with: whether a rebuild would bring everything back, as far as the files can tell.
fn carry_out_alone(disk: &Disk, found: &Sources, wrong: &mut Bodies, verified: &mut Verified) -> Result<()> {
    carried_out(disk, found, wrong, verified)?;
    let last = disk.acknowledged().unwrap_or_default().max(found.last());
    verified.damages.extend(gaps::lost(disk, found, last, 0).into_iter().map(gaps::lost_writes));
    verified.damages.extend(gaps::letters_without_record(disk));
    Ok(())
}

/// Carries every entry out once more and compares.
fn compare(
    disk: &Disk,
    database: &Database,
    found: &Sources,
    wrong: &mut Bodies,
    verified: &mut Verified,
) -> Result<()> {
    let is_complete = verified.damages.is_empty();
    let (other, touched) = carried_out(disk, found, wrong, verified)?;
    let (rows, differing) = differing_rows(database, &other)?;
    verified.rows = Some(rows);
    let numbers: Numbers = get_row(database, keys::NUMBERS)?.unwrap_or_default();
    let gaps = if is_complete && !differing.is_empty() { found.gaps(numbers.writes) } else { Vec::new() };
    // Where files are damaged or missing the rows they left may be there and cannot be made again.
    if !gaps.is_empty() {
        verified.damages.extend(gaps.into_iter().map(missing_writes));
    } else if verified.damages.is_empty() && wrong.wrong.is_empty() {
        verified.damages.extend(blame(&differing, &touched, &found.sound));
    }
    Ok(())
}

/// How many rows the store's database has, and the keys under which the other has something else.
fn differing_rows(database: &Database, other: &Database) -> Result<(u64, Vec<Key>)> {
    let (mut rows, mut differing) = (0, Vec::new());
    for row in database.scan(..) {
        let (key, row) = row?;
        rows += 1;
        let same = match other.get(&key)? {
            Some(found) => found == row || is_same_mail(&key, &found, &row),
            None => false,
        };
        if !same && !is_ours_alone(&key) {
            differing.push(key.to_vec());
        }
    }
    for key in other.scan(..).keys() {
        let key = key?;
        if !is_ours_alone(&key) && !database.has(&key)? {
            differing.push(key.to_vec());
        }
    }
    Ok((rows, differing))
}

/// Rows that no entry tells of: how far mailboxes were read; and the names of files and the numbers given, which a
/// rebuild may keep for records that are gone.
fn is_ours_alone(key: &[u8]) -> bool {
    key.starts_with(keys::CURSORS) || key.starts_with(&keys::file("")) || key == keys::NUMBERS
}

/// A mail that was being sent when the process ended waits again after a start, and no entry tells of it.
fn is_same_mail(key: &[u8], one: &[u8], other: &[u8]) -> bool {
    let waiting = |bytes: &[u8]| {
        let mut row = read_row::<MailRow>(bytes).ok()?;
        if row.state == MailState::Sending {
            row.state = MailState::Queued;
        }
        Some(row)
    };
    key.starts_with(keys::MAILS) && waiting(one).is_some_and(|one| Some(one) == waiting(other))
}

/// The most files that are named for one row.
const SUSPECTS_MAX: usize = 5;

/// Who is at fault where the database and the entries disagree: entries without a checksum, else the database.
fn blame(differing: &[Key], touched: &BTreeMap<Key, Vec<u32>>, sound: &[Source]) -> Vec<Damage> {
    let mut suspects = BTreeSet::new();
    let mut is_the_database = false;
    for key in differing {
        let sources = touched.get(key).into_iter().flatten().filter_map(|place| sound.get(*place as usize));
        let unsure: Vec<_> = sources.filter(|source| !source.has_checksum).collect();
        is_the_database |= unsure.is_empty();
        suspects.extend(
            unsure.into_iter().rev().take(SUSPECTS_MAX).map(|source| (source.name(), source.path.clone())),
        );
    }
    let mut damages: Vec<_> = suspects
        .into_iter()
        .map(|(file, path)| Damage {
            file,
            why:
                "it and the database do not say the same, and it is of an older fieldpost and has no checksum"
                    .into(),
            costs: format!(
                "{}. If it is the database, a rebuild mends it",
                costs::of_record(&path, &|_| None)
            ),
        })
        .collect();
    if is_the_database {
        let count = differing.len();
        damages.push(database_damage(format!("{count} of its rows are not what the records say")));
    }
    damages
}
