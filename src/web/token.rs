//! The word in a link that opens a page: 128 bits of a keyed hash (RFC 2104) over what the page is of.
//!
//! There is no table of links. Whoever has the key makes the same token of the same things, today and after a restart; and among these things
//! is whatever is to end the link when it changes. So a link is revoked by what it hangs on, and not by a list that could be forgotten or lost.

use std::fmt;

use fieldpost_engine::hex::hex;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

/// Hexadecimal digits of a token: 128 bits.
pub const DIGITS: usize = 32;

/// What tokens are made with.
#[derive(Clone)]
pub struct Key(Hmac<Sha256>);

/// The word in a link. It is a secret: neither `Debug` nor [`Token::masked`] shows all of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// What a token is known by: a hash of it. Whoever compares these tells nothing of the token by the time it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark([u8; 32]);

impl Key {
    /// The key for one purpose, of a secret that has others: what is made with it says nothing of the secret. `None` only if the secret is
    /// none that a keyed hash takes.
    pub fn of(secret: &[u8], purpose: &str) -> Option<Self> {
        let derived = sealed(Hmac::new_from_slice(secret).ok()?, &[purpose]);
        Hmac::new_from_slice(derived.as_ref()).ok().map(Key)
    }

    /// The token of some things, in their order. No two lists of things are taken for each other.
    pub fn token(&self, of: &[&str]) -> Token {
        let mut digits = hex(sealed(self.0.clone(), of));
        digits.truncate(DIGITS);
        Token(digits)
    }
}

/// Each with its length before it.
fn sealed(mut mac: Hmac<Sha256>, of: &[&str]) -> impl AsRef<[u8]> + use<> {
    for one in of {
        mac.update(&(one.len() as u64).to_be_bytes());
        mac.update(one.as_bytes());
    }
    mac.finalize().into_bytes()
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

impl Token {
    /// What was asked for, if it has a token's form.
    pub fn read(word: &str) -> Option<Self> {
        let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (word.len() == DIGITS && word.bytes().all(digit)).then(|| Token(word.to_owned()))
    }

    /// The whole of it, for the one link that it stands in.
    pub fn expose(&self) -> &str {
        &self.0
    }

    pub fn mark(&self) -> Mark {
        Mark(Sha256::digest(&self.0).into())
    }

    /// As much of it as a log may show.
    pub fn masked(&self) -> String {
        format!("{}…", self.0.get(..4).unwrap_or_default())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Token({})", self.masked())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_hangs_on_the_key_the_purpose_and_every_thing_and_is_the_same_each_time() {
        let key = Key::of(b"secret", "desk").unwrap();
        let token = key.token(&["bohemia", "3", "Moltke"]);
        assert_eq!(token, Key::of(b"secret", "desk").unwrap().token(&["bohemia", "3", "Moltke"]));
        assert_eq!(Token::read(token.expose()), Some(token.clone()));
        let others = [
            key.token(&["bohemia", "4", "Moltke"]),
            key.token(&["bohemia3", "", "Moltke"]),
            key.token(&["bohemia", "3", "Moltke", ""]),
            Key::of(b"secret", "other").unwrap().token(&["bohemia", "3", "Moltke"]),
            Key::of(b"Secret", "desk").unwrap().token(&["bohemia", "3", "Moltke"]),
        ];
        assert!(others.iter().all(|other| *other != token && other.mark() != token.mark()), "{others:?}");
    }

    #[test]
    fn what_has_not_the_form_of_a_token_is_none() {
        let good = "0123456789abcdef0123456789abcdef";
        assert!(Token::read(good).is_some());
        let wrong =
            [&good[1..], &format!("{good}0"), &good.to_uppercase(), &format!("{}/", &good[1..]), "", "ä"];
        assert!(wrong.iter().all(|word| Token::read(word).is_none()));
    }

    #[test]
    fn no_log_shows_a_token_or_a_key() {
        let token = Key::of(b"secret", "desk").unwrap().token(&["x"]);
        let shown = format!("{token:?} {} {:?}", token.masked(), Key::of(b"secret", "desk").unwrap());
        assert!(!shown.contains(&token.expose()[..5]) && !shown.contains("secret"), "{shown}");
    }
}
