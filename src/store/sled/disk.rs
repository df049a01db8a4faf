//! The store's folder: files named by what they hold, records, the journal, and what makes them durable.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, FileExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::body::BodyHash;
pub use crate::deeds::paths::{JOURNAL, body_of, body_path, journal_path, record_path};
pub use crate::error::failed;
use crate::error::{Result, StoreError};
use crate::history::Shelf;
use crate::pressed::{pressed, unpressed};

/// What a write is about to do; each can be the last thing that a process does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Body,
    Record,
    Journal,
    SyncFiles,
    Apply,
    Flush,
    SyncDatabase,
    Acknowledge,
}

/// Told of every step of every write before it is made; an error stands for the disk's own. Tests make disks
/// fail and processes die with it.
pub trait Watch: Send + Sync {
    /// The step may be made.
    ///
    /// # Errors
    /// What the disk is to answer instead.
    fn before(&self, step: Step) -> io::Result<()>;
}

/// Lets every step be made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn before(&self, _: Step) -> io::Result<()> {
        Ok(())
    }
}

/// A file that a write brings.
#[derive(Clone, Debug)]
pub enum NewFile {
    /// A body, as [`NewFile::body`] makes it.
    Body { path: String, bytes: Vec<u8> },
    /// An entry in a file of its own.
    Record { path: String, bytes: Vec<u8> },
    /// An entry as a line of the journal.
    Line { path: String, bytes: Vec<u8> },
}

impl NewFile {
    /// The file of a body, in which it lies pressed if that is worth while.
    pub fn body(shelf: Shelf, hash: &BodyHash, bytes: Vec<u8>) -> Self {
        NewFile::Body { path: body_path(shelf, hash), bytes: pressed(shelf, &bytes).unwrap_or(bytes) }
    }
}

/// The folder.
pub struct Disk {
    root: PathBuf,
    handle: File,
    watch: Arc<dyn Watch>,
}

/// The folders that hold what a database row names.
pub const NAMED: [&str; 4] = ["letters", "post", "papers", "games"];

/// Where what was found damaged is kept aside.
pub const ASIDE: &str = "damaged";

/// The file that says which write was acknowledged last: a database that ends before it has lost rows.
pub const ACKNOWLEDGED: &str = "acknowledged";

impl Disk {
    /// The folder, made for its owner only if it is not there.
    pub fn open(root: &Path, watch: Arc<dyn Watch>) -> Result<Self> {
        make_folder(root).map_err(failed("make the folder", root))?;
        let handle = File::open(root).map_err(failed("open", root))?;
        Ok(Disk { root: root.to_path_buf(), handle, watch })
    }

    /// Takes the folders within from everybody but their owner: those of older fieldposts were made as the umask was.
    pub fn close_to_others(&self) -> Result<()> {
        for folder in NAMED.iter().chain(&[JOURNAL, ASIDE]) {
            close_to_others(&self.path(folder), 0o700)
                .map_err(failed("close to others", &self.path(folder)))?;
        }
        Ok(())
    }

    /// The write that was acknowledged last, as far as is known.
    pub fn acknowledged(&self) -> Option<u64> {
        let text = fs::read_to_string(self.path(ACKNOWLEDGED)).ok()?;
        let (one, other) = text.trim_end().split_once(' ')?;
        // It stands there twice, so that a damaged file is none.
        (one == other).then(|| one.parse().ok()).flatten()
    }

    /// Notes that a write is durable. The note itself is not synced: it may be behind after a loss of power, never
    /// ahead. Without it a start cannot tell a database that lost its last write from one that was interrupted.
    pub fn acknowledge(&self, write: u64) {
        let mut options = OpenOptions::new();
        let file = options.write(true).create(true).truncate(false).mode(0o600).open(self.path(ACKNOWLEDGED));
        let noted =
            file.and_then(|file| file.write_all_at(format!("{write:020} {write:020}\n").as_bytes(), 0));
        if let Err(error) = noted {
            tracing::warn!(%error, "the last write could not be noted in {ACKNOWLEDGED}");
        }
    }

