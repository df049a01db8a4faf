//! Mail out by SMTP: lettre's connections over lines of ours, several of them kept.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lettre::Address;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use thiserror::Error;

use super::connection::Connection;
use super::refusal::{self, Failure, Step};
use super::{Envelope, Post, Sending};
use crate::domain::ascii_domain;
use crate::endpoint::{Credential, Endpoint, Login, Security};
use crate::tls;

/// Where and how to send by SMTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmtpSettings {
    /// The server.
    pub endpoint: Endpoint,
    /// The account, if the server asks for one.
    pub login: Option<Login>,
    /// The name we greet with; this machine's own if none.
    pub hello: Option<String>,
    /// Connections at once, at most.
    pub connections: u32,
    /// How long one answer of the server may take.
    pub timeout: Duration,
}

/// Why no SMTP post could be set up.
#[derive(Debug, Error)]
pub enum SmtpError {
    /// A plain line to another machine.
    #[error("{0}: a plain connection is allowed to this machine only; use tls or starttls")]
    PlainToAfar(String),
    /// The authority's file or the host's name does not fit TLS.
    #[error("{0}: {1}")]
    Tls(String, String),
    /// No token could be had.
    #[error("{0}")]
    Token(String),
}

/// How long a connection is kept that nobody uses.
const KEPT: Duration = Duration::from_secs(60);

/// Sends by SMTP. Connections are made when they are needed and kept for a while.
pub struct SmtpPost {
    settings: SmtpSettings,
    idle: Mutex<Vec<(Connection, Instant)>>,
}

impl SmtpPost {
    /// A post to this server; nothing is connected yet.
    ///
    /// # Errors
    /// When the settings cannot work, whatever the server says.
    pub fn new(settings: SmtpSettings) -> Result<Self, SmtpError> {
        if settings.endpoint.security == Security::Plain && !settings.endpoint.is_loopback() {
            return Err(SmtpError::PlainToAfar(settings.endpoint.to_string()));
        }
        tls::config(&settings.endpoint)
            .map_err(|error| SmtpError::Tls(settings.endpoint.to_string(), error.to_string()))?;
        Ok(SmtpPost { settings, idle: Mutex::default() })
    }

    /// Connects, logs in, and begins a mail from one address to another that is never sent: for `doctor`. A server that wants a login
    /// and was given none says so only there.
    ///
    /// # Errors
    /// In the server's words, or the network's.
    pub fn test(&self, from: &str, to: &str) -> Result<(), String> {
        let address = |text: &str| {
            ascii_domain(text)
                .parse::<Address>()
                .map_err(|error| format!("`{text}` is no mail address: {error}"))
        };
        let (from, to) = (address(from)?, address(to)?);
        let credentials = self.credentials().map_err(|error| error.to_string())?;
        let told = |failure: Failure| format!("{}: {}", self.settings.endpoint, failure.why);
        let mut connection = self.connect(credentials.as_ref()).map_err(told)?;
        let begun = |what: String| move |failure: Failure| format!("{what} is refused: {}", failure.why);
        let (mail, rcpt) = (format!("a mail from {from}"), format!("a mail to {to}"));
        connection.command(Mail::new(Some(from), Vec::new())).map_err(begun(mail))?;
        connection.command(Rcpt::new(to, Vec::new())).map_err(begun(rcpt))?;
        connection.begin_anew().map_err(told)
    }

    /// A connection that still lives, if one is kept. Where one is dead the others are too, most likely, and each of them would take its
    /// time to show it.
    fn kept(&self) -> Option<Connection> {
        let (mut connection, since) = self.idle().pop()?;
        if since.elapsed() < KEPT && connection.lives() {
            return Some(connection);
        }
        let dead = std::mem::take(&mut *self.idle());
        drop(dead);
        None
    }

