//! A process that writes to a store and says what was acknowledged, to be killed; and what must be true of the
//! store afterwards.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use fieldpost_desk::record::LetterNo;
use fieldpost_store::{BodyHash, MailState, Mark, Result, SledStore, Store};

use super::fixture::{self, NOW, bohemia, letter, new_game, place, turn};

const FOLDER: &str = "FIELDPOST_TEST_WRITER_FOLDER";
const LARGEST: &str = "FIELDPOST_TEST_WRITER_LARGEST";

/// What a writer was told is on the disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Acknowledged {
    /// The last letter.
    pub letter: u64,
    /// The open turn.
    pub turn: u32,
    /// The last mail marked as sent.
    pub sent: u64,
}

/// Not a test of its own: the process that writes until it is killed.
#[test]
fn writes_until_it_is_killed() {
    let Ok(folder) = std::env::var(FOLDER) else { return };
    let largest = std::env::var(LARGEST).unwrap().parse().unwrap();
    let store = SledStore::open(Path::new(&folder)).unwrap();
    if store.game(&bohemia()).unwrap().is_none() {
        store.open_game(new_game()).unwrap();
    }
    say("ready", 0);
    // A full disk stops the writer; what it said before must hold all the same.
    let why = write_on(&store, largest).unwrap_err();
    // Small writes have room for a while yet; at last the database itself finds none.
    let last = (0..).find_map(|_| store.note(NOW, &"note ".repeat(400)).err()).unwrap();
    println!("@stopped: {why}; and then: {last}");
    std::thread::sleep(Duration::from_secs(600));
}

fn write_on(store: &SledStore, largest: usize) -> Result<()> {
    loop {
        let next = store.last_letter()?.map_or(0, |last| last.0) + 1;
        let open = store.game(&bohemia())?.map_or(1, |game| game.turn);
        let size = |number: u64| if number.is_multiple_of(20) { largest } else { 600 };
        let batch = if next.is_multiple_of(3) { 7 } else { 1 };
        let letters: Vec<_> = (next..next + batch).map(|number| letter(number, open, size(number))).collect();
        let marks: Vec<BodyHash> = letters.iter().map(|letter| BodyHash::of(&letter.raw)).collect();
        store.begin_reading(&marks)?;
        store.end_reading(&marks)?;
        let numbers = store.file_many(letters)?;
        say("letter", numbers.last().map_or(0, |number| number.0));
        let taken = store.take_due(NOW * 2, 5)?;
        store.mark(&taken.iter().map(|row| Mark::Sent { id: row.id, at_ms: NOW }).collect::<Vec<_>>())?;
        if let Some(last) = taken.last() {
            say("sent", last.id.0);
        }
        if next.is_multiple_of(8) {
            store.close_turn(turn(open, fixture::raw(next, largest)))?;
            say("turn", u64::from(open) + 1);
        }
    }
}

fn say(what: &str, number: u64) {
    println!("@{what} {number}");
    let _ = std::io::stdout().flush();
}

/// A writer at work.
pub struct Writer {
    pub child: Child,
    acknowledged: Arc<Mutex<Acknowledged>>,
    stopped: Arc<Mutex<Option<String>>>,
    reader: JoinHandle<()>,
}

/// Starts a writer in a folder, and waits until the store is open.
pub fn start(folder: &Path, largest: usize) -> Writer {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["store::writer::writes_until_it_is_killed", "--exact", "--nocapture"])
        .env(FOLDER, folder)
        .env(LARGEST, largest.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(
        lines.by_ref().map_while(|line| line.ok()).any(|line| line.ends_with("@ready 0")),
        "no store opened"
    );
    let acknowledged = Arc::new(Mutex::new(Acknowledged::default()));
    let stopped = Arc::<Mutex<Option<String>>>::default();
    let shared = (Arc::clone(&acknowledged), Arc::clone(&stopped));
    let reader = std::thread::spawn(move || {
        for line in lines.map_while(|line| line.ok()) {
            match line.strip_prefix("@stopped: ") {
                Some(why) => *shared.1.lock().unwrap() = Some(why.to_owned()),
                None => note(&mut shared.0.lock().unwrap(), &line),
            }
        }
    });
    Writer { child, acknowledged, stopped, reader }
}

