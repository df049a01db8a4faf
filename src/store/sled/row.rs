//! A row of the database.

use serde::de::DeserializeOwned;

pub use crate::deeds::row::{Numbers, read_row, to_json};
use crate::error::Result;
use crate::sled::database::Database;

pub fn get_row<T: DeserializeOwned>(database: &Database, key: &[u8]) -> Result<Option<T>> {
    let row = database.get(key)?;
    row.map(|bytes| read_row(&bytes)).transpose()
}
