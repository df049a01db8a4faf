//! A letter as its source hands it over.

use crate::desk::record::Receipt;
use crate::store::TransportKey;

/// The source that the record names for what came through a pipe.
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
