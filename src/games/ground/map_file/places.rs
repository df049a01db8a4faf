//! Where the things of a map stand in its file, so that whoever finds fault with them can say so.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::square::{Grid, StrategicSquare};
use crate::text_fault::Source;

/// Where the things of a map stand, in bytes from the beginning of its file; lists are in the order of the
/// map's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The first row of the layer of terrain.
    pub terrain: usize,
    /// The first row of the layer of states, if there is one.
    pub state: Option<usize>,
    pub cities: Vec<CityPlaces>,
    /// The mountain passes' squares.
    pub passes: Vec<usize>,
    /// Rivers, ranges and railways.
    pub courses: Vec<CoursePlaces>,
    /// The headings of the tactical maps that the file draws.
    pub drawn: BTreeMap<StrategicSquare, usize>,
}

/// Where the parts of a city stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CityPlaces {
    pub name: usize,
    pub at: usize,
    pub tac: usize,
    pub port: usize,
    pub truth: usize,
    /// The state that the file says the city lies in.
    pub state: Option<(usize, String)>,
}

/// Where the parts of a course stand; what the file leaves out stands where the path does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoursePlaces {
    pub path: Range<usize>,
    pub enters: usize,
    pub mouth: usize,
    pub rail_bridges: Vec<usize>,
}

impl Places {
    /// Where a square's terrain stands; its tactical map's heading if the file draws that.
    pub fn of_square(&self, text: &str, grid: &Grid, at: StrategicSquare) -> usize {
        self.drawn.get(&at).copied().unwrap_or_else(|| mark(text, grid, self.terrain, at))
    }

    /// Where a square's state stands; its terrain if the file has no states.
    pub fn of_state(&self, text: &str, grid: &Grid, at: StrategicSquare) -> usize {
        mark(text, grid, self.state.unwrap_or(self.terrain), at)
    }
}

impl CoursePlaces {
    /// Where square `number` (0 upward) of the path stands.
    pub fn of_step(&self, text: &str, number: usize) -> usize {
        Source::over(text, self.path.clone()).word(number)
    }
}

/// Where the mark of a square stands in a layer that begins at `first`: a row is its name, a blank and one
/// mark a square.
fn mark(text: &str, grid: &Grid, first: usize, at: StrategicSquare) -> usize {
    let layer = text.get(first..).unwrap_or_default();
    let Some(row) = layer.split('\n').nth(at.row.into()) else { return first };
    let name = grid.row_label(at.row).chars().count() + 1;
    let column = row.char_indices().nth(name + usize::from(at.col)).map_or(0, |(byte, _)| byte);
    first + (row.as_ptr() as usize - layer.as_ptr() as usize) + column
}
