//! What the GA must know is told once, and once more when it is over; and how everything stands.

use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

use fieldpost_daemon::adjudicate::Adjudicated;
use fieldpost_daemon::closing::Polled;
use fieldpost_daemon::disk::Gauge;
use fieldpost_daemon::dispatch::Dispatcher;
use fieldpost_daemon::{run, socket, wiring};
use fieldpost_desk::record::{GameName, LetterNo, Verdict};
use fieldpost_ground::square::StrategicSquare;
use fieldpost_mail::post::RecordingPost;
use fieldpost_print::press::Press;
use fieldpost_store::sled::{Step, Watch};
use fieldpost_store::{Damage, LetterRecord, Mail, MailRow, MailState, Mark, SledStore, Store};
use serde_json::{Value, json};

use super::{HOUR, MONDAY, ORDERS, SEATS, Trial, letter};

const MIB: u64 = 1 << 20;

impl Trial {
    /// The subjects of all mails to the GA, oldest first.
    pub fn told(&self) -> Vec<String> {
        let is_told =
            |row: &MailRow| row.to == "ga@example.org" && !matches!(row.kind, Mail::Welcome | Mail::Report);
        let rows = self.mails().into_iter().filter(is_told);
        rows.map(|row| self.text(&row).lines().next().unwrap_or_default().to_owned()).collect()
    }

    /// The GA's last mail.
    pub fn last_told(&self) -> String {
        let row = self
            .mails()
            .into_iter()
            .rfind(|row| row.to == "ga@example.org" && row.kind != Mail::Report)
            .unwrap();
        self.text(&row)
    }

    /// Lets time pass, and looks whether something is wrong, as the loop does.
    pub fn pass(&mut self, ms: i64) {
        self.clock.set(self.clock.now() + ms);
        self.office.look_after();
    }

    fn with_free(self, mib: u64) -> Self {
        let mut trial = self;
        trial.office.disk = Gauge::showing(mib * MIB);
        trial
    }

    fn row(&self, player: &str, place: usize) -> MailRow {
        let rows = self.mails().into_iter().filter(|row| row.player.as_deref() == Some(player));
        rows.collect::<Vec<_>>().swap_remove(place)
    }

    /// The return path that a mail would have from a server that keeps it.
    fn return_path(&self, row: &MailRow) -> String {
        let (_, number) = self.office.postmark.know_message_id(&row.message_id).unwrap();
        self.office.postmark.return_path(number)
    }

    fn bounce(&mut self, row: &MailRow, status: &str) {
        let path = self.return_path(row);
        let verdict = self.take(&dsn(&path, &row.to, "failed", status, "<none@of.ours>"));
        assert!(matches!(verdict, Verdict::Ignored(_)), "{verdict:?}");
        self.pass(11_000);
    }

    fn points(&self) -> Vec<(String, u32)> {
        self.office.store.bounces().unwrap().into_iter().map(|one| (one.player, one.points)).collect()
    }
}

pub fn demo() -> GameName {
    GameName("demo".into())
}

/// A delivery report, as mail servers write it.
pub fn dsn(to: &str, recipient: &str, action: &str, status: &str, returned: &str) -> Vec<u8> {
    format!(
        "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example\r\nTo: {to}\r\nSubject: Undelivered mail\r\n\
         Auto-Submitted: auto-replied\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n\
         --b\r\nContent-Type: text/plain\r\n\r\nSorry.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n\
         Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; {recipient}\r\nAction: {action}\r\n\
         Status: {status}\r\n\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: {returned}\r\n\r\n--b--\r\n"
    )
    .into_bytes()
}

#[test]
fn an_unreadable_mailbox_is_told_once_over_a_restart_and_once_when_it_is_read_again() {
    let mut trial = Trial::new();
    let fail = |trial: &mut Trial, minutes: i64| {
        trial.clock.set(trial.clock.now() + minutes * 60_000);
        trial.office.source_failed("in", "connection refused").unwrap();
    };
    fail(&mut trial, 0);
    fail(&mut trial, 29);
    assert_eq!(trial.told().len(), 0, "a short trouble is none");
    fail(&mut trial, 1);
    fail(&mut trial, 1);
    assert_eq!(trial.told(), ["A mailbox cannot be read"]);
    assert!(trial.last_told().contains("connection refused"));
    let mut trial = trial.restart();
    fail(&mut trial, 1);
    fail(&mut trial, 31);
    assert_eq!(trial.told().len(), 1, "after a restart");
    let now = trial.clock.now();
    trial.office.source_read("in", now).unwrap();
    trial.office.source_read("in", now).unwrap();
    assert_eq!(trial.told()[1..], ["A mailbox can be read again"]);
    fail(&mut trial, 1);
    fail(&mut trial, 31);
    assert_eq!(trial.told().len(), 3, "a new trouble is told anew");
}

