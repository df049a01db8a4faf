//! Whether the desk page is served, where it is to be.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use crate::cli::doctor::finding::{Finding, wrong};
use fieldpost_daemon::config::{Config, Web};

/// How long a port may take to answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// What stands of the desk page: nothing if the configuration does not speak of it.
pub fn finding(config: &Config) -> Option<Finding> {
    config.web.as_ref()?;
    Some(match config.served() {
        None => Ok("nothing listens, for listen is left out; mails have no link to the desk page".into()),
        Some((web, listen)) => port(web, listen),
    })
}

fn port(web: &Web, listen: SocketAddr) -> Finding {
    let remedy = "stop what listens there, or give listen another port, and your proxy the same";
    let how = match answers(listen) {
        Some(true) => "the daemon answers there",
        Some(false) => return wrong(format!("something else answers on {listen}"), remedy),
        None => match TcpListener::bind(listen) {
            Ok(_) => "the port is free for the daemon, which does not listen there now",
            Err(error) => return wrong(format!("{listen} cannot be listened on: {error}"), remedy),
        },
    };
    let together = match web.behind_proxy {
        true => "",
        false => "; without behind_proxy all who come by a proxy count as one address",
    };
    Ok(format!("{listen}: {how}; mails print {}{together}", web.base()))
}

/// Whether what listens there answers as the daemon does; `None` if nothing listens.
fn answers(listen: SocketAddr) -> Option<bool> {
    let mut stream = TcpStream::connect_timeout(&listen, PATIENCE).ok()?;
    Some(asked(&mut stream).is_ok_and(|told| told.contains("x-robots-tag") && told.contains("Disallow: /")))
}

fn asked(stream: &mut TcpStream) -> std::io::Result<String> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n")?;
    let mut told = Vec::new();
    stream.take(4096).read_to_end(&mut told)?;
    Ok(String::from_utf8_lossy(&told).into_owned())
}
