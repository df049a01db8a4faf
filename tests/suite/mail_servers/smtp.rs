//! Mails out by other servers than Postfix, and letters in by their pipes: what is refused, what comes back, and what a pipe's exit
//! status does.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;

use fieldpost_desk::record::LetterNo;
use fieldpost_store::{Mail, MailId, MailRow, MailState, SledStore, Store};

use super::server::{Server, USER};
use super::{is_long, is_of, listening};
use crate::post_office::{Daemon, Office, letter, orders, text_of};

/// A post office whose mails go out by a server, and whose letters come in by its pipe.
struct House {
    server: Server,
    office: Office,
}

/// How mails are handed to the server.
#[derive(Clone, Copy, Debug)]
enum Way {
    Plain,
    /// Plain, where carol is greylisted all the time.
    Grey,
    StartTls,
    Tls,
}

impl House {
    fn of(kind: &'static str, way: Way) -> Self {
        let office = Office::bare();
        let folder = office.config().parent().unwrap().to_owned();
        let program = Path::new(env!("CARGO_BIN_EXE_fieldpost"));
        let server = Server::start(kind, &[&folder, program.parent().unwrap()]);
        fs::copy(server.file("ca.pem"), folder.join("other.pem")).unwrap();
        let pipe = format!(
            "#!/bin/sh\n{} deliver --config {}\ncode=$?\necho $code >>{}\nexit $code\n",
            program.display(),
            office.config().display(),
            folder.join("codes").display()
        );
        fs::write(server.file("pipe"), pipe).unwrap();
        fs::set_permissions(server.file("pipe"), fs::Permissions::from_mode(0o755)).unwrap();
        let house = House { server, office };
        house.configure(way);
        let House { server, mut office } = house;
        office.hand_to(USER);
        House { server, office }
    }

    /// Writes the configuration for a way out.
    fn configure(&self, way: Way) {
        let (port, security) = match way {
            Way::Plain => (25, "none"),
            Way::Grey => (26, "none"),
            Way::StartTls => (587, "starttls"),
            Way::Tls => (465, "tls"),
        };
        let login = match way {
            Way::Plain | Way::Grey => "",
            Way::StartTls | Way::Tls => {
                "user = \"war\"\npassword_file = \"password\"\nca_file = \"other.pem\"\n"
            }
        };
        let config = format!(
            "[office]\naddress = \"war@fp.example\"\nstore = {:?}\n[ga]\nname = \"GA\"\naddress = \"ga@seat.example\"\n\
             [[source]]\nkind = \"maildir\"\nname = \"spool\"\npath = \"in\"\n\
             [post]\nkind = \"smtp\"\nhost = \"localhost\"\nport = {}\nsecurity = \"{security}\"\n{login}max_per_second = 0\nverp = true\n",
            self.office.store(),
            self.server.port(port),
        );
        fs::write(self.office.config(), config).unwrap();
    }

    /// Opens the game with players whom the server treats each in its own way.
    fn open_game(&self) {
        self.office.open_game_at("seat.example");
    }

    /// A player's mails, as the server laid them down.
    fn mails(&self, user: &str) -> Vec<Vec<u8>> {
        let new = self.server.file("seats").join(user).join("new");
        let files = fs::read_dir(new).into_iter().flatten();
        let mut files = files.map(|file| file.unwrap().path()).collect::<Vec<_>>();
        files.sort();
        files.iter().filter_map(|file| fs::read(file).ok()).collect()
    }

    fn await_mail(&self, user: &str, words: &str) {
        let is_there = || self.mails(user).iter().any(|mail| text_of(mail).contains(words));
        self.office.await_true(&format!("{user} gets no mail with {words:?}"), is_there);
    }

    /// Sends a letter to the post office with a client that is not ours.
    fn send(&self, id: &str, text: &str) {
        let raw = String::from_utf8(letter("alice", id, text)).unwrap();
        let raw =
            raw.replace("alice@localhost", "alice@seat.example").replace("war@localhost", "war@fp.example");
        let port = self.server.port(25).to_string();
        let mut client = self.server.client(&["send", &port, "alice@seat.example", "war@fp.example"]);
        let mut client = client.stdin(Stdio::piped()).spawn().unwrap();
        client.stdin.take().unwrap().write_all(raw.as_bytes()).unwrap();
        assert!(client.wait().unwrap().success());
    }

