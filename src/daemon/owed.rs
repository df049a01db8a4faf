//! Letters that a server names and does not hand out. Each is asked for again, alone and with growing pauses, until it was read
//! or is named no more; the cursor that is kept names them, so that no restart forgets one.

use std::collections::BTreeMap;

use crate::clock::Millis;
use fieldpost_mail::source::{Arrival, Backoff, Unread};
use fieldpost_store::Owed;

/// How often a letter is asked for if only its time of receipt is not told. After that the time counts at which it was first named: the
/// server may come to its senses, but the letter must not wait for ever.
const UNDATED_TRIES: u32 = 3;

/// The letters that one folder owes, by UID.
#[derive(Clone, Debug, Default)]
pub struct Debts(BTreeMap<u64, Debt>);

#[derive(Clone, Debug)]
struct Debt {
    since_ms: Millis,
    why: String,
    tries: Backoff,
    next_ms: Millis,
}

impl Debts {
    /// Those that a cursor names; they are asked for at once.
    pub fn of(owed: &[Owed]) -> Self {
        let debt = |one: &Owed| Debt {
            since_ms: one.since_ms,
            why: one.why.clone(),
            tries: Backoff::new(),
            next_ms: Millis::MIN,
        };
        Debts(owed.iter().map(|one| (one.uid, debt(one))).collect())
    }

    /// For a cursor.
    pub fn owed(&self) -> Vec<Owed> {
        let owed =
            |(uid, debt): (&u64, &Debt)| Owed { uid: *uid, since_ms: debt.since_ms, why: debt.why.clone() };
        self.0.iter().map(owed).collect()
    }

    /// Whether a letter is owed.
    pub fn has(&self, uid: u64) -> bool {
        self.0.contains_key(&uid)
    }

    /// Whether none is owed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Forgets all: the folder was renumbered, and shows all it holds.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Those that are to be asked for now, and the others.
    pub fn due(&self, now: Millis) -> (Vec<u64>, Vec<u64>) {
        self.0.keys().partition(|uid| self.0.get(uid).is_some_and(|debt| debt.next_ms <= now))
    }

    /// When the next of them is to be asked for, in milliseconds since 1970.
    pub fn next_ms(&self) -> Option<Millis> {
        self.0.values().map(|debt| debt.next_ms).min()
    }

    /// A letter was asked for in vain; whether it is owed for the first time.
    pub fn not_had(&mut self, uid: u64, why: &str, now: Millis) -> bool {
        let is_new = !self.0.contains_key(&uid);
        let first = Debt { since_ms: now, why: String::new(), tries: Backoff::new(), next_ms: now };
        let debt = self.0.entry(uid).or_insert(first);
        if !why.is_empty() {
            debt.why = why.to_owned();
        }
        let pause = debt.tries.failed(false, rand::random());
        debt.next_ms = now.saturating_add(i64::try_from(pause.as_millis()).unwrap_or(i64::MAX));
        is_new
    }

    /// It was read, or is named no more.
    pub fn settled(&mut self, uid: u64) {
        self.0.remove(&uid);
    }

    /// Letters that were asked for stay owed only while they are still named.
    pub fn keep_named(&mut self, named: impl Fn(u64) -> bool) {
        self.0.retain(|uid, _| named(*uid));
    }

    /// A letter whose time of receipt alone was asked for often enough, with the time at which it was first named: it was there
    /// then, so that no letter is taken for earlier than it was.
    pub fn dated(&self, unread: &Unread) -> Option<Arrival> {
        let debt = self.0.get(&unread.uid).filter(|debt| debt.tries.failures() >= UNDATED_TRIES)?;
        Some(Arrival { received_ms: debt.since_ms, ..unread.undated.clone()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_debt_is_asked_for_again_with_growing_pauses_and_outlives_a_restart() {
        let mut debts = Debts::default();
        assert!(debts.not_had(7, "nothing of it", 1_000) && !debts.not_had(7, "", 2_000));
        assert_eq!(debts.due(2_000), (vec![], vec![7]));
        let next = debts.next_ms().unwrap();
        assert!((9_500..=12_000).contains(&next), "{next}");
        assert_eq!(debts.due(next), (vec![7], vec![]));
        let kept = debts.owed();
        assert_eq!(kept, [Owed { uid: 7, since_ms: 1_000, why: "nothing of it".into() }]);
        let mut again = Debts::of(&kept);
        assert_eq!(again.due(0), (vec![7], vec![]));
        again.keep_named(|uid| uid != 7);
        assert!(again.is_empty());
    }

    #[test]
    fn without_a_time_of_receipt_the_first_sight_of_it_counts_in_the_end() {
        let arrival = Arrival { key: "1.7".into(), uid: 7, size: 10, received_ms: 0 };
        let unread = Unread { uid: 7, why: "no time".into(), undated: Some(arrival) };
        let mut debts = Debts::default();
        for now in 0..i64::from(UNDATED_TRIES) {
            assert_eq!(debts.dated(&unread), None);
            debts.not_had(7, "no time", 1_000 + now);
        }
        assert_eq!(debts.dated(&unread).map(|arrival| arrival.received_ms), Some(1_000));
        assert_eq!(debts.dated(&Unread { undated: None, ..unread }), None);
    }
}
