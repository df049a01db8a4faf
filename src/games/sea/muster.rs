//! What is settled before a turn begins: commands, service, attachment, transport groups, bases, crews (WISC 2.3, 2.5-2.7, 4.1-4.4).

use std::collections::BTreeMap;

use crate::ashore::{Brigade, Site};
use crate::contact;
use crate::event::Fact;
use crate::event::reason::{Reason, Why};
use crate::orders::{Attach, Office, Order, ShipOrders};
use crate::place::Place;
use crate::ship::{Quality, REACTIVATION, Ship, ShipId, Status};
use crate::turn::{Progress, Turn};
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::unit::UnitId;

/// Capacities of transport groups (2.5).
const CAPACITY: std::ops::RangeInclusive<u32> = 2_000..=20_000;
/// Crew that must stay aboard a warship (2.7).
const SKELETON: u32 = 70;

/// Why a line cannot be read follows from the line: the record has it not.
const UNKEPT: Option<u8> = None;

impl Turn {
    /// Lines that could not be read, and what her type never has, are refused.
    pub fn refuse_unread(&mut self) {
        let unread: Vec<(ShipId, Reason)> = self
            .progress
            .iter_mut()
            .flat_map(|(id, progress)| {
                let lines = std::mem::take(&mut progress.orders.unread);
                lines.into_iter().map(|(line, why)| (*id, Why::Unread.of(line).named(&UNKEPT, why)))
            })
            .collect();
        unread.into_iter().for_each(|(id, why)| self.refuse(id, why));
        self.refuse_on_the_ocean();
        for (nation, order) in self.office.clone() {
            if let Office::Unread(why) = &order {
                self.refuse_office(nation, &order, Why::UnreadOfOffice.named(&UNKEPT, why));
            }
        }
        self.run_on();
    }

    /// WISC 6.17: who crosses the Atlantic takes no order of any kind.
    fn refuse_on_the_ocean(&mut self) {
        let crosses = |id: &ShipId| matches!(self.state.ships.get(id), Some(ship) if matches!(ship.at, Place::Transit(..)));
        let ordered = |progress: &Progress| progress.orders != ShipOrders::default();
        let deaf: Vec<ShipId> =
            self.progress.iter().filter(|(id, own)| crosses(id) && ordered(own)).map(|row| *row.0).collect();
        for id in deaf {
            if let Some(progress) = self.progress_mut(id) {
                progress.orders = ShipOrders::default();
            }
            self.refuse(id, Why::TakesNoOrders);
        }
    }

    /// WISC 2.3: Naval Secretaries assign ships.
    pub fn assign(&mut self) {
        for (nation, order) in self.office.clone() {
            let Office::Assign(id, player, deputy) = order.clone() else { continue };
            let number = |name: &str| self.state.powers.named(name);
            let commander = number(&player);
            let second = deputy.as_deref().map(number);
            let own = self.ship(id).is_some_and(|ship| ship.id.nation == nation);
            match (commander, second, own) {
                (Some(commander), None | Some(Some(_)), true) => {
                    if let Some(ship) = self.ship_mut(id) {
                        (ship.commander, ship.deputy) = (commander, second.flatten());
                    }
                }
                _ => self.refuse_office(nation, &order, Why::NotAssigned.of(id).and(player)),
            }
        }
    }

    /// WISC 2.6: ships are laid up and fitted out.
    pub fn serve(&mut self) {
        let office: Vec<(NationCode, ShipId)> = self
            .office
            .iter()
            .filter_map(|(nation, order)| match order {
                Office::Inactivate(id) => Some((*nation, *id)),
                _ => None,
            })
            .collect();
        for (nation, id) in office {
            if let Some(progress) = self.progress.get_mut(&id).filter(|_| id.nation == nation) {
                progress.orders.serve.get_or_insert(false);
            }
        }
        let wishes: Vec<(ShipId, bool)> =
            self.progress.iter().filter_map(|(id, progress)| Some((*id, progress.orders.serve?))).collect();
        for (id, serve) in wishes {
            if serve { self.fit_out(id) } else { self.lay_up(id) }
        }
    }

