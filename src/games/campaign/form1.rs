//! The hash of a turn of form 1, made again of what is kept.

use fieldpost_door::form1::{Sealed, field, pieces};
use fieldpost_engine::hex::hex;
use sha2::{Digest, Sha256};

use crate::paper::has_ships;

/// How the position of a war on land begins; the hash was over it without the name of its game.
const LAND: &[u8] = br#"{"game":"land","#;

/// SHA-256 over the new position, the events with their witnesses, and the draws, in hexadecimal; at sea after all of land. Each part is
/// closed by a line feed, so that parts cannot run together.
///
/// # Errors
/// If these are no papers of a campaign.
pub fn seal(kept: &Sealed<'_>) -> Result<String, String> {
    let mut hash = Sha256::new();
    let mut add = |part: &[u8]| {
        hash.update(part);
        hash.update(b"\n");
    };
    if has_ships(kept.after) {
        add(kept.after);
        for side in ["land", "sea"] {
            pieces(field(kept.events, side)?).into_iter().for_each(&mut add);
            add(field(kept.draws, side)?);
        }
    } else {
        let position = kept.after.strip_prefix(LAND).ok_or("the position is none of a campaign")?;
        add(&[b"{", position].concat());
        pieces(kept.events).into_iter().for_each(&mut add);
        add(kept.draws);
    }
    Ok(hex(hash.finalize()))
}
