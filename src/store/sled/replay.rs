//! Entries carried out again, one by one, for a rebuild, an import or a comparison: what hangs on a damaged or missing
//! one is left out as far as it does, and is listed.

use std::collections::BTreeMap;

use crate::damage::Damage;
use crate::deeds::draft::Draft;
use crate::deeds::{apply, costs};
use crate::error::{Result, StoreError};
use crate::history::{Deed, Entry, EntryNo, SettledLetter};
use crate::letter::LetterRecord;
use crate::outbox::MailRow;
use crate::outbox::Mark;
use crate::sled::cursors;
use crate::sled::database::Database;
use crate::sled::disk::{journal_path, record_path};
use crate::sled::keys::{self, Key};
use crate::sled::row::{Numbers, get_row};
use crate::sled::rows;

/// A database in the making.
pub struct Replay<'a> {
    database: &'a Database,
    numbers: Numbers,
    last: Option<(EntryNo, String)>,
    /// Entries carried out, in part ones among them.
    pub entries: u64,
    /// What could not be carried out, or not wholly.
    pub left_out: Vec<Damage>,
    /// Whether the mailboxes' cursors are worked out from the letters.
    pub moves_cursors: bool,
    /// Which entries changed each row, by their place in the order of the caller's list; only for a comparison.
    pub touched: Option<BTreeMap<Key, Vec<u32>>>,
}

/// How far an entry could be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    Wholly,
    InPart,
    Not,
}

impl<'a> Replay<'a> {
    pub fn new(database: &'a Database) -> Self {
        let (numbers, left_out) = (Numbers::default(), Vec::new());
        Replay { database, numbers, last: None, entries: 0, left_out, moves_cursors: true, touched: None }
    }

    /// The numbers used so far.
    pub fn numbers(&self) -> Numbers {
        self.numbers
    }

    /// Takes note of numbers that were given before.
    pub fn raise(&mut self, given: Numbers) {
        let Numbers { writes, letters, mails } = &mut self.numbers;
        *writes = given.writes.max(*writes);
        *letters = given.letters.max(*letters);
        *mails = given.mails.max(*mails);
    }

    /// Carries out an entry that was read under this name, at this place of the caller's list.
    ///
    /// # Errors
    /// Only the database's own: what does not fit is left out.
    pub fn carry_out(&mut self, name: &str, place: u32, entry: &Entry) -> Result<Done> {
        if let Some(why) = self.is_out_of_place(name, entry) {
            self.left_out.push(Damage { file: name.into(), why, costs: String::new() });
            return Ok(Done::Not);
        }
        self.last = Some((entry.number(), name.to_owned()));
        let error = match self.try_entry(entry, entry, place) {
            Ok(()) => {
                self.entries += 1;
                return Ok(Done::Wholly);
            }
            Err(error) => contradiction(error)?,
        };
        let why = costs::hangs_on(&error);
        if let Some((part, dropped)) = without_unknown(self.database, entry)? {
            match self.try_entry(entry, &part, place) {
                Ok(()) => {
                    self.entries += 1;
                    self.left_out.push(Damage {
                        file: name.into(),
                        why,
                        costs: costs::of_verdicts(&dropped),
                    });
                    return Ok(Done::InPart);
                }
                Err(error) => drop(contradiction(error)?),
            }
        }
        self.leave_out(name, place, entry, why)
    }

    /// Leaves an entry out as far as it must be, and lists it with what it hangs on.
    ///
    /// # Errors
    /// Only the database's own.
    pub fn leave_out(&mut self, name: &str, place: u32, entry: &Entry, why: String) -> Result<Done> {
        let mut done = Done::Not;
        for part in parts(self.database, entry)? {
            match self.try_entry(entry, &part, place) {
                Ok(()) => {
                    self.entries += 1;
                    done = Done::InPart;
                    break;
                }
                Err(error) => drop(contradiction(error)?),
            }
        }
        if done == Done::Not {
            self.name_only(entry)?;
        }
        let costs = costs::of_entry(entry, done == Done::InPart);
        self.left_out.push(Damage { file: name.into(), why, costs });
        Ok(done)
    }

    /// A copy of a record under another name, or a second one of the same write, is none of the record's.
    fn is_out_of_place(&self, name: &str, entry: &Entry) -> Option<String> {
        let (path, line) = name.split_once(' ').map_or((name, None), |(path, line)| (path, Some(line)));
        let home = record_path(entry).unwrap_or_else(|| journal_path(entry.write));
        if home != path || record_path(entry).is_some() == line.is_some() {
            return Some(format!("it does not belong here: what it says lies in {home}"));
        }
        match &self.last {
            Some((number, other)) if *number == entry.number() => {
                Some(format!("it is of the same write as {other} ({})", number.write))
            }
            _ => None,
        }
    }

