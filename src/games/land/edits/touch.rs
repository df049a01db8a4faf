//! What an edit did to a position, value by value: enough to tell it, to take it back and to do it again.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::games::land::state::LandState;

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

/// Why touches do not fit a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// A value is not what it was when the edit was made.
    #[error("{path} is not what the edit left or found there")]
    Changed {
        /// Where.
        path: String,
    },
    /// The position would be none.
    #[error("the position would be none: {0}")]
    NoPosition(String),
}

impl Touch {
    /// The touch that takes this one back.
    pub fn reversed(&self) -> Touch {
        Touch { before: self.after.clone(), after: self.before.clone(), ..self.clone() }
    }
}

/// What changed from one position to another, in the order of its JSON.
///
/// # Errors
/// If a position cannot be written as JSON, which none of ours is.
pub fn between(before: &LandState, after: &LandState) -> Result<Vec<Touch>, Misfit> {
    let mut touches = Vec::new();
    compare(String::new(), &value_of(before)?, &value_of(after)?, &mut touches);
    Ok(touches)
}

/// A position with touches carried out in their order.
///
/// # Errors
/// [`Misfit`], if a value that they changed is not what it was before them; nothing is done then.
pub fn carried_out<'a>(
    state: &LandState,
    touches: impl IntoIterator<Item = &'a Touch>,
) -> Result<LandState, Misfit> {
    let mut value = value_of(state)?;
    for touch in touches {
        carry_out(&mut value, touch)?;
    }
    serde_json::from_value(value).map_err(|error| Misfit::NoPosition(error.to_string()))
}

/// Touches that take these back, the last first.
pub fn reversed(touches: &[Touch]) -> Vec<Touch> {
    touches.iter().rev().map(Touch::reversed).collect()
}

fn value_of(state: &LandState) -> Result<Value, Misfit> {
    serde_json::to_value(state).map_err(|error| Misfit::NoPosition(error.to_string()))
}

fn compare(path: String, before: &Value, after: &Value, touches: &mut Vec<Touch>) {
    match (before, after) {
        _ if before == after => {}
        (Value::Object(one), Value::Object(other)) => compare_objects(&path, one, other, touches),
        (Value::Array(one), Value::Array(other)) => compare_lists(&path, one, other, touches),
        _ => touches.push(Touch { path, at: None, before: Some(before.clone()), after: Some(after.clone()) }),
    }
}

fn compare_objects(
    path: &str,
    one: &Map<String, Value>,
    other: &Map<String, Value>,
    touches: &mut Vec<Touch>,
) {
    for (key, before) in one {
        let path = format!("{path}/{}", escaped(key));
        match other.get(key) {
            Some(after) => compare(path, before, after, touches),
            None => touches.push(Touch { path, at: None, before: Some(before.clone()), after: None }),
        }
    }
    for (key, after) in other.iter().filter(|(key, _)| !one.contains_key(*key)) {
        let path = format!("{path}/{}", escaped(key));
        touches.push(Touch { path, at: None, before: None, after: Some(after.clone()) });
    }
}

/// What went, the last first, so that each place is right when its turn comes; then what came, the first first.
fn compare_lists(path: &str, one: &[Value], other: &[Value], touches: &mut Vec<Touch>) {
    let (mut kept, mut fresh) = (Vec::new(), other.iter().collect::<Vec<_>>());
    let mut gone = Vec::new();
    for (at, element) in one.iter().enumerate() {
        match fresh.iter().position(|other| *other == element) {
            Some(place) => kept.push(fresh.remove(place)),
            None => gone.push(Touch {
                path: path.to_owned(),
                at: Some(at),
                before: Some(element.clone()),
                after: None,
            }),
        }
    }
    touches.extend(gone.into_iter().rev());
    for (at, element) in other.iter().enumerate() {
        if kept.get(at).is_some_and(|kept| *kept == element) {
            continue;
        }
        kept.insert(at.min(kept.len()), element);
        let after = Some(element.clone());
        touches.push(Touch { path: path.to_owned(), at: Some(at), before: None, after });
    }
}

fn carry_out(value: &mut Value, touch: &Touch) -> Result<(), Misfit> {
    let changed = || Misfit::Changed { path: touch.path.clone() };
    if let Some(at) = touch.at {
        let list = value.pointer_mut(&touch.path).and_then(Value::as_array_mut).ok_or_else(changed)?;
        return carry_out_in(list, at, touch).ok_or_else(changed);
    }
    let (parent, key) = touch.path.rsplit_once('/').ok_or_else(changed)?;
    let object = value.pointer_mut(parent).and_then(Value::as_object_mut).ok_or_else(changed)?;
    let key = key.replace("~1", "/").replace("~0", "~");
    if object.get(&key) != touch.before.as_ref() {
        return Err(changed());
    }
    match &touch.after {
        Some(after) => object.insert(key, after.clone()),
        None => object.remove(&key),
    };
    Ok(())
}

/// An element that is to go need not stand where it stood: others may have come or gone before it.
fn carry_out_in(list: &mut Vec<Value>, at: usize, touch: &Touch) -> Option<()> {
    if let Some(before) = &touch.before {
        let stands = list.get(at) == Some(before);
        let place = if stands { at } else { list.iter().position(|element| element == before)? };
        list.remove(place);
    }
    if let Some(after) = &touch.after {
        list.insert(at.min(list.len()), after.clone());
    }
    Some(())
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
