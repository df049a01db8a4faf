//! Random dialogues: servers that speak the grammar of RFC 3501 as loosely as servers do, and break at random. The same seed is the
//! same dialogue; `FIELDPOST_SEED` says with which they begin. `FIELDPOST_LONG` runs ten thousand of them at least, and for an hour.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use super::*;
use fieldpost_desk::record::LetterNo;
use fieldpost_mail::endpoint::{Credential, Endpoint, Login, Security};
use fieldpost_mail::source::{Filing, Imap, ImapSettings};
use fieldpost_store::SledStore;

/// How long the client waits for a silent server, and how long one is silent.
const TIMEOUT: Duration = Duration::from_millis(700);
const SILENCE: Duration = Duration::from_millis(1_500);

/// How long a look may take at most: every break of a dialogue may cost the timeout some times.
const LOOK_MAX: Duration = Duration::from_secs(60);

const MINUTE_MS: Millis = 60_000;
const BEGAN: Millis = 1_900_000_000_000;

/// Chance by a seed (splitmix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[usize::try_from(self.below(of.len() as u64)).unwrap()]
    }
}

/// What is odd about a letter for as long as the server is out of sorts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Odd {
    Date(&'static str),
    Size(&'static str),
    Text(&'static str),
    /// Its literal is told shorter than it is.
    Short,
    LeftOut,
    HangsUp,
    BlankLines,
    Window,
}

const ODD: [Odd; 16] = [
    Odd::Date("NIL"),
    Odd::Date("\"00-Jan-0000 00:00:00 +0000\""),
    Odd::Date("\"01-Feb-2027 10:00:00 +9900\""),
    Odd::Date("\"Mon, 1 Feb 2027 10:00:00 +0000\""),
    Odd::Date(""),
    Odd::Size("-1"),
    Odd::Size("99999999999999999999"),
    Odd::Size("NIL"),
    Odd::Size("0"),
    Odd::Text("NIL"),
    Odd::Text("\"\""),
    Odd::Short,
    Odd::LeftOut,
    Odd::HangsUp,
    Odd::BlankLines,
    Odd::Window,
];

const CHATTER: [&[u8]; 12] = [
    b"* NO [ALERT] Mailbox is at 97% of quota\r\n",
    b"* BAD hm\r\n",
    b"* OK Still here f\xfcr heute {12}\r\n",
    b"* CAPABILITY IMAP4rev1  X\r\n",
    b"* FLAGS (\\Seen gr\xfc\xdfe)\r\n",
    b"\r\n",
    b"* 1 FETCH (FLAGS (\\Seen NIL))\r\n",
    b"* 0 RECENT\r\n",
    b"+ hm\r\n",
    b"x9 OK of another time\r\n",
    b"* X-GM-THING ((1 \"2\r\n",
    b"* LIST (\\HasNoChildren) \"/\" {4}\r\nZ\xfcge\r\n",
];

/// A server with its mailbox.
struct World {
    chance: Chance,
    letters: BTreeMap<u64, String>,
    /// Every letter that ever lay there.
    all: BTreeMap<u64, String>,
    odd: BTreeMap<u64, Odd>,
    /// How often it still breaks anywhere.
    breaks: u64,
    chats: bool,
    lines_end: &'static str,
    capability: &'static str,
    ok: &'static [u8],
}

impl World {
    fn of(seed: u64) -> Self {
        let mut chance = Chance(seed);
        let mut world = World {
            letters: BTreeMap::new(),
            all: BTreeMap::new(),
            odd: BTreeMap::new(),
            breaks: if chance.one_in(2) { chance.below(8) } else { 0 },
            chats: chance.one_in(2),
            lines_end: chance.pick(&["\r\n", "\r\n", "\n"]),
            capability: chance.pick(&[
                "IMAP4rev1 MOVE",
                "IMAP4rev1  UIDPLUS",
                "IMAP4rev2",
                "IMAP4rev1 \"MOVE\" NAMESPACE",
                "",
            ]),
            ok: chance.pick(&[b" done".as_slice(), b"", b" erledigt f\xfcr heute", b"  [X] {7}"]),
            chance,
        };
        for _ in 0..=world.chance.below(9) {
            world.comes();
        }
        world
    }

    /// A letter comes.
    fn comes(&mut self) {
        let uid = self.all.keys().next_back().copied().unwrap_or(0) + 1 + self.chance.below(3);
        let long = "x".repeat(usize::try_from(self.chance.below(200)).unwrap());
        let text = format!("From: a@b.example\r\nSubject: {uid}\r\n\r\nHELP\r\n{long}\r\n");
        if self.chance.one_in(4) {
            let odd = self.chance.pick(&ODD);
            self.odd.insert(uid, odd);
        }
        self.all.insert(uid, text.clone());
        self.letters.insert(uid, text);
    }

    fn named(&self, set: &str) -> Vec<u64> {
        let last = self.letters.keys().next_back().copied().unwrap_or(0);
        let number = |text: &str| if text == "*" { last } else { text.parse().unwrap_or(0) };
        let ranges = set.split(',').map(|part| {
            let (first, last) = part.split_once(':').unwrap_or((part, part));
            (number(first).min(number(last)), number(first).max(number(last)))
        });
        let ranges = ranges.collect::<Vec<_>>();
        let is_named = |uid: &u64| ranges.iter().any(|(first, last)| (first..=last).contains(&uid));
        self.letters.keys().copied().filter(is_named).collect()
    }

    /// What is said to a command, in pieces of which each may break; nothing is where it hangs up.
    fn say(&mut self, command: &str) -> Vec<Option<Vec<u8>>> {
        let mut words = command.trim_start_matches("UID ").split(' ');
        let (word, set) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let line = |text: String| Some(text.into_bytes());
        match word {
            "CAPABILITY" => vec![line(format!("* CAPABILITY {}\r\n", self.capability))],
            "NAMESPACE" => vec![line("* NAMESPACE ((\"INBOX.\" \".\")) NIL NIL\r\n".into())],
            "SELECT" => vec![
                line(format!("* {} EXISTS\r\n", self.letters.len())),
                line("* OK [UIDVALIDITY 7] v\r\n".into()),
            ],
            "STATUS" => vec![line("* STATUS \"INBOX\" (UIDVALIDITY 7)\r\n".into())],
            "SEARCH" => {
                let uids = self.named(command.rsplit(' ').next().unwrap_or_default());
                let uids = uids.iter().map(u64::to_string).collect::<Vec<_>>();
                match self.capability.contains("rev2") {
                    true => vec![line(format!("* ESEARCH (TAG \"x\") UID ALL {}\r\n", uids.join(",")))],
                    false => vec![line(format!("* SEARCH {}\r\n", uids.join(" ")))],
                }
            }
            "FETCH" => {
                let is_text = command.contains("BODY");
                self.named(set).into_iter().flat_map(|uid| self.tell(uid, is_text)).collect()
            }
            "MOVE" => {
                self.named(set).into_iter().for_each(|uid| drop(self.letters.remove(&uid)));
                vec![line("* 1 EXPUNGE\r\n".into())]
            }
            _ => Vec::new(),
        }
    }

    fn tell(&self, uid: u64, is_text: bool) -> Vec<Option<Vec<u8>>> {
        let (letter, odd) = (&self.letters[&uid], self.odd.get(&uid).copied());
        if odd == Some(Odd::HangsUp) && is_text {
            return vec![None];
        }
        if odd == Some(Odd::LeftOut) {
            return Vec::new();
        }
        if !is_text {
            let date = match odd {
                Some(Odd::Date(date)) => date,
                _ => "\" 1-Feb-2027 10:00:00 +0000\"",
            };
            let size = match odd {
                Some(Odd::Size(size)) => size.to_owned(),
                _ => letter.len().to_string(),
            };
            return vec![Some(
                format!("* {uid} FETCH (UID {uid} RFC822.SIZE {size} INTERNALDATE {date})\r\n").into_bytes(),
            )];
        }
        let (name, tail) = match odd {
            Some(Odd::BlankLines) => ("BODY[]<0>", "\r\n\r\n)\r\n\r\n"),
            Some(Odd::Window) => ("BODY[]<0.1048577>", ")\r\n"),
            _ => ("BODY[]", " FLAGS (\\Seen gr\u{fc}n))\r\n"),
        };
        let text = match odd {
            Some(Odd::Text(text)) => text.to_owned(),
            Some(Odd::Short) => format!("{{{}}}\r\n{letter}", letter.len() - 7),
            _ => format!("{{{}}}\r\n{letter}", letter.len()),
        };
        vec![Some(format!("* {uid} FETCH (UID {uid} {name} {text}{tail}").into_bytes())]
    }

    /// Whether it breaks here.
    fn breaks(&mut self) -> bool {
        let breaks = self.breaks > 0 && self.chance.one_in(10);
        self.breaks -= u64::from(breaks);
        breaks
    }
}

#[derive(Clone)]
struct Server {
    world: Arc<Mutex<World>>,
    is_over: Arc<AtomicBool>,
    port: u16,
}

impl Server {
    fn start(seed: u64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = Server { world: Arc::new(Mutex::new(World::of(seed))), is_over: Arc::default(), port };
        let shared = server.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if shared.is_over.load(Ordering::SeqCst) {
                    return;
                }
                let server = shared.clone();
                std::thread::spawn(move || server.talk(stream));
            }
        });
        server
    }

    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap()
    }

    fn talk(&self, stream: TcpStream) -> std::io::Result<()> {
        let mut out = stream.try_clone()?;
        out.write_all(b"* OK hi\r\n")?;
        for line in BufReader::new(stream).lines() {
            let line = line?;
            let (tag, command) = line.split_once(' ').unwrap_or_default();
            let Some(said) = self.answer(tag, command, &mut out)? else { return Ok(()) };
            out.write_all(&said)?;
        }
        Ok(())
    }

    /// What it says last to a command; nothing where it hangs up instead.
    fn answer(&self, tag: &str, command: &str, out: &mut TcpStream) -> std::io::Result<Option<Vec<u8>>> {
        let pieces = self.world().say(command);
        let ended = Some([tag.as_bytes(), b" OK", self.world().ok, b"\r\n"].concat());
        // A server that twice in a row does not tell its UIDVALIDITY has none, and is another kind.
        let is_vital = command.starts_with("STATUS");
        for piece in pieces.into_iter().chain([ended.clone()]) {
            let Some(piece) = piece else { return Ok(None) };
            let (chat, breaks) = {
                let mut world = self.world();
                let chat = (world.chats && world.chance.one_in(3)).then(|| world.chance.pick(&CHATTER));
                let breaks = (!is_vital && world.breaks()).then(|| world.chance.below(8));
                (chat, breaks)
            };
            out.write_all(chat.unwrap_or_default())?;
            match breaks {
                None => {}
                Some(0) => return Ok(None),
                Some(1) => {
                    out.write_all(&piece[..piece.len() / 2])?;
                    return Ok(None);
                }
                Some(2) => continue,
                Some(3) => return Ok(Some(format!("{tag} NO [SERVERBUG] not now\r\n").into_bytes())),
                Some(4) => return Ok(Some(format!("{tag} BAD what\r\n").into_bytes())),
                Some(5) => {
                    out.write_all(b"* \xff\xfe((( {x}\r\n")?;
                    continue;
                }
                Some(6) => {
                    std::thread::sleep(SILENCE);
                    return Ok(None);
                }
                Some(_) => out.write_all(&piece)?,
            }
            if Some(&piece) == ended.as_ref() {
                return Ok(Some(piece));
            }
            let end = self.world().lines_end;
            match piece.windows(2).filter(|pair| pair == b"\r\n").count() {
                1 => {
                    out.write_all(&[piece.strip_suffix(b"\r\n").unwrap_or(&piece), end.as_bytes()].concat())?
                }
                _ => out.write_all(&piece)?,
            }
        }
        // The end itself was left out.
        std::thread::sleep(SILENCE);
        Ok(None)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The one that listens is woken once; those of connections end with them.
        if Arc::strong_count(&self.world) <= 2 && !self.is_over.swap(true, Ordering::SeqCst) {
            let _ = TcpStream::connect(("127.0.0.1", self.port));
        }
    }
}

