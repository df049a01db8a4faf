//! What has been guessed of passwords, as it is counted.

use std::collections::BTreeMap;

use crate::record::GameName;

/// What is counted at an account, each by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A wrong password in a letter of which only its From line says whose it is.
    Unvouched,
    /// One in a letter that answers a mail of ours to the account.
    Reply,
    /// One in a letter whose address the receiving server found to be true.
    Server,
    /// One in a letter that bears the account's signature.
    Signed,
    /// A password of this account that was wrong for another and is not counted there.
    Forgiven,
    /// No password: that the account was told that none is looked at.
    Told,
    /// The same in answer to a letter from its own address: what others send in its name does not use that up.
    ToldAtHome,
}

impl Kind {
    pub const ALL: [Kind; 7] = [
        Kind::Unvouched,
        Kind::Reply,
        Kind::Server,
        Kind::Signed,
        Kind::Forgiven,
        Kind::Told,
        Kind::ToldAtHome,
    ];

    /// Whether a wrong password is what is counted.
    pub fn is_wrong(self) -> bool {
        !matches!(self, Kind::Forgiven | Kind::Told | Kind::ToldAtHome)
    }
}

/// A wrong password for an account, or what else is counted at one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The account's game.
    pub game: GameName,
    /// The player's or administrator's name.
    pub account: String,
    /// What it counts as.
    pub kind: Kind,
}

/// What was counted at one account since the day began.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guessed(BTreeMap<Kind, u32>);

impl Guessed {
    /// So many of a kind.
    pub fn of(&self, kind: Kind) -> u32 {
        self.0.get(&kind).copied().unwrap_or_default()
    }

    /// Wrong passwords of all kinds.
    pub fn wrong(&self) -> u32 {
        self.0
            .iter()
            .filter(|(kind, _)| kind.is_wrong())
            .fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }
}

impl FromIterator<(Kind, u32)> for Guessed {
    fn from_iter<T: IntoIterator<Item = (Kind, u32)>>(counts: T) -> Self {
        Guessed(counts.into_iter().filter(|(_, count)| *count > 0).collect())
    }
}

/// What has been guessed before a letter is judged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// By letters of its sender's address within the hour that were not vouched for.
    pub by_address: u32,
    /// At each account since the day began; those missing here bear none.
    pub at_accounts: BTreeMap<(GameName, String), Guessed>,
}

impl Spent {
    /// So many of a kind at an account since the day began.
    pub fn at(&self, game: &GameName, account: &str, kind: Kind) -> u32 {
        self.at_accounts.get(&(game.clone(), account.to_owned())).map_or(0, |guessed| guessed.of(kind))
    }
}
