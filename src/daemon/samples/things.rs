//! What sample mails are made of: the game, a piece, a time, a line that is wrong.

use fieldpost_desk::stamp::Stamp;
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::letter::{Complaint, Span};
use fieldpost_print::press::MARKUP;

pub(super) const GAME: &str = "bohemia-1866";

pub(super) fn stamp() -> Stamp {
    Stamp::new(1_783_879_200_000, chrono_tz::Europe::Berlin)
}

pub(super) fn unit(number: u16) -> Piece {
    format!("AU{number}IN").into()
}

pub(super) fn complaint(nearest: Option<&str>) -> Complaint {
    let span = Span { line: 3, start: 7, end: 12 };
    let why = format!("Expected a square such as H4-S1, found {MARKUP:?}.");
    let complaint = Complaint::new(span, format!("MARCH {MARKUP}"), why).near(nearest.map(str::to_owned));
    Complaint { rule: "WISC 2.1".into(), ..complaint }
}
