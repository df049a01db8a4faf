//! Whose a letter is that could not be read: known by a password among the words found in its bytes, so that it can be
//! judged later though its kept bytes hold none.

use crate::desk::arrived::{Arrived, Known};
use crate::desk::game::GameRecord;
use crate::desk::guesses::{Checker, Guess};
use crate::desk::password::Memory;
use crate::desk::proof::proof_of;
use crate::desk::record::{Account, GameName};
use crate::grammar::Secret;

/// Words that are tried at most.
const MOST_WORDS: usize = 4;
/// Accounts that they are tried at.
const MOST_ACCOUNTS: usize = 4;

/// What could be told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The game in which a password was right.
    pub game: Option<GameName>,
    /// As whom the letter is authenticated; nobody where no password was right, or where a right one would have to wait.
    pub known: Known,
    /// Wrong passwords.
    pub guesses: Vec<Guess>,
}

/// Tries words at the accounts that the letter's sender has in these games, or that it names; a bounded number of either.
pub fn whose(
    games: &[&GameRecord],
    named: Option<&str>,
    words: &[String],
    arrived: &Arrived,
    memory: &mut Memory,
) -> Told {
    let mut told = Told::default();
    let mut accounts = MOST_ACCOUNTS;
    for game in games {
        let candidates = candidates(game, named, arrived);
        let mut checker = Checker::new(game, arrived, memory);
        for (account, known) in candidates.into_iter().take(accounts) {
            accounts -= 1;
            let mut secrets = words.iter().take(MOST_WORDS).map(Secret::new);
            let is_right = secrets.any(|secret| checker.is_of(&secret, account) == Some(true));
            if is_right && !checker.needs_word {
                (told.game, told.known) = (Some(game.name().clone()), known);
            }
            if is_right {
                told.guesses.extend(checker.guesses());
                return told;
            }
        }
        told.guesses.extend(checker.guesses());
    }
    told
}

/// The accounts of a game that are meant, each with what is known if its password is right.
fn candidates<'a>(game: &'a GameRecord, named: Option<&str>, arrived: &Arrived) -> Vec<(&'a Account, Known)> {
    let from = arrived.from.as_deref().unwrap_or_default();
    let is_meant = |account: &Account| {
        account.is_registered_at(from) || named.is_some_and(|name| name.eq_ignore_ascii_case(&account.name))
    };
    let players = game.numbered_players().filter_map(|(number, _)| game.account(game.name_of(number)));
    let players = players.filter(|account| is_meant(account)).map(|account| {
        let known = Known { player: Some(account.name.clone()), ..Known::default() };
        (account, known)
    });
    let administrators = game.administration.administrators.iter().map(|one| &one.account);
    let is_proven = |account: &Account| proof_of(arrived.ga_requires, arrived, &account.email).is_ok();
    let administrators = administrators.filter(|account| is_meant(account) && is_proven(account));
    let administrators = administrators.map(|account| {
        let known = Known { ga: Some(account.name.clone()), ..Known::default() };
        (account, known)
    });
    players.chain(administrators).collect()
}
