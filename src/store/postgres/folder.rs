//! What a daemon keeps in its own folder beside a record that lies in a database: its lock, a mark by which it is known again, and the
//! newest timeline that it has seen.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use fieldpost_engine::hex::hex;

use crate::error::{Result, failed};
use crate::lock::lock;
use crate::postgres::random::random;

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

/// The name before the slash, for people.
pub fn machine_of(mark: &str) -> &str {
    mark.rsplit_once('/').map_or(mark, |(machine, _)| machine)
}

/// This machine's name.
fn machine() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "of no name".to_owned() } else { name.to_owned() }
}

/// The newest timeline of the database that was seen from here, in this life or one before: each failover begins another. A primary of an
/// older one was superseded, and what is written to it is lost.
pub struct Newest {
    file: PathBuf,
    /// The cluster of servers by its number, and its newest timeline.
    seen: Mutex<Option<(String, u32)>>,
}

impl Newest {
    /// What the folder says.
    pub fn of(folder: &Path) -> Self {
        let file = folder.join(TIMELINE);
        let text = fs::read_to_string(&file).unwrap_or_default();
        let noted = text.trim().split_once(' ');
        let seen = noted.and_then(|(cluster, timeline)| Some((cluster.to_owned(), timeline.parse().ok()?)));
        Newest { file, seen: Mutex::new(seen) }
    }

    /// Holds a primary's timeline to it. Another cluster, such as one that was made anew, has timelines of its own.
    ///
    /// # Errors
    /// The newest, if this is an older one.
    pub fn hold(&self, cluster: &str, found: u32) -> std::result::Result<(), u32> {
        let newest = self.newest(cluster);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if found < newest {
            return Err(newest);
        }
        if found > newest {
            // That it cannot be noted is no reason not to work.
            if let Err(error) = replace(&self.file, &format!("{cluster} {found}")) {
                tracing::warn!(%error, "after the next start it is not known which primary is the newest");
            }
            *seen = Some((cluster.to_owned(), found));
        }
        Ok(())
    }

    /// The newest that was seen of a cluster; 0 where none was.
    pub fn newest(&self, cluster: &str) -> u32 {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.as_ref().filter(|(of, _)| of == cluster).map_or(0, |(_, timeline)| *timeline)
    }

    /// Where it is kept.
    pub fn file(&self) -> &Path {
        &self.file
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_timeline_outlives_a_start_and_is_of_one_cluster() {
        let folder = tempfile::tempdir().unwrap();
        let newest = Newest::of(folder.path());
        assert_eq!((newest.hold("7", 1), newest.hold("7", 3), newest.hold("7", 2)), (Ok(()), Ok(()), Err(3)));
        let again = Newest::of(folder.path());
        assert_eq!((again.hold("7", 2), again.hold("7", 3)), (Err(3), Ok(())));
        assert_eq!(
            (again.hold("8", 1), again.hold("8", 1)),
            (Ok(()), Ok(())),
            "a database that was made anew"
        );
    }
}
