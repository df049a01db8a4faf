//! A letter as its source hands it over.

use crate::desk::record::Receipt;
use crate::store::TransportKey;

/// What the record names as the source of letters that came by no mailbox: what the host typed, what the machine wrote for a seat,
/// and what a mail server handed over at the pipe.
pub const KEYBOARD: &str = "keyboard";
#[allow(missing_docs)]
pub const MACHINE: &str = "machine";
#[allow(missing_docs)]
pub const PIPE: &str = "pipe";

/// A letter from a source, with its bytes.
#[derive(Clone, Debug)]
pub struct Delivered {
    /// Where it lies.
    pub place: TransportKey,
    /// When it was received by the source's own stamp, in milliseconds since 1970.
    pub received_ms: i64,
    /// Its bytes, or only its header.
    pub bytes: Vec<u8>,
    /// Whether `bytes` is all of it.
    pub whole: bool,
    /// Its whole size in bytes.
    pub size: u64,
    /// Whether a copy is not answered again: the mailbox was renumbered, and shows all it holds (hazard 2).
    pub quiet: bool,
}

impl Delivered {
    /// Whether the host typed it: no source of mail may bear that name.
    pub fn is_typed(&self) -> bool {
        self.place.account == KEYBOARD
    }
}

/// So much of the header of a letter above the limit is kept, in bytes (hazard 18).
const HEADER_MAX: usize = 64 << 10;

/// Where a letter's header ends, with the blank line below it.
pub fn header_len(bytes: &[u8]) -> usize {
    let begin = &bytes[..bytes.len().min(HEADER_MAX)];
    let ends = [&b"\r\n\r\n"[..], b"\n\n", b"\r\r"];
    let end =
        |end: &&[u8]| begin.windows(end.len()).position(|window| window == *end).map(|at| at + end.len());
    ends.iter().filter_map(end).min().unwrap_or(begin.len())
}

/// A letter's receipt: the source's stamp, then its place in the mailbox (M-01).
pub fn receipt_of(letter: &Delivered) -> Receipt {
    Receipt {
        at_ms: letter.received_ms,
        uid: order_within(&letter.place),
        source: letter.place.account.clone(),
    }
}

/// By what letters are taken in order: those of one Maildir whose files bear the same time, by the files' names.
pub fn in_order(letter: &Delivered) -> (Receipt, String) {
    (receipt_of(letter), letter.place.folder.clone())
}

/// Where a letter stands among those of the same millisecond. Of a Maildir's number only the upper half is time; the lower
/// tells names apart, and says nothing of their order.
fn order_within(place: &TransportKey) -> u64 {
    if place.uidvalidity == 0 { place.uid >> 32 << 32 } else { place.uid }
}
