//! Privateers and who hunts them (rules D1 to D3; EU-17, EU-47): hunters first, then privateers move.

use fieldpost_engine::piece::Piece;

use super::Round;
use super::blockade::Before;
use super::progress::Step;
use crate::event::{Fact, Roll};
use crate::map::{Place, Port};
use crate::orders::Order;
use crate::position::{FleetCounter, Kind as StackKind, Posture, Stack};

impl Round<'_> {
    /// EU-17: fleets with the order hunt the privateers of their sea, by initiative, each with a roll for each of them.
    pub(super) fn hunt(&mut self) {
        for id in self.ranked(|id, _, _| Stack::kind(id) == StackKind::Fleet) {
            let order = self.orders(&id).into_iter().find_map(|order| match order {
                Order::Hunt(place) => Some(place),
                _ => None,
            });
            let Some(place) = order else { continue };
            let at = self.at(&id);
            if !self.world.map.is_sea(&at) || place.is_some_and(|wanted| wanted != at) {
                continue;
            }
            for prey in self.in_sequence() {
                if self.is_prey(&prey, &id, &at) {
                    self.hunt_one(&id, &prey, &at);
                }
            }
        }
    }

    /// EU-17: whether a hunter rolls for a privateer: one counter is a stack.
    fn is_prey(&self, other: &Piece, hunter: &Piece, sea: &Place) -> bool {
        let is_there =
            |stack: &Stack| stack.at == *sea && stack.posture == Posture::Open && stack.privateer > 0;
        Stack::kind(other) == StackKind::Privateer
            && self.stack(other).is_some_and(is_there)
            && self.position.hostile(&self.owner(hunter), &self.owner(other))
    }

    fn hunt_one(&mut self, id: &Piece, prey: &Piece, sea: &Place) {
        let table = &self.world.tables.hunt;
        let (needs, natural) = (table.needs, table.natural);
        let Some(fleet) = self.stack(id) else { return };
        let sides = self.stack(prey).map_or(0, |stack| stack.privateer);
        let mut add = match fleet.fleet.counter() {
            None => table.ships,
            Some(FleetCounter::Minus) => table.fleet_minus,
            Some(FleetCounter::Plus) => table.fleet_plus,
        };
        let newest = self.position.powers.get(&fleet.owner).is_some_and(|power| power.naval == "74s");
        add += if newest { table.seventy_four } else { 0 };
        add += self.manoeuvre(id) - self.manoeuvre(prey);
        add += if sides == 2 { table.counter_plus } else { 0 };
        add += if self.has_open_port(prey, sea) { table.friendly_port } else { 0 };
        add += if self.battles.contains(sea) { table.battle_there_this_turn } else { 0 };
        add += self.enemy_ships(id, sea);
        let die = self.fate.d10("hunt", id.as_str(), Some(prey.as_str()));
        let roll = Roll { die, add, needs };
        let hit = die == natural || roll.total() >= needs;
        self.tell(Fact::Hunts { stack: id.clone(), prey: prey.clone(), place: sea.clone(), roll, hit });
        if hit && let Some(stack) = self.stack_mut(prey) {
            stack.privateer -= 1;
            self.bury(prey);
        }
    }

    /// Whether a privateer has an open port of its side on a sea.
    fn has_open_port(&self, prey: &Piece, sea: &Place) -> bool {
        let owner = self.owner(prey);
        let mut ports = self.world.map.provinces.values().filter(|province| province.coast.contains(sea));
        ports.any(|province| {
            self.has_port_of(&owner, &province.id)
                && self.blockaders(&province.id, &owner, u32::MAX).is_empty()
        })
    }

    fn enemy_ships(&self, id: &Piece, sea: &Place) -> i32 {
        let table = &self.world.tables.hunt.enemy_there;
        let owner = self.owner(id);
        let enemies =
            self.open(sea).into_iter().filter(|other| self.position.hostile(&owner, &self.owner(other)));
        let counters = enemies.filter_map(|other| self.stack(&other).map(|stack| stack.fleet.counter()));
        let worst = counters.map(|counter| match counter {
            None => table.get("ships").copied().unwrap_or(0),
            Some(counter) => table.get(counter.word()).copied().unwrap_or(0),
        });
        worst.min().unwrap_or(0)
    }

    /// Privateers move the last (rule D1); they are shut in only by who has the initiative and came straight from the sea beside
    /// (rule D2).
    pub(super) fn privateers(&mut self) {
        for id in self.in_sequence() {
            if Stack::kind(&id) == StackKind::Privateer
                && self.stack(&id).is_some_and(|stack| stack.privateer > 0)
            {
                self.sail_privateer(&id);
            }
        }
    }

    fn sail_privateer(&mut self, id: &Piece) {
        let steps = self.progress_of(id).map(|progress| progress.steps.clone()).unwrap_or_default();
        for step in steps {
            let Some(progress) = self.progress_of(id) else { return };
            let cost = progress.cost().unwrap_or(0);
            if cost == 0 {
                return;
            }
            match step {
                Step::PortOut { .. } => {
                    let port = self.at(id);
                    let shut = self.blockaders_of_privateers(&port, &self.owner(id));
                    self.found(id, &port, !shut.is_empty());
                    self.pass_time(id, cost);
                    if shut.is_empty() {
                        continue;
                    }
                    if self.before(id, &port, false) == Before::Hold {
                        return self.stay(id, &shut);
                    }
                    if !self.escapes(id, &shut) {
                        return;
                    }
                }
                Step::Sail { to, .. } => self.enter(id, &to, cost),
                Step::PortIn { port, .. } => {
                    // Nobody shuts a privateer out; it may hold before a blockade all the same (rules D2, F1).
                    let shut = self.blockaders(&port, &self.owner(id), u32::MAX);
                    self.found(id, &port, !shut.is_empty());
                    if !shut.is_empty() && self.before(id, &port, true) == Before::Hold {
                        return self.stay(id, &shut);
                    }
                    self.enter(id, &port, cost);
                    let open =
                        self.position.grounds.get(&port).is_some_and(|ground| ground.port > Port::None);
                    if let Some(stack) = self.stack_mut(id) {
                        stack.posture = if open { Posture::Port } else { Posture::Open };
                    }
                }
                _ => return,
            }
        }
    }
}
