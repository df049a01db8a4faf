//! A letter as its source hands it over.

use crate::desk::record::Receipt;
use crate::store::TransportKey;

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
    Receipt { at_ms: letter.received_ms, uid: letter.place.uid, source: letter.place.account.clone() }
}
