//! How often each letter in hand was tried: a small file of its own, written before a parse (hazards 5, 6).

use std::collections::BTreeMap;
use std::fs;

use crate::store::Result;
use crate::store::sled::disk::Disk;
use crate::store::sled::draft::to_json;

const FILE: &str = "attempts.json";

/// Counts by the database key of the letter's place, as text.
#[derive(Debug, Default)]
pub struct Attempts(BTreeMap<String, u32>);

impl Attempts {
    /// What the last process left. A file torn by a loss of power counts as none: no letter is lost by it.
    pub fn load(disk: &Disk) -> Self {
        let read = fs::read(disk.path(FILE)).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        Attempts(read.unwrap_or_default())
    }

    /// Counts one more attempt at each and writes the file, so that the count outlives this process.
    pub fn begin(&mut self, disk: &Disk, places: &[String]) -> Result<Vec<u32>> {
        let mut counts = Vec::new();
        for place in places {
            let count = self.0.entry(place.clone()).or_default();
            *count = count.saturating_add(1);
            counts.push(*count);
        }
        disk.replace(FILE, &to_json(&self.0)?)?;
        Ok(counts)
    }

    /// The letter is filed. The file learns of it with the next attempts; until then the record itself says so.
    pub fn forget(&mut self, place: &str) {
        self.0.remove(place);
    }
}
