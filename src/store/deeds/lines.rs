//! The lines of an export: the same bytes from every store of the same record.

use std::io::Write;
use std::path::PathBuf;

use fieldpost_desk::record::GameName;
use fieldpost_engine::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::body::BodyHash;
use crate::damage::Damage;
use crate::deeds::row::to_json;
use crate::error::{Result, StoreError};
use crate::history::Shelf;
use crate::mailbox::Cursor;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CursorRow {
    pub account: String,
    pub folder: String,
    pub cursor: Cursor,
}

/// What a file with a game says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    pub schema: u32,
    pub game: GameName,
    /// The address of the post office that hands it over.
    pub from: String,
    /// The address to which its letters go from now on, as its players were told; empty in files of before 2026-11-29.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub to: String,
}

/// A line of an export. Entries stand in it with their checksums, byte for byte as they lie in their files.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ExportLine {
    /// The first.
    Fieldpost {
        schema: u32,
    },
    /// The first of a file with one game.
    Handed(Head),
    Body(BodyLine),
    /// What is damaged or missing where the export was made; before the entries.
    Missing(Damage),
    Cursor(CursorRow),
    /// The last: without it an export was cut off.
    End {
        bodies: u64,
        entries: u64,
        /// How many lines say what is missing.
        #[serde(default, skip_serializing_if = "is_zero")]
        missing: u64,
        /// The SHA-256 of all lines before this one; exports of before 2026-11-22 have none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sum: Option<BodyHash>,
    },
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde asks so
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// What an entry's line begins and ends with.
pub const ENTRY: (&str, &str) = ("{\"entry\":", "}");

/// What is said of a file with one game where a whole record is wanted.
pub const ONE_GAME: &str =
    "it is one game, and not a whole record: `import --beside` puts it beside the games of a record";

/// What the first line of a file with one game begins with.
pub const HANDED: &str = "{\"handed\":";

/// What a line that tells of something missing begins with.
pub const MISSING: &str = "{\"missing\":";

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BodyLine {
    pub shelf: Shelf,
    pub hash: BodyHash,
    #[serde(flatten)]
    pub bytes: Bytes,
}

/// Bytes as text where they are text, else in hexadecimal.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bytes {
    Text(String),
    Hex(String),
}

pub struct Lines<'a> {
    out: &'a mut dyn Write,
    to: PathBuf,
    pub written: u64,
    sum: Sha256,
    pub missing: Vec<Damage>,
}

impl<'a> Lines<'a> {
    /// An export into `out`, which is called `to` where it fails.
    pub fn new(out: &'a mut dyn Write, to: PathBuf) -> Self {
        Lines { out, to, written: 0, sum: Sha256::new(), missing: Vec::new() }
    }

    pub fn put(&mut self, line: &ExportLine) -> Result<()> {
        self.put_bytes(&to_json(line)?)
    }

    pub fn put_bytes(&mut self, line: &[u8]) -> Result<()> {
        self.written += 1;
        for part in [line, b"\n"] {
            self.sum.update(part);
            self.out.write_all(part).map_err(|source| StoreError::Disk {
                doing: "export",
                path: self.to.clone(),
                source,
            })?;
        }
        Ok(())
    }

    pub fn sum_so_far(&self) -> BodyHash {
        BodyHash::of_digest(&self.sum.clone().finalize())
    }
}

impl Bytes {
    pub fn of(bytes: Vec<u8>) -> Self {
        String::from_utf8(bytes).map_or_else(|error| Bytes::Hex(hex::hex(error.as_bytes())), Bytes::Text)
    }

    pub fn into_vec(self) -> Option<Vec<u8>> {
        match self {
            Bytes::Text(text) => Some(text.into_bytes()),
            Bytes::Hex(digits) => hex::bytes(&digits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_come_back() {
        for bytes in [&b""[..], b"text \xc3\xa4\n", b"\xff\x00\x80", &[0; 40]] {
            let line = serde_json::to_string(&Bytes::of(bytes.to_vec())).unwrap();
            let read: Bytes = serde_json::from_str(&line).unwrap();
            assert_eq!(read.into_vec().unwrap(), bytes);
        }
    }
}
