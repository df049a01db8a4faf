//! What land and sea hand one another (naval record 4.3): batteries, brigades, supplies, cities, pontoons.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::event::Saw;
use crate::games::campaign::joint::{Away, Joint};
use crate::games::ground::nation::NationCode;
use crate::games::ground::square::{StrategicSquare, TACTICAL_SIDE, TacticalSquare};
use crate::games::ground::tactical::{Ground, Sheet};
use crate::games::land::combat::contested;
use crate::games::land::combat::ships::{Shells, strike};
use crate::games::land::event::Place;
use crate::games::land::orders::OfficeOrder;
use crate::games::land::state::{Control, Ferry};
use crate::games::land::turn::Progress;
use crate::games::land::unit::{Status, Unit, UnitId, UnitType};
use crate::games::sea::ashore::{Arm, Battery, Brigade, LandBattle, Site};
use crate::games::sea::chart::PortNo;
use crate::games::sea::combat::fight::worth;
use crate::games::sea::event::Kind;
use crate::games::sea::ship::ShipId;

/// Gunners of a battery: what a battery that is silenced costs its unit.
const GUNNERS: u32 = 100;

/// What ships ask of a unit's arm.
fn arm(kind: UnitType) -> Arm {
    match kind {
        UnitType::HorseArtillery => Arm::Guns { horse: true },
        kind if kind.is_artillery() => Arm::Guns { horse: false },
        kind if kind.is_cavalry() => Arm::Cavalry,
        UnitType::ArmyHq => Arm::ArmyHeadquarters,
        UnitType::CorpsHq => Arm::CorpsHeadquarters,
        UnitType::PontoonBridge => Arm::Train,
        _ => Arm::Infantry,
    }
}

/// A unit as ships see it, at a site.
fn brigade(unit: &Unit, site: Site) -> Brigade {
    Brigade {
        id: unit.id.to_string(),
        nation: unit.id.nation,
        arm: arm(unit.id.kind),
        men: unit.strength,
        batteries: u32::from(unit.batteries),
        worth: worth(unit.quality),
        supplies: u32::from(unit.supplies),
        at: site,
        active: unit.is_active() && matches!(site, Site::Field(..)),
        fights: unit.id.kind.is_brigade(),
        busy: false,
        marches: false,
    }
}

/// N-86: the river square of a sheet that is nearest to its middle.
fn river_cell(sheet: &Sheet) -> Option<TacticalSquare> {
    let middle = TacticalSquare::new(8, 8)?;
    let cells = (1..=TACTICAL_SIDE).flat_map(|row| (1..=TACTICAL_SIDE).map(move |col| (col, row)));
    let rivers = cells.filter_map(|(col, row)| TacticalSquare::new(col, row));
    let rivers = rivers.filter(|tac| matches!(sheet.ground_at(*tac), Ground::River | Ground::Ford));
    rivers.min_by_key(|tac| (tac.distance(middle), *tac))
}

impl Joint {
    /// Units that are aboard or in garrisons when the turn begins stand in no list of the land's.
    pub(super) fn stow(&mut self) {
        for (id, away) in &self.away {
            self.sea.ashore.brigades.insert(id.to_string(), brigade(&away.unit, away.site));
        }
    }

    /// The land as it is now, for ships.
    pub(super) fn hand_over(&mut self) {
        let busy: Vec<String> =
            self.sea.ashore.brigades.values().filter(|unit| unit.busy).map(|unit| unit.id.clone()).collect();
        let mut brigades: BTreeMap<String, Brigade> = BTreeMap::new();
        let mut batteries = Vec::new();
        for unit in self.land.state.units.values() {
            if unit.id.kind == UnitType::NavalBattery {
                batteries.extend(unit.is_active().then(|| self.battery(unit)));
                continue;
            }
            let mut seen = brigade(unit, Site::Field(unit.at, unit.tac));
            seen.busy = busy.contains(&seen.id);
            seen.marches =
                self.land.progress.get(&unit.id).is_some_and(|progress| !progress.orders.path.is_empty());
            brigades.insert(seen.id.clone(), seen);
        }
        for (id, away) in &self.away {
            brigades.insert(id.to_string(), brigade(&away.unit, away.site));
        }
        (self.sea.ashore.brigades, self.sea.ashore.batteries) = (brigades, batteries);
        self.hand_over_relations();
        self.hand_over_cities();
        self.hand_over_places();
        let bridges = self.land.state.units.values().filter(|unit| unit.spans());
        self.sea.ashore.pontoons = bridges.map(|unit| (unit.at, unit.id.nation)).collect();
    }

