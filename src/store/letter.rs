//! Letters in, and what is kept of them.

use serde::{Deserialize, Serialize};

use fieldpost_desk::arrived::Known;
use fieldpost_desk::record::{Change, GameName, LetterNo, Receipt, Verdict};

use crate::body::BodyHash;
use crate::outbox::{MailId, NewMail};
use crate::trouble::AddressNews;

/// How often reading a letter by itself may end the process before it is quarantined unread (hazard 5).
pub const ATTEMPTS_MAX: u32 = 3;

/// Where a letter lies on its server (hazards 1, 2): one letter has one place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TransportKey {
    /// The source's name in the configuration.
    pub account: String,
    /// The mailbox; for a Maildir, the file's unique name.
    pub folder: String,
    /// What the UID belongs to; 0 for sources without one.
    pub uidvalidity: u32,
    /// The UID, or for other sources a running number.
    pub uid: u64,
}

/// What a letter says, whatever way it came (hazard 1): SHA-256 over From, To, Message-ID, Date, Subject and the decoded
/// order text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ContentKey(pub BodyHash);

impl ContentKey {
    /// The key of these parts in this order; where one ends and the next begins counts.
    pub fn of(parts: &[&str]) -> Self {
        let mut bytes = Vec::new();
        for part in parts {
            bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
            bytes.extend_from_slice(part.as_bytes());
        }
        ContentKey(BodyHash::of(&bytes))
    }
}

/// One more of something that has a cap (hazard 13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// What is counted, such as `receipt:anna@example.org`.
    pub what: String,
    /// In which period: the day, or the hour, counted since 1970-01-01 UTC; counters of different kinds may go by
    /// different ones.
    pub period: i64,
}

/// What is remembered of the last receipt to a player, for "changed since".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remembered {
    pub game: GameName,
    pub player: String,
    /// Whatever the desk wants to compare with; opaque to the store.
    pub receipt: String,
}

/// What follows from a verdict, whenever it is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Changes of the games' record.
    pub changes: Vec<Change>,
    /// Mails owed in answer.
    pub answers: Vec<NewMail>,
    /// An earlier answer that is to go out once more, the same bytes: for duplicates (hazard 1). It does so at
    /// most once, and not while it is still on its way.
    pub resend: Option<MailId>,
    /// Counters to raise.
    pub counts: Vec<Count>,
    /// What to remember of the receipts.
    pub remember: Vec<Remembered>,
    /// What it says of players' addresses: before the answers, which may be kept back for it.
    pub addresses: Vec<AddressNews>,
}

/// A judged letter, on its way into the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filing {
    /// Its number, of those that [`Store::reserve_letters`](super::Store::reserve_letters) gave.
    pub number: LetterNo,
    /// Its bytes, credentials masked (promise 7).
    pub raw: Vec<u8>,
    /// Where it lay.
    pub place: TransportKey,
    /// When it was received.
    pub receipt: Receipt,
    /// When it is filed, in milliseconds since 1970.
    pub at_ms: i64,
    /// What it says; `None` for a letter that was never parsed, a copy, and what the host wrote for a machine's seat.
    pub content: Option<ContentKey>,
    /// Its own Message-ID, if it had a sound one.
    pub message_id: Option<String>,
    /// The sender's address as it stood in From, for the host's eyes.
    pub from: String,
    pub game: Option<GameName>,
    /// As whom it was authenticated: a letter that is judged again, or a rebuilt store, needs no password for it.
    pub known: Known,
    pub verdict: Verdict,
    /// What follows at once.
    pub effects: Effects,
}

/// The later verdict on a held or quarantined letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    pub letter: LetterNo,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// The verdict: a final one, or for a letter that comes out of quarantine also a held one.
    pub verdict: Verdict,
    /// What follows.
    pub effects: Effects,
    /// What was found when it was read, of a letter that comes out of quarantine.
    pub read: Option<LetterRead>,
}

/// What is known of a letter only once it has been read: of one in quarantine nothing of it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LetterRead {
    /// What it says; `None` for a copy, whose first letter has the key.
    pub content: Option<ContentKey>,
    /// Its own Message-ID, if it had a sound one.
    pub message_id: Option<String>,
    /// The sender's address as it stood in From.
    pub from: String,
    pub game: Option<GameName>,
    /// As whom it was authenticated.
    pub known: Known,
}

/// What the store knows of a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LetterRecord {
    pub number: LetterNo,
    /// Its masked bytes.
    pub raw: BodyHash,
    /// Where it lay.
    pub place: TransportKey,
    /// When it was received.
    pub receipt: Receipt,
    /// When it was filed, in milliseconds since 1970.
    pub at_ms: i64,
    /// What it says.
    pub content: Option<ContentKey>,
    /// Its own Message-ID.
    pub message_id: Option<String>,
    /// The sender's address as it stood in From.
    pub from: String,
    pub game: Option<GameName>,
    /// As whom it was authenticated.
    pub known: Known,
    /// The verdict as it stands.
    pub verdict: Verdict,
    /// The mails that answered it, oldest first.
    pub answers: Vec<MailId>,
}
