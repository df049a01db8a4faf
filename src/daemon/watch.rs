//! What the daemon knows of itself as long as it runs.

use std::collections::BTreeMap;

use crate::clock::Millis;
use crate::refusals::Hold;
use fieldpost_desk::record::GameName;
use fieldpost_store::Owed;

/// What the daemon knows of itself as long as it runs.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// Whether the loop runs.
    pub running: bool,
    /// Since when the office is open in this process, in milliseconds since 1970.
    pub started_ms: Millis,
    /// The sources that were looked at since the start, by name.
    pub sources: BTreeMap<String, SourceSeen>,
    /// Why the outbox is held, if it is.
    pub outbox: Option<Hold>,
    /// When it was last looked whether something is wrong.
    pub(super) looked_ms: Option<Millis>,
    /// When staged bytes that nothing names were last taken away.
    pub(super) swept_ms: Option<Millis>,
    /// The games whose turn last met a full disk, and when.
    pub(super) no_room: BTreeMap<GameName, Millis>,
    /// The day of the last summary.
    pub(super) summary: Option<chrono::NaiveDate>,
}

/// What is known of a source since the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceSeen {
    /// When the last look that saw everything began.
    pub last_full_ms: Option<Millis>,
    /// Since when it cannot be read.
    pub failing_since_ms: Option<Millis>,
    /// Why not.
    pub error: Option<String>,
    /// The letters that it names and does not hand out.
    pub owed: Vec<Owed>,
}
