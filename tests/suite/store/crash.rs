//! Disks that fail and processes that die, at every step of every kind of write: afterwards a write is wholly
//! there or not at all, and doing it again gives what an undisturbed run gives.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use fieldpost_desk::ga::record::Work;
use fieldpost_desk::record::{LetterNo, TurnHold, Verdict};
use fieldpost_store::sled::{Step, Watch};
use fieldpost_store::{
    Effects, Filing, GameChange, Hold, Mail, MailId, Mark, Reopening, Result, Settlement, SledStore, Store,
    StoreError, TurnFiling,
};
use rand::{Rng, SeedableRng};
use tempfile::TempDir;

use super::fixture::{self, NOW, bohemia, edit, held_letter, letter, new_game, place, turn};
use super::{files, scratch, with_game, writer};

type Deed = fn(&SledStore) -> Result<()>;

/// Every kind of write, in an order that makes sense.
const SCRIPT: &[(&str, Deed)] = &[
    ("open a game", |store| store.open_game(new_game())),
    ("file a letter", |store| store.file(letter(1, 1, 600)).map(drop)),
    ("file a batch", |store| store.file_many((2..=5).map(|n| letter(n, 1, 3_000)).collect()).map(drop)),
    ("take mails in hand", |store| store.take_due(NOW * 2, 9).map(drop)),
    ("mark what became of them", |store| {
        let why = "450 try again".to_owned();
        store
            .mark(&[Mark::Sent { id: MailId(1), at_ms: NOW }, Mark::Later { id: MailId(6), at_ms: NOW, why }])
    }),
    ("file a copy", |store| {
        let resend = store.letter(LetterNo(1))?.and_then(|first| first.answers.first().copied());
        let effects = Effects { resend, ..Effects::default() };
        let verdict = Verdict::Ignored("a copy of letter 1".into());
        let copy = Filing { number: LetterNo(50), place: place(50), verdict, effects, ..letter(1, 1, 600) };
        store.file(copy).map(drop)
    }),
    ("hold a letter", |store| store.file(held_letter(60)).map(drop)),
    ("settle it", |store| {
        let Some(held) = store.pending()?.pop() else { return Ok(()) };
        let effects = Effects {
            answers: vec![fixture::mail(Mail::Answer, "settled", b"yes".to_vec())],
            ..Effects::default()
        };
        let (letter, verdict) = (held.number, Verdict::Obeyed);
        store.settle_letter(Settlement { letter, at_ms: NOW, verdict, effects, read: None })
    }),
    ("hold the turn", |store| {
        let hold = Some(Hold::Held(TurnHold::other("dark mailbox")));
        store.change_game(&bohemia(), GameChange { at_ms: NOW, schedule: None, hold })
    }),
    ("edit by hand", |store| store.file(fixture::letter_with(70, vec![edit(1, 1)])).map(drop)),
    ("hold two more", |store| store.file_many(vec![held_letter(61), held_letter(62)]).map(drop)),
    ("close the turn on them", |store| {
        let settled = settled(store, &[61, 62]);
        store.close_turn(TurnFiling { settled, ..fixture::turn_with_book(store, 1, vec![b'r'; 20_000]) })
    }),
    ("hold one in the next turn", |store| store.file(held_letter(63)).map(drop)),
    ("ask to go back", |store| {
        let back = Work::Rollback { to: 1, run: false };
        store.file(fixture::letter_with(71, vec![fixture::task(1, back)])).map(drop)
    }),
    ("go back", |store| store.reopen_turn(Reopening { settled: settled(store, &[63]), ..fixture::back(1) })),
    ("close the turn again", |store| store.close_turn(fixture::again(store, 1, 2))),
    ("change without a letter", |store| store.administer(fixture::without_letter())),
    ("post a notice", |store| {
        store.post(NOW, vec![fixture::mail(Mail::Notice, "notice", b"word".to_vec())]).map(drop)
    }),
];

fn settled(store: &SledStore, waits: &[u64]) -> Vec<Settlement> {
    let pending = store.pending().unwrap().into_iter().map(|record| record.number).collect::<Vec<_>>();
    assert!(
        pending.is_empty() || pending.iter().map(|letter| letter.0).eq(waits.iter().copied()),
        "{pending:?}"
    );
    waits.iter().map(|number| fixture::refusal(LetterNo(*number))).collect()
}

/// Fails, or ends the process, at one step; counts down from every step on.
struct Trap {
    steps_left: AtomicI64,
    kills: bool,
    /// Whether the disk works again after one failure.
    once: bool,
}

impl Trap {
    fn at(step: i64, kills: bool, once: bool) -> Arc<Self> {
        Arc::new(Trap { steps_left: AtomicI64::new(step), kills, once })
    }

