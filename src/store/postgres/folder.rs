//! What a daemon keeps in its own folder beside a record that lies in a database: its lock, a mark by which it is known again, and the
//! newest timeline that it has seen.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use fieldpost_engine::hex::hex;

use crate::error::{Result, failed};
use crate::lock::lock;
use crate::postgres::random;

/// The file with the mark.
const MARK: &str = "mark";

/// The file with a Maildir's; dots are no folder of letters.
const MAILDIR_MARK: &str = ".fieldpost-mark";

/// The file with the newest timeline.
const TIMELINE: &str = "timeline";

/// A daemon's folder, which no other process has as long as this lives.
pub struct Folder {
    _lock: File,
    pub mark: String,
}

impl Folder {
    /// Takes the folder, and makes it and its mark where they are not.
    ///
    /// # Errors
    /// [`Locked`](crate::error::StoreError::Locked) if another process has it; [`Disk`](crate::error::StoreError::Disk) if it cannot be written.
    pub fn take(folder: &Path) -> Result<Self> {
        fs::create_dir_all(folder).map_err(failed("make the folder", folder))?;
        Ok(Folder { _lock: lock(folder)?, mark: mark(folder)? })
    }
}

/// What tells this folder on this machine from all others: the machine's name, and a number of the folder's own. The name is in it since
/// folders are copied from one machine to the other, mark and all.
fn mark(folder: &Path) -> Result<String> {
    Ok(format!("{}/{}", machine(), number_in(&folder.join(MARK))?))
}

/// What tells a Maildir from all others, whichever machine reads it.
///
/// # Errors
/// [`Disk`](crate::error::StoreError::Disk) if it has no mark and none can be written.
pub fn maildir_mark(folder: &Path) -> Result<String> {
    number_in(&folder.join(MAILDIR_MARK))
}

/// The number that a file holds, made where there is none.
fn number_in(file: &Path) -> Result<String> {
    let known = fs::read_to_string(file).ok().map(|text| text.trim().to_owned());
    if let Some(known) = known.filter(|known| !known.is_empty()) {
        return Ok(known);
    }
    let own = hex(random::<16>()?);
    replace(file, &own)?;
    Ok(own)
}

/// The machine that a mark is of.
pub fn machine_of(mark: &str) -> &str {
    mark.rsplit_once('/').map_or(mark, |(machine, _)| machine)
}

/// This machine's name.
fn machine() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "of no name".to_owned() } else { name.to_owned() }
}

/// The newest timeline that was seen of a cluster of servers, by its number; 0 where none was, or the note is of another cluster.
pub fn newest_timeline(folder: &Path, cluster: &str) -> u32 {
    let text = fs::read_to_string(folder.join(TIMELINE)).unwrap_or_default();
    let noted = text.trim().split_once(' ').filter(|(of, _)| *of == cluster);
    noted.and_then(|(_, timeline)| timeline.parse().ok()).unwrap_or(0)
}

/// Notes a timeline. That it cannot be noted is no reason not to work.
pub fn note_timeline(folder: &Path, cluster: &str, timeline: u32) {
    if let Err(error) = replace(&folder.join(TIMELINE), &format!("{cluster} {timeline}")) {
        tracing::warn!(%error, "after the next start it is not known which primary is the newest");
    }
}

/// Where the newest timeline is noted, for who is to be told.
pub fn timeline_file(folder: &Path) -> PathBuf {
    folder.join(TIMELINE)
}

/// Writes a small file so that a crash leaves the old one or the new.
fn replace(path: &Path, words: &str) -> Result<()> {
    let new = path.with_extension("new");
    let mut options = OpenOptions::new();
    let options = options.write(true).create(true).truncate(true).mode(0o600);
    let mut file = options.open(&new).map_err(failed("write", &new))?;
    writeln!(file, "{words}").and_then(|()| file.sync_all()).map_err(failed("write", &new))?;
    fs::rename(&new, path).map_err(failed("write", path))
}
