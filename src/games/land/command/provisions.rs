//! What others draw. Of a friend's unit the player knows neither how much it carries nor how much it will draw, and of a friend's
//! headquarters not from where it draws.
//!
//! So the supply phase is rehearsed again where friends are in sight: once they bring plenty and leave all stores alone, once they come
//! with empty wagons and fill them, once they draw where the player's units draw before all else, and once their
//! headquarters have nothing to draw from while the others are hungry. A
//! headquarters that no report shows may feed all who stand so near to those whom it feeds that it can reach them both: the first time it
//! does, the last time it does not. What is not the same by all of these hangs on them, and is not foreseen.

use std::collections::{BTreeMap, BTreeSet};

use crate::book::Book;
use crate::command::hitch::{Declined, Hangs, Hitch, Of};
use crate::command::read_off::{declined, done, hindered};
use crate::command::rehearsal::{Rehearsal, Stage};
use crate::communications::CORPS_RANGE;
use crate::communications::sources::DEPOT_RANGE;
use crate::event::reason::Reason;
use crate::orders::{Carry, OfficeOrder, SourceWish, SupplyPlace, TurnOrders, UnitOrders};
use crate::state::{Depot, DepotKind, LandState};
use crate::supply::stock;
use crate::turn::Turn;
use crate::unit::{Source, Unit, UnitId, UnitType};
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::StrategicSquare;

/// At how many of the player's sources a friend who may draw from several is tried.
const SOURCES: usize = 3;

/// More than a player's units draw in a turn.
const PLENTY: u32 = 10_000;

/// What the supply phase does not do for a player's units and offices, and what it does.
#[derive(Default, PartialEq)]
pub(super) struct Provisions {
    /// The player's units that carry anything: they march a square less (rule 7.2).
    laden: BTreeSet<UnitId>,
    hindered: Vec<(UnitId, Of, Reason)>,
    declined: BTreeSet<(String, bool)>,
    done: BTreeSet<String>,
}

impl Provisions {
    /// Those of a turn behind its supply phase.
    pub fn of(turn: &Turn, stage: &Stage<'_>) -> Self {
        let events = || turn.events.iter().map(|told| &told.event);
        let of_own = events().filter_map(hindered).filter(|(id, ..)| stage.own.contains(id));
        let declined = events().filter_map(declined).map(|(why, whole)| (why.to_string(), whole));
        let done = events().filter_map(done).map(|why| why.words().into_owned());
        let own = stage.own.iter().filter_map(|id| turn.state.units.get(id));
        let laden = own.filter(|unit| unit.supplies > 0).map(|unit| unit.id);
        Provisions {
            laden: laden.collect(),
            hindered: of_own.collect(),
            declined: declined.collect(),
            done: done.collect(),
        }
    }
}

/// The same rehearsal with friends who bring plenty, with hungry ones, be it where the player's units draw, and with headquarters that are
/// cut off; none where no friend is in sight.
pub(super) fn by_others<'a>(stage: &Stage<'a>, orders: &TurnOrders) -> Vec<(Stage<'a>, TurnOrders)> {
    let friends: Vec<UnitId> = friends(stage);
    if friends.is_empty() {
        return Vec::new();
    }
    let headquarters = friends.iter().filter(|id| id.kind == UnitType::CorpsHq).copied();
    let headquarters: Vec<UnitId> = headquarters.collect();
    let mut all =
        vec![sated(stage.clone(), orders.clone(), &friends), hungry(stage.clone(), orders.clone(), &friends)];
    all.extend(at_own_sources(stage, orders, &friends));
    if !headquarters.is_empty() {
        let (stage, orders) = hungry(stage.clone(), orders.clone(), &friends);
        all.push(cut_off(stage, orders, &headquarters));
    }
    all
}

