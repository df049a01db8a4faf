//! What all trials have in common: two machines, letters and turns in a fixed order, and what must stand at the end: what one
//! undisturbed daemon with a folder makes of the same letters and turns.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use fieldpost_daemon::config::Config;
use fieldpost_desk::record::{GameName, LetterNo, Verdict};
use fieldpost_engine::piece::Piece;
use fieldpost_store::{Mail, MailId, MailState, PostgresStore, SledStore, Store};
use rand::RngExt;
use tempfile::TempDir;

use crate::cluster::Server;
use crate::office::{Daemon, Office, PLAYERS, each_answer_exists_once, letter, orders, standing};

/// How long anything may take to come about.
const PATIENCE: Duration = Duration::from_secs(240);

pub fn is_long() -> bool {
    std::env::var("FIELDPOST_LONG").is_ok_and(|long| long == "1")
}

/// Turns that are played unless a trial asks for more; before each, every player writes for a unit.
fn turns() -> u32 {
    if is_long() { 12 } else { 4 }
}

fn demo() -> GameName {
    GameName("demo".into())
}

/// What stands at the end.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    /// Of each turn that was run.
    hashes: Vec<String>,
    /// Orders in force.
    standing: BTreeMap<Piece, (u16, Vec<String>)>,
    /// How many reports each player was owed.
    reports: BTreeMap<String, usize>,
}

impl Outcome {
    fn of(store: &dyn Store) -> Self {
        let hash = |turn| store.turn(&demo(), turn).unwrap().map(|turn| turn.hash);
        let hashes = (1..).map_while(hash).collect();
        let mut reports = BTreeMap::new();
        for row in store.mails(MailId(0), 10_000).unwrap() {
            if row.kind == Mail::Report {
                *reports.entry(row.to).or_default() += 1;
            }
        }
        assert!(store.voided_runs(&demo()).unwrap().is_empty());
        Outcome { hashes, standing: standing(store), reports }
    }
}

/// What one daemon makes of so many turns that nothing disturbs, with the embedded store.
fn undisturbed(turns: u32) -> Outcome {
    let office = Office::bare();
    office.open_game_without_pictures();
    let daemon = office.daemon();
    let ask = |commands: &str| office.typed(commands);
    let turn = || open_turn(&office);
    play(&office, turns, &ask, &turn);
    office.await_quiet();
    daemon.stop();
    Outcome::of(&SledStore::open(&office.store()).unwrap())
}

/// The same of the turns that most trials play, worked out once.
fn of_most_trials() -> &'static Outcome {
    static OUTCOME: OnceLock<Outcome> = OnceLock::new();
    OUTCOME.get_or_init(|| undisturbed(turns()))
}

/// The turn that is open, if the daemon says so.
fn open_turn(office: &Office) -> Option<u32> {
    let ended = office.try_to(&["status", "--json"]);
    let status: serde_json::Value = serde_json::from_slice(&ended.stdout).ok()?;
    u32::try_from(status["games"][0]["turn"].as_u64()?).ok()
}

/// Sends all letters and has all turns run. `ask` types commands; `turn` tells which is open. Either may fail for a while.
fn play(office: &Office, turns: u32, ask: &dyn Fn(&str) -> Option<String>, turn: &dyn Fn() -> Option<u32>) {
    for number in 1..=turns {
        send(office, number);
        let begun = Instant::now();
        let is_open = || turn().is_none_or(|open| open <= number);
        // All that was sent counts for this turn.
        office.await_true("Postfix keeps letters", || office.stack.all_is_delivered());
        office.await_true("letters stay in the inbox", || office.stack.letters("war").is_empty());
        while is_open() {
            assert!(begun.elapsed() < PATIENCE, "turn {number} is not run\n{}", office.log());
            // The turn by its number: what is asked for twice is done once.
            let token = ask(&format!("RUN TURN {number}")).as_deref().and_then(token_in);
            if let Some(token) = token {
                ask(&format!("CONFIRM {token}"));
            }
            let asked = Instant::now();
            while is_open() && asked.elapsed() < Duration::from_secs(8) {
                std::thread::sleep(Duration::from_millis(100));
            }
        }
    }
    send(office, turns + 1);
}

