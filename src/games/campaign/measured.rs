//! What receipts are held against (foresight.md, C): the true board without what one player cannot see, where a piece stands, and
//! what of its orders a turn did not carry out. It is asked by the measure alone; no receipt is made of it.

use std::collections::{BTreeMap, BTreeSet};

use crate::foresight::foretold::{is_goal, stores_moved, words};
use crate::foresight::place_words;
use crate::ran::Ran;
use crate::table::Table;
use fieldpost_door::Hindrance;
use fieldpost_door::foresight::{Done, Kind};
use fieldpost_engine::event::Told;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_land::command::hitch::Of;
use fieldpost_land::command::read_off::{
    HELD_BY_SHIPS, declined, differences, done as brought_about, hindered,
};
use fieldpost_land::detection::Sight;
use fieldpost_land::event::reason::{Reason, Why};
use fieldpost_land::event::{Event, Fact as LandFact, Place};
use fieldpost_land::language::unit_of;
use fieldpost_land::muster;
use fieldpost_land::sequence;
use fieldpost_land::state::{Depot, LandState};
use fieldpost_land::supply::chosen::eats;
use fieldpost_land::turn::Outcome;
use fieldpost_land::unit::{Unit, UnitId};
use fieldpost_sea::event::reason::Why as Stop;
use fieldpost_sea::event::{Event as SeaEvent, Fact};
use fieldpost_sea::language::{any_order, ship_of};
use fieldpost_sea::orders::Order;
use fieldpost_sea::ship::ShipId;
use fieldpost_tell::vantage::Vantage;

/// The true board without what a player does not know: pieces out of sight, and of depots, works, railways and rivers what no report of
/// theirs shows.
pub fn without_unseen(table: &Table, by: PlayerNo) -> Option<Table> {
    let mut land = only_known(&table.land, &known(table, by)?);
    // A report says what is besieged, be it by whom it does not show.
    muster::besiegers(&table.atlas, table.book, &mut land, |_| false);
    let Some(fleet) = table.fleet() else { return Some(table.with(land)) };
    let known: BTreeSet<ShipId> = fleet.known_ships(by).into_iter().map(|ship| ship.id).collect();
    let mut state = (*fleet.sea.state).clone();
    state.ships.retain(|id, _| known.contains(id));
    for groups in state.groups.values_mut() {
        groups.iter_mut().for_each(|group| group.retain(|id| known.contains(id)));
        groups.retain(|group| !group.is_empty());
    }
    state.groups.retain(|_, groups| !groups.is_empty());
    let own = fleet.units_of(by);
    let away = fleet.sea.away.iter().filter(|(id, _)| own.contains(id));
    let away = away.map(|(id, away)| (*id, away.clone())).collect();
    Some(fleet.after(land, state, away))
}

/// The land as a player knows it: what a rehearsal begins with.
pub fn known(table: &Table, by: PlayerNo) -> Option<LandState> {
    if let Some(fleet) = table.fleet() {
        return fleet.land_as_known(by);
    }
    let nothing = Sight::default();
    let sight = table.sight(by).unwrap_or(&nothing);
    Some(Vantage::of(by, &table.land, sight, &table.atlas, table.book)?.as_seen())
}

/// What of the true land a player knows by name and place, with its true values. What the player believes falsely is not put there.
fn only_known(land: &LandState, seen: &LandState) -> LandState {
    let mut known = land.clone();
    known.units.retain(|id, _| seen.units.contains_key(id));
    known.seats.retain(|id, _| seen.units.contains_key(id));
    known.names.retain(|id, _| seen.units.contains_key(id));
    let is_seen =
        |depot: &Depot| seen.depots.iter().any(|other| (other.at, other.side) == (depot.at, depot.side));
    known.depots.retain(is_seen);
    known.depot_works.retain(|work| seen.depot_works.contains(work));
    known.ferries.retain(|ferry| seen.ferries.contains(ferry));
    known.rail_control.retain(|at, _| seen.rail_control.contains_key(at));
    known.river_control.retain(|at, _| seen.river_control.contains_key(at));
    known.track_destroyed.retain(|at| seen.track_destroyed.contains(at));
    known.bridges_destroyed.retain(|at| seen.bridges_destroyed.contains(at));
    known.battle_squares.retain(|at| seen.battle_squares.contains(at));
    known
}

/// Where a piece stands, in the words in which a receipt's end is kept; none if it stands nowhere by itself.
pub fn place_of(table: &Table, piece: &Piece) -> Option<String> {
    if let Some(ship) = ship_of(piece) {
        let fleet = table.fleet()?;
        return Some(words(&fleet.sea.chart, fleet.sea.state.ships.get(&ship)?.at));
    }
    let unit = table.land.units.get(&unit_of(piece)?)?;
    Some(place_words(&table.atlas, Place { at: unit.at, tac: unit.tac }))
}

/// WISC 9.4: whether a ship keeps a unit from all of its own orders: what any of them was told to come to, it comes to nothing.
pub fn takes_all_orders(one: &Hindrance) -> bool {
    HELD_BY_SHIPS.iter().any(|why| one.why == Reason::from(*why).words())
}

