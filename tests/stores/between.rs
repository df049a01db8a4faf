//! What stands between a daemon and its database: a pooler, a server that closes idle connections, a name that is not known, a primary
//! that takes no writes, and one that was superseded. Each is told in plain words, and survived.

use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use fieldpost_desk::record::LetterNo;
use fieldpost_store::postgres::{Advice, Finding, PostgresConfig, PostgresStore, look, migrate};
use fieldpost_store::{Store, StoreError};

use crate::cluster::{Cluster, Server, unprivileged};
use crate::fixture::*;

/// How a store does not open.
fn refused(config: PostgresConfig) -> String {
    PostgresStore::open(config).err().map(|error| error.to_string()).unwrap_or_else(|| "it opened".into())
}

#[test]
fn a_server_that_closes_idle_connections_is_asked_again() {
    let Some(cluster) = Cluster::start() else { return };
    let schema = cluster.schema();
    let a = cluster.open(&schema, "a");
    a.open_game(new_game()).unwrap();
    cluster.psql("ALTER SYSTEM SET idle_session_timeout = '150ms'");
    cluster.psql("SELECT pg_reload_conf()");
    let idle = || thread::sleep(Duration::from_millis(500));
    for number in 1..=3 {
        idle();
        assert_eq!(a.reserve_letters(1).unwrap().len(), 1);
        idle();
        assert!(a.renew().unwrap());
        idle();
        a.set_cursor("imap", "INBOX", &cursor()).unwrap();
        idle();
        assert_eq!(a.file(letter(number, 1, 600)).unwrap(), LetterNo(number));
        idle();
        assert_eq!(a.letters(LetterNo(0), 9).unwrap().len() as u64, number);
        idle();
        assert!(a.whole_game(&bohemia()).unwrap().version > 0);
    }
}

#[test]
fn a_name_that_is_not_known_is_told_and_the_other_host_is_used() {
    let Some(cluster) = Cluster::start() else { return };
    let schema = cluster.schema();
    let mut config = cluster.config(&schema, "a");
    let here = config.hosts.remove(0);
    config.hosts = vec![("db1.invalid".into(), 5432), ("db2.invalid".into(), 5432)];
    let words = refused(config.clone());
    assert!(words.contains("none of db1.invalid:5432, db2.invalid:5432 is known by its name"), "{words}");
    config.hosts[1] = here;
    PostgresStore::open(config).unwrap();
}

#[test]
fn a_primary_that_takes_no_writes_is_told_and_used_again_when_it_does() {
    let Some(cluster) = Cluster::start() else { return };
    let schema = cluster.schema();
    let a = cluster.open(&schema, "a");
    a.open_game(new_game()).unwrap();
    let may_write = |may: &str| {
        cluster.psql(&format!("ALTER SYSTEM SET default_transaction_read_only = {may}"));
        cluster.psql("SELECT pg_reload_conf()");
        thread::sleep(Duration::from_millis(300));
    };
    may_write("on");
    let words = refused(cluster.config(&schema, "b"));
    assert!(words.contains("takes writes: they are standbys, or read-only"), "{words}");
    thread::scope(|scope| {
        let filing = scope.spawn(|| a.file(letter(1, 1, 600)));
        thread::sleep(Duration::from_secs(2));
        assert!(!filing.is_finished(), "it waits");
        may_write("off");
        assert_eq!(filing.join().unwrap().unwrap(), LetterNo(1));
    });
}

/// Issue 42, 4: what is asked of each host, so that a slip shows before the failover, and a second primary before letters are lost.
#[test]
fn each_host_is_asked_and_a_second_primary_is_found() {
    let Some(first) = Server::start("") else { return };
    let second = first.standby();
    let mut config = first.config("t0", "a");
    config.hosts.push(("127.0.0.1".into(), second.port));
    migrate(&config).unwrap();
    let name = |server: &Server| format!("127.0.0.1:{}", server.port);
    let faults = |found: &[Finding]| {
        let faults = found.iter().filter(|one| one.is_fault);
        faults.map(|one| (one.words.clone(), one.advice.clone())).collect::<Vec<_>>()
    };
    let found = look(&config, 1);
    assert_eq!(faults(&found), [], "{found:?}");
    let says = |words: &str| found.iter().any(|one| one.words.contains(words));
    assert!(
        says(&format!(
            "{} takes writes (timeline 1); standbys connected to it: walreceiver (streaming, async)",
            name(&first)
        )),
        "{found:?}"
    );
    assert!(says(&format!("{} is a standby, and receives what is written", name(&second))), "{found:?}");

    // A slip in the other's port.
    let mut slipped = config.clone();
    slipped.hosts[1].1 = 1;
    let [(words, advice)] = faults(&look(&slipped, 1)).try_into().unwrap();
    assert!(words.starts_with("127.0.0.1:1 is not reached: "), "{words}");
    assert_eq!(advice, Advice::Host("127.0.0.1:1".into()));

    // The primary is lost: the standby receives nothing, and none takes writes.
    first.kill();
    let found = faults(&look(&config, 1));
    assert!(found.iter().any(|(_, advice)| *advice == Advice::Follow(name(&second))), "{found:?}");
    assert!(found.iter().any(|(words, _)| words.contains("none of its hosts is a primary")), "{found:?}");

    // It comes back after the failover: the older of two.
    second.promote();
    first.up();
    let found = look(&config, 1);
    let [(words, advice)] = faults(&found).try_into().unwrap();
    assert!(
        words.contains(&format!(
            "{} takes writes too, and is the older of two primaries (timeline 1; {} has 2)",
            name(&first),
            name(&second)
        )),
        "{words}"
    );
    assert_eq!(advice, Advice::ShutDown(name(&first)));
    assert!(
        found.iter().any(|one| one.words.contains("a row can be written")),
        "of the newer one: {found:?}"
    );
}

