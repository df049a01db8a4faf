//! The guard: a fault of the program costs what brought it to light, and never the daemon. All that reads and judges letters goes through
//! [`guarded`] (see [`super::road`]); what else is asked of the office or falls due in it, through [`Office::safely`].

use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::bail;

use crate::office::Office;

/// What is told of something that panicked, behind the words for what that was.
pub const FAULT: &str = "brought a fault of the program to light (the log says where)";

/// Does work; `None` if it panicked. The program is at fault then, and would be again: what reads and judges is the same each time.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    // Nothing in memory is changed before a letter is judged, but for the passwords that were verified.
    catch_unwind(AssertUnwindSafe(work)).ok()
}

impl Office {
    /// Does work that may change what memory holds. If it panics, memory is read anew from the record, and the fault is an error.
    ///
    /// # Errors
    /// As the work; or if it panicked.
    pub(super) fn safely<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        if let Some(done) = guarded(|| work(self)) {
            return done;
        }
        // A store that panics has failed, and says so itself: only a new process can tell what the disk holds.
        if let Some(why) = self.store.stopped() {
            bail!("the record takes no more writes: {why}");
        }
        for claim in std::mem::take(&mut self.claims) {
            if let Err(error) = self.store.give_back(&claim) {
                tracing::warn!(%error, "a claim could not be given back: it ends by itself");
            }
        }
        self.load_games()?;
        bail!("this {FAULT}")
    }
}
