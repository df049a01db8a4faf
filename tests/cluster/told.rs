//! What a host is told of a cluster that is not well, and what a daemon does that is stopped: whole programs, letters as Maildir (issue 42).

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::cluster::Server;
use crate::office::PLAYERS;

/// How long anything may take on a machine that others use too.
const PATIENCE: Duration = Duration::from_secs(60);

/// A machine of Fieldpost without mail servers.
pub struct Machine {
    folder: TempDir,
}

/// Words as one line, however they were broken.
fn flat(words: &[u8]) -> String {
    String::from_utf8_lossy(words).split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Machine {
    /// One of a name, that reads a source of a name from its own folder `in`, or from another.
    pub fn new(server: &Server, name: &str, source: &str, letters: Option<&Path>) -> Self {
        let folder = TempDir::new().unwrap();
        let machine = Machine { folder };
        let path = machine.path();
        machine.must(&["init", path.to_str().unwrap(), "--ga-name", "GA", "--ga-address", "ga@localhost"]);
        let letters = letters.map_or_else(|| path.join("in"), Path::to_owned);
        let configuration = format!(
            "[office]\naddress = \"war@localhost\"\nstore = \"store\"\n[ga]\nname = \"GA\"\naddress = \"ga@localhost\"\n\
             [[source]]\nkind = \"maildir\"\nname = \"{source}\"\npath = {letters:?}\npoll_seconds = 2\n\
             [post]\nkind = \"maildir\"\npath = \"out\"\n\
             [postgres]\nhosts = [\"127.0.0.1:{}\"]\ndatabase = \"postgres\"\nuser = \"fieldpost\"\ntls = \"off\"\ncopies = 1\n\
             [cluster]\nname = \"{name}\"\nlease_seconds = 600\n",
            server.port
        );
        fs::write(machine.config(), configuration).unwrap();
        machine
    }

    /// Another machine of the same post office.
    fn beside(&self, server: &Server, name: &str, source: &str, letters: Option<&Path>) -> Self {
        let other = Machine::new(server, name, source, letters);
        fs::copy(self.path().join("store/identity.toml"), other.path().join("store/identity.toml")).unwrap();
        other
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    pub fn config(&self) -> PathBuf {
        self.path().join("fieldpost.toml")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fieldpost"));
        command.arg(arguments[0]);
        if arguments[0] != "init" {
            command.arg("--config").arg(self.config());
        }
        command.args(&arguments[1..]).stdin(Stdio::null());
        command
    }

    pub fn must(&self, arguments: &[&str]) -> String {
        let ended = self.command(arguments).output().unwrap();
        assert!(ended.status.success(), "{arguments:?}: {}", flat(&ended.stderr));
        flat(&ended.stdout)
    }

    /// All that a command says, however it ends.
    pub fn says(&self, arguments: &[&str]) -> String {
        let ended = self.command(arguments).output().unwrap();
        flat(&[ended.stdout, ended.stderr].concat())
    }

    /// Starts a command whose words go to a file of this name.
    fn begin(&self, arguments: &[&str], said: &str) -> Running {
        let said = self.path().join(said);
        let file = File::create(&said).unwrap();
        let errors = file.try_clone().unwrap();
        let child = self.command(arguments).stdout(file).stderr(errors).spawn().unwrap();
        Running { child, said }
    }

    /// A daemon that listens.
    fn daemon(&self) -> Running {
        let mut daemon = self.begin(&["run"], "log");
        let socket = self.path().join("store/control.sock");
        await_true("the daemon does not listen", || {
            assert!(daemon.has_ended().is_none(), "{}", daemon.words());
            socket.exists() && daemon.words().contains("fieldpost runs")
        });
        daemon
    }

    pub fn open_game(&self) {
        let seats = PLAYERS.map(|(player, user, password)| {
            format!("[[seat]]\nplayer = \"{player}\"\nemail = \"{user}@localhost\"\nreports = \"no pictures\"\npassword = \"{password}\"\n")
        });
        let head = "schedule = \"daily 03:00\"\nzone = \"Europe/Berlin\"\nseed = 1866\n";
        let file = self.path().join("seats.toml");
        fs::write(&file, format!("{head}{}", seats.concat())).unwrap();
        let scenario = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/demo");
        self.must(&[
            "new-game",
            "demo",
            "--scenario",
            scenario.to_str().unwrap(),
            "--seats",
            file.to_str().unwrap(),
        ]);
    }
}

/// A command that is under way; killed when dropped.
struct Running {
    child: Child,
    said: PathBuf,
}

impl Running {
    fn words(&self) -> String {
        flat(&fs::read(&self.said).unwrap_or_default())
    }

    fn has_ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().unwrap()
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").arg(format!("-{signal}")).arg(self.child.id().to_string()).status();
        assert!(sent.unwrap().success());
    }

    /// Waits for its end, and how long that took.
    fn await_end(&mut self) -> (ExitStatus, Duration) {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.has_ended() {
                return (status, begun.elapsed());
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end: {}", self.words());
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

#[track_caller]
fn await_true(otherwise: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "{otherwise}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The name of the daemon that has a source in hand.
fn reader_of(server: &Server, source: &str) -> String {
    server.psql(&format!(
        "SELECT d.name FROM fieldpost.source s JOIN fieldpost.daemon d ON d.incarnation = s.owner \
         WHERE s.account = '{source}' AND s.lease_until > clock_timestamp()"
    ))
}

#[test]
fn a_mailbox_that_nobody_reads_is_named_with_the_command_that_ends_the_waiting() {
    let Some(server) = Server::start("") else { return };
    let a = Machine::new(&server, "a", "in", None);
    a.must(&["store", "migrate"]);
    let _daemon = a.daemon();
    await_true("it reads nothing", || server.psql("SELECT count(read_by) FROM fieldpost.source") == "1");
    server.psql(
        "INSERT INTO fieldpost.source (account, folder, polled_ms, read_by) VALUES ('spool-c', '', 1780000000000, 'c')",
    );
    let status = a.says(&["status"]);
    assert!(
        status.contains("spool-c: last read Thu 28 May") && status.contains("by c NO DAEMON READS IT"),
        "{status}"
    );
    let retire = "fieldpost store retire spool-c \"\"";
    assert!(status.contains(retire), "{status}");
    assert!(status.contains("in: last read") && !status.contains("retire in"), "{status}");
    let doctor = a.says(&["doctor"]);
    let told = "WRONG mailboxes: turns wait for spool-c (read last by daemon c, 2026-05-28 20:26 UTC), and no daemon reads it now";
    assert!(doctor.contains(told), "{doctor}");
    assert!(
        doctor.contains(&format!("start daemon c; or if the mailbox is gone for good: {retire}")),
        "{doctor}"
    );
    assert!(doctor.contains("well mailboxes: in (read last by daemon a, "), "{doctor}");
    a.must(&["store", "retire", "spool-c", ""]);
    assert!(!a.says(&["status"]).contains("spool-c"));
}

#[test]
fn a_second_daemon_of_one_name_or_one_maildirs_name_is_refused_and_the_second_machines_key_is_copied() {
    let Some(server) = Server::start("") else { return };
    let a = Machine::new(&server, "a", "in", None);
    a.must(&["store", "migrate"]);
    let first = a.daemon();
    await_true("it reads nothing", || reader_of(&server, "in") == "a");

    let refused = |machine: &Machine| {
        let mut second = machine.begin(&["run"], "refused");
        let (status, _) = second.await_end();
        assert!(!status.success(), "{}", second.words());
        second.words()
    };
    let words = refused(&a);
    assert!(
        words.contains("another fieldpost (process ") && words.contains(" holds the store in "),
        "{words}"
    );
    let namesake = a.beside(&server, "a", "in-b", None);
    let words = refused(&namesake);
    assert!(words.contains("another daemon of the name \"a\" lives, on the machine "), "{words}");
    assert!(words.contains("`name` under [cluster] in its fieldpost.toml"), "{words}");
    let same_source = a.beside(&server, "b", "in", None);
    let words = refused(&same_source);
    assert!(words.contains("source.in: daemon a reads another folder as the source \"in\""), "{words}");
    assert_eq!(reader_of(&server, "in"), "a", "it has lost nothing");

    // The lease is ten minutes; started again in its folder after a crash it has its work back at once.
    first.signal("KILL");
    drop(first);
    let begun = Instant::now();
    let incarnation = || server.psql("SELECT max(incarnation) FROM fieldpost.daemon WHERE name = 'a'");
    let before = incarnation();
    let _again = a.daemon();
    await_true("it has not its mailbox back", || reader_of(&server, "in") == "a" && incarnation() != before);
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());

    let without = Machine::new(&server, "c", "in-c", None);
    fs::remove_file(without.path().join("store/identity.toml")).unwrap();
    let doctor = without.says(&["doctor"]);
    assert!(
        doctor.contains("copy that file from another machine of the post office; do not make a new one"),
        "{doctor}"
    );
    assert!(!doctor.contains("run `fieldpost init"), "{doctor}");
}

/// Two machines whose daemons have one name, and leases of three seconds.
fn two_of_one_name(server: &Server) -> (Machine, Machine) {
    let a = Machine::new(server, "a", "in", None);
    let namesake = a.beside(server, "a", "in-b", None);
    for machine in [&a, &namesake] {
        let words = fs::read_to_string(machine.config()).unwrap();
        fs::write(machine.config(), words.replace("lease_seconds = 600", "lease_seconds = 3")).unwrap();
    }
    a.must(&["store", "migrate"]);
    (a, namesake)
}

/// A daemon hangs in the middle of a write, with rows locked: whoever takes its place waits for the locks for some seconds and no more.
#[test]
fn a_daemon_that_hangs_in_the_middle_of_a_write_keeps_nobody_from_its_work() {
    let Some(server) = Server::start("") else { return };
    let (a, namesake) = two_of_one_name(&server);
    let first = a.daemon();
    await_true("it reads nothing", || reader_of(&server, "in") == "a");
    // It says that it lives, which locks its row, and is kept from going on until it hangs.
    let hung = "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction' AND application_name = 'fieldpost a'";
    std::thread::scope(|scope| {
        scope.spawn(|| {
            server.psql(
                "LOCK TABLE fieldpost.source, fieldpost.game IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(4)",
            )
        });
        std::thread::sleep(Duration::from_millis(2_500));
        first.signal("STOP");
    });
    assert_ne!(server.psql(hung), "0", "or nothing is tried");
    let _second = namesake.daemon();
    await_true("the other reads nothing", || reader_of(&server, "in-b") == "a");
}

/// It hung beyond its lease, another of its name was started meanwhile, and it wakes: one of the two goes on.
#[test]
fn a_daemon_whose_name_another_took_while_it_hung_ends_when_it_wakes() {
    let Some(server) = Server::start("") else { return };
    let (a, namesake) = two_of_one_name(&server);
    let mut first = a.daemon();
    await_true("it reads nothing", || reader_of(&server, "in") == "a");
    first.signal("STOP");
    let mut second = namesake.daemon();
    await_true("the other reads nothing", || reader_of(&server, "in-b") == "a");
    first.signal("CONT");
    let (status, _) = first.await_end();
    assert!(!status.success(), "{}", first.words());
    let told = "the daemon ends: another daemon of the name \"a\" lives, on the machine ";
    assert!(first.words().contains(told), "{}", first.words());
    assert!(!a.path().join("store/control.sock").exists());
    assert_eq!(server.psql("SELECT count(*) FROM fieldpost.daemon"), "1");
    assert!(second.has_ended().is_none() && reader_of(&server, "in-b") == "a");
}

#[test]
fn a_daemon_that_is_stopped_gives_up_what_it_holds_and_ends_also_where_the_database_is_silent() {
    let Some(server) = Server::start("") else { return };
    let shared = TempDir::new().unwrap();
    let letters = shared.path().join("in");
    let a = Machine::new(&server, "a", "in", Some(&letters));
    a.must(&["store", "migrate"]);
    a.open_game();
    let mut first = a.daemon();
    await_true("it reads nothing", || reader_of(&server, "in") == "a");
    let b = a.beside(&server, "b", "in", Some(&letters));
    let second = b.daemon();
    first.signal("TERM");
    let (status, _) = first.await_end();
    assert!(status.success(), "{}", first.words());
    let begun = Instant::now();
    await_true("nobody takes the mailbox", || reader_of(&server, "in") == "b");
    // The lease is ten minutes, and b asks every two seconds.
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
    assert_eq!(server.psql("SELECT string_agg(name, ',') FROM fieldpost.daemon"), "b");

    // A write waits for a standby, and the daemon ends all the same.
    server.psql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    server.psql("SELECT pg_reload_conf()");
    let mut second = second;
    await_true("nothing waits", || {
        server.psql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") != "0"
    });
    second.signal("TERM");
    let (status, took) = second.await_end();
    assert!(status.success() && took < Duration::from_secs(30), "{took:?}: {}", second.words());
    assert_eq!(reader_of(&server, "in"), "", "it gave up what it held");
    server.psql("ALTER SYSTEM RESET synchronous_standby_names");
    server.psql("SELECT pg_reload_conf()");

    // The database is silent altogether.
    let mut third = a.daemon();
    await_true("it reads nothing", || reader_of(&server, "in") == "a");
    let pid = fs::read_to_string(server.data().join("postmaster.pid")).unwrap();
    let pid = pid.lines().next().unwrap().to_owned();
    let children = Command::new("pgrep").args(["-P", &pid]).output().unwrap().stdout;
    let children = String::from_utf8(children).unwrap();
    let all = children.split_whitespace().chain([pid.as_str()]).collect::<Vec<_>>();
    let signal = |signal: &str| drop(Command::new("kill").arg(signal).args(&all).output().unwrap());
    signal("-STOP");
    third.signal("TERM");
    let begun = Instant::now();
    while third.has_ended().is_none() && begun.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(100));
    }
    signal("-CONT");
    let ended = third.has_ended();
    assert!(ended.is_some_and(|status| status.success()), "{:?}: {}", begun.elapsed(), third.words());
    assert!(begun.elapsed() < Duration::from_secs(40), "{:?}", begun.elapsed());
}

#[test]
fn whatever_waits_for_a_standby_says_so_to_who_typed_it_and_in_log_and_status() {
    let Some(server) = Server::start("") else { return };
    let a = Machine::new(&server, "a", "in", None);
    a.must(&["store", "migrate"]);
    a.open_game();
    server.psql("INSERT INTO fieldpost.source (account, folder) VALUES ('gone', '')");
    let commands = a.path().join("commands");
    fs::write(&commands, "EXTEND BY 48 hours NOW\n").unwrap();
    let ask_for = |standby: &str| {
        server.psql(&format!("ALTER SYSTEM SET synchronous_standby_names = '{standby}'"));
        server.psql("SELECT pg_reload_conf()");
    };
    ask_for("nobody");
    std::thread::sleep(Duration::from_millis(500));
    // Without a daemon. What only reads does not wait.
    let export = a.path().join("export.jsonl");
    let waits = "fieldpost waits for a standby, for ";
    let mut exporting = a.begin(&["export", export.to_str().unwrap()], "exporting");
    let (status, _) = exporting.await_end();
    assert!(status.success() && !exporting.words().contains(waits), "{}", exporting.words());
    let mut retiring = a.begin(&["store", "retire", "gone", ""], "retiring");
    let mut typing = a.begin(&["ga", "demo", "--file", commands.to_str().unwrap()], "typing");
    let begun = Instant::now();
    for one in [&retiring, &typing] {
        while !one.words().contains(waits) {
            assert!(begun.elapsed() < PATIENCE, "nothing is said: {}; {}", retiring.words(), typing.words());
            std::thread::sleep(Duration::from_millis(100));
        }
    }
    for one in [&mut retiring, &mut typing] {
        assert!(one.words().contains("synchronous_standby_names = 'nobody'"), "{}", one.words());
        assert!(one.has_ended().is_none());
    }
    let status = a.says(&["status"]);
    assert!(status.contains("WAIT FOR A STANDBY"), "{status}");
    ask_for("");
    for one in [&mut retiring, &mut typing] {
        one.await_end();
        assert!(one.words().contains("fieldpost the wait for a standby is over, after "), "{}", one.words());
    }

    // With a daemon, whose log nobody sees who types.
    let daemon = a.daemon();
    await_true("it reads nothing", || reader_of(&server, "in") == "a");
    ask_for("nobody");
    await_true("the log says nothing", || daemon.words().contains("waits for a standby, for "));
    await_true("the status says nothing", || a.says(&["status"]).contains("WAIT FOR A STANDBY"));
    let mut typing = a.begin(&["ga", "demo", "--file", commands.to_str().unwrap()], "typing");
    let begun = Instant::now();
    while !typing.words().contains(waits) {
        let status = || a.says(&["status", "--json"]);
        assert!(
            begun.elapsed() < PATIENCE,
            "nothing is said: {:?} {}\n{}",
            typing.has_ended(),
            typing.words(),
            status()
        );
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(typing.words().contains("the daemon does what was asked when"), "{}", typing.words());
    ask_for("");
    typing.await_end();
    await_true("the log does not say that it is over", || {
        daemon.words().contains("the wait for a standby is over")
    });
}