/// A line torn by the kill says nothing, or less than was acknowledged.
fn note(acknowledged: &mut Acknowledged, line: &str) {
    let Some((what, number)) = line.strip_prefix('@').and_then(|said| said.split_once(' ')) else { return };
    let Ok(number) = number.parse() else { return };
    match what {
        "letter" => acknowledged.letter = number,
        "sent" => acknowledged.sent = number,
        "turn" => acknowledged.turn = u32::try_from(number).unwrap(),
        _ => {}
    }
}

impl Writer {
    /// What has been acknowledged so far.
    pub fn so_far(&self) -> Acknowledged {
        *self.acknowledged.lock().unwrap()
    }

    /// Waits until the writer cannot go on, and returns its words.
    pub fn stopped(&self, patience: Duration) -> String {
        let began = Instant::now();
        loop {
            if let Some(why) = self.stopped.lock().unwrap().clone() {
                return why;
            }
            assert!(began.elapsed() < patience, "it writes on, or hangs: {:?}", self.so_far());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Kills the process and returns all it had said.
    pub fn kill(mut self) -> Acknowledged {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.reader.join().unwrap();
        *self.acknowledged.lock().unwrap()
    }
}

/// Holds a store to what was acknowledged, and every letter and turn to being whole. Returns the number of letters.
pub fn check(store: &SledStore, acknowledged: Acknowledged) -> u64 {
    let letters = store.letters(LetterNo(1), usize::MAX).unwrap();
    let found = letters.len() as u64;
    assert!(found >= acknowledged.letter, "{found} letters found, {} acknowledged", acknowledged.letter);
    for (number, record) in (1..).zip(&letters) {
        assert_eq!(record.number, LetterNo(number), "the numbers have a gap");
        assert_eq!(store.seen(&place(number)).unwrap(), Some(record.number));
        assert!(store.letter_bytes(record.number).unwrap().len() >= 200);
        let answer = store.mail(record.answers[0]).unwrap().unwrap();
        assert_eq!(answer.message_id, format!("<r.{number}@fieldpost.example>"));
        assert!(!store.mail_bytes(answer.id).unwrap().is_empty());
    }
    assert_eq!(store.counted("receipt:benedek@example.org", fixture::DAY).unwrap(), found as u32);
    check_turns(store, acknowledged);
    check_mails(store, acknowledged);
    found
}

fn check_turns(store: &SledStore, acknowledged: Acknowledged) {
    let game = store.game(&bohemia()).unwrap().unwrap();
    assert!(game.turn >= acknowledged.turn, "turn {} open, {} acknowledged", game.turn, acknowledged.turn);
    for number in 1..game.turn {
        let kept = store.turn(&bohemia(), number).unwrap().unwrap();
        for paper in [&kept.before, &kept.orders, &kept.seats, &kept.events, &kept.draws, &kept.after] {
            store.paper(paper).unwrap();
        }
        assert!(!store.mail_bytes(kept.reports["benedek"][0]).unwrap().is_empty());
    }
    assert_eq!(store.position(&bohemia()).unwrap(), fixture::position(game.turn));
    store.order_book(&bohemia()).unwrap();
}

/// Mails are sent in order here, so all up to the last one are.
fn check_mails(store: &SledStore, acknowledged: Acknowledged) {
    for row in store.mails(fieldpost_store::MailId(1), usize::MAX).unwrap() {
        let waits = matches!(row.state, MailState::Queued | MailState::Sending);
        assert!(!waits || row.id.0 > acknowledged.sent, "mail {} was acknowledged as sent", row.id.0);
        assert!(store.mail_by_message_id(&row.message_id).unwrap().is_some_and(|found| found.id == row.id));
    }
}