#[test]
fn a_trouble_that_lasts_is_told_once_more_after_a_day_and_no_more() {
    let mut trial = Trial::new().with_free(400);
    for _ in 0..50 {
        trial.pass(HOUR);
    }
    assert_eq!(trial.told(), ["The disk is filling up", "Still: The disk is filling up"]);
    assert!(trial.last_told().contains("1 day"), "{}", trial.last_told());
}

#[test]
fn a_full_disk_leaves_letters_where_they_are_holds_the_turn_and_goes_on_by_itself() {
    // The deadline is days away, so that each trouble is told of once more.
    let news =
        |trial: &Trial| trial.told().into_iter().filter(|one| !one.contains("Still:")).collect::<Vec<_>>();
    let mut trial = Trial::new().with_free(499);
    trial.pass(11_000);
    trial.pass(11_000);
    let mut trial = trial.restart().with_free(499);
    trial.pass(11_000);
    assert_eq!(news(&trial), ["The disk is filling up"]);
    let early = trial.delivered(&letter("Message-ID: <1@x>\r\n", ORDERS));
    trial.office.disk.set(49 * MIB);
    let error = trial.office.take(vec![early.clone()]).unwrap_err().to_string();
    assert!(error.contains("nearly full"), "{error}");
    trial.pass(11_000);
    trial.pass(11_000);
    assert_eq!(news(&trial)[1..], ["The disk is nearly full"]);
    assert_eq!(trial.office.store.seen(&early.place).unwrap(), None);
    trial.clock.set(trial.office.next_deadline() + HOUR);
    let read = [Polled::unnamed(Some(i64::MAX), false)];
    assert!(matches!(trial.office.adjudicate(&demo(), &read, false).unwrap(), Adjudicated::Held(_)));
    assert_eq!(news(&trial)[2..], ["[demo] The turn is held"]);

    trial.office.disk.set(520 * MIB);
    trial.pass(11_000);
    assert_eq!(news(&trial).len(), 3, "about the limit nothing is told");
    trial.office.disk.set(600 * MIB);
    assert_eq!(trial.office.take(vec![early]).unwrap()[0].verdict, Verdict::Obeyed);
    assert!(matches!(trial.office.adjudicate(&demo(), &read, false).unwrap(), Adjudicated::Ran { .. }));
    trial.pass(11_000);
    trial.pass(11_000);
    assert_eq!(news(&trial)[3..], ["The disk has room again", "[demo] The turn has been run"]);
    assert!(trial.office.store.troubles().unwrap().is_empty());
}

/// There was room by the limit, and not enough for the turn itself.
#[test]
fn a_turn_that_met_a_full_disk_goes_on_by_itself_when_there_is_room() {
    let trial = Trial::new();
    let disk = Arc::new(Failing::default());
    let Trial { folder, clock, office, uid } = trial;
    let config = office.config.clone();
    drop(office);
    let store = Arc::new(SledStore::open_watched(&config.office.store, disk.clone()).unwrap());
    let office = wiring::office(config, clock.clone(), store).unwrap();
    let mut trial = Trial { folder, clock, office, uid };
    trial.clock.set(trial.office.next_deadline() + HOUR);
    let read = [Polled::unnamed(Some(i64::MAX), false)];
    disk.0.store(true, Ordering::SeqCst);
    let error = trial.office.adjudicate(&demo(), &read, false).unwrap_err();
    // The next file has room again: the hold is kept, and told.
    disk.0.store(false, Ordering::SeqCst);
    trial.office.hold_after_failure(&demo(), &error);
    assert!(!trial.office.games[&demo()].is_stuck());
    assert_eq!(trial.told(), ["[demo] The turn is held"]);
    assert!(trial.last_told().contains("run by itself"), "{}", trial.last_told());
    // Not at once again: the rules are not run twice a second.
    assert!(matches!(trial.office.adjudicate(&demo(), &read, false).unwrap(), Adjudicated::Held(_)));
    trial.clock.set(trial.clock.now() + 61_000);
    assert!(matches!(
        trial.office.adjudicate(&demo(), &read, false).unwrap(),
        Adjudicated::Ran { turn: 1, .. }
    ));
    trial.pass(11_000);
    assert_eq!(trial.told()[1..], ["[demo] The turn has been run"]);
}

