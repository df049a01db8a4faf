//! A case of one book read under another: its squares are those in the same place of the other book's grid, and types that the
//! other book has not are those that come nearest to them there.

use std::borrow::Cow;
use std::fmt::Write as _;

use fieldpost_land::book::Book;
use fieldpost_land::unit::UnitType;

/// The text of a case with the squares of one book's grid as another book's grid names them: `A0-N0`, the first square of
/// ROTD-EUWOL, is `A0-O0` in ROTD-CWOL; and with its types of unit: a book with one sort of cavalry reads `LC` as `CV`. A row
/// that the other grid has not, or a type that has nothing near it there, stays as it is, and is a fault when it is read.
pub fn turned<'t>(text: &'t str, from: &Book, to: &Book) -> Cow<'t, str> {
    let mut turned = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_alphanumeric()) {
        let (before, word) = rest.split_at(start);
        let end = word.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
        let (word, after) = word.split_at(end.unwrap_or(word.len()));
        turned.push_str(before);
        let known = square(word, from, to).or_else(|| unit(word, to));
        let _ = write!(turned, "{}", known.as_deref().unwrap_or(word));
        rest = after;
    }
    turned.push_str(rest);
    Cow::Owned(turned)
}

/// The square of a name, such as `A1-N2`, by the other grid.
fn square(word: &str, from: &Book, to: &Book) -> Option<String> {
    let [col @ b'A'..=b'N', units @ b'0'..=b'9', b'-', letter, row @ b'0'..=b'9'] = word.as_bytes() else {
        return None;
    };
    let place = from.ground.row_letters.bytes().position(|known| known == *letter)?;
    let letter = to.ground.row_letters.as_bytes().get(place).copied()?;
    Some([*col, *units, b'-', letter, *row].into_iter().map(char::from).collect())
}

/// A unit of a type that the other book has not, as what it has in its stead.
fn unit(word: &str, to: &Book) -> Option<String> {
    let (id, code) = word.split_at_checked(word.len().checked_sub(2)?)?;
    let is_id = id.len() > 2 && id[2..].bytes().all(|byte| byte.is_ascii_digit());
    let kind = UnitType::of_code(code).filter(|_| is_id)?;
    let has = |kind: UnitType| to.kinds.iter().any(|row| row.code == kind);
    let near = match kind {
        kind if has(kind) => return None,
        UnitType::LightInfantry => UnitType::Infantry,
        kind if kind.is_cavalry() => UnitType::Cavalry,
        _ => return None,
    };
    has(near).then(|| format!("{id}{}", near.code()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_land::book::{GITM_NWOL, ROTD_CWOL, ROTD_EUWOL};

    #[test]
    fn squares_and_types_are_turned_and_nothing_else() {
        let text = "\"A1-N1\" B0-P3, 7-7, FR1IN FR12LC AU3LI, XA1-N1, A1-N12, A1-Z9";
        let there = "\"A1-O1\" B0-P3, 7-7, FR1IN FR12CV AU3IN, XA1-N1, A1-N12, A1-Z9";
        assert_eq!(turned(text, &ROTD_EUWOL, &ROTD_CWOL), there);
        assert_eq!(turned("A1-N1 A1-P1 FR1LC FR1PB", &ROTD_EUWOL, &GITM_NWOL), "A1-S1 A1-T1 FR1LC FR1PB");
        assert_eq!(turned("A1-Z1", &ROTD_EUWOL, &GITM_NWOL), "A1-Z1", "no such row there");
    }
}
