//! Which letters are being read, and over which of them a process has died: a small file of its own, written before they are
//! read (hazards 5, 6). It is there only while letters are in hand or under suspicion.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;

use serde::{Deserialize, Serialize};

use crate::body::BodyHash;
use crate::error::Result;
use crate::sled::disk::{Disk, failed};
use crate::sled::row::to_json;

const FILE: &str = "attempts.json";

/// Letters by the SHA-256 of their bytes as they came: those of a pipe have no place that stays.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Attempts {
    /// In hand now.
    reading: BTreeSet<BodyHash>,
    /// Those that were in hand when a process ended, and how often each alone was.
    suspects: BTreeMap<BodyHash, u32>,
}

impl Attempts {
    /// What the last process left: what it had in hand when it ended is suspect from now on. A file that cannot be read
    /// counts as none, since no letter is lost by it.
    pub fn load(disk: &Disk) -> Self {
        let read = fs::read(disk.path(FILE)).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let mut attempts: Attempts = read.unwrap_or_default();
        let in_hand = std::mem::take(&mut attempts.reading);
        if in_hand.is_empty() {
            return attempts;
        }
        // Of several nobody knows which it was: each is read by itself the next time, and none is charged.
        let charge = u32::from(in_hand.len() == 1);
        for letter in in_hand {
            let deaths = attempts.suspects.entry(letter).or_default();
            *deaths = deaths.saturating_add(charge);
        }
        // At once, so that the next start does not charge the same death again.
        if let Err(error) = attempts.save(disk) {
            tracing::warn!(%error, "which letters are suspect could not be kept");
        }
        attempts
    }

    /// As [`Store::suspicion`](crate::contract::Store::suspicion).
    pub fn suspicion(&self, letter: &BodyHash) -> Option<u32> {
        self.suspects.get(letter).copied()
    }

    /// These letters, and no others, are in hand.
    pub fn begin(&mut self, disk: &Disk, letters: &[BodyHash]) -> Result<()> {
        self.reading = letters.iter().cloned().collect();
        self.save(disk)
    }

    /// These are in hand no more, and nothing stands against them.
    pub fn end(&mut self, disk: &Disk, letters: &[BodyHash]) -> Result<()> {
        for letter in letters {
            self.reading.remove(letter);
            self.suspects.remove(letter);
        }
        self.save(disk)
    }

    fn save(&self, disk: &Disk) -> Result<()> {
        let path = disk.path(FILE);
        if self.reading.is_empty() && self.suspects.is_empty() {
            return match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed("remove", &path)(error)),
                _ => Ok(()),
            };
        }
        disk.replace(FILE, &to_json(self)?)
    }
}
