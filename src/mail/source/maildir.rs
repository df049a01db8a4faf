//! Maildir: letters as files in `new/` and `cur/`, one a letter; a file's own time is its time of receipt. A mail program on the
//! same folder moves letters to `cur/`: they keep the name before `:2,`, by which they are known.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{ErrorKind, Read};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::inotify;
use sha2::{Digest, Sha256};

use super::{Arrival, Cursor, Fetched, Filing, Listing, Mailbox, Shelf, SourceError, Wake};

/// A Maildir to read letters from.
///
/// What lies in `new/`, or in `cur/` without the flags `S` (seen) and `T` (trashed), is not done yet; [`Filing::Flag`] moves a letter into `cur/` with the flag `S`, and
/// [`Filing::Move`] into the folder `.Name` beside, as Maildir++ has it, or into the folder at an absolute path.
#[derive(Clone, Debug)]
pub struct Maildir {
    name: String,
    folder: PathBuf,
    filing: Filing,
    letter_max: u64,
    listed: BTreeSet<String>,
}

/// How many letters lie in a Maildir's folders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaildirCount {
    pub new: usize,
    /// In `cur/`, and to be read.
    pub cur: usize,
    /// In `cur/` and marked as seen or trashed, which another program than this did: they are not read.
    pub seen: usize,
}

/// The two folders that letters lie in.
const FOLDERS: [&str; 2] = ["new", "cur"];

/// The flags of what somebody has done with already.
const DONE: [char; 2] = ['S', 'T'];

impl Maildir {
    /// A Maildir, which is made with its `new`, `cur` and `tmp` if it is not there.
    ///
    /// # Errors
    /// When it can be neither opened nor made.
    pub fn open(name: &str, folder: &Path, filing: Filing, letter_max: u64) -> Result<Self, SourceError> {
        make(folder).map_err(|error| unreachable(folder, &error))?;
        Ok(Maildir {
            name: name.to_string(),
            folder: folder.to_path_buf(),
            filing,
            letter_max,
            listed: BTreeSet::new(),
        })
    }

    /// How many letters lie there.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn count(&self) -> Result<MaildirCount, SourceError> {
        let places = self.places()?;
        let in_new = places.values().filter(|path| path.starts_with(self.folder.join("new"))).count();
        let cur = self.folder.join("cur");
        let files = fs::read_dir(&cur).map_err(|error| unreachable(&cur, &error))?;
        let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
        let seen = names.filter(|name| !name.starts_with('.') && !is_to_be_read(name)).count();
        Ok(MaildirCount { new: in_new, cur: places.len() - in_new, seen })
    }

    /// Where each letter lies that is to be read, by its name without flags.
    fn places(&self) -> Result<BTreeMap<String, PathBuf>, SourceError> {
        let mut places = BTreeMap::new();
        // `new` last: whatever is there is not done.
        for folder in FOLDERS.iter().rev().map(|name| self.folder.join(name)) {
            let files = fs::read_dir(&folder).map_err(|error| unreachable(&folder, &error))?;
            for file in files {
                let file = file.map_err(|error| unreachable(&folder, &error))?;
                let Ok(name) = file.file_name().into_string() else { continue };
                if !name.starts_with('.') && is_to_be_read(&name) {
                    places.insert(base(&name).to_string(), file.path());
                }
            }
        }
        Ok(places)
    }

    fn arrival(key: String, path: &Path) -> Result<Option<Arrival>, std::io::Error> {
        let data = match fs::metadata(path) {
            Ok(data) => data,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        if !data.is_file() {
            return Ok(None);
        }
        let received = since_1970(data.modified()?);
        let received_ms = i64::try_from(received.as_millis()).unwrap_or(i64::MAX);
        let uid = number(&key, received.subsec_nanos());
        Ok(Some(Arrival { key, uid, size: data.len(), received_ms }))
    }

    /// Whether a file lies there that the last listing did not show.
    fn has_news(&self) -> Result<bool, SourceError> {
        Ok(self.places()?.keys().any(|key| !self.listed.contains(key)))
    }

    fn target(&self, key: &str, shelf: Shelf) -> PathBuf {
        let folder = match (&self.filing, shelf) {
            (Filing::Flag, _) => self.folder.clone(),
            (Filing::Move { processed, .. }, Shelf::Processed) => self.beside(processed),
            (Filing::Move { ignored, .. }, Shelf::Ignored) => self.beside(ignored),
        };
        folder.join("cur").join(format!("{key}:2,S"))
    }

    fn beside(&self, name: &str) -> PathBuf {
        if name.starts_with('/') { PathBuf::from(name) } else { self.folder.join(format!(".{name}")) }
    }
}

impl Mailbox for Maildir {
    fn name(&self) -> &str {
        &self.name
    }