fn friends(stage: &Stage<'_>) -> Vec<UnitId> {
    let Some(nation) = stage.own.first().map(|id| id.nation) else { return Vec::new() };
    let is_friend = |of: NationCode| {
        !matches!(stage.seen.relations.between(nation, of), Relation::Hostile | Relation::Neutral)
    };
    let others = stage.seen.units.keys().filter(|id| !stage.own.contains(id));
    others.filter(|id| is_friend(id.nation)).copied().collect()
}

/// The player's units that carry something by some of these and nothing by others.
pub(super) fn of_unknown_load(all: &[Provisions]) -> BTreeSet<UnitId> {
    let laden: BTreeSet<UnitId> = all.iter().flat_map(|all| &all.laden).copied().collect();
    laden.into_iter().filter(|id| all.iter().any(|all| !all.laden.contains(id))).collect()
}

/// Rule 11.6: has units draw from headquarters that no report shows, where these may reach them: they stand near all whom they feed. They
/// draw from the depot behind it, for a headquarters has eighteen places, and any of them may have one. Who has enough where it is listed
/// needs none.
fn feed_from_beyond(stage: &mut Stage<'_>) {
    let fed = fed_from_beyond(stage);
    let places: BTreeMap<UnitId, StrategicSquare> =
        fed.keys().filter_map(|id| Some((*id, stage.seen.units.get(id)?.at))).collect();
    let may_need = |id: &&UnitId| id.kind != UnitType::CorpsHq && !stage.beyond.contains_key(*id);
    let needy = stage.own.iter().filter(may_need).filter(|id| has_little(stage.book, &stage.seen, **id));
    for id in needy.copied().collect::<Vec<_>>() {
        let Some(unit) = stage.seen.units.get_mut(&id) else { continue };
        let is_near = |at: &StrategicSquare| at.distance(unit.at) <= 2 * CORPS_RANGE;
        let may_feed = fed.iter().find(|(_, fed)| fed.iter().all(is_near));
        let behind = may_feed.and_then(|(feeds, _)| places.get(feeds).copied());
        unit.source = behind.map(Source::Depot).or_else(|| unit.source.take());
    }
}

/// By headquarters that no report shows: where the units stand that it feeds.
fn fed_from_beyond(stage: &Stage<'_>) -> BTreeMap<UnitId, Vec<StrategicSquare>> {
    let mut fed: BTreeMap<UnitId, Vec<StrategicSquare>> = BTreeMap::new();
    for (id, feeds) in &stage.beyond {
        fed.entry(*feeds).or_default().extend(stage.seen.units.get(id).map(|unit| unit.at));
    }
    fed
}

/// Whether what a unit is listed to draw from may be empty before it has drawn: nobody knows whether less than the units of a headquarters
/// eat lasts for all (rule 11.6).
fn has_little(book: &Book, seen: &LandState, id: UnitId) -> bool {
    let source = seen.units.get(&id).and_then(|unit| unit.source.as_ref());
    let stock = source.and_then(|source| stock::of_source(seen, id.nation, source));
    stock.is_none_or(|stock| (stock::left(seen, &stock) as usize) < book.supply.corps_units)
}

/// Every friend's headquarters has a full depot behind it, and no other friend takes a place at one (rule 11.6).
fn sated<'a>(mut stage: Stage<'a>, mut orders: TurnOrders, friends: &[UnitId]) -> (Stage<'a>, TurnOrders) {
    for id in friends {
        if id.kind != UnitType::CorpsHq {
            orders.units.insert(*id, draws_nothing());
            continue;
        }
        let Some(corps) = stage.seen.units.get_mut(id) else { continue };
        let (at, tac, kind, side) = (corps.at, corps.tac, DepotKind::Depot, id.nation);
        corps.source = Some(Source::Depot(at));
        stage.seen.depots.retain(|depot| (depot.at, depot.side) != (at, side));
        // Before an ally's, which may lie there empty.
        stage.seen.depots.insert(0, Depot { at, tac, kind, side, supplies: PLENTY });
    }
    feed_from_beyond(&mut stage);
    (stage, orders)
}

fn draws_nothing() -> UnitOrders {
    let carry = Carry { level: 0, from: SourceWish::None };
    UnitOrders { carry: Some(carry), ..UnitOrders::default() }
}

