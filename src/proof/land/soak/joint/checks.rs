//! What must hold after every step of a joint turn: who is where, what types may be where, and the books of men, crews, naval stores and
//! supplies. Nothing comes from nowhere, nothing goes without an event that says so, and nobody is on land and at sea at once.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::land::soak::joint::world::may_be;
use fieldpost_campaign::AtSea;
use fieldpost_campaign::fleet::Fleet;
use fieldpost_campaign::turn::Joint;
use fieldpost_land::turn::Outcome;
use fieldpost_land::unit::UnitId;
use fieldpost_sea::ashore::Site;
use fieldpost_sea::event::Kind;
use fieldpost_sea::phase::Phase;
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::{Ship, ShipId, WRECK};
use fieldpost_sea::state::SeaState;

/// Kinds by which ships go, with whom and what is aboard.
const LOSSES: [Kind; 6] =
    [Kind::Sunk, Kind::Captured, Kind::Foundered, Kind::Wrecked, Kind::Scuttle, Kind::NavalCombat];
/// Kinds by which men go.
const KILLS: [Kind; 2] = [Kind::GarrisonCombat, Kind::BatteryLost];

/// What is to be accounted for.
#[derive(Clone, Debug, Default)]
struct Books {
    /// Sailors of all ships.
    crews: u64,
    /// Naval stores in ports, holds and as cargo, less what ships owe.
    stores: i64,
    /// What a turn uses, a unit a ship that serves, and what yards bring in.
    used: i64,
    made: i64,
    /// Supplies of land units in cities, depots, with units and aboard.
    supplies: u64,
    /// Men of land units.
    men: u64,
    /// Land units, ashore, aboard and in garrisons.
    units: BTreeSet<UnitId>,
}

impl Books {
    fn of(turn: &Joint) -> Books {
        let (land, sea) = (&turn.land.state, &turn.sea.state);
        let away = || turn.away.values().map(|away| &away.unit);
        let units = || land.units.values().chain(away());
        let depots = land.depots.iter().map(|depot| u64::from(depot.supplies));
        let cities = land.cities.values().map(|city| u64::from(city.supplies));
        let aboard = sea.ships.values().map(|ship| u64::from(ship.supplies));
        let held = |ship: &Ship| i64::from(ship.stores + ship.extra_stores) - i64::from(ship.stores_debt);
        Books {
            crews: sea.ships.values().map(|ship| u64::from(ship.crew)).sum(),
            stores: sea.ports.values().map(|port| i64::from(port.stores)).sum::<i64>()
                + sea.ships.values().map(held).sum::<i64>(),
            used: sea.ships.values().filter(|ship| ship.is_active()).count() as i64,
            made: sea.ports.values().map(|port| 2 * i64::from(port.yard)).sum(),
            supplies: depots
                .chain(cities)
                .chain(aboard)
                .chain(units().map(|unit| u64::from(unit.supplies)))
                .sum(),
            men: units().map(|unit| u64::from(unit.strength)).sum(),
            units: units().map(|unit| unit.id).collect(),
        }
    }
}

/// A watch over a turn: what was seen after the step before, and the first thing that did not hold.
#[derive(Debug, Default)]
pub struct Watch {
    books: Option<Books>,
    told: usize,
    fault: Option<(String, String)>,
}

impl Watch {
    /// Looks at a turn after a step.
    pub fn look(&mut self, turn: &Joint, step: &str) {
        if self.fault.is_some() {
            return;
        }
        let books = Books::of(turn);
        let events: Vec<Kind> = turn
            .sea
            .events
            .get(self.told..)
            .unwrap_or_default()
            .iter()
            .map(|told| told.event.fact.kind())
            .collect();
        let is_naval = Phase::ALL.iter().any(|(_, words)| *words == step);
        let before = self.books.replace(books.clone());
        self.told = turn.sea.events.len();
        let accounts =
            before.filter(|_| is_naval).and_then(|before| balance(&before, &books, &events, step, turn));
        let stale = || turn.misknown().map(|what| format!("ships know other {what} than there are"));
        let fault = accounts.or_else(|| stands(turn)).or_else(stale);
        self.fault = fault.map(|what| (step.to_owned(), format!("{what}{}", story(turn, &what))));
    }

    /// Hands over what did not hold, if anything did not; the units of the turn's beginning are all accounted for.
    ///
    /// # Errors
    /// The step, and what does not hold after it.
    pub fn finish(
        self,
        (before, after): (Fleet<'_>, Fleet<'_>),
        outcome: &Outcome,
        sea: &AtSea,
    ) -> Result<(), (String, String)> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let all = |fleet: Fleet<'_>| -> BTreeSet<UnitId> {
            fleet.table.land.units.keys().chain(fleet.sea.away.keys()).copied().collect()
        };
        let (before, after) = (all(before), all(after));
        let gone = |id: &&UnitId| {
            !after.contains(id)
                && !outcome.removed.contains_key(id)
                && sea.drowned.iter().all(|(drowned, _)| drowned != *id)
        };
        match before.iter().find(gone) {
            Some(id) => Err(("the whole turn".into(), format!("{id} is gone, and nobody says where"))),
            None => Ok(()),
        }
    }
}