/// Letters that have their time from a clock that is behind are not taken for older than everything: they wait, and the GA hears.
#[test]
fn letters_wait_while_the_clock_is_behind() {
    let mut trial = Trial::new();
    let right = trial.clock.now();
    trial.clock.set(right - 48 * HOUR);
    let bytes = letter("Message-ID: <1@x>\r\n", ORDERS);
    for _ in 0..2 {
        let error = format!("{:#}", trial.office.deliver(bytes.clone()).unwrap_err());
        assert!(error.contains("clock is behind"), "{error}");
        let delivered = trial.delivered(&bytes);
        assert!(trial.office.take(vec![delivered]).is_err());
    }
    assert_eq!(trial.told(), ["This machine's clock is behind"]);
    // One that a server stamped well is taken.
    let mut stamped = trial.delivered(&letter("Message-ID: <2@x>\r\n", ORDERS));
    stamped.received_ms = right + 1_000;
    assert_eq!(trial.office.take(vec![stamped]).unwrap()[0].verdict, Verdict::Obeyed);
    trial.clock.set(right + HOUR);
    assert!(trial.office.deliver(bytes).unwrap().contains("obeyed"));
    trial.pass(11_000);
    assert_eq!(trial.told()[1..], ["This machine's clock is right again"]);
}

#[test]
fn a_turn_that_failed_is_told_once_holds_and_can_be_run_again_with_its_letters() {
    let mut trial = Trial::new();
    assert_eq!(trial.take(&letter("Message-ID: <1@x>\r\n", ORDERS)), Verdict::Obeyed);
    let forged = "Authentication-Results: mx.example.org; dmarc=fail header.from=prussia.example\r\n";
    assert!(matches!(trial.take(&letter(forged, &ORDERS.replace("N7", "N8"))), Verdict::Held(_)));
    let told = trial.told().len();
    let broken = [("report.txt".to_owned(), "Subject: x\n\n{{ game.no.such.thing }}\n".to_owned())];
    trial.office.press = Press::with(&broken.into()).unwrap();
    trial.clock.set(trial.office.next_deadline() + HOUR);
    let read = [Polled::unnamed(Some(i64::MAX), false)];
    let error = trial.office.adjudicate(&demo(), &read, false).unwrap_err();
    trial.office.hold_after_failure(&demo(), &error);
    trial.pass(11_000);
    trial.pass(11_000);
    let mut trial = trial.restart();
    trial.pass(11_000);
    assert_eq!(trial.told()[told..], ["[demo] A turn could not be run"]);
    assert!(trial.last_told().contains("report.txt"), "the error is told: {}", trial.last_told());
    assert!(trial.office.games[&demo()].is_stuck());
    let held = trial.office.store.letter(LetterNo(2)).unwrap().unwrap();
    assert!(matches!(held.verdict, Verdict::Held(_)), "nothing is half done: {held:?}");
    trial.run_turn();
    trial.pass(11_000);
    trial.pass(11_000);
    assert_eq!(trial.told()[told + 1..], ["[demo] The turn has been run"]);
    let orders = trial.office.store.turn(&demo(), 1).unwrap().unwrap().orders;
    let orders: Value = trial.office.store.paper(&orders).unwrap().read().unwrap();
    assert!(orders.to_string().contains("PR1IN"), "{orders}");
}

#[test]
fn a_fault_of_the_program_in_a_turn_is_an_error_and_the_office_goes_on() {
    let mut trial = Trial::new();
    let record = &mut trial.office.games.get_mut(&demo()).unwrap().record;
    let off_the_map = StrategicSquare { col: 255, row: 255 };
    crate::table::change(record, |state| state.units.values_mut().for_each(|unit| unit.at = off_the_map));
    let error = trial.office.adjudicate(&demo(), &[], true).unwrap_err().to_string();
    assert!(error.contains("a fault in the program"), "{error}");
    assert_eq!(trial.take(&letter("Message-ID: <1@x>\r\n", ORDERS)), Verdict::Obeyed);
    trial.run_turn();
}

