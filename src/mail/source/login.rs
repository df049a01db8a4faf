//! The login of an IMAP account, by password or token, and what a refusal of it tells.

use std::io::{Read, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::super::endpoint::{Credential, Login};
use super::SourceError;
use super::names::quoted;
use super::talk::{End, Talk, Until};

pub(super) fn log_in<L: Read + Write + Until>(
    talk: &mut Talk<L>,
    login: &Login,
    place: &str,
) -> Result<(), SourceError> {
    let refused = |why: String| SourceError::Login { place: place.to_owned(), why };
    let (command, pieces) = match &login.credential {
        Credential::Password(password) => login_words(&login.user, password),
        Credential::Token(token) => {
            let token = token.run().map_err(|error| refused(error.to_string()))?;
            // Google's and Microsoft's mechanism: the token at the first challenge; an empty word at the second, which is how a
            // server tells why it refuses.
            let word = format!("user={}\x01auth=Bearer {token}\x01\x01", login.user);
            ("AUTHENTICATE XOAUTH2".to_owned(), vec![STANDARD.encode(word)])
        }
    };
    let is_token = matches!(login.credential, Credential::Token(_));
    let mut piece = |number: usize| pieces.get(number).cloned().or_else(|| is_token.then(String::new));
    let end = talk.ask_in_pieces(&command, &mut piece, 0, &mut |_| {}).map_err(|error| {
        SourceError::Unreachable { place: place.to_owned(), why: format!("{error}, at the login") }
    })?;
    match end {
        End::Done => Ok(()),
        End::No(why) | End::Bad(why) if is_servers_trouble(&why) => {
            Err(SourceError::Answer { place: place.to_owned(), why: format!("NO {why}") })
        }
        End::No(why) | End::Bad(why) => Err(refused(why)),
    }
}

/// LOGIN with the pieces that follow it: what cannot be quoted (RFC 3501, 9) goes as a literal, which the server asks for by itself.
fn login_words(user: &str, password: &str) -> (String, Vec<String>) {
    let can_be_quoted = |text: &str| text.chars().all(|c| c.is_ascii() && !c.is_ascii_control());
    let mut parts = vec!["LOGIN".to_owned()];
    for word in [user, password] {
        let last = parts.last_mut().into_iter();
        match can_be_quoted(word) {
            true => last.for_each(|line| line.push_str(&format!(" {}", quoted(word)))),
            false => {
                last.for_each(|line| line.push_str(&format!(" {{{}}}", word.len())));
                parts.push(word.to_owned());
            }
        }
    }
    let command = parts.remove(0);
    (command, parts)
}

/// Whether a refused login tells of the server's state and not of the password (RFC 5530: UNAVAILABLE, INUSE, LIMIT, SERVERBUG).
fn is_servers_trouble(words: &str) -> bool {
    const STATES: [&str; 5] = ["unavailable", "serverbug", "[inuse]", "[limit]", "try again later"];
    let words = words.to_lowercase();
    STATES.iter().any(|state| words.contains(state))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_in_trouble_has_refused_no_password() {
        assert!(is_servers_trouble("NO [SERVERBUG] LOGIN Server error - Please try again later"));
        assert!(
            is_servers_trouble("[UNAVAILABLE] Temporary authentication failure")
                && is_servers_trouble("[LIMIT] too many")
        );
        assert!(!is_servers_trouble("[AUTHENTICATIONFAILED] Invalid credentials, try again"));
    }

    #[test]
    fn what_cannot_be_quoted_goes_as_a_literal() {
        let words = |user, password| {
            let (command, pieces) = login_words(user, password);
            format!("{command}|{}", pieces.join("|"))
        };
        assert_eq!(words("war", "a \"b\\"), "LOGIN \"war\" \"a \\\"b\\\\\"|");
        assert_eq!(words("war", "grün"), "LOGIN \"war\" {5}|grün");
        assert_eq!(words("jörg", "pw"), "LOGIN {5}|jörg \"pw\"");
        assert_eq!(words("jörg", "grün"), "LOGIN {5}|jörg {5}|grün");
    }
}