fn letterbox(server: &Server, name: &str, flags: bool) -> Letterbox {
    let settings = ImapSettings {
        name: name.into(),
        endpoint: Endpoint {
            host: "127.0.0.1".into(),
            port: server.port,
            security: Security::Plain,
            ca_pem: None,
        },
        login: Login { user: "war".into(), credential: Credential::Password("pw".into()) },
        folder: "INBOX".into(),
        filing: match flags {
            true => Filing::Flag,
            false => Filing::Move { processed: "Processed".into(), ignored: "Ignored".into() },
        },
        idle: true,
        letter_max: 1 << 20,
        timeout: TIMEOUT,
    };
    Letterbox {
        mailbox: Box::new(Imap::new(settings)),
        folder: "INBOX".into(),
        cursor: source::Cursor::default(),
        debts: Debts::default(),
        poll: Duration::from_secs(60),
        maildir: None,
        first_left: u64::MAX,
        compared_ms: None,
        is_in_doubt: false,
        known: BTreeSet::new(),
        put_away: None,
        at_once: fieldpost_mail::source::LETTERS_AT_ONCE,
    }
}

/// One dialogue: looks while letters come and the server is out of sorts, then looks at a sound one.
struct Dialogue {
    server: Server,
    letterbox: Letterbox,
    clock: Clock,
    /// Each letter that was handed over, with its text.
    had: BTreeMap<TransportKey, Vec<u8>>,
    seed: u64,
}