#[test]
fn three_points_and_one_do_not_stop_a_players_mails() {
    let mut trial = Trial::new();
    let (welcome, position) = (trial.row("Moltke", 0), trial.row("Moltke", 1));
    trial.bounce(&welcome, "5.1.1");
    trial.bounce(&position, "4.4.7");
    assert_eq!(trial.points(), [("Moltke".to_owned(), 4)]);
    assert_eq!(trial.told(), ["[demo] A mail came back"]);
    trial.run_turn();
    let last = trial.mails().into_iter().rfind(|row| row.player.as_deref() == Some("Moltke")).unwrap();
    assert_eq!(last.state, MailState::Queued);
    assert_eq!(
        trial.take(&letter("Message-ID: <1@x>\r\n", &ORDERS.replace("UNIT", "TURN 2\nUNIT"))),
        Verdict::Obeyed
    );
    assert_eq!(trial.points(), []);
    trial.pass(11_000);
    assert_eq!(trial.told()[1..], ["[demo] A player can be reached again"]);
}

#[test]
fn two_permanent_failures_stop_a_players_mails_until_a_valid_letter_of_theirs_comes() {
    let mut trial = Trial::new();
    let (welcome, position) = (trial.row("Moltke", 0), trial.row("Moltke", 1));
    trial.office.store.mark(&[Mark::Sent { id: welcome.id, at_ms: MONDAY }]).unwrap();
    trial.bounce(&welcome, "5.1.1");
    trial.bounce(&position, "5.2.1");
    let mut trial = trial.restart();
    trial.pass(11_000);
    assert_eq!(trial.told(), ["[demo] A mail came back", "[demo] Mails to a player are stopped"]);
    assert!(trial.last_told().contains("5.2.1"), "{}", trial.last_told());
    assert_eq!(trial.row("Moltke", 1).state, MailState::Kept, "it waited, and waits on");
    trial.run_turn();
    let reports = |trial: &Trial, player: &str| {
        let turn = trial.office.store.turn(&demo(), 1).unwrap().unwrap();
        let row = |id| trial.office.store.mail(id).unwrap().unwrap();
        turn.reports[player].iter().map(|id| row(*id)).collect::<Vec<_>>()
    };
    assert!(reports(&trial, "Moltke").iter().all(|row| row.state == MailState::Kept));
    assert!(reports(&trial, "Benedek").iter().all(|row| row.state == MailState::Queued));
    assert!(trial.office.status_words(false).unwrap().contains("are kept until"));

    let wrong = ORDERS.replace("heron", "swan").replace("UNIT", "TURN 2\nUNIT");
    assert!(matches!(trial.take(&letter("Message-ID: <1@x>\r\n", &wrong)), Verdict::Refused(_)));
    assert_eq!(trial.points().len(), 1, "whoever has no password does not vouch for an address");
    let right = ORDERS.replace("UNIT", "TURN 2\nUNIT");
    assert_eq!(trial.take(&letter("Message-ID: <2@x>\r\n", &right)), Verdict::Obeyed);
    assert_eq!(trial.points(), []);
    assert!(reports(&trial, "Moltke").iter().all(|row| row.state == MailState::Queued));
    assert_eq!(trial.row("Moltke", 1).state, MailState::Queued);
    trial.pass(11_000);
    trial.pass(11_000);
    assert_eq!(trial.told()[2..], ["[demo] A player can be reached again"]);
}

#[test]
fn a_mail_counts_once_however_often_it_comes_back() {
    let mut trial = Trial::new();
    let welcome = trial.row("Moltke", 0);
    let path = trial.return_path(&welcome);
    trial.take(&dsn(&path, &welcome.to, "delayed", "4.4.1", "<x@y>"));
    assert_eq!(trial.points(), [], "its server still tries");
    trial.bounce(&welcome, "4.4.7");
    trial.bounce(&welcome, "5.1.1");
    trial.bounce(&welcome, "5.1.1");
    assert_eq!(trial.points(), [("Moltke".to_owned(), 3)]);
    // Providers that do not keep our return path quote our Message-ID.
    let position = trial.row("Moltke", 1);
    trial.take(&dsn("war@example.org", &position.to, "failed", "5.1.1", &position.message_id));
    assert_eq!(trial.points(), [("Moltke".to_owned(), 6)]);
}