fn token_in(words: &str) -> Option<String> {
    let token = words.split("CONFIRM ").nth(1)?.split_whitespace().next()?;
    Some(token.to_owned())
}

/// Letters a turn: one of each player for a unit of theirs, so that nothing hangs on who came first.
const UNITS: [(&str, usize); 4] = [("PR1IN", 0), ("PR6IN", 1), ("AU5IN", 2), ("AU1IN", 3)];

fn send(office: &Office, turn: u32) {
    // A mailbox tells the second of a letter's receipt: one of the second in which a turn was run may be of before.
    std::thread::sleep(Duration::from_millis(1_100));
    for (unit, player) in UNITS {
        let lines = format!("UNIT {unit}\nENTRY {}-7\nSUPPORT 7-7 RADIUS {}", turn % 10, turn % 4);
        let user = PLAYERS[player].1;
        let raw = letter(user, &format!("{unit}-{turn}"), &orders(player, &lines));
        office.stack.send_by_python(&format!("{user}@localhost"), "war@localhost", &raw);
    }
}

/// Two machines with a daemon each, over one record.
pub struct Trial {
    pub machines: [Office; 2],
    daemons: [Mutex<Option<Daemon>>; 2],
    /// The machine that nothing is done to just now: who asks asks there.
    steady: AtomicUsize,
    /// How often the mailbox of a daemon that was stopped was another's when it woke.
    pub taken_over: AtomicU64,
    /// Whether all turns have been run, so that disturbing may end.
    is_played: AtomicBool,
    /// Reads the record as it stands, whatever becomes of the daemons.
    reader: PostgresStore,
}

impl Trial {
    /// Two daemons on a database that one of these servers is.
    pub fn on(servers: &[&Server]) -> Self {
        let ports: Vec<u16> = servers.iter().map(|server| server.port).collect();
        Trial::by([&ports, &ports])
    }

    /// Two daemons on a database that one of these ports leads to, of each daemon's own.
    pub fn by(ports: [&[u16]; 2]) -> Self {
        let more = |name: &str, ports: &[u16]| {
            let hosts = ports.iter().map(|port| format!("\"127.0.0.1:{port}\""));
            let hosts = hosts.collect::<Vec<_>>().join(", ");
            format!(
                "[postgres]\nhosts = [{hosts}]\ndatabase = \"postgres\"\nuser = \"fieldpost\"\ntls = \"off\"\ncopies = {}\n\
                 [cluster]\nname = \"{name}\"\nlease_seconds = 1\n",
                ports.len()
            )
        };
        let folder = || {
            let folder = TempDir::new().unwrap();
            let store = folder.path().join("store");
            (folder, store)
        };
        let (at, store) = folder();
        let a = Office::bare_in(at, store, "", &more("a", ports[0]));
        let (at, store) = folder();
        let b = Office::beside(a.stack.clone(), at, store, "", &more("b", ports[1]));
        // Both sign with one key.
        std::fs::copy(a.store().join("identity.toml"), b.store().join("identity.toml")).unwrap();
        a.must(&["store", "migrate"]);
        a.open_game_without_pictures();
        let config = fieldpost_daemon::record::postgres(&Config::load(&a.config()).unwrap()).unwrap();
        let reader = PostgresStore::open_beside(config).unwrap();
        let daemons = [Mutex::new(Some(a.daemon())), Mutex::new(Some(b.daemon()))];
        let (steady, taken_over) = (AtomicUsize::new(0), AtomicU64::new(0));
        let is_played = AtomicBool::new(false);
        let trial = Trial { machines: [a, b], daemons, steady, taken_over, is_played, reader };
        for machine in &trial.machines {
            machine.await_true("a daemon does not listen", || machine.store().join("control.sock").exists());
        }
        trial
    }

    /// Letters come in and turns are run while `disturb` goes on. Then all is quiet, and everything is there once.
    pub fn run(&self, disturb: impl FnOnce(&Trial) + Send) {
        self.run_turns(turns(), of_most_trials(), disturb);
    }

    /// The same with so many turns, held against one daemon that plays them undisturbed.
    pub fn run_long(&self, turns: u32, disturb: impl FnOnce(&Trial) + Send) {
        self.run_turns(turns, &undisturbed(turns), disturb);
    }

