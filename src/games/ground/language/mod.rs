//! Squares and nations in words: what every language of a game on these maps is made of. See [`crate::grammar`].

mod nation;
mod square;

pub use nation::{nation, nation_words, party};
pub use square::{
    MOST_BOXES, looks_strategic, must_strategic, must_tactical, path, small_words, strategic_square,
    tactical_square,
};

use crate::games::ground::square::Grid;
use crate::grammar::letter::Lexicon;

/// The frame of a map as a lexicon has it: `130x120 NPQRSTUVWXYZ`.
pub fn grid_words(grid: &Grid) -> String {
    format!("{}x{} {}", grid.cols, grid.rows, grid.row_letters)
}

/// The frame of the map that a letter's squares are on; `None` if no map is known.
pub fn grid_of(lexicon: &Lexicon) -> Option<Grid> {
    let (sides, row_letters) = lexicon.grid.as_deref()?.split_once(' ')?;
    let (cols, rows) = sides.split_once('x')?;
    Some(Grid { cols: cols.parse().ok()?, rows: rows.parse().ok()?, row_letters: row_letters.into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::HOUSE;

    #[test]
    fn a_grid_is_read_from_its_words() {
        let grid = Grid { cols: 130, rows: 120, row_letters: "NPQRSTUVWXYZ".into() };
        let lexicon = Lexicon { grid: Some(grid_words(&grid)), ..Lexicon::of(&HOUSE) };
        assert_eq!(grid_of(&lexicon).unwrap(), grid);
        assert_eq!(grid_of(&Lexicon::default()), None);
    }
}
