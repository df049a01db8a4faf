//! Retreats (rules B5, E3, E4; EU-37, EU-49 to EU-51).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use fieldpost_engine::piece::Piece;

use super::Round;
use super::man::State;
use crate::event::{Event, Kind};
use crate::map::Place;
use crate::orders::Order;
use crate::position::{Kind as StackKind, Posture, Stack};

impl Round<'_> {
    /// What is still on its retreat when the clock is over walks the rest at once (EU-67); beaten interceptors too.
    pub(super) fn last_retreats(&mut self) {
        for id in self.ranked(|_, man, _| {
            (man.retreating && man.state == State::Moving && !man.waits()) || man.state == State::Beaten
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
        let was = self.man(id).is_some_and(|man| man.retreating);
        if let Some(man) = self.men.get_mut(id) {
            man.retreating = true;
        }
        let mut tried = BTreeSet::new();
        while self.fights(id) {
            let Some(way) = self.way_home(id, &tried) else {
                let place = Some(self.at(id));
                self.event(Event {
                    kind: Kind::Retreat,
                    stack: Some(id.clone()),
                    place,
                    outcome: "no fortress left".into(),
                    rule: "E4".into(),
                    ..Event::default()
                });
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
            if self.fight(&next, std::slice::from_ref(id), &foes, "supply retreat") {
                self.walk(id, &next);
                foes.iter().for_each(|other| self.yields(other));
            } else {
                tried.insert(next);
            }
        }
        if let Some(man) = self.men.get_mut(id) {
            man.retreating = was;
        }
    }

    /// Walks into the next province of a retreat; no points are counted.
    fn walk(&mut self, id: &Piece, to: &Place) {
        let from = self.at(id);
        if let Some(stack) = self.stack_mut(id) {
            (stack.at, stack.posture, stack.besieging) = (to.clone(), Posture::Open, false);
        }
        if let Some(man) = self.men.get_mut(id) {
            man.trail.push(from.clone());
            (man.came, man.moved) = (Some(from), true);
        }
    }

    /// The loser of an ordinary combat (EU-49): into the fortress of the province as far as there is room; the rest where it came from, or,
    /// if it stood, beside. What fits nowhere is destroyed. A sortie goes back in, a beaten landing aboard, a fleet to its port.
    pub(super) fn yields(&mut self, id: &Piece) {
        if !self.fights(id) {
            return;
        }
        if Stack::kind(id) == StackKind::Fleet {
            self.fleet_retreats(id);
            return;
        }
        let landed = self.man(id).and_then(|man| man.landed_from.clone());
        if let Some(fleet) = landed.clone().filter(|fleet| self.is_off(fleet, &self.at(id))) {
            self.back_aboard(id, &fleet);
            return self.told_retreat(id, "aboard");
        }
        if self.goes_in(id) {
            return;
        }
        let refuges = if landed.is_some() { Vec::new() } else { self.refuges(id) };
        let said = self.orders(id).into_iter().find_map(|order| match order {
            Order::RetreatTo(Some(place)) => Some(place),
            _ => None,
        });
        let chosen = refuges.iter().find(|place| said.as_ref() == Some(*place)).or(refuges.first()).cloned();
        let Some(place) = chosen else {
            let all = self.thirds(id);
            self.told_retreat(id, "no way out");
            self.lose(id, all);
            return;
        };
        let over = self.detachments(id) - self.space(id, &place);
        if over > 0 {
            self.lose(id, 3 * over);
        }
        if !self.fights(id) {
            return;
        }
        self.walk(id, &place);
        self.men.entry(id.clone()).and_modify(super::Man::rest);
        self.told_retreat(id, "open");
    }

    fn is_off(&self, fleet: &Piece, province: &str) -> bool {
        self.fights(fleet)
            && self.stack(fleet).is_some_and(|stack| {
                self.world.map.is_coast(province, &stack.at) && stack.posture == Posture::Open
            })
    }

    fn told_retreat(&mut self, id: &Piece, outcome: &str) {
        let to = Some(self.at(id));
        self.event(Event {
            kind: Kind::Retreat,
            stack: Some(id.clone()),
            place: to.clone(),
            to,
            outcome: outcome.into(),
            rule: "G4".into(),
            ..Event::default()
        });
    }

    /// Goes into the fortress of the province, as far as there is room; whether nothing is left outside.
    pub(super) fn goes_in(&mut self, id: &Piece) -> bool {
        let (place, owner) = (self.at(id), self.owner(id));
        let Some(ground) = self.position.grounds.get(&place) else { return false };
        if !ground.has_wall() || !self.is_friendly(&owner, &place) {
            return false;
        }
        let per_level = self.world.tables.stacking.in_fortress_per_level;
        let inside = |(_, stack): &(&Piece, &Stack)| stack.at == place && stack.posture == Posture::Fortress;
        let there: i32 =
            self.position.stacks.iter().filter(inside).map(|(_, stack)| stack.force.detachments()).sum();
        let room =
            if self.man(id).is_some_and(|man| man.sortied) { 99 } else { ground.room() * per_level - there };
        if room <= 0 {
            return false;
        }
        let own = self.detachments(id);
        if room >= own {
            self.close_gate(id);
            return true;
        }
        // What does not go in goes on as a stack of its own; the name stays within.
        let outside = self.split(id, room);
        self.close_gate(id);
        if let Some(outside) = outside {
            self.event(Event {
                kind: Kind::Detach,
                stack: Some(id.clone()),
                other: Some(outside.clone()),
                place: Some(place),
                why: "no room within".into(),
                ..Event::default()
            });
            self.yields_outside(&outside);
        }
        true
    }

    fn yields_outside(&mut self, id: &Piece) {
        self.set_state(id, State::Resting);
        self.yields(id);
    }

    fn close_gate(&mut self, id: &Piece) {
        if let Some(stack) = self.stack_mut(id) {
            (stack.posture, stack.besieging, stack.sheltered) = (Posture::Fortress, false, false);
        }
        if let Some(man) = self.men.get_mut(id) {
            man.rest();
            man.state = State::Sheltered;
        }
        self.told_retreat(id, "fortress");
    }

    /// Where the loser of an ordinary combat may go: the best first.
    fn refuges(&self, id: &Piece) -> Vec<Place> {
        let (place, owner) = (self.at(id), self.owner(id));
        let Some(man) = self.man(id) else { return Vec::new() };
        let open = |to: &Place| {
            !self.clashes.contains_key(to)
                && !self.has_enemies(&owner, to)
                && self.space(id, to) > 0
                && self.may_enter(&owner, to)
        };
        if man.moved {
            let came = man.came.iter().filter(|came| **came != place && open(came));
            return came.cloned().collect();
        }
        let mut all: Vec<(bool, u32, Place)> = self
            .world
            .map
            .beside(&place)
            .filter(|to| open(to))
            .map(|to| {
                (!self.is_friendly(&owner, to), self.cost(&owner, &place, to).unwrap_or(99), to.clone())
            })
            .collect();
        all.sort();
        all.into_iter().map(|(_, _, to)| to).collect()
    }

    /// How many seas lie between a sea and each other.
    pub(super) fn seas_from(&self, from: &str) -> BTreeMap<Place, u32> {
        let map = &self.world.map;
        let mut far: BTreeMap<Place, u32> = BTreeMap::new();
        let mut queue: VecDeque<(Place, u32)> =
            map.place(from).map(|place| (place.clone(), 0)).into_iter().collect();
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
        let (owner, at) = (self.owner(id), self.at(id));
        let far = self.seas_from(&at);
        let mut ports: Vec<(u32, Place)> = Vec::new();
        for province in self.world.map.provinces.values() {
            let near = province.coast.iter().filter_map(|sea| far.get(sea)).min();
            let Some(near) = near.filter(|_| self.has_port_of(&owner, &province.id)) else { continue };
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
            self.told_retreat(id, "no way out");
            let all = self.stack(id).map_or(0, |stack| stack.fleet.all());
            self.lose(id, all);
            return None;
        };
        let zones = port.as_ref().map_or(0, |_| nearest.unwrap_or(0));
        self.sail_home(id, &to, port.is_some(), zones);
        port
    }

    fn sail_home(&mut self, id: &Piece, to: &Place, in_port: bool, zones: u32) {
        if let Some(stack) = self.stack_mut(id) {
            stack.at = to.clone();
            stack.posture = if in_port { Posture::Port } else { Posture::Open };
            stack.blockading = None;
        }
        if let Some(man) = self.men.get_mut(id) {
            man.moved = true;
            man.zones += zones;
            man.rest();
        }
        self.cargo_follows(id);
        self.told_retreat(id, if in_port { "port" } else { "sea" });
    }
}
