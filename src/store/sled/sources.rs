//! Where the entries lie: every record and line of the journal, in the order in which they were written, each held
//! to its checksum; and those that cannot be used.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::FileExt;
use std::path::Path;

use crate::body::BodyHash;
use crate::deeds::seal;
use crate::error::Result;
use crate::history::{Deed, Entry, EntryNo};
use crate::sled::disk::{Disk, JOURNAL, failed};

/// Where an entry is to be read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Source {
    pub number: EntryNo,
    pub path: String,
    /// Where in its file, for a line of the journal.
    pub line: Option<Span>,
    /// Whether a checksum vouches for it.
    pub has_checksum: bool,
}

/// A line's place in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub first: u64,
    /// Length in bytes, its end included.
    pub length: usize,
    /// Its number, counted from 1.
    pub line: u64,
}

/// A record or line that is not what was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torn {
    pub path: String,
    pub line: Option<Span>,
    pub why: String,
    /// Whether it is the end of the journal, torn off in the middle of a write that was never acknowledged.
    pub is_tail: bool,
}

/// Everything of a folder that is, or should be, an entry.
#[derive(Debug, Default)]
pub struct Sources {
    pub sound: Vec<Source>,
    pub torn: Vec<Torn>,
}

impl Sources {
    /// The bytes of reports that were given up, since they are printed anew: nobody misses a file of these.
    pub fn pruned(&self, disk: &Disk) -> BTreeSet<BodyHash> {
        let lines = self.sound.iter().filter(|source| source.path.starts_with(JOURNAL));
        let entries = lines.filter_map(|source| source.read(disk).ok());
        let of = |entry: Entry| match entry.deed {
            Deed::Pruned(pruned) => pruned.reports,
            _ => Vec::new(),
        };
        entries.flat_map(of).map(|report| report.body).collect()
    }
}

impl Source {
    /// The entry's bytes as they lie there, without the line's end.
    pub fn bytes(&self, disk: &Disk) -> Result<Vec<u8>> {
        let Some(span) = self.line else { return disk.read(&self.path) };
        let full = disk.path(&self.path);
        let mut bytes = read_part(&full, span).map_err(failed("read", &full))?;
        bytes.pop_if(|last| *last == b'\n');
        Ok(bytes)
    }

    /// Reads the entry.
    pub fn read(&self, disk: &Disk) -> Result<Entry> {
        seal::read(&self.name(), &self.bytes(disk)?)
    }

    /// What it is called where damage is told.
    pub fn name(&self) -> String {
        name(&self.path, self.line)
    }

    /// The same place as one that cannot be used after all.
    pub fn torn(&self, why: String) -> Torn {
        Torn { path: self.path.clone(), line: self.line, why, is_tail: false }
    }
}

impl Torn {
    /// What it is called where damage is told.
    pub fn name(&self) -> String {
        name(&self.path, self.line)
    }

    /// Its bytes as they lie there.
    pub fn bytes(&self, disk: &Disk) -> Result<Vec<u8>> {
        let full = disk.path(&self.path);
        match self.line {
            None => disk.read(&self.path),
            Some(span) => read_part(&full, span).map_err(failed("read", &full)),
        }
    }

    /// What its copy is called among what was found damaged.
    pub fn name_aside(&self) -> String {
        match self.line {
            None => self.path.clone(),
            Some(span) => format!("{}.line-{}", self.path, span.line),
        }
    }
}

fn name(path: &str, line: Option<Span>) -> String {
    line.map_or_else(|| path.to_owned(), |span| format!("{path} line {}", span.line))
}

fn read_part(path: &Path, span: Span) -> std::io::Result<Vec<u8>> {
    let mut bytes = vec![0; span.length];
    fs::File::open(path)?.read_exact_at(&mut bytes, span.first)?;
    Ok(bytes)
}

/// Every entry of the folder, and whatever cannot be read.
pub fn all(disk: &Disk) -> Sources {
    let mut found = Sources::default();
    let mut faults = Vec::new();
    for folder in ["letters", "games"] {
        let files = disk.readable_files(folder, &mut faults);
        files.iter().filter(|path| path.ends_with(".json")).for_each(|path| found.add_record(disk, path));
    }
    let newest = newest_journal(disk);
    for path in disk.readable_files(JOURNAL, &mut faults) {
        found.add_journal(disk, &path, newest.as_ref() == Some(&path));
    }
    for (path, error) in faults {
        found.torn.push(Torn { path, line: None, why: error.to_string(), is_tail: false });
    }
    found.sound.sort_unstable();
    found
}

/// The file of the journal that is written to: only it can end in a write that was interrupted.
pub fn newest_journal(disk: &Disk) -> Option<String> {
    disk.readable_files(JOURNAL, &mut Vec::new()).into_iter().rfind(|path| path.ends_with(".jsonl"))
}

impl Sources {
    /// The last write of which something is there; 0 where there is none.
    pub fn last(&self) -> u64 {
        self.sound.last().map_or(0, |source| source.number.write)
    }

