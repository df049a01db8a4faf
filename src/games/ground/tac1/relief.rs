//! Hills and woods: what the strategic square and its neighbours are, blended, with noise.

use crate::map::Terrain;
use crate::square::TacticalSquare;
use crate::tac1::draft::Draft;
use crate::tac1::noise::Noise;
use crate::tactical::Ground;

/// From here up a height is hills, and high hills.
const HILLS: u32 = 128;
const HIGH_HILLS: u32 = 182;
/// From here up a square is wooded, and so are high hills.
const WOOD: u32 = 148;
const WOOD_ON_HIGH_HILLS: u32 = 170;

/// How hilly a terrain is, 0 to 255.
fn height(terrain: Terrain) -> u32 {
    match terrain {
        Terrain::Open => 35,
        Terrain::Hills | Terrain::ForestedHills => 150,
        Terrain::Forest => 50,
        Terrain::Mountain => 195,
        Terrain::HighMountain => 235,
        Terrain::Marsh => 10,
        Terrain::Swamp => 5,
        Terrain::Water => 40,
    }
}

/// How wooded a terrain is, 0 to 255.
fn wood(terrain: Terrain) -> u32 {
    match terrain {
        Terrain::Open | Terrain::Water => 45,
        Terrain::Hills => 55,
        Terrain::Forest | Terrain::Swamp => 200,
        Terrain::ForestedHills => 190,
        Terrain::Mountain => 110,
        Terrain::HighMountain => 60,
        Terrain::Marsh => 90,
    }
}

/// Gives every square open ground, hills, high hills or forest.
pub fn shape(draft: &mut Draft) {
    let heights = Noise::over(draft.map_key(), "h", draft.at, 5);
    let woods = Noise::over(draft.map_key(), "w", draft.at, 4);
    let around = Around::of(draft);
    for square in TacticalSquare::all() {
        let (x, y) = draft.global(square);
        let high = (around.blend(height, square) * 6 + heights.at(x, y) * 4) / 10;
        let grown = (around.blend(wood, square) * 6 + woods.at(x, y) * 4) / 10;
        let bare = match high {
            HIGH_HILLS.. => Ground::HighHills,
            HILLS.. => Ground::Hills,
            _ => Ground::Open,
        };
        let wooded = match bare {
            Ground::Open => grown >= WOOD,
            Ground::HighHills => grown >= WOOD_ON_HIGH_HILLS && is_overgrown(draft, x, y),
            _ => grown >= WOOD && is_overgrown(draft, x, y),
        };
        draft.ground[square.index()] = if wooded { Ground::Forest } else { bare };
    }
}

/// Half of the wooded hills show as hills.
fn is_overgrown(draft: &Draft, x: u32, y: u32) -> bool {
    !draft.map_key().word("fh").number(x).number(y).bits().is_multiple_of(2)
}

/// The terrain of a square and the eight about it, by row and column of the nine; water reads as the middle.
struct Around([[Terrain; 3]; 3]);

impl Around {
    fn of(draft: &Draft) -> Self {
        let mut around = [[draft.terrain; 3]; 3];
        for (row, line) in (-1..).zip(&mut around) {
            for (col, terrain) in (-1..).zip(line) {
                let near =
                    draft.map.terrain_near(i16::from(draft.at.col) + col, i16::from(draft.at.row) + row);
                if near != Terrain::Water {
                    *terrain = near;
                }
            }
        }
        Around(around)
    }

    /// A value of the terrain at a tactical square, blended between the middles of the four nearest
    /// strategic squares.
    fn blend(&self, value: fn(Terrain) -> u32, square: TacticalSquare) -> u32 {
        let (dx, dy) = TacticalSquare::MIDDLE.offset_to(square);
        let (beside_x, beside_y) = (if dx < 0 { 0 } else { 2 }, if dy < 0 { 0 } else { 2 });
        let (far_x, far_y) = (u32::from(dx.unsigned_abs()), u32::from(dy.unsigned_abs()));
        let (near_x, near_y) = (15 - far_x, 15 - far_y);
        let at = |row: usize, col: usize| value(self.0[row][col]);
        (at(1, 1) * near_x * near_y
            + at(1, beside_x) * far_x * near_y
            + at(beside_y, 1) * near_x * far_y
            + at(beside_y, beside_x) * far_x * far_y)
            / 225
    }
}
