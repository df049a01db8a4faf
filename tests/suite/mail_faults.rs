//! Mail servers that misbehave, of our own making, and what becomes of the mail.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fieldpost_mail::endpoint::{Credential, Endpoint, Login, Security, TokenCommand};
use fieldpost_mail::post::{Envelope, Post, Sending, SmtpPost, SmtpSettings};
use fieldpost_mail::source::{Cursor, Filing, Imap, ImapSettings, Mailbox};

mod dialogues;
mod limits;
mod replies;
mod trust;

/// An SMTP server whose faults are called by the recipient's local part.
pub struct FaultySmtp {
    port: u16,
    /// The mails that it took, also those whose sender never learnt of it.
    pub taken: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl FaultySmtp {
    /// Starts one; it lives as long as the test.
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let taken: Arc<Mutex<Vec<Vec<u8>>>> = Arc::default();
        let seen: Arc<Mutex<BTreeSet<Vec<u8>>>> = Arc::default();
        let kept = Arc::clone(&taken);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (taken, seen) = (Arc::clone(&kept), Arc::clone(&seen));
                std::thread::spawn(move || {
                    let _ = converse(stream, &taken, &seen);
                });
            }
        });
        FaultySmtp { port, taken }
    }

    /// How to reach it.
    pub fn settings(&self) -> SmtpSettings {
        SmtpSettings {
            endpoint: plain(self.port),
            login: None,
            hello: Some("localhost".into()),
            connections: 2,
            timeout: Duration::from_secs(1),
        }
    }
}

fn plain(port: u16) -> Endpoint {
    Endpoint { host: "127.0.0.1".into(), port, security: Security::Plain, ca_pem: None }
}

fn converse(
    stream: TcpStream,
    taken: &Mutex<Vec<Vec<u8>>>,
    seen: &Mutex<BTreeSet<Vec<u8>>>,
) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?);
    let mut out = stream;
    out.write_all(b"220 localhost\r\n")?;
    let mut fault = String::new();
    let mut line = String::new();
    while {
        line.clear();
        lines.read_line(&mut line)?
    } > 0
    {
        let upper = line.to_uppercase();
        if upper.starts_with("EHLO") {
            out.write_all(b"250-localhost\r\n250 AUTH XOAUTH2\r\n")?;
        } else if upper.starts_with("AUTH XOAUTH2") {
            // base64 of "user=war\x01auth=Bearer good\x01\x01"
            let good = line.trim().ends_with("dXNlcj13YXIBYXV0aD1CZWFyZXIgZ29vZAEB");
            if !good {
                // As Google and Microsoft refuse: why, as a challenge, and the refusal behind its empty answer.
                out.write_all(b"334 eyJzdGF0dXMiOiI0MDAifQ==\r\n")?;
                line.clear();
                lines.read_line(&mut line)?;
            }
            out.write_all(match (good, line.as_str()) {
                (true, _) => b"235 in\r\n",
                (false, "\r\n") => b"535 5.7.8 no\r\n",
                (false, _) => b"500 5.5.2 no answer\r\n",
            })?;
        } else if upper.starts_with("RCPT") {
            fault = line.split(['<', '@']).nth(1).unwrap_or_default().to_string();
            out.write_all(match fault.as_str() {
                "nouser" => b"550 5.1.1 no such user\r\n",
                "full" => b"452 4.2.2 mailbox full\r\n",
                _ => b"250 ok\r\n".as_slice(),
            })?;
        } else if upper.starts_with("DATA") {
            out.write_all(b"354 go on\r\n")?;
            let mut mail = Vec::new();
            while !mail.ends_with(b"\r\n.\r\n") {
                if lines.read_until(b'\n', &mut mail)? == 0 {
                    return Ok(());
                }
            }
            match fault.as_str() {
                "greylist" if seen.lock().unwrap().insert(mail.clone()) => {
                    out.write_all(b"451 4.7.1 later\r\n")?
                }
                "spam" => out.write_all(b"554 5.7.1 we do not like it\r\n")?,
                "hang" => {
                    taken.lock().unwrap().push(mail);
                    std::thread::sleep(Duration::from_secs(30));
                }
                "drop" => {
                    taken.lock().unwrap().push(mail);
                    return Ok(());
                }
                "nonsense" => out.write_all(b"what?\r\n")?,
                _ => {
                    taken.lock().unwrap().push(mail);
                    out.write_all(b"250 taken\r\n")?;
                }
            }
        } else if upper.starts_with("QUIT") {
            out.write_all(b"221 bye\r\n")?;
            return Ok(());
        } else {
            out.write_all(b"250 ok\r\n")?;
        }
    }
    Ok(())
}

