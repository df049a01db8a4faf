//! Letters of one mailbox are judged by all daemons, each of its games, and cost few questions of the record.

use std::time::{Duration, Instant};

use fieldpost_desk::record::{LetterNo, Verdict};
use fieldpost_store::{PostgresStore, Store};

use crate::cluster::Server;
use crate::figures::{machine, of_database, open_games, send};

/// Statements a letter may cost from the mailbox to the answer that is sent, with all that daemons ask besides: 50 were too many.
const STATEMENTS: u64 = 25;

/// What lies in a mailbox is dealt out in pieces as large as one daemon takes, so that more daemons do not each write batches of a few.
#[test]
fn four_daemons_write_the_letters_of_one_mailbox_in_few_batches() {
    let (games, letters) = (8, 200);
    let Some(server) = Server::start("") else { return };
    let first = machine(None, &of_database(&server, "a"));
    let others = ["b", "c", "d"].map(|name| machine(Some(&first), &of_database(&server, name)));
    first.must(&["store", "migrate"]);
    open_games(&first, games);
    let all = [&first].into_iter().chain(&others).collect::<Vec<_>>();
    let daemons = all.iter().map(|office| office.daemon()).collect::<Vec<_>>();
    for office in &all {
        office.await_true("a daemon does not listen", || office.store().join("control.sock").exists());
    }
    std::thread::sleep(Duration::from_secs(15));
    // All of them lie there before any is read.
    daemons.iter().for_each(|daemon| daemon.signal("STOP"));
    send(&first, games, letters, 0);
    daemons.iter().for_each(|daemon| daemon.signal("CONT"));
    let count = || server.psql("SELECT count(*) FROM fieldpost.letter");
    first.await_true("letters are not filed", || count() == letters.to_string());
    let of_letters = "fieldpost.entry e JOIN fieldpost.entry_body b USING (write, place) WHERE b.shelf = 0";
    let daemons = server.psql(&format!("SELECT count(DISTINCT e.daemon) FROM {of_letters}"));
    let writes = server.psql(&format!("SELECT count(DISTINCT e.write) FROM {of_letters}"));
    println!("{writes} writes of {daemons} daemons for {letters} letters");
    assert!(daemons.parse::<u32>().unwrap() > 1, "{daemons}");
    // Four batches of fifty each, and some more where a look found the first few letters alone; it were sixteen.
    assert!(writes.parse::<u32>().unwrap() <= 10, "{writes} writes");
}

#[test]
fn two_daemons_judge_the_letters_of_one_mailbox_and_ask_little() {
    let (games, letters) = (4, 80);
    let Some(server) = Server::start("-c shared_preload_libraries=pg_stat_statements") else { return };
    server.psql("CREATE EXTENSION pg_stat_statements");
    let a = machine(None, &of_database(&server, "a"));
    let b = machine(Some(&a), &of_database(&server, "b"));
    a.must(&["store", "migrate"]);
    open_games(&a, games);
    let _daemons = [a.daemon(), b.daemon()];
    // Each has heard of the other, and of the games.
    for office in [&a, &b] {
        office.await_true("a daemon does not listen", || office.store().join("control.sock").exists());
    }
    std::thread::sleep(Duration::from_secs(10));
    server.psql("SELECT pg_stat_statements_reset()");
    send(&a, games, letters, 0);
    let (begun, count) = (Instant::now(), || server.psql("SELECT count(*) FROM fieldpost.letter"));
    while count() != letters.to_string() {
        assert!(
            begun.elapsed() < Duration::from_secs(200),
            "{} of {letters}\n{}\n{}",
            count(),
            a.log(),
            b.log()
        );
        std::thread::sleep(Duration::from_millis(100));
    }
    let statements = server.psql("SELECT sum(calls) FROM pg_stat_statements").parse::<u64>().unwrap();
    let config = fieldpost_daemon::config::Config::load(&a.config()).unwrap();
    let store = PostgresStore::open_to_look(fieldpost_daemon::record::postgres(&config).unwrap()).unwrap();
    let records = store.letters(LetterNo(0), usize::MAX).unwrap();
    let obeyed = records.iter().filter(|record| record.verdict == Verdict::Obeyed).count();
    assert_eq!(obeyed, letters);
    let by = "SELECT count(DISTINCT e.daemon) FROM fieldpost.entry e JOIN fieldpost.entry_body b USING (write, place) \
              WHERE b.shelf = 0";
    assert_eq!(server.psql(by), "2", "both judge\n{}\n{}", a.log(), b.log());
    assert_eq!(server.psql("SELECT count(*) FROM fieldpost.dealt"), "0");
    println!("{statements} statements for {letters} letters");
    assert!(statements < STATEMENTS * letters as u64, "{statements} statements for {letters} letters");
}
