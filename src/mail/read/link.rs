//! Links that mail programs make of words on their own (`word<http://word>`), taken out again: nobody wrote them.

use std::ops::Range;

use super::fold::Folded;

/// Characters of a link at most.
const LONGEST: usize = 2_000;

/// What stands before a link's address; the last three are what Apple's programs find in a date, a number, a place.
const SCHEMES: [&str; 8] =
    ["http://", "https://", "mailto:", "ftp://", "tel:", "x-apple-data-detectors:", "callto:", "webcal:"];

/// A line without links that stand in brackets right behind the word that they were made of; and, a blank between, behind a word that is
/// their very address. Other links stay: somebody wrote them.
pub(super) fn without_links(folded: Folded) -> Folded {
    if !folded.plain.contains(':') {
        return folded;
    }
    let line = folded.plain.as_str();
    let mut cuts: Vec<Range<usize>> = Vec::new();
    for (open, _) in line.match_indices(['<', '[', '(']) {
        let from = cuts.last().map_or(0, |cut| cut.end);
        let Some(before) = line.get(from..open) else { continue };
        if let Some(length) = link_at(line.get(open..).unwrap_or_default(), before) {
            cuts.push(from + before.trim_end().len()..open + length);
        }
    }
    folded.without(&cuts)
}

/// The length of the link that begins here in its brackets, if it was made of the word before it.
fn link_at(line: &str, before: &str) -> Option<usize> {
    let close = match line.as_bytes().first()? {
        b'<' => '>',
        b'[' => ']',
        _ => ')',
    };
    let inner = line.get(1..)?;
    let lower = inner.chars().take(24).collect::<String>().to_ascii_lowercase();
    if !SCHEMES.iter().any(|scheme| lower.starts_with(scheme)) {
        return None;
    }
    let end = inner.char_indices().take(LONGEST).find(|(_, c)| *c == close || c.is_whitespace());
    let (end, _) = end.filter(|(_, c)| *c == close)?;
    is_made_of(before, inner.get(..end)?).then_some(end + 2)
}

/// Whether a link was made of the word that stands before it.
fn is_made_of(before: &str, address: &str) -> bool {
    let lower = address.to_ascii_lowercase();
    let Some(bare) = SCHEMES.iter().find_map(|scheme| lower.strip_prefix(scheme)) else { return false };
    if before.trim().is_empty() {
        return false;
    }
    let word = before.split_whitespace().next_back().unwrap_or_default().trim_matches(['*', '_', '"', '\'']);
    let word = word.to_lowercase();
    let word = SCHEMES.iter().find_map(|scheme| word.strip_prefix(scheme)).unwrap_or(&word);
    !before.ends_with(char::is_whitespace) || word.trim_end_matches('/') == bare.trim_end_matches('/')
}

#[cfg(test)]
mod tests {
    use super::super::fold::fold;
    use super::*;

    fn plain(written: &str) -> String {
        without_links(fold(written)).plain
    }

    #[test]
    fn a_link_that_a_program_made_of_a_word_goes() {
        for (written, left) in [
            ("PASSWORD heron.quill.maple<http://heron.quill.maple>", "PASSWORD heron.quill.maple"),
            ("PASSWORD heron.quill.maple <http://heron.quill.maple/>", "PASSWORD heron.quill.maple"),
            (
                "PASSWORD heron.quill<https://eur01.safelinks.example/?url=http%3A%2F%2Fheron> END",
                "PASSWORD heron.quill END",
            ),
            ("MARCH A9-N7 at 10:00<x-apple-data-detectors://0>, 18<tel:18>", "MARCH A9-N7 at 10:00, 18"),
            ("é ann@x.org<mailto:ann@x.org> b", "é ann@x.org b"),
            ("*a.b* <http://a.b>", "*a.b*"),
            ("PASSWORD a.b [http://a.b] c(http://x) d", "PASSWORD a.b c d"),
        ] {
            assert_eq!(plain(written), left);
        }
    }

    #[test]
    fn a_link_that_somebody_wrote_stays() {
        for written in [
            "see <http://x.org>",
            "<http://x.org>",
            "a <b> c",
            "a<b",
            "ann <mailto:bob@x.org>",
            "x<http://a b>",
        ] {
            assert_eq!(plain(written), written);
        }
    }

    #[test]
    fn the_way_back_is_kept() {
        let written = "PASSWORD a.b<http://a.b> c";
        let folded = without_links(fold(written));
        let at = folded.plain.find('c').unwrap();
        assert_eq!(folded.origin(at, written.len()), written.find(" c").unwrap() + 1);
    }
}
