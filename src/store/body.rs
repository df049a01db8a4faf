//! Bytes kept as files, named by what they are.

use std::fmt;
use std::str::FromStr;

use fieldpost_engine::hex::hex;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{Result, StoreError};

/// The SHA-256 of a body, and so its name: 64 hexadecimal digits, lower case.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BodyHash(String);

impl BodyHash {
    /// The hash of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        BodyHash(hex(Sha256::digest(bytes)))
    }

    /// The hash that these 32 bytes are, such as one that was worked out piece by piece.
    pub(crate) fn of_digest(digest: &[u8]) -> Self {
        BodyHash(hex(digest))
    }

    /// Its digits as a path: the first two are a folder, so that no folder grows too large.
    pub fn spread(&self) -> String {
        format!("{}/{}", self.0.get(..2).unwrap_or_default(), self.0)
    }

    /// Its 64 digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for BodyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for BodyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a text is no hash.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a SHA-256 in 64 lower-case hexadecimal digits")]
pub struct NotAHash(String);

impl FromStr for BodyHash {
    type Err = NotAHash;

    fn from_str(text: &str) -> std::result::Result<Self, NotAHash> {
        let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() == 64 && text.bytes().all(digit) {
            Ok(BodyHash(text.into()))
        } else {
            Err(NotAHash(text.into()))
        }
    }
}

impl TryFrom<String> for BodyHash {
    type Error = NotAHash;

    fn try_from(text: String) -> std::result::Result<Self, NotAHash> {
        text.parse()
    }
}

impl From<BodyHash> for String {
    fn from(hash: BodyHash) -> String {
        hash.0
    }
}

/// A paper of a game as JSON: positions, orders, seats, events, draws. The store keeps it and does not look inside; the
/// same thing written twice is the same bytes, since everything in a game is ordered.
#[derive(Clone, PartialEq, Eq)]
pub struct Paper(Vec<u8>);

impl Paper {
    /// Writes something down.
    ///
    /// # Errors
    /// If it has no form in JSON, such as a map whose keys are not words.
    pub fn of(what: &impl Serialize) -> Result<Self> {
        let unwritable =
            |error: serde_json::Error| StoreError::Broken(format!("a paper cannot be written: {error}"));
        serde_json::to_vec(what).map(Paper).map_err(unwritable)
    }

    /// Takes bytes that were a paper.
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Paper(bytes)
    }

    /// Gives up its bytes.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Reads it.
    ///
    /// # Errors
    /// If it is a paper of another kind.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T> {
        serde_json::from_slice(&self.0).map_err(|error| StoreError::Unreadable {
            what: format!("a paper meant as {}", std::any::type_name::<T>()),
            why: error.to_string(),
        })
    }
}

impl fmt::Debug for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Paper({} bytes)", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_that_of_the_standard() {
        let abc = BodyHash::of(b"abc");
        assert_eq!(abc.as_str(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(abc.as_str().parse::<BodyHash>().unwrap(), abc);
    }

    #[test]
    fn what_is_no_hash_cannot_name_a_file() {
        for wrong in ["", "../../etc/passwd", &"A".repeat(64), &"é".repeat(32), &"0".repeat(65)] {
            assert!(wrong.parse::<BodyHash>().is_err(), "{wrong}");
        }
    }
}