fn send(post: &SmtpPost, to: &str) -> Sending {
    let envelope = Envelope { from: None, to: format!("{to}@localhost") };
    post.send(&envelope, b"Message-ID: <r.1.x@h>\r\nSubject: x\r\n\r\nhello\r\n")
}

#[test]
fn every_fault_of_an_smtp_server_has_its_outcome() {
    let server = FaultySmtp::start();
    let post = SmtpPost::new(server.settings()).unwrap();
    assert_eq!(send(&post, "ann"), Sending::Sent);
    let outcome = send(&post, "nouser");
    assert!(matches!(&outcome, Sending::PermanentFailure(why) if why.contains("permanent")), "{outcome}");
    let outcome = send(&post, "spam");
    assert!(matches!(&outcome, Sending::Refused(why) if why.contains("permanent")), "{outcome}");
    for to in ["full", "greylist"] {
        let outcome = send(&post, to);
        assert!(matches!(outcome, Sending::TemporaryFailure(_)), "{to}: {outcome}");
    }
    assert_eq!(send(&post, "greylist"), Sending::Sent);
    for to in ["hang", "drop", "nonsense"] {
        let begun = Instant::now();
        let outcome = send(&post, to);
        assert!(matches!(outcome, Sending::Unknown(_)), "{to}: {outcome}");
        assert!(begun.elapsed() < Duration::from_secs(10), "{to} took {:?}", begun.elapsed());
    }
    assert_eq!(send(&post, "ann"), Sending::Sent);
    // What ended unknown had been taken: only its Message-ID shows that the next try is the same mail.
    assert_eq!(server.taken.lock().unwrap().len(), 5);
}

#[test]
fn a_server_that_is_not_there_is_for_now() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let server = FaultySmtp { port, taken: Arc::default() };
    let outcome = send(&SmtpPost::new(server.settings()).unwrap(), "ann");
    assert!(matches!(outcome, Sending::Away(_)), "{outcome}");
}

#[test]
fn a_token_that_ran_out_is_asked_for_anew() {
    let server = FaultySmtp::start();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    std::fs::write(&file, "stale\n").unwrap();
    let command = TokenCommand {
        program: "cat".into(),
        arguments: vec![file.display().to_string()],
        timeout: Duration::from_secs(5),
    };
    let login = Login { user: "war".into(), credential: Credential::Token(command) };
    let post = SmtpPost::new(SmtpSettings { login: Some(login), ..server.settings() }).unwrap();
    let outcome = send(&post, "ann");
    let Sending::Held(why) = outcome else { panic!("a refused login is no mail's fault: {outcome}") };
    assert!(why.contains("535") && why.contains("5.7.8"), "{why}");
    std::fs::write(&file, "good\n").unwrap();
    assert_eq!(send(&post, "ann"), Sending::Sent);
}

/// An IMAP server with one letter; the account's name says how it is odd.
fn odd_imap() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || {
                let _ = be_odd(stream);
            });
        }
    });
    port
}

const LETTER: &str = "From: ann@x.org\r\nSubject: odd\r\n\r\nMOVE G4-V6\r\n";

