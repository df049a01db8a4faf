//! The whole way of a letter on real servers: Dovecot, Postfix, the `fieldpost` program itself, and clients that
//! are not ours.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fieldpost::desk::book;
use fieldpost::desk::record::{GameName, LetterNo};
use fieldpost::engine::piece::Piece;
use fieldpost::mail::endpoint::Security;
use fieldpost::mail::post::{Envelope, Post, Sending};
use fieldpost::mail::source::{Cursor, Mailbox};
use fieldpost::store::sled::SledStore;
use fieldpost::store::{MailId, MailRow, MailState, Store};
use serde_json::json;
use tempfile::TempDir;

use crate::mailstack::MailStack;

/// The players of the demonstration: name, mail account, password.
pub const PLAYERS: [(&str, &str, &str); 4] = [
    ("Moltke", "alice", "heron-quill-maple"),
    ("Steinmetz", "bob", "lion of nachod"),
    ("Benedek", "carol", "correct horse battery"),
    ("Gablenz", "gm", "trautenau-rain-hill"),
];

/// A mail that was under way when the daemon was killed is tried again a minute after it was taken.
const PATIENCE: Duration = Duration::from_secs(240);

/// A post office in a folder, on a mail stack, with the demonstration's game open.
pub struct Office {
    /// Its mail servers.
    pub stack: MailStack,
    folder: TempDir,
    store: PathBuf,
}

impl Office {
    fn open() -> Self {
        let office = Office::bare();
        office.open_game();
        office
    }

    /// Without a game.
    fn bare() -> Self {
        let folder = TempDir::new().unwrap();
        let store = folder.path().join("store");
        Office::bare_in(folder, store, "", "")
    }

    /// A post office whose record lies in `store`, with more lines for the source's table and more tables behind it.
    pub fn bare_in(folder: TempDir, store: PathBuf, of_source: &str, more: &str) -> Self {
        let office = Office { stack: MailStack::start(), folder, store };
        let path = office.folder.path();
        office.must(&["init", path.to_str().unwrap(), "--ga-name", "GA", "--ga-address", "gm+ga@localhost"]);
        if office.store != path.join("store") {
            fs::rename(path.join("store"), path.join("made")).unwrap();
            fs::create_dir_all(&office.store).unwrap();
            fs::copy(path.join("made/identity.toml"), office.store.join("identity.toml")).unwrap();
        }
        fs::write(path.join("password"), "pw-war\n").unwrap();
        fs::set_permissions(path.join("password"), fs::Permissions::from_mode(0o600)).unwrap();
        fs::write(path.join("ca.pem"), office.stack.imap_endpoint(Security::Tls).ca_pem.unwrap()).unwrap();
        let config = format!(
            "[office]\naddress = \"war@localhost\"\nstore = {:?}\n[ga]\nname = \"GA\"\naddress = \"gm+ga@localhost\"\n\
             [[source]]\nkind = \"imap\"\nname = \"inbox\"\nhost = \"localhost\"\nport = {}\nuser = \"war@localhost\"\n\
             password_file = \"password\"\npoll_seconds = 5\nca_file = \"ca.pem\"\n{of_source}\
             [post]\nkind = \"smtp\"\nhost = \"localhost\"\nport = {}\nuser = \"war@localhost\"\npassword_file = \"password\"\n\
             max_per_second = 0\nca_file = \"ca.pem\"\n{more}",
            office.store,
            office.stack.port(993),
            office.stack.port(465),
        );
        fs::write(office.config(), config).unwrap();
        office
    }

    /// Opens the demonstration.
    pub fn open_game(&self) {
        let path = self.folder.path();
        // Drawing takes long: one player's pictures come through the servers.
        let seats = PLAYERS.map(|(player, user, password)| {
            let reports = if player == "Moltke" { "all" } else { "no pictures" };
            format!(
                "[[seat]]\nplayer = \"{player}\"\nemail = \"{user}@localhost\"\nreports = \"{reports}\"\n\
                 password = \"{password}\"\n"
            )
        });
        let head = "schedule = \"daily 03:00\"\nzone = \"Europe/Berlin\"\nseed = 1866\n";
        fs::write(path.join("seats.toml"), format!("{head}{}", seats.concat())).unwrap();
        let scenario = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/demo");
        let seats = path.join("seats.toml");
        self.must(&[
            "new-game",
            "demo",
            "--scenario",
            scenario.to_str().unwrap(),
            "--seats",
            seats.to_str().unwrap(),
        ]);
    }

