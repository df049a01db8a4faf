//! Depots and caches placed and removed (rule 11.5, R-11.5b).

use crate::control;
use crate::event::reason::{Reason, Why};
use crate::event::{Fact, Matter, Scene};
use crate::field::Field;
use crate::movement::closed;
use crate::orders::OfficeOrder;
use crate::rail::journey;
use crate::state::{Control, Depot, DepotKind};
use crate::supply::hunger::is_open_or_river;
use crate::supply::reserve;
use crate::supply::stock::depot_of;
use crate::treasury::{self, Giver};
use crate::turn::Turn;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{Direction, StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::Ground;

/// Why a depot or cache cannot be placed, in the words its giver is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// Nothing can stand in the strategic square.
    Square,
    /// Nothing can stand in the tactical square.
    Ground,
    /// The side has one there, as the book calls such a place.
    There(&'static str),
    /// The book has no caches.
    NoCaches,
    /// None of the places that the rule allows.
    Far(Option<u8>),
    /// In the right strategic square, and in the wrong tactical one.
    Tactical,
}

impl From<Bar> for Reason {
    fn from(bar: Bar) -> Reason {
        match bar {
            Bar::Square => Why::NoPlaceForAStore.into(),
            Bar::Ground => Why::NoGroundForAStore.into(),
            // What its stores are called is the book's.
            Bar::There(store) => Why::StoreThere.named(&None::<u8>, store),
            Bar::NoCaches => Why::NoCaches.into(),
            Bar::Far(Some(reach)) => Why::OffTheNet.of(reach),
            Bar::Far(None) => Why::OffTheWays.into(),
            Bar::Tactical => Why::WrongTactical.into(),
        }
    }
}

/// ROTD-EUWOL 11.5, T-01: places and removes depots and caches, in order of receipt.
pub fn by_order(turn: &mut Turn) {
    for (giver, order) in treasury::offices(turn) {
        match order {
            OfficeOrder::PlaceDepot { at, tac } => place(turn, giver, DepotKind::Depot, at, tac),
            OfficeOrder::PlaceCache { at, tac } => place(turn, giver, DepotKind::Cache, at, tac),
            OfficeOrder::RemoveDepot(at) => remove(turn, giver, DepotKind::Depot, at),
            OfficeOrder::RemoveCache(at) => remove(turn, giver, DepotKind::Cache, at),
            _ => {}
        }
    }
}

/// ROTD-EUWOL 11.5, R-8.7: places an empty depot or cache where one may be, against its price.
fn place(turn: &mut Turn, giver: Giver, kind: DepotKind, at: StrategicSquare, tac: TacticalSquare) {
    if let (DepotKind::Depot, Some(turns)) = (kind, reserve::turns(turn.book.supply.depots)) {
        return reserve::place(turn, giver, at, tac, turns);
    }
    let price = match kind {
        DepotKind::Depot => turn.state.prices.depot,
        DepotKind::Cache => turn.state.prices.cache,
    };
    let paid = match bar_to_place(turn.field(), giver.nation, kind, at, tac) {
        Some(bar) => Err(Reason::from(bar)),
        None => treasury::pay(&mut turn.state, giver.nation, price).map_err(Reason::from),
    };
    let (what, label) = (kind.word(), turn.atlas.map.grid.label(at));
    let scene = Scene { at: Some(at), tac: Some(tac), matter: Some(Matter::Depot(kind)) };
    match paid {
        Ok(()) => {
            turn.state.depots.push(Depot { at, tac, kind, side: giver.nation, supplies: 0 });
            let affair = scene.told(Why::DepotPlaced.named(&kind, what).and(label).and(tac));
            treasury::tell(turn, giver, Fact::PlaceDepot(affair));
        }
        Err(why) => {
            let why = Why::NotPlaced.named(&kind, what).and(label).and(tac).because(why);
            treasury::tell(turn, giver, Fact::Declined(scene.told(why)));
        }
    }
}

/// ROTD-EUWOL 11.5, R-11.5b: removes a depot or cache of the giver's nation; what it still holds is lost with it.
fn remove(turn: &mut Turn, giver: Giver, kind: DepotKind, at: StrategicSquare) {
    let is_meant = |depot: &Depot| depot.at == at && depot.kind == kind && depot.side == giver.nation;
    let found = turn.state.depots.iter().position(is_meant);
    let (what, label) = (kind.word(), turn.atlas.map.grid.label(at));
    let Some(place) = found else {
        let scene = Scene { at: Some(at), tac: None, matter: Some(Matter::Depot(kind)) };
        let why = Why::NoneToRemove.named(&kind, what).and(label);
        treasury::tell(turn, giver, Fact::Declined(scene.told(why)));
        return;
    };
    if let (DepotKind::Depot, Some(turns)) = (kind, reserve::turns(turn.book.supply.depots)) {
        let depot = turn.state.depots[place].clone();
        return reserve::remove(turn, giver, &depot, turns);
    }
    let depot = turn.state.depots.remove(place);
    let scene = Scene { at: Some(at), tac: Some(depot.tac), matter: Some(Matter::Depot(kind)) };
    let removed = |why: Why| why.named(&kind, what).and(label).and(depot.tac);
    let why = match depot.supplies {
        0 => removed(Why::DepotRemoved),
        supplies => removed(Why::DepotRemovedFull).and(supplies),
    };
    treasury::tell(turn, giver, Fact::RemoveDepot(scene.told(why)));
}

/// ROTD-EUWOL 11.5, R-11.5, R-11.5b: what keeps a depot or cache from being placed.
pub fn bar_to_place(
    field: Field<'_>,
    nation: NationCode,
    kind: DepotKind,
    at: StrategicSquare,
    tac: TacticalSquare,
) -> Option<Bar> {
    bars_to_place(field, nation, kind, at, tac).next()
}

/// The same, everything that keeps it from being placed.
pub fn bars_to_place(
    field: Field<'_>,
    nation: NationCode,
    kind: DepotKind,
    at: StrategicSquare,
    tac: TacticalSquare,
) -> impl Iterator<Item = Bar> {
    let is_shut = !field.atlas.map.is_passable(at) || closed::is_closed(field, at);
    let is_far = !is_on_friendly_way(field, nation, at) && !is_within_reach(field, nation, at);
    let bars = [
        (Bar::NoCaches, kind == DepotKind::Cache && field.book.supply.caches.is_none()),
        (Bar::Square, is_shut),
        (Bar::Ground, !field.atlas.sheet(at).is_passable(tac)),
        (Bar::There(field.book.stores()), depot_of(field.state, nation, at).is_some()),
        (Bar::Far(field.book.supply.depot_reach), is_far),
        (Bar::Tactical, kind == DepotKind::Depot && !is_right_tactical_square(field, nation, at, tac)),
    ];
    bars.into_iter().filter(|(_, bars)| *bars).map(|(bar, _)| bar)
}

/// ROTD-EUWOL 11.5: whether a square has a railway, a navigable river or a city that a nation's side controls.
fn is_on_friendly_way(field: Field<'_>, nation: NationCode, at: StrategicSquare) -> bool {
    let railway = journey::is_track(field, at) && journey::is_controlled(field, nation, at);
    railway || is_friendly_river(field, nation, at) || is_friendly_city(field, nation, at)
}

/// ROTD-EUWOL 1.3, 11.5: whether a navigable river in a square is controlled by a nation's side: one that cannot be
/// forded.
pub fn is_friendly_river(field: Field<'_>, nation: NationCode, at: StrategicSquare) -> bool {
    let navigable = field.atlas.map.is_navigable(at);
    let friendly = match control::of_river(field, at) {
        Control::Nation(holder) => field.relation(nation, holder).is_friendly(),
        Control::None => false,
    };
    navigable && friendly
}

/// Whether a city in a square is controlled by a nation's side.
pub fn is_friendly_city(field: Field<'_>, nation: NationCode, at: StrategicSquare) -> bool {
    let city = field.state.city_at(at);
    city.is_some_and(|(_, city)| field.relation(nation, city.control).is_friendly())
}

/// ROTD-EUWOL 11.5, R-11.5: whether a square is open or river terrain within four squares, as G-05 counts, of a
/// friendly city or depot; a cache is not enough.
fn is_within_reach(field: Field<'_>, nation: NationCode, at: StrategicSquare) -> bool {
    let friendly = |other| field.relation(nation, other).is_friendly();
    let Some(reach) = field.book.supply.depot_reach else { return false };
    let near = |place: StrategicSquare| place.distance(at) <= reach;
    let depots = field.state.depots.iter().filter(|depot| depot.kind == DepotKind::Depot);
    is_open_or_river(field, at)
        && (field.state.cities.values().any(|city| near(city.at) && friendly(city.control))
            || depots.into_iter().any(|depot| near(depot.at) && friendly(depot.side)))
}

/// ROTD-EUWOL 11.5, R-11.5b: where in its square a depot lies: on the track, beside the river, or in the friendly
/// city's tactical square, whichever the square has; anywhere in a square that has none of them.
fn is_right_tactical_square(
    field: Field<'_>,
    nation: NationCode,
    at: StrategicSquare,
    tac: TacticalSquare,
) -> bool {
    let (map, sheet) = (&field.atlas.map, field.atlas.sheet(at));
    let is_river = |square: TacticalSquare| matches!(sheet.ground_at(square), Ground::River | Ground::Ford);
    let beside_river = || Direction::ALL.into_iter().filter_map(|way| tac.step(way)).any(is_river);
    let city = field.state.city_at(at).filter(|_| is_friendly_city(field, nation, at));
    let is_plain = !journey::is_track(field, at) && !map.is_river(at) && city.is_none();
    is_plain
        || journey::is_track(field, at) && sheet.rail[tac.index()]
        || map.is_river(at) && beside_river()
        || city.is_some_and(|(_, city)| city.tac == tac)
}
