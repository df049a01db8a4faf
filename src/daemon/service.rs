//! Word to the service manager that started us (systemd's `sd_notify`): when we are ready, that the loop lives, that we end.
//! Where no service manager asked for it, nothing is sent.

use std::time::{Duration, Instant};

use sd_notify::NotifyState;

/// How long a start may take before the service manager gives it up, in microseconds: half an hour. A store that was not
/// closed is gone through at the start, and a large one takes its time.
const START_USEC: u32 = 1_800_000_000;

/// The loop's own line to the service manager.
#[derive(Debug)]
pub struct Service {
    /// How long the service manager waits for a sign of life; `None` if it does not watch.
    patience: Option<Duration>,
    /// When the last sign was given.
    last: Option<Instant>,
}

/// Says that we are starting and may take our time about it.
pub fn starting() {
    tell(&[NotifyState::ExtendTimeoutUsec(START_USEC)]);
}

impl Service {
    /// Looks whether a service manager watches this process.
    pub fn new() -> Self {
        Service { patience: sd_notify::watchdog_enabled(), last: None }
    }

    /// Says that the store is open, the sources are read and the control socket answers.
    pub fn ready(&self) {
        tell(&[NotifyState::Ready]);
    }

    /// A sign of life: only the thread that works in the office gives it, each time it comes round, so that a loop that
    /// hangs falls silent and is restarted. A long turn is no hanging: the unit's patience is far longer.
    pub fn beat(&mut self) {
        // Four signs within the patience, and no more than one a second, are enough.
        let Some(pause) = self.patience.map(|patience| (patience / 4).min(Duration::from_secs(1))) else {
            return;
        };
        if self.last.is_none_or(|last| last.elapsed() >= pause) {
            self.last = Some(Instant::now());
            tell(&[NotifyState::Watchdog]);
        }
    }

    /// Says that we end.
    pub fn stopping(&self) {
        tell(&[NotifyState::Stopping]);
    }
}

impl Default for Service {
    fn default() -> Self {
        Service::new()
    }
}

fn tell(state: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(state) {
        tracing::warn!(%error, "the service manager cannot be told how we are");
    }
}
