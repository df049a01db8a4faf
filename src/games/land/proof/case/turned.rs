//! A case of one book read under another: its squares are those in the same place of the other book's grid.

use std::borrow::Cow;

use crate::games::land::book::Book;

/// Letters of a square's name: `A1-N2`.
const LENGTH: usize = 5;

/// The text of a case with the squares of one book's grid as another book's grid names them: `A0-N0`, the first square of
/// ROTD-EUWOL, is `A0-O0` in ROTD-CWOL. A row that the other grid has not stays as it is, and is a fault when it is read.
pub fn turned<'t>(text: &'t str, from: &Book, to: &Book) -> Cow<'t, str> {
    let (from, to) = (from.ground.row_letters, to.ground.row_letters);
    if from == to {
        return text.into();
    }
    let mut bytes = text.as_bytes().to_vec();
    for start in 0..bytes.len().saturating_sub(LENGTH - 1) {
        let beside = |place: Option<&u8>| place.is_some_and(|byte| byte.is_ascii_alphanumeric());
        let before = start.checked_sub(1).and_then(|place| bytes.get(place));
        if beside(before) || beside(bytes.get(start + LENGTH)) {
            continue;
        }
        if let [b'A'..=b'N', b'0'..=b'9', b'-', letter, b'0'..=b'9'] = &mut bytes[start..start + LENGTH]
            && let Some(row) = from.bytes().position(|known| known == *letter)
            && let Some(turned) = to.bytes().nth(row)
        {
            *letter = turned;
        }
    }
    String::from_utf8(bytes).map_or(text.into(), Cow::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::land::book::{GITM_NWOL, ROTD_CWOL, ROTD_EUWOL};

    #[test]
    fn squares_are_turned_and_nothing_else() {
        let text = "\"A1-N1\" B0-P3, 7-7, FR1IN, XA1-N1, A1-N12, A1-Z9";
        assert_eq!(
            turned(text, &ROTD_EUWOL, &ROTD_CWOL),
            "\"A1-O1\" B0-P3, 7-7, FR1IN, XA1-N1, A1-N12, A1-Z9"
        );
        assert_eq!(turned("A1-N1 A1-P1", &ROTD_EUWOL, &GITM_NWOL), "A1-S1 A1-T1");
        assert_eq!(turned("A1-Z1", &ROTD_EUWOL, &GITM_NWOL), "A1-Z1", "no such row there");
    }
}
