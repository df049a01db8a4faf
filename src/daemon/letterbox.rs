//! One look at a source: what is new is fetched, taken in, and only then moved or flagged (promise 1).

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use crate::clock::{Clock, Millis};
use crate::delivered::Delivered;
use crate::owed::Debts;
use crate::road::Taken;
use fieldpost_desk::record::{LetterNo, Verdict};
use fieldpost_mail::source::{self, Arrival, Fetched, Listing, Mailbox, Shelf, SourceError};
use fieldpost_store::{Store, TransportKey};

/// A source with how far it has been read.
pub struct Letterbox {
    /// The source.
    pub mailbox: Box<dyn Mailbox>,
    /// The folder's name, for the letters' keys; empty where each letter's own name is its folder (Maildir).
    pub folder: String,
    /// Where a Maildir lies.
    pub maildir: Option<PathBuf>,
    /// How far it has been read.
    pub cursor: source::Cursor,
    /// What lies below that and was not handed out yet.
    pub debts: Debts,
    /// How long to wait between looks.
    pub poll: Duration,
    /// The first letter of this look that was left where it lies; [`u64::MAX`] where none was.
    pub first_left: u64,
    /// When all that lies there was last compared with the record.
    pub compared_ms: Option<Millis>,
    /// Whether a listing may have left a letter out, so that this is compared without waiting for its hour.
    pub is_in_doubt: bool,
    /// What this process knows to be on record of what lies there.
    pub known: BTreeSet<u64>,
    /// Whether letters of this look were put away, or why the server refused that; nothing where there were none.
    pub put_away: Option<Result<(), String>>,
    /// How many letters are fetched and handed over at once.
    pub at_once: usize,
}

/// How often all that lies in a mailbox is compared with the record.
const COMPARED_MS: Millis = 3_600_000;

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

/// What a look saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// When it began: every letter received until then has been seen, but for those that are owed.
    pub began: Millis,
    /// How many letters it brought that were not filed before.
    pub fresh: usize,
}

impl Letterbox {
    /// Looks through the source and takes in what is new, and what was owed.
    ///
    /// # Errors
    /// If the source cannot be read, or letters cannot be filed; what was filed by then stays filed.
    pub fn look(
        &mut self,
        clock: &Clock,
        record: &dyn Store,
        sink: &mut Sink<'_>,
    ) -> Result<Look, LookError> {
        let began = clock.now();
        let listing = self.mailbox.list(self.cursor)?;
        if listing.renumbered {
            tracing::warn!(
                source = self.mailbox.name(),
                uid_validity = listing.uid_validity,
                "mailbox renumbered"
            );
            self.cursor.uid = 0;
            self.debts.clear();
            self.known.clear();
        }
        self.cursor.uid_validity = listing.uid_validity;
        self.first_left = u64::MAX;
        self.put_away = None;
        let mut fresh = 0;
        for group in source::batches(&listing.arrivals, self.at_once) {
            fresh += self.take_in(group, listing.renumbered, began, record, sink)?;
            let last = group.iter().map(|arrival| arrival.uid).max().unwrap_or(0);
            self.pass(last);
        }
        self.owe(&listing, began);
        self.is_in_doubt |= listing.is_doubtful;
        self.compare(began, record)?;
        fresh += self.ask_again(began, record, sink)?;
        Ok(Look { began, fresh })
    }

    /// A letter is owed that a listing names without telling enough of it; from here on the cursor may stand above it.
    fn owe(&mut self, listing: &Listing, now: Millis) {
        for unread in &listing.unread {
            self.not_had(unread.uid, &unread.why, now);
            self.pass(unread.uid);
        }
    }

