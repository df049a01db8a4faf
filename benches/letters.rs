//! A letter's whole way in, from raw bytes to durable verdict: MIME, order language, password (seen before), the
//! desk, the receipt, the store. `cargo bench --bench letters`. The post office lies in `FIELDPOST_BENCH_FOLDER`,
//! or under `target`, so that it is the disk that is measured and no memory.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use fieldpost_daemon::clock::Clock;
use fieldpost_daemon::config::Config;
use fieldpost_daemon::delivered::Delivered;
use fieldpost_daemon::identity::Identity;
use fieldpost_daemon::office::Office;
use fieldpost_daemon::opening::Seats;
use fieldpost_daemon::wiring;
use fieldpost_desk::record::Verdict;
use fieldpost_land::scenario;
use fieldpost_store::{SledStore, Store, TransportKey};
use tempfile::TempDir;

const SEATS: &str = include_str!("../fixtures/demo/seats.toml");
const MONDAY: i64 = 1_780_300_800_000; // 2026-06-01T08:00:00Z
/// The demonstration's players, and brigades of theirs, each of which gets three lines.
const PLAYERS: [(&str, &str, &str, [&str; 4]); 4] = [
    ("Moltke", "moltke@prussia.example", "heron-quill-maple", ["PR1IN", "PR2IN", "PR1LC", "PR3IN"]),
    ("Steinmetz", "steinmetz@prussia.example", "lion of nachod", ["PR6IN", "PR7IN", "PR8IN", "PR2MC"]),
    ("Benedek", "benedek@austria.example", "correct horse battery", ["AU5IN", "AU6IN", "AU7IN", "AU8IN"]),
    ("Gablenz", "gablenz@austria.example", "trautenau-rain-hill", ["AU1IN", "AU2IN", "AU3IN", "AU4IN"]),
];

fn main() {
    divan::main();
}

/// A post office with the demonstration's game, and letters that nobody has sent yet.
struct Inbox {
    _folder: TempDir,
    office: Office,
    clock: Clock,
    next: u64,
}

impl Inbox {
    fn new() -> Self {
        let under = std::env::var_os("FIELDPOST_BENCH_FOLDER")
            .map_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR")), PathBuf::from);
        let folder = tempfile::tempdir_in(under).expect("a folder");
        fs::create_dir_all(folder.path().join("store")).expect("a folder");
        let text = "[office]\naddress = \"war@example.org\"\nstore = \"store\"\n[ga]\nname = \"GA\"\n\
                    address = \"ga@example.org\"\n[[source]]\nkind = \"maildir\"\nname = \"in\"\npath = \"in\"\n\
                    [post]\nkind = \"maildir\"\npath = \"out\"\n";
        let config = Config::read(text, &folder.path().join("fieldpost.toml")).expect("a configuration");
        Identity::fresh().save(&config.office.store).expect("saved");
        let store: Arc<dyn Store> = Arc::new(SledStore::open(&config.office.store).expect("a store"));
        let clock = Clock::standing_at(MONDAY);
        let mut office = wiring::office(config, clock.clone(), store).expect("an office");
        let seats: Seats = toml::from_str(SEATS).expect("seats");
        office.open_game("demo", scenario::demo(), &seats).expect("a game");
        let mut inbox = Inbox { _folder: folder, office, clock, next: 1 };
        // The first letters' passwords are hashed whole; they are known from then on.
        let first = inbox.letters(PLAYERS.len() as u64);
        inbox.take(first);
        inbox
    }

    fn letters(&mut self, count: u64) -> Vec<Delivered> {
        let first = self.next;
        self.next += count;
        (first..self.next).map(|number| delivered(number, self.clock.now())).collect()
    }

    fn take(&mut self, letters: Vec<Delivered>) {
        let count = letters.len();
        let taken = self.office.take(letters).expect("filed");
        assert!(taken.len() == count && taken.iter().all(|taken| taken.verdict == Verdict::Obeyed));
    }
}

/// A letter with a head, twelve order lines for four units, and a signature.
fn delivered(number: u64, received_ms: i64) -> Delivered {
    let (player, address, password, units) = &PLAYERS[number as usize % PLAYERS.len()];
    let mut text = format!("PLAYER {player}\r\nPASSWORD {password}\r\n");
    for (place, unit) in units.iter().enumerate() {
        let box_ = (number as usize + place) % 15;
        text.push_str(&format!(
            "UNIT {unit}\r\nENTRY {box_}-7\r\nSUPPORT {box_}-8 RADIUS 2\r\nATTACK SKIRMISH\r\n"
        ));
    }
    let head = format!(
        "From: {player} <{address}>\r\nTo: war@example.org\r\nSubject: orders {number}\r\n\
         Message-ID: <{number}@prussia.example>\r\nDate: Mon, 1 Jun 2026 10:00:00 +0200\r\nMIME-Version: 1.0\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\n"
    );
    let bytes = format!("{head}{text}END\r\n\r\n-- \r\nHelmuth, letter {number}\r\n").into_bytes();
    let place = TransportKey { account: "in".into(), folder: "INBOX".into(), uidvalidity: 1, uid: number };
    let size = bytes.len() as u64;
    Delivered { place, received_ms, bytes, whole: true, size, quiet: false }
}

/// One alone, as a mailbox that is watched brings them.
#[divan::bench(sample_count = 300)]
fn single(bencher: Bencher) {
    let inbox = std::cell::RefCell::new(Inbox::new());
    bencher
        .with_inputs(|| inbox.borrow_mut().letters(1))
        .input_counter(|letters| ItemsCount::new(letters.len()))
        .bench_local_values(|letters| inbox.borrow_mut().take(letters));
}

/// Many at once, as a mailbox brings them after a pause.
#[divan::bench(args = [10, 100, 500], sample_count = 10)]
fn batch(bencher: Bencher, size: u64) {
    let inbox = std::cell::RefCell::new(Inbox::new());
    bencher
        .with_inputs(|| inbox.borrow_mut().letters(size))
        .input_counter(|letters| ItemsCount::new(letters.len()))
        .bench_local_values(|letters| inbox.borrow_mut().take(letters));
}
