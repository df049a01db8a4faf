//! Who meets whom (rule G1; EU-32, EU-33, EU-54, EU-55, EU-60): over one border, in one province on one ordinal, at rest.

use std::collections::BTreeMap;

use fieldpost_engine::piece::Piece;

use super::progress::{Key, State, Step};
use super::{Clash, Round};
use crate::event::account::Meeting;
use crate::event::reason::Why;
use crate::event::{Fact, Hangs, Landing};
use crate::map::{Crossing, Place};
use crate::position::{Kind as StackKind, Stack};

impl Round<'_> {
    /// A combat is triggered, or more join one: all in it are locked until its row.
    pub(super) fn trigger(&mut self, place: &Place, all: &[Piece], why: Meeting) {
        let tick = self.tick;
        let first = || Clash { tick, why, within: BTreeMap::new(), attacker: None };
        let clash = self.clashes.entry(place.clone()).or_insert_with(first);
        let mut new = Vec::new();
        for id in all {
            if !clash.within.contains_key(id)
                && let Some(progress) = self.progress.get_mut(id)
            {
                clash.within.insert(id.clone(), progress.entered);
                progress.state = State::Locked;
                new.push(id.clone());
            }
        }
        if !new.is_empty() {
            self.tell(Fact::Met { place: place.clone(), stacks: new, why });
        }
    }

    /// Where a stack's next step takes it, for those on land and at sea that spend this tick.
    fn target(&self, id: &Piece) -> Option<Place> {
        let progress = self.progress_of(id).filter(|progress| progress.spends(self.tick))?;
        match progress.step()? {
            Step::March { to, .. } | Step::Sail { to, .. } => Some(to.clone()),
            _ => None,
        }
    }

    fn movers(&self, kind: StackKind) -> Vec<(Piece, Place, Place)> {
        let ids = self.ranked(|id, progress, _| progress.spends(self.tick) && Stack::kind(id) == kind);
        ids.into_iter()
            .filter_map(|id| Some((self.at(&id), self.target(&id)?, id)))
            .map(|(at, to, id)| (id, at, to))
            .collect()
    }

    /// Hostile stacks that cross one border in opposite ways with an ordinal in common (EU-32; at sea EU-56).
    pub(super) fn borders(&mut self) {
        for kind in [StackKind::Land, StackKind::Fleet] {
            let movers = self.movers(kind);
            let mut over: BTreeMap<(&Place, &Place), Vec<&Piece>> = BTreeMap::new();
            for (id, at, to) in &movers {
                over.entry((at, to)).or_default().push(id);
            }
            let pairs: Vec<(Piece, Piece)> = movers
                .iter()
                .flat_map(|(id, at, to)| {
                    over.get(&(to, at)).into_iter().flatten().map(move |other| (id.clone(), (*other).clone()))
                })
                .filter(|(one, other)| self.key_of(one) < self.key_of(other))
                .collect();
            for (one, other) in pairs {
                let (Some(a), Some(b)) = (self.target(&one), self.target(&other)) else {
                    self.joins_over_the_border(kind, &one, &other);
                    continue;
                };
                let still = a == self.at(&other) && b == self.at(&one);
                if !still || !self.fights(&one) || !self.fights(&other) || !self.foes(&one, &other) {
                    continue;
                }
                if kind == StackKind::Land {
                    self.border(&one, &other)
                } else {
                    self.occasion(&one, &other, &a)
                }
            }
        }
    }

    pub(super) fn key_of(&self, id: &Piece) -> Key {
        self.progress_of(id).map(|progress| progress.key.clone()).unwrap_or_default()
    }

    /// Two meet over a border; the first is the higher by initiative.
    fn border(&mut self, one: &Piece, other: &Piece) {
        for (strong, weak) in [(one, other), (other, one)] {
            if self.thirds(strong) >= self.world.tables.overrun.both_moving * self.thirds(weak)
                && self.may_overrun(strong, weak)
            {
                return self.run_over(strong, std::slice::from_ref(weak));
            }
        }
        let (mut first, mut second) = (one.clone(), other.clone());
        let kind = self.world.map.border(&self.at(one), &self.at(other)).map(|border| border.kind);
        let wild =
            |place: &Place| self.world.map.provinces.get(place).is_some_and(|found| found.underdeveloped);
        let (one_exempt, other_exempt) =
            (self.is_exempt(&self.owner(one)), self.is_exempt(&self.owner(other)));
        if kind == Some(Crossing::River)
            && wild(&self.at(one))
            && wild(&self.at(other))
            && one_exempt != other_exempt
            && other_exempt
        {
            (first, second) = (second, first);
        }
        let flees =
            |round: &Self, id: &Piece| round.progress_of(id).is_some_and(|progress| progress.retreating);
        for id in [&first, &second] {
            let to = self.at(if *id == first { &second } else { &first });
            if flees(self, id) && !self.fits(id, &to) {
                self.crowd(id);
            }
        }
        let enters = |round: &Self, id: &Piece, to: &Piece| {
            let to = round.at(to);
            flees(round, id) || (round.fits(id, &to) && !round.is_kept_out(id, &to))
        };
        if !enters(self, &first, &second) {
            (first, second) = (second, first);
        }
        if !enters(self, &first, &second) {
            let taken = [self.taken_by(&first, &self.at(&second)), self.taken_by(&second, &self.at(&first))];
            for (id, taken) in [first, second].iter().zip(taken) {
                self.hold(id, Why::NoRoomBeyond, taken);
            }
            return;
        }
        let place = self.at(&second);
        self.stay_and_spend(&second);
        let cost = self.progress_of(&first).and_then(super::progress::Progress::cost).unwrap_or(1);
        self.enter(&first, &place, cost);
        if !self.fits(&second, &place) {
            self.crowd(&second);
        }
        self.trigger(&place, &[first.clone(), second.clone()], Meeting::OneBorder);
        self.join_at_rest(&place, &[first, second]);
    }

    /// Of two who cross one border one is in a combat over it already: if that is where the other starts, it stays and joins (EU-32);
    /// if it is where the other goes, it finds them there when its step ends.
    fn joins_over_the_border(&mut self, kind: StackKind, one: &Piece, other: &Piece) {
        let (free, locked) = if self.target(one).is_some() { (one, other) } else { (other, one) };
        let place = self.at(locked);
        let is_in = self.clashes.get(&place).is_some_and(|clash| clash.within.contains_key(locked));
        let is_here = place == self.at(free) && self.target(free).is_some();
        if kind == StackKind::Land && is_in && is_here && self.foes(free, locked) {
            self.stay_and_spend(free);
            if !self.fits(free, &place) {
                self.crowd(free);
            }
            self.trigger(&place, std::slice::from_ref(free), Meeting::OneBorder);
        }
    }

    /// Its step is spent though it goes nowhere.
    fn stay_and_spend(&mut self, id: &Piece) {
        let at = self.at(id);
        if let Some(progress) = self.progress.get_mut(id) {
            let cost = progress.cost().unwrap_or(0);
            progress.spent += cost;
            progress.clock += cost;
            progress.entered = progress.spent;
            progress.came = Some(at);
            progress.rest();
        }
    }

    pub(super) fn crowd(&mut self, id: &Piece) {
        if let Some(progress) = self.progress.get_mut(id) {
            progress.crowded = true;
        }
    }

    /// Who rests in a place and is hostile to one of these joins their combat.
    fn join_at_rest(&mut self, place: &Place, of: &[Piece]) {
        let open = self.open(place);
        let more: Vec<Piece> = open
            .into_iter()
            .filter(|id| !of.contains(id) && of.iter().any(|other| self.foes(id, other)))
            .collect();
        if !more.is_empty() {
            self.trigger(place, &more, Meeting::StandsThere);
        }
    }

    /// Hostile stacks that spend an ordinal in common in one province are put there with their whole cost spent (EU-33).
    pub(super) fn same_ordinals(&mut self) {
        let mut by_place: BTreeMap<Place, Vec<Piece>> = BTreeMap::new();
        for (id, _, to) in self.movers(StackKind::Land) {
            by_place.entry(to).or_default().push(id);
        }
        for (place, all) in by_place {
            if all.len() > 1 {
                self.same_ordinal(&place, all);
            }
        }
    }

    fn same_ordinal(&mut self, place: &Place, mut all: Vec<Piece>) {
        for id in all.clone() {
            let prey: Vec<Piece> =
                all.iter().filter(|other| self.fights(other) && self.foes(&id, other)).cloned().collect();
            let weight: i32 = prey.iter().map(|other| self.thirds(other)).sum();
            let strong = self.thirds(&id) >= self.world.tables.overrun.both_moving * weight;
            if !prey.is_empty()
                && self.fights(&id)
                && strong
                && prey.iter().all(|other| self.may_overrun(&id, other))
            {
                self.run_over(&id, &prey);
            }
        }
        all.retain(|id| self.fights(id));
        let mut met: Vec<Piece> =
            all.iter().filter(|id| all.iter().any(|other| self.foes(id, other))).cloned().collect();
        if met.is_empty() {
            return;
        }
        met.sort_by_key(|id| {
            (
                self.progress_of(id).map(|progress| progress.spent + progress.cost().unwrap_or(0)),
                self.key_of(id),
            )
        });
        let (mut within, mut without) = (Vec::new(), Vec::new());
        for id in &met {
            let flees = self.progress_of(id).is_some_and(|progress| progress.retreating);
            let fits = self.fits(id, place);
            if flees && !fits {
                self.crowd(id);
            }
            if flees || (fits && !self.is_kept_out(id, place)) {
                let cost = self.progress_of(id).and_then(super::progress::Progress::cost).unwrap_or(1);
                self.enter(id, place, cost);
                self.lock(id);
                within.push(id.clone());
            } else {
                without.push(id.clone());
            }
        }
        let open = self.open(place);
        let meets = |id: &Piece| within.iter().chain(&open).any(|other| self.foes(id, other));
        if within.iter().any(meets) {
            self.trigger(place, &within, Meeting::SamePoint);
        } else {
            within.iter().for_each(|id| self.unlock(id));
        }
        for id in &without {
            if let Some(progress) = self.progress.get_mut(id) {
                progress.spent += progress.cost().unwrap_or(0);
            }
            if self.is_kept_out(id, place) {
                self.keep_out(id, place, false);
            } else {
                let taken = self.taken_by(id, place);
                self.hold(id, Why::NoRoomWhereMet, taken);
            }
        }
        self.join_at_rest(place, &met);
    }

    fn lock(&mut self, id: &Piece) {
        if let Some(progress) = self.progress.get_mut(id) {
            progress.state = State::Locked;
        }
    }

    fn unlock(&mut self, id: &Piece) {
        if let Some(progress) = self.progress.get_mut(id) {
            progress.state = State::Moving;
        }
    }

    /// Thirds of detachments of a stack.
    pub(super) fn thirds(&self, id: &Piece) -> i32 {
        self.stack(id).map_or(0, |stack| stack.force.thirds())
    }

    /// A stack ends a step of its march, or goes ashore: what it finds there (rules B3, G1, G3). That it is ashore is told once it is:
    /// who finds no room, or is kept out, has never left the fleet.
    pub(super) fn arrive(&mut self, id: &Piece, to: &Place, cost: u32, on: Option<Landing>) {
        let lands = on.is_some();
        let foes: Vec<Piece> = self.open(to).into_iter().filter(|other| self.foes(id, other)).collect();
        let forced = self.clashes.contains_key(to);
        let Some(progress) = self.progress_of(id) else { return };
        let (flees, last) = (progress.retreating, !self.goes_beyond(id, cost));
        let overruns = !foes.is_empty() && !forced && !flees && !lands && self.is_overrun(id, &foes);
        let fits = self.fits(id, to);
        let stops = forced || last || (!foes.is_empty() && !overruns);
        if !flees && stops && self.is_kept_out(id, to) {
            self.spend_in_vain(id, cost);
            return self.keep_out(id, to, lands);
        }
        if !flees && !fits && stops {
            self.spend_in_vain(id, cost);
            return if lands {
                self.finds_no_room_ashore(id, to)
            } else {
                let taken = self.taken_by(id, to);
                self.hold(id, Why::NoRoom, taken)
            };
        }
        let landed = self.progress_of(id).and_then(|progress| progress.landed_from.clone());
        if let (Some(on), Some(fleet)) = (on, landed.clone()) {
            self.tell(Fact::Ashore { stack: id.clone(), fleet, place: to.clone(), on });
        }
        if flees && !fits && (forced || !foes.is_empty()) {
            self.crowd(id);
        }
        self.enter(id, to, cost);
        if lands && let Some(progress) = self.progress.get_mut(id) {
            (progress.landed_from, progress.came) = (landed, None);
            // Its way on land begins at the shore.
            progress.trail.clear();
        }
        self.arrived(id, to, &foes, (overruns, forced, last));
    }

    fn arrived(
        &mut self,
        id: &Piece,
        to: &Place,
        foes: &[Piece],
        (overruns, forced, last): (bool, bool, bool),
    ) {
        let mut foes = foes.to_vec();
        if overruns {
            self.interceptions(id);
            if !self.is_on_its_way(id, to) || !self.overrun(id, &foes) {
                return;
            }
            foes.clear();
        }
        if !foes.is_empty() {
            let all: Vec<Piece> = [id.clone()].into_iter().chain(foes).collect();
            return self.trigger(to, &all, Meeting::AtRest);
        }
        if forced {
            return self.trigger(to, std::slice::from_ref(id), Meeting::MustStop);
        }
        let Some(progress) = self.progress_of(id) else { return };
        if progress.retreating && progress.step().is_none() {
            if self.is_refuge(&self.owner(id), to) {
                return self.shelter(id);
            }
            // It went ashore where no fortress is: its retreat is over, and it stands there. Who let it pass finds it there (EU-89).
            self.progress.entry(id.clone()).and_modify(|progress| progress.retreating = false);
            self.meet(id, Meeting::RetreatEnds);
            if self.progress_of(id).is_some_and(|progress| progress.state == State::Locked) {
                return;
            }
        }
        if self.wake_natives(id, to) {
            if self.is_kept_out(id, to) {
                self.keep_out(id, to, false);
            }
            return;
        }
        self.interceptions(id);
        if self.is_on_its_way(id, to)
            && last
            && !self.progress_of(id).is_some_and(super::progress::Progress::waits)
            && !self.flees(id)
        {
            self.progress.entry(id.clone()).and_modify(super::progress::Progress::rest);
        }
    }

    fn flees(&self, id: &Piece) -> bool {
        self.progress_of(id).is_some_and(|progress| progress.retreating)
    }

    /// Whether a stack is still in a place and free to go on.
    pub(super) fn is_on_its_way(&self, id: &Piece, place: &str) -> bool {
        self.fights(id)
            && &*self.at(id) == place
            && self.progress_of(id).is_some_and(|progress| progress.state == State::Moving)
    }

    /// Whether the step behind the next one can be paid.
    fn goes_beyond(&self, id: &Piece, cost: u32) -> bool {
        let Some(progress) = self.progress_of(id) else { return false };
        let mut after = progress.clone();
        after.next += 1;
        after.spent += cost;
        after.cost().is_some()
    }

    pub(super) fn spend_in_vain(&mut self, id: &Piece, cost: u32) {
        if let Some(progress) = self.progress.get_mut(id) {
            progress.spent += cost;
        }
    }

    /// Whether another power, with whom there is peace, has ended its move in this land of nobody overseas (rule B6).
    pub(super) fn is_kept_out(&self, id: &Piece, place: &str) -> bool {
        !self.firstcomers(id, place).is_empty()
    }

    /// Those of powers at peace who keep a stack out of land of nobody: who was there before it.
    fn firstcomers(&self, id: &Piece, place: &str) -> Vec<Piece> {
        let is_there = *self.at(id) == *place;
        let before = |other: &Piece| !is_there || self.arrival(other) < self.arrival(id);
        self.strangers(id, place).into_iter().filter(before).collect()
    }

    /// Those of powers at peace who came to land of nobody behind a stack that stands there.
    fn latecomers(&self, id: &Piece, place: &str) -> Vec<Piece> {
        let behind = |other: &Piece| self.arrival(other) > self.arrival(id);
        self.strangers(id, place).into_iter().filter(behind).collect()
    }

    /// When a stack came to where it is; of two at once the higher in initiative was there first (rule B3).
    fn arrival(&self, id: &Piece) -> (u32, Key) {
        (self.progress_of(id).map_or(0, |progress| progress.entered), self.key_of(id))
    }

    /// A stack that stays where it is, since it finds no room farther on, keeps those out who came there behind it (rule B6).
    pub(super) fn keep_out_latecomers(&mut self, id: &Piece) {
        let place = self.at(id);
        for late in self.latecomers(id, &place) {
            if self.at(&late) == place {
                self.keep_out(&late, &place, false);
            }
        }
    }

    /// Those of powers at peace who stand in land of nobody.
    fn strangers(&self, id: &Piece, place: &str) -> Vec<Piece> {
        let is_wild = self.world.map.provinces.get(place).is_some_and(|found| found.overseas)
            && self.position.grounds.get(place).is_some_and(|ground| ground.owner.is_none());
        if !is_wild || Stack::kind(id) != StackKind::Land {
            return Vec::new();
        }
        let owner = self.owner(id);
        let at_peace = |other: &Piece| {
            let others = self.owner(other);
            !self.position.hostile(&owner, &others) && !self.position.allied(&owner, &others)
        };
        self.open(place).into_iter().filter(|other| other != id && at_peace(other)).collect()
    }

    /// Who came last remains out, aboard if it was to land, and never tests discovery there (rule B6).
    fn keep_out(&mut self, id: &Piece, place: &Place, lands: bool) {
        let seat = self.position.seat(&self.owner(id)).clone();
        if let Some(ground) = self.position.grounds.get_mut(place) {
            ground.discovered.insert(seat, crate::position::Discovered::Never);
        }
        let why = Why::FirstThere.of(self.world.map.name(place));
        let first = Hangs::on(self.firstcomers(id, place), place);
        if lands { self.stay_aboard(id, why, first) } else { self.hold(id, why, first) }
    }
}
