//! The nearest right thing by edit distance (promise 8), written once.

/// Longer words are not compared: no name or keyword is longer.
const LONGEST: usize = 40;

/// Damerau-Levenshtein distance (insertions, deletions, changes, and neighbours exchanged; no part of a word is
/// edited twice), letters compared without regard to ASCII case. `None` if it is more than `most` or a word is too long to compare.
pub fn distance(one: &str, other: &str, most: usize) -> Option<usize> {
    let (mut a, mut b) = (['\0'; LONGEST], ['\0'; LONGEST]);
    let (a_len, b_len) = (letters(one, &mut a)?, letters(other, &mut b)?);
    if a_len.abs_diff(b_len) > most {
        return None;
    }
    let distance = aligned(&a[..a_len], &b[..b_len]);
    (distance <= most).then_some(distance)
}

/// The letters of a word, upper case; `None` if there are too many.
fn letters(word: &str, into: &mut [char; LONGEST]) -> Option<usize> {
    let mut count = 0;
    for letter in word.chars() {
        *into.get_mut(count)? = letter.to_ascii_uppercase();
        count += 1;
    }
    Some(count)
}

/// The three last rows of the table of distances are all it needs.
fn aligned(a: &[char], b: &[char]) -> usize {
    let (mut before, mut last, mut row) = ([0; LONGEST + 1], [0; LONGEST + 1], [0; LONGEST + 1]);
    for (place, cell) in last.iter_mut().enumerate() {
        *cell = place;
    }
    for i in 1..=a.len() {
        row[0] = i;
        for j in 1..=b.len() {
            let change = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = change.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        (before, last, row) = (last, row, before);
    }
    last[b.len()]
}

/// How far off a word of this length may be for a suggestion to be of use.
pub fn tolerance(word: &str) -> usize {
    match word.chars().count() {
        0..=2 => 0,
        3 | 4 => 1,
        5..=7 => 2,
        _ => 3,
    }
}

/// The candidate nearest to a word, if one is near enough; of equally near ones the first.
pub fn nearest<T, S: AsRef<str>>(word: &str, candidates: impl Iterator<Item = (S, T)>) -> Option<T> {
    let mut most = tolerance(word);
    let mut best = None;
    for (candidate, what) in candidates {
        if let Some(found) = distance(word, candidate.as_ref(), most) {
            best = Some(what);
            if found == 0 {
                break;
            }
            most = found - 1;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_an_exchange_as_one() {
        for (one, other, expected) in [
            ("MARCH", "march", Some(0)),
            ("MRACH", "MARCH", Some(1)),
            ("MARC", "MARCH", Some(1)),
            ("", "AB", Some(2)),
            ("PASWROD", "PASSWORD", Some(2)),
            ("CA", "ABC", None),
            ("HALT", "ENGAGE", None),
        ] {
            assert_eq!(distance(one, other, 2), expected, "{one} {other}");
            assert_eq!(distance(other, one, 2), expected, "{other} {one}");
        }
        assert_eq!(distance(&"x".repeat(41), &"x".repeat(41), 2), None);
    }

    #[test]
    fn the_first_of_the_nearest_is_suggested() {
        let names = ["Linz", "Ulm", "Wien", "Wels"];
        let near = |word| nearest(word, names.iter().map(|name| (name, *name)));
        assert_eq!(near("Lins"), Some("Linz"));
        assert_eq!(near("Wein"), Some("Wien"));
        assert_eq!(near("Paris"), None);
        assert_eq!(near("W"), None);
    }
}
