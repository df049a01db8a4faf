//! The lock of a store's folder: one process at a time has it, whether the record lies there or in a database.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::Duration;

use rustix::fs::FlockOperation;

use crate::error::{Result, StoreError, failed};

const LOCK: &str = "lock";

/// Takes a store's folder for this process. The lock goes when the process does, however it does.
///
/// # Errors
/// [`StoreError::Locked`] if another process has it; [`StoreError::Disk`] if the folder cannot be written.
pub fn lock(folder: &Path) -> Result<File> {
    let path = folder.join(LOCK);
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false).mode(0o600);
    let mut file = options.open(&path).map_err(failed("open", &path))?;
    match patiently(|| rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive)) {
        Ok(()) => {}
        Err(rustix::io::Errno::WOULDBLOCK) => return Err(locked(folder, &mut file)),
        Err(error) => return Err(failed("lock", &path)(error.into())),
    }
    // Who holds it is a courtesy to whoever asks: a full disk does not keep a store closed.
    let written =
        file.set_len(0).and_then(|()| file.rewind()).and_then(|()| write!(file, "{}", std::process::id()));
    if let Err(error) = written {
        tracing::warn!(%error, path = %path.display(), "the lock does not say who holds it");
    }
    Ok(file)
}

/// Tries for half a second. A process that is just being started by the former holder has inherited the lock until
/// its `exec`, and a former holder may be in its last breath.
///
/// # Errors
/// That of the last attempt.
pub fn patiently<T, E>(mut attempt: impl FnMut() -> std::result::Result<T, E>) -> std::result::Result<T, E> {
    for _ in 0..10 {
        if let Ok(done) = attempt() {
            return Ok(done);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    attempt()
}

fn locked(folder: &Path, file: &mut File) -> StoreError {
    let mut holder = String::new();
    let holder = match file.read_to_string(&mut holder) {
        Ok(_) if !holder.is_empty() => format!(" (process {holder})"),
        _ => String::new(),
    };
    StoreError::Locked { folder: folder.to_path_buf(), holder }
}
