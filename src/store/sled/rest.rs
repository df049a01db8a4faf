//! What keeps sled's threads from waking an idle machine.
//!
//! Sled 0.34 keeps seven threads for as long as the process lives, and each looks up once a second for work, which it is told of
//! anyhow. Nobody can tell sled otherwise, but a thread inherits from the one that starts it how late its waits may end
//! (`PR_SET_TIMERSLACK`); what it is told of, it hears at once as before.

use std::future::Future;
use std::num::NonZeroU64;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake};
use std::thread::{self, Thread};
use std::time::Duration;

use rustix::thread::{current_timer_slack, set_current_timer_slack};

/// How late the waits of sled's threads may end.
const LATE: Duration = Duration::from_secs(60);

/// Opens a database, so that the threads which sled starts then wait long. Whoever asks is as punctual afterwards as before.
///
/// # Errors
/// Those of sled.
pub fn open_at_rest(config: &::sled::Config) -> ::sled::Result<::sled::Db> {
    let _punctual = late_for_now();
    let database = config.open()?;
    // Sled starts its threads with the first work for them, and this is some. What comes of it shows at the first write.
    let _ = done(database.flush_async());
    Ok(database)
}

/// Lets this thread's waits end late, and those of the threads that it starts, until what is given is dropped.
fn late_for_now() -> Option<Punctual> {
    let late = u64::try_from(LATE.as_nanos()).ok().and_then(NonZeroU64::new);
    let slack = current_timer_slack().ok()?;
    set_current_timer_slack(late).ok()?;
    Some(Punctual(NonZeroU64::new(slack)))
}

/// Waits for what other threads do.
fn done<T>(work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    let waker = Arc::new(Unpark(thread::current())).into();
    loop {
        match work.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(done) => return done,
            Poll::Pending => thread::park(),
        }
    }
}

/// Wakes the thread that waits.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Puts a thread's own slack back, also when sled panicked.
struct Punctual(Option<NonZeroU64>);

impl Drop for Punctual {
    fn drop(&mut self) {
        if let Err(error) = set_current_timer_slack(self.0) {
            tracing::warn!(%error, "this thread's waits may end late");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{SledStore, Store};

    /// The threads of this process whose names begin so, and how late the waits of each may end, in nanoseconds.
    fn slack_of(name: &str) -> Vec<u64> {
        let tasks = fs::read_dir("/proc/self/task").unwrap().map(|task| task.unwrap());
        let named = tasks.filter(|task| {
            fs::read_to_string(task.path().join("comm")).is_ok_and(|comm| comm.starts_with(name))
        });
        let slack = named.map(|task| {
            let file = format!("/proc/{}/timerslack_ns", task.file_name().display());
            fs::read_to_string(file).unwrap().trim().parse().unwrap()
        });
        slack.collect()
    }

    #[test]
    fn the_database_s_threads_rest_and_ours_is_punctual() {
        let before = current_timer_slack().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let store = SledStore::open(folder.path()).unwrap();
        // They begin one after the other, and on a busy machine some do so when the store is open already.
        let all_have_begun = || Some(slack_of("sled-io")).filter(|slack| slack.len() >= 7);
        let mut looks = (0..1000).map(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            all_have_begun()
        });
        let slack = looks.find_map(|slack| slack).expect("seven threads of the database");
        assert!(slack.iter().all(|slack| u128::from(*slack) == LATE.as_nanos()), "{slack:?}");
        assert_eq!(current_timer_slack().unwrap(), before);
        assert!(store.next_due().unwrap().is_none());
    }

    #[test]
    fn a_panic_leaves_a_thread_punctual() {
        let before = current_timer_slack().unwrap();
        let opened = std::panic::catch_unwind(|| {
            let _punctual = late_for_now().unwrap();
            std::panic::panic_any("a damaged folder");
        });
        assert!(opened.is_err());
        assert_eq!(current_timer_slack().unwrap(), before);
    }
}
