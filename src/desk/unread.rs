//! Whose a letter is that could not be read: known by a password among the words found in its bytes, so that it can be
//! judged later though its kept bytes hold none.

use crate::arrived::{Arrived, Known};
use crate::game::GameRecord;
use crate::guesses::{Checker, Guess};
use crate::password::Memory;
use crate::proof::proof_of;
use crate::record::{Account, GameName};
use fieldpost_grammar::Secret;

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

/// Those of these words that are a password of an account which the letter's sender has in these games, or which it names. Wrong ones
/// are no guesses: nothing hangs on the answer but what is masked. Every hash computed takes one from `checks`.
pub fn right_among(
    games: &[&GameRecord],
    named: Option<&str>,
    words: &[String],
    arrived: &Arrived,
    memory: &mut Memory,
    mut checks: u32,
) -> Vec<String> {
    let accounts = games.iter().flat_map(|game| candidates(game, named, arrived)).take(MOST_ACCOUNTS);
    let hashes = accounts.filter_map(|(account, _)| Some(&account.password_at(&arrived.receipt)?.hash));
    let mut right = Vec::new();
    for hash in hashes {
        let is_its = |word: &&String| memory.verify(&Secret::new(*word), hash, &mut checks) == Some(true);
        right.extend(words.iter().filter(is_its).cloned());
    }
    right
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrived::Requirement;
    use crate::trial::{Desk, memory};

    /// As whom words are right that came from an address, in a letter that names somebody or nobody; and how many guesses it was.
    fn told(from: &str, named: Option<&str>, word: &str, requires: Requirement) -> (Known, usize) {
        let mut desk = Desk::open();
        let mut arrived = desk.arrived(from, 1);
        arrived.ga_requires = requires;
        let words = ["perhaps".to_owned(), word.to_owned()];
        let told = whose(&[&desk.game], named, &words, &arrived, &mut memory());
        assert_eq!(told.game.is_some(), told.known != Known::default());
        (told.known, told.guesses.len())
    }

    #[test]
    fn only_the_accounts_of_the_sender_and_of_whom_the_letter_names_are_tried() {
        let player = |name: &str| Known { player: Some(name.into()), ..Known::default() };
        let plain = Requirement::Password;
        assert_eq!(told("clam", None, "clam-quill-maple", plain), (player("clam"), 1));
        assert_eq!(told("x@else.net", Some("CLAM"), "clam-quill-maple", plain), (player("clam"), 1));
        assert_eq!(told("clam", None, "benedek-quill-maple", plain), (Known::default(), 2));
        assert_eq!(told("x@else.net", None, "clam-quill-maple", plain), (Known::default(), 0));
    }

    #[test]
    fn the_right_word_is_found_among_others_and_for_no_more_hashes_than_allowed() {
        let mut desk = Desk::open();
        let arrived = desk.arrived("clam", 1);
        let words = ["perhaps".to_owned(), "clam-quill-maple".to_owned()];
        let mut memory = memory();
        let mut right = |checks| right_among(&[&desk.game], None, &words, &arrived, &mut memory, checks);
        assert!(right(1).is_empty());
        assert_eq!(right(8), words[1..]);
        assert_eq!(right(0), words[1..], "what was verified once is known");
    }

    #[test]
    fn an_administrator_must_prove_what_the_host_requires() {
        let known = Known { ga: Some("bruno".into()), ..Known::default() };
        let of = |requires| told("bruno", None, "bruno-quill-maple", requires);
        assert_eq!(of(Requirement::Password), (known, 1));
        assert_eq!(of(Requirement::Signature), (Known::default(), 0));
    }
}