    fn run_turns(&self, turns: u32, expected: &Outcome, disturb: impl FnOnce(&Trial) + Send) {
        std::thread::scope(|scope| {
            let disturbance = scope.spawn(|| disturb(self));
            let ask = |commands: &str| self.asked().typed(commands);
            let turn = || Some(self.reader.game(&demo()).ok()??.turn);
            play(&self.machines[0], turns, &ask, &turn);
            self.is_played.store(true, Ordering::SeqCst);
            disturbance.join().unwrap();
        });
        self.come_to_rest();
        self.account(turns, expected);
    }

    /// Whether turns are still to be run.
    pub fn is_playing(&self) -> bool {
        !self.is_played.load(Ordering::SeqCst)
    }

    fn asked(&self) -> &Office {
        &self.machines[self.steady.load(Ordering::SeqCst)]
    }

    /// At most so many milliseconds.
    pub fn pass_a_moment(&self, longest: u64) {
        std::thread::sleep(Duration::from_millis(rand::rng().random_range(0..longest)));
    }

    /// Kills a daemon with all that it has in hand, and starts it again.
    pub fn kill(&self, machine: usize) {
        self.steady.store(1 - machine, Ordering::SeqCst);
        let mut daemon = self.daemons[machine].lock().unwrap();
        daemon.take().unwrap().kill();
        *daemon = Some(self.machines[machine].daemon());
    }

    /// Stops a daemon with all that it has in hand, and wakes it.
    pub fn stop_for(&self, machine: usize, time: Duration, server: &Server) {
        self.steady.store(1 - machine, Ordering::SeqCst);
        let daemon = self.daemons[machine].lock().unwrap();
        let polls = format!(
            "SELECT count(*) FROM fieldpost.source s JOIN fieldpost.daemon d ON d.incarnation = s.owner WHERE d.name = '{}'",
            ["a", "b"][machine]
        );
        daemon.as_ref().unwrap().signal("STOP");
        let had = server.psql(&polls) == "1";
        std::thread::sleep(time);
        if had && server.psql(&polls) == "0" {
            self.taken_over.fetch_add(1, Ordering::SeqCst);
        }
        daemon.as_ref().unwrap().signal("CONT");
    }

    fn come_to_rest(&self) {
        let store = &self.reader;
        let office = &self.machines[0];
        let logs = || format!("{}\n{}", office.log(), self.machines[1].log());
        let begun = Instant::now();
        let waits = || {
            let rows = store.mails(MailId(0), 10_000).unwrap();
            let waiting =
                rows.into_iter().filter(|row| matches!(row.state, MailState::Queued | MailState::Sending));
            waiting.map(|row| (row.id.0, row.kind, row.state, row.last_trouble)).collect::<Vec<_>>()
        };
        office.await_true("Postfix keeps letters", || office.stack.all_is_delivered());
        office.await_true("letters stay in the inbox", || office.stack.letters("war").is_empty());
        while !waits().is_empty() {
            assert!(begun.elapsed() < PATIENCE, "mails wait: {:?}\n{}", waits(), logs());
            std::thread::sleep(Duration::from_millis(100));
        }
        office.await_true("Postfix keeps answers", || office.stack.all_is_delivered());
    }

    fn account(&self, turns: u32, expected: &Outcome) {
        let store = &self.reader;
        let sent = UNITS.len() * (turns as usize + 1);
        let records = store.letters(LetterNo(0), 10_000).unwrap();
        let records =
            records.into_iter().filter(|record| record.place.account == "inbox").collect::<Vec<_>>();
        let not_obeyed = records.iter().filter(|record| record.verdict != Verdict::Obeyed);
        let not_obeyed =
            not_obeyed.map(|one| (&one.message_id, &one.verdict, &one.receipt)).collect::<Vec<_>>();
        assert!(not_obeyed.is_empty(), "{not_obeyed:?}");
        let ids = records.iter().filter_map(|record| record.message_id.clone()).collect::<BTreeSet<_>>();
        assert_eq!((ids.len(), records.len()), (sent, sent), "letters, and letters filed");
        each_answer_exists_once(&self.machines[0].stack, store);
        let found = Outcome::of(store);
        assert_eq!(found.hashes.len(), turns as usize, "turns run");
        assert_eq!(&found, expected);
    }
}
