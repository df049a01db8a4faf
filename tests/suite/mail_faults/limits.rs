//! An SMTP server that refuses all alike, at each of the steps at which servers do, and then heals.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use fieldpost_daemon::clock::Clock;
use fieldpost_daemon::dispatch::Dispatcher;
use fieldpost_mail::post::{SmtpPost, SmtpSettings};
use fieldpost_store::{Content, Mail, MailId, MailRow, MailState, NewMail, SledStore, Store};

use super::*;

/// What it says at a step (`GREETING`, `MAIL`, `RCPT`, `DATA`, `TEXT`), and of whom; empty is everybody.
type Refusal = Option<(&'static str, &'static str, &'static str)>;

#[derive(Clone, Default)]
struct Server {
    refuses: Arc<Mutex<Refusal>>,
    taken: Arc<Mutex<BTreeMap<String, usize>>>,
}

impl Server {
    fn start() -> (Self, SmtpPost) {
        let server = Server::default();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let endpoint = plain(listener.local_addr().unwrap().port());
        let shared = server.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let server = shared.clone();
                std::thread::spawn(move || server.talk(stream));
            }
        });
        let (login, hello, timeout) = (None, Some("localhost".into()), Duration::from_secs(5));
        let post = SmtpPost::new(SmtpSettings { endpoint, login, hello, connections: 4, timeout });
        (server, post.unwrap())
    }

    fn refuse(&self, refusal: Refusal) {
        *self.refuses.lock().unwrap() = refusal;
    }

    fn word(&self, step: &str, to: &str) -> Option<String> {
        let refusal = *self.refuses.lock().unwrap();
        let (_, words, _) = refusal.filter(|(at, _, whom)| *at == step && to.contains(whom))?;
        Some(format!("{words}\r\n"))
    }

    fn talk(&self, stream: TcpStream) -> std::io::Result<()> {
        let mut out = stream.try_clone()?;
        let greeting = self.word("GREETING", "").unwrap_or_else(|| "220 localhost\r\n".into());
        out.write_all(greeting.as_bytes())?;
        let (mut to, mut is_text) = (String::new(), false);
        for line in BufReader::new(stream).lines() {
            let line = line?;
            if is_text && line != "." {
                continue;
            }
            let step = if is_text { "TEXT" } else { line.get(..4).unwrap_or_default() };
            if step == "RCPT" {
                to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
            }
            let refusal = self.word(step, &to);
            if step == "TEXT" && refusal.is_none() {
                *self.taken.lock().unwrap().entry(to.clone()).or_default() += 1;
            }
            is_text = step == "DATA" && refusal.is_none();
            let usual = match step {
                "DATA" => "354 go on\r\n",
                "EHLO" => "250 localhost\r\n",
                _ => "250 ok\r\n",
            };
            out.write_all(refusal.as_deref().unwrap_or(usual).as_bytes())?;
        }
        Ok(())
    }
}

const NOW: i64 = 1_900_000_000_000;

struct Trial {
    server: Server,
    dispatcher: Dispatcher,
    clock: Clock,
    store: Arc<SledStore>,
    _folder: tempfile::TempDir,
}

impl Trial {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(SledStore::open(folder.path()).unwrap());
        let (server, post) = Server::start();
        let clock = Clock::standing_at(NOW);
        let dispatcher = Dispatcher::new(store.clone(), Arc::new(post), clock.clone()).paced(4, 0);
        Trial { server, dispatcher, clock, store, _folder: folder }
    }

    fn put(&self, kind: Mail, names: &[&str]) {
        let mail = |name: &&str| NewMail {
            kind,
            game: None,
            player: None,
            to: format!("{name}@x.example"),
            envelope_from: String::new(),
            message_id: format!("<{name}@fieldpost.example>"),
            content: Content::Bytes(format!("Subject: {name}\r\n\r\nwords\r\n").into_bytes()),
            not_before_ms: None,
            supersede: None,
            stands_for: Vec::new(),
        };
        self.store.post(self.clock.now(), names.iter().map(mail).collect()).unwrap();
    }

    /// Time goes by in so many stretches of so many minutes, and rounds are made as the daemon makes them.
    fn live_on(&self, stretches: u32, minutes: i64) {
        for _ in 0..stretches {
            while !self.dispatcher.round().unwrap().is_idle() {}
            self.clock.set(self.clock.now() + minutes * 60_000);
        }
    }

    fn rows(&self) -> Vec<MailRow> {
        self.store.mails(MailId(0), 100).unwrap()
    }
}

