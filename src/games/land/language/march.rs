//! A march that is written on several lines, a comma at the end of a line and squares on the next: `grammar/land/march.abnf`.

use crate::orders::UnitOrder;
use fieldpost_grammar::More;
use fieldpost_grammar::letter::{Lexicon, Line};
use fieldpost_grammar::parse::{end, phrase, space};
use fieldpost_ground::language::{MOST_BOXES, is_passed, path, site, small_words, strategic_square};
use fieldpost_ground::square::StrategicSquare;

use super::unit_words;

/// The boxes of a path.
type Boxes = Vec<Option<StrategicSquare>>;

/// `more-march = [ bullet ] *( small-word sp ) square *2( gap box ) end [ comment-behind ]`: a line of
/// squares. Right below a MARCH that ends with a comma it carries that march on, to six boxes in all;
/// elsewhere it is complained about.
pub(super) fn more_march(body: &str, above: &[Line], is_open: bool, lexicon: &Lexicon) -> Option<More> {
    let (first, ()) = small_words(body).ok()?;
    if strategic_square(first, lexicon).is_err() && !(is_open && site(first, lexicon).is_ok()) {
        return None;
    }
    let (_, more) = path(body, lexicon).ok().filter(|(rest, _)| end(rest).is_ok())?;
    let march = above.iter().enumerate().find_map(|(place, line)| Some((place, boxes_of(line, lexicon)?)));
    let is_open = is_open && march.as_ref().is_some_and(|(place, _)| place + 1 == above.len());
    let (place, mut boxes) = march.unwrap_or_default();
    // One square, and what is passed before it on the next line.
    let is_clear = !is_passed(body) || boxes.len() <= 1;
    let at = if is_passed(body) { 0 } else { boxes.len() };
    boxes.splice(at..at, more);
    if is_open && is_clear && boxes.len() <= MOST_BOXES {
        return Some(More::Instead(place, unit_words(&UnitOrder::March(boxes), lexicon)));
    }
    Some(More::Wrong(complaint(boxes, lexicon)))
}

/// The boxes of a march in canonical words.
fn boxes_of(line: &Line, lexicon: &Lexicon) -> Option<Boxes> {
    let (rest, ()) = phrase("MARCH", &line.words).ok()?;
    let (rest, boxes) = path(space(rest), lexicon).ok()?;
    rest.is_empty().then_some(boxes)
}

fn complaint(boxes: Boxes, lexicon: &Lexicon) -> (String, Option<String>) {
    if boxes.len() > MOST_BOXES {
        let why = format!(
            "With those above these are {} boxes, and a march has at most {MOST_BOXES}; this line does not count.",
            boxes.len()
        );
        return (why, None);
    }
    let why =
        "These squares continue no line, so they do not count; write all squares of a march in one line.";
    (why.to_string(), Some(unit_words(&UnitOrder::March(boxes), lexicon)))
}
