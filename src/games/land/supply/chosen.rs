//! Which source each unit uses this turn (rules 6.7, 11.6, 11.13).

use std::collections::BTreeMap;

use crate::games::ground::nation::NationCode;
use crate::games::land::communications::sources::{corps_feeds, depot_feeds};
use crate::games::land::communications::{Cities, cities_by_square, city_of};
use crate::games::land::contact::Lines;
use crate::games::land::orders::SourceWish;
use crate::games::land::supply::stock::{self, Stock};
use crate::games::land::turn::Turn;
use crate::games::land::unit::{Source, Unit, UnitId, UnitType};

/// ROTD-EUWOL 11.6: whether a unit uses supplies: active, and no naval battery.
pub fn eats(unit: &Unit) -> bool {
    unit.is_active() && unit.id.kind != UnitType::NavalBattery
}

/// The sources that units use, worked out once: nobody moves while supplies are eaten and drawn.
pub struct Chosen(BTreeMap<UnitId, Source>);

/// The stock that a unit draws from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// Where it lies.
    pub stock: Stock,
    /// Whose home counts for its ammunition (rule 11.11): the unit's nation, or that of the corps headquarters
    /// through which it draws.
    pub by: NationCode,
}

impl Chosen {
    /// The sources of all units as they stand.
    pub fn new(turn: &Turn) -> Self {
        let lines = Lines::new(turn.field());
        let cities = cities_by_square(&turn.state);
        let units = turn.state.units.values();
        let mut chosen: BTreeMap<_, _> =
            units.filter_map(|unit| Some((unit.id, source_of(turn, &lines, &cities, unit)?))).collect();
        for id in turned_away(turn, &chosen) {
            chosen.remove(&id);
        }
        Chosen(chosen)
    }

    /// The source that a unit uses, if it has one.
    pub fn source(&self, id: UnitId) -> Option<&Source> {
        self.0.get(&id)
    }

    /// The source of a source: that of a corps headquarters.
    pub fn beyond(&self, source: &Source) -> Option<&Source> {
        match source {
            Source::Unit(corps) => self.source(*corps),
            _ => None,
        }
    }

    /// ROTD-EUWOL 11.9: the stock that a unit uses: of its source or, where that is a corps headquarters, of that
    /// headquarters' own source, and what it carries where it has none.
    pub fn draft(&self, turn: &Turn, id: UnitId) -> Option<Draft> {
        let of = |by: UnitId, source: &Source| {
            let stock = stock::of_source(&turn.state, by.nation, source)?;
            Some(Draft { stock, by: by.nation })
        };
        match self.source(id)? {
            Source::Unit(corps) => {
                let beyond = self.source(*corps).and_then(|source| of(*corps, source));
                Some(beyond.unwrap_or(Draft { stock: Stock::Corps(*corps), by: corps.nation }))
            }
            source => of(id, source),
        }
    }
}

/// ROTD-EUWOL 6.7, 11.9, 11.13: none if the unit was ordered so; the source that it named where that would feed it;
/// else the listed one.
fn source_of(turn: &Turn, lines: &Lines<'_>, cities: &Cities<'_>, unit: &Unit) -> Option<Source> {
    let orders = turn.progress.get(&unit.id).map(|progress| &progress.orders);
    match orders.and_then(|orders| orders.carry.as_ref()).map(|carry| &carry.from) {
        Some(SourceWish::None) => None,
        Some(SourceWish::Named(source)) if is_at_hand(lines, cities, unit, source) => Some(source.clone()),
        _ => unit.source.clone(),
    }
}

/// ROTD-EUWOL 6.7, 11.6: the units whose orders name a source that would not feed them, with it.
pub fn named_in_vain(turn: &Turn) -> Vec<(UnitId, Source)> {
    let named = turn.orders.units.iter().filter_map(|(id, orders)| match &orders.carry.as_ref()?.from {
        SourceWish::Named(source) => Some((turn.state.units.get(id)?, source)),
        _ => None,
    });
    let named: Vec<(&Unit, &Source)> = named.collect();
    if named.is_empty() {
        return Vec::new();
    }
    let lines = Lines::new(turn.field());
    let cities = cities_by_square(&turn.state);
    // Of a unit that is not of its side that alone is told.
    let is_ours = |unit: &Unit, source: &Source| match source {
        Source::Unit(other) => lines.field().relation(unit.id.nation, other.nation).is_friendly(),
        _ => true,
    };
    let named = named.into_iter().filter(|(unit, source)| is_ours(unit, source));
    let vain = named.filter(|(unit, source)| !is_at_hand(&lines, &cities, unit, source));
    vain.map(|(unit, source)| (unit.id, source.clone())).collect()
}

/// ROTD-EUWOL 6.7, 11.6: whether a unit may draw from a source: what would feed it, near or far.
fn is_at_hand(lines: &Lines<'_>, cities: &Cities<'_>, unit: &Unit, source: &Source) -> bool {
    let field = lines.field();
    match source {
        Source::Unit(corps) => {
            let corps =
                field.unit(*corps).filter(|corps| corps.is_active() && corps.id.kind == UnitType::CorpsHq);
            corps.is_some_and(|corps| corps_feeds(lines, cities, unit, corps))
        }
        Source::City(name) => city_of(field, cities, unit).as_ref() == Some(name),
        Source::Depot(at) => {
            let mut there = field.state.depots.iter().filter(|depot| depot.at == *at);
            there.any(|depot| depot_feeds(lines, cities, unit, depot))
        }
    }
}

/// ROTD-EUWOL 11.6, R-11.6/9: the units beyond the eighteen, itself included, that a corps headquarters supplies: the
/// nearest are served first, of equals the lower id. Who does not use supplies does not count.
fn turned_away(turn: &Turn, chosen: &BTreeMap<UnitId, Source>) -> Vec<UnitId> {
    let mut fed = BTreeMap::<UnitId, Vec<(u8, UnitId)>>::new();
    for (id, source) in chosen {
        let Source::Unit(corps) = source else { continue };
        let (Some(unit), Some(headquarters)) = (turn.state.units.get(id), turn.state.units.get(corps)) else {
            continue;
        };
        if eats(unit) {
            fed.entry(*corps).or_default().push((unit.at.distance(headquarters.at), *id));
        }
    }
    let others = turn.book.supply.corps_units.saturating_sub(1);
    let beyond = |mut units: Vec<(u8, UnitId)>| {
        units.sort_unstable();
        units.into_iter().skip(others)
    };
    fed.into_values().flat_map(beyond).map(|(_, id)| id).collect()
}
