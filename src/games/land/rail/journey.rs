//! Which way a train goes and how far (rules 8.1 to 8.3; ).

use std::collections::{BTreeMap, VecDeque};

use crate::book::Rail;
use crate::control;
use crate::event::reason::{Reason, Why};
use crate::field::Field;
use crate::movement::closed;
use crate::orders::RailMove;
use crate::rail::refusal::Refusal;
use crate::state::Control;
use crate::unit::Unit;
use fieldpost_ground::map::StrategicMap;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{Direction, StrategicSquare};

/// Why a journey ends before the square it was meant to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Short {
    /// A turn's journey is no longer (rule 8.1).
    Limit,
    /// The next square is barred (rule 8.3).
    Barred,
    /// No room farther on (R-8.3c).
    Room,
}

impl Short {
    /// The reason, as its side is told it.
    pub fn reason(self, rail: &Rail) -> Reason {
        match self {
            Short::Limit => Why::JourneyLimit.of(rail.squares),
            Short::Barred => Why::BarredBeyond.into(),
            Short::Room => Why::NoRoomFarther.into(),
        }
    }
}

/// A way by rail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journey {
    /// The squares after the one it begins in, the last the destination.
    pub squares: Vec<StrategicSquare>,
    /// How many of them can be travelled this turn.
    pub reach: usize,
    /// Why not all, if so.
    pub short: Option<Short>,
}

impl Journey {
    /// Each square of the way with the one before it.
    pub fn legs(
        &self,
        from: StrategicSquare,
    ) -> impl DoubleEndedIterator<Item = (StrategicSquare, StrategicSquare)> + ExactSizeIterator {
        (0..self.squares.len()).map(move |place| {
            let before = place.checked_sub(1).map_or(from, |before| self.squares[before]);
            (before, self.squares[place])
        })
    }
}

/// R-8.3b: whether there is track to travel in a square: a railway that is not destroyed, on land that may be
/// entered (7.16).
pub fn is_track(field: Field<'_>, at: StrategicSquare) -> bool {
    field.atlas.map.is_rail(at) && !field.state.track_destroyed.contains(&at) && !closed::is_closed(field, at)
}

/// ROTD-EUWOL 8.2: whether the railway of a square is friendly-controlled as the units stand now.
pub fn is_controlled(field: Field<'_>, nation: NationCode, at: StrategicSquare) -> bool {
    match control::of_railway_now(field, at) {
        Control::Nation(holder) => field.relation(nation, holder).is_friendly(),
        Control::None => false,
    }
}

/// ROTD-EUWOL 8.2, 8.3, R-8.3, R-8.3b: whether a train of a nation can enter a square: track that is friendly-controlled.
/// Enemies beside a track that friends alone hold do not bar it.
fn is_open(field: Field<'_>, nation: NationCode, at: StrategicSquare) -> bool {
    is_track(field, at) && is_controlled(field, nation, at)
}

/// ROTD-EUWOL 8.3, R-8.3: the shortest valid way of at most 80 squares, else the shortest way of at most 80 squares
/// over any track, as far as it is open; 40 squares of it at most. Militia that go by rail keep to their home (7.1).
///
/// # Errors
/// If there is no such way, or not even its first square can be entered.
pub fn plan(field: Field<'_>, unit: &Unit, rail: &RailMove) -> Result<Journey, Refusal> {
    let nation = unit.id.nation;
    let rules = field.book.rail.as_ref().ok_or(Refusal::NoRailway(unit.at))?;
    let named = rail.via.into_iter().chain([rail.to]);
    if let Some(without) = named.clone().find(|at| !is_track(field, *at)) {
        return Err(Refusal::NoRailway(without));
    }
    if named.clone().all(|at| at == unit.at) {
        return Err(Refusal::There(unit.at));
    }
    if closed::leaves_home(field, unit, rail.to) {
        return Err(Refusal::LeavesHome(rail.to));
    }
    let most = rules.path;
    let map = &field.atlas.map;
    let search = |may_enter: &dyn Fn(StrategicSquare) -> bool| {
        let at_home = |at| may_enter(at) && !closed::leaves_home(field, unit, at);
        through(map, unit.at, rail, &at_home).filter(|squares| squares.len() <= most)
    };
    let squares = search(&|at| is_open(field, nation, at))
        .or_else(|| search(&|at| is_track(field, at)))
        .ok_or(Refusal::TooFar(rail.to, most))?;
    let open = squares.iter().take_while(|at| is_open(field, nation, **at)).count();
    if open == 0 {
        return Err(squares.first().map_or(Refusal::There(unit.at), |next| Refusal::Barred(*next)));
    }
    let reach = open.min(rules.squares);
    let cause = if reach == rules.squares { Short::Limit } else { Short::Barred };
    let short = (reach < squares.len()).then_some(cause);
    Ok(Journey { squares, reach, short })
}

