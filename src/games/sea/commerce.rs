//! Naval stores on their way from place to place ashore and by sea (WISC 3.5, N-22, N-68, N-77, K-6).

use std::collections::BTreeSet;

use crate::chart::{Haven, PortNo, SeaNo};
use crate::event::reason::{Reason, Why};
use crate::event::{Fact, Storehouse};
use crate::kind::Kind as Type;
use crate::orders::{Commerce, Office};
use crate::place::{Magazine, Place};
use crate::sailing::harbor::NEAR_MOUTH;
use crate::ship::Ship;
use crate::turn::Turn;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;

/// Stores that leave a place in a turn at most (3.5).
const SENT: u32 = 60;
/// How far stores move by a line of contact, by rail, by river (3.5).
const BY_CONTACT: u8 = 4;
const BY_RAIL: u32 = 40;
const BY_RIVER: u16 = 30;

impl Turn {
    /// WISC 3.5: what Naval Secretaries order moved, as it was ordered.
    pub fn move_stores(&mut self) {
        let held = (self.state.ports.clone(), self.state.inland.clone());
        let began = |from: Magazine| match from {
            Magazine::Port(port) => held.0.get(&port).map_or(0, |state| state.stores),
            Magazine::Inland(at) => held.1.get(&at).copied().unwrap_or(0),
        };
        for (nation, order) in self.office.clone() {
            let Office::MoveStores { stores, from, to } = order.clone() else { continue };
            match self.may_move(nation, stores, from, to, began(from)) {
                Ok(()) => {
                    *self.sent.entry(from).or_default() += stores;
                    *self.stores_in(from) -= stores;
                    *self.stores_in(to) += stores;
                    self.tell_of_stores(nation, stores, from, to);
                }
                Err(why) => self.refuse_office(nation, &order, why),
            }
        }
    }

    fn stores_in(&mut self, place: Magazine) -> &mut u32 {
        match place {
            Magazine::Port(port) => &mut self.state.ports.entry(port).or_default().stores,
            Magazine::Inland(at) => self.state.inland.entry(at).or_default(),
        }
    }

    /// What was moved is told as what was not is.
    fn tell_of_stores(&mut self, nation: NationCode, stores: u32, from: Magazine, to: Magazine) {
        let storehouse = |of| {
            let name = self.chart.magazine(of);
            match of {
                Magazine::Port(port) => Storehouse::Port { name, place: self.chart.port_place(port) },
                Magazine::Inland(_) => Storehouse::Inland { name },
            }
        };
        let (from, to) = (storehouse(from), storehouse(to));
        self.tell_secretary(nation, Fact::StoresMoved { nation, from, to, stores });
    }

    fn may_move(
        &self,
        nation: NationCode,
        stores: u32,
        from: Magazine,
        to: Magazine,
        began: u32,
    ) -> Result<(), Reason> {
        [from, to].into_iter().try_for_each(|place| self.keeps_stores(nation, place))?;
        let name = self.chart.magazine(from);
        if from == to {
            return Err(Why::SamePlace.of(name));
        }
        // Out of an inland city supplies of the same turn count too.
        let supplies = match from {
            Magazine::Inland(at) => self.ashore.supplies_sent.get(&at).copied().unwrap_or(0),
            Magazine::Port(_) => 0,
        };
        let sent = self.sent.get(&from).copied().unwrap_or(0);
        let leaves = sent + supplies + stores;
        if leaves > SENT {
            return Err(Why::TooManyLeave.of(leaves).and(name));
        }
        let now = match from {
            Magazine::Port(port) => self.state.ports.get(&port).map_or(0, |port| port.stores),
            Magazine::Inland(at) => self.state.inland.get(&at).copied().unwrap_or(0),
        };
        if stores > now.min(began.saturating_sub(sent)) {
            return Err(Why::NotEnough.of(name).and(stores));
        }
        if self.moves_ashore(nation, from, to) {
            return Ok(());
        }
        match (from, to) {
            (Magazine::Port(from), Magazine::Port(to)) => self.moves_by_sea(nation, from, to),
            _ => Err(Why::NoLine.of(name).and(self.chart.magazine(to))),
        }
    }

    /// Whether a side keeps stores in a place: a port, a city, a depot or cache of its own.
    fn keeps_stores(&self, nation: NationCode, place: Magazine) -> Result<(), Reason> {
        let name = self.chart.magazine(place);
        match place {
            Magazine::Port(port) if self.state.is_friendly(port, nation) => Ok(()),
            Magazine::Port(_) => Err(Why::NoFriendlyPort.of(name)),
            Magazine::Inland(at) if self.is_magazine(nation, at) => Ok(()),
            Magazine::Inland(_) => Err(Why::NoMagazine.of(name)),
        }
    }

