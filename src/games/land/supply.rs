//! Supplies eaten and drawn at the start of a turn (rules 11.6, 11.9; R-11.6/9), as far as marching hangs on them
//! (rule 7.2): a brigade marches with its wagons only while it still carries a supply after this phase.
//!
//! Not built here: desertion, requisition, ammunition, transfers, and the bound of 18 units a corps headquarters
//! can supply (11.5 to 11.13).

use crate::games::land::communications::sources::{corps_feeds, depot_feeds};
use crate::games::land::communications::{cities_by_square, city_of};
use crate::games::land::contact::Lines;
use crate::games::land::detection::witness;
use crate::games::land::event::Kind;
use crate::games::land::orders::{Carry, SourceWish};
use crate::games::land::turn::Turn;
use crate::games::land::unit::{Source, Unit, UnitId, UnitType};

/// Most supplies a corps headquarters carries (rule 11.9); any other unit carries one.
const CORPS_LOAD: u8 = 12;

/// Where stock lies.
enum Stock {
    City(String),
    Depot(usize),
    Corps(UnitId),
}

/// ROTD-EUWOL 11.6, 11.9, R-11.6/9: each active unit but a naval battery consumes a supply, the one it carries
/// before one of its source; then it draws, or unloads, to the level it was ordered to carry. Corps headquarters
/// come first, then the others, each in id order, until a stock is empty.
pub fn consume_and_draw(turn: &mut Turn) {
    let eats = |unit: &&Unit| unit.is_active() && unit.id.kind != UnitType::NavalBattery;
    let mut ids = turn.state.units.values().filter(eats).map(|unit| unit.id).collect::<Vec<_>>();
    ids.sort_by_key(|id| (id.kind != UnitType::CorpsHq, *id));
    for id in &ids {
        consume(turn, *id);
    }
    for id in &ids {
        carry_as_ordered(turn, *id);
    }
}

/// ROTD-EUWOL 11.9: the supplies that a unit carries at most.
pub fn most_carried(kind: UnitType) -> u8 {
    if kind == UnitType::CorpsHq { CORPS_LOAD } else { 1 }
}

fn consume(turn: &mut Turn, id: UnitId) {
    let carries = turn.state.units.get(&id).is_some_and(|unit| unit.supplies > 0);
    let eaten = if carries {
        take_carried(turn, id)
    } else {
        stock_for(turn, id).is_some_and(|stock| take(turn, &stock)) || eat_of_corps(turn, id)
    };
    if eaten {
        tell(turn, id, Kind::Consume);
    }
}

/// R-11.9b: an exhausted source is none: nobody starves beside the corps headquarters it lists while that has
/// supplies. It feeds from these only who has nothing else, and gives none of them to be carried.
fn eat_of_corps(turn: &mut Turn, id: UnitId) -> bool {
    match source_of(turn, id) {
        Some(Source::Unit(corps)) => take_carried(turn, corps),
        _ => false,
    }
}

fn take_carried(turn: &mut Turn, id: UnitId) -> bool {
    let unit = turn.state.units.get_mut(&id).filter(|unit| unit.supplies > 0);
    unit.map(|unit| unit.supplies -= 1).is_some()
}

/// ROTD-EUWOL 11.9: to the ordered level; without a supply line, or with a level that is left blank, it stays.
fn carry_as_ordered(turn: &mut Turn, id: UnitId) {
    let Some(Carry { level, .. }) = turn.progress.get(&id).and_then(|progress| progress.orders.carry.clone())
    else {
        return;
    };
    let level = level.min(most_carried(id.kind));
    let Some(stock) = stock_for(turn, id) else { return };
    let carried = |turn: &Turn| turn.state.units.get(&id).map_or(0, |unit| unit.supplies);
    let before = carried(turn);
    while carried(turn) < level && take(turn, &stock) {
        if let Some(unit) = turn.state.units.get_mut(&id) {
            unit.supplies += 1;
        }
    }
    while carried(turn) > level && may_unload(turn, id) && put_back(turn, &stock) {
        take_carried(turn, id);
    }
    if carried(turn) > before {
        tell(turn, id, Kind::Draw);
    }
}

