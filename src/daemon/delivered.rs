//! A letter as its source hands it over.

use fieldpost_desk::record::Receipt;
use fieldpost_store::TransportKey;

/// What the record names as the source of what the host typed.
pub const KEYBOARD: &str = "keyboard";
/// What the record names as the source of a letter that the machine wrote for a seat.
pub const MACHINE: &str = "machine";
/// What the record names as the source of a letter that a mail server handed over at the pipe.
pub const PIPE: &str = "pipe";
/// All three. No source of mail may bear such a name, and what bears it is numbered as it comes.
pub const OF_NO_MAILBOX: [&str; 3] = [KEYBOARD, MACHINE, PIPE];

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

/// So much of the header of a letter above the limit is kept, in bytes (hazard 18).
const HEADER_MAX: usize = 64 << 10;

/// Where a letter's header ends, with the blank line below it; blank lines above it are no end.
pub fn header_len(bytes: &[u8]) -> usize {
    let begin = &bytes[..bytes.len().min(HEADER_MAX)];
    let blank = begin.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    let ends = [&b"\r\n\r\n"[..], b"\n\n", b"\r\r"];
    let end = |end: &&[u8]| {
        let place = begin[blank..].windows(end.len()).position(|window| window == *end)?;
        Some(blank + place + end.len())
    };
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
    let is_of_maildir = place.uidvalidity == 0 && !OF_NO_MAILBOX.contains(&place.account.as_str());
    if is_of_maildir { place.uid >> 32 << 32 } else { place.uid }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_ends_at_its_blank_line_and_not_at_those_above_it() {
        for (letter, header) in [
            ("Subject: x\r\n\r\nbody", "Subject: x\r\n\r\n"),
            ("\r\n\r\nSubject: x\n\nbody\r\n\r\n", "\r\n\r\nSubject: x\n\n"),
            ("Subject: x", "Subject: x"),
            ("\n\n", "\n\n"),
        ] {
            assert_eq!(header_len(letter.as_bytes()), header.len(), "{letter:?}");
        }
    }

    #[test]
    fn letters_of_one_moment_at_the_pipe_keep_their_order() {
        let place = |uid| TransportKey { account: PIPE.into(), folder: "a".into(), uidvalidity: 0, uid };
        assert!(order_within(&place(1)) < order_within(&place(2)));
        let of_maildir = |uid| TransportKey { account: "in".into(), ..place(uid) };
        assert_eq!(order_within(&of_maildir(1)), order_within(&of_maildir(2)), "names decide");
    }
}
