//! The books of a war: men, supplies and guns before and after every step of a turn. Nothing comes from nowhere, and
//! nothing goes without an event that says so.

use std::collections::BTreeMap;

use fieldpost_engine::event::Told;
use fieldpost_ground::nation::NationCode;
use fieldpost_land::event::{Event, Fact, Kind};
use fieldpost_land::orders::{OfficeOrder, TurnOrders};
use fieldpost_land::phase::Phase;
use fieldpost_land::state::LandState;
use fieldpost_land::unit::{Unit, UnitId};

/// What is to be accounted for in a position.
#[derive(Clone, Debug, Default)]
pub struct Books {
    /// Men of each unit, those present and those in its four pools.
    men: BTreeMap<UnitId, u64>,
    /// Men in the nations' manpower pools.
    pools: BTreeMap<NationCode, u64>,
    /// Supplies in cities, in depots and with units.
    supplies: u64,
    /// Batteries of all units.
    batteries: u64,
}

/// Kinds by which a unit may leave the game.
const ENDS: [Kind; 5] =
    [Kind::CaptureBridge, Kind::Merge, Kind::Surrender, Kind::Shatter, Kind::ReformFailed];

/// Kinds by which supplies may be lost beside being eaten.
const SPOILS: [Kind; 12] = [
    Kind::LoseSupplies,
    Kind::RemoveDepot,
    Kind::Merge,
    Kind::DestroyDepot,
    Kind::Combat,
    Kind::Check,
    Kind::Retreat,
    Kind::Rout,
    Kind::FallBack,
    Kind::Shatter,
    Kind::Surrender,
    Kind::Reform,
];

/// Kinds by which batteries may be lost.
const GUN_LOSSES: [Kind; 9] = [
    Kind::Merge,
    Kind::CaptureGuns,
    Kind::Combat,
    Kind::Bombard,
    Kind::Retreat,
    Kind::Rout,
    Kind::FallBack,
    Kind::Shatter,
    Kind::Surrender,
];

/// The men that mergers have set free, whether their nations have them yet or not.
fn pools(state: &LandState) -> BTreeMap<NationCode, u64> {
    let mut pools = BTreeMap::new();
    for (nation, men) in [&state.manpower, &state.manpower_due, &state.manpower_pool].into_iter().flatten() {
        *pools.entry(*nation).or_default() += u64::from(*men);
    }
    pools
}

fn men_of(unit: &Unit) -> u64 {
    [unit.strength, unit.killed, unit.wounded, unit.prisoners, unit.stragglers]
        .into_iter()
        .map(u64::from)
        .sum()
}

impl Books {
    /// The books of a position.
    pub fn of(state: &LandState) -> Self {
        let units = || state.units.values();
        let stored = state.cities.values().map(|city| city.supplies);
        let stored = stored.chain(state.depots.iter().map(|depot| depot.supplies));
        Books {
            men: units().map(|unit| (unit.id, men_of(unit))).collect(),
            pools: pools(state),
            supplies: stored.map(u64::from).sum::<u64>()
                + units().map(|unit| u64::from(unit.supplies)).sum::<u64>(),
            batteries: units().map(|unit| u64::from(unit.batteries)).sum(),
        }
    }

    /// What does not agree with these books, kept before a step, in those kept after it: `events` are what happened
    /// in it, and `orders` what was ordered for the turn.
    pub fn faults(&self, after: &Books, events: &[Told<Event>], orders: &TurnOrders) -> Vec<String> {
        let mut faults = self.of_men(after, events);
        faults.extend(self.of_supplies(after, events, orders));
        faults.extend(self.of_guns(after, events));
        faults
    }

    fn of_men(&self, after: &Books, events: &[Told<Event>]) -> Vec<String> {
        let mut faults = Vec::new();
        let of_kind =
            |kind| events.iter().map(|told| &told.event).filter(move |event| event.fact.kind() == kind);
        let merged = |id: UnitId| of_kind(Kind::Merge).any(|event| event.fact.names(id));
        let mut gone = BTreeMap::<NationCode, u64>::new();
        for (id, men) in &self.men {
            match after.men.get(id) {
                Some(now) if now == men || merged(*id) => {}
                Some(now) => faults.push(format!("{id}: had {men} men in all, has {now}")),
                None if !ENDS.iter().any(|kind| of_kind(*kind).any(|event| event.fact.names(*id))) => {
                    faults.push(format!("{id}: is gone, and no event says why"));
                }
                None if merged(*id) => {}
                None => *gone.entry(id.nation).or_default() += men,
            }
        }
        // What foreign soil costs of a merger's excess (GITM-NWOL 3.5).
        for event in of_kind(Kind::Merge) {
            if let Fact::Merge { stand, lost, .. } = &event.fact {
                *gone.entry(stand.unit.nation).or_default() += u64::from(*lost);
            }
        }
        let mut come = BTreeMap::<NationCode, u64>::new();
        for (id, men) in after.men.iter().filter(|(id, _)| !self.men.contains_key(id)) {
            // A captured bridge has another name from then on.
            if of_kind(Kind::CaptureBridge).any(|event| event.fact.names(*id)) {
                *come.entry(id.nation).or_default() += men;
            } else {
                faults.push(format!("{id}: is new"));
            }
        }
        let (was, is) = (self.by_nation(), after.by_nation());
        for (nation, men) in &was {
            let now = is.get(nation).copied().unwrap_or(0) + gone.get(nation).copied().unwrap_or(0);
            if now != *men + come.get(nation).copied().unwrap_or(0) {
                faults.push(format!("{nation} had {men} men in all, has {now}"));
            }
        }
        faults
    }

    fn by_nation(&self) -> BTreeMap<NationCode, u64> {
        let mut nations = self.pools.clone();
        for (id, men) in &self.men {
            *nations.entry(id.nation).or_default() += men;
        }
        nations
    }

    /// Supplies grow by what was ordered to be bought at most, shrink by what is eaten, and by what spoils where there
    /// is war.
    fn of_supplies(&self, after: &Books, events: &[Told<Event>], orders: &TurnOrders) -> Option<String> {
        let count = |kind| events.iter().filter(|told| told.event.fact.kind() == kind).count() as u64;
        let eaten = count(Kind::Consume);
        let is_supply = events.iter().any(|told| told.event.phase == Phase::Supply);
        let bought = orders.offices.iter().map(|(_, order)| match order {
            OfficeOrder::AddSupplies { amount, .. } if is_supply => u64::from(*amount),
            _ => 0,
        });
        let (was, now) = (self.supplies, after.supplies + eaten);
        let may_spoil = SPOILS.iter().any(|kind| count(*kind) > 0);
        let is_right = now <= was + bought.sum::<u64>() && (now >= was || may_spoil);
        (!is_right).then(|| {
            format!("there were {was} supplies; there are {} and {eaten} were eaten", after.supplies)
        })
    }

    fn of_guns(&self, after: &Books, events: &[Told<Event>]) -> Option<String> {
        let (was, now) = (self.batteries, after.batteries);
        let may_be_lost = events.iter().any(|told| GUN_LOSSES.contains(&told.event.fact.kind()));
        let is_right = now <= was && (now == was || may_be_lost);
        (!is_right).then(|| format!("there were {was} batteries, there are {now}"))
    }
}
