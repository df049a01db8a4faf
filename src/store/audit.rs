//! The audit log: one line for whatever changed the record.

use serde::{Deserialize, Serialize};

use fieldpost_desk::record::GameName;

/// A line of the audit log. Never a password, never a letter's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditLine {
    /// When, in milliseconds since 1970, as the caller said.
    pub at_ms: i64,
    /// Of which game, where it is of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameName>,
    /// What happened, in a sentence.
    pub what: String,
}