#[test]
fn nobody_silences_a_player_with_forged_bounces() {
    let mut trial = Trial::new();
    let welcome = trial.row("Moltke", 0);
    let path = trial.return_path(&welcome);
    let (local, _) = path.rsplit_once('@').unwrap();
    let other_seal = format!("{}00000000@example.org", &local[..local.len() - 8]);
    let (_, number) = trial.office.postmark.know_message_id(&welcome.message_id).unwrap();
    let other_number = path.replace(&number.to_string(), &(number + 1).to_string());
    let guessed = format!("<n.{number}.00000000@example.org>");
    let others = trial.row("Benedek", 0);
    for to in [other_seal.as_str(), &other_number, "war@example.org", "war+b.1@example.org"] {
        for returned in ["<x@y>", guessed.as_str()] {
            let verdict = trial.take(&dsn(to, &welcome.to, "failed", "5.1.1", returned));
            assert!(matches!(verdict, Verdict::Ignored(_)), "{verdict:?}");
        }
    }
    assert_eq!(trial.points(), []);
    // A player's own mails speak for that player alone, whatever recipient is named.
    let own = trial.return_path(&others);
    trial.take(&dsn(&own, &welcome.to, "failed", "5.1.1", "<x@y>"));
    assert_eq!(trial.points(), [("Benedek".to_owned(), 3)]);
}

#[test]
fn a_mail_to_the_ga_that_comes_back_is_not_told_to_the_ga() {
    let mut trial = Trial::new();
    trial.office.tell_ga(MONDAY, None, "Something", "Words").unwrap();
    let row = trial.mails().pop().unwrap();
    let path = trial.return_path(&row);
    trial.take(&dsn(&path, &row.to, "failed", "5.1.1", "<x@y>"));
    trial.office.store.mark(&[Mark::Failed { id: row.id, at_ms: MONDAY, why: "550".into() }]).unwrap();
    trial.pass(11_000);
    assert_eq!(trial.told(), ["Something"]);
    assert!(trial.office.store.given_up().unwrap().is_empty());
}

#[test]
fn mails_given_up_are_told_in_one_letter_once_over_a_restart() {
    let trial = Trial::new();
    let rows = [trial.row("Moltke", 1), trial.row("Benedek", 1)];
    let failed = |row: &MailRow| Mark::Failed { id: row.id, at_ms: MONDAY, why: "550 no such user".into() };
    trial.office.store.mark(&rows.each_ref().map(failed)).unwrap();
    // As if the process had ended before the GA was told.
    let mut trial = trial.restart();
    trial.pass(11_000);
    let mut trial = trial.restart();
    trial.pass(11_000);
    assert_eq!(trial.told(), ["[demo] 2 mails were given up"]);
    let told = trial.last_told();
    assert!(told.contains("moltke@prussia.example") && told.contains("550 no such user"), "{told}");
}

#[test]
fn a_summary_comes_once_a_day_in_the_hosts_zone_across_restarts_and_clocks() {
    let mut trial = Trial::new();
    let at = |trial: &mut Trial, moment: i64| {
        trial.clock.set(moment);
        trial.office.look_after();
        trial.told().len()
    };
    assert_eq!(at(&mut trial, MONDAY + 24 * HOUR), 0, "none is wanted");
    trial.office.config.ga.summary = Some("07:00".into());
    trial.office.config.office.zone = chrono_tz::Europe::Berlin;
    let seven = MONDAY + 45 * HOUR; // Wednesday, 05:00 UTC, 07:00 in Berlin
    assert_eq!(at(&mut trial, seven - 60_000), 0);
    assert_eq!(trial.take(&letter("Message-ID: <1@x>\r\n", ORDERS)), Verdict::Obeyed);
    assert_eq!(at(&mut trial, seven), 1);
    assert_eq!(at(&mut trial, seven + HOUR), 1);
    let mut trial = trial.restart();
    assert_eq!(at(&mut trial, seven + 2 * HOUR), 1, "after a restart");
    assert_eq!(at(&mut trial, seven - HOUR), 1, "after the clock was put back");
    assert_eq!(at(&mut trial, seven + HOUR), 1);
    let told = trial.last_told();
    for part in
        ["Summary of Wednesday 3 June 2026", "demo: ", "TURN 1", "1 obeyed", "Moltke (demo): obeyed", "DISK"]
    {
        assert!(told.contains(part), "{part} is not in {told}");
    }
    assert!(told.contains("Benedek, Austria: 0 of ") && told.contains("last letter never"), "{told}");
    assert_eq!(at(&mut trial, seven + 24 * HOUR), 2, "the next day");
    assert!(
        trial.last_told().contains("None."),
        "the letter was in the summary before: {}",
        trial.last_told()
    );
    assert_eq!(at(&mut trial, seven + 80 * HOUR), 3, "of days that were slept through only the last");
}

