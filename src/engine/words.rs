//! Small words that every room says in the same way.

use std::fmt::Display;

/// A count of something: `1 player`, `2 players`, `3 tries`.
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, one: &str) -> String {
    if count == N::from(1) {
        return format!("{count} {one}");
    }
    match one.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{count} {stem}ies"),
        _ => format!("{count} {one}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_one_and_all_else_are_many() {
        assert_eq!([0usize, 1, 2].map(|count| counted(count, "game")), ["0 games", "1 game", "2 games"]);
        assert_eq!([1u32, 2].map(|count| counted(count, "try")), ["1 try", "2 tries"]);
        assert_eq!(counted(2u64, "day"), "2 days");
    }
}
