//! Supplies to and from cities, depots and corps headquarters (WISC 9.3, K-9, N-39, N-75).

use crate::ashore::{Arm, Site};
use crate::chart::PortNo;
use crate::event::reason::{Reason, Why};
use crate::event::{Fact, Freight};
use crate::orders::{Cargo, Order, Store};
use crate::ship::ShipId;
use crate::turn::Turn;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_ground::unit::UnitId;

/// What a corps headquarters carries at most (ROTD-CWOL 11.9, ROTD-EUWOL 11.9).
const CORPS_CARRIES: u32 = 12;

/// Of a transport's capacity, what one supply that is unloaded to a depot or headquarters asks (9.3).
const A_SUPPLY: u32 = 500;

impl Turn {
    /// WISC 9.3, 9.4: in a friendly port at once; what is to be brought to a city where she will be when the turn ends waits, and depots
    /// and headquarters elsewhere take all of a turn.
    pub fn supplies_first(&mut self, id: ShipId, order: Cargo) {
        let (loads, count, store) = match &order {
            Cargo::LoadSupplies(count, store) => (true, *count, store.clone()),
            Cargo::UnloadSupplies(count, store) => (false, *count, store.clone()),
            _ => return,
        };
        let sailing = self.sailing(id);
        // Without a place the port is meant that she sails to, if she sails to one.
        let bound = !loads && store.is_none() && (sailing.harbor.is_some() || sailing.river.is_some());
        let store = store.or_else(|| self.port_here(id).map(Store::City));
        let order = Order::Cargo(order);
        let waits = bound
            || !loads
                && sailing.moves()
                && !matches!(&store, Some(Store::City(port)) if self.port_here(id) == Some(*port));
        let all_turn = matches!(&store, Some(Store::Depot(_) | Store::Headquarters(_)))
            && !sailing.moves()
            && self.friendly_port(id).is_none();
        if all_turn {
            if let Err(why) = self.most(id, &store, loads) {
                return self.refuse_order(id, &order, why);
            }
            let unit = match &store {
                Some(Store::Headquarters(unit)) => UnitId::spelt(unit),
                _ => None,
            };
            self.hold_fast(id, unit);
        }
        if waits || all_turn {
            if let (Some(progress), Order::Cargo(order)) = (self.progress_mut(id), order) {
                progress.landing.push(order);
            }
            return;
        }
        self.carry(id, &order, count, store);
    }

    /// What waited for the turn's end.
    pub fn supplies_last(&mut self, id: ShipId, order: Cargo) {
        let (Cargo::LoadSupplies(count, store) | Cargo::UnloadSupplies(count, store)) = &order else {
            return;
        };
        let (count, named) = (*count, store.clone());
        let order = Order::Cargo(order);
        if named.is_none() && self.is_astray(id) {
            return self.refuse_order(id, &order, Why::SuppliesAstray);
        }
        let store = named.or_else(|| self.port_here(id).map(Store::City));
        self.carry(id, &order, count, store);
    }

    fn port_here(&self, id: ShipId) -> Option<PortNo> {
        self.chart.port_in(self.ship(id)?.at)
    }

    fn carry(&mut self, id: ShipId, order: &Order, count: u32, store: Option<Store>) {
        let loads = matches!(order, Order::Cargo(Cargo::LoadSupplies(..)));
        let most = match self.most(id, &store, loads) {
            Ok(most) => most,
            Err(why) => return self.refuse_order(id, order, why),
        };
        let Some(store) = store else { return };
        let aboard = self.ship(id).map_or(0, |ship| ship.supplies);
        let free = if loads { self.room(id) / 20 } else { aboard };
        let there = if loads { self.held_by(id, &store) } else { u32::MAX };
        let wanted = match &store {
            Store::Headquarters(_) if !loads => CORPS_CARRIES.saturating_sub(self.held_by(id, &store)),
            _ => u32::MAX,
        };
        let moved = count.min(most).min(free).min(there).min(wanted);
        if moved < count {
            let why = match moved {
                _ if moved == most => Why::MostInATurn,
                _ if moved == wanted => Why::CorpsFull,
                _ if moved == there => Why::NoMoreThere,
                _ if loads => Why::NoMoreFit,
                _ => Why::NoMoreAboard,
            };
            self.refuse_order(id, order, Why::InPart.of(moved).and(count).because(why));
        }
        if moved == 0 {
            return;
        }
        let change = if loads { i64::from(moved) } else { -i64::from(moved) };
        if let Some(ship) = self.ship_mut(id) {
            ship.supplies = (i64::from(ship.supplies) + change).max(0) as u32;
        }
        self.put(id, &store, -change);
        let (here, what) = (self.here(id), Freight::Supplies(moved));
        self.tell(if loads { Fact::Load { here, what } } else { Fact::Unload { here, what, shore: None } });
    }

