//! What a host does with the program itself: the service manager, the control socket, figures, `doctor`.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::net::{UnixDatagram, UnixStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use fieldpost_daemon::clock::Clock;
use fieldpost_daemon::config::Config;
use fieldpost_daemon::wiring;
use fieldpost_store::{SledStore, Store};
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(120);

/// A post office in a folder, with Maildirs for mail in and out.
pub struct Place {
    pub folder: TempDir,
}

impl Place {
    fn new() -> Self {
        Self::with("")
    }

    /// With more in its configuration.
    pub fn with(more: &str) -> Self {
        let place = Place { folder: TempDir::new().unwrap() };
        let folder = place.folder.path().to_str().unwrap();
        let made = place.fieldpost(&["init", folder, "--ga-name", "GA", "--ga-address", "ga@example.org"]);
        assert!(made.status.success(), "{}", said(&made));
        let text = format!(
            "[office]\naddress = \"war@example.org\"\nstore = \"store\"\n[ga]\nname = \"GA\"\naddress = \"ga@example.org\"\n\
             [[source]]\nkind = \"maildir\"\nname = \"in\"\npath = \"in\"\npoll_seconds = 1\n[post]\nkind = \"maildir\"\n\
             path = \"out\"\n{more}"
        );
        fs::write(place.config(), text).unwrap();
        place
    }

    fn config(&self) -> PathBuf {
        self.folder.path().join("fieldpost.toml")
    }

    fn store(&self) -> PathBuf {
        self.folder.path().join("store")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fieldpost"));
        command.args(arguments).stdin(Stdio::null());
        if arguments[0] != "init" {
            command.arg("--config").arg(self.config());
        }
        command
    }

