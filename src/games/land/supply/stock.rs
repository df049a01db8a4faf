//! Where stock lies and how it is taken and put back (rules 11.6, 11.9).

use crate::state::LandState;
use crate::turn::Turn;
use crate::unit::{Source, UnitId};
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;

/// Where stock lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stock {
    City(String),
    /// In a depot or cache: its place in the list.
    Depot(usize),
    /// On the wagons of a corps headquarters.
    Corps(UnitId),
}

/// The stock of a source, as the units of a nation find it.
pub fn of_source(state: &LandState, nation: NationCode, source: &Source) -> Option<Stock> {
    match source {
        Source::City(name) => state.cities.contains_key(name).then(|| Stock::City(name.clone())),
        Source::Depot(at) => depot_of(state, nation, *at).map(Stock::Depot),
        Source::Unit(corps) => Some(Stock::Corps(*corps)),
    }
}

/// The depot or cache of a nation's side in a square: its place in the list. An enemy's may lie there too.
pub fn depot_of(state: &LandState, nation: NationCode, at: StrategicSquare) -> Option<usize> {
    state
        .depots
        .iter()
        .position(|depot| depot.at == at && state.relations.between(nation, depot.side).is_friendly())
}

/// The supplies in a stock.
pub fn left(state: &LandState, stock: &Stock) -> u32 {
    match stock {
        Stock::City(name) => state.cities.get(name).map_or(0, |city| city.supplies),
        Stock::Depot(place) => state.depots.get(*place).map_or(0, |depot| depot.supplies),
        Stock::Corps(corps) => state.units.get(corps).map_or(0, |corps| corps.supplies.into()),
    }
}

/// Takes one supply out of a stock, if there is one.
pub fn take(turn: &mut Turn, stock: &Stock) -> bool {
    match stock {
        Stock::City(name) => {
            turn.state.cities.get_mut(name).is_some_and(|city| draw_down(&mut city.supplies))
        }
        Stock::Depot(place) => {
            turn.state.depots.get_mut(*place).is_some_and(|depot| draw_down(&mut depot.supplies))
        }
        Stock::Corps(corps) => take_carried(turn, *corps),
    }
}

/// Takes one of the supplies that a unit carries, if it carries any.
pub fn take_carried(turn: &mut Turn, id: UnitId) -> bool {
    let unit = turn.state.units.get_mut(&id).filter(|unit| unit.supplies > 0);
    unit.map(|unit| unit.supplies -= 1).is_some()
}

fn draw_down(supplies: &mut u32) -> bool {
    let some = *supplies > 0;
    *supplies -= u32::from(some);
    some
}

/// Puts one supply into a stock, if it has room.
pub fn put_back(turn: &mut Turn, stock: &Stock) -> bool {
    match stock {
        Stock::City(name) => turn.state.cities.get_mut(name).map(|city| city.supplies += 1).is_some(),
        Stock::Depot(place) => turn.state.depots.get_mut(*place).map(|depot| depot.supplies += 1).is_some(),
        // Who draws from a corps carries one at most, and has eaten that one before it unloads.
        Stock::Corps(_) => false,
    }
}
