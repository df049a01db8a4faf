//! How the post office stood lately. A turn of a large game, or a letter at the size limit, keeps the loop for a while; who asks
//! `fieldpost status` meanwhile is told at once how things stood before.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::clock::Millis;
use crate::status::Status;
use crate::status_text;

/// How long whoever asks for the status waits for the loop.
pub(super) const PATIENCE: Duration = Duration::from_secs(1);
/// How old it may be before the loop makes it anew, when it has nothing else to do.
const REFRESH_MS: Millis = 60_000;

/// The status that was told last.
#[derive(Default)]
pub(super) struct Lately(Mutex<Option<(Millis, Status)>>);

impl Lately {
    /// Whether it is to be made anew.
    pub(super) fn is_old(&self, now: Millis) -> bool {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().is_none_or(|(at, _)| now < *at || now - at >= REFRESH_MS)
    }

    /// Keeps what holds now.
    pub(super) fn note(&self, now: Millis, status: Status) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, status));
    }

    /// How things stood: in JSON its moment says when, in words a line above. `None` if nothing was noted yet.
    pub(super) fn words(&self, json: bool) -> Option<anyhow::Result<String>> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, status) = last.as_ref()?;
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