    pub fn fieldpost(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    pub fn must(&self, arguments: &[&str]) -> String {
        let ended = self.fieldpost(arguments);
        assert!(ended.status.success(), "{arguments:?}: {}", said(&ended));
        said(&ended)
    }

    /// A daemon that answers.
    pub fn daemon(&self, set: impl FnOnce(&mut Command)) -> Daemon {
        let log = fs::File::create(self.folder.path().join("log")).unwrap();
        let mut command = self.command(&["run"]);
        command.stdout(Stdio::null()).stderr(log);
        set(&mut command);
        let daemon = Daemon(command.spawn().unwrap());
        // Not sooner: whoever asks without a daemon takes the store for a moment.
        self.until("the daemon does not listen", || self.store().join("control.sock").exists());
        self.until("the daemon does not answer", || {
            said(&self.fieldpost(&["status", "--json"])).contains("\"daemon_running\": true")
        });
        daemon
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    pub fn until(&self, otherwise: &str, holds: impl Fn() -> bool) {
        let begun = Instant::now();
        while !holds() {
            assert!(begun.elapsed() < PATIENCE, "{otherwise}\n{}", self.log());
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// A running daemon; killed when dropped.
pub struct Daemon(Child);

impl Daemon {
    /// SIGTERM, as systemd stops it.
    pub fn stop(mut self) {
        assert!(Command::new("kill").arg(self.0.id().to_string()).status().unwrap().success());
        assert!(self.0.wait().unwrap().success());
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Everything that a program said.
pub fn said(ended: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr))
}

/// A letter of a stranger.
const LETTER: &[u8] =
    b"From: eve@example.com\r\nTo: war@example.org\r\nSubject: hello\r\nMessage-ID: <1@x>\r\n\r\nHELP\r\n";

#[test]
fn the_service_manager_hears_when_it_is_ready_that_it_lives_and_that_it_ends() {
    let place = Place::new();
    let path = place.folder.path().join("notify");
    let manager = UnixDatagram::bind(&path).unwrap();
    let (words, heard) = mpsc::channel();
    // As a service manager does, it takes each word at once: the system keeps few.
    std::thread::spawn(move || {
        let mut word = [0; 1024];
        while let Ok(length) = manager.recv(&mut word) {
            let _ = words.send(String::from_utf8_lossy(&word[..length]).into_owned());
        }
    });
    let next = || heard.recv_timeout(PATIENCE).unwrap();
    // Silent for no longer than the unit says; a second here.
    let daemon = place.daemon(|command| {
        command.env("NOTIFY_SOCKET", &path).env("WATCHDOG_USEC", "1000000").env_remove("WATCHDOG_PID");
    });
    assert!(next().starts_with("EXTEND_TIMEOUT_USEC="), "a long start is no dead one");
    assert_eq!(next(), "READY=1\n");
    fs::write(place.folder.path().join("in/new/1.a"), LETTER).unwrap();
    place.until("the letter is not filed", || place.log().contains("filed"));
    // What was said up to now, and three signs of life after it.
    let before = heard.try_iter().collect::<Vec<_>>();
    assert!(before.iter().all(|word| word == "WATCHDOG=1\n"), "{before:?}");
    for _ in 0..3 {
        assert_eq!(next(), "WATCHDOG=1\n");
    }
    daemon.stop();
    let mut last = next();
    while last == "WATCHDOG=1\n" {
        last = next();
    }
    assert_eq!(last, "STOPPING=1\n");
    let log = place.log();
    assert!(!log.contains('\x1b'), "colours in a file: {log:?}");
}

#[test]
fn the_unit_waits_for_the_word_that_the_daemon_sends() {
    let unit = include_str!("../../deploy/fieldpost.service");
    assert!(unit.lines().any(|line| line == "Type=notify"), "{unit}");
    let patience = unit.lines().find_map(|line| line.strip_prefix("WatchdogSec="));
    assert!(
        patience.is_some_and(|words| words.ends_with("min")),
        "a long turn is no frozen loop: {patience:?}"
    );
}

#[test]
fn askers_who_say_nothing_keep_nobody_waiting() {
    let place = Place::new();
    let daemon = place.daemon(|_| {});
    let silent = |count: usize| -> Vec<UnixStream> {
        let connect = |_| UnixStream::connect(place.store().join("control.sock")).unwrap();
        (0..count).map(connect).collect()
    };
    let few = silent(3);
    let begun = Instant::now();
    place.must(&["status"]);
    assert!(begun.elapsed() < Duration::from_millis(2_500), "{:?}", begun.elapsed());
    // The loop itself goes on.
    fs::write(place.folder.path().join("in/new/1.a"), LETTER).unwrap();
    place.until("the letter is not filed", || place.log().contains("filed"));
    drop(few);
    // More than are served at once: each is given up after some seconds.
    let many = silent(20);
    let begun = Instant::now();
    place.must(&["status"]);
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    drop(many);
    daemon.stop();
}

/// A port of this machine that nobody listens on.
pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn asked(port: u16, request: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// The samples of a page in Prometheus' text form; whatever is not of that form fails.
fn samples(page: &str) -> Vec<(String, f64)> {
    let is_name = |name: &str| {
        name.starts_with("fieldpost_")
            && name.bytes().all(|byte| byte.is_ascii_lowercase() || b"_0123456789".contains(&byte))
    };
    let mut typed = Vec::new();
    let mut found = Vec::new();
    assert!(page.ends_with('\n'), "the last line must end");
    for line in page.lines() {
        if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, kind) = rest.split_once(' ').unwrap();
            assert!(is_name(name) && ["counter", "gauge", "summary"].contains(&kind), "{line}");
            assert!(!typed.contains(&name.to_owned()), "{name} has two types");
            typed.push(name.to_owned());
        } else if let Some(rest) = line.strip_prefix("# HELP ") {
            assert!(is_name(rest.split_once(' ').unwrap().0), "{line}");
        } else {
            let (series, value) = line.rsplit_once(' ').unwrap();
            let value = value.parse::<f64>().unwrap_or_else(|_| panic!("{line}"));
            let (name, labels) = match series.split_once('{') {
                Some((name, labels)) => (name, labels.strip_suffix('}').unwrap()),
                None => (series, ""),
            };
            let family = name.strip_suffix("_sum").or(name.strip_suffix("_count")).unwrap_or(name);
            assert!(is_name(name) && typed.last().is_some_and(|last| last == family), "{line}");
            for label in labels.split(',').filter(|label| !label.is_empty()) {
                let (label, value) = label.split_once('=').unwrap();
                assert!(label.bytes().all(|byte| byte.is_ascii_lowercase()), "{line}");
                assert!(value.len() >= 2 && value.starts_with('"') && value.ends_with('"'), "{line}");
            }
            found.push((series.to_owned(), value));
        }
    }
    found
}

#[test]
fn figures_are_scraped_over_tcp_in_the_text_form_and_keep_nobody_waiting() {
    let (port, dead) = (free_port(), free_port());
    let more = format!(
        "[metrics]\nlisten = \"127.0.0.1:{port}\"\n[[source]]\nkind = \"imap\"\nname = \"dark\"\nhost = \"127.0.0.1\"\nport = {dead}\n\
         user = \"war\"\npassword_env = \"PATH\"\nsecurity = \"none\"\n"
    );
    let place = Place::with(&more);
    let seats = place.folder.path().join("seats.toml");
    let text = include_str!("../../fixtures/demo/seats-without-pictures.toml");
    fs::write(&seats, text).unwrap();
    let opened = place.must(&["new-game", "demo", "--scenario", "demo", "--seats", seats.to_str().unwrap()]);
    assert!(
        opened.contains("4 players are being welcomed") && opened.contains("the first deadline is Sunday"),
        "{opened}"
    );
    let daemon = place.daemon(|_| {});
    fs::write(place.folder.path().join("in/new/1.a"), LETTER).unwrap();
    place.until("the letter is not filed", || place.log().contains("filed"));
    // Whoever connects and says nothing holds up neither the next nor the daemon.
    let silent = TcpStream::connect(("127.0.0.1", port)).unwrap();
    place.must(&["turn", "demo", "--now"]);
    let scrape = || {
        let answer = asked(port, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
        let (head, page) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200 OK"), "{head}");
        assert!(head.contains("Content-Type: text/plain; version=0.0.4"), "{head}");
        assert!(head.contains(&format!("Content-Length: {}", page.len())), "{head}");
        samples(page)
    };
    let find = |series: &str| scrape().iter().find(|(name, _)| name == series).map(|(_, value)| *value);
    place.until("no poll has failed", || {
        find("fieldpost_poll_errors_total{source=\"dark\"}").is_some_and(|n| n >= 1.0)
    });
    drop(silent);
    place.until("not all is sent", || find("fieldpost_outbox_mails{state=\"queued\"}") == Some(0.0));
    let found = scrape();
    let value = |series: &str| {
        found
            .iter()
            .find(|(name, _)| name == series)
            .unwrap_or_else(|| panic!("{series} lacks in {found:#?}"))
            .1
    };
    assert_eq!(value("fieldpost_turn_duration_seconds_count{game=\"demo\"}"), 1.0);
    assert!(value("fieldpost_turn_duration_seconds_sum{game=\"demo\"}") > 0.0);
    assert_eq!(value("fieldpost_turn{game=\"demo\"}"), 2.0);
    assert_eq!(value("fieldpost_turn_held{game=\"demo\"}"), 0.0);
    let left = value("fieldpost_time_to_deadline_seconds{game=\"demo\"}");
    assert!(left > 0.0 && left < 15.0 * 86_400.0, "{left}");
    assert!(
        found
            .iter()
            .any(|(name, value)| name.starts_with("fieldpost_letters_total{verdict=") && *value == 1.0)
    );
    assert!(value("fieldpost_outbox_mails{state=\"sent\"}") >= 8.0, "welcomes, first positions and reports");
    assert_eq!(value("fieldpost_outbox_oldest_seconds{state=\"queued\"}"), 0.0);
    assert!(value("fieldpost_polls_total{source=\"in\"}") >= 1.0);

    assert!(asked(port, "GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404"));
    assert!(asked(port, "POST /metrics HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
    assert!(asked(port, "what?\r\n\r\n").starts_with("HTTP/1.1 400"));
    daemon.stop();
}

#[test]
fn doctor_says_what_is_wrong_with_a_store_that_others_can_read() {
    let place = Place::new();
    assert!(!place.must(&["doctor"]).contains("WRONG"));
    fs::set_permissions(place.store(), fs::Permissions::from_mode(0o755)).unwrap();
    let ended = place.fieldpost(&["doctor"]);
    let words = said(&ended);
    assert_eq!(ended.status.code(), Some(1), "{words}");
    assert!(
        words.contains("others than its owner can look into store") && words.contains("chmod -R go-rwx"),
        "{words}"
    );
}

/// A mail program on the same folder moves letters to `cur`: they are read there too, but for those that it marks as done with.
#[test]
fn doctor_counts_the_letters_in_both_folders_of_a_maildir() {
    let place = Place::new();
    assert!(place.must(&["doctor"]).contains("well   source.in: 0 letters in new, 0 in cur\n"));
    for name in ["new/1.a", "new/2.b", "cur/3.c:2,", "cur/4.d:2,F", "cur/5.e:2,R"] {
        fs::write(place.folder.path().join("in").join(name), "Subject: x\n\nx\n").unwrap();
    }
    let said = place.must(&["doctor"]);
    assert!(said.contains("well   source.in: 2 letters in new, 3 in cur\n"), "{said}");
    fs::write(place.folder.path().join("in/cur/6.f:2,RS"), "Subject: x\n\nx\n").unwrap();
    let said = place.must(&["doctor"]);
    assert!(
        said.contains(
            "2 letters in new, 3 in cur; 1 letter in cur marked as seen by another program, and not read"
        ),
        "{said}"
    );
}

#[test]
fn doctor_names_the_owner_of_a_store_that_cannot_be_written_and_not_rebuild() {
    let place = Place::new();
    place.must(&["status"]);
    let is_root = fs::metadata(place.folder.path()).unwrap().uid() == 0;
    let odd =
        fs::read_dir(place.store()).unwrap().map(|entry| entry.unwrap().path()).find(|path| path.is_dir());
    let odd = odd.unwrap();
    if is_root {
        // All of it belongs to nobody but one folder, as after a subcommand that root ran.
        give_to_nobody(place.folder.path());
        chown(&odd, Some(0), Some(0)).unwrap();
        fs::set_permissions(&odd, fs::Permissions::from_mode(0o700)).unwrap();
    } else {
        fs::set_permissions(&odd, fs::Permissions::from_mode(0o500)).unwrap();
    }
    // The binary lies where nobody may go.
    let binary = place.folder.path().join("fieldpost");
    fs::copy(env!("CARGO_BIN_EXE_fieldpost"), &binary).unwrap();
    fs::set_permissions(&binary, fs::Permissions::from_mode(0o755)).unwrap();
    let mut doctor = Command::new(&binary);
    doctor.arg("doctor").arg("--config").arg(place.config()).current_dir("/");
    if is_root {
        doctor.uid(NOBODY).gid(NOBODY);
    }
    let ended = doctor.output().unwrap();
    let words = said(&ended);
    assert_eq!(ended.status.code(), Some(1), "{words}");
    let name = odd.file_name().unwrap().to_str().unwrap();
    assert!(
        words.contains(&format!("store/{name}")) && words.contains("cannot be read and written by"),
        "{words}"
    );
    assert!(!words.contains("rebuild"), "{words}");
    if is_root {
        assert!(words.contains("belongs to root") && words.contains("chown -R"), "{words}");
    } else {
        fs::set_permissions(&odd, fs::Permissions::from_mode(0o700)).unwrap();
    }
}

const NOBODY: u32 = 65_534;

fn give_to_nobody(path: &Path) {
    chown(path, Some(NOBODY), Some(NOBODY)).unwrap();
    if path.is_dir() {
        fs::read_dir(path).unwrap().for_each(|entry| give_to_nobody(&entry.unwrap().path()));
    }
}

#[test]
fn doctor_says_that_mail_is_stuck() {
    let place = Place::new();
    let config = Config::load(&place.config()).unwrap();
    // Written by a daemon of long ago.
    let store: Arc<dyn Store> = Arc::new(SledStore::open(&config.office.store).unwrap());
    let office = wiring::office(config, Clock::standing_at(1_780_300_800_000), store).unwrap();
    office.tell_ga(1_780_300_800_000, None, "A word", "For you.").unwrap();
    drop(office);
    let words = said(&place.fieldpost(&["doctor"]));
    assert!(words.contains("WRONG  the outbox: 1 mail waiting, the oldest for"), "{words}");
    let status: serde_json::Value = serde_json::from_str(&place.must(&["status", "--json"])).unwrap();
    assert_eq!(status["outbox"]["oldest_waiting"], "2026-06-01T08:00:00Z");
}

#[test]
fn a_round_trip_that_does_not_come_back_is_told() {
    // Mail goes out into a Maildir that nobody empties.
    let place = Place::new();
    let words = said(&place.fieldpost(&["doctor", "--round-trip", "--wait", "1"]));
    assert!(
        words.contains("WRONG  the round trip: the mail was sent and did not arrive within 1 second"),
        "{words}"
    );
}

#[test]
fn init_promises_no_password_that_it_does_not_make() {
    let help = said(&Command::new(env!("CARGO_BIN_EXE_fieldpost")).arg("--help").output().unwrap());
    let own = said(&Command::new(env!("CARGO_BIN_EXE_fieldpost")).args(["init", "--help"]).output().unwrap());
    assert!(help.contains("Make a new post office") && !(help + &own).contains("first password"));
}

#[test]
fn a_name_that_is_none_for_a_game_is_told_as_such() {
    let place = Place::new();
    let seats = place.folder.path().join("seats.toml");
    fs::write(&seats, include_str!("../../fixtures/demo/seats-without-pictures.toml")).unwrap();
    let ended =
        place.fieldpost(&["new-game", "../evil", "--scenario", "demo", "--seats", seats.to_str().unwrap()]);
    let words = said(&ended);
    assert!(
        words.contains("\"../evil\" is no name for a game") && words.contains("the nearest is evil"),
        "{words}"
    );
    assert!(!words.contains("mail address"), "{words}");
    let late = format!("first_deadline = \"2020-01-01 20:00\"\n{}", fs::read_to_string(&seats).unwrap());
    fs::write(&seats, late).unwrap();
    let ended = place.fieldpost(&["new-game", "x", "--scenario", "demo", "--seats", seats.to_str().unwrap()]);
    assert!(said(&ended).contains("first_deadline") && said(&ended).contains("is past"), "{}", said(&ended));
}

/// `--config` is taken behind the last word, as by every command.
#[test]
fn the_record_is_asked_with_the_configuration_behind_the_subcommand() {
    let place = Place::new();
    let words = said(&place.fieldpost(&["store", "migrate"]));
    assert!(words.contains("the record is in the store's folder"), "{words}");
}
