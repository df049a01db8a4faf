//! The database made again from letters, records, openings, turns and journal. What is damaged is left out with what
//! hangs on it, is listed, and is kept aside; everything else comes back.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::body::BodyHash;
use crate::damage::Damage;
use crate::deeds::costs;
use crate::error::Result;
use crate::history::{Deed, Entry, Shelf};
use crate::letter::LetterRecord;
use crate::lock::lock;
use crate::sled::database::{Batch, Database};
use crate::sled::disk::{Disk, NAMED, Unwatched, body_of, body_path, failed};
use crate::sled::replay::Replay;
use crate::sled::row::{Numbers, get_row, to_json};
use crate::sled::sources::{self, Source, Sources, Span, Torn};
use crate::sled::{gaps, keys, shelves, start, verify};

/// What a rebuild found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// Entries carried out.
    pub entries: u64,
    /// Records and bodies that could not be used, and what hung on them. A record torn by a loss of power was never
    /// acknowledged: its letter is still on the server.
    pub left_out: Vec<Damage>,
}

impl fmt::Display for Rebuilt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} entries carried out again, {} files left out", self.entries, self.left_out.len())?;
        self.left_out.iter().try_for_each(|damage| write!(f, "\n  {damage}"))
    }
}

/// Makes the database in `folder` again from the files beside it. The old one is kept as `db.old`; one that is kept
/// there already is removed. Damaged records are moved to `damaged`; what hangs on them stays where it is, so that a
/// later rebuild finds it when they have been put back.
///
/// # Errors
/// [`StoreError::Locked`](crate::error::StoreError::Locked) if a daemon holds the store, or if the disk or the
/// database fails; the old database stays then.
pub fn rebuild(folder: &Path) -> Result<Rebuilt> {
    let disk = Disk::open(folder, Arc::new(Unwatched))?;
    let _lock = lock(disk.root())?;
    start::refuse_half_import(folder)?;
    let new = disk.path("db.new");
    remove(&new)?;
    let old = Old::open(&disk);
    let rebuilding = {
        let database = start::open_database(&disk, "db.new")?;
        start::write_schema(&disk, &database)?;
        let mut rebuilding = Rebuilding { disk: &disk, database: &database, old, aside: Vec::new() };
        let (rebuilt, numbers) = rebuilding.replay()?;
        rebuilding.keep_what_was_named()?;
        database.flush()?;
        (rebuilt, numbers, rebuilding.aside)
    };
    let (rebuilt, numbers, aside) = rebuilding;
    for torn in &aside {
        disk.keep_aside(&torn.name_aside(), &torn.bytes(&disk).unwrap_or_default())?;
    }
    disk.sync()?;
    put_in_place(&disk, &new)?;
    disk.acknowledge(numbers.writes);
    take_away(&disk, &aside)?;
    // What is told now is no news at the next export.
    gaps::accept(&disk, &sources::all(&disk), numbers.writes)?;
    disk.sync()?;
    Ok(rebuilt)
}

fn put_in_place(disk: &Disk, new: &Path) -> Result<()> {
    let (current, old) = (disk.path(start::DATABASE), disk.path("db.old"));
    if current.exists() {
        remove(&old)?;
        fs::rename(&current, &old).map_err(failed("rename", &current))?;
    }
    fs::rename(new, &current).map_err(failed("rename", new))?;
    disk.sync()
}

fn remove(folder: &Path) -> Result<()> {
    if folder.exists() { fs::remove_dir_all(folder).map_err(failed("remove", folder)) } else { Ok(()) }
}

/// Takes damaged records out of the record, now that copies are kept: whole files, and lines of the journal.
fn take_away(disk: &Disk, aside: &[Torn]) -> Result<()> {
    for torn in aside.iter().filter(|torn| torn.line.is_none()) {
        let path = disk.path(&torn.path);
        // What cannot be read, such as a folder, is the host's to mend.
        if path.is_file() {
            fs::remove_file(&path).map_err(failed("remove", &path))?;
        }
    }
    let journals: BTreeSet<_> =
        aside.iter().filter(|torn| torn.line.is_some()).map(|torn| &torn.path).collect();
    for path in journals {
        let bytes = disk.read(path)?;
        let own = aside.iter().filter(|torn| torn.path == *path);
        let gone: BTreeSet<Span> = own.filter_map(|torn| torn.line).collect();
        let stay = sources::lines(&bytes).filter(|line| !gone.contains(&line.span));
        let kept: Vec<u8> = stay.flat_map(|line| line.text(&bytes).iter().copied()).collect();
        disk.replace(path, &kept)?;
    }
    Ok(())
}

