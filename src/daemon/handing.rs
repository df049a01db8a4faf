//! Letters handed to the loop, few at a time: between two goes it looks at the clock and answers whoever asks.

use std::sync::mpsc;

use crate::delivered::Delivered;
use crate::road::Taken;
use crate::wake::{Shared, Wake};

/// How much of a mailbox the loop takes in one go, in letters and in bytes of them.
const LETTERS_AT_ONCE: usize = 50;

const BYTES_AT_ONCE: usize = 512 << 10;

pub(super) fn few_at_a_time(delivered: Vec<Delivered>) -> Vec<Vec<Delivered>> {
    let mut goes: Vec<Vec<Delivered>> = Vec::new();
    let mut bytes = usize::MAX;
    for letter in delivered {
        bytes = bytes.saturating_add(letter.bytes.len());
        match goes.last_mut().filter(|go| go.len() < LETTERS_AT_ONCE && bytes <= BYTES_AT_ONCE) {
            Some(go) => go.push(letter),
            None => {
                bytes = letter.bytes.len();
                goes.push(vec![letter]);
            }
        }
    }
    goes
}

/// Hands letters to the loop; what became of them.
pub(super) fn hand_over_few(delivered: Vec<Delivered>, shared: &Shared) -> Result<Vec<Taken>, String> {
    let (reply, answer) = mpsc::channel();
    let ending = || "the daemon is ending".to_owned();
    shared.wakes.send(Wake::Letters { delivered, reply }).map_err(|_| ending())?;
    answer.recv().map_err(|_| ending())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_store::TransportKey;

    fn letter(uid: u64, bytes: usize) -> Delivered {
        let place = TransportKey { account: "in".into(), folder: "INBOX".into(), uidvalidity: 1, uid };
        Delivered {
            place,
            received_ms: 0,
            bytes: vec![b'x'; bytes],
            whole: true,
            size: bytes as u64,
            quiet: false,
        }
    }

    #[test]
    fn a_mailbox_is_taken_a_little_at_a_time_and_every_letter_once() {
        let sizes = |goes: &[Vec<Delivered>]| goes.iter().map(Vec::len).collect::<Vec<_>>();
        let small = (0..120).map(|uid| letter(uid, 10)).collect::<Vec<_>>();
        let goes = few_at_a_time(small);
        assert_eq!(sizes(&goes), [50, 50, 20]);
        assert!(goes.iter().flatten().map(|letter| letter.place.uid).eq(0..120));
        let large = [1, 600, 300, 300, 1].iter().zip(0..).map(|(kib, uid)| letter(uid, kib << 10)).collect();
        assert_eq!(sizes(&few_at_a_time(large)), [1, 1, 1, 2], "one over the measure goes by itself");
        assert!(few_at_a_time(Vec::new()).is_empty());
    }
}
