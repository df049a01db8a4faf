//! The lines that part a multipart, as RFC 2046, 5.1.1 has them: two hyphens and the boundary at the beginning of a line, two
//! hyphens more behind the last part, then blanks at most. The MIME parser takes the boundary for one wherever it stands, in the
//! middle of a line or at the beginning of a longer run of hyphens, and cuts the text there.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use aho_corasick::AhoCorasick;

/// No letter of a mail program has so many; further ones are left to the parser.
const BOUNDARIES_MAX: usize = 32;

/// The longest boundary, in bytes: RFC 2046 has 70, and some programs pass that.
const BOUNDARY_MAX: usize = 200;

/// A boundary where a header declares it.
struct Declared<'a> {
    /// Without blanks at its end, with which none may end.
    boundary: &'a [u8],
    /// Where the blanks at its end begin and its quote stands, if it has any.
    blanks: Option<(usize, usize)>,
}

/// The copy of a letter that the parser is given: what only looks like a delimiter is none in it, and it is as long as it was.
pub(super) fn mend(letter: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let declared = declared(&letter);
    let boundaries = declared.iter().map(|one| one.boundary).collect::<BTreeSet<_>>();
    let blanks = declared.iter().filter_map(|one| one.blanks).collect::<Vec<_>>();
    let false_ones = false_ones(&letter, &boundaries);
    if false_ones.is_empty() && blanks.is_empty() {
        return letter;
    }
    let mut copy = letter.into_owned();
    for at in false_ones {
        put(&mut copy, at, b'_');
    }
    for (from, quote) in blanks {
        put(&mut copy, quote, b' ');
        put(&mut copy, from, b'"');
    }
    Cow::Owned(copy)
}

/// The boundaries that a letter declares, wherever in it.
pub(super) fn boundaries(letter: &[u8]) -> BTreeSet<&[u8]> {
    declared(letter).into_iter().map(|one| one.boundary).collect()
}

fn put(copy: &mut [u8], at: usize, byte: u8) {
    if let Some(place) = copy.get_mut(at) {
        *place = byte;
    }
}

/// Every boundary that the letter declares, wherever in it.
fn declared(letter: &[u8]) -> Vec<Declared<'_>> {
    let Ok(finder) = AhoCorasick::builder().ascii_case_insensitive(true).build(["boundary"]) else {
        return Vec::new();
    };
    finder
        .find_iter(letter)
        .filter_map(|found| declared_at(letter, found.end()))
        .take(BOUNDARIES_MAX)
        .collect()
}

fn declared_at(letter: &[u8], behind_name: usize) -> Option<Declared<'_>> {
    let equals = past_blanks(letter, behind_name);
    if letter.get(equals) != Some(&b'=') {
        return None;
    }
    let begin = past_blanks(letter, equals + 1);
    let is_quoted = letter.get(begin) == Some(&b'"');
    let begin = begin + usize::from(is_quoted);
    let rest =
        letter.get(begin..)?.get(..BOUNDARY_MAX).unwrap_or_else(|| letter.get(begin..).unwrap_or_default());
    let ends =
        |byte: &u8| if is_quoted { *byte == b'"' } else { *byte == b';' || byte.is_ascii_whitespace() };
    let length = rest
        .iter()
        .position(ends)
        .or((!is_quoted && begin + rest.len() == letter.len()).then_some(rest.len()))?;
    let value = rest.get(..length)?;
    let boundary = value.trim_ascii_end();
    let is_plain = !boundary.is_empty() && !boundary.contains(&b'\\') && !boundary.contains(&b'\n');
    let blanks = (boundary.len() < value.len()).then_some((begin + boundary.len(), begin + length));
    is_plain.then_some(Declared { boundary, blanks })
}

fn past_blanks(letter: &[u8], at: usize) -> usize {
    let blanks = letter.iter().skip(at).take_while(|byte| matches!(byte, b' ' | b'\t'));
    at + blanks.count()
}