    fn battery(&self, unit: &Unit) -> Battery {
        let height = match self.land.atlas.sheet(unit.at).ground_at(unit.tac) {
            Ground::Hills => 1500,
            Ground::HighHills => 2500,
            _ => 1000,
        };
        let seen = brigade(unit, Site::Field(unit.at, unit.tac));
        let (id, batteries) = (seen.id, u32::from(unit.batteries));
        Battery {
            id,
            nation: unit.id.nation,
            at: unit.at,
            tac: unit.tac,
            batteries,
            height,
            worth: seen.worth,
        }
    }

    /// Depots, railway bridges over rivers, and who looks at the water from where.
    fn hand_over_places(&mut self) {
        let (land, ashore) = (&self.land, &mut self.sea.ashore);
        ashore.depots =
            land.state.depots.iter().map(|depot| (depot.at, (depot.side, depot.supplies))).collect();
        let field = land.field();
        let bridged = |at: &StrategicSquare| {
            let bridges = &land.atlas.sheet(*at).bridge;
            let mut tacs = (0..bridges.len()).filter(|place| bridges[*place]);
            tacs.next().is_some() && !field.state.bridges_destroyed.contains(at)
        };
        let rivers: BTreeSet<StrategicSquare> =
            self.sea.state.ships.values().filter_map(|ship| self.sea.chart.square(ship.at)).collect();
        ashore.bridges = rivers.into_iter().filter(bridged).collect();
        ashore.watch.clear();
        for unit in land.state.units.values().filter(|unit| unit.is_active()) {
            if let Some(seat) = land.state.seats.get(&unit.id) {
                let here = ashore.watch.entry(unit.at).or_default();
                here.extend([Some(seat.commander), seat.deputy].into_iter().flatten());
            }
        }
    }

    /// The land battles into which ships may fire in a phase (WISC 7.7).
    pub(super) fn hand_over_battles(&mut self, phase: u8) {
        let field = self.land.field();
        let battle = |place: Place| LandBattle {
            phase,
            at: place.at,
            tac: place.tac,
            sides: field
                .units_in(place.at)
                .filter(|unit| unit.tac == place.tac)
                .map(|unit| unit.id.nation)
                .collect(),
        };
        self.sea.ashore.battles = contested(field).into_iter().map(battle).collect();
    }

    /// WISC 7.7: what ships fired falls among land units, before the battles of the phase; whoever is hit is told by whom.
    pub(super) fn shell(&mut self) {
        let salvos = std::mem::take(&mut self.sea.salvos);
        let shells: Vec<Shells> = salvos
            .iter()
            .map(|salvo| Shells {
                by: salvo.ship.to_string(),
                nation: salvo.ship.nation,
                at: salvo.at,
                tac: salvo.tac,
                strength: salvo.strength,
                supports: salvo.supports,
            })
            .collect();
        for (place, id, men) in strike(&mut self.land, &shells) {
            let salvo = &salvos[place];
            let kind = if salvo.supports { Kind::ShipSupports } else { Kind::ShipBombards };
            let mut event = self.sea.event(kind, salvo.ship);
            (event.tac, event.other, event.count) = (Some(salvo.tac), Some(id.to_string()), Some(men));
            let seat = self.land.state.seats.get(&id).copied();
            self.sea.tell(event);
            if let (Some(told), Some(seat)) = (self.sea.events.last_mut(), seat) {
                let own = [Some(seat.commander), seat.deputy].into_iter().flatten();
                told.to.extend(own.map(|player| (player, Saw::All)));
            }
        }
    }

