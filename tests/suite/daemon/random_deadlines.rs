//! Servers that do whatever comes to their mind, at the deadline too: half an answer, none, chatter, a line that breaks. Whatever it is,
//! the turn is run or held at once. The same seed is the same server, as far as threads let it be.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::stuck::{House, PATIENCE, wait_until};

/// A minute after its deadline a turn is run or held: what is left of it when the daemon has waited for a look for 40 seconds.
const AT_MOST: Duration = Duration::from_secs(20);

/// What comes to a server's mind in the place of an answer.
#[derive(Clone, Copy, Debug)]
enum Whim {
    Answer,
    Chat,
    Slow,
    No,
    Bad,
    Junk,
    /// Half an answer, and then it hangs up or stands still.
    Half {
        stands: bool,
    },
    HangUp,
    StandStill,
    /// A byte now and then, without an end.
    Drip,
}

impl Whim {
    fn of(chance: &mut ChaCha8Rng) -> Self {
        match chance.random_range(0..40) {
            0..20 => Whim::Answer,
            20..26 => Whim::Chat,
            26..29 => Whim::Slow,
            29 | 30 => Whim::No,
            31 => Whim::Bad,
            32 => Whim::Junk,
            33 | 34 => Whim::Half { stands: chance.random_bool(0.5) },
            35 => Whim::HangUp,
            36..39 => Whim::StandStill,
            _ => Whim::Drip,
        }
    }
}

#[derive(Clone)]
struct Server {
    chance: Arc<Mutex<ChaCha8Rng>>,
    letters: Arc<Mutex<BTreeMap<u64, &'static str>>>,
    is_over: Arc<AtomicBool>,
}

const LETTER: &str = "From: a@b.example\r\n\r\nHELP\r\n";

impl Server {
    /// Its port.
    fn start(&self) -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = self.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let server = server.clone();
                thread::spawn(move || server.talk(stream));
            }
        });
        port
    }

    fn whim(&self) -> Whim {
        Whim::of(&mut self.chance.lock().unwrap())
    }

    /// Says this now and then until the dialogue is over.
    fn stand_still(&self, out: &mut TcpStream, chat: &[u8]) -> std::io::Result<()> {
        while !self.is_over.load(Ordering::SeqCst) {
            thread::sleep(Duration::from_millis(200));
            out.write_all(chat)?;
        }
        Ok(())
    }

    fn talk(&self, stream: TcpStream) -> std::io::Result<()> {
        let mut out = stream.try_clone()?;
        if !self.say(&mut out, "*", String::new())? {
            return Ok(());
        }
        let mut lines = BufReader::new(stream).lines();
        while let Some(line) = lines.next().transpose()? {
            let (tag, command) = line.split_once(' ').unwrap_or_default();
            if command == "IDLE" {
                out.write_all(b"+ idling\r\n")?;
                lines.next();
            }
            let said = self.answer(command);
            if !self.say(&mut out, tag, said)? {
                return Ok(());
            }
        }
        Ok(())
    }

    fn answer(&self, command: &str) -> String {
        let mut letters = self.letters.lock().unwrap();
        let about = |uid: &u64| {
            let date = "INTERNALDATE \"01-Jun-2026 08:00:00 +0000\"";
            format!("* {uid} FETCH (UID {uid} RFC822.SIZE {} {date})\r\n", LETTER.len())
        };
        let text =
            |uid: &u64| format!("* {uid} FETCH (UID {uid} BODY[] {{{}}}\r\n{LETTER})\r\n", LETTER.len());
        match command.trim_start_matches("UID ").split(' ').next().unwrap_or_default() {
            "CAPABILITY" => "* CAPABILITY IMAP4rev1 IDLE MOVE NAMESPACE ID\r\n".to_owned(),
            "SELECT" => format!("* {} EXISTS\r\n* OK [UIDVALIDITY 7] v\r\n", letters.len()),
            "SEARCH" => {
                let uids = letters.keys().map(u64::to_string).collect::<Vec<_>>();
                format!("* SEARCH {}\r\n", uids.join(" "))
            }
            "FETCH" if command.contains("BODY") => letters.keys().map(text).collect(),
            "FETCH" => letters.keys().map(about).collect(),
            "MOVE" => {
                letters.clear();
                String::new()
            }
            _ => String::new(),
        }
    }

    /// Says an answer, or what comes to its mind; whether it stays on the line.
    fn say(&self, out: &mut TcpStream, tag: &str, said: String) -> std::io::Result<bool> {
        let whole = format!("{said}{tag} OK done\r\n");
        match self.whim() {
            Whim::Answer => out.write_all(whole.as_bytes())?,
            Whim::Chat => {
                write!(out, "* OK Still here\r\n* NO [ALERT] hm\r\n* 1 FETCH (FLAGS ())\r\n{whole}")?
            }
            Whim::Slow => {
                thread::sleep(Duration::from_millis(700));
                out.write_all(whole.as_bytes())?;
            }
            Whim::No => write!(out, "{tag} NO [SERVERBUG] not now\r\n")?,
            Whim::Bad => write!(out, "{tag} BAD what\r\n")?,
            Whim::Junk => out.write_all(b"\xff\xfe ((( {9}\r\nx\r\n")?,
            Whim::Half { stands } => {
                out.write_all(&whole.as_bytes()[..whole.len() / 2])?;
                if stands {
                    self.stand_still(out, b"")?;
                }
                return Ok(false);
            }
            Whim::HangUp => return Ok(false),
            Whim::StandStill => self.stand_still(out, b"")?,
            Whim::Drip => self.stand_still(out, b"*")?,
        }
        Ok(true)
    }
}

/// One daemon, one server, one deadline.
fn dialogue(seed: u64) {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let letters = (1..=chance.random_range(0..6)).map(|uid| (uid, LETTER)).collect();
    let before = Duration::from_millis(chance.random_range(0..4_000));
    let server = Server {
        chance: Arc::new(Mutex::new(chance)),
        letters: Arc::new(Mutex::new(letters)),
        is_over: Arc::default(),
    };
    let house = House::open(server.start(), "none");
    thread::sleep(before);
    house.pass_the_deadline();
    let is_decided = || house.is_held() || house.has_run();
    wait_until(&format!("seed {seed}: the turn is neither run nor held"), PATIENCE + AT_MOST, is_decided);
    server.is_over.store(true, Ordering::SeqCst);
    house.end();
}

/// For how long new dialogues are begun: an hour with `--long`.
fn budget() -> Duration {
    Duration::from_secs(if std::env::var_os("FIELDPOST_LONG").is_some() { 3_600 } else { 15 })
}

#[test]
fn over_random_dialogues_every_turn_is_run_or_held_within_a_minute() {
    let (begun, next) = (Instant::now(), AtomicU64::new(0));
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while begun.elapsed() < budget() {
                    dialogue(next.fetch_add(1, Ordering::SeqCst));
                }
            });
        }
    });
    println!("{} deadlines", next.load(Ordering::SeqCst));
}