    /// The configuration's file.
    pub fn config(&self) -> PathBuf {
        self.folder.path().join("fieldpost.toml")
    }

    /// The record's folder.
    pub fn store(&self) -> PathBuf {
        self.store.clone()
    }

    /// Runs a subcommand that must succeed, and gives its words.
    pub fn must(&self, arguments: &[&str]) -> String {
        let ended = self.try_to(arguments);
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success(), "fieldpost {arguments:?}: {said}");
        String::from_utf8(ended.stdout).unwrap()
    }

    /// Runs a subcommand.
    pub fn try_to(&self, arguments: &[&str]) -> std::process::Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fieldpost"));
        command.args(arguments);
        if arguments[0] != "init" {
            command.arg("--config").arg(self.config());
        }
        command.stdin(Stdio::null()).output().unwrap()
    }

    /// Starts the daemon.
    pub fn daemon(&self) -> Daemon {
        let log = fs::File::options().create(true).append(true).open(self.folder.path().join("log")).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_fieldpost"))
            .args(["run", "--config"])
            .arg(self.config())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        Daemon { child }
    }

    /// Waits until a subcommand's words fit.
    fn await_words(&self, arguments: &[&str], fits: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let ended = self.try_to(arguments);
            let words = String::from_utf8_lossy(&ended.stdout).into_owned();
            if ended.status.success() && fits(&words) {
                return words;
            }
            assert!(begun.elapsed() < PATIENCE, "{words}\n{}", self.log());
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// What the daemon said.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// Waits until every letter sent has come in, been filed, and been answered, and the answers have arrived.
    fn await_quiet(&self) {
        self.await_true("Postfix keeps letters", || self.stack.all_is_delivered());
        self.await_true("letters stay in the inbox", || self.stack.letters("war").is_empty());
        self.await_words(&["status"], |words| words.contains(" 0 waiting, 0 being tried"));
        let status: serde_json::Value =
            serde_json::from_str(&self.must(&["status", "--json"])).expect("status --json is JSON");
        assert_eq!(status["daemon_running"], true);
        assert!(status["sources"][0]["last_poll"].is_string(), "{status}");
        self.await_true("Postfix keeps answers", || self.stack.all_is_delivered());
    }

    /// Waits until something holds.
    pub fn await_true(&self, otherwise: &str, holds: impl Fn() -> bool) {
        let begun = Instant::now();
        while !holds() {
            assert!(begun.elapsed() < PATIENCE, "{otherwise}\n{}", self.log());
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

impl Drop for Office {
    /// What the daemon said, of a test that failed.
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the daemon said:\n{}", self.log());
        }
    }
}

/// A running daemon; killed when dropped.
pub struct Daemon {
    child: Child,
}

impl Daemon {
    /// Whether it has ended of itself.
    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// SIGKILL: it has no time for anything.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGTERM, however it ends.
    pub fn end(mut self) {
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }

    /// SIGTERM, as systemd stops it.
    pub fn stop(mut self) {
        let ended = Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        assert!(ended.success());
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A letter of a user's.
pub fn letter(user: &str, id: &str, text: &str) -> Vec<u8> {
    format!(
        "From: {user}@localhost\r\nTo: war@localhost\r\nSubject: orders\r\nMessage-ID: <{id}@test.example>\r\n\
         Date: Mon, 1 Jun 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{}",
        text.replace('\n', "\r\n")
    )
    .into_bytes()
}

/// A player's order lines with their head.
pub fn orders(player: usize, lines: &str) -> String {
    let (name, _, password) = PLAYERS[player];
    format!("PLAYER {name}\nPASSWORD {password}\n{lines}\nEND\n")
}

/// A mail's Subject and text.
pub fn text_of(raw: &[u8]) -> String {
    let message = mail_parser::MessageParser::new().parse(raw).unwrap();
    format!("{}\n{}", message.subject().unwrap_or(""), message.body_text(0).unwrap_or_default())
}

#[test]
fn two_turns_on_real_servers_with_clients_that_are_not_ours() {
    let office = Office::open();
    let daemon = office.daemon();
    for (_, user, password) in PLAYERS {
        let welcome = office.stack.await_letters(user, 2);
        assert!(welcome.iter().any(|mail| text_of(mail).contains(password)), "{user} is not welcomed");
    }

    // Python's smtplib, swaks, and lettre.
    let moltke = letter("alice", "m1", &orders(0, "UNIT PR1IN\nMARCH A9-N7 A9-N8\nUNIT PR1LC\nMARCH A9-N7"));
    office.stack.send_by_python("alice@localhost", "war@localhost", &moltke);
    send_by_swaks(&office.stack, "carol@localhost", &orders(2, "UNIT AU5IN\nMARCH B1-N9"));
    let envelope = Envelope { from: Some("bob@localhost".into()), to: "war@localhost".into() };
    let steinmetz = letter("bob", "s1", &orders(1, "UNIT PR6IN\nMRACH B2-N7\nATTACK ATTACK"));
    assert_eq!(office.stack.smtp("bob").send(&envelope, &steinmetz), Sending::Sent);

    let receipt =
        |user: &str| office.stack.await_letters(user, 3).iter().map(|mail| text_of(mail)).collect::<String>();
    assert!(receipt("alice").contains("MARCH A9-N7 A9-N8"));
    assert!(receipt("carol").contains("MARCH B1-N9"));
    let steinmetz = receipt("bob");
    assert!(steinmetz.contains("Receipt (1 error)") && steinmetz.contains("MARCH B2-N7"), "{steinmetz}");
    assert!(!steinmetz.contains("MRACH B2-N7\n  Now"), "{steinmetz}");

    let words = office.must(&["turn", "demo", "--now"]);
    assert!(words.contains("turn 1 of demo was run"), "{words}");
    let report = office.stack.await_letters("alice", 5).iter().map(|mail| text_of(mail)).collect::<String>();
    assert!(report.contains("[demo T1] What happened") && report.contains("A9-N8"), "{report}");

    office.stack.send_by_python(
        "gm@localhost",
        "war@localhost",
        &letter("gm", "g1", &orders(3, "SHOW ORDERS\nPRESS TO Moltke\nUNIT PR1IN\nMARCH A9-N7\nEND PRESS")),
    );
    let mails = office.stack.await_letters("alice", 6);
    let press = mails.iter().map(|mail| text_of(mail)).find(|text| text.contains("Press from Gablenz"));
    assert!(press.unwrap().replace("\r\n", "\n").contains("  | UNIT PR1IN\n  | MARCH A9-N7\n"));
    office.must(&["turn", "demo", "--now"]);
    office.await_quiet();
    reports_can_be_read_over_imap(&office);
    mails_are_whole_for_a_reader_that_is_not_ours(&office);

    let words = office.must(&["replay", "demo"]);
    assert!(words.contains("2 turns of demo run again, all the same"), "{words}");
    daemon.stop();
    passwords_stand_nowhere(&office);
}

#[test]
fn doctor_mails_itself_and_names_the_certificate_of_an_own_authority() {
    let office = Office::bare();
    let doctor =
        || String::from_utf8(office.try_to(&["doctor", "--round-trip", "--wait", "90"]).stdout).unwrap();
    // Without a daemon it looks itself, and puts the mail away.
    let words = doctor();
    assert!(words.contains("well   the round trip: a mail to war@localhost came back after"), "{words}");
    assert!(words.contains("it lay in inbox, and is put away") && !words.contains("WRONG"), "{words}");
    assert!(office.stack.letters("war").is_empty());
    // With one it asks what was filed; nobody is answered.
    let daemon = office.daemon();
    office.await_true("the daemon does not listen", || office.store().join("control.sock").exists());
    office.await_words(&["status", "--json"], |words| words.contains("\"daemon_running\": true"));
    let words = doctor();
    assert!(words.contains("the running daemon filed it as letter"), "{words}");
    assert!(words.contains("ignored: our own mail come back") && !words.contains("WRONG"), "{words}");
    office.await_true("the mail stays in the inbox", || office.stack.letters("war").is_empty());
    let status = office.must(&["status"]);
    assert!(status.contains("0 waiting, 0 being tried"), "it is answered: {status}");
    daemon.stop();
    // Without the authority's file neither mailbox nor post can be trusted, and both findings name the key.
    let config = fs::read_to_string(office.config()).unwrap().replace("ca_file = \"ca.pem\"\n", "");
    fs::write(office.config(), config).unwrap();
    let words = String::from_utf8(office.try_to(&["doctor"]).stdout).unwrap();
    for key in ["WRONG  source.inbox:", "WRONG  post:"] {
        let told = words.split(key).nth(1).unwrap_or_else(|| panic!("{key} is well: {words}"));
        let remedy = told.lines().nth(1).unwrap();
        assert!(remedy.contains("ca_file"), "{words}");
    }
}

fn send_by_swaks(stack: &MailStack, from: &str, body: &str) {
    let server = format!("127.0.0.1:{}", stack.port(25));
    let ended = Command::new("swaks")
        .args(["--silent", "2", "--from", from, "--to", "war@localhost", "--server", &server, "--body", body])
        .status()
        .unwrap();
    assert!(ended.success());
}

/// Every mail has the form that mail programs want: what is shown resolves, and the files bear their names.
fn mails_are_whole_for_a_reader_that_is_not_ours(office: &Office) {
    let mails = office.stack.read_by_python("alice");
    for mail in &mails {
        let subject = mail["subject"].as_str().unwrap();
        assert_eq!(mail["defects"], json!([]), "{mail}");
        let words = |field: &str| -> BTreeSet<String> {
            mail[field].as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()).collect()
        };
        let shown = words("shown").iter().map(|id| format!("<{id}>")).collect::<BTreeSet<_>>();
        assert_eq!(shown, words("given"), "{subject}: what the page shows is not what came with it");
        assert!(mail["bytes"].as_u64().unwrap() < 4 << 20, "{mail}");
        assert!(mail["page_bytes"].as_u64().unwrap() < 90_000, "{mail}");
        let tree = mail["tree"].as_str().unwrap();
        let body = tree.strip_prefix("multipart/mixed(").unwrap_or(tree);
        assert!(body.starts_with("multipart/alternative(text/plain, "), "{mail}");
        let is_position = subject.contains("Position");
        assert_eq!(mail["files"].get("orders.txt").is_some(), is_position, "{mail}");
        let mut files = mail["files"].as_object().unwrap().keys();
        assert!(files.all(|name| name.is_ascii() && !name.contains(' ')), "{mail}");
    }
    let positions =
        mails.iter().filter(|mail| mail["subject"].as_str().unwrap().contains("Position")).count();
    assert_eq!(positions, 3, "{mails:?}");
}

fn reports_can_be_read_over_imap(office: &Office) {
    for (_, user, _) in PLAYERS {
        // A welcome, the first position, a receipt, and two reports of each turn: Postfix may still be delivering the
        // last.
        office.stack.await_letters(user, 7);
        let mut inbox = office.stack.imap(user);
        let listing = inbox.list(Cursor::default()).unwrap();
        let letters = inbox.fetch(&listing.arrivals).unwrap();
        let subjects = letters.iter().map(|letter| text_of(&letter.bytes)).collect::<Vec<_>>();
        let expected = [
            "[demo T1] What happened",
            "[demo T2] Position",
            "[demo T2] What happened",
            "[demo T3] Position",
        ];
        for subject in expected {
            assert_eq!(
                subjects.iter().filter(|text| text.starts_with(subject)).count(),
                1,
                "{user}: {subject}"
            );
        }
    }
}

/// Promise 7, over every file of the post office: letters, records, database, log.
pub fn passwords_stand_nowhere(office: &Office) {
    let mut files = vec![office.folder.path().join("log")];
    collect(&office.store(), &mut files);
    assert!(files.len() > 10);
    for file in files {
        let bytes = fs::read(&file).unwrap();
        for (_, _, password) in PLAYERS {
            let found = bytes.windows(password.len()).any(|window| window == password.as_bytes());
            assert!(!found, "the password {password:?} stands in {}", file.display());
        }
    }
}

pub fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files)
        } else if path.is_file() {
            files.push(path)
        }
    }
}

