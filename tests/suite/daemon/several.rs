//! Two daemons over one record: what one does, the other judges by.

use std::sync::Arc;

use fieldpost_daemon::adjudicate::Adjudicated;
use fieldpost_daemon::identity::Identity;
use fieldpost_daemon::office::Office;
use fieldpost_daemon::wiring;
use fieldpost_desk::record::{LetterNo, Verdict};
use fieldpost_store::{Mail, Store};

use super::care::demo;
use super::{HOUR, ORDERS, Trial, letter};

/// Another daemon over the record of a trial.
fn another(trial: &Trial) -> Office {
    let office = &trial.office;
    wiring::office(office.config.clone(), trial.clock.clone(), Arc::clone(&office.store)).unwrap()
}

fn take(trial: &mut Trial, office: &mut Office, bytes: &[u8]) -> Verdict {
    let delivered = trial.delivered(bytes);
    office.take(vec![delivered]).unwrap().remove(0).verdict
}

#[test]
fn a_password_changed_with_one_daemon_counts_with_the_other() {
    let mut trial = Trial::new();
    let mut other = another(&trial);
    let words = "PLAYER Moltke\nPASSWORD heron-quill-maple\nNEW PASSWORD willow-stone-harbour\n";
    assert_eq!(trial.take(&letter("Message-ID: <1@x>\r\n", words)), Verdict::Obeyed);
    let with = |password: &str| ORDERS.replace("heron-quill-maple", password);
    let new = letter("Message-ID: <2@x>\r\n", &with("willow-stone-harbour"));
    assert_eq!(take(&mut trial, &mut other, &new), Verdict::Obeyed);
    assert!(trial.office.store.order_book(&demo()).unwrap().units.contains_key(&"PR1IN".parse().unwrap()));
    // And back: the first daemon knows the orders that the other filed.
    trial.office.catch_up().unwrap();
    assert!(
        trial.office.game_named("demo").unwrap().record.book.units.contains_key(&"PR1IN".parse().unwrap())
    );
}

#[test]
fn letters_of_two_pipes_at_once_are_two_letters() {
    let mut trial = Trial::new();
    let mut other = another(&trial);
    let first = trial.office.deliver(letter("Message-ID: <1@x>\r\n", ORDERS)).unwrap();
    let text = ORDERS.replace("PR1IN", "PR2IN").replace("A9-N7", "A9-N8");
    let second = other.deliver(letter("Message-ID: <2@x>\r\n", &text)).unwrap();
    assert_ne!(first.split(':').next(), second.split(':').next());
    assert_eq!(trial.office.store.letters(LetterNo(0), 9).unwrap().len(), 2, "{first}; {second}");
}

#[test]
fn a_turn_is_run_by_one_of_them_and_reported_once() {
    let mut trial = Trial::new();
    let mut other = another(&trial);
    trial.clock.set(trial.office.next_deadline() + HOUR);
    let ran = trial.office.adjudicate(&demo(), &[], false).unwrap();
    assert!(matches!(ran, Adjudicated::Ran { turn: 1, .. }));
    let mails = trial.mails();
    assert!(mails.iter().any(|row| row.kind == Mail::Report));
    // The other still has the turn before in memory: what it makes of that is not filed.
    let error = other.adjudicate(&demo(), &[], false).unwrap_err();
    assert!(error.to_string().contains("changed meanwhile"), "{error:#}");
    other.hold_after_failure(&demo(), &error);
    other.catch_up().unwrap();
    assert_eq!(other.adjudicate(&demo(), &[], false).unwrap(), Adjudicated::NotDue);
    assert_eq!(trial.office.store.game(&demo()).unwrap().unwrap().hold, None, "and holds nothing");
    assert_eq!(trial.mails(), mails, "nor mails anything");
}

#[test]
fn a_reminder_noted_by_one_does_not_undo_the_deadline_that_another_set() {
    let mut trial = Trial::new();
    let mut other = another(&trial);
    let before = trial.office.next_deadline();
    trial.office.typed("demo", "EXTEND BY 48 hours NOW").unwrap();
    let moved = trial.office.next_deadline();
    assert_ne!(moved, before);
    // By what it remembers the turn is nearly due.
    trial.clock.set(before - HOUR);
    let seen = fieldpost_daemon::closing::Polled::unnamed(Some(i64::MAX), false);
    drop(other.remind(&demo(), &[seen]));
    other.note_clock_jump(7_000);
    trial.office.load_games().unwrap();
    assert_eq!(trial.office.next_deadline(), moved);
}

#[test]
fn a_daemon_that_has_not_heard_of_a_later_deadline_does_not_run_the_turn_at_the_old_one() {
    let mut trial = Trial::new();
    let mut other = another(&trial);
    let before = other.next_deadline();
    trial.office.typed("demo", "EXTEND BY 48 hours NOW").unwrap();
    trial.clock.set(before + HOUR);
    let error = other.adjudicate(&demo(), &[], false).unwrap_err();
    assert!(error.to_string().contains("changed meanwhile"), "{error:#}");
    assert_eq!(other.adjudicate(&demo(), &[], false).unwrap(), Adjudicated::NotDue);
    assert_eq!(trial.office.store.game(&demo()).unwrap().unwrap().turn, 1);
}

#[test]
fn one_identity_is_the_post_offices() {
    let trial = Trial::new();
    let store: &dyn Store = trial.office.store.as_ref();
    let identity = Identity::load(&trial.office.config.office.store).unwrap();
    assert!(
        store.mails(fieldpost_store::MailId(0), 9).unwrap().iter().all(|row| identity.knows(&row.message_id))
    );
}
