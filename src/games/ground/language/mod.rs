//! Squares and nations in words: what every language of a game on these maps is made of. See [`crate::grammar`].

mod nation;
mod square;

pub use nation::{nation, nation_words, party};
pub use square::{
    MOST_BOXES, looks_strategic, must_spot, must_strategic, must_tactical, must_tactical_of, path, site,
    small_words, strategic_square, tactical_square,
};

use crate::games::ground::square::Grid;
use crate::grammar::letter::Lexicon;

/// The frame of the map that a letter's squares are on; `None` if no map is known.
pub fn grid_of(lexicon: &Lexicon) -> Option<&Grid> {
    lexicon.grid.as_ref()?.of()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::HOUSE;
    use crate::grammar::letter::Frame;

    #[test]
    fn a_lexicon_carries_the_grid_and_no_other_games_frame() {
        let grid = Grid { cols: 130, rows: 120, row_letters: "NPQRSTUVWXYZ".into() };
        let lexicon = |frame| Lexicon { grid: Some(frame), ..Lexicon::of(&HOUSE) };
        assert_eq!(grid_of(&lexicon(Frame::new(grid.clone()))), Some(&grid));
        assert_eq!(grid_of(&lexicon(Frame::new("a graph of provinces"))), None);
        assert_eq!(grid_of(&Lexicon::default()), None);
    }
}