    /// Once an hour all that lies there is compared with the record: a search may have left a letter out, and the cursor stands above it since.
    fn compare(&mut self, now: Millis, record: &dyn Store) -> Result<(), LookError> {
        let is_due =
            self.compared_ms.is_none_or(|last| !(0..COMPARED_MS).contains(&now.saturating_sub(last)));
        // Without a numbering that lasts every look sees all.
        if !(is_due || self.is_in_doubt) || self.cursor.uid_validity == 0 {
            return Ok(());
        }
        self.compared_ms = Some(now);
        // That this cannot be asked is no failure of the look, which has seen what is new.
        let Ok((numbers, is_whole)) = self.mailbox.numbers(self.cursor.uid_validity) else { return Ok(()) };
        self.is_in_doubt &= !is_whole;
        let last = self.cursor.uid;
        for uid in numbers.into_iter().filter(|uid| *uid <= last) {
            if self.known.contains(&uid) || self.debts.has(uid) {
                continue;
            }
            let seen = record.seen(&self.place_of(self.folder.clone(), uid));
            match seen.map_err(|error| LookError::NotFiled(error.to_string()))? {
                Some(_) => drop(self.known.insert(uid)),
                None => self.not_had(uid, "the server left it out when it was asked what is new", now),
            }
        }
        Ok(())
    }

    /// Moves the cursor on, but never past a letter that was left where it lies: that one is to be listed again, and what was
    /// filed above it is known by the record.
    fn pass(&mut self, uid: u64) {
        self.cursor.uid = self.cursor.uid.max(uid.min(self.first_left.saturating_sub(1)));
    }

    fn not_had(&mut self, uid: u64, why: &str, now: Millis) {
        if self.debts.not_had(uid, why, now) {
            let (source, folder) = (self.mailbox.name(), &self.folder);
            tracing::warn!(source, folder, uid, why, "a letter is not handed out: it is asked for again");
        }
    }

    /// Asks again for what is owed, each letter alone. What goes wrong then is that letter's trouble and no failure of the look.
    fn ask_again(
        &mut self,
        now: Millis,
        record: &dyn Store,
        sink: &mut Sink<'_>,
    ) -> Result<usize, LookError> {
        let (due, later) = self.debts.due(now);
        if due.is_empty() {
            return Ok(0);
        }
        let mut listing = match self.mailbox.list_again(self.cursor.uid_validity, &due, &later) {
            Ok(listing) => listing,
            Err(error) => {
                due.iter().for_each(|uid| self.not_had(*uid, &error.to_string(), now));
                return Ok(0);
            }
        };
        let is_named = |uid: u64| {
            listing.arrivals.iter().any(|arrival| arrival.uid == uid)
                || listing.unread.iter().any(|unread| unread.uid == uid)
        };
        self.debts.keep_named(is_named);
        listing.unread.retain(|unread| due.contains(&unread.uid));
        for unread in &listing.unread {
            match self.debts.dated(unread) {
                Some(arrival) => listing.arrivals.push(arrival),
                None => self.not_had(unread.uid, &unread.why, now),
            }
        }
        let mut fresh = 0;
        for arrival in listing.arrivals {
            let uid = arrival.uid;
            match self.take_in(&[arrival], false, now, record, sink) {
                Ok(count) => fresh += count,
                Err(LookError::Source(error)) => self.not_had(uid, &error.to_string(), now),
                Err(error) => return Err(error),
            }
        }
        Ok(fresh)
    }