    /// With which exit statuses `fieldpost deliver` ended so far.
    fn codes(&self) -> Vec<String> {
        let codes = fs::read_to_string(self.office.config().with_file_name("codes")).unwrap_or_default();
        codes.lines().map(str::to_owned).collect()
    }

    fn await_code(&self, code: &str, count: usize) {
        let is_there = || self.codes().iter().filter(|one| *one == code).count() >= count;
        self.office.await_true(&format!("no {code} in {:?}", self.codes()), is_there);
    }

    /// What is said below a key of `status --json`.
    fn await_status(&self, holds: impl Fn(&serde_json::Value) -> bool) {
        self.office.await_words(&["status", "--json"], |words| holds(&serde_json::from_str(words).unwrap()));
    }

    fn record(&self) -> SledStore {
        SledStore::open(&self.office.store()).unwrap()
    }
}

/// A letter is on record once, and whatever the server hands over of it again is known as a copy.
fn is_filed_once(record: &dyn Store, id: &str) {
    let letters = record.letters(LetterNo(0), 10_000).unwrap();
    let full = format!("{id}@test.example");
    let of = letters.iter().filter(|letter| is_of(letter, &full)).map(|letter| letter.verdict.words());
    let verdicts = of.collect::<Vec<_>>();
    let obeyed = verdicts.iter().filter(|words| *words == "obeyed").count();
    assert!(
        obeyed == 1 && verdicts.iter().all(|words| words == "obeyed" || words.contains("copy")),
        "{id}: {verdicts:?}"
    );
}

fn mails_to(record: &dyn Store, user: &str) -> Vec<MailRow> {
    let rows = record.mails(MailId(0), 10_000).unwrap();
    rows.into_iter().filter(|row| row.to == format!("{user}@seat.example")).collect()
}

fn order(line: &str) -> String {
    orders(0, &format!("UNIT PR1IN\n{line}"))
}

/// The host hears of whom the server refused, whom it keeps waiting, and whose mail came back.
fn each_refusal_finds_its_player(house: &House) {
    house.await_mail("alice", "heron-quill-maple");
    house.await_status(|status| {
        let players = status["games"][0]["players"].as_array().unwrap();
        let gablenz = players.iter().find(|one| one["player"] == "Gablenz").unwrap();
        gablenz["mail_stopped"] == true
    });
}

/// Whom the server keeps waiting gets nothing, and the host hears of it.
fn who_is_greylisted_waits(house: &House) {
    house.await_status(|status| status["outbox"]["tried_in_vain"].as_u64().unwrap() > 0);
    assert!(house.mails("carol").is_empty());
}

/// What the record says when all is done: of bob's mails none went out, of gm's all came back, and they are known as his.
fn refusals_are_on_record(record: &dyn Store) {
    // A welcome, which holds a password, is not given up at the first word against it.
    let is_right = |row: &MailRow| match row.state {
        MailState::Failed { .. } => true,
        MailState::Queued => row.kind == Mail::Welcome,
        _ => false,
    };
    let bob = mails_to(record, "bob");
    assert!(bob.len() >= 2 && bob.iter().all(is_right), "{bob:?}");
    let bounces = record.bounces().unwrap();
    let gablenz = bounces.iter().find(|one| one.player == "Gablenz").expect("his mails came back");
    assert!(gablenz.points >= 5 && gablenz.address == "gm@seat.example", "{gablenz:?}");
    assert!(!bounces.iter().any(|one| one.player == "Moltke" || one.player == "Benedek"), "{bounces:?}");
    let letters = record.letters(LetterNo(0), 10_000).unwrap();
    let words = letters.iter().map(|letter| letter.verdict.words()).collect::<Vec<_>>();
    let known = words.iter().filter(|words| words.contains("to gm@seat.example")).count();
    assert!(known >= 2, "{words:?}");
}

