//! What each write did: the entries that lie as files beside the database, and from which it can be built again.
//!
//! A letter's entry lies beside the letter, a game's opening and each of its turns in the game's folder, the
//! small ones in the journal. An entry says everything that its write decided, numbers included, so that the
//! same entries in the same order give the same store.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use fieldpost_desk::record::{Account, Change, GameName, LetterNo, Verdict};

use crate::as_kept::BookAsKept;
use crate::body::BodyHash;
use crate::game::{GameChange, GameRow, TurnRecord};
use crate::letter::{Count, LetterRead, LetterRecord, Remembered};
use crate::outbox::{Anew, Mail, MailId, MailRow, Mark};
use crate::trouble::{AddressNews, TroubleNews};

/// One deed of one write.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The write's number, counted from 1. Deeds with the same number were one write.
    pub write: u64,
    /// Which of the write's deeds, counted from 0.
    pub place: u32,
    /// What was done.
    pub deed: Deed,
}

/// The number and place alone, for putting entries in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct EntryNo {
    pub write: u64,
    pub place: u32,
}

/// What can be done to a store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// A letter got its verdict.
    Letter(Box<FiledLetter>),
    /// A held or quarantined letter got its later one.
    Settled(Box<SettledLetter>),
    Opened(Box<OpenedGame>),
    /// The way a game is run was changed.
    Changed(ChangedGame),
    Closed(Box<ClosedTurn>),
    /// A closed turn was opened again.
    Reopened(Box<ReopenedTurn>),
    /// Something changed in a game without a letter.
    Administered(Box<Administered>),
    /// A game came from another record, with the entries of the same write.
    TakenOver(Box<TakenOver>),
    /// Mails were posted that answer no letter.
    Posted(Vec<MailRow>),
    /// Mails were tried.
    Marked(Vec<Mark>),
    /// The bytes of reports were given up that are printed anew when they are asked for.
    Pruned(PrunedReports),
    /// The GA was told of a trouble.
    Told(Box<Told>),
    /// A line was added to the audit log.
    Noted(crate::audit::AuditLine),
}

/// A letter with its verdict, and what followed at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FiledLetter {
    pub record: LetterRecord,
    pub outcome: Outcome,
}

/// A later verdict, and what followed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettledLetter {
    pub letter: LetterNo,
    /// The letter's bytes, beside which this lies.
    pub raw: BodyHash,
    pub at_ms: i64,
    pub verdict: Verdict,
    pub outcome: Outcome,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<LetterRead>,
}

/// What followed from a verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    pub changes: Vec<Change>,
    pub answers: Vec<MailRow>,
    pub resend: Option<MailId>,
    pub counts: Vec<Count>,
    pub remember: Vec<Remembered>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub addresses: Vec<AddressNews>,
}

/// Reports whose bytes were given up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrunedReports {
    pub game: GameName,
    pub at_ms: i64,
    pub reports: Vec<PrunedReport>,
}

/// Bytes that are gone, and what brings them back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrunedReport {
    pub mail: MailId,
    /// The bytes that are gone, and that it comes back to.
    pub body: BodyHash,
    pub anew: Anew,
}

/// News of a trouble, and the mails that told of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    pub at_ms: i64,
    pub news: TroubleNews,
    pub mails: Vec<MailRow>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenedGame {
    pub row: GameRow,
    pub accounts: Vec<Account>,
    pub mails: Vec<MailRow>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Change>,
}

/// A change of the way a game is run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedGame {
    pub name: GameName,
    pub change: GameChange,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClosedTurn {
    pub game: GameName,
    pub record: TurnRecord,
    pub schedule: serde_json::Value,
    pub reports: Vec<MailRow>,
    /// The letters that waited until the close: in this entry, so that they stand and fall with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settled: Vec<SettledLetter>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Change>,
}

/// A turn as it was opened again. Its position and the runs that it takes back stand in the record; its book is here
/// whole, so that the entry alone says what is in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReopenedTurn {
    pub game: GameName,
    pub turn: u32,
    pub at_ms: i64,
    pub schedule: serde_json::Value,
    pub book: BookAsKept,
    pub mails: Vec<MailRow>,
    /// As in [`ClosedTurn`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settled: Vec<SettledLetter>,
    pub also: Vec<Change>,
}

