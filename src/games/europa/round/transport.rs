//! Naval transport (rules C1 to C5; EU-38, EU-68).

use fieldpost_engine::piece::Piece;

use super::Round;
use super::plan::positions;
use super::progress::{State, Step};
use crate::event::reason::{Reason, Why};
use crate::event::{Fact, Hangs, Landing};
use crate::map::{Owner, Place, Port};
use crate::orders::Order;
use crate::position::{FleetCounter, Kind as StackKind, Position, Posture, Ship, Size, Stack, World};

impl Round<'_> {
    /// Puts the fleets' waits for their armies into their plans; an EMBARK that no CARRY meets is cut.
    pub(super) fn match_transports(&mut self) {
        for id in self.in_sequence() {
            let carried: Vec<(Piece, Place, Place)> = self
                .orders(&id)
                .into_iter()
                .filter_map(|order| match order {
                    Order::Carry { stack, from, to } => Some((stack, from, to)),
                    _ => None,
                })
                .collect();
            for (army, from, to) in carried {
                self.await_army(&id, &army, &from, &to);
            }
        }
        for id in self.in_sequence() {
            self.cut_lonely_embarkation(&id);
        }
    }

    /// Where in its plan an army goes aboard, of which fleet, and where it is to land.
    fn board_of(&self, army: &Piece) -> Option<(usize, Piece, Place)> {
        let progress = self.progress_of(army)?;
        let passing =
            progress.passing.iter().filter_map(|passing| Some((passing.at, passing.steps.first()?)));
        let mut boards = passing.chain(progress.steps.iter().enumerate());
        boards.find_map(|(place, step)| match step {
            Step::Board { fleet, land, .. } => Some((place, fleet.clone(), land.clone())),
            _ => None,
        })
    }

    /// Where an army goes aboard by its plan.
    fn embarks_in(&self, army: &Piece) -> Option<Place> {
        let (place, _, _) = self.board_of(army)?;
        let (progress, stack) = (self.progress_of(army)?, self.stack(army)?);
        positions(progress, &stack.at, stack.posture).get(place).map(|(place, _)| place.clone())
    }

    fn await_army(&mut self, fleet: &Piece, army: &Piece, from: &Place, to: &Place) {
        let Some((_, wanted, land)) = self.board_of(army) else {
            return self.refused(fleet, Why::DoesNotEmbark.of(army));
        };
        let aboard =
            self.progress_of(army).is_some_and(|progress| progress.state == State::Aboard(fleet.clone()));
        if aboard {
            return;
        }
        let meets = self.embarks_in(army).as_ref() == Some(from) && land == *to && wanted == *fleet;
        if !meets || !self.position.allied(&self.owner(fleet), &self.owner(army)) {
            return self.refused(fleet, Why::NoMeeting.of(army));
        }
        let Some((place, off_port)) = self.embarkation(fleet, from) else {
            return self.refused(fleet, Why::NotComing.of(from));
        };
        let Some(progress) = self.progress.get_mut(fleet) else { return };
        progress.steps.insert(place, Step::Await { army: army.clone(), from: from.clone(), off_port });
        if !matches!(progress.state, State::Aboard(_) | State::Gone) {
            progress.state = State::Moving;
        }
        if progress.allowance == 0 {
            progress.allowance = self.world.tables.movement.fleet_allowance;
        }
    }

    /// Before which step of its plan a fleet takes an army aboard, and whether off a port: in the port if it comes there, else from
    /// the first sea on the coast.
    fn embarkation(&self, fleet: &Piece, from: &Place) -> Option<(usize, bool)> {
        let (progress, stack) = (self.progress_of(fleet)?, self.stack(fleet)?);
        let posture =
            if self.world.map.provinces.contains_key(&stack.at) { Posture::Port } else { stack.posture };
        let way = positions(progress, &stack.at, posture);
        let in_port = way.iter().position(|(place, posture)| place == from && *posture == Posture::Port);
        let off = || way.iter().position(|(place, _)| self.world.map.is_coast(from, place));
        in_port.map(|place| (place, false)).or_else(|| off().map(|place| (place, true)))
    }

    fn cut_lonely_embarkation(&mut self, army: &Piece) {
        let Some((place, fleet, _)) = self.board_of(army) else { return };
        let aboard =
            self.progress_of(army).is_some_and(|progress| matches!(progress.state, State::Aboard(_)));
        let waits = |step: &Step| matches!(step, Step::Await { army: listed, .. } if listed == army);
        let is_met = self.progress_of(&fleet).is_some_and(|progress| progress.steps.iter().any(waits));
        if aboard || is_met {
            return;
        }
        self.refused(army, Why::NoCarry.of(fleet));
        let Some(progress) = self.progress.get_mut(army) else { return };
        if progress.passing.take().is_some() {
            return;
        }
        progress.steps.truncate(place);
        if progress.steps.is_empty() && progress.state == State::Moving {
            progress.state = State::Resting;
        }
    }

    /// Who waits for another and can go on does: an army aboard its fleet that has spent as much (rule C1). A fleet that waits spends its
    /// points there; an army spends none (rule C2).
    pub(super) fn boardings(&mut self) {
        for fleet in self.in_sequence() {
            while let Some((army, from, off_port)) = self.awaits(&fleet) {
                if !self.board(&fleet, &army, &from, off_port) {
                    self.wait_for(&fleet, &army);
                    break;
                }
            }
        }
    }

    /// The army that a fleet waits for, if that is its next step: whose, where, and whether off a port.
    fn awaits(&self, fleet: &Piece) -> Option<(Piece, Place, bool)> {
        let progress = self.progress_of(fleet).filter(|progress| progress.state == State::Moving)?;
        match progress.step()? {
            Step::Await { army, from, off_port } => Some((army.clone(), from.clone(), *off_port)),
            _ => None,
        }
    }

    fn wait_for(&mut self, fleet: &Piece, army: &Piece) {
        let tick = self.tick;
        let needed = self.progress_of(army).map_or(0, |progress| progress.spent);
        if let Some(progress) = self.progress.get_mut(fleet) {
            progress.clock = tick;
            progress.spent = progress.spent.max(needed);
        }
    }

    fn board(&mut self, fleet: &Piece, army: &Piece, from: &Place, off_port: bool) -> bool {
        let Some(progress) = self.progress_of(army) else { return false };
        let boards = progress.boards();
        let is_there = boards.is_some() && self.at(army) == *from && self.fights(army);
        let meant = matches!(boards, Some(Step::Board { fleet: wanted, .. }) if wanted == fleet);
        let spent = progress.spent;
        if !is_there || !meant {
            return false;
        }
        if self.load(fleet) + self.points(army) > self.capacity(fleet) {
            self.refused(army, Why::NoRoomAboard.of(fleet));
            // Who passes by on a retreat goes on.
            let rests = |progress: &mut super::Progress| {
                if progress.passing.take().is_none() {
                    progress.rest();
                }
            };
            self.progress.entry(army.clone()).and_modify(rests);
            return false;
        }
        let tick = self.tick;
        let wait = self.world.tables.movement.embark_off_port_wait;
        let Some(progress) = self.progress.get_mut(fleet) else { return false };
        progress.spent = progress.spent.max(spent);
        progress.clock = tick;
        progress.next += 1;
        if off_port {
            progress.steps.insert(progress.next, Step::Wait { cost: wait });
        }
        let friendly = self.is_friendly(&self.owner(army), from);
        if let Some(progress) = self.progress.get_mut(army) {
            progress.board_in_passing();
            progress.state = State::Aboard(fleet.clone());
            progress.off_port |= off_port || !friendly;
        }
        if let Some(stack) = self.stack_mut(army) {
            (stack.aboard, stack.besieging) = (Some(fleet.clone()), false);
        }
        self.cargo_follows(fleet);
        self.tell(Fact::Aboard { stack: army.clone(), fleet: fleet.clone(), place: from.clone() });
        true
    }

    /// What is aboard of a fleet, in the order of the sequence.
    pub(super) fn cargo(&self, fleet: &Piece) -> Vec<Piece> {
        self.in_sequence()
            .into_iter()
            .filter(|id| {
                self.progress_of(id).is_some_and(|progress| progress.state == State::Aboard(fleet.clone()))
            })
            .collect()
    }

    /// What was aboard of one fleet is aboard of another that takes it in.
    pub(super) fn change_ships(&mut self, from: &Piece, to: &Piece) {
        for id in self.cargo(from) {
            if let Some(stack) = self.stack_mut(&id) {
                stack.aboard = Some(to.clone());
            }
            self.set_state(&id, State::Aboard(to.clone()));
        }
    }

    /// What is aboard is where the fleet is.
    pub(super) fn cargo_follows(&mut self, fleet: &Piece) {
        let place = self.at(fleet);
        for id in self.cargo(fleet) {
            if let Some(stack) = self.stack_mut(&id) {
                stack.at = place.clone();
            }
        }
    }

    /// Half points that a stack takes aboard.
    pub(super) fn points(&self, army: &Piece) -> i32 {
        let Some(stack) = self.stack(army) else { return 0 };
        points(
            self.world,
            &stack.owner,
            self.position.period,
            &stack.force.counters.iter().map(|counter| counter.size).collect::<Vec<_>>(),
        )
    }

    fn load(&self, fleet: &Piece) -> i32 {
        self.cargo(fleet).iter().map(|id| self.points(id)).sum()
    }

    /// Half points that a fleet can carry.
    pub(super) fn capacity(&self, fleet: &Piece) -> i32 {
        self.stack(fleet).map_or(0, |stack| capacity(self.world, &stack.fleet))
    }

    /// Whether a fleet is about to land an army from a sea.
    pub(super) fn lands_from(&self, fleet: &Piece, sea: &str) -> bool {
        self.cargo(fleet).iter().any(|army| {
            let land = self.progress_of(army).and_then(|progress| match progress.step() {
                Some(Step::Board { land, .. }) => Some(land.clone()),
                _ => None,
            });
            land.is_some_and(|land| self.world.map.is_coast(&land, sea))
        })
    }

    /// Whoever is to land where the fleet now is does: in the port, or on the shore where the fleet goes into none (EU-68).
    pub(super) fn landings(&mut self, fleet: &Piece) {
        let Some(stack) = self.stack(fleet) else { return };
        let at = stack.at.clone();
        let in_port = !self.world.map.is_sea(&at);
        for army in self.cargo(fleet) {
            let Some(Step::Board { land, .. }) =
                self.progress_of(&army).and_then(|progress| progress.step().cloned())
            else {
                continue;
            };
            let goes_in = self.progress_of(fleet).is_some_and(|progress| {
                progress.steps[progress.next.min(progress.steps.len())..]
                    .iter()
                    .any(|step| matches!(step, Step::PortIn { port, .. } if *port == land))
            });
            let in_its_port = in_port && at == land;
            if in_its_port || (!in_port && !goes_in && self.world.map.is_coast(&land, &at)) {
                self.land(&army, fleet, &land, !in_its_port);
            }
        }
    }

    /// Who is aboard since the round before and is to land where its fleet lies goes ashore before anybody moves (rules A1, C4; EU-87).
    pub(super) fn landings_from_where_they_lie(&mut self) {
        for fleet in self.in_sequence() {
            if Stack::kind(&fleet) == StackKind::Fleet && self.fights(&fleet) {
                self.landings(&fleet);
            }
        }
    }

    /// The fleet is held before a port: who said so lands on the shore instead, the others stay aboard (rule C3).
    pub(super) fn land_on_shore(&mut self, fleet: &Piece) {
        let at = self.at(fleet);
        for army in self.cargo(fleet) {
            let Some(Step::Board { land, on_shore, .. }) =
                self.progress_of(&army).and_then(|progress| progress.step().cloned())
            else {
                continue;
            };
            let elsewhere = self.orders(&army).into_iter().find_map(|order| match order {
                Order::LandAt(place) => Some(place),
                _ => None,
            });
            let Some(land) = elsewhere.or(on_shore.then_some(land)) else { continue };
            if self.world.map.is_coast(&land, &at) {
                self.land(&army, fleet, &land, true);
            }
        }
    }

    fn land(&mut self, army: &Piece, fleet: &Piece, place: &Place, on_shore: bool) {
        let cost = self.world.tables.movement.transport;
        let owner = self.owner(army);
        let friendly = self.has_port_of(&owner, place);
        if let Some(progress) = self.progress.get_mut(army) {
            progress.state = State::Moving;
            progress.landed_from = Some(fleet.clone());
            progress.off_port |= on_shore || !friendly;
        }
        if let Some(stack) = self.stack_mut(army) {
            stack.aboard = None;
        }
        let on = if on_shore { Landing::OnTheShore } else { Landing::InPort };
        self.arrive(army, place, cost, Some(on));
    }

    pub(super) fn finds_no_room_ashore(&mut self, army: &Piece, place: &Place) {
        let limit = &self.world.tables.stacking;
        let (counters, detachments) = (limit.land_counters, limit.land_detachments);
        let why = Why::NoRoomAshore.of(counters).and(detachments);
        let taken = self.taken_by(army, place);
        self.stay_aboard(army, why, taken);
    }

    /// It was to land and cannot: it stays aboard.
    pub(super) fn stay_aboard(&mut self, army: &Piece, why: Reason, hangs: Hangs) {
        self.refused_as(army, why, hangs);
        if let Some(fleet) = self.progress_of(army).and_then(|progress| progress.landed_from.clone()) {
            self.back_aboard(army, &fleet);
        }
    }

    /// Who landed goes back aboard if its fleet still lies where it went ashore, off the shore or in the port; whether it did.
    pub(super) fn goes_back_aboard(&mut self, army: &Piece) -> bool {
        let landed = self.progress_of(army).and_then(|progress| progress.landed_from.clone());
        let Some(fleet) = landed.filter(|fleet| self.lies_at(fleet, &self.at(army))) else { return false };
        self.back_aboard(army, &fleet);
        true
    }

    /// Whether a fleet lies off a province, or in its port.
    fn lies_at(&self, fleet: &Piece, province: &str) -> bool {
        self.fights(fleet)
            && self.stack(fleet).is_some_and(|stack| {
                let off = self.world.map.is_coast(province, &stack.at) && stack.posture == Posture::Open;
                off || &*stack.at == province
            })
    }

    /// Goes back aboard of the fleet that it landed from.
    pub(super) fn back_aboard(&mut self, army: &Piece, fleet: &Piece) {
        let at = self.at(fleet);
        if let Some(stack) = self.stack_mut(army) {
            (stack.at, stack.posture, stack.aboard) = (at, Posture::Open, Some(fleet.clone()));
        }
        self.set_state(army, State::Aboard(fleet.clone()));
        if let Some(progress) = self.progress.get_mut(army) {
            progress.steps.clear();
            progress.next = 0;
        }
    }

    /// Whether a port of its side is in a province.
    pub(super) fn has_port_of(&self, owner: &Owner, place: &str) -> bool {
        let port = self.position.grounds.get(place).is_some_and(|ground| ground.port > Port::None);
        port && self.is_friendly(owner, place)
    }

    /// A fleet has lost ships: what it can carry no longer is lost, the last written first (EU-68).
    pub(super) fn drown_what_is_over(&mut self, fleet: &Piece) {
        let cargo = self.cargo(fleet);
        for id in cargo.iter().rev() {
            while self.load(fleet) > self.capacity(fleet) && self.fights(id) {
                let last = self.stack(id).and_then(|stack| stack.force.counters.last().copied());
                let Some(last) = last else { break };
                let one = if last.size == Size::ArmyPlus { 6 } else { last.thirds.min(3) };
                self.lose(id, one);
            }
        }
    }

    /// The fleet is gone, and all aboard with it.
    pub(super) fn drown_cargo(&mut self, fleet: &Piece) {
        for id in self.cargo(fleet) {
            let all = self.thirds(&id);
            self.lose(&id, all);
        }
    }
}

