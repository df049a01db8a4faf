//! Whatever waits for a standby says so, and what only reads waits for none (issue 42).

use std::thread;
use std::time::{Duration, Instant};

use fieldpost_desk::record::LetterNo;
use fieldpost_store::postgres::{PostgresStore, look, migrate};
use fieldpost_store::{Store, Work};

use crate::cluster::{Cluster, SAID};
use crate::exported;
use crate::fixture::*;

/// How long anything may take to be said: three seconds, on a machine that others use too.
const PATIENCE: Duration = Duration::from_secs(20);

/// How often it was said so far.
fn said(words: &str) -> usize {
    SAID.lock().unwrap().iter().filter(|said| said.contains(words)).count()
}

#[track_caller]
fn await_said(words: &str, times: usize) {
    let begun = Instant::now();
    while said(words) < times {
        assert!(
            begun.elapsed() < PATIENCE,
            "{words:?} was not said {times} times: {:?}",
            SAID.lock().unwrap()
        );
        thread::sleep(Duration::from_millis(50));
    }
}

fn ask_for(cluster: &Cluster, standby: &str) {
    cluster.psql(&format!("ALTER SYSTEM SET synchronous_standby_names = '{standby}'"));
    cluster.psql("SELECT pg_reload_conf()");
    thread::sleep(Duration::from_millis(300));
}

/// Lets all go on that waits, also where the test fails: a scope ends when its threads do.
struct LetGo<'a>(&'a Cluster);

impl Drop for LetGo<'_> {
    fn drop(&mut self) {
        ask_for(self.0, "");
    }
}

#[test]
fn who_waits_for_a_standby_says_so_and_goes_on_and_who_reads_does_not_wait() {
    let Some(cluster) = Cluster::start() else { return };
    let schema = cluster.schema();
    let (a, b) = (cluster.open(&schema, "a"), cluster.open(&schema, "b"));
    a.open_game(new_game()).unwrap();
    // What a waiting write has locked keeps nobody from saying that it lives.
    a.claim(&Work::Game(bohemia())).unwrap().unwrap();
    ask_for(&cluster, "nobody");
    let waits = "waits for a standby, for ";
    thread::scope(|scope| {
        let let_go = LetGo(&cluster);
        let filing = scope.spawn(|| a.file(letter(1, 1, 600)));
        await_said(waits, 1);
        let told = SAID.lock().unwrap()[0].clone();
        assert!(told.contains("synchronous_standby_names = 'nobody'"), "{told}");
        assert!(told.contains("no standby is connected"), "{told}");
        // So does who waits for what such a write has locked, and who makes tables, or takes part.
        let behind = scope.spawn(|| b.file(letter(2, 1, 600)));
        let making = scope.spawn(|| migrate(&cluster.config("another", "migration")));
        let joining = scope.spawn(|| PostgresStore::open(cluster.config(&schema, "c")).map(drop));
        await_said(waits, 4);
        // Reads, signs of life and looks do not wait.
        let begun = Instant::now();
        for daemon in [&a, &b] {
            // Whether it lost its claim meanwhile is no matter.
            daemon.renew().unwrap();
        }
        assert_eq!(a.letters(LetterNo(0), 9).unwrap().len(), 0);
        assert!(exported(&b).len() > 100);
        let awaited = b.awaited().unwrap().unwrap();
        assert!(awaited.writes >= 2 && awaited.seconds >= 3, "{awaited:?}");
        let beside = PostgresStore::open_beside(cluster.config(&schema, "a")).unwrap();
        assert_eq!(beside.games().unwrap().len(), 1);
        let found = look(&cluster.config(&schema, "a"), 1);
        assert!(
            found.iter().any(|one| one.is_fault && one.words.contains("commits wait for a standby")),
            "{found:?}"
        );
        assert!(begun.elapsed() < PATIENCE, "{:?}", begun.elapsed());
        assert!(
            !filing.is_finished() && !behind.is_finished() && !making.is_finished() && !joining.is_finished()
        );
        drop(let_go);
        assert_eq!(filing.join().unwrap().unwrap(), LetterNo(1));
        assert_eq!(behind.join().unwrap().unwrap(), LetterNo(2));
        making.join().unwrap().unwrap();
        joining.join().unwrap().unwrap();
    });
    await_said("the wait for a standby is over, after ", 4);
    assert_eq!(a.awaited().unwrap(), None);
}
