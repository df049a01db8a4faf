//! Rivers and ranges between a unit and where it marches (rules 7.8, 7.14; details "cross"; ).
//!
//! A tactical map with a river or a range falls into banks. Before enemies a unit keeps to its bank: it may
//! leave only where its bank reaches the edge, and enters the next map on the bank that continues it across
//! the shared edge. Without enemies it crosses by itself at any ford, pass or bridge; only where there is
//! none, an unfordable river stops it.

use crate::crossings::Crossings;
use crate::field::Field;
use crate::movement::hindrance::Hindrance;
use crate::unit::Unit;
use fieldpost_ground::map::{RiverClass, StrategicMap};
use fieldpost_ground::patch::Patch;
use fieldpost_ground::square::{Direction, StrategicSquare, TACTICAL_SIDE, TacticalSquare};
use fieldpost_ground::tactical::Lines;

/// The last column and row.
const LAST: u8 = TACTICAL_SIDE - 1;
/// The column or row that divides a map without river or range (rule 7.8).
const MIDDLE: u8 = 7;
/// All places, 0 to 14, of an edge.
const ALL_PLACES: u16 = (1 << TACTICAL_SIDE) - 1;

/// How a unit passes the edge of its tactical map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    direction: Direction,
    limits: Limits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limits {
    /// No river and no range: anywhere.
    None,
    /// A straight step: the places of the edge (bit n is place n) that it can pass, and whether it must keep
    /// to its bank.
    Edge { places: u16, keeps_bank: bool },
    /// A diagonal step: by the corner.
    Corner { keeps_bank: bool },
}

/// The tactical squares of the next map that a unit may enter, as far as banks go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Landing {
    Anywhere,
    /// These.
    Only(Patch),
}

impl Landing {
    /// Whether a square is one of them.
    pub fn allows(&self, square: TacticalSquare) -> bool {
        match self {
            Landing::Anywhere => true,
            Landing::Only(squares) => squares.holds(square),
        }
    }
}

/// ROTD-EUWOL 7.8, R-7.8: how a unit can pass the edge in a direction. In the presence of enemy combat units, or
/// of neutral ones on their home soil, it must keep to its bank; without, only a river that has neither ford,
/// bridge nor ferry, or a range without a pass, holds it up.
///
/// # Errors
/// If river or range keep it from that edge.
pub fn passage(field: Field<'_>, unit: &Unit, direction: Direction) -> Result<Passage, Hindrance> {
    if !field.atlas.sheet(unit.at).lines().any {
        return Ok(Passage { direction, limits: Limits::None });
    }
    let keeps_bank = field.blockers(unit.id.nation, unit.at).next().is_some();
    let walk = Walk::on(field, unit, unit.at, keeps_bank);
    let reached = walk.from(walk.feet(unit.tac));
    let limits = if direction.is_straight() {
        over_edge(field, unit, direction, &walk, reached)
    } else {
        by_corner(direction, &walk, reached)
    };
    Ok(Passage { direction, limits: limits.ok_or(Hindrance::WrongBank(direction))? })
}

/// The limits of a straight step; `None` if the unit cannot reach the edge. An edge without any land to stand
/// on parts no banks: impassable ground by itself does not block (7.7).
fn over_edge(
    field: Field<'_>,
    unit: &Unit,
    direction: Direction,
    walk: &Walk<'_>,
    reached: Patch,
) -> Option<Limits> {
    let land = bits(edge_squares(direction).map(|square| walk.is_ground(square)));
    if land == 0 {
        return Some(Limits::None);
    }
    let mut places = land & bits(edge_squares(direction).map(|square| reached.holds(square)));
    if walk.keeps_bank() {
        places = narrow_at_ends(&field.atlas.map, unit, direction, places);
    }
    (places != 0).then_some(Limits::Edge { places, keeps_bank: walk.keeps_bank() })
}

/// The limits of a diagonal step; `None` if the unit cannot reach the land nearest the corner.
fn by_corner(direction: Direction, walk: &Walk<'_>, reached: Patch) -> Option<Limits> {
    let corner = near_corner(walk, direction);
    if corner.is_empty() {
        return Some(Limits::None);
    }
    let limits = Limits::Corner { keeps_bank: walk.keeps_bank() };
    corner.iter().any(|square| reached.holds(*square)).then_some(limits)
}

