//! The end of a naval turn: experience, looking about, control of rivers, bridges, rumours, what the turn leaves behind (WISC 2.2, 2.6,
//! 4.2, 5.2-5.4, N-8, N-23, N-27, N-40, N-79, N-87).

use std::collections::BTreeMap;

use crate::ashore::{Site, in_words};
use crate::contact;
use crate::event::Fact;
use crate::event::reason::{Reason, Why};
use crate::orders::{Manner, Order};
use crate::place::Place;
use crate::ship::{Ship, ShipId, Status};
use crate::turn::Turn;
use fieldpost_engine::event::Saw;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_ground::unit::UnitId;

/// N-8: the chance in per cent that a ship that lay still finds another group of her sea area.
const FINDS: i64 = 15;
/// the chance in per cent that a ship in harbor sees a unit that stands in its square and not in the city.
const GLIMPSED: i64 = 50;
/// N-23: the chance in per cent that a rumour of a group is heard.
const HEARD: i64 = 50;

impl Turn {
    /// WISC 2.2: a point of experience for a turn at sea or in coastal waters.
    pub fn season_ships(&mut self) {
        for ship in self.state.ships.values_mut().filter(|ship| ship.is_active() && ship.at.is_open()) {
            ship.experience += 1;
        }
    }

    /// WISC 5.3: ships at sea that have not moved and have no enemy by them may find others; they join friends, and meet enemies.
    pub fn look_about(&mut self) {
        let still: Vec<ShipId> = self.state.ships.keys().copied().filter(|id| self.looks(*id)).collect();
        for id in still {
            let Some(Place::Sea(sea, area)) = self.ship(id).map(|ship| ship.at).filter(|_| self.looks(id))
            else {
                continue;
            };
            let others: Vec<(Place, ShipId)> = self
                .state
                .groups
                .iter()
                .filter(|(place, _)| place.sea() == Some(sea) && **place != Place::Sea(sea, area))
                .flat_map(|(place, groups)| groups.iter().filter_map(|group| Some((*place, *group.first()?))))
                .collect();
            for (place, found) in others {
                if self.ship(found).is_some_and(Ship::is_active) && self.chance(FINDS, "5.3", &id.to_string())
                {
                    self.find(id, found, place);
                    break;
                }
            }
        }
    }

    fn looks(&self, id: ShipId) -> bool {
        let Some(ship) = self.ship(id).filter(|ship| ship.is_active() && ship.at.sea().is_some()) else {
            return false;
        };
        let still = self.progress.get(&id).is_some_and(|progress| !progress.moved);
        still && self.foes_at(ship.at, id.nation).is_empty() && self.contact(id).manner != Manner::Evade
    }

    fn find(&mut self, id: ShipId, found: ShipId, place: Place) {
        let called = self.ship(found).map(Ship::called).unwrap_or_default();
        self.tell(Fact::Sighted { ship: id, at: place, called });
        if !self.hostile(id, found) && !self.sailing(id).join {
            return;
        }
        // Neutrals whom she joined stay where they are.
        let own = |other: &&ShipId| self.state.allied(other.nation, id.nation);
        let company: Vec<ShipId> = self
            .state
            .group_of(id)
            .map(|group| group.iter().filter(own).copied().collect())
            .unwrap_or_default();
        self.arrive(&company, place, None);
    }

    /// WISC 4.2: attachment ends with contact; who crosses the ocean together keeps together (6.17).
    pub fn part_company(&mut self) {
        let led: Vec<(ShipId, ShipId)> =
            self.state.ships.values().filter_map(|ship| Some((ship.id, ship.attached_to?))).collect();
        for (id, leader) in led {
            let together = self.ship(leader).zip(self.ship(id)).is_some_and(|(leader, ship)| {
                leader.at == ship.at || contact::touch(&self.chart, leader.at, ship.at)
            });
            if !together {
                if let Some(ship) = self.ship_mut(id) {
                    ship.attached_to = None;
                }
                self.tell(Fact::Detach { here: self.here(id), from: Some(leader) });
            }
        }
    }

    /// N-87: a river square is held by whoever last had warships there alone, and no enemy's battery commands it.
    pub fn hold_rivers(&mut self) {
        let mut there: BTreeMap<StrategicSquare, Vec<NationCode>> = BTreeMap::new();
        for ship in self.state.ships.values().filter(|ship| ship.is_warship()) {
            if let Some(at) = self.chart.river_square(ship.at) {
                there.entry(at).or_default().push(ship.id.nation);
            }
        }
        for (at, nations) in there {
            let first = nations[0];
            let one_side = nations.iter().all(|nation| self.state.allied(*nation, first));
            if one_side && !self.is_commanded(self.chart.river_place(at), first) {
                self.state.rivers.insert(at, first);
            }
        }
    }

