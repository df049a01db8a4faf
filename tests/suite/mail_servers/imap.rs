//! Letters fetched from other servers than Dovecot, with the folders as they are where nothing is said of them.

use std::collections::BTreeMap;
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use fieldpost_desk::record::LetterNo;
use fieldpost_store::{SledStore, Store};

use super::kinds::{Kind, kinds};
use super::server::Server;
use super::{is_long, is_of, listening};
use crate::post_office::{Office, each_answer_exists_once, letter, orders, standing};

/// How long the daemon may take to find a server that is up again: its pauses grow.
const BACK_AGAIN: Duration = Duration::from_secs(90);

/// An inbox on a server, and the post office that reads it.
struct Inbox {
    server: Server,
    office: Office,
    /// How the server is given letters, for `client.py`.
    way: String,
    /// How long a letter may take while the daemon waits with IDLE, or looks now and then.
    soon: Duration,
    sent: Vec<Kind>,
    /// Whether the server may give letters new numbers while two clients are at work.
    renumbers: bool,
}

impl Inbox {
    fn of(kind: &'static str, after: &str) -> Self {
        let (server, office) = (Server::start(kind, &[]), Office::bare());
        let way = match kind {
            "cyrus" => format!("lmtp:{}", server.port(24)),
            "courier" => format!("maildir:{}", server.own_file("home/war/Maildir").display()),
            _ => format!("maildir:{}", server.own_file("var/mail/war").display()),
        };
        // Where IDLE tells of letters, it alone must bring them.
        let (poll, soon) = if kind == "imap4d" { (5, 15) } else { (600, 10) };
        fs::copy(server.file("ca.pem"), office.config().with_file_name("other.pem")).unwrap();
        let config = fs::read_to_string(office.config()).unwrap();
        let (head, rest) = config.split_once("[[source]]").unwrap();
        let post = rest.split_once("[post]").unwrap().1;
        let source = format!(
            "[[source]]\nkind = \"imap\"\nname = \"inbox\"\nhost = \"localhost\"\nport = {}\nsecurity = \"starttls\"\nuser = \"war\"\n\
             password_file = \"password\"\nca_file = \"other.pem\"\npoll_seconds = {poll}\nafter = \"{after}\"\n",
            server.port(143)
        );
        fs::write(office.config(), format!("{head}{source}[post]{post}")).unwrap();
        Inbox {
            server,
            office,
            way,
            soon: Duration::from_secs(soon),
            sent: Vec::new(),
            renumbers: kind != "cyrus",
        }
    }

    /// Puts letters into the inbox, all at once.
    fn put(&mut self, letters: Vec<Kind>) {
        let folder = tempfile::tempdir().unwrap();
        for (number, letter) in letters.iter().enumerate() {
            fs::write(folder.path().join(format!("{number:03}")), &letter.raw).unwrap();
        }
        self.server.client_says(&["put", &self.way, folder.path().to_str().unwrap()]);
        self.sent.extend(letters);
    }

    /// How often a letter of ours was filed so far. Notes of another client may be among what was filed, so that records are counted.
    fn filed(&self) -> usize {
        let export = self.office.config().with_file_name("export.jsonl");
        let _ = fs::remove_file(&export);
        let _ = fs::remove_file(export.with_file_name("export.jsonl.identity"));
        self.office.must(&["export", export.to_str().unwrap()]);
        let record = fs::read_to_string(export).unwrap();
        self.sent.iter().filter(|letter| record.contains(&letter.id)).count()
    }

