//! Retreats (rules B5, E3, E4; EU-37, EU-49 to EU-51).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use fieldpost_engine::piece::Piece;

use super::Round;
use super::progress::State;
use crate::event::account::{Meeting, Won};
use crate::event::{Fact, Retreat};
use crate::map::{Owner, Place};
use crate::orders::Order;
use crate::position::{Kind as StackKind, Posture, Stack};

/// So many ways of somebody who flees are looked at: each fight on one of them makes two.
const MOST_WAYS: usize = 64;

impl Round<'_> {
    /// What is still on its retreat when the clock is over walks the rest at once (EU-67); beaten interceptors too.
    pub(super) fn last_retreats(&mut self) {
        for id in self.ranked(|_, progress, _| {
            (progress.retreating && progress.state == State::Moving && !progress.waits())
                || progress.state == State::Beaten
        }) {
            self.flee(&id);
        }
    }

    /// Retreats to the nearest fortress of its side, at once (EU-37): an enemy in the way who neither lets it pass nor retreats fights it
    /// once; then on, or by another way. A fleet goes to its port.
    pub(super) fn flee(&mut self, id: &Piece) {
        if Stack::kind(id) == StackKind::Fleet {
            self.fleet_retreats(id);
            return;
        }
        let was = self.progress_of(id).is_some_and(|progress| progress.retreating);
        if let Some(progress) = self.progress.get_mut(id) {
            progress.retreating = true;
        }
        let mut tried = BTreeSet::new();
        while self.fights(id) {
            let Some(way) = self.way_home(id, &tried) else {
                self.told_retreat(id, Retreat::NoFortress);
                let all = self.thirds(id);
                self.lose(id, all);
                break;
            };
            let Some(next) = way.first().cloned() else {
                self.shelter(id);
                break;
            };
            let foes: Vec<Piece> =
                self.open(&next).into_iter().filter(|other| self.foes(id, other)).collect();
            if foes.is_empty() {
                self.walk(id, &next);
                continue;
            }
            let won = self.fight(&next, std::slice::from_ref(id), &foes, Meeting::SupplyRetreat);
            if won == Won::Attacker {
                self.walk(id, &next);
                foes.iter().for_each(|other| self.yields(other));
            } else {
                tried.insert(next);
            }
        }
        if let Some(progress) = self.progress.get_mut(id) {
            progress.retreating = was;
        }
    }

    /// B5, EU-37: whom those may come upon who flee for want of supply once the combats in which they are have been fought, with who comes:
    /// whichever of these they win, and whether other fights still shut their way by then.
    pub(super) fn in_the_way(&mut self) -> BTreeMap<Piece, Piece> {
        let is_to_flee = |id: &&Piece| self.progress_of(id).is_some_and(|progress| progress.retreating);
        let within = self.clashes.values().flat_map(|clash| clash.within.keys());
        let all: Vec<Piece> = within.filter(is_to_flee).cloned().collect();
        let mut found = self.come_upon(&all);
        let clashes = std::mem::take(&mut self.clashes);
        found.extend(self.come_upon(&all));
        self.clashes = clashes;
        found
    }

    fn come_upon(&self, all: &[Piece]) -> BTreeMap<Piece, Piece> {
        let of = |id: &Piece| {
            let places = self.fights_in_flight(id).into_iter();
            let foes = places.flat_map(|place| self.open(&place)).filter(|other| self.foes(id, other));
            foes.map(|foe| (foe, id.clone())).collect::<Vec<_>>()
        };
        all.iter().flat_map(of).collect()
    }

    /// Where somebody may have to fight on the way to a fortress, whether it wins each time or not.
    fn fights_in_flight(&self, id: &Piece) -> BTreeSet<Place> {
        let (owner, mut found, mut seen) = (self.owner(id), BTreeSet::new(), BTreeSet::new());
        let mut ahead = vec![(self.at(id), BTreeSet::new())];
        while let Some((at, tried)) = ahead.pop() {
            if seen.len() >= MOST_WAYS || !seen.insert((at.clone(), tried.clone())) {
                continue;
            }
            let way = self.way_from(&owner, &at, &tried).unwrap_or_default();
            let Some(met) = way.iter().position(|place| self.has_enemies(&owner, place)) else { continue };
            let before = met.checked_sub(1).map_or(&at, |before| &way[before]).clone();
            let beaten = tried.iter().chain([&way[met]]).cloned().collect();
            found.insert(way[met].clone());
            ahead.extend([(before, beaten), (way[met].clone(), tried)]);
        }
        found
    }

    /// Walks into the next province of a retreat; no points are counted.
    fn walk(&mut self, id: &Piece, to: &Place) {
        let from = self.at(id);
        if let Some(stack) = self.stack_mut(id) {
            (stack.at, stack.posture, stack.besieging) = (to.clone(), Posture::Open, false);
        }
        if let Some(progress) = self.progress.get_mut(id) {
            progress.trail.push(from.clone());
            (progress.came, progress.moved) = (Some(from), true);
        }
    }

    /// The loser of an ordinary combat (EU-49): a sortie back in, a landing back aboard, a fleet to its port; else where RETREAT TO says;
    /// else into the fortress of the province if all of it fits; else where it came from, or, if it stood, beside, where there is room
    /// for all before where there is for a part. An army is cut in two only where nothing else is open: a part into the fortress.
    /// What fits nowhere is destroyed.
    pub(super) fn yields(&mut self, id: &Piece) {
        if !self.fights(id) {
            return;
        }
        if Stack::kind(id) == StackKind::Fleet {
            self.fleet_retreats(id);
            return;
        }
        if self.goes_back_aboard(id) {
            return self.told_retreat(id, Retreat::Aboard);
        }
        let refuges = self.refuges(id);
        let said =
            self.said_refuge(id).and_then(|said| refuges.iter().find(|place| **place == said).cloned());
        if said.is_none() && self.fits_behind_walls(id) {
            return self.close_gate(id);
        }
        let within = self.room_behind_walls(id);
        match said.or_else(|| refuges.first().cloned()) {
            Some(place) => self.goes_aside(id, &place),
            None if within > 0 => self.goes_in_by_part(id, within),
            None => {
                let all = self.thirds(id);
                self.told_retreat(id, Retreat::NoWayOut);
                self.lose(id, all);
            }
        }
    }

    /// Where its RETREAT TO sends a stack, if that is another place than the one where it is.
    pub(super) fn said_refuge(&self, id: &Piece) -> Option<Place> {
        let at = self.at(id);
        self.orders(id).into_iter().find_map(|order| match order {
            Order::RetreatTo(Some(place)) if place != at => Some(place),
            _ => None,
        })
    }

    /// Into a place in the open, as far as there is room.
    fn goes_aside(&mut self, id: &Piece, place: &Place) {
        let over = self.detachments(id) - self.space(id, place);
        if over > 0 {
            self.lose(id, 3 * over);
        }
        if !self.fights(id) {
            return;
        }
        self.walk(id, place);
        self.progress.entry(id.clone()).and_modify(super::Progress::rest);
        self.told_retreat(id, Retreat::Open);
    }

    pub(super) fn told_retreat(&mut self, id: &Piece, how: Retreat) {
        self.tell(Fact::Retreats { stack: id.clone(), place: self.at(id), how, port_fell: false });
    }

    /// Detachments of a stack for which the fortress of its province has room; a sortie finds its own again.
    fn room_behind_walls(&self, id: &Piece) -> i32 {
        let (place, owner) = (self.at(id), self.owner(id));
        let Some(ground) = self.position.grounds.get(&place) else { return 0 };
        if !ground.has_wall() || !self.is_friendly(&owner, &place) {
            return 0;
        }
        if self.progress_of(id).is_some_and(|progress| progress.sortied) {
            return self.detachments(id).max(1);
        }
        let inside = |stack: &&Stack| stack.at == place && stack.posture == Posture::Fortress;
        let there: i32 =
            self.position.stacks.values().filter(inside).map(|stack| stack.force.detachments()).sum();
        (ground.room() * self.world.tables.stacking.in_fortress_per_level - there).max(0)
    }

    /// Whether all of a stack goes into the fortress of its province.
    pub(super) fn fits_behind_walls(&self, id: &Piece) -> bool {
        let room = self.room_behind_walls(id);
        room > 0 && room >= self.detachments(id)
    }

    /// Nothing is open but the fortress, and that takes only a part: the name goes within, the rest is a stack of its own and is lost.
    fn goes_in_by_part(&mut self, id: &Piece, room: i32) {
        let place = self.at(id);
        let outside = self.split(id, room);
        self.close_gate(id);
        let Some(outside) = outside else { return };
        self.tell(Fact::SplitAtGate { stack: id.clone(), new: outside.clone(), place });
        self.set_state(&outside, State::Resting);
        self.yields(&outside);
    }

    fn close_gate(&mut self, id: &Piece) {
        if let Some(stack) = self.stack_mut(id) {
            (stack.posture, stack.besieging, stack.sheltered) = (Posture::Fortress, false, false);
        }
        if let Some(progress) = self.progress.get_mut(id) {
            progress.rest();
            progress.state = State::Sheltered;
        }
        self.told_retreat(id, Retreat::Fortress);
    }

    /// Where the loser of an ordinary combat may go: the best first, where all of it fits before where a part does. A landing has no way
    /// that it came.
    fn refuges(&self, id: &Piece) -> Vec<Place> {
        let (place, owner) = (self.at(id), self.owner(id));
        let Some(progress) = self.progress_of(id).filter(|progress| progress.landed_from.is_none()) else {
            return Vec::new();
        };
        let open = |to: &Place| {
            !self.clashes.contains_key(to)
                && !self.has_enemies(&owner, to)
                && self.space(id, to) > 0
                && self.may_enter(&owner, to)
                && !self.is_kept_out(id, to)
        };
        if progress.moved {
            let came = progress.came.iter().filter(|came| **came != place && open(came));
            return came.cloned().collect();
        }
        let mut all: Vec<(bool, bool, u32, Place)> = self
            .world
            .map
            .beside(&place)
            .filter(|to| open(to))
            .map(|to| {
                let cost = self.cost(&owner, &place, to).unwrap_or(99);
                (!self.fits(id, to), !self.is_friendly(&owner, to), cost, to.clone())
            })
            .collect();
        all.sort();
        all.into_iter().map(|(_, _, _, to)| to).collect()
    }

    /// How many seas lie between a sea, or a port, and each other.
    pub(super) fn seas_from(&self, from: &str) -> BTreeMap<Place, u32> {
        let map = &self.world.map;
        let mut far: BTreeMap<Place, u32> = BTreeMap::new();
        let mut queue: VecDeque<(Place, u32)> = match map.provinces.get(from) {
            Some(port) => port.coast.iter().map(|sea| (sea.clone(), 0)).collect(),
            None => map.place(from).map(|place| (place.clone(), 0)).into_iter().collect(),
        };
        while let Some((sea, steps)) = queue.pop_front() {
            if far.contains_key(&sea) {
                continue;
            }
            far.insert(sea.clone(), steps);
            for next in map.seas.get(&sea).into_iter().flat_map(|found| &found.next) {
                queue.push_back((next.clone(), steps + 1));
            }
        }
        far
    }

    /// A beaten fleet goes to the nearest port of its side that is not shut in and has a berth (EU-50); else to the nearest sea without
    /// enemies; else it is lost (EU-51). The port, if it is one.
    pub(super) fn fleet_retreats(&mut self, id: &Piece) -> Option<Place> {
        if !self.fights(id) {
            return None;
        }
        if let Some(port) = self.port_that_it_leaves(id) {
            self.sail_home(id, &port, true, 0);
            return Some(port);
        }
        let (owner, at) = (self.owner(id), self.at(id));
        let far = self.seas_from(&at);
        let mut ports: Vec<(u32, Place)> = Vec::new();
        for province in self.world.map.provinces.values() {
            let near = province.coast.iter().filter_map(|sea| far.get(sea)).min();
            let is_open = self.has_port_of(&owner, &province.id) && !self.has_fallen(&owner, &province.id);
            let Some(near) = near.filter(|_| is_open) else { continue };
            if self.blockaders(&province.id, &owner, u32::MAX).is_empty() && self.berths(id, &province.id) {
                ports.push((*near, province.id.clone()));
            }
        }
        let said = self.orders(id).into_iter().find_map(|order| match order {
            Order::RetreatTo(Some(place)) => Some(place),
            _ => None,
        });
        ports.sort();
        let nearest = ports.first().map(|(near, _)| *near);
        let chosen = ports
            .iter()
            .find(|(near, port)| Some(*near) == nearest && said.as_ref() == Some(port))
            .or(ports.first());
        let (to, port) = match chosen {
            Some((_, port)) => (Some(port.clone()), Some(port.clone())),
            None => {
                let mut seas: Vec<(u32, &Place)> = far
                    .iter()
                    .filter(|(sea, _)| !self.has_enemies(&owner, sea) && self.fits(id, sea))
                    .map(|(sea, far)| (*far, sea))
                    .collect();
                seas.sort();
                (seas.first().map(|(_, sea)| (*sea).clone()), None)
            }
        };
        let Some(to) = to else {
            self.told_retreat(id, Retreat::NoWayOut);
            let all = self.stack(id).map_or(0, |stack| stack.fleet.all());
            self.lose(id, all);
            return None;
        };
        let zones = port.as_ref().map_or(0, |_| nearest.unwrap_or(0));
        self.sail_home(id, &to, port.is_some(), zones);
        port
    }

    /// F1, EU-91: the port out of which a fleet forced its way, if it did not win: there it goes back, whoever lies before it.
    fn port_that_it_leaves(&mut self, id: &Piece) -> Option<Place> {
        let port = self.progress.get_mut(id)?.leaves.take()?;
        let owner = self.owner(id);
        let is_its = self.has_port_of(&owner, &port) && !self.has_fallen(&owner, &port);
        (is_its && self.berths(id, &port)).then_some(port)
    }

    /// Whether a port has fallen in this round to somebody who is not of an owner's side.
    fn has_fallen(&self, owner: &Owner, port: &str) -> bool {
        self.taken.get(port).is_some_and(|taker| !self.position.allied(owner, taker))
    }

    /// Whether a port is no place for an owner's ships: it has fallen, or an enemy holds it.
    fn is_closed(&self, owner: &Owner, port: &str) -> bool {
        let control = self.position.grounds.get(port).and_then(|ground| ground.control.as_ref());
        self.has_fallen(owner, port) || control.is_some_and(|control| self.position.hostile(owner, control))
    }

    /// Nobody's ships are left in an enemy's port: it may have changed hands by the referee's word too.
    pub(super) fn leave_ports_of_others(&mut self) {
        let at = |stack: &Stack| (stack.posture == Posture::Port).then(|| stack.at.clone());
        let ports: BTreeSet<Place> = self.position.stacks.values().filter_map(at).collect();
        ports.iter().for_each(|port| self.leave_port_of_others(port));
    }

    /// Ships leave a port that falls at once, as after a battle (EU-50), whoever lies before it: no blockade holds them (EU-88). A
    /// privateer is at sea then.
    pub(super) fn leave_port_of_others(&mut self, port: &Place) {
        for id in self.in_sequence() {
            let Some(stack) = self.stack(&id).filter(|stack| stack.at == *port && stack.aboard.is_none())
            else {
                continue;
            };
            if !self.is_closed(&stack.owner, port) {
                continue;
            }
            match Stack::kind(&id) {
                StackKind::Fleet => drop(self.fleet_retreats(&id)),
                StackKind::Privateer => self.puts_to_sea(&id, port),
                StackKind::Land | StackKind::Leader => continue,
            }
            let last = self.happened.last_mut().map(|happening| &mut happening.event.fact);
            if let Some(Fact::Retreats { stack, port_fell, .. }) = last
                && *stack == id
            {
                *port_fell = true;
            }
        }
    }

    fn puts_to_sea(&mut self, id: &Piece, port: &Place) {
        let sea = self.world.map.provinces.get(port).and_then(|found| found.coast.first()).cloned();
        if let Some(sea) = sea {
            self.sail_home(id, &sea, false, 0);
        }
    }

    fn sail_home(&mut self, id: &Piece, to: &Place, in_port: bool, zones: u32) {
        if let Some(stack) = self.stack_mut(id) {
            stack.at = to.clone();
            stack.posture = if in_port { Posture::Port } else { Posture::Open };
            stack.blockading = None;
        }
        if let Some(progress) = self.progress.get_mut(id) {
            progress.moved = true;
            progress.zones += zones;
            progress.forces = None;
            progress.rest();
        }
        self.cargo_follows(id);
        self.told_retreat(id, if in_port { Retreat::Port } else { Retreat::Sea });
    }
}
