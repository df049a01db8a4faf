//! Games and their turns.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use fieldpost_desk::ga::record::{Administration, Administrator};
use fieldpost_desk::record::{Account, Change, GameName, TurnHold};

use crate::body::{BodyHash, Paper};
use crate::letter::Settlement;
use crate::outbox::{MailId, NewMail};

/// What a game is, from its opening to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The rulebook, such as `rotd-euwol`.
    pub ruleset: String,
    /// What the players call it.
    pub title: String,
    /// The map's id.
    pub map: String,
    /// The seed of all dice.
    pub seed: u64,
}

/// A game on its way into the record.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its name, as letters give it.
    pub name: GameName,
    /// When, in milliseconds since 1970: letters older than this are not for it.
    pub at_ms: i64,
    pub setup: Setup,
    /// The scenario's texts by file name: kept, so that the game outlives its folder.
    pub scenario: BTreeMap<String, Vec<u8>>,
    /// The position at the start of the first turn.
    pub position: Paper,
    /// The number of that turn.
    pub turn: u32,
    /// The players' accounts, in the order of the position's players.
    pub accounts: Vec<Account>,
    /// Who administers it.
    pub administrators: Vec<Administrator>,
    /// When its turns fall due; opaque to the store.
    pub schedule: serde_json::Value,
    /// The welcome mails.
    pub mails: Vec<NewMail>,
    /// What else the same write changes: the task that is done by it, say.
    pub also: Vec<Change>,
}

/// A game as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRow {
    pub name: GameName,
    pub setup: Setup,
    /// When it was opened, in milliseconds since 1970.
    pub opened_ms: i64,
    /// The players in the order of the position's.
    pub players: Vec<String>,
    /// The scenario's texts by file name.
    pub scenario: BTreeMap<String, BodyHash>,
    /// The first position.
    pub first: BodyHash,
    /// The open turn.
    pub turn: u32,
    /// When it was opened: with the game, or when the reports of the turn before were committed (M-04), in
    /// milliseconds since 1970.
    pub turn_opened_ms: i64,
    /// The position at its start.
    pub position: BodyHash,
    /// When its turns fall due; opaque to the store.
    pub schedule: serde_json::Value,
    /// Why the turn is held, if it is.
    pub hold: Option<TurnHold>,
    /// Its administrators and their doings.
    #[serde(default)]
    pub administration: Administration,
    /// How often it went back to an earlier turn.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rollbacks: u32,
}

/// The form of turns that do not say theirs.
pub const FIRST_FORM: u8 = 1;

fn first_form() -> u8 {
    FIRST_FORM
}

fn is_first_form(form: &u8) -> bool {
    *form == FIRST_FORM
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Whether a game's turn is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hold {
    /// Held, and why.
    Held(TurnHold),
    /// Let go.
    Free,
}

/// A change of how a game is run. What is `None` stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameChange {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// The new schedule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<serde_json::Value>,
    /// Whether the turn is held from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hold: Option<Hold>,
}

/// A finished turn, on its way into the record.
#[derive(Clone, Debug)]
pub struct TurnFiling {
    pub game: GameName,
    /// The turn that was open.
    pub turn: u32,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// Everything ordered, as it stood when the turn closed, office orders among it.
    pub orders: Paper,
    /// The whole order book as it stood then, hand edits among it: what the turn is opened with again, if it is.
    pub book: Paper,
    /// Who commanded what when the turn closed: with the orders, the position before and the book's hand edits, all that
    /// a replay needs.
    pub seats: Paper,
    /// What happened.
    pub events: Paper,
    /// Every draw of the dice.
    pub draws: Paper,
    /// The position at the start of the next turn.
    pub position: Paper,
    /// In which form the events are, and so what its hash is over.
    pub form: u8,
    /// The turn's hash (promise 5).
    pub hash: String,
    /// The reports, each of which must name its player, and what goes out with them: the press that waited, word to those
    /// whom the close concerns.
    pub reports: Vec<NewMail>,
    /// The schedule with the next deadline.
    pub schedule: serde_json::Value,
    /// That deadline, as the reports name it, in milliseconds since 1970.
    pub next_due_ms: Option<i64>,
    /// The verdicts on letters that waited in vain until the close.
    pub settled: Vec<Settlement>,
    /// What else the same write changes: the task that is done by it, say.
    pub also: Vec<Change>,
}

/// A turn that is to be open again, as it was when it closed.
#[derive(Clone, Debug)]
pub struct Reopening {
    pub game: GameName,
    /// The closed turn that is to be open.
    pub turn: u32,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// The schedule with the turn's new deadline.
    pub schedule: serde_json::Value,
    /// The verdicts on letters that waited in the turn that is left.
    pub settled: Vec<Settlement>,
    /// What else the same write changes: the task that is done by it, say.
    pub also: Vec<Change>,
    /// Word to those concerned.
    pub mails: Vec<NewMail>,
}

/// What changes in a game without a letter: a task that was done or given up.
#[derive(Clone, Debug)]
pub struct Administering {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    pub changes: Vec<Change>,
    /// Word to those concerned.
    pub mails: Vec<NewMail>,
}

/// What is kept of a closed turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnRecord {
    pub turn: u32,
    /// When it was closed, in milliseconds since 1970.
    pub at_ms: i64,
    /// The position it began with: the one that the turn before, or the opening, left.
    pub before: BodyHash,
    /// Everything ordered.
    pub orders: BodyHash,
    /// The order book as it stood when the turn closed; turns that were closed before there were hand edits have none, and
    /// cannot be opened again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<BodyHash>,
    /// How often the game had gone back to an earlier turn by then.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rollbacks: u32,
    /// Who commanded what.
    pub seats: BodyHash,
    /// What happened.
    pub events: BodyHash,
    pub draws: BodyHash,
    /// The position it left.
    pub after: BodyHash,
    /// In which form the events are, and so what the hash is over: turns of before there were forms are of form 1, and do not say so.
    #[serde(default = "first_form", skip_serializing_if = "is_first_form")]
    pub form: u8,
    /// Its hash (promise 5).
    pub hash: String,
    /// The deadline that its reports name, in milliseconds since 1970; turns of before reports were printed anew do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_due_ms: Option<i64>,
    /// The reports that each player was mailed, by player's name.
    pub reports: BTreeMap<String, Vec<MailId>>,
}

/// A turn's run that a rollback took back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VoidedRun {
    /// By which rollback of the game, counted from 1.
    pub rollback: u32,
    /// Which turn that one opened again.
    pub to: u32,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// What is kept of the run.
    pub record: TurnRecord,
}

/// Whether this can name a game: it stands in letters, subjects and file names.
pub fn is_game_name(name: &str) -> bool {
    let first = name.bytes().next().is_some_and(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    let rest = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    first && rest && name.len() <= 40
}

#[cfg(test)]
mod tests {
    use super::is_game_name;

    #[test]
    fn a_game_name_is_safe_in_a_path_and_a_subject() {
        assert!(is_game_name("bohemia-1866") && is_game_name("7"));
        for wrong in ["", "-a", "../x", "Bohemia", "a b", "a\0", "ä", &"a".repeat(41)] {
            assert!(!is_game_name(wrong), "{wrong:?}");
        }
    }
}
