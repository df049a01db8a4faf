//! How much room the store's disk has left, and what that means: a full disk must cost no letter (hazard 46).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes in a MiB.
pub const MIB: u64 = 1 << 20;

/// Looks at a disk.
#[derive(Clone, Debug)]
pub enum Gauge {
    /// The disk that this folder is on.
    Of(PathBuf),
    /// One that has this many bytes left, until it is told otherwise: for tests.
    Set(Arc<AtomicU64>),
}

impl Gauge {
    /// A gauge that shows this many bytes until [`Gauge::set`] changes it.
    pub fn showing(free: u64) -> Self {
        Gauge::Set(Arc::new(AtomicU64::new(free)))
    }

    /// Bytes left for us; `None` if the disk does not say.
    pub fn free(&self) -> Option<u64> {
        match self {
            Gauge::Of(folder) => {
                let disk = rustix::fs::statvfs(folder).ok()?;
                Some(disk.f_bavail.saturating_mul(disk.f_frsize))
            }
            Gauge::Set(free) => Some(free.load(Ordering::SeqCst)),
        }
    }

    /// Bytes of the database over the record (`db/`); `None` where there is none.
    pub fn index(&self) -> Option<u64> {
        match self {
            Gauge::Of(folder) => weight(&folder.join("db")).ok(),
            Gauge::Set(_) => None,
        }
    }

    /// Changes what a set gauge shows; a real disk is left alone.
    pub fn set(&self, free: u64) {
        if let Gauge::Set(shown) = self {
            shown.store(free, Ordering::SeqCst);
        }
    }
}

/// Bytes of all files of a folder and those in it. One that goes away meanwhile weighs nothing.
fn weight(folder: &Path) -> io::Result<u64> {
    let mut sum = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        sum += match entry.metadata() {
            Ok(file) if file.is_dir() => weight(&entry.path()).unwrap_or_default(),
            Ok(file) => file.len(),
            Err(_) => 0,
        };
    }
    Ok(sum)
}

/// How full a disk is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// There is room.
    Enough,
    /// Less than the limit: the GA is told.
    Low,
    /// Less than a tenth of it: letters are left on the server and turns wait, so that what is left serves to
    /// bring what is in hand to its end.
    Full,
}

/// How full a disk with this many bytes left is, by a limit in bytes; a limit of 0 is none.
pub fn level(free: u64, limit: u64) -> Level {
    if free < limit / 10 {
        Level::Full
    } else if free < limit {
        Level::Low
    } else {
        Level::Enough
    }
}

/// The level once it has been told: a disk about the limit is not told of again and again, so it counts as better only
/// with a tenth more room than made it worse.
pub fn settled(free: u64, limit: u64, told: Level) -> Level {
    level(free, limit).max(level(free, limit.saturating_add(limit / 10)).min(told))
}

/// Bytes in words, such as `43.9 GiB`.
pub fn in_words(bytes: u64) -> String {
    let tenths = |unit: u64| format!("{}.{}", bytes / unit, bytes % unit * 10 / unit);
    match bytes {
        0..MIB => format!("{} KiB", bytes >> 10),
        MIB..0x4000_0000 => format!("{} MiB", bytes / MIB),
        _ => format!("{} GiB", tenths(1 << 30)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_real_disk_has_room_and_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let gauge = Gauge::Of(folder.path().to_owned());
        assert!(gauge.free().unwrap() > 0);
        assert_eq!(gauge.index(), None, "there is no database");
        fs::create_dir_all(folder.path().join("db/blobs")).unwrap();
        fs::write(folder.path().join("db/blobs/1"), [0; 3000]).unwrap();
        fs::write(folder.path().join("db/conf"), [0; 72]).unwrap();
        assert_eq!(gauge.index(), Some(3072));
        assert_eq!(Gauge::Of(folder.path().join("none")).free(), None);
    }

    #[test]
    fn levels_go_down_at_the_limit_and_up_a_tenth_above_it() {
        assert_eq!([1000, 999, 100, 99].map(|free| level(free, 1000)), {
            [Level::Enough, Level::Low, Level::Low, Level::Full]
        });
        assert_eq!(settled(1050, 1000, Level::Low), Level::Low);
        assert_eq!(settled(1100, 1000, Level::Low), Level::Enough);
        assert_eq!(settled(1050, 1000, Level::Enough), Level::Enough);
        assert_eq!(settled(105, 1000, Level::Full), Level::Full);
        assert_eq!(settled(110, 1000, Level::Full), Level::Low);
        assert_eq!(settled(50, 1000, Level::Low), Level::Full);
        assert_eq!(level(0, 0), Level::Enough);
    }

    #[test]
    fn bytes_are_told_in_words() {
        let words = [512 << 10, 43 * MIB, 5 << 30, (5 << 30) + (1 << 29)].map(in_words);
        assert_eq!(words, ["512 KiB", "43 MiB", "5.0 GiB", "5.5 GiB"]);
    }
}
