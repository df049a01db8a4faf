//! A row of the database.

use serde::de::DeserializeOwned;

pub use crate::deeds::row::{Numbers, read_row, to_json};
use crate::error::{Result, StoreError};

pub fn get_row<T: DeserializeOwned>(tree: &::sled::Tree, key: &[u8]) -> Result<Option<T>> {
    let row = tree.get(key).map_err(refused("read"))?;
    row.map(|bytes| read_row(&bytes)).transpose()
}

/// An error of the database, with what was asked of it.
pub fn refused(doing: &'static str) -> impl Fn(::sled::Error) -> StoreError {
    move |source| StoreError::Database { doing, source: Box::new(source) }
}
