//! What the record keeps of press, and by which rule it is carried.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::record::letter::{LetterNo, Receipt};
use fieldpost_engine::words::listed;
use fieldpost_grammar::letter::Sender;

const DAY_MS: i64 = 86_400_000;

/// When players get press.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Delivery {
    #[default]
    AtOnce,
    /// With the reports of the turn in which it was written.
    AtDeadline,
    /// Not at all: only the game administrator may be written to.
    None,
}

/// A game's rule of press: at once and signed, where nothing else is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PressRule {
    /// When players get it: `at-once`, `at-deadline` or `none`.
    #[serde(default)]
    pub delivery: Delivery,
    /// Whether it may be anonymous.
    #[serde(default)]
    pub anonymous: bool,
}

impl PressRule {
    /// Whether it is the one where nothing else is said.
    pub fn is_usual(&self) -> bool {
        *self == PressRule::default()
    }
}

/// How much press the host carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PressLimits {
    /// Presses of one player within 24 hours, by the receipt of their letters.
    pub per_day: u32,
    pub characters: u32,
}

impl Default for PressLimits {
    fn default() -> Self {
        PressLimits { per_day: 10, characters: 20_000 }
    }
}

/// What an account keeps of press.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PressBox {
    /// Players, by name, whose signed press is refused.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub muted: BTreeSet<String>,
    /// Whether press without a name is refused.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mutes_anonymous: bool,
    /// When the letters were received that brought the player's own press of the last 24 hours, in milliseconds since
    /// 1970, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sent_ms: Vec<i64>,
}

impl PressBox {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        *self == PressBox::default()
    }

    /// Counts a press whose letter was received at this moment.
    pub fn count(&mut self, at_ms: i64) {
        let place = self.sent_ms.partition_point(|other| *other <= at_ms);
        self.sent_ms.insert(place, at_ms);
        let newest = self.sent_ms.last().copied().unwrap_or(at_ms);
        self.sent_ms.retain(|sent| newest - *sent < DAY_MS);
    }

    /// Those of the 24 hours before a letter's receipt, and later ones.
    pub fn since(&self, at_ms: i64) -> impl Iterator<Item = i64> {
        self.sent_ms.iter().copied().filter(move |sent| at_ms - *sent < DAY_MS)
    }

    /// Refuses a sender's press from now on, or takes it again.
    pub fn set_muted(&mut self, sender: &Sender, muted: bool) {
        match (sender, muted) {
            (Sender::Anonymous, muted) => self.mutes_anonymous = muted,
            (Sender::Player(name), true) => drop(self.muted.insert(name.clone())),
            (Sender::Player(name), false) => self.muted.retain(|other| !other.eq_ignore_ascii_case(name)),
        }
    }

    /// Whether press of this writer is refused. That a player's name is muted does not keep out what that player does
    /// not sign: else, by muting one after the other, one could find out who writes.
    pub fn refuses(&self, from: &str, anonymous: bool) -> bool {
        let named = || self.muted.iter().any(|name| name.eq_ignore_ascii_case(from));
        if anonymous { self.mutes_anonymous } else { named() }
    }

    /// Whom it refuses, in words.
    pub fn words(&self) -> String {
        let anonymous = self.mutes_anonymous.then_some("anonymous press");
        let names = self.muted.iter().map(String::as_str).chain(anonymous).collect::<Vec<_>>();
        if names.is_empty() { "nobody".into() } else { listed(&names) }
    }
}

/// A press in the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FiledPress {
    /// When its letter was received.
    pub receipt: Receipt,
    /// In which letter it stood.
    pub letter: LetterNo,
    /// The player who wrote it, also where it is anonymous.
    pub from: String,
    /// Its first line in canonical words.
    pub words: String,
    /// The players whom it goes to, by name.
    pub to: Vec<String>,
    /// Whether it goes to the game administrator, who gets it at once.
    pub to_ga: bool,
    /// Whether the recipients are not to know who wrote it.
    pub anonymous: bool,
    /// Whether the players get it with the turn's reports, not at once.
    pub waits: bool,
    /// The words as they were written, lines parted by line feeds.
    pub text: String,
}
