//! Loading and unloading of land units (WISC 3.6, 3.9, 9.2, 9.4, N-17, N-38).

use crate::ashore::{Boards, Site};
use crate::event::reason::{Reason, Why};
use crate::event::{Fact, Freight, Shore};
use crate::orders::{Cargo, CoastGoal, Order};
use crate::place::Place;
use crate::ship::ShipId;
use crate::turn::Turn;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_ground::unit::UnitId;

impl Turn {
    /// WISC 9.4: the initial amphibious phase: what can be done at once in friendly ports is, the rest begins or waits.
    pub fn loading(&mut self) {
        let ids: Vec<ShipId> = self.progress.keys().copied().collect();
        for id in ids {
            let cargo =
                self.progress.get(&id).map(|progress| progress.orders.cargo.clone()).unwrap_or_default();
            let may = self.ship(id).is_some_and(|ship| ship.is_active());
            if !may || self.progress.get(&id).is_some_and(|progress| progress.homeward) {
                continue;
            }
            for order in cargo {
                match &order {
                    Cargo::Load(unit) => self.begin_load(id, unit),
                    Cargo::Unload(..) => self.begin_unload(id, order),
                    Cargo::LoadSupplies(..) | Cargo::UnloadSupplies(..) => self.supplies_first(id, order),
                }
            }
        }
    }

    /// EU 7.18: on deployment turns nobody boards, and nothing is loaded; unless units board in peace (CWOL 7.17).
    pub fn refuse_boarding(&mut self) {
        if self.boards_in_peace {
            return;
        }
        let ids: Vec<ShipId> = self.progress.keys().copied().collect();
        for id in ids {
            if self.progress.get(&id).is_some_and(|progress| !progress.orders.cargo.is_empty()) {
                self.refuse(id, Why::NotYet);
            }
        }
    }

    fn begin_load(&mut self, id: ShipId, unit: &str) {
        let brigade = match self.may_load(id, unit) {
            Ok(brigade) => brigade,
            Err(why) => return self.refuse_order(id, &Order::Cargo(Cargo::Load(unit.to_owned())), why),
        };
        if self.friendly_port(id).is_some() {
            let at = self.ship(id).map(|ship| ship.at);
            if let (Some(progress), Some(at)) = (self.progress_mut(id), at) {
                progress.loaded_at.insert(brigade, at);
            }
            return self.take_aboard(id, brigade);
        }
        self.hold_fast(id, Some(brigade));
        if let Some(progress) = self.progress_mut(id) {
            progress.landing.push(Cargo::Load(unit.to_owned()));
        }
    }

    /// WISC 9.1, 9.2: the unit of that name, if it is where she can take it and fits whole.
    fn may_load(&self, id: ShipId, unit: &str) -> Result<UnitId, Reason> {
        let brigade = self.ashore.named(unit).ok_or_else(|| Why::NoUnit.of(unit))?;
        if !self.state.allied(brigade.nation, id.nation) {
            return Err(Why::NotHers.of(unit));
        }
        match brigade.boards {
            Boards::Yes => {}
            Boards::Militia => return Err(Why::Militia.of(unit)),
            Boards::Shattered => return Err(Why::Shattered.of(unit)),
            Boards::Laid => return Err(Why::Laid.of(unit)),
        }
        self.in_reach(id, brigade)?;
        let (space, room) = (brigade.space(), self.room(id));
        if space > room {
            return Err(Why::NoRoom.of(unit).and(space).and(room));
        }
        Ok(brigade.id)
    }

    fn take_aboard(&mut self, id: ShipId, unit: UnitId) {
        if let Some(brigade) = self.ashore.brigades.get_mut(&unit) {
            (brigade.at, brigade.active, brigade.busy) = (Site::Aboard(id), false, false);
        }
        if let Some(ship) = self.ship_mut(id) {
            ship.cargo.push(unit);
        }
        self.tell(Fact::Load { here: self.here(id), what: Freight::Unit(unit) });
    }

    /// WISC 9.4: the transport and the unit neither move nor fight while they load or unload all turn; that she does not sail is told.
    pub fn hold_fast(&mut self, id: ShipId, unit: Option<UnitId>) {
        let was_busy =
            self.progress_mut(id).is_some_and(|progress| std::mem::replace(&mut progress.busy, true));
        for order in self.sailing(id).moves_by().iter().filter(|_| !was_busy) {
            self.refuse_order(id, order, Why::BusyLoading);
        }
        if let Some(brigade) = unit.and_then(|unit| self.ashore.brigades.get_mut(&unit)) {
            brigade.busy = true;
        }
    }

