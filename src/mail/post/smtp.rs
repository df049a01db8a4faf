//! Mail out by SMTP: lettre over rustls, several pooled connections (one alone manages some 20 mails a
//! second, see the note on its 40 ms pause in `docs/mail.md`).

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, SmtpTransport, Transport};
use thiserror::Error;

use super::super::endpoint::{Credential, Endpoint, Login, Security};
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

/// Sends by SMTP. Connections are made when they are needed and kept for a while.
pub struct SmtpPost {
    settings: SmtpSettings,
    transport: Mutex<Option<SmtpTransport>>,
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
        tls(&settings.endpoint)?;
        Ok(SmtpPost { settings, transport: Mutex::new(None) })
    }

    /// Connects, logs in and says NOOP: for `doctor`.
    ///
    /// # Errors
    /// In the server's words, or the network's.
    pub fn test(&self) -> Result<(), String> {
        let transport = self.transport().map_err(|error| error.to_string())?;
        match transport.test_connection() {
            Ok(true) => Ok(()),
            Ok(false) => Err(format!("{} did not answer NOOP", self.settings.endpoint)),
            Err(error) => Err(format!("{}: {error}", self.settings.endpoint)),
        }
    }

    /// The transport, with a fresh token if it has to be made anew.
    fn transport(&self) -> Result<SmtpTransport, SmtpError> {
        let mut held = self.transport.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(transport) = held.as_ref() {
            return Ok(transport.clone());
        }
        let transport = build(&self.settings)?;
        *held = Some(transport.clone());
        Ok(transport)
    }

    /// A refused login may be a token that has run out: the next attempt makes a new one.
    fn forget_transport(&self) {
        *self.transport.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn attempt(&self, envelope: &lettre::address::Envelope, bytes: &[u8]) -> Sending {
        let transport = match self.transport() {
            Ok(transport) => transport,
            Err(error) => return Sending::TemporaryFailure(error.to_string()),
        };
        match transport.send_raw(envelope, bytes) {
            Ok(_) => Sending::Sent,
            Err(error) => {
                if is_login(&error) {
                    self.forget_transport();
                }
                classify(&error)
            }
        }
    }
}

impl Post for SmtpPost {
    fn send(&self, envelope: &Envelope, bytes: &[u8]) -> Sending {
        let address = |text: &str| text.parse::<Address>().map_err(|error| format!("`{text}`: {error}"));
        let from = envelope.from.as_deref().map(address).transpose();
        let built = from.and_then(|from| {
            let to = address(&envelope.to)?;
            lettre::address::Envelope::new(from, vec![to]).map_err(|error| error.to_string())
        });
        match built {
            Ok(envelope) => self.attempt(&envelope, bytes),
            Err(why) => Sending::PermanentFailure(why),
        }
    }
}

/// 5xx about this mail is for good, and nothing else is: a refused login is the host's to mend, not the
/// mail's fault. What broke on the line may have come through, if it broke after the text.
fn classify(error: &lettre::transport::smtp::Error) -> Sending {
    let why = error.to_string();
    if error.is_permanent() && !is_login(error) {
        return Sending::PermanentFailure(why);
    }
    let broke = !error.is_transient() && !error.is_permanent() && !error.is_client() && !error.is_tls();
    if broke && !why.starts_with("Connection error") {
        return Sending::Unknown(why);
    }
    Sending::TemporaryFailure(why)
}

/// RFC 4954's answers to AUTH, and to a mail without it.
fn is_login(error: &lettre::transport::smtp::Error) -> bool {
    let code = error.status().map(u16::from);
    matches!(code, Some(432 | 454 | 530 | 534 | 535 | 538))
}

fn tls(endpoint: &Endpoint) -> Result<Tls, SmtpError> {
    let wrong =
        |error: lettre::transport::smtp::Error| SmtpError::Tls(endpoint.to_string(), error.to_string());
    if endpoint.security == Security::Plain {
        return Ok(Tls::None);
    }
    let mut parameters = TlsParameters::builder(endpoint.host.clone());
    if let Some(pem) = &endpoint.ca_pem {
        parameters = parameters.add_root_certificate(Certificate::from_pem(pem).map_err(wrong)?);
    }
    let parameters = parameters.build().map_err(wrong)?;
    Ok(if endpoint.security == Security::Tls { Tls::Wrapper(parameters) } else { Tls::Required(parameters) })
}

fn build(settings: &SmtpSettings) -> Result<SmtpTransport, SmtpError> {
    let endpoint = &settings.endpoint;
    let mut builder = SmtpTransport::builder_dangerous(&endpoint.host)
        .port(endpoint.port)
        .tls(tls(endpoint)?)
        .timeout(Some(settings.timeout))
        .pool_config(PoolConfig::new().max_size(settings.connections.max(1)));
    if let Some(name) = &settings.hello {
        builder = builder.hello_name(ClientId::Domain(name.clone()));
    }
    if let Some(login) = &settings.login {
        let (secret, mechanisms) = match &login.credential {
            Credential::Password(password) => (password.clone(), vec![Mechanism::Plain, Mechanism::Login]),
            Credential::Token(command) => (
                command.run().map_err(|error| SmtpError::Token(error.to_string()))?,
                vec![Mechanism::Xoauth2],
            ),
        };
        builder =
            builder.credentials(Credentials::new(login.user.clone(), secret)).authentication(mechanisms);
    }
    Ok(builder.build())
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
