//! The strategic extract: the map five squares about the player's active units (rules 4.1, 5.3; ).

use std::collections::BTreeSet;

use serde::Serialize;

use crate::games::ground::nation::Relation;
use crate::games::ground::square::{Direction, StrategicSquare};
use crate::reports::paint::{self, Run};
use crate::reports::vantage::Vantage;

/// Most columns of one block: 16 squares of four characters and the row names at both ends fit 72 columns.
const BLOCK: usize = 16;

/// A piece of the strategic map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Extract {
    /// The line of column names.
    pub columns: String,
    /// One line a map row.
    pub rows: Vec<ExtractRow>,
}

/// One row of an extract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExtractRow {
    /// The row's name.
    pub label: String,
    /// Its squares, those of one colour together; four characters a square: flag, terrain, `R` for a river,
    /// `*` for a city or `+` for a railway.
    pub runs: Vec<Run>,
}

/// The pieces of map that a report shows, north-west first; pieces that do not touch stand apart, wide ones
/// are cut.
pub fn extracts(vantage: &Vantage<'_>) -> Vec<Extract> {
    let mut left = vantage.near.clone();
    let mut extracts = Vec::new();
    while let Some(first) = left.first().copied() {
        let piece = take_piece(first, &mut left);
        let cols = span(piece.iter().map(|square| square.col));
        let rows = span(piece.iter().map(|square| square.row));
        let cols: Vec<u8> = cols.collect();
        let blocks = cols.len().div_ceil(BLOCK);
        let width = cols.len().div_ceil(blocks.max(1)).max(1);
        extracts.extend(cols.chunks(width).map(|cols| block(vantage, &piece, cols, rows.clone())));
    }
    extracts
}

/// Takes the squares that hang together with `first`, corners included.
pub fn take_piece(first: StrategicSquare, left: &mut BTreeSet<StrategicSquare>) -> BTreeSet<StrategicSquare> {
    let mut piece = BTreeSet::from([first]);
    let mut open = vec![first];
    left.remove(&first);
    while let Some(square) = open.pop() {
        for side in Direction::ALL {
            let Some(next) = square.neighbour(side) else { continue };
            if left.remove(&next) {
                piece.insert(next);
                open.push(next);
            }
        }
    }
    piece
}

fn span(numbers: impl Iterator<Item = u8> + Clone) -> std::ops::RangeInclusive<u8> {
    numbers.clone().min().unwrap_or(0)..=numbers.max().unwrap_or(0)
}

fn block(
    vantage: &Vantage<'_>,
    piece: &BTreeSet<StrategicSquare>,
    cols: &[u8],
    rows: std::ops::RangeInclusive<u8>,
) -> Extract {
    let grid = &vantage.atlas.map.grid;
    let columns = cols.iter().map(|col| format!(" {} ", grid.column_label(*col))).collect();
    let row = |row: u8| {
        let mut runs = Vec::new();
        for col in cols {
            let square = StrategicSquare { col: *col, row };
            if piece.contains(&square) {
                let ground = paint::of_terrain(vantage.atlas.map.terrain_at(square));
                paint::add_flag(&mut runs, flag(vantage, square), ground);
                paint::add(&mut runs, &cell(vantage, square), ground);
            } else {
                paint::add(&mut runs, "    ", "");
            }
        }
        ExtractRow { label: grid.row_label(row), runs }
    };
    Extract { columns, rows: rows.map(row).collect() }
}

/// Terrain, river, and city or railway of a square.
fn cell(vantage: &Vantage<'_>, square: StrategicSquare) -> String {
    let map = &vantage.atlas.map;
    let river = if map.is_river(square) { 'R' } else { ' ' };
    let site = match (map.city_at(square), map.is_rail(square)) {
        (Some(_), _) => '*',
        (None, true) => '+',
        (None, false) => ' ',
    };
    [map.terrain_at(square).mark(), river, site].iter().collect()
}

/// ROTD-EUWOL 1.5: the flag of the units seen in a square.
fn flag(vantage: &Vantage<'_>, square: StrategicSquare) -> char {
    let flags = vantage.sight.strategic.get(&square).into_iter().flatten();
    flag_of(flags.map(|flag| vantage.relation(flag.nation)))
}

/// One mark for all the units of a square: `o` own side, `x` enemies, `n` neutrals, `X` enemies beside others.
pub fn flag_of(relations: impl Iterator<Item = Relation>) -> char {
    let kinds: BTreeSet<char> = relations
        .map(|relation| match relation {
            Relation::Same | Relation::Allied => 'o',
            Relation::Hostile => 'x',
            Relation::Neutral => 'n',
        })
        .collect();
    match kinds.len() {
        0 => ' ',
        1 => kinds.first().copied().unwrap_or(' '),
        _ if kinds.contains(&'x') => 'X',
        _ => 'o',
    }
}
