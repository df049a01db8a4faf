//! The sources of supply within a unit's reach (rules 11.6, 11.13), and the one that its status report lists.

use std::collections::BTreeMap;

use crate::communications::{
    CORPS_RANGE, Cities, Headquarters, cities_by_square, city_of, is_besieged_square, is_linked, is_shut_in,
};
use crate::contact::{End, Lines};
use crate::state::{Depot, DepotKind};
use crate::supply::bread::Bread;
use crate::unit::{Source, Unit, UnitId, UnitType};

/// How far a corps headquarters draws from a depot (rule 11.6), as G-05 counts.
pub const DEPOT_RANGE: u8 = 4;

/// ROTD-EUWOL 11.13: the source of supply that each unit lists which has one within its reach by 11.6: the nearest that has
/// something to give; where none has, the nearest.
pub fn supply_sources(lines: &Lines<'_>) -> BTreeMap<UnitId, Source> {
    supply_sources_of(lines, |_| true)
}

/// The same of some units.
pub fn supply_sources_of(lines: &Lines<'_>, is_meant: impl Fn(&Unit) -> bool) -> BTreeMap<UnitId, Source> {
    let state = lines.field().state;
    let mut sources = Sources::new(lines);
    let meant: Vec<&Unit> = state.units.values().filter(|unit| is_meant(unit)).collect();
    let within: Vec<(UnitId, Vec<Source>)> =
        meant.into_iter().map(|unit| (unit.id, sources.of(unit).to_vec())).collect();
    let feeding = within.iter().flat_map(|(_, within)| within).filter_map(|source| match source {
        Source::Unit(corps) => state.units.get(corps),
        _ => None,
    });
    let behind: BTreeMap<UnitId, Vec<Source>> =
        feeding.map(|corps| (corps.id, sources.of(corps).to_vec())).collect();
    let behind = |corps: UnitId| behind.get(&corps).map_or(&[][..], Vec::as_slice);
    let best = |(id, within): (UnitId, Vec<Source>)| {
        let best = within.into_iter().min_by_key(|source| Bread::of(state, id, source, behind));
        Some((id, best?))
    };
    within.into_iter().filter_map(best).collect()
}

/// The sources of supply of a position, found once for all units that stand alike.
pub struct Sources<'a> {
    lines: &'a Lines<'a>,
    corps: Headquarters<'a>,
    cities: Cities<'a>,
    known: BTreeMap<(End, bool, bool), Vec<Source>>,
}

impl<'a> Sources<'a> {
    /// Those of a position. Nothing is worked out before the first question.
    pub fn new(lines: &'a Lines<'a>) -> Self {
        let units = lines.field().state.units.values();
        let corps = units.filter(|unit| unit.id.kind == UnitType::CorpsHq && unit.is_active());
        let (corps, cities) = (Headquarters::new(corps), cities_by_square(lines.field().state));
        Sources { lines, corps, cities, known: BTreeMap::new() }
    }

    /// ROTD-EUWOL 11.6, 11.13, R-11.13: every source within a unit's reach, empty ones too, in the order in which it turns to
    /// them.
    pub fn of(&mut self, unit: &Unit) -> &[Source] {
        let is_corps = unit.id.kind == UnitType::CorpsHq;
        let shut_in = is_shut_in(self.lines.field(), &self.cities, unit);
        let key = (self.lines.alike(End::from(unit)), shut_in, is_corps);
        if !self.known.contains_key(&key) {
            let found = if is_corps { self.of_corps(unit) } else { self.of_unit(unit) };
            self.known.insert(key, found);
        }
        self.known.get(&key).map_or(&[], Vec::as_slice)
    }

    /// ROTD-EUWOL 11.6, 11.13: a corps headquarters draws from the city in its square, then from the depots and caches that
    /// feed it, the nearest first.
    fn of_corps(&self, unit: &Unit) -> Vec<Source> {
        self.city(unit).chain(self.depots(unit)).collect()
    }

    /// ROTD-EUWOL 11.6: other units draw from the corps headquarters that feed them, the nearest first, then from the city and
    /// the depot or cache in their square.
    fn of_unit(&self, unit: &Unit) -> Vec<Source> {
        let near = self.corps.near(unit.at, CORPS_RANGE).into_iter();
        let feeding = near.filter(|corps| corps_feeds(self.lines, &self.cities, unit, corps));
        let corps = feeding.map(|corps| Source::Unit(corps.id));
        corps.chain(self.city(unit)).chain(self.depots(unit)).collect()
    }

    fn city(&self, unit: &Unit) -> impl Iterator<Item = Source> {
        city_of(self.lines.field(), &self.cities, unit).map(Source::City).into_iter()
    }

    fn depots(&self, unit: &Unit) -> impl Iterator<Item = Source> {
        let depots = self.lines.field().state.depots.iter();
        let mut feeding: Vec<_> =
            depots.filter(|depot| depot_feeds(self.lines, &self.cities, unit, depot)).map(|d| d.at).collect();
        feeding.sort_by_key(|at| (at.distance(unit.at), *at));
        feeding.dedup();
        feeding.into_iter().map(Source::Depot)
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

/// ROTD-EUWOL 11.6, 11.2, 11.3, R-11.6d: whether a depot or cache of its own side feeds a unit: it lies in its square, or is a
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
