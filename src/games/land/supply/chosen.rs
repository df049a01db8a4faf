//! Which sources each unit uses this turn, and which of them at a moment (rules 6.7, 11.6, 11.9, 11.13).

use std::collections::{BTreeMap, BTreeSet};

use crate::communications::sources::Sources;
use crate::contact::Lines;
use crate::orders::SourceWish;
use crate::supply::bread::{Bread, holds};
use crate::supply::stock::{self, Stock};
use crate::turn::Turn;
use crate::unit::{Source, Unit, UnitId, UnitType};
use fieldpost_ground::nation::NationCode;

/// ROTD-EUWOL 11.6: whether a unit uses supplies: active, and no naval battery.
pub fn eats(unit: &Unit) -> bool {
    unit.is_active() && unit.id.kind != UnitType::NavalBattery
}

/// The stock that a unit draws from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// Where it lies.
    pub stock: Stock,
    /// Whose home counts for its ammunition (rule 11.11): the unit's nation, or that of the corps headquarters
    /// through which it draws.
    pub by: NationCode,
}

/// The sources that units may use, worked out once, for nobody moves while supplies are eaten and drawn; which of them one
/// uses is asked at each moment, for they run out.
pub struct Chosen {
    /// Those of each unit, in the order in which it turns to them.
    within: BTreeMap<UnitId, Vec<Source>>,
    /// The units that use supplies.
    eaters: BTreeSet<UnitId>,
    /// The units that each corps headquarters serves.
    served: BTreeMap<UnitId, BTreeSet<UnitId>>,
    /// How many it can serve beside itself (rule 11.6).
    most: usize,
}

impl Chosen {
    /// The sources of all units as they stand.
    pub fn new(turn: &Turn) -> Self {
        let lines = Lines::new(turn.field());
        let mut sources = Sources::new(&lines);
        let units = turn.state.units.values();
        let drawing = units.filter(|unit| unit.is_active() || unit.id.kind == UnitType::CorpsHq);
        let within = drawing.map(|unit| (unit.id, sources_of(turn, &mut sources, unit))).collect();
        let eaters = turn.state.units.values().filter(|unit| eats(unit)).map(|unit| unit.id).collect();
        let most = turn.book.supply.corps_units.saturating_sub(1);
        let mut chosen = Chosen { within, eaters, served: BTreeMap::new(), most };
        chosen.serve(turn);
        chosen
    }

    fn within(&self, id: UnitId) -> &[Source] {
        self.within.get(&id).map_or(&[], Vec::as_slice)
    }

    fn bread(&self, turn: &Turn, id: UnitId, source: &Source) -> Bread {
        Bread::of(&turn.state, id, source, |corps| self.within(corps))
    }

    /// ROTD-EUWOL 11.6, R-11.6/9, R-11.6c: gives out the seventeen places of each corps headquarters among those who use
    /// supplies and find nothing nearer: to the nearest first, of equals to the lower id. Who is turned away asks at the next
    /// source that has something to give.
    fn serve(&mut self, turn: &Turn) {
        let mut left: Vec<UnitId> = self.eaters.iter().copied().collect();
        for least in [Bread::Some, Bread::Wagons, Bread::None] {
            let mut asking: Vec<(UnitId, usize)> =
                std::mem::take(&mut left).iter().map(|id| (*id, 0)).collect();
            while let Some((id, first)) = asking.pop() {
                let has_it = |source: &Source| self.bread(turn, id, source) <= least;
                let next = self.within(id).iter().enumerate().skip(first).find(|(_, source)| has_it(source));
                match next {
                    Some((_, Source::Unit(corps))) => asking.extend(self.turned_away(turn, *corps, id)),
                    Some(_) => {}
                    None => left.push(id),
                }
            }
        }
    }

    /// A unit takes a place at a headquarters; answers who loses it for that, with the source to which that one turns then.
    fn turned_away(&mut self, turn: &Turn, corps: UnitId, id: UnitId) -> Option<(UnitId, usize)> {
        let places = self.served.entry(corps).or_default();
        places.insert(id);
        if places.len() <= self.most {
            return None;
        }
        let at = |id: UnitId| turn.state.units.get(&id).map(|unit| unit.at);
        let distance = |id: UnitId| Some(at(id)?.distance(at(corps)?));
        let last = places.iter().copied().max_by_key(|id| (distance(*id), *id))?;
        places.remove(&last);
        let is_it = |source: &Source| *source == Source::Unit(corps);
        Some((last, self.within(last).iter().position(is_it).map_or(0, |place| place + 1)))
    }

    /// Whether a unit is served at a source, or may be: at a corps headquarters there has to be a place.
    fn may_turn_to(&self, id: UnitId, source: &Source) -> bool {
        let Source::Unit(corps) = source else { return true };
        let places = self.served.get(corps);
        !self.eaters.contains(&id)
            || places.is_none_or(|places| places.contains(&id) || places.len() < self.most)
    }

