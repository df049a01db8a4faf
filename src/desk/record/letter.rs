//! By what a letter is known in the record, and to which game it belongs.

use serde::{Deserialize, Serialize};

/// A game's name as players write it, such as `bohemia-1866`; lower case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GameName(pub String);

/// A letter's number: counted up by the store, in order of filing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LetterNo(pub u64);

/// When a letter was received, by the server's stamp, and what breaks a tie: letters are judged in this
/// order (DESIGN "Time", M-01).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Receipt {
    /// Milliseconds since 1970, UTC, by the server's stamp.
    pub at_ms: i64,
    /// The mailbox's UID, or for other sources a running number.
    pub uid: u64,
    /// The source's name in the configuration.
    pub source: String,
}