    fn list(&mut self, _since: Cursor) -> Result<Listing, SourceError> {
        let mut arrivals = Vec::new();
        for (key, path) in self.places()? {
            arrivals.extend(Self::arrival(key, &path).map_err(|error| unreachable(&path, &error))?);
        }
        // Letters of the same time come in the order of their names.
        let place = |arrival: &Arrival| (arrival.received_ms, arrival.uid >> 32, arrival.key.clone());
        arrivals.sort_by_cached_key(place);
        self.listed = arrivals.iter().map(|arrival| arrival.key.clone()).collect();
        Ok(Listing { arrivals, ..Listing::default() })
    }

    fn fetch(&mut self, arrivals: &[Arrival]) -> Result<Vec<Fetched>, SourceError> {
        let mut fetched = Vec::new();
        let places = self.places()?;
        for arrival in arrivals {
            let Some(path) = places.get(&arrival.key) else { continue };
            let limit = self.letter_max.saturating_add(1);
            let mut bytes = Vec::new();
            let read = fs::File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes));
            match read {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(unreachable(path, &error)),
            }
            let whole = bytes.len() as u64 <= self.letter_max;
            fetched.push(Fetched { arrival: arrival.clone(), bytes, whole });
        }
        Ok(fetched)
    }

    fn file(&mut self, arrivals: &[Arrival], shelf: Shelf) -> Result<(), SourceError> {
        let places = self.places()?;
        for arrival in arrivals {
            let Some(from) = places.get(&arrival.key) else { continue };
            let to = self.target(&arrival.key, shelf);
            let moved =
                to.parent().and_then(Path::parent).map_or(Ok(()), make).and_then(|()| fs::rename(from, &to));
            match moved {
                Ok(()) => {}
                Err(error) if error.kind() == ErrorKind::NotFound && !from.exists() => {}
                Err(error) => return Err(unreachable(&to, &error)),
            }
        }
        Ok(())
    }

    fn wait(&mut self, at_most: Duration) -> Result<Wake, SourceError> {
        let begun = Instant::now();
        // Before the first look, so that nothing comes in between.
        let watch = self.watch();
        loop {
            if self.has_news()? {
                return Ok(Wake::News);
            }
            let left = at_most.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return Ok(Wake::Quiet);
            }
            match &watch {
                Ok(watch) => await_change(watch, left.min(LOOK)),
                Err(_) => std::thread::sleep(left.min(LOOK_WITHOUT_WATCH)),
            }
        }
    }
}

/// How long at most between two looks while the system tells what changes: it does not for a folder on another machine.
const LOOK: Duration = Duration::from_secs(5);
/// The same where the system has no more watches to give.
const LOOK_WITHOUT_WATCH: Duration = Duration::from_secs(1);

impl Maildir {
    /// A watch over both folders.
    fn watch(&self) -> rustix::io::Result<OwnedFd> {
        let watch = inotify::init(inotify::CreateFlags::CLOEXEC)?;
        for folder in FOLDERS {
            let changes = inotify::WatchFlags::CREATE | inotify::WatchFlags::MOVED_TO;
            inotify::add_watch(&watch, self.folder.join(folder), changes)?;
        }
        Ok(watch)
    }
}

