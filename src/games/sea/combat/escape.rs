//! Where ships flee to (WISC 7.3, 7.6, N-58, N-59, N-60).

use crate::chart::CoastNo;
use crate::event::Fact;
use crate::orders::Refuge;
use crate::place::Place;
use crate::sailing::chance::Course;
use crate::sailing::company::Company;
use crate::ship::{Ship, ShipId};
use crate::turn::Turn;
use fieldpost_ground::square::StrategicSquare;

impl Turn {
    /// Takes a ship that evaded or escaped out of the place of a battle; whether there was a way. Her sea move then comes second, her
    /// port moves last, nobody pursues her (7.3, 7.6).
    pub fn flee(&mut self, id: ShipId, from: Place) -> bool {
        let went = match from {
            Place::Sea(sea, area) => {
                let area = self.empty_area(id, area, sea);
                self.place(&[id], Place::Sea(sea, area), None);
                true
            }
            Place::Coast(coast) => self.flee_from_coast(id, coast),
            Place::Harbor(_) | Place::River(_) => {
                // A channel has two waters: out to those that the sea is off.
                let exits = self.chart.exits(from);
                let off_sea = exits.iter().find(|(coast, _)| self.chart.coast(*coast).sea.is_some());
                match off_sea.or(exits.first()) {
                    Some((coast, _)) => self.flee_to_sea(id, *coast),
                    None => self.fall_back(id),
                }
            }
            Place::Transit(..) => false,
        };
        if let (true, Some(progress)) = (went, self.progress_mut(id)) {
            (progress.delayed, progress.slipped, progress.moved) = (true, true, true);
            if !from.is_open() {
                progress.port_done[2] = true;
            }
        }
        went
    }

    /// WISC 4.7, 7.6: from coastal waters where she wishes, if the wind lets her and no enemy is there; else to sea.
    fn flee_from_coast(&mut self, id: ShipId, coast: CoastNo) -> bool {
        let (refuge, named) = self.sailing(id).retreat;
        let inlets = self.chart.inlets(coast);
        let sortied = self.progress.get(&id).and_then(|progress| progress.sortied_from);
        let wish = match (refuge, named) {
            (Refuge::Sea, _) => None,
            (_, Some(named)) => inlets.contains(&named).then_some(named),
            (_, None) => sortied.or_else(|| self.haven_on(id, &inlets)),
        };
        let wish = wish.filter(|place| self.is_haven(*place, id) && self.wind_lets_in(id, *place, coast));
        match wish {
            Some(place) => {
                self.place(&[id], place, None);
                true
            }
            None => self.flee_to_sea(id, coast),
        }
    }

    /// Whether the wind lets a ship flee into an inlet of some coastal waters; how much propulsion she has left does not count (N-45).
    fn wind_lets_in(&self, id: ShipId, inlet: Place, coast: CoastNo) -> bool {
        let exit = self.chart.exits(inlet).into_iter().find(|exit| exit.0 == coast).map(|exit| exit.1);
        let fast = self.ship(id).is_some_and(|ship| ship.fast);
        let sea = self.chart.coast(coast).sea;
        exit.is_some_and(|exit| fast || self.course(sea, exit.opposite()) != Course::Upwind)
    }

    /// WISC 7.6, N-60: to the sea that the waters are connected to; who never goes to sea, into a safe harbor or mouth of these waters.
    fn flee_to_sea(&mut self, id: ShipId, coast: CoastNo) -> bool {
        let sea = self.chart.coast(coast).sea.filter(|_| !id.kind.is_river());
        if let Some(sea) = sea {
            let area = self.draw_area(id);
            let side = self.chart.coast(coast).seaward.map(|side| side.opposite());
            self.arrive(&[id], Place::Sea(sea, area), side);
            return true;
        }
        let own = self.ship(id).map(|ship| ship.at);
        let inlets: Vec<Place> =
            self.chart.inlets(coast).into_iter().filter(|place| Some(*place) != own).collect();
        let unheld = |place: &&Place| {
            let empty = self.foes_at(**place, id.nation).is_empty() && !self.is_commanded(**place, id.nation);
            let floats = match place {
                Place::River(at) => self.chart.rivers.floats(*at, id.kind.row().narrowest),
                _ => false,
            };
            empty && floats
        };
        let channel = |place: &&Place| self.chart.exits(**place).len() > 1;
        let to = self
            .haven_on(id, &inlets)
            .or_else(|| inlets.iter().filter(channel).find(unheld).copied())
            .or_else(|| inlets.iter().find(unheld).copied());
        if let Some(to) = to {
            self.place(&[id], to, None);
        }
        to.is_some()
    }

