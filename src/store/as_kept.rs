//! An order book as its paper has it.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use fieldpost_desk::ga::record::HandEdit;
use fieldpost_desk::record::{Filed, FiledOffice};
use fieldpost_engine::piece::Piece;

/// An order book with its pieces in the order in which they were written: rows are numbered by it, and an older fieldpost
/// ordered pieces otherwise than by their names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookAsKept {
    pub turn: u32,
    pub units: AsWritten,
    pub offices: Vec<FiledOffice>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<HandEdit>,
}

/// The pieces of a book, each with what was filed for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AsWritten(pub Vec<(Piece, Vec<Filed>)>);

impl Serialize for AsWritten {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(piece, filed)| (piece, filed)))
    }
}

impl<'de> Deserialize<'de> for AsWritten {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Rows)
    }
}

struct Rows;

impl<'de> Visitor<'de> for Rows {
    type Value = AsWritten;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("orders by the names of pieces")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<AsWritten, A::Error> {
        let mut rows = Vec::new();
        while let Some(row) = map.next_entry()? {
            rows.push(row);
        }
        Ok(AsWritten(rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_keeps_the_order_of_its_paper() {
        let text = r#"{"turn":3,"units":{"AU3IN":[],"AU3CQ":[],"AU1IN":[]},"offices":[]}"#;
        let book: BookAsKept = serde_json::from_str(text).unwrap();
        let names = book.units.0.iter().map(|(piece, _)| piece.as_str()).collect::<Vec<_>>();
        assert_eq!(names, ["AU3IN", "AU3CQ", "AU1IN"]);
        assert_eq!(serde_json::to_string(&book).unwrap(), text);
    }
}
