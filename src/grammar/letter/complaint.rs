//! Complaints about a line, with what may be a password in it hidden.

use crate::credential;
use crate::language::Lexicon;
use crate::line::{LONGEST, Written};
use crate::order::Misread;
use crate::reading::{Complaint, Read, Span};

/// A complaint about bytes of the line's text. Where the line may hold a credential, neither it nor what was
/// to be said about it is repeated.
pub(crate) fn complaint(
    line: &Written<'_>,
    start: usize,
    stop: usize,
    why: String,
    nearest: Option<String>,
) -> Complaint {
    let span = line.span(start, stop);
    match credential::hidden_words(line).map(|words| line.span_of(words)) {
        None => Complaint::new(span, line.repeated(None), why).near(nearest),
        Some(hidden) => {
            let why = "This line could not be read; what may be a password in it is not shown.".to_string();
            let span = if span.start >= hidden.start { line.span(start.min(stop), start) } else { span };
            let span = Span { start: span.start.min(hidden.start), end: span.end.min(hidden.start), ..span };
            Complaint::new(span, line.repeated(Some(hidden)), why).near(Some("PASSWORD words".into()))
        }
    }
}

/// What is to be said of a line that was misread.
pub(super) fn complaint_of(
    line: &Written<'_>,
    start: usize,
    stop: usize,
    misread: Misread,
    lexicon: &Lexicon,
) -> Complaint {
    let (from, to) = (start + misread.start, start + misread.end);
    let rule = misread.rule;
    let (why, nearest) = misread.spelled_out(&line.text[start..stop], lexicon);
    ruled(line, complaint(line, from, to, why, nearest), rule)
}

/// The same with its rule, unless nothing is said of the line because it may hold a password.
pub(crate) fn ruled(line: &Written<'_>, said: Complaint, rule: &'static str) -> Complaint {
    let is_said = credential::hidden_words(line).is_none();
    if is_said { Complaint { rule: rule.into(), ..said } } else { said }
}

/// What is to be said of a line that is longer than any order.
pub(crate) fn too_long(line: &Written<'_>) -> Complaint {
    let letters = line.raw.chars().count();
    let why = format!(
        "This line has {letters} characters, and a line of orders at most {LONGEST}: nothing of it was read."
    );
    complaint(line, 0, 0, why, Some("a line for each order".into()))
}

/// Takes a part of the head, which may be said once: what to say if it is said again and otherwise.
pub(crate) fn once<T: PartialEq>(
    slot: &mut Option<Read<T>>,
    read: Read<T>,
    line: &Written<'_>,
) -> Option<Complaint> {
    match slot {
        None => *slot = Some(read),
        Some(first) if first.what == read.what => {}
        Some(first) => {
            let why = format!("{} stands above already; that counts.", first.words);
            return Some(Complaint::new(read.span, line.repeated(None), why));
        }
    }
    None
}
