//! Maildir: letters as files in `new/`, one a letter; a file's own time is its time of receipt.

use std::collections::BTreeSet;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};

use super::{Arrival, Cursor, Fetched, Filing, Listing, Mailbox, Shelf, SourceError, Wake};

/// A Maildir to read letters from.
///
/// What lies in `new/` is not done yet; [`Filing::Flag`] moves a letter into `cur/` with the flag `S`, and
/// [`Filing::Move`] into the folder `.Name` beside, as Maildir++ has it, or into the folder at an absolute path.
#[derive(Clone, Debug)]
pub struct Maildir {
    name: String,
    folder: PathBuf,
    filing: Filing,
    letter_max: u64,
    listed: BTreeSet<String>,
}

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

    fn arrival(&self, file: &fs::DirEntry) -> Result<Option<Arrival>, std::io::Error> {
        let data = match file.metadata() {
            Ok(data) => data,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let Ok(key) = file.file_name().into_string() else { return Ok(None) };
        if !data.is_file() || key.starts_with('.') {
            return Ok(None);
        }
        let received = since_1970(data.modified()?);
        let received_ms = i64::try_from(received.as_millis()).unwrap_or(i64::MAX);
        let uid = number(&key, received.subsec_nanos());
        Ok(Some(Arrival { key, uid, size: data.len(), received_ms }))
    }

    /// Whether a file lies there that the last listing did not show.
    fn has_news(&self) -> Result<bool, SourceError> {
        let new = self.folder.join("new");
        let files = fs::read_dir(&new).map_err(|error| unreachable(&new, &error))?;
        let mut names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
        Ok(names.any(|name| !name.starts_with('.') && !self.listed.contains(&name)))
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
        let new = self.folder.join("new");
        let listed = fs::read_dir(&new).and_then(|files| {
            let mut arrivals = Vec::new();
            for file in files {
                arrivals.extend(self.arrival(&file?)?);
            }
            Ok(arrivals)
        });
        let mut arrivals = listed.map_err(|error| unreachable(&new, &error))?;
        arrivals.sort_by(|a, b| (a.received_ms, a.uid, &a.key).cmp(&(b.received_ms, b.uid, &b.key)));
        self.listed = arrivals.iter().map(|arrival| arrival.key.clone()).collect();
        Ok(Listing { arrivals, ..Listing::default() })
    }

    fn fetch(&mut self, arrivals: &[Arrival]) -> Result<Vec<Fetched>, SourceError> {
        let mut fetched = Vec::new();
        for arrival in arrivals {
            let path = self.folder.join("new").join(&arrival.key);
            let limit = self.letter_max.saturating_add(1);
            let mut bytes = Vec::new();
            let read = fs::File::open(&path).and_then(|file| file.take(limit).read_to_end(&mut bytes));
            match read {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(unreachable(&path, &error)),
            }
            let whole = bytes.len() as u64 <= self.letter_max;
            fetched.push(Fetched { arrival: arrival.clone(), bytes, whole });
        }
        Ok(fetched)
    }

    fn file(&mut self, arrivals: &[Arrival], shelf: Shelf) -> Result<(), SourceError> {
        for arrival in arrivals {
            let from = self.folder.join("new").join(&arrival.key);
            let to = self.target(&arrival.key, shelf);
            let moved =
                to.parent().and_then(Path::parent).map_or(Ok(()), make).and_then(|()| fs::rename(&from, &to));
            match moved {
                Ok(()) => {}
                Err(error) if error.kind() == ErrorKind::NotFound && !from.exists() => {}
                Err(error) => return Err(unreachable(&to, &error)),
            }
        }
        Ok(())
    }

    fn wait(&mut self, at_most: Duration) -> Result<Wake, SourceError> {
        const LOOK: Duration = Duration::from_millis(200);
        let begun = Instant::now();
        loop {
            if self.has_news()? {
                return Ok(Wake::News);
            }
            match at_most.checked_sub(begun.elapsed()).filter(|left| !left.is_zero()) {
                Some(left) => std::thread::sleep(left.min(LOOK)),
                None => return Ok(Wake::Quiet),
            }
        }
    }
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
    fn flagging_puts_a_letter_into_cur() {
        let folder = tempfile::tempdir().unwrap();
        let mut maildir = Maildir::open("in", folder.path(), Filing::Flag, 100).unwrap();
        put(folder.path(), "x", "text", 1);
        let arrivals = maildir.list(Cursor::default()).unwrap().arrivals;
        maildir.file(&arrivals, Shelf::Ignored).unwrap();
        assert!(folder.path().join("cur/x:2,S").exists());
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
