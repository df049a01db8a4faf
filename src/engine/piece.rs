//! What an order block is for, whatever the game: a brigade, a ship, a stack, by its name.

use std::cmp::Ordering;
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A piece's name in the game's own spelling, such as `AU3IN` or `US3FR`. Ordered as people count: `AU3IN` before `AU12IN`.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Piece(pub Arc<str>);

impl Piece {
    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// How a name stands to this one's in the order of pieces.
    pub fn cmp_name(&self, name: &str) -> Ordering {
        counted(&self.0, name)
    }
}

impl AsRef<str> for Piece {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

/// Names letter by letter, but numbers in them by what they count; of names that count alike the one that is less as a text.
fn counted(one: &str, other: &str) -> Ordering {
    let (mut a, mut b) = (one.as_bytes(), other.as_bytes());
    while let ([x, ..], [y, ..]) = (a, b) {
        let both_count = x.is_ascii_digit() && y.is_ascii_digit();
        let order = if both_count { number(&mut a).cmp(&number(&mut b)) } else { x.cmp(y) };
        if order.is_ne() {
            return order;
        }
        if !both_count {
            (a, b) = (&a[1..], &b[1..]);
        }
    }
    a.len().cmp(&b.len()).then_with(|| one.cmp(other))
}

/// The number that begins here, as it is ordered: by its length without zeros before it, then by its digits.
fn number<'a>(text: &mut &'a [u8]) -> (usize, &'a [u8]) {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    *text = rest;
    let zeros = digits.iter().take_while(|byte| **byte == b'0').count();
    (digits.len() - zeros, &digits[zeros..])
}

impl Ord for Piece {
    fn cmp(&self, other: &Self) -> Ordering {
        // Most pieces that are looked up are the very one that is listed.
        if Arc::ptr_eq(&self.0, &other.0) { Ordering::Equal } else { counted(&self.0, &other.0) }
    }
}

impl PartialOrd for Piece {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<&str> for Piece {
    fn from(name: &str) -> Self {
        Piece(name.into())
    }
}

impl From<String> for Piece {
    fn from(name: String) -> Self {
        Piece(name.into())
    }
}

impl FromStr for Piece {
    type Err = Infallible;

    fn from_str(name: &str) -> Result<Self, Infallible> {
        Ok(Piece::from(name))
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_ordered_as_people_count() {
        let names = ["AU3IN", "AU12CQ", "AU012IN", "AU12IN", "AU100IN", "PR1IN"];
        let mut pieces = names.map(Piece::from);
        pieces.reverse();
        pieces.sort();
        assert_eq!(pieces.each_ref().map(Piece::as_str), names);
        assert!(pieces.iter().zip(names).all(|(piece, name)| piece.cmp_name(name).is_eq()));
    }
}
