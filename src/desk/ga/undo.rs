//! UNDO: which hand edits stand, and what has been built on one.

use crate::desk::ga::record::HandEdit;
use crate::games::land::edits::touch::Touch;

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
        other.touches.iter().any(|one| edit.touches.iter().any(|other| overlap(one, other)))
    })
}

/// Whether two touches concern the same value, or one the whole of which the other is a part. Elements of a list come and
/// go side by side; only players are counted by their places.
fn overlap(one: &Touch, other: &Touch) -> bool {
    if one.path == other.path && one.at.is_some() && other.at.is_some() {
        let same = |value: &Option<serde_json::Value>, other: &Option<serde_json::Value>| {
            value.is_some() && value == other
        };
        return one.path == "/players" || same(&one.before, &other.after) || same(&one.after, &other.before);
    }
    is_within(&one.path, &other.path) || is_within(&other.path, &one.path)
}

fn is_within(inner: &str, outer: &str) -> bool {
    inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
