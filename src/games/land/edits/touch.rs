//! What an edit did to a position, value by value: enough to tell it, to take it back and to do it again.

use serde_json::{Map, Value, json};

use crate::state::{LandState, Seat};
use crate::unit::UnitId;
pub use fieldpost_engine::touch::{Touch, builds_on, reversed};

/// Why touches do not fit a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// A value is not what it was when the edit was made.
    #[error("{path} is not what the edit left or found there")]
    Changed { path: String },
    /// The position would be none.
    #[error("the position would be none: {0}")]
    NoPosition(String),
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
    let state: LandState =
        serde_json::from_value(value).map_err(|error| Misfit::NoPosition(error.to_string()))?;
    match seat_of_nobody(&state) {
        Some(unit) => Err(Misfit::NoPosition(format!("nobody would command {unit}"))),
        None => Ok(state),
    }
}

/// A unit whose commander or deputy is none of the players.
fn seat_of_nobody(state: &LandState) -> Option<UnitId> {
    let is_nobody = |player| state.player(player).is_none();
    let of_nobody = |seat: &Seat| is_nobody(seat.commander) || seat.deputy.is_some_and(is_nobody);
    state.seats.iter().find(|(_, seat)| of_nobody(seat)).map(|(unit, _)| *unit)
}

/// A position as JSON with nothing left out: what it writes only where there is something is there anyway, so that two
/// edits of different parts of it do not meet in the whole.
pub(super) fn value_of(state: &LandState) -> Result<Value, Misfit> {
    let json = |error: serde_json::Error| Misfit::NoPosition(error.to_string());
    let mut value = serde_json::to_value(state).map_err(json)?;
    let Some(object) = value.as_object_mut() else { return Ok(value) };
    for (key, empty) in left_out(state).map_err(json)? {
        object.entry(key).or_insert(empty);
    }
    if let Some(units) = object.get_mut("units").and_then(Value::as_object_mut) {
        for unit in units.values_mut().filter_map(Value::as_object_mut) {
            for (key, empty) in
                [("hungry", json!(0)), ("munitions", json!(false)), ("deployed", json!(false))]
            {
                unit.entry(key).or_insert(empty);
            }
            for key in ["reforming", "home_city"] {
                unit.entry(key).or_insert(Value::Null);
            }
        }
    }
    Ok(value)
}

