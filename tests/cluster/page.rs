//! `docs/hosts/cluster.md` followed as somebody new would: each block of commands is typed as it is printed, on two real servers.
//!
//! What the test does itself is what the page says in prose: it carries files from machine to machine, fills in the mail account and
//! runs the daemons. Names of hosts are led to this machine's ports, and nothing else of a block is changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use fieldpost_desk::record::LetterNo;
use fieldpost_store::{PostgresStore, Store};
use tempfile::TempDir;

use crate::cluster::{binaries, unprivileged};
use crate::office::{Office, PLAYERS, letter, orders};

/// A block of the page: on which machine it is typed, and what.
struct Block {
    machine: String,
    words: String,
}

/// The blocks of the page that bear a mark, in their order, without the indentation of their list.
fn blocks() -> Vec<Block> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/hosts/cluster.md");
    let page = fs::read_to_string(page).unwrap();
    let mut found = Vec::new();
    for part in page.split("<!-- tests/cluster: ").skip(1) {
        let (machine, rest) = part.split_once(" -->\n").unwrap();
        let indent = rest.len() - rest.trim_start_matches(' ').len();
        let mut lines = rest.lines();
        assert!(
            lines.next().unwrap().trim_start().starts_with("```"),
            "{machine}: a mark stands above a block"
        );
        let block = lines.take_while(|line| line.trim() != "```");
        let block = block.map(|line| line.get(indent..).unwrap_or_default().to_owned() + "\n");
        found.push(Block { machine: machine.to_owned(), words: block.collect() });
    }
    found
}

/// The two servers' machines and what stands for their names.
struct Machines {
    folder: TempDir,
    ports: [u16; 2],
}

impl Machines {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let made = |name: &str| {
            fs::create_dir(folder.path().join(name)).unwrap();
            let open =
                Command::new("chmod").arg("777").arg(folder.path()).arg(folder.path().join(name)).status();
            assert!(open.unwrap().success());
        };
        made("db1");
        made("db2");
        let free = || std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let (one, two) = (free(), free());
        let ports = [one, two].map(|port| port.local_addr().unwrap().port());
        Machines { folder, ports }
    }

    fn path(&self, machine: &str) -> PathBuf {
        self.folder.path().join(machine)
    }

    /// The words with hosts' names led to here.
    fn led_here(&self, words: &str) -> String {
        let mut words = words.to_owned();
        for (name, port) in ["db1.example.org", "db2.example.org"].iter().zip(self.ports) {
            words = words.replace(&format!("{name}:5432"), &format!("localhost:{port}"));
            words = words.replace(&format!("host={name}"), &format!("host=localhost port={port}"));
            words = words.replace(name, "localhost");
        }
        words
    }

    /// Types a block on one of the databases' machines, as a user who may run a server.
    fn type_on(&self, machine: &str, words: &str) {
        let port = self.ports[usize::from(machine == "db2")];
        let path = format!("{}:{}", binaries().unwrap().display(), std::env::var("PATH").unwrap());
        let mut shell = unprivileged(Path::new("/bin/bash"));
        shell.args(["-euc", &self.led_here(words)]).env("PATH", path).env("PGPORT", port.to_string());
        typed(shell.current_dir(self.path(machine)), machine, &self.path(machine).join("typed"));
    }

    fn pid(&self, machine: &str) -> String {
        let file = fs::read_to_string(self.path(machine).join("DATA/postmaster.pid")).unwrap_or_default();
        file.lines().next().unwrap_or_default().to_owned()
    }

    /// The machine is lost, with all that its server does: it is stopped first, for it would begin others in the place of those that end.
    /// A server does not start again while one of the old one's processes is left.
    fn lose(&self, machine: &str) {
        let pid = self.pid(machine);
        drop(Command::new("kill").args(["-STOP", &pid]).status());
        let children = Command::new("pgrep").args(["-P", &pid]).output().unwrap().stdout;
        let children = String::from_utf8(children).unwrap();
        let all = children.lines().chain([pid.as_str()]).collect::<Vec<_>>();
        drop(Command::new("kill").arg("-9").args(&all).status());
        let begun = std::time::Instant::now();
        while all.iter().any(|pid| is_alive(pid)) {
            assert!(begun.elapsed() < std::time::Duration::from_secs(30), "{machine} does not end");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        // A machine that is switched on again has an empty /run; here a process that nobody asks after still counts as one that uses it.
        let port = self.ports[usize::from(machine == "db2")];
        for name in [format!(".s.PGSQL.{port}"), format!(".s.PGSQL.{port}.lock")] {
            drop(fs::remove_file(Path::new("/var/run/postgresql").join(name)));
        }
    }
}

impl Drop for Machines {
    fn drop(&mut self) {
        for machine in ["db1", "db2"].into_iter().filter(|machine| !self.pid(machine).is_empty()) {
            self.lose(machine);
        }
        drop(Command::new("rm").arg("-rf").args([self.path("db1"), self.path("db2")]).status());
    }
}

