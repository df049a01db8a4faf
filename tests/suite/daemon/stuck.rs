//! Mailboxes whose servers keep the daemon waiting, in every way there is: the deadline is the loop's own.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use fieldpost_daemon::config::Config;
use fieldpost_daemon::dispatch::Dispatcher;
use fieldpost_daemon::identity::Identity;
use fieldpost_daemon::opening::Seats;
use fieldpost_daemon::{run, socket, wiring};
use fieldpost_desk::record::GameName;
use fieldpost_land::scenario;
use fieldpost_mail::post::RecordingPost;
use fieldpost_store::Store;

use super::{Clock, MONDAY, SEATS, TempDir, open};

/// Where the server keeps us waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stuck {
    Handshake,
    Greeting,
    /// The greeting drips, a byte now and then.
    Drips,
    At(&'static str),
    /// At a letter's text, of which half was sent.
    Half,
    /// While we wait for news it chats, and then it does not let us go.
    Idle,
}

/// A server that is stuck until it is let go.
#[derive(Clone)]
struct Server {
    stuck: Stuck,
    is_stuck: Arc<AtomicBool>,
    is_free: Arc<AtomicBool>,
    port: u16,
}

impl Server {
    fn start(stuck: Stuck) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = Server { stuck, is_stuck: Arc::default(), is_free: Arc::default(), port };
        let shared = server.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let server = shared.clone();
                thread::spawn(move || server.talk(stream));
            }
        });
        server
    }

    /// Waits until it is let go; meanwhile it says this again and again.
    fn wait(&self, out: &mut TcpStream, chat: &[u8]) -> std::io::Result<()> {
        self.is_stuck.store(true, Ordering::SeqCst);
        while !self.is_free.load(Ordering::SeqCst) {
            thread::sleep(Duration::from_millis(100));
            out.write_all(chat)?;
        }
        Ok(())
    }

    fn talk(&self, stream: TcpStream) -> std::io::Result<()> {
        let mut out = stream.try_clone()?;
        match self.stuck {
            Stuck::Handshake | Stuck::Greeting => self.wait(&mut out, b"")?,
            Stuck::Drips => self.wait(&mut out, b"*")?,
            _ => {}
        }
        out.write_all(b"* OK hi\r\n")?;
        let mut lines = BufReader::new(stream).lines();
        while let Some(line) = lines.next().transpose()? {
            let (tag, command) = line.split_once(' ').unwrap_or_default();
            if matches!(self.stuck, Stuck::At(word) if command.starts_with(word)) {
                self.wait(&mut out, b"")?;
            }
            let date = "INTERNALDATE \"01-Jun-2026 08:00:00 +0000\"";
            let letter = "From: a@b.example\r\n\r\nHELP\r\n";
            let said = match command.trim_start_matches("UID ").split(' ').next().unwrap_or_default() {
                "CAPABILITY" => "* CAPABILITY IMAP4rev1 IDLE MOVE NAMESPACE ID\r\n".to_owned(),
                "SELECT" => "* 1 EXISTS\r\n* OK [UIDVALIDITY 7] v\r\n".to_owned(),
                "SEARCH" => "* SEARCH 1\r\n".to_owned(),
                "FETCH" if command.contains("BODY") => {
                    let (head, tail) = letter.split_at(10);
                    write!(out, "* 1 FETCH (UID 1 BODY[]<0> {{{}}}\r\n{head}", letter.len())?;
                    if self.stuck == Stuck::Half {
                        self.wait(&mut out, b"")?;
                    }
                    format!("{tail})\r\n")
                }
                "FETCH" => format!("* 1 FETCH (UID 1 RFC822.SIZE {} {date})\r\n", letter.len()),
                "IDLE" => {
                    out.write_all(b"+ idling\r\n")?;
                    if self.stuck == Stuck::Idle {
                        self.wait(&mut out, b"* OK Still here\r\n")?;
                    }
                    lines.next();
                    String::new()
                }
                _ => String::new(),
            };
            write!(out, "{said}{tag} OK done\r\n")?;
        }
        Ok(())
    }
}