/// Where the parser would see a delimiter that is none.
fn false_ones(letter: &[u8], boundaries: &BTreeSet<&[u8]>) -> BTreeSet<usize> {
    let delimiters = boundaries.iter().map(|boundary| [b"--", *boundary].concat());
    let Ok(finder) = AhoCorasick::new(delimiters) else { return BTreeSet::new() };
    let (mut seen, mut real) = (BTreeSet::new(), BTreeMap::new());
    for found in finder.find_overlapping_iter(letter) {
        seen.insert(found.start());
        if is_delimiter(letter, found.start(), found.end()) {
            real.insert(found.start(), found.end());
        }
    }
    // A boundary may be the beginning of another one, and one of hyphens is found again within its own delimiter.
    let is_within = |at: &usize| real.range(..=*at).next_back().is_some_and(|(_, end)| at < end);
    seen.retain(|at| !is_within(at));
    seen
}

fn is_delimiter(letter: &[u8], start: usize, end: usize) -> bool {
    let begins_line = start.checked_sub(1).is_none_or(|before| letter.get(before) == Some(&b'\n'));
    let ends_line = |at: usize| matches!(letter.get(past_blanks(letter, at)), None | Some(b'\n' | b'\r'));
    let is_last = || letter.get(end..end + 2) == Some(b"--") && ends_line(end + 2);
    begins_line && (ends_line(end) || is_last())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(letter: &str) -> String {
        String::from_utf8(mend(Cow::Borrowed(letter.as_bytes())).into_owned()).unwrap()
    }

    #[test]
    fn a_boundary_within_a_line_is_no_delimiter() {
        let letter = "Content-Type: multipart/mixed; boundary=\"BND\"\n\n--BND\n\nas --BND ever\n---BND\n--BNDX\n--BND x\n--BND \t\n--BND--\n";
        let right = "Content-Type: multipart/mixed; boundary=\"BND\"\n\n--BND\n\nas _-BND ever\n-_-BND\n_-BNDX\n_-BND x\n--BND \t\n--BND--\n";
        assert_eq!(mended(letter), right);
    }

    #[test]
    fn a_line_of_hyphens_is_no_delimiter_of_a_boundary_of_hyphens() {
        let letter = "Content-Type: multipart/mixed; boundary=--\n\n----\n\na\n----------\nb\n------\n";
        let copy = mended(letter);
        assert_eq!(copy.lines().nth(2), Some("----"));
        assert_eq!(copy.lines().last(), Some("------"));
        assert!(!copy.lines().nth(5).unwrap().contains("----"), "{copy}");
    }

    #[test]
    fn of_two_boundaries_that_begin_alike_both_part() {
        let letter = "boundary=a1\nboundary=a12\n--a1\n--a12\n--a12--\n--a1--\n";
        assert_eq!(mended(letter), letter);
    }

    #[test]
    fn blanks_at_a_boundarys_end_are_not_of_it() {
        assert_eq!(mended("boundary=\"BND  \"\n--BND\n"), "boundary=\"BND\"  \n--BND\n");
        assert!(matches!(mend(Cow::Borrowed(b"boundary=BND\n--BND\n")), Cow::Borrowed(_)));
    }

    #[test]
    fn no_order_is_cut_off_by_a_boundary_in_a_comment() {
        let orders = "UNIT PR1IN\nMARCH A9-N7\n# my mark is --BND as ever\nUNIT PR2IN\nMARCH A9-N7\n";
        for declared in ["\"BND\"", "\"BND \"", "BND"] {
            let letter = format!(
                "From: a@x\nContent-Type: multipart/mixed; boundary={declared}\n\n--BND\nContent-Type: text/plain\n\n{orders}\n--BND--\n"
            );
            let read = crate::read::read(letter.as_bytes());
            let lines =
                read.texts[0].live.iter().map(|line| format!("{}\n", line.written)).collect::<String>();
            assert_eq!((read.texts.len(), lines.trim_end()), (1, orders.trim_end()), "{declared}");
        }
    }
}
