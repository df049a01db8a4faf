//! Where units go aboard and ashore, and how much room there is (WISC 9.1, 9.2, N-37).

use crate::ashore::{Brigade, Site};
use crate::chart::{CoastNo, PortNo, SIDES};
use crate::event::reason::{Reason, Why};
use crate::place::Place;
use crate::ship::ShipId;
use crate::turn::Turn;
use fieldpost_ground::map::Terrain;
use fieldpost_ground::square::{Direction, StrategicSquare, TACTICAL_SIDE, TacticalSquare};
use fieldpost_ground::tactical::Ground;

impl Turn {
    /// WISC 9.1: the room that is left aboard a transport group.
    pub fn room(&self, id: ShipId) -> u32 {
        let Some(ship) = self.ship(id) else { return 0 };
        let units: u32 = self.ashore.aboard(id).map(Brigade::space).sum();
        let sailors = ship.crew.saturating_sub(ship.capacity / 10);
        ship.capacity.saturating_sub(units + 20 * (ship.supplies + ship.extra_stores) + sailors)
    }

    /// WISC 9.2: hills and mountains take no landing and give none; forested hills are hills.
    fn is_low(&self, at: StrategicSquare) -> bool {
        matches!(self.atlas.map.terrain_at(at), Terrain::Open | Terrain::Forest | Terrain::Marsh)
    }

    /// The city square of a port on the land map.
    pub fn city_square(&self, port: PortNo) -> Option<(StrategicSquare, TacticalSquare)> {
        let at = self.chart.port(port).at?;
        let city = self
            .atlas
            .map
            .cities
            .iter()
            .find(|city| city.at == at && city.name == self.chart.port(port).name);
        Some((at, city.map_or(TacticalSquare::MIDDLE, |city| city.tac)))
    }

    /// N-38: whether active enemies that fight stand in a tactical square.
    fn is_defended(&self, at: StrategicSquare, tac: TacticalSquare, of: ShipId) -> bool {
        let mut units = self.ashore.brigades_in(at).filter(|unit| unit.at == Site::Field(at, tac));
        units.any(|unit| unit.active && unit.fights && self.state.hostile(unit.nation, of.nation))
    }

    /// WISC 9.2, N-97: whether active enemies of any kind stand in a square, naval batteries and headquarters too.
    fn has_enemies(&self, at: StrategicSquare, of: ShipId) -> bool {
        let hostile = |nation| self.state.hostile(nation, of.nation);
        let mut units = self.ashore.brigades_in(at);
        units.any(|unit| unit.active && hostile(unit.nation))
            || self.ashore.batteries_at(at, hostile).next().is_some()
    }

    /// EU 7.14, N-98: whether an active enemy of any kind stands in a tactical square.
    fn has_enemy_at(&self, at: StrategicSquare, tac: TacticalSquare, of: ShipId) -> bool {
        let hostile = |nation| self.state.hostile(nation, of.nation);
        let mut units = self.ashore.brigades_in(at).filter(|unit| unit.at == Site::Field(at, tac));
        units.any(|unit| unit.active && hostile(unit.nation))
            || self.ashore.batteries_at(at, hostile).any(|unit| unit.tac == tac)
    }

    /// WISC 9.2: whether a unit stands where a ship can take it aboard.
    pub fn in_reach(&self, id: ShipId, unit: &Brigade) -> Result<(), Reason> {
        let Some(ship) = self.ship(id) else { return Err(Why::NoMore.into()) };
        match (ship.at, unit.at) {
            (Place::Harbor(port), Site::Garrison(other)) if port == other => Ok(()),
            (Place::Coast(coast), Site::Garrison(port)) if self.chart.port(port).coast() == Some(coast) => {
                Ok(())
            }
            (_, Site::Field(at, tac)) => self.reaches(id, at, tac, Why::OutOfReach.of(unit.id)),
            _ => Err(Why::NotWithinReach.of(unit.id)),
        }
    }

