//! A post office in a folder of its own, on real mail servers, run by the `fieldpost` program.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use fieldpost_desk::book;
use fieldpost_desk::record::GameName;
use fieldpost_engine::piece::Piece;
use fieldpost_mail::endpoint::Security;
use fieldpost_store::{MailId, MailRow, MailState, Store};
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
    pub stack: Arc<MailStack>,
    pub(super) folder: TempDir,
    store: PathBuf,
    /// The user who runs it, where that is not the test's own.
    user: Option<u32>,
    /// The program that it runs: this one, unless `FIELDPOST_PROGRAM` names another, such as one that is built to be measured.
    program: PathBuf,
}

impl Office {
    pub fn open() -> Self {
        let office = Office::bare();
        office.open_game();
        office
    }

    /// Without a game.
    pub fn bare() -> Self {
        let folder = TempDir::new().unwrap();
        let store = folder.path().join("store");
        Office::bare_in(folder, store, "", "")
    }

    /// A post office whose record lies in `store`, with more lines for the source's table and more tables behind it.
    pub fn bare_in(folder: TempDir, store: PathBuf, of_source: &str, more: &str) -> Self {
        Office::beside(Arc::new(MailStack::start()), folder, store, of_source, more)
    }

    /// The same on mail servers that are there, for one of several machines.
    pub fn beside(
        stack: Arc<MailStack>,
        folder: TempDir,
        store: PathBuf,
        of_source: &str,
        more: &str,
    ) -> Self {
        let this = || env!("CARGO_BIN_EXE_fieldpost").into();
        let program = std::env::var_os("FIELDPOST_PROGRAM").map_or_else(this, PathBuf::from);
        let office = Office { stack, folder, store, user: None, program };
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

    /// Fetches letters without TLS by a relay on this machine.
    #[allow(dead_code)] // chaos alone
    pub fn fetch_by(&self, port: u16) {
        let config = fs::read_to_string(self.config()).unwrap();
        let (head, rest) = config.split_once("[post]").unwrap();
        let direct = format!("host = \"localhost\"\nport = {}\n", self.stack.port(993));
        assert!(head.contains(&direct));
        let relayed = format!("host = \"127.0.0.1\"\nport = {port}\nsecurity = \"none\"\n");
        let head = head.replace(&direct, &relayed).replace("ca_file = \"ca.pem\"\n", "");
        fs::write(self.config(), format!("{head}[post]{rest}")).unwrap();
    }

    /// Opens the demonstration. Drawing takes long: one player's pictures come through the servers.
    pub fn open_game(&self) {
        self.open_game_with(
            "demo",
            "localhost",
            |player| if player == "Moltke" { "all" } else { "no pictures" },
        );
    }

    /// The same for players whose mail goes to another domain.
    #[allow(dead_code)] // mail_servers alone
    pub fn open_game_at(&self, domain: &str) {
        self.open_game_with("demo", domain, |player| if player == "Moltke" { "all" } else { "no pictures" });
    }

    /// Opens the demonstration for players who want no pictures.
    #[allow(dead_code)] // tests/cluster alone
    pub fn open_game_without_pictures(&self) {
        self.open_game_named("demo");
    }

    /// The same under another name, for one of several games.
    #[allow(dead_code)] // tests/cluster alone
    pub fn open_game_named(&self, name: &str) {
        self.open_game_with(name, "localhost", |_| "no pictures");
    }

    fn open_game_with(&self, name: &str, domain: &str, reports: impl Fn(&str) -> &'static str) {
        let path = self.folder.path();
        let seats = PLAYERS.map(|(player, user, password)| {
            let reports = reports(player);
            format!(
                "[[seat]]\nplayer = \"{player}\"\nemail = \"{user}@{domain}\"\nreports = \"{reports}\"\n\
                 password = \"{password}\"\n"
            )
        });
        let head = "schedule = \"daily 03:00\"\nzone = \"Europe/Berlin\"\nseed = 1866\n";
        fs::write(path.join("seats.toml"), format!("{head}{}", seats.concat())).unwrap();
        let scenario = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/demo");
        let seats = path.join("seats.toml");
        self.must(&[
            "new-game",
            name,
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

    /// Runs another program from now on, such as one of an older release.
    #[allow(dead_code)] // tests/cluster alone
    pub fn runs(&mut self, program: &Path) {
        self.program = program.to_owned();
    }

    /// Hands all of it to another user, who runs it from now on.
    #[allow(dead_code)] // mail_servers alone
    pub fn hand_to(&mut self, user: u32) {
        let owner = format!("{user}:{user}");
        assert!(
            Command::new("chown").arg("-R").arg(owner).arg(self.folder.path()).status().unwrap().success()
        );
        self.user = Some(user);
    }

    fn program(&self) -> Command {
        let mut command = Command::new(&self.program);
        if let Some(user) = self.user {
            command.uid(user).gid(user);
        }
        command
    }

    /// Runs a subcommand.
    pub fn try_to(&self, arguments: &[&str]) -> std::process::Output {
        let mut command = self.program();
        command.arg(arguments[0]);
        if arguments[0] != "init" {
            command.arg("--config").arg(self.config());
        }
        command.args(&arguments[1..]).stdin(Stdio::null()).output().unwrap()
    }

    /// Types a game administrator's commands; `None` if that failed.
    #[allow(dead_code)] // tests/cluster alone
    pub fn typed(&self, commands: &str) -> Option<String> {
        let file = self.folder.path().join("commands");
        fs::write(&file, format!("{commands}\n")).unwrap();
        let ended = self.try_to(&["ga", "demo", "--file", file.to_str().unwrap()]);
        ended.status.success().then(|| String::from_utf8_lossy(&ended.stdout).into_owned())
    }

    /// Starts the daemon.
    pub fn daemon(&self) -> Daemon {
        let log = fs::File::options().create(true).append(true).open(self.folder.path().join("log")).unwrap();
        let child = self
            .program()
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
    pub fn await_words(&self, arguments: &[&str], fits: impl Fn(&str) -> bool) -> String {
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
    pub fn await_quiet(&self) {
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
    /// Sends it a signal.
    #[allow(dead_code)] // tests/cluster alone stops daemons and wakes them
    pub fn signal(&self, signal: &str) {
        let sent = Command::new("kill").arg(format!("-{signal}")).arg(self.child.id().to_string()).status();
        assert!(sent.unwrap().success());
    }

    /// The number of its process.
    #[allow(dead_code)] // tests/cluster alone asks what it costs
    pub fn id(&self) -> u32 {
        self.child.id()
    }

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

/// What stands for each unit at the end: whose order, and its words.
pub fn standing(store: &dyn Store) -> BTreeMap<Piece, (u16, Vec<String>)> {
    let book = store.order_book(&GameName("demo".into())).unwrap();
    let in_force = |unit: &Piece| {
        let filed = book::in_force(&book, unit)?;
        let lines = filed.lines.iter().map(|line| line.words.to_string());
        Some((unit.clone(), (filed.player.0, lines.collect())))
    };
    book.units.keys().filter_map(in_force).collect()
}

/// Every mail that was owed to a player has arrived, and no letter was answered twice.
pub fn each_answer_exists_once(stack: &MailStack, store: &dyn Store) {
    let rows = store.mails(MailId(0), 10_000).unwrap();
    for (_, user, _) in PLAYERS {
        let address = format!("{user}@localhost");
        let sent = |row: &&MailRow| row.to == address && matches!(row.state, MailState::Sent { .. });
        let seen = stack.await_letters(user, rows.iter().filter(sent).count());
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