struct Rebuilding<'a> {
    disk: &'a Disk,
    database: &'a Database,
    old: Option<Old>,
    /// What is to be moved to `damaged`.
    aside: Vec<Torn>,
}

impl Rebuilding<'_> {
    fn replay(&mut self) -> Result<(Rebuilt, Numbers)> {
        let found = sources::all(self.disk);
        let mut replay = Replay::new(self.database);
        // Numbers that were given are not given again, though their records are gone.
        replay.raise(self.old.as_ref().map(|old| old.numbers).unwrap_or_default());
        if let Some(old) = &self.old {
            replay.left_out.extend(verify::missing_records(self.disk, &old.database)?);
        }
        let lost = self.lost(&found, replay.left_out.len());
        replay.left_out.extend(lost);
        let (last, pruned) = (found.last(), found.pruned(self.disk));
        for torn in found.torn {
            replay.left_out.push(self.damage(&torn));
            replay.raise(costs::numbers_of(&torn.path));
            if !torn.is_tail {
                self.aside.push(torn);
            }
        }
        for (place, source) in (0..).zip(&found.sound) {
            let entry = match source.read(self.disk) {
                Ok(entry) => entry,
                Err(error) => {
                    let torn = source.torn(error.to_string());
                    replay.left_out.push(self.damage(&torn));
                    self.aside.push(torn);
                    continue;
                }
            };
            let lacking = lacking_bodies(self.disk, &entry, &pruned);
            if !lacking.is_empty() && !self.was_durable(&entry, last) {
                replay.left_out.push(self.never_done(source, &lacking));
                continue;
            }
            if let Some(after) = ends_on_lost_position(&entry, &lacking, &found.sound[place as usize..]) {
                replay.leave_out(&source.name(), place, &entry, after)?;
            } else {
                replay.carry_out(&source.name(), place, &entry)?;
            }
            replay.left_out.extend(lacking);
        }
        let numbers = replay.numbers();
        Ok((Rebuilt { entries: replay.entries, left_out: replay.left_out }, numbers))
    }

    /// The writes of which neither a record nor a line of the journal is left, where nothing else that is damaged or
    /// missing explains it; and letters without a record, where the old database cannot say what they are.
    fn lost(&self, found: &Sources, named: usize) -> Vec<Damage> {
        let made = self.disk.acknowledged().or(self.old.as_ref().map(|old| old.numbers.writes));
        let last = made.unwrap_or_default().max(found.last());
        let lost = gaps::lost(self.disk, found, last, named).into_iter();
        match &self.old {
            Some(_) => lost.map(verify::missing_writes).collect(),
            None => lost.map(gaps::lost_writes).chain(gaps::letters_without_record(self.disk)).collect(),
        }
    }

    /// Files and rows of a write are durable before the next one begins, so that only the last can lack a body because
    /// the power went; the old database, where it can be read, knows whether even that was done.
    fn was_durable(&self, entry: &Entry, last: u64) -> bool {
        match &self.old {
            Some(old) => entry.write <= old.numbers.writes,
            None => entry.write < last,
        }
    }

    fn never_done(&mut self, source: &Source, lacking: &[Damage]) -> Damage {
        let why = lacking.iter().map(|damage| format!("{}: {}", damage.file, damage.why)).collect::<Vec<_>>();
        self.aside.push(source.torn(String::new()));
        Damage {
            file: source.name(),
            why: format!("what it names is not there ({})", why.join("; ")),
            costs: "It is of the last write, which was never acknowledged: its letter is still on the server"
                .into(),
        }
    }

    fn damage(&self, torn: &Torn) -> Damage {
        let costs = if torn.is_tail {
            "It was torn off in the middle of a write that was never acknowledged: nothing is lost".into()
        } else {
            costs::of_record(&torn.path, &|number| {
                get_row::<LetterRecord>(&self.old.as_ref()?.database, &keys::letter(number)).ok()?
            })
        };
        Damage { file: torn.name(), why: torn.why.clone(), costs }
    }

    /// Where records are damaged or missing, what they named is named by nothing any more, and the next start would
    /// sweep it. The old database knows what was named; without it all stays but mails, which may hold a first
    /// password: they go aside.
    fn keep_what_was_named(&mut self) -> Result<()> {
        let is_damaged = !self.aside.is_empty();
        let secret = self.old.as_ref().map(|old| shelves::bodies_with_passwords(&old.database));
        let secret = secret.and_then(Result::ok).unwrap_or_default();
        for path in NAMED.iter().flat_map(|folder| self.disk.readable_files(folder, &mut Vec::new())) {
            let key = keys::file(&path);
            let is_aside = self.aside.iter().any(|torn| torn.path == path);
            if is_aside || self.database.has(&key)? {
                continue;
            }
            let is_mail = path.starts_with("post/");
            let stays = match &self.old {
                Some(old) => old.names(&path) && !(is_mail && is_one_of(&path, &secret)),
                None if is_mail && !is_damaged => false,
                None if is_mail => {
                    self.aside.push(Torn { path, line: None, why: String::new(), is_tail: false });
                    continue;
                }
                None => true,
            };
            if stays {
                self.database.batch(Batch::of(key, to_json(&())?))?;
            }
        }
        Ok(())
    }
}