    /// EU 12.3, 12.6: a ship that neither moved nor fought destroys the railway bridge of her square; alone with her side there, a pontoon.
    pub fn destroy_bridges(&mut self) {
        let ids: Vec<ShipId> = self.progress.keys().copied().collect();
        for id in ids {
            let Some(progress) = self.progress.get(&id) else { continue };
            let wishes = (progress.orders.destroy_bridge, progress.orders.destroy_pontoon);
            if self.peace {
                self.leave_bridges(id, wishes);
                continue;
            }
            let idle = !progress.moved && !progress.fought && !progress.busy;
            let Some(at) = self.ship(id).and_then(|ship| self.chart.square(ship.at)) else { continue };
            let place = self.ship(id).map(|ship| ship.at);
            let alone = place.is_some_and(|place| {
                !self.is_barred(place, id.nation) && !self.is_commanded(place, id.nation)
            });
            if wishes.0 {
                self.destroy_bridge(id, at, idle);
            }
            if wishes.1 {
                self.destroy_pontoon(id, at, alone);
            }
        }
    }

    /// No bridge is destroyed in peace, as no battle is fought.
    fn leave_bridges(&mut self, id: ShipId, wishes: (bool, bool)) {
        let ordered = [(wishes.0, Order::DestroyBridge), (wishes.1, Order::DestroyPontoon)];
        for (_, order) in ordered.into_iter().filter(|row| row.0) {
            self.refuse_order(id, &order, Why::NoBridgesInPeace);
        }
    }

    /// WISC 2.6, N-88: why a ship does nothing at all: she is laid up, or nobody is aboard.
    fn idles(&self, id: ShipId) -> Option<Reason> {
        let ship = self.ship(id)?;
        match (ship.is_active(), ship.is_manned()) {
            (false, _) => Some(Why::NotInService.into()),
            (true, false) => Some(Why::NoCrew.into()),
            (true, true) => None,
        }
    }

    fn destroy_bridge(&mut self, id: ShipId, at: StrategicSquare, idle: bool) {
        let label = self.chart.grid.label(at);
        let why = self.idles(id).or(match self.ashore.bridges.contains(&at) {
            false => Some(Why::NoRailBridge.of(label)),
            true if !idle => Some(Why::MovedOrFought.into()),
            true => None,
        });
        if let Some(why) = why {
            return self.refuse_order(id, &Order::DestroyBridge, why);
        }
        self.ashore.bridges.remove(&at);
        self.bridges_down.insert(at);
        self.tell(Fact::Bridge(self.here(id)));
    }

    fn destroy_pontoon(&mut self, id: ShipId, at: StrategicSquare, may: bool) {
        let enemy = self.ashore.pontoons.get(&at).is_some_and(|of| self.state.hostile(*of, id.nation));
        let label = self.chart.grid.label(at);
        let why = self.idles(id).or(match enemy {
            false => Some(Why::NoPontoon.of(label)),
            true if id.kind.is_transport() => Some(Why::TransportsNot.into()),
            true if !may => Some(Why::EnemyBy.of(label)),
            true => None,
        });
        if let Some(why) = why {
            return self.refuse_order(id, &Order::DestroyPontoon, why);
        }
        self.ashore.pontoons.remove(&at);
        self.pontoons_down.insert(at);
        let at = self.ship(id).map(|ship| ship.at);
        self.tell(Fact::Pontoon { ship: Some(id), at });
    }

    /// WISC 5.2, EU 4.3, R-4.3: ships in a harbor report each unit of others in its square, but outside of the city, in half of all
    /// turns.
    pub fn glimpse(&mut self) {
        self.state.glimpsed.clear();
        let harbors: Vec<(ShipId, StrategicSquare)> = self
            .state
            .ships
            .values()
            .filter(|ship| ship.is_active() && matches!(ship.at, Place::Harbor(_)))
            .filter_map(|ship| Some((ship.id, self.chart.square(ship.at)?)))
            .collect();
        for (id, at) in harbors {
            let city = self.atlas.map.city_at(at).map(|city| city.tac);
            let others = self
                .ashore
                .brigades_in(at)
                .filter(|unit| !self.state.allied(unit.nation, id.nation))
                .filter(|unit| !matches!(unit.at, Site::Field(_, tac) if Some(tac) == city));
            let others: Vec<UnitId> = in_words(others).iter().map(|unit| unit.id).collect();
            for unit in others {
                if self.chance(GLIMPSED, "5.2", &format!("{id} {unit}")) {
                    self.state.glimpsed.entry(id).or_default().insert(unit);
                }
            }
        }
    }