    /// EU 11.7, K-6: between which ports supplies go by sea, if anybody means to move any.
    pub(super) fn set_lanes(&mut self) {
        let moves = |order: &OfficeOrder| matches!(order, OfficeOrder::MoveSupplies { .. });
        if !self.land.orders.offices.iter().any(|(_, order)| moves(order)) {
            return;
        }
        let sea = &self.sea;
        let nations: BTreeSet<NationCode> = sea.state.players.iter().map(|player| player.nation).collect();
        let ports = (0..sea.chart.ports.len()).map(|place| PortNo(place as u16));
        let ports: Vec<(PortNo, StrategicSquare)> = ports
            .filter(|port| !sea.coasts_by(*port).is_empty())
            .filter_map(|port| Some((port, sea.chart.port(port).at?)))
            .collect();
        let mut lanes = BTreeSet::new();
        for nation in nations {
            let own: Vec<_> = ports.iter().filter(|(port, _)| sea.state.is_friendly(*port, nation)).collect();
            for (from, at) in &own {
                for (to, other) in own.iter().filter(|(to, _)| to != from) {
                    if sea.moves_by_sea(nation, *from, *to).is_ok() {
                        lanes.insert((nation, *at, *other));
                    }
                }
            }
        }
        self.land.sea_lanes = lanes;
    }

    /// EU 1.3, 8.2, N-87: who controls river squares is the ships' to say.
    pub(super) fn mark_rivers(&mut self) {
        for (at, nation) in &self.sea.state.rivers {
            self.land.state.river_control.insert(*at, Control::Nation(*nation));
        }
    }

    /// EU 12.7, N-86: transports on rivers ferry, if they do not move in this turn; where the turn is over, those that could.
    pub(super) fn set_ferries(&mut self, is_over: bool) {
        let ships = &self.sea.state.ships;
        let is_ship = |id: &str| id.parse::<ShipId>().is_ok_and(|id| ships.contains_key(&id));
        let mut ferries: Vec<Ferry> =
            self.land.state.ferries.iter().filter(|ferry| !is_ship(&ferry.id)).cloned().collect();
        let transports = ships.values().filter(|ship| ship.id.kind.is_transport() && ship.is_active());
        for ship in transports {
            let moves = self.sea.sailing(ship.id).moves() && !is_over;
            let Some(at) = self.sea.chart.river_square(ship.at).filter(|_| !moves) else { continue };
            let Some(tac) = river_cell(self.land.atlas.sheet(at)) else { continue };
            let load = ship.capacity.saturating_sub(self.sea.room(ship.id));
            let (id, side, capacity) = (ship.id.to_string(), ship.id.nation, ship.capacity);
            ferries.push(Ferry { id, at, tac, side, capacity, load });
        }
        self.land.state.ferries = ferries;
    }

    /// Who stands how is the land's to say.
    fn hand_over_relations(&mut self) {
        let nations: Vec<NationCode> = self.land.state.players.iter().map(|player| player.nation).collect();
        for one in &nations {
            for other in nations.iter().filter(|other| *other != one) {
                let is = self.land.state.relations.between(*one, *other);
                self.sea.state.relations.insert((*one, *other), is);
            }
        }
    }

    /// WISC 2.6: a port is held with its city; what lies in it falls with it.
    fn hand_over_cities(&mut self) {
        let cities: Vec<(PortNo, NationCode, u32, bool)> = self
            .land
            .state
            .cities
            .iter()
            .filter_map(|(name, city)| {
                Some((self.sea.chart.port_of(name)?, city.control, city.supplies, city.besieged))
            })
            .collect();
        for (port, control, supplies, besieged) in cities {
            if self.sea.state.holder(port) != Some(control) {
                self.sea.port_falls(port, control);
            }
            self.sea.ashore.supplies.insert(port, supplies);
            if besieged {
                self.sea.ashore.besieged.insert(port);
            } else {
                self.sea.ashore.besieged.remove(&port);
            }
        }
    }

