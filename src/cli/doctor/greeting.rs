//! Whether a port speaks first in plain words (`security = "starttls"` or `"none"`) or waits for TLS (`"tls"`): what `fieldpost doctor` asks
//! where a connection came to nothing.

use std::io::{ErrorKind, Read};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use fieldpost_mail::endpoint::{Endpoint, Security};

/// How long a server may take to connect, and to say its first word: those that greet in plain words do it at once, as a rule.
const PATIENCE: Duration = Duration::from_secs(8);

/// What is to be set where a port that is to be greeted by says nothing: asked before anything else is tried, since whoever waits for a
/// greeting waits for a minute. `None` where that is not what is wrong.
pub fn waits_for_tls(endpoint: &Endpoint) -> Option<String> {
    let port = endpoint.port;
    let asked = endpoint.security != Security::Tls && speaks_first(&endpoint.host, port) == Some(false);
    asked.then(|| format!("set security = \"tls\": port {port} says nothing before TLS begins"))
}

/// The other way round, asked where TLS came to nothing: a port that is spoken to by TLS is rightly silent, and to hear that takes as long.
pub fn greets_in_plain_words(endpoint: &Endpoint) -> Option<String> {
    let port = endpoint.port;
    let asked = endpoint.security == Security::Tls && speaks_first(&endpoint.host, port) == Some(true);
    asked.then(|| format!("set security = \"starttls\": port {port} greets in plain words"))
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
        let told = greets_in_plain_words(&endpoint(plain, Security::Tls)).unwrap();
        assert!(told.contains("security = \"starttls\""), "{told}");
        assert_eq!(waits_for_tls(&endpoint(plain, Security::StartTls)), None);
        let told = waits_for_tls(&endpoint(silent, Security::StartTls)).unwrap();
        assert!(told.contains("security = \"tls\""), "{told}");
        drop(waits);
        assert_eq!(greets_in_plain_words(&endpoint(silent, Security::Tls)), None);
    }
}
