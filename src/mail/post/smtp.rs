//! Mail out by SMTP: lettre's connections over rustls, several of them kept (one alone manages some 20 mails a
//! second, see the note on its 40 ms pause in `docs/mail.md`).

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use lettre::Address;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{Certificate, SmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use thiserror::Error;

use super::super::domain::ascii_domain;
use super::super::endpoint::{Credential, Endpoint, Login, Security};
use super::refusal::{self, Step};
use super::{Envelope, Post, Sending};

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
    tls: Option<TlsParameters>,
    idle: Mutex<Vec<(SmtpConnection, Instant)>>,
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
        let tls = tls(&settings.endpoint)?;
        Ok(SmtpPost { settings, tls, idle: Mutex::default() })
    }

    /// Connects, logs in and says NOOP: for `doctor`.
    ///
    /// # Errors
    /// In the server's words, or the network's.
    pub fn test(&self) -> Result<(), String> {
        let credentials = self.credentials().map_err(|error| error.to_string())?;
        let connected = self.connect(credentials.as_ref());
        let mut connection = connected.map_err(|error| format!("{}: {error}", self.settings.endpoint))?;
        match connection.test_connected() {
            true => Ok(()),
            false => Err(format!("{} did not answer NOOP", self.settings.endpoint)),
        }
    }

    /// A connection that still lives, if one is kept.
    fn kept(&self) -> Option<SmtpConnection> {
        loop {
            let (mut connection, since) = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()?;
            if since.elapsed() < KEPT && connection.test_connected() {
                return Some(connection);
            }
            connection.abort();
        }
    }

    fn keep(&self, connection: SmtpConnection) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if !connection.has_broken() && idle.len() < self.settings.connections.max(1) as usize {
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

    fn connect(
        &self,
        credentials: Option<&(Credentials, Vec<Mechanism>)>,
    ) -> Result<SmtpConnection, lettre::transport::smtp::Error> {
        let SmtpSettings { endpoint, hello, timeout, .. } = &self.settings;
        let hello = hello.clone().map_or_else(ClientId::default, ClientId::Domain);
        let at_once = self.tls.as_ref().filter(|_| endpoint.security == Security::Tls);
        let server = (endpoint.host.as_str(), endpoint.port);
        let mut connection = SmtpConnection::connect(server, Some(*timeout), &hello, at_once, None)?;
        if let (Some(tls), Security::StartTls) = (&self.tls, endpoint.security) {
            connection.starttls(tls, &hello)?;
        }
        if let Some((credentials, mechanisms)) = credentials {
            connection.auth(mechanisms, credentials)?;
        }
        Ok(connection)
    }

    fn attempt(&self, from: Option<Address>, to: Address, bytes: &[u8]) -> Sending {
        let connection = match self.kept() {
            Some(connection) => Ok(connection),
            None => match self.credentials() {
                Ok(credentials) => self.connect(credentials.as_ref()),
                Err(error) => return Sending::TemporaryFailure(error.to_string()),
            },
        };
        let mut connection = match connection {
            Ok(connection) => connection,
            Err(error) => return refusal::judge(Step::Session, &error),
        };
        if !is_ascii(&to) && !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
            self.keep(connection);
            return Sending::PermanentFailure(format!(
                "{to}: this server sends to no address beyond ASCII (SMTPUTF8)"
            ));
        }
        match hand_over(&mut connection, from, to, bytes) {
            Ok(()) => {
                self.keep(connection);
                Sending::Sent
            }
            Err((step, error)) => refusal::judge(step, &error),
        }
    }
}

/// One mail, command by command: lettre's own way does not tell at which of them a refusal came. A connection on which
/// something went wrong is not used again.
fn hand_over(
    connection: &mut SmtpConnection,
    from: Option<Address>,
    to: Address,
    bytes: &[u8],
) -> Result<(), (Step, lettre::transport::smtp::Error)> {
    let mut options = Vec::new();
    let is_ascii = from.as_ref().is_none_or(is_ascii) && is_ascii(&to);
    if !is_ascii && connection.server_info().supports_feature(Extension::SmtpUtfEight) {
        options.push(MailParameter::SmtpUtfEight);
    }
    if !bytes.is_ascii() {
        options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    let at = |step: Step| move |error| (step, error);
    let sent = (|| {
        connection.command(Mail::new(from, options)).map_err(at(Step::Sender))?;
        connection.command(Rcpt::new(to, Vec::new())).map_err(at(Step::Recipient))?;
        connection.command(Data).map_err(at(Step::Data))?;
        connection.message(bytes).map_err(at(Step::Text))
    })();
    if sent.is_err() {
        connection.abort();
    }
    sent.map(drop)
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
            Ok((from, to)) => self.attempt(from, to, bytes),
            Err(why) => Sending::PermanentFailure(why),
        }
    }
}

fn tls(endpoint: &Endpoint) -> Result<Option<TlsParameters>, SmtpError> {
    let wrong =
        |error: lettre::transport::smtp::Error| SmtpError::Tls(endpoint.to_string(), error.to_string());
    if endpoint.security == Security::Plain {
        return Ok(None);
    }
    let mut parameters = TlsParameters::builder(endpoint.host.clone());
    if let Some(pem) = &endpoint.ca_pem {
        parameters = parameters.add_root_certificate(Certificate::from_pem(pem).map_err(wrong)?);
    }
    parameters.build().map(Some).map_err(wrong)
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
