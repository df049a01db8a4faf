//! Tokens of links to desk pages (`[web]`): what each hangs on.
//!
//! **No link is kept.** A token is a keyed hash over game, turn, player, registered address and the hash of the password that is in force. So it
//! ends by itself when the password changes or the seat changes hands, is the same after a restart and on each machine of a cluster, and a report
//! that is printed anew has the link of then. The key is made of the office's own; whoever had that would lack the passwords' hashes still.

use crate::clock::Millis;
use crate::config::Config;
use crate::identity::Identity;
use fieldpost_desk::record::Account;
use fieldpost_web::token::{Key, Token};

/// What the key of links is for: another purpose has another key.
const PURPOSE: &str = "desk page";

/// The key of links, where desk pages are served.
pub(super) fn key(config: &Config, identity: &Identity) -> Option<Key> {
    config.served().and_then(|_| Key::of(identity.key(), PURPOSE))
}

/// The token of a seat in a turn; none of a seat that no password opens.
pub(super) fn token(key: &Key, game: &str, turn: u32, account: &Account) -> Option<Token> {
    let password = account.passwords.last()?;
    let address = account.email.to_lowercase();
    Some(key.token(&[game, &turn.to_string(), &account.name, &address, &password.hash]))
}

/// An account with the passwords that it had at a moment.
pub(super) fn as_of(mut account: Account, at_ms: Millis) -> Account {
    account.passwords.retain(|password| password.since.as_ref().is_none_or(|since| since.at_ms <= at_ms));
    account
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_desk::record::{PasswordSince, Receipt};

    fn since(at_ms: i64, hash: &str) -> PasswordSince {
        let receipt = Receipt { at_ms, uid: 1, source: "inbox".into() };
        PasswordSince { since: Some(receipt), hash: hash.into() }
    }

    #[test]
    fn a_token_ends_with_the_password_the_address_and_the_turn_and_comes_back_as_of_then() {
        let key = Key::of(b"secret", PURPOSE).unwrap();
        let mut account = Account { email: "A@x.org".into(), ..Account::nobody("Moltke") };
        assert_eq!(token(&key, "war", 3, &account), None, "no password opens the seat");
        account.set_password(PasswordSince { since: None, hash: "first".into() });
        let first = token(&key, "war", 3, &account).unwrap();
        let spelt = Account { email: "a@X.org".into(), ..account.clone() };
        assert_eq!(token(&key, "war", 3, &spelt), Some(first.clone()));
        let moved = Account { email: "b@x.org".into(), ..account.clone() };
        account.set_password(since(500, "second"));
        let others =
            [token(&key, "war", 3, &moved), token(&key, "war", 3, &account), token(&key, "war", 4, &spelt)];
        assert!(others.iter().all(|other| other.is_some() && *other != Some(first.clone())), "{others:?}");
        assert_eq!(token(&key, "war", 3, &as_of(account.clone(), 499)), Some(first));
        assert_eq!(token(&key, "war", 3, &as_of(account.clone(), 500)), token(&key, "war", 3, &account));
    }
}