fn be_odd(stream: TcpStream) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?);
    let mut out = stream;
    out.write_all(b"* OK hi\r\n")?;
    let mut mode = String::new();
    let mut line = String::new();
    while {
        line.clear();
        lines.read_line(&mut line)?
    } > 0
    {
        let mut words = line.split_whitespace();
        let (tag, command) =
            (words.next().unwrap_or_default(), words.next().unwrap_or_default().to_uppercase());
        let rest: Vec<&str> = words.collect();
        let answer = match command.as_str() {
            "LOGIN" => {
                mode = rest.first().unwrap_or(&"").trim_matches('"').to_string();
                String::new()
            }
            "AUTHENTICATE" => {
                out.write_all(b"+ \r\n")?;
                let mut word = String::new();
                lines.read_line(&mut word)?;
                if word.trim() != "dXNlcj13YXIBYXV0aD1CZWFyZXIgZ29vZAEB" {
                    // The reason first, as Google does; the client answers with an empty word.
                    out.write_all(b"+ eyJzdGF0dXMiOiI0MDAifQ==\r\n")?;
                    lines.read_line(&mut word)?;
                    write!(out, "{tag} NO [AUTHENTICATIONFAILED] Invalid credentials\r\n")?;
                    continue;
                }
                String::new()
            }
            "CAPABILITY" => "* CAPABILITY IMAP4rev1 IDLE MOVE\r\n".to_string(),
            "SELECT" => select(&mode),
            "UID" if rest.first().is_some_and(|word| word.eq_ignore_ascii_case("SEARCH")) => {
                "* SEARCH 1\r\n".to_string()
            }
            "UID" if line.contains("BODY") => {
                format!("* 1 FETCH (UID 1 BODY[]<0> {{{}}}\r\n{LETTER})\r\n", LETTER.len())
            }
            "UID" => fetch(&mode),
            "IDLE" => {
                if idle(&mode, tag, &mut out, &mut lines)? {
                    continue;
                }
                return Ok(());
            }
            _ => String::new(),
        };
        write!(out, "{answer}{tag} OK done\r\n")?;
    }
    Ok(())
}

fn select(mode: &str) -> String {
    let before = match mode {
        "alert-select" => "* NO [ALERT] disk nearly full\r\n",
        "weird-select" => "* OK [HIGHESTMODSEQ 5] x\r\n* OK [X-WEIRD (a b)] y\r\n* 1 BYE-ish\r\n",
        "hang-select" => {
            std::thread::sleep(Duration::from_secs(30));
            ""
        }
        _ => "",
    };
    format!("{before}* FLAGS (\\Seen)\r\n* 1 EXISTS\r\n* 0 RECENT\r\n* OK [UIDVALIDITY 7] v\r\n")
}

fn fetch(mode: &str) -> String {
    let date = if mode == "no-date" { "" } else { " INTERNALDATE \"01-Feb-2027 10:00:00 +0000\"" };
    let size = if mode == "false-size" { 3 } else { LETTER.len() };
    format!("* 1 FETCH (UID 1 RFC822.SIZE {size}{date})\r\n* 2 FETCH (FLAGS (\\Seen))\r\n")
}

/// Whether the connection goes on.
fn idle(mode: &str, tag: &str, out: &mut TcpStream, lines: &mut impl BufRead) -> std::io::Result<bool> {
    match mode {
        "untagged-first" => out.write_all(b"* 2 EXISTS\r\n+ idling\r\n")?,
        "ok-no-plus" => {
            write!(out, "{tag} OK done\r\n")?;
            return Ok(true);
        }
        "bye" => {
            out.write_all(b"+ idling\r\n* BYE shutting down\r\n")?;
            return Ok(false);
        }
        "split-line" => {
            out.write_all(b"+ idling\r\n* 2 EXI")?;
            std::thread::sleep(Duration::from_secs(1));
            out.write_all(b"STS\r\n")?;
        }
        "huge-line" => {
            out.write_all(b"+ idling\r\n* OK ")?;
            out.write_all(&vec![b'x'; 2_000_000])?;
            out.write_all(b"\r\n* 2 EXISTS\r\n")?;
        }
        _ => out.write_all(b"+ idling\r\n* 2 EXISTS\r\n")?,
    }
    let mut done = String::new();
    lines.read_line(&mut done)?;
    write!(out, "{tag} OK idle done\r\n")?;
    Ok(true)
}