    /// WISC 9.2, 9.3: whether what stands at a place can go aboard a ship from there; `beyond`, with the place, is why not.
    pub fn reaches(
        &self,
        id: ShipId,
        at: StrategicSquare,
        tac: TacticalSquare,
        beyond: Reason,
    ) -> Result<(), Reason> {
        let label = self.chart.grid.label(at);
        if !self.is_low(at) {
            return Err(Why::HighGround.of(label));
        }
        let reached = match self.ship(id).map(|ship| ship.at) {
            Some(Place::Harbor(port)) => self.by_the_city(id, port, at, tac),
            Some(Place::Coast(coast)) => self.on_the_shore(id, coast, at, tac),
            Some(Place::River(river)) => {
                river == at && (self.on_the_bank(at, tac) || !self.has_enemies(at, id))
            }
            _ => false,
        };
        if reached { Ok(()) } else { Err(beyond.and(label).and(tac)) }
    }

    /// In a harbor: the city square, or anywhere in its square if no enemies are there.
    fn by_the_city(&self, id: ShipId, port: PortNo, at: StrategicSquare, tac: TacticalSquare) -> bool {
        self.city_square(port)
            .is_some_and(|(square, city)| square == at && (tac == city || !self.has_enemies(at, id)))
    }

    /// From coastal waters: the square of a port there, or another on that shore, but not the city square if enemies are in the square.
    fn on_the_shore(&self, id: ShipId, coast: CoastNo, at: StrategicSquare, tac: TacticalSquare) -> bool {
        let ports = (0..self.chart.ports.len()).map(|place| PortNo(place as u16));
        let mut ports = ports.filter(|port| self.chart.port(*port).coast() == Some(coast));
        let city = ports.clone().filter_map(|port| self.city_square(port)).any(|city| city == (at, tac));
        let reached = self.chart.coast(coast).shore.contains(&at)
            || ports.any(|port| self.chart.port(port).at == Some(at));
        reached && (!city || !self.has_enemies(at, id))
    }

    /// Whether a tactical square lies beside the river of its square.
    pub fn on_the_bank(&self, at: StrategicSquare, tac: TacticalSquare) -> bool {
        let sheet = self.atlas.sheet(at);
        let near = Direction::ALL.into_iter().filter_map(|side| tac.step(side));
        near.into_iter()
            .any(|near| matches!(sheet.ground_at(near), Ground::River | Ground::Ford | Ground::Water))
    }

    /// WISC 9.2: where a unit is set ashore: in a harbor the city, on a river its bank, from coastal waters the water's edge of a square
    /// on that shore; off the map the garrison.
    pub fn landing_site(
        &self,
        id: ShipId,
        square: Option<StrategicSquare>,
        tac: Option<TacticalSquare>,
    ) -> Result<Site, Reason> {
        let at = self.ship(id).map(|ship| ship.at).ok_or(Why::NoMore)?;
        let elsewhere = square.filter(|square| at.is_inland() && self.chart.square(at) != Some(*square));
        if let Some(square) = elsewhere {
            let (here, there) = (self.chart.label(at), self.chart.grid.label(square));
            return Err(Why::NotFromThere.named(&at, here).and(there));
        }
        match at {
            Place::Harbor(port) => self.landing_in_harbor(id, port),
            Place::Coast(coast) => self.landing_on_shore(id, coast, square, tac),
            Place::River(river) => self.landing_on_bank(id, river, tac),
            _ => Err(Why::NoLanding.into()),
        }
    }

    fn landing_in_harbor(&self, id: ShipId, port: PortNo) -> Result<Site, Reason> {
        let Some((at, city)) = self.city_square(port) else { return self.garrison_of(id, port) };
        if !self.is_low(at) {
            return Err(Why::HighGround.of(self.chart.grid.label(at)));
        }
        if !self.state.is_friendly(port, id.nation) && self.is_defended(at, city, id) {
            return Err(Why::EnemiesIn.of(&self.chart.port(port).name));
        }
        Ok(Site::Field(at, city))
    }

    fn garrison_of(&self, id: ShipId, port: PortNo) -> Result<Site, Reason> {
        let holder = self.state.holder(port);
        let at_war = holder.is_some_and(|holder| {
            self.state.allied(holder, id.nation) || self.state.hostile(holder, id.nation)
        });
        if at_war { Ok(Site::Garrison(port)) } else { Err(Why::Foreign.of(&self.chart.port(port).name)) }
    }

