//! The line to an IMAP server: rustls over TCP, with an end of reading that always holds.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use super::super::endpoint::{Endpoint, Security};
use super::super::tls::{self, TlsStream};
use super::talk::Until;

/// How long a connection may take to be made (row 39).
const CONNECT: Duration = Duration::from_secs(15);

/// A line to a server, secret or, on this machine itself, plain.
pub(super) enum Line {
    Plain(Timed),
    Tls(Box<TlsStream<Timed>>),
}

/// A connection whose reads end at one moment, however little each of them brings.
pub(super) struct Timed {
    tcp: TcpStream,
    end: Instant,
}

impl Timed {
    fn new(tcp: TcpStream, timeout: Duration) -> Self {
        Timed { tcp, end: Instant::now() + timeout }
    }
}

impl Read for Timed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.tcp.set_read_timeout(Some(left))?;
        self.tcp.read(buffer)
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.tcp.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.tcp.flush()
    }
}

impl Line {
    /// Connects; with STARTTLS the greeting has been read already, which the second value says.
    ///
    /// # Errors
    /// When the host is not found, does not answer, its certificate does not hold, or it offers no STARTTLS.
    pub fn connect(endpoint: &Endpoint, timeout: Duration) -> io::Result<(Self, bool)> {
        if endpoint.security == Security::Plain && !endpoint.is_loopback() {
            return Err(io::Error::other(
                "a plain connection is allowed to this machine only; use tls or starttls",
            ));
        }
        let mut tcp = Timed::new(reach(endpoint, timeout)?, timeout);
        let greeted = endpoint.security == Security::StartTls;
        if greeted {
            start_tls(&mut tcp)?;
        }
        let line = match endpoint.security {
            Security::Plain => Line::Plain(tcp),
            Security::Tls | Security::StartTls => Line::Tls(Box::new(tls::handshake(endpoint, tcp)?)),
        };
        Ok((line, greeted))
    }
}

impl Until for Line {
    fn until(&mut self, end: Instant) {
        match self {
            Line::Plain(tcp) => tcp.end = end,
            Line::Tls(tls) => tls.sock.end = end,
        }
    }
}

fn reach(endpoint: &Endpoint, timeout: Duration) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
    for address in (endpoint.host.as_str(), endpoint.port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT.min(timeout)) {
            Ok(tcp) => {
                tcp.set_write_timeout(Some(timeout))?;
                tcp.set_nodelay(true)?;
                return Ok(tcp);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Reads byte by byte, so that nothing that was sent before the line was secret is taken for secret.
fn start_tls(tcp: &mut Timed) -> io::Result<()> {
    let greeting = plain_line(tcp)?;
    if !greeting.starts_with("* OK") {
        return Err(io::Error::other(format!("the server greeted with {greeting:?}")));
    }
    tcp.write_all(b"s1 STARTTLS\r\n")?;
    loop {
        let answer = plain_line(tcp)?;
        if answer.starts_with("s1 OK") {
            return Ok(());
        }
        if !answer.starts_with('*') {
            return Err(io::Error::other(format!("no STARTTLS: the server answered {answer:?}")));
        }
    }
}

fn plain_line(tcp: &mut Timed) -> io::Result<String> {
    let mut line = Vec::new();
    let mut byte = [0];
    while !line.ends_with(b"\n") {
        if tcp.read(&mut byte)? == 0 || line.len() > 8192 {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the server hung up"));
        }
        line.extend_from_slice(&byte);
    }
    Ok(String::from_utf8_lossy(&line).trim_end().to_string())
}

impl Read for Line {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Line::Plain(tcp) => tcp.read(buffer),
            Line::Tls(tls) => tls.read(buffer),
        }
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Line::Plain(tcp) => tcp.write(bytes),
            Line::Tls(tls) => tls.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Line::Plain(tcp) => tcp.flush(),
            Line::Tls(tls) => tls.flush(),
        }
    }
}
