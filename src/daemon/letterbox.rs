//! One look at a source: what is new is fetched, taken in, and only then moved or flagged (promise 1).

use std::time::Duration;

use crate::daemon::clock::{Clock, Millis};
use crate::daemon::delivered::Delivered;
use crate::daemon::intake::Taken;
use crate::desk::record::Verdict;
use crate::mail::source::{self, Arrival, Fetched, Mailbox, Shelf, SourceError};
use crate::store::TransportKey;

/// A source with how far it has been read.
pub struct Letterbox {
    /// The source.
    pub mailbox: Box<dyn Mailbox>,
    /// The folder's name, for the letters' keys; empty where each letter's own name is its folder (Maildir).
    pub folder: String,
    /// How far it has been read.
    pub cursor: source::Cursor,
    /// How long to wait between looks.
    pub poll: Duration,
}

/// Why a look was cut short.
#[derive(Debug, thiserror::Error)]
pub enum LookError {
    /// The source could not be read or written.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The letters could not be taken in: the record is in trouble, or the daemon is ending.
    #[error("letters could not be filed: {0}")]
    NotFiled(String),
}

/// Takes a batch of letters in and says what became of each.
pub type Sink<'a> = dyn FnMut(Vec<Delivered>) -> Result<Vec<Taken>, String> + 'a;

impl Letterbox {
    /// Looks through the source and takes in what is new. Returns when the look began: every letter received
    /// until then has been seen.
    ///
    /// # Errors
    /// If the source cannot be read, or letters cannot be filed; what was filed by then stays filed.
    pub fn look(&mut self, clock: &Clock, sink: &mut Sink<'_>) -> Result<Millis, LookError> {
        let began = clock.now();
        let listing = self.mailbox.list(self.cursor)?;
        if listing.renumbered {
            tracing::warn!(
                source = self.mailbox.name(),
                uid_validity = listing.uid_validity,
                "mailbox renumbered"
            );
            self.cursor.uid = 0;
        }
        self.cursor.uid_validity = listing.uid_validity;
        // What was left where it lies is to be listed again.
        let mut left = u64::MAX;
        for group in source::batches(&listing.arrivals) {
            let fetched = self.mailbox.fetch(group)?;
            let delivered = fetched.iter().map(|letter| self.delivered(letter, listing.renumbered)).collect();
            let taken = sink(delivered).map_err(LookError::NotFiled)?;
            self.put_away(&fetched, &taken)?;
            left = left.min(self.first_left(&fetched, &taken).unwrap_or(u64::MAX));
            let last = group.iter().map(|arrival| arrival.uid).max().unwrap_or(0);
            self.cursor.uid = self.cursor.uid.max(last.min(left.saturating_sub(1)));
        }
        Ok(began)
    }

    /// The first letter of which nothing was said.
    fn first_left(&self, fetched: &[Fetched], taken: &[Taken]) -> Option<u64> {
        let is_taken = |letter: &&Fetched| {
            let place = self.place(&letter.arrival);
            taken.iter().any(|taken| taken.place == place)
        };
        fetched.iter().filter(|letter| !is_taken(letter)).map(|letter| letter.arrival.uid).min()
    }

    fn delivered(&self, letter: &Fetched, quiet: bool) -> Delivered {
        Delivered {
            place: self.place(&letter.arrival),
            received_ms: letter.arrival.received_ms,
            bytes: letter.bytes.clone(),
            whole: letter.whole,
            size: letter.arrival.size,
            quiet,
        }
    }

    fn place(&self, arrival: &Arrival) -> TransportKey {
        let folder = if self.folder.is_empty() { arrival.key.clone() } else { self.folder.clone() };
        let uidvalidity = u32::try_from(self.cursor.uid_validity).unwrap_or(0);
        TransportKey { account: self.mailbox.name().to_owned(), folder, uidvalidity, uid: arrival.uid }
    }

    /// Moves or flags letters whose verdicts are durable. A letter in quarantine stays where it is.
    fn put_away(&mut self, fetched: &[Fetched], taken: &[Taken]) -> Result<(), SourceError> {
        for shelf in [Shelf::Processed, Shelf::Ignored] {
            let done = fetched.iter().filter(|letter| {
                let place = self.place(&letter.arrival);
                taken.iter().any(|taken| taken.place == place && shelf_of(&taken.verdict) == Some(shelf))
            });
            let arrivals = done.map(|letter| letter.arrival.clone()).collect::<Vec<_>>();
            if !arrivals.is_empty() {
                self.mailbox.file(&arrivals, shelf)?;
            }
        }
        Ok(())
    }
}

fn shelf_of(verdict: &Verdict) -> Option<Shelf> {
    match verdict {
        Verdict::Obeyed | Verdict::PartlyObeyed | Verdict::Refused(_) | Verdict::Held(_) => {
            Some(Shelf::Processed)
        }
        Verdict::Ignored(_) => Some(Shelf::Ignored),
        Verdict::Quarantined(_) => None,
    }
}
