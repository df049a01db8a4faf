//! The nearest source of supply (rules 11.6, 11.13), as the status report lists it.

use std::collections::BTreeMap;

use crate::games::land::communications::{
    CORPS_RANGE, Cities, Headquarters, cities_by_square, city_of, is_besieged_square, is_linked, is_shut_in,
};
use crate::games::land::contact::{End, Lines};
use crate::games::land::state::{Depot, DepotKind};
use crate::games::land::unit::{Source, Unit, UnitId, UnitType};

/// How far a corps headquarters draws from a depot (rule 11.6), as G-05 counts.
pub const DEPOT_RANGE: u8 = 4;

/// ROTD-EUWOL 11.13: the nearest source of supply of each unit that has one within its reach by 11.6.
pub fn supply_sources(lines: &Lines<'_>) -> BTreeMap<UnitId, Source> {
    let units = &lines.field().state.units;
    let corps = units.values().filter(|unit| unit.id.kind == UnitType::CorpsHq && unit.is_active());
    let cities = cities_by_square(lines.field().state);
    let search = Search { lines, corps: Headquarters::new(corps), cities };
    let mut known = BTreeMap::new();
    let mut sources = BTreeMap::new();
    for unit in units.values() {
        let is_corps = unit.id.kind == UnitType::CorpsHq;
        let shut_in = is_shut_in(lines.field(), &search.cities, unit);
        let key = (lines.alike(End::from(unit)), shut_in, is_corps);
        let find = || if is_corps { search.of_corps(unit) } else { search.of_unit(unit) };
        if let Some(source) = known.entry(key).or_insert_with(find) {
            sources.insert(unit.id, source.clone());
        }
    }
    sources
}

struct Search<'a> {
    lines: &'a Lines<'a>,
    corps: Headquarters<'a>,
    cities: Cities<'a>,
}

impl Search<'_> {
    /// ROTD-EUWOL 11.6, 11.13: a corps headquarters draws from the city in its square, or from the nearest depot or
    /// cache that feeds it; from what has supplies before what has none, for 11.13 asks for what is available.
    fn of_corps(&self, unit: &Unit) -> Option<Source> {
        let field = self.lines.field();
        let city = city_of(field, &self.cities, unit);
        let stored = |name: &String| field.state.cities.get(name).map_or(0, |city| city.supplies);
        let depots = field.state.depots.iter();
        let feeding = depots.filter(|depot| depot_feeds(self.lines, &self.cities, unit, depot));
        let nearest = feeding.min_by_key(|depot| (depot.supplies == 0, depot.at.distance(unit.at), depot.at));
        match (city, nearest) {
            (Some(city), Some(depot)) if stored(&city) == 0 && depot.supplies > 0 => {
                Some(Source::Depot(depot.at))
            }
            (Some(city), _) => Some(Source::City(city)),
            (None, depot) => depot.map(|depot| Source::Depot(depot.at)),
        }
    }

    /// ROTD-EUWOL 11.6: other units draw from the nearest corps headquarters that feeds them, else from the city or
    /// the depot or cache in their square.
    fn of_unit(&self, unit: &Unit) -> Option<Source> {
        let field = self.lines.field();
        let mut corps = self.corps.near(unit.at, CORPS_RANGE).into_iter();
        let depot_here = || {
            let mut depots = field.state.depots.iter();
            let feeding = depots.find(|depot| depot_feeds(self.lines, &self.cities, unit, depot));
            feeding.map(|depot| Source::Depot(depot.at))
        };
        corps
            .find(|corps| corps_feeds(self.lines, &self.cities, unit, corps))
            .map(|corps| Source::Unit(corps.id))
            .or_else(|| city_of(field, &self.cities, unit).map(Source::City))
            .or_else(depot_here)
    }
}

/// ROTD-EUWOL 11.6, 11.3: whether a corps headquarters feeds a unit that is none itself: of its own side, within two squares by a line of
/// at most two steps, on the same side of a siege.
pub fn corps_feeds(lines: &Lines<'_>, cities: &Cities<'_>, unit: &Unit, corps: &Unit) -> bool {
    let field = lines.field();
    let nation = unit.id.nation;
    unit.id.kind != UnitType::CorpsHq
        && field.relation(nation, corps.id.nation).is_friendly()
        && is_shut_in(field, cities, corps) == is_shut_in(field, cities, unit)
        && lines.length(nation, End::from(unit), End::from(corps), CORPS_RANGE).is_some()
}

/// ROTD-EUWOL 11.6, 11.2, 11.3: whether a depot or cache of its own side feeds a unit: it lies in its square, or is a
/// depot within four squares of a corps headquarters with a line of contact; and no siege stands between them.
pub fn depot_feeds(lines: &Lines<'_>, cities: &Cities<'_>, unit: &Unit, depot: &Depot) -> bool {
    let nation = unit.id.nation;
    let besieged = |at, tac| is_besieged_square(cities, at, tac);
    if !lines.field().relation(nation, depot.side).is_friendly()
        || besieged(depot.at, depot.tac) != besieged(unit.at, unit.tac)
    {
        return false;
    }
    let end = End { nation: depot.side, at: depot.at, tac: depot.tac };
    depot.at == unit.at
        || unit.id.kind == UnitType::CorpsHq
            && depot.kind == DepotKind::Depot
            && depot.at.distance(unit.at) <= DEPOT_RANGE
            && is_linked(lines, nation, (End::from(unit), end), DEPOT_RANGE)
}
