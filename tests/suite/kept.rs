//! A store that was played by the fieldpost of commit 7160410 (`fixtures/store/README.md`): today's opens it, shows what that
//! one showed, and plays on.

mod forms;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use fieldpost_daemon::adjudicate::Adjudicated;
use fieldpost_daemon::clock::Clock;
use fieldpost_daemon::closing::Polled;
use fieldpost_daemon::config::Config;
use fieldpost_daemon::delivered::Delivered;
use fieldpost_daemon::office::Office;
use fieldpost_daemon::wiring;
use fieldpost_desk::record::{GameName, LetterNo, Verdict};
use fieldpost_store::sled::{import, rebuild, verify};
use fieldpost_store::{Mail, MailId, MailRow, MailState, SledStore, Store, TransportKey};
use serde_json::{Value, json};
use tempfile::TempDir;

/// When that fieldpost was asked what it shows: 2026-06-10T15:00:02Z.
const ASKED: i64 = 1_781_103_602_000;
/// Turn 1 as it was run first, and as it was run again after the rollback.
const HASHES: [&str; 2] = [
    "f99e6d748a12f6ca0777c79b1d926099e9f94051d3c9f7a7f366987ae5a31ed9",
    "87970f0deddd6b65628cc362b7d8293dc8fba9e8cee218f3e58c1523da452689",
];

/// What is kept, in a folder of its own.
fn kept() -> TempDir {
    let folder = TempDir::new().unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/store/played-7160410.zip");
    zip::ZipArchive::new(fs::File::open(path).unwrap()).unwrap().extract(folder.path()).unwrap();
    folder
}

/// The same office, of its store folder or of its export.
struct Kept {
    folder: TempDir,
    clock: Clock,
    office: Office,
}

impl Kept {
    fn opened() -> Self {
        Self::in_folder(kept())
    }

    fn imported() -> Self {
        let folder = kept();
        let old = folder.path().join("store");
        let identity = fs::read(old.join("identity.toml")).unwrap();
        fs::remove_dir_all(&old).unwrap();
        let export = fs::read(folder.path().join("export.jsonl")).unwrap();
        assert_eq!(import(&old, &export[..]).unwrap().missing, []);
        fs::write(old.join("identity.toml"), identity).unwrap();
        Self::in_folder(folder)
    }

    fn in_folder(folder: TempDir) -> Self {
        let text = "[office]\naddress = \"orders@fieldpost.example\"\nstore = \"store\"\n[ga]\nname = \"Nobody\"\n\
                    address = \"ga@fieldpost.example\"\n[[source]]\nkind = \"maildir\"\nname = \"in\"\npath = \"in\"\n\
                    [post]\nkind = \"maildir\"\npath = \"out\"\n";
        let config = Config::read(text, &folder.path().join("fieldpost.toml")).unwrap();
        let clock = Clock::standing_at(ASKED);
        let store: Arc<dyn Store> = Arc::new(SledStore::open(&config.office.store).unwrap());
        let office = wiring::office(config, clock.clone(), store).unwrap();
        Kept { folder, clock, office }
    }

    /// What the administrator is shown now, and was shown then.
    fn shown(&mut self, game: &str, what: &str) -> (String, String) {
        let then = fs::read_to_string(self.folder.path().join(format!("shown/{game} {what}.txt"))).unwrap();
        (self.office.typed(game, &format!("SHOW {what}\n")).unwrap(), then)
    }

    /// A letter that came as this one of the mailbox.
    fn take(&mut self, uid: u64, from: &str, text: &str) -> Verdict {
        let bytes = format!(
            "From: {from}\r\nTo: orders@fieldpost.example\r\nSubject: orders\r\nMessage-ID: <new.{from}>\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\n{text}"
        );
        let place = TransportKey { account: "in".into(), folder: "new".into(), uidvalidity: 7, uid };
        let (received_ms, size) = (self.clock.now(), bytes.len() as u64);
        let bytes = bytes.into_bytes();
        let letter = Delivered { place, received_ms, bytes, whole: true, size, quiet: false };
        self.office.take(vec![letter]).unwrap().remove(0).verdict
    }

    /// The text of the last mail to an address.
    fn last_text(&self, to: &str) -> String {
        let mails = self.office.store.mails(MailId(0), 10_000).unwrap();
        let last = mails.iter().rfind(|row| row.to == to).unwrap();
        let bytes = self.office.store.mail_bytes(last.id).unwrap();
        let message = mail_parser::MessageParser::new().parse(&bytes).unwrap();
        message.body_text(0).unwrap().replace("\r\n", "\n")
    }
}

