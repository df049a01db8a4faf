//! What is wrong with a post office and the GA has been told of, and what is known of players' addresses.
//!
//! A trouble is kept in the same write as the mail that tells of it, so that it is told once, whatever crashes or
//! restarts, and once more when it is over.

use serde::{Deserialize, Serialize};

use fieldpost_desk::record::GameName;

use crate::outbox::{MailId, NewMail};

/// Something wrong that the GA has been told of and that is not over yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trouble {
    /// What it is about, such as `mailbox:inbox`, `disk` or `turn:bohemia-1866:5`: one trouble a key.
    pub key: String,
    /// How bad it is, or why: the GA hears of the same key again when this is another.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stage: String,
    /// The game it speaks of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameName>,
    /// What it is, in a few words: the subject of the mail.
    pub title: String,
    /// What was told.
    pub words: String,
    /// When it was first told, in milliseconds since 1970.
    pub since_ms: i64,
    /// When the GA is to be reminded of it; `None` if never, or when that has been done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remind_ms: Option<i64>,
}

/// News of a trouble, with the mails that tell of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telling {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    pub news: TroubleNews,
    pub mails: Vec<NewMail>,
}

/// What there is to tell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TroubleNews {
    /// A trouble has begun, or has another stage, or its reminder was sent: it stands so from now on.
    Open(Trouble),
    Over {
        key: String,
    },
    /// These mails were given up, and the GA knows.
    GivenUp(Vec<MailId>),
}

/// The points at which a player gets no mail until a letter of theirs comes (hazard 11).
pub const STOP_AT: u32 = 5;

/// News of a player's address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AddressNews {
    /// A mail came back. Each mail counts once, with the most points that any of its bounces had.
    CameBack {
        mail: MailId,
        /// 3 for good, 1 for the time being (hazard 11).
        points: u32,
        /// The server's status, or what is known.
        why: String,
    },
    /// The player wrote: their address is taken to work, and what was kept back is sent.
    Works {
        game: GameName,
        /// The player's name.
        player: String,
    },
    /// The player has another address: what came back from the old one counts no more. What was kept back bears the old one
    /// and stays; SEND REPORT brings reports again.
    Changed {
        game: GameName,
        /// The player's name.
        player: String,
    },
}

/// A player whose mails came back and who has not written since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounces {
    pub game: GameName,
    /// The player's name.
    pub player: String,
    /// The address that the last of them went to.
    pub address: String,
    /// Points so far.
    pub points: u32,
    /// What the last of them was sent back for.
    pub why: String,
    /// When that was filed, in milliseconds since 1970.
    pub at_ms: i64,
}

impl Bounces {
    /// Whether mails to the player are kept back.
    pub fn is_stopped(&self) -> bool {
        self.points >= STOP_AT
    }
}
