//! Form 2 of the record: what happened as keys and typed values, without a sentence in it.
//!
//! A turn's hash is over what this writes, so that a sentence may be mended, and one day said in another language, without breaking the
//! hash of a turn that was played. What is written is JSON without blanks, and of one value there is one text:
//! - an event is `{"phase":…,"fact":…}`;
//! - a variant without fields is its key, `"slept"`; one with fields is `{"dug":{"depth":2}}`, in the order in which they are declared;
//! - a field with nothing in it is left out, so that a field may be added which older turns have not;
//! - a reason is its key, or its key with what stands in its gaps: `{"too-far":["H4-S1","3"]}`;
//! - there is no fraction, and no map or set but in the order of its keys: nothing else can be [`Written`].
//!
//! What the types are called stands in `fixtures/kept/keys.txt` ([`kept`](mod@crate::kept)).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::ops::Deref;
use std::sync::Arc;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::event::{Saw, Told};
use crate::hex::hex;
use crate::ids::PlayerNo;
use crate::piece::Piece;

/// Which form this is, in the record of a turn.
pub const FORM: u8 = 2;

/// What is written in form 2.
pub trait Written {
    /// Its text.
    fn write(&self, to: &mut Vec<u8>);

    /// Whether there is nothing of it, so that its field is left out.
    fn is_absent(&self) -> bool {
        false
    }
}

/// The text of something.
pub fn text(what: &(impl Written + ?Sized)) -> Vec<u8> {
    let mut to = Vec::new();
    what.write(&mut to);
    to
}

/// The hash of a turn (promise 5): over the position that it left, its events and its draws, each with its length. It is asked of what is
/// kept, and so needs no rules: whoever has the three papers can make it again.
pub fn hash(position: &[u8], events: &[u8], draws: &[u8]) -> String {
    let mut hash = Sha256::new_with_prefix(b"fieldpost turn, form 2\n");
    for part in [position, events, draws] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hex(hash.finalize())
}

/// Writes a value as the position has it, by its own way to be serialized: ids, squares, places, the words of a file. It must be whole
/// numbers, words, or a variant's name.
pub fn as_kept(value: &(impl Serialize + ?Sized), to: &mut Vec<u8>) {
    let written = serde_json::to_writer(to, value);
    debug_assert!(written.is_ok(), "{written:?}");
}

/// Declares types that are written as the position has them.
#[macro_export]
macro_rules! written {
    ($($type:ty),* $(,)?) => {
        $(impl $crate::form2::Written for $type {
            fn write(&self, to: &mut Vec<u8>) {
                $crate::form2::as_kept(self, to);
            }
        })*
    };
}

written!(bool, u8, u16, u32, u64, usize, i32, i64, str, String, Box<str>, Arc<str>, Piece, Saw);

/// The fields of something in braces, those left out with nothing in them.
pub fn write_fields(fields: &[(&str, &dyn Written)], to: &mut Vec<u8>) {
    to.push(b'{');
    let mut is_first = true;
    for (name, value) in fields.iter().filter(|(_, value)| !value.is_absent()) {
        if !is_first {
            to.push(b',');
        }
        is_first = false;
        name.write(to);
        to.push(b':');
        value.write(to);
    }
    to.push(b'}');
}

/// A variant by its key, with its fields if it has some.
pub fn write_variant(key: &str, fields: &[(&str, &dyn Written)], to: &mut Vec<u8>) {
    if fields.is_empty() {
        return key.write(to);
    }
    to.push(b'{');
    key.write(to);
    to.push(b':');
    write_fields(fields, to);
    to.push(b'}');
}

/// Values in a row.
pub fn write_list<'a, T: Written + 'a>(values: impl IntoIterator<Item = &'a T>, to: &mut Vec<u8>) {
    to.push(b'[');
    for (place, value) in values.into_iter().enumerate() {
        if place > 0 {
            to.push(b',');
        }
        value.write(to);
    }
    to.push(b']');
}

impl<T: Written + ?Sized> Written for &T {
    fn write(&self, to: &mut Vec<u8>) {
        (**self).write(to);
    }

    fn is_absent(&self) -> bool {
        (**self).is_absent()
    }
}

impl<T: Written> Written for Box<T> {
    fn write(&self, to: &mut Vec<u8>) {
        (**self).write(to);
    }

    fn is_absent(&self) -> bool {
        (**self).is_absent()
    }
}

