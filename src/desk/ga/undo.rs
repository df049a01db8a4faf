//! UNDO: which hand edits stand, and what has been built on one.

use crate::ga::record::HandEdit;
use fieldpost_engine::touch::builds_on;

/// Whether an edit stands: it has not been taken back, or the edit that took it back has been itself.
pub fn is_in_force(edits: &[HandEdit], edit: &HandEdit) -> bool {
    undone_by(edits, edit.number).is_none()
}

/// The edit by which another was taken back, if that stands.
pub fn undone_by(edits: &[HandEdit], number: u32) -> Option<&HandEdit> {
    // An edit is taken back by a later one only, so this ends.
    edits.iter().find(|other| other.undoes == Some(number) && is_in_force(edits, other))
}

/// The edits after one that stand and touch what it touched, in their order.
pub fn built_on<'a>(edits: &'a [HandEdit], edit: &'a HandEdit) -> impl Iterator<Item = &'a HandEdit> {
    // An edit that takes another back and the one taken back are nothing together.
    let stands = |other: &&HandEdit| other.undoes.is_none() && is_in_force(edits, other);
    edits.iter().filter(|other| other.number > edit.number).filter(stands).filter(|other| {
        other.touches.iter().any(|later| edit.touches.iter().any(|earlier| builds_on(earlier, later)))
    })
}
