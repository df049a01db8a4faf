//! How a row is known: what it is of, with the values by which a store finds it.

use fieldpost_desk::record::{GameName, LetterNo};

use crate::body::BodyHash;
use crate::history::EntryNo;
use crate::letter::{ContentKey, TransportKey};
use crate::outbox::MailId;

/// A row. What it holds is JSON; of those that only stand for being there, `null`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    Letter(LetterNo),
    /// That a letter waits for its final verdict.
    Pending(LetterNo),
    /// The letter of a place.
    Place(TransportKey),
    /// The first letter of a content.
    Content(ContentKey),
    Game(GameName),
    Account(GameName, String),
    /// What was remembered of a player's last receipt.
    Receipt(GameName, String),
    /// An order of a turn: by the entry that brought it and its place in it.
    Order(GameName, u32, EntryNo, u32),
    Press(GameName, u32, EntryNo, u32),
    Held(GameName, LetterNo),
    Turn(GameName, u32),
    /// A run taken back: by the rollback and its turn.
    Voided(GameName, u32, u32),
    Mail(MailId),
    /// The mail of a Message-ID.
    MessageId(String),
    /// The newest mail of a key.
    Supersede(String),
    /// That a mail waits or is under way, since when.
    Due(i64, MailId),
    Trouble(String),
    Bounces(GameName, String),
    GivenUp(MailId),
    KeptBack(GameName, String, MailId),
    Count(String, i64),
    Cursor(String, String),
    Audit(EntryNo, u64),
    /// That a write names a file of the folder's form ([`super::paths`]).
    File(String),
}

impl Key {
    /// The game whose judging, or the running of whose turn, hangs on this row.
    pub fn game(&self) -> Option<&GameName> {
        match self {
            Key::Game(game)
            | Key::Account(game, _)
            | Key::Order(game, ..)
            | Key::Press(game, ..)
            | Key::Held(game, _)
            | Key::Turn(game, _)
            | Key::Voided(game, ..) => Some(game),
            _ => None,
        }
    }
}

/// Rows that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Family {
    /// The orders of a game's turn, as they were filed.
    Orders(GameName, u32),
    /// What waits or is under way for a player: at least that, since whoever asks looks at each mail.
    DueOf(GameName, String),
    /// The mails kept back from a player.
    KeptBack(GameName, String),
}

impl Family {
    /// Whether a row is one of these, as far as its key says.
    pub fn has(&self, key: &Key) -> bool {
        match (self, key) {
            (Family::Orders(game, turn), Key::Order(of, number, ..)) => game == of && turn == number,
            (Family::DueOf(..), Key::Due(..)) => true,
            (Family::KeptBack(game, player), Key::KeptBack(of, whose, _)) => game == of && player == whose,
            _ => false,
        }
    }
}

pub(crate) fn letter(number: LetterNo) -> Key {
    Key::Letter(number)
}

pub(crate) fn pending(number: LetterNo) -> Key {
    Key::Pending(number)
}

pub(crate) fn place(place: &TransportKey) -> Key {
    Key::Place(place.clone())
}

pub(crate) fn content(key: &ContentKey) -> Key {
    Key::Content(key.clone())
}

pub(crate) fn game(name: &GameName) -> Key {
    Key::Game(name.clone())
}

pub(crate) fn account(name: &GameName, player: &str) -> Key {
    Key::Account(name.clone(), player.into())
}

pub(crate) fn receipt(name: &GameName, player: &str) -> Key {
    Key::Receipt(name.clone(), player.into())
}

pub(crate) fn order(name: &GameName, turn: u32, entry: EntryNo, change: u32) -> Key {
    Key::Order(name.clone(), turn, entry, change)
}

pub(crate) fn press(name: &GameName, turn: u32, entry: EntryNo, change: u32) -> Key {
    Key::Press(name.clone(), turn, entry, change)
}

pub(crate) fn held(name: &GameName, letter: LetterNo) -> Key {
    Key::Held(name.clone(), letter)
}

pub(crate) fn turn(name: &GameName, turn: u32) -> Key {
    Key::Turn(name.clone(), turn)
}

pub(crate) fn voided(name: &GameName, rollback: u32, turn: u32) -> Key {
    Key::Voided(name.clone(), rollback, turn)
}

pub(crate) fn mail(id: MailId) -> Key {
    Key::Mail(id)
}

pub(crate) fn message_id(message_id: &str) -> Key {
    Key::MessageId(message_id.into())
}

pub(crate) fn supersede(key: &str) -> Key {
    Key::Supersede(key.into())
}

pub(crate) fn due(at_ms: i64, id: MailId) -> Key {
    Key::Due(at_ms, id)
}

pub(crate) fn trouble(key: &str) -> Key {
    Key::Trouble(key.into())
}

pub(crate) fn bounces(name: &GameName, player: &str) -> Key {
    Key::Bounces(name.clone(), player.into())
}

pub(crate) fn given_up(id: MailId) -> Key {
    Key::GivenUp(id)
}

pub(crate) fn kept_back(name: &GameName, player: &str, id: MailId) -> Key {
    Key::KeptBack(name.clone(), player.into(), id)
}

pub(crate) fn count(what: &str, period: i64) -> Key {
    Key::Count(what.into(), period)
}

pub(crate) fn cursor(account: &str, folder: &str) -> Key {
    Key::Cursor(account.into(), folder.into())
}

pub(crate) fn file(path: &str) -> Key {
    Key::File(path.into())
}

pub(crate) fn audit(entry: EntryNo, part: u64) -> Key {
    Key::Audit(entry, part)
}

/// The SHA-256 by which a place is looked up: mailbox names may hold any byte.
pub fn digest_of_place(place: &TransportKey) -> BodyHash {
    // Plain structs of strings and numbers always have a form in JSON.
    BodyHash::of(&serde_json::to_vec(place).unwrap_or_default())
}
