//! Mails whose text is gone, or cannot be read for a while.

use std::fs;
use std::sync::Arc;

use fieldpost_daemon::dispatch::Dispatcher;
use fieldpost_mail::post::{Envelope, Post, RecordingPost, Sending};
use fieldpost_store::sled::Step;
use fieldpost_store::{MailRow, MailState};

use super::super::MONDAY;
use super::{Failing, Trial, plain};

fn dispatcher(trial: &Trial, post: Arc<dyn Post>) -> Dispatcher {
    let (store, clock) = (Arc::clone(&trial.office.store), trial.clock.clone());
    Dispatcher::new(store, post, clock).paced(4, 0)
}

/// Turns a bit of a mail's text. Were many texts missing, their shelf would be taken for away.
fn spoil(trial: &Trial, row: &MailRow) {
    let mut bytes = fs::read(trial.body(row)).unwrap();
    bytes[100] ^= 1;
    fs::write(trial.body(row), bytes).unwrap();
}

#[test]
fn a_mail_whose_text_is_lost_is_given_up_and_told_of_and_holds_up_no_other() {
    let mut trial = plain();
    trial.office.tell_ga(MONDAY, None, "Something", "Words").unwrap();
    let rows = trial.mails().into_iter().filter(|row| row.state == MailState::Queued).collect::<Vec<_>>();
    let to_ga = rows.iter().rfind(|row| row.to == "ga@example.org").unwrap().clone();
    let (flipped, missing) = (rows[1].clone(), rows[3].clone());
    spoil(&trial, &flipped);
    fs::remove_file(trial.body(&missing)).unwrap();
    fs::remove_file(trial.body(&to_ga)).unwrap();
    let post = Arc::new(RecordingPost::new());
    let dispatcher = dispatcher(&trial, post.clone());
    while !dispatcher.round().unwrap().is_idle() {}
    assert_eq!(post.sent().len(), rows.len() - 3, "each of the others was sent");
    let given_up = trial.office.store.given_up().unwrap().into_iter().map(|row| row.id).collect::<Vec<_>>();
    assert_eq!(given_up, [flipped.id, missing.id, to_ga.id]);
    trial.look_after();
    let told = trial.told_of("mails were given up");
    assert_eq!(told.len(), 1);
    for row in [&flipped, &missing, &to_ga] {
        assert!(told[0].contains(&format!("Mail {} ", row.id.0)), "{}", told[0]);
    }
    assert!(told[0].contains("its text is lost"), "{}", told[0]);
}

/// What is said of a mail that nobody can send is no word of the server's, and one alone is given up while the server holds all.
#[test]
fn mails_whose_text_is_lost_tell_nothing_of_the_server_and_wait_for_nothing() {
    let trial = plain();
    let rows = trial.mails().into_iter().filter(|row| row.state == MailState::Queued).collect::<Vec<_>>();
    let post = Arc::new(RecordingPost::new());
    let dispatcher = dispatcher(&trial, post.clone()).paced(rows.len(), 0);
    post.will(rows.iter().skip(1).map(|_| Sending::Held("550 5.4.5".into())));
    fs::remove_file(trial.body(&rows[0])).unwrap();
    dispatcher.round().unwrap();
    let given_up =
        || trial.office.store.given_up().unwrap().into_iter().map(|row| row.id).collect::<Vec<_>>();
    assert_eq!(given_up(), [rows[0].id]);
    assert!(matches!(dispatcher.standing(), Some(Err(_))));
    for row in &rows[1..] {
        spoil(&trial, row);
    }
    for _ in &rows[1..] {
        trial.clock.set(trial.clock.now() + 15 * 60_000);
        dispatcher.round().unwrap();
    }
    assert_eq!(given_up().len(), rows.len());
}

#[test]
fn mails_wait_while_the_whole_shelf_is_away() {
    let trial = plain();
    let (shelf, aside) = (trial.store().join("post"), trial.store().join("aside"));
    fs::rename(&shelf, &aside).unwrap();
    let post = Arc::new(RecordingPost::new());
    let dispatcher = dispatcher(&trial, post.clone());
    while !dispatcher.round().unwrap().is_idle() {}
    assert!(trial.office.store.given_up().unwrap().is_empty() && post.sent().is_empty());
    fs::rename(&aside, &shelf).unwrap();
    trial.clock.set(trial.clock.now() + 61_000);
    while !dispatcher.round().unwrap().is_idle() {}
    assert!(!post.sent().is_empty());
}

/// A post on whose machine the disk fills up while it sends.
struct Filling {
    disk: Arc<Failing>,
    post: RecordingPost,
}

impl Post for Filling {
    fn send(&self, envelope: &Envelope, bytes: &[u8]) -> Sending {
        self.disk.set(true);
        self.post.send(envelope, bytes)
    }
}

#[test]
fn what_became_of_a_mail_is_written_when_the_disk_has_room_again_and_none_is_sent_twice() {
    let disk = Failing::at(Step::Journal);
    let trial = plain().watched(&disk);
    let owed = || trial.mails().into_iter().filter(|row| row.state == MailState::Queued).count();
    let count = owed();
    let post = Arc::new(Filling { disk: Arc::clone(&disk), post: RecordingPost::new() });
    let dispatcher = dispatcher(&trial, post.clone());
    for _ in 0..3 {
        assert!(dispatcher.round().is_err());
    }
    assert_eq!(post.post.sent().len(), 4, "one handful, and none before its marks are written");
    while owed() > 0 {
        disk.set(false);
        let _ = dispatcher.round();
    }
    disk.set(false);
    assert!(dispatcher.round().unwrap().is_idle());
    assert_eq!(post.post.sent().len(), count);
    let open = trial.mails().into_iter().filter(|row| row.state == MailState::Sending).count();
    assert_eq!(open, 0, "each has its mark");
}