    /// Makes the rows of `part`, what can be done of an entry; its files are named all the same.
    fn try_entry(&mut self, entry: &Entry, part: &Entry, place: u32) -> Result<()> {
        let mut draft = Draft::new(self.database, self.numbers);
        draft.name_files(entry)?;
        apply::apply(&mut draft, part)?;
        if let (Deed::Letter(letter), true) = (&entry.deed, self.moves_cursors) {
            cursors::moved_by(&mut draft, &letter.record.place)?;
        }
        self.commit(draft, entry, place)
    }

    /// Its files stay, and its numbers are not given again.
    fn name_only(&mut self, entry: &Entry) -> Result<()> {
        let mut draft = Draft::new(self.database, self.numbers);
        draft.name_files(entry)?;
        self.commit(draft, entry, 0)
    }

    fn commit(&mut self, mut draft: Draft, entry: &Entry, place: u32) -> Result<()> {
        let letter = match &entry.deed {
            Deed::Letter(letter) => Some(letter.record.number),
            _ => None,
        };
        draft.used(entry.write, letter, entry.mails().iter().map(|mail| mail.id));
        if let Some(touched) = &mut self.touched {
            draft.keys().for_each(|key| touched.entry(keys::of(key)).or_default().push(place));
        }
        let finished = draft.finish();
        self.numbers = finished.numbers;
        self.database.batch(rows::batch_of(&finished)?)
    }
}

/// Tells an entry that does not fit from a database that fails.
fn contradiction(error: StoreError) -> Result<StoreError> {
    match error {
        StoreError::Database { .. } | StoreError::Disk { .. } | StoreError::Unreadable { .. } => Err(error),
        other => Ok(other),
    }
}

/// What can be tried of an entry that cannot be carried out whole, the most first.
fn parts(database: &Database, entry: &Entry) -> Result<Vec<Entry>> {
    let with = |deed: Deed| Entry { write: entry.write, place: entry.place, deed };
    let mails = || with(Deed::Posted(entry.mails().into_iter().cloned().collect()));
    Ok(match &entry.deed {
        Deed::Letter(letter) => {
            let mut letter = letter.clone();
            letter.outcome.changes.clear();
            letter.outcome.addresses.clear();
            letter.outcome.resend = None;
            vec![with(Deed::Letter(letter))]
        }
        Deed::Settled(settled) => {
            let mut settled = settled.clone();
            settled.outcome.changes.clear();
            settled.outcome.addresses.clear();
            settled.outcome.resend = None;
            vec![with(Deed::Settled(settled)), mails()]
        }
        Deed::Marked(marks) => vec![with(Deed::Marked(known(database, marks)?))],
        Deed::Closed(_) | Deed::Reopened(_) | Deed::Administered(_) | Deed::TakenOver(_) => vec![mails()],
        Deed::Pruned(pruned) => {
            let mut pruned = pruned.clone();
            let mut reports = Vec::new();
            for report in pruned.reports {
                let is_known = get_row::<MailRow>(database, &keys::mail(report.mail))?.is_some();
                reports.extend(is_known.then_some(report));
            }
            pruned.reports = reports;
            vec![with(Deed::Pruned(pruned))]
        }
        Deed::Opened(_) | Deed::Changed(_) | Deed::Posted(_) | Deed::Told(_) | Deed::Noted(_) => Vec::new(),
    })
}

/// A turn's close or opening again without the verdicts on letters that are not there to be settled, and these verdicts;
/// `None` where all are. The words to their senders go with the turn.
fn without_unknown(database: &Database, entry: &Entry) -> Result<Option<(Entry, Vec<SettledLetter>)>> {
    let mut part = entry.clone();
    let (settled, mails) = match &mut part.deed {
        Deed::Closed(closed) => (&mut closed.settled, &mut closed.reports),
        Deed::Reopened(reopened) => (&mut reopened.settled, &mut reopened.mails),
        _ => return Ok(None),
    };
    let mut dropped = Vec::new();
    for letter in std::mem::take(settled) {
        let row: Option<LetterRecord> = get_row(database, &keys::letter(letter.letter))?;
        if row.is_some_and(|row| !row.verdict.is_final()) {
            settled.push(letter);
        } else {
            mails.extend(letter.outcome.answers.iter().cloned());
            dropped.push(letter);
        }
    }
    Ok((!dropped.is_empty()).then_some((part, dropped)))
}

fn known(database: &Database, marks: &[Mark]) -> Result<Vec<Mark>> {
    let mut found = Vec::new();
    for mark in marks {
        if get_row::<MailRow>(database, &keys::mail(mark.id()))?.is_some() {
            found.push(mark.clone());
        }
    }
    Ok(found)
}