#[test]
fn the_status_is_the_same_for_people_and_machines_with_and_without_the_daemon() {
    let mut trial = Trial::new();
    trial.take(&letter("Message-ID: <1@x>\r\n", ORDERS));
    let benedek = trial.row("Benedek", 1);
    let why = "550 5.1.1 ".to_owned() + &"no such user here, ".repeat(30);
    trial.office.store.mark(&[Mark::Failed { id: benedek.id, at_ms: MONDAY, why }]).unwrap();
    trial.office.source_failed("in", "connection refused").unwrap();
    trial.pass(11_000);
    let words = trial.office.status_words(false).unwrap();
    assert!(words.lines().all(|line| line.chars().count() <= 80), "{words}");
    for part in
        ["turn 1", "1 of ", "Moltke", "Mon 1 Jun", "never", "1 given up", "CANNOT BE READ: connection"]
    {
        assert!(words.contains(part), "{part} is not in\n{words}");
    }
    let status: Value = serde_json::from_str(&trial.office.status_words(true).unwrap()).unwrap();
    assert_eq!(status["version"], 1);
    assert_eq!(status["sources"][0]["error"], "connection refused");
    assert_eq!(status["outbox"]["failed"], 1);
    let game = &status["games"][0];
    assert_eq!((&game["game"], &game["turn"]), (&Value::from("demo"), &Value::from(1)));
    assert_eq!(game["units_with_orders"], 1);
    let moltke = game["players"].as_array().unwrap().iter().find(|one| one["player"] == "Moltke").unwrap();
    assert_eq!(moltke["units_with_orders"], 1);
    assert_eq!(moltke["last_letter"], "2026-06-01T08:00:01Z");

    let Trial { folder, office, .. } = trial;
    drop(office);
    let config = folder.path().join("fieldpost.toml");
    let text = "[office]\naddress = \"war@example.org\"\nstore = \"store\"\n[ga]\nname = \"GA\"\naddress = \"ga@example.org\"\n\
                [[source]]\nkind = \"maildir\"\nname = \"in\"\npath = \"in\"\n[post]\nkind = \"maildir\"\npath = \"out\"\n";
    fs::write(&config, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldpost"));
    let ended = command.args(["status", "--json", "--config"]).arg(&config).output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    let alone: Value = serde_json::from_slice(&ended.stdout).unwrap();
    assert_eq!(alone["games"][0]["players"], game["players"]);
    assert_eq!(alone["outbox"], status["outbox"]);
    assert_eq!(alone["disk"]["level"], "enough");
    assert_eq!(alone["daemon_running"], false);
}

#[test]
fn a_host_hears_of_seats_that_nobody_can_be_written_to_and_of_two_parts() {
    let seats = SEATS.replace("moltke@prussia.example", "ga@example.org");
    assert_ne!(seats, SEATS);
    let mut trial = Trial::of_seats("", &seats);
    let game = |trial: &Trial| {
        let status: Value = serde_json::from_str(&trial.office.status_words(true).unwrap()).unwrap();
        status["games"][0].clone()
    };
    assert_eq!(game(&trial)["odd_seats"], json!([]));
    let plays = game(&trial)["two_parts"].clone();
    assert_eq!(plays, json!(["GA of the administrators plays too, as Moltke"]));
    trial.office.config.office.address = "Benedek@Austria.example".into();
    let odd = game(&trial)["odd_seats"][0].as_str().unwrap().to_owned();
    assert!(odd.starts_with("Benedek is registered at this post office's own address"), "{odd}");
}

/// A disk that fails while it is told to.
#[derive(Default)]
struct Failing(AtomicBool);

impl Watch for Failing {
    fn before(&self, step: Step) -> io::Result<()> {
        // Before anything is committed: what failed then can be tried again without a new start.
        let fails = matches!(step, Step::Body | Step::Record | Step::Journal);
        if fails && self.0.load(Ordering::SeqCst) { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }
}

#[test]
fn a_record_that_cannot_be_written_leaves_letters_in_the_mailbox_and_one_mail_goes_past_it() {
    let Trial { folder, clock, office, .. } = Trial::new();
    let config = office.config.clone();
    drop(office);
    let disk = Arc::new(Failing::default());
    let store: Arc<dyn Store> =
        Arc::new(SledStore::open_watched(&config.office.store, disk.clone()).unwrap());
    let office = wiring::office(config.clone(), clock.clone(), store.clone()).unwrap();
    let boxes = wiring::letterboxes(&config, store.as_ref()).unwrap();
    let inbox = folder.path().join("in/new");
    fs::write(inbox.join("1.a"), letter("Message-ID: <1@x>\r\n", ORDERS)).unwrap();
    let waiting = || fs::read_dir(&inbox).unwrap().count();
    // It is sent to once, past the outbox; what waits in that is sent when the disk is well.
    let post = Arc::new(RecordingPost::new());
    let dispatcher = Dispatcher::new(store.clone(), post.clone(), clock).paced(4, 0);
    disk.0.store(true, Ordering::SeqCst);
    let stop = Arc::new(AtomicBool::new(false));
    let listener = socket::listen(&config.office.store).unwrap();
    let daemon = thread::spawn({
        let stop = Arc::clone(&stop);
        move || run::run(office, boxes, dispatcher, listener, stop).unwrap()
    });
    let subject = |subject: &str| {
        let sent = post.sent().into_iter().filter(|(envelope, _)| envelope.to == "ga@example.org");
        sent.filter(|(_, bytes)| String::from_utf8_lossy(bytes).contains(subject)).count()
    };
    let until = |holds: &dyn Fn() -> bool| {
        let begun = Instant::now();
        while !holds() {
            assert!(begun.elapsed() < Duration::from_secs(120), "{} letters wait", waiting());
            thread::sleep(Duration::from_millis(50));
        }
    };
    until(&|| subject("Subject: Letters cannot be filed") == 1);
    assert_eq!((post.sent().len(), waiting()), (1, 1), "nothing is lost, and nothing else was sent");
    disk.0.store(false, Ordering::SeqCst);
    until(&|| waiting() == 0 && subject("Subject: Letters are filed again") == 1);
    assert_eq!(subject("Subject: Letters cannot be filed"), 1);
    stop.store(true, Ordering::SeqCst);
    daemon.join().unwrap();
    // The file's own time is of today, long after the turn.
    let letters = store.letters(LetterNo(1), 9).unwrap();
    assert!(matches!(letters[..], [LetterRecord { verdict: Verdict::Refused(_), .. }]), "{letters:?}");
}

/// What is logged while something is done.
fn logged(work: impl FnOnce()) -> String {
    let log = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&log);
    let writer = move || Kept(Arc::clone(&kept));
    let subscriber = tracing_subscriber::fmt().with_writer(writer).with_ansi(false).finish();
    tracing::subscriber::with_default(subscriber, work);
    String::from_utf8(log.lock().unwrap().clone()).unwrap()
}

struct Kept(Arc<Mutex<Vec<u8>>>);

impl io::Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_log_says_that_the_ga_was_told_once_it_is_written_and_not_before() {
    let Trial { folder: _folder, clock, office, .. } = Trial::new();
    let config = office.config.clone();
    drop(office);
    let disk = Arc::new(Failing::default());
    let store: Arc<dyn Store> =
        Arc::new(SledStore::open_watched(&config.office.store, disk.clone()).unwrap());
    let mut office = wiring::office(config, clock.clone(), store).unwrap();
    office.source_failed("in", "connection refused").unwrap();
    clock.set(clock.now() + HOUR);
    disk.0.store(true, Ordering::SeqCst);
    let log = logged(|| assert!(office.source_failed("in", "connection refused").is_err()));
    assert!(!log.contains("told the GA"), "{log}");
    disk.0.store(false, Ordering::SeqCst);
    let log = logged(|| office.source_failed("in", "connection refused").unwrap());
    assert!(log.contains("told the GA") && log.contains("mailbox:in"), "{log}");
    let now = clock.now();
    disk.0.store(true, Ordering::SeqCst);
    let log = logged(|| assert!(office.source_read("in", now).is_err()));
    assert!(!log.contains("told the GA"), "{log}");
}

#[test]
fn a_ga_is_shown_what_program_runs_and_since_when() {
    let mut trial = Trial::new();
    trial.office.watch.running = true;
    trial.clock.set(MONDAY + 3 * HOUR);
    let shown = trial.office.typed("demo", "SHOW VERSION").unwrap();
    let version = format!("fieldpost {}", env!("CARGO_PKG_VERSION"));
    for words in [version.as_str(), "record of schema 3", "rulebooks: rotd-euwol", "2026, 10:00", "3 hours"] {
        assert!(shown.contains(words), "{words} lacks:\n{shown}");
    }
}

#[test]
fn what_came_back_from_an_address_counts_no_more_once_a_ga_gives_another() {
    let mut trial = Trial::new();
    let (welcome, position) = (trial.row("Moltke", 0), trial.row("Moltke", 1));
    trial.bounce(&welcome, "5.1.1");
    trial.bounce(&position, "5.2.1");
    assert_eq!(trial.row("Moltke", 1).state, MailState::Kept);
    let shown = trial.office.typed("demo", "SHOW BOUNCED").unwrap();
    assert!(shown.contains("Moltke at moltke@prussia.example: 6 points, mails are kept back"), "{shown}");
    trial.office.typed("demo", "EMAIL Moltke helmuth@prussia.example").unwrap();
    assert_eq!(trial.points(), []);
    assert_eq!(trial.row("Moltke", 1).state, MailState::Kept, "it bears the old address");
    let told = trial.mails().into_iter().rfind(|row| row.to == "helmuth@prussia.example").unwrap();
    assert_eq!(told.state, MailState::Queued, "mails to the new one go out");
}

#[test]
fn a_damaged_record_is_told_once_for_each_file_and_once_when_it_is_whole_again() {
    let trial = Trial::new();
    let damage = |file: &str| Damage {
        file: file.into(),
        why: "its checksum is wrong".into(),
        costs: "It is the record of letter 1".into(),
    };
    let [one, other] = [damage("letters/ab/x.1.json"), damage("journal/00000000.jsonl line 3")];
    let looked = |found: &[&Damage], is_whole: bool| {
        let found: Vec<Damage> = found.iter().copied().cloned().collect();
        trial.office.record_looked_over(&found, is_whole).unwrap();
        trial.told().len()
    };
    assert_eq!(looked(&[], true), 0, "nothing is wrong");
    assert_eq!(looked(&[&one], false), 1);
    let words = trial.last_told().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("letters/ab/x.1.json: its checksum is wrong. It is the record of letter 1"),
        "{words}"
    );
    assert_eq!(looked(&[&one], true), 1, "once");
    let told =
        [looked(&[&other], false), looked(&[&one, &other], true), looked(&[&one], false), looked(&[], false)];
    assert_eq!(told, [2; 4], "once for each file, over whatever rounds");
    let trial = trial.restart();
    trial.office.record_looked_over(std::slice::from_ref(&one), true).unwrap();
    assert_eq!(trial.told().len(), 2, "over a restart too");
    trial.office.record_looked_over(&[], true).unwrap();
    assert!(trial.last_told().contains("The record is whole again"), "{}", trial.last_told());
    assert!(trial.office.store.troubles().unwrap().is_empty());
}

