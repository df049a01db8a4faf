//! The line to an SMTP server, below lettre: ours, so that replies come tidied ([`super::reply`]), TLS trusts as IMAP's does
//! ([`crate::tls`]), and a server that has gone away or stands still is noticed and told in words.
//!
//! lettre takes a stream of another's making in its asynchronous connection alone. This one never makes it wait: it
//! blocks, within its times, and so every future is ready when it is asked ([`super::connection`]).

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use lettre::transport::smtp::client::AsyncTokioStream;
use lettre::transport::smtp::commands::{Ehlo, Starttls};
use lettre::transport::smtp::extension::ClientId;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::reply::{Found, Incoming, LONGEST, Reply};
use crate::endpoint::{Endpoint, Security};
use crate::reach::reach;
use crate::tls::{self, TlsStream};

/// How much longer than another reply that to a mail's text may take: the server may look through it, and a mail whose reply we
/// did not wait for is sent twice.
const TEXT_PATIENCE: u32 = 5;
/// The end of a text, which lettre writes by itself.
const END_OF_TEXT: &[u8] = b"\r\n.\r\n";
/// How long we look for a word of a server that broke off while it was written to.
const LAST_WORD: Duration = Duration::from_secs(2);

/// What is said next, and so how its reply is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Saying {
    Command,
    /// A login by a token, whose refusal comes as a challenge that wants an empty answer (Google, Microsoft).
    Token,
    /// The command before a text, whose reply is no 2xx.
    Data,
    /// The text of a mail, whose reply is no 3xx.
    Text,
}

impl Saying {
    /// Whether a reply is of a kind that cannot follow this: the server said one too many before.
    fn is_passed_over(self, code: u16) -> bool {
        matches!((self, code / 100), (Saying::Data, 2) | (Saying::Text, 3))
    }
}

/// A line; a clone is the same one, so that one may be lettre's.
#[derive(Clone)]
pub(super) struct Line(Arc<Mutex<Talk>>);

struct Talk {
    carrier: Carrier,
    /// The other end.
    peer: SocketAddr,
    timeout: Duration,
    saying: Saying,
    incoming: Incoming,
    /// A reply for lettre, and how much of it was taken.
    tidy: (Vec<u8>, usize),
    is_hello: bool,
    /// Whether the text of a mail went out whole, with its final dot.
    is_handed_over: bool,
    /// The server refused in the middle of the text: the rest of it goes nowhere.
    is_refused: bool,
    /// Why the line is of no more use.
    broken: Option<(ErrorKind, String)>,
}

/// None while it changes hands.
enum Carrier {
    Plain(TcpStream),
    Tls(Box<TlsStream>),
    None,
}

/// Why there is no line: the network's words, or a reply that refuses.
#[derive(Debug)]
pub(super) enum NoLine {
    /// The network's.
    Network(io::Error),
    /// The server's.
    Refused(Reply),
}

impl From<io::Error> for NoLine {
    fn from(error: io::Error) -> Self {
        NoLine::Network(error)
    }
}

impl Line {
    /// Connects, hears the greeting, and makes the line secret. The greeting is then handed to lettre, with STARTTLS a second time: of
    /// what was said before TLS nothing counts.
    ///
    /// # Errors
    /// See [`NoLine`].
    pub fn connect(endpoint: &Endpoint, timeout: Duration, hello: &ClientId) -> Result<Self, NoLine> {
        let tcp = reach(endpoint, timeout)?;
        let peer = tcp.peer_addr()?;
        let carrier = match endpoint.security {
            Security::Tls => Carrier::Tls(Box::new(tls::handshake(endpoint, tcp)?)),
            Security::Plain | Security::StartTls => Carrier::Plain(tcp),
        };
        let mut talk = Talk {
            carrier,
            peer,
            timeout,
            saying: Saying::Command,
            incoming: Incoming::default(),
            tidy: Default::default(),
            is_hello: false,
            is_handed_over: false,
            is_refused: false,
            broken: None,
        };
        let greeting = talk.positive()?;
        if endpoint.security == Security::StartTls {
            talk.start_tls(endpoint, hello)?;
        }
        talk.tidy = (greeting.for_lettre(false), 0);
        Ok(Line(Arc::new(Mutex::new(talk))))
    }

