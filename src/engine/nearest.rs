//! The nearest right thing by edit distance (promise 8), written once.

/// Longer words are not compared: no name or keyword is longer.
const LONGEST: usize = 40;

/// Damerau-Levenshtein distance (insertions, deletions, changes, and neighbours exchanged; no part of a word is
/// edited twice), letters compared without regard to ASCII case. `None` if it is more than `most` or a word is too long to compare.
pub fn distance(one: &str, other: &str, most: usize) -> Option<usize> {
    let (a, b) = (Letters::of(one)?, Letters::of(other)?);
    if a.count.abs_diff(b.count) > most || a.missing_in(&b) > most || b.missing_in(&a) > most {
        return None;
    }
    aligned(a.all(), b.all(), most).filter(|distance| *distance <= most)
}

/// The letters of a word, upper case, and which there are, as far as 64 sorts tell.
struct Letters {
    letters: [char; LONGEST],
    count: usize,
    sorts: u64,
}

impl Letters {
    /// `None` if there are too many.
    fn of(word: &str) -> Option<Self> {
        let mut all = Letters { letters: ['\0'; LONGEST], count: 0, sorts: 0 };
        for letter in word.chars() {
            let letter = letter.to_ascii_uppercase();
            *all.letters.get_mut(all.count)? = letter;
            all.count += 1;
            all.sorts |= 1 << (u32::from(letter) % 64);
        }
        Some(all)
    }

    fn all(&self) -> &[char] {
        self.letters.get(..self.count).unwrap_or_default()
    }

    /// Sorts of letters that the other word has none of. Each costs an edit of its own, so that most words are known to be far
    /// off without a table.
    fn missing_in(&self, other: &Letters) -> usize {
        (self.sorts & !other.sorts).count_ones() as usize
    }
}

/// The three last rows of the table of distances are all it needs, and it ends where two rows hold nothing near enough.
fn aligned(a: &[char], b: &[char], most: usize) -> Option<usize> {
    let mut rows = [[0_u8; LONGEST + 1]; 3];
    for (place, cell) in (0..).zip(&mut rows[0]) {
        *cell = place;
    }
    let mut nearest_before = 0;
    for i in 1..=a.len() {
        let (before, last, row) = ((i + 1) % 3, (i + 2) % 3, i % 3);
        rows[row][0] = i as u8;
        let mut nearest = rows[row][0];
        for j in 1..=b.len() {
            let change = rows[last][j - 1] + u8::from(a[i - 1] != b[j - 1]);
            let mut cell = change.min(rows[last][j] + 1).min(rows[row][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                cell = cell.min(rows[before][j - 2] + 1);
            }
            rows[row][j] = cell;
            nearest = nearest.min(cell);
        }
        if usize::from(nearest.min(nearest_before)) > most {
            return None;
        }
        nearest_before = nearest;
    }
    Some(usize::from(rows[a.len() % 3][b.len()]))
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

    /// By the definition, with the whole table.
    fn by_the_table(a: &str, b: &str) -> usize {
        let (a, b) = (a.chars().collect::<Vec<_>>(), b.chars().collect::<Vec<_>>());
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                if i == 0 || j == 0 {
                    table[i][j] = i + j;
                    continue;
                }
                let change = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                table[i][j] = change.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    table[i][j] = table[i][j].min(table[i - 2][j - 2] + 1);
                }
            }
        }
        table[a.len()][b.len()]
    }

    #[test]
    fn what_ends_early_says_what_the_whole_table_says() {
        // Letters of one sort of the 64 among them: A and U+0101 are, Ä and U+0104 are.
        let letters = ['A', 'B', '\u{101}', 'Ä', '\u{104}', 'É'];
        let word = |mut number: usize| {
            let mut word = String::new();
            while number > 0 {
                word.push(letters[number % letters.len()]);
                number /= letters.len();
            }
            word
        };
        let mut near = 0;
        for (one, other) in (0..60_000).map(|k| (word(k * 7_919 % 46_656), word(k * 104_729 % 279_936))) {
            let far = by_the_table(&one, &other);
            near += usize::from(far <= 2);
            for most in 0..4 {
                assert_eq!(
                    distance(&one, &other, most),
                    (far <= most).then_some(far),
                    "{one} {other} {most}"
                );
            }
        }
        assert!(near > 500, "{near}");
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
