//! What the database weighs over a long record, and once a rebuild has made it again (docs/hosts/store.md).

use std::path::Path;
use std::time::Instant;

use fieldpost_store::sled::{rebuild, verify};
use fieldpost_store::{Mark, SledStore, Store};

use super::fixture::{NOW, bohemia, letter, new_game, raw, turn};
use super::{every_file, scratch};

/// Letters of one write.
const BATCH: u64 = 100;

fn letters() -> u64 {
    if std::env::var_os("FIELDPOST_LONG").is_some() { 100_000 } else { 1_000 }
}

/// Files letters, sends what they are answered, and closes a turn after each tenth batch.
fn fill(folder: &Path) {
    let store = SledStore::open(folder).unwrap();
    store.open_game(new_game()).unwrap();
    for first in (1..=letters()).step_by(BATCH as usize) {
        let open = store.game(&bohemia()).unwrap().unwrap().turn;
        store.file_many((first..first + BATCH).map(|number| letter(number, open, 600)).collect()).unwrap();
        let taken = store.take_due(NOW * 2, 2 * BATCH as usize).unwrap();
        store
            .mark(&taken.iter().map(|row| Mark::Sent { id: row.id, at_ms: NOW }).collect::<Vec<_>>())
            .unwrap();
        if first % (10 * BATCH) == 1 {
            store.close_turn(turn(open, raw(first, 2_000))).unwrap();
        }
    }
}

fn weight(folder: &Path) -> u64 {
    every_file(&folder.join("db"))
        .iter()
        .map(|file| folder.join("db").join(file).metadata().unwrap().len())
        .sum()
}

#[test]
fn a_rebuild_of_a_long_record_loses_nothing_and_weighs_about_the_same() {
    let folder = scratch();
    fill(folder.path());
    let (before, begun) = (weight(folder.path()), Instant::now());
    let rebuilt = rebuild(folder.path()).unwrap();
    let after = weight(folder.path());
    println!("{} letters: {before} bytes before, {after} after, {:?}", letters(), begun.elapsed());
    assert_eq!(rebuilt.left_out, []);
    assert!(after <= before * 3 / 2, "{after} bytes after {before}");
    let store = SledStore::open(folder.path()).unwrap();
    assert_eq!(store.last_letter().unwrap().map(|last| last.0), Some(letters()));
    drop(store);
    assert_eq!(verify(folder.path()).unwrap().damages, []);
}
