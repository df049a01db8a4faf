//! The daemon's loop. Threads look after the sources, the outbox and the control socket; all of them wake the one
//! thread that works in the office.

use std::os::unix::net::UnixListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::bail;

use crate::at_once::AtOnce;
use crate::clock::{JumpWatch, Millis};
use crate::closing::Polled;
use crate::dealt;
use crate::disk::Level;
use crate::dispatch::Dispatcher;
use crate::door::answer_the_door;
use crate::ending;
use crate::figures::GameFigures;
use crate::hosted::Hosted;
use crate::letterbox::Letterbox;
use crate::mailboxes::Mailbox;
use crate::metrics::{self, Meter};
use crate::office::Office;
use crate::service::Service;
use crate::socket::{self, Request};
use crate::threads;
use crate::wake::{Answer, LOOK_BY_TIME, Shared, Wake};
use fieldpost_mail::post::Post;
use fieldpost_mail::source::Cursor;
use fieldpost_store::Owed;
use fieldpost_web::server;

/// A running daemon's loop.
pub struct Daemon {
    pub(super) office: Office,
    sources: Vec<SourceState>,
    jumps: JumpWatch,
    pub(super) post: Arc<dyn Post>,
    /// Whether the GA was told past the record that it cannot be written.
    pub(super) told_directly: bool,
    service: Service,
    /// Whether other daemons may write the record.
    is_shared: bool,
    /// When memory was last held to the record; nothing if there was news since.
    looked: Option<Instant>,
    /// Turns that are to be run at once, and wait for a look at the mailboxes.
    pub(super) at_once: Vec<AtOnce>,
}

struct SourceState {
    name: String,
    folder: String,
    polled: Polled,
    owed: Vec<Owed>,
    /// The cursor that was written last.
    kept: Option<fieldpost_store::Cursor>,
}

/// How often the loop looks at the clock, at mails that are due, and whether it is to end, when nothing wakes it.
const TICK: Duration = Duration::from_secs(1);

/// How often it does once there was nothing to do for a minute: an idle machine is to sleep.
const IDLE_TICK: Duration = Duration::from_secs(10);

/// After how many looks in a row, with nothing to do, it looks more seldom.
const LOOKS_UNTIL_IDLE: u32 = 60;

/// A Maildir is looked at every few seconds: what tells nothing new but the moment is written no more often than this.
const CURSOR_KEPT_MS: Millis = 60_000;

/// How many connections of the control socket are served at once; further ones wait in the system's queue.
const DOORKEEPERS: usize = 8;

