//! Smooth noise on a lattice that runs over the whole map, so that patches of ground cross its edges.

use crate::square::{StrategicSquare, TACTICAL_SIDE};
use crate::tac1::Key;

/// Lattice points along one side that a map of 15 squares can need at the finest spacing, 4.
const MOST: usize = 6;

/// One channel of noise over one tactical map and the lattice points around it.
pub struct Noise {
    spacing: u32,
    first: (u32, u32),
    points: [[u32; MOST]; MOST],
}

impl Noise {
    /// The noise of `channel` over the map of `at`, with a lattice point every `spacing` squares (4 or more).
    pub fn over(key: Key, channel: &str, at: StrategicSquare, spacing: u32) -> Self {
        let first = (origin(at.col) / spacing, origin(at.row) / spacing);
        let key = key.word(channel);
        let mut points = [[0; MOST]; MOST];
        for (row, line) in (first.1..).zip(&mut points) {
            for (col, point) in (first.0..).zip(line) {
                *point = (key.number(col).number(row).bits() % 256) as u32;
            }
        }
        Noise { spacing, first, points }
    }

    /// The noise, 0 to 255, at a place counted in tactical squares from the map's north-west corner. It must
    /// lie on the map given to [`Noise::over`] or on its last edge's outer side; others read the nearest
    /// lattice points kept.
    pub fn at(&self, x: u32, y: u32) -> u32 {
        let (col, right) = self.place(x, self.first.0);
        let (row, below) = self.place(y, self.first.1);
        let (left, above) = (self.spacing - right, self.spacing - below);
        let line = |row: usize| self.points[row][col] * left + self.points[row][col + 1] * right;
        (line(row) * above + line(row + 1) * below) / (self.spacing * self.spacing)
    }

    fn place(&self, along: u32, first: u32) -> (usize, u32) {
        let point = (along / self.spacing).saturating_sub(first) as usize;
        (point.min(MOST - 2), along % self.spacing)
    }
}

/// Where a strategic column or row begins, in tactical squares from the map's corner.
pub fn origin(strategic: u8) -> u32 {
    u32::from(strategic) * u32::from(TACTICAL_SIDE)
}