/// Every friend has nothing left and carries as much as it can, out of what lies in its square before all else.
fn hungry<'a>(mut stage: Stage<'a>, mut orders: TurnOrders, friends: &[UnitId]) -> (Stage<'a>, TurnOrders) {
    for id in friends {
        let listed = stage.seen.units.get(id).and_then(|unit| beside(&stage.seen, unit));
        if let Some(unit) = stage.seen.units.get_mut(id) {
            unit.supplies = 0;
            unit.source = listed.or_else(|| unit.source.take());
        }
        let carry = Carry { level: stage.book.kind(id.kind).load, from: SourceWish::Nearest };
        orders.units.insert(*id, UnitOrders { carry: Some(carry), ..UnitOrders::default() });
    }
    (stage, orders)
}

/// What a friend may be listed to draw from: the city or the depot in its square. From there it draws before it turns to a headquarters.
fn beside(seen: &LandState, unit: &Unit) -> Option<Source> {
    let is_friend = |of: NationCode| seen.relations.between(unit.id.nation, of).is_friendly();
    let city = seen.cities.iter().find(|(_, city)| city.at == unit.at && is_friend(city.control));
    let depot = || seen.depots.iter().find(|depot| depot.at == unit.at && is_friend(depot.side));
    city.map(|(name, _)| Source::City(name.clone())).or_else(|| depot().map(|depot| Source::Depot(depot.at)))
}

/// Rule 11.6: every friend has nothing left, and is listed to draw where the player's units draw, or from a headquarters of the player's, if
/// that may reach it: of several each in turn, up to [`SOURCES`]. A headquarters draws from a depot that feeds the player's, or where an office of the
/// player's moves supplies from, if it stands or may stand so near. None where no friend is so near.
fn at_own_sources<'a>(
    stage: &Stage<'a>,
    orders: &TurnOrders,
    friends: &[UnitId],
) -> Vec<(Stage<'a>, TurnOrders)> {
    let own = || stage.own.iter().filter_map(|id| stage.seen.units.get(id));
    let corps = own().filter(|unit| unit.id.kind == UnitType::CorpsHq).map(|unit| Source::Unit(unit.id));
    let mut sources: Vec<Source> = Vec::new();
    for source in corps.chain(own().filter_map(|unit| unit.source.clone())) {
        if !sources.contains(&source) {
            sources.push(source);
        }
    }
    let placed = sources.into_iter().filter_map(|source| Some((place_of(&stage.seen, &source)?, source)));
    let placed: Vec<(StrategicSquare, Source)> = placed.collect();
    let (moved_from, fed) = (moved_from(stage, orders), fed_from_beyond(stage));
    let stores = moved_from.iter().chain(placed.iter().filter(|(_, source)| reach(source) > 0));
    let stores: BTreeMap<StrategicSquare, &Source> = stores.map(|(at, source)| (*at, source)).collect();
    let sources_near = |id: &UnitId| -> Option<Vec<&Source>> {
        let unit = stage.seen.units.get(id)?;
        if id.kind == UnitType::CorpsHq {
            let may_draw = |at: &StrategicSquare, source: &Source| match fed.get(id) {
                Some(fed) => fed.iter().all(|fed| fed.distance(*at) <= CORPS_RANGE + reach(source)),
                None => unit.at.distance(*at) <= reach(source),
            };
            return Some(stores.iter().filter(|(at, s)| may_draw(at, s)).map(|(_, s)| *s).collect());
        }
        let near = placed.iter().filter(|(at, _)| at.distance(unit.at) <= CORPS_RANGE);
        Some(near.map(|(_, source)| source).collect())
    };
    let near = |id: &UnitId| {
        let near = sources_near(id).filter(|near| !near.is_empty())?;
        Some((*id, near))
    };
    let near: Vec<(UnitId, Vec<&Source>)> = friends.iter().filter_map(near).collect();
    let most = near.iter().map(|(_, near)| near.len()).max().unwrap_or(0).min(SOURCES);
    let listed = |nth: usize| {
        let (mut stage, orders) = hungry(stage.clone(), orders.clone(), friends);
        for (id, near) in &near {
            let source = near.get(nth % near.len()).map(|source| (*source).clone());
            stage.seen.units.get_mut(id).into_iter().for_each(|unit| unit.source.clone_from(&source));
        }
        (stage, orders)
    };
    (0..most).map(listed).collect()
}

