//! The audit log: one line for whatever changed the record.

use serde::{Deserialize, Serialize};

/// A line of the audit log. Never a password, never a letter's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditLine {
    /// When, in milliseconds since 1970, as the caller said.
    pub at_ms: i64,
    /// What happened, in a sentence.
    pub what: String,
}
