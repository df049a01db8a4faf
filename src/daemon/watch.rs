//! What the daemon knows of itself as long as it runs.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

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
    /// How the port of desk pages stands, while one is kept.
    pub web: Option<fieldpost_web::server::Teller>,
    /// Why the outbox is held, if it is.
    pub outbox: Option<Hold>,
    /// When it was last looked whether something is wrong.
    pub(super) looked_ms: Option<Millis>,
    /// When staged bytes that nothing names were last taken away.
    pub(super) swept_ms: Option<Millis>,
    /// When reports were last given up by the rule of the configuration, and of which turns since the start.
    pub(super) pruned_ms: Option<Millis>,
    pub(super) pruned: BTreeSet<(GameName, u32)>,
    /// The games whose turn last met a full disk, and when.
    pub(super) no_room: BTreeMap<GameName, Millis>,
    /// The games whose turn is due and waits for a look at the mailboxes, and since when: by time that nobody sets, since a machine
    /// that slept has all of it left.
    pub(super) unread: BTreeMap<GameName, Instant>,
    /// For how long such a turn waits before it is held; [`LOOK_PATIENCE`] where nothing is said.
    pub look_patience: Option<Duration>,
    /// The day of the last summary.
    pub(super) summary: Option<chrono::NaiveDate>,
}

/// For how long a turn that is due waits for a look at the mailboxes: a minute after the deadline it is run or held.
pub const LOOK_PATIENCE: Duration = Duration::from_secs(40);

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
