//! Sending what is owed: the outbox to the post, a few mails at a time, the same bytes through every retry
//! (promise 4).

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::ScopedJoinHandle;
use std::time::Duration;

use crate::clock::Clock;
use crate::refusals::{Fate, Hold, Refusals};
use fieldpost_mail::post::{Envelope, Post, Sending};
use fieldpost_store::error::LOST;
use fieldpost_store::{MailId, MailRow, MailState, Mark, Store, StoreError};

/// Sends due mails until told to stop.
pub struct Dispatcher {
    /// The outbox.
    pub store: Arc<dyn Store>,
    /// Where mails go.
    pub post: Arc<dyn Post>,
    /// The time.
    pub clock: Clock,
    /// Mails under way at a time.
    pub at_a_time: usize,
    /// Mails a second at most; 0 is no bound.
    pub max_per_second: u32,
    /// What is known of the server, at first nothing.
    refusals: Mutex<Refusals>,
    /// What became of mails and could not be written, such as on a full disk: it is written before any other is tried. Until then
    /// they count as being sent, and nobody else takes them.
    unmarked: Mutex<Vec<(u64, Mark)>>,
}

/// What a round did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Mails the server took.
    pub sent: usize,
    /// Mails to be tried again.
    pub later: usize,
    /// Mails given up in this round, for the GA to hear of.
    pub given_up: Vec<MailRow>,
}

/// What came of a mail in a round.
enum Outcome {
    /// It was handed to the post, or will be.
    Tried(Sending),
    /// Its bytes are gone.
    Lost(String),
}

impl Round {
    /// Whether anything was due.
    pub fn is_idle(&self) -> bool {
        self.sent + self.later + self.given_up.len() == 0
    }
}

impl Dispatcher {
    /// One that knows nothing of its server yet. It sends one mail at a time, as fast as the server takes them.
    pub fn new(store: Arc<dyn Store>, post: Arc<dyn Post>, clock: Clock) -> Self {
        let (refusals, unmarked) = Default::default();
        Dispatcher { store, post, clock, at_a_time: 1, max_per_second: 0, refusals, unmarked }
    }

    /// Sends so many mails at a time, and at most so many a second; 0 is no bound.
    pub fn paced(self, at_a_time: usize, max_per_second: u32) -> Self {
        Dispatcher { at_a_time, max_per_second, ..self }
    }

    /// Tries the mails that are due, one handful.
    ///
    /// # Errors
    /// If the store cannot be read or written; whatever was sent is then sent again later, with the same
    /// Message-ID.
    pub fn round(&self) -> fieldpost_store::Result<Round> {
        self.mark(Vec::new())?;
        let handful = self.refusals().measure(self.at_a_time.max(1), self.clock.now());
        if handful == 0 {
            return Ok(Round::default());
        }
        let taken = self.store.take_in_hand(self.clock.now(), handful)?;
        let (tokens, due): (Vec<_>, Vec<_>) = taken.into_iter().map(|taken| (taken.token, taken.row)).unzip();
        if due.is_empty() {
            return Ok(Round::default());
        }
        let outcomes = self.send_together(&due);
        for (row, outcome) in due.iter().zip(&outcomes) {
            log_trouble(row, outcome);
        }
        let fates = self.fates(&due, &outcomes);
        let marks = due.iter().zip(fates).map(|(row, fate)| self.mark_of(row.id, fate));
        self.mark(tokens.into_iter().zip(marks).collect())?;
        self.keep_pace(due.len());
        self.count(&due, &outcomes)
    }