    fn is_magazine(&self, nation: NationCode, at: StrategicSquare) -> bool {
        self.ashore.keeps_stores(at, |of| self.state.allied(of, nation))
    }

    /// Stores of places where nobody keeps any more are lost with them.
    pub fn lose_magazines(&mut self) {
        let ashore = &self.ashore;
        self.state.inland.retain(|at, stores| *stores > 0 && ashore.keeps_stores(*at, |_| true));
    }

    /// N-68: by a line of contact, by rail or by river: where brigades are played, as their book has it for supplies.
    fn moves_ashore(&self, nation: NationCode, from: Magazine, to: Magazine) -> bool {
        let square = |place| match place {
            Magazine::Port(port) => self.chart.port(port).at,
            Magazine::Inland(at) => Some(at),
        };
        let (Some(one), Some(other)) = (square(from), square(to)) else { return false };
        match &self.ashore.ways {
            Some(ways) => ways.contains(&(nation, one, other)),
            None => self.moves_by_land(nation, one, other) || self.moves_by_river(nation, one, other),
        }
    }

    /// WISC 3.5: whether anything carries naval stores from one port to another, as things stand.
    pub fn carries_stores(&self, nation: NationCode, from: PortNo, to: PortNo) -> bool {
        self.moves_ashore(nation, Magazine::Port(from), Magazine::Port(to))
            || self.moves_by_sea(nation, from, to).is_ok()
    }

    fn is_held(&self, nation: NationCode, at: StrategicSquare) -> bool {
        let enemy = self
            .ashore
            .brigades_in(at)
            .any(|unit| unit.fights && unit.active && self.state.hostile(unit.nation, nation));
        let holder =
            self.ashore.railways.get(&at).copied().or_else(|| self.state.land_holder(&self.atlas.map, at));
        !enemy && holder.is_some_and(|holder| self.state.allied(holder, nation))
    }

    /// N-68: a line of four squares or fewer on land, or forty by rail.
    fn moves_by_land(&self, nation: NationCode, from: StrategicSquare, to: StrategicSquare) -> bool {
        let map = &self.atlas.map;
        let marches = |at: StrategicSquare| map.marches(at).map(|(_, to)| to).collect::<Vec<_>>();
        let rails = |at: StrategicSquare| {
            let arms = map.rails[map.grid.index(at)].iter();
            arms.filter_map(|arm| map.grid.step(at, arm.side)).collect::<Vec<_>>()
        };
        let contact = self.leads(nation, from, to, u32::from(BY_CONTACT), marches);
        contact || (map.is_rail(from) && self.leads(nation, from, to, BY_RAIL, rails))
    }

    fn leads(
        &self,
        nation: NationCode,
        from: StrategicSquare,
        to: StrategicSquare,
        most: u32,
        next: impl Fn(StrategicSquare) -> Vec<StrategicSquare>,
    ) -> bool {
        let mut seen = BTreeSet::from([from]);
        let mut open = vec![from];
        for _ in 0..most {
            let near: Vec<StrategicSquare> = open.iter().flat_map(|at| next(*at)).collect();
            open = near.into_iter().filter(|at| self.is_held(nation, *at) && seen.insert(*at)).collect();
        }
        seen.contains(&to)
    }

    fn moves_by_river(&self, nation: NationCode, from: StrategicSquare, to: StrategicSquare) -> bool {
        let square = |at: StrategicSquare| {
            let place = self.chart.port_at(at).and_then(|port| self.chart.port_place(port));
            self.chart.river_square(place.unwrap_or_else(|| self.chart.river_place(at)))
        };
        let (Some(from), Some(to)) = (square(from), square(to)) else { return false };
        let Some(way) = self.chart.rivers.way(from, to, Type::Gunboat.row().narrowest) else { return false };
        let held = |at: StrategicSquare| {
            let holder = self.state.river_holder(&self.atlas.map, at);
            holder.is_some_and(|holder| self.state.allied(holder, nation))
        };
        way.iter().map(|(_, count)| count).sum::<u16>() <= BY_RIVER && way.iter().all(|(at, _)| held(*at))
    }

