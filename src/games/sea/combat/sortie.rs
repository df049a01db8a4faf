//! Coming out of a harbor or mouth to fight, and standing in (WISC 3.7, 7.1, N-25, N-57, N-58).

use crate::chart::CoastNo;
use crate::event::Fact;
use crate::event::reason::{Reason, Why};
use crate::orders::{Battle, CoastGoal, Order};
use crate::place::Place;
use crate::rehearsal::Doubt;
use crate::ship::{Ship, ShipId};
use crate::turn::Turn;
use fieldpost_ground::square::Direction;

/// WISC 7.1: whether a side leaves the battle of its place as it likes: no hostile warship is there, or more than twice as many own ones.
fn outnumbers(own: usize, foes: usize) -> bool {
    foes == 0 || own > 2 * foes
}

impl Turn {
    /// WISC 7.1: all sorties: allowed if no hostile warship is inside, or own ones are more than twice as many, and not straight
    /// against the wind.
    pub fn sorties(&mut self) {
        let ids: Vec<ShipId> = self.progress.keys().copied().filter(|id| self.sailing(*id).sortie).collect();
        let may: Vec<_> = ids.iter().map(|id| self.may_sortie(*id)).collect();
        for (id, may) in ids.into_iter().zip(may) {
            match may {
                Ok((coast, exit)) => self.sortie(id, coast, exit),
                Err(why) => self.refuse_order(id, &Order::Sortie, why),
            }
        }
    }

    fn may_sortie(&self, id: ShipId) -> Result<(CoastNo, Direction), Reason> {
        let ship = self.ship(id).filter(|ship| ship.is_active()).ok_or(Why::NotInService)?;
        let (coast, exit) = self.sally(ship).ok_or(Why::NotInPort)?;
        self.is_free_to_fight(id)?;
        let (own, foes) = self.odds(ship);
        if !outnumbers(own, foes) {
            return Err(Why::HarborHeld.of(foes).and(own));
        }
        if !self.can_make(id, self.chart.coast(coast).sea, exit) {
            return Err(self.cannot_make(id, Why::LameInBattle, Why::WindAgainstSortie));
        }
        Ok((coast, exit))
    }

    /// The warships of a ship's side in her place, and the hostile ones.
    fn odds(&self, ship: &Ship) -> (usize, usize) {
        let friend = |other: &&Ship| other.is_warship() && self.state.allied(other.id.nation, ship.id.nation);
        let own = self.state.active_at(ship.at).filter(friend).count();
        (own, self.state.hostile_warships(ship.at, ship.id.nation).count())
    }

    /// The waters that she comes out to: out of a channel, which has two, those of her COAST order, else those with most hostile warships.
    fn sally(&self, ship: &Ship) -> Option<(CoastNo, Direction)> {
        let told = match self.sailing(ship.id).coast {
            Some((CoastGoal::Named(coast), _)) => Some(coast),
            _ => None,
        };
        let foes = |coast| self.state.hostile_warships(Place::Coast(coast), ship.id.nation).count();
        let exits = self.chart.exits(ship.at).into_iter().enumerate();
        let best = exits.max_by_key(|(place, (coast, _))| {
            (told == Some(*coast), foes(*coast), std::cmp::Reverse(*place))
        });
        best.map(|(_, exit)| exit)
    }

    /// That she neither loads all turn nor makes for her base, and has a crew.
    fn is_free_to_fight(&self, id: ShipId) -> Result<(), Reason> {
        match self.progress.get(&id) {
            Some(progress) if progress.busy => Err(Why::BusyLoading.into()),
            Some(progress) if progress.homeward => Err(Why::Homeward.into()),
            _ if self.ship(id).is_some_and(|ship| !ship.is_manned()) => Err(Why::NoCrew.into()),
            _ => Ok(()),
        }
    }

    fn sortie(&mut self, id: ShipId, coast: CoastNo, exit: Direction) {
        let from = self.ship(id).map(|ship| ship.at);
        self.note_port_move(&[id], from, Place::Coast(coast));
        self.place(&[id], Place::Coast(coast), Some(exit.opposite()));
        if let Some(progress) = self.progress_mut(id) {
            progress.sortied_from = from;
            progress.moved = true;
        }
        self.tell(Fact::Sortie(self.step(id, from)));
    }

    /// WISC 7.1: then ships in coastal waters go in, if the wind lets them and they leave the battle there: as they like where their side
    /// outnumbers the enemy when all sorties are done, else if they evade it.
    pub fn stand_ins(&mut self) {
        let wishes = self.progress.keys().filter_map(|id| {
            let (wish, ship) = (self.sailing(*id).stand_in?, self.ship(*id)?);
            let (own, foes) = self.odds(ship);
            Some((*id, wish, outnumbers(own, foes)))
        });
        let wishes: Vec<(ShipId, Option<Place>, bool)> = wishes.collect();
        for (id, wish, is_free) in wishes {
            match self.may_stand_in(id, wish, is_free) {
                Ok(inlet) => self.stand_in(id, inlet),
                Err(why) => self.refuse_order(id, &Order::StandIn(wish), why),
            }
        }
    }