    /// Fetches letters, has them filed, and puts them away; how many were new. Those that were filed before, as after a crash or
    /// where somebody else moved them, are put away by what is on record, and not fetched again.
    fn take_in(
        &mut self,
        group: &[Arrival],
        quiet: bool,
        now: Millis,
        record: &dyn Store,
        sink: &mut Sink<'_>,
    ) -> Result<usize, LookError> {
        let (mut known, mut unknown) = (Vec::new(), Vec::new());
        let filed = self.filed(group, record).map_err(|error| LookError::NotFiled(error.to_string()))?;
        for (arrival, filed) in group.iter().zip(filed) {
            match filed {
                Some(taken) => known.push((arrival.clone(), taken)),
                None => unknown.push(arrival.clone()),
            }
        }
        self.put_away(&known)?;
        let fetched = if unknown.is_empty() { Vec::new() } else { self.mailbox.fetch(&unknown)? };
        let delivered = fetched.iter().map(|letter| self.delivered(letter, quiet)).collect::<Vec<_>>();
        let taken =
            if delivered.is_empty() { Vec::new() } else { sink(delivered).map_err(LookError::NotFiled)? };
        let fetched = fetched.into_iter().map(|letter| letter.arrival).collect::<Vec<_>>();
        let verdict_of = |arrival: &Arrival| {
            let place = self.place(arrival);
            Some((arrival.clone(), taken.iter().find(|taken| taken.place == place)?.clone()))
        };
        let done = fetched.iter().filter_map(verdict_of).collect::<Vec<_>>();
        for arrival in group {
            if known.iter().chain(&done).any(|(had, _)| had == arrival) {
                self.debts.settled(arrival.uid);
                self.known.insert(arrival.uid);
            } else if fetched.contains(arrival) {
                self.first_left = self.first_left.min(arrival.uid);
            } else if self.mailbox.owes() {
                self.not_had(arrival.uid, "the server names it and does not hand out its text", now);
            }
        }
        self.put_away(&done)?;
        Ok(done.len())
    }

    /// What became of letters that were filed before.
    fn filed(&self, group: &[Arrival], record: &dyn Store) -> fieldpost_store::Result<Vec<Option<Taken>>> {
        let places = group.iter().map(|arrival| self.place(arrival)).collect::<Vec<_>>();
        let seen = record.seen_each(&places)?;
        let taken = |(place, letter): (TransportKey, Option<LetterNo>)| {
            let Some(letter) = letter else { return Ok(None) };
            let found = record.letter(letter)?;
            Ok(found.map(|record| Taken { place, letter, verdict: record.verdict }))
        };
        places.into_iter().zip(seen).map(taken).collect()
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
        let mut place = self.place_of(folder, arrival.uid);
        if self.cursor.uid_validity == 0 && !self.folder.is_empty() {
            place.uidvalidity = print_of(arrival);
        }
        place
    }

    fn place_of(&self, folder: String, uid: u64) -> TransportKey {
        let uidvalidity = u32::try_from(self.cursor.uid_validity).unwrap_or(0);
        TransportKey { account: self.mailbox.name().to_owned(), folder, uidvalidity, uid }
    }

    /// Moves or flags letters whose verdicts are durable. A letter in quarantine stays where it is. That the server refuses to move
    /// them ends no look: they are on record, and reading goes on.
    fn put_away(&mut self, done: &[(Arrival, Taken)]) -> Result<(), SourceError> {
        for shelf in [Shelf::Processed, Shelf::Ignored] {
            let of_shelf = done.iter().filter(|(_, taken)| shelf_of(&taken.verdict) == Some(shelf));
            let arrivals = of_shelf.map(|(arrival, _)| arrival.clone()).collect::<Vec<_>>();
            if !arrivals.is_empty() {
                match self.mailbox.file(&arrivals, shelf) {
                    Ok(()) if self.put_away.is_none() => self.put_away = Some(Ok(())),
                    Ok(()) => {}
                    Err(error @ SourceError::Answer { .. }) => self.put_away = Some(Err(error.to_string())),
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }
}

/// What tells a letter from another of its number, where a server has no UIDVALIDITY and may begin to count anew at any time: its
/// time and size (FNV-1a of both).
fn print_of(arrival: &Arrival) -> u32 {
    let bytes = arrival.received_ms.to_be_bytes().into_iter().chain(arrival.size.to_be_bytes());
    bytes.fold(0x811C_9DC5, |print: u32, byte| (print ^ u32::from(byte)).wrapping_mul(0x0100_0193)).max(1)
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

#[cfg(test)]
mod random;
#[cfg(test)]
mod tests;