fn odd(port: u16, mode: &str) -> ImapSettings {
    ImapSettings {
        name: "odd".into(),
        endpoint: plain(port),
        login: Login { user: mode.into(), credential: Credential::Password("pw".into()) },
        folder: "INBOX".into(),
        filing: Filing::Flag,
        idle: true,
        letter_max: 1 << 20,
        timeout: Duration::from_secs(2),
    }
}

#[test]
fn no_odd_imap_server_brings_us_down_or_holds_us_for_ever() {
    let port = odd_imap();
    for mode in [
        "plain",
        "weird-select",
        "alert-select",
        "hang-select",
        "no-date",
        "untagged-first",
        "ok-no-plus",
        "bye",
        "split-line",
        "huge-line",
        "false-size",
    ] {
        let mut inbox = Imap::new(odd(port, mode));
        let begun = Instant::now();
        let listed = inbox.list(Cursor::default());
        let waited = inbox.wait(Duration::from_millis(500));
        // Whatever came of it, the next conversation stands on its own feet.
        let again = Imap::new(odd(port, "plain")).list(Cursor::default());
        assert_eq!(again.unwrap().arrivals.len(), 1, "{mode}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{mode} took {:?}", begun.elapsed());
        match mode {
            "plain" | "false-size" => {
                assert!(listed.is_ok() && waited.is_ok(), "{mode}: {listed:?} {waited:?}")
            }
            // The one letter is owed; the look itself went well.
            "no-date" => assert_eq!(listed.unwrap().unread.len(), 1, "{mode}"),
            "hang-select" => assert!(listed.is_err(), "{mode}: {listed:?}"),
            _ => assert!(listed.is_ok(), "{mode}: {listed:?}"),
        }
    }
}

#[test]
fn after_a_wait_that_is_refused_the_same_source_goes_on() {
    let port = odd_imap();
    let mut inbox = Imap::new(odd(port, "ok-no-plus"));
    assert!(inbox.list(Cursor::default()).is_ok());
    assert!(inbox.wait(Duration::from_secs(1)).is_err());
    let listing = inbox.list(Cursor::default()).unwrap();
    assert_eq!(inbox.fetch(&listing.arrivals).unwrap()[0].bytes, LETTER.as_bytes());
}

#[test]
fn a_letter_larger_than_the_server_said_is_not_taken_for_whole() {
    let mut inbox = Imap::new(ImapSettings { letter_max: 20, ..odd(odd_imap(), "false-size") });
    let arrivals = inbox.list(Cursor::default()).unwrap().arrivals;
    assert_eq!(arrivals[0].size, 3);
    assert!(!inbox.fetch(&arrivals).unwrap()[0].whole);
}

#[test]
fn imap_takes_a_token_and_tells_a_refused_one() {
    let port = odd_imap();
    let with = |token: &str| {
        let command = TokenCommand {
            program: "echo".into(),
            arguments: vec![token.into()],
            timeout: Duration::from_secs(5),
        };
        let login = Login { user: "war".into(), credential: Credential::Token(command) };
        Imap::new(ImapSettings { login, ..odd(port, "") }).list(Cursor::default())
    };
    assert_eq!(with("good").unwrap().arrivals.len(), 1);
    let error = with("stale").unwrap_err();
    assert!(error.is_login(), "{error}");
}

#[test]
fn a_peer_that_never_speaks_is_given_up() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let silent = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 64]);
    });
    let begun = Instant::now();
    assert!(Imap::new(odd(port, "plain")).list(Cursor::default()).is_err());
    assert!(begun.elapsed() < Duration::from_secs(10));
    silent.join().unwrap();
}