/// Whether a process is there that has not ended: of one that has, nobody may have asked.
fn is_alive(pid: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    status.rsplit(") ").next().is_some_and(|state| !state.is_empty() && !state.starts_with('Z'))
}

/// Runs a shell whose words go to a file: a server that it starts must not hold a pipe of ours.
fn typed(shell: &mut Command, machine: &str, said: &Path) {
    let file = fs::File::options().create(true).append(true).open(said).unwrap();
    let errors = file.try_clone().unwrap();
    let ended = shell.stdin(Stdio::null()).stdout(file).stderr(errors).status().unwrap();
    let log = fs::read_to_string(said.with_file_name("server.log")).unwrap_or_default();
    assert!(ended.success(), "{machine}: {}\nserver.log:\n{log}", fs::read_to_string(said).unwrap());
}

/// Types a block in the folder of a machine of Fieldpost, with the program in its PATH.
fn type_at(office: &Office, words: &str) {
    let program = Path::new(env!("CARGO_BIN_EXE_fieldpost")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let folder = office.config().parent().unwrap().to_owned();
    let mut shell = Command::new("/bin/bash");
    shell.args(["-euc", words]).env("PATH", path).current_dir(&folder);
    typed(&mut shell, "fieldpost", &folder.join("typed"));
}

/// Two machines of Fieldpost with the page's configuration.
fn offices(machines: &Machines, configuration: &str) -> [Office; 2] {
    let more = machines.led_here(configuration);
    let folder = || {
        let folder = TempDir::new().unwrap();
        let store = folder.path().join("store");
        (folder, store)
    };
    let (at, store) = folder();
    let a = Office::bare_in(at, store, "", &more);
    let (at, store) = folder();
    let b = Office::beside(a.stack.clone(), at, store, "", &more.replace("name = \"a\"", "name = \"b\""));
    fs::copy(a.store().join("identity.toml"), b.store().join("identity.toml")).unwrap();
    for office in [&a, &b] {
        let beside = office.config().parent().unwrap().join("db-ca.pem");
        fs::copy(machines.path("db1").join("db-ca.pem"), beside).unwrap();
    }
    [a, b]
}

/// A letter is sent, and filed.
fn is_filed(office: &Office, store: &PostgresStore, number: usize) {
    let text = orders(0, &format!("UNIT PR1IN\nENTRY {number}-7\nSUPPORT 7-7 RADIUS 1"));
    let raw = letter(PLAYERS[0].1, &format!("page-{number}"), &text);
    office.stack.send_by_python("alice@localhost", "war@localhost", &raw);
    office.await_true("the letter is not filed", || {
        store.letters(LetterNo(0), 99).is_ok_and(|letters| letters.len() == number)
    });
}

#[test]
fn the_page_is_followed_by_its_letter_through_to_a_letter_behind_a_failover_and_a_planned_change() {
    if binaries().is_none() {
        return eprintln!("no PostgreSQL is installed here, so the page is not followed");
    }
    let machines = Machines::new();
    let mut blocks = blocks().into_iter();
    let order = blocks.as_slice().iter().map(|block| block.machine.as_str()).collect::<Vec<_>>();
    let failover = ["db1", "db2", "db1", "configuration", "a", "b", "db2", "db1"];
    let planned = ["db1", "db2", "db1"];
    assert_eq!(order, [failover.as_slice(), &planned].concat());
    let mut next = || blocks.next().unwrap().words;

    machines.type_on("db1", &next());
    machines.type_on("db2", &next());
    machines.type_on("db1", &next());
    let [a, b] = offices(&machines, &next());
    type_at(&a, &next());
    let password = |office: &Office| office.config().parent().unwrap().join("db.password");
    fs::copy(password(&a), password(&b)).unwrap();
    type_at(&b, &next());
    a.open_game_without_pictures();
    let config = fieldpost_daemon::config::Config::load(&a.config()).unwrap();
    let store = PostgresStore::open_to_look(fieldpost_daemon::record::postgres(&config).unwrap()).unwrap();
    let _daemons = [a.daemon(), b.daemon()];
    is_filed(&a, &store, 1);

    machines.lose("db1");
    machines.type_on("db2", &next());
    machines.type_on("db1", &next());
    is_filed(&a, &store, 2);
    let well = |words: &str| words.contains("a letter is on 2 disks when it is acknowledged");
    a.await_words(&["doctor"], well);

    // The planned change is printed for db1 as the primary, and by now db2 is.
    for machine in ["db2", "db1", "db2"] {
        machines.type_on(machine, &exchanged(&next()));
    }
    is_filed(&a, &store, 3);
    a.await_words(&["doctor"], well);
}

/// Words with the databases in one another's place.
fn exchanged(words: &str) -> String {
    words.replace("db1", "db0").replace("db2", "db1").replace("db0", "db2")
}