/// The stores from which the player's offices move supplies, with their squares.
fn moved_from(stage: &Stage<'_>, orders: &TurnOrders) -> Vec<(StrategicSquare, Source)> {
    let moved = orders.offices.iter().filter_map(|(_, order)| match order {
        OfficeOrder::MoveSupplies { from: SupplyPlace::City(name), .. } => Some(Source::City(name.clone())),
        OfficeOrder::MoveSupplies { from: SupplyPlace::Depot(at), .. } => Some(Source::Depot(*at)),
        _ => None,
    });
    moved.filter_map(|source| Some((place_of(&stage.seen, &source)?, source))).collect()
}

/// Rule 11.6: how far from a headquarters what it draws from may lie, in squares.
fn reach(source: &Source) -> u8 {
    if matches!(source, Source::Depot(_)) { DEPOT_RANGE } else { 0 }
}

fn place_of(seen: &LandState, source: &Source) -> Option<StrategicSquare> {
    match source {
        Source::Unit(id) => seen.units.get(id).map(|unit| unit.at),
        Source::City(name) => seen.cities.get(name).map(|city| city.at),
        Source::Depot(at) => Some(*at),
    }
}

/// No friend's headquarters carries anything or has a source, though the player sees one within its reach: it may be another's.
fn cut_off<'a>(mut stage: Stage<'a>, mut orders: TurnOrders, friends: &[UnitId]) -> (Stage<'a>, TurnOrders) {
    for id in friends {
        if let Some(unit) = stage.seen.units.get_mut(id) {
            unit.supplies = 0;
        }
        orders.units.insert(*id, draws_nothing());
    }
    (stage, orders)
}

/// Marks in a rehearsal what is not so by all of these, whatever lots decide besides.
pub(super) fn leave_open(told: &mut Rehearsal, all: &[Provisions]) {
    if all.windows(2).all(|two| two[0] == two[1]) {
        return;
    }
    let hindered = |one: &(UnitId, Of, Reason)| all.iter().filter(|all| all.hindered.contains(one)).count();
    for one in all.iter().flat_map(|all| &all.hindered).filter(|one| hindered(one) < all.len()) {
        let (id, of, why) = one;
        let hitches = told.hitches.entry(*id).or_default();
        match hitches.iter_mut().find(|hitch| (hitch.of, &hitch.why) == (*of, why)) {
            Some(hitch) => hitch.hangs = Hangs::OnOthers,
            None => hitches.push(Hitch { hangs: Hangs::OnOthers, ..Hitch::new(*of, why.clone(), "") }),
        }
    }
    for one in all.iter().flat_map(|all| &all.declined) {
        if all.iter().all(|all| all.declined.contains(one)) {
            continue;
        }
        match told.declined.iter_mut().find(|declined| (&declined.words, declined.whole) == (&one.0, one.1)) {
            Some(declined) => declined.hangs = Hangs::OnOthers,
            None => told.declined.push(open(one.0.clone(), one.1)),
        }
    }
    let is_open = |what: &&String| all.iter().any(|all| !all.done.contains(*what));
    let differs: BTreeSet<&String> = all.iter().flat_map(|all| &all.done).filter(is_open).collect();
    for what in differs {
        told.done.remove(what);
        if told.declined.iter().all(|declined| declined.words != *what) {
            told.declined.push(open(what.clone(), false));
        }
    }
}

fn open(words: String, whole: bool) -> Declined {
    Declined { words, whole, hangs: Hangs::OnOthers }
}
