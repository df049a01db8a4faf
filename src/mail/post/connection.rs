//! lettre's connection over a line of ours ([`super::line`]).
//!
//! lettre stays what speaks SMTP: hello, login, commands, the dots of a text. Three ways were weighed to let it read what servers
//! write. A relay on this machine between lettre and the server costs two threads and a port that others here can
//! reach for each connection. A dialogue of our own would leave lettre only its words. Its asynchronous connection takes any stream,
//! and costs the crates of tokio's traits; nothing of tokio runs.

use std::fmt::Display;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::{Noop, Rset};
use lettre::transport::smtp::extension::{ClientId, ServerInfo};

use super::line::{Line, NoLine, Saying};
use super::refusal::Failure;
use crate::endpoint::Endpoint;

/// How long a connection that lay idle may take to show that it lives.
const SIGN_OF_LIFE: Duration = Duration::from_secs(10);

/// A connection to a server that greeted us.
pub(super) struct Connection {
    smtp: AsyncSmtpConnection,
    line: Line,
    timeout: Duration,
}

impl Connection {
    /// Connects and says hello.
    ///
    /// # Errors
    /// In the network's words, TLS's, or the server's.
    pub fn open(endpoint: &Endpoint, timeout: Duration, hello: &ClientId) -> Result<Self, Failure> {
        let line = Line::connect(endpoint, timeout, hello).map_err(|none| match none {
            NoLine::Network(error) => Failure::network(&error.to_string()),
            NoLine::Refused(reply) => Failure::refused(reply.code, &reply.words()),
        })?;
        let smtp = ready(AsyncSmtpConnection::connect_with_transport(Box::new(line.clone()), hello))?;
        Ok(Connection { smtp, line, timeout })
    }

    /// Logs in.
    ///
    /// # Errors
    /// In the server's words, or because it offers no way that we know.
    pub fn log_in(&mut self, mechanisms: &[Mechanism], credentials: &Credentials) -> Result<(), Failure> {
        let offers = |mechanism: &Mechanism| self.server().supports_auth_mechanism(*mechanism);
        let Some(mechanism) = mechanisms.iter().copied().find(offers) else {
            let ours = mechanisms.iter().map(Mechanism::to_string).collect::<Vec<_>>().join(" or ");
            return Err(Failure::network(&format!("the server offers no login by {ours} on this line")));
        };
        let is_token = mechanism == Mechanism::Xoauth2;
        self.line.will_say(if is_token { Saying::Token } else { Saying::Command });
        ready(self.smtp.auth(&[mechanism], credentials))?;
        Ok(())
    }

    /// What the server offers.
    pub fn server(&self) -> &ServerInfo {
        self.smtp.server_info()
    }

    /// Says a command.
    ///
    /// # Errors
    /// In the server's words, or the line's.
    pub fn command(&mut self, command: impl Display) -> Result<(), Failure> {
        self.line.will_say(Saying::Command);
        ready(self.smtp.command(command))?;
        Ok(())
    }

    /// Hands a mail's text over.
    ///
    /// # Errors
    /// As [`Connection::command`]; whether it may have arrived is told.
    pub fn text(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.line.will_say(Saying::Text);
        let sent = ready(self.smtp.message(bytes)).map(drop).map_err(Failure::from);
        sent.map_err(|failure| failure.of_a_text(self.line.is_handed_over()))
    }

    /// Whether a connection that lay idle is of use.
    pub fn lives(&mut self) -> bool {
        self.line.be_patient(SIGN_OF_LIFE.min(self.timeout));
        let lives = self.command(Noop).is_ok();
        self.line.be_patient(self.timeout);
        lives
    }

    /// Forgets the mail that was begun.
    ///
    /// # Errors
    /// As [`Connection::command`].
    pub fn begin_anew(&mut self) -> Result<(), Failure> {
        self.command(Rset)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.line.leave();
    }
}

/// What comes of a future over a line that never makes it wait.
fn ready<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(done) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return done;
        }
        std::thread::yield_now();
    }
}
