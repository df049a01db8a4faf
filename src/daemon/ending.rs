//! The end of a daemon that shares its record: what it holds is given up, so that another takes it at once; and it ends within seconds,
//! also where the database does not answer, or a write waits for a standby.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use fieldpost_store::Store;

/// How often it is looked whether the daemon is to end.
const LOOK: Duration = Duration::from_secs(1);

/// How long it has at least to end of itself: an idle loop looks every ten seconds whether it is to end.
const IN_HAND: Duration = Duration::from_secs(12);

/// How long the database may take for an answer.
const ANSWER: Duration = Duration::from_secs(5);

/// Somebody who ends the process where it does not end of itself.
#[derive(Clone)]
pub struct Ending {
    is_over: Arc<AtomicBool>,
    record: Arc<Mutex<Option<Arc<dyn Store>>>>,
}

impl Ending {
    /// Waits beside the daemon for `stop`. `socket` is taken away where the daemon does not come to it.
    pub fn beside(stop: Arc<AtomicBool>, socket: PathBuf) -> Self {
        let ending = Ending { is_over: Arc::default(), record: Arc::default() };
        let beside = ending.clone();
        thread::spawn(move || beside.wait(&stop, socket));
        ending
    }

    /// The record, once it is open.
    pub fn holds(&self, record: Arc<dyn Store>) {
        *self.record.lock().unwrap_or_else(PoisonError::into_inner) = Some(record);
    }

    /// The daemon has come to its end.
    pub fn is_over(&self) {
        self.is_over.store(true, Ordering::SeqCst);
    }

    fn wait(&self, stop: &AtomicBool, socket: PathBuf) {
        while !stop.load(Ordering::SeqCst) {
            thread::sleep(LOOK);
        }
        thread::sleep(IN_HAND);
        // A long turn is no reason: it is ended, as on a machine by itself.
        while self.database_goes_on() {
            if self.is_over.load(Ordering::SeqCst) {
                return;
            }
            thread::sleep(LOOK);
        }
        if self.is_over.load(Ordering::SeqCst) {
            return;
        }
        tracing::warn!(
            "the database does not answer, or a write waits for a standby: the daemon ends all the same. What was written is written, or \
             is made again"
        );
        if let Some(record) = self.record() {
            give_up(record);
        }
        drop(std::fs::remove_file(socket));
        std::process::exit(0);
    }

    fn record(&self) -> Option<Arc<dyn Store>> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether the database answers, and no write waits for a standby. Before it is open nobody knows.
    fn database_goes_on(&self) -> bool {
        let awaited = self.record().map(|record| within(ANSWER, move || record.awaited()));
        matches!(awaited, Some(Some(Ok(None))))
    }
}

/// What something gives that may take no longer than this.
fn within<T: Send + 'static>(patience: Duration, ask: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (told, outcome) = mpsc::channel();
    // Where nobody waits any more for its end, it is at none.
    thread::spawn(move || told.send(ask()));
    outcome.recv_timeout(patience).ok()
}

/// Gives up what this daemon holds, for others to take at once, and waits no longer for that than some seconds.
pub fn give_up(record: Arc<dyn Store>) {
    match within(ANSWER, move || record.leave()) {
        Some(Ok(())) => {}
        Some(Err(error)) => {
            tracing::warn!(%error, "what this daemon held is free when its lease ends, and not before");
        }
        None => {
            tracing::warn!("the database does not answer: what this daemon held is free when its lease ends")
        }
    }
}