#[test]
fn the_daemon_at_work_finds_a_damaged_file_by_itself_and_tells_the_ga() {
    let Trial { folder, clock, office, .. } = Trial::new();
    let store = Arc::clone(&office.store);
    let opening = folder.path().join("store/games/demo/opening.json");
    let text = fs::read_to_string(&opening).unwrap();
    fs::write(&opening, text.replacen("moltke@prussia.example", "moltke@prussia.exampla", 1)).unwrap();
    let boxes = wiring::letterboxes(&office.config, store.as_ref()).unwrap();
    let post = Arc::new(RecordingPost::new());
    let dispatcher = Dispatcher::new(store.clone(), post.clone(), clock).paced(4, 0);
    let listener = socket::listen(&office.config.office.store).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let daemon = thread::spawn({
        let stop = Arc::clone(&stop);
        move || run::run(office, boxes, dispatcher, listener, stop).unwrap()
    });
    let told = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        text.contains("Subject: Files of the record are damaged") && text.contains("games/demo/opening.json")
    };
    let begun = Instant::now();
    while !post.sent().iter().any(|(envelope, bytes)| envelope.to == "ga@example.org" && told(bytes)) {
        assert!(begun.elapsed() < Duration::from_secs(120), "the GA was not told");
        thread::sleep(Duration::from_millis(50));
    }
    stop.store(true, Ordering::SeqCst);
    daemon.join().unwrap();
    assert_eq!(store.troubles().unwrap()[0].key, "record");
}