    fn fit_out(&mut self, id: ShipId) {
        let laid_up = self.ship(id).is_some_and(|ship| ship.status == Status::Inactive);
        if !laid_up {
            return self.refuse_order(id, &Order::Serve(true), Why::NotLaidUp);
        }
        if let Some(ship) = self.ship_mut(id) {
            ship.status = Status::FittingOut(REACTIVATION);
        }
    }

    fn lay_up(&mut self, id: ShipId) {
        match self.may_lay_up(id) {
            Ok(()) => {
                if let Some(ship) = self.ship_mut(id) {
                    ship.status = Status::Inactive;
                    ship.attached_to = None;
                }
            }
            Err(why) => self.refuse_order(id, &Order::Serve(false), why),
        }
    }

    fn may_lay_up(&self, id: ShipId) -> Result<(), Reason> {
        if id.kind.is_transport() {
            return Err(Why::NeverLaidUp.into());
        }
        let ship = self.ship(id).filter(|ship| ship.is_active()).ok_or(Why::NotInService)?;
        let port = self.chart.port_in(ship.at).ok_or(Why::LaidUpInPorts)?;
        let home = self.chart.port(port).at.and_then(|at| self.state.land_holder(&self.atlas.map, at));
        if home != Some(id.nation) || self.state.holder(port) != Some(id.nation) {
            return Err(Why::HomePortsOnly.into());
        }
        let foes = self.state.ships.values().any(|foe| {
            foe.is_active() && self.hostile(foe.id, id) && contact::touch(&self.chart, foe.at, ship.at)
        });
        if foes { Err(Why::HostilesPresent.into()) } else { Ok(()) }
    }

    /// WISC 4.2, 4.4: detach, attach, then leaders' orders are copied (N-65).
    pub fn attach(&mut self) {
        let wishes: BTreeMap<ShipId, Attach> =
            self.progress.iter().filter_map(|(id, progress)| Some((*id, progress.orders.attach?))).collect();
        for id in wishes.iter().filter(|(_, wish)| **wish == Attach::Detach).map(|(id, _)| *id) {
            if let Some(ship) = self.ship_mut(id) {
                ship.attached_to = None;
            }
            self.tell(Fact::Detach { here: self.here(id), from: None });
        }
        for (id, wish) in &wishes {
            let Attach::To(leader) = *wish else { continue };
            match self.may_attach(*id, leader, &wishes) {
                Ok(true) => self.attach_to(*id, leader),
                Ok(false) => {}
                Err(why) => self.refuse_order(*id, &Order::Attach(*wish), why),
            }
        }
        self.copy_orders();
    }

    /// Whether a ship may attach; not if the other attaches to her and is of the higher id, for then she leads.
    fn may_attach(
        &self,
        id: ShipId,
        leader: ShipId,
        wishes: &BTreeMap<ShipId, Attach>,
    ) -> Result<bool, Reason> {
        if id == leader {
            return Err(Why::ToHerself.into());
        }
        let (Some(own), Some(other)) = (self.ship(id), self.ship(leader)) else {
            return Err(Why::NoLeader.of(leader));
        };
        if own.at != other.at
            || !own.is_active()
            || !other.is_active()
            || !self.state.allied(id.nation, leader.nation)
        {
            return Err(Why::LeaderElsewhere.of(leader));
        }
        if wishes.get(&leader) == Some(&Attach::To(id)) {
            return Ok(id > leader);
        }
        let attaches = matches!(wishes.get(&leader), Some(Attach::To(_)));
        if attaches || other.attached_to.is_some_and(|over| over != id) {
            return Err(Why::Attached.of(leader));
        }
        Ok(true)
    }

