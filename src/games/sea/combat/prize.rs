//! Ships that change hands: prizes of battle, and ships laid up in a port that falls (WISC 2.6, 7.6, N-20, N-41, N-62).

use std::collections::BTreeSet;

use crate::chart::PortNo;
use crate::contact;
use crate::event::{Captor, Fact};
use crate::orders::ShipOrders;
use crate::place::Place;
use crate::ship::{ShipId, Status};
use crate::turn::{Progress, Turn};
use fieldpost_engine::event::Saw;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::NationCode;

impl Turn {
    /// WISC 7.6: a prize gets her captor's nation, the lowest free number, commander, deputy, attachment and orders; she keeps her name.
    pub fn capture(&mut self, id: ShipId, captor: ShipId) -> Option<ShipId> {
        let at = self.ship(id)?.at;
        let winner = self.ship(captor)?.clone();
        let here = self.here(id);
        let mut ship = self.lose(id)?;
        let officers = contact::officers(&ship);
        self.state.gone.remove(&ship.name);
        ship.id = self.state.free_id(captor.nation, id.kind);
        (ship.commander, ship.deputy) = (winner.commander, winner.deputy);
        (ship.attached_to, ship.base, ship.came_from) = (winner.attached_to, winner.base, winner.came_from);
        // A captor who has left already takes along no ship of a river (N-60): she stays where she struck her flag.
        let follows = !(id.kind.is_river() && matches!(winner.at, Place::Sea(..) | Place::Transit(..)));
        if follows {
            ship.at = winner.at;
        } else {
            ship.attached_to = None;
        }
        let orders = self.progress.get(&captor).map(|progress| progress.orders.clone()).unwrap_or_default();
        let mut progress = Progress::new(orders, at);
        progress.orders.attach = None;
        progress.orders.crew.clear();
        (progress.fought, progress.delayed) = (true, false);
        let new = ship.id;
        self.state.ships.insert(new, ship);
        self.progress.insert(new, progress);
        let mut groups = self.state.groups.get_mut(&winner.at).filter(|_| follows).into_iter().flatten();
        match groups.find(|group| group.contains(&captor)) {
            Some(group) => drop(group.insert(new)),
            None => self.place(&[new], if follows { winner.at } else { at }, None),
        }
        let by = Captor::Ship { id: captor, called: winner.called(), now: new };
        self.tell(Fact::Captured { here, by });
        self.tell_own(officers);
        Some(new)
    }

    /// What was told last is told to those too whose ship it was, though none of theirs is left to see it.
    fn tell_own(&mut self, officers: BTreeSet<PlayerNo>) {
        if let Some(told) = self.events.last_mut() {
            told.to.extend(officers.into_iter().map(|player| (player, Saw::All)));
        }
    }

    /// WISC 2.6, N-62: ships laid up in a harbor or river port that enemy warships are in, and neither a friendly ship nor a battery,
    /// fall to these.
    pub fn look_at_laid_up(&mut self) {
        let laid_up: Vec<ShipId> =
            self.state.ships.values().filter(|ship| !ship.is_active()).map(|ship| ship.id).collect();
        for id in laid_up {
            let Some(at) = self.ship(id).map(|ship| ship.at) else { continue };
            let allied = |of: NationCode| self.state.allied(of, id.nation);
            let guarded = self.state.active_at(at).any(|ship| allied(ship.id.nation));
            let battery =
                self.chart.square(at).is_some_and(|at| self.ashore.batteries_at(at, allied).next().is_some());
            let strongest =
                self.state.hostile_warships(at, id.nation).map(|ship| (ship.id.kind.row().strength, ship.id));
            let strongest = strongest.max_by_key(|(strength, id)| (*strength, std::cmp::Reverse(*id)));
            if let (false, false, Some((_, captor))) = (guarded, battery, strongest) {
                self.take_laid_up(id, captor);
            }
        }
    }

    fn take_laid_up(&mut self, id: ShipId, captor: ShipId) {
        let destroy = self.progress.get(&captor).is_some_and(|progress| progress.orders.destroy_prizes);
        if destroy {
            self.tell(Fact::Sunk { here: self.here(id), by: Some(captor) });
            self.lose(id);
            return;
        }
        self.seize(id, captor);
    }

    fn seize(&mut self, id: ShipId, captor: ShipId) {
        let Some(new) = self.capture(id, captor) else { return };
        if let Some(ship) = self.ship_mut(new) {
            (ship.crew, ship.status) = (0, Status::Active);
        }
        // Without crew she does nothing of what her captor does.
        if let Some(progress) = self.progress_mut(new) {
            progress.orders = ShipOrders::default();
        }
    }

    /// WISC 2.6: a port changes hands: its new holder takes the ships that are laid up and on the stocks there, or has them destroyed
    /// by the last word of his Naval Secretary.
    pub fn port_falls(&mut self, port: PortNo, to: NationCode) {
        let Some(place) = self.chart.port_place(port) else { return };
        let held = self.state.ports.entry(port).or_default();
        held.holder = Some(to);
        held.building.iter_mut().for_each(|stock| stock.nation = to);
        let lost: Vec<ShipId> = self
            .state
            .ships
            .values()
            .filter(|ship| ship.at == place && !ship.is_active() && !self.state.allied(ship.id.nation, to))
            .map(|ship| ship.id)
            .collect();
        for id in lost {
            self.hand_over(id, to, place);
        }
    }

    fn hand_over(&mut self, id: ShipId, to: NationCode, place: Place) {
        let captor = self.state.active_at(place).find(|ship| ship.id.nation == to).map(|ship| ship.id);
        if let Some(captor) = captor {
            return self.take_laid_up(id, captor);
        }
        let captured = Fact::Captured { here: self.here(id), by: Captor::Nation(to) };
        let Some(mut ship) = self.lose(id) else { return };
        self.tell(captured);
        self.tell_own(contact::officers(&ship));
        self.state.gone.remove(&ship.name);
        ship.id = self.state.free_id(to, id.kind);
        (ship.crew, ship.status, ship.base, ship.attached_to) = (0, Status::Active, None, None);
        ship.commander = self.state.powers.secretaries.get(&to).copied().unwrap_or(ship.commander);
        ship.deputy = None;
        let new = ship.id;
        self.progress.insert(new, Progress::new(ShipOrders::default(), place));
        self.state.ships.insert(new, ship);
        self.place(&[new], place, None);
    }
}