/// ROTD-EUWOL 8.3: the shortest way over squares that may be entered, through the waypoint if there is one: to it and
/// on from it.
pub fn through(
    map: &StrategicMap,
    from: StrategicSquare,
    rail: &RailMove,
    may_enter: &dyn Fn(StrategicSquare) -> bool,
) -> Option<Vec<StrategicSquare>> {
    let middle = rail.via.unwrap_or(from);
    let track = |at: StrategicSquare, side: Direction| has_track_to(map, at, side);
    let mut squares = shortest(map, &track, from, middle, may_enter)?;
    squares.extend(shortest(map, &track, middle, rail.to, may_enter)?);
    Some(squares)
}

/// ROTD-EUWOL 11.7: the squares of the shortest way by rail for supplies: friendly-controlled track from end to end.
pub fn for_supplies(
    field: Field<'_>,
    nation: NationCode,
    from: StrategicSquare,
    to: StrategicSquare,
) -> Option<usize> {
    let map = &field.atlas.map;
    let open = |at| is_open(field, nation, at);
    let track = |at: StrategicSquare, side: Direction| has_track_to(map, at, side);
    let squares = open(from).then(|| shortest(map, &track, from, to, &open))??;
    Some(squares.len())
}

/// A side of a square, and whether a line crosses it there.
type Crosses<'a> = dyn Fn(StrategicSquare, Direction) -> bool + 'a;

/// the shortest way along a line that crosses the sides of squares, breadth first, the directions tried in the
/// order north, east, south, west; without the square it begins in, so none for where it is already.
pub fn shortest(
    map: &StrategicMap,
    crosses: &Crosses<'_>,
    from: StrategicSquare,
    to: StrategicSquare,
    may_enter: &dyn Fn(StrategicSquare) -> bool,
) -> Option<Vec<StrategicSquare>> {
    let mut came_from = BTreeMap::from([(from, from)]);
    let mut open = VecDeque::from([from]);
    while let Some(here) = open.pop_front().filter(|here| *here != to) {
        for next in along(map, crosses, here) {
            if !came_from.contains_key(&next) && may_enter(next) {
                came_from.insert(next, here);
                open.push_back(next);
            }
        }
    }
    let mut here = to;
    let mut squares = Vec::new();
    while here != from {
        squares.push(here);
        here = *came_from.get(&here)?;
    }
    squares.reverse();
    Some(squares)
}

/// ROTD-EUWOL 8.1: the squares to which the line of a square leads: north, east, south or west, never diagonally, and
/// only where it crosses the edge.
fn along<'a>(
    map: &'a StrategicMap,
    crosses: &'a Crosses<'_>,
    here: StrategicSquare,
) -> impl Iterator<Item = StrategicSquare> + 'a {
    const STRAIGHT: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];
    STRAIGHT.into_iter().filter(move |side| crosses(here, *side)).filter_map(move |side| {
        let next = map.grid.step(here, side)?;
        crosses(next, side.opposite()).then_some(next)
    })
}

/// Whether the track of a square crosses one of its sides.
fn has_track_to(map: &StrategicMap, at: StrategicSquare, side: Direction) -> bool {
    map.rails[map.grid.index(at)].iter().any(|arm| arm.side == side)
}