/// Kills that fit into an ordinary run, and with `--long`.
fn kills() -> usize {
    if std::env::var("FIELDPOST_LONG").is_ok_and(|long| long == "1") { 20 } else { 5 }
}

#[test]
fn killed_at_random_moments_it_loses_nothing_and_does_nothing_twice() {
    let letters = many_letters();
    let disturbed = Office::open();
    let mut daemon = disturbed.daemon();
    let every = letters.len() / kills();
    for (number, (user, raw)) in letters.iter().enumerate() {
        disturbed.stack.send_by_python(&format!("{user}@localhost"), "war@localhost", raw);
        if number % every == every - 1 {
            // A moment that differs from run to run: the process is fetching, filing, moving or sending.
            std::thread::sleep(Duration::from_millis(
                u64::from(std::process::id()) * 7919 * (number as u64 + 1) % 400,
            ));
            daemon.kill();
            daemon = disturbed.daemon();
        }
        if number == letters.len() / 2 {
            disturbed.stack.control("kill-imap");
            disturbed.stack.control("start-imap");
        }
    }
    disturbed.await_quiet();
    daemon.stop();

    let calm = Office::open();
    let daemon = calm.daemon();
    for (user, raw) in &letters {
        calm.stack.send_by_python(&format!("{user}@localhost"), "war@localhost", raw);
    }
    calm.await_quiet();
    daemon.stop();
    assert_eq!(standing(&disturbed), standing(&calm));
    each_letter_has_one_verdict(&disturbed, letters.len());
    each_answer_exists_once(&disturbed);
}

