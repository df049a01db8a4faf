//! Stacking (rule G3, EU-34): who has room, and where the refused stand.

use fieldpost_engine::piece::Piece;

use super::Round;
use super::progress::State;
use crate::event::Hangs;
use crate::event::account::Meeting;
use crate::event::reason::Reason;
use crate::map::{Place, Port};
use crate::position::{Kind as StackKind, Posture, Stack};

impl Round<'_> {
    /// Whether a stack has room in the open of a place beside its own side, which rests or is locked there.
    pub(super) fn fits(&self, id: &Piece, place: &str) -> bool {
        match Stack::kind(id) {
            StackKind::Land => self.detachments(id) <= self.space(id, place),
            StackKind::Fleet => self.fleet_fits(id, place),
            StackKind::Privateer | StackKind::Leader => true,
        }
    }

    /// Detachments of a stack for which a province has room: of the first written counters as many as go in.
    pub(super) fn space(&self, id: &Piece, place: &str) -> i32 {
        let table = &self.world.tables.stacking;
        let Some(own) = self.stack(id) else { return 0 };
        let (mut counters, mut detachments) = (0, 0);
        for other in self.friends_in(id, place) {
            if let Some(stack) = self.stack(&other) {
                counters += stack.force.counted();
                detachments += stack.force.detachments();
            }
        }
        let room = (table.land_detachments - detachments).max(0);
        let most = table.land_counters - counters;
        if own.force.counted() <= most { room } else { room.min(own.force.detachments_of_first(most)) }
    }

    fn friends_in(&self, id: &Piece, place: &str) -> Vec<Piece> {
        let owner = self.owner(id);
        let there = self.open(place).into_iter().filter(|other| other != id);
        let counts = |other: &Piece| {
            self.position.allied(&owner, &self.owner(other))
                && self.progress_of(other).is_some_and(|progress| !progress.crowded)
        };
        there.filter(counts).collect()
    }

    /// On whom it hangs that a stack finds no room: its side, who was there before it.
    pub(super) fn taken_by(&self, id: &Piece, place: &Place) -> Hangs {
        Hangs::on(self.friends_in(id, place), place)
    }

    /// FLEET counters in a sea; ships without one count together as one counter.
    fn fleet_fits(&self, id: &Piece, place: &str) -> bool {
        let counters =
            |id: &Piece| self.stack(id).map_or(0, |stack| (stack.fleet.counters.len() as i32).max(1));
        let there: i32 = self.friends_in(id, place).iter().map(counters).sum();
        there + counters(id) <= self.world.tables.stacking.sea_counters.max(counters(id))
    }

    /// Whether a port has room for a fleet: an ordinary one for one FLEET, an arsenal for three; other ships always find a berth.
    pub(super) fn berths(&self, id: &Piece, port: &str) -> bool {
        let table = &self.world.tables.stacking;
        let most = match self.position.grounds.get(port).map(|ground| ground.port) {
            Some(Port::Arsenal) => table.arsenal_fleets,
            Some(Port::Port) => table.port_fleets,
            _ => return false,
        };
        let there: i32 = self.moored(id, port).map(|(_, stack)| stack.fleet.counters.len() as i32).sum();
        let own = self.stack(id).map_or(0, |stack| stack.fleet.counters.len() as i32);
        own == 0 || there + own <= most
    }

    /// Other stacks in a port.
    fn moored<'r>(&'r self, id: &'r Piece, port: &'r str) -> impl Iterator<Item = (&'r Piece, &'r Stack)> {
        self.position.stacks.iter().filter(move |(other, stack)| {
            *other != id && &*stack.at == port && stack.posture == Posture::Port
        })
    }

    /// On whom it hangs that a fleet finds no berth.
    pub(super) fn berthed(&self, id: &Piece, port: &Place) -> Hangs {
        let counts = self.moored(id, port).filter(|(_, stack)| !stack.fleet.counters.is_empty());
        Hangs::on(counts.map(|(other, _)| other.clone()).collect(), port)
    }

    /// A stack cannot enter, or cannot stop where it is: it goes back along its own way to the nearest place with room; where there is
    /// none it stands crowded where it began (EU-34). Enemies where it ends: combat.
    pub(super) fn hold(&mut self, id: &Piece, why: impl Into<Reason>, hangs: Hangs) {
        self.refused_as(id, why, hangs);
        if let Some(progress) = self.progress.get_mut(id) {
            progress.rest();
        }
        while self.has_no_place(id) {
            let Some(back) = self.progress.get_mut(id).and_then(|progress| progress.trail.pop()) else {
                break;
            };
            self.put(id, &back);
        }
        if self.has_no_place(id) && self.goes_back_aboard(id) {
            return;
        }
        self.keep_out_latecomers(id);
        if !self.fits(id, &self.at(id))
            && let Some(progress) = self.progress.get_mut(id)
        {
            progress.crowded = true;
        }
        if Stack::kind(id) != StackKind::Land {
            return;
        }
        let place = self.at(id);
        self.meet(id, Meeting::AfterRefusal);
        let is_free = self.progress_of(id).is_some_and(|progress| progress.state == State::Resting);
        if is_free && self.clashes.contains_key(&place) {
            self.trigger(&place, std::slice::from_ref(id), Meeting::AfterRefusal);
        }
    }

    /// Whether a stack may not stand where it is: there is no room, or who was there first keeps it out (rule B6).
    fn has_no_place(&self, id: &Piece) -> bool {
        let at = self.at(id);
        !self.fits(id, &at) || self.is_kept_out(id, &at)
    }

    /// Who comes to stand in the open without a step, out of a fortress or out of another stack, stands there beyond the limit where
    /// there is no room, as one that was refused (EU-34, EU-85).
    pub(super) fn crowd_if_full(&mut self, id: &Piece) {
        let stands = self
            .progress_of(id)
            .is_some_and(|progress| matches!(progress.state, State::Resting | State::Locked))
            && self.stack(id).is_some_and(|stack| stack.posture == Posture::Open);
        if stands && Stack::kind(id) == StackKind::Land && !self.fits(id, &self.at(id)) {
            self.crowd(id);
        }
    }

    /// Puts a stack somewhere, without a step.
    pub(super) fn put(&mut self, id: &Piece, place: &Place) {
        if let Some(stack) = self.stack_mut(id) {
            (stack.at, stack.posture) = (place.clone(), Posture::Open);
        }
        if let Some(progress) = self.progress.get_mut(id) {
            progress.came = progress.trail.last().cloned();
        }
        self.cargo_follows(id);
    }
}
