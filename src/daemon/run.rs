//! The daemon's loop. Threads look after the sources, the outbox and the control socket; all of them wake the one
//! thread that works in the office, and [`Wake`] is everything that can.

use std::os::unix::net::UnixListener;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;

use crate::daemon::clock::{Clock, JumpWatch, Millis};
use crate::daemon::closing::Polled;
use crate::daemon::delivered::{Delivered, receipt_of};
use crate::daemon::disk::Level;
use crate::daemon::dispatch::Dispatcher;
use crate::daemon::door::{Answer, answer_the_door};
use crate::daemon::figures::GameFigures;
use crate::daemon::hosted::Hosted;
use crate::daemon::intake::Taken;
use crate::daemon::lately::Lately;
use crate::daemon::letterbox::{Letterbox, LookError};
use crate::daemon::metrics::{self, Meter};
use crate::daemon::office::Office;
use crate::daemon::service::Service;
use crate::daemon::socket::{self, Request};
use crate::mail::post::Post;
use crate::mail::source::{Backoff, Cursor};
use crate::store;
use crate::store::{Damage, Round, Store, Work};

/// Everything that wakes the daemon.
pub enum Wake {
    /// A source has letters.
    Letters {
        /// They.
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
    },
    /// A source could not be read.
    Failing {
        /// Which one.
        source: usize,
        /// In words for the GA.
        why: String,
        /// Whether its letters could not be filed here, so that the source is not at fault.
        is_ours: bool,
    },
    /// Mails were given up.
    GivenUp,
    /// A slow look over the record found something new, or has come to its end.
    LookedOver {
        /// All that this look has found so far.
        found: Vec<Damage>,
        /// Whether it has seen all of the record.
        is_whole: bool,
    },
    /// Somebody asks through the control socket.
    Asked {
        /// What for.
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
    clock: Clock,
    pub(super) stop: Arc<AtomicBool>,
    /// When the next deadline is, or the next task: sources look again right after it.
    next_deadline: Arc<AtomicI64>,
    /// How many questions of the control socket have been read whose answers are not written yet.
    pub(super) asked: Arc<AtomicUsize>,
    /// How all stood lately, for who asks while the loop is at work.
    pub(super) lately: Arc<Lately>,
}

/// A running daemon's loop.
pub struct Daemon {
    pub(super) office: Office,
    sources: Vec<SourceState>,
    jumps: JumpWatch,
    pub(super) post: Arc<dyn Post>,
    /// Whether the GA was told past the record that it cannot be written.
    pub(super) told_directly: bool,
    service: Service,
}

struct SourceState {
    name: String,
    folder: String,
    polled: Polled,
}

/// How often the loop looks at the clock when nothing wakes it.
const TICK: Duration = Duration::from_millis(500);

/// The longest single wait for news: a change of the next deadline is heard within it.
const STRETCH_MS: u64 = 25_000;

/// How many connections of the control socket are served at once; further ones wait in the system's queue.
const DOORKEEPERS: usize = 8;

/// How long the daemon waits at its end for answers that are being written.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// Runs until `stop` is set.
///
/// # Errors
/// If a write to the record fails so that it takes no more (only a new process can tell what the disk holds then), or the
/// control socket cannot be removed.
pub fn run(
    office: Office,
    boxes: Vec<Letterbox>,
    dispatcher: Dispatcher,
    listener: UnixListener,
    stop: Arc<AtomicBool>,
) -> anyhow::Result<()> {
    let (wakes, woken) = mpsc::channel();
    let next_deadline = Arc::new(AtomicI64::new(i64::MAX));
    let (clock, asked) = (office.clock.clone(), Arc::new(AtomicUsize::new(0)));
    let shared = Shared { wakes, clock, stop, next_deadline, asked, lately: Arc::default() };
    let sources = boxes.iter().map(SourceState::new).collect();
    let jumps = JumpWatch::new(&office.clock);
    let post = Arc::clone(&dispatcher.post);
    let mut daemon = Daemon { office, sources, jumps, post, told_directly: false, service: Service::new() };
    let meter_port = daemon.office.config.metrics.as_ref().map(|metrics| metrics::listen(metrics.listen));
    let meter_port = meter_port.transpose()?;
    daemon.office.watch.running = true;
    if let Err(error) = daemon.office.settle_released() {
        tracing::error!(error = format!("{error:#}"), "released letters wait");
    }
    // Sources and door are not waited for at the end: they hold nothing, and may be deep in a wait.
    for (source, letterbox) in boxes.into_iter().enumerate() {
        let (shared, record) = (shared.clone(), Arc::clone(&daemon.office.store));
        thread::spawn(move || look_again_and_again(source, letterbox, record.as_ref(), &shared));
    }
    let (outbox, warden) = (shared.clone(), shared.clone());
    let record = Arc::clone(&daemon.office.store);
    let warden = thread::spawn(move || look_over_again_and_again(record.as_ref(), &warden));
    let sender = thread::spawn(move || send_again_and_again(&dispatcher, &outbox));
    if daemon.office.config.postgres.is_some() {
        let (record, shared) = (Arc::clone(&daemon.office.store), shared.clone());
        thread::spawn(move || renew_again_and_again(record.as_ref(), &shared));
    }
    for _ in 0..DOORKEEPERS {
        let (listener, shared) = (listener.try_clone()?, shared.clone());
        thread::spawn(move || answer_the_door(&listener, &shared));
    }
    if let Some(listener) = meter_port {
        let meter = Meter::of(&daemon.office);
        thread::spawn(move || meter.serve(&listener));
    }
    daemon.service.ready();
    daemon.serve(&woken, &shared);
    let stopped = daemon.office.store.stopped();
    if let Some(why) = &stopped {
        shared.stop.store(true, Ordering::SeqCst);
        daemon.tell_that_it_ends(why);
    }
    daemon.service.stopping();
    // Whoever still waits for an answer learns that none comes.
    drop(woken);
    let begun = Instant::now();
    while shared.asked.load(Ordering::SeqCst) > 0 && begun.elapsed() < LAST_ANSWERS {
        thread::sleep(Duration::from_millis(10));
    }
    let store = daemon.office.config.office.store.clone();
    // A mail in hand is marked before the process ends, so that it is not sent twice without need.
    let _ = sender.join();
    // It holds the store, and lets go of it between two looks.
    let _ = warden.join();
    std::fs::remove_file(socket::path(&store)).or_else(ignore_missing)?;
    match stopped {
        Some(why) => bail!(
            "the record takes no more writes, so the daemon ends: {why}. What was acknowledged is kept, and letters that were \
             not filed are still in their mailboxes. A new start finds out what the disk holds: see that it has room and \
             works"
        ),
        None => Ok(()),
    }
}

fn ignore_missing(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

impl Daemon {
    fn serve(&mut self, woken: &Receiver<Wake>, shared: &Shared) {
        while !shared.stop.load(Ordering::SeqCst) && self.office.store.stopped().is_none() {
            match woken.recv_timeout(TICK) {
                Ok(wake) => self.handle(wake, shared),
                Err(RecvTimeoutError::Timeout) => self.note_how_all_stands(shared),
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.service.beat();
            if self.office.store.stopped().is_none() {
                self.watch_the_clock(shared);
            }
        }
    }

    /// Once a minute, for who asks while a turn is run.
    fn note_how_all_stands(&self, shared: &Shared) {
        let now = self.office.clock.now();
        if shared.lately.is_old(now)
            && let Ok(status) = self.office.status()
        {
            shared.lately.note(now, status);
        }
    }

    fn handle(&mut self, wake: Wake, shared: &Shared) {
        match wake {
            Wake::Letters { delivered, reply } => {
                let taken = self.office.take(delivered).map_err(|error| format!("{error:#}"));
                if let Err(why) = &taken {
                    tracing::error!(why, "letters could not be filed");
                }
                let _ = reply.send(taken);
            }
            Wake::Looked { source, began, cursor } => self.looked(source, began, cursor),
            Wake::Failing { source, why, is_ours } => self.failing(source, &why, is_ours),
            // It is in the record, and told with what else is wrong.
            Wake::GivenUp => self.office.look_after(),
            Wake::LookedOver { found, is_whole } => {
                let told = self.office.record_looked_over(&found, is_whole);
                self.note(told);
            }
            Wake::Asked { request, body, reply } => {
                let _ = reply.send(self.answer(&request, body, shared));
            }
        }
    }

    fn looked(&mut self, source: usize, began: Millis, cursor: Cursor) {
        let Some(state) = self.sources.get_mut(source) else { return };
        state.polled = Polled { last_full: Some(began), failing: false };
        self.office.figures.polled(&state.name, began);
        let uidvalidity = u32::try_from(cursor.uid_validity).unwrap_or(0);
        let cursor = store::Cursor { uidvalidity, max_uid: cursor.uid, polled_ms: Some(began) };
        let (name, folder) = (state.name.clone(), state.folder.clone());
        self.keep_cursor(&name, &folder, &cursor);
        let told = self.office.source_read(&name, began);
        self.note(told);
        if std::mem::take(&mut self.told_directly) {
            let at_ms = self.office.clock.now();
            let words = "Letters are taken in and filed again.";
            let told = self.office.tell_ga(at_ms, None, "Letters are filed again", words);
            self.note(told);
        }
    }

    /// A cursor only helps: on a disk that is full it is not worth a write that may stop the record.
    fn keep_cursor(&mut self, source: &str, folder: &str, cursor: &store::Cursor) {
        if self.office.disk_level() == Level::Full {
            return;
        }
        match self.office.store.set_cursor(source, folder, cursor) {
            Ok(()) => self.tell_that_it_goes_on(),
            Err(error) => tracing::error!(%error, source, "the cursor could not be kept"),
        }
    }

    fn failing(&mut self, source: usize, why: &str, is_ours: bool) {
        let Some(state) = self.sources.get_mut(source) else { return };
        tracing::warn!(source = state.name, why, "a source cannot be read");
        state.polled.failing = true;
        self.office.figures.poll_failed(&state.name);
        let (name, folder, now) = (state.name.clone(), state.folder.clone(), self.office.clock.now());
        if let Err(error) = self.office.store.note_failing(&name, &folder, now, why) {
            tracing::error!(%error, source = name, "other daemons could not be told that a source fails");
        }
        if !is_ours {
            let told = self.office.source_failed(&name, why);
            return self.note(told);
        }
        if let Err(error) = self.office.filing_failed(&name, why) {
            tracing::error!(error = format!("{error:#}"), "the record cannot be written");
            self.tell_past_the_record(&name, why);
        }
    }

    pub(super) fn note(&self, told: anyhow::Result<()>) {
        if let Err(error) = told {
            tracing::error!(error = format!("{error:#}"), "the GA could not be told");
        }
    }

    /// Runs what is due, and tells the sources when to look next.
    fn watch_the_clock(&mut self, shared: &Shared) {
        if let Some(by_ms) = self.jumps.jump(&self.office.clock) {
            self.office.note_clock_jump(by_ms);
        }
        if let Err(error) = self.office.catch_up() {
            tracing::error!(error = format!("{error:#}"), "nothing is done until the games can be read");
            return;
        }
        let polled = match self.polled() {
            Ok(polled) => polled,
            Err(error) => {
                return tracing::error!(%error, "nothing is done until it is known how far mailboxes were read");
            }
        };
        self.office.do_tasks(&polled);
        let games = self.office.games.iter().filter(|(_, hosted)| !hosted.is_stuck());
        let names = games.map(|(name, _)| name.clone()).collect::<Vec<_>>();
        for name in names {
            if let Err(error) = self.office.remind(&name, &polled) {
                tracing::error!(%error, game = name.0, "players could not be reminded");
            }
            if let Err(error) = self.office.adjudicate(&name, &polled, false) {
                self.office.hold_after_failure(&name, &error);
            }
            // Each turn may take its time.
            self.service.beat();
        }
        self.office.look_after();
        let games = self.office.games.values().filter(|hosted| !hosted.record.administration.has_ended);
        self.office.figures.stand(games.map(figures_of).collect());
        let next = self.office.next_deadline().min(self.office.next_task_ms());
        shared.next_deadline.store(next, Ordering::SeqCst);
    }

    /// How far every mailbox was read that a turn waits for: this daemon's by what it knows, and those that others look
    /// through by the record.
    fn polled(&self) -> store::Result<Vec<Polled>> {
        let mut polled = self.sources.iter().map(|source| source.polled).collect::<Vec<_>>();
        for poll in self.office.store.polls()? {
            let shared = Polled { last_full: poll.polled_ms, failing: poll.failing_since_ms.is_some() };
            let is_it = |own: &SourceState| own.name == poll.account && own.folder == poll.folder;
            match self.sources.iter().position(is_it) {
                Some(own) if polled[own].last_full < shared.last_full => polled[own] = shared,
                Some(_) => {}
                None => polled.push(shared),
            }
        }
        Ok(polled)
    }

    fn answer(&mut self, request: &Request, body: Vec<u8>, shared: &Shared) -> Answer {
        match request {
            Request::Stop => {
                shared.stop.store(true, Ordering::SeqCst);
                Answer::of(Ok("the daemon ends".to_owned()))
            }
            // Whoever asks may take it as slowly as they like: the loop waits for this machine's disk only.
            Request::Export => Answer::spooled(self.office.spool_export()),
            request => Answer::of(self.office.carry_out(request, body)),
        }
    }
}

fn figures_of(hosted: &Hosted) -> GameFigures {
    GameFigures {
        game: hosted.record.name().0.clone(),
        turn: hosted.turn(),
        deadline_ms: hosted.record.settings.deadline_ms,
        held: hosted.record.hold.is_some(),
    }
}

impl SourceState {
    fn new(letterbox: &Letterbox) -> Self {
        SourceState {
            name: letterbox.mailbox.name().to_owned(),
            folder: letterbox.folder.clone(),
            polled: Polled { last_full: None, failing: false },
        }
    }
}

/// How long a daemon stands by before it asks again for a mailbox that another reads.
const STAND_BY: Duration = Duration::from_secs(2);

/// How often a daemon says that it lives: three times within the shortest lease that can be configured.
const SIGN_OF_LIFE: Duration = Duration::from_secs(4);

/// The thread that keeps what this daemon has claimed its own.
fn renew_again_and_again(record: &dyn Store, shared: &Shared) {
    while !shared.stop.load(Ordering::SeqCst) {
        match record.renew() {
            Ok(true) => {}
            Ok(false) => {
                tracing::warn!("work that was claimed was not renewed in time: it is any daemon's again")
            }
            Err(error) => tracing::error!(%error, "claims cannot be renewed"),
        }
        sleep_unless_stopped(SIGN_OF_LIFE, shared);
    }
}

/// A source's thread: look, wait, look again; after a failure wait longer and longer.
fn look_again_and_again(source: usize, mut letterbox: Letterbox, record: &dyn Store, shared: &Shared) {
    let mut backoff = Backoff::default();
    let work = Work::Poll(letterbox.mailbox.name().to_owned(), letterbox.folder.clone());
    while !shared.stop.load(Ordering::SeqCst) {
        // A mailbox is one daemon's at a time; the others stand by.
        if !matches!(record.claim(&work), Ok(Some(_))) {
            sleep_unless_stopped(STAND_BY, shared);
            continue;
        }
        let outcome = letterbox.look(&shared.clock, &mut |delivered| hand_over(delivered, shared));
        match outcome {
            Ok(began) => {
                backoff.succeeded();
                let looked = Wake::Looked { source, began, cursor: letterbox.cursor };
                if shared.wakes.send(looked).is_err() {
                    return;
                }
                wait_for_news(&mut letterbox, shared);
            }
            Err(error) => {
                let is_login = matches!(&error, LookError::Source(error) if error.is_login());
                let wait = backoff.failed(is_login, rand::random());
                let is_ours = matches!(&error, LookError::NotFiled(_));
                let _ = shared.wakes.send(Wake::Failing { source, why: error.to_string(), is_ours });
                sleep_unless_stopped(wait, shared);
            }
        }
    }
}

/// How much of a mailbox the loop takes in one go, in letters and in bytes of them: between two goes it looks at the clock
/// and answers whoever asks.
const LETTERS_AT_ONCE: usize = 50;
const BYTES_AT_ONCE: usize = 512 << 10;

/// Hands letters to the loop, in order of receipt and few at a time.
fn hand_over(mut delivered: Vec<Delivered>, shared: &Shared) -> Result<Vec<Taken>, String> {
    delivered.sort_by_key(receipt_of);
    let mut taken = Vec::new();
    for few in few_at_a_time(delivered) {
        taken.extend(hand_over_few(few, shared)?);
    }
    Ok(taken)
}

fn few_at_a_time(delivered: Vec<Delivered>) -> Vec<Vec<Delivered>> {
    let mut goes: Vec<Vec<Delivered>> = Vec::new();
    let mut bytes = usize::MAX;
    for letter in delivered {
        bytes = bytes.saturating_add(letter.bytes.len());
        match goes.last_mut().filter(|go| go.len() < LETTERS_AT_ONCE && bytes <= BYTES_AT_ONCE) {
            Some(go) => go.push(letter),
            None => {
                bytes = letter.bytes.len();
                goes.push(vec![letter]);
            }
        }
    }
    goes
}

fn hand_over_few(delivered: Vec<Delivered>, shared: &Shared) -> Result<Vec<Taken>, String> {
    let (reply, answer) = mpsc::channel();
    let ending = || "the daemon is ending".to_owned();
    shared.wakes.send(Wake::Letters { delivered, reply }).map_err(|_| ending())?;
    answer.recv().map_err(|_| ending())?
}

/// Waits for news until the poll is due; a deadline is followed by a look at once.
fn wait_for_news(letterbox: &mut Letterbox, shared: &Shared) {
    let began = shared.clock.now();
    let poll = i64::try_from(letterbox.poll.as_millis()).unwrap_or(i64::MAX);
    while !shared.stop.load(Ordering::SeqCst) {
        let now = shared.clock.now();
        let deadline = shared.next_deadline.load(Ordering::SeqCst);
        let mut until = began.saturating_add(poll);
        if began <= deadline {
            until = until.min(deadline.saturating_add(1_000));
        }
        if now >= until {
            return;
        }
        let stretch = u64::try_from(until - now).unwrap_or(0).min(STRETCH_MS);
        match letterbox.mailbox.wait(Duration::from_millis(stretch)) {
            Ok(crate::mail::source::Wake::Quiet) => {}
            // News, or a lost connection: the next look finds out.
            Ok(crate::mail::source::Wake::News) | Err(_) => return,
        }
    }
}

/// How many files of the record are read at a time, and how long between.
const FILES_A_LOOK: usize = 8;
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How long from one look over the whole record to the next.
const ROUND_EVERY_MS: i64 = 24 * 3_600_000;

/// The warden's thread: it holds the record to its hashes, some files a second and once a day all of them. It takes no
/// lower priority, since the walls of a service (deploy/fieldpost.service) forbid to ask for one.
fn look_over_again_and_again(record: &dyn Store, shared: &Shared) {
    while !shared.stop.load(Ordering::SeqCst) {
        let began = shared.clock.now();
        look_over_once(record, shared);
        while !shared.stop.load(Ordering::SeqCst) && shared.clock.now() - began < ROUND_EVERY_MS {
            sleep_unless_stopped(Duration::from_secs(60), shared);
        }
    }
}

fn look_over_once(record: &dyn Store, shared: &Shared) {
    let mut round = Round::default();
    while !round.is_over && !shared.stop.load(Ordering::SeqCst) {
        let before = round.found.len();
        // A damaged database can panic where it is read; that is damage, and no reason to end.
        let looked = catch_unwind(AssertUnwindSafe(|| record.look_over(&mut round, FILES_A_LOOK)));
        let why = match looked {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some("the database panicked when it was read".into()),
        };
        if let Some(why) = why {
            let costs = "The look over the record goes no further".into();
            round.found.push(Damage { file: "db".into(), why, costs });
            round.is_over = true;
        }
        if round.is_over || round.found.len() > before {
            let looked = Wake::LookedOver { found: round.found.clone(), is_whole: round.is_over };
            if shared.wakes.send(looked).is_err() {
                return;
            }
        }
        sleep_unless_stopped(LOOK_EVERY, shared);
    }
}

fn send_again_and_again(dispatcher: &Dispatcher, shared: &Shared) {
    while !shared.stop.load(Ordering::SeqCst) {
        match dispatcher.round() {
            Ok(round) if round.is_idle() => sleep_unless_stopped(Duration::from_millis(200), shared),
            Ok(round) if !round.given_up.is_empty() => {
                let _ = shared.wakes.send(Wake::GivenUp);
            }
            Ok(_) => {}
            Err(error) => {
                tracing::error!(%error, "the outbox cannot be read or written");
                sleep_unless_stopped(Duration::from_secs(10), shared);
            }
        }
    }
}

fn sleep_unless_stopped(wait: Duration, shared: &Shared) {
    const STRETCH: Duration = Duration::from_millis(100);
    let mut left = wait;
    while !left.is_zero() && !shared.stop.load(Ordering::SeqCst) {
        let now = left.min(STRETCH);
        thread::sleep(now);
        left -= now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::daemon::door::ask_the_loop;
    use crate::daemon::socket::Reply;
    use crate::daemon::status::{DiskStatus, OutboxStatus, Status};
    use crate::store::TransportKey;

    fn letter(uid: u64, bytes: usize) -> Delivered {
        let place = TransportKey { account: "in".into(), folder: "INBOX".into(), uidvalidity: 1, uid };
        Delivered {
            place,
            received_ms: 0,
            bytes: vec![b'x'; bytes],
            whole: true,
            size: bytes as u64,
            quiet: false,
        }
    }

    #[test]
    fn a_mailbox_is_taken_a_little_at_a_time_and_every_letter_once() {
        let sizes = |goes: &[Vec<Delivered>]| goes.iter().map(Vec::len).collect::<Vec<_>>();
        let small = (0..120).map(|uid| letter(uid, 10)).collect::<Vec<_>>();
        let goes = few_at_a_time(small);
        assert_eq!(sizes(&goes), [50, 50, 20]);
        assert!(goes.iter().flatten().map(|letter| letter.place.uid).eq(0..120));
        let large = [1, 600, 300, 300, 1].iter().zip(0..).map(|(kib, uid)| letter(uid, kib << 10)).collect();
        assert_eq!(sizes(&few_at_a_time(large)), [1, 1, 1, 2], "one over the measure goes by itself");
        assert!(few_at_a_time(Vec::new()).is_empty());
    }

    /// A loop that never answers: it runs a turn, say.
    #[test]
    fn who_asks_for_the_status_while_the_loop_is_at_work_is_told_how_all_stood() {
        let (wakes, _busy) = mpsc::channel();
        let shared = Shared {
            wakes,
            clock: Clock::standing_at(0),
            stop: Arc::default(),
            next_deadline: Arc::default(),
            asked: Arc::default(),
            lately: Arc::default(),
        };
        assert!(shared.lately.is_old(0));
        shared.lately.note(0, status());
        assert!(!shared.lately.is_old(59_999) && shared.lately.is_old(60_000) && shared.lately.is_old(-1));
        let words = |json| match ask_the_loop(Request::Status { json }, Vec::new(), &shared).reply {
            Reply::Done { words } => words,
            Reply::Refused { why } => panic!("{why}"),
        };
        let told = words(false);
        assert!(told.contains("is at work") && told.contains("2026-11-23T14:00:00Z"), "{told}");
        let told: serde_json::Value = serde_json::from_str(&words(true)).unwrap();
        assert_eq!(told["at"], "2026-11-23T14:00:00Z");
    }

    fn status() -> Status {
        Status {
            version: 1,
            at: "2026-11-23T14:00:00Z".into(),
            daemon_running: true,
            games: Vec::new(),
            outbox: OutboxStatus::default(),
            sources: Vec::new(),
            troubles: Vec::new(),
            quarantined: Vec::new(),
            disk: DiskStatus {
                store: "store".into(),
                free_mib: None,
                limit_mib: 0,
                level: "enough",
                words: String::new(),
            },
            zone: chrono_tz::UTC,
            daemons: Vec::new(),
        }
    }
}