    fn attach_to(&mut self, id: ShipId, leader: ShipId) {
        let followers: Vec<ShipId> = self
            .state
            .ships
            .values()
            .filter(|ship| ship.attached_to == Some(id))
            .map(|ship| ship.id)
            .collect();
        for follower in followers.into_iter().filter(|follower| *follower != leader).chain([id]) {
            if let Some(ship) = self.ship_mut(follower) {
                ship.attached_to = Some(leader);
            }
        }
        if let Some(ship) = self.ship_mut(leader).filter(|ship| ship.attached_to == Some(id)) {
            ship.attached_to = None;
        }
        self.tell(Fact::Attach { here: self.here(id), to: leader });
    }

    fn copy_orders(&mut self) {
        let led: Vec<(ShipId, ShipId)> =
            self.state.ships.values().filter_map(|ship| Some((ship.id, ship.attached_to?))).collect();
        for (id, leader) in led {
            let sailing = self.sailing(leader);
            if let Some(progress) = self.progress_mut(id) {
                progress.orders.sailing = sailing;
            }
        }
    }

    /// WISC 2.5: transport groups combine.
    pub fn combine(&mut self) {
        let wishes: Vec<(ShipId, ShipId)> =
            self.progress.iter().filter_map(|(id, progress)| Some((*id, progress.orders.combine?))).collect();
        for (id, into) in wishes {
            match self.may_combine(id, into) {
                Ok(()) => self.merge(id, into),
                Err(why) => self.refuse_order(id, &Order::Combine(into), why),
            }
        }
    }

    fn may_combine(&self, id: ShipId, into: ShipId) -> Result<(), Reason> {
        let (Some(own), Some(other)) = (self.ship(id), self.ship(into)) else {
            return Err(Why::NoGroup.of(into));
        };
        if id == into || id.nation != into.nation || id.kind != into.kind {
            return Err(Why::UnlikeGroups.into());
        }
        // A harbor or mouth and its waters are in contact (5.1).
        if !contact::touch(&self.chart, own.at, other.at) {
            return Err(Why::NotInContact.of(into));
        }
        if own.capacity + other.capacity > *CAPACITY.end() {
            return Err(Why::TooLarge.of(own.capacity + other.capacity));
        }
        Ok(())
    }

    fn merge(&mut self, id: ShipId, into: ShipId) {
        self.tell(Fact::Combine { here: self.here(id), into });
        for brigade in self.ashore.brigades.values_mut().filter(|brigade| brigade.at == Site::Aboard(id)) {
            brigade.at = Site::Aboard(into);
        }
        let Some(own) = self.lose(id) else { return };
        let Some(ship) = self.ship_mut(into) else { return };
        take_in(ship, own);
        // What is above the hold's limit becomes cargo where there is space for it, else it is lost.
        let over = ship.stores.saturating_sub(into.kind.row().stores);
        ship.stores -= over;
        let room = self.room(into) / 20;
        if let Some(ship) = self.ship_mut(into) {
            ship.extra_stores += over.min(room);
        }
    }

    /// WISC 2.5: transport groups divide in two, before they load (N-17).
    pub fn divide(&mut self) {
        let wishes: Vec<(ShipId, (u32, Vec<String>))> = self
            .progress
            .iter()
            .filter_map(|(id, progress)| Some((*id, progress.orders.divide.clone()?)))
            .collect();
        for (id, (capacity, with)) in wishes {
            match self.heeds_orders(id).and_then(|()| self.may_divide(id, capacity, &with)) {
                Ok(units) => self.part(id, capacity, &units),
                Err(why) => self.refuse_order(id, &Order::Divide(capacity, with), why),
            }
        }
    }

    fn may_divide(&self, id: ShipId, capacity: u32, with: &[String]) -> Result<Vec<UnitId>, Reason> {
        let ship = self.ship(id).ok_or(Why::NoMore)?;
        let rest = ship.capacity.saturating_sub(capacity);
        if !CAPACITY.contains(&capacity) || !CAPACITY.contains(&rest) {
            return Err(Why::PartsTooSmall.of(capacity).and(rest));
        }
        let is_aboard = |unit: &&Brigade| unit.at == Site::Aboard(id);
        let named = with.iter().map(|unit| self.ashore.named(unit).filter(is_aboard).map(|unit| unit.id));
        let named: Option<Vec<UnitId>> = named.collect();
        let with = named.ok_or(Why::CargoMisfit)?;
        let (mut goes, mut stays) = (0, 0);
        for brigade in self.ashore.aboard(id) {
            *(if with.contains(&brigade.id) { &mut goes } else { &mut stays }) += brigade.space();
        }
        let extra = ship.extra_stores * capacity / ship.capacity.max(1);
        goes += 20 * extra;
        stays += 20 * (ship.supplies + ship.extra_stores - extra);
        if goes > capacity || stays > rest {
            return Err(Why::CargoMisfit.into());
        }
        Ok(with)
    }

