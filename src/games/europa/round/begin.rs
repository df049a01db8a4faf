//! Before the first tick: new stacks and joined ones (rule A1, EU-40), who shelters beyond the room (EU-53), and plans.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost_engine::piece::Piece;

use super::Round;
use super::progress::{Key, State};
use crate::event::account::Meeting;
use crate::event::reason::Why;
use crate::event::{Fact, Hangs, Keeping};
use crate::map::Place;
use crate::orders::{Order, Part};
use crate::position::{Fleet, FleetCounter, Force, Ground, Kind as StackKind, Posture, Ship, Stack};

impl Round<'_> {
    /// DETACH and ABSORB in the order in which they were written, then all plans.
    pub(super) fn begin(&mut self) {
        for (stack, steps) in std::mem::take(&mut self.overrides.losses) {
            let thirds = if Stack::kind(&stack) == StackKind::Fleet { steps } else { 3 * steps };
            self.lose(&stack, thirds);
        }
        let known: BTreeSet<Piece> = self.progress.keys().cloned().collect();
        self.part_and_join();
        self.at_peace();
        self.join_leaders();
        self.sorties_of_nobody();
        for id in self.in_sequence() {
            self.plan(&id);
        }
        self.match_transports();
        for id in self.in_sequence().iter().filter(|id| !known.contains(id)) {
            self.crowd_if_full(id);
        }
    }

    /// DETACH, ABSORB and LIFT SIEGE, by sequence and as they were written.
    pub(super) fn part_and_join(&mut self) {
        for id in self.in_sequence() {
            for order in self.orders(&id) {
                match order {
                    Order::Detach { stack, parts, leader } => {
                        self.detach(&id, &stack, &parts, leader.as_deref())
                    }
                    Order::Absorb(other) => self.absorb(&id, &other),
                    Order::LiftSiege => self.lift_siege(&id),
                    _ => {}
                }
            }
        }
    }

    /// Who is to attack or to intercept a power with which there is peace hears that there is no war.
    fn at_peace(&mut self) {
        for id in self.in_sequence() {
            for order in self.orders(&id) {
                let (word, power) = match &order {
                    Order::Attack(Some(power)) => ("ATTACK", power),
                    Order::Intercept { power: Some(power), .. } => ("INTERCEPT", power),
                    _ => continue,
                };
                if !self.position.hostile(&self.owner(&id), power) {
                    let name = self.position.name(power);
                    self.refused(&id, Why::NoWar.of(word).and(name).and(name));
                }
            }
        }
    }

    /// All stacks, by initiative and sequence.
    pub(super) fn in_sequence(&self) -> Vec<Piece> {
        let mut all: Vec<_> = self.progress.iter().map(|(id, progress)| (&progress.key, id)).collect();
        all.sort();
        all.into_iter().map(|(_, id)| id.clone()).collect()
    }

    /// Who sheltered whole last round, whatever the room, now stands before the walls with what is over it, the last written
    /// first (EU-53).
    pub(super) fn open_doors(&mut self) {
        let mut within: BTreeMap<Place, Vec<Piece>> = BTreeMap::new();
        for id in self.in_sequence() {
            if let Some(stack) = self.stack(&id).filter(|stack| stack.posture == Posture::Fortress) {
                within.entry(stack.at.clone()).or_default().push(id);
            }
        }
        for (place, inside) in within {
            let Some(room) = self.position.grounds.get(&place).map(Ground::room) else { continue };
            let mut over = inside.iter().map(|id| self.detachments(id)).sum::<i32>() - room;
            for id in inside.iter().rev() {
                if over <= 0 {
                    break;
                }
                let own = self.detachments(id);
                if over >= own {
                    self.set_out(id);
                    over -= own;
                } else if let Some(out) = self.split(id, own - over) {
                    // Told and not kept: records of before have no such event.
                    let fact =
                        Fact::SplitAtGate { stack: id.clone(), new: out.clone(), place: place.clone() };
                    self.tell_as(fact, Hangs::default(), Keeping::OnlyTold);
                    self.set_out(&out);
                    over = 0;
                }
            }
        }
    }

    /// Detachments of a stack that count.
    pub(super) fn detachments(&self, id: &Piece) -> i32 {
        self.stack(id).map_or(0, |stack| stack.force.detachments())
    }

    fn set_out(&mut self, id: &Piece) {
        if let Some(stack) = self.stack_mut(id) {
            (stack.posture, stack.sheltered) = (Posture::Open, false);
        }
        self.set_state(id, State::Resting);
        self.crowd_if_full(id);
        let foes: Vec<Piece> =
            self.open(&self.at(id)).into_iter().filter(|other| self.foes(id, other)).collect();
        if !foes.is_empty() {
            let place = self.at(id);
            let all: Vec<Piece> = [id.clone()].into_iter().chain(foes).collect();
            self.trigger(&place, &all, Meeting::BeforeTheWalls);
        }
    }

    /// Parts what is beyond so many detachments from a stack, as a stack of its own with a free id; what it is called.
    pub(super) fn split(&mut self, id: &Piece, keep: i32) -> Option<Piece> {
        let arms = &self.world.tables.arms;
        let new = self.position.free_id(id);
        let stack = self.position.stacks.get_mut(id)?;
        let force = stack.force.part_over(keep, arms);
        if force.counters.is_empty() {
            return None;
        }
        let part = Stack { force, besieging: false, ..stack.clone() };
        self.position.stacks.insert(new.clone(), part);
        let mut progress = self.progress.get(id).cloned().unwrap_or_default();
        progress.key.2 = new.clone();
        self.progress.insert(new.clone(), progress);
        Some(new)
    }

    fn detach(&mut self, from: &Piece, new: &Piece, parts: &[Part], leader: Option<&str>) {
        if self.position.stacks.contains_key(new) || Stack::kind(from) != Stack::kind(new) {
            return self.refused(from, Why::NoFreeId.of(new));
        }
        let Some(mut rest) = self.stack(from).cloned() else { return };
        let Some((force, fleet)) = parted(&mut rest, parts, &self.world.tables.arms) else {
            return self.refused(from, Why::HasNotThat.of(new));
        };
        if !rest.is_manned() {
            return self.refused(from, Why::NothingLeft);
        }
        let made = Stack { force, fleet, besieging: false, blockading: None, ..rest.clone() };
        self.position.stacks.insert(from.clone(), rest);
        self.position.stacks.insert(new.clone(), made);
        if let Some(leader) = leader
            .and_then(|name| self.position.leaders.get_mut(name))
            .filter(|found| found.stack.as_ref() == Some(from))
        {
            leader.stack = Some(new.clone());
        }
        let (key, state) = self
            .progress
            .get(from)
            .map(|progress| (progress.key.clone(), progress.state.clone()))
            .unwrap_or_default();
        self.enrol(new.clone());
        if let Some(progress) = self.progress.get_mut(new) {
            // Who is left behind by one that retreats for want of supply is not on its way.
            progress.state = if state == State::Moving { State::Resting } else { state };
            if !self.book.sequence.contains(new) {
                progress.key = Key(key.0, key.1, new.clone());
            }
        }
        let place = self.at(from);
        self.tell(Fact::Detached { stack: from.clone(), new: new.clone(), place: place.clone() });
        // A part of who is in a combat is in it.
        if self.clashes.get(&place).is_some_and(|clash| clash.within.contains_key(from)) {
            self.trigger(&place, std::slice::from_ref(new), Meeting::DetachedInCombat);
        }
    }

    fn absorb(&mut self, id: &Piece, other: &Piece) {
        let (Some(own), Some(taken)) = (self.stack(id), self.stack(other)) else {
            return self.refused(id, Why::NothingToAbsorb.of(other));
        };
        if own.owner != taken.owner {
            let [mine, its] = [own, taken].map(|stack| self.position.name(&stack.owner));
            return self.refused(id, Why::UnlikeOwners.of(other).and(its).and(id).and(mine));
        }
        let same = own.at == taken.at && own.posture == taken.posture;
        if id == other || !same || Stack::kind(id) != Stack::kind(other) {
            return self.refused(id, Why::NotWithIt.of(other));
        }
        let table = &self.world.tables.stacking;
        let (counters, detachments) = (
            own.force.counted() + taken.force.counted(),
            own.force.detachments() + taken.force.detachments(),
        );
        if counters > table.land_counters || detachments > table.land_detachments {
            return self.refused(id, Why::OverLimit.of(other));
        }
        self.change_ships(other, id);
        let Some(taken) = self.position.stacks.remove(other) else { return };
        self.progress.remove(other);
        if let Some(own) = self.stack_mut(id) {
            own.force.join(taken.force);
            own.fleet.join(&taken.fleet);
        }
        for leader in self.position.leaders.values_mut().filter(|leader| leader.stack.as_ref() == Some(other))
        {
            leader.stack = Some(id.clone());
        }
        self.tell(Fact::Absorbed { stack: id.clone(), other: other.clone(), place: self.at(id) });
    }

    /// The besieger goes without its works (rule A1).
    fn lift_siege(&mut self, id: &Piece) {
        let place = self.at(id);
        let Some(stack) = self.stack_mut(id).filter(|stack| stack.besieging) else {
            return self.refused_unkept(id, Why::LiftsNothing.into());
        };
        stack.besieging = false;
        // The works are theirs who go on with the siege.
        if self.position.stacks.values().any(|other| other.besieging && other.at == place) {
            return;
        }
        if let Some(ground) = self.position.grounds.get_mut(&place) {
            (ground.works, ground.sieged, ground.breach) = (0, 0, false);
        }
    }

    /// `MOVE ... WITH Drago`: a leader who stands alone beside goes with the counter from the start, so that he counts when it is
    /// hunted (rule D3, EU-17).
    fn join_leaders(&mut self) {
        for id in self.in_sequence() {
            let names: Vec<String> = self
                .orders(&id)
                .into_iter()
                .filter_map(|order| match order {
                    Order::Move(route) => route.with,
                    _ => None,
                })
                .collect();
            for name in names {
                self.join_leader(&id, &name);
            }
        }
    }

    fn join_leader(&mut self, id: &Piece, name: &str) {
        let (owner, at) = (self.owner(id), self.at(id));
        let Some(leader) =
            self.position.leaders.get(name).filter(|leader| self.position.allied(&leader.owner, &owner))
        else {
            return self.refused(id, Why::NoLeaderOfSide.of(name));
        };
        let Some(with) = leader.stack.clone().filter(|with| self.at(with) == at) else {
            return self.refused(id, Why::LeaderElsewhere.of(name));
        };
        if let Some(leader) = self.position.leaders.get_mut(name) {
            leader.stack = Some(id.clone());
        }
        let is_empty = self.stack(&with).is_some_and(|stack| !stack.is_manned())
            && self.position.leaders_of(&with).is_empty();
        if is_empty {
            self.position.stacks.remove(&with);
            self.progress.remove(&with);
        }
    }

    /// Takes thirds of detachments, or ships, from a stack by rule H1 or its LOSSES; how many were lost. Nothing left: it is gone.
    pub(super) fn lose(&mut self, id: &Piece, amount: i32) -> i32 {
        let order = self.orders(id).into_iter().find_map(|order| match order {
            Order::Losses(list) => Some(list),
            _ => None,
        });
        let list = order.unwrap_or_default();
        let minus = self.fleet_minus(&self.owner(id));
        let Some(stack) = self.position.stacks.get_mut(id) else { return 0 };
        let lost = if Stack::kind(id) == StackKind::Fleet {
            let lost = stack.fleet.lose(amount, &crate::orders::ships_first(&list));
            stack.fleet.fit_counters(minus);
            lost
        } else {
            stack.force.lose(amount, &crate::orders::arms_first(&list))
        };
        if lost > 0 {
            self.tell(Fact::Loss { stack: id.clone(), place: self.at(id), count: lost });
        }
        self.bury(id);
        lost
    }

    /// Warships of an F- of an owner.
    pub(super) fn fleet_minus(&self, owner: &str) -> i32 {
        self.world.tables.fleet_minus(owner, self.position.period)
    }

    /// A stack of which nothing is left is gone; its leaders stand alone, or fall to the enemy with it.
    pub(super) fn bury(&mut self, id: &Piece) {
        if self.stack(id).is_none_or(Stack::is_manned) || Stack::kind(id) == StackKind::Leader {
            return;
        }
        let (place, owner) = (self.at(id), self.owner(id));
        self.position.stacks.remove(id);
        if let Some(progress) = self.progress.get_mut(id) {
            progress.state = State::Gone;
        }
        for clash in self.clashes.values_mut() {
            clash.within.remove(id);
        }
        self.drown_cargo(id);
        let alone = self.position.leaders.iter().any(|(_, leader)| leader.stack.as_ref() == Some(id));
        if alone {
            self.stand_alone(id, &owner, &place);
        }
        self.tell(Fact::Destroyed { stack: id.clone(), place });
    }

    /// Leaders of a stack that is no more stand alone where it was.
    fn stand_alone(&mut self, of: &Piece, owner: &crate::map::Owner, place: &crate::map::Place) {
        let head = of.as_str().split('-').next().unwrap_or_default();
        let id = self.position.free_id(&Piece::from(format!("{head}-A1")));
        let stack =
            Stack { owner: owner.clone(), at: place.clone(), supply_is_said: true, ..Stack::default() };
        self.position.stacks.insert(id.clone(), stack);
        for leader in self.position.leaders.values_mut().filter(|leader| leader.stack.as_ref() == Some(of)) {
            leader.stack = Some(id.clone());
        }
        self.enrol(id);
    }
}