    fn landing_on_shore(
        &self,
        id: ShipId,
        coast: CoastNo,
        square: Option<StrategicSquare>,
        tac: Option<TacticalSquare>,
    ) -> Result<Site, Reason> {
        let ports = (0..self.chart.ports.len()).map(|place| PortNo(place as u16));
        let off = ports.clone().find(|port| {
            let port = self.chart.port(*port);
            port.coast() == Some(coast) && port.at.is_none()
        });
        let Some(at) = square else {
            return off.map(Site::Garrison).ok_or_else(|| Why::SayWhichSquare.into());
        };
        let label = self.chart.grid.label(at);
        if !self.chart.coast(coast).shore.contains(&at) {
            return Err(Why::NotOnShore.of(label).and(&self.chart.coast(coast).code));
        }
        self.is_open_land(at)?;
        let edge = self.water_edge(coast, at, tac.unwrap_or(TacticalSquare::MIDDLE));
        let tac = edge.ok_or_else(|| Why::NoGround.of(&label))?;
        match self.has_enemy_at(at, tac, id) {
            true => Err(Why::EnemyAshore.of(label).and(tac)),
            false => Ok(Site::Field(at, tac)),
        }
    }

    /// WISC 9.2, EU 7.16, N-99: whether units may be landed on a square at all.
    fn is_open_land(&self, at: StrategicSquare) -> Result<(), Reason> {
        let label = self.chart.grid.label(at);
        if !self.is_low(at) {
            return Err(Why::HighGround.of(label));
        }
        if self.ashore.closed.contains(&at) { Err(Why::ClosedLand.of(label)) } else { Ok(()) }
    }

    /// N-37: of the edges of a square that lie on this coast's water the one nearest the wished place, and there the first land inward in
    /// the same row or column.
    pub fn water_edge(
        &self,
        coast: CoastNo,
        at: StrategicSquare,
        wish: TacticalSquare,
    ) -> Option<TacticalSquare> {
        let sheet = self.atlas.sheet(at);
        let water = &self.chart.coast(coast).water;
        let sides = SIDES
            .into_iter()
            .filter(|side| self.chart.grid.step(at, *side).is_some_and(|near| water.contains(&near)));
        let last = TACTICAL_SIDE - 1;
        let inward = |side: Direction| {
            let lines = 0..TACTICAL_SIDE;
            let of = move |step: u8| match side {
                Direction::North => TacticalSquare::new(wish.col(), step),
                Direction::South => TacticalSquare::new(wish.col(), last - step),
                Direction::West => TacticalSquare::new(step, wish.row()),
                _ => TacticalSquare::new(last - step, wish.row()),
            };
            lines.into_iter().filter_map(of).find(|tac| sheet.is_passable(*tac))
        };
        sides.filter_map(inward).min_by_key(|tac| (tac.distance(wish), *tac))
    }

    fn landing_on_bank(
        &self,
        id: ShipId,
        at: StrategicSquare,
        tac: Option<TacticalSquare>,
    ) -> Result<Site, Reason> {
        let label = self.chart.grid.label(at);
        self.is_open_land(at)?;
        let sheet = self.atlas.sheet(at);
        let is_held = |tac: &TacticalSquare| self.has_enemy_at(at, *tac, id);
        let lands = |tac: &TacticalSquare| sheet.is_passable(*tac) && self.on_the_bank(at, *tac);
        match tac {
            Some(tac) if lands(&tac) && is_held(&tac) => Err(Why::EnemyAshore.of(label).and(tac)),
            Some(tac) if lands(&tac) => Ok(Site::Field(at, tac)),
            Some(tac) => Err(Why::NotOnBank.of(label).and(tac)),
            None => {
                let mut near: Vec<TacticalSquare> = TacticalSquare::all().filter(lands).collect();
                if near.is_empty() {
                    return Err(Why::NoBank.of(label));
                }
                near.retain(|tac| !is_held(tac));
                let friend = |nation| self.state.allied(nation, id.nation);
                let is_full = |tac| self.ashore.is_full(at, tac, friend);
                let best = near
                    .into_iter()
                    .min_by_key(|tac| (is_full(*tac), tac.distance(TacticalSquare::MIDDLE), *tac));
                best.map(|tac| Site::Field(at, tac)).ok_or_else(|| Why::EnemiesAllAlong.of(label))
            }
        }
    }
}
