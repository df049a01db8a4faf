//! Tactical maps drawn by hand, in map files and rule cases: lines of marks in place of what the generator
//! would make.

use crate::square::{TACTICAL_SIDE, TacticalSquare};
use crate::tactical::{Ground, Sheet, TACTICAL_SQUARES};

/// What a hand gives for one tactical map; what it leaves out stays as generated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnSheet {
    /// The ground of all squares. If given, nothing of the generated map is kept.
    pub ground: Option<Box<[Ground; TACTICAL_SQUARES]>>,
    /// The ratings of all squares, 0 to 4; left out beside a given ground they are 0.
    pub ratings: Option<Box<[u8; TACTICAL_SQUARES]>>,
    /// The squares that carry railway track; left out beside a given ground there are none.
    pub rails: Option<Vec<TacticalSquare>>,
    /// The squares with a railway bridge; left out, every river square that carries given track.
    pub bridges: Option<Vec<TacticalSquare>>,
}

/// Why lines of marks or digits are no tactical map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawingFault {
    /// Fifteen lines are needed.
    #[error("expected 15 lines, found {0}")]
    Lines(usize),
    /// Fifteen marks a line are needed.
    #[error("line {line}: expected 15 marks, found {found}")]
    Marks {
        /// The line, 1 upward.
        line: usize,
        /// How many it has.
        found: usize,
    },
    /// A mark that means nothing.
    #[error("line {line}, mark {column}: expected {expected}, found {found:?}")]
    Mark {
        /// The line, 1 upward.
        line: usize,
        /// The mark's place in it, 1 upward.
        column: usize,
        /// What is allowed there.
        expected: &'static str,
        /// What stands there.
        found: char,
    },
}

/// Reads 15 lines of 15 marks (`. h H f T w ~ = ^ )`), or the one word `open` for open land throughout; blanks at the ends of
/// lines and blank lines before and after do not count.
///
/// # Errors
/// If lines or marks are too few or too many, or a mark is none.
pub fn read_ground(text: &str) -> Result<Box<[Ground; TACTICAL_SQUARES]>, DrawingFault> {
    let mut ground = Box::new([Ground::Open; TACTICAL_SQUARES]);
    if text.trim() == "open" {
        return Ok(ground);
    }
    read_marks(text, "one of . h H f T w ~ = ^ )", Ground::of_mark, &mut ground[..])?;
    Ok(ground)
}

/// Reads 15 lines of 15 digits 0 to 4 (rule 2.4).
///
/// # Errors
/// As [`read_ground`].
pub fn read_ratings(text: &str) -> Result<Box<[u8; TACTICAL_SQUARES]>, DrawingFault> {
    let mut ratings = Box::new([0; TACTICAL_SQUARES]);
    let digit = |mark: char| mark.to_digit(5).map(|rating| rating as u8);
    read_marks(text, "a digit 0 to 4", digit, &mut ratings[..])?;
    Ok(ratings)
}

fn read_marks<T>(
    text: &str,
    expected: &'static str,
    meaning: impl Fn(char) -> Option<T>,
    squares: &mut [T],
) -> Result<(), DrawingFault> {
    let side = usize::from(TACTICAL_SIDE);
    let lines: Vec<&str> = text.trim().lines().map(str::trim).collect();
    if lines.len() != side {
        return Err(DrawingFault::Lines(lines.len()));
    }
    for (row, line) in lines.iter().enumerate() {
        let found = line.chars().count();
        if found != side {
            return Err(DrawingFault::Marks { line: row + 1, found });
        }
        for (column, (mark, square)) in line.chars().zip(&mut squares[row * side..]).enumerate() {
            let wrong = DrawingFault::Mark { line: row + 1, column: column + 1, expected, found: mark };
            *square = meaning(mark).ok_or(wrong)?;
        }
    }
    Ok(())
}

impl DrawnSheet {
    /// The tactical map: what is drawn, over what `generated` gives for the rest.
    pub fn over(&self, generated: impl FnOnce() -> Sheet) -> Sheet {
        let base = match &self.ground {
            Some(ground) => {
                let none = [false; TACTICAL_SQUARES];
                Sheet::new(**ground, [0; TACTICAL_SQUARES], none, none)
            }
            None => generated(),
        };
        let rating = self.ratings.as_deref().copied().unwrap_or(base.rating);
        let rail = self.rails.as_deref().map_or(base.rail, marked);
        let bridge = match (&self.bridges, &self.rails) {
            (Some(bridges), _) => marked(bridges),
            (None, Some(rails)) => bridged(rails, &base.ground),
            (None, None) => base.bridge,
        };
        Sheet::new(base.ground, rating, rail, bridge)
    }
}

fn marked(squares: &[TacticalSquare]) -> [bool; TACTICAL_SQUARES] {
    let mut marks = [false; TACTICAL_SQUARES];
    for square in squares {
        marks[square.index()] = true;
    }
    marks
}

/// Track over a river square is a bridge (rule 12.2); a ford needs none.
fn bridged(rails: &[TacticalSquare], ground: &[Ground; TACTICAL_SQUARES]) -> [bool; TACTICAL_SQUARES] {
    let mut marks = marked(rails);
    for (mark, ground) in marks.iter_mut().zip(ground) {
        *mark &= *ground == Ground::River;
    }
    marks
}
