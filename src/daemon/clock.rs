//! The only place that asks what time it is. Everything else is handed a [`Clock`].

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

pub use fieldpost_desk::stamp::Millis;

/// A source of the time of day.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The machine's.
    System,
    /// One that stands until it is moved: for the demo, replay and tests.
    Set(Arc<AtomicI64>),
    /// One that several daemons go by, asked for now and then; in between it runs on by time that only runs forward.
    Common(Arc<Mutex<Asked>>),
}

/// What the common time was, and when.
#[derive(Debug)]
pub struct Asked {
    at_ms: Millis,
    when: Instant,
}

impl Clock {
    /// A clock that stands at `now` until [`Clock::set`] moves it.
    pub fn standing_at(now: Millis) -> Self {
        Clock::Set(Arc::new(AtomicI64::new(now)))
    }

    /// A clock that several daemons go by, by which it is `now`.
    pub fn common(now: Millis) -> Self {
        Clock::Common(Arc::new(Mutex::new(Asked { at_ms: now, when: Instant::now() })))
    }

    /// Says what time it is by a common clock; others do not listen.
    pub fn correct(&self, now: Millis) {
        if let Clock::Common(asked) = self {
            *asked.lock().unwrap_or_else(PoisonError::into_inner) =
                Asked { at_ms: now, when: Instant::now() };
        }
    }

    /// Whether it runs by itself.
    pub fn runs(&self) -> bool {
        !matches!(self, Clock::Set(_))
    }

    /// The time.
    pub fn now(&self) -> Millis {
        match self {
            Clock::Common(asked) => {
                let asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
                let since = i64::try_from(asked.when.elapsed().as_millis()).unwrap_or(i64::MAX);
                asked.at_ms.saturating_add(since)
            }
            Clock::System => system_now(),
            Clock::Set(time) => time.load(Ordering::SeqCst),
        }
    }

    /// Moves a standing clock; the machine's clock is left alone.
    pub fn set(&self, now: Millis) {
        if let Clock::Set(time) = self {
            time.store(now, Ordering::SeqCst);
        }
    }
}

fn system_now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Notices a time of day that jumped: compares it with time that only runs forward.
#[derive(Debug)]
pub struct JumpWatch {
    wall: Millis,
    steady: Instant,
}

/// A difference from steady time that is taken for a jump.
const JUMP: Duration = Duration::from_secs(120);

impl JumpWatch {
    /// Starts watching.
    pub fn new(clock: &Clock) -> Self {
        JumpWatch { wall: clock.now(), steady: Instant::now() }
    }

    /// By how many milliseconds the time of day has jumped since the last call, if it has. A standing
    /// clock never jumps: whoever moves it means it.
    pub fn jump(&mut self, clock: &Clock) -> Option<i64> {
        let (wall, steady) = (clock.now(), Instant::now());
        let passed = i64::try_from(steady.duration_since(self.steady).as_millis()).unwrap_or(i64::MAX);
        let off = (wall - self.wall) - passed;
        *self = JumpWatch { wall, steady };
        let is_jump = off.unsigned_abs() > JUMP.as_millis() as u64;
        (is_jump && clock.runs()).then_some(off)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_common_clock_goes_by_what_it_was_told_and_not_by_this_machines() {
        let clock = Clock::common(5_000);
        let other = clock.clone();
        assert!((5_000..60_000).contains(&clock.now()), "{}", clock.now());
        std::thread::sleep(Duration::from_millis(20));
        assert!(clock.now() >= 5_020, "it runs");
        let mut jumps = JumpWatch::new(&other);
        clock.correct(90_000);
        assert!((90_000..150_000).contains(&other.now()), "all hear of it");
        assert_eq!(jumps.jump(&other), None, "85 seconds are no jump");
        clock.correct(10_000_000);
        assert!(jumps.jump(&other).is_some_and(|by_ms| by_ms > 9_000_000));
    }
}