    fn talk(&self) -> MutexGuard<'_, Talk> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells what is said next.
    pub fn will_say(&self, saying: Saying) {
        let mut talk = self.talk();
        talk.saying = saying;
        talk.is_handed_over = false;
    }

    /// How long a reply may take from now on.
    pub fn be_patient(&self, timeout: Duration) {
        self.talk().timeout = timeout;
    }

    /// Whether the text of a mail went out whole: only then may it have arrived.
    pub fn is_handed_over(&self) -> bool {
        self.talk().is_handed_over
    }

    /// Goes, without waiting for a farewell.
    pub fn leave(&self) {
        let mut talk = self.talk();
        if talk.broken.is_none() {
            let _ = talk.carrier.write_all(b"QUIT\r\n").and_then(|()| talk.carrier.flush());
            talk.broken = Some((ErrorKind::NotConnected, "we have left".to_owned()));
        }
        talk.carrier.close();
    }
}

/// Whole seconds, for words.
fn seconds(time: Duration) -> u128 {
    time.as_millis().div_ceil(1000)
}

impl Talk {
    fn start_tls(&mut self, endpoint: &Endpoint, hello: &ClientId) -> Result<(), NoLine> {
        self.say(Ehlo::new(hello.clone()).to_string().as_bytes())?;
        if !self.positive()?.offers("STARTTLS") {
            return Err(io::Error::other("the server offers no STARTTLS at this port").into());
        }
        self.say(Starttls.to_string().as_bytes())?;
        self.positive()?;
        if self.incoming.len() > 0 {
            return Err(io::Error::other("the server spoke on between STARTTLS and TLS").into());
        }
        let Carrier::Plain(tcp) = std::mem::replace(&mut self.carrier, Carrier::None) else {
            return Err(io::Error::other("the line is secret already").into());
        };
        self.carrier = Carrier::Tls(Box::new(tls::handshake(endpoint, tcp)?));
        Ok(())
    }

    /// The next reply, if it does not refuse.
    fn positive(&mut self) -> Result<Reply, NoLine> {
        let reply = self.reply()?;
        if reply.code < 400 { Ok(reply) } else { Err(NoLine::Refused(reply)) }
    }

    /// Says a command. What the server said unasked before does not count as its reply; if it went away, that is noticed here.
    fn say(&mut self, command: &[u8]) -> io::Result<()> {
        self.hear_what_is_there()?;
        self.is_hello = command.get(..4).is_some_and(|word| word.eq_ignore_ascii_case(b"EHLO"));
        let written = self.carrier.write_all(command).and_then(|()| self.carrier.flush());
        written.map_err(|error| self.broke(&error))
    }

    /// Takes what has come and was not waited for.
    fn hear_what_is_there(&mut self) -> io::Result<()> {
        let is_over = self.carrier.read_what_is_there(&mut self.incoming);
        loop {
            match self.incoming.take(is_over) {
                Found::Reply(reply) if reply.is_farewell() => return Err(self.farewell(&reply)),
                Found::Reply(_) | Found::Junk(_) => {}
                Found::Nothing => break,
            }
        }
        self.incoming.clear();
        if is_over {
            return Err(
                self.is_broken(ErrorKind::ConnectionAborted, "the server closed the connection".to_owned())
            );
        }
        Ok(())
    }

    fn farewell(&mut self, reply: &Reply) -> io::Error {
        let words = format!("the server closed the connection: {} {}", reply.code, reply.words());
        self.is_broken(ErrorKind::ConnectionAborted, words)
    }

    fn is_broken(&mut self, kind: ErrorKind, words: String) -> io::Error {
        self.broken = Some((kind, words.clone()));
        io::Error::new(kind, words)
    }