fn demo() -> GameName {
    GameName("demo".into())
}

#[test]
fn a_played_store_of_before_verifies_and_rebuilds() {
    let folder = kept();
    let store = folder.path().join("store");
    assert_eq!(verify(&store).unwrap().damages, []);
    assert_eq!(rebuild(&store).unwrap().left_out, []);
    assert_eq!(verify(&store).unwrap().damages, []);
}

fn database(store: &Path) -> sled::Db {
    // A database that was closed just now lets go of its lock when the last of its threads has ended.
    let database = (0..500).find_map(|_| {
        sled::open(store.join("db")).inspect_err(|_| thread::sleep(Duration::from_millis(10))).ok()
    });
    database.expect("the lock is let go")
}

/// The rows of the order book as the database has them.
fn rows_of_orders(store: &Path) -> Vec<Value> {
    let database = database(store);
    let rows = database.scan_prefix(b"o").map(|row| serde_json::from_slice(&row.unwrap().1).unwrap());
    rows.collect()
}

/// Of an order its words are kept, and of an assignment whom it gives which seat: what the program of then understood by it
/// goes.
#[test]
fn a_played_store_of_before_is_carried_over_to_words_alone() {
    let folder = kept();
    let store = folder.path().join("store");
    let before = rows_of_orders(&store);
    let with = |rows: &[Value], key: &str| rows.iter().filter(|row| row.to_string().contains(key)).count();
    assert!(with(&before, "\"what\":") > 20, "{} rows", before.len());
    drop(SledStore::open(&store).unwrap());
    let after = rows_of_orders(&store);
    assert_eq!(after.len(), before.len());
    let hand_edits = with(&before, "{\"edit\":");
    assert_eq!(with(&after, "\"what\":"), hand_edits, "what a hand edit says it changed stays");
    let assigned = with(&before, "\"Assign\":");
    assert!(assigned > 0 && with(&after, "\"assigns\":") == assigned, "{assigned} assignments");
    let words = |rows: &[Value]| with(rows, "\"words\":");
    assert_eq!(words(&after), words(&before));
}