/// What a turn did not carry out as it was ordered, or left pieces without, by piece; `before` is the board that it was run from.
pub fn hindrances(before: &Table, ran: &Ran) -> BTreeMap<Piece, Vec<Hindrance>> {
    let mut all: BTreeMap<Piece, Vec<Hindrance>> = BTreeMap::new();
    let mut add = |piece: Piece, one: Hindrance| all.entry(piece).or_default().push(one);
    for (unit, of, why) in ran.outcome.events.iter().filter_map(|told| hindered(&told.event)) {
        let order = if let Of::Order(word) = of { word.to_owned() } else { String::new() };
        add(unit.into(), Hindrance { order, ..of_unit(kind_of(of), &why) });
    }
    let Table { atlas, book, land, seed, .. } = before;
    let begun = sequence::begin(atlas, book, (**land).clone(), ran.orders.land.clone(), *seed);
    for (unit, why) in differences(&begun, &ran.outcome.events) {
        add(unit.into(), of_unit(Kind::Shortfall, &why));
    }
    for unit in unfed(land, &ran.outcome) {
        add(unit.into(), of_unit(Kind::Lack, &Why::NoSource.into()));
    }
    let (Some(sea), Some(fleet)) = (&ran.sea, before.fleet()) else { return all };
    let chart = &fleet.sea.chart;
    let is_there = |event: &SeaEvent| {
        if !matches!(event.fact, Fact::Halted { .. }) {
            return false;
        }
        let lines = ran.orders.sea.as_ref().zip(event.fact.ship());
        let lines = lines.and_then(|(orders, ship)| orders.ships.get(&ship)).into_iter().flatten();
        let orders: Vec<Order> = lines.filter_map(|line| any_order(line, chart).ok()).collect();
        event.fact.at().is_some_and(|at| is_goal(chart, at, &orders))
    };
    for event in sea.events.iter().map(|told| &told.event).filter(|event| !is_there(event)) {
        if let Some((ship, one)) = event.fact.ship().zip(refusal(event)) {
            add(ship.to_string().into(), one);
        }
    }
    all
}

/// What of the orders of a player's offices came to nothing, or to less.
pub fn of_offices(ran: &Ran, by: PlayerNo) -> Vec<Hindrance> {
    let is_his = |told: &&Told<Event>| told.saw(by).is_some();
    let on_land = ran.outcome.events.iter().filter(is_his).filter_map(|told| declined(&told.event));
    let of_land =
        |(why, whole): (&Reason, bool)| of_unit(if whole { Kind::Refusal } else { Kind::Shortfall }, why);
    let at_sea = ran.sea.iter().flat_map(|sea| &sea.events).filter(|told| told.saw(by).is_some());
    let at_sea =
        at_sea.map(|told| &told.event).filter(|event| event.fact.ship().is_none()).filter_map(refusal);
    on_land.map(of_land).chain(at_sea).collect()
}

/// What the orders of a player's offices brought about.
pub fn done(ran: &Ran, by: PlayerNo) -> Vec<Done> {
    let is_his = |told: &&Told<Event>| told.saw(by).is_some();
    let on_land = ran.outcome.events.iter().filter(is_his).filter_map(|told| brought_about(&told.event));
    let on_land = on_land.map(|why| Done { piece: None, what: why.words().into_owned() });
    let at_sea = ran.sea.iter().flat_map(|sea| &sea.events).filter(|told| told.saw(by).is_some());
    on_land.chain(at_sea.filter_map(|told| stores_moved(&told.event))).collect()
}

fn of_unit(kind: Kind, why: &Reason) -> Hindrance {
    Hindrance { kind, order: String::new(), why: why.words().into_owned() }
}

fn kind_of(of: Of) -> Kind {
    match of {
        Of::Order(_) => Kind::Refusal,
        Of::Part | Of::OnTheWay => Kind::Shortfall,
        Of::Lack => Kind::Lack,
    }
}

/// An order for ships that an event refuses.
fn refusal(event: &SeaEvent) -> Option<Hindrance> {
    let (order, why) = match &event.fact {
        Fact::Refused { order, why, .. } | Fact::OfficeRefused { order, why, .. } => (order.clone(), why),
        // WISC 6.6: who is stopped on a river does not come where it was ordered.
        Fact::Halted { why: Some(why), .. } if stops(why.why) => (None, why),
        _ => return None,
    };
    let (order, why) = (order.unwrap_or_default(), why.words().into_owned());
    Some(Hindrance { kind: Kind::Refusal, order, why })
}

/// WISC 6.6: whether others stop her, and not her own order to halt.
fn stops(why: Stop) -> bool {
    matches!(why, Stop::HostileShips | Stop::HostileBatteries)
}

/// Rule 11.6: units that had a source, went into another square, be it out and back, and have none where they stand at last.
fn unfed(before: &LandState, outcome: &Outcome) -> Vec<UnitId> {
    let marched = outcome.events.iter().filter_map(|told| match &told.event.fact {
        LandFact::March(step) | LandFact::Rail(step) => Some(step.unit),
        _ => None,
    });
    let marched: BTreeSet<UnitId> = marched.collect();
    let is_unfed = |unit: &&Unit| {
        let stood = before.units.get(&unit.id).filter(|stood| stood.source.is_some());
        let went = stood.is_some_and(|stood| stood.at != unit.at || marched.contains(&unit.id));
        went && eats(unit) && unit.source.is_none()
    };
    outcome.state.units.values().filter(is_unfed).map(|unit| unit.id).collect()
}