/// Half points that counters of an owner take aboard in a period.
pub fn points(world: &World, owner: &str, period: u8, sizes: &[Size]) -> i32 {
    let table = &world.tables.transport;
    let column = match period {
        0..=3 => 0,
        4 | 5 => 1,
        6 => 2,
        _ => 3,
    };
    let class = world.tables.class(owner);
    let army = table
        .army_plus
        .get(class)
        .or_else(|| table.army_plus.get("III"))
        .and_then(|row| row.get(column))
        .copied()
        .unwrap_or(8);
    let half = |key: &str| table.points.get(key).map_or(0, |halves| halves.0);
    let of = |size: &Size| match size {
        Size::ArmyPlus => 2 * army,
        Size::ArmyMinus => army,
        Size::Detachment => half("LD"),
        Size::Exploration => half("LDE"),
    };
    sizes.iter().map(of).sum()
}

/// Half points that ships carry.
pub fn capacity(world: &World, fleet: &crate::position::Fleet) -> i32 {
    let each = |key: &str| world.tables.transport.capacity.get(key).map_or(0, |halves| halves.0);
    let of = |ship: Ship, key: &str| fleet.ships[ship as usize] * each(key);
    of(Ship::Warship, "warship") + of(Ship::Galley, "galley") + of(Ship::Transport, "transport")
}

