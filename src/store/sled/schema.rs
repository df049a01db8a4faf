//! The schema of the rows, and how a database of an older one is carried over.
//!
//! | schema | since |
//! |---|---|
//! | 1 | the first |
//! | 2 | of an order its canonical words are kept, and no longer what a game understands by them |
//! | 3 | a closed turn says in which form its events are kept. No row is written anew: the number keeps an older fieldpost from running such turns again by another hash |
//!
//! Entries and papers stay as they were written: what is in them and no longer asked for is passed over when they are read.

use crate::deeds::games::OrderRow;
use crate::error::Result;
use crate::sled::database::{Batch, Database};
use crate::sled::keys;
use crate::sled::row::{read_row, to_json};

/// The schema that this fieldpost writes.
pub const SCHEMA: u32 = 3;

/// The oldest that it reads.
pub const OLDEST: u32 = 1;

/// Carries a database of an older schema over to ours, in one write: it is of the one or of the other.
pub fn carry_over(database: &Database, found: u32) -> Result<()> {
    let mut batch = Batch::default();
    for row in database.beginning(keys::ORDERS) {
        let (key, bytes) = row?;
        batch.insert(key, to_json(&read_row::<OrderRow>(&bytes)?)?);
    }
    batch.insert(keys::SCHEMA, to_json(&SCHEMA)?);
    database.batch(batch)?;
    database.flush()?;
    tracing::info!(found, now = SCHEMA, "the database was of an older schema");
    Ok(())
}