    /// WISC 9.3: how many at most: any number out of a store and into a city from its harbor, one for 500 of capacity into a depot or
    /// headquarters.
    fn most(&self, id: ShipId, store: &Option<Store>, loads: bool) -> Result<u32, Reason> {
        let here = self.port_here(id);
        let capacity = self.ship(id).map_or(0, |ship| ship.capacity);
        match store {
            None => Err(Why::SayWhichStore.into()),
            Some(Store::City(port)) => {
                let name = &self.chart.port(*port).name;
                if here != Some(*port) {
                    return Err(Why::NotInHarborOf.of(name));
                }
                if !self.state.is_friendly(*port, id.nation) {
                    return Err(Why::StoreNotFriendly.of(name));
                }
                if self.ashore.besieged.contains(port) {
                    return Err(Why::Besieged.of(name));
                }
                Ok(u32::MAX)
            }
            Some(other) => {
                if self.sailing(id).moves() {
                    return Err(Why::LiesStillOnly.into());
                }
                self.reaches_store(id, other)?;
                Ok(if loads { u32::MAX } else { capacity / A_SUPPLY })
            }
        }
    }

    fn reaches_store(&self, id: ShipId, store: &Store) -> Result<(), Reason> {
        match store {
            Store::Depot(at) => {
                let label = self.chart.grid.label(*at);
                let depot = self.depot_in(*at, id).and_then(|key| self.ashore.depots.get(&key));
                let depot = depot.ok_or_else(|| Why::NoDepot.of(&label))?;
                self.reaches(id, *at, depot.tac, Why::DepotOutOfReach.of(label))
            }
            Store::Headquarters(unit) => {
                let brigade = self.ashore.named(unit).filter(|unit| unit.arm == Arm::CorpsHeadquarters);
                let brigade = brigade.ok_or_else(|| Why::NoCorps.of(unit))?;
                if brigade.marches {
                    return Err(Why::HasMarch.of(unit));
                }
                self.in_reach(id, brigade)
            }
            Store::City(_) => Ok(()),
        }
    }

    /// The depot of her nation's in a square, else one of an ally's.
    fn depot_in(&self, at: StrategicSquare, id: ShipId) -> Option<(StrategicSquare, NationCode)> {
        let own = (at, id.nation);
        if self.ashore.depots.contains_key(&own) {
            return Some(own);
        }
        let mut there = self.ashore.depots.keys().filter(|key| key.0 == at);
        there.find(|key| self.state.allied(key.1, id.nation)).copied()
    }

    fn held_by(&self, id: ShipId, store: &Store) -> u32 {
        match store {
            Store::City(port) => self.ashore.supplies.get(port).copied().unwrap_or(0),
            Store::Depot(at) => self
                .depot_in(*at, id)
                .and_then(|key| self.ashore.depots.get(&key))
                .map_or(0, |depot| depot.supplies),
            Store::Headquarters(unit) => self.ashore.named(unit).map_or(0, |unit| unit.supplies),
        }
    }

    fn put(&mut self, id: ShipId, store: &Store, change: i64) {
        let add = |held: &mut u32| *held = (i64::from(*held) + change).max(0) as u32;
        match store {
            Store::City(port) => add(self.ashore.supplies.entry(*port).or_default()),
            Store::Depot(at) => {
                if let Some(depot) = self.depot_in(*at, id).and_then(|key| self.ashore.depots.get_mut(&key)) {
                    add(&mut depot.supplies);
                }
            }
            Store::Headquarters(unit) => {
                let brigade = UnitId::spelt(unit).and_then(|unit| self.ashore.brigades.get_mut(&unit));
                if let Some(brigade) = brigade.filter(|unit| !matches!(unit.at, Site::Aboard(_))) {
                    add(&mut brigade.supplies);
                }
            }
        }
    }
}