/// How long the daemon waits at its end for answers that are being written.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// Runs until `stop` is set.
///
/// # Errors
/// If a write to the record fails so that it takes no more (only a new process can tell what the disk holds then), another daemon has this
/// one's name by now, a newer program has changed the record so that this one may not work on it, or the control socket cannot be removed.
pub fn run(
    office: Office,
    boxes: Vec<Letterbox>,
    dispatcher: Dispatcher,
    listener: UnixListener,
    stop: Arc<AtomicBool>,
) -> anyhow::Result<()> {
    let (wakes, woken) = mpsc::channel();
    let shared = Shared::new(wakes, office.clock.clone(), stop);
    let sources = boxes.iter().map(SourceState::new).collect();
    let jumps = JumpWatch::new(&office.clock);
    let post = Arc::clone(&dispatcher.post);
    let is_shared = office.config.postgres.is_some();
    let mut daemon = Daemon {
        office,
        sources,
        jumps,
        post,
        told_directly: false,
        service: Service::new(),
        is_shared,
        looked: None,
        at_once: Vec::new(),
    };
    let meter_port = daemon.office.config.metrics.as_ref().map(|metrics| metrics::listen(metrics.listen));
    let meter_port = meter_port.transpose()?;
    daemon.office.watch.running = true;
    if let Err(error) = daemon.office.settle_released() {
        tracing::error!(error = format!("{error:#}"), "released letters wait");
    }
    daemon.note_how_all_stands(&shared);
    let waited_for = start_threads(&daemon, boxes, dispatcher, &shared);
    for _ in 0..DOORKEEPERS {
        let (listener, shared) = (listener.try_clone()?, shared.clone());
        thread::spawn(move || answer_the_door(&listener, &shared));
    }
    if let Some(listener) = meter_port {
        let meter = Meter::of(&daemon.office);
        thread::spawn(move || meter.serve(&listener));
    }
    let port = daemon.open_port();
    daemon.service.ready();
    daemon.serve(&woken, &shared);
    let stopped = daemon.office.store.stopped();
    if let Some(why) = &stopped {
        shared.stop.store(true, Ordering::SeqCst);
        daemon.tell_that_it_ends(why);
    }
    shared.ending.tell();
    shared.news.tell();
    daemon.service.stopping();
    if let Some(port) = port {
        port.stop();
    }
    // Whoever still waits for an answer learns that none comes.
    drop(woken);
    let begun = Instant::now();
    while shared.asked.load(Ordering::SeqCst) > 0 && begun.elapsed() < LAST_ANSWERS {
        thread::sleep(Duration::from_millis(10));
    }
    let store = daemon.office.config.office.store.clone();
    for thread in waited_for {
        let _ = thread.join();
    }
    if daemon.is_shared {
        ending::give_up(Arc::clone(&daemon.office.store));
    }
    std::fs::remove_file(socket::path(&store)).or_else(ignore_missing)?;
    match (shared.over.get(), stopped) {
        (Some(why), _) => bail!("the daemon ends: {why}. What it held is free, and nothing of it is lost"),
        (None, Some(why)) => bail!(
            "the record takes no more writes, so the daemon ends: {why}. What was acknowledged is kept, and letters that were \
             not filed are still in their mailboxes. A new start finds out what the disk holds: see that it has room and \
             works"
        ),
        (None, None) => Ok(()),
    }
}

/// Starts the threads that read mailboxes, send, look over the record and share it; those that are waited for at the end.
fn start_threads(
    Daemon { office, is_shared, .. }: &Daemon,
    boxes: Vec<Letterbox>,
    dispatcher: Dispatcher,
    shared: &Shared,
) -> [JoinHandle<()>; 2] {
    let is_shared = *is_shared;
    let sign_of_life = office.config.cluster.clone().unwrap_or_default().sign_of_life();
    // Sources and door are not waited for at the end: they hold nothing, and may be deep in a wait.
    for (source, letterbox) in boxes.into_iter().enumerate() {
        let (shared, record) = (shared.clone(), Arc::clone(&office.store));
        thread::spawn(move || {
            threads::look_again_and_again(source, letterbox, record.as_ref(), sign_of_life, &shared);
        });
    }
    if is_shared {
        let (record, ears) = (Arc::clone(&office.store), shared.clone());
        thread::spawn(move || threads::hear_again_and_again(record.as_ref(), &ears));
        let (record, hand) = (Arc::clone(&office.store), shared.clone());
        thread::spawn(move || dealt::take_up_again_and_again(record.as_ref(), &hand));
        let (record, shared) = (Arc::clone(&office.store), shared.clone());
        thread::spawn(move || threads::renew_again_and_again(record.as_ref(), sign_of_life, &shared));
    }
    let (record, outbox, warden) = (Arc::clone(&office.store), shared.clone(), shared.clone());
    // A mail in hand is marked before the process ends, so that it is not sent twice without need.
    let sender = thread::spawn(move || threads::send_again_and_again(&dispatcher, &outbox));
    // It holds the store, and lets go of it between two looks.
    let warden = thread::spawn(move || threads::look_over_again_and_again(record.as_ref(), &warden));
    [sender, warden]
}

/// How long the loop may sleep after `idle` looks in a row with nothing to do, where a deadline or a task falls due in `due_ms`.
fn patience(idle: u32, due_ms: Millis) -> Duration {
    let may_wait =
        idle >= LOOKS_UNTIL_IDLE && u128::try_from(due_ms).is_ok_and(|due| due > IDLE_TICK.as_millis());
    if may_wait { IDLE_TICK } else { TICK }
}

