//! Whether a port speaks first in plain words (`security = "starttls"` or `"none"`) or waits for TLS (`"tls"`): what `fieldpost doctor` asks
//! where a connection came to nothing.

use std::io::{ErrorKind, Read};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use fieldpost_mail::endpoint::{Endpoint, Security};

/// How long a server may take to connect, and to say its first word: those that greet in plain words do it at once, as a rule.
const PATIENCE: Duration = Duration::from_secs(8);

/// What is to be set where the port is spoken to in the wrong way, with an example; `None` where that is not what is wrong.
pub fn remedy(endpoint: &Endpoint) -> Option<String> {
    let found = speaks_first(&endpoint.host, endpoint.port)?;
    let port = endpoint.port;
    match (endpoint.security, found) {
        (Security::Tls, true) => {
            Some(format!("set security = \"starttls\": port {port} greets in plain words"))
        }
        (Security::StartTls | Security::Plain, false) => {
            Some(format!("set security = \"tls\": port {port} says nothing before TLS begins"))
        }
        _ => None,
    }
}

/// The same, before anything else is tried: a server that waits for TLS would keep whoever waits for its greeting for a minute. One that is
/// to be spoken to by TLS is not asked: its silence is right, and would take as long.
pub fn remedy_at_once(endpoint: &Endpoint) -> Option<String> {
    (endpoint.security != Security::Tls).then(|| remedy(endpoint)).flatten()
}

/// Whether a server greets whoever connects; `None` if it cannot be reached, or hangs up.
fn speaks_first(host: &str, port: u16) -> Option<bool> {
    let address = (host, port).to_socket_addrs().ok()?.next()?;
    let mut line = TcpStream::connect_timeout(&address, PATIENCE).ok()?;
    line.set_read_timeout(Some(PATIENCE)).ok()?;
    let mut first = [0; 1];
    match line.read(&mut first) {
        Ok(0) => None,
        Ok(_) => Some(matches!(first[0], b'*' | b'2')),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => Some(false),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::net::TcpListener;
    use std::thread;

    fn endpoint(port: u16, security: Security) -> Endpoint {
        Endpoint { host: "127.0.0.1".into(), port, security, ca_pem: None }
    }

    #[test]
    fn a_port_that_greets_wants_starttls_and_one_that_waits_wants_tls() {
        let greets = TcpListener::bind("127.0.0.1:0").unwrap();
        let waits = TcpListener::bind("127.0.0.1:0").unwrap();
        let (plain, silent) = (greets.local_addr().unwrap().port(), waits.local_addr().unwrap().port());
        thread::spawn(move || {
            for line in greets.incoming() {
                line.unwrap().write_all(b"* OK ready\r\n").unwrap();
            }
        });
        let told = remedy(&endpoint(plain, Security::Tls)).unwrap();
        assert!(told.contains("security = \"starttls\""), "{told}");
        assert_eq!(remedy_at_once(&endpoint(plain, Security::Tls)), None);
        assert_eq!(remedy(&endpoint(plain, Security::StartTls)), None);
        let told = remedy_at_once(&endpoint(silent, Security::StartTls)).unwrap();
        assert!(told.contains("security = \"tls\""), "{told}");
        drop(waits);
        assert_eq!(remedy(&endpoint(silent, Security::Tls)), None);
    }
}