    /// What ships made of the land.
    pub(super) fn take_back(&mut self) {
        self.take_batteries();
        self.take_units();
        self.take_cities();
        let down = std::mem::take(&mut self.sea.pontoons_down);
        let bridges: Vec<UnitId> = self
            .land
            .state
            .units
            .values()
            .filter(|unit| unit.spans() && down.contains(&unit.at))
            .map(|unit| unit.id)
            .collect();
        bridges.into_iter().for_each(|id| self.land.remove(id));
        let down = std::mem::take(&mut self.sea.bridges_down);
        self.land.state.bridges_destroyed.extend(down);
        for depot in &mut self.land.state.depots {
            let now = self.sea.ashore.depots.get(&depot.at).filter(|now| now.0 == depot.side);
            depot.supplies = now.map_or(depot.supplies, |now| now.1);
        }
    }

    /// WISC 7.5: batteries that were silenced are gone, with their gunners; a unit without any is no more.
    fn take_batteries(&mut self) {
        for battery in self.sea.ashore.batteries.clone() {
            let Ok(id) = battery.id.parse::<UnitId>() else { continue };
            let Some(unit) = self.land.state.units.get_mut(&id) else { continue };
            let lost = u32::from(unit.batteries).saturating_sub(battery.batteries);
            unit.batteries = battery.batteries.min(u32::from(u8::MAX)) as u8;
            let men = (GUNNERS * lost).min(unit.strength);
            unit.strength -= men;
            unit.casualties += men;
            unit.killed += men;
            if lost > 0 && unit.batteries == 0 {
                self.land.remove(id);
            }
        }
    }

    /// WISC 9.2: who went aboard leaves the land, who landed comes back to it; who was aboard a ship that was lost is lost.
    fn take_units(&mut self) {
        let known: Vec<UnitId> =
            self.land.state.units.keys().copied().chain(self.away.keys().copied()).collect();
        for id in known.into_iter().filter(|id| id.kind != UnitType::NavalBattery) {
            let brigade = self.sea.ashore.brigades.get(&id.to_string());
            let found = brigade.map(|brigade| (brigade.at, brigade.men));
            let carried = brigade.map(|brigade| brigade.supplies.min(u32::from(u8::MAX)) as u8);
            if let (Some(unit), Some(supplies)) = (self.land.state.units.get_mut(&id), carried) {
                unit.supplies = supplies;
            }
            match found {
                None => {
                    if let Some(away) = self.away.remove(&id) {
                        self.drowned.push((id, away.seat));
                    }
                }
                Some((Site::Field(at, tac), men)) => {
                    if let Some(mut away) = self.away.remove(&id) {
                        (away.unit.at, away.unit.tac, away.unit.strength) = (at, tac, men);
                        away.unit.status = Status::Active;
                        self.come_ashore(away);
                    }
                }
                Some((site, men)) => self.go_off(id, site, men),
            }
        }
    }

    fn go_off(&mut self, id: UnitId, site: Site, men: u32) {
        if let Some(away) = self.away.get_mut(&id) {
            (away.site, away.unit.strength) = (site, men);
            return;
        }
        let Some(unit) = self.land.state.units.get(&id).cloned() else { return };
        let Some(seat) = self.land.state.seats.get(&id).copied() else { return };
        self.land.remove(id);
        // It is still in the game: nobody is told that it left it.
        self.land.removed.remove(&id);
        let unit = Unit { status: Status::Inactive, in_fort: false, ..unit };
        self.away.insert(id, Away { unit, seat, site });
    }

    /// With the orders that it was given for this turn: it may move in the last tactical phase (9.4).
    fn come_ashore(&mut self, away: Away) {
        let id = away.unit.id;
        let orders = self.land.orders.units.get(&id).cloned();
        let (start, men) = (Some(away.unit.tac), Some(away.unit.strength));
        self.land.enlist(away.unit, away.seat);
        if let Some(orders) = orders {
            let progress = Progress { orders, start, men, ..Progress::default() };
            self.land.progress.insert(id, progress);
        }
    }

    fn take_cities(&mut self) {
        for (port, supplies) in &self.sea.ashore.supplies {
            let name = &self.sea.chart.port(*port).name;
            if let Some(city) = self.land.state.cities.get_mut(name) {
                city.supplies = *supplies;
            }
        }
    }
}
