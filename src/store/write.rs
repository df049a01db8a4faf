//! One write, whatever it does, and what it was made on.
//!
//! Whoever judges a letter or runs a turn does so by what they read of a game. Where others may write meanwhile, the write says
//! by which [version](crate::Store::versions) of each game it was made, and is refused as [`Stale`](StoreError::Stale) if that
//! is no longer the one on record: then the game is read again, and the work is done again.

use std::collections::BTreeMap;

use fieldpost_desk::record::{GameName, LetterNo};
use serde::{Deserialize, Serialize};

use crate::audit::AuditLine;
use crate::error::{Result, StoreError};
use crate::game::{Administering, GameChange, NewGame, Reopening, TurnFiling};
use crate::letter::{Filing, Settlement, TransportKey};
use crate::outbox::{Anew, MailId, Mark, NewMail};
use crate::trouble::{Telling, Trouble};

/// What can be written: each a whole operation of [`Store`](crate::Store).
#[derive(Clone, Debug)]
pub enum Write {
    File(Vec<Filing>),
    Settle(Settlement),
    Open(NewGame),
    Change(GameName, GameChange),
    Close(TurnFiling),
    Reopen(Reopening),
    Administer(Administering),
    TakeOver(Box<TakeOver>),
    Post { at_ms: i64, mails: Vec<NewMail> },
    Mark(Vec<Mark>),
    Prune(Pruning),
    Tell(Telling),
    Note(AuditLine),
}

/// Reports of a game whose bytes are to be kept no more, each with how it is printed anew. Whoever asks for it has seen that it comes back byte
/// for byte.
#[derive(Clone, Debug)]
pub struct Pruning {
    pub game: GameName,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    pub reports: Vec<(MailId, Anew)>,
}

/// A game from another record. Its bodies are staged ([`Store::stage_body`](crate::Store::stage_body)).
#[derive(Clone, Debug)]
pub struct TakeOver {
    pub game: GameName,
    /// The address of the post office that it comes from.
    pub from: String,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// What that one did, in order.
    pub deeds: Vec<crate::history::Deed>,
    /// The numbers that letters get here.
    pub anew: crate::deeds::numbers::Anew,
    pub changes: Vec<fieldpost_desk::record::Change>,
    pub mails: Vec<NewMail>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The numbers of letters, in the order of their filings.
    pub letters: Vec<LetterNo>,
    /// The numbers of mails that answer no letter, in their order.
    pub mails: Vec<MailId>,
    /// The versions of the games that it changed.
    pub versions: BTreeMap<GameName, u64>,
}

/// What a write was made on. The default holds it to nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MadeOn {
    /// The versions of games as they were read.
    pub games: BTreeMap<GameName, u64>,
    /// A trouble by its key as it stood: `None` where there was none.
    pub trouble: Option<(String, Option<Trouble>)>,
    pub claims: Vec<Claim>,
}

impl MadeOn {
    pub fn game(name: &GameName, version: u64) -> Self {
        MadeOn { games: BTreeMap::from([(name.clone(), version)]), ..MadeOn::default() }
    }

    /// A trouble as it stood.
    pub fn trouble(key: &str, seen: Option<&Trouble>) -> Self {
        MadeOn { trouble: Some((key.to_owned(), seen.cloned())), ..MadeOn::default() }
    }

    /// Holds a game's version to the one that this was made on, if it was made on it.
    ///
    /// # Errors
    /// [`StoreError::Stale`].
    pub fn hold(&self, game: &GameName, now: u64) -> Result<()> {
        match self.games.get(game) {
            Some(version) if *version != now => Err(StoreError::Stale(format!("the game {:?}", game.0))),
            _ => Ok(()),
        }
    }
}

/// Work that one daemon does at a time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Work {
    /// Looking through a mailbox: account and folder.
    Poll(String, String),
    /// Running a game's turn, or a task of its administrators.
    Game(GameName),
    /// Looking after troubles, reminders and the summary.
    Care,
}

/// A lease on work. Its fencing token goes with every write, and stops a daemon that wakes late.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    pub work: Work,
    /// How often the work was claimed, with this time; 0 where only one process can hold the record.
    pub fence: u64,
}

/// A mail taken in hand for sending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InHand {
    pub row: crate::outbox::MailRow,
    /// What a mark of it must show: another taker has another.
    pub token: u64,
}

/// A game as one moment knew it.
#[derive(Clone, Debug)]
pub struct WholeGame {
    /// What a write that is made on this shows.
    pub version: u64,
    /// Its setup, schedule and open turn.
    pub row: crate::game::GameRow,
    /// The position at the start of the open turn.
    pub position: crate::body::Paper,
    /// The accounts, in the order of its players.
    pub accounts: Vec<fieldpost_desk::record::Account>,
    /// Everything accepted for the open turn.
    pub book: fieldpost_desk::record::OrderBook,
    /// The letters that wait for their registered sender's word.
    pub held: Vec<fieldpost_desk::record::Held>,
}

/// A letter that one daemon has read from a mailbox and another is to judge. It lies in the mailbox until it is filed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dealt {
    /// The life of the daemon that is to judge it.
    pub toward: u64,
    pub envelope: Envelope,
    pub bytes: Vec<u8>,
}

/// What is known of a letter beside its bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Envelope {
    /// Where it lies.
    pub place: TransportKey,
    /// When it was received, in milliseconds since 1970.
    pub received_ms: i64,
    /// Whether its bytes are all of it.
    pub whole: bool,
    /// Its whole size in bytes.
    pub size: u64,
    /// Whether a copy of it is not answered again.
    pub quiet: bool,
}

/// The daemons that live and share the record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Company {
    /// Their lives, in order.
    pub living: Vec<u64>,
    /// Which of them is this daemon's.
    pub own: u64,
}

/// How far a mailbox was read that daemons share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poll {
    /// The source's name.
    pub account: String,
    /// The mailbox.
    pub folder: String,
    /// When the last look that saw everything began, in milliseconds since 1970.
    pub polled_ms: Option<i64>,
    /// Since when it cannot be read, if it cannot.
    pub failing_since_ms: Option<i64>,
    /// Why not.
    pub trouble: Option<String>,
    /// The name of the daemon that read it last.
    pub read_by: Option<String>,
    /// Whether a daemon that lives has it in hand.
    pub is_claimed: bool,
}

/// Writes that wait for a standby to have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Awaited {
    /// How many.
    pub writes: u64,
    /// For how many seconds the oldest has waited.
    pub seconds: u64,
}

/// A daemon that shares the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DaemonRow {
    /// Its life: another with each start.
    pub incarnation: u64,
    /// The name of its machine.
    pub name: String,
    /// Of which fieldpost it is.
    pub version: String,
    /// For how long nothing was heard of it, in milliseconds.
    pub silent_ms: i64,
    /// By how much its clock is ahead of the database's, in milliseconds.
    pub ahead_ms: i64,
    /// The mailboxes and games that it holds, in words.
    pub holds: Vec<String>,
}