    /// Keeps a copy of what was found damaged, for the host to look at. The same bytes are kept once, others beside them.
    pub fn keep_aside(&self, name: &str, bytes: &[u8]) -> Result<String> {
        for copy in 1_u32.. {
            let number = if copy == 1 { String::new() } else { format!(".{copy}") };
            let relative = format!("{ASIDE}/{name}{number}");
            let path = self.path(&relative);
            match create_new(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    if self.read(&relative)? == bytes {
                        return Ok(relative);
                    }
                }
                other => {
                    other.and_then(|mut file| file.write_all(bytes)).map_err(failed("write", &path))?;
                    return Ok(relative);
                }
            }
        }
        Err(StoreError::Broken(format!("{ASIDE}/{name} has too many copies")))
    }

    /// Writes a file anew, whole or not at all.
    pub fn replace(&self, relative: &str, bytes: &[u8]) -> Result<()> {
        let (path, new) = (self.path(relative), self.path(&format!("{relative}.new")));
        let mut options = OpenOptions::new();
        let made = options.write(true).create(true).truncate(true).mode(0o600).open(&new);
        made.and_then(|mut file| file.write_all(bytes)).map_err(failed("write", &new))?;
        fs::rename(&new, &path).map_err(failed("rename", &new))
    }

    /// The folder's path.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A path within the folder.
    pub fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// Says that a step is about to be made.
    pub fn before(&self, step: Step) -> io::Result<()> {
        self.watch.before(step)
    }

    /// Makes everything written in the folder's file system durable. The database's own flush asks only for
    /// `sync_file_range`, which a loss of power does not respect; `syncfs(2)` covers it and all files at once.
    pub fn sync(&self) -> Result<()> {
        rustix::fs::syncfs(&self.handle).map_err(|error| failed("sync", &self.root)(error.into()))
    }

    /// Writes the files of one write and syncs them, so that no row ever names what is not there. A journal line
    /// alone may reach the disk together with its rows, since nothing names it. If anything fails, the files that
    /// were written are taken back.
    pub fn write(&self, files: &[NewFile]) -> Result<()> {
        let mut undo = Vec::new();
        let written = files.iter().try_for_each(|file| self.write_one(file, &mut undo));
        let lines_only = files.iter().all(|file| matches!(file, NewFile::Line { .. }));
        let outcome = written.and_then(|()| if lines_only { Ok(()) } else { self.sync_files() });
        if outcome.is_err() {
            undo.into_iter().rev().for_each(Undo::carry_out);
        }
        outcome
    }

    /// Writes one file without syncing it: whoever names it syncs it.
    pub fn write_unsynced(&self, file: &NewFile) -> Result<()> {
        let mut undo = Vec::new();
        let outcome = self.write_one(file, &mut undo);
        if outcome.is_err() {
            undo.into_iter().for_each(Undo::carry_out);
        }
        outcome
    }

    /// Adds to a file that is there.
    pub fn append_unsynced(&self, relative: &str, bytes: &[u8]) -> Result<()> {
        let path = self.path(relative);
        open_to_append(&path).and_then(|mut file| file.write_all(bytes)).map_err(failed("write", &path))
    }

    fn sync_files(&self) -> Result<()> {
        self.before(Step::SyncFiles).map_err(failed("sync", &self.root))?;
        self.sync()
    }

    fn write_one(&self, file: &NewFile, undo: &mut Vec<Undo>) -> Result<()> {
        match file {
            NewFile::Body { path, bytes } => self.write_new(path, bytes, Step::Body, undo),
            NewFile::Record { path, bytes } => self.write_new(path, bytes, Step::Record, undo),
            NewFile::Line { path, bytes } => self.append(path, bytes, undo),
        }
    }

    /// A body that lies there already is left: its name says what it holds, and a torn one was swept at the start
    /// or taken back at once.
    fn write_new(&self, relative: &str, bytes: &[u8], step: Step, undo: &mut Vec<Undo>) -> Result<()> {
        let path = self.path(relative);
        self.before(step).map_err(failed("write", &path))?;
        let mut file = match create_new(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && step == Step::Body => return Ok(()),
            other => other.map_err(failed("write", &path))?,
        };
        undo.push(Undo::Remove(path.clone()));
        file.write_all(bytes).map_err(failed("write", &path))
    }

    fn append(&self, relative: &str, bytes: &[u8], undo: &mut Vec<Undo>) -> Result<()> {
        let path = self.path(relative);
        self.before(Step::Journal).map_err(failed("write", &path))?;
        let mut file = open_to_append(&path).map_err(failed("write", &path))?;
        let before = file.metadata().map_err(failed("look at", &path))?.len();
        undo.push(Undo::Truncate(path.clone(), before));
        file.write_all(bytes).map_err(failed("write", &path))
    }

    /// Removes bodies that no row names any more. One that stays is swept at the next start.
    pub fn erase(&self, bodies: &[(Shelf, BodyHash)]) {
        for (shelf, hash) in bodies {
            let path = body_path(*shelf, hash);
            match fs::remove_file(self.path(&path)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    tracing::warn!(path, %error, "a mail with a password stays until the next start");
                }
                _ => {}
            }
        }
    }

    /// A body's bytes, held to its name, whether they lie there pressed or as they are.
    pub fn read_body(&self, shelf: Shelf, hash: &BodyHash) -> Result<Vec<u8>> {
        let path = self.path(&body_path(shelf, hash));
        let kept = fs::read(&path).map_err(failed("read", &path))?;
        // What is damaged within is no more what was written than what has another hash.
        let bytes = unpressed(&kept).and_then(io::Result::ok).unwrap_or(kept);
        let found = BodyHash::of(&bytes);
        if found != *hash {
            return Err(StoreError::WrongBytes {
                path,
                expected: hash.to_string(),
                found: found.to_string(),
            });
        }
        Ok(bytes)
    }

    /// The files below one of the store's folders, by path within the store, in order.
    pub fn files(&self, folder: &str) -> Result<Vec<String>> {
        let mut faults = Vec::new();
        let found = self.readable_files(folder, &mut faults);
        faults.into_iter().next().map_or(Ok(found), |(_, error)| Err(error))
    }

    /// The same as far as folders can be read; those that cannot go into `faults`.
    pub fn readable_files(&self, folder: &str, faults: &mut Vec<(String, StoreError)>) -> Vec<String> {
        let mut found = Vec::new();
        self.collect(folder, &mut found, faults);
        found.sort_unstable();
        found
    }

    fn collect(&self, folder: &str, found: &mut Vec<String>, faults: &mut Vec<(String, StoreError)>) {
        let path = self.path(folder);
        let entries = match fs::read_dir(&path).and_then(Iterator::collect::<io::Result<Vec<_>>>) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return,
            Err(error) => return faults.push((folder.to_owned(), failed("read", &path)(error))),
        };
        for entry in entries {
            let Some(relative) = entry.file_name().to_str().map(|name| format!("{folder}/{name}")) else {
                continue;
            };
            if entry.path().is_dir() {
                self.collect(&relative, found, faults);
            } else {
                found.push(relative);
            }
        }
    }

    /// A file's bytes, by its path within the store.
    pub fn read(&self, relative: &str) -> Result<Vec<u8>> {
        let path = self.path(relative);
        fs::read(&path).map_err(failed("read", &path))
    }
}

