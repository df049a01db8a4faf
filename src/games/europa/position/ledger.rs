//! The ledger: each power's account of a turn, line by line. What was there at the turn's start and all lines make the treasury.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::map::Owner;

/// Where ducats came from, or went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    Income,
    Loan,
    Inflation,
    Maintenance,
    Campaign,
    Purchase,
    Payment,
    /// What the referee set without saying why.
    Hand,
}

impl Source {
    /// All that a referee may enter, each with its word.
    pub const ALL: [(&'static str, Source); 8] = [
        ("INCOME", Source::Income),
        ("LOAN", Source::Loan),
        ("INFLATION", Source::Inflation),
        ("MAINTENANCE", Source::Maintenance),
        ("CAMPAIGN", Source::Campaign),
        ("PURCHASE", Source::Purchase),
        ("PAYMENT", Source::Payment),
        ("HAND", Source::Hand),
    ];
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Source::ALL.iter().find(|(_, source)| source == self).map_or("HAND", |(word, _)| word))
    }
}

/// A line of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub source: Source,
    /// What for, in a word or two.
    pub what: String,
    /// Below zero what was spent.
    pub ducats: i64,
}

/// A power's account of a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// What was there when the turn began.
    pub opened: i64,
    pub entries: Vec<Entry>,
}

impl Account {
    /// What it comes to.
    pub fn closes(&self) -> i64 {
        self.opened + self.entries.iter().map(|entry| entry.ducats).sum::<i64>()
    }
}

/// The accounts of the open turn, and of the one before it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    /// The open turn of the board game, counted from 1.
    pub turn: u32,
    pub accounts: BTreeMap<Owner, Account>,
    /// The accounts of the turn before.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub before: BTreeMap<Owner, Account>,
}
