//! What is found when the record is held to its own hashes and checksums.

use std::collections::VecDeque;
use std::fmt;

/// A file of the record that is not what was written, or is missing, and what that costs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Damage {
    /// The file by its path within the store; of the journal with the line.
    pub file: String,
    /// What is wrong with it.
    pub why: String,
    /// What cannot be known or done any more for it: letters, players, turns.
    pub costs: String,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.why)?;
        if self.costs.is_empty() { Ok(()) } else { write!(f, ". {}", self.costs) }
    }
}

/// What holding the whole record to its hashes found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Letters, mails and papers that were read.
    pub bodies: u64,
    /// Records of letters and turns, and lines of the journal, that were read.
    pub records: u64,
    /// How many of these have no checksum, since an older fieldpost wrote them.
    pub without_checksum: u64,
    /// Rows of the database that were compared with what the records say; `None` if a daemon holds it.
    pub rows: Option<u64>,
    /// The Message-ID of the newest mail, by which the post office's key can be known.
    pub message_id: Option<String>,
    /// Files that lie in `damaged`, kept aside by a start or a rebuild.
    pub aside: u64,
    /// What is damaged or missing, by file.
    pub damages: Vec<Damage>,
}

/// What an export wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    pub lines: u64,
    /// What is not in it, since it is damaged or missing.
    pub missing: Vec<Damage>,
}

/// What an import read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Entries carried out.
    pub entries: u64,
    /// What the export says that it lacks, and what could not be carried out for it.
    pub missing: Vec<Damage>,
}

/// How far a slow look over the record has come: each call of [`Store::look_over`](super::Store::look_over) goes on
/// where the last ended.
#[derive(Debug, Default)]
pub struct Round {
    /// Folders still to be listed; `None` before the first look.
    pub(super) folders: Option<VecDeque<String>>,
    /// Files of the listed folder, still to be read.
    pub(super) files: VecDeque<String>,
    /// The database's key to go on from, once the files are done.
    pub(super) row: Option<Vec<u8>>,
    /// What was found so far.
    pub found: Vec<Damage>,
    /// Whether all has been looked at.
    pub is_over: bool,
}
