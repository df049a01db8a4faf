//! What the GA is told of servers that hand out no letters, or take no mails.

use fieldpost_daemon::refusals::Hold;
use fieldpost_store::Owed;

use super::{HOUR, Trial};

#[test]
fn a_letter_that_is_owed_for_a_day_is_told_once_with_its_folder_and_uid() {
    let mut trial = Trial::new();
    let source = trial.office.config.sources[0].name().to_owned();
    let since_ms = trial.clock.now();
    let owed = |uid| Owed { uid, since_ms, why: "the server says nothing of it".into() };
    trial.office.letters_owed(&source, "INBOX", vec![owed(7)]).unwrap();
    assert_eq!(trial.told().len(), 0, "it may come yet");
    let words = trial.office.status_words(false).unwrap();
    assert!(words.contains("UID 7 of") && words.contains("NOT HANDED OUT"), "{words}");
    trial.clock.set(since_ms + 24 * HOUR);
    for _ in 0..2 {
        trial.office.letters_owed(&source, "INBOX", vec![owed(7)]).unwrap();
    }
    assert_eq!(trial.told(), ["Letters are not handed out"]);
    let told = trial.last_told();
    assert!(told.contains("folder INBOX") && told.contains("UID 7: the server says nothing"), "{told}");
    trial.office.letters_owed(&source, "INBOX", vec![owed(7), owed(9)]).unwrap();
    assert_eq!(trial.told().len(), 2, "another is news");
    trial.office.letters_owed(&source, "INBOX", vec![owed(9)]).unwrap();
    assert_eq!(trial.told().len(), 2, "one fewer is none");
    trial.office.letters_owed(&source, "INBOX", Vec::new()).unwrap();
    assert_eq!(trial.told().last().unwrap(), "Letters are handed out again");
    assert!(trial.office.store.troubles().unwrap().is_empty());
}

#[test]
fn an_outbox_that_is_held_is_told_in_the_status_by_a_trouble_and_in_figures() {
    let mut trial = Trial::new();
    let hold = Hold { since_ms: trial.clock.now(), why: "permanent error (550): 5.4.5 limit".into() };
    for _ in 0..2 {
        trial.office.outbox_stands(Err(hold.clone())).unwrap();
    }
    assert_eq!(trial.told(), ["The server takes no mail"]);
    assert!(trial.last_told().contains("5.4.5 limit"), "{}", trial.last_told());
    let words = trial.office.status_words(false).unwrap();
    assert!(words.contains("HELD, the server takes no mail: permanent error (550): 5.4.5 limit"), "{words}");
    assert!(trial.office.status_words(true).unwrap().contains("\"held\": \"permanent error"));
    assert!(trial.office.figures.now().outbox_held);
    trial.office.outbox_stands(Ok(())).unwrap();
    assert_eq!(trial.told().last().unwrap(), "Mails go out again");
    assert!(!trial.office.status_words(false).unwrap().contains("HELD, the server"));
    assert!(!trial.office.figures.now().outbox_held);
}