fn ignore_missing(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

impl Daemon {
    fn serve(&mut self, woken: &Receiver<Wake>, shared: &Shared) {
        let mut idle = 0;
        while !shared.stop.load(Ordering::SeqCst) && self.office.store.stopped().is_none() {
            let due = shared.next_deadline.load(Ordering::SeqCst).saturating_sub(self.office.clock.now());
            match woken.recv_timeout(patience(idle, due)) {
                Ok(wake) => {
                    // A look at a mailbox that found nothing is no work.
                    idle = if matches!(wake, Wake::Looked { .. }) { idle } else { 0 };
                    self.handle(wake, shared);
                }
                Err(RecvTimeoutError::Timeout) => idle = idle.saturating_add(1),
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.office.lay_out_pages();
            self.note_how_all_stands(shared);
            self.service.beat();
            if self.office.store.stopped().is_none() {
                self.watch_the_clock(shared);
                self.wake_the_sender(shared);
            }
        }
    }

    /// Opens the port of desk pages, where they are to be served. Whatever becomes of it, letters are read and turns run.
    fn open_port(&mut self) -> Option<server::Running> {
        let (web, listen) = self.office.config.served()?;
        let (below, behind_proxy, per_minute) = (web.path().to_owned(), web.behind_proxy, web.per_minute);
        let settings = server::Settings { listen, below, behind_proxy, per_minute };
        let pages = self.office.pages()?;
        self.office.lay_out_pages();
        match server::start(settings, pages) {
            Ok(running) => {
                self.office.watch.web = Some(running.teller());
                Some(running)
            }
            Err(error) => {
                tracing::error!(%error, "web.listen: there is no thread for the desk pages");
                None
            }
        }
    }

    /// The sender sleeps until a mail is due.
    fn wake_the_sender(&self, shared: &Shared) {
        match self.office.store.next_due() {
            Ok(due) if due.is_some_and(|due| due <= self.office.clock.now()) => shared.news.tell(),
            Ok(_) => {}
            Err(error) => tracing::error!(%error, "it is not known which mails are due"),
        }
    }

    /// Once a minute, for who asks while a turn is run.
    fn note_how_all_stands(&mut self, shared: &Shared) {
        let now = self.office.clock.now();
        if shared.lately.is_old(now)
            && let Ok(status) = self.office.safely(|office| office.status())
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
            Wake::Looked { source, began, cursor, owed, put_away } => {
                self.looked(source, began, cursor, owed);
                if let (Some(put_away), Some(state)) = (put_away, self.sources.get(source)) {
                    let told = self.office.letters_put_away(&state.name, put_away);
                    self.note(told);
                }
            }
            Wake::Failing { source, why, is_ours } => self.failing(source, &why, is_ours),
            Wake::News => {
                shared.has_news.store(false, Ordering::SeqCst);
                self.looked = None;
            }
            // It is in the record, and told with what else is wrong.
            Wake::GivenUp => self.office.look_after(),
            Wake::Outbox(standing) => {
                let told = self.office.outbox_stands(standing);
                self.note(told);
            }
            Wake::LookedOver { found, is_whole } => {
                let told = self.office.record_looked_over(&found, is_whole);
                self.note(told);
            }
            Wake::Asked { request: request @ Request::Turn { now: true, .. }, reply, .. } => {
                self.at_once.push(AtOnce::new(request, reply, self.office.clock.now()));
            }
            Wake::Asked { request, body, reply } => {
                let _ = reply.send(self.answer(&request, body, shared));
            }
        }
    }

    fn looked(&mut self, source: usize, began: Millis, cursor: Cursor, owed: Vec<Owed>) {
        let Some(state) = self.sources.get_mut(source) else { return };
        (state.polled.last_full, state.polled.failing) = (Some(began), false);
        state.owed.clone_from(&owed);
        self.office.figures.polled(&state.name, began, owed.len());
        let uidvalidity = u32::try_from(cursor.uid_validity).unwrap_or(0);
        let cursor =
            fieldpost_store::Cursor { uidvalidity, max_uid: cursor.uid, polled_ms: Some(began), owed };
        let (name, folder) = (state.name.clone(), state.folder.clone());
        // Other daemons close a turn by what this one wrote of its look; and a write that succeeds ends a trouble.
        if self.is_shared || self.told_directly || is_news(state.kept.as_ref(), &cursor) {
            self.keep_cursor(source, &cursor);
        }
        let told = self.office.source_read(&name, began);
        self.note(told);
        let told = self.office.letters_owed(&name, &folder, cursor.owed);
        self.note(told);
        if std::mem::take(&mut self.told_directly) {
            let at_ms = self.office.clock.now();
            let words = "Letters are taken in and filed again.";
            let told = self.office.tell_ga(at_ms, None, "Letters are filed again", words);
            self.note(told);
        }
    }

    /// A cursor only helps: on a disk that is full it is not worth a write that may stop the record.
    fn keep_cursor(&mut self, source: usize, cursor: &fieldpost_store::Cursor) {
        let Some(state) = self.sources.get_mut(source) else { return };
        if self.office.disk_level() == Level::Full {
            return;
        }
        match self.office.store.set_cursor(&state.name, &state.folder, cursor) {
            Ok(()) => {
                state.kept = Some(cursor.clone());
                self.tell_that_it_goes_on();
            }
            Err(error) => tracing::error!(%error, source = state.name, "the cursor could not be kept"),
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
        // Whatever is done of a game is held to the record once more; this is so that news is seen at all.
        let is_known = |looked: Instant| self.is_shared && looked.elapsed() < LOOK_BY_TIME;
        if !self.looked.is_some_and(is_known) {
            if let Err(error) = self.office.catch_up() {
                tracing::error!(error = format!("{error:#}"), "nothing is done until the games can be read");
                return;
            }
            self.looked = Some(Instant::now());
            if self.is_shared {
                shared.dealing.learn(&self.office.games);
            }
        }
        let polled = match self.polled() {
            Ok(polled) => polled,
            Err(error) => {
                return tracing::error!(%error, "nothing is done until it is known how far mailboxes were read");
            }
        };
        self.office.do_tasks(&polled);
        self.run_at_once(&polled);
        let closed = match self.without_owed(polled.clone()) {
            Ok(closed) => closed,
            Err(error) => {
                return tracing::error!(%error, "no turn is run until it is known which letters are owed");
            }
        };
        let games = self.office.games.iter().filter(|(_, hosted)| !hosted.is_stuck());
        let names = games.map(|(name, _)| name.clone()).collect::<Vec<_>>();
        for name in names {
            if let Err(error) = self.office.safely(|office| office.play_machines(&name)) {
                tracing::error!(%error, game = name.0, "the machine's seats could not be played");
            }
            if let Err(error) = self.office.safely(|office| office.remind(&name, &polled)) {
                tracing::error!(%error, game = name.0, "players could not be reminded");
            }
            if let Err(error) = self.office.adjudicate(&name, &closed, false) {
                self.office.hold_after_failure(&name, &error);
            }
            // Each turn may take its time.
            self.service.beat();
        }
        self.office.look_after();
        let games = self.office.games.values().filter(|hosted| !hosted.record.administration.has_ended);
        self.office.figures.stand(games.map(figures_of).collect());
        let next = self.office.next_deadline().min(self.office.next_task_ms()).min(self.at_once_ms());
        shared.next_deadline.store(next, Ordering::SeqCst);
    }

    /// How far mailboxes were read, for a turn that falls due by itself: one that owes a letter counts as one that cannot be read,
    /// until the letter has been owed for a day. Who asks for a turn in a letter knows of it and does not wait.
    fn without_owed(&self, mut polled: Vec<Polled>) -> fieldpost_store::Result<Vec<Polled>> {
        let now = self.office.clock.now();
        let own = self.sources.iter().map(|source| source.owed.clone());
        let mut owed = own.collect::<Vec<_>>();
        for poll in self.office.store.polls()? {
            let is_own = |own: &SourceState| own.name == poll.account && own.folder == poll.folder;
            let kept = self.office.store.cursor(&poll.account, &poll.folder)?;
            let kept = kept.map(|cursor| cursor.owed).unwrap_or_default();
            match self.sources.iter().position(is_own) {
                Some(own) => owed[own].extend(kept),
                None => owed.push(kept),
            }
        }
        for (polled, owed) in polled.iter_mut().zip(owed) {
            if owed.iter().any(|one| !one.is_old(now)) {
                (polled.owes, polled.failing) = (true, true);
            }
        }
        Ok(polled)
    }

    /// How far every mailbox was read that a turn waits for: this daemon's by what it knows, and those that others look
    /// through by the record.
    fn polled(&self) -> fieldpost_store::Result<Vec<Polled>> {
        let mut polled = self.sources.iter().map(|source| source.polled.clone()).collect::<Vec<_>>();
        for poll in self.office.store.polls()? {
            let shared = Polled {
                mailbox: Mailbox::of(&poll),
                ..Polled::unnamed(poll.polled_ms, poll.failing_since_ms.is_some())
            };
            let is_it = |own: &SourceState| own.name == poll.account && own.folder == poll.folder;
            match self.sources.iter().position(is_it) {
                Some(own) if polled[own].last_full < shared.last_full => polled[own] = shared,
                Some(own) => polled[own].mailbox = shared.mailbox,
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
            Request::Export => Answer::spooled(self.office.safely(|office| office.spool_export())),
            Request::Publish { game, whom, no_pictures } => {
                Answer::spooled(self.office.safely(|office| office.spool_site(game, whom, !no_pictures)))
            }
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
        let (account, folder) = (letterbox.mailbox.name().to_owned(), letterbox.folder.clone());
        let mailbox = Mailbox { account, folder, read_by: None };
        SourceState {
            name: letterbox.mailbox.name().to_owned(),
            folder: letterbox.folder.clone(),
            polled: Polled { mailbox, ..Polled::unnamed(None, false) },
            owed: letterbox.debts.owed(),
            kept: None,
        }
    }
}

/// Whether a cursor is to be written where `kept` was written last.
fn is_news(kept: Option<&fieldpost_store::Cursor>, cursor: &fieldpost_store::Cursor) -> bool {
    let at = |cursor: &fieldpost_store::Cursor| cursor.polled_ms.unwrap_or(Millis::MIN);
    kept.is_none_or(|kept| {
        let is_fresh = (0..CURSOR_KEPT_MS).contains(&at(cursor).saturating_sub(at(kept)));
        !is_fresh || fieldpost_store::Cursor { polled_ms: cursor.polled_ms, ..kept.clone() } != *cursor
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loop_looks_more_seldom_when_nothing_woke_it_for_a_minute_and_no_deadline_is_near() {
        let minute = 60_000;
        assert_eq!(patience(LOOKS_UNTIL_IDLE - 1, minute), TICK, "something may still come of it");
        assert_eq!(patience(LOOKS_UNTIL_IDLE, minute), IDLE_TICK);
        assert_eq!(patience(LOOKS_UNTIL_IDLE, 10_000), TICK, "a deadline is met to the second");
        assert_eq!(patience(LOOKS_UNTIL_IDLE, -minute), TICK, "so is one that has passed");
    }

    #[test]
    fn a_cursor_that_tells_nothing_new_is_written_once_a_minute() {
        let cursor = |polled, max_uid| fieldpost_store::Cursor {
            uidvalidity: 7,
            max_uid,
            polled_ms: Some(polled),
            owed: Vec::new(),
        };
        let kept = cursor(100_000, 3);
        assert!(is_news(None, &kept), "the first");
        assert!(!is_news(Some(&kept), &cursor(105_000, 3)));
        assert!(is_news(Some(&kept), &cursor(105_000, 4)), "a letter came");
        assert!(is_news(Some(&kept), &cursor(160_000, 3)), "a minute has passed");
        assert!(is_news(Some(&kept), &cursor(99_000, 3)), "the clock was put back");
    }
}