fn config(folder: &Path, port: u16, security: &str) -> Config {
    std::fs::create_dir_all(folder.join("store")).unwrap();
    std::fs::write(folder.join("pw"), "pw").unwrap();
    let text = format!(
        "[office]\naddress = \"war@example.org\"\nstore = \"store\"\n[ga]\nname = \"GA\"\naddress = \"ga@example.org\"\n\
         [[source]]\nkind = \"imap\"\nname = \"in\"\nhost = \"127.0.0.1\"\nport = {port}\nuser = \"war\"\npassword_file = \"pw\"\n\
         security = \"{security}\"\n[post]\nkind = \"maildir\"\npath = \"out\"\n[limits]\ndisk_mib = 0\n"
    );
    Config::read(&text, &folder.join("fieldpost.toml")).unwrap()
}

/// Waits until something is so.
pub fn wait_until(what: &str, patience: Duration, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < patience, "{what}: not within {patience:?}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// For how long a turn that is due waits for a look here.
pub const PATIENCE: Duration = Duration::from_secs(1);

/// A daemon with the demonstration, whose letters lie on a server.
pub struct House {
    /// Its record.
    pub store: Arc<dyn Store>,
    clock: Clock,
    deadline: i64,
    stop: Arc<AtomicBool>,
    daemon: JoinHandle<anyhow::Result<()>>,
    _folder: TempDir,
}

impl House {
    /// Starts it on Monday.
    pub fn open(port: u16, security: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let config = config(folder.path(), port, security);
        Identity::fresh().save(&config.office.store).unwrap();
        let clock = Clock::standing_at(MONDAY);
        let mut office = open(config.clone(), &clock);
        let seats: Seats = toml::from_str(&SEATS.replace("no pictures", "text")).unwrap();
        office.open_game("demo", scenario::demo(), &seats).unwrap();
        office.watch.look_patience = Some(PATIENCE);
        let deadline = office.next_deadline();
        let store: Arc<dyn Store> = Arc::clone(&office.store);
        let boxes = wiring::letterboxes(&config, store.as_ref()).unwrap();
        let post = Arc::new(RecordingPost::new());
        let dispatcher = Dispatcher::new(Arc::clone(&store), post, clock.clone()).paced(4, 0);
        let listener = socket::listen(&config.office.store).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let daemon = thread::spawn(move || run::run(office, boxes, dispatcher, listener, stopped));
        House { store, clock, deadline, stop, daemon, _folder: folder }
    }

    /// It is two seconds after the first turn's deadline.
    pub fn pass_the_deadline(&self) {
        self.clock.set(self.deadline + 2_000);
    }

    /// Whether the turn is held, with word to the GA.
    pub fn is_held(&self) -> bool {
        self.store.troubles().unwrap().iter().any(|trouble| trouble.key == "turn:demo:1")
    }

    /// Whether the turn was run.
    pub fn has_run(&self) -> bool {
        self.store.turn(&GameName("demo".into()), 1).unwrap().is_some()
    }

    /// Ends it.
    pub fn end(self) {
        self.stop.store(true, Ordering::SeqCst);
        self.daemon.join().unwrap().unwrap();
    }
}

/// Issue 44, 5.
fn held_while_stuck_and_run_when_free(stuck: Stuck) {
    let server = Server::start(stuck);
    let house = House::open(server.port, if stuck == Stuck::Handshake { "tls" } else { "none" });
    let said = format!("{stuck:?}");
    wait_until(&said, Duration::from_secs(120), || server.is_stuck.load(Ordering::SeqCst));
    house.pass_the_deadline();
    wait_until(&said, Duration::from_secs(60), || house.is_held());
    assert!(!house.has_run(), "{said}: letters may lie there");
    server.is_free.store(true, Ordering::SeqCst);
    if matches!(stuck, Stuck::Half | Stuck::At("UID SEARCH")) {
        wait_until(&said, Duration::from_secs(240), || house.has_run());
    }
    house.end();
}

#[test]
fn a_turn_is_held_at_its_deadline_whatever_its_source_is_stuck_in() {
    let commands =
        ["LOGIN", "CAPABILITY", "ID", "NAMESPACE", "SELECT", "UID SEARCH", "UID FETCH", "UID MOVE"];
    let ways = [Stuck::Handshake, Stuck::Greeting, Stuck::Drips, Stuck::Half, Stuck::Idle];
    let ways = ways.into_iter().chain(commands.map(Stuck::At)).collect::<Vec<_>>();
    // The stores of a process share the few threads that write, so that many at once may wait for each other.
    for few in ways.chunks(3) {
        thread::scope(|scope| {
            for stuck in few.iter().copied() {
                scope.spawn(move || held_while_stuck_and_run_when_free(stuck));
            }
        });
    }
}