    /// The writes up to `last` of which nothing is there, by first and last of each stretch.
    pub fn gaps(&self, last: u64) -> Vec<(u64, u64)> {
        let mut gaps = Vec::new();
        let mut next = 1;
        let there = self.sound.iter().map(|source| source.number.write).filter(|write| *write <= last);
        for write in there.chain([last.saturating_add(1)]) {
            if write > next {
                gaps.push((next, write - 1));
            }
            next = next.max(write.saturating_add(1));
        }
        gaps
    }

    /// Takes in a record that is a file of its own.
    pub fn add_record(&mut self, disk: &Disk, path: &str) {
        let read = disk.read(path).map_err(|error| error.to_string());
        match read.and_then(|bytes| seal::number(&bytes)) {
            Ok((number, has_checksum)) => {
                self.sound.push(Source { number, path: path.to_owned(), line: None, has_checksum });
            }
            Err(why) => self.torn.push(Torn { path: path.to_owned(), line: None, why, is_tail: false }),
        }
    }

    /// Takes in the lines of a file of the journal.
    pub fn add_journal(&mut self, disk: &Disk, path: &str, is_newest: bool) {
        let bytes = match disk.read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                let why = error.to_string();
                return self.torn.push(Torn { path: path.to_owned(), line: None, why, is_tail: false });
            }
        };
        for line in lines(&bytes) {
            let span = Some(line.span);
            match line.number {
                Ok((number, has_checksum)) => {
                    self.sound.push(Source { number, path: path.to_owned(), line: span, has_checksum });
                }
                Err(why) => {
                    let is_tail = is_newest && line.is_torn && line.is_last;
                    self.torn.push(Torn { path: path.to_owned(), line: span, why, is_tail });
                }
            }
        }
    }
}

pub struct JournalLine {
    pub span: Span,
    /// Its entry's number and whether it has a checksum, or why it is none.
    pub number: std::result::Result<(EntryNo, bool), String>,
    /// Whether a write was interrupted in it: its end is missing, or a stretch of it was never written.
    pub is_torn: bool,
    /// Whether nothing comes behind it.
    pub is_last: bool,
}

impl JournalLine {
    /// Its bytes in its file's.
    pub fn text<'a>(&self, file: &'a [u8]) -> &'a [u8] {
        let first = usize::try_from(self.span.first).unwrap_or(usize::MAX);
        file.get(first..).and_then(|rest| rest.get(..self.span.length)).unwrap_or_default()
    }
}

/// A stretch of a file that a loss of power left unwritten reads as so many NULs at least; a flipped bit makes one.
const UNWRITTEN: [u8; 8] = [0; 8];

/// The lines of a file of the journal.
pub fn lines(bytes: &[u8]) -> impl Iterator<Item = JournalLine> {
    let mut first = 0;
    (1..).zip(bytes.split_inclusive(|byte| *byte == b'\n')).map(move |(line, text)| {
        let span = Span { first, length: text.len(), line };
        first += text.len() as u64;
        JournalLine {
            span,
            number: seal::number(text),
            is_torn: is_cut_short(text) || text.windows(UNWRITTEN.len()).any(|part| part == UNWRITTEN),
            is_last: first == bytes.len() as u64,
        }
    })
}

/// Whether a line's end is missing; one whose end is there and is another byte was damaged, not cut short.
fn is_cut_short(text: &[u8]) -> bool {
    match text.split_last() {
        Some((b'\n', _)) | None => false,
        Some((_, rest)) => seal::number(rest).is_err(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::AuditLine;
    use crate::history::Deed;

    fn journal() -> Vec<u8> {
        let line = |write: u64| {
            let line = AuditLine { at_ms: 7, game: None, what: format!("note {write}") };
            let mut bytes = seal::sealed(&Entry { write, place: 0, deed: Deed::Noted(line) }).unwrap();
            bytes.push(b'\n');
            bytes
        };
        [line(1), line(2), line(3)].concat()
    }

    #[test]
    fn a_flipped_bit_costs_its_line_or_the_two_whose_end_it_was_and_is_never_taken_for_a_torn_end() {
        let whole = journal();
        assert_eq!(lines(&whole).filter(|line| line.number.is_ok()).count(), 3);
        for bit in 0..whole.len() * 8 {
            let mut flipped = whole.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let found: Vec<_> = lines(&flipped).collect();
            let good = found.iter().filter(|line| line.number.is_ok()).count();
            assert!(good == 2 || (good == 1 && whole[bit / 8] == b'\n'), "bit {bit}: {good} lines are left");
            assert!(!found.iter().any(|line| line.number.is_err() && line.is_torn), "bit {bit}");
        }
    }

    #[test]
    fn a_write_that_was_cut_short_or_left_unwritten_is_a_torn_end() {
        let whole = journal();
        let last = whole.len() / 3 * 2;
        for length in last + 1..whole.len() - 1 {
            let found: Vec<_> = lines(&whole[..length]).collect();
            let end = found.last().unwrap();
            assert!(end.number.is_err() && end.is_torn && end.is_last, "{length} bytes");
        }
        let mut unwritten = whole.clone();
        unwritten[last + 20..last + 60].fill(0);
        assert!(lines(&unwritten).last().unwrap().is_torn);
    }
}
