//! The post's recording twin: keeps what it is given, and fails as it is told.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Envelope, Post, Sending};

/// Records every mail it takes; answers with the outcomes put into it first, then with [`Sending::Sent`].
#[derive(Debug, Default)]
pub struct RecordingPost {
    sent: Mutex<Vec<(Envelope, Vec<u8>)>>,
    outcomes: Mutex<VecDeque<Sending>>,
}

impl RecordingPost {
    /// An empty one that takes everything.
    pub fn new() -> Self {
        Self::default()
    }

    /// What the next attempts end in, in order.
    pub fn will(&self, outcomes: impl IntoIterator<Item = Sending>) {
        lock(&self.outcomes).extend(outcomes);
    }

    /// Every mail that was taken, in order; those of unknown outcome are among them.
    pub fn sent(&self) -> Vec<(Envelope, Vec<u8>)> {
        lock(&self.sent).clone()
    }
}

impl Post for RecordingPost {
    fn send(&self, envelope: &Envelope, bytes: &[u8]) -> Sending {
        let outcome = lock(&self.outcomes).pop_front().unwrap_or(Sending::Sent);
        if matches!(outcome, Sending::Sent | Sending::Unknown(_)) {
            lock(&self.sent).push((envelope.clone(), bytes.to_vec()));
        }
        outcome
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
