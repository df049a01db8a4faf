//! Placing ships on deployment turns (WISC 6.18).

use std::collections::BTreeSet;

use crate::event::Fact;
use crate::event::reason::{Reason, Why};
use crate::orders::Order;
use crate::place::Place;
use crate::ship::{Ship, ShipId};
use crate::turn::Turn;

impl Turn {
    /// WISC 6.18: ships go where they are ordered, and may; transport groups stay in friendly ports, go home, or disband.
    pub fn deploy(&mut self) {
        let ids: Vec<ShipId> = self.progress.keys().copied().collect();
        for id in ids {
            if id.kind.is_transport() {
                self.transport_home(id);
                continue;
            }
            let Some(to) = self.progress.get(&id).and_then(|progress| progress.orders.deploy) else {
                continue;
            };
            match self.may_deploy(id, to) {
                Ok(()) => {
                    let from = self.ship(id).map(|ship| ship.at);
                    self.place(&[id], to, None);
                    self.tell(Fact::Enter(self.step(id, from)));
                }
                Err(why) => self.refuse_order(id, &Order::Deploy(to), why),
            }
        }
    }

    fn may_deploy(&self, id: ShipId, to: Place) -> Result<(), Reason> {
        let ship = self.ship(id).filter(|ship| ship.is_active()).ok_or(Why::NotInService)?;
        if !ship.is_manned() {
            return Err(Why::NoCrew.into());
        }
        let label = self.chart.label(to);
        if id.kind.is_river() {
            let near = self.river_reach(ship);
            return if near.contains(&to) { Ok(()) } else { Err(Why::NotByRiver.of(label)) };
        }
        match to {
            Place::Sea(..) | Place::Coast(_) => Ok(()),
            Place::Harbor(port) => {
                let holder = self.state.holder(port);
                let hostile = holder.is_some_and(|holder| self.state.hostile(holder, id.nation));
                let deep = self.chart.river_square(to).is_none() || holder.is_some();
                if hostile || !deep { Err(Why::HeldByEnemy.of(label)) } else { Ok(()) }
            }
            Place::River(_) => {
                let reached = self.sea_rivers(ship).contains(&to);
                if reached { Ok(()) } else { Err(Why::NotByRiver.of(label)) }
            }
            Place::Transit(..) => Err(Why::NobodyOnAtlantic.into()),
        }
    }

    /// Whether a ship's side holds a river square.
    fn holds(&self, id: ShipId, at: fieldpost_ground::square::StrategicSquare) -> bool {
        let holder = match self.chart.river_place(at) {
            Place::Harbor(port) => self.state.holder(port),
            _ => self.state.river_holder(&self.atlas.map, at),
        };
        holder.is_some_and(|holder| self.state.allied(holder, id.nation))
    }

    /// The river squares that a seagoing ship comes to: from any mouth, and from her own river, along squares that her side holds.
    fn sea_rivers(&self, ship: &Ship) -> BTreeSet<Place> {
        let narrowest = ship.id.kind.row().narrowest;
        let mouths = self.chart.mouths.iter().map(|mouth| mouth.at).filter(|at| self.holds(ship.id, *at));
        let starts = mouths
            .chain(self.chart.river_square(ship.at))
            .filter(|at| self.chart.rivers.floats(*at, narrowest));
        starts
            .flat_map(|at| self.chart.rivers.within(at, narrowest, |next| self.holds(ship.id, next)))
            .map(|at| self.chart.river_place(at))
            .collect()
    }

    /// The places that a river ship comes to without a sea area or an enemy's river between: rivers of her side, their coastal waters, and
    /// the harbors and mouths there.
    fn river_reach(&self, ship: &Ship) -> BTreeSet<Place> {
        let narrowest = ship.id.kind.row().narrowest;
        let mut seen = BTreeSet::from([ship.at]);
        let mut open = vec![ship.at];
        while let Some(at) = open.pop() {
            let mut next: Vec<Place> =
                self.chart.exits(at).into_iter().map(|(coast, _)| Place::Coast(coast)).collect();
            if let Place::Coast(coast) = at {
                next.extend(self.chart.inlets(coast));
                next.extend(self.chart.joined_to(coast).into_iter().map(Place::Coast));
            }
            if let Some(square) = self.chart.river_square(at) {
                let near = self.chart.rivers.next_to(square, narrowest).into_iter();
                next.extend(near.map(|(to, _)| self.chart.river_place(to)));
            }
            for place in next {
                let held = match place {
                    Place::Harbor(port) => self.state.is_friendly(port, ship.id.nation),
                    Place::River(at) => self.holds(ship.id, at) && self.chart.rivers.floats(at, narrowest),
                    _ => true,
                };
                if held && seen.insert(place) {
                    open.push(place);
                }
            }
        }
        seen
    }

    /// WISC 6.18: a transport group stays in a friendly port or its waters, else goes to its base, else disbands.
    fn transport_home(&mut self, id: ShipId) {
        if let Some(to) = self.progress.get(&id).and_then(|progress| progress.orders.deploy) {
            self.refuse_order(id, &Order::Deploy(to), Why::GroupsNotPlaced);
        }
        let Some(ship) = self.ship(id) else { return };
        let friendly = |place: Place| match place {
            Place::Harbor(_) | Place::River(_) => {
                self.chart.port_in(place).is_some_and(|port| self.state.is_friendly(port, id.nation))
            }
            Place::Coast(coast) => self.chart.inlets(coast).into_iter().any(|inlet| match inlet {
                Place::Harbor(port) => self.state.is_friendly(port, id.nation),
                _ => false,
            }),
            _ => false,
        };
        if friendly(ship.at) {
            return;
        }
        let base = ship.base.filter(|base| self.state.is_friendly(*base, id.nation));
        match base.and_then(|base| self.chart.port_place(base)) {
            Some(place) => self.place(&[id], place, None),
            None => {
                self.tell(Fact::Disband(self.here(id)));
                self.lose(id);
            }
        }
    }
}