/// How a file is taken back.
enum Undo {
    Remove(PathBuf),
    Truncate(PathBuf, u64),
}

impl Undo {
    /// What cannot be taken back now is swept at the next start.
    fn carry_out(self) {
        let outcome = match &self {
            Undo::Remove(path) | Undo::Truncate(path, 0) => fs::remove_file(path),
            Undo::Truncate(path, length) => {
                OpenOptions::new().write(true).open(path).and_then(|file| file.set_len(*length))
            }
        };
        if let Err(error) = outcome {
            tracing::warn!(%error, "a file of a failed write stays until the next start");
        }
    }
}

fn create_new(path: &Path) -> io::Result<File> {
    in_folder(path, || OpenOptions::new().write(true).create_new(true).mode(0o600).open(path))
}

fn open_to_append(path: &Path) -> io::Result<File> {
    in_folder(path, || OpenOptions::new().append(true).create(true).mode(0o600).open(path))
}

/// Opens a file, making its folder if that is what is missing.
fn in_folder(path: &Path, open: impl Fn() -> io::Result<File>) -> io::Result<File> {
    match (open(), path.parent()) {
        (Err(error), Some(folder)) if error.kind() == io::ErrorKind::NotFound => {
            make_folder(folder)?;
            open()
        }
        (outcome, _) => outcome,
    }
}

/// Makes a folder, and those above it that are missing, for their owner alone.
pub fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Takes whatever others may do with a file or folder that is there.
pub fn close_to_others(path: &Path, mode: u32) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(meta) if meta.permissions().mode() & 0o077 != 0 => {
            fs::set_permissions(path, fs::Permissions::from_mode(mode))
        }
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