    /// Each mail stands alone: one whose bytes cannot be read holds up no other.
    fn send_together(&self, due: &[MailRow]) -> Vec<Outcome> {
        let bodies = due.iter().map(|row| self.store.mail_bytes(row.id)).collect::<Vec<_>>();
        let lost = || Sending::Unknown("the sending thread died".into());
        std::thread::scope(|scope| {
            let tries = due.iter().zip(&bodies).map(|(row, body)| match body {
                Ok(bytes) => Ok(scope.spawn(|| self.post.send(&envelope(row), bytes))),
                Err(error) => Err(unread(error)),
            });
            let tries = tries.collect::<Vec<_>>();
            let outcome = |one: Result<ScopedJoinHandle<'_, Sending>, Outcome>| match one {
                Ok(sending) => Outcome::Tried(sending.join().unwrap_or_else(|_| lost())),
                Err(unread) => unread,
            };
            tries.into_iter().map(outcome).collect()
        })
    }

    /// The server is judged by what it said; it said nothing of a mail whose bytes are gone.
    fn fates(&self, due: &[MailRow], outcomes: &[Outcome]) -> Vec<Fate> {
        let tried = due.iter().zip(outcomes).filter_map(|(row, outcome)| match outcome {
            Outcome::Tried(sending) => Some((row.clone(), sending.clone())),
            Outcome::Lost(_) => None,
        });
        let (rows, said): (Vec<_>, Vec<_>) = tried.unzip();
        let mut judged = self.refusals().judge(&rows, &said, self.clock.now()).into_iter();
        let fate = |outcome: &Outcome| match outcome {
            Outcome::Tried(_) => judged.next(),
            Outcome::Lost(why) => Some(Fate::GivenUp(why.clone())),
        };
        outcomes.iter().filter_map(fate).collect()
    }

    fn mark_of(&self, id: MailId, fate: Fate) -> Mark {
        let at_ms = self.clock.now();
        match fate {
            Fate::Sent => Mark::Sent { id, at_ms },
            Fate::Later(why) => Mark::Later { id, at_ms, why },
            Fate::Held { next_ms, why } => Mark::Held { id, next_ms, why },
            Fate::GivenUp(why) => Mark::Failed { id, at_ms, why },
        }
    }

    /// Writes what became of mails, with what could not be written before.
    fn mark(&self, marks: Vec<(u64, Mark)>) -> fieldpost_store::Result<()> {
        let mut unmarked = self.unmarked.lock().unwrap_or_else(PoisonError::into_inner);
        unmarked.extend(marks);
        if unmarked.is_empty() {
            return Ok(());
        }
        let late = unmarked.len() - self.store.mark_in_hand(&unmarked)?;
        if late > 0 {
            tracing::warn!(late, "mails were taken for lost meanwhile, and are another sender's");
        }
        unmarked.clear();
        Ok(())
    }

    /// How the server stands: why the outbox is held, or that mails go out. Nothing is known before the first of either.
    pub fn standing(&self) -> Option<Result<(), Hold>> {
        let refusals = self.refusals();
        match refusals.hold() {
            Some(hold) => Some(Err(hold.clone())),
            None => refusals.has_sent().then_some(Ok(())),
        }
    }

    fn refusals(&self) -> MutexGuard<'_, Refusals> {
        self.refusals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, due: &[MailRow], outcomes: &[Outcome]) -> fieldpost_store::Result<Round> {
        let mut round = Round::default();
        for (row, outcome) in due.iter().zip(outcomes) {
            match outcome {
                Outcome::Tried(Sending::Sent) => round.sent += 1,
                _ => match self.store.mail(row.id)? {
                    Some(now) if matches!(now.state, MailState::Failed { .. }) => round.given_up.push(now),
                    _ => round.later += 1,
                },
            }
        }
        Ok(round)
    }

    /// The server's measure is for all daemons together.
    fn keep_pace(&self, mails: usize) {
        if self.max_per_second > 0 && self.clock.runs() {
            let sharers = u64::from(self.store.sharers().unwrap_or(1));
            std::thread::sleep(Duration::from_secs(mails as u64 * sharers) / self.max_per_second);
        }
    }
}

/// A mail whose bytes are gone is given up; one that cannot be read now may be later.
fn unread(error: &StoreError) -> Outcome {
    if error.is_lost() {
        Outcome::Lost(format!("{LOST}{error}"))
    } else {
        Outcome::Tried(Sending::TemporaryFailure(format!("its text cannot be read: {error}")))
    }
}

/// The log names the mail by its number and kind, never by its text.
fn log_trouble(row: &MailRow, outcome: &Outcome) {
    let why = match outcome {
        Outcome::Tried(Sending::Sent) => return,
        Outcome::Tried(refused) => refused.to_string(),
        Outcome::Lost(why) => why.clone(),
    };
    tracing::warn!(mail = row.id.0, kind = ?row.kind, attempts = row.attempts, why, "a mail was not sent");
}

fn envelope(row: &MailRow) -> Envelope {
    let from = (!row.envelope_from.is_empty()).then(|| row.envelope_from.clone());
    Envelope { from, to: row.to.clone() }
}