fn is_one_of(path: &str, hashes: &BTreeSet<BodyHash>) -> bool {
    body_of(path).is_some_and(|(_, hash)| hashes.contains(&hash))
}

/// A game whose last turn left a position that is gone could not go on; with the turn open again it can be run again,
/// and the same orders and dice give the same position. Gives why, where it is so.
fn ends_on_lost_position(entry: &Entry, lacking: &[Damage], later: &[Source]) -> Option<String> {
    let Deed::Closed(closed) = &entry.deed else { return None };
    let after = body_path(Shelf::Papers, &closed.record.after);
    let folder = format!("games/{}/turn-", closed.game.0);
    let is_last = !later.iter().skip(1).any(|source| source.path.starts_with(&folder));
    (is_last && lacking.iter().any(|damage| damage.file == after)).then(|| {
        format!(
            "the position that it left is gone ({after}), so turn {} is open again and can be run again",
            closed.record.turn
        )
    })
}

/// The bodies that an entry names and that are not what it says; those with a password may have been erased, and reports given up.
fn lacking_bodies(disk: &Disk, entry: &Entry, pruned: &BTreeSet<BodyHash>) -> Vec<Damage> {
    let mut lacking = Vec::new();
    for (shelf, hash, costs) in
        costs::of_bodies(entry).into_iter().filter(|(_, hash, _)| !pruned.contains(hash))
    {
        if let Some(why) = lacks(disk, entry, shelf, hash) {
            lacking.push(Damage { file: body_path(shelf, hash), why, costs });
        }
    }
    lacking
}

fn lacks(disk: &Disk, entry: &Entry, shelf: Shelf, hash: &BodyHash) -> Option<String> {
    if entry.erasable_bodies().any(|erasable| erasable == hash) {
        return None;
    }
    disk.read_body(shelf, hash).err().map(|error| error.to_string())
}

/// The database that is to be replaced, as far as it can be read and believed.
struct Old {
    database: Database,
    numbers: Numbers,
}

impl Old {
    /// `None` if it does not open, cannot be read to its end, or has lost rows.
    fn open(disk: &Disk) -> Option<Self> {
        if !disk.path(start::DATABASE).is_dir() {
            return None;
        }
        let database = start::open_database(disk, start::DATABASE).ok()?;
        let tell = |why| tracing::warn!(why, "the old database is of no use to the rebuild");
        let database = start::read_through(database, tell)?;
        let numbers: Numbers = get_row(&database, keys::NUMBERS).ok()??;
        let is_whole = disk.acknowledged().is_none_or(|write| write <= numbers.writes);
        is_whole.then_some(Old { database, numbers })
    }

    fn names(&self, path: &str) -> bool {
        self.database.has(keys::file(path)).unwrap_or(true)
    }
}
