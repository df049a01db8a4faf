//! The daemon's threads: one for each mailbox, one that sends, one that looks over the record, and one that keeps claims.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::clock::Millis;
use crate::dealt::hand_over;
use crate::dispatch::Dispatcher;
use crate::idling::Idling;
use crate::letterbox::{Letterbox, LookError};
use crate::wake::{LOOK_BY_TIME, Shared, Wake};
use fieldpost_mail::source::Backoff;
use fieldpost_store::{Claim, Damage, Round, Store, StoreError, Work};

/// The longest single wait for news: a change of the next deadline is heard within it.
const STRETCH_MS: u64 = 25_000;

/// How long a daemon stands by at most before it asks again for a mailbox that another reads.
const STAND_BY: Duration = Duration::from_secs(2);

/// The thread that hears of what other daemons write.
pub(super) fn hear_again_and_again(record: &dyn Store, shared: &Shared) {
    while !shared.stop.load(Ordering::SeqCst) {
        match record.await_news(LOOK_BY_TIME) {
            Ok(true) => {
                shared.news.tell();
                // What the loop has not heard yet tells it as much.
                if !shared.has_news.swap(true, Ordering::SeqCst) && shared.wakes.send(Wake::News).is_err() {
                    return;
                }
            }
            Ok(false) => {}
            Err(error) => {
                tracing::warn!(%error, "no news is heard from other daemons: they are looked for by time");
                shared.sleep(Duration::from_secs(1));
            }
        }
    }
}

/// The thread that keeps what this daemon has claimed its own, and its clock that of all.
pub(super) fn renew_again_and_again(record: &dyn Store, every: Duration, shared: &Shared) {
    while !shared.stop.load(Ordering::SeqCst) {
        match record.renew() {
            Ok(true) => {}
            Ok(false) => {
                tracing::warn!("work that was claimed was not renewed in time: it is any daemon's again")
            }
            Err(error) if error.ends_daemon() => return shared.end(&error.to_string()),
            Err(error) => tracing::error!(%error, "claims cannot be renewed"),
        }
        match record.company() {
            Ok(company) => shared.dealing.meet(company),
            Err(error) => tracing::warn!(%error, "it is not known which daemons live"),
        }
        match record.awaited() {
            Ok(awaited) => shared.lately.awaits(awaited),
            Err(error) => tracing::warn!(%error, "it is not known whether writes wait for a standby"),
        }
        match record.common_time() {
            Ok(time) => time.into_iter().for_each(|now| shared.clock.correct(now)),
            Err(error) => tracing::warn!(%error, "the common time is not known: it runs on by itself"),
        }
        shared.sleep(every);
    }
}

/// A source's thread: look, wait, look again; after a failure wait longer and longer.
pub(super) fn look_again_and_again(
    source: usize,
    mut letterbox: Letterbox,
    record: &dyn Store,
    sign_of_life: Duration,
    shared: &Shared,
) {
    let (mut backoff, mut idling) = (Backoff::default(), Idling::default());
    let (mut share, mut is_held) = (Share::default(), false);
    let work = Work::Poll(letterbox.mailbox.name().to_owned(), letterbox.folder.clone());
    while !shared.stop.load(Ordering::SeqCst) {
        // A mailbox is one daemon's at a time; the others stand by.
        let Ok(Some(claim)) = record.claim(&work) else {
            (share, is_held) = (Share::default(), false);
            if let Err(error @ StoreError::OtherFolder { .. }) = reads_maildir(&letterbox, record) {
                let _ = shared.wakes.send(Wake::Failing { source, why: error.to_string(), is_ours: false });
            }
            shared.sleep(STAND_BY.min(sign_of_life));
            continue;
        };
        // Whoever set out at the same moment may have named another folder.
        if !std::mem::replace(&mut is_held, true)
            && let Err(error) = reads_maildir(&letterbox, record)
        {
            tracing::warn!(%error, "others do not know which folder is read");
        }
        letterbox.at_once = shared.dealing.letters_at_once();
        let outcome =
            letterbox.look(&shared.clock, record, &mut |delivered| hand_over(delivered, record, shared));
        match outcome {
            Ok(look) => {
                backoff.succeeded();
                let (cursor, owed) = (letterbox.cursor, letterbox.debts.owed());
                let put_away = letterbox.put_away.take();
                if shared
                    .wakes
                    .send(Wake::Looked { source, began: look.began, cursor, owed, put_away })
                    .is_err()
                {
                    return;
                }
                if share.gives_up(&claim, record, shared) {
                    // Long enough for another to take it.
                    shared.sleep(STAND_BY.min(sign_of_life) * 2);
                    continue;
                }
                shared.sleep(idling.looked(look.fresh, shared.clock.now()));
                wait_for_news(&mut letterbox, &mut idling, look.began, shared);
            }
            Err(error) => {
                let is_login = matches!(&error, LookError::Source(error) if error.is_login());
                let wait = backoff.failed(is_login, rand::random());
                let is_ours = matches!(&error, LookError::NotFiled(_));
                let _ = shared.wakes.send(Wake::Failing { source, why: error.to_string(), is_ours });
                shared.sleep(wait);
            }
        }
    }
}