/// Letters of all players for their own units, so that what stands at the end does not hang on who came first.
fn many_letters() -> Vec<(&'static str, Vec<u8>)> {
    let units = [("PR1IN", 0), ("PR6IN", 1), ("AU5IN", 2), ("AU1IN", 3)];
    let mut letters = Vec::new();
    for round in 0..10 {
        for (unit, player) in units {
            let text =
                orders(player, &format!("UNIT {unit}\nENTRY {round}-7\nSUPPORT 7-7 RADIUS {}", round % 4));
            let user = PLAYERS[player].1;
            letters.push((user, letter(user, &format!("{unit}-{round}"), &text)));
        }
    }
    letters
}

/// What stands for each unit at the end: whose order, and its words.
pub fn standing(office: &Office) -> BTreeMap<Piece, (u16, Vec<String>)> {
    let store = SledStore::open(&office.store()).unwrap();
    let book = store.order_book(&GameName("demo".into())).unwrap();
    let in_force = |unit: &Piece| {
        let filed = book::in_force(&book, unit)?;
        let lines = filed.lines.iter().map(|line| line.words.to_string());
        Some((unit.clone(), (filed.player.0, lines.collect())))
    };
    book.units.keys().filter_map(in_force).collect()
}

fn each_letter_has_one_verdict(office: &Office, sent: usize) {
    let store = SledStore::open(&office.store()).unwrap();
    let records = store.letters(LetterNo(0), 10_000).unwrap();
    assert!(records.iter().all(|record| record.verdict.is_final()));
    let ids = records.iter().filter_map(|record| record.message_id.clone()).collect::<BTreeSet<_>>();
    assert_eq!(ids.len(), sent);
    assert_eq!(records.len(), sent, "a letter was filed twice");
}

