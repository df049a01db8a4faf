//! The login of an IMAP account, by password or token, and what a refusal of it tells.

use std::cell::Cell;
use std::io::{Read, Write};

use super::super::endpoint::{Credential, Login};
use super::SourceError;
use super::ear::{End, Until};
use super::talk::{Door, NoEntry, Talk};

/// Logs in.
///
/// # Errors
/// If the server refuses the login, is in trouble, or the line breaks; and if the command that gives a token fails.
pub(super) fn log_in<L: Read + Write + Until>(
    door: Door<L>,
    login: &Login,
    place: &str,
) -> Result<Talk<L>, SourceError> {
    let refused = |why: String| SourceError::Login { place: place.to_owned(), why };
    let entered = match &login.credential {
        Credential::Password(password) => with_password(door, &login.user, password),
        Credential::Token(token) => {
            let token = token.run().map_err(|error| refused(error.to_string()))?;
            let word = format!("user={}\x01auth=Bearer {token}\x01\x01", login.user);
            door.enter(|client| client.authenticate("XOAUTH2", &Once::of(word)).map_err(Box::new))
        }
    };
    entered.map_err(|no_entry| match no_entry {
        NoEntry::Broken(error) => {
            SourceError::Unreachable { place: place.to_owned(), why: format!("{error}, at the login") }
        }
        NoEntry::Refused(End::No(why) | End::Bad(why), _) if is_servers_trouble(&why) => {
            SourceError::Answer { place: place.to_owned(), why: format!("NO {why}") }
        }
        NoEntry::Refused(End::No(why) | End::Bad(why), _) => refused(why),
        NoEntry::Refused(End::Done, _) => refused("the server's answer was not understood".into()),
    })
}

/// LOGIN takes quoted words of ASCII (RFC 3501, 9); another password goes by PLAIN (RFC 4616), where the server knows it.
fn with_password<L: Read + Write + Until>(
    door: Door<L>,
    user: &str,
    password: &str,
) -> Result<Talk<L>, NoEntry<L>> {
    let log_in = |door: Door<L>| door.enter(|client| client.login(user, password).map_err(Box::new));
    if user.is_ascii() && password.is_ascii() {
        return log_in(door);
    }
    let word = format!("\0{user}\0{password}");
    match door.enter(|client| client.authenticate("PLAIN", &Once::of(word)).map_err(Box::new)) {
        Err(NoEntry::Refused(End::Bad(_), door)) => log_in(*door),
        entered => entered,
    }
}

/// What is answered to the first challenge; an empty word to the second, which is how Google's and Microsoft's servers tell why they
/// refuse a token.
struct Once(Cell<Option<String>>);

impl Once {
    fn of(word: String) -> Self {
        Once(Cell::new(Some(word)))
    }
}

impl imap::Authenticator for Once {
    type Response = String;

    fn process(&self, _: &[u8]) -> String {
        self.0.take().unwrap_or_default()
    }
}

/// Whether a refused login tells of the server's state and not of the password (RFC 5530: UNAVAILABLE, INUSE, LIMIT, SERVERBUG).
fn is_servers_trouble(words: &str) -> bool {
    const STATES: [&str; 5] = ["unavailable", "serverbug", "[inuse]", "[limit]", "try again later"];
    let words = words.to_lowercase();
    STATES.iter().any(|state| words.contains(state))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::super::endpoint::TokenCommand;
    use super::super::talk::tests::door;
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
    fn a_password_with_umlauts_goes_by_plain_and_one_without_by_login() {
        let heard = |user: &str, password: &str, says: &str| {
            let (door, heard) = door(says);
            let entered = with_password(door, user, password).is_ok();
            (entered, heard.lock().unwrap().clone())
        };
        let of = |said: &str| said.as_bytes().to_vec();
        assert_eq!(heard("war", "a \"b", "a1 OK in\r\n"), (true, of("a1 LOGIN \"war\" \"a \\\"b\"\r\n")));
        let plain = of("a1 AUTHENTICATE PLAIN\r\nAHdhcgBncsO8bg==\r\n");
        assert_eq!(heard("war", "gr\u{fc}n", "* OK hm\r\n+\r\na1 OK in\r\n"), (true, plain.clone()));
        assert_eq!(heard("war", "gr\u{fc}n", "+ \u{fc}\r\na1 NO wrong\r\n"), (false, plain));
        let (entered, said) = heard("war", "gr\u{fc}n", "a1 BAD what\r\na2 OK in\r\n");
        assert!(entered && String::from_utf8_lossy(&said).contains("a2 LOGIN \"war\" \"gr\u{fc}n\""));
    }

    /// Google and Microsoft say why they refuse a token in a second challenge, which wants an empty answer before the refusal comes.
    #[test]
    fn a_token_that_is_refused_by_a_challenge_is_a_refused_login() {
        let token = |says: &str| {
            let (door, heard) = door(says);
            let program = TokenCommand {
                program: "/bin/echo".into(),
                arguments: vec!["t0ken".into()],
                timeout: Duration::from_secs(10),
            };
            let login = Login { user: "war".into(), credential: Credential::Token(program) };
            let entered = log_in(door, &login, "here").map(drop);
            (entered, String::from_utf8(heard.lock().unwrap().clone()).unwrap())
        };
        let word = "dXNlcj13YXIBYXV0aD1CZWFyZXIgdDBrZW4BAQ==";
        let (entered, heard) = token("+ \r\na1 OK in\r\n");
        assert!(entered.is_ok());
        assert_eq!(heard, format!("a1 AUTHENTICATE XOAUTH2\r\n{word}\r\n"));
        let challenge = "eyJzdGF0dXMiOiI0MDAifQ==";
        let (entered, heard) = token(&format!("+ \r\n+ {challenge}\r\na1 NO SASL authentication failed\r\n"));
        assert_eq!(heard, format!("a1 AUTHENTICATE XOAUTH2\r\n{word}\r\n\r\n"));
        let error = entered.unwrap_err();
        assert!(error.is_login() && error.to_string().contains("SASL authentication failed"), "{error}");
    }
}
