//! Ammunition (rule 11.11; details "ammunition", R-11.11): who replenishes it where, and who loses it on hostile soil.
//! What combat uses up stands with combat.

use std::collections::{BTreeMap, BTreeSet};

use crate::combat::strength::uses_ammunition;
use crate::contact::{End, Lines, Screen};
use crate::field::Field;
use crate::state::{City, Depot, DepotKind};
use crate::supply::chosen::{Chosen, Draft};
use crate::supply::stock::{self, Stock};
use crate::turn::Turn;
use crate::unit::{Unit, UnitId, UnitType};
use fieldpost_ground::nation::{NationCode, Relation};

/// The cities that have ammunition to give, by the nation that draws; worked out for a nation when it is first asked
/// for, for nobody moves while supplies are drawn.
#[derive(Default)]
pub struct Arsenals {
    known: BTreeMap<NationCode, BTreeSet<String>>,
}

impl Arsenals {
    /// ROTD-EUWOL 11.11, details: whether ammunition comes with what is drawn: from a depot with supplies, a home
    /// city that makes it, a city with a chain of contact to such a one, or a corps headquarters that carries
    /// supplies which it loaded at one of these; ROTD-CWOL 11.11: with all supplies that are drawn. Of a cache the book says whether it gives any.
    pub fn are_behind(&mut self, turn: &Turn, draft: &Draft) -> bool {
        let state = &turn.state;
        if turn.book.supply.ammunition.arsenals.is_none() {
            return stock::left(state, &draft.stock) > 0;
        }
        if stock::left(state, &draft.stock) == 0 {
            return false;
        }
        match &draft.stock {
            Stock::Depot(place) => {
                let of_caches = || turn.book.supply.caches.as_ref().is_some_and(|caches| caches.ammunition);
                let gives = |depot: &Depot| depot.kind == DepotKind::Depot || of_caches();
                state.depots.get(*place).is_some_and(gives)
            }
            Stock::City(name) => {
                let find = || cities_with_ammunition(turn.field(), draft.by);
                self.known.entry(draft.by).or_insert_with(find).contains(name)
            }
            Stock::Corps(corps) => state.units.get(corps).is_some_and(|corps| corps.munitions),
        }
    }
}

/// ROTD-EUWOL 11.11: the home cities of a nation with a manufacturing level of 3, and the cities of its side that a
/// chain of contact joins to them. A besieged city is in contact with nothing (11.3).
fn cities_with_ammunition(field: Field<'_>, nation: NationCode) -> BTreeSet<String> {
    let lines = Lines::new(field);
    let friendly = |city: &City| field.relation(nation, city.control).is_friendly();
    let least = field.book.supply.ammunition.arsenals.as_ref().map(|arsenals| arsenals.manufacturing);
    let makes = |city: &City| {
        city.home == nation && least.is_some_and(|least| city.manufacturing >= least) && friendly(city)
    };
    let (mut found, mut waiting): (Vec<_>, Vec<_>) =
        field.state.cities.iter().filter(|(_, city)| friendly(city)).partition(|(_, city)| makes(city));
    let mut next = 0;
    while let Some((_, from)) = found.get(next).copied() {
        let joined = |city: &City| are_in_contact(&lines, nation, from, city);
        let (more, rest): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|(_, city)| joined(city));
        found.extend(more);
        waiting = rest;
        next += 1;
    }
    found.into_iter().map(|(name, _)| name.clone()).collect()
}

/// ROTD-EUWOL 11.2, 11.3: whether two cities have a line of contact.
fn are_in_contact(lines: &Lines<'_>, nation: NationCode, one: &City, other: &City) -> bool {
    let end = |city: &City| End { nation, at: city.at, tac: city.tac };
    !one.besieged && !other.besieged && lines.contact(nation, end(one), end(other), Screen::Closes)
}

/// ROTD-EUWOL 11.11: a unit that draws from a good source has all its ammunition again.
pub fn replenish(turn: &mut Turn, id: UnitId, is_good: bool) {
    let most = turn.book.supply.ammunition.most;
    let user = turn.state.units.get_mut(&id).filter(|unit| uses_ammunition(unit.id.kind));
    if let Some(unit) = user.filter(|_| is_good) {
        unit.ammunition = unit.ammunition.max(most);
    }
}

/// Details, "ammunition": where a corps headquarters last loaded decides whether ammunition comes with what it carries.
pub fn note_load(turn: &mut Turn, id: UnitId, is_good: bool) {
    let corps = turn.state.units.get_mut(&id).filter(|unit| unit.id.kind == UnitType::CorpsHq);
    if let Some(corps) = corps {
        corps.munitions = is_good;
    }
}

/// R-11.11b: naval batteries use no supplies, and replenish their ammunition where they could draw some.
pub fn of_naval_batteries(turn: &mut Turn, chosen: &Chosen, arsenals: &mut Arsenals) {
    let batteries = turn.state.units.values().filter(|unit| unit.is_active());
    let batteries: Vec<_> =
        batteries.map(|unit| unit.id).filter(|id| id.kind == UnitType::NavalBattery).collect();
    for id in batteries {
        let source = chosen.source(turn, id);
        let draft = source.and_then(|source| chosen.draft(turn, id, source));
        let is_good = draft.is_some_and(|draft| arsenals.are_behind(turn, &draft));
        replenish(turn, id, is_good);
    }
}

/// Details, "ammunition", R-11.11c: a unit without a source of supply, or with a corps headquarters that has none,
/// on hostile soil, with at most three friendly units in its square, itself among them, loses one ammunition in
/// every second turn.
pub fn wear_out(turn: &mut Turn, chosen: &Chosen) {
    let Some(arsenals) = &turn.book.supply.ammunition.arsenals else { return };
    let (most, chance) = arsenals.raiders;
    let raiders = turn.state.units.values().filter(|unit| is_raider(turn.field(), chosen, unit, most));
    for id in raiders.map(|unit| unit.id).collect::<Vec<_>>() {
        if turn.dice.chance(chance, turn.phase, "11.11", &id.to_string(), 0)
            && let Some(unit) = turn.state.units.get_mut(&id)
        {
            unit.ammunition -= 1;
        }
    }
}

fn is_raider(field: Field<'_>, chosen: &Chosen, unit: &Unit, most_friends: usize) -> bool {
    let nation = unit.id.nation;
    let on_hostile_soil =
        || field.soil_of(unit.at).is_some_and(|owner| field.relation(nation, owner) == Relation::Hostile);
    let friends = || {
        let units = field.units_of_nations(unit.at, |other| field.relation(nation, other).is_friendly());
        units.filter(|friend| friend.is_active()).count()
    };
    unit.is_active()
        && uses_ammunition(unit.id.kind)
        && unit.ammunition > 0
        && !chosen.is_provided(unit.id)
        && on_hostile_soil()
        && friends() <= most_friends
}
