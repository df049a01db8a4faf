//! The post office at work without a network: letters as bytes, the clock set by hand.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use fieldpost::daemon::adjudicate::Adjudicated;
use fieldpost::daemon::clock::Clock;
use fieldpost::daemon::closing::Polled;
use fieldpost::daemon::config::Config;
use fieldpost::daemon::identity::Identity;
use fieldpost::daemon::intake::{Delivered, Taken};
use fieldpost::daemon::office::Office;
use fieldpost::daemon::opening::Seats;
use fieldpost::desk::record::{GameName, Verdict};
use fieldpost::games::land::scenario;
use fieldpost::store::{MailId, MailRow, SledStore, Store, TransportKey};
use tempfile::TempDir;

const SEATS: &str = include_str!("../../fixtures/demo/seats.toml");
const MONDAY: i64 = 1_780_300_800_000; // 2026-06-01T08:00:00Z
const HOUR: i64 = 3_600_000;

/// A post office with the demonstration's game, in a folder of its own.
struct Trial {
    folder: TempDir,
    clock: Clock,
    office: Office,
    uid: u64,
}

impl Trial {
    fn new() -> Self {
        Self::with_limits("authserv_id = \"mx.example.org\"\n")
    }

    fn with_limits(limits: &str) -> Self {
        let folder = TempDir::new().unwrap();
        fs::create_dir_all(folder.path().join("store")).unwrap();
        let text = format!(
            "[office]\naddress = \"war@example.org\"\nstore = \"store\"\n[ga]\nname = \"GA\"\naddress = \"ga@example.org\"\n\
             [[source]]\nkind = \"maildir\"\nname = \"in\"\npath = \"in\"\n[post]\nkind = \"maildir\"\npath = \"out\"\n\
             [limits]\n{limits}"
        );
        let clock = Clock::standing_at(MONDAY);
        let config = Config::read(&text, &folder.path().join("fieldpost.toml")).unwrap();
        Identity::new(String::new()).save(&config.office.store).unwrap();
        let mut office = open(config, &clock);
        let seats: Seats = toml::from_str(SEATS).unwrap();
        office.open_game("demo", scenario::demo(), &seats).unwrap();
        Trial { folder, clock, office, uid: 0 }
    }

    /// Ends the process, as it were, and starts it again on the same folder.
    fn restart(self) -> Self {
        let Trial { folder, clock, office, uid } = self;
        let config = office.config.clone();
        drop(office);
        let office = open(config, &clock);
        Trial { folder, clock, office, uid }
    }

    fn delivered(&mut self, bytes: &[u8]) -> Delivered {
        self.uid += 1;
        let place =
            TransportKey { account: "in".into(), folder: "INBOX".into(), uidvalidity: 1, uid: self.uid };
        let (received_ms, size) = (self.clock.now(), bytes.len() as u64);
        Delivered { place, received_ms, bytes: bytes.to_vec(), whole: true, size, quiet: false }
    }

    fn take(&mut self, bytes: &[u8]) -> Verdict {
        self.clock.set(self.clock.now() + 1_000);
        let delivered = self.delivered(bytes);
        let taken = self.office.take(vec![delivered]).unwrap();
        taken.into_iter().next().unwrap().verdict
    }

    fn mails(&self) -> Vec<MailRow> {
        self.office.store.mails(MailId(0), 1_000).unwrap()
    }

    fn text(&self, row: &MailRow) -> String {
        let bytes = self.office.store.mail_bytes(row.id).unwrap();
        let message = mail_parser::MessageParser::new().parse(&bytes).unwrap();
        format!("{}\n{}", message.subject().unwrap_or(""), message.body_text(0).unwrap_or_default())
    }

    fn last_text(&self) -> String {
        self.text(self.mails().last().unwrap())
    }

    fn run_turn(&mut self) -> String {
        match self.office.adjudicate(&GameName("demo".into()), &[], true).unwrap() {
            Adjudicated::Ran { hash, .. } => hash,
            other => panic!("{other:?}"),
        }
    }
}

fn open(config: Config, clock: &Clock) -> Office {
    let store: Arc<dyn Store> = Arc::new(SledStore::open(&config.office.store).unwrap());
    Office::open(config, clock.clone(), store).unwrap()
}

fn letter(head: &str, text: &str) -> Vec<u8> {
    format!(
        "From: moltke@prussia.example\r\nTo: war@example.org\r\nSubject: orders\r\n{head}\
         Content-Type: text/plain; charset=utf-8\r\n\r\n{text}"
    )
    .into_bytes()
}

const ORDERS: &str = "PLAYER Moltke\nPASSWORD heron-quill-maple\nUNIT PR1IN\nMARCH A9-N7\nEND\n";