/// The old primary comes back after the failover and takes writes, the first of the hosts.
#[test]
fn a_primary_that_was_superseded_is_not_written_to() {
    let Some(first) = Server::start("") else { return };
    let second = first.standby();
    let mut config = config_of(&first);
    config.hosts.push(("127.0.0.1".into(), second.port));
    migrate(&config).unwrap();
    let a = PostgresStore::open(config.clone()).unwrap();
    a.open_game(new_game()).unwrap();
    first.kill();
    second.promote();
    assert_eq!(a.file(letter(1, 1, 600)).unwrap(), LetterNo(1));
    first.up();
    assert_eq!(first.psql("SELECT pg_is_in_recovery()"), "f", "both take writes");
    let broken =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'fieldpost %'";
    second.psql(broken);
    assert_eq!(a.file(letter(2, 1, 600)).unwrap(), LetterNo(2));
    let filed = |server: &Server| server.psql("SELECT count(*) FROM t0.letter");
    assert_eq!((filed(&first).as_str(), filed(&second).as_str()), ("0", "2"));
    // Where there is no other it is told, and nothing is written.
    second.kill();
    let error = a.reserve_letters(1).unwrap_err();
    assert!(error.to_string().contains("an older primary (timeline 1, and 2 was seen)"), "{error}");
    assert!(matches!(error, StoreError::Database { .. }) && a.is_away(&error));
    // Nor by one that is started only now, and reaches the older one alone: its folder has kept what it saw.
    drop(a);
    let server_alone = PostgresConfig { hosts: config.hosts[..1].to_vec(), ..config.clone() };
    let words = refused(config);
    assert!(words.contains("an older primary (timeline 1, and 2 was seen)"), "{words}");
    assert!(words.contains("remove /") && words.contains("/timeline"), "{words}");
    let found = look(&server_alone, 1);
    let told = |one: &Finding| {
        one.is_fault && one.words.contains("was superseded (timeline 1; 2 was seen from here)")
    };
    assert!(found.iter().any(told), "{found:?}");
}

fn config_of(server: &Server) -> PostgresConfig {
    server.config("t0", "a")
}

/// A pgbouncer in front of a server; killed when dropped.
struct Pooler {
    child: Child,
    port: u16,
    _folder: tempfile::TempDir,
}

impl Pooler {
    /// `None`, with a word, where none is installed.
    fn start(server: &Server, more: &str) -> Option<Self> {
        let program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"]
            .into_iter()
            .find(|path| std::path::Path::new(path).exists());
        let Some(program) = program else {
            eprintln!("no pgbouncer is installed here, so no pooler is tried");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let file = folder.path().join("pgbouncer.ini");
        let words = format!(
            "[databases]\n* = host=127.0.0.1 port={}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n\
             unix_socket_dir =\nauth_type = any\npool_mode = transaction\n{more}\n",
            server.port
        )
        .replace("* = host", "postgres = user=fieldpost host");
        std::fs::write(&file, words).unwrap();
        assert!(Command::new("chmod").args(["-R", "a+rX"]).arg(folder.path()).status().unwrap().success());
        let mut command = unprivileged(std::path::Path::new(program));
        let child = command
            .arg("-q")
            .arg(&file)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(20), "pgbouncer does not listen");
            thread::sleep(Duration::from_millis(50));
        }
        Some(Pooler { child, port, _folder: folder })
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

const A_POOLER: &str = "a pooler stands between that hands sessions on";

#[test]
fn a_pooler_that_hands_sessions_on_is_told_and_nothing_is_written_through_it() {
    let Some(cluster) = Cluster::start() else { return };
    let schema = cluster.schema();
    let through = |pooler: &Pooler| {
        let hosts = vec![("127.0.0.1".into(), pooler.port)];
        PostgresConfig { hosts, ..cluster.config(&schema, "a") }
    };
    // As it is installed it refuses what a session asks for; told to pass over that it drops it.
    for more in ["", "ignore_startup_parameters = options"] {
        let Some(pooler) = Pooler::start(&cluster.server, more) else { return };
        let words = refused(through(&pooler));
        assert!(words.contains(A_POOLER), "{more:?}: {words}");
    }
    // The schema may be the role's own; then the session itself tells it.
    cluster.psql(&format!("ALTER ROLE fieldpost SET search_path = {schema}"));
    let Some(pooler) = Pooler::start(&cluster.server, "ignore_startup_parameters = options") else { return };
    let looked = look(&through(&pooler), 1);
    let tells = |one: &Finding| {
        one.is_fault && (one.words.contains("a pooler hands the session on") || one.words.contains(A_POOLER))
    };
    let told = looked.iter().any(tells);
    assert!(told, "{looked:?}");
    // The pool of whole sessions is no hindrance.
    let session = "ignore_startup_parameters = options\npool_mode = session";
    let Some(pooler) = Pooler::start(&cluster.server, session) else { return };
    let found = look(&through(&pooler), 1);
    assert!(found.iter().any(|one| one.words == "its session is its own"), "{found:?}");
}
