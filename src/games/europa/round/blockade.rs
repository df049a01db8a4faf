//! Ports, blockades, and fleets at sea (rules F1, F2, D2; EU-14, EU-47, EU-48, EU-52, EU-70).

use fieldpost_engine::piece::Piece;

use super::Round;
use super::progress::{State, Step};
use super::transport::{blockade_words, shut_in_by, shuts_in};
use crate::event::account::Meeting;
use crate::event::reason::{Reason, Why};
use crate::event::{Fact, Hangs, Keeping, Roll};
use crate::map::{Owner, Place};
use crate::orders::{Condition, Order};
use crate::position::{Kind as StackKind, Posture, Ship, Stack};

/// What a fleet does before a blockade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    Hold,
    Escape,
    Force,
}

impl Round<'_> {
    /// Fleets whose BLOCKADE ends in this tick lie before their port (EU-48, EU-79); several may be big enough together.
    pub(super) fn set_up_blockades(&mut self) {
        let mut new = Vec::new();
        for id in self.in_sequence() {
            let Some(progress) = self
                .progress_of(&id)
                .filter(|progress| progress.window().map(|(_, last)| last) == Some(self.tick))
            else {
                continue;
            };
            let Some(Step::Blockade { port, cost }) = progress.step().cloned() else { continue };
            self.pass_time(&id, cost);
            self.lie_before(&id, &port);
            new.push(id);
        }
        new.iter().for_each(|id| self.tell_blockade(id));
    }

    fn lie_before(&mut self, id: &Piece, port: &Place) {
        let tick = self.tick;
        self.set_up.insert(id.clone(), tick);
        if let Some(stack) = self.stack_mut(id) {
            stack.blockading = Some(port.clone());
        }
    }

    /// A blockade is told as one only if it is; who is too small hears what it takes.
    fn tell_blockade(&mut self, id: &Piece) {
        let Some(stack) = self.stack(id) else { return };
        let Some(port) = stack.blockading.clone() else { return };
        if shut_in_by(self.world, &self.position, stack).is_none() {
            let level = self.position.grounds.get(&port).map_or(0, |ground| usize::from(ground.fortress));
            let (name, takes) = (self.world.map.name(&port).to_owned(), blockade_words(self.world, level));
            return self.refused(id, Why::TooSmallToShut.of(name).and(level).and(takes));
        }
        let in_vain = self.shuts_nobody_in(id, &port);
        let keeping = if in_vain.is_some() { Keeping::OnlyKept } else { Keeping::default() };
        let fact = Fact::Blockades { stack: id.clone(), place: self.at(id), port };
        self.tell_as(fact, Hangs::default(), keeping);
        if let Some(why) = in_vain {
            self.refused_unkept(id, why);
        }
    }

    /// Why a blockade binds nobody: the port is of a power with whom there is no war, and no enemy lies in it.
    fn shuts_nobody_in(&self, id: &Piece, port: &Place) -> Option<Reason> {
        let owner = self.owner(id);
        let is_within = |stack: &Stack| stack.at == *port && stack.posture == Posture::Port;
        let mut within = self.position.stacks.values().filter(|stack| is_within(stack));
        let control = self.position.grounds.get(port).and_then(|ground| ground.control.clone());
        if control.as_ref().is_some_and(|control| self.position.hostile(control, &owner))
            || within.any(|stack| self.position.hostile(&stack.owner, &owner))
        {
            return None;
        }
        let name = self.world.map.name(port);
        Some(match control {
            Some(control) => Why::ShutsNoFoeIn.of(name).and(self.position.name(&control)),
            None => Why::ShutsNobodyIn.of(name),
        })
    }

    /// Who shuts a port in for a fleet that would leave or enter it at a tick: nobody if they are not big enough; who sets it up in that
    /// very tick only with the initiative (EU-47).
    pub(super) fn blockaders(&self, port: &str, owner: &Owner, tick: u32) -> Vec<Piece> {
        self.blockaders_who(port, owner, |set, is_ahead| set < tick || set == 0 || (set == tick && is_ahead))
    }

    /// Who shuts a port in for a privateer that leaves it, which moves the last: only who has the initiative over it and came straight from
    /// the sea beside, or lies there since a round before (rule D2).
    pub(super) fn blockaders_of_privateers(&self, port: &str, owner: &Owner) -> Vec<Piece> {
        self.blockaders_who(port, owner, |set, is_ahead| is_ahead && set <= 1)
    }

    /// Enemies who lie before a port and are big enough, of those who `bind` by when they set the blockade up and by whether they are
    /// higher in initiative than the port's user.
    fn blockaders_who(&self, port: &str, owner: &Owner, bind: impl Fn(u32, bool) -> bool) -> Vec<Piece> {
        let binds = |id: &Piece, stack: &Stack| {
            let set = self.set_up.get(id).copied().unwrap_or(0);
            let is_ahead = self.position.rank(&stack.owner) < self.position.rank(owner);
            let lies_there = stack.blockading.as_deref() == Some(port);
            lies_there && self.position.hostile(&stack.owner, owner) && bind(set, is_ahead)
        };
        let all = self.ranked(|id, progress, stack| progress.state != State::Gone && binds(id, stack));
        let ships = all.iter().filter_map(|id| self.stack(id)).map(|stack| stack.fleet.fighting()).sum();
        let counter = all.iter().filter_map(|id| self.stack(id)?.fleet.counter()).max();
        let level = self.position.grounds.get(port).map_or(0, |ground| usize::from(ground.fortress));
        if shuts_in(self.world, ships, counter, level) { all } else { Vec::new() }
    }

    /// What a fleet does before the blockade of a port: as it says of this one or of all, else it escapes when it leaves and forces when it
    /// enters; admirals alone hold (rules A1, F1, F2).
    pub(super) fn before(&self, id: &Piece, port: &Place, enters: bool) -> Before {
        if Stack::kind(id) == StackKind::Leader {
            return Before::Hold;
        }
        let is_of_port = |condition: &Condition| match condition {
            Condition::Blockaded(other) => other == port,
            _ => true,
        };
        let said = self.orders_on(id, is_of_port).into_iter().find_map(|order| match order {
            Order::Hold => Some(Before::Hold),
            Order::Escape => Some(Before::Escape),
            Order::Force => Some(Before::Force),
            _ => None,
        });
        said.unwrap_or(if enters { Before::Force } else { Before::Escape })
    }

    /// A fleet has spent the point of its way out of port; it is at sea with its next step.
    pub(super) fn leave_port(&mut self, id: &Piece, cost: u32) {
        let port = self.at(id);
        let blockaders = self.blockaders(&port, &self.owner(id), self.tick);
        self.found(id, &port, !blockaders.is_empty());
        self.pass_time(id, cost);
        if blockaders.is_empty() {
            return;
        }
        match self.before(id, &port, false) {
            Before::Hold => self.stay(id, &blockaders),
            Before::Force => {
                self.force(id, &blockaders);
                self.progress.entry(id.clone()).and_modify(|progress| progress.leaves = Some(port));
            }
            Before::Escape => {
                if !self.escapes(id, &blockaders) {
                    self.stay(id, &blockaders);
                    self.caught(id, &blockaders);
                }
            }
        }
    }

    /// What it finds before a port stands for what its conditions ask of that port, from then on.
    pub(super) fn found(&mut self, id: &Piece, port: &Place, blockaded: bool) {
        if let Some(progress) = self.progress.get_mut(id) {
            progress.found.insert(port.clone(), blockaded);
        }
    }

    /// A fleet has spent the point of its way into port.
    pub(super) fn enter_port(&mut self, id: &Piece, port: &Place, cost: u32) {
        let blockaders = self.blockaders(port, &self.owner(id), self.tick);
        self.found(id, port, !blockaders.is_empty());
        let held = match blockaders.is_empty() {
            true => false,
            false => match self.before(id, port, true) {
                Before::Hold => true,
                Before::Force => {
                    self.pass_time(id, cost);
                    self.force(id, &blockaders);
                    self.progress
                        .entry(id.clone())
                        .and_modify(|progress| progress.forces = Some(port.clone()));
                    return;
                }
                Before::Escape => !self.escapes(id, &blockaders),
            },
        };
        if held {
            self.pass_time(id, cost);
            self.stay(id, &blockaders);
            return self.land_on_shore(id);
        }
        if !self.berths(id, port) && Stack::kind(id) == StackKind::Fleet {
            self.pass_time(id, cost);
            self.refused_as(id, Why::NoBerth.of(port), self.berthed(id, port));
            self.progress.entry(id.clone()).and_modify(super::Progress::rest);
            return self.land_on_shore(id);
        }
        self.berth(id, port, cost);
        self.landings(id);
    }

    fn berth(&mut self, id: &Piece, port: &Place, cost: u32) {
        let zones = self.progress_of(id).map_or(0, |progress| progress.zones);
        self.enter(id, port, cost);
        if let Some(progress) = self.progress.get_mut(id) {
            progress.zones = zones;
        }
        if let Some(stack) = self.stack_mut(id) {
            stack.posture = Posture::Port;
        }
    }

    /// It remains where it is, for those who lie before the port.
    pub(super) fn stay(&mut self, id: &Piece, before: &[Piece]) {
        self.progress.entry(id.clone()).and_modify(super::Progress::rest);
        let fact = Fact::Waits { stack: id.clone(), place: self.at(id), why: Why::PortBlockaded.into() };
        let on = |first: &Piece| Hangs::on(before.to_vec(), &self.at(first));
        let hangs = before.first().map_or(Hangs::Alone, on);
        self.tell_as(fact, hangs, Keeping::default());
    }

    /// The roll of who would escape (rule F1): whether it gets away.
    pub(super) fn escapes(&mut self, id: &Piece, blockaders: &[Piece]) -> bool {
        let table = &self.world.tables.escape;
        let (free, smaller, sailing) = (table.free, table.smaller_blockader, table.sailing_blockader);
        let lead = blockaders.first().cloned().unwrap_or_else(|| id.clone());
        let gap = (self.manoeuvre(id) - self.manoeuvre(&lead)).max(0);
        let ships = |id: &Piece| self.stack(id).map_or(0, |stack| stack.fleet.all());
        let theirs: i32 = blockaders.iter().map(ships).sum();
        let galleys = blockaders
            .iter()
            .all(|id| self.stack(id).is_some_and(|stack| stack.fleet.most_numerous() == Ship::Galley));
        let newest = self.position.powers.get(&self.owner(&lead)).is_some_and(|power| power.naval == "74s");
        let mut add = gap;
        add += if theirs < ships(id) { smaller } else { 0 };
        add += if !galleys && !newest { sailing } else { 0 };
        let die = self.fate.d10("escape", id.as_str(), Some(lead.as_str()));
        let roll = Roll { die, add, needs: free };
        let free = roll.total() >= free;
        self.tell(Fact::TriesToEscape { stack: id.clone(), before: lead, place: self.at(id), roll, free });
        free
    }

    /// A bad roll, and a blockader with the order to attack: it may force a battle.
    fn caught(&mut self, id: &Piece, blockaders: &[Piece]) {
        let bad = self.happened.iter().rev().find_map(|happening| match happening.event.fact {
            Fact::TriesToEscape { roll, .. } => Some(roll.total()),
            _ => None,
        });
        let below = bad.is_some_and(|total| total < self.world.tables.escape.stays);
        let willing: Vec<Piece> =
            blockaders.iter().filter(|other| self.attacks(other, id)).cloned().collect();
        if below && !willing.is_empty() {
            self.give_battle(id, &willing, Meeting::Escape);
        }
    }

    /// Forces the blockade: a battle, no roll.
    fn force(&mut self, id: &Piece, blockaders: &[Piece]) {
        self.give_battle(id, blockaders, Meeting::ForceBlockade);
    }

    /// The combats of a sea are fought: who forced the blockade of a port and was not beaten is in, and its army with it (rule F1); who
    /// forced its way out and is still at sea is out. Rule G3 speaks of going on from there.
    pub(super) fn forced_their_way(&mut self, sea: &Place) {
        for id in self.open(sea) {
            self.progress.entry(id.clone()).and_modify(|progress| progress.leaves = None);
            let Some(port) = self.progress.get_mut(&id).and_then(|progress| progress.forces.take()) else {
                continue;
            };
            if !self.berths(&id, &port) {
                let why = Why::NoBerth.of(self.world.map.name(&port));
                self.refused_as(&id, why, self.berthed(&id, &port));
                self.land_on_shore(&id);
                continue;
            }
            if let Some(stack) = self.stack_mut(&id) {
                (stack.at, stack.posture, stack.blockading) = (port.clone(), Posture::Port, None);
            }
            self.tell(Fact::ForcedIn { stack: id.clone(), port: port.clone() });
            self.cargo_follows(&id);
            let cargo = self.cargo(&id);
            self.landings(&id);
            // Nobody goes forward after a combat (rule G3).
            for army in cargo {
                if self.progress_of(&army).is_some_and(|progress| progress.state == State::Moving) {
                    self.set_state(&army, State::Resting);
                }
            }
        }
    }

    fn give_battle(&mut self, id: &Piece, blockaders: &[Piece], why: Meeting) {
        let Some(sea) = blockaders.first().map(|other| self.at(other)) else { return };
        let from = self.at(id);
        if let Some(stack) = self.stack_mut(id) {
            (stack.at, stack.posture) = (sea.clone(), Posture::Open);
            stack.blockading = None;
        }
        if let Some(progress) = self.progress.get_mut(id) {
            (progress.came, progress.moved, progress.entered) = (Some(from), true, progress.spent);
            progress.rest();
        }
        self.cargo_follows(id);
        let there: Vec<Piece> = blockaders.iter().filter(|other| self.at(other) == sea).cloned().collect();
        let all: Vec<Piece> = [id.clone()].into_iter().chain(there).collect();
        self.trigger(&sea, &all, why);
        if let Some(clash) = self.clashes.get_mut(&sea) {
            clash.attacker.get_or_insert_with(|| id.clone());
        }
    }

    /// A fleet ends a step into a sea.
    pub(super) fn arrive_at_sea(&mut self, id: &Piece, sea: &Place, cost: u32) {
        let goes_on = self.progress_of(id).is_some_and(|progress| progress.next + 1 < progress.steps.len());
        let holds_galleys = self.stack(id).is_some_and(|stack| stack.fleet.ships[Ship::Galley as usize] > 0);
        let ocean = self.world.map.seas.get(sea).is_some_and(|found| found.basin == crate::map::Basin::Ocean);
        if holds_galleys && ocean {
            return self.hold(id, Why::GalleysNotOcean, Hangs::Alone);
        }
        if !goes_on && !self.fits(id, sea) {
            self.spend_in_vain(id, cost);
            let taken = self.taken_by(id, sea);
            return self.hold(id, Why::NoRoomAtSea, taken);
        }
        self.enter(id, sea, cost);
        if Stack::kind(id) == StackKind::Fleet {
            self.occasions(id);
        }
        if self.stack(id).is_some_and(|stack| stack.at == *sea && stack.posture == Posture::Open) {
            self.landings(id);
        }
    }

    /// PURSUE AND BLOCKADE (EU-52, rule E5): the winner follows the beaten fleet to the port of its retreat and shuts it in, for no points, if
    /// it is big enough and carries nobody; else it only lies before it.
    pub(super) fn pursue(&mut self, id: &Piece, port: Option<&Place>) {
        let Some(port) = port else { return };
        let forces = self.progress_of(id).is_some_and(|progress| progress.forces.is_some());
        if forces || !self.fights(id) || !self.has(id, &Order::Pursue) {
            return;
        }
        let Some(sea) = self.sea_before(&self.at(id), port) else { return };
        if !self.fits(id, &sea) {
            return;
        }
        let from = self.at(id);
        if let Some(stack) = self.stack_mut(id) {
            (stack.at, stack.blockading) = (sea.clone(), None);
        }
        if let Some(progress) = self.progress.get_mut(id) {
            (progress.chases, progress.came) = (true, Some(from));
            progress.rest();
        }
        self.cargo_follows(id);
        self.tell(Fact::Follows { stack: id.clone(), sea: sea.clone(), port: port.clone() });
        let Some(stack) = self.stack(id) else { return };
        let level = self.position.grounds.get(port).map_or(0, |ground| usize::from(ground.fortress));
        if shuts_in(self.world, stack.fleet.fighting(), stack.fleet.counter(), level)
            && self.cargo(id).is_empty()
        {
            self.lie_before(id, port);
            self.tell_blockade(id);
        }
    }

    /// The sea on the coast of a port that is the nearest to another sea.
    fn sea_before(&self, from: &str, port: &str) -> Option<Place> {
        let way = self.seas_from(from);
        let coast = &self.world.map.provinces.get(port)?.coast;
        coast.iter().filter_map(|sea| way.get(sea).map(|far| (*far, sea.clone()))).min().map(|(_, sea)| sea)
    }
}
