//! A database that does not open when the daemon starts: it is made again by itself, or left to the host.

use std::fs;

use fieldpost_daemon::record::open_or_rebuild;
use fieldpost_store::{LetterRecord, MailId, MailRow, MailState, Mark, SledStore};

use super::{ORDERS, Trial, letter};

/// A post office with a letter filed, closed, and its database gone.
fn without_database() -> (Trial, Vec<LetterRecord>) {
    let mut trial = Trial::new();
    trial.take(&letter("Message-ID: <1@x>\r\n", ORDERS));
    let letters = trial.office.store.letters(fieldpost_desk::record::LetterNo(0), 9).unwrap();
    let store = trial.office.config.office.store.clone();
    // The trial's own office holds the store.
    let elsewhere = trial.folder.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    trial.office.store = std::sync::Arc::new(SledStore::open(&elsewhere).unwrap());
    fs::remove_dir_all(store.join("db")).unwrap();
    (trial, letters)
}

#[test]
fn a_database_that_does_not_open_is_made_again_and_the_administrator_is_told() {
    let (trial, letters) = without_database();
    let (store, words) = open_or_rebuild(&trial.office.config).unwrap();
    assert_eq!(store.letters(fieldpost_desk::record::LetterNo(0), 9).unwrap(), letters);
    assert_eq!(store.games().unwrap().len(), 1);
    let words = words.unwrap();
    assert!(words.contains("its database is gone") && words.contains("Nothing is lost"), "{words}");
    drop(store);
    assert_eq!(open_or_rebuild(&trial.office.config).unwrap().1, None, "once");
}

#[test]
fn it_is_left_to_the_host_where_a_file_is_damaged_too_or_the_configuration_says_so() {
    let (mut trial, _) = without_database();
    let store = trial.office.config.office.store.clone();
    trial.office.config.office.rebuild_when_damaged = false;
    let error = open_or_rebuild(&trial.office.config).err().unwrap();
    assert!(format!("{error:#}").contains("fieldpost rebuild"), "{error:#}");
    trial.office.config.office.rebuild_when_damaged = true;
    let opening = store.join("games/demo/opening.json");
    let whole = fs::read(&opening).unwrap();
    fs::write(&opening, &whole[..whole.len() / 2]).unwrap();
    let error = format!("{:#}", open_or_rebuild(&trial.office.config).err().unwrap());
    assert!(error.contains("opening.json") && error.contains("not made again by itself"), "{error}");
    fs::write(&opening, whole).unwrap();
    assert!(open_or_rebuild(&trial.office.config).unwrap().1.is_some());
}

/// What is gone is not told from what never was by the files that are left: the host decides, and nothing is mailed again.
#[test]
fn it_is_left_to_the_host_where_a_file_is_missing() {
    let mut trial = Trial::new();
    trial.take(&letter("Message-ID: <1@x>\r\n", ORDERS));
    let sent = trial.mails().into_iter().map(|row| Mark::Sent { id: row.id, at_ms: trial.clock.now() });
    let sent = sent.collect::<Vec<_>>();
    trial.office.store.mark(&sent).unwrap();
    trial.run_turn();
    trial.office.store.note(0, "the last write").unwrap();
    let store = trial.office.config.office.store.clone();
    let elsewhere = trial.folder.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    trial.office.store = std::sync::Arc::new(SledStore::open(&elsewhere).unwrap());
    fs::remove_dir_all(store.join("db")).unwrap();
    let letters = crate::store::every_file(&store);
    let record = letters.iter().find(|path| path.starts_with("letters/") && path.ends_with(".json")).unwrap();
    for gone in ["journal/00000000.jsonl", record, "games/demo/turn-0001.json"] {
        let whole = fs::read(store.join(gone)).unwrap();
        fs::remove_file(store.join(gone)).unwrap();
        let error = format!("{:#}", open_or_rebuild(&trial.office.config).err().unwrap());
        assert!(error.contains("not made again by itself") && error.contains("missing"), "{gone}: {error}");
        assert!(!store.join("db.old").exists(), "{gone}: nothing is rebuilt");
        fs::write(store.join(gone), whole).unwrap();
    }
    let (store, words) = open_or_rebuild(&trial.office.config).unwrap();
    assert!(words.unwrap().contains("Nothing is lost"));
    let is_sent = |row: &MailRow| matches!(row.state, MailState::Sent { .. });
    let rows = store.mails(MailId(0), 99).unwrap();
    assert!(rows.iter().filter(|row| is_sent(row)).count() >= sent.len());
}