/// ROTD-EUWOL 7.14, 7.8, R-7.8: where a unit that has passed the edge so may enter the next map.
///
/// From a square without river or range there is no restriction (7.8). Past the end of a river, column or row
/// 7 divides the sides of a map that has none.
pub fn landing(field: Field<'_>, unit: &Unit, passage: &Passage, to: StrategicSquare) -> Landing {
    let Passage { direction, limits } = *passage;
    let has_lines = field.atlas.sheet(to).lines().any;
    match limits {
        Limits::None => Landing::Anywhere,
        Limits::Edge { places, keeps_bank } if has_lines => {
            beyond_edge(field, unit, to, direction, (places, keeps_bank))
        }
        Limits::Edge { places, keeps_bank } => {
            let past_end = keeps_bank && is_end(&field.atlas.map, unit.at, direction.opposite());
            if past_end {
                only(|square| on_side(square, direction, places, MIDDLE))
            } else {
                Landing::Anywhere
            }
        }
        Limits::Corner { keeps_bank } if has_lines => {
            let walk = Walk::on(field, unit, to, keeps_bank);
            hanging_together(&walk, near_corner(&walk, direction.opposite()))
        }
        Limits::Corner { .. } => Landing::Anywhere,
    }
}

/// The squares of a map with a river or range that hang together with the places of the edge that a unit passes.
/// A river that comes in there and ends in the square parts its sides by the middle column or row.
fn beyond_edge(
    field: Field<'_>,
    unit: &Unit,
    to: StrategicSquare,
    direction: Direction,
    (places, keeps_bank): (u16, bool),
) -> Landing {
    let walk = Walk::on(field, unit, to, keeps_bank);
    let near = direction.opposite();
    let passed = edge_squares(near).enumerate().filter(|(place, _)| places & 1 << place != 0);
    let starts = passed.map(|(_, square)| square).filter(|square| walk.is_ground(*square)).collect();
    let landing = hanging_together(&walk, starts);
    let line = line_at(&field.atlas.map, to, near).filter(|_| keeps_bank);
    match line {
        Some(line) if on_both_sides(&landing, &walk, near, line) => {
            only(|square| landing.allows(square) && on_side(square, direction, places, line))
        }
        _ => landing,
    }
}

/// All squares that can be reached from some, and the crossings beside them; anywhere, if there are none to start from.
fn hanging_together(walk: &Walk<'_>, starts: Vec<TacticalSquare>) -> Landing {
    if starts.is_empty() {
        return Landing::Anywhere;
    }
    let reached = walk.from(starts);
    Landing::Only(reached.or(reached.grown().but(walk.lines.land)))
}

fn only(allows: impl Fn(TacticalSquare) -> bool) -> Landing {
    Landing::Only(Patch::of(allows))
}

/// Walking about one tactical map, without ever stepping over what parts the banks.
struct Walk<'a> {
    lines: &'a Lines,
    /// Whether fords, passes and bridges are crossed, and fordable rivers anywhere.
    crosses: bool,
    /// Where a way may lead.
    open: Patch,
}

impl<'a> Walk<'a> {
    fn on(field: Field<'a>, unit: &Unit, at: StrategicSquare, keeps_bank: bool) -> Self {
        let lines = field.atlas.sheet(at).lines();
        let open = if keeps_bank { lines.land } else { open(field, unit, at, lines) };
        Walk { lines, crosses: !keeps_bank, open }
    }

    /// Whether the unit keeps to its bank on this walk.
    fn keeps_bank(&self) -> bool {
        !self.crosses
    }

    /// Land that belongs to a bank: passable, and no crossing.
    fn is_ground(&self, square: TacticalSquare) -> bool {
        self.lines.land.holds(square)
    }

    /// Where a unit in a square stands for the purpose of banks: the square itself, or for a ford, pass, bridge
    /// or impassable ground the land around it.
    fn feet(&self, square: TacticalSquare) -> Vec<TacticalSquare> {
        if self.is_ground(square) { vec![square] } else { around(square).collect() }
    }

    /// All squares that can be reached from `starts`. Straight steps will do: a diagonal one does not slip between two
    /// closed squares, and goes round by the open one of the two.
    fn from(&self, starts: Vec<TacticalSquare>) -> Patch {
        starts.into_iter().collect::<Patch>().flooded(self.open)
    }
}

/// Where a unit walks that crosses what it can: land, fords and passes; a river where nobody has marked a ford, if it can be
/// waded; else where a railway bridge, a pontoon bridge or ferry of its side spans it (12.2 to 12.7).
fn open(field: Field<'_>, unit: &Unit, at: StrategicSquare, lines: &Lines) -> Patch {
    let dry = lines.land.or(lines.crossings);
    if field.atlas.map.river_class(at).is_none_or(|class| class == RiverClass::Fordable) {
        return dry.or(lines.rivers);
    }
    let mut spans: Patch = Crossings::of(field, unit, at).spans_for_a_march().into_iter().collect();
    if !field.state.bridges_destroyed.contains(&at) {
        spans = spans.or(lines.bridges);
    }
    dry.or(spans.and(lines.rivers))
}