    fn may_stand_in(&mut self, id: ShipId, wish: Option<Place>, is_free: bool) -> Result<Place, Reason> {
        let ship = self.ship(id).filter(|ship| ship.is_active()).ok_or(Why::NotInService)?;
        let Place::Coast(coast) = ship.at else { return Err(Why::NotOnCoast.into()) };
        let at = ship.at;
        self.is_free_to_fight(id)?;
        let inlet = self.port_meant(id, coast, wish).ok_or(Why::NoSuchInlet)?;
        let exits = self.chart.exits(inlet);
        let exit = exits.iter().find(|exit| exit.0 == coast).map(|exit| exit.1).ok_or(Why::NoWayIn)?;
        if let Place::River(square) = inlet
            && !self.chart.rivers.floats(square, id.kind.row().narrowest)
        {
            return Err(Why::TypeBarredInlet.into());
        }
        if !self.can_make(id, self.chart.coast(coast).sea, exit.opposite()) {
            return Err(self.cannot_make(id, Why::LameInBattle, Why::WindAgainstStandIn));
        }
        let foes = self.state.hostile_warships(at, id.nation).map(|ship| ship.id).collect::<Vec<_>>();
        if !is_free && !foes.is_empty() && !self.gets_past(id, &foes, at) {
            return Err(Why::CouldNotEvade.into());
        }
        Ok(inlet)
    }

    /// Whether a ship evades the battle on the coast: covered by as many warships that stay (7.3's third case), or by her own chance.
    fn gets_past(&mut self, id: ShipId, foes: &[ShipId], at: Place) -> bool {
        let stays = |ship: &&Ship| {
            let sailing = self.sailing(ship.id);
            let own = ship.id != id && ship.is_warship() && self.state.allied(ship.id.nation, id.nation);
            own && sailing.stand_in.is_none() && sailing.battle != Battle::Evade
        };
        let covered = 2 * self.state.active_at(at).filter(stays).count() >= foes.len();
        if !covered {
            self.leave_open(&[id], at, Doubt::Passage);
        }
        covered || self.evades(&[id], foes, at)
    }

    /// N-58: the port to stand in to: the one named, that of HARBOR or RIVER, the one with most hostile warships, the base, the nearest
    /// friendly one, the only one.
    fn port_meant(&self, id: ShipId, coast: CoastNo, wish: Option<Place>) -> Option<Place> {
        let inlets = self.chart.inlets(coast);
        if let Some(wish) = wish {
            return inlets.contains(&wish).then_some(wish);
        }
        let sailing = self.sailing(id);
        let harbor = sailing.harbor.map(|(port, _)| Place::Harbor(port));
        let river = sailing.river.map(|(at, _)| self.chart.river_place(at));
        if let Some(told) = harbor.into_iter().chain(river).find(|place| inlets.contains(place)) {
            return Some(told);
        }
        let foes = |place: &Place| self.state.hostile_warships(*place, id.nation).count();
        let most = inlets.iter().map(foes).max().unwrap_or(0);
        if most > 0 {
            return inlets.iter().copied().find(|place| foes(place) == most);
        }
        self.haven_on(id, &inlets).or_else(|| inlets.first().copied().filter(|_| inlets.len() == 1))
    }

    /// Her base if it is one of these, else the first friendly one without hostile ships.
    pub fn haven_on(&self, id: ShipId, inlets: &[Place]) -> Option<Place> {
        let base = self.ship(id)?.base.and_then(|base| self.chart.port_place(base));
        let is_safe = |place: &&Place| self.is_haven(**place, id);
        let base = base.filter(|base| inlets.contains(base)).filter(|base| is_safe(&base));
        base.or_else(|| inlets.iter().find(is_safe).copied())
    }

    /// Whether an inlet is held by a ship's side, and no enemies lie in it.
    pub fn is_haven(&self, place: Place, id: ShipId) -> bool {
        let holder = match place {
            Place::Harbor(port) => self.state.holder(port),
            Place::River(at) => self.state.river_holder(&self.atlas.map, at),
            _ => None,
        };
        let held = holder.is_some_and(|holder| self.state.allied(holder, id.nation));
        let floats = match place {
            Place::River(at) => self.chart.rivers.floats(at, id.kind.row().narrowest),
            _ => true,
        };
        held && floats && self.foes_at(place, id.nation).is_empty()
    }

    fn stand_in(&mut self, id: ShipId, inlet: Place) {
        let from = self.ship(id).map(|ship| ship.at);
        self.note_port_move(&[id], from, inlet);
        self.place(&[id], inlet, None);
        if let Some(progress) = self.progress_mut(id) {
            progress.moved = true;
        }
        self.tell(Fact::StandIn(self.step(id, from)));
    }
}
