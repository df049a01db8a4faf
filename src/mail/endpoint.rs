//! A server to talk to: where it is, how the line is made secret, who we are to it.

use std::fmt;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use thiserror::Error;

/// A server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// Its name, which its certificate must bear.
    pub host: String,
    pub port: u16,
    /// How the line is made secret.
    pub security: Security,
    /// Authorities to trust beside the usual ones, in PEM, for a server with a private certificate.
    pub ca_pem: Option<Vec<u8>>,
}

/// How the line to a server is made secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Security {
    /// TLS from the first byte (IMAP 993, SMTP 465).
    Tls,
    /// TLS by STARTTLS, which the server must offer (IMAP 143, SMTP 587).
    StartTls,
    /// None at all; only to this machine itself.
    Plain,
}

impl Endpoint {
    /// Whether the host is this machine itself.
    pub fn is_loopback(&self) -> bool {
        let address: Option<std::net::IpAddr> = self.host.parse().ok();
        self.host == "localhost" || address.is_some_and(|address| address.is_loopback())
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

/// Who we are to a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Login {
    /// The account.
    pub user: String,
    /// Its proof.
    pub credential: Credential,
}

/// The proof of an account. `Debug` shows nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub enum Credential {
    /// A password, or an app password.
    Password(String),
    /// A command that prints an OAuth2 access token, for XOAUTH2 (Outlook and Gmail need it, row 40).
    Token(TokenCommand),
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Credential::Password(_) => f.write_str("Password(…)"),
            Credential::Token(command) => write!(f, "Token({})", command.program),
        }
    }
}

/// A command that prints a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenCommand {
    /// The program. No shell reads it; a host who wants one names `sh` here and `-c` below.
    pub program: String,
    pub arguments: Vec<String>,
    /// How long it may take.
    pub timeout: Duration,
}

/// Why no token could be had. Never holds what the command printed.
#[derive(Debug, Error)]
pub enum TokenError {
    /// The command could not be started.
    #[error("token_cmd `{0}` could not be started: {1}")]
    Start(String, std::io::Error),
    /// It took too long, and was ended.
    #[error("token_cmd `{0}` took longer than {1} s")]
    Slow(String, u64),
    #[error("token_cmd `{0}` ended with {1}")]
    Failed(String, String),
    /// It printed nothing of use: one word was expected.
    #[error("token_cmd `{0}` printed no token (one line with one word was expected)")]
    Nothing(String),
}

impl TokenCommand {
    /// Runs the command and gives the token that it printed.
    ///
    /// # Errors
    /// See [`TokenError`].
    pub fn run(&self) -> Result<String, TokenError> {
        let name = || self.program.clone();
        let mut child = Command::new(&self.program)
            .args(&self.arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| TokenError::Start(name(), error))?;
        let output = child.stdout.take();
        // Read beside it: a child that prints much would else wait for us, and we for it.
        let reader = std::thread::spawn(move || {
            let mut text = String::new();
            let read = output.map(|output| output.take(64 << 10).read_to_string(&mut text));
            read.and_then(Result::ok).map(|_| text)
        });
        let begun = Instant::now();
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break status,
                Ok(None) if begun.elapsed() < self.timeout => std::thread::sleep(Duration::from_millis(10)),
                _ => {
                    let _ = child.kill();
                    let _ = child.wait();
                    return Err(TokenError::Slow(name(), self.timeout.as_secs()));
                }
            }
        };
        if !status.success() {
            return Err(TokenError::Failed(name(), status.to_string()));
        }
        let text = reader.join().ok().flatten().unwrap_or_default();
        let token = text.trim();
        if token.is_empty() || token.contains(char::is_whitespace) {
            return Err(TokenError::Nothing(name()));
        }
        Ok(token.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> TokenCommand {
        TokenCommand {
            program: "sh".into(),
            arguments: vec!["-c".into(), script.into()],
            timeout: Duration::from_millis(500),
        }
    }

    #[test]
    fn a_token_is_what_the_command_prints() {
        assert_eq!(shell("echo ya29.abc").run().unwrap(), "ya29.abc");
    }

    #[test]
    fn a_failing_slow_silent_or_missing_command_is_told_apart_without_its_output() {
        assert!(matches!(shell("echo secret; exit 3").run(), Err(TokenError::Failed(..))));
        assert!(matches!(shell("exec sleep 30").run(), Err(TokenError::Slow(..))));
        assert!(matches!(shell("true").run(), Err(TokenError::Nothing(_))));
        assert!(matches!(shell("echo two words").run(), Err(TokenError::Nothing(_))));
        let missing = TokenCommand { program: "/no/such/program".into(), ..shell("") };
        assert!(matches!(missing.run(), Err(TokenError::Start(..))));
        assert!(!format!("{}", shell("echo secret; exit 3").run().unwrap_err()).contains("secret"));
    }

    #[test]
    fn a_credential_does_not_show_itself() {
        let login = Login { user: "war".into(), credential: Credential::Password("hunter2".into()) };
        assert!(!format!("{login:?}").contains("hunter2"));
    }
}
