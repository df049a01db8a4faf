//! The server is killed while letters are filed: what was acknowledged is there, and nothing is there twice.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use fieldpost_desk::record::LetterNo;
use fieldpost_store::Store;

use crate::cluster::Cluster;
use crate::fixture::*;

/// Ends the filing: also where the test fails, with a server that is away.
struct End<'a> {
    over: &'a AtomicBool,
    has_failed: &'a AtomicBool,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.has_failed.store(thread::panicking(), Ordering::SeqCst);
        self.over.store(true, Ordering::SeqCst);
    }
}

#[test]
fn letters_are_filed_through_kills_of_the_server_once_each() {
    let Some(cluster) = Cluster::start() else { return };
    let rounds = if std::env::var_os("FIELDPOST_LONG").is_some() { 20 } else { 5 };
    let schema = cluster.schema();
    let (a, b) = (cluster.open(&schema, "a"), cluster.open(&schema, "b"));
    a.open_game(new_game()).unwrap();
    let (next, over, filed) = (AtomicU64::new(1), AtomicBool::new(false), AtomicU64::new(0));
    let (errors, has_failed) = (AtomicU64::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        for store in [&a, &b] {
            let (next, over, filed) = (&next, &over, &filed);
            let (errors, has_failed) = (&errors, &has_failed);
            scope.spawn(move || {
                while !over.load(Ordering::SeqCst) {
                    let number = next.fetch_add(1, Ordering::SeqCst);
                    // As a mailbox does: what was not acknowledged lies there still, and is brought again.
                    while store.file(letter(number, 1, 600)).is_err() {
                        errors.fetch_add(1, Ordering::SeqCst);
                        if has_failed.load(Ordering::SeqCst) {
                            return;
                        }
                        thread::sleep(Duration::from_millis(50));
                    }
                    filed.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
        let _end = End { over: &over, has_failed: &has_failed };
        for round in 0..rounds {
            let before = filed.load(Ordering::SeqCst);
            let mut waited = 0;
            while filed.load(Ordering::SeqCst) < before + 5 && waited < 3_000 {
                thread::sleep(Duration::from_millis(10));
                waited += 1;
            }
            thread::sleep(Duration::from_millis(7 * (round * 13 % 11)));
            cluster.kill();
            cluster.up();
        }
    });
    let last = next.load(Ordering::SeqCst) - 1;
    let letters = a.letters(LetterNo(0), 1_000_000).unwrap();
    assert_eq!(filed.load(Ordering::SeqCst), last, "every letter was acknowledged in the end");
    assert_eq!(letters.len() as u64, last, "none lost, none twice");
    assert!(letters.iter().zip(1..).all(|(letter, number)| letter.number == LetterNo(number)));
    assert_eq!(
        u64::from(a.counted("receipt:benedek@example.org", DAY).unwrap()),
        last,
        "each took effect once"
    );
    let filed: usize = a.order_book(&bohemia()).unwrap().units.values().map(Vec::len).sum();
    assert_eq!(filed as u64, last);
    println!("{rounds} kills, {last} letters, {} refused for the time being", errors.load(Ordering::SeqCst));
}
