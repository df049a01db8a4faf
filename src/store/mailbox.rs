//! How far the mailboxes were read.

use serde::{Deserialize, Serialize};

/// How far one folder of one account was read (hazards 2, 3). A help for polling, never the proof that a letter
/// was filed: that is [`super::Store::seen`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// The UIDVALIDITY that the UIDs belong to; 0 for sources without one.
    pub uidvalidity: u32,
    /// The greatest UID seen.
    pub max_uid: u64,
    /// When the last look that saw everything began, in milliseconds since 1970: a turn may close only after one
    /// later than its deadline. `None` after a rebuild, so that one is made.
    pub polled_ms: Option<i64>,
    /// The letters at or below `max_uid` that the server names and has not handed out yet, by UID.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owed: Vec<Owed>,
}

/// A letter that the server names and does not hand out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owed {
    pub uid: u64,
    /// When it was first named, in milliseconds since 1970.
    pub since_ms: i64,
    /// What is wrong, for people.
    pub why: String,
}

/// How long a letter is owed before the GA is told of it, and a turn no longer waits for it: a day, in milliseconds.
pub const OWED_MS: i64 = 24 * 3_600_000;

impl Owed {
    /// Whether it has been owed for so long that the GA is told and no turn waits for it.
    pub fn is_old(&self, now_ms: i64) -> bool {
        now_ms.saturating_sub(self.since_ms) >= OWED_MS
    }
}
