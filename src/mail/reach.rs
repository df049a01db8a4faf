//! Reaching a server, whatever is spoken with it.

use std::io::{self, ErrorKind};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use super::endpoint::Endpoint;

/// How long a connection may take to be made (row 39).
const CONNECT: Duration = Duration::from_secs(15);

/// A connection to the first of a host's addresses that answers; what is read and written waits for at most `timeout`.
///
/// # Errors
/// When the host is not found, or none of its addresses answers.
pub(crate) fn reach(endpoint: &Endpoint, timeout: Duration) -> io::Result<TcpStream> {
    let mut last = io::Error::new(ErrorKind::NotFound, "the host has no address");
    for address in (endpoint.host.as_str(), endpoint.port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT.min(timeout)) {
            Ok(tcp) => {
                tcp.set_read_timeout(Some(timeout))?;
                tcp.set_write_timeout(Some(timeout))?;
                tcp.set_nodelay(true)?;
                return Ok(tcp);
            }
            Err(error) if error.kind() == ErrorKind::TimedOut => {
                last = io::Error::new(ErrorKind::TimedOut, format!("{address} does not answer"));
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}
