//! Several daemons on one PostgreSQL: claims and their fences, mails in hand, letters at once, and passwords nowhere in it.

use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use fieldpost_desk::record::{LetterNo, Verdict};
use fieldpost_store::postgres::{PostgresConfig, PostgresStore, look, refuse_unless_empty};
use fieldpost_store::{BodyHash, Cursor, Filing, MadeOn, Mail, Mark, Round, Store, StoreError, Work, Write};

use crate::cluster::Cluster;
use crate::fixture::*;
use crate::postgres;

const LEASE: Duration = Duration::from_millis(1500);

fn two(cluster: &Cluster) -> (String, PostgresStore, PostgresStore) {
    let schema = cluster.schema();
    let (a, b) = (cluster.open(&schema, "a"), cluster.open(&schema, "b"));
    a.open_game(new_game()).unwrap();
    (schema, a, b)
}

#[test]
fn work_is_one_daemons_until_its_lease_ends_and_a_late_one_writes_nothing() {
    let Some(cluster) = Cluster::start() else { return };
    let (_, a, b) = two(&cluster);
    for work in [Work::Game(bohemia()), Work::Poll("imap".into(), "INBOX".into()), Work::Care] {
        let claim = a.claim(&work).unwrap().unwrap();
        assert_eq!(b.claim(&work).unwrap(), None, "{work:?}");
        a.give_back(&claim).unwrap();
        let next = b.claim(&work).unwrap().unwrap();
        assert!(next.fence > claim.fence);
        a.give_back(&claim).unwrap();
        assert_eq!(a.claim(&work).unwrap(), None, "what is another's is not given back by a late one");
        b.give_back(&next).unwrap();
    }

    // Renewed it holds beyond its lease; not renewed it ends within it.
    let work = Work::Game(bohemia());
    let claim = a.claim(&work).unwrap().unwrap();
    let begun = Instant::now();
    while begun.elapsed() < LEASE * 2 {
        assert!(a.renew().unwrap());
        assert_eq!(b.claim(&work).unwrap(), None);
        thread::sleep(LEASE / 4);
    }
    let silent = Instant::now();
    let taken = loop {
        match b.claim(&work).unwrap() {
            Some(claim) => break claim,
            None => thread::sleep(Duration::from_millis(20)),
        }
    };
    assert!(silent.elapsed() < LEASE + Duration::from_secs(3), "{:?}", silent.elapsed());
    assert!(taken.fence > claim.fence);

    // It wakes, with its turn run, and files it: too late.
    let late = MadeOn { claims: vec![claim], ..MadeOn::default() };
    let error = a.write(Write::Close(turn(1, b"Subject: late\r\n\r\n".to_vec())), &late).unwrap_err();
    assert!(matches!(error, StoreError::Fenced(_)), "{error}");
    let made_on = MadeOn { claims: vec![taken], ..MadeOn::default() };
    b.write(Write::Close(turn(1, b"Subject: Report\r\n\r\n".to_vec())), &made_on).unwrap();
    assert_eq!(a.game(&bohemia()).unwrap().unwrap().turn, 2);
    let names = a.daemons().unwrap();
    assert_eq!(names.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    assert!(names[1].holds.contains(&"game bohemia-1866".to_owned()), "{names:?}");
}

#[test]
fn the_loser_of_a_race_for_a_game_is_told_and_nothing_of_it_is_written() {
    let Some(cluster) = Cluster::start() else { return };
    let (_, a, b) = two(&cluster);
    let seen = MadeOn::game(&bohemia(), a.whole_game(&bohemia()).unwrap().version);
    let barrier = Barrier::new(2);
    let race = |store: &PostgresStore, number: u64| {
        barrier.wait();
        store.write(Write::File(vec![letter(number, 1, 600)]), &seen)
    };
    let (left, right) = thread::scope(|scope| {
        let (left, right) = (scope.spawn(|| race(&a, 1)), scope.spawn(|| race(&b, 2)));
        (left.join().unwrap(), right.join().unwrap())
    });
    let lost = [&left, &right].into_iter().filter(|one| matches!(one, Err(StoreError::Stale(_)))).count();
    assert_eq!(lost, 1, "{left:?} {right:?}");
    assert_eq!(a.letters(LetterNo(0), 9).unwrap().len(), 1);
}

#[test]
fn letters_of_many_daemons_at_once_are_each_filed_once_and_each_mail_is_in_one_hand() {
    let Some(cluster) = Cluster::start() else { return };
    let (_, a, b) = two(&cluster);
    // Both file every letter; each counts once, whoever is first.
    thread::scope(|scope| {
        for (store, step) in [(&a, 1), (&b, 7)] {
            scope.spawn(move || {
                for number in 0..40_u64 {
                    let number = number * step % 40 + 1;
                    assert_eq!(store.file(letter(number, 1, 600)).unwrap(), LetterNo(number));
                }
            });
        }
    });
    assert_eq!(a.letters(LetterNo(0), 99).unwrap().len(), 40);
    assert_eq!(a.last_letter().unwrap(), Some(LetterNo(40)), "by number, not by its digits");
    assert_eq!(a.counted("receipt:benedek@example.org", DAY).unwrap(), 40);
    let filed: usize = a.order_book(&bohemia()).unwrap().units.values().map(Vec::len).sum();
    assert_eq!(filed, 40);
    let notices = (0..60).map(|n| mail(Mail::Notice, &format!("n.{n}"), vec![n])).collect();
    a.post(NOW, notices).unwrap();
    let hands: Vec<Vec<u64>> = thread::scope(|scope| {
        let spawn = |store| {
            scope.spawn(move || {
                let store: &PostgresStore = store;
                let mut ids = Vec::new();
                loop {
                    let taken = store.take_in_hand(NOW * 2, 3).unwrap();
                    if taken.is_empty() {
                        return ids;
                    }
                    let marks =
                        taken.iter().map(|one| (one.token, Mark::Sent { id: one.row.id, at_ms: NOW }));
                    assert_eq!(store.mark_in_hand(&marks.collect::<Vec<_>>()).unwrap(), taken.len());
                    ids.extend(taken.iter().map(|one| one.row.id.0));
                }
            })
        };
        [spawn(&a), spawn(&b)].map(|hand| hand.join().unwrap()).into()
    });
    let mut all = hands.concat();
    all.sort_unstable();
    let total = all.len();
    all.dedup();
    assert_eq!((all.len(), total), (62, 62), "60 notices, the welcome, and the newest receipt");
}

#[test]
fn a_mail_whose_sender_is_silent_is_sent_by_another_with_the_same_message_id() {
    let Some(cluster) = Cluster::start() else { return };
    let (schema, a, b) = two(&cluster);
    let dead = a.take_in_hand(NOW * 2, 9).unwrap().remove(0);
    assert!(b.take_in_hand(NOW * 2, 9).unwrap().is_empty());
    // The lease is a quarter of an hour: it ends now.
    cluster.psql(&format!(
        "UPDATE {schema}.mail SET lease_until = clock_timestamp() - interval '1 s' WHERE owner IS NOT NULL"
    ));
    let living = b.take_in_hand(NOW * 2, 9).unwrap().remove(0);
    assert_eq!((living.row.id, &living.row.message_id), (dead.row.id, &dead.row.message_id));
    let sent = Mark::Sent { id: living.row.id, at_ms: NOW };
    assert_eq!(
        a.mark_in_hand(&[(dead.token, sent.clone())]).unwrap(),
        0,
        "the dead one's mark counts no more"
    );
    assert_eq!(b.mark_in_hand(&[(living.token, sent)]).unwrap(), 1);
}

#[test]
fn a_turn_waits_for_mailboxes_that_another_daemon_reads() {
    let Some(cluster) = Cluster::start() else { return };
    let (_, a, b) = two(&cluster);
    a.claim(&Work::Poll("imap".into(), "INBOX".into())).unwrap().unwrap();
    let polls = b.polls().unwrap();
    assert_eq!((polls[0].account.as_str(), polls[0].polled_ms), ("imap", None), "claimed, and never read");
    assert_eq!((polls[0].read_by.as_deref(), polls[0].is_claimed), (None, true));
    let at = |polled_ms| Cursor { polled_ms: Some(polled_ms), ..cursor() };
    a.set_cursor("imap", "INBOX", &at(NOW)).unwrap();
    b.set_cursor("imap", "INBOX", &at(NOW - 5)).unwrap();
    let poll = b.polls().unwrap().remove(0);
    assert_eq!(
        (poll.polled_ms, poll.read_by.as_deref()),
        (Some(NOW), Some("a")),
        "a late one does not set it back"
    );
    a.note_failing("imap", "INBOX", NOW + 1, "no route").unwrap();
    a.note_failing("imap", "INBOX", NOW + 9, "no route").unwrap();
    let poll = b.polls().unwrap().remove(0);
    assert_eq!((poll.failing_since_ms, poll.trouble.as_deref()), (Some(NOW + 1), Some("no route")));
    a.set_cursor("imap", "INBOX", &at(NOW + 20)).unwrap();
    assert_eq!(b.polls().unwrap()[0].failing_since_ms, None);
    b.set_cursor("imap", "INBOX", &at(NOW + 30)).unwrap();
    thread::sleep(LEASE + Duration::from_millis(200));
    let poll = a.polls().unwrap().remove(0);
    assert_eq!((poll.read_by.as_deref(), poll.is_claimed), (Some("b"), false), "nobody renewed the claim");
}

/// Issue 42: two machines that were given one name. The one that lives keeps its work; one that is silent for its lease is over.
#[test]
fn a_second_daemon_of_one_name_is_refused_while_the_first_lives() {
    let Some(cluster) = Cluster::start() else { return };
    let (schema, a, _b) = two(&cluster);
    let work = Work::Poll("imap".into(), "INBOX".into());
    a.claim(&work).unwrap().unwrap();
    let again = PostgresStore::open(cluster.config(&schema, "a")).err().unwrap();
    assert!(matches!(again, StoreError::Locked { .. }), "the same folder: {again}");
    let on_another_machine = || {
        PostgresStore::open(PostgresConfig {
            folder: cluster.config(&schema, "else").folder,
            ..cluster.config(&schema, "a")
        })
    };
    let lives = std::sync::atomic::AtomicBool::new(true);
    let lives = &lives;
    let a = thread::scope(|scope| {
        scope.spawn(|| {
            while lives.load(std::sync::atomic::Ordering::SeqCst) {
                assert!(a.renew().unwrap());
                thread::sleep(LEASE / 4);
            }
        });
        let refused = on_another_machine().err().map(|error| error.to_string()).unwrap_or_default();
        lives.store(false, std::sync::atomic::Ordering::SeqCst);
        assert!(refused.contains("another daemon of the name \"a\" lives, on the machine "), "{refused}");
        assert!(refused.contains("[cluster]"), "{refused}");
        &a
    });
    assert!(a.renew().unwrap(), "it has lost nothing");
    // Started again in its folder it has its work back at once; elsewhere when the lease is over.
    let begun = Instant::now();
    let other = on_another_machine().unwrap();
    assert!(begun.elapsed() < LEASE * 3, "{:?}", begun.elapsed());
    assert!(other.claim(&work).unwrap().is_some());
}

/// Two of one name: one hung beyond its lease, and another took its place. The one that wakes late ends, and the other goes on.
#[test]
fn a_daemon_that_wakes_when_another_has_its_name_is_told_to_end() {
    let Some(cluster) = Cluster::start() else { return };
    let (schema, a, _b) = two(&cluster);
    let work = Work::Poll("imap".into(), "INBOX".into());
    a.claim(&work).unwrap().unwrap();
    thread::sleep(LEASE + Duration::from_millis(200));
    let folder = cluster.config(&schema, "else").folder;
    let other = PostgresStore::open(PostgresConfig { folder, ..cluster.config(&schema, "a") }).unwrap();
    other.claim(&work).unwrap().unwrap();
    let error = a.renew().unwrap_err();
    assert!(error.ends_daemon() && matches!(error, StoreError::NameInUse { .. }), "{error}");
    assert_eq!(a.claim(&Work::Care).unwrap(), None, "it takes nothing more");
    a.leave().unwrap();
    assert!(other.renew().unwrap(), "the other has lost nothing");
    assert_eq!(other.daemons().unwrap().iter().filter(|one| one.name == "a").count(), 1);
}

/// It was silent for as long, and nobody took its place: it goes on.
#[test]
fn a_daemon_that_wakes_and_whose_name_nobody_took_goes_on() {
    let Some(cluster) = Cluster::start() else { return };
    let (schema, a, b) = two(&cluster);
    a.claim(&Work::Care).unwrap().unwrap();
    thread::sleep(LEASE + Duration::from_millis(200));
    // As a daemon that starts forgets one that was silent for a day.
    cluster.psql(&format!("DELETE FROM {schema}.daemon WHERE name = 'a'"));
    assert!(!a.renew().unwrap(), "what it held is any daemon's");
    assert!(b.daemons().unwrap().iter().any(|one| one.name == "a"));
    assert!(a.claim(&Work::Care).unwrap().is_some());
}

/// Issue 42, 5: a daemon that is stopped gives up what it holds, and takes nothing more; its letters in hand are nobody's crime.
#[test]
fn a_daemon_that_leaves_gives_up_all_that_it_holds() {
    let Some(cluster) = Cluster::start() else { return };
    let (_, a, b) = two(&cluster);
    let works = [Work::Game(bohemia()), Work::Poll("imap".into(), "INBOX".into()), Work::Care];
    for work in &works {
        a.claim(work).unwrap().unwrap();
        assert_eq!(b.claim(work).unwrap(), None);
    }
    let bad = BodyHash::of(b"in hand");
    a.begin_reading(std::slice::from_ref(&bad)).unwrap();
    // It waits for no standby: a daemon that is stopped ends.
    cluster.psql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    cluster.psql("SELECT pg_reload_conf()");
    thread::sleep(Duration::from_millis(300));
    let begun = Instant::now();
    a.leave().unwrap();
    assert!(begun.elapsed() < LEASE, "{:?}", begun.elapsed());
    cluster.psql("ALTER SYSTEM RESET synchronous_standby_names");
    cluster.psql("SELECT pg_reload_conf()");
    for work in &works {
        assert!(b.claim(work).unwrap().is_some(), "{work:?} is free at once");
        assert_eq!(a.claim(work).unwrap(), None);
    }
    assert!(a.renew().unwrap());
    assert_eq!(b.daemons().unwrap().into_iter().map(|one| one.name).collect::<Vec<_>>(), ["b"]);
    thread::sleep(LEASE * 2 + Duration::from_millis(200));
    assert_eq!(b.suspicion(&bad), None, "it ended because it was told to");
}

/// Two Maildirs of two machines under one name are not one mailbox; one that both see is.
#[test]
fn two_maildirs_under_one_name_are_told() {
    let Some(cluster) = Cluster::start() else { return };
    let (_, a, b) = two(&cluster);
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let work = Work::Poll("spool".into(), String::new());
    a.reads_maildir("spool", here.path()).unwrap();
    assert!(a.claim(&work).unwrap().is_some());
    b.reads_maildir("spool", here.path()).unwrap();
    let told = b.reads_maildir("spool", there.path()).unwrap_err();
    assert!(matches!(&told, StoreError::OtherFolder { daemon, .. } if daemon == "a"), "{told}");
    assert!(told.to_string().contains("`name` under its [[source]]"), "{told}");
    // Where nobody reads the other any more this one is the mailbox.
    thread::sleep(LEASE + Duration::from_millis(200));
    b.reads_maildir("spool", there.path()).unwrap();
    assert!(b.claim(&work).unwrap().is_some());
    assert!(a.reads_maildir("spool", here.path()).is_err());
}

#[test]
fn a_letter_that_ends_a_daemon_is_suspect_for_the_others() {
    let Some(cluster) = Cluster::start() else { return };
    let (schema, a, b) = two(&cluster);
    let bad = BodyHash::of(b"bad");
    a.begin_reading(std::slice::from_ref(&bad)).unwrap();
    assert_eq!(b.suspicion(&bad), None, "it lives, and is at it");
    drop(a);
    let again = cluster.open(&schema, "a");
    assert_eq!(b.suspicion(&bad), Some(1), "another life of the same daemon: the one before is over");
    again.begin_reading(&[bad.clone(), BodyHash::of(b"good")]).unwrap();
    drop(again);
    let again = cluster.open(&schema, "a");
    assert_eq!(b.suspicion(&bad), Some(1), "of two nobody knows which it was");
    assert_eq!(b.suspicion(&BodyHash::of(b"good")), Some(0));
    let each = [BodyHash::of(b"good"), BodyHash::of(b"another"), bad.clone()];
    assert_eq!(b.suspicions(&each), [Some(0), None, Some(1)], "each in its place");
    again.end_reading(std::slice::from_ref(&bad)).unwrap();
    assert_eq!(b.suspicion(&bad), None);
}

#[test]
fn no_password_stands_anywhere_in_the_database_and_another_identity_is_turned_away() {
    let Some(cluster) = Cluster::start() else { return };
    let (schema, a, _) = two(&cluster);
    a.file(letter(1, 1, 600)).unwrap();
    let held = Filing { verdict: Verdict::Ignored("words-that-stand".into()), ..letter_with(2, Vec::new()) };
    a.file(held).unwrap();
    assert!(cluster.holds("words-that-stand"), "or the search finds nothing at all");
    assert!(!cluster.holds("welcome-password"));
    let mut other = cluster.config(&schema, "c");
    other.identity = "another".into();
    assert!(PostgresStore::open(other).err().unwrap().to_string().contains("identity"));
    let findings = look(&cluster.config(&schema, "a"), 1);
    let faults = findings.iter().filter(|one| one.is_fault).collect::<Vec<_>>();
    assert!(faults.is_empty() && findings.len() > 8, "{findings:?}");
    let two_disks = look(&cluster.config(&schema, "a"), 2);
    assert!(two_disks.iter().any(|one| one.is_fault && one.words.contains("synchronous_standby_names")));
    assert!(postgres(&cluster).store.games().unwrap().is_empty(), "schemas are apart");
}

#[test]
fn a_waiting_daemon_hears_of_a_write_at_once_also_after_its_connection_broke() {
    let Some(cluster) = Cluster::start() else { return };
    let (_, a, b) = two(&cluster);
    let long = Duration::from_secs(30);
    assert!(b.await_news(long).unwrap(), "what was told before it listened it may have missed");
    let quiet = Duration::from_millis(200);
    // What `two` wrote may still be on its way.
    while b.await_news(quiet).unwrap() {}
    let waits = || {
        let begun = Instant::now();
        let heard = thread::scope(|scope| {
            let ears = scope.spawn(|| b.await_news(long));
            thread::sleep(quiet);
            a.post(NOW, vec![mail(Mail::Notice, "news", Vec::new())]).ok();
            ears.join().unwrap()
        });
        (heard, begun.elapsed())
    };
    let (heard, after) = waits();
    assert!(heard.unwrap() && after < Duration::from_secs(10), "{after:?}");
    // Marks of mails are nobody's news.
    let taken = a.take_in_hand(NOW * 2, 9).unwrap();
    a.mark_in_hand(&[(taken[0].token, Mark::Sent { id: taken[0].row.id, at_ms: NOW })]).unwrap();
    assert!(!b.await_news(quiet).unwrap());
    cluster.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'");
    assert!(b.await_news(long).is_err(), "whoever hears nothing more is told so");
    assert!(b.await_news(long).unwrap(), "and listens again, as after a start");
}

#[test]
fn staged_bytes_that_no_write_names_are_swept_when_they_are_old_and_others_stay() {
    let Some(cluster) = Cluster::start() else { return };
    let (schema, a, b) = two(&cluster);
    let before = cluster.psql(&format!("SELECT count(*) FROM {schema}.body"));
    a.stage(b"Subject: never named\r\n\r\n").unwrap();
    let wanted = a.stage(b"Subject: wanted again\r\n\r\n").unwrap();
    assert_eq!(b.sweep(Duration::from_secs(3600)).unwrap(), 0, "they are young");
    cluster.psql(&format!("UPDATE {schema}.body SET staged_at = staged_at - interval '2 days'"));
    assert_eq!(a.stage(b"Subject: wanted again\r\n\r\n").unwrap(), wanted);
    assert_eq!(b.sweep(Duration::from_secs(3600)).unwrap(), 1);
    let after = cluster.psql(&format!("SELECT count(*) FROM {schema}.body"));
    assert_eq!(after.parse::<u64>().unwrap(), before.parse::<u64>().unwrap() + 1);
}

#[test]
fn daemons_that_live_share_the_pace_and_the_time_and_one_beside_takes_nothing_from_them() {
    let Some(cluster) = Cluster::start() else { return };
    let (schema, a, b) = two(&cluster);
    assert!(a.renew().unwrap() && b.renew().unwrap());
    assert_eq!((a.sharers().unwrap(), b.sharers().unwrap()), (2, 2));
    let work = Work::Poll("imap".into(), "INBOX".into());
    a.claim(&work).unwrap().unwrap();
    let beside = PostgresStore::open_beside(cluster.config(&schema, "a")).unwrap();
    assert_eq!(beside.game(&bohemia()).unwrap().unwrap().turn, 1);
    assert!(a.renew().unwrap(), "it was not taken for dead");
    assert_eq!(b.claim(&work).unwrap(), None);
    thread::sleep(LEASE + Duration::from_millis(200));
    assert_eq!(a.sharers().unwrap(), 1, "the other is silent");
    let (common, here) = (a.common_time().unwrap().unwrap(), (cluster.config(&schema, "a").clock)());
    assert!((common - here).abs() < 5_000, "one machine, one clock");
}

/// What a server whose disk is full says, with the code that it says it by; a turn that meets it is run when there is room.
#[test]
fn a_database_without_room_is_told_from_one_that_fails() {
    let Some(cluster) = Cluster::start() else { return };
    let (schema, a, _) = two(&cluster);
    let refuse = |code: &str| {
        let body = format!("BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '{code}'; END");
        cluster.psql(&format!(
            "CREATE OR REPLACE FUNCTION {schema}.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$; \
             CREATE OR REPLACE TRIGGER refuse BEFORE INSERT ON {schema}.entry \
             FOR EACH ROW EXECUTE FUNCTION {schema}.refuse()"
        ));
    };
    let post = || a.post(NOW, vec![mail(Mail::Notice, "n", b"one".to_vec())]);
    refuse("disk_full");
    assert!(post().unwrap_err().is_no_room());
    refuse("internal_error");
    assert!(!post().unwrap_err().is_no_room());
    cluster.psql(&format!("DROP TRIGGER refuse ON {schema}.entry"));
    post().unwrap();
}

/// How many commits wait for a standby, once some do.
fn waiting(cluster: &Cluster) -> String {
    let begun = Instant::now();
    loop {
        let pids = cluster.psql("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
        if !pids.is_empty() || begun.elapsed() > Duration::from_secs(15) {
            return pids;
        }
        thread::sleep(Duration::from_millis(50));
    }
}

/// Issue 42, 5: somebody ends the wait of a commit ("committed locally"): the letter is not acknowledged before a standby has it.
#[test]
fn a_commit_that_was_cancelled_is_not_acknowledged() {
    let Some(cluster) = Cluster::start() else { return };
    let (_, a, _) = two(&cluster);
    cluster.psql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    cluster.psql("SELECT pg_reload_conf()");
    thread::scope(|scope| {
        let filing = scope.spawn(|| a.file(letter(1, 1, 600)));
        let pid = waiting(&cluster);
        assert_eq!(cluster.psql(&format!("SELECT pg_cancel_backend({pid})")), "t");
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(3) {
            assert!(!filing.is_finished(), "a letter that no standby has was acknowledged");
            thread::sleep(Duration::from_millis(50));
        }
        assert!(!waiting(&cluster).is_empty(), "it waits again");
        cluster.psql("ALTER SYSTEM RESET synchronous_standby_names");
        cluster.psql("SELECT pg_reload_conf()");
        assert_eq!(filing.join().unwrap().unwrap(), LetterNo(1));
    });
    assert_eq!(a.letters(LetterNo(0), 9).unwrap().len(), 1);
}

/// Issue 42, 2: who only looks writes nothing, so that it does not wait where every write does; and what waits is said.
#[test]
fn who_looks_does_not_wait_for_a_standby() {
    let Some(cluster) = Cluster::start() else { return };
    let (schema, a, _) = two(&cluster);
    cluster.psql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    cluster.psql("SELECT pg_reload_conf()");
    thread::scope(|scope| {
        let filing = scope.spawn(|| a.file(letter(1, 1, 600)));
        assert!(!waiting(&cluster).is_empty());
        let looking = scope.spawn(|| {
            let store = PostgresStore::open_to_look(cluster.config(&schema, "a")).unwrap();
            assert_eq!(store.letters(LetterNo(0), 9).unwrap().len(), 0);
            look(&cluster.config(&schema, "a"), 1)
        });
        let begun = Instant::now();
        while !looking.is_finished() && begun.elapsed() < Duration::from_secs(15) {
            thread::sleep(Duration::from_millis(50));
        }
        let has_looked = looking.is_finished();
        cluster.psql("ALTER SYSTEM RESET synchronous_standby_names");
        cluster.psql("SELECT pg_reload_conf()");
        assert!(has_looked, "it waited");
        let found = looking.join().unwrap();
        let waits = found.iter().find(|one| one.words.contains("commits wait for a standby"));
        assert!(waits.is_some_and(|one| one.is_fault), "{found:?}");
        filing.join().unwrap().unwrap();
    });
    let other = fieldpost_store::postgres::PostgresConfig {
        identity: "another".into(),
        ..cluster.config(&schema, "a")
    };
    assert!(PostgresStore::open_to_look(other).is_err(), "another post office's");
}

/// Issue 42, 1: that an import will be refused is known before anything is written.
#[test]
fn whether_a_schema_is_empty_is_asked_first() {
    let Some(cluster) = Cluster::start() else { return };
    let schema = cluster.schema();
    refuse_unless_empty(&cluster.config(&schema, "a")).unwrap();
    let a = cluster.open(&schema, "a");
    a.open_game(new_game()).unwrap();
    let refused = refuse_unless_empty(&cluster.config(&schema, "a"));
    assert!(matches!(refused, Err(StoreError::NotEmpty { .. })), "{refused:?}");
}

/// Issue 42, 3: the database goes away within the daily look: that is no damage, and the round goes on where it was.
#[test]
fn a_database_that_goes_away_is_no_damaged_record() {
    let Some(cluster) = Cluster::start() else { return };
    let (_, a, _) = two(&cluster);
    for number in 1..=12 {
        a.file(letter(number, 1, 600)).unwrap();
    }
    let looks = |round: &mut Round| {
        let mut looks = 0;
        while !round.is_over {
            looks += 1;
            a.look_over(round, 4).unwrap();
        }
        looks
    };
    let whole = looks(&mut Round::default());
    let mut round = Round::default();
    a.look_over(&mut round, 4).unwrap();
    cluster.kill();
    let error = a.look_over(&mut round, 4).unwrap_err();
    assert!(a.is_away(&error), "{error}");
    assert!(!a.is_away(&StoreError::Broken("by itself".into())));
    cluster.up();
    assert_eq!((looks(&mut round), &round.found), (whole - 1, &Vec::new()), "it goes on where it was");
}