    /// WISC 2.7, 3.5, 6.11: where ships are in a port: its harbor or river square and its waters; of a river port near a mouth (N-77) that
    /// mouth too.
    fn places_of(&self, port: PortNo) -> Vec<Place> {
        let coasts = self.coasts_by(port).into_iter().map(Place::Coast);
        let mouth = match self.chart.port(port).haven {
            Haven::River { below: Some((mouth, up)) } if up <= NEAR_MOUTH => {
                Some(self.chart.river_place(mouth))
            }
            _ => None,
        };
        self.chart.port_place(port).into_iter().chain(mouth).chain(coasts).collect()
    }

    fn hostile_about(&self, port: PortNo, place: Place) -> Reason {
        let name = &self.chart.port(port).name;
        match place {
            _ if self.chart.port_in(place) == Some(port) => Why::HostileIn.of(name),
            _ => Why::HostileOff.of(name).named(&place, self.chart.label(place)),
        }
    }

    /// WISC 3.5, K-6, N-39: by sea between ports of one or two adjacent sea areas, no hostile ship in either or in its waters, not more
    /// raiders than convoyers, and into none that is besieged.
    pub fn moves_by_sea(&self, nation: NationCode, from: PortNo, to: PortNo) -> Result<(), Reason> {
        if self.ashore.besieged.contains(&to) {
            return Err(Why::Besieged.of(&self.chart.port(to).name));
        }
        for port in [from, to] {
            if let Some(place) = self.shut_at(port, nation) {
                return Err(self.hostile_about(port, place));
            }
        }
        self.trades(&self.traders(nation), from, to)
    }

    /// Of these ports the pairs, from and to, between which a nation moves stores or supplies by sea: what holds of a port or of ships is
    /// looked up once for all.
    pub fn sea_lanes(&self, nation: NationCode, ports: &[PortNo]) -> Vec<(PortNo, PortNo)> {
        let traders = self.traders(nation);
        let open: Vec<PortNo> =
            ports.iter().copied().filter(|port| self.shut_at(*port, nation).is_none()).collect();
        let free: Vec<PortNo> =
            open.iter().copied().filter(|port| !self.ashore.besieged.contains(port)).collect();
        let pairs = open.iter().flat_map(|from| free.iter().map(move |to| (*from, *to)));
        pairs.filter(|(from, to)| from != to && self.trades(&traders, *from, *to).is_ok()).collect()
    }

    /// Where about a port a hostile ship is.
    fn shut_at(&self, port: PortNo, nation: NationCode) -> Option<Place> {
        self.places_of(port).into_iter().find(|place| !self.foes_at(*place, nation).is_empty())
    }

    /// The sea areas by which a port is reached (N-77).
    pub fn seas_by(&self, port: PortNo) -> BTreeSet<SeaNo> {
        self.coasts_by(port).into_iter().filter_map(|coast| self.chart.coast(coast).sea).collect()
    }

    fn traders(&self, nation: NationCode) -> Traders {
        let mut traders = Traders::default();
        let can = |ship: &&Ship| ship.is_warship() && ship.is_manned() && !self.is_out_of_stores(ship.id);
        for ship in self.state.ships.values() {
            let Some(sea) = ship.at.sea() else { continue };
            match self.commerce(ship.id) {
                Commerce::Raid if self.state.hostile(ship.id.nation, nation) && can(&ship) => {
                    traders.raiders.push(sea);
                }
                Commerce::Convoy if self.state.allied(ship.id.nation, nation) && can(&ship) => {
                    traders.convoy.push(sea);
                }
                _ => {}
            }
        }
        traders
    }

    fn trades(&self, traders: &Traders, from: PortNo, to: PortNo) -> Result<(), Reason> {
        let (off, by) = (self.seas_by(from), self.seas_by(to));
        let joined = off.iter().flat_map(|one| by.iter().map(move |other| (*one, *other)));
        let joined = joined.filter(|(one, other)| one == other || self.chart.side_to(*one, *other).is_some());
        let mut why = Why::NoSeaJoins.of(&self.chart.port(from).name).and(&self.chart.port(to).name);
        for (one, other) in joined {
            let about = |seas: &[SeaNo]| seas.iter().filter(|sea| **sea == one || **sea == other).count();
            let (raiders, convoy) = (about(&traders.raiders), about(&traders.convoy));
            if raiders <= convoy {
                return Ok(());
            }
            why = Why::Raided.of(raiders).and(convoy);
        }
        Err(why)
    }
}

/// The sea areas of the ships that count for a nation's trade (4.8), one a ship: hostile raiders, and convoyers of its side.
#[derive(Default)]
struct Traders {
    raiders: Vec<SeaNo>,
    convoy: Vec<SeaNo>,
}