/// What a position leaves out of its JSON where there is nothing to write.
fn left_out(state: &LandState) -> Result<[(&'static str, Value); 14], serde_json::Error> {
    Ok([
        ("names", json!({})),
        ("manpower", json!({})),
        ("treasuries", json!({})),
        ("prices", serde_json::to_value(state.prices)?),
        ("bridges_destroyed", json!([])),
        ("rebuilding", json!({})),
        ("captives", json!({})),
        ("manpower_due", json!({})),
        ("manpower_pool", json!({})),
        ("season_began", json!(state.season_began)),
        ("hostilities", json!(state.hostilities)),
        ("ferries", json!([])),
        ("reserve", json!({})),
        ("depot_works", json!([])),
    ])
}

fn compare(path: String, before: &Value, after: &Value, touches: &mut Vec<Touch>) {
    match (before, after) {
        _ if before == after => {}
        (Value::Object(one), Value::Object(other)) => compare_objects(&path, one, other, touches),
        (Value::Array(one), Value::Array(other)) if path == PLAYERS => {
            compare_by_place(&path, one, other, touches);
        }
        (Value::Array(one), Value::Array(other)) => compare_lists(&path, one, other, touches),
        _ => touches.push(Touch { path, at: None, before: Some(before.clone()), after: Some(after.clone()) }),
    }
}

/// The list in which an element's place is its name: seats have players' numbers.
const PLAYERS: &str = "/players";

/// The object of objects in which who has none is as who has an empty one.
const RELATIONS: &str = "/relations";

fn compare_objects(
    path: &str,
    one: &Map<String, Value>,
    other: &Map<String, Value>,
    touches: &mut Vec<Touch>,
) {
    let nothing = || (path == RELATIONS).then(|| json!({}));
    for (key, before) in one {
        let path = format!("{path}/{}", escaped(key));
        match other.get(key).cloned().or_else(nothing) {
            Some(after) => compare(path, before, &after, touches),
            None => touches.push(Touch { path, at: None, before: Some(before.clone()), after: None }),
        }
    }
    for (key, after) in other.iter().filter(|(key, _)| !one.contains_key(*key)) {
        let path = format!("{path}/{}", escaped(key));
        match nothing() {
            Some(before) => compare(path, &before, after, touches),
            None => touches.push(Touch { path, at: None, before: None, after: Some(after.clone()) }),
        }
    }
}

/// Elements are compared with those in the same place; more of them come and go at the end.
fn compare_by_place(path: &str, one: &[Value], other: &[Value], touches: &mut Vec<Touch>) {
    for (place, (before, after)) in one.iter().zip(other).enumerate() {
        compare(format!("{path}/{place}"), before, after, touches);
    }
    for (place, before) in one.iter().enumerate().skip(other.len()).rev() {
        touches.push(Touch {
            path: format!("{path}/{place}"),
            at: None,
            before: Some(before.clone()),
            after: None,
        });
    }
    for (place, after) in other.iter().enumerate().skip(one.len()) {
        touches.push(Touch {
            path: format!("{path}/{place}"),
            at: None,
            before: None,
            after: Some(after.clone()),
        });
    }
}

/// What went, the last first, so that each place is right when its turn comes; then what came, the first first. What
/// stays keeps its order.
fn compare_lists(path: &str, one: &[Value], other: &[Value], touches: &mut Vec<Touch>) {
    let stays = in_common(one, other);
    let touch = |at: usize, before: Option<&Value>, after: Option<&Value>| Touch {
        path: path.to_owned(),
        at: Some(at),
        before: before.cloned(),
        after: after.cloned(),
    };
    let gone = one.iter().enumerate().filter(|(at, _)| !stays.iter().any(|pair| pair.0 == *at));
    touches.extend(gone.rev().map(|(at, element)| touch(at, Some(element), None)));
    let came = other.iter().enumerate().filter(|(at, _)| !stays.iter().any(|pair| pair.1 == *at));
    touches.extend(came.map(|(at, element)| touch(at, None, Some(element))));
}

/// The places of the longest row of elements that two lists have in the same order.
fn in_common(one: &[Value], other: &[Value]) -> Vec<(usize, usize)> {
    let head = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let rest = (&one[head..], &other[head..]);
    let tail = rest.0.iter().rev().zip(rest.1.iter().rev()).take_while(|(a, b)| a == b).count();
    let middle = (&rest.0[..rest.0.len() - tail], &rest.1[..rest.1.len() - tail]);
    let mut pairs: Vec<(usize, usize)> = (0..head).map(|at| (at, at)).collect();
    pairs.extend(longest_row(middle.0, middle.1).into_iter().map(|(a, b)| (head + a, head + b)));
    pairs.extend((0..tail).rev().map(|back| (one.len() - 1 - back, other.len() - 1 - back)));
    pairs
}

/// The longest common subsequence, by the usual table.
fn longest_row(one: &[Value], other: &[Value]) -> Vec<(usize, usize)> {
    let mut lengths = vec![vec![0_usize; other.len() + 1]; one.len() + 1];
    for a in (0..one.len()).rev() {
        for b in (0..other.len()).rev() {
            lengths[a][b] = if one[a] == other[b] {
                lengths[a + 1][b + 1] + 1
            } else {
                lengths[a + 1][b].max(lengths[a][b + 1])
            };
        }
    }
    let (mut pairs, mut a, mut b) = (Vec::new(), 0, 0);
    while a < one.len() && b < other.len() {
        if one[a] == other[b] {
            pairs.push((a, b));
            (a, b) = (a + 1, b + 1);
        } else if lengths[a + 1][b] >= lengths[a][b + 1] {
            a += 1;
        } else {
            b += 1;
        }
    }
    pairs
}

fn carry_out(value: &mut Value, touch: &Touch) -> Result<(), Misfit> {
    let changed = || Misfit::Changed { path: touch.path.clone() };
    if let Some(at) = touch.at {
        let list = value.pointer_mut(&touch.path).and_then(Value::as_array_mut).ok_or_else(changed)?;
        return carry_out_in(list, at, touch).ok_or_else(changed);
    }
    let (parent, key) = touch.path.rsplit_once('/').ok_or_else(changed)?;
    if parent == PLAYERS {
        let list = value.pointer_mut(parent).and_then(Value::as_array_mut).ok_or_else(changed)?;
        return carry_out_at_the_end(list, key, touch).ok_or_else(changed);
    }
    make_room(value, parent, touch);
    let object = value.pointer_mut(parent).and_then(Value::as_object_mut).ok_or_else(changed)?;
    let key = key.replace("~1", "/").replace("~0", "~");
    if object.get(&key) != touch.before.as_ref() {
        return Err(changed());
    }
    match &touch.after {
        Some(after) => object.insert(key, after.clone()),
        None => object.remove(&key),
    };
    tidy(value, parent);
    Ok(())
}

/// A nation whose first relation comes has an object for it.
fn make_room(value: &mut Value, parent: &str, touch: &Touch) {
    let nation = parent.strip_prefix(RELATIONS).and_then(|rest| rest.strip_prefix('/'));
    let relations = value.get_mut("relations").and_then(Value::as_object_mut);
    if let (Some(nation), Some(relations), None) = (nation, relations, &touch.before) {
        relations.entry(nation).or_insert(json!({}));
    }
}

/// A nation whose last relation went has none.
fn tidy(value: &mut Value, parent: &str) {
    let nation = parent.strip_prefix(RELATIONS).and_then(|rest| rest.strip_prefix('/'));
    let relations = value.get_mut("relations").and_then(Value::as_object_mut);
    if let (Some(nation), Some(relations)) = (nation, relations)
        && relations.get(nation).and_then(Value::as_object).is_some_and(Map::is_empty)
    {
        relations.remove(nation);
    }
}

/// An element comes behind the last, or the last goes.
fn carry_out_at_the_end(list: &mut Vec<Value>, place: &str, touch: &Touch) -> Option<()> {
    let place: usize = place.parse().ok()?;
    match (&touch.before, &touch.after) {
        (None, Some(after)) if place == list.len() => list.push(after.clone()),
        (Some(before), None) if place + 1 == list.len() && list.last() == Some(before) => {
            list.pop();
        }
        _ => return None,
    }
    Some(())
}

/// An element that is to go need not stand where it stood: others may have come or gone before it. One that is to come
/// is not there already.
fn carry_out_in(list: &mut Vec<Value>, at: usize, touch: &Touch) -> Option<()> {
    if let Some(before) = &touch.before {
        let stands = list.get(at) == Some(before);
        let place = if stands { at } else { list.iter().position(|element| element == before)? };
        list.remove(place);
    }
    if let Some(after) = &touch.after {
        if list.contains(after) {
            return None;
        }
        list.insert(at.min(list.len()), after.clone());
    }
    Some(())
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