#[test]
fn a_copy_of_a_letter_is_ignored_and_its_receipt_goes_out_once_more_at_most() {
    let mut trial = Trial::new();
    let bytes = letter("Message-ID: <1@x>\r\n", ORDERS);
    assert_eq!(trial.take(&bytes), Verdict::Obeyed);
    let mails = trial.mails().len();
    for _ in 0..3 {
        assert!(matches!(trial.take(&bytes), Verdict::Ignored(_)));
    }
    assert_eq!(trial.mails().len(), mails, "a copy got an answer of its own");
}

#[test]
fn copies_in_one_batch_are_known_too() {
    let mut trial = Trial::new();
    let bytes = letter("Message-ID: <1@x>\r\n", ORDERS);
    let batch = vec![trial.delivered(&bytes), trial.delivered(&bytes)];
    let taken = trial.office.take(batch).unwrap();
    assert_eq!(taken[0].verdict, Verdict::Obeyed);
    assert!(matches!(taken[1].verdict, Verdict::Ignored(_)));
}

#[test]
fn a_letter_filed_before_a_crash_keeps_its_verdict_and_happens_once() {
    let mut trial = Trial::new();
    let delivered = trial.delivered(&letter("Message-ID: <1@x>\r\n", ORDERS));
    let before = trial.office.take(vec![delivered.clone()]).unwrap();
    let mails = trial.mails().len();
    let mut trial = trial.restart();
    let after = trial.office.take(vec![delivered]).unwrap();
    assert_eq!(before, after);
    assert_eq!(trial.mails().len(), mails);
}