    fn broke(&mut self, error: &io::Error) -> io::Error {
        let words = match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => {
                format!("the server stands still: it took nothing for {} s", seconds(self.timeout))
            }
            ErrorKind::BrokenPipe | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => {
                "the server broke the connection off".to_owned()
            }
            _ => error.to_string(),
        };
        self.is_broken(error.kind(), words)
    }

    /// Waits for a reply.
    fn reply(&mut self) -> io::Result<Reply> {
        let patience = if self.saying == Saying::Text { self.timeout * TEXT_PATIENCE } else { self.timeout };
        self.reply_within(patience)
    }

    fn reply_within(&mut self, patience: Duration) -> io::Result<Reply> {
        let end = Instant::now() + patience;
        let mut junk = None;
        loop {
            match self.incoming.take(false) {
                Found::Reply(reply) => return Ok(reply),
                // Once the text is out a word that is no reply is no reason to send it again: the reply may follow.
                Found::Junk(words) if self.saying == Saying::Text => junk = Some(words),
                Found::Junk(words) => return Err(self.no_reply(&words)),
                Found::Nothing => {
                    if let Some(why) = self.read_more(end, patience) {
                        return self.last_reply(junk, why);
                    }
                }
            }
        }
    }

    /// Reads some more of a reply; why there is no more, if so.
    fn read_more(&mut self, end: Instant, patience: Duration) -> Option<(ErrorKind, String)> {
        if self.incoming.len() > LONGEST {
            return Some((ErrorKind::InvalidData, "the server's reply has no end".to_owned()));
        }
        let still = || {
            let words = format!("the server stands still: it said nothing for {} s", seconds(patience));
            (ErrorKind::TimedOut, words)
        };
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Some(still());
        }
        let mut bytes = [0; 4096];
        match self.carrier.read_within(&mut bytes, left) {
            Ok(0) => Some((ErrorKind::ConnectionAborted, "the server broke the connection off".to_owned())),
            Ok(count) => {
                self.incoming.push(bytes.get(..count).unwrap_or(&bytes));
                None
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => None,
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                Some(still())
            }
            Err(error) => Some((error.kind(), self.broke(&error).to_string())),
        }
    }

    /// Nothing more will come: a reply that broke off is one by its code.
    fn last_reply(&mut self, junk: Option<String>, (kind, words): (ErrorKind, String)) -> io::Result<Reply> {
        match (self.incoming.take(true), junk) {
            (Found::Reply(reply), _) => {
                self.is_broken(kind, words);
                Ok(reply)
            }
            (Found::Junk(junk), _) | (Found::Nothing, Some(junk)) => Err(self.no_reply(&junk)),
            (Found::Nothing, None) => Err(self.is_broken(kind, words)),
        }
    }

    fn no_reply(&mut self, words: &str) -> io::Error {
        self.is_broken(ErrorKind::InvalidData, format!("the server answered what is no reply: {words:?}"))
    }

    /// The next reply for lettre.
    fn reply_for_lettre(&mut self) -> io::Result<()> {
        let mut reply = self.reply()?;
        while self.saying.is_passed_over(reply.code) {
            reply = self.reply()?;
        }
        if self.saying == Saying::Token && reply.code == 334 {
            self.say(b"\r\n")?;
            reply = self.reply()?;
        }
        // Nobody asked it to go: lettre would take the code for a yes.
        if reply.code == 221 {
            return Err(self.farewell(&reply));
        }
        self.tidy = (reply.for_lettre(self.is_hello), 0);
        Ok(())
    }

    fn read_tidy(&mut self, into: &mut ReadBuf<'_>) -> io::Result<()> {
        if self.tidy.1 >= self.tidy.0.len() {
            if let Some((kind, words)) = &self.broken {
                return Err(io::Error::new(*kind, words.clone()));
            }
            self.reply_for_lettre()?;
        }
        let (bytes, taken) = &mut self.tidy;
        let rest = bytes.get(*taken..).unwrap_or_default();
        let some = rest.get(..into.remaining()).unwrap_or(rest);
        into.put_slice(some);
        *taken += some.len();
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some((kind, words)) = &self.broken {
            return Err(io::Error::new(*kind, words.clone()));
        }
        if self.saying != Saying::Text {
            return self.say(bytes).map(|()| bytes.len());
        }
        if bytes == END_OF_TEXT && !self.is_refused {
            self.hear_before_the_end()?;
        }
        if self.is_refused {
            return Ok(bytes.len());
        }
        match self.carrier.write_all(bytes).and_then(|()| self.carrier.flush()) {
            Ok(()) => {
                self.is_handed_over = bytes == END_OF_TEXT;
                Ok(bytes.len())
            }
            Err(error) => self.refused_early(&error).map(|()| bytes.len()),
        }
    }

    /// What was said before the end of a text is no answer to it: a yes is one too many, and a no holds, so that the end is not said.
    fn hear_before_the_end(&mut self) -> io::Result<()> {
        let is_over = self.carrier.read_what_is_there(&mut self.incoming);
        loop {
            match self.incoming.take(is_over) {
                Found::Reply(reply) if reply.code >= 400 => {
                    self.tidy = (reply.for_lettre(false), 0);
                    self.is_refused = true;
                    return Ok(());
                }
                Found::Reply(_) | Found::Junk(_) => {}
                Found::Nothing if is_over => {
                    let words = "the server broke the connection off within the text".to_owned();
                    return Err(self.is_broken(ErrorKind::ConnectionAborted, words));
                }
                Found::Nothing => return Ok(()),
            }
        }
    }

    /// A server that refuses in the middle of a text, such as one that is too large, hangs up: what it said first counts.
    fn refused_early(&mut self, error: &io::Error) -> io::Result<()> {
        match self.reply_within(LAST_WORD) {
            Ok(reply) if reply.code >= 400 => {
                self.tidy = (reply.for_lettre(false), 0);
                self.is_refused = true;
                Ok(())
            }
            _ => Err(self.broke(error)),
        }
    }
}