    /// WISC 7.3, 7.6, N-59: four or five squares back along the river, friends met on the way with her; whether one square was free. Whom
    /// she meets where her flight ends stays, and keeps her orders.
    pub fn fall_back(&mut self, id: ShipId) -> bool {
        let squares = 4 + self.die("7.6c", &id.to_string(), 2) as usize;
        let mut friends: Vec<(ShipId, Place)> = Vec::new();
        let mut went = 0;
        let mut been: Vec<StrategicSquare> =
            self.ship(id).and_then(|ship| self.chart.river_square(ship.at)).into_iter().collect();
        while went < squares {
            let next = if went == 0 { self.way_back(id) } else { self.farther_back(id, &been) };
            let Some(next) = next else { break };
            let place = self.chart.river_place(next);
            if self.is_barred(place, id.nation) || self.is_commanded(place, id.nation) {
                break;
            }
            let company: Company = [id].into_iter().chain(friends.iter().map(|row| row.0)).collect();
            self.place(&company, place, None);
            been.push(next);
            friends.extend(self.friends_met(id, place, &company).into_iter().map(|friend| (friend, place)));
            went += 1;
        }
        if let Some(progress) = self.progress_mut(id).filter(|_| went > 0) {
            progress.port_done[2] = true;
        }
        if let Some(ship) = self.ship_mut(id).filter(|_| went > 0) {
            ship.came_from = None;
        }
        for (friend, from) in friends {
            self.tell_driven(friend, from);
        }
        went > 0
    }

    /// WISC 7.6: an enemy whom a runner meets on her way falls back before her, wherever her own base lies: four or five squares on, along
    /// the runner's `way`, of which `met` is the place of the square where they meet; beyond its end into whatever is open, at last out
    /// of the mouth. Friends on the way go with her. She stops short of her own enemies, and of what is too narrow for her.
    pub fn give_way(&mut self, id: ShipId, way: &[StrategicSquare], met: usize) {
        if self.ship(id).is_none_or(|ship| !ship.is_manned()) {
            return;
        }
        let mut been: Vec<StrategicSquare> = way[..=met].to_vec();
        let mut company: Vec<(ShipId, Place)> = self.ship(id).map(|ship| (id, ship.at)).into_iter().collect();
        for _ in 0..4 + self.die("7.6f", &id.to_string(), 2) {
            let Some(next) = self.square_before(id, way, &been) else { break };
            let ships: Vec<ShipId> = company.iter().map(|row| row.0).collect();
            self.place(&ships, next, None);
            let Some(square) = self.chart.river_square(next) else { break };
            been.push(square);
            let friends = self.friends_met(id, next, &ships);
            company.extend(friends.into_iter().map(|friend| (friend, next)));
        }
        for (ship, from) in company {
            self.tell_driven(ship, from);
        }
    }

    /// The next place before a runner: on along her way, else another arm, else the waters off the mouth.
    fn square_before(&self, id: ShipId, way: &[StrategicSquare], been: &[StrategicSquare]) -> Option<Place> {
        let at = self.chart.river_square(self.ship(id)?.at)?;
        let ordered = way.iter().position(|square| *square == at).and_then(|place| way.get(place + 1));
        let arms = self.chart.rivers.next_to(at, id.kind.row().narrowest).into_iter().map(|(next, _)| next);
        let mut open = ordered.copied().into_iter().chain(arms).filter(|next| !been.contains(next));
        let is_free = |next: &StrategicSquare| {
            let place = self.chart.river_place(*next);
            let floats = self.chart.rivers.floats(*next, id.kind.row().narrowest);
            floats && !self.is_barred(place, id.nation) && !self.is_commanded(place, id.nation)
        };
        let river = open.find(is_free).map(|next| self.chart.river_place(next));
        river
            .or_else(|| self.chart.exits(self.chart.river_place(at)).first().map(|exit| Place::Coast(exit.0)))
    }

