//! Turns of form 1: their events are kept as rows with sentences in them, and their hash is over these.
//!
//! Sentences change, so such a turn is not run again for its hash. It is held to two things: its *seal*, the hash made again of what is
//! kept, byte for byte ([`Rulebook::seal_of_form1`](crate::Rulebook)), and the turn run again, whose rows are those that are kept but for
//! their sentences ([`are_alike`]).

use serde_json::Value;

/// What is kept of a turn and was in its hash.
#[derive(Clone, Copy, Debug)]
pub struct Sealed<'a> {
    /// The position that it left.
    pub after: &'a [u8],
    pub events: &'a [u8],
    pub draws: &'a [u8],
}

/// The fields of rows that hold sentences.
const SENTENCES: [&str; 4] = ["why", "outcome", "detail", "rule"];

/// Whether two papers of events tell of the same events, whatever they say of them.
///
/// # Errors
/// If one is no paper of events.
pub fn are_alike(kept: &[u8], again: &[u8]) -> Result<bool, String> {
    let read = |paper: &[u8]| {
        let events = serde_json::from_slice::<Value>(paper);
        events.map(without_sentences).map_err(|why| format!("the events cannot be read: {why}"))
    };
    Ok(kept == again || read(kept)? == read(again)?)
}

fn without_sentences(value: Value) -> Value {
    match value {
        Value::Array(values) => values.into_iter().map(without_sentences).collect(),
        Value::Object(fields) => {
            let kept = fields.into_iter().filter(|(name, _)| !SENTENCES.contains(&name.as_str()));
            kept.map(|(name, value)| (name, without_sentences(value))).collect()
        }
        other => other,
    }
}

/// The texts of the elements of a list, or of the fields of an object, as they are written.
pub fn pieces(json: &[u8]) -> Vec<&[u8]> {
    let Some(inner) = json.get(1..json.len().saturating_sub(1)).filter(|inner| !inner.is_empty()) else {
        return Vec::new();
    };
    let (mut depth, mut is_text, mut is_escaped) = (0_u32, false, false);
    let is_end = |byte: &u8| {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_text => is_escaped = true,
            b'"' => is_text = !is_text,
            _ if is_text => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' => return depth == 0,
            _ => {}
        }
        false
    };
    inner.split(is_end).collect()
}

/// The text of a field of an object, as it is written.
///
/// # Errors
/// If it has none of this name.
pub fn field<'a>(json: &'a [u8], name: &str) -> Result<&'a [u8], String> {
    let head = format!("\"{name}\":");
    let found = pieces(json).into_iter().find_map(|piece| piece.strip_prefix(head.as_bytes()));
    found.ok_or_else(|| format!("a paper has no {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_taken_apart_as_it_is_written() {
        let words = |json: &'static str| {
            pieces(json.as_bytes())
                .into_iter()
                .map(|piece| str::from_utf8(piece).unwrap())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            words(r#"[1,{"a":[2,3]},"x,]\",é\\",[]]"#),
            ["1", r#"{"a":[2,3]}"#, r#""x,]\",é\\""#, "[]"]
        );
        assert_eq!(words("[]"), [""; 0]);
        assert_eq!(words(""), [""; 0]);
        let both = br#"{"land":[1,2],"sea":{"land":3}}"#;
        assert_eq!((field(both, "land"), field(both, "sea")), (Ok(&b"[1,2]"[..]), Ok(&br#"{"land":3}"#[..])));
        assert!(field(both, "air").is_err());
    }

    #[test]
    fn rows_are_alike_whatever_they_say() {
        let kept = br#"[{"event":{"kind":"halt","why":"so"},"to":{"0":"all"}}]"#;
        let alike = |again: &str| are_alike(kept, again.as_bytes());
        assert_eq!(alike(r#"[{"event":{"kind":"halt","why":"thus"},"to":{"0":"all"}}]"#), Ok(true));
        assert_eq!(alike(r#"[{"event":{"kind":"march","why":"so"},"to":{"0":"all"}}]"#), Ok(false));
        assert_eq!(alike(r#"[{"event":{"kind":"halt","why":"so"},"to":{}}]"#), Ok(false));
        assert!(alike("[").is_err());
    }
}