    /// WISC 9.4: unloading is done when the turn ends. Who will not be in a friendly port then, or lands on the shore of these waters, is at
    /// it all turn where she lies, if a landing can begin there; else it is tried where she comes to.
    fn begin_unload(&mut self, id: ShipId, order: Cargo) {
        let Cargo::Unload(unit, square, tac) = &order else { return };
        let aboard = self.ashore.named(unit).is_some_and(|brigade| brigade.at == Site::Aboard(id));
        let loads = self.progress.get(&id).is_some_and(|progress| {
            progress.orders.cargo.iter().any(|other| matches!(other, Cargo::Load(load) if load == unit))
        });
        if !aboard && !loads {
            let why = Why::NotAboard.of(unit);
            return self.refuse_order(id, &Order::Cargo(order), why);
        }
        let at = self.ship(id).map(|ship| ship.at);
        let here = match at {
            Some(Place::Coast(coast)) => {
                square.is_some_and(|square| self.chart.coast(coast).shore.contains(&square))
            }
            _ => false,
        };
        let stays = !self.sailing(id).moves();
        // Enemies where one is to land may be gone by the time of the landing.
        let site = match self.landing_site(id, *square, *tac).err() {
            Some(why) if !matches!(why.why, Why::EnemyAshore | Why::EnemiesAllAlong) => Err(why),
            _ => Ok(()),
        };
        if here || (stays && self.friendly_port(id).is_none()) {
            if let Err(why) = site {
                return self.refuse_order(id, &Order::Cargo(order), why);
            }
            self.hold_fast(id, None);
        } else if !stays && site.is_ok() && !self.is_bound_for_a_port(id) {
            self.hold_fast(id, None);
        }
        if let Some(progress) = self.progress_mut(id) {
            progress.landing.push(order);
        }
    }

    /// WISC 9.4: whether the orders of a ship lead her into a port of her side.
    fn is_bound_for_a_port(&self, id: ShipId) -> bool {
        let sailing = self.sailing(id);
        let river = sailing.river.map(|(at, _)| self.chart.river_place(at));
        let inland = sailing.harbor.map(|(port, _)| Place::Harbor(port)).or(river);
        let port = inland.or(sailing.stand_in.flatten()).and_then(|place| self.chart.port_in(place));
        port.is_some_and(|port| self.state.is_friendly(port, id.nation))
    }

    /// WISC 9.4: the final amphibious phase.
    pub fn landing(&mut self) {
        let ids: Vec<ShipId> = self.progress.keys().copied().collect();
        for id in ids {
            let Some(progress) = self.progress_mut(id) else { continue };
            let orders = std::mem::take(&mut progress.landing);
            let spoiled = progress.busy && (progress.fought || progress.delayed);
            for order in orders {
                if spoiled {
                    self.refuse_order(id, &Order::Cargo(order), Why::BattleEnded);
                    continue;
                }
                match order {
                    Cargo::Load(unit) => self.end_load(id, &unit),
                    Cargo::Unload(unit, square, tac) => self.end_unload(id, &unit, square, tac),
                    Cargo::LoadSupplies(..) | Cargo::UnloadSupplies(..) => self.supplies_last(id, order),
                }
            }
        }
        self.garrison_battles();
        for brigade in self.ashore.brigades.values_mut() {
            brigade.busy = false;
        }
        self.look_at_laid_up();
    }

    fn end_load(&mut self, id: ShipId, unit: &str) {
        if self.ashore.named(unit).is_some_and(|brigade| brigade.fought) {
            return self.refuse(id, Why::BattleEndedLoading.of(unit));
        }
        match self.may_load(id, unit) {
            Ok(brigade) => self.take_aboard(id, brigade),
            Err(why) => self.refuse_order(id, &Order::Cargo(Cargo::Load(unit.to_owned())), why),
        }
    }

    fn end_unload(
        &mut self,
        id: ShipId,
        unit: &str,
        square: Option<StrategicSquare>,
        tac: Option<TacticalSquare>,
    ) {
        let Some(at) = self.ship(id).map(|ship| ship.at) else { return };
        let order = Order::Cargo(Cargo::Unload(unit.to_owned(), square, tac));
        let port = self.friendly_port(id);
        let busy = self.progress.get(&id).is_some_and(|progress| progress.busy);
        let elsewhere = self
            .progress
            .get(&id)
            .and_then(|progress| progress.loaded_at.get(&UnitId::spelt(unit)?))
            .is_some_and(|from| *from != at);
        if elsewhere && port.is_some() {
            return self.refuse_order(id, &order, Why::LoadedElsewhere.of(unit));
        }
        if port.is_none() && !busy {
            let why = self.why_not_landed(at, square);
            return self.refuse_order(id, &order, why);
        }
        if square.is_none() && !busy && self.is_astray(id) {
            let why = Why::Astray.named(&at, self.chart.label(at)).and(unit);
            return self.refuse_order(id, &order, why);
        }
        match self.landing_site(id, square, tac) {
            Ok(Site::Field(at, tac)) if self.has_no_room(id, unit, at, tac) => {
                let place = format!("{} {tac}", self.chart.grid.label(at));
                self.refuse_order(id, &order, Why::FullAshore.of(place).and(unit));
            }
            Ok(Site::Field(at, _)) if self.is_full_in_peace(unit, at) => {
                self.refuse_order(id, &order, Why::PeaceFull.of(self.chart.grid.label(at)).and(unit));
            }
            Ok(site) => self.set_ashore(id, UnitId::spelt(unit), site),
            Err(why) => self.refuse_order(id, &order, why),
        }
    }

