//! The sea's edge and the ponds of marshes.

use crate::map::Terrain;
use crate::square::{StrategicSquare, TACTICAL_SIDE, TacticalSquare};
use crate::tac1::draft::{Draft, interior};
use crate::tac1::noise::origin;
use crate::tactical::Ground;

/// One interior square of a marsh in so many is a pond.
const POND_IN: u32 = 17;

/// Floods the squares next to water. How far is a property of the place on the water's edge, read the same
/// way from every square near it, so the shore runs on across the edges and corners of tactical maps.
pub fn flood(draft: &mut Draft) {
    let waters: Vec<StrategicSquare> = draft
        .map
        .grid
        .neighbours(draft.at)
        .map(|(_, square)| square)
        .filter(|square| draft.map.terrain_at(*square) == Terrain::Water)
        .collect();
    if !waters.is_empty() {
        for square in TacticalSquare::all() {
            if !draft.is_kept_free(square) && waters.iter().any(|water| reaches(draft, *water, square)) {
                draft.ground[square.index()] = Ground::Water;
            }
        }
    }
    if draft.terrain == Terrain::Marsh {
        dig_ponds(draft);
    }
}

/// Whether the water of a neighbouring square comes in as far as a tactical square.
fn reaches(draft: &Draft, water: StrategicSquare, square: TacticalSquare) -> bool {
    let (x, y) = draft.global(square);
    let (edge_x, edge_y) = (nearest(x, water.col), nearest(y, water.row));
    x.abs_diff(edge_x).max(y.abs_diff(edge_y)) <= depth(draft, edge_x, edge_y)
}

/// The place within a strategic column or row that is nearest to `along`.
fn nearest(along: u32, strategic: u8) -> u32 {
    let first = origin(strategic);
    along.clamp(first, first + u32::from(TACTICAL_SIDE) - 1)
}

/// How many squares inland the water comes at a place on its edge, 1 to 3.
fn depth(draft: &Draft, x: u32, y: u32) -> u32 {
    match coastal_noise(draft, x, y) {
        166.. => 3,
        111.. => 2,
        _ => 1,
    }
}

/// Noise on a lattice of four squares, read at any place of the map.
fn coastal_noise(draft: &Draft, x: u32, y: u32) -> u32 {
    let key = draft.map_key().word("c");
    let point = |col: u32, row: u32| (key.number(col).number(row).bits() % 256) as u32;
    let (col, row, right, below) = (x / 4, y / 4, x % 4, y % 4);
    let line = |row: u32| point(col, row) * (4 - right) + point(col + 1, row) * right;
    (line(row) * (4 - below) + line(row + 1) * below) / 16
}

fn dig_ponds(draft: &mut Draft) {
    for square in interior() {
        if draft.key("pond").square(square).below(POND_IN) == 0 && !draft.is_kept_free(square) {
            draft.ground[square.index()] = Ground::Water;
        }
    }
}
