//! Supply (rule B5, EU-67): lines on frozen control, and the retreat of who has none.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost_engine::piece::Piece;

use super::Round;
use super::progress::{Passing, State, Step, allowance};
use crate::event::{Fact, Retreat, Starves};
use crate::map::{Owner, Place, Terrain};
use crate::position::{FleetCounter, Kind as StackKind, Posture, Stack};

/// A line of supply: how long, and whether it is weak for another reason.
struct SupplyLine {
    length: u32,
    weak: bool,
}

impl Round<'_> {
    /// Finds each stack's line; who has none retreats this round, in the clock.
    pub(super) fn supply(&mut self) {
        self.open_doors();
        for id in self.in_sequence() {
            if Stack::kind(&id) != StackKind::Land || !self.fights(&id) {
                continue;
            }
            if matches!(
                self.progress_of(&id).map(|progress| &progress.state),
                Some(State::Aboard(_) | State::Sheltered)
            ) {
                self.fed(&id);
                continue;
            }
            let said = self.stack(&id).and_then(|stack| {
                if stack.supply_is_said { Some(stack.cut_off == Some(true)) } else { None }
            });
            let line = if said.is_none() { self.line(&id) } else { None };
            let is_cut = said.unwrap_or(line.is_none());
            if let (Some(line), Some(progress)) = (&line, self.progress.get_mut(&id)) {
                (progress.line, progress.weak_line) =
                    (line.length, line.weak || line.length >= self.world.tables.supply.weak_from);
            }
            if is_cut { self.starve(&id) } else { self.fed(&id) }
        }
    }

    fn fed(&mut self, id: &Piece) {
        if let Some(stack) = self.stack_mut(id) {
            stack.hungry = 0;
        }
    }

    /// No supply: it sets out for its nearest fortress; who can reach none stays, and is destroyed the second time.
    fn starve(&mut self, id: &Piece) {
        let (place, owner) = (self.at(id), self.owner(id));
        if let Some(progress) = self.progress.get_mut(id) {
            progress.unsupplied = true;
        }
        let Some(way) = self.way_home(id, &BTreeSet::new()) else {
            return self.starve_in_place(id);
        };
        self.fed(id);
        self.tell(Fact::NoSupply { stack: id.clone(), place: place.clone(), does: Starves::Retreats });
        let mut from = place.clone();
        let mut steps = Vec::new();
        for to in way {
            let cost = self.cost(&owner, &from, &to).unwrap_or(1);
            steps.push(Step::March { to: to.clone(), cost });
            from = to;
        }
        let passing = self.embarkation_in_passing(id, &steps);
        let most = allowance(StackKind::Land, &self.world.tables.movement);
        if let Some(stack) = self.stack_mut(id) {
            stack.besieging = false;
        }
        let Some(progress) = self.progress.get_mut(id) else { return };
        (progress.retreating, progress.allowance, progress.steps, progress.state) =
            (true, most, steps, State::Moving);
        progress.passing = passing;
        if progress.steps.is_empty() {
            self.shelter(id);
        }
    }

    fn starve_in_place(&mut self, id: &Piece) {
        let most = self.world.tables.supply.rounds_until_destroyed;
        let (stack, place) = (id.clone(), self.at(id));
        let told = |does: Starves| Fact::NoSupply { stack, place, does };
        let Some(stack) = self.stack_mut(id) else { return };
        stack.hungry += 1;
        if stack.hungry < most {
            return self.tell(told(Starves::Stays));
        }
        self.tell(told(Starves::Destroyed));
        let all = self.stack(id).map_or(0, |stack| stack.force.thirds());
        self.lose(id, all);
    }

    /// The line of a stack, the shortest, and of those one that is not weak.
    fn line(&self, id: &Piece) -> Option<SupplyLine> {
        let stack = self.stack(id)?;
        let most = self.world.tables.supply.line;
        let mut known: BTreeMap<Place, u32> = BTreeMap::from([(stack.at.clone(), 0)]);
        let mut queue: BTreeSet<(u32, Place, bool)> = BTreeSet::from([(0, stack.at.clone(), false)]);
        while let Some((length, place, desert)) = queue.pop_first() {
            if let Some(line) = self.source(stack, &place, length, desert) {
                return Some(line);
            }
            for next in self.world.map.beside(&place) {
                let cost = self.cost(&stack.owner, &place, next).unwrap_or(most);
                let total = length + cost;
                if total > most
                    || known.get(next).is_some_and(|known| *known <= total)
                    || !self.feeds_through(stack, next)
                {
                    continue;
                }
                known.insert(next.clone(), total);
                let is_desert =
                    self.world.map.provinces.get(next).is_some_and(|found| found.terrain == Terrain::Desert);
                queue.insert((total, next.clone(), desert || is_desert));
            }
        }
        None
    }

    /// No line leads through a province with enemies in the open and no friend, nor through neutral land without PASSAGE.
    fn feeds_through(&self, stack: &Stack, place: &str) -> bool {
        let open = self.open(place);
        let enemies = open.iter().any(|other| self.position.hostile(&stack.owner, &self.owner(other)));
        let friends = open.iter().any(|other| self.position.allied(&stack.owner, &self.owner(other)));
        (!enemies || friends) && self.may_enter(&stack.owner, place)
    }

    fn source(&self, stack: &Stack, place: &str, length: u32, desert: bool) -> Option<SupplyLine> {
        let ground = self.position.grounds.get(place)?;
        let friendly = self.is_friendly(&stack.owner, place);
        let walled = ground.fortress > 0 || (ground.fort && !stack.force.has_army());
        if friendly && walled {
            let owned = ground.owner.as_ref().is_some_and(|owner| self.position.allied(&stack.owner, owner));
            return Some(SupplyLine { length, weak: desert || !owned });
        }
        let by_ships = self.ships_that_feed(stack, place)?;
        Some(SupplyLine { length: length + self.world.tables.supply.fleet_line, weak: desert || by_ships })
    }

    /// Whether ships on the coast supply a stack, and if so whether they lie away from a port of their side.
    fn ships_that_feed(&self, stack: &Stack, place: &str) -> Option<bool> {
        let map = &self.world.map;
        let coast = &map.provinces.get(place)?.coast;
        let table = &self.world.tables.supply.fleet;
        for (id, fleet) in self.position.stacks.iter().filter(|(id, _)| Stack::kind(id) == StackKind::Fleet) {
            if !self.position.allied(&stack.owner, &fleet.owner)
                || !coast.contains(&fleet.at)
                || !self.fights(id)
            {
                continue;
            }
            let enough = table.iter().any(|row| {
                let counter = FleetCounter::of(&row.counter);
                let fits = counter.is_none() || fleet.fleet.counter() >= counter;
                fits && fleet.fleet.all() >= row.ships
                    && stack.force.detachments() <= row.detachments
                    && (row.army || !stack.force.has_army())
            });
            if enough {
                let beside =
                    |port: &Place| map.is_coast(port, &fleet.at) && self.is_friendly(&fleet.owner, port);
                return Some(!map.provinces.keys().any(beside));
            }
        }
        None
    }

    /// The way of least frozen points to a fortress of its side (EU-37): the own province at none; of equals one without enemies
    /// in it, then by name; never through a province with a triggered combat, nor through some that were tried. `None`: there is none.
    pub(super) fn way_home(&self, id: &Piece, tried: &BTreeSet<Place>) -> Option<Vec<Place>> {
        let stack = self.stack(id)?;
        self.way_from(&stack.owner, &stack.at, tried)
    }

    /// The same from anywhere.
    pub(super) fn way_from(
        &self,
        owner: &Owner,
        from: &Place,
        tried: &BTreeSet<Place>,
    ) -> Option<Vec<Place>> {
        let mut known: BTreeMap<Place, (u32, Option<Place>)> = BTreeMap::from([(from.clone(), (0, None))]);
        let mut queue: BTreeSet<(u32, Place)> = BTreeSet::from([(0, from.clone())]);
        let mut best: Option<(u32, bool, Place)> = None;
        while let Some((length, place)) = queue.pop_first() {
            if best.as_ref().is_some_and(|(found, _, _)| length > *found) {
                break;
            }
            if known.get(&place).is_some_and(|(known, _)| *known < length) {
                continue;
            }
            if self.is_refuge(owner, &place) {
                let found = (length, self.has_enemies(owner, &place), place.clone());
                best = Some(best.map_or(found.clone(), |best| best.min(found)));
            }
            for next in self.world.map.beside(&place) {
                if self.clashes.contains_key(next) || tried.contains(next) || !self.may_enter(owner, next) {
                    continue;
                }
                let total = length + self.cost(owner, &place, next).unwrap_or(1);
                if known.get(next).is_none_or(|(known, _)| total < *known) {
                    known.insert(next.clone(), (total, Some(place.clone())));
                    queue.insert((total, next.clone()));
                }
            }
        }
        let (_, _, end) = best?;
        let mut way = Vec::new();
        let mut at = end;
        while let Some((_, Some(before))) = known.get(&at) {
            way.push(at.clone());
            at = before.clone();
        }
        way.reverse();
        Some(way)
    }

    /// Whether a fortress of its side stands there, besieged or not: who comes to one that is meets the besieger first (rule B5).
    pub(super) fn is_refuge(&self, owner: &Owner, place: &str) -> bool {
        let walled = self.position.grounds.get(place).is_some_and(|ground| ground.fortress > 0);
        walled && self.is_friendly(owner, place)
    }

    /// Whether enemies of an owner stand in the open of a place.
    pub(super) fn has_enemies(&self, owner: &Owner, place: &str) -> bool {
        self.open(place).iter().any(|other| self.position.hostile(owner, &self.owner(other)))
    }

    /// Goes into the fortress where it is, whole, whatever the room (EU-53).
    pub(super) fn shelter(&mut self, id: &Piece) {
        if let Some(stack) = self.stack_mut(id) {
            (stack.posture, stack.besieging, stack.sheltered) = (Posture::Fortress, false, true);
        }
        if let Some(progress) = self.progress.get_mut(id) {
            progress.rest();
            progress.state = State::Sheltered;
        }
        self.told_retreat(id, Retreat::Shelters);
    }

    /// A retreater that has an order to go aboard does so if its way leads past the port, or begins there, and its fleet is there by then
    /// (rule C1).
    fn embarkation_in_passing(&self, id: &Piece, way: &[Step]) -> Option<Passing> {
        let planned = self.steps(id).0;
        let board = planned.iter().position(|step| matches!(step, Step::Board { .. }))?;
        let led_to = |step: &Step| match step {
            Step::March { to, .. } => Some(to.clone()),
            _ => None,
        };
        let from = planned[..board].iter().rev().find_map(led_to).unwrap_or_else(|| self.at(id));
        // Its own fortress is its refuge: who reaches it does not embark.
        if way.iter().rev().find_map(led_to).is_none_or(|refuge| refuge == from) {
            return None;
        }
        let behind = || way.iter().position(|step| led_to(step).as_ref() == Some(&from));
        let at = if self.at(id) == from { 0 } else { behind()? + 1 };
        Some(Passing { at, steps: planned[board..].to_vec() })
    }
}