    /// Whether a unit that fights finds no room in a tactical square beside its side (2.5 of the books of the land, N-96).
    fn has_no_room(&self, id: ShipId, unit: &str, at: StrategicSquare, tac: TacticalSquare) -> bool {
        let fights = self.ashore.named(unit).is_some_and(|brigade| brigade.fights);
        fights && self.ashore.is_full(at, tac, |nation| self.state.allied(nation, id.nation))
    }

    /// EU 1.5: whether a strategic square holds no more brigades in peace.
    fn is_full_in_peace(&self, unit: &str, at: StrategicSquare) -> bool {
        let fights = self.ashore.named(unit).is_some_and(|brigade| brigade.fights);
        fights && self.ashore.free_in_peace.get(&at) == Some(&0)
    }

    /// Whether a ship had orders for coastal waters, a harbor or a river and is in none of the places that they name: what was to be
    /// unloaded where she comes to, is not unloaded where she was stopped or never left.
    pub fn is_astray(&self, id: ShipId) -> bool {
        let (Some(ship), sailing) = (self.ship(id), self.sailing(id)) else { return false };
        let coast = sailing.coast.map(|(goal, _)| match goal {
            CoastGoal::Named(coast) => Place::Coast(coast) == ship.at,
            CoastGoal::Enemy => ship.at.coast().is_some(),
        });
        let harbor = sailing.harbor.map(|(port, _)| Place::Harbor(port) == ship.at);
        let river = sailing.river.map(|(at, _)| self.chart.river_place(at) == ship.at);
        let ordered = [coast, harbor, river];
        ordered.iter().any(Option::is_some) && ordered.into_iter().flatten().all(|is_there| !is_there)
    }

    /// WISC 9.4: why nobody is landed from here on this turn: from coastal waters and off the ports of her side she must have lain there
    /// when the turn began.
    fn why_not_landed(&self, at: Place, square: Option<StrategicSquare>) -> Reason {
        let here = self.chart.label(at);
        let Some(square) = square else {
            return Why::NoPortOfHers.of(here);
        };
        let label = self.chart.grid.label(square);
        let waters: Vec<&str> = self
            .chart
            .coasts
            .iter()
            .filter(|coast| coast.shore.contains(&square))
            .map(|coast| coast.code.as_str())
            .collect();
        let from = at.coast().is_some_and(|coast| self.chart.coast(coast).shore.contains(&square));
        if from {
            Why::SameOrderNext.named(&at, here)
        } else if waters.is_empty() {
            Why::OnNoWaters.named(&at, here).and(label)
        } else {
            Why::LandedFrom.named(&at, here).and(label).named(&waters, waters.join(" or "))
        }
    }

    /// Sets a unit ashore; in a garrison it stays inactive (9.2, 10.1).
    fn set_ashore(&mut self, id: ShipId, unit: Option<UnitId>, site: Site) {
        let Some(brigade) = unit
            .and_then(|unit| self.ashore.brigades.get_mut(&unit))
            .filter(|unit| unit.at == Site::Aboard(id))
        else {
            return;
        };
        let unit = brigade.id;
        if let Site::Field(at, _) = site
            && let Some(free) = self.ashore.free_in_peace.get_mut(&at).filter(|_| brigade.fights)
        {
            *free = free.saturating_sub(1);
        }
        brigade.at = site;
        brigade.active = matches!(site, Site::Field(..));
        if let Some(ship) = self.ship_mut(id) {
            ship.cargo.retain(|other| *other != unit);
        }
        match site {
            Site::Garrison(port) => self.landed.push((id, unit, port)),
            Site::Field(at, tac) => {
                let (here, shore) = (self.here(id), Shore { square: at, tac });
                self.tell(if self.friendly_port(id).is_some() {
                    Fact::Unload { here, what: Freight::Unit(unit), shore: Some(shore) }
                } else {
                    Fact::Land { here, unit, shore }
                });
            }
            Site::Aboard(_) => {}
        }
    }
}
