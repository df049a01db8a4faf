//! A turn that is asked for at the keyboard, beside a daemon and on a full disk.

use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, UNIX_EPOCH};
use std::{fs, io, thread};

use fieldpost_daemon::dispatch::Dispatcher;
use fieldpost_daemon::socket::Request;
use fieldpost_daemon::{run, socket, wiring};
use fieldpost_desk::record::{GameName, OrderBook};
use fieldpost_mail::post::RecordingPost;
use fieldpost_store::sled::{Step, Watch};
use fieldpost_store::{SledStore, Store};

use super::{ORDERS, Trial, letter};

fn demo() -> GameName {
    GameName("demo".into())
}

fn at_once() -> Request {
    Request::Turn { game: "demo".into(), now: true }
}

#[test]
fn letters_that_lie_in_the_mailbox_count_for_a_turn_that_is_asked_for() {
    let Trial { folder, clock, office, .. } = Trial::new();
    let config = office.config.clone();
    let store = Arc::clone(&office.store);
    let boxes = wiring::letterboxes(&config, store.as_ref()).unwrap();
    // It lies there, received before anybody asks.
    let path = folder.path().join("in/new/1.a");
    fs::write(&path, letter("Message-ID: <1@x>\r\n", ORDERS)).unwrap();
    let received = UNIX_EPOCH + Duration::from_millis(u64::try_from(clock.now()).unwrap());
    File::options().write(true).open(&path).unwrap().set_modified(received).unwrap();
    let dispatcher =
        Dispatcher::new(store.clone(), Arc::new(RecordingPost::new()), clock.clone()).paced(4, 0);
    let (stop, listener) = (Arc::new(AtomicBool::new(false)), socket::listen(&config.office.store).unwrap());
    let daemon = thread::spawn({
        let stop = Arc::clone(&stop);
        move || run::run(office, boxes, dispatcher, listener, stop).unwrap()
    });
    let asking = thread::spawn({
        let store = config.office.store.clone();
        move || socket::ask(&store, &at_once(), b"").unwrap().unwrap().into_words().unwrap()
    });
    while !asking.is_finished() {
        clock.set(clock.now() + 1_000);
        thread::sleep(Duration::from_millis(100));
    }
    let words = asking.join().unwrap();
    assert!(
        words.contains("turn 1 of demo was run") && !words.contains("could not be looked through"),
        "{words}"
    );
    let record = store.turn(&demo(), 1).unwrap().unwrap();
    let book: OrderBook = store.paper(&record.book.unwrap()).unwrap().read().unwrap();
    assert_eq!(book.units.len(), 1, "the letter counted for the turn");
    stop.store(true, Ordering::SeqCst);
    daemon.join().unwrap();
}

/// A disk that is full while it is told to be.
#[derive(Default)]
struct Full(AtomicBool);

impl Watch for Full {
    fn before(&self, step: Step) -> io::Result<()> {
        let fails =
            self.0.load(Ordering::SeqCst) && matches!(step, Step::Body | Step::Record | Step::Journal);
        if fails { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }
}

#[test]
fn on_a_full_disk_it_says_that_nothing_was_done_and_what_to_do() {
    let Trial { folder: _folder, clock, office, .. } = Trial::new();
    let config = office.config.clone();
    drop(office);
    let disk = Arc::new(Full::default());
    let store: Arc<dyn Store> =
        Arc::new(SledStore::open_watched(&config.office.store, disk.clone()).unwrap());
    let mut office = wiring::office(config, clock, store).unwrap();
    disk.0.store(true, Ordering::SeqCst);
    let why = format!("{:#}", office.carry_out(&at_once(), Vec::new()).unwrap_err());
    for part in [
        "turn 1 of demo was not run, since the disk is full",
        "nothing of it is half done",
        "fieldpost prune",
    ] {
        assert!(why.contains(part), "no {part:?}: {why}");
    }
    disk.0.store(false, Ordering::SeqCst);
    let words = office.carry_out(&at_once(), Vec::new()).unwrap();
    assert!(words.contains("turn 1 of demo was run"), "{words}");
}