fn reads_maildir(letterbox: &Letterbox, record: &dyn Store) -> fieldpost_store::Result<()> {
    let path = letterbox.maildir.as_ref();
    path.map_or(Ok(()), |path| record.reads_maildir(letterbox.mailbox.name(), path))
}

/// Whether a mailbox is given up to a daemon that has less to do.
#[derive(Default)]
struct Share {
    /// When it was given up last without another coming for it.
    offered: Option<Instant>,
}

/// How often one is offered; and how long not again when nobody came, as for a folder that only this machine has.
const OFFER_EVERY: Duration = Duration::from_secs(10);
const NOT_OFFERED: Duration = Duration::from_secs(600);

impl Share {
    fn gives_up(&mut self, claim: &Claim, record: &dyn Store, shared: &Shared) -> bool {
        let may = self.offered.is_none_or(|offered| offered.elapsed() > NOT_OFFERED);
        if !may
            || !record.has_too_many_mailboxes().unwrap_or(false)
            || !shared.dealing.may_give_up(OFFER_EVERY)
        {
            return false;
        }
        self.offered = Some(Instant::now());
        record.give_back(claim).is_ok()
    }
}

/// Waits for news until the poll is due; a deadline is followed by a look at once, also one that passed since the last look began
/// (`looked`): that one may have been stuck beyond it. A wait that fails is followed by a pause, and in the end by polling alone.
fn wait_for_news(letterbox: &mut Letterbox, idling: &mut Idling, looked: Millis, shared: &Shared) {
    let began = shared.clock.now();
    let poll = i64::try_from(letterbox.poll.as_millis()).unwrap_or(i64::MAX);
    while !shared.stop.load(Ordering::SeqCst) {
        let now = shared.clock.now();
        let deadline = shared.next_deadline.load(Ordering::SeqCst);
        let mut until = began.saturating_add(poll);
        // The deadline's own second counts.
        let behind = deadline.saturating_add(1_000);
        if looked < behind {
            until = until.min(behind);
        }
        until = until.min(letterbox.debts.next_ms().unwrap_or(i64::MAX).max(began.saturating_add(1_000)));
        if now >= until {
            return;
        }
        let stretch = Duration::from_millis(u64::try_from(until - now).unwrap_or(0).min(STRETCH_MS));
        if idling.rests(now) {
            shared.sleep(stretch);
            continue;
        }
        match letterbox.mailbox.wait(stretch) {
            Ok(fieldpost_mail::source::Wake::Quiet) => idling.held(),
            Ok(fieldpost_mail::source::Wake::News) => return idling.told(),
            Err(error) => {
                // The next look finds out what there is.
                let pause = idling.failed(now);
                let source = letterbox.mailbox.name();
                tracing::warn!(source, %error, failures = idling.failures(), ?pause, "waiting for news failed");
                return shared.sleep(pause);
            }
        }
    }
}

/// How many files of the record are read at a time, and how long between.
const FILES_A_LOOK: usize = 8;

const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How long the look over the record waits for a database that is away.
const AWAY: Duration = Duration::from_secs(10);

/// How long from one look over the whole record to the next.
const ROUND_EVERY_MS: i64 = 24 * 3_600_000;

