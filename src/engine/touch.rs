//! What a hand edit did to a position, value by value: enough to tell it, to take it back and to do it again.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One value of a position that an edit changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Touch {
    /// Where it stands in the position's JSON (RFC 6901), such as `/units/AU3IN/morale`.
    pub path: String,
    /// Within a list at that path: an element came or went here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
    /// What it was; `None` where it was not there.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "there")]
    pub before: Option<Value>,
    /// What it is now; `None` where it is gone.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "there")]
    pub after: Option<Value>,
}

/// A value that is written is there, even if it is `null`.
fn there<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl Touch {
    /// The touch that takes this one back.
    pub fn reversed(&self) -> Touch {
        Touch { before: self.after.clone(), after: self.before.clone(), ..self.clone() }
    }
}

/// Touches that take these back, the last first.
pub fn reversed(touches: &[Touch]) -> Vec<Touch> {
    touches.iter().rev().map(Touch::reversed).collect()
}

/// Whether a later touch changed something that an earlier one had changed: the same value, a part of it or what it is a
/// part of; in a list the same element.
pub fn builds_on(earlier: &Touch, later: &Touch) -> bool {
    let within = |one: &str, other: &str| {
        one.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let is_part = within(&earlier.path, &later.path) || within(&later.path, &earlier.path);
    let is_element = earlier.path == later.path && earlier.at.is_some() && later.at.is_some();
    let elements = |touch: &Touch| [touch.before.clone(), touch.after.clone()];
    is_part
        && (!is_element
            || elements(earlier)
                .iter()
                .flatten()
                .any(|one| elements(later).iter().flatten().any(|it| it == one)))
}