/// A pipe that fails for now has the server come again, and the letter is filed once.
fn a_pipe_that_fails_is_tried_again(house: &House) {
    let aside = house.office.config().with_file_name("aside.toml");
    fs::rename(house.office.config(), &aside).unwrap();
    house.send("again", &order("ENTRY 2-7"));
    house.await_code("75", 1);
    fs::rename(&aside, house.office.config()).unwrap();
    house.await_mail("alice", "ENTRY 2-7");
}

/// A report that is too large for the server comes as a short mail.
fn a_report_that_is_too_large_comes_short(house: &House) {
    // Who is connected already is still served by the old limit.
    house.server.halt();
    fs::write(house.server.own_file("etc/small"), "").unwrap();
    house.server.resume();
    house.office.must(&["turn", "demo", "--now"]);
    house.await_mail("alice", "too large");
    house.server.halt();
    fs::remove_file(house.server.own_file("etc/small")).unwrap();
    house.server.resume();
}

/// Neither login nor encryption, and encryption from the first byte.
fn answers_go_out_by_every_way(house: &House, mut daemon: Daemon) -> Daemon {
    for (number, way) in [Way::Plain, Way::Tls, Way::StartTls].into_iter().enumerate() {
        daemon.stop();
        house.configure(way);
        daemon = listening(&house.office);
        let line = format!("ENTRY 6-{}", number + 1);
        house.send(&format!("way-{number}"), &order(&line));
        house.await_mail("alice", &line);
    }
    daemon
}

#[test]
fn exim_refuses_greylists_and_sends_back_and_its_pipe_brings_letters() {
    let house = House::of("exim", Way::StartTls);
    // The next try comes a minute later, which an ordinary run does not wait for.
    if is_long() {
        fs::write(house.server.own_file("etc/grey"), "").unwrap();
    }
    house.open_game();
    let mut daemon = listening(&house.office);
    each_refusal_finds_its_player(&house);
    if is_long() {
        who_is_greylisted_waits(&house);
        fs::remove_file(house.server.own_file("etc/grey")).unwrap();
    }
    house.send("first", &order("ENTRY 1-7"));
    house.await_mail("alice", "ENTRY 1-7");
    house.await_code("0", 1);
    a_pipe_that_fails_is_tried_again(&house);
    a_report_that_is_too_large_comes_short(&house);
    if is_long() {
        a_frozen_daemon_costs_no_letter(&house, &daemon);
        daemon = answers_go_out_by_every_way(&house, daemon);
    }
    house.await_mail("carol", "correct horse battery");
    daemon.stop();
    let record = house.record();
    refusals_are_on_record(&record);
    let letters = if is_long() {
        &["first", "again", "frozen", "way-0", "way-1", "way-2"][..]
    } else {
        &["first", "again"]
    };
    for id in letters {
        is_filed_once(&record, id);
    }
}

/// A daemon that stands still answers nobody: after a minute the pipe says "again later", and the letter is filed once all the same.
fn a_frozen_daemon_costs_no_letter(house: &House, daemon: &Daemon) {
    let before = house.codes().iter().filter(|code| *code == "75").count();
    daemon.signal("STOP");
    house.send("frozen", &order("ENTRY 5-7"));
    house.await_code("75", before + 1);
    daemon.signal("CONT");
    house.await_mail("alice", "ENTRY 5-7");
}

/// Debian 12's build answers nobody by TLS, so that it takes mails on this machine without.
#[test]
fn opensmtpd_refuses_greylists_and_sends_back_and_its_pipe_brings_letters() {
    if !is_long() {
        return;
    }
    let house = House::of("opensmtpd", Way::Grey);
    house.open_game();
    let daemon = listening(&house.office);
    each_refusal_finds_its_player(&house);
    who_is_greylisted_waits(&house);
    daemon.stop();
    house.configure(Way::Plain);
    let daemon = listening(&house.office);
    house.await_mail("carol", "correct horse battery");
    house.send("first", &order("ENTRY 1-7"));
    house.await_mail("alice", "ENTRY 1-7");
    house.await_code("0", 1);
    a_pipe_that_fails_is_tried_again(&house);
    daemon.stop();
    let record = house.record();
    refusals_are_on_record(&record);
    for id in ["first", "again"] {
        is_filed_once(&record, id);
    }
}
