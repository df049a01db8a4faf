//! Where bodies and entries lie in a record that is kept as files: what the sled store writes, and what damage is told by.

use std::path::Path;

use crate::body::BodyHash;
use crate::game::TurnRecord;
use crate::history::{ClosedTurn, Deed, Entry, Shelf};

/// Where the journal lies.
pub const JOURNAL: &str = "journal";

/// Writes that go into one file of the journal, as a power of two.
const JOURNAL_BITS: u32 = 16;

/// Where a body lies in the folder.
pub fn body_path(shelf: Shelf, hash: &BodyHash) -> String {
    let ending = match shelf {
        Shelf::Letters | Shelf::Post => "eml",
        Shelf::Papers => "paper",
    };
    format!("{}/{}.{ending}", shelf.folder(), hash.spread())
}

/// Where an entry's own file lies; `None` if it goes into the journal.
pub fn record_path(entry: &Entry) -> Option<String> {
    let beside = |raw: &BodyHash| format!("{}/{}", Shelf::Letters.folder(), raw.spread());
    match &entry.deed {
        Deed::Letter(letter) => {
            Some(format!("{}.{}.json", beside(&letter.record.raw), letter.record.number.0))
        }
        Deed::Settled(settled) => {
            // One that came out of quarantine to be held gets a final verdict yet.
            let what = if settled.verdict.is_final() { "settled" } else { "released" };
            Some(format!("{}.{}.{what}.json", beside(&settled.raw), settled.letter.0))
        }
        Deed::Opened(opened) => Some(format!("games/{}/opening.json", opened.row.name.0)),
        Deed::Closed(closed) => Some(turn_path(closed)),
        Deed::Reopened(reopened) => {
            Some(format!("games/{}/turn-{:04}.reopened-{}.json", reopened.game.0, reopened.turn, entry.write))
        }
        Deed::Administered(_)
        | Deed::TakenOver(_)
        | Deed::Changed(_)
        | Deed::Posted(_)
        | Deed::Told(_)
        | Deed::Marked(_)
        | Deed::Pruned(_)
        | Deed::Noted(_) => None,
    }
}

/// A turn that is closed again after a rollback has a file of its own.
fn turn_path(closed: &ClosedTurn) -> String {
    let TurnRecord { turn, rollbacks, .. } = closed.record;
    let again = if rollbacks == 0 { String::new() } else { format!(".again-{rollbacks}") };
    format!("games/{}/turn-{turn:04}{again}.json", closed.game.0)
}

/// The journal's file for a write.
pub fn journal_path(write: u64) -> String {
    format!("{JOURNAL}/{:08}.jsonl", write >> JOURNAL_BITS)
}

/// Which body a file's name says that it holds; `None` for what is no body.
pub fn body_of(relative: &str) -> Option<(Shelf, BodyHash)> {
    let shelf = [Shelf::Letters, Shelf::Post, Shelf::Papers]
        .into_iter()
        .find(|shelf| relative.strip_prefix(shelf.folder()).is_some_and(|rest| rest.starts_with('/')))?;
    let hash = Path::new(relative).file_stem()?.to_str()?.parse().ok()?;
    (body_path(shelf, &hash) == relative).then_some((shelf, hash))
}
