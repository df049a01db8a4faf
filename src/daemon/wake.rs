//! What wakes the daemon's loop, and what its threads share.

use std::fs::File;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use crate::clock::{Clock, Millis};
use crate::dealing::Dealing;
use crate::delivered::Delivered;
use crate::keyboard::NotAllDone;
use crate::lately::Lately;
use crate::refusals::Hold;
use crate::road::Taken;
use crate::socket::{Reply, Request};
use fieldpost_mail::source::Cursor;
use fieldpost_store::{Damage, Owed};

/// For how long nobody looks at a shared record when there is no news of it.
pub(super) const LOOK_BY_TIME: Duration = Duration::from_secs(5);

/// Everything that wakes the daemon.
pub enum Wake {
    /// A source has letters.
    Letters {
        delivered: Vec<Delivered>,
        /// Where to say what became of them.
        reply: Sender<Result<Vec<Taken>, String>>,
    },
    /// A source was looked through.
    Looked {
        /// Which one, in the order of the configuration.
        source: usize,
        /// When the look began.
        began: Millis,
        /// How far it has been read.
        cursor: Cursor,
        /// The letters that it names and has not handed out.
        owed: Vec<Owed>,
        /// Whether letters were put away, or why the server refused that.
        put_away: Option<Result<(), String>>,
    },
    /// A source could not be read.
    Failing {
        source: usize,
        /// In words for the GA.
        why: String,
        /// Whether its letters could not be filed here, so that the source is not at fault.
        is_ours: bool,
    },
    /// Another daemon may have written.
    News,
    /// Mails were given up.
    GivenUp,
    /// The server takes no mail now, or takes them again.
    Outbox(Result<(), Hold>),
    /// A slow look over the record found something new, or has come to its end.
    LookedOver {
        /// All that this look has found so far.
        found: Vec<Damage>,
        /// Whether it has seen all of the record.
        is_whole: bool,
    },
    /// Somebody asks through the control socket.
    Asked {
        request: Request,
        /// The bytes that came with it.
        body: Vec<u8>,
        /// Where the answer goes.
        reply: Sender<Answer>,
    },
}

/// What the threads share.
#[derive(Clone)]
pub(super) struct Shared {
    pub(super) wakes: Sender<Wake>,
    pub(super) clock: Clock,
    pub(super) stop: Arc<AtomicBool>,
    /// Why the daemon may take no part any more, where that is why it ends.
    pub(super) over: Arc<OnceLock<String>>,
    /// When the next deadline is, or the next task: sources look again right after it.
    pub(super) next_deadline: Arc<AtomicI64>,
    /// How many questions of the control socket have been read whose answers are not written yet.
    pub(super) asked: Arc<AtomicUsize>,
    /// How all stood lately, for who asks while the loop is at work.
    pub(super) lately: Arc<Lately>,
    /// How letters are dealt out among daemons.
    pub(super) dealing: Arc<Dealing>,
    /// For who waits for mails to send, or for letters that another daemon judges.
    pub(super) news: Arc<News>,
    /// Whether the loop is woken for news that it has not heard yet.
    pub(super) has_news: Arc<AtomicBool>,
    /// Told once, when `stop` is set: for who would else sleep on.
    pub(super) ending: Arc<News>,
}

impl Shared {
    /// What threads share that are about to be started.
    pub(super) fn new(wakes: Sender<Wake>, clock: Clock, stop: Arc<AtomicBool>) -> Self {
        Shared {
            wakes,
            clock,
            stop,
            over: Arc::default(),
            next_deadline: Arc::new(AtomicI64::new(i64::MAX)),
            asked: Arc::default(),
            lately: Arc::default(),
            dealing: Arc::default(),
            news: Arc::default(),
            has_news: Arc::default(),
            ending: Arc::default(),
        }
    }

    /// Has the daemon end, since it may take no part any more.
    pub(super) fn end(&self, why: &str) {
        self.over.get_or_init(|| why.to_owned());
        self.stop.store(true, Ordering::SeqCst);
        // The loop may be asleep; where it is over already, so is all.
        let _ = self.wakes.send(Wake::News);
    }

    /// Sleeps, unless the daemon is to end.
    pub(super) fn sleep(&self, wait: Duration) {
        if !wait.is_zero() {
            self.ending.wait(0, wait);
        }
    }
}

/// How often there was news from the record, and a place to wait for more.
#[derive(Default)]
pub(super) struct News {
    count: Mutex<u64>,
    told: Condvar,
}

impl News {
    /// There is some.
    pub(super) fn tell(&self) {
        *self.count.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.told.notify_all();
    }

    /// How often there was some.
    pub(super) fn count(&self) -> u64 {
        *self.count.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there was some more often than this, at most so long; whether there was.
    pub(super) fn wait(&self, known: u64, patience: Duration) -> bool {
        let count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.told.wait_timeout_while(count, patience, |count| *count <= known);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }
}

/// What the loop answers.
pub struct Answer {
    pub(super) reply: Reply,
    /// Bytes that go before the words.
    pub(super) spool: Option<File>,
}

impl Answer {
    /// Words, or why it was not done.
    pub fn of(done: anyhow::Result<String>) -> Self {
        let reply = match done {
            Ok(words) => Reply::Done { words },
            Err(error) if error.is::<NotAllDone>() => Reply::Partly { words: error.to_string() },
            Err(error) => Reply::Refused { why: format!("{error:#}") },
        };
        Answer { reply, spool: None }
    }

    /// A file's bytes, and then words.
    pub fn spooled(done: anyhow::Result<(File, String)>) -> Self {
        match done {
            Ok((file, words)) => Answer { spool: Some(file), ..Answer::of(Ok(words)) },
            Err(error) => Answer::of(Err(error)),
        }
    }
}