impl Carrier {
    fn tcp(&self) -> Option<&TcpStream> {
        match self {
            Carrier::Plain(tcp) => Some(tcp),
            Carrier::Tls(tls) => Some(&tls.sock),
            Carrier::None => None,
        }
    }

    fn close(&self) {
        if let Some(tcp) = self.tcp() {
            let _ = tcp.shutdown(std::net::Shutdown::Both);
        }
    }

    fn read_within(&mut self, bytes: &mut [u8], time: Duration) -> io::Result<usize> {
        if let Some(tcp) = self.tcp() {
            tcp.set_read_timeout(Some(time))?;
        }
        self.read(bytes)
    }

    /// Whether the other end is gone.
    fn read_what_is_there(&mut self, incoming: &mut Incoming) -> bool {
        let waits = |carrier: &Carrier, waits: bool| {
            carrier.tcp().is_none_or(|tcp| tcp.set_nonblocking(!waits).is_err())
        };
        if waits(self, false) {
            return true;
        }
        let mut bytes = [0; 4096];
        let is_over = loop {
            match self.read(&mut bytes) {
                Ok(0) => break true,
                Ok(count) if incoming.len() < LONGEST => incoming.push(bytes.get(..count).unwrap_or(&bytes)),
                Ok(_) => break true,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => break error.kind() != ErrorKind::WouldBlock,
            }
        };
        waits(self, true) || is_over
    }
}

impl Read for Carrier {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Carrier::Plain(tcp) => tcp.read(bytes),
            Carrier::Tls(tls) => tls.read(bytes),
            Carrier::None => Err(ErrorKind::NotConnected.into()),
        }
    }
}

impl Write for Carrier {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Carrier::Plain(tcp) => tcp.write(bytes),
            Carrier::Tls(tls) => tls.write(bytes),
            Carrier::None => Err(ErrorKind::NotConnected.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Carrier::Plain(tcp) => tcp.flush(),
            Carrier::Tls(tls) => tls.flush(),
            Carrier::None => Err(ErrorKind::NotConnected.into()),
        }
    }
}

impl fmt::Debug for Line {
    /// Nothing of what is said: a login goes over it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Line({})", self.talk().peer)
    }
}

impl AsyncRead for Line {
    fn poll_read(self: Pin<&mut Self>, _: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(self.talk().read_tidy(into))
    }
}

impl AsyncWrite for Line {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Poll::Ready(self.talk().write(bytes))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.talk().carrier.close();
        Poll::Ready(Ok(()))
    }
}

impl AsyncTokioStream for Line {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.talk().peer)
    }
}