fn around(square: TacticalSquare) -> impl Iterator<Item = TacticalSquare> {
    Direction::ALL.into_iter().filter_map(move |direction| square.step(direction))
}

/// The 15 squares of an edge, by place.
fn edge_squares(edge: Direction) -> impl Iterator<Item = TacticalSquare> {
    (0..TACTICAL_SIDE).filter_map(move |place| match edge {
        Direction::North => TacticalSquare::new(place, 0),
        Direction::South => TacticalSquare::new(place, LAST),
        Direction::West => TacticalSquare::new(0, place),
        _ => TacticalSquare::new(LAST, place),
    })
}

/// The land nearest to a corner along its two edges, within their near halves; nothing if there is none.
fn near_corner(walk: &Walk<'_>, corner: Direction) -> Vec<TacticalSquare> {
    let (dx, dy) = corner.step();
    let inward = |step: i8, by: u8| if step > 0 { LAST - by } else { by };
    let (col, row) = (inward(dx, 0), inward(dy, 0));
    (0..MIDDLE)
        .map(|by| {
            let pair = [TacticalSquare::new(inward(dx, by), row), TacticalSquare::new(col, inward(dy, by))];
            pair.into_iter().flatten().filter(|square| walk.is_ground(*square)).collect::<Vec<_>>()
        })
        .find(|ring| !ring.is_empty())
        .unwrap_or_default()
}

fn bits(flags: impl Iterator<Item = bool>) -> u16 {
    flags.enumerate().fold(0, |all, (place, flag)| all | u16::from(flag) << place)
}

/// Places before a place, and behind it.
fn sides_of(line: u8) -> (u16, u16) {
    let before = (1 << line) - 1;
    (before, ALL_PLACES & !before & !(1 << line))
}

/// The place where a river, or else a range, crosses a side of a square.
fn line_at(map: &StrategicMap, at: StrategicSquare, side: Direction) -> Option<u8> {
    let index = map.grid.index(at);
    let rivers = map.rivers[index].iter().map(|(arm, _)| arm);
    rivers.chain(&map.ranges[index]).find(|arm| arm.side == side).map(|arm| arm.place)
}

/// Whether a river or range that comes in by `side` ends in the square.
fn is_end(map: &StrategicMap, at: StrategicSquare, side: Direction) -> bool {
    let index = map.grid.index(at);
    let rivers: Vec<_> = map.rivers[index].iter().map(|(arm, _)| arm.side).collect();
    let ranges: Vec<_> = map.ranges[index].iter().map(|arm| arm.side).collect();
    rivers == [side] || ranges == [side]
}

/// ROTD-EUWOL 7.8, R-7.8: in a square where a river or range ends, and so does not part the land, column or row 7
/// parts it; on it a unit is on both sides. Matters only where the line crosses the edge or would, were it
/// not at its end.
fn narrow_at_ends(map: &StrategicMap, unit: &Unit, direction: Direction, places: u16) -> u16 {
    let line = match line_at(map, unit.at, direction) {
        Some(line) => line,
        None if is_end(map, unit.at, direction.opposite()) => MIDDLE,
        None => return places,
    };
    let (before, behind) = sides_of(line);
    if places & before == 0 || places & behind == 0 {
        return places;
    }
    match crosswise(unit.tac, direction).cmp(&MIDDLE) {
        std::cmp::Ordering::Less => places & before,
        std::cmp::Ordering::Greater => places & behind,
        std::cmp::Ordering::Equal => places,
    }
}

/// The column of a square for a step north or south, the row for one east or west.
fn crosswise(square: TacticalSquare, direction: Direction) -> u8 {
    if matches!(direction, Direction::North | Direction::South) { square.col() } else { square.row() }
}

/// Whether a square lies on the side of column or row 7 that the places are on, `line` parting them; the middle
/// itself is on both.
fn on_side(square: TacticalSquare, direction: Direction, places: u16, line: u8) -> bool {
    let (before, behind) = sides_of(line);
    let place = crosswise(square, direction);
    place <= MIDDLE && places & before != 0 || place >= MIDDLE && places & behind != 0
}

/// Whether land on both sides of the line at an edge is allowed.
fn on_both_sides(landing: &Landing, walk: &Walk<'_>, edge: Direction, line: u8) -> bool {
    let places = bits(edge_squares(edge).map(|square| walk.is_ground(square) && landing.allows(square)));
    let (before, behind) = sides_of(line);
    places & before != 0 && places & behind != 0
}