    fn never() -> Arc<Self> {
        Self::at(i64::MAX, false, true)
    }
}

impl Watch for Trap {
    fn before(&self, _: Step) -> io::Result<()> {
        let left = self.steps_left.fetch_sub(1, Ordering::SeqCst);
        if left > 0 || (left < 0 && self.once) {
            return Ok(());
        }
        if self.kills {
            std::process::abort();
        }
        Err(io::Error::from(io::ErrorKind::StorageFull))
    }
}

type Found = (Vec<(Vec<u8>, Vec<u8>)>, Vec<String>);

/// Rows and files as a new start finds them: mails in hand wait again then.
fn found_by_a_new_start(folder: &Path) -> Found {
    let store = SledStore::open(folder).unwrap();
    (store.rows(), files(folder))
}

/// What the first `deeds` of the script leave, undisturbed.
fn undisturbed(deeds: usize) -> Found {
    let folder = scratch();
    prepared(folder.path(), deeds);
    found_by_a_new_start(folder.path())
}

fn prepared(folder: &Path, deeds: usize) {
    let store = SledStore::open(folder).unwrap();
    for (_, deed) in &SCRIPT[..deeds] {
        deed(&store).unwrap();
    }
}

/// A store after the first `deeds` of the script, closed, to be copied.
fn base(deeds: usize) -> TempDir {
    let folder = scratch();
    prepared(folder.path(), deeds);
    folder
}

/// How many steps a deed takes.
fn steps_of(deed: usize, base: &Path) -> i64 {
    let folder = scratch();
    copy(base, folder.path());
    let trap = Trap::never();
    let store = SledStore::open_watched(folder.path(), trap.clone()).unwrap();
    SCRIPT[deed].1(&store).unwrap();
    i64::MAX - trap.steps_left.load(Ordering::SeqCst)
}

#[test]
fn a_disk_that_fails_at_any_step_leaves_a_write_whole_or_undone() {
    let mut tried = 0;
    for (number, (name, deed)) in SCRIPT.iter().enumerate() {
        let base = base(number);
        let (before, after) = (undisturbed(number), undisturbed(number + 1));
        for step in 0..steps_of(number, base.path()) {
            let folder = scratch();
            copy(base.path(), folder.path());
            let store = SledStore::open_watched(folder.path(), Trap::at(step, false, false)).unwrap();
            assert!(deed(&store).is_err(), "{name}: step {step} did not fail");
            drop(store);
            let found = found_by_a_new_start(folder.path());
            let undone = found == before;
            assert!(undone || found == after, "{name}: half a write after step {step}: {:?}", found.1);
            if undone {
                deed(&SledStore::open(folder.path()).unwrap()).unwrap();
            }
            assert_eq!(found_by_a_new_start(folder.path()), after, "{name}: done again after step {step}");
            tried += 1;
        }
    }
    assert!(tried > 50, "only {tried} failures were tried");
}

#[test]
fn a_disk_that_was_full_for_a_moment_takes_the_write_the_second_time() {
    for (number, (name, deed)) in SCRIPT.iter().enumerate() {
        let base = base(number);
        let after = undisturbed(number + 1);
        for step in 0..steps_of(number, base.path()) {
            let folder = scratch();
            copy(base.path(), folder.path());
            let store = SledStore::open_watched(folder.path(), Trap::at(step, false, true)).unwrap();
            assert!(deed(&store).is_err(), "{name}: step {step} did not fail");
            match deed(&store) {
                Ok(()) => {
                    drop(store);
                    let found = found_by_a_new_start(folder.path());
                    assert_eq!(found, after, "{name}: the second time after step {step}");
                }
                // Once rows were handed to the database, only a new start can tell what the disk holds.
                Err(StoreError::Stopped(why)) => assert!(why.contains("no storage space"), "{why}"),
                Err(other) => panic!("{name}: after step {step}: {other}"),
            }
        }
    }
}

const FOLDER: &str = "FIELDPOST_TEST_CRASH_FOLDER";
const STEP: &str = "FIELDPOST_TEST_CRASH_STEP";

/// Not a test of its own: the process that is to die, started by the test below.
#[test]
fn dies_in_the_middle() {
    let (Ok(folder), Ok(step)) = (std::env::var(FOLDER), std::env::var(STEP)) else { return };
    let store =
        SledStore::open_watched(Path::new(&folder), Trap::at(step.parse().unwrap(), true, false)).unwrap();
    for (_, deed) in &SCRIPT[1..3] {
        deed(&store).unwrap();
    }
}

