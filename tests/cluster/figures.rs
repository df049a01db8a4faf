//! Figures of whole daemons: letters a second with 1, 2 and 4 of them on one PostgreSQL beside one with a folder, and what a letter
//! costs in statements and in processor time. Not a test of anything, so it is asked for:
//!
//!     FIELDPOST_BENCH_FOLDER=/var/tmp cargo test --features postgres --test cluster -- --ignored --nocapture figures
//!
//! `FIELDPOST_BENCH_GAMES` and `FIELDPOST_BENCH_LETTERS` say of how many games and letters, `FIELDPOST_BENCH_DAEMONS` with how many
//! daemons, one after the other (`0,1,2,4,1` if nothing is said; 0 is one with a folder), `FIELDPOST_PROGRAM` with which program. One game is
//! opened as a host opens it, the others are its copies, with its passwords: opening a thousand by command takes half an hour. Each daemon has seen every
//! password before the clock runs (40 ms each, once a process); then the daemons are stopped until the letters lie in one mailbox. A
//! machine that others use as well gives no letters a second that hold; statements and processor time do.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use fieldpost_daemon::config::Config;
use fieldpost_daemon::record;
use fieldpost_desk::record::GameName;
use fieldpost_store::NewGame;

use crate::cluster::Server;
use crate::office::{Daemon, Office, PLAYERS, letter, orders};

const UNITS: [(&str, usize); 4] = [("PR1IN", 0), ("PR6IN", 1), ("AU5IN", 2), ("AU1IN", 3)];

fn asked_for(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|words| words.parse().ok()).unwrap_or(otherwise)
}

/// Puts letters of all players of all games into the mailbox, one after the other over one connection.
pub fn send(office: &Office, games: usize, letters: usize, round: usize) {
    const PROGRAM: &str = "import smtplib,sys\ns=smtplib.LMTP('127.0.0.1',int(sys.argv[1]))\n\
        for raw in sys.stdin.buffer.read().split(b'\\0'):\n s.sendmail('alice@localhost',['war@localhost'],raw)\ns.quit()\n";
    let one = |number: usize| {
        let (unit, player) = UNITS[number / games % UNITS.len()];
        let lines = format!("UNIT {unit}\nENTRY {}-7\nSUPPORT 7-7 RADIUS {}", number % 10, number % 4);
        let text = format!("GAME demo{}\n{}", number % games, orders(player, &lines));
        letter(PLAYERS[player].1, &format!("{round}-{number}"), &text)
    };
    let all = (0..letters).map(one).collect::<Vec<_>>().join(&0);
    let port = office.stack.port(24).to_string();
    let mut child =
        Command::new("python3").args(["-c", PROGRAM, &port]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&all).unwrap();
    assert!(child.wait().unwrap().success());
}

/// The processor time of a process and of those children of it that live, in hundredths of a second.
fn cpu(pid: u32) -> u64 {
    let children = Command::new("pgrep").args(["-P", &pid.to_string()]).output().unwrap();
    let children = String::from_utf8_lossy(&children.stdout).into_owned();
    let all = children.split_whitespace().map(str::to_owned).chain([pid.to_string()]);
    let of = |pid: String| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect::<Vec<_>>();
        let field = |at: usize| fields.get(at).and_then(|words| words.parse::<u64>().ok()).unwrap_or(0);
        field(11) + field(12)
    };
    all.map(of).sum()
}

/// What one run gave.
struct Figures {
    letters: usize,
    seconds: f64,
    daemons: Vec<u64>,
}

impl Figures {
    fn told(&self, what: &str) {
        let rate = self.letters as f64 / self.seconds;
        let cpu = self.daemons.iter().map(|cpu| format!("{:.1}", *cpu as f64 / 100.0)).collect::<Vec<_>>();
        println!(
            "{what}: {rate:.0} letters/s ({} in {:.1} s), processor s of each daemon: {}",
            self.letters,
            self.seconds,
            cpu.join(" ")
        );
    }
}

