//! The record types that the desk judges by and the [`crate::store`] keeps. All are plain data, in order,
//! and serialisable; none holds a password's words.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::engine::ids::PlayerNo;
use crate::games::land::orders::{OfficeOrder, UnitOrder};
use crate::games::land::unit::UnitId;
use crate::grammar::letter::{Complaint, Read};

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

/// The final word on a letter (promise 2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All of it was done.
    Obeyed,
    /// Some of it was done; the answer says what was not.
    PartlyObeyed,
    /// None of it was done, and why.
    Refused(String),
    /// No answer is owed, and why: automatic mail, bounce, list, stranger, duplicate.
    Ignored(String),
    /// Waits for its registered sender's word; refused at the deadline.
    Held(String),
    /// Waits for the GA.
    Quarantined(String),
}

impl Verdict {
    /// Whether it can still change (promise 2).
    pub fn is_final(&self) -> bool {
        !matches!(self, Verdict::Held(_) | Verdict::Quarantined(_))
    }
}

/// In what right a player ordered a unit (rules 6.1, 6.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Right {
    Deputy,
    Commander,
}

/// One order for a unit as it was filed: accepted at its receipt against the seats of that moment (M-01).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filed {
    /// When.
    pub receipt: Receipt,
    /// In which letter.
    pub letter: LetterNo,
    /// By whom.
    pub player: PlayerNo,
    /// In what right, at that moment.
    pub right: Right,
    /// The lines; an empty list is a cancelled order (M-05).
    pub lines: Vec<Read<UnitOrder>>,
    /// The block's lines that could not be read.
    pub complaints: Vec<Complaint>,
}

/// An office order as it was filed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct FiledOffice {
    pub receipt: Receipt,
    pub letter: LetterNo,
    pub player: PlayerNo,
    pub order: Read<OfficeOrder>,
}

/// The order book of one game and turn: everything accepted, in order of receipt. What is in force is
/// worked out from it, never stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderBook {
    /// The open turn it belongs to.
    pub turn: u32,
    /// Orders by unit.
    pub units: BTreeMap<UnitId, Vec<Filed>>,
    /// Office orders, assignments among them.
    pub offices: Vec<FiledOffice>,
}

/// A password's hash, from when on (rule 6.11, M-01b).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PasswordSince {
    /// From this receipt on; `None` is from the game's opening.
    pub since: Option<Receipt>,
    /// The argon2id PHC string.
    pub hash: String,
}

/// A player's account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// The player, by name, as in the game's state.
    pub name: String,
    /// The registered address: answers go there and nowhere else.
    pub email: String,
    /// Passwords with their times, oldest first.
    pub passwords: Vec<PasswordSince>,
    /// Text only, no pictures and so on, as `SET REPORTS` said.
    pub report_wishes: String,
}

/// What a judged letter changes in the record; the store carries these out in one transaction with the
/// verdict and the answers (promise 3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Change {
    /// An order for a unit enters the book of this turn.
    Unit { game: GameName, turn: u32, unit: UnitId, filed: Filed },
    /// An office order enters the book of this turn.
    Office { game: GameName, turn: u32, filed: FiledOffice },
    /// A player's password from this letter on.
    Password { game: GameName, player: String, password: PasswordSince },
    /// How a player wants reports.
    ReportWishes { game: GameName, player: String, wishes: String },
}
