//! How waiting for news of a mailbox (IDLE) has gone: a wait that fails is a failure, also where the login and the look before it
//! went well. Without that a server that hangs up at each IDLE sees hundreds of logins a second (row 39).

use std::time::Duration;

use crate::clock::Millis;
use fieldpost_mail::source::Backoff;

/// After so many failures in a row the mailbox is polled for a while.
const FAILURES_MAX: u32 = 3;

/// For how long, in milliseconds.
const REST_MS: i64 = 3_600_000;

/// What is known of waiting for news of one mailbox.
#[derive(Clone, Copy, Debug, Default)]
pub struct Idling {
    failures: Backoff,
    /// Until when nobody waits with IDLE.
    rests_until: Option<Millis>,
    /// Whether the last wait ended with news that no look has borne out yet.
    is_told: bool,
}

impl Idling {
    /// Whether the mailbox is only polled now.
    pub fn rests(&self, now: Millis) -> bool {
        self.rests_until.is_some_and(|until| now < until)
    }

    /// How often it failed in a row.
    pub fn failures(&self) -> u32 {
        self.failures.failures()
    }

    /// A wait went to its end without news: IDLE works.
    pub fn held(&mut self) {
        *self = Idling::default();
    }

    /// A wait ended with news; the next look tells whether they were true.
    pub fn told(&mut self) {
        self.is_told = true;
    }

    /// A look brought so many letters; how long to pause after it. One that finds nothing says nothing for IDLE, and if it was
    /// called for by news, these were none: a server may tell such again and again.
    pub fn looked(&mut self, fresh: usize, now: Millis) -> Duration {
        match std::mem::take(&mut self.is_told) {
            true if fresh > 0 => self.held(),
            true => return self.failed(now),
            false => {}
        }
        Duration::ZERO
    }

    /// A wait failed; how long to pause before the next look. After three in a row the mailbox is polled for an hour, and where
    /// the first wait after that fails too, for another.
    pub fn failed(&mut self, now: Millis) -> Duration {
        let pause = self.failures.failed(false, rand::random());
        if self.failures.failures() >= FAILURES_MAX {
            self.rests_until = Some(now.saturating_add(REST_MS));
        }
        pause
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_failures_in_a_row_are_followed_by_an_hour_of_polling() {
        let mut idling = Idling::default();
        assert!(idling.failed(0) >= Duration::from_secs(3) && !idling.rests(0));
        assert_eq!(idling.looked(0, 5_000), Duration::ZERO);
        assert!(idling.failed(10_000) >= Duration::from_secs(7) && !idling.rests(10_000));
        idling.looked(0, 15_000);
        idling.failed(20_000);
        assert!(
            idling.rests(20_000) && idling.rests(20_000 + REST_MS - 1) && !idling.rests(20_000 + REST_MS)
        );
        idling.failed(20_000 + REST_MS);
        assert!(idling.rests(20_001 + REST_MS), "one more failure is enough for another hour");
        idling.held();
        assert!(!idling.rests(20_001 + REST_MS) && idling.failures() == 0);
    }

    #[test]
    fn news_count_when_the_look_bears_them_out() {
        let mut idling = Idling::default();
        idling.failed(0);
        idling.told();
        assert!(idling.looked(0, 1_000) >= Duration::from_secs(7));
        assert_eq!(idling.failures(), 2);
        idling.told();
        assert_eq!(idling.looked(2, 2_000), Duration::ZERO);
        assert_eq!(idling.failures(), 0);
    }
}
