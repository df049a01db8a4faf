//! The strategic extract: the map five squares about the player's active units (rules 4.1, 5.3; ).

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use crate::vantage::Vantage;
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{Direction, StrategicSquare};
use fieldpost_picture::held::Held;
use fieldpost_picture::strategic::Window;

/// Most columns of one piece: 16 squares of four characters and the row names at both ends fit 72 columns.
const WIDEST: usize = 16;

/// A square of the strategic map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SquareView {
    /// Its name, such as `A9-N6`.
    pub square: String,
    /// Its terrain in words, such as `forested hills`.
    pub terrain: &'static str,
    /// Whether a river flows through it (rule 1.3).
    pub river: bool,
    /// Who controls the river (rule 1.3); none where there is none.
    pub river_held: Option<Held>,
    /// Whether a railway runs through it.
    pub rail: bool,
    /// Who controls the railway (rules 1.3, 8.2); none where there is none.
    pub rail_held: Option<Held>,
    /// Whether its track is destroyed (rule 8.5).
    pub track_destroyed: bool,
    /// The city in it, if there is one.
    pub city: Option<String>,
    /// The flag of the units in sight (rule 1.5): `o` own side, perhaps with neutrals; `x` enemies and nobody else;
    /// `X` enemies with others; `n` neutrals and nobody else; none where nobody is seen.
    pub flag: Option<char>,
}

/// The squares that a report shows, by rows from the north, each from the west.
pub fn squares(vantage: &Vantage<'_>) -> Vec<SquareView> {
    let mut near: Vec<StrategicSquare> = vantage.near.iter().copied().collect();
    near.sort_by_key(|square| (square.row, square.col));
    near.into_iter().map(|square| square_view(vantage, square)).collect()
}

fn square_view(vantage: &Vantage<'_>, square: StrategicSquare) -> SquareView {
    let map = &vantage.atlas.map;
    SquareView {
        square: map.grid.label(square),
        terrain: map.terrain_at(square).words(),
        river: map.is_river(square),
        river_held: vantage.river_held(square),
        rail: vantage.book.rail.is_some() && map.is_rail(square),
        rail_held: vantage.rail_held(square),
        track_destroyed: vantage.is_track_destroyed(square),
        city: map.city_at(square).map(|city| city.name.clone()),
        flag: flag(vantage, square),
    }
}

/// A piece of the map, as maps are drawn: a block of squares, of which some may not be shown.
pub struct Piece {
    /// Its corners.
    pub window: Window,
    shown: BTreeSet<StrategicSquare>,
}

/// The pieces of map that a report shows, north-west first; pieces that do not touch stand apart, wide ones
/// are cut.
pub fn pieces(vantage: &Vantage<'_>) -> Vec<Piece> {
    let mut left = vantage.near.clone();
    let mut pieces = Vec::new();
    while let Some(first) = left.first().copied() {
        let shown = take_piece(first, &mut left);
        for (top, bottom) in cut(shown.iter().map(|square| square.row), usize::MAX) {
            for (west, east) in cut(shown.iter().map(|square| square.col), WIDEST) {
                let from = StrategicSquare { col: west, row: top };
                let window = Window { from, to: StrategicSquare { col: east, row: bottom } };
                pieces.push(Piece { window, shown: shown.clone() });
            }
        }
    }
    pieces
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

/// The span of some numbers, in the fewest parts of at most so many, all about as long.
pub fn cut(numbers: impl Iterator<Item = u8> + Clone, most: usize) -> Vec<(u8, u8)> {
    let (Some(first), Some(last)) = (numbers.clone().min(), numbers.max()) else { return Vec::new() };
    let span: Vec<u8> = (first..=last).collect();
    let parts = span.len().div_ceil(most);
    let ends = |part: &[u8]| Some((*part.first()?, *part.last()?));
    span.chunks(span.len().div_ceil(parts)).filter_map(ends).collect()
}

/// A piece as lines of letters: the names of columns above, those of rows at both ends, four characters a square:
/// flag, terrain, `R` for a river of the own side and `r` for another's, `*` for a city or `+` for a railway of the own side,
/// `-` for another's and `/` for destroyed track.
pub fn lines(vantage: &Vantage<'_>, piece: &Piece) -> Vec<String> {
    let (grid, window) = (&vantage.atlas.map.grid, piece.window);
    let columns: String =
        (window.from.col..=window.to.col).map(|col| format!(" {} ", grid.column_label(col))).collect();
    let line = |row: u8| {
        let squares = (window.from.col..=window.to.col).map(|col| StrategicSquare { col, row });
        let cells: String = squares.map(|square| cell(vantage, piece, square)).collect();
        let label = grid.row_label(row);
        format!("{label} {cells} {label}")
    };
    let head = std::iter::once(format!("   {columns}"));
    head.chain((window.from.row..=window.to.row).map(line)).collect()
}

fn cell(vantage: &Vantage<'_>, piece: &Piece, square: StrategicSquare) -> String {
    if !piece.shown.contains(&square) {
        return "    ".into();
    }
    let map = &vantage.atlas.map;
    let river = match vantage.river_held(square) {
        Some(Held::Allied) => 'R',
        Some(_) => 'r',
        None => ' ',
    };
    let site = match (map.city_at(square), vantage.rail_held(square)) {
        (Some(_), _) => '*',
        (None, Some(_)) if vantage.is_track_destroyed(square) => '/',
        (None, Some(Held::Allied)) => '+',
        (None, Some(_)) => '-',
        (None, None) => ' ',
    };
    [flag(vantage, square).unwrap_or(' '), map.terrain_at(square).mark(), river, site].iter().collect()
}

/// ROTD-EUWOL 1.5: the flag of the units seen in a square.
fn flag(vantage: &Vantage<'_>, square: StrategicSquare) -> Option<char> {
    let flags = vantage.sight.strategic.get(&square).into_iter().flatten();
    flag_of(flags.map(|flag| vantage.relation(flag.nation)))
}

/// One mark for all the units of a square: `o` own side, `x` enemies, `n` neutrals, `X` enemies beside others.
pub fn flag_of(relations: impl Iterator<Item = Relation>) -> Option<char> {
    let kinds: BTreeSet<char> = relations
        .map(|relation| match relation {
            Relation::Same | Relation::Allied => 'o',
            Relation::Hostile => 'x',
            Relation::Neutral => 'n',
        })
        .collect();
    match kinds.len() {
        0 | 1 => kinds.first().copied(),
        _ if kinds.contains(&'x') => Some('X'),
        _ => Some('o'),
    }
}
