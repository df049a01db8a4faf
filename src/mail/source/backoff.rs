//! When to try a source again after it failed: a plain value, asked by whoever keeps the time.

use std::time::Duration;

/// The first pause after a failure.
const FIRST: Duration = Duration::from_secs(5);
/// The longest pause, and the pause after a refused login: tight retries lock accounts (row 39).
const LONGEST: Duration = Duration::from_secs(15 * 60);

/// How long to wait before the next try: 5 s, doubled with each failure up to 15 min, with jitter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backoff {
    failures: u32,
}

impl Backoff {
    /// A source that has not failed.
    pub fn new() -> Self {
        Self::default()
    }

    /// How often it failed since it last answered.
    pub fn failures(self) -> u32 {
        self.failures
    }

    /// It answered: the next failure waits the shortest pause again.
    pub fn succeeded(&mut self) {
        self.failures = 0;
    }

    /// It failed; the pause before the next try. `jitter` is any number (a random one, so that several
    /// sources do not knock together) and takes up to a quarter off the pause.
    pub fn failed(&mut self, login: bool, jitter: u64) -> Duration {
        let doubled = FIRST.saturating_mul(1 << self.failures.min(16));
        self.failures = self.failures.saturating_add(1);
        let pause = if login { LONGEST } else { doubled.min(LONGEST) };
        let quarter = u64::try_from(pause.as_millis() / 4).unwrap_or(u64::MAX);
        pause.saturating_sub(Duration::from_millis(jitter % (quarter + 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_to_a_quarter_of_an_hour_and_start_anew_after_success() {
        let mut backoff = Backoff::new();
        let pauses: Vec<u64> = (0..10).map(|_| backoff.failed(false, 0).as_secs()).collect();
        assert_eq!(pauses, [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
        backoff.succeeded();
        assert_eq!(backoff.failed(false, 0), Duration::from_secs(5));
    }

    #[test]
    fn a_refused_login_waits_the_longest_at_once() {
        assert_eq!(Backoff::new().failed(true, 0), LONGEST);
    }

    #[test]
    fn jitter_takes_at_most_a_quarter() {
        for jitter in [1, 77, 1250, 1251, u64::MAX] {
            let pause = Backoff::new().failed(false, jitter);
            assert!(pause <= FIRST && pause >= FIRST * 3 / 4, "{pause:?}");
        }
    }
}
