//! The whole way of a letter on real servers: Dovecot, Postfix, the `fieldpost` program itself, and clients that
//! are not ours.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use fieldpost_desk::record::LetterNo;
use fieldpost_mail::post::{Envelope, Post, Sending};
use fieldpost_mail::source::{Cursor, Mailbox};
use fieldpost_store::Store;
use fieldpost_store::sled::SledStore;
use serde_json::json;

use crate::mailstack::MailStack;

mod office;
pub use office::*;

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
    // A wrong folder is told as that, and a server that wants a login as that.
    let right = fs::read_to_string(office.config()).unwrap();
    let folder = right.replacen("[[source]]\n", "[[source]]\nfolder = \"Nowhere\"\n", 1);
    fs::write(office.config(), folder).unwrap();
    let words = doctor();
    assert!(
        words.contains("WRONG  source.inbox: logged in, but") && words.contains("the folder \"Nowhere\""),
        "{words}"
    );
    assert!(words.contains("names a folder of that account") && words.contains("INBOX"), "{words}");
    what_is_set_wrong_is_named_with_its_remedy(&office, &right);
    let (before, post) = right.split_once("[post]").unwrap();
    let post = post.lines().filter(|line| !line.starts_with("user") && !line.starts_with("password"));
    fs::write(office.config(), format!("{before}[post]{}\n", post.collect::<Vec<_>>().join("\n"))).unwrap();
    let words = doctor();
    assert!(
        words.contains("WRONG  post: a mail to gm+ga@localhost is refused: permanent error (554)"),
        "{words}"
    );
    fs::write(office.config(), right).unwrap();
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

/// TLS to a port that greets in plain words, the other way round, an address that is no mailbox, a password file without a password.
fn what_is_set_wrong_is_named_with_its_remedy(office: &Office, right: &str) {
    let port = |offset| format!("port = {}\n", office.stack.port(offset));
    let empty = office.folder.path().join("nothing");
    fs::write(&empty, "").unwrap();
    let wrongs = [
        (port(993), port(143), "WRONG  source.inbox", "set security = \"starttls\": port"),
        (port(465), port(587), "WRONG  post", "set security = \"starttls\": port"),
        (
            port(993),
            format!("{}security = \"starttls\"\n", port(993)),
            "WRONG  source.inbox",
            "set security = \"tls\": port",
        ),
        (
            "\"war@localhost\"\nstore".into(),
            "\"no-such-box@localhost\"\nstore".into(),
            "WRONG  office.address",
            "make that mailbox",
        ),
        (
            "\"password\"\npoll".into(),
            format!("{empty:?}\npoll"),
            "WRONG",
            "is empty: its first line is the password",
        ),
    ];
    for (was, is, finding, remedy) in wrongs {
        assert!(right.contains(&was), "{was} is not in {right}");
        fs::write(office.config(), right.replacen(&was, &is, 1)).unwrap();
        let words = String::from_utf8(office.try_to(&["doctor"]).stdout).unwrap();
        assert!(words.contains(finding) && words.contains(remedy), "{is}: {words}");
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
    let of = |office: &Office| SledStore::open(&office.store()).unwrap();
    assert_eq!(standing(&of(&disturbed)), standing(&of(&calm)));
    each_letter_has_one_verdict(&disturbed, letters.len());
    each_answer_exists_once(&disturbed.stack, &of(&disturbed));
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

fn each_letter_has_one_verdict(office: &Office, sent: usize) {
    let store = SledStore::open(&office.store()).unwrap();
    let records = store.letters(LetterNo(0), 10_000).unwrap();
    assert!(records.iter().all(|record| record.verdict.is_final()));
    let ids = records.iter().filter_map(|record| record.message_id.clone()).collect::<BTreeSet<_>>();
    assert_eq!(ids.len(), sent);
    assert_eq!(records.len(), sent, "a letter was filed twice");
}
