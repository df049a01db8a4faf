//! The checksum at the end of each entry: a flipped bit in a word parses as well as the word did.
//!
//! `{"write":1,"place":0,"deed":{...},"sum":"HEX"}`: the SHA-256 of all that stands before `,"sum"`. So an entry is
//! still one JSON object, which older fieldposts read. Those before 2026-11-22 wrote entries without it.

use serde::Deserialize;

use crate::body::BodyHash;
use crate::deeds::row::to_json;
use crate::error::{Result, StoreError};
use crate::history::{Deed, Entry, EntryNo};

const HEAD: &[u8] = b",\"sum\":\"";
const TAIL: &[u8] = b"\"}";
const DIGITS: usize = 64;

/// An entry as it lies in its file. A field that is not known is a flipped bit in the name of one that is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    write: u64,
    place: u32,
    deed: Deed,
    #[serde(default, rename = "sum")]
    _sum: Option<BodyHash>,
}

/// The number alone, by the same rule.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Numbered {
    write: u64,
    place: u32,
    #[serde(rename = "deed")]
    _deed: serde::de::IgnoredAny,
    #[serde(default, rename = "sum")]
    sum: Option<BodyHash>,
}

/// An entry's bytes as they are to lie in their file.
pub fn sealed(entry: &Entry) -> Result<Vec<u8>> {
    let mut bytes = to_json(entry)?;
    // The closing brace comes again behind the sum.
    bytes.pop();
    let sum = BodyHash::of(&bytes);
    for part in [HEAD, sum.as_str().as_bytes(), TAIL] {
        bytes.extend_from_slice(part);
    }
    Ok(bytes)
}

/// An entry's number, once its bytes are held to their checksum, and whether they have one.
///
/// # Errors
/// Why they are not what was written.
pub fn number(bytes: &[u8]) -> std::result::Result<(EntryNo, bool), String> {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let has_sum = check(bytes)?;
    let found: Numbered = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    if found.sum.is_some() != has_sum {
        return Err("its checksum does not stand where one stands".into());
    }
    Ok((EntryNo { write: found.write, place: found.place }, has_sum))
}

/// Reads an entry whose bytes were held to their checksum.
///
/// # Errors
/// [`StoreError::Unreadable`] if they are no entry.
pub fn read(what: &str, bytes: &[u8]) -> Result<Entry> {
    let unreadable =
        |error: serde_json::Error| StoreError::Unreadable { what: what.to_owned(), why: error.to_string() };
    let Kept { write, place, deed, .. } = serde_json::from_slice(bytes).map_err(unreadable)?;
    Ok(Entry { write, place, deed })
}

/// Holds bytes to their checksum; `false` if they have none.
fn check(bytes: &[u8]) -> std::result::Result<bool, String> {
    let Some((content, sum)) = split(bytes) else { return Ok(false) };
    let found = BodyHash::of(content);
    if found.as_str().as_bytes() == sum {
        return Ok(true);
    }
    Err(format!("its checksum is {}, and its bytes have {found}", String::from_utf8_lossy(sum)))
}

/// What is before the checksum, and the checksum; `None` where none stands.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (content, sum) =
        bytes.split_at_checked(bytes.len().checked_sub(HEAD.len() + DIGITS + TAIL.len())?)?;
    Some((content, sum.strip_prefix(HEAD)?.strip_suffix(TAIL)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::AuditLine;

    fn entry() -> Entry {
        let line = AuditLine { at_ms: 1_700_000_000_000, game: None, what: "a note, 100 % \"sound\"".into() };
        Entry { write: 17, place: 2, deed: Deed::Noted(line) }
    }

    #[test]
    fn a_sealed_entry_is_read_back_and_is_plain_json() {
        let bytes = sealed(&entry()).unwrap();
        assert_eq!(number(&bytes).unwrap(), (EntryNo { write: 17, place: 2 }, true));
        assert_eq!(read("it", &bytes).unwrap(), entry());
        let old: Entry = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(old, entry(), "an older fieldpost reads it too");
    }

    #[test]
    fn no_bit_of_a_sealed_entry_can_be_flipped_in_silence() {
        let bytes = sealed(&entry()).unwrap();
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(number(&flipped).is_err(), "bit {bit}: {}", String::from_utf8_lossy(&flipped));
        }
        for length in 0..bytes.len() {
            assert!(number(&bytes[..length]).is_err(), "torn after {length} bytes");
        }
    }

    #[test]
    fn an_entry_of_before_has_no_checksum_and_is_read() {
        let bytes = to_json(&entry()).unwrap();
        assert_eq!(number(&bytes).unwrap(), (EntryNo { write: 17, place: 2 }, false));
        assert_eq!(read("it", &bytes).unwrap(), entry());
    }
}