    /// Waits until all that was sent is filed; how long that took.
    fn await_filed(&self, at_most: Duration) -> Duration {
        let begun = Instant::now();
        loop {
            let filed = self.filed();
            if filed == self.sent.len() {
                return begun.elapsed();
            }
            let waited = begun.elapsed();
            assert!(waited < at_most, "{filed} of {} letters are filed after {waited:?}", self.sent.len());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// How long it takes from a letter's delivery until it is filed, while the daemon waits for one.
    fn tells_of_a_letter(&mut self) -> Duration {
        let filings = |inbox: &Inbox| inbox.office.log().matches(": filed letter=").count();
        let before = filings(self);
        let begun = Instant::now();
        self.put(vec![order("waiting", "PR3IN", "ENTRY 3-7")]);
        while filings(self) == before {
            assert!(begun.elapsed() < self.soon, "a letter that came is not filed");
            std::thread::sleep(Duration::from_millis(20));
        }
        let took = begun.elapsed();
        self.await_filed(self.soon);
        took
    }

    /// What lies where, by folder: Message-ID and flags.
    fn folders(&self) -> BTreeMap<String, Vec<(String, Vec<String>)>> {
        let port = self.server.port(143).to_string();
        let told: serde_json::Value =
            serde_json::from_str(&self.server.client_says(&["folders", &port])).unwrap();
        let flags = |one: &serde_json::Value| {
            let flags = one["flags"].as_array().unwrap().iter();
            flags.map(|flag| flag.as_str().unwrap().to_owned()).collect()
        };
        let of = |letters: &serde_json::Value| {
            let letters = letters.as_array().unwrap().iter();
            letters.map(|one| (one["id"].as_str().unwrap().to_owned(), flags(one))).collect()
        };
        told.as_object().unwrap().iter().map(|(name, letters)| (name.clone(), of(letters))).collect()
    }
}

/// Moltke's letter for one of his units.
fn order(id: &str, unit: &str, line: &str) -> Kind {
    let raw = letter("alice", id, &orders(0, &format!("UNIT {unit}\n{line}")));
    Kind { id: format!("{id}@test.example"), raw, verdict: "obeyed" }
}

fn many(name: &str, count: usize, unit: &str) -> Vec<Kind> {
    let of = |number| order(&format!("{name}-{number}"), unit, &format!("ENTRY {}-7", number % 9 + 1));
    (0..count).map(of).collect()
}

/// All that befalls a mailbox, one after the other.
fn whole_turn(kind: &'static str, after: &str) {
    let mut inbox = Inbox::of(kind, after);
    inbox.office.open_game_without_pictures();
    let words = String::from_utf8(inbox.office.try_to(&["doctor"]).stdout).unwrap();
    assert!(words.contains("well   source.inbox") && !words.contains("WRONG"), "{kind}, {after}: {words}");
    let daemon = listening(&inbox.office);
    inbox.office.await_words(&["status", "--json"], |words| words.contains("\"last_poll\": \"2"));

    inbox.put(kinds());
    let kinds = inbox.await_filed(BACK_AGAIN);
    inbox.put(many("at-once", 30, "PR2IN"));
    let at_once = inbox.await_filed(BACK_AGAIN);
    // It waits by now.
    std::thread::sleep(Duration::from_secs(1));
    let waiting = inbox.tells_of_a_letter();

    inbox.server.halt();
    std::thread::sleep(Duration::from_secs(2));
    inbox.server.resume();
    inbox.put(vec![order("restarted", "PR4IN", "ENTRY 4-7")]);
    let restarted = inbox.await_filed(BACK_AGAIN);
    // Beside another client imap4d gives all of them new numbers again and again.
    if kind != "imap4d" {
        beside_another_client(&mut inbox);
    }
    println!(
        "{kind}, {after}: kinds {kinds:?}, at once {at_once:?}, waiting {waiting:?}, restarted {restarted:?}"
    );

    daemon.stop();
    let record = SledStore::open(&inbox.office.store()).unwrap();
    each_letter_has_its_verdict(&inbox, &record);
    each_answer_exists_once(&inbox.office.stack, &record);
    each_letter_lies_where_it_belongs(&inbox, &record, after);
}

/// Another client flags all that it sees, and writes and deletes notes of its own.
fn beside_another_client(inbox: &mut Inbox) {
    let port = inbox.server.port(143).to_string();
    let mut client = inbox.server.client(&["beside", &port]);
    let mut client = client.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    for round in 0..5 {
        inbox.put(many(&format!("beside-{round}"), 3, "PR2IN"));
        std::thread::sleep(Duration::from_millis(500));
    }
    inbox.await_filed(BACK_AGAIN);
    inbox.put(vec![order("beside-last", "PR1CQ", "ENTRY 5-7")]);
    inbox.await_filed(BACK_AGAIN);
    drop(client.stdin.take());
    let said = client.wait_with_output().unwrap();
    let notes: usize = String::from_utf8_lossy(&said.stdout).trim().parse().unwrap();
    assert!(notes >= 3, "the other client did nothing: {notes}");
}

/// One record a letter, with its verdict; and of units that were ordered once the order stands.
fn each_letter_has_its_verdict(inbox: &Inbox, record: &dyn Store) {
    let letters = record.letters(LetterNo(0), 10_000).unwrap();
    for sent in &inbox.sent {
        let of = letters.iter().filter(|letter| is_of(letter, &sent.id));
        let verdicts = of.map(|letter| letter.verdict.words()).collect::<Vec<_>>();
        let is_right = verdicts.first().is_some_and(|words| words.starts_with(sent.verdict));
        assert!(is_right, "{}: {verdicts:?}", sent.id);
        // What lies there still comes again by its new number, and is known as a copy.
        let again = &verdicts[1..];
        let is_copy = |words: &String| words.starts_with("ignored");
        assert!(
            again.is_empty() || inbox.renumbers && again.iter().all(is_copy),
            "{}: {verdicts:?}",
            sent.id
        );
    }
    let stands = standing(record).into_iter().map(|(unit, (_, lines))| (unit.to_string(), lines));
    let stands = stands.collect::<BTreeMap<_, _>>();
    for (unit, line) in [("PR3IN", "ENTRY 3-7"), ("PR4IN", "ENTRY 4-7")] {
        assert_eq!(stands[unit], [line], "{unit}");
    }
}

/// What is marked as deleted is gone, where a server cannot take out one letter alone.
fn is_deleted(flags: &[String]) -> bool {
    flags.iter().any(|flag| flag == "\\Deleted")
}

/// After `move` none is left in the inbox and each lies once in its folder; after `flag` each lies there, seen.
fn each_letter_lies_where_it_belongs(inbox: &Inbox, record: &dyn Store, after: &str) {
    let folders = inbox.folders();
    for sent in &inbox.sent {
        let of = folders.iter().flat_map(|(folder, letters)| {
            let of = letters.iter().filter(|(id, flags)| *id == sent.id && !is_deleted(flags));
            of.map(|(_, flags)| (folder.as_str(), flags.as_slice()))
        });
        let places = of.collect::<Vec<_>>();
        let folder = if sent.verdict == "ignored" { "Ignored" } else { "Processed" };
        match (after, places.as_slice()) {
            ("move", [(place, _)]) if place.ends_with(folder) => {}
            ("move", [_, ..]) if inbox.renumbers => {
                let is_put_away = |place: &str| place.ends_with("Processed") || place.ends_with("Ignored");
                assert!(places.iter().all(|(place, _)| is_put_away(place)), "{}: {places:?}", sent.id)
            }
            ("flag", [("INBOX", flags)]) => {
                assert!(flags.iter().any(|flag| flag == "\\Seen"), "{}: {flags:?}", sent.id)
            }
            _ => panic!("{} lies in {places:?}", sent.id),
        }
    }
    // A letter that has another number by now cannot be moved by the old one, and the GA is told.
    let troubles = record.troubles().unwrap();
    assert!(troubles.is_empty() || inbox.renumbers, "{troubles:?}");
}

/// Debian's set-up, with all folders below `INBOX.`.
#[test]
fn cyrus_files_each_letter_once() {
    whole_turn("cyrus", "move");
}

#[test]
fn courier_files_each_letter_once() {
    whole_turn("courier", "move");
}

/// Its SEARCH finds nothing, and it has neither MOVE nor UIDPLUS.
#[test]
fn imap4d_files_each_letter_once() {
    if is_long() {
        whole_turn("imap4d", "move");
    }
}

#[test]
fn each_server_files_letters_that_stay_in_the_inbox_once() {
    if is_long() {
        for kind in ["cyrus", "courier", "imap4d"] {
            whole_turn(kind, "flag");
        }
    }
}
