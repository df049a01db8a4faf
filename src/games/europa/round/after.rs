//! What is left of a round: revolts, natives, leaders, control and the weather.

use std::collections::BTreeMap;

use fieldpost_engine::piece::Piece;

use super::Round;
use super::progress::State;
use crate::event::account::{Meeting, Won};
use crate::event::{Fact, Roll};
use crate::map::{Place, Terrain};
use crate::orders::Order;
use crate::position::{Kind as StackKind, Posture, Size, Stack, Weather};

/// What natives are called while somebody fights them.
pub const NATIVES: &str = "NAT-1";

impl Round<'_> {
    /// SUPPRESS REVOLT (rule A1).
    pub(super) fn revolts(&mut self) {
        for id in self
            .ranked(|id, progress, _| Stack::kind(id) == StackKind::Land && progress.state == State::Resting)
        {
            let place = self.at(&id);
            let sides = self.position.grounds.get(&place).map_or(0, |ground| ground.revolt);
            if sides > 0 && self.has(&id, &Order::Suppress) {
                self.suppress(&id, &place, sides);
            }
        }
    }

    fn suppress(&mut self, id: &Piece, place: &Place, sides: u8) {
        let table = &self.world.tables.suppress;
        let (needs, natural) = (table.needs, table.natural);
        let Some(stack) = self.stack(id) else { return };
        let force = &stack.force;
        let mut add = table.per_detachment * force.count(Size::Detachment)
            + table.army_minus * force.count(Size::ArmyMinus)
            + table.army_plus * force.count(Size::ArmyPlus)
            + self.manoeuvre(id);
        let rough = self.world.map.provinces.get(place).is_some_and(|found| found.terrain != Terrain::Plain);
        add += if rough { table.rough } else { 0 };
        add += if sides == 2 { table.counter_plus } else { 0 };
        let ground = self.position.grounds.get(place);
        let rebels_hold = ground.is_some_and(|ground| ground.control.is_none() && ground.owner.is_some());
        add += if rebels_hold { table.level_if_rebel * ground.map_or(0, |ground| ground.level()) } else { 0 };
        let die = self.fate.d10("suppress", id.as_str(), None);
        let roll = Roll { die, add, needs };
        let put_down = die == natural || roll.total() >= needs;
        self.tell(Fact::Revolt { stack: id.clone(), place: place.clone(), roll, put_down });
        if put_down && let Some(ground) = self.position.grounds.get_mut(place) {
            ground.revolt -= 1;
        }
    }

    /// A stack has come where natives live: on a low die they rise and it stops (EU-20).
    pub(super) fn wake_natives(&mut self, id: &Piece, place: &Place) -> bool {
        let tolerance = self
            .world
            .map
            .provinces
            .get(place)
            .and_then(|found| found.natives)
            .map(|natives| natives.tolerance);
        let (Some(tolerance), Some(ground)) = (tolerance, self.position.grounds.get(place)) else {
            return false;
        };
        if ground.natives == 0 || ground.risen || ground.control.is_some() {
            return false;
        }
        let die = self.fate.d10("natives", id.as_str(), None);
        let rise = die <= i32::from(tolerance);
        self.tell(Fact::NativesRise { stack: id.clone(), place: place.clone(), die, tolerance, rise });
        if rise {
            if let Some(ground) = self.position.grounds.get_mut(place) {
                ground.risen = true;
            }
            self.progress.entry(id.clone()).and_modify(super::Progress::rest);
        }
        rise
    }

    /// Who attacks natives, or stands where they rose, fights them (rule A1).
    pub(super) fn natives(&mut self) {
        for id in self.resting() {
            if let Some((place, detachments)) = self.natives_before(&id) {
                self.fight_natives(&id, &place, detachments);
            }
        }
    }

    /// The stacks that would fight natives as the round stands, with where.
    pub(super) fn at_natives(&self) -> BTreeMap<Piece, Place> {
        let at = |id: Piece| self.natives_before(&id).map(|(place, _)| (id, place));
        self.resting().into_iter().filter_map(at).collect()
    }

    fn resting(&self) -> Vec<Piece> {
        self.ranked(|id, progress, _| Stack::kind(id) == StackKind::Land && progress.state == State::Resting)
    }

    /// The natives whom a stack fights where it stands: where, and how many detachments they are.
    fn natives_before(&self, id: &Piece) -> Option<(Place, u32)> {
        let place = self.at(id);
        let ground = self.position.grounds.get(&place).filter(|ground| ground.natives > 0)?;
        let fights = ground.risen || self.has(id, &Order::AttackNatives);
        fights.then_some((place, ground.natives))
    }

    /// A fight with natives: they are so many detachments, Medieval, led by one of their own.
    fn fight_natives(&mut self, id: &Piece, place: &Place, detachments: u32) {
        let natives = Piece::from(NATIVES);
        let owner: crate::map::Owner = "NATIVES".into();
        let sizes = vec![Size::Detachment; usize::try_from(detachments).unwrap_or(0)];
        let force = crate::position::Force::of(&sizes, &self.world.tables.arms);
        let stack = Stack { owner: owner.clone(), at: place.clone(), force, ..Stack::default() };
        self.position.stacks.insert(natives.clone(), stack);
        let power = crate::position::Power {
            name: "Natives".into(),
            seat: owner.clone(),
            land: "Medieval".into(),
            ..Default::default()
        };
        self.position.powers.insert(owner.clone(), power);
        self.enrol(natives.clone());
        let won =
            self.fight(place, std::slice::from_ref(id), std::slice::from_ref(&natives), Meeting::Natives);
        let left = self.position.stacks.remove(&natives).map_or(0, |stack| (stack.force.thirds() + 2) / 3);
        self.progress.remove(&natives);
        self.position.powers.remove(&owner);
        if let Some(ground) = self.position.grounds.get_mut(place) {
            ground.natives = if won == Won::Attacker { 0 } else { u32::try_from(left).unwrap_or(0) };
            ground.risen = ground.natives > 0;
        }
        let beaten = won == Won::Attacker || left == 0;
        self.tell(Fact::NativesFought { stack: id.clone(), place: place.clone(), beaten });
        if won != Won::Attacker {
            self.yields(id);
        }
    }

    /// Leaders who are healed lead again; who stands alone among enemies is taken (EU-76).
    pub(super) fn leaders(&mut self) {
        let round = self.position.round;
        for leader in self.position.leaders.values_mut() {
            if leader.wounded.is_some_and(|until| until <= round) {
                leader.wounded = None;
            }
        }
        let alone: Vec<Piece> =
            self.position.stacks.keys().filter(|id| Stack::kind(id) == StackKind::Leader).cloned().collect();
        for id in alone {
            self.capture_alone(&id);
        }
    }

    /// Control changes hands, and sieges that nobody goes on with leave no works (rule B1).
    pub(super) fn control(&mut self) {
        self.leave_ports_of_others();
        for (place, owner) in std::mem::take(&mut self.taken) {
            if let Some(ground) = self.position.grounds.get_mut(&place) {
                ground.control = Some(owner.clone());
            }
            self.tell(Fact::Held { place, by: owner });
        }
        let places: Vec<Place> = self
            .position
            .grounds
            .iter()
            .filter(|(_, ground)| ground.works > 0 || ground.breach || ground.sieged > 0)
            .map(|(place, _)| place.clone())
            .collect();
        for place in places {
            if !self.is_besieged(&place)
                && let Some(ground) = self.position.grounds.get_mut(&place)
            {
                (ground.works, ground.breach, ground.sieged) = (0, false, 0);
            }
        }
    }

    /// Ships in port are mended, and the weather of the next round is told.
    pub(super) fn end(&mut self) {
        for stack in self.position.stacks.values_mut().filter(|stack| stack.posture == Posture::Port) {
            stack.fleet.damaged = [0; 3];
        }
        self.besiegers_stay();
        self.position.weather = self.position.next_weather;
        if self.position.rolls_weather {
            let die = self.fate.d10("weather", "weather", None);
            let bad = self.world.tables.weather.bad_on.contains(&die);
            self.position.next_weather = if bad { Weather::Bad } else { Weather::Good };
            self.tell(Fact::Weather { die, bad });
        }
    }

    /// Who besieges no longer stands before a wall that is an enemy's has no siege.
    fn besiegers_stay(&mut self) {
        let all: Vec<Piece> = self
            .position
            .stacks
            .iter()
            .filter(|(_, stack)| stack.besieging)
            .map(|(id, _)| id.clone())
            .collect();
        for id in all {
            let (at, owner) = (self.at(&id), self.owner(&id));
            let control = self.position.grounds.get(&at).and_then(|ground| ground.control.clone());
            let still = control.is_some_and(|control| self.position.hostile(&owner, &control));
            if let Some(stack) = self.stack_mut(&id).filter(|_| !still) {
                stack.besieging = false;
            }
        }
    }
}