#[test]
fn a_process_that_dies_at_any_step_of_a_filing_loses_nothing_and_does_nothing_twice() {
    let stages = [1, 2, 3].map(|deeds| undisturbed(deeds).0);
    for step in 0.. {
        let folder = scratch();
        prepared(folder.path(), 1);
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["store::crash::dies_in_the_middle", "--exact", "--nocapture"]);
        child.env(FOLDER, folder.path()).env(STEP, step.to_string());
        let lived = child.output().unwrap().status.success();
        let store = SledStore::open(folder.path()).unwrap();
        assert!(stages.contains(&store.rows()), "half a write after step {step}");
        for (_, deed) in &SCRIPT[1..3] {
            deed(&store).unwrap();
        }
        assert_eq!(store.rows(), stages[2], "done again after step {step}");
        if lived {
            assert!(step > 12, "only {step} steps");
            return;
        }
    }
}

#[test]
fn kill_9_at_random_moments_loses_nothing_that_was_acknowledged() {
    let kills = if std::env::var_os("FIELDPOST_LONG").is_some() { 20 } else { 5 };
    let folder = scratch();
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(20_261_121);
    for kill in 0..kills {
        let child = writer::start(folder.path(), 2_000);
        std::thread::sleep(Duration::from_millis(random.next_u64() % 500 + 100));
        let acknowledged = child.kill();
        let store = SledStore::open(folder.path()).unwrap();
        let found = writer::check(&store, acknowledged);
        println!("kill {kill}: {acknowledged:?}, {found} letters found whole");
    }
    let store = SledStore::open(folder.path()).unwrap();
    assert!(store.letters(LetterNo(1), 10).unwrap().len() == 10, "the writer got nowhere");
}

#[test]
fn files_that_no_write_names_are_swept_and_the_others_stay() {
    let (folder, store) = with_game();
    store.file(letter(1, 1, 600)).unwrap();
    store.stage(b"a report of a turn that was never closed").unwrap();
    drop(store);
    let named: Vec<_> = files(folder.path()).into_iter().filter(|path| !path.starts_with("post")).collect();
    let torn = [
        ("letters/ab/".to_owned() + &"ab".repeat(32) + ".eml", &b"half a let"[..]),
        ("letters/ab/".to_owned() + &"ab".repeat(32) + ".2.json", b"{\"write\":3,\"pl"),
        ("papers/cd/".to_owned() + &"cd".repeat(32) + ".paper", b""),
        ("games/bohemia-1866/turn-0001.json".to_owned(), b""),
    ];
    for (path, bytes) in &torn {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let store = SledStore::open(folder.path()).unwrap();
    let left = files(folder.path());
    assert!(named.iter().all(|path| left.contains(path)), "{left:?}");
    assert_eq!(left.len(), named.len() + 2, "beside them the two mails that rows name: {left:?}");
    store.close_turn(turn(1, Vec::new())).unwrap();
}

#[test]
fn a_line_of_the_journal_that_was_torn_off_is_cut() {
    let (folder, store) = with_game();
    store.note(NOW, "whole").unwrap();
    drop(store);
    let journal = folder.path().join("journal/00000000.jsonl");
    let whole = fs::read(&journal).unwrap();
    fs::write(&journal, [&whole[..], b"{\"write\":3,\"place\":0,\"deed\":{\"no"].concat()).unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    assert_eq!(fs::read(&journal).unwrap(), whole);
    store.note(NOW, "next").unwrap();
    let lines: Vec<_> = store.audit(9).unwrap().into_iter().map(|line| line.what).collect();
    assert_eq!(lines[1..], ["whole", "next"]);
}

#[test]
fn a_database_that_is_gone_or_older_than_its_folder_sweeps_nothing() {
    let (folder, store) = with_game();
    drop(store);
    let old = folder.path().join("old");
    copy(&folder.path().join("db"), &old);
    prepared_on(folder.path());
    let on_disk: Vec<_> = files(folder.path()).into_iter().filter(|path| !path.starts_with("old")).collect();
    for with_old in [true, false] {
        fs::remove_dir_all(folder.path().join("db")).unwrap();
        if with_old {
            copy(&old, &folder.path().join("db"));
        }
        let error = SledStore::open(folder.path()).err().unwrap();
        let words = error.to_string();
        assert!(
            matches!(error, StoreError::Damaged { .. }) && words.contains("fieldpost rebuild"),
            "{words}"
        );
        let left: Vec<_> = files(folder.path()).into_iter().filter(|path| !path.starts_with("old")).collect();
        assert_eq!(left, on_disk);
    }
}

fn prepared_on(folder: &Path) {
    let store = SledStore::open(folder).unwrap();
    for (_, deed) in &SCRIPT[1..] {
        deed(&store).unwrap();
    }
}

pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        if entry.path().is_dir() {
            copy(&entry.path(), &to.join(entry.file_name()));
        } else {
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}
