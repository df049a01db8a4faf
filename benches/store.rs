//! How fast letters become durable: one by one, in batches, and against the disk's own syncs. The store lies in
//! `FIELDPOST_BENCH_FOLDER`, or under `target`, so that it is the disk that is measured and no memory.

use std::fs::{self, File};
use std::path::PathBuf;

use divan::Bencher;
use divan::counter::ItemsCount;
use fieldpost_store::sled::{rebuild, verify};
use fieldpost_store::{BodyHash, Filing, Mail, Round, SledStore, Store};
use tempfile::TempDir;

#[path = "../tests/suite/store/fixture.rs"]
#[allow(dead_code)]
mod fixture;

use fixture::{letter, new_game, turn};

/// A letter as players send it: some 2 KB with its headers.
const LETTER_BYTES: usize = 2_000;

fn main() {
    divan::main();
}

fn folder() -> TempDir {
    let under = std::env::var_os("FIELDPOST_BENCH_FOLDER")
        .map_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR")), PathBuf::from);
    tempfile::tempdir_in(under).expect("a folder")
}

fn with_game() -> (TempDir, SledStore) {
    let folder = folder();
    let store = SledStore::open(folder.path()).expect("a store");
    store.open_game(new_game()).expect("a game");
    (folder, store)
}

/// A store that holds so many letters.
fn with_letters(held: u64) -> (TempDir, SledStore) {
    let (folder, store) = with_game();
    let mut next = 1;
    while next <= held {
        file(&store, letters(&mut next, 500));
    }
    (folder, store)
}

/// The next `count` letters, and one more counted on.
fn letters(next: &mut u64, count: u64) -> Vec<Filing> {
    let first = *next;
    *next += count;
    (first..*next).map(|number| letter(number, 1, LETTER_BYTES)).collect()
}

/// The whole way of filing, the note of the reading included.
fn file(store: &SledStore, letters: Vec<Filing>) {
    let marks: Vec<_> = letters.iter().map(|letter| BodyHash::of(&letter.raw)).collect();
    store.begin_reading(&marks).expect("noted");
    store.end_reading(&marks).expect("noted");
    store.file_many(letters).expect("filed");
}

/// What the disk asks for two syncs, each of a new file of a letter's size.
#[divan::bench(sample_count = 500)]
fn disk_two_syncs(bencher: Bencher) {
    let folder = folder();
    let handle = File::open(folder.path()).expect("a folder");
    let mut next = 0;
    bencher.counter(ItemsCount::new(1_u32)).bench_local(|| {
        for _ in 0..2 {
            next += 1;
            fs::write(folder.path().join(next.to_string()), [b'x'; LETTER_BYTES]).expect("written");
            rustix::fs::syncfs(&handle).expect("synced");
        }
    });
}

#[divan::bench(sample_count = 500)]
fn letter_single(bencher: Bencher) {
    let (_folder, store) = with_game();
    let mut next = 1;
    bencher
        .with_inputs(|| letters(&mut next, 1))
        .input_counter(|letters| ItemsCount::new(letters.len()))
        .bench_local_values(|letters| file(&store, letters));
}

#[divan::bench(args = [10, 100, 500], sample_count = 50)]
fn letter_batch(bencher: Bencher, size: u64) {
    let (_folder, store) = with_game();
    let mut next = 1;
    bencher
        .with_inputs(|| letters(&mut next, size))
        .input_counter(|letters| ItemsCount::new(letters.len()))
        .bench_local_values(|letters| file(&store, letters));
}

/// A batch into a store that already holds some letters: the cost must not grow with them.
#[divan::bench(args = [1_000, 20_000], sample_count = 20)]
fn letter_batch_of_100_after(bencher: Bencher, held: u64) {
    let (_folder, store) = with_letters(held);
    let mut next = held + 1;
    bencher
        .with_inputs(|| letters(&mut next, 100))
        .input_counter(|letters| ItemsCount::new(letters.len()))
        .bench_local_values(|letters| file(&store, letters));
}

/// A turn's result with this many reports of 8 KB, staged one by one and filed as one write.
#[divan::bench(args = [10, 200], sample_count = 20)]
fn turn_with_reports(bencher: Bencher, reports: u32) {
    let (_folder, store) = with_game();
    let mut number = 0;
    bencher.counter(ItemsCount::new(reports)).bench_local(|| {
        number += 1;
        let mut filing = turn(number, vec![b'r'; 8_000]);
        filing.reports = (0..reports)
            .map(|report| {
                let name = format!("t.{number}.{report}");
                let bytes = format!("{name}\r\n{}", "r".repeat(8_000)).into_bytes();
                let staged = store.stage(&bytes).expect("staged");
                let mut mail = fixture::mail(Mail::Report, &name, Vec::new());
                mail.content = fieldpost_store::Content::Staged(staged);
                mail
            })
            .collect();
        store.close_turn(filing).expect("closed");
    });
}

/// A start, with its look for files that no write names; and a rebuild.
#[divan::bench(args = [1_000, 20_000], sample_count = 5)]
fn open_with_letters(bencher: Bencher, held: u64) {
    let (folder, store) = with_letters(held);
    drop(store);
    bencher.counter(ItemsCount::new(held)).bench_local(|| SledStore::open(folder.path()).expect("opened"));
}

/// The whole record held to its hashes and its database, as `fieldpost verify` does.
#[divan::bench(args = [5_000], sample_count = 5)]
fn verify_letters(bencher: Bencher, held: u64) {
    let (folder, store) = with_letters(held);
    drop(store);
    bencher.counter(ItemsCount::new(held)).bench_local(|| {
        let verified = verify(folder.path()).expect("verified");
        assert!(verified.damages.is_empty() && verified.rows.is_some());
    });
}

/// The same files read slowly by the daemon, here without its pauses: what it takes of a core in a day.
#[divan::bench(args = [5_000], sample_count = 5)]
fn look_over_letters(bencher: Bencher, held: u64) {
    let (_folder, store) = with_letters(held);
    bencher.counter(ItemsCount::new(held)).bench_local(|| {
        let mut round = Round::default();
        while !round.is_over {
            store.look_over(&mut round, 8).expect("looked at");
        }
        assert!(round.found.is_empty());
    });
}

#[divan::bench(args = [1_000, 20_000], sample_count = 3)]
fn rebuild_letters(bencher: Bencher, held: u64) {
    let (folder, store) = with_letters(held);
    drop(store);
    bencher.counter(ItemsCount::new(held)).bench_local(|| rebuild(folder.path()).expect("rebuilt"));
}