/// What does not balance between two looks with a naval step between them.
fn balance(before: &Books, after: &Books, events: &[Kind], step: &str, turn: &Joint) -> Option<String> {
    let any = |kinds: &[Kind]| events.iter().any(|kind| kinds.contains(kind));
    let (lost, killed) = (any(&LOSSES), any(&KILLS));
    if after.crews > before.crews || (after.crews < before.crews && !lost) {
        return Some(format!("{} sailors became {}", before.crews, after.crews));
    }
    let due = match step {
        "naval supply" => -before.used,
        "naval end" => before.made,
        _ => 0,
    };
    let stores = after.stores - before.stores;
    // Who is lost takes along what she has, and what she owes.
    if !lost && (stores > due || (stores < due && !any(&[Kind::Combine]))) {
        return Some(format!("naval stores changed by {stores}, and {due} were due"));
    }
    if after.supplies > before.supplies || (after.supplies < before.supplies && !lost && !killed) {
        return Some(format!("{} supplies became {}", before.supplies, after.supplies));
    }
    if after.men > before.men || (after.men < before.men && !lost && !killed) {
        return Some(format!("{} men became {}", before.men, after.men));
    }
    let lost_units = before.units.difference(&after.units);
    let accounted = |id: &&UnitId| {
        turn.drowned.iter().any(|(drowned, _)| drowned == *id) || turn.land.removed.contains_key(id)
    };
    let unknown = lost_units.into_iter().find(|id| !accounted(id));
    if let Some(id) = unknown {
        return Some(format!("{id} is gone, and nobody says where"));
    }
    after.units.difference(&before.units).next().map(|id| format!("{id} came from nowhere"))
}

/// What happened this turn to the ship with which a fault's words begin.
fn story(turn: &Joint, what: &str) -> String {
    let id = what.split(' ').next().and_then(|word| word.parse::<ShipId>().ok());
    let hers = turn.sea.events.iter().map(|told| &told.event).filter(|event| {
        let named = |other: Cow<'_, str>| id.is_some_and(|id| other.contains(&id.to_string()));
        event.fact.ship().is_some_and(|of| Some(of) == id) || event.fact.other().is_some_and(named)
    });
    let words = hers.map(|event| {
        let (phase, fact) = (event.phase, &event.fact);
        let place = |place: Option<Place>| place.map_or_else(|| "-".into(), |at| turn.sea.chart.label(at));
        let (kind, from, at, other) = (fact.kind(), place(fact.from()), place(fact.at()), fact.other());
        format!(
            "
    {phase:?} {kind:?} {from} to {at}, {other:?} {:?}",
            fact.why()
        )
    });
    words.collect()
}

/// What does not hold of the position.
fn stands(turn: &Joint) -> Option<String> {
    let twice = turn.away.keys().find(|id| turn.land.state.units.contains_key(id));
    if let Some(id) = twice {
        return Some(format!("{id} is on land and away from it"));
    }
    for (id, away) in &turn.away {
        if let Site::Aboard(ship) = away.site {
            let count = turn.sea.state.ships.get(&ship).map_or(0, |ship| aboard(ship, *id));
            if count != 1 {
                return Some(format!("{id} is aboard {ship}, whose list has it {count} times"));
            }
        }
    }
    let ships = turn.sea.state.ships.values();
    ships.into_iter().find_map(|ship| of_ship(turn, ship)).or_else(|| groups(&turn.sea.state))
}

fn aboard(ship: &Ship, id: UnitId) -> usize {
    ship.cargo.iter().filter(|unit| **unit == id).count()
}

/// What does not hold of a ship.
fn of_ship(turn: &Joint, ship: &Ship) -> Option<String> {
    let id = ship.id;
    if !may_be(&turn.sea.chart, id.kind, ship.at) {
        return Some(format!("{id} is in {}, where her type may not be", turn.sea.chart.label(ship.at)));
    }
    if ship.hull >= WRECK || ship.propulsion > WRECK {
        return Some(format!("{id} floats with hull {} and propulsion {}", ship.hull, ship.propulsion));
    }
    if ship.stores > id.kind.row().stores {
        return Some(format!("{id} has {} stores", ship.stores));
    }
    if !id.kind.is_transport() && (!ship.cargo.is_empty() || ship.supplies + ship.extra_stores > 0) {
        return Some(format!("{id} carries cargo"));
    }
    for unit in &ship.cargo {
        let away = turn.away.get(unit);
        if away.is_none_or(|away| away.site != Site::Aboard(id)) {
            return Some(format!("{id} has {unit} aboard, which is elsewhere"));
        }
    }
    let space: u32 = turn.sea.ashore.aboard(id).map(fieldpost_sea::ashore::Brigade::space).sum();
    if id.kind.is_transport() && space + 20 * (ship.supplies + ship.extra_stores) > ship.capacity {
        return Some(format!("{id} of {} carries more than that", ship.capacity));
    }
    led(&turn.sea.state, id, ship.attached_to?)
}

/// WISC 4.4, N-65: no chains, and nobody follows who is not there.
fn led(sea: &SeaState, id: ShipId, leader: ShipId) -> Option<String> {
    match sea.ships.get(&leader) {
        None => Some(format!("{id} follows {leader}, who is no more")),
        Some(leader) if leader.attached_to.is_some() => {
            Some(format!("{id} follows {}, who follows", leader.id))
        }
        Some(_) => None,
    }
}

/// Every ship keeps with one group, and that where she is.
fn groups(sea: &SeaState) -> Option<String> {
    for ship in sea.ships.values() {
        let here =
            sea.groups.get(&ship.at).into_iter().flatten().filter(|group| group.contains(&ship.id)).count();
        let all = sea.groups.values().flatten().filter(|group| group.contains(&ship.id)).count();
        if (here, all) != (1, 1) {
            return Some(format!("{} is in {here} groups where she is, and in {all}", ship.id));
        }
    }
    let unknown = sea.groups.values().flatten().flatten().find(|id| !sea.ships.contains_key(id));
    unknown.map(|id| format!("{id} keeps with a group, and is no more"))
}