fn each_answer_exists_once(office: &Office) {
    let store = SledStore::open(&office.store()).unwrap();
    let rows = store.mails(MailId(0), 10_000).unwrap();
    for (_, user, _) in PLAYERS {
        let address = format!("{user}@localhost");
        let sent = |row: &&MailRow| row.to == address && matches!(row.state, MailState::Sent { .. });
        let seen = office.stack.await_letters(user, rows.iter().filter(sent).count());
        let ids = seen.iter().map(|raw| message_id(raw)).collect::<BTreeSet<_>>();
        for row in rows.iter().filter(|row| row.to == address) {
            let arrived = ids.contains(row.message_id.trim_matches(['<', '>']));
            match row.state {
                MailState::Sent { .. } => assert!(arrived, "{} was sent and did not arrive", row.message_id),
                MailState::Superseded { .. } => {}
                ref other => panic!("{} is {other:?}", row.message_id),
            }
        }
        let answered = rows.iter().filter(|row| row.to == address).filter_map(|row| row.answers);
        let answered = answered.collect::<Vec<_>>();
        let distinct = answered.iter().collect::<BTreeSet<_>>();
        assert_eq!(answered.len(), distinct.len(), "a letter of {user} was answered twice");
    }
}

/// A mail's Message-ID without its brackets.
pub fn message_id(raw: &[u8]) -> String {
    let message = mail_parser::MessageParser::new().parse(raw).unwrap();
    message.message_id().unwrap_or("").to_owned()
}