impl<T: Written> Written for Option<T> {
    fn write(&self, to: &mut Vec<u8>) {
        match self {
            Some(value) => value.write(to),
            None => to.extend(b"null"),
        }
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: Written> Written for Vec<T> {
    fn write(&self, to: &mut Vec<u8>) {
        write_list(self, to);
    }
}

impl<T: Written> Written for BTreeSet<T> {
    fn write(&self, to: &mut Vec<u8>) {
        write_list(self, to);
    }
}

impl<T: Written, const N: usize> Written for [T; N] {
    fn write(&self, to: &mut Vec<u8>) {
        write_list(self, to);
    }
}

impl<A: Written, B: Written> Written for (A, B) {
    fn write(&self, to: &mut Vec<u8>) {
        write_list::<&dyn Written>([&(&self.0 as &dyn Written), &(&self.1 as &dyn Written)], to);
    }
}

impl<A: Written, B: Written, C: Written> Written for (A, B, C) {
    fn write(&self, to: &mut Vec<u8>) {
        let [a, b, c]: [&dyn Written; 3] = [&self.0, &self.1, &self.2];
        write_list([&a, &b, &c], to);
    }
}

/// Who was told, by the numbers of players.
impl Written for BTreeMap<PlayerNo, Saw> {
    fn write(&self, to: &mut Vec<u8>) {
        as_kept(self, to);
    }
}

impl<E: Written> Written for Told<E> {
    fn write(&self, to: &mut Vec<u8>) {
        write_fields(&[("event", &self.event), ("to", &self.to)], to);
    }
}

/// A value with what it is called where it is told. The record has the value, and the words alone only where they were read out of a
/// record of form 1, which had no more.
#[derive(Clone, Debug)]
pub struct Called<T> {
    words: Box<str>,
    value: Option<T>,
}

impl<T> Called<T> {
    /// The value, and what it is called.
    pub fn new(value: T, words: impl Display) -> Self {
        Called { words: words.to_string().into(), value: Some(value) }
    }

    /// The value; none of one that was read out of words.
    pub fn value(&self) -> Option<&T> {
        self.value.as_ref()
    }
}

impl<T> From<String> for Called<T> {
    fn from(words: String) -> Self {
        Called { words: words.into(), value: None }
    }
}

impl<T> Deref for Called<T> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.words
    }
}

/// What is called the same is the same: words are not shared within a game.
impl<T> PartialEq for Called<T> {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl<T> Eq for Called<T> {}

impl<T: Written> Written for Called<T> {
    fn write(&self, to: &mut Vec<u8>) {
        match &self.value {
            Some(value) => value.write(to),
            None => self.words.write(to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::kept! {
        #[derive(Debug)]
        pub struct Spot {
            pub at: u8,
            pub down: Option<u8>,
        }
    }

    crate::kept! {
        #[derive(Debug)]
        pub enum Doing {
            Sleep,
            Dig(spot: Spot),
            FallBack { from: Vec<u8>, to: (u8, bool), why: Option<String> },
        }
    }

    fn told(what: &impl Written) -> String {
        String::from_utf8(text(what)).unwrap()
    }

    #[test]
    fn a_value_has_one_text() {
        assert_eq!(told(&Doing::Sleep), format!("\"{}\"", Doing::Sleep.key()));
        let dig = |down| Doing::Dig(Spot { at: 3, down });
        assert_eq!(told(&dig(Some(2))), r#"{"dig":{"spot":{"at":3,"down":2}}}"#);
        assert_eq!(told(&dig(None)), r#"{"dig":{"spot":{"at":3}}}"#);
        let back = Doing::FallBack { from: vec![1, 2], to: (3, true), why: Some("\"é\n".into()) };
        assert_eq!(told(&back), r#"{"fall-back":{"from":[1,2],"to":[3,true],"why":"\"é\n"}}"#);
        assert_eq!(told(&vec![Some(1_u8), None]), "[1,null]");
        let to = BTreeMap::from([(PlayerNo(10), Saw::All), (PlayerNo(2), Saw::Start)]);
        assert_eq!(told(&Told { event: 7_u8, to }), r#"{"event":7,"to":{"2":"start","10":"all"}}"#);
    }

    #[test]
    fn of_what_is_called_something_the_value_is_written() {
        let spot = |at, words: &str| Called::new(Spot { at, down: None }, words);
        assert_eq!(told(&spot(3, "the hole in the lawn")), told(&spot(3, "the lawn's hole")));
        assert_ne!(told(&spot(3, "the hole")), told(&spot(4, "the hole")));
        assert_eq!(&*spot(3, "the hole"), "the hole");
        assert_eq!(told(&Called::<Spot>::from("of an older day".to_owned())), r#""of an older day""#);
    }

    /// Anybody can make it again: SHA-256 over the head, and each paper behind its length in eight bytes, the lowest first.
    #[test]
    fn the_hash_is_over_each_paper_with_its_length() {
        let by_hand = Sha256::digest(
            b"fieldpost turn, form 2\n\x02\0\0\0\0\0\0\0{}\x01\0\0\0\0\0\0\0a\0\0\0\0\0\0\0\0",
        );
        let by_hand = hex(by_hand);
        assert_eq!(hash(b"{}", b"a", b""), by_hand);
        let shifted = [hash(b"{}a", b"", b""), hash(b"{}", b"", b"a"), hash(b"{", b"}a", b"")];
        assert!(shifted.iter().all(|other| *other != by_hand), "papers do not run together");
    }
}
