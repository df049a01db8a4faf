//! The banks of rivers that a line of contact crosses only at a bridge (rules 11.2, 1.3; ).
//!
//! A fordable river is no obstacle to a line: it always has a ford. In a square with an unfordable or
//! unbridgeable river the land falls into banks; bridges join them, and so do the fords of a tributary.

use std::collections::{BTreeMap, BTreeSet};

use crate::crossings::{pontoon_at, railway_bridge_stands};
use crate::field::Field;
use crate::unit::Unit;
use fieldpost_ground::map::RiverClass;
use fieldpost_ground::shore::Shore;
use fieldpost_ground::square::{Direction, StrategicSquare, TACTICAL_SIDE, TacticalSquare};
use fieldpost_ground::tactical::Banks;

/// The only bank of a square without a great river.
const WHOLE: Banks = Banks(1);

/// The banks of every square: those of the map, and of the few squares where bridges were laid or destroyed their own.
pub struct Shores<'a> {
    field: Field<'a>,
    changed: BTreeMap<StrategicSquare, Shore>,
}

impl<'a> Shores<'a> {
    /// The banks of a position's map, with the bridges that stand.
    pub fn new(field: Field<'a>) -> Self {
        let spans = |at: &StrategicSquare| field.units_in(*at).any(Unit::spans);
        let laid = field.occupancy.squares_with_bridges().filter(spans);
        let changed: BTreeSet<StrategicSquare> =
            laid.chain(field.state.bridges_destroyed.iter().copied()).collect();
        let of = |square: StrategicSquare| {
            let is_bridged =
                |tac| railway_bridge_stands(field, square, tac) || pontoon_at(field, square, tac).is_some();
            (square, Shore::new(field.atlas.sheet(square), is_bridged))
        };
        Shores { field, changed: changed.into_iter().map(of).collect() }
    }

    /// How many banks a square has.
    pub fn count(&self, square: StrategicSquare) -> u8 {
        self.split(square).map_or(1, |split| split.count)
    }

    /// Whether no great river runs through a square: all of it is one bank.
    pub fn is_whole(&self, square: StrategicSquare) -> bool {
        self.split(square).is_none()
    }

    /// The banks on which a tactical square lies: one, or those about it if it is itself river or water.
    pub fn under(&self, square: StrategicSquare, tac: TacticalSquare) -> Banks {
        let Some(split) = self.split(square) else { return WHOLE };
        match split.bank(tac) {
            Banks(0) => {
                let about = Direction::ALL.into_iter().filter_map(|direction| tac.step(direction));
                about.fold(Banks(0), |all, tac| Banks(all.0 | split.bank(tac).0))
            }
            banks => banks,
        }
    }

    /// The banks of the next square in `direction` that one reaches from `banks` of this one without crossing
    /// a river: over the tactical squares of the common edge, or round the common corner.
    pub fn across(&self, square: StrategicSquare, banks: Banks, direction: Direction) -> Banks {
        let Some(next) = self.field.atlas.map.grid.step(square, direction) else { return Banks(0) };
        let (here, there) = (self.split(square), self.split(next));
        if here.is_none() && there.is_none() {
            return if banks.touch(WHOLE) { WHOLE } else { Banks(0) };
        }
        let bank_in = |split: Option<&Shore>, tac| split.map_or(WHOLE, |split| split.bank(tac));
        let pair = |from, to| if bank_in(here, from).touch(banks) { bank_in(there, to).0 } else { 0 };
        if direction.is_straight() {
            let along = edge(direction).zip(edge(direction.opposite()));
            return Banks(along.fold(0, |all, (from, to)| all | pair(from, to)));
        }
        match (corner(here, direction), corner(there, direction.opposite())) {
            (Some(from), Some(to)) => Banks(pair(from, to)),
            _ => Banks(0),
        }
    }

    fn split(&self, square: StrategicSquare) -> Option<&Shore> {
        let map = &self.field.atlas.map;
        let is_great = map.river_class(square).is_some_and(|class| class > RiverClass::Fordable);
        if !is_great {
            return None;
        }
        Some(self.changed.get(&square).unwrap_or_else(|| self.field.atlas.shore(square)))
    }
}

/// The tactical squares along one side, from west to east or north to south.
fn edge(side: Direction) -> impl Iterator<Item = TacticalSquare> {
    const LAST: u8 = TACTICAL_SIDE - 1;
    (0..TACTICAL_SIDE).filter_map(move |place| match side {
        Direction::North => TacticalSquare::new(place, 0),
        Direction::South => TacticalSquare::new(place, LAST),
        Direction::West => TacticalSquare::new(0, place),
        _ => TacticalSquare::new(LAST, place),
    })
}

/// The tactical square at a corner; if that is river or water, the nearest along its two sides that is not.
fn corner(split: Option<&Shore>, corner: Direction) -> Option<TacticalSquare> {
    const LAST: u8 = TACTICAL_SIDE - 1;
    let (dx, dy) = corner.step();
    let place = |from_corner: u8, step: i8| if step > 0 { LAST - from_corner } else { from_corner };
    let near = (0..TACTICAL_SIDE / 2).flat_map(|away| [(away, 0), (0, away)]);
    let mut squares = near.filter_map(|(x, y)| TacticalSquare::new(place(x, dx), place(y, dy)));
    squares.find(|tac| split.is_none_or(|split| split.bank(*tac) != Banks(0)))
}