impl Dialogue {
    fn of(seed: u64) -> Self {
        let server = Server::start(seed);
        let letterbox = letterbox(&server, &format!("in{seed}"), seed.is_multiple_of(3));
        Dialogue { server, letterbox, clock: Clock::standing_at(BEGAN), had: BTreeMap::new(), seed }
    }

    /// A look, as the daemon's thread does it; whether it saw all.
    fn look(&mut self, record: &SledStore) -> bool {
        let (had, seed, begun) = (&mut self.had, self.seed, Instant::now());
        let looked = self.letterbox.look(&self.clock, record, &mut |delivered| {
            let taken = delivered.into_iter().map(|letter| {
                let taken =
                    Taken { place: letter.place.clone(), letter: LetterNo(1), verdict: Verdict::Obeyed };
                // What is on record under its place is known there, and judged no second time.
                had.entry(letter.place).or_insert(letter.bytes);
                taken
            });
            Ok(taken.collect())
        });
        assert!(begun.elapsed() < LOOK_MAX, "seed {seed}: a look took {:?}", begun.elapsed());
        self.clock.set(self.clock.now() + 16 * MINUTE_MS);
        looked.is_ok()
    }

    fn uids(&self) -> BTreeSet<u64> {
        self.had.keys().map(|place| place.uid).collect()
    }

