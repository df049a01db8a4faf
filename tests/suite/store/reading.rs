//! What is noted of letters while they are read, and what a death leaves of it.

use std::fs;
use std::path::Path;

use fieldpost_store::{BodyHash, SledStore, Store};

use super::{fresh, scratch};

fn mark(number: u8) -> BodyHash {
    BodyHash::of(&[number])
}

/// A process that begins to read these letters and dies.
fn dies_over(folder: &Path, letters: &[BodyHash]) {
    SledStore::open(folder).unwrap().begin_reading(letters).unwrap();
}

#[test]
fn a_death_over_several_letters_makes_each_suspect_and_charges_none() {
    let folder = scratch();
    for _ in 0..5 {
        dies_over(folder.path(), &[mark(1), mark(2), mark(3)]);
    }
    let store = SledStore::open(folder.path()).unwrap();
    assert_eq!([1, 2, 3, 4].map(|number| store.suspicion(&mark(number))), [Some(0), Some(0), Some(0), None]);
}

#[test]
fn a_death_over_one_letter_is_charged_once_however_often_the_store_is_opened_meanwhile() {
    let folder = scratch();
    for deaths in 1..=4 {
        dies_over(folder.path(), &[mark(7)]);
        for _ in 0..3 {
            let store = SledStore::open(folder.path()).unwrap();
            assert_eq!(store.suspicion(&mark(7)), Some(deaths));
        }
    }
}

#[test]
fn what_was_read_to_its_end_is_forgotten_and_leaves_no_file() {
    let (folder, store) = fresh();
    let file = folder.path().join("attempts.json");
    drop(store);
    dies_over(folder.path(), &[mark(1), mark(2)]);
    let store = SledStore::open(folder.path()).unwrap();
    store.begin_reading(&[mark(1)]).unwrap();
    store.end_reading(&[mark(1)]).unwrap();
    assert_eq!((store.suspicion(&mark(1)), store.suspicion(&mark(2))), (None, Some(0)));
    assert!(file.exists(), "one is suspect still");
    store.begin_reading(&[mark(2), mark(3)]).unwrap();
    store.end_reading(&[mark(2), mark(3)]).unwrap();
    assert!(!file.exists());
    drop(store);
    assert_eq!(SledStore::open(folder.path()).unwrap().suspicion(&mark(2)), None);
}

#[test]
fn a_file_that_is_damaged_or_of_an_older_fieldpost_counts_as_none_and_is_written_anew() {
    let old = format!("{{\"t{}\":3}}", "ab".repeat(32));
    for text in ["", "{", "null", "[1]", "{\"reading\":7}", old.as_str()] {
        let folder = scratch();
        drop(SledStore::open(folder.path()).unwrap());
        fs::write(folder.path().join("attempts.json"), text).unwrap();
        let store = SledStore::open(folder.path()).unwrap();
        assert_eq!(store.suspicion(&mark(1)), None, "{text}");
        store.begin_reading(&[mark(1)]).unwrap();
        drop(store);
        assert_eq!(SledStore::open(folder.path()).unwrap().suspicion(&mark(1)), Some(1), "{text}");
    }
}

#[test]
fn a_folder_in_its_place_keeps_no_store_closed() {
    let (folder, store) = fresh();
    fs::create_dir(folder.path().join("attempts.json")).unwrap();
    let why = store.begin_reading(&[mark(1)]).unwrap_err().to_string();
    assert!(why.contains("attempts.json"), "{why}");
    drop(store);
    SledStore::open(folder.path()).unwrap();
}