/// What changed in a game without a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Administered {
    pub at_ms: i64,
    pub changes: Vec<Change>,
    pub mails: Vec<MailRow>,
}

/// That a game came from another post office. The entries before it in the same write are what that one had done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenOver {
    pub game: GameName,
    /// The address of the post office that it came from.
    pub from: String,
    pub at_ms: i64,
    /// How many letters came with it.
    pub letters: u64,
    /// Mails that had not gone out: that office sends them, and this one never does.
    pub unsent: Vec<MailId>,
    pub changes: Vec<Change>,
    pub mails: Vec<MailRow>,
}

/// Which kind of body a file holds, and so where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shelf {
    Letters,
    /// Letters out.
    Post,
    /// Positions, orders, events, scenario texts.
    Papers,
}

impl Shelf {
    /// Its folder within the store's.
    pub fn folder(self) -> &'static str {
        match self {
            Shelf::Letters => "letters",
            Shelf::Post => "post",
            Shelf::Papers => "papers",
        }
    }
}

impl Entry {
    /// Its place in the order of all entries.
    pub fn number(&self) -> EntryNo {
        EntryNo { write: self.write, place: self.place }
    }

    /// The mails that it brings.
    pub fn mails(&self) -> Vec<&MailRow> {
        let own: &[MailRow] = match &self.deed {
            Deed::Letter(letter) => &letter.outcome.answers,
            Deed::Settled(settled) => &settled.outcome.answers,
            Deed::Opened(opened) => &opened.mails,
            Deed::Closed(closed) => &closed.reports,
            Deed::Reopened(reopened) => &reopened.mails,
            Deed::Administered(administered) => &administered.mails,
            Deed::TakenOver(taken) => &taken.mails,
            Deed::Posted(mails) => mails,
            Deed::Told(told) => &told.mails,
            Deed::Changed(_) | Deed::Marked(_) | Deed::Pruned(_) | Deed::Noted(_) => &[],
        };
        own.iter().chain(self.settled().iter().flat_map(|settled| &settled.outcome.answers)).collect()
    }

    /// The letters that got their later verdict with a turn's close or its opening again.
    fn settled(&self) -> &[SettledLetter] {
        match &self.deed {
            Deed::Closed(closed) => &closed.settled,
            Deed::Reopened(reopened) => &reopened.settled,
            _ => &[],
        }
    }

    /// The bodies that it names.
    pub fn bodies(&self) -> Vec<(Shelf, &BodyHash)> {
        let mut bodies: Vec<_> = self.mails().iter().map(|mail| (Shelf::Post, &mail.body)).collect();
        match &self.deed {
            Deed::Letter(letter) => bodies.push((Shelf::Letters, &letter.record.raw)),
            Deed::Opened(opened) => {
                bodies.push((Shelf::Papers, &opened.row.first));
                bodies.extend(opened.row.scenario.values().map(|hash| (Shelf::Papers, hash)));
            }
            Deed::Closed(closed) => {
                let TurnRecord { orders, book, seats, events, draws, after, .. } = &closed.record;
                let papers = [orders, seats, events, draws, after].into_iter().chain(book);
                bodies.extend(papers.map(|hash| (Shelf::Papers, hash)));
            }
            Deed::Settled(_)
            | Deed::Reopened(_)
            | Deed::Administered(_)
            | Deed::TakenOver(_)
            | Deed::Posted(_)
            | Deed::Told(_)
            | Deed::Changed(_)
            | Deed::Marked(_)
            | Deed::Pruned(_)
            | Deed::Noted(_) => {}
        }
        bodies
    }

    /// The bodies that may have been erased since, because they held a password.
    pub fn erasable_bodies(&self) -> impl Iterator<Item = &BodyHash> {
        self.mails().into_iter().filter(|mail| mail.kind.holds_password()).map(|mail| &mail.body)
    }
}

/// The reports of a turn by player; other mails that go with them are none.
pub(crate) fn reports_by_player(mails: &[MailRow]) -> BTreeMap<String, Vec<MailId>> {
    let mut reports = BTreeMap::<String, Vec<MailId>>::new();
    for mail in mails.iter().filter(|mail| mail.kind == Mail::Report) {
        if let Some(player) = &mail.player {
            reports.entry(player.clone()).or_default().push(mail.id);
        }
    }
    reports
}
