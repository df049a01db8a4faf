//! Small words that every room says in the same way.

use std::fmt::Display;

/// A count of something: `1 player`, `2 players`, `3 tries`, `5 men`, `2 batteries lost`: of several words the first is counted.
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, one: &str) -> String {
    if count == N::from(1) {
        return format!("{count} {one}");
    }
    let (noun, rest) =
        one.split_once(' ').map_or((one, String::new()), |(noun, rest)| (noun, format!(" {rest}")));
    match (noun, noun.strip_suffix('y')) {
        ("man", _) => format!("{count} men{rest}"),
        (_, Some(stem)) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{count} {stem}ies{rest}"),
        _ => format!("{count} {noun}s{rest}"),
    }
}

/// A number with a comma between its thousands, such as `6,432`.
pub fn grouped(number: impl Display) -> String {
    grouped_by(number, ',')
}

/// The same with another sign between thousands, as other languages have it.
pub fn grouped_by(number: impl Display, between: char) -> String {
    let digits = number.to_string();
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits.as_str()), |digits| ("-", digits));
    let parted = |(place, digit): (usize, char)| {
        let comma = place > 0 && (digits.len() - place).is_multiple_of(3);
        comma.then_some(between).into_iter().chain([digit])
    };
    sign.chars().chain(digits.chars().enumerate().flat_map(parted)).collect()
}

/// So many in ten, of what is neither certain nor impossible: from 1 to 9.
pub fn tenths(per_cent: u32) -> u8 {
    u8::try_from((per_cent + 5) / 10).unwrap_or(9).clamp(1, 9)
}

/// The verb for so many: the first word for one, the second for any other count.
pub fn agrees<'a, N: PartialEq + From<u8>>(count: N, one: &'a str, more: &'a str) -> &'a str {
    if count == N::from(1) { one } else { more }
}

/// Words with the rule on which they rest behind them, as it is cited; before the full stop of a sentence.
pub fn with_rule(words: &str, rule: &str) -> String {
    match words.strip_suffix('.') {
        _ if rule.is_empty() => words.to_owned(),
        Some(clause) => format!("{clause} ({rule})."),
        None => format!("{words} ({rule})"),
    }
}

/// Words as a sentence begins: with a capital, in any script.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Words in a row, as a sentence has them: `a, b and c`.
pub fn listed(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [first @ .., before, last] => format!("{} and {last}", [first, &[before]].concat().join(", ")),
        few => few.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::{agrees, capital, counted, grouped, listed};

    #[test]
    fn thousands_are_parted() {
        let told = [0, 999, 1_000, 25_300, 1_234_567, -1_000, -100].map(grouped);
        assert_eq!(told, ["0", "999", "1,000", "25,300", "1,234,567", "-1,000", "-100"]);
    }

    #[test]
    fn the_last_of_a_row_comes_behind_and() {
        let rows: [&[&str]; 4] = [&[], &["a"], &["a", "b"], &["a", "b", "c"]];
        assert_eq!(rows.map(listed), ["", "a", "a and b", "a, b and c"]);
    }

    #[test]
    fn a_sentence_begins_with_a_capital_in_any_script() {
        let begun = ["", "a ship", "ärmel", "éclair", "e\u{301}clair", "ǆ", "straße", "🚢 goes", "\u{2028}x"]
            .map(capital);
        assert_eq!(
            begun,
            ["", "A ship", "Ärmel", "Éclair", "E\u{301}clair", "Ǆ", "Straße", "🚢 goes", "\u{2028}x"]
        );
    }

    #[test]
    fn one_is_one_and_all_else_are_many() {
        assert_eq!([0usize, 1, 2].map(|count| counted(count, "game")), ["0 games", "1 game", "2 games"]);
        assert_eq!([1u32, 2].map(|count| counted(count, "try")), ["1 try", "2 tries"]);
        assert_eq!(counted(2u64, "day"), "2 days");
        assert_eq!([0u32, 1, 5].map(|count| counted(count, "man")), ["0 men", "1 man", "5 men"]);
        assert_eq!(
            [1u32, 2].map(|count| counted(count, "unit of yours")),
            ["1 unit of yours", "2 units of yours"]
        );
        assert_eq!([1u32, 2].map(|count| agrees(count, "was", "were")), ["was", "were"]);
    }
}