    fn part(&mut self, id: ShipId, capacity: u32, with: &[UnitId]) {
        let new = self.state.free_id(id.nation, id.kind);
        let Some(ship) = self.ship_mut(id) else { return };
        let whole = ship.capacity.max(1);
        let share = |of: u32| of * capacity / whole;
        let (crew, stores, extra_stores) = (share(ship.crew), share(ship.stores), share(ship.extra_stores));
        let other = Ship {
            id: new,
            capacity,
            crew,
            stores,
            extra_stores,
            name: String::new(),
            marines: 0,
            supplies: 0,
            stores_debt: 0,
            cargo: with.to_vec(),
            ..ship.clone()
        };
        ship.capacity -= capacity;
        ship.crew -= crew;
        ship.stores -= stores;
        ship.extra_stores -= extra_stores;
        ship.cargo.retain(|unit| !with.contains(unit));
        let at = other.at;
        self.state.ships.insert(new, other);
        self.progress.insert(new, Progress::new(ShipOrders::default(), at));
        self.place(&[new], at, None);
        for unit in with {
            if let Some(brigade) = self.ashore.brigades.get_mut(unit) {
                brigade.at = Site::Aboard(new);
            }
        }
        self.tell(Fact::Divide { here: self.here(id), new });
    }

    /// WISC 3.4: base ports are changed, to friendly ones.
    pub fn rebase(&mut self) {
        let wishes: Vec<_> =
            self.progress.iter().filter_map(|(id, progress)| Some((*id, progress.orders.base?))).collect();
        for (id, port) in wishes {
            if !self.state.is_friendly(port, id.nation) {
                let why = Why::NoFriendlyBase.of(&self.chart.port(port).name);
                self.refuse_order(id, &Order::Base(port), why);
            } else if let Some(ship) = self.ship_mut(id) {
                ship.base = Some(port);
            }
        }
    }

    /// WISC 2.7, N-21: crew passes from ship to ship; what breaks a limit when all is done is undone, the newest first.
    pub fn transfer_crews(&mut self) {
        let wishes: Vec<(ShipId, u32, ShipId)> = self
            .progress
            .iter()
            .flat_map(|(id, progress)| progress.orders.crew.iter().map(move |(men, to)| (*id, *men, *to)))
            .collect();
        let mut done = Vec::new();
        for (from, men, to) in wishes {
            match self.heeds_orders(from).and_then(|()| self.may_transfer(from, to)) {
                Ok(()) => done.push((from, men, to)),
                Err(why) => self.refuse_order(from, &Order::Crew(men, to), why),
            }
        }
        loop {
            let crews = self.crews_after(&done);
            let breaks = |(from, _, to): &(ShipId, u32, ShipId)| {
                !self.crew_may_be(&crews, *from, true) || !self.crew_may_be(&crews, *to, false)
            };
            let Some(place) = done.iter().rposition(breaks) else { break };
            let (from, men, to) = done.remove(place);
            let why = if self.crew_may_be(&crews, from, true) {
                Why::CrewFull.of(to)
            } else {
                Why::TooFewStay.of(from)
            };
            self.refuse_order(from, &Order::Crew(men, to), why);
        }
        for (id, crew) in self.crews_after(&done) {
            if let Some(ship) = self.ship_mut(id) {
                ship.crew = crew.max(0).unsigned_abs() as u32;
            }
        }
        for (from, men, to) in done {
            self.tell(Fact::Crew { here: self.here(from), to, men });
        }
    }

