//! Greetings, closing words and names below them: lines that are neither orders nor mistakes.
//!
//! Promise 8 allows no silence about an order that is unclear, so that only well-known words are taken for
//! remarks, and behind END or a closing word only lines without figures that are near no order.

use super::order::nearest_form;
use super::word::stands;

const GREETINGS: &[&str] = &[
    "DEAR",
    "HELLO",
    "HI",
    "HEY",
    "GREETINGS",
    "GOOD MORNING",
    "GOOD DAY",
    "GOOD AFTERNOON",
    "GOOD EVENING",
    "HERE ARE",
    "HERE IS",
    "HERE COME",
    "MY ORDERS",
    "ORDERS",
    "THESE ARE",
    "PLEASE FIND",
    "SIR",
    "GENTLEMEN",
    "HALLO",
    "BONJOUR",
];

const CLOSINGS: &[&str] = &[
    "THANKS",
    "THANK YOU",
    "MANY THANKS",
    "REGARDS",
    "KIND REGARDS",
    "BEST",
    "BEST REGARDS",
    "BEST WISHES",
    "WARM REGARDS",
    "WITH REGARDS",
    "WITH BEST",
    "CHEERS",
    "YOURS",
    "SINCERELY",
    "CORDIALLY",
    "RESPECTFULLY",
    "ALL THE BEST",
    "GREETINGS",
    "SENT FROM",
    "YOUR OBEDIENT",
    "GOOD LUCK",
    "SEE YOU",
    "BYE",
    "MIT FREUNDLICHEN",
    "VIELE",
    "GRUSS",
    "CORDIALEMENT",
];

/// The most letters of a remark: longer lines may hide an order.
const LONGEST: usize = 80;

/// Whether a line that could not be read is a remark.
pub(super) fn is_remark(body: &str, outside: bool, closing: bool) -> bool {
    if body.len() > LONGEST {
        return false;
    }
    let figures = body.bytes().any(|c| c.is_ascii_digit());
    if stands(GREETINGS, body) {
        return outside || !figures;
    }
    if figures {
        return false;
    }
    closes(body) || (closing && nearest_form(body).is_none())
}

/// Whether a line begins with closing words.
pub(super) fn closes(body: &str) -> bool {
    stands(CLOSINGS, body)
}
