//! Rivers and mountain ranges: from edge to edge along rows and columns, so that nothing slips through
//! between two squares of them (rule 2.3).

use crate::map::{Arm, RiverClass, Terrain};
use crate::square::{Direction, TACTICAL_SIDE, TacticalSquare};
use crate::tac1::Key;
use crate::tac1::draft::{Draft, interior};
use crate::tac1::noise::Noise;
use crate::tac1::route::route;
use crate::tactical::{Ground, TACTICAL_SQUARES};

/// What it costs a river or range to pass a square that is to stay free.
const KEPT_FREE: u32 = 400;
/// What it costs a range to meet a river.
const OVER_RIVER: u32 = 90;
/// Columns or rows in which a river rises or a range ends: neither at the edge nor in the middle.
const INLAND: [u8; 8] = [3, 4, 5, 6, 8, 9, 10, 11];

/// The tactical square where a line crosses an edge; `None` if the place is off the map.
pub fn edge_square(arm: Arm) -> Option<TacticalSquare> {
    let last = TACTICAL_SIDE - 1;
    match arm.side {
        Direction::North => TacticalSquare::new(arm.place, 0),
        Direction::South => TacticalSquare::new(arm.place, last),
        Direction::West => TacticalSquare::new(0, arm.place),
        Direction::East => TacticalSquare::new(last, arm.place),
        _ => None,
    }
}

/// Draws the rivers: the two hardest arms are joined, each further arm runs into what is there. A single arm
/// rises inland. Where rivers share squares the hardest class counts.
pub fn draw_rivers(draft: &mut Draft) {
    let mut arms = draft.map.rivers[draft.map.grid.index(draft.at)].clone();
    arms.sort_by_key(|(arm, class)| (std::cmp::Reverse(*class), *arm));
    let ends: Vec<(TacticalSquare, RiverClass)> =
        arms.iter().filter_map(|(arm, class)| Some((edge_square(*arm)?, *class))).collect();
    let meander = draft.key("rm");
    let kept_free: Vec<TacticalSquare> = interior().filter(|square| draft.is_kept_free(*square)).collect();
    let cost = |square: TacticalSquare| {
        let wish = if kept_free.contains(&square) { KEPT_FREE } else { 10 };
        Some(wish + meander.square(square).below(30))
    };
    for (place, (end, class)) in ends.iter().enumerate() {
        let way = match (place, ends.as_slice()) {
            (0, [_]) => {
                let source = inland(draft, "src", "src2");
                route(*end, |square| square == source, cost)
            }
            (0, [_, other, ..]) => route(*end, |square| square == other.0, cost),
            (1, _) => continue,
            _ => route(*end, |square| draft.river[square.index()].is_some(), cost),
        };
        for square in way.unwrap_or_else(|| vec![*end]) {
            let known = &mut draft.river[square.index()];
            *known = (*known).max(Some(*class));
            draft.ground[square.index()] = Ground::River;
        }
    }
}

/// Draws the mountain ranges as rivers are drawn; where one meets a river the river stays, in a gorge.
/// Mountains without a range have a peak, high mountains a solid core.
pub fn draw_ranges(draft: &mut Draft) {
    let mut arms = draft.map.ranges[draft.map.grid.index(draft.at)].clone();
    arms.sort();
    let ends: Vec<TacticalSquare> = arms.into_iter().filter_map(edge_square).collect();
    let fold = draft.key("mm");
    let mut range = [false; TACTICAL_SQUARES];
    for (place, end) in ends.iter().enumerate() {
        let way = match (place, ends.as_slice()) {
            (0, [_]) => {
                let peak = inland(draft, "pk", "pk2");
                route(*end, |square| square == peak, |square| Some(ridge_cost(draft, fold, square)))
            }
            (0, [_, other, ..]) => {
                route(*end, |square| square == *other, |square| Some(ridge_cost(draft, fold, square)))
            }
            (1, _) => continue,
            _ => route(*end, |square| range[square.index()], |square| Some(ridge_cost(draft, fold, square))),
        };
        way.unwrap_or_else(|| vec![*end]).iter().for_each(|square| range[square.index()] = true);
    }
    if ends.is_empty() {
        raise_peak(draft, &mut range);
    }
    if draft.terrain == Terrain::HighMountain {
        raise_core(draft, &mut range);
    }
    for square in TacticalSquare::all() {
        if range[square.index()] && draft.river[square.index()].is_none() {
            draft.ground[square.index()] = Ground::Mountain;
        }
    }
}

fn ridge_cost(draft: &Draft, fold: Key, square: TacticalSquare) -> u32 {
    let wish = match draft.is_kept_free(square) {
        true => KEPT_FREE,
        false if draft.river[square.index()].is_some() => OVER_RIVER,
        false => 10,
    };
    wish + fold.square(square).below(22)
}

fn raise_peak(draft: &Draft, range: &mut [bool]) {
    if !matches!(draft.terrain, Terrain::Mountain | Terrain::HighMountain) {
        return;
    }
    let peak = inland(draft, "pk", "pk2");
    let foot = [Direction::East, Direction::South].into_iter().filter_map(|side| peak.step(side));
    for square in foot.chain([peak]).filter(|square| !draft.is_kept_free(*square)) {
        range[square.index()] = true;
    }
}

fn raise_core(draft: &Draft, range: &mut [bool]) {
    let noise = Noise::over(draft.map_key(), "M", draft.at, 4);
    for square in interior() {
        let (x, y) = draft.global(square);
        range[square.index()] |= noise.at(x, y) > 120;
    }
}

/// A square well inside the map, off its middle lines, by two keys.
fn inland(draft: &Draft, col: &str, row: &str) -> TacticalSquare {
    let along = |word: &str| INLAND[draft.key(word).below(INLAND.len() as u32) as usize];
    TacticalSquare::new(along(col), along(row)).unwrap_or(TacticalSquare::MIDDLE)
}