    /// WISC 5.4, N-23: rumours of groups that began the turn where ships ended it: some, and never the right number but by luck.
    pub fn hear_rumours(&mut self) {
        let began: BTreeMap<Place, Vec<ShipId>> = self.began_where();
        let lay: Vec<(PlayerNo, Place)> = self
            .progress
            .iter()
            .filter_map(|(id, progress)| Some((self.ship(*id)?, progress.began)))
            .flat_map(|(ship, began)| contact::officers(ship).into_iter().map(move |player| (player, began)))
            .collect();
        let listeners: Vec<ShipId> =
            self.state.ships.values().filter(|ship| ship.is_active()).map(|ship| ship.id).collect();
        for (place, ships) in began {
            let mut told = BTreeMap::new();
            for id in &listeners {
                let Some(ship) = self.ship(*id) else { continue };
                if same_waters(ship.at, place)
                    && ships.iter().any(|other| self.state.hostile(other.nation, id.nation))
                {
                    told.extend(
                        contact::officers(ship).into_iter().map(|player| (player, (Saw::All, id.nation))),
                    );
                }
            }
            for (player, (saw, nation)) in told {
                let count =
                    ships.iter().filter(|other| self.state.hostile(other.nation, nation)).count() as u64;
                let roller = format!("{} {}", self.chart.label(place), player.0);
                if count == 0 || !self.chance(HEARD, "5.4", &roller) {
                    continue;
                }
                // Who lay beside them then has counted them.
                let saw_them = |(who, at): &(PlayerNo, Place)| *who == player && same_waters(*at, place);
                let is_known = lay.iter().any(saw_them);
                let heard = (count * (70 + self.die("5.4b", &roller, 61)) + 50) / 100;
                if !is_known {
                    let rumour = Fact::Rumour { at: place, count: heard.max(1) as u32 };
                    self.tell_to(rumour, BTreeMap::from([(player, saw)]));
                }
            }
        }
    }

    /// Who began the turn in which sea area or port.
    fn began_where(&self) -> BTreeMap<Place, Vec<ShipId>> {
        let mut began: BTreeMap<Place, Vec<ShipId>> = BTreeMap::new();
        for (id, progress) in &self.progress {
            let place = match progress.began {
                Place::Sea(sea, _) => Place::Sea(sea, 1),
                Place::Coast(_) | Place::Harbor(_) => progress.began,
                Place::River(_) | Place::Transit(..) => continue,
            };
            began.entry(place).or_default().push(*id);
        }
        began
    }

    /// WISC 2.6, 3.3, N-40, N-79: ships are fitted out and launched, ports gain stores, the turn is over.
    pub fn close(&mut self) {
        for ship in self.state.ships.values_mut() {
            ship.status = match ship.status {
                Status::FittingOut(1) | Status::FittingOut(0) => Status::Active,
                Status::FittingOut(left) => Status::FittingOut(left - 1),
                other => other,
            };
        }
        for port in self.state.ports.values_mut() {
            port.stores += 2 * port.yard;
        }
        self.launch();
        self.lose_magazines();
        self.late_news();
        self.state.turn += 1;
    }

    fn launch(&mut self) {
        let turn = self.state.turn;
        let ports: Vec<_> = self.state.ports.keys().copied().collect();
        for port in ports {
            let Some(held) = self.state.ports.get_mut(&port) else { continue };
            let (ready, rest): (Vec<_>, Vec<_>) =
                held.building.drain(..).partition(|stock| stock.ready <= turn);
            held.building = rest;
            let Some(at) = self.chart.port_place(port) else { continue };
            for stock in ready {
                let id = self.state.free_id(stock.nation, stock.kind);
                let commander = self
                    .state
                    .powers
                    .secretaries
                    .get(&stock.nation)
                    .copied()
                    .unwrap_or(fieldpost_engine::ids::PlayerNo(0));
                let mut ship = Ship::new(id, at, commander);
                ship.name = if stock.name.is_empty() {
                    self.state.free_name(stock.nation, stock.kind)
                } else {
                    stock.name
                };
                (ship.crew, ship.stores, ship.base) = (0, 0, Some(port));
                self.state.ships.insert(id, ship);
                self.place(&[id], at, None);
                self.tell(Fact::Launch(self.here(id)));
            }
        }
    }

    /// WISC 5.2: garrisons tell the Naval Secretary what they saw, a turn late.
    fn late_news(&mut self) {
        let told = std::mem::take(&mut self.state.late);
        for (nation, seen) in told {
            let Some(secretary) = self.state.powers.secretaries.get(&nation).copied() else { continue };
            for ship in seen {
                let to = BTreeMap::from([(secretary, Saw::All)]);
                self.tell_to(Fact::LateSighted { called: ship }, to);
            }
        }
        let garrisons: Vec<_> = in_words(self.ashore.brigades.values())
            .into_iter()
            .filter_map(|unit| match unit.at {
                Site::Garrison(port) => Some((unit.nation, port)),
                _ => None,
            })
            .collect();
        for (nation, port) in garrisons {
            let seen = self
                .state
                .active_at(Place::Harbor(port))
                .filter(|ship| !self.state.allied(ship.id.nation, nation));
            let seen: Vec<String> = seen.map(Ship::called).collect();
            if !seen.is_empty() {
                self.state.late.insert(nation, seen);
            }
        }
    }

    /// WISC 2.2, N-27: at the end of a season ships in harbor lose a quarter of their experience, rounded up.
    pub fn end_season(&mut self) {
        for ship in self.state.ships.values_mut().filter(|ship| ship.at.is_inland()) {
            ship.experience -= ship.experience.div_ceil(4);
        }
    }
}

/// Whether two places are one sea area, or one port and its waters.
fn same_waters(one: Place, other: Place) -> bool {
    match (one, other) {
        (Place::Sea(one, _), Place::Sea(other, _)) => one == other,
        _ => one == other,
    }
}
