//! A daemon of an older release beside one of this one, as long as machines are brought to it one after the other.
//!
//! The older program is built from its commit (65527c5c^ is the last that knows two migrations) and named:
//!
//!     FIELDPOST_OLDER=/tmp/before/target/debug/fieldpost cargo test --features postgres --test cluster -- --ignored --nocapture older

use std::path::PathBuf;

use fieldpost_desk::record::{LetterNo, Verdict};
use fieldpost_store::{PostgresStore, Store};

use crate::cluster::Server;
use crate::figures::{machine, of_database, send};
use crate::office::{Office, each_answer_exists_once};

const GAMES: usize = 4;
const LETTERS: usize = 48;

/// Letters come in, and all that came so far are filed.
fn are_filed(office: &Office, store: &PostgresStore, round: usize) {
    send(office, GAMES, LETTERS, round);
    let all = LETTERS * (round + 1);
    office.await_true("letters are not filed", || {
        store.letters(LetterNo(0), usize::MAX).is_ok_and(|letters| letters.len() == all)
    });
}

/// The daemons that filed letters since a round began.
fn who_filed(server: &Server, round: usize) -> String {
    server.psql(&format!(
        "SELECT string_agg(DISTINCT d.name, ',' ORDER BY d.name) FROM fieldpost.letter l \
         JOIN fieldpost.entry_body b ON b.shelf = 0 AND b.hash = l.raw JOIN fieldpost.entry e ON e.write = b.write AND e.place = b.place \
         JOIN fieldpost.daemon d ON d.incarnation = e.daemon WHERE l.number > {}",
        round * LETTERS
    ))
}

#[test]
#[ignore = "it wants an older program"]
fn an_older_daemon_works_beside_this_one_after_the_newest_migration() {
    let older = PathBuf::from(std::env::var_os("FIELDPOST_OLDER").unwrap());
    let Some(server) = Server::start("") else { return };
    let mut a = machine(None, &of_database(&server, "a"));
    let b = machine(Some(&a), &of_database(&server, "b"));
    a.runs(&older);
    a.must(&["store", "migrate"]);
    (0..GAMES).for_each(|number| a.open_game_named(&format!("demo{number}")));
    let migrations = || server.psql("SELECT count(*) FROM fieldpost.migration");
    let before = migrations();
    let old = a.daemon();
    // This program does not work on the older tables, and says what brings them up.
    let refused = b.try_to(&["run"]);
    let words = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        !refused.status.success() && words.contains("`fieldpost store migrate` carries out the rest"),
        "{words}"
    );
    let config = fieldpost_daemon::config::Config::load(&b.config()).unwrap();
    b.must(&["store", "migrate"]);
    assert_ne!(migrations(), before, "or the older program is none");
    let store = PostgresStore::open_to_look(fieldpost_daemon::record::postgres(&config).unwrap()).unwrap();
    are_filed(&a, &store, 0);
    assert_eq!(who_filed(&server, 0), "a", "it goes on while the tables change");

    let new = b.daemon();
    b.await_true("it does not listen", || b.store().join("control.sock").exists());
    std::thread::sleep(std::time::Duration::from_secs(10));
    are_filed(&a, &store, 1);
    println!("the second round was filed by {}", who_filed(&server, 1));
    let status = b.must(&["status"]);
    assert!(status.contains(" a ") && status.contains(" b "), "{status}");

    // Each without the other; the older is started again on the newer tables.
    new.stop();
    are_filed(&a, &store, 2);
    assert_eq!(who_filed(&server, 2), "a");
    let new = b.daemon();
    b.await_true("it does not listen", || b.store().join("control.sock").exists());
    old.stop();
    are_filed(&a, &store, 3);
    assert_eq!(who_filed(&server, 3), "b");
    let _old = a.daemon();
    new.stop();
    are_filed(&a, &store, 4);
    assert_eq!(who_filed(&server, 4), "a");

    let letters = store.letters(LetterNo(0), usize::MAX).unwrap();
    assert!(letters.iter().all(|letter| letter.verdict == Verdict::Obeyed), "{letters:?}");
    a.await_quiet();
    each_answer_exists_once(&a.stack, &store);
}