    fn open(&self, id: UnitId) -> impl Iterator<Item = &Source> {
        self.within(id).iter().filter(move |source| self.may_turn_to(id, source))
    }

    /// the source that a unit uses at this moment, if it has one: the first that has something to give, else the first.
    pub fn source(&self, turn: &Turn, id: UnitId) -> Option<&Source> {
        self.open(id).min_by_key(|source| self.bread(turn, id, source))
    }

    /// The source of a source: that of a corps headquarters.
    pub fn beyond(&self, turn: &Turn, source: &Source) -> Option<&Source> {
        match source {
            Source::Unit(corps) => self.source(turn, *corps),
            _ => None,
        }
    }

    /// Whether anything but the wagons of a headquarters is within a unit's reach, empty or not.
    pub fn is_provided(&self, id: UnitId) -> bool {
        self.open(id).any(|source| match source {
            Source::Unit(corps) => !self.within(*corps).is_empty(),
            _ => true,
        })
    }

    /// ROTD-EUWOL 11.9: the stock behind a source: its own or, where that is a corps headquarters, that of the headquarters' own
    /// source, and what it carries where it has none.
    pub fn draft(&self, turn: &Turn, id: UnitId, source: &Source) -> Option<Draft> {
        let of = |by: UnitId, source: &Source| {
            let stock = stock::of_source(&turn.state, by.nation, source)?;
            Some(Draft { stock, by: by.nation })
        };
        let Source::Unit(corps) = source else { return of(id, source) };
        let beyond = self.source(turn, *corps).and_then(|source| of(*corps, source));
        Some(beyond.unwrap_or(Draft { stock: Stock::Corps(*corps), by: corps.nation }))
    }

    /// ROTD-EUWOL 11.9, R-11.13: where a unit draws at this moment, if there is anything to be drawn.
    pub fn to_carry(&mut self, turn: &Turn, id: UnitId) -> Option<(Source, Draft)> {
        let source =
            self.source(turn, id).filter(|source| self.bread(turn, id, source) == Bread::Some)?.clone();
        let draft = self.draft(turn, id, &source)?;
        self.take_place(id, &source);
        Some((source, draft))
    }

    /// ROTD-EUWOL 11.9, R-11.9b: where a unit eats at this moment. An exhausted source is none: nobody starves beside a corps
    /// headquarters while that has supplies. It feeds from these only who has nothing else, and gives none of them to be
    /// carried.
    pub fn to_eat(&mut self, turn: &Turn, id: UnitId) -> Option<(Source, Draft)> {
        if let Some(found) = self.to_carry(turn, id) {
            return Some(found);
        }
        let source = self.source(turn, id)?.clone();
        let Source::Unit(corps) = source else { return None };
        if !holds(&turn.state, id, &source) {
            return None;
        }
        self.take_place(id, &source);
        Some((source, Draft { stock: Stock::Corps(corps), by: corps.nation }))
    }

    fn take_place(&mut self, id: UnitId, source: &Source) {
        if let Source::Unit(corps) = source
            && self.eaters.contains(&id)
        {
            self.served.entry(*corps).or_default().insert(id);
        }
    }
}

/// ROTD-EUWOL 6.7, 11.9, 11.13, R-11.13: none if the unit was ordered so; else the source that it named where that would feed it,
/// the listed one, and what else lies within its reach, the nearest first.
fn sources_of(turn: &Turn, sources: &mut Sources<'_>, unit: &Unit) -> Vec<Source> {
    let orders = turn.progress.get(&unit.id).map(|progress| &progress.orders);
    let wish = orders.and_then(|orders| orders.carry.as_ref()).map(|carry| &carry.from);
    let within = sources.of(unit);
    let named = match wish {
        Some(SourceWish::None) => return Vec::new(),
        Some(SourceWish::Named(source)) => Some(source).filter(|source| within.contains(source)),
        _ => None,
    };
    // A source that a file or a hand edit lists stands though it lies elsewhere; a headquarters draws from no other.
    let is_headquarters = |source: &&Source| matches!(source, Source::Unit(_));
    let listed = unit.source.as_ref().filter(|of| unit.id.kind != UnitType::CorpsHq || !is_headquarters(of));
    let mut all: Vec<Source> = Vec::new();
    for source in named.into_iter().chain(listed).chain(within) {
        if !all.contains(source) {
            all.push(source.clone());
        }
    }
    all
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
    let mut sources = Sources::new(&lines);
    // Of a unit that is not of its side that alone is told.
    let is_ours = |unit: &Unit, source: &Source| match source {
        Source::Unit(other) => lines.field().relation(unit.id.nation, other.nation).is_friendly(),
        _ => true,
    };
    let named = named.into_iter().filter(|(unit, source)| is_ours(unit, source));
    let vain = named.filter(|(unit, source)| !sources.of(unit).contains(source));
    vain.map(|(unit, source)| (unit.id, source.clone())).collect()
}