/// Waits until something changes, at most so long.
fn await_change(watch: &OwnedFd, at_most: Duration) {
    let timeout = Timespec::try_from(at_most).ok();
    if let Ok(1..) = poll(&mut [PollFd::new(watch, PollFlags::IN)], timeout.as_ref()) {
        // What has changed the look finds out; taken away, so that the next wait waits.
        let _ = rustix::io::read(watch, &mut [0; 4096]);
        // A letter that is being copied in is not looked at a hundred times.
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Whether a file's flags leave it to be read.
fn is_to_be_read(name: &str) -> bool {
    name.split_once(":2,").is_none_or(|(_, flags)| !flags.contains(DONE))
}

/// A file's name without its flags.
fn base(name: &str) -> &str {
    name.split_once(":2,").map_or(name, |(base, _)| base)
}

/// Makes a Maildir's three folders.
pub(crate) fn make(folder: &Path) -> std::io::Result<()> {
    ["tmp", "new", "cur"].iter().try_for_each(|sub| fs::create_dir_all(folder.join(sub)))
}

fn since_1970(time: SystemTime) -> Duration {
    time.duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// A number for a letter that is the same at every look and orders letters of the same millisecond by their
/// finer time: nanoseconds above, and below them what tells names apart.
fn number(key: &str, nanos: u32) -> u64 {
    let digest = Sha256::digest(key.as_bytes());
    let low = digest.iter().take(4).fold(0u64, |sum, byte| sum << 8 | u64::from(*byte));
    u64::from(nanos) << 32 | low
}

fn unreachable(place: &Path, error: &std::io::Error) -> SourceError {
    SourceError::Unreachable { place: place.display().to_string(), why: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(folder: &Path, name: &str, text: &str, at: u64) {
        let path = folder.join("new").join(name);
        fs::write(&path, text).unwrap();
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(UNIX_EPOCH + Duration::from_millis(at)).unwrap();
    }

    #[test]
    fn letters_are_listed_in_order_of_receipt_and_moved_when_done() {
        let folder = tempfile::tempdir().unwrap();
        let filing = Filing::Move { processed: "Processed".into(), ignored: "Ignored".into() };
        let mut maildir = Maildir::open("in", folder.path(), filing, 10).unwrap();
        put(folder.path(), "b", "second", 2000);
        put(folder.path(), "a", "a letter that is too large", 1000);
        let listing = maildir.list(Cursor::default()).unwrap();
        let seen: Vec<_> = listing.arrivals.iter().map(|a| (a.key.as_str(), a.received_ms)).collect();
        assert_eq!(seen, [("a", 1000), ("b", 2000)]);
        assert_eq!(maildir.list(Cursor::default()).unwrap(), listing);
        let fetched = maildir.fetch(&listing.arrivals).unwrap();
        assert_eq!(
            fetched.iter().map(|f| (f.bytes.len(), f.whole)).collect::<Vec<_>>(),
            [(11, false), (6, true)]
        );
        maildir.file(&listing.arrivals, Shelf::Processed).unwrap();
        maildir.file(&listing.arrivals, Shelf::Processed).unwrap();
        assert!(folder.path().join(".Processed/cur/b:2,S").exists());
        assert!(maildir.list(Cursor::default()).unwrap().arrivals.is_empty());
        assert!(maildir.fetch(&listing.arrivals).unwrap().is_empty());
    }

    #[test]
    fn letters_of_the_same_time_are_listed_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let mut maildir = Maildir::open("in", folder.path(), Filing::Flag, 100).unwrap();
        let names = ["10a", "10b", "1764072000.M1P1.host", "1764072000.M1P2.host", "a", "b", "c"];
        names.iter().rev().for_each(|name| put(folder.path(), name, "text", 1000));
        let listing = maildir.list(Cursor::default()).unwrap();
        assert_eq!(listing.arrivals.iter().map(|arrival| arrival.key.as_str()).collect::<Vec<_>>(), names);
    }

    #[test]
    fn flagging_puts_a_letter_into_cur() {
        let folder = tempfile::tempdir().unwrap();
        let mut maildir = Maildir::open("in", folder.path(), Filing::Flag, 100).unwrap();
        put(folder.path(), "x", "text", 1);
        let arrivals = maildir.list(Cursor::default()).unwrap().arrivals;
        maildir.file(&arrivals, Shelf::Ignored).unwrap();
        assert!(folder.path().join("cur/x:2,S").exists());
    }

    #[test]
    fn what_another_program_moved_to_cur_is_read_once_and_what_is_seen_is_counted() {
        let folder = tempfile::tempdir().unwrap();
        let filing = Filing::Move { processed: "Processed".into(), ignored: "Ignored".into() };
        let mut maildir = Maildir::open("in", folder.path(), filing, 100).unwrap();
        put(folder.path(), "a", "in new", 1000);
        put(folder.path(), "b", "in cur", 2000);
        put(folder.path(), "c", "seen", 3000);
        let to_cur = |from: &str, to: &str| {
            fs::rename(folder.path().join("new").join(from), folder.path().join("cur").join(to)).unwrap();
        };
        to_cur("b", "b:2,");
        to_cur("c", "c:2,RS");
        let arrivals = maildir.list(Cursor::default()).unwrap().arrivals;
        assert_eq!(arrivals.iter().map(|a| a.key.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(maildir.count().unwrap(), MaildirCount { new: 1, cur: 1, seen: 1 });
        // Moved and flagged between the listing and the fetch: it is the same letter.
        to_cur("a", "a:2,F");
        assert_eq!(maildir.list(Cursor::default()).unwrap().arrivals, arrivals);
        let fetched = maildir.fetch(&arrivals).unwrap();
        assert_eq!(fetched.iter().map(|f| f.bytes.len()).collect::<Vec<_>>(), [6, 6]);
        maildir.file(&arrivals, Shelf::Processed).unwrap();
        assert!(folder.path().join(".Processed/cur/a:2,S").exists());
        assert!(maildir.list(Cursor::default()).unwrap().arrivals.is_empty());
    }

    #[test]
    fn a_new_file_ends_the_wait() {
        let folder = tempfile::tempdir().unwrap();
        let mut maildir = Maildir::open("in", folder.path(), Filing::Flag, 100).unwrap();
        assert_eq!(maildir.wait(Duration::from_millis(10)).unwrap(), Wake::Quiet);
        let path = folder.path().to_path_buf();
        let writer = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            put(&path, "x", "text", 1);
        });
        assert_eq!(maildir.wait(Duration::from_secs(20)).unwrap(), Wake::News);
        writer.join().unwrap();
    }
}
