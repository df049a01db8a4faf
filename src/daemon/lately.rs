//! How the post office stood lately. A turn of a large game, or a letter at the size limit, keeps the loop for a while; who asks
//! `fieldpost status` meanwhile is told at once how things stood before.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::clock::Millis;
use crate::status::{AwaitedStatus, Status};
use crate::status_text;
use fieldpost_store::Awaited;

/// How long whoever asks for the status waits for the loop.
pub(super) const PATIENCE: Duration = Duration::from_secs(1);
/// How old it may be before the loop makes it anew, when it has nothing else to do.
const REFRESH_MS: Millis = 60_000;

/// The status that was told last.
#[derive(Default)]
pub(super) struct Lately {
    told: Mutex<Option<(Millis, Status)>>,
    /// What the loop may be waiting for just now.
    awaited: Mutex<Option<AwaitedStatus>>,
}

impl Lately {
    /// Whether it is to be made anew.
    pub(super) fn is_old(&self, now: Millis) -> bool {
        let last = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().is_none_or(|(at, _)| now < *at || now - at >= REFRESH_MS)
    }

    /// Keeps what holds now.
    pub(super) fn note(&self, now: Millis, status: Status) {
        *self.told.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, status));
    }

    /// Keeps whether writes wait for a standby: the loop may be at one of them.
    pub(super) fn awaits(&self, awaited: Option<Awaited>) {
        *self.awaited.lock().unwrap_or_else(PoisonError::into_inner) = awaited.map(AwaitedStatus::of);
    }

    /// How things stood: in JSON its moment says when, in words a line above. `None` if nothing was noted yet.
    pub(super) fn words(&self, json: bool) -> Option<anyhow::Result<String>> {
        let last = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, status) = last.as_ref()?;
        let standby_awaited = self.awaited.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let status = &Status { standby_awaited, ..status.clone() };
        Some(if json {
            serde_json::to_string_pretty(status).map_err(anyhow::Error::from)
        } else {
            let at = &status.at;
            let words = status_text::print(status);
            Ok(format!(
                "The daemon is at work on a turn or on letters. This is how all stood at {at}:\n\n{words}"
            ))
        })
    }
}