    fn idle(&self) -> MutexGuard<'_, Vec<(Connection, Instant)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, connection: Connection) {
        let mut idle = self.idle();
        if idle.len() < self.settings.connections.max(1) as usize {
            idle.push((connection, Instant::now()));
        }
    }

    /// The login, with a fresh token: the last one may have run out.
    fn credentials(&self) -> Result<Option<(Credentials, Vec<Mechanism>)>, SmtpError> {
        let Some(login) = &self.settings.login else { return Ok(None) };
        let (secret, mechanisms) = match &login.credential {
            Credential::Password(password) => (password.clone(), vec![Mechanism::Plain, Mechanism::Login]),
            Credential::Token(command) => (
                command.run().map_err(|error| SmtpError::Token(error.to_string()))?,
                vec![Mechanism::Xoauth2],
            ),
        };
        Ok(Some((Credentials::new(login.user.clone(), secret), mechanisms)))
    }

    fn connect(&self, credentials: Option<&(Credentials, Vec<Mechanism>)>) -> Result<Connection, Failure> {
        let SmtpSettings { endpoint, hello, timeout, .. } = &self.settings;
        let hello = hello.clone().map_or_else(ClientId::default, ClientId::Domain);
        let mut connection = Connection::open(endpoint, *timeout, &hello)?;
        if let Some((credentials, mechanisms)) = credentials {
            connection.log_in(mechanisms, credentials)?;
        }
        Ok(connection)
    }

    /// A fresh connection with our login.
    fn fresh(&self) -> Result<Connection, Sending> {
        let credentials = self.credentials().map_err(|error| Sending::TemporaryFailure(error.to_string()))?;
        self.connect(credentials.as_ref()).map_err(|failure| refusal::judge(Step::Session, failure))
    }

    fn attempt(&self, from: Option<&Address>, to: &Address, bytes: &[u8]) -> Sending {
        if let Some(connection) = self.kept() {
            match self.hand_over(connection, from, to, bytes) {
                // It was gone before the text was said: a fresh one does no harm.
                Err((step, failure)) if step != Step::Text && failure.is_line() => {}
                Err((step, failure)) => return refusal::judge(step, failure),
                Ok(sending) => return sending,
            }
        }
        let handed_over = self.fresh().map(|connection| self.hand_over(connection, from, to, bytes));
        match handed_over {
            Ok(Ok(sending)) | Err(sending) => sending,
            Ok(Err((step, failure))) => refusal::judge(step, failure),
        }
    }

    /// Hands a mail over and keeps the connection. One on which something went wrong is not used again.
    fn hand_over(
        &self,
        mut connection: Connection,
        from: Option<&Address>,
        to: &Address,
        bytes: &[u8],
    ) -> Result<Sending, (Step, Failure)> {
        if !is_ascii(to) && !connection.server().supports_feature(Extension::SmtpUtfEight) {
            self.keep(connection);
            return Ok(Sending::PermanentFailure(format!(
                "{to}: this server sends to no address beyond ASCII (SMTPUTF8)"
            )));
        }
        hand_over(&mut connection, from, to, bytes)?;
        self.keep(connection);
        Ok(Sending::Sent)
    }
}

/// One mail, command by command: lettre's own way does not tell at which of them a refusal came.
fn hand_over(
    connection: &mut Connection,
    from: Option<&Address>,
    to: &Address,
    bytes: &[u8],
) -> Result<(), (Step, Failure)> {
    let mut options = Vec::new();
    let is_ascii = from.is_none_or(is_ascii) && is_ascii(to);
    if !is_ascii && connection.server().supports_feature(Extension::SmtpUtfEight) {
        options.push(MailParameter::SmtpUtfEight);
    }
    if !bytes.is_ascii() {
        options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    let at = |step: Step| move |failure| (step, failure);
    connection.command(Mail::new(from.cloned(), options)).map_err(at(Step::Sender))?;
    connection.command(Rcpt::new(to.clone(), Vec::new())).map_err(at(Step::Recipient))?;
    connection.command(Data).map_err(at(Step::Data))?;
    connection.text(bytes).map_err(at(Step::Text))
}

fn is_ascii(address: &Address) -> bool {
    AsRef::<str>::as_ref(address).is_ascii()
}

impl Post for SmtpPost {
    fn send(&self, envelope: &Envelope, bytes: &[u8]) -> Sending {
        let address = |text: &str| {
            let ascii = ascii_domain(text);
            ascii.parse::<Address>().map_err(|error| format!("`{text}`: {error}"))
        };
        let from = envelope.from.as_deref().map(address).transpose();
        let built = from.and_then(|from| Ok((from, address(&envelope.to)?)));
        match built {
            Ok((from, to)) => self.attempt(from.as_ref(), &to, bytes),
            Err(why) => Sending::PermanentFailure(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_line_is_for_this_machine_only() {
        let endpoint =
            |host: &str| Endpoint { host: host.into(), port: 25, security: Security::Plain, ca_pem: None };
        let settings = |host: &str| SmtpSettings {
            endpoint: endpoint(host),
            login: None,
            hello: None,
            connections: 1,
            timeout: Duration::from_secs(1),
        };
        assert!(SmtpPost::new(settings("mail.example.org")).is_err());
        assert!(SmtpPost::new(settings("127.0.0.1")).is_ok() && SmtpPost::new(settings("::1")).is_ok());
    }
}