/// Has so many letters of so many games filed by these machines' daemons. The clock runs from the first letter that is put away.
fn filed(machines: &[&Office], games: usize, letters: usize, round: usize, begin: impl FnOnce()) -> Figures {
    let stack = &machines[0].stack;
    let left = || stack.letters("war").len();
    let few = games.min(16);
    send(machines[0], few, few * UNITS.len(), round + 1_000);
    let daemons = machines.iter().map(|office| office.daemon()).collect::<Vec<Daemon>>();
    let warming = Instant::now();
    while left() > 0 {
        assert!(warming.elapsed() < Duration::from_secs(1_200), "{}", machines[0].log());
        std::thread::sleep(Duration::from_millis(100));
    }
    println!("  each password was seen after {} s", warming.elapsed().as_secs());
    daemons.iter().for_each(|daemon| daemon.signal("STOP"));
    send(machines[0], games, letters, round);
    begin();
    daemons.iter().for_each(|daemon| daemon.signal("CONT"));
    let begun = Instant::now();
    let patience = |at: Instant| assert!(at.elapsed() < Duration::from_secs(300), "{}", machines[0].log());
    while left() >= letters {
        patience(begun);
        std::thread::sleep(Duration::from_millis(5));
    }
    let (first, at_first) = (Instant::now(), left());
    let before = daemons.iter().map(|daemon| cpu(daemon.id())).collect::<Vec<_>>();
    while left() > 0 {
        patience(first);
        std::thread::sleep(Duration::from_millis(5));
    }
    let seconds = first.elapsed().as_secs_f64();
    let daemons = daemons.iter().zip(before).map(|(daemon, before)| cpu(daemon.id()) - before).collect();
    Figures { letters: at_first, seconds, daemons }
}

pub fn machine(beside: Option<&Office>, more: &str) -> Office {
    let folder = TempDir::new().unwrap();
    let store = folder.path().join("store");
    match beside {
        None => Office::bare_in(folder, store, "", more),
        Some(first) => {
            let office = Office::beside(first.stack.clone(), folder, store, "", more);
            fs::copy(first.store().join("identity.toml"), office.store().join("identity.toml")).unwrap();
            office
        }
    }
}

/// What a machine's configuration says of a database.
pub fn of_database(server: &Server, name: &str) -> String {
    format!(
        "[postgres]\nhosts = [\"127.0.0.1:{}\"]\ndatabase = \"postgres\"\nuser = \"fieldpost\"\ntls = \"off\"\ncopies = 1\n\
         [cluster]\nname = \"{name}\"\nlease_seconds = 60\n",
        server.port
    )
}

/// Opens so many games: one as a host does, and copies of it.
pub fn open_games(office: &Office, games: usize) {
    office.open_game_named("demo0");
    let store = record::open(&Config::load(&office.config()).unwrap()).unwrap();
    let first = store.whole_game(&GameName("demo0".into())).unwrap();
    let text = |file: &String| (file.clone(), store.scenario_text(&first.row.name, file).unwrap());
    let scenario = first.row.scenario.keys().map(text).collect::<BTreeMap<_, _>>();
    for number in 1..games {
        let copy = NewGame {
            name: GameName(format!("demo{number}")),
            at_ms: first.row.opened_ms,
            setup: first.row.setup.clone(),
            scenario: scenario.clone(),
            position: first.position.clone(),
            turn: first.row.turn,
            accounts: first.accounts.clone(),
            administrators: Vec::new(),
            schedule: first.row.schedule.clone(),
            mails: Vec::new(),
            also: Vec::new(),
        };
        store.open_game(copy).unwrap();
    }
}

/// With how many daemons it is measured, one after the other.
fn daemons_asked_for() -> Vec<usize> {
    let asked = std::env::var("FIELDPOST_BENCH_DAEMONS").unwrap_or_else(|_| "0,1,2,4,1".into());
    asked.split(',').map(|count| count.parse().unwrap()).collect()
}

#[test]
#[ignore = "it measures"]
fn figures() {
    let (games, letters) = (asked_for("FIELDPOST_BENCH_GAMES", 8), asked_for("FIELDPOST_BENCH_LETTERS", 400));
    let Some(server) = Server::start("-c shared_preload_libraries=pg_stat_statements") else { return };
    server.psql("CREATE EXTENSION pg_stat_statements");
    let mut counts = daemons_asked_for();
    if counts.contains(&0) {
        let alone = machine(None, "");
        open_games(&alone, games);
        filed(&[&alone], games, letters, 0, || ()).told("a folder");
    }
    counts.retain(|count| *count > 0);

    let first = machine(None, &of_database(&server, "a"));
    let others = ["b", "c", "d"].map(|name| machine(Some(&first), &of_database(&server, name)));
    first.must(&["store", "migrate"]);
    open_games(&first, games);
    let all = [&first].into_iter().chain(&others).collect::<Vec<_>>();
    for (round, count) in (1..).zip(counts) {
        let begin = || drop(server.psql("SELECT pg_stat_statements_reset()"));
        let figures = filed(&all[..count], games, letters, round, begin);
        figures.told(&format!("PostgreSQL, {count} daemons"));
        let calls = server.psql("SELECT sum(calls), round(sum(total_exec_time)) FROM pg_stat_statements");
        println!("  statements, and ms within the server: {calls}, of {letters} letters");
        let most = "SELECT calls, round(total_exec_time), left(regexp_replace(query, '\\s+', ' ', 'g'), 110) \
                    FROM pg_stat_statements ORDER BY calls DESC LIMIT 24";
        println!("{}", server.psql(most));
    }
}
