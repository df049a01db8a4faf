//! Letters out: what is owed, to whom, and what became of it (promise 4, hazards 41, 42).

use serde::{Deserialize, Serialize};

use fieldpost_desk::record::{GameName, LetterNo};

use crate::body::BodyHash;
pub use crate::mail_id::MailId;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mail {
    Receipt,
    /// An answer that is no receipt: help, status, a refusal of a stranger.
    Answer,
    Report,
    Reminder,
    /// With the player's first password in it.
    Welcome,
    /// To the GA.
    Notice,
    /// A player's words to another.
    Press,
}

impl Mail {
    /// Whether a newer one to the same player may take its place while it is unsent. A turn report never goes
    /// unsent so.
    pub fn can_be_superseded(self) -> bool {
        matches!(self, Mail::Receipt | Mail::Reminder)
    }

    /// Whether its bytes hold a password (promise 7): they are erased once it is sent or given up, and no export
    /// ever holds them.
    pub fn holds_password(self) -> bool {
        matches!(self, Mail::Welcome)
    }
}

/// A mail's bytes: here, or written ahead by [`super::Store::stage`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Bytes(Vec<u8>),
    Staged(BodyHash),
}

/// A mail on its way into the outbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMail {
    pub kind: Mail,
    /// The game it speaks of.
    pub game: Option<GameName>,
    /// The player it goes to, by name.
    pub player: Option<String>,
    /// The recipient's bare address; empty for a mail that is only kept.
    pub to: String,
    /// The envelope's sender; empty is the null sender `<>`.
    pub envelope_from: String,
    /// Its Message-ID with its angle brackets, as it stands in the bytes.
    pub message_id: String,
    /// The whole mail as it goes over the wire.
    pub content: Content,
    /// When it may be sent first, in milliseconds since 1970; `None` is at once.
    pub not_before_ms: Option<i64>,
    /// A newer mail with this key takes the place of an unsent older one, where the kind allows it. By custom
    /// kind, game and player.
    pub supersede: Option<String>,
    /// Letters whose own receipts it takes the place of: it says what became of them too.
    pub stands_for: Vec<LetterNo>,
}

/// Where a mail stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MailState {
    /// Waits for its next try.
    Queued,
    /// Is being sent; whether it arrived is unknown until a mark follows.
    Sending,
    /// The server took it, at this time.
    Sent {
        /// Milliseconds since 1970.
        at_ms: i64,
    },
    /// Given up, and why: a permanent refusal or five days of trying.
    Failed {
        /// Milliseconds since 1970.
        at_ms: i64,
        /// The server's words.
        why: String,
    },
    /// It has nobody's address: it is never sent, and kept to be read. Or mails to its player came back, and it waits
    /// until they write.
    Kept,
    /// A newer mail says it all; this one counts as answered.
    Superseded {
        /// The newer mail.
        by: MailId,
    },
}

/// How a report is printed anew whose bytes are kept no more: what went into them and stands nowhere else in the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Anew {
    /// Which turn it tells of.
    pub turn: u32,
    /// Which of its player's reports on that turn, counted from 0.
    pub place: u32,
    /// The date that it bears, in milliseconds since 1970.
    pub date_ms: i64,
    /// The deadline that it names, likewise.
    pub deadline_ms: i64,
    /// How its player wished reports then, in the words of the account.
    pub wishes: String,
}

/// A mail in the outbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailRow {
    /// Its number.
    pub id: MailId,
    pub kind: Mail,
    /// The game it speaks of.
    pub game: Option<GameName>,
    /// The player it goes to.
    pub player: Option<String>,
    /// The recipient's bare address.
    pub to: String,
    /// The envelope's sender; empty is the null sender.
    pub envelope_from: String,
    /// The same through every retry.
    pub message_id: String,
    /// Its bytes, the same through every retry.
    pub body: BodyHash,
    /// See [`NewMail::supersede`].
    pub supersede: Option<String>,
    pub answers: Option<LetterNo>,
    /// See [`NewMail::stands_for`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stands_for: Vec<LetterNo>,
    /// When it was put here, or was put here once more, in milliseconds since 1970.
    pub created_ms: i64,
    /// Where it stands.
    pub state: MailState,
    /// How often it was tried.
    pub attempts: u32,
    /// When the next try is due, in milliseconds since 1970.
    pub next_try_ms: i64,
    /// The words of the last try that did not go well.
    pub last_trouble: Option<String>,
    /// Whether it was sent once more for a duplicate letter.
    pub resent: bool,
    /// The points that its coming back counts (hazard 11).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub bounced: u32,
    /// How it is printed anew, once its bytes are kept no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anew: Option<Anew>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde asks so
fn is_zero(points: &u32) -> bool {
    *points == 0
}

/// What became of a try.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// It is about to be tried: counts the attempt.
    Sending { id: MailId },
    /// The server took it.
    Sent { id: MailId, at_ms: i64 },
    /// It may go better later, or nobody knows whether it arrived. The store works out the next try by
    /// [`next_try`], and gives the mail up when there is none.
    Later { id: MailId, at_ms: i64, why: String },
    /// The server takes no mail now, whatever mail it is: it waits until `next_ms`, and the try does not count.
    Held { id: MailId, next_ms: i64, why: String },
    /// The server refused it for good.
    Failed { id: MailId, at_ms: i64, why: String },
}

impl Mark {
    /// Which mail it speaks of.
    pub fn id(&self) -> MailId {
        match self {
            Mark::Sending { id }
            | Mark::Sent { id, .. }
            | Mark::Later { id, .. }
            | Mark::Held { id, .. }
            | Mark::Failed { id, .. } => *id,
        }
    }
}

const MINUTE_MS: i64 = 60_000;

/// For how long a mail is tried (RFC 5321 4.5.4.1: four to five days).
pub const GIVE_UP_MS: i64 = 5 * 24 * 60 * MINUTE_MS;

/// The pause between the last tries, in milliseconds.
pub const LAST_PAUSE_MS: i64 = 60 * MINUTE_MS;

/// When a mail that was created at `created_ms` and tried `attempts` times, last at `tried_ms`, is to be tried
/// again: after 1, 5, 15 and 30 minutes, then every hour, for five days; `None` once those are over. All in
/// milliseconds since 1970.
pub fn next_try(created_ms: i64, attempts: u32, tried_ms: i64) -> Option<i64> {
    let minutes = match attempts {
        0 | 1 => 1,
        2 => 5,
        3 => 15,
        4 => 30,
        _ => 60,
    };
    let next = tried_ms.saturating_add(minutes * MINUTE_MS);
    (next <= created_ms.saturating_add(GIVE_UP_MS)).then_some(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_is_tried_after_1_5_15_30_minutes_then_hourly_for_five_days() {
        let mut at = 0;
        let mut waits = Vec::new();
        for attempt in 1.. {
            let Some(next) = next_try(0, attempt, at) else { break };
            waits.push((next - at) / MINUTE_MS);
            at = next;
        }
        assert_eq!(waits[..6], [1, 5, 15, 30, 60, 60]);
        assert!(waits[4..].iter().all(|wait| *wait == 60));
        assert!(at <= GIVE_UP_MS && at > GIVE_UP_MS - 60 * MINUTE_MS, "last try at {at}");
    }

    #[test]
    fn a_clock_at_its_end_does_not_overflow() {
        assert_eq!(next_try(0, 1, i64::MAX), None);
        assert!(next_try(i64::MAX, 1, 0).is_some());
    }
}
