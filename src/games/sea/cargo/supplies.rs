//! Supplies to and from cities, depots and corps headquarters (WISC 9.3, K-9, N-39, N-75).

use crate::games::sea::ashore::{Arm, Site};
use crate::games::sea::chart::PortNo;
use crate::games::sea::event::{Event, Kind};
use crate::games::sea::orders::{Cargo, Order, Store};
use crate::games::sea::ship::ShipId;
use crate::games::sea::turn::Turn;

/// Of a transport's capacity, what one supply to a depot or headquarters asks (9.3).
const A_SUPPLY: u32 = 500;

impl Turn {
    /// WISC 9.3, 9.4: in a friendly harbor at once; what is to be brought to a city where she will be when the turn ends waits.
    pub fn supplies_first(&mut self, id: ShipId, order: Cargo) {
        let (loads, count, store) = match &order {
            Cargo::LoadSupplies(count, store) => (true, *count, store.clone()),
            Cargo::UnloadSupplies(count, store) => (false, *count, store.clone()),
            _ => return,
        };
        let store = store.or_else(|| self.port_here(id).map(Store::City));
        let order = Order::Cargo(order);
        let waits = !loads
            && self.sailing(id).moves()
            && !matches!(&store, Some(Store::City(port)) if self.port_here(id) == Some(*port));
        if waits {
            if let (Some(progress), Order::Cargo(order)) = (self.progress_mut(id), order) {
                progress.landing.push(order);
            }
            return;
        }
        self.carry(id, &order, count, store);
    }

    /// What waited for the turn's end.
    pub fn supplies_last(&mut self, id: ShipId, order: Cargo) {
        if let Cargo::UnloadSupplies(count, store) = &order {
            let (count, store) = (*count, store.clone().or_else(|| self.port_here(id).map(Store::City)));
            self.carry(id, &Order::Cargo(order), count, store);
        }
    }

    fn port_here(&self, id: ShipId) -> Option<PortNo> {
        self.chart.port_in(self.ship(id)?.at)
    }

    fn carry(&mut self, id: ShipId, order: &Order, count: u32, store: Option<Store>) {
        let loads = matches!(order, Order::Cargo(Cargo::LoadSupplies(..)));
        let most = match self.most(id, &store) {
            Ok(most) => most,
            Err(why) => return self.refuse_order(id, order, why),
        };
        let Some(store) = store else { return };
        let aboard = self.ship(id).map_or(0, |ship| ship.supplies);
        let free = if loads { self.room(id) / 20 } else { aboard };
        let there = if loads { self.held_by(&store) } else { u32::MAX };
        let moved = count.min(most).min(free).min(there);
        if moved < count {
            let why = match moved {
                _ if moved == most => "no more are loaded or unloaded there in a turn (9.3)",
                _ if moved == there => "no more are there (9.3)",
                _ if loads => "no more fit aboard (9.1)",
                _ => "no more are aboard (9.1)",
            };
            self.refuse_order(id, order, format!("{moved} of {count}: {why}"));
        }
        if moved == 0 {
            return;
        }
        let change = if loads { i64::from(moved) } else { -i64::from(moved) };
        if let Some(ship) = self.ship_mut(id) {
            ship.supplies = (i64::from(ship.supplies) + change).max(0) as u32;
        }
        self.put(&store, -change);
        let kind = if loads { Kind::Load } else { Kind::Unload };
        let event = Event { count: Some(moved), other: Some("supplies".into()), ..self.event(kind, id) };
        self.tell(event);
    }

    /// How many at most: any number into a city from its harbor, one for 500 of capacity into a depot or headquarters.
    fn most(&mut self, id: ShipId, store: &Option<Store>) -> Result<u32, String> {
        let here = self.port_here(id);
        let capacity = self.ship(id).map_or(0, |ship| ship.capacity);
        match store {
            None => Err("say which city, depot or headquarters (9.3)".into()),
            Some(Store::City(port)) => {
                let name = &self.chart.port(*port).name;
                if here != Some(*port) {
                    return Err(format!("she is not in the harbor of {name} (9.3)"));
                }
                if !self.state.is_friendly(*port, id.nation) {
                    return Err(format!("{name} is not friendly (9.3)"));
                }
                if self.ashore.besieged.contains(port) {
                    return Err(format!("{name} is besieged (N-39)"));
                }
                Ok(u32::MAX)
            }
            Some(other) => {
                if self.sailing(id).moves() {
                    return Err("a depot or headquarters takes and gives supplies only while she lies still, and she has orders to move (9.3)".into());
                }
                self.reaches_store(id, other)?;
                Ok(capacity / A_SUPPLY)
            }
        }
    }

    fn reaches_store(&self, id: ShipId, store: &Store) -> Result<(), String> {
        match store {
            Store::Depot(at) => {
                let own = self.ashore.depots.get(at).is_some_and(|(of, _)| self.state.allied(*of, id.nation));
                let ship = self.ship(id).ok_or("she is no more")?;
                let near = self.chart.square(ship.at) == Some(*at)
                    || ship.at.coast().is_some_and(|coast| self.chart.coast(coast).shore.contains(at));
                if own && near { Ok(()) } else { Err("no depot of her side is in reach there (9.3)".into()) }
            }
            Store::Headquarters(unit) => {
                let brigade =
                    self.ashore.brigades.get(unit).filter(|unit| unit.arm == Arm::CorpsHeadquarters);
                let brigade =
                    brigade.ok_or_else(|| format!("{unit} is no corps headquarters in reach (9.3)"))?;
                if brigade.marches {
                    return Err(format!("{unit} has orders to march (9.3)"));
                }
                self.in_reach(id, brigade)
            }
            Store::City(_) => Ok(()),
        }
    }

    fn held_by(&self, store: &Store) -> u32 {
        match store {
            Store::City(port) => self.ashore.supplies.get(port).copied().unwrap_or(0),
            Store::Depot(at) => self.ashore.depots.get(at).map_or(0, |depot| depot.1),
            Store::Headquarters(unit) => self.ashore.brigades.get(unit).map_or(0, |unit| unit.supplies),
        }
    }

    fn put(&mut self, store: &Store, change: i64) {
        let add = |held: &mut u32| *held = (i64::from(*held) + change).max(0) as u32;
        match store {
            Store::City(port) => add(self.ashore.supplies.entry(*port).or_default()),
            Store::Depot(at) => {
                if let Some(depot) = self.ashore.depots.get_mut(at) {
                    add(&mut depot.1);
                }
            }
            Store::Headquarters(unit) => {
                if let Some(brigade) =
                    self.ashore.brigades.get_mut(unit).filter(|unit| !matches!(unit.at, Site::Aboard(_)))
                {
                    add(&mut brigade.supplies);
                }
            }
        }
    }
}
