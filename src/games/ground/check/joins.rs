//! Tactical maps join at their edges and corners: rivers and ranges by rule 2.3, and railways and the shore
//! with them. Facing squares agree place by place.

use std::fmt;

use crate::check::Check;
use crate::map::Terrain;
use crate::square::{Direction, StrategicSquare, TACTICAL_SIDE, TacticalSquare};
use crate::tactical::{Ground, Sheet};

/// The last column and row.
const LAST: u8 = TACTICAL_SIDE - 1;

/// A tactical square of the whole map.
#[derive(Clone, Copy)]
struct Place {
    at: StrategicSquare,
    tac: TacticalSquare,
}

/// What of a tactical square must be the same across an edge.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Joint {
    line: Edge,
    rail: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    None,
    River,
    Range,
    Water,
}

impl Joint {
    fn of(sheet: &Sheet, tac: TacticalSquare) -> Self {
        let line = match sheet.ground_at(tac) {
            Ground::River | Ground::Ford => Edge::River,
            Ground::Mountain | Ground::Pass => Edge::Range,
            Ground::Water => Edge::Water,
            Ground::Open | Ground::Hills | Ground::HighHills | Ground::Forest | Ground::Town => Edge::None,
        };
        Joint { line, rail: sheet.rail[tac.index()] }
    }
}

impl fmt::Display for Joint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = match self.line {
            Edge::None => "land",
            Edge::River => "river",
            Edge::Range => "mountain range",
            Edge::Water => "water",
        };
        write!(f, "{line}{}", if self.rail { " with a railway" } else { "" })
    }
}

/// Finds where a square does not join its neighbours east, south and at the corner between them.
pub fn check(check: &mut Check<'_>, at: StrategicSquare) {
    for side in [Direction::East, Direction::South] {
        if let Some(next) = check.map.grid.step(at, side) {
            edge(check, at, side, next);
        }
    }
    corners(check, at);
}

/// The places 1 to 13 of an edge; 0 and 14 belong to corners.
fn edge(check: &mut Check<'_>, at: StrategicSquare, side: Direction, next: StrategicSquare) {
    let is_water = |square| check.map.terrain_at(square) == Terrain::Water;
    let shores = (is_water(at), is_water(next));
    if shores == (true, true) {
        return;
    }
    let facing = (1..LAST).filter_map(|place| {
        let (near, far) = match side {
            Direction::East => ((LAST, place), (0, place)),
            _ => ((place, LAST), (place, 0)),
        };
        let near = Place { at, tac: TacticalSquare::new(near.0, near.1)? };
        Some((near, Place { at: next, tac: TacticalSquare::new(far.0, far.1)? }))
    });
    let joint = |place: Place| Joint::of(check.loaded.atlas.sheet(place.at), place.tac);
    let differing = facing.filter(|(near, far)| match shores {
        (true, _) => !meets_water(joint(*far)),
        (_, true) => !meets_water(joint(*near)),
        _ => joint(*near) != joint(*far),
    });
    let differing: Vec<(Place, Place)> = differing.collect();
    if let Some((near, far)) = differing.first().copied() {
        let message = format!(
            "{} is {}, and {} of {} beside it is {}; expected the same on both sides of the {} edge{}",
            near.tac,
            joint(near),
            far.tac,
            check.label(next),
            joint(far),
            side.words(),
            and_more(differing.len() - 1)
        );
        find(check, &[near, far], message);
    }
}

/// Beside a square of water there is water, or a river's mouth.
fn meets_water(joint: Joint) -> bool {
    matches!(joint.line, Edge::Water | Edge::River) && !joint.rail
}

fn and_more(places: usize) -> String {
    match places {
        0 => String::new(),
        1 => " (and one place more)".into(),
        more => format!(" (and {more} places more)"),
    }
}

/// The corner to the south-east, and at the map's northern and western edge the one that only two squares have.
fn corners(check: &mut Check<'_>, at: StrategicSquare) {
    use Direction::{East, South, SouthEast};
    corner(check, at, (LAST, LAST), &[(East, 0, LAST), (South, LAST, 0), (SouthEast, 0, 0)]);
    if at.row == 0 {
        corner(check, at, (LAST, 0), &[(East, 0, 0)]);
    }
    if at.col == 0 {
        corner(check, at, (0, LAST), &[(South, 0, 0)]);
    }
}

/// The squares that meet at a corner are all water or all land, and no line runs through it: it would be on two
/// edges at once.
fn corner(check: &mut Check<'_>, at: StrategicSquare, own: (u8, u8), others: &[(Direction, u8, u8)]) {
    let beside =
        others.iter().filter_map(|(side, col, row)| Some((check.map.grid.step(at, *side)?, *col, *row)));
    let places: Vec<Place> = std::iter::once((at, own.0, own.1))
        .chain(beside)
        .filter_map(|(at, col, row)| Some(Place { at, tac: TacticalSquare::new(col, row)? }))
        .collect();
    let joint = |place: &Place| Joint::of(check.loaded.atlas.sheet(place.at), place.tac);
    let is_plain =
        |place: &&Place| matches!(joint(place).line, Edge::None | Edge::Water) && !joint(place).rail;
    let odd = places.iter().find(|place| !is_plain(place));
    let same = places.windows(2).all(|pair| joint(&pair[0]) == joint(&pair[1]));
    if odd.is_none() && same {
        return;
    }
    let meeting: Vec<String> = places
        .iter()
        .map(|place| format!("{} of {} is {}", place.tac, check.label(place.at), joint(place)))
        .collect();
    let message = format!("at a corner {}; expected all land or all water, and no line", meeting.join(", "));
    find(check, &places, message);
}

/// The fault is that of the first square whose tactical map is drawn by hand, or of the first.
fn find(check: &mut Check<'_>, places: &[Place], message: String) {
    let drawn = places.iter().find(|place| check.loaded.drawn.contains_key(&place.at));
    let is_land = |place: &&Place| check.map.terrain_at(place.at) != Terrain::Water;
    if let Some(place) = drawn.or_else(|| places.iter().find(is_land)).copied() {
        check.find_in_square(place.at, message);
    }
}
