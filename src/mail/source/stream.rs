//! The line to an IMAP server: rustls over TCP, with a read timeout that always holds.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::super::endpoint::{Endpoint, Security};
use super::super::tls::{self, TlsStream};
use super::idle::Until;

/// How long a connection may take to be made (row 39).
const CONNECT: Duration = Duration::from_secs(15);

/// A line to a server, secret or, on this machine itself, plain. A clone is the same line: what the client crate cannot follow
/// is read over it by hand ([`super::by_hand`]).
#[derive(Clone)]
pub(super) struct Line {
    carrier: Arc<Mutex<Carrier>>,
    timeout: Duration,
    /// When the reads that wait together are to end.
    end: Option<Instant>,
}

enum Carrier {
    Plain(TcpStream),
    Tls(Box<TlsStream>),
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
        let mut tcp = reach(endpoint, timeout)?;
        let greeted = endpoint.security == Security::StartTls;
        if greeted {
            start_tls(&mut tcp)?;
        }
        let carrier = match endpoint.security {
            Security::Plain => Carrier::Plain(tcp),
            Security::Tls | Security::StartTls => Carrier::Tls(Box::new(tls::handshake(endpoint, tcp)?)),
        };
        Ok((Line { carrier: Arc::new(Mutex::new(carrier)), timeout, end: None }, greeted))
    }

    fn carrier(&self) -> MutexGuard<'_, Carrier> {
        self.carrier.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn time_for_a_read(&self, time: Duration) -> io::Result<()> {
        match &*self.carrier() {
            Carrier::Plain(tcp) => tcp.set_read_timeout(Some(time)),
            Carrier::Tls(tls) => tls.sock.set_read_timeout(Some(time)),
        }
    }
}

impl Until for Line {
    fn until(&mut self, end: Option<Instant>) {
        self.end = end;
        if end.is_none() {
            // What cannot be set now breaks at the next read.
            let _ = self.time_for_a_read(self.timeout);
        }
    }
}

fn reach(endpoint: &Endpoint, timeout: Duration) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
    for address in (endpoint.host.as_str(), endpoint.port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT.min(timeout)) {
            Ok(tcp) => {
                tcp.set_read_timeout(Some(timeout))?;
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
fn start_tls(tcp: &mut TcpStream) -> io::Result<()> {
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

fn plain_line(tcp: &mut TcpStream) -> io::Result<String> {
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
        if let Some(end) = self.end {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.time_for_a_read(left)?;
        }
        match &mut *self.carrier() {
            Carrier::Plain(tcp) => tcp.read(buffer),
            Carrier::Tls(tls) => tls.read(buffer),
        }
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut *self.carrier() {
            Carrier::Plain(tcp) => tcp.write(bytes),
            Carrier::Tls(tls) => tls.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut *self.carrier() {
            Carrier::Plain(tcp) => tcp.flush(),
            Carrier::Tls(tls) => tls.flush(),
        }
    }
}