    fn may_transfer(&self, from: ShipId, to: ShipId) -> Result<(), Reason> {
        let (Some(giver), Some(taker)) = (self.ship(from), self.ship(to)) else {
            return Err(Why::NoTaker.of(to));
        };
        if giver.at != taker.at || !self.state.allied(from.nation, to.nation) {
            return Err(Why::TakerElsewhere.of(to));
        }
        // In harbor that is the harbor: who lies outside of it does not see to it.
        let foes = !self.foes_at(giver.at, from.nation).is_empty();
        if foes { Err(Why::EnemiesPresent.into()) } else { Ok(()) }
    }

    fn crews_after(&self, done: &[(ShipId, u32, ShipId)]) -> BTreeMap<ShipId, i64> {
        let mut crews = BTreeMap::new();
        for (from, men, to) in done {
            for (id, change) in [(from, -i64::from(*men)), (to, i64::from(*men))] {
                let now = self.ship(*id).map_or(0, |ship| i64::from(ship.crew));
                *crews.entry(*id).or_insert(now) += change;
            }
        }
        crews
    }

    fn crew_may_be(&self, crews: &BTreeMap<ShipId, i64>, id: ShipId, gives: bool) -> bool {
        let (Some(crew), Some(ship)) = (crews.get(&id), self.ship(id)) else { return false };
        let whole = i64::from(ship.whole_crew());
        let scuttled = self.progress.get(&id).is_some_and(|progress| progress.orders.scuttle);
        if gives {
            let least = if id.kind.is_transport() { whole } else { i64::from(SKELETON) };
            return *crew >= 0 && (scuttled || *crew >= least);
        }
        if id.kind.is_transport() {
            let room = i64::from(self.room(id)) + (i64::from(ship.crew) - whole).max(0);
            return crew - whole <= room;
        }
        *crew <= whole
    }

    /// WISC 3.4, N-66: who has no stores aboard and is in no friendly port makes for her base, and obeys BASE alone.
    fn heeds_orders(&self, id: ShipId) -> Result<(), Reason> {
        if self.is_out_of_stores(id) { Err(Why::Homeward.into()) } else { Ok(()) }
    }

    /// WISC 2.7: ships are scuttled, when their crews are off (N-82).
    pub fn scuttle(&mut self) {
        let wishes: Vec<ShipId> =
            self.progress.iter().filter(|(_, progress)| progress.orders.scuttle).map(|(id, _)| *id).collect();
        for id in wishes {
            if let Err(why) = self.heeds_orders(id) {
                self.refuse_order(id, &Order::Scuttle, why);
                continue;
            }
            self.tell(Fact::Scuttle(self.here(id)));
            self.lose(id);
        }
    }
}

/// N-61: a transport group takes another in: sailors and what both carry add up; ratings and propulsion are the mean by capacity, rounded
/// down, the hull's damage rounded up.
fn take_in(ship: &mut Ship, own: Ship) {
    let whole = ship.capacity + own.capacity;
    let sum = |one: u32, other: u32| one * ship.capacity + other * own.capacity;
    let mean = |one: u32, other: u32| sum(one, other) / whole.max(1);
    let quality = mean(ship.quality as u32, own.quality as u32) as usize;
    let experience = mean(ship.experience, own.experience);
    let propulsion = mean(ship.propulsion.into(), own.propulsion.into()) as u8;
    let hull = sum(ship.hull.into(), own.hull.into()).div_ceil(whole.max(1)) as u8;
    ship.quality = Quality::ALL[quality.min(Quality::ALL.len() - 1)];
    (ship.experience, ship.propulsion, ship.hull, ship.capacity) = (experience, propulsion, hull, whole);
    ship.crew += own.crew;
    ship.marines += own.marines;
    ship.stores += own.stores;
    ship.stores_debt += own.stores_debt;
    ship.supplies += own.supplies;
    ship.extra_stores += own.extra_stores;
    ship.cargo.extend(own.cargo);
}