/// A list of hand edits without the letters that they came in.
fn without_letters(list: &str) -> String {
    let mut left = String::new();
    let mut rest = list;
    while let Some((before, after)) = rest.split_once(", letter ") {
        left.push_str(before);
        rest = after.trim_start_matches(|letter: char| letter.is_ascii_digit());
    }
    left + rest
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// Orders of every form and of every office, hand edits with what they changed, press, what waits: word for word.
#[test]
fn a_played_store_of_before_shows_what_it_showed() {
    for mut kept in [Kept::opened(), Kept::imported()] {
        for game in ["demo", "beta"] {
            for what in ["ORDERS", "EDITS", "QUEUE", "PRESS", "PRESS 1"] {
                let (now, then) = kept.shown(game, what);
                // Since then SHOW EDITS says which letter an edit came in.
                let now = if what == "EDITS" { without_letters(&now) } else { now };
                // And answers are laid out in other columns.
                assert_eq!(words(&now), words(&then), "{game}: SHOW {what}");
            }
            // The audit has grown by what was asked just now.
            let then =
                fs::read_to_string(kept.folder.path().join(format!("shown/{game} AUDIT 60.txt"))).unwrap();
            let entries = then.lines().skip(7).take_while(|line| !line.starts_with("The deadline"));
            let entries = entries.collect::<Vec<_>>().join("\n");
            let now = kept.office.typed(game, "SHOW AUDIT 150\n").unwrap();
            assert!(entries.len() > 500 && now.contains(entries.trim()), "{game}:\n{now}\nlacks\n{entries}");
        }
    }
}

#[test]
fn a_played_store_of_before_keeps_verdicts_mails_and_seats() {
    for mut kept in [Kept::opened(), Kept::imported()] {
        let store = &kept.office.store;
        let export = fs::read_to_string(kept.folder.path().join("export.jsonl")).unwrap();
        let then = export.lines().filter_map(|line| {
            let line: Value = serde_json::from_str(line).unwrap();
            let record = &line["entry"]["deed"]["letter"]["record"];
            Some((record["number"].as_u64()?, record["verdict"].clone(), record["from"].clone()))
        });
        let now = store.letters(LetterNo(0), 1_000).unwrap();
        let now = now.iter().map(|letter| (letter.number.0, json!(letter.verdict), json!(letter.from)));
        let then: Vec<_> = then.collect();
        assert!(then.len() > 30, "{then:?}");
        assert_eq!(now.collect::<Vec<_>>(), then);
        let mails = store.mails(MailId(0), 10_000).unwrap();
        // A seat of the machine has no address: its mails are kept to be read.
        let is_done = |row: &&MailRow| match &row.state {
            MailState::Sent { .. } | MailState::Superseded { .. } => true,
            MailState::Kept => row.to.is_empty(),
            _ => false,
        };
        let open = mails.iter().filter(|row| !is_done(row)).collect::<Vec<_>>();
        assert!(open.is_empty(), "{open:?}");
        let of = |kind: Mail| mails.iter().filter(|row| row.kind == kind).count();
        assert!(of(Mail::Report) >= 12 && of(Mail::Press) >= 6, "{} {}", of(Mail::Report), of(Mail::Press));
        // The password that a letter changed, and the wish that one wrote down.
        let asked = "GAME demo\nPLAYER Benedek\nPASSWORD olmuetz is safe\nSHOW ORDERS\n";
        assert_eq!(kept.take(1, "benedek@austria.example", asked), Verdict::Obeyed);
        let text = kept.last_text("benedek@austria.example");
        assert!(text.contains("AU30IN") && !text.contains("AU31IN"), "{text}");
        let old = "GAME demo\nPLAYER Benedek\nPASSWORD correct horse battery\nSHOW ORDERS\n";
        assert!(matches!(kept.take(2, "benedek@other.example", old), Verdict::Refused(_)));
    }
}

/// The rules of combat have changed since (10.8, 10.12 and others), and so has what comes of the turn's orders. `replay` says so and
/// changes nothing: hashes and positions are those of then, and the game goes on from them.
#[test]
fn a_played_store_of_before_replays_as_the_rules_of_today_have_it_and_plays_on_from_what_was() {
    for mut kept in [Kept::opened(), Kept::imported()] {
        let store = Arc::clone(&kept.office.store);
        let stood = store.turn(&demo(), 1).unwrap().unwrap();
        let voided = store.voided_runs(&demo()).unwrap();
        assert_eq!([voided[0].record.hash.as_str(), stood.hash.as_str()], HASHES);
        let said = kept.office.replay(&demo()).unwrap_err().to_string();
        // Its seal needs no rules, and holds.
        let first =
            format!("turn 1, taken back by rollback 1 is kept as it was run, with the hash {}", HASHES[0]);
        assert!(said.starts_with(&first) && said.contains("comes out otherwise in "), "{said}");
        assert!(said.contains("rules") && said.contains("goes on"), "{said}");
        let row = store.game(&demo()).unwrap().unwrap();
        assert_eq!((row.turn, &row.position), (2, &stood.after), "the position that it left stands");
        assert!(
            kept.office.replay(&GameName("beta".into())).unwrap().starts_with("0 turns of beta run again")
        );
        // Turn 2 begins where turn 1 ended then, with the orders that waited.
        kept.clock.set(kept.office.next_deadline() + 60_000);
        let polled = [Polled::unnamed(Some(kept.clock.now()), false)];
        let ran = kept.office.adjudicate(&demo(), &polled, false).unwrap();
        assert!(matches!(ran, Adjudicated::Ran { turn: 2, .. }), "{ran:?}");
        let played = store.turn(&demo(), 2).unwrap().unwrap();
        assert_eq!((&played.before, stood.form, played.form), (&stood.after, 1, 2));
        assert!(kept.last_text("moltke@prussia.example").contains("PR1IN"));
        // What is kept has a turn of each form now, and is sound.
        let said = kept.office.replay(&demo()).unwrap_err().to_string();
        assert!(said.starts_with(&first), "{said}");
        drop(store);
        let Kept { folder, office, .. } = kept;
        drop(office);
        let store = folder.path().join("store");
        assert_eq!(verify(&store).unwrap().damages, []);
        assert_eq!(rebuild(&store).unwrap().left_out, []);
        assert_eq!(verify(&store).unwrap().damages, []);
        let again = Kept::in_folder(folder).office.store.turn(&demo(), 2).unwrap().unwrap();
        assert_eq!(again, played);
    }
}
