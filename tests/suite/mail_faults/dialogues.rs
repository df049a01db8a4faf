//! Random dialogues of an SMTP server: replies in the tolerant grammar, broken at random. A mail whose text was answered 2xx is sent, and
//! no other is.

use std::sync::mpsc::{Sender, channel};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

/// What the server says at a step.
struct Said {
    bytes: Vec<u8>,
    code: u16,
    /// It hangs up behind it.
    goes: bool,
}

/// The steps in their order, with the code that is usual at each.
const STEPS: [(&str, u16); 6] =
    [("", 220), ("EHLO", 250), ("MAIL", 250), ("RCPT", 250), ("DATA", 354), (".", 250)];
const REFUSALS: [u16; 11] = [421, 450, 451, 452, 500, 503, 530, 550, 552, 554, 571];

fn said(rng: &mut ChaCha8Rng, usual: u16) -> Said {
    let code = if rng.random_bool(0.1) { REFUSALS[rng.random_range(0..REFUSALS.len())] } else { usual };
    let end: &[u8] = [&b"\r\n"[..], b"\n", b"\r\r\n"][rng.random_range(0..3)];
    let mut bytes = Vec::new();
    if rng.random_bool(0.1) {
        bytes.extend_from_slice(end);
    }
    for place in 0..rng.random_range(0..4) {
        // Continuations in another code, or without any.
        let other = if rng.random_bool(0.2) { 250 } else { code };
        if rng.random_bool(0.9) || place == 0 {
            bytes.extend_from_slice(format!("{other}-").as_bytes());
        }
        bytes.extend(words(rng));
        bytes.extend_from_slice(end);
    }
    bytes.extend_from_slice(code.to_string().as_bytes());
    if rng.random_bool(0.7) {
        bytes.push(if rng.random_bool(0.9) { b' ' } else { b'\t' });
        bytes.extend(words(rng));
    }
    let goes = rng.random_bool(0.05);
    if !(goes && rng.random_bool(0.5)) {
        bytes.extend_from_slice(end);
    }
    if rng.random_bool(0.05) && !goes {
        bytes.extend_from_slice(b"250 one too many\r\n");
    }
    Said { bytes, code, goes }
}

/// Words in any bytes but those that end a line, none of them like a reply.
fn words(rng: &mut ChaCha8Rng) -> Vec<u8> {
    let length = if rng.random_bool(0.1) { rng.random_range(0..4_000) } else { rng.random_range(0..30) };
    let byte = |rng: &mut ChaCha8Rng| match rng.random::<u8>() {
        b'\r' | b'\n' | b'0'..=b'9' => b'x',
        other => other,
    };
    (0..length).map(|_| byte(rng)).collect()
}

/// Follows a script; says at the end whether a text came whole and was answered.
fn follow(mut stream: TcpStream, script: &[Said], answered: &Sender<bool>) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?);
    let mut step = 0;
    let mut line = Vec::new();
    while let Some(said) = script.get(step) {
        stream.write_all(&said.bytes)?;
        if step + 1 == script.len() {
            let _ = answered.send(true);
        }
        if said.goes || said.code >= 400 {
            // What came is read, so that hanging up takes nothing back that was said.
            stream.shutdown(std::net::Shutdown::Write)?;
            return std::io::copy(&mut lines, &mut std::io::sink()).map(drop);
        }
        step += 1;
        let wanted = STEPS.get(step).map_or("QUIT", |(word, _)| *word);
        loop {
            line.clear();
            if lines.read_until(b'\n', &mut line)? == 0 || line.starts_with(b"QUIT") {
                return Ok(());
            }
            let is_text_end = line == b".\r\n";
            if (wanted == "." && is_text_end) || (wanted != "." && line.starts_with(wanted.as_bytes())) {
                break;
            }
        }
    }
    Ok(())
}

/// How many, in an ordinary run and with `--long`.
fn count() -> u64 {
    if std::env::var("FIELDPOST_LONG").is_ok_and(|long| long == "1") { 10_000 } else { 1_000 }
}

#[test]
fn in_random_dialogues_a_mail_is_sent_where_its_text_was_answered_2xx_and_nowhere_else() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (mut sent, mut refused) = (0, 0);
    for seed in 0..count() {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let script = STEPS.map(|(_, usual)| said(&mut rng, usual));
        let is_taken = script.iter().all(|said| said.code < 400) && script[..5].iter().all(|said| !said.goes);
        let told =
            script.iter().map(|said| String::from_utf8_lossy(&said.bytes).into_owned()).collect::<Vec<_>>();
        let (answered, hears) = channel();
        let shared = listener.try_clone().unwrap();
        let server = std::thread::spawn(move || {
            let (stream, _) = shared.accept().unwrap();
            let _ = follow(stream, &script, &answered);
        });
        let endpoint = plain(port);
        let (hello, timeout) = (Some("localhost".into()), Duration::from_secs(2));
        let post =
            SmtpPost::new(SmtpSettings { endpoint, login: None, hello, connections: 1, timeout }).unwrap();
        let sending = send(&post, "ann");
        drop(post);
        server.join().unwrap();
        let was_answered = hears.try_recv().is_ok();
        assert_eq!(sending == Sending::Sent, is_taken, "seed {seed}: {sending}, {told:?}");
        assert!(was_answered || sending != Sending::Sent, "seed {seed}: {sending}, {told:?}");
        *(if is_taken { &mut sent } else { &mut refused }) += 1;
    }
    // Both kinds were met.
    assert!(sent > count() / 4 && refused > count() / 4, "{sent} sent, {refused} not");
}