    /// What falling back leaves of a ship's orders: no move along the river, nothing loaded; and it is told.
    fn tell_driven(&mut self, id: ShipId, from: Place) {
        if self.ship(id).is_none_or(|ship| ship.at == from) {
            return;
        }
        if let Some(progress) = self.progress_mut(id) {
            (progress.port_done[2], progress.moved) = (true, true);
            progress.delayed |= progress.busy;
        }
        if let Some(ship) = self.ship_mut(id) {
            ship.came_from = None;
        }
        self.tell(Fact::Driven(self.step(id, from)));
    }

    fn friends_met(&self, id: ShipId, place: Place, company: &[ShipId]) -> Vec<ShipId> {
        let met = self.state.active_at(place).map(|ship| ship.id);
        let narrow = |other: &ShipId| other.kind.row().narrowest <= id.kind.row().narrowest;
        let friend = |other: &ShipId| self.state.allied(other.nation, id.nation) && !company.contains(other);
        let is_manned = |other: &ShipId| self.ship(*other).is_some_and(Ship::is_manned);
        met.filter(|other| friend(other) && narrow(other) && is_manned(other)).collect()
    }

    /// N-59: the square to which a ship goes back: where she came from, else toward her refuge.
    pub fn way_back(&self, id: ShipId) -> Option<StrategicSquare> {
        let floats = |to: &StrategicSquare| self.chart.rivers.floats(*to, id.kind.row().narrowest);
        self.ship(id)?.came_from.filter(floats).or_else(|| self.toward_refuge(id))
    }

    /// The next square beyond those where she has been: at a confluence the arm of the way to her refuge, else the first.
    fn farther_back(&self, id: ShipId, been: &[StrategicSquare]) -> Option<StrategicSquare> {
        let at = self.chart.river_square(self.ship(id)?.at)?;
        let is_new = |next: &StrategicSquare| !been.contains(next);
        let arms = self.chart.rivers.next_to(at, id.kind.row().narrowest).into_iter().map(|(next, _)| next);
        self.toward_refuge(id).filter(is_new).or_else(|| arms.into_iter().find(is_new))
    }

    /// The first square of the shortest way to a ship's base: on this river, else by its mouth; else to the nearest friendly port.
    fn toward_refuge(&self, id: ShipId) -> Option<StrategicSquare> {
        let ship = self.ship(id)?;
        let at = self.chart.river_square(ship.at)?;
        let narrowest = id.kind.row().narrowest;
        let far = self.chart.rivers.reach(at, narrowest);
        let base = ship
            .base
            .and_then(|base| self.chart.port_place(base))
            .and_then(|place| self.chart.river_square(place));
        let base = base.filter(|base| far.contains_key(base));
        let mouth =
            || self.chart.mouths.iter().filter_map(|mouth| Some((*far.get(&mouth.at)?, mouth.at))).min();
        let friendly = |place: usize| {
            let port = crate::chart::PortNo(place as u16);
            self.state.is_friendly(port, id.nation).then(|| self.chart.port_place(port)).flatten()
        };
        let ports = || {
            let squares = (0..self.chart.ports.len())
                .filter_map(friendly)
                .filter_map(|place| self.chart.river_square(place));
            squares.filter_map(|square| Some((*far.get(&square)?, square))).min()
        };
        let to = base.or_else(|| mouth().or_else(ports).map(|(_, square)| square))?;
        self.chart.rivers.way(at, to, narrowest)?.first().map(|(next, _)| *next)
    }
}