/// Whether a fleet is big enough to shut in a port with a fortress of this level.
pub fn shuts_in(world: &World, ships: i32, counter: Option<FleetCounter>, level: usize) -> bool {
    let rows = &world.tables.blockade.size;
    let row = rows.get(level.min(rows.len().saturating_sub(1)));
    row.is_some_and(|(least, wanted)| {
        ships >= *least && (wanted.is_empty() || counter >= FleetCounter::of(wanted))
    })
}

/// The port that a fleet shuts in: it lies before it, and with those of its side who do is big enough. Who is too small shuts nothing in.
pub fn shut_in_by(world: &World, position: &Position, fleet: &Stack) -> Option<Place> {
    let port = fleet.blockading.as_ref()?;
    let beside = |other: &&Stack| {
        other.blockading.as_ref() == Some(port) && position.allied(&other.owner, &fleet.owner)
    };
    let all: Vec<&Stack> = position.stacks.values().filter(beside).collect();
    let ships = all.iter().map(|stack| stack.fleet.fighting()).sum();
    let counter = all.iter().filter_map(|stack| stack.fleet.counter()).max();
    let level = position.grounds.get(port).map_or(0, |ground| usize::from(ground.fortress));
    shuts_in(world, ships, counter, level).then(|| port.clone())
}

/// What shutting in a port with a fortress of this level takes, in words.
pub(super) fn blockade_words(world: &World, level: usize) -> String {
    let rows = &world.tables.blockade.size;
    let Some((ships, counter)) = rows.get(level.min(rows.len().saturating_sub(1))) else {
        return String::new();
    };
    let (warship, galley) = if *ships == 1 { ("warship", "galley") } else { ("warships", "galleys") };
    let and = if counter.is_empty() { String::new() } else { format!(" and an {counter}") };
    format!("{ships} {warship} or {galley}{and}")
}
