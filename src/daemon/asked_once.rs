//! What the record is asked once for all letters of one write, and not for each: where the record is far away it is the asking that takes
//! time. What they count themselves is added to it by [`Office::counted`]; what another daemon writes meanwhile is seen by the next
//! letters.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::office::Office;
use fieldpost_store::Bounces;

/// Answers that hold as long as one write's letters are read and judged; nothing is kept between two writes.
#[derive(Default)]
pub(super) struct AskedOnce(Mutex<Option<Answers>>);

#[derive(Default)]
struct Answers {
    counts: BTreeMap<(String, i64), u32>,
    bounces: Option<Vec<Bounces>>,
}

impl AskedOnce {
    /// From here on answers are kept, or are not any more; what was kept is forgotten.
    pub(super) fn keep(&self, keeps: bool) {
        *self.kept() = keeps.then(Answers::default);
    }

    fn kept(&self) -> MutexGuard<'_, Option<Answers>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Office {
    /// As [`Store::counted`](fieldpost_store::Store::counted).
    pub(super) fn counted_on_record(&self, what: &str, period: i64) -> anyhow::Result<u32> {
        let mut kept = self.asked_once.kept();
        let Some(answers) = kept.as_mut() else { return Ok(self.store.counted(what, period)?) };
        let key = (what.to_owned(), period);
        if let Some(count) = answers.counts.get(&key) {
            return Ok(*count);
        }
        let count = self.store.counted(what, period)?;
        answers.counts.insert(key, count);
        Ok(count)
    }

    /// As [`Store::bounces`](fieldpost_store::Store::bounces).
    pub(super) fn bounces_on_record(&self) -> anyhow::Result<Vec<Bounces>> {
        let mut kept = self.asked_once.kept();
        let Some(answers) = kept.as_mut() else { return Ok(self.store.bounces()?) };
        if let Some(bounces) = &answers.bounces {
            return Ok(bounces.clone());
        }
        Ok(answers.bounces.insert(self.store.bounces()?).clone())
    }
}
