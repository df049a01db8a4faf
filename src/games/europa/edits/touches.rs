//! What an edit changed, value by value, and doing it again.

use fieldpost_engine::touch::Touch;
use serde_json::{Map as Object, Value};

use crate::position::Position;

/// What differs between two positions, value by value.
pub fn touches(before: &Position, after: &Position) -> Vec<Touch> {
    let json = |position: &Position| serde_json::to_value(position).unwrap_or(Value::Null);
    let mut all = Vec::new();
    compare("", &json(before), &json(after), &mut all);
    all
}

fn compare(path: &str, before: &Value, after: &Value, all: &mut Vec<Touch>) {
    if before == after {
        return;
    }
    if let (Value::Object(one), Value::Object(other)) = (before, after) {
        return compare_objects(path, one, other, all);
    }
    all.push(Touch {
        path: path.to_owned(),
        at: None,
        before: Some(before.clone()),
        after: Some(after.clone()),
    });
}

fn compare_objects(
    path: &str,
    before: &Object<String, Value>,
    after: &Object<String, Value>,
    all: &mut Vec<Touch>,
) {
    let keys: std::collections::BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    for key in keys {
        let path = format!("{path}/{}", key.replace('~', "~0").replace('/', "~1"));
        match (before.get(key), after.get(key)) {
            (Some(one), Some(other)) => compare(&path, one, other, all),
            (one, other) => all.push(Touch { path, at: None, before: one.cloned(), after: other.cloned() }),
        }
    }
}

/// A position with touches carried out in their order.
///
/// # Errors
/// If a value is not what it was before them, or there would be no such position.
pub fn redo(position: &Position, touches: &[Touch]) -> Result<Position, String> {
    let mut value = serde_json::to_value(position).map_err(|why| why.to_string())?;
    for touch in touches.iter().filter(|touch| touch.before != touch.after) {
        let (parent, key) =
            touch.path.rsplit_once('/').ok_or_else(|| format!("{} is no place of a position", touch.path))?;
        let key = key.replace("~1", "/").replace("~0", "~");
        let there = value.pointer_mut(parent).and_then(Value::as_object_mut);
        let object = there.ok_or_else(|| format!("{} is no longer there", touch.path))?;
        if object.get(&key) != touch.before.as_ref() {
            return Err(format!("{} is not what the edit left or found there", touch.path));
        }
        match &touch.after {
            Some(after) => drop(object.insert(key, after.clone())),
            None => drop(object.remove(&key)),
        }
    }
    serde_json::from_value(value).map_err(|why| format!("there would be no such position: {why}"))
}
