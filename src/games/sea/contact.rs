//! Who is in contact with whom, and who sees what (WISC 5.1, 5.2).

use std::collections::{BTreeMap, BTreeSet};

use crate::ashore::{Ashore, Brigade, Site};
use crate::chart::Chart;
use crate::place::Place;
use crate::ship::{Ship, ShipId};
use crate::state::SeaState;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::map::RiverClass;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{Direction, StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::{Atlas, Ground};
use fieldpost_ground::unit::UnitId;

/// WISC 5.1: whether ships in two places are in contact: the same tactical area, the same coastal waters, these and a harbor or
/// mouth of theirs, the same harbor or river square. Two harbors of one coast are not.
pub fn touch(chart: &Chart, one: Place, other: Place) -> bool {
    if one == other {
        return !matches!(one, Place::Transit(..));
    }
    let opens = |inlet: Place, coast: Place| {
        let coast = coast.coast();
        coast.is_some_and(|coast| chart.exits(inlet).iter().any(|exit| exit.0 == coast))
    };
    opens(one, other) || opens(other, one)
}

/// WISC 5.1: whether ships in one place detect ships in the other: in contact, or on adjacent squares of a river.
pub fn detects(chart: &Chart, one: Place, other: Place) -> bool {
    let squares = chart.river_square(one).zip(chart.river_square(other));
    let next = |(one, other): (StrategicSquare, StrategicSquare)| {
        chart.rivers.next_to(one, RiverClass::Unfordable).iter().any(|(at, _)| *at == other)
    };
    touch(chart, one, other) || squares.is_some_and(next)
}

/// Who gives a ship orders and has her reports (2.3).
pub fn officers(ship: &Ship) -> BTreeSet<PlayerNo> {
    std::iter::once(ship.commander).chain(ship.deputy).collect()
}

/// Whoever has an active ship in contact with a place.
pub fn watchers(chart: &Chart, state: &SeaState, at: Place) -> BTreeSet<PlayerNo> {
    let near = state.ships.values().filter(|ship| ship.is_active() && detects(chart, ship.at, at));
    near.flat_map(officers).collect()
}

/// WISC 5.1: the ships of others that a ship detects, in id order.
pub fn seen_from<'a>(
    chart: &'a Chart,
    state: &'a SeaState,
    from: &'a Ship,
) -> impl Iterator<Item = &'a Ship> {
    let is_seen = |ship: &&Ship| ship.id != from.id && ship.is_active() && detects(chart, from.at, ship.at);
    state.ships.values().filter(move |ship| from.is_active() && is_seen(ship))
}

/// The square in which a unit is, and the tactical one if that is seen too.
pub type Stands = (StrategicSquare, Option<TacticalSquare>);

/// WISC 5.2: whether a ship sees for certain who stands in a tactical square: from a harbor in the city's, on a river on its banks.
pub fn in_view(chart: &Chart, atlas: &Atlas, from: &Ship, at: StrategicSquare, tac: TacticalSquare) -> bool {
    if let Place::Harbor(port) = from.at {
        let city = chart.port(port).at.and_then(|at| atlas.map.city_at(at));
        if let Some(city) = city {
            return (city.at, city.tac) == (at, tac);
        }
    }
    let sheet = atlas.sheet(at);
    let near = Direction::ALL.into_iter().filter_map(|side| tac.step(side));
    near.into_iter().any(|near| matches!(sheet.ground_at(near), Ground::River | Ground::Ford))
}

/// WISC 5.1, 5.2: the land units of others that a ship detects for certain: in a harbor those in the city's tactical square, on a
/// river those on its banks and friends anywhere in the square; batteries in her square and beside it. `bank` tells whether a
/// tactical square lies on the bank. Each with its square, and the tactical one where it stands in sight.
pub fn units_seen(
    chart: &Chart,
    state: &SeaState,
    ashore: &Ashore,
    from: &Ship,
    sees: impl Fn(StrategicSquare, TacticalSquare) -> bool,
) -> BTreeMap<UnitId, Stands> {
    let mut seen = BTreeMap::new();
    let Some(square) = chart.square(from.at).filter(|_| from.is_active()) else { return seen };
    for brigade in ashore.brigades.values() {
        let Site::Field(at, tac) = brigade.at else { continue };
        let friend = state.allied(brigade.nation, from.id.nation);
        let glimpsed = state.glimpsed.get(&from.id).is_some_and(|units| units.contains(&brigade.id));
        let certain = friend || sees(at, tac);
        if at == square && (certain || glimpsed) {
            seen.insert(brigade.id, (at, certain.then_some(tac)));
        }
    }
    let near = ashore.batteries.iter().filter(|unit| unit.batteries > 0 && unit.at.distance(square) <= 1);
    seen.extend(near.map(|unit| (unit.id, (unit.at, Some(unit.tac)))));
    seen
}

/// Whether anything of a nation's enemies is detected from a river square: what HALT ON ENEMY stops for (4.5). Of units, active or not, those
/// whose tactical square lies on the `bank`, as a ship there sees no others (5.2, N-95).
pub fn enemy_about(
    (chart, state, ashore): (&Chart, &SeaState, &Ashore),
    at: StrategicSquare,
    nation: NationCode,
    bank: impl Fn(TacticalSquare) -> bool,
) -> bool {
    let place = chart.river_place(at);
    let foe = |ship: &&Ship| state.hostile(ship.id.nation, nation);
    let mut ships = state.ships.values().filter(|ship| ship.is_active() && detects(chart, place, ship.at));
    let hostile = |of| state.hostile(of, nation);
    let on_bank = |unit: &Brigade| matches!(unit.at, Site::Field(_, tac) if bank(tac));
    let units = ashore.brigades_in(at).any(|unit| hostile(unit.nation) && on_bank(unit));
    let batteries = ashore
        .batteries
        .iter()
        .any(|unit| unit.batteries > 0 && unit.at.distance(at) <= 1 && hostile(unit.nation));
    units || batteries || ships.any(|ship| foe(&ship))
}

/// The ids of ships in places that touch, of which only one lists them: all that are in contact with a ship, friends too.
pub fn in_contact(chart: &Chart, state: &SeaState, id: ShipId) -> BTreeSet<ShipId> {
    let Some(own) = state.ships.get(&id) else { return BTreeSet::new() };
    let others = state.ships.values().filter(|ship| ship.id != id && touch(chart, own.at, ship.at));
    others.map(|ship| ship.id).collect()
}
