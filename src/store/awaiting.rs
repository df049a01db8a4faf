//! Whatever waits for a standby says so. A commit waits without end, as it must, while the cluster has fewer copies than
//! `synchronous_standby_names` asks for; and so does every write that needs what such a one has locked.
//!
//! Each write has somebody beside it who wakes when it takes long, and asks over a connection of their own what it waits for; and so has
//! whoever asks a daemon to write.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
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
pub struct Awaiting {
    under_way: Option<Sender<()>>,
    beside: Option<JoinHandle<()>>,
    has_said: Arc<AtomicBool>,
}

impl Awaiting {
    /// A write begins.
    pub fn begin(asked: &Arc<Asked>) -> Self {
        let (under_way, over) = mpsc::channel();
        let (asked, has_said) = (Arc::clone(asked), Arc::<AtomicBool>::default());
        let says = Arc::clone(&has_said);
        let beside = std::thread::Builder::new().name("awaiting".into());
        // Where there can be no thread nothing is said; what is written is written all the same.
        let beside = beside.spawn(move || look_beside(&asked, &over, &says)).ok();
        Awaiting { under_way: Some(under_way), beside, has_said }
    }
}

impl Drop for Awaiting {
    fn drop(&mut self) {
        self.under_way = None;
        // A command may be at its end: that the wait is over is said before. As a rule nothing was said, and nobody is waited for.
        if self.has_said.load(Ordering::SeqCst) {
            let _ = self.beside.take().map(JoinHandle::join);
        }
    }
}

fn look_beside(asked: &Asked, over: &Receiver<()>, has_said: &AtomicBool) {
    let begun = Instant::now();
    let mut next = SOON;
    while let Err(RecvTimeoutError::Timeout) = over.recv_timeout(next) {
        next = SOON;
        if let Some(why) = (asked.why)()
            // It may have gone on while the database was asked.
            && over.try_recv() == Err(mpsc::TryRecvError::Empty)
        {
            has_said.store(true, Ordering::SeqCst);
            (asked.say)(&format!("waits for a standby, for {} s now: {why}", begun.elapsed().as_secs()));
            next = AGAIN;
        }
    }
    if has_said.load(Ordering::SeqCst) {
        (asked.say)(&format!("the wait for a standby is over, after {} s", begun.elapsed().as_secs()));
    }
}
