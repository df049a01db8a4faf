//! Squares and nations in words: what every language of a game on these maps is made of. See [`fieldpost_grammar`].

mod nation;
mod square;

pub use fieldpost_grammar::parse::bare_letters;
pub use nation::{nation, nation_words, party};
pub use square::{
    MOST_BOXES, is_passed, looks_strategic, must_spot, must_strategic, must_tactical, must_tactical_of, path,
    site, small_words, strategic_square, tactical_square,
};

use crate::square::Grid;
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::Parsed;
use nom::Parser;
use nom::bytes::complete::take_while_m_n;
use nom::character::complete::{one_of, satisfy};
use nom::combinator::{not, opt};
use nom::sequence::{delimited, terminated};

/// The frame of the map that a letter's squares are on; `None` if no map is known.
pub fn grid_of(lexicon: &Lexicon) -> Option<&Grid> {
    lexicon.grid.as_ref()?.of()
}

/// `2ALPHA [ joint ] 1*4DIGIT [ joint ] 2ALPHA`, where a joint is a dash or a blank: what an id such as `AU3IN` is made of, nation, number and
/// type.
pub fn shape_of_id(input: &str) -> Parsed<'_, (&str, &str, &str)> {
    let two_letters = || take_while_m_n(2, 2, |c: char| c.is_ascii_alphabetic());
    let number = take_while_m_n(1, 4, |c: char| c.is_ascii_digit());
    let joint = || opt(one_of("- "));
    let id = (two_letters(), delimited(joint(), number, joint()), two_letters());
    terminated(id, not(satisfy(char::is_alphanumeric))).parse(input)
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
