//! The nearest right word to a wrong one, by edit distance.

/// The candidate with the fewest letters to change, insert or leave out, if those are at most a third of the
/// word (and at least one); the first of several.
pub fn nearest(word: &str, candidates: impl Iterator<Item = String>) -> Option<String> {
    let allowed = (word.chars().count() / 3).max(1);
    candidates
        .map(|candidate| (distance(word, &candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Levenshtein's distance, row by row, without regard to case.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (line, letter) in one.to_lowercase().chars().enumerate() {
        let mut diagonal = line;
        let mut left = line + 1;
        for (cell, found) in row.iter_mut().skip(1).zip(&other) {
            let cost = diagonal + usize::from(letter != *found);
            diagonal = *cell;
            left = cost.min(*cell + 1).min(left + 1);
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = line + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_levenshteins() {
        for (one, other, steps) in
            [("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("AU3IN", "au3in", 0)]
        {
            assert_eq!(distance(one, other), steps, "{one} {other}");
            assert_eq!(distance(other, one), steps, "{other} {one}");
        }
    }

    #[test]
    fn only_what_is_near_is_offered() {
        let units = || ["AU1IN", "AU3IN", "AU3LC"].into_iter().map(str::to_string);
        assert_eq!(nearest("AU33IN", units()).as_deref(), Some("AU3IN"));
        assert_eq!(nearest("PR9CQ", units()), None);
    }
}