#[test]
fn a_letter_whose_sender_fails_dmarc_waits_for_the_registered_player_and_is_then_obeyed() {
    let mut trial = Trial::new();
    let head = "Authentication-Results: mx.example.org; dmarc=fail header.from=prussia.example\r\nMessage-ID: <1@x>\r\n";
    assert!(matches!(trial.take(&letter(head, ORDERS)), Verdict::Held(_)));
    let notice =
        trial.mails().iter().map(|row| trial.text(row)).find(|text| text.contains("CONFIRM ")).unwrap();
    let token = notice.split("CONFIRM ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    let mut trial = trial.restart();
    trial.take(&letter("Message-ID: <2@x>\r\n", &format!("CONFIRM {token}\n")));
    let records = trial.office.store.letters(fieldpost::desk::record::LetterNo(0), 10).unwrap();
    assert_eq!(records[0].verdict, Verdict::Obeyed, "{records:?}");
    let book = trial.office.store.order_book(&GameName("demo".into())).unwrap();
    assert!(book.units.contains_key(&"PR1IN".parse().unwrap()));
}

#[test]
fn a_held_letter_is_refused_when_the_turn_closes() {
    let mut trial = Trial::new();
    let head = "Authentication-Results: mx.example.org; dmarc=fail header.from=prussia.example\r\n";
    trial.take(&letter(head, ORDERS));
    trial.run_turn();
    let records = trial.office.store.letters(fieldpost::desk::record::LetterNo(0), 10).unwrap();
    assert!(matches!(records[0].verdict, Verdict::Refused(_)));
}

#[test]
fn reports_are_sent_again_on_demand_as_new_mails() {
    let mut trial = Trial::new();
    trial.take(&letter("Message-ID: <1@x>\r\n", ORDERS));
    trial.run_turn();
    let first =
        trial.mails().into_iter().filter(|row| row.to == "moltke@prussia.example").collect::<Vec<_>>();
    trial.take(&letter("", "PLAYER Moltke\nPASSWORD heron-quill-maple\nSEND REPORT 1\n"));
    let all = trial.mails().into_iter().filter(|row| row.to == "moltke@prussia.example").collect::<Vec<_>>();
    let again = all.iter().filter(|row| !first.contains(row) && trial.text(row).contains("What happened"));
    let again = again.collect::<Vec<_>>();
    assert_eq!(again.len(), 1);
    assert!(first.iter().all(|row| row.message_id != again[0].message_id));
}

#[test]
fn the_same_orders_give_the_same_turn_in_two_post_offices() {
    let hashes = [(), ()].map(|()| {
        let mut trial = Trial::new();
        trial.take(&letter("Message-ID: <1@x>\r\n", ORDERS));
        (trial.run_turn(), trial.run_turn())
    });
    assert_eq!(hashes[0], hashes[1]);
}

#[test]
fn a_turn_is_held_while_a_mailbox_cannot_be_read_and_the_ga_hears_of_it_once() {
    let mut trial = Trial::new();
    let name = GameName("demo".into());
    trial.clock.set(trial.office.next_deadline() + HOUR);
    let failing = [Polled { last_full: Some(MONDAY), failing: true }];
    for _ in 0..3 {
        assert!(matches!(trial.office.adjudicate(&name, &failing, false).unwrap(), Adjudicated::Held(_)));
    }
    let told = trial.mails().iter().filter(|row| row.to == "ga@example.org").count();
    assert_eq!(told, 1);
    let read = [Polled { last_full: Some(trial.clock.now()), failing: false }];
    assert!(matches!(
        trial.office.adjudicate(&name, &read, false).unwrap(),
        Adjudicated::Ran { turn: 1, .. }
    ));
}

#[test]
fn a_reply_to_an_earlier_turns_mail_is_refused_with_a_word() {
    let mut trial = Trial::new();
    let welcome = trial.mails().into_iter().find(|row| row.to == "moltke@prussia.example").unwrap();
    trial.clock.set(MONDAY + HOUR);
    trial.run_turn();
    trial.clock.set(MONDAY + 2 * HOUR);
    let verdict = trial.take(&letter(&format!("In-Reply-To: {}\r\n", welcome.message_id), ORDERS));
    assert!(matches!(verdict, Verdict::Refused(_)), "{verdict:?}");
    assert!(trial.last_text().contains("TURN 2"), "{}", trial.last_text());
    let named = ORDERS.replace("UNIT", "TURN 2\nUNIT");
    assert_eq!(
        trial.take(&letter(&format!("In-Reply-To: {}\r\n", welcome.message_id), &named)),
        Verdict::Obeyed
    );
}

#[test]
fn no_letter_panics_or_blocks_the_next_one() {
    let mut trial = Trial::new();
    let odd: [&[u8]; 6] = [
        b"",
        b"\n",
        b"\0\0\0",
        b"From: \xff\xfe\n\nUNIT",
        b"Content-Type: multipart/mixed\n\n",
        &[b'a'; 9_000],
    ];
    let mut batch = odd.iter().map(|bytes| trial.delivered(bytes)).collect::<Vec<_>>();
    batch.push(trial.delivered(&letter("Message-ID: <1@x>\r\n", ORDERS)));
    let taken: Vec<Taken> = trial.office.take(batch).unwrap();
    assert_eq!(taken.len(), 7);
    assert_eq!(taken.iter().filter(|taken| taken.verdict == Verdict::Obeyed).count(), 1);
}

#[test]
fn a_letter_over_the_limit_is_refused_by_its_header_and_the_player_told() {
    let mut trial = Trial::new();
    let mut delivered = trial.delivered(b"From: moltke@prussia.example\r\nMessage-ID: <1@x>\r\n\r\n");
    (delivered.whole, delivered.size) = (false, 5_000_000);
    let taken = trial.office.take(vec![delivered]).unwrap();
    assert!(matches!(taken[0].verdict, Verdict::Refused(_)));
    assert!(trial.last_text().contains("5000000"), "{}", trial.last_text());
}

/// The first of the two commands, as a new user runs it.
#[test]
fn the_demonstration_shows_every_verdict_and_both_turns() {
    let folder = TempDir::new().unwrap();
    let ended =
        Command::new(env!("CARGO_BIN_EXE_fieldpost")).arg("demo").arg(folder.path()).output().unwrap();
    let words = String::from_utf8(ended.stdout).unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    let verdict_of = |name: &str| {
        let line = words
            .lines()
            .find(|line| line.starts_with(name))
            .unwrap_or_else(|| panic!("no {name} in {words}"));
        line[name.len()..].trim().to_owned()
    };
    let expected = [
        ("01-plain", "obeyed"),
        ("02-html-only", "obeyed"),
        ("03-flowed-quoted-printable", "obeyed"),
        ("04-reply-with-quoted-orders", "obeyed"),
        ("05-wrong-password", "refused"),
        ("06-deputy-overruled", "partly obeyed"),
        ("07-unreadable-line", "partly obeyed"),
        ("08-late", "refused: turn 1 is closed"),
        ("09-second-turn", "obeyed"),
        ("10-show-orders", "obeyed"),
        ("11-out-of-office", "ignored"),
        ("12-stranger", "ignored"),
    ];
    for (name, verdict) in expected {
        assert!(verdict_of(name).starts_with(verdict), "{name}: {}", verdict_of(name));
    }
    assert!(words.contains("2 turns of demo run again, all the same"), "{words}");
    assert!(
        words
            .lines()
            .filter(|line| line.trim().ends_with(".html"))
            .all(|line| Path::new(line.trim()).exists())
    );
    assert_eq!(words.lines().filter(|line| line.trim().ends_with(".html")).count(), 16);
}