/// ROTD-EUWOL 11.9: not where an enemy unit is present.
fn may_unload(turn: &Turn, id: UnitId) -> bool {
    turn.state.units.get(&id).is_some_and(|unit| !turn.field().has_enemy(id.nation, unit.at))
}

/// ROTD-EUWOL 6.7, 11.9, 11.13: the stock a unit uses: none if it ordered so; the source it named where that
/// would feed it; else the listed one. A unit that lists a corps headquarters uses that
/// headquarters' own source, and what it carries where it has none.
fn stock_for(turn: &Turn, id: UnitId) -> Option<Stock> {
    match source_of(turn, id)? {
        Source::Unit(corps) => {
            let beyond = source_of(turn, corps).and_then(|source| stored(turn, &source));
            Some(beyond.unwrap_or(Stock::Corps(corps)))
        }
        source => stored(turn, &source),
    }
}

fn source_of(turn: &Turn, id: UnitId) -> Option<Source> {
    let unit = turn.state.units.get(&id)?;
    let wish =
        turn.progress.get(&id).and_then(|progress| progress.orders.carry.as_ref()).map(|carry| &carry.from);
    match wish {
        Some(SourceWish::None) => None,
        Some(SourceWish::Named(source)) if is_at_hand(turn, unit, source) => Some(source.clone()),
        _ => unit.source.clone(),
    }
}

/// ROTD-EUWOL 6.7, 11.6: whether a unit may draw from a source: what would feed it, near or far.
fn is_at_hand(turn: &Turn, unit: &Unit, source: &Source) -> bool {
    let field = turn.field();
    let lines = Lines::new(field);
    let cities = cities_by_square(field.state);
    match source {
        Source::Unit(corps) => {
            let corps =
                field.unit(*corps).filter(|corps| corps.is_active() && corps.id.kind == UnitType::CorpsHq);
            corps.is_some_and(|corps| corps_feeds(&lines, &cities, unit, corps))
        }
        Source::City(name) => city_of(field, &cities, unit).as_ref() == Some(name),
        Source::Depot(at) => {
            let mut there = field.state.depots.iter().filter(|depot| depot.at == *at);
            there.any(|depot| depot_feeds(&lines, &cities, unit, depot))
        }
    }
}

fn stored(turn: &Turn, source: &Source) -> Option<Stock> {
    match source {
        Source::City(name) => turn.state.cities.contains_key(name).then(|| Stock::City(name.clone())),
        Source::Depot(at) => turn.state.depots.iter().position(|depot| depot.at == *at).map(Stock::Depot),
        Source::Unit(corps) => Some(Stock::Corps(*corps)),
    }
}

/// Takes one supply out of a stock, if there is one.
fn take(turn: &mut Turn, stock: &Stock) -> bool {
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

fn draw_down(supplies: &mut u32) -> bool {
    let some = *supplies > 0;
    *supplies -= u32::from(some);
    some
}

/// Puts one supply into a stock, if it has room.
fn put_back(turn: &mut Turn, stock: &Stock) -> bool {
    match stock {
        Stock::City(name) => turn.state.cities.get_mut(name).map(|city| city.supplies += 1).is_some(),
        Stock::Depot(place) => turn.state.depots.get_mut(*place).map(|depot| depot.supplies += 1).is_some(),
        Stock::Corps(corps) => {
            let room = turn.state.units.get_mut(corps).filter(|corps| corps.supplies < CORPS_LOAD);
            room.map(|corps| corps.supplies += 1).is_some()
        }
    }
}

fn tell(turn: &mut Turn, id: UnitId, kind: Kind) {
    let event = turn.event(kind, id);
    witness::tell_own(turn, id, event);
}
