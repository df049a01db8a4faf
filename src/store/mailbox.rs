//! How far the mailboxes were read.

use serde::{Deserialize, Serialize};

/// How far one folder of one account was read (hazards 2, 3). A help for polling, never the proof that a letter
/// was filed: that is [`super::Store::seen`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// The UIDVALIDITY that the UIDs belong to; 0 for sources without one.
    pub uidvalidity: u32,
    /// The greatest UID seen.
    pub max_uid: u64,
    /// When the last look that saw everything began, in milliseconds since 1970: a turn may close only after one
    /// later than its deadline. `None` after a rebuild, so that one is made.
    pub polled_ms: Option<i64>,
}