    fn go(mut self, record: &SledStore) {
        let seed = self.seed;
        for _ in 0..6 {
            let (breaks_anywhere, there, odd) = {
                let world = self.server.world();
                let there = world.letters.keys().copied().collect::<BTreeSet<_>>();
                // Of a literal that is too short the rest is heard by the letter's size.
                let hides = world.odd.iter().filter(|(_, odd)| **odd != Odd::Short);
                (world.breaks > 0, there, hides.map(|(uid, _)| *uid).collect::<BTreeSet<_>>())
            };
            let is_whole = self.look(record);
            if !breaks_anywhere {
                // None delays another, not by one look.
                assert!(is_whole, "seed {seed}: one letter's oddity ended a look");
                let left = &(&there - &odd) - &self.uids();
                assert!(left.is_empty(), "seed {seed}: letters {left:?} wait for odd ones {odd:?}");
            }
            let mut world = self.server.world();
            for _ in 0..world.chance.below(3) {
                world.comes();
            }
        }
        {
            let mut world = self.server.world();
            (world.breaks, world.odd) = (0, BTreeMap::new());
        }
        for _ in 0..2 {
            assert!(self.look(record), "seed {seed}: a sound server is read");
        }
        let all = self.server.world().all.clone();
        let wanted = all.iter().map(|(uid, text)| (*uid, text.clone().into_bytes())).collect::<Vec<_>>();
        let had = self.had.iter().map(|(place, bytes)| (place.uid, bytes.clone())).collect::<Vec<_>>();
        assert_eq!(had, wanted, "seed {seed}: each letter once, as it was written");
        assert!(self.letterbox.debts.is_empty(), "seed {seed}: nothing is owed");
    }
}

/// Issue 44: no letter that a server hands out is lost, none is filed twice, none delays another by more than one look.
#[test]
fn over_random_dialogues_every_letter_is_filed_once_and_none_waits_for_another() {
    let is_long = std::env::var_os("FIELDPOST_LONG").is_some();
    let (count, seconds) = if is_long { (10_000, 3_600) } else { (300, 30) };
    let begun = Instant::now();
    let folder = tempfile::tempdir().unwrap();
    let record = SledStore::open(folder.path()).unwrap();
    let first: u64 = std::env::var("FIELDPOST_SEED").map_or(0, |seed| seed.parse().unwrap());
    let (next, count) = (std::sync::atomic::AtomicU64::new(first), first + count);
    std::thread::scope(|scope| {
        // A dialogue waits far more than it computes: 150 of them took 28 s of 16 threads, and 3 s of a core.
        for _ in 0..32 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::SeqCst);
                    if seed >= count && begun.elapsed().as_secs() >= seconds {
                        return;
                    }
                    Dialogue::of(seed).go(&record);
                }
            });
        }
    });
    println!("{} dialogues in {} s", next.into_inner(), begun.elapsed().as_secs());
}

/// Dialogues that brought a fault to light. An owed letter was taken for gone, since the one answer that names it broke; a letter was
/// not seen for an hour, since of one look both answers that name it broke.
#[test]
fn dialogues_that_were_lost_once() {
    let folder = tempfile::tempdir().unwrap();
    let record = SledStore::open(folder.path()).unwrap();
    for seed in [12_804, 33_437] {
        Dialogue::of(seed).go(&record);
    }
}
