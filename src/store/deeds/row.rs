//! A row of the database and its bytes.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::{Result, StoreError};

/// The numbers used up so far; each begins with 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbers {
    pub writes: u64,
    pub letters: u64,
    pub mails: u64,
}

pub fn to_json(what: &impl Serialize) -> Result<Vec<u8>> {
    serde_json::to_vec(what).map_err(|error| StoreError::Broken(format!("a row cannot be written: {error}")))
}

pub fn read_row<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    serde_json::from_slice(bytes).map_err(|error| StoreError::Unreadable {
        what: format!("a row of the database meant as {}", std::any::type_name::<T>()),
        why: error.to_string(),
    })
}