const NINE: [&str; 9] = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];

#[test]
fn no_mail_is_given_up_for_what_the_server_says_to_all() {
    let states = [
        ("GREETING", "554 no service"),
        ("MAIL", "553 5.1.8 sender not allowed"),
        ("RCPT", "550 5.4.5 daily limit"),
        ("RCPT", "554 5.7.1 unable to relay"),
        ("RCPT", "550 5.1.1 no such user"),
        ("RCPT", "550 no"),
        ("DATA", "503 5.5.1 bad sequence"),
        ("TEXT", "554 5.2.0 quota"),
        ("TEXT", "550 5.4.5 daily limit"),
        ("TEXT", "554 5.3.0 system trouble"),
    ];
    for (step, words) in states {
        let trial = Trial::new();
        trial.server.refuse(Some((step, words, "")));
        trial.put(Mail::Welcome, &NINE);
        // Longer than any mail is tried.
        trial.live_on(24, 6 * 60);
        let hold = trial.dispatcher.standing().unwrap().unwrap_err();
        assert!(hold.why.contains(words.get(4..).unwrap()), "{words}: {hold:?}");
        assert!(trial.rows().iter().all(|row| row.state == MailState::Queued), "{step} {words}");
        trial.server.refuse(None);
        trial.live_on(5, 15);
        assert_eq!(trial.server.taken.lock().unwrap().len(), 9, "{step} {words}");
        assert!(trial.rows().iter().all(|row| matches!(row.state, MailState::Sent { .. })), "{step} {words}");
        assert_eq!(trial.dispatcher.standing(), Some(Ok(())));
    }
}

#[test]
fn who_alone_is_refused_is_given_up_and_holds_up_nobody() {
    for (step, words) in [
        ("RCPT", "550 5.1.1 no such user"),
        ("RCPT", "550 5.2.1 closed"),
        ("RCPT", "550 5.7.1 not to me"),
        ("TEXT", "554 5.7.1 we do not like it"),
        ("TEXT", "552 5.3.4 too long"),
    ] {
        let trial = Trial::new();
        trial.server.refuse(Some((step, words, "c@")));
        trial.put(Mail::Receipt, &NINE);
        trial.live_on(5, 15);
        trial.put(Mail::Receipt, &["later"]);
        trial.live_on(8, 15);
        let failed = trial.rows().into_iter().filter(|row| matches!(row.state, MailState::Failed { .. }));
        assert_eq!(failed.map(|row| row.to).collect::<Vec<_>>(), ["c@x.example"], "{step} {words}");
        assert_eq!(trial.server.taken.lock().unwrap().len(), 9, "{step} {words}");
    }
}

#[test]
fn a_domain_with_umlauts_is_reached_in_ascii() {
    let (server, post) = Server::start();
    let to = |to: &str| Envelope { from: Some("krieg@größe.example".into()), to: to.into() };
    let words = b"Subject: x\r\n\r\nx\r\n";
    assert_eq!(post.send(&to("moltke@bücher.example"), words), Sending::Sent);
    assert!(server.taken.lock().unwrap().contains_key("moltke@xn--bcher-kva.example"));
    // Beyond ASCII before the @ no such server sends, today or later.
    assert!(matches!(post.send(&to("jürgen@x.example"), words), Sending::PermanentFailure(_)));
}

/// What is logged, kept.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_log_counts_the_tries_of_a_mail_from_one() {
    let log = Log::default();
    let kept = log.clone();
    let logger = tracing_subscriber::fmt().with_ansi(false).with_writer(move || kept.clone()).finish();
    let trial = Trial::new();
    trial.server.refuse(Some(("RCPT", "450 4.2.0 later", "")));
    trial.put(Mail::Receipt, &["a"]);
    tracing::subscriber::with_default(logger, || trial.live_on(2, 60));
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    let counts = log.lines().filter_map(|line| line.split_once("attempts=")?.1.split(' ').next());
    assert_eq!(counts.collect::<Vec<_>>(), ["1", "2"], "{log}");
}
