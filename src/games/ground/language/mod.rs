//! Squares and nations in words: what every language of a game on these maps is made of. See [`fieldpost_grammar`].

mod nation;
mod square;

pub use fieldpost_grammar::parse::bare_letters;
pub use nation::{nation, nation_words, party};
pub use square::{
    MOST_BOXES, looks_strategic, must_spot, must_strategic, must_tactical, must_tactical_of, path, site,
    small_words, strategic_square, tactical_square,
};

use crate::square::Grid;
use fieldpost_grammar::letter::Lexicon;

/// The frame of the map that a letter's squares are on; `None` if no map is known.
pub fn grid_of(lexicon: &Lexicon) -> Option<&Grid> {
    lexicon.grid.as_ref()?.of()
}

/// What an id such as `AU3IN` is made of, with blanks or dashes between or without, and what follows it: nation, number, type. `None`
/// if none stands here.
pub fn shape_of_id(input: &str) -> Option<(&str, &str, &str, &str)> {
    let letters = |text: &str| text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let joint = |text: &'_ str| text.strip_prefix(['-', ' ']).map_or(0, |_| 1);
    if letters(input) != 2 {
        return None;
    }
    let (nation, rest) = input.split_at(2);
    let rest = &rest[joint(rest)..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if !(1..=4).contains(&digits) {
        return None;
    }
    let (number, rest) = rest.split_at(digits);
    let rest = &rest[joint(rest)..];
    if letters(rest) != 2 {
        return None;
    }
    let (kind, rest) = rest.split_at(2);
    (!rest.starts_with(|c: char| c.is_alphanumeric())).then_some((rest, nation, number, kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_grammar::HOUSE;
    use fieldpost_grammar::letter::Frame;

    #[test]
    fn a_lexicon_carries_the_grid_and_no_other_games_frame() {
        let grid = Grid { cols: 130, rows: 120, row_letters: "NPQRSTUVWXYZ".into() };
        let lexicon = |frame| Lexicon { grid: Some(frame), ..Lexicon::of(&HOUSE) };
        assert_eq!(grid_of(&lexicon(Frame::new(grid.clone()))), Some(&grid));
        assert_eq!(grid_of(&lexicon(Frame::new("a graph of provinces"))), None);
        assert_eq!(grid_of(&Lexicon::default()), None);
    }
}
