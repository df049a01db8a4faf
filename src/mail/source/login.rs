//! The login of an IMAP account, by password or token, and what a refusal of it tells.

use std::sync::atomic::{AtomicBool, Ordering};

use ::imap::{Client, Session};

use super::super::endpoint::{Credential, Login};
use super::SourceError;
use super::imap::failure;
use super::stream::Line;

pub(super) fn log_in(client: Client<Line>, login: &Login, place: &str) -> Result<Session<Line>, SourceError> {
    let refused = |why: String| SourceError::Login { place: place.to_string(), why };
    let answer = match &login.credential {
        Credential::Password(password) => client.login(&login.user, password),
        Credential::Token(command) => {
            let token = command.run().map_err(|error| refused(error.to_string()))?;
            client.authenticate("XOAUTH2", &XOAuth2::new(&login.user, &token))
        }
    };
    answer.map_err(|(error, _)| match error {
        ::imap::Error::No(no) if !is_servers_trouble(&no.to_string()) => refused(no.to_string()),
        ::imap::Error::Bad(bad) => refused(bad.to_string()),
        other => failure(place, other),
    })
}

/// Whether a refused login tells of the server's state and not of the password (RFC 5530: UNAVAILABLE, INUSE, LIMIT, SERVERBUG).
fn is_servers_trouble(words: &str) -> bool {
    const STATES: [&str; 5] = ["unavailable", "serverbug", "[inuse]", "[limit]", "try again later"];
    let words = words.to_lowercase();
    STATES.iter().any(|state| words.contains(state))
}

/// Google's and Microsoft's mechanism: the token at the first challenge; an empty word at the second, which
/// is how a server tells why it refuses.
struct XOAuth2 {
    word: String,
    told: AtomicBool,
}

impl XOAuth2 {
    fn new(user: &str, token: &str) -> Self {
        XOAuth2 { word: format!("user={user}\x01auth=Bearer {token}\x01\x01"), told: AtomicBool::new(false) }
    }
}

impl ::imap::Authenticator for XOAuth2 {
    type Response = String;

    fn process(&self, _challenge: &[u8]) -> String {
        if self.told.swap(true, Ordering::SeqCst) { String::new() } else { self.word.clone() }
    }
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
}
