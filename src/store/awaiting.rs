//! Whatever waits for a standby says so. A commit waits without end, as it must, while the cluster has fewer copies than
//! `synchronous_standby_names` asks for; and so does every write that needs what such a one has locked.
//!
//! Each write has somebody beside it who wakes when it takes long, and asks over a connection of their own what it waits for; and so has
//! whoever asks a daemon to write.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// After how long it is asked what a write waits for, and how long after that again.
const SOON: Duration = Duration::from_secs(3);

/// How long after it was said it is said again.
const AGAIN: Duration = Duration::from_secs(60);

/// Why what is done now waits, if a standby is what it waits for; and where that is said.
pub struct Asked {
    pub why: Box<dyn Fn() -> Option<String> + Send + Sync>,
    pub say: fn(&str),
}

/// A write that is under way; it is over when this is dropped.
pub struct Awaiting(#[allow(dead_code)] Sender<()>);

impl Awaiting {
    /// A write begins.
    pub fn begin(asked: &Arc<Asked>) -> Self {
        let (under_way, over) = mpsc::channel();
        let asked = Arc::clone(asked);
        // Where there can be no thread nothing is said; what is written is written all the same.
        drop(std::thread::Builder::new().name("awaiting".into()).spawn(move || look_beside(&asked, &over)));
        Awaiting(under_way)
    }
}

fn look_beside(asked: &Asked, over: &Receiver<()>) {
    let begun = Instant::now();
    let (mut has_said, mut next) = (false, SOON);
    while let Err(RecvTimeoutError::Timeout) = over.recv_timeout(next) {
        next = SOON;
        if let Some(why) = (asked.why)()
            // It may have gone on while the database was asked.
            && over.try_recv() == Err(mpsc::TryRecvError::Empty)
        {
            (asked.say)(&format!("waits for a standby, for {} s now: {why}", begun.elapsed().as_secs()));
            (has_said, next) = (true, AGAIN);
        }
    }
    if has_said {
        (asked.say)(&format!("the wait for a standby is over, after {} s", begun.elapsed().as_secs()));
    }
}
