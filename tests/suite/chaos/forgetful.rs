//! A relay before Dovecot that, while it is told to, leaves letters out of the answers to FETCH, as some providers do.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

pub struct Forgetful {
    pub port: u16,
    forgets: Arc<AtomicBool>,
    left_out: Arc<AtomicU64>,
}

impl Forgetful {
    /// Starts one before an IMAP server that speaks without TLS on this machine; it lives as long as the test.
    pub fn before(server: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let relay = Forgetful { port, forgets: Arc::default(), left_out: Arc::default() };
        let (forgets, left_out) = (Arc::clone(&relay.forgets), Arc::clone(&relay.left_out));
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                // A server that is away hangs up at once.
                let Ok(server) = TcpStream::connect(("127.0.0.1", server)) else { continue };
                let (forgets, left_out) = (Arc::clone(&forgets), Arc::clone(&left_out));
                std::thread::spawn(move || {
                    let _ = join(client, server, &forgets, &left_out);
                });
            }
        });
        relay
    }

    /// From now on every second letter is left out, or none.
    pub fn forget(&self, forgets: bool) {
        self.forgets.store(forgets, Ordering::SeqCst);
    }

    /// How many answers were left out so far.
    pub fn left_out(&self) -> u64 {
        self.left_out.load(Ordering::SeqCst)
    }
}

fn join(
    client: TcpStream,
    server: TcpStream,
    forgets: &AtomicBool,
    left_out: &AtomicU64,
) -> std::io::Result<()> {
    let (mut from, mut to) = (client.try_clone()?, server.try_clone()?);
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut from, &mut to);
        let _ = to.shutdown(std::net::Shutdown::Both);
    });
    let relayed = relay_answers(&client, server, forgets, left_out);
    // Also after a fault: a client whose server was killed must hear of it.
    client.shutdown(std::net::Shutdown::Both)?;
    relayed
}

fn relay_answers(
    mut client: &TcpStream,
    server: TcpStream,
    forgets: &AtomicBool,
    left_out: &AtomicU64,
) -> std::io::Result<()> {
    let mut lines = BufReader::new(server);
    while let Some(answer) = one_answer(&mut lines)? {
        let words = String::from_utf8_lossy(&answer[..answer.len().min(200)]).into_owned();
        let uid =
            words.split("UID ").nth(1).and_then(|rest| rest.split([' ', ')']).next()?.parse::<u64>().ok());
        let is_odd = uid.is_some_and(|uid| uid % 2 == 1);
        if words.contains(" FETCH (") && is_odd && forgets.load(Ordering::SeqCst) {
            left_out.fetch_add(1, Ordering::SeqCst);
            continue;
        }
        client.write_all(&answer)?;
    }
    Ok(())
}

/// One answer with its literals; nothing at the end.
fn one_answer(lines: &mut BufReader<TcpStream>) -> std::io::Result<Option<Vec<u8>>> {
    let mut answer = Vec::new();
    loop {
        let begun = answer.len();
        if lines.read_until(b'\n', &mut answer)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&answer[begun..]).into_owned();
        let length =
            line.trim_end().strip_suffix('}').and_then(|line| line.rsplit_once('{')?.1.parse::<u64>().ok());
        let Some(length) = length else { return Ok(Some(answer)) };
        lines.take(length).read_to_end(&mut answer)?;
    }
}
