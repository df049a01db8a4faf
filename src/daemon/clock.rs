//! The only place that asks what time it is. Everything else is handed a [`Clock`].

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

pub use crate::desk::stamp::Millis;

/// A source of the time of day.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The machine's.
    System,
    /// One that stands until it is moved: for the demo, replay and tests.
    Set(Arc<AtomicI64>),
}

impl Clock {
    /// A clock that stands at `now` until [`Clock::set`] moves it.
    pub fn standing_at(now: Millis) -> Self {
        Clock::Set(Arc::new(AtomicI64::new(now)))
    }

    /// The time.
    pub fn now(&self) -> Millis {
        match self {
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
        (is_jump && matches!(clock, Clock::System)).then_some(off)
    }
}