/// Takes parts out of a stack; `None` if it has not all of them.
fn parted(stack: &mut Stack, parts: &[Part], arms: &crate::tables::Arms) -> Option<(Force, Fleet)> {
    let (mut force, mut fleet) = (Force::default(), Fleet::default());
    for part in parts {
        match part {
            Part::Troops(count, size) => {
                for _ in 0..*count {
                    force.join(stack.force.part(*size, arms)?);
                }
            }
            Part::Fleets(count, counter) => {
                for _ in 0..*count {
                    fleet.join(&parted_fleet(&mut stack.fleet, *counter)?);
                }
            }
            Part::Ships(count, ship) => {
                let count = i32::try_from(*count).ok()?;
                let there = &mut stack.fleet.ships[*ship as usize];
                if *there < count {
                    return None;
                }
                *there -= count;
                fleet.ships[*ship as usize] += count;
            }
        }
    }
    Some((force, fleet))
}

/// A FLEET counter with its share of the ships: all of them are parted by how many counters there are.
fn parted_fleet(fleet: &mut Fleet, counter: FleetCounter) -> Option<Fleet> {
    let place = fleet.counters.iter().position(|found| *found == counter)?;
    let weight = |counter: &FleetCounter| if *counter == FleetCounter::Plus { 2 } else { 1 };
    let all: i32 = fleet.counters.iter().map(weight).sum();
    fleet.counters.remove(place);
    let mut out = Fleet { counters: vec![counter], ..Fleet::default() };
    for ship in Ship::ALL {
        let share = fleet.ships[ship as usize] * weight(&counter) / all;
        fleet.ships[ship as usize] -= share;
        out.ships[ship as usize] = share;
    }
    Some(out)
}