/// The warden's thread: it holds the record to its hashes, some files a second and once a day all of them. It takes no
/// lower priority, since the walls of a service (deploy/fieldpost.service) forbid to ask for one.
pub(super) fn look_over_again_and_again(record: &dyn Store, shared: &Shared) {
    while !shared.stop.load(Ordering::SeqCst) {
        let began = shared.clock.now();
        look_over_once(record, shared);
        while !shared.stop.load(Ordering::SeqCst) && shared.clock.now() - began < ROUND_EVERY_MS {
            shared.sleep(Duration::from_secs(60));
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
            Ok(Err(error)) if record.is_away(&error) => {
                tracing::warn!(%error, "the look over the record waits");
                shared.sleep(AWAY);
                continue;
            }
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
        shared.sleep(LOOK_EVERY);
    }
}

/// The thread that sends. It hears of mails that are due from the loop, and from other daemons.
pub(super) fn send_again_and_again(dispatcher: &Dispatcher, shared: &Shared) {
    let mut told = None;
    while !shared.stop.load(Ordering::SeqCst) {
        let known = shared.news.count();
        let round = dispatcher.round();
        if let Some(standing) = dispatcher.standing().filter(|standing| told.as_ref() != Some(standing)) {
            told = Some(standing.clone());
            let _ = shared.wakes.send(Wake::Outbox(standing));
        }
        match round {
            Ok(round) if round.is_idle() => drop(shared.news.wait(known, LOOK_BY_TIME)),
            Ok(round) if !round.given_up.is_empty() => {
                let _ = shared.wakes.send(Wake::GivenUp);
            }
            Ok(_) => {}
            Err(error) => {
                tracing::error!(%error, "the outbox cannot be read or written");
                shared.sleep(Duration::from_secs(10));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc;

    use super::*;
    use crate::clock::Clock;
    use crate::owed::Debts;
    use fieldpost_mail::source::{self, Arrival, Cursor, Fetched, Listing, Mailbox, Shelf, SourceError};
    use fieldpost_store::SledStore;

    /// A mailbox that can be read and at which every wait fails.
    struct HangsUp(Arc<AtomicUsize>);

    impl Mailbox for HangsUp {
        fn name(&self) -> &str {
            "in"
        }

        fn list(&mut self, _since: Cursor) -> Result<Listing, SourceError> {
            self.0.fetch_add(1, Ordering::SeqCst);
            Ok(Listing::default())
        }

        fn fetch(&mut self, _arrivals: &[Arrival]) -> Result<Vec<Fetched>, SourceError> {
            Ok(Vec::new())
        }

        fn file(&mut self, _arrivals: &[Arrival], _shelf: Shelf) -> Result<(), SourceError> {
            Ok(())
        }

        fn wait(&mut self, _at_most: Duration) -> Result<source::Wake, SourceError> {
            Err(SourceError::Unreachable { place: "in".into(), why: "BYE".into() })
        }
    }

    #[test]
    fn a_wait_that_fails_is_followed_by_a_pause_that_the_end_cuts_short() {
        let folder = tempfile::tempdir().unwrap();
        let record = SledStore::open(folder.path()).unwrap();
        let looks = Arc::<AtomicUsize>::default();
        let mailbox = Box::new(HangsUp(Arc::clone(&looks)));
        let (cursor, debts, poll) = (Cursor::default(), Debts::default(), Duration::from_secs(3_600));
        let letterbox = Letterbox {
            mailbox,
            folder: "INBOX".into(),
            cursor,
            debts,
            poll,
            maildir: None,
            first_left: u64::MAX,
            compared_ms: None,
            is_in_doubt: false,
            known: std::collections::BTreeSet::new(),
            put_away: None,
            at_once: fieldpost_mail::source::LETTERS_AT_ONCE,
        };
        let (wakes, _woken) = mpsc::channel();
        let shared = Shared::new(wakes, Clock::System, Arc::default());
        std::thread::scope(|scope| {
            scope.spawn(|| look_again_and_again(0, letterbox, &record, STAND_BY, &shared));
            std::thread::sleep(Duration::from_millis(1_500));
            // The first pause is longer than that; without it there would be thousands of looks.
            assert!(looks.load(Ordering::SeqCst) <= 1, "{looks:?} looks");
            shared.stop.store(true, Ordering::SeqCst);
            shared.ending.tell();
        });
    }
}
