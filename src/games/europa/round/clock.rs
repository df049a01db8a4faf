//! The clock (rule B3, EU-79): all stacks move at once, movement point by movement point.

use fieldpost_engine::piece::Piece;

use super::Round;
use super::progress::{State, Step};
use crate::event::Fact;
use crate::event::account::Meeting;
use crate::event::reason::Why;
use crate::map::Place;
use crate::orders::Order;
use crate::position::{Kind as StackKind, Posture, Stack};

/// The longest that anybody moves: leaders alone.
const TICKS: u32 = 20;

impl Round<'_> {
    /// All ticks, until nobody can go on.
    pub(super) fn clock(&mut self) {
        self.tick = 0;
        self.home_already();
        self.landings_from_where_they_lie();
        self.boardings();
        for tick in 1..=TICKS {
            self.tick = tick;
            self.change_hands();
            self.beaten_go_home();
            if !self.anybody_moves() {
                if self.overrides.changes.is_empty() {
                    break;
                }
                continue;
            }
            self.set_up_blockades();
            self.borders();
            self.same_ordinals();
            self.completions();
            self.boardings();
            self.stops();
        }
        self.meet_at_sea();
    }

    /// What a rule case has happen in this tick.
    fn change_hands(&mut self) {
        let (now, later) =
            std::mem::take(&mut self.overrides.changes).into_iter().partition(|change| change.0 <= self.tick);
        self.overrides.changes = later;
        let now: Vec<(u32, Place, Option<crate::map::Owner>)> = now;
        for (_, place, control) in now {
            if let Some(ground) = self.position.grounds.get_mut(&place) {
                ground.control = control;
            }
        }
    }

    fn anybody_moves(&self) -> bool {
        self.progress.values().any(|progress| progress.window().is_some() || progress.state == State::Beaten)
    }

    /// Retreaters whose way is over before it began.
    fn home_already(&mut self) {
        for id in self.ranked(|_, progress, _| {
            progress.retreating && progress.state == State::Moving && progress.steps.is_empty()
        }) {
            self.shelter(&id);
        }
    }

    fn beaten_go_home(&mut self) {
        for id in
            self.ranked(|_, progress, _| progress.state == State::Beaten && progress.quiet_until <= self.tick)
        {
            self.flee(&id);
        }
    }

    /// Whose step ends in this tick, by initiative, then sequence (EU-55).
    fn completions(&mut self) {
        let all: Vec<Piece> = self.in_sequence();
        for id in all {
            let Some(progress) = self.progress_of(&id) else { continue };
            if progress.window().map(|(_, last)| last) != Some(self.tick) {
                continue;
            }
            let (Some(step), Some(cost)) = (progress.step().cloned(), progress.cost()) else { continue };
            match step {
                Step::March { to, .. } if Stack::kind(&id) == StackKind::Leader => {
                    self.lead_on(&id, &to, cost)
                }
                Step::March { to, .. } => self.arrive(&id, &to, cost, None),
                Step::Sortie { .. } => self.sortie(&id, cost),
                Step::Sail { to, .. } => self.arrive_at_sea(&id, &to, cost),
                Step::PortOut { .. } => self.leave_port(&id, cost),
                Step::PortIn { port, .. } => self.enter_port(&id, &port, cost),
                Step::Wait { .. } => {
                    self.pass_time(&id, cost);
                    self.landings(&id);
                }
                Step::Blockade { .. } => self.pass_time(&id, cost),
                Step::Board { .. } | Step::Await { .. } => {}
            }
        }
    }

    /// A step that leads nowhere is done.
    pub(super) fn pass_time(&mut self, id: &Piece, cost: u32) {
        let tick = self.tick;
        if let Some(progress) = self.progress.get_mut(id) {
            progress.spent += cost;
            progress.clock = tick;
            progress.next += 1;
        }
    }

    /// Who can go no further rests; where it has no room it goes back.
    fn stops(&mut self) {
        for id in self.in_sequence() {
            let Some(progress) = self.progress_of(&id) else { continue };
            if progress.state != State::Moving || progress.goes_on() || progress.retreating {
                continue;
            }
            self.progress.entry(id.clone()).and_modify(super::progress::Progress::rest);
            if Stack::kind(&id) != StackKind::Land {
                continue;
            }
            if !self.fits(&id, &self.at(&id)) {
                let taken = self.taken_by(&id, &self.at(&id));
                self.hold(&id, Why::NoRoomWhereItStops, taken);
                continue;
            }
            self.meet(&id, Meeting::EndsItsMove);
        }
    }

    /// Combat with the enemies who stand where a stack stands.
    pub(super) fn meet(&mut self, id: &Piece, why: Meeting) {
        let place = self.at(id);
        let foes: Vec<Piece> = self.open(&place).into_iter().filter(|other| self.foes(id, other)).collect();
        if !foes.is_empty() {
            let all: Vec<Piece> = [id.clone()].into_iter().chain(foes).collect();
            self.trigger(&place, &all, why);
        }
    }

    /// A leader alone goes on: he joins no contact, and is captured where enemies stand and no friend does (EU-76).
    fn lead_on(&mut self, id: &Piece, to: &Place, cost: u32) {
        self.enter(id, to, cost);
        self.capture_alone(id);
    }

    /// Captures a leader who stands alone among enemies on land.
    pub(super) fn capture_alone(&mut self, id: &Piece) {
        let (owner, place) = (self.owner(id), self.at(id));
        if self.world.map.is_sea(&place) {
            return;
        }
        let open = self.open(&place);
        let friend = open.iter().any(|other| self.position.allied(&owner, &self.owner(other)));
        let captor = open
            .iter()
            .find(|other| self.position.hostile(&owner, &self.owner(other)))
            .map(|other| self.owner(other));
        let Some(captor) = captor.filter(|_| !friend) else { return };
        let names: Vec<String> = self
            .position
            .leaders
            .iter()
            .filter(|(_, leader)| leader.stack.as_ref() == Some(id))
            .map(|(name, _)| name.clone())
            .collect();
        for name in names {
            if let Some(leader) = self.position.leaders.get_mut(&name) {
                (leader.captive, leader.stack) = (Some(captor.clone()), None);
            }
            let (stack, place, by) = (id.clone(), place.clone(), captor.clone());
            self.tell(Fact::Taken { stack, leader: name, place, by });
        }
        self.position.stacks.remove(id);
        if let Some(progress) = self.progress.get_mut(id) {
            progress.state = State::Gone;
        }
    }

    /// Steps into a place: what it has spent, where it came from, and that it was seen to.
    pub(super) fn enter(&mut self, id: &Piece, to: &Place, cost: u32) {
        let (from, owner, tick) = (self.at(id), self.owner(id), self.tick);
        let crossed = self.world.map.border(&from, to).map(|border| border.kind).unwrap_or_default();
        let enemys = self.is_enemys(&owner, to);
        let difficulty = self.world.map.seas.get(to).map_or(0, |sea| sea.difficulty);
        if let Some(stack) = self.stack_mut(id) {
            (stack.at, stack.posture, stack.blockading) = (to.clone(), Posture::Open, None);
        }
        let Some(progress) = self.progress.get_mut(id) else { return };
        progress.spent += cost;
        (progress.clock, progress.entered, progress.moved) = (tick, progress.spent, true);
        progress.next += 1;
        progress.trail.push(from.clone());
        progress.came = Some(from);
        progress.crossed = crossed;
        progress.entered_enemy |= enemys;
        progress.landed_from = None;
        progress.zones += u32::from(self.world.map.is_sea(to));
        progress.difficulty = progress.difficulty.max(difficulty);
        let points = progress.spent;
        self.cargo_follows(id);
        self.tell(Fact::Moved { stack: id.clone(), to: to.clone(), points });
    }

    /// Out of the fortress, on the besiegers (rule A1), where there is room beside its own side before the walls (rule G3).
    fn sortie(&mut self, id: &Piece, cost: u32) {
        let tick = self.tick;
        if !self.fits(id, &self.at(id)) {
            self.pass_time(id, cost);
            let taken = self.taken_by(id, &self.at(id));
            self.refused_as(id, Why::NoRoomAtWalls, taken);
            return self.set_state(id, State::Sheltered);
        }
        if let Some(stack) = self.stack_mut(id) {
            (stack.posture, stack.sheltered) = (Posture::Open, false);
        }
        if let Some(progress) = self.progress.get_mut(id) {
            progress.spent += cost;
            (progress.clock, progress.entered, progress.sortied) = (tick, progress.spent, true);
            progress.next += 1;
            progress.rest();
        }
        self.meet(id, Meeting::Sortie);
    }

    /// Fleets that end in one sea fight if one of them attacks (rule G2, EU-78).
    fn meet_at_sea(&mut self) {
        let seas: Vec<Place> = self.world.map.seas.keys().cloned().collect();
        for sea in seas {
            let there: Vec<Piece> =
                self.open(&sea).into_iter().filter(|id| Stack::kind(id) == StackKind::Fleet).collect();
            for id in &there {
                let prey: Vec<Piece> =
                    there.iter().filter(|other| self.attacks(id, other)).cloned().collect();
                if !prey.is_empty() {
                    let all: Vec<Piece> = [id.clone()].into_iter().chain(prey).collect();
                    self.trigger(&sea, &all, Meeting::Attack);
                }
            }
        }
    }

    /// Whether a fleet has the order to attack another.
    pub(super) fn attacks(&self, id: &Piece, other: &Piece) -> bool {
        let owner = self.owner(other);
        let meant = |order: &Order| match order {
            Order::Attack(None) => true,
            Order::Attack(Some(power)) => *power == owner || power == self.position.seat(&owner),
            _ => false,
        };
        self.foes(id, other) && self.orders(id).iter().any(meant)
    }
}
