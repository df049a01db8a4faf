//! What land and sea hand one another (naval record 4.3): batteries, brigades, supplies, cities, pontoons. What comes back to the land
//! stands in `taken.rs`.

use std::collections::{BTreeMap, BTreeSet};

use crate::turn::Joint;
use fieldpost_engine::event::Saw;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::by_unit::ByUnit;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{Direction, StrategicSquare, TACTICAL_SIDE, TacticalSquare};
use fieldpost_ground::tactical::{Atlas, Ground, Sheet};
use fieldpost_land::book::Boarding;
use fieldpost_land::combat;
use fieldpost_land::combat::ships::{Shells, strike};
use fieldpost_land::event::Place;
use fieldpost_land::field::Field;
use fieldpost_land::movement::closed;
use fieldpost_land::orders::{OfficeOrder, SupplyPlace};
use fieldpost_land::stacking;
use fieldpost_land::state::{City as CityState, Control, Depot as LandDepot, Ferry, Season};
use fieldpost_land::supply::transfers::is_joined;
use fieldpost_land::unit::{Status, Unit, UnitId, UnitType};
use fieldpost_sea::ashore::{Arm, Ashore, Battery, Boards, Brigade, Depot, LandBattle, Site};
use fieldpost_sea::chart::{PortNo, SeaNo};
use fieldpost_sea::combat::fight::worth;
use fieldpost_sea::event::Fact;
use fieldpost_sea::orders::{Cargo, Office};
use fieldpost_sea::place::{Magazine, Place as SeaPlace};
use fieldpost_sea::ship::Ship;
use fieldpost_sea::turn::Turn as SeaTurn;

/// Gunners of a battery: what a battery that is silenced costs its unit.
pub(crate) const GUNNERS: u32 = 100;

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

/// Whether a unit goes aboard of ships; `all` says whether militia does (CWOL 7.17).
fn boards(unit: &Unit, all: bool) -> Boards {
    match unit.status {
        Status::Shattered => Boards::Shattered,
        _ if unit.spans() => Boards::Laid,
        _ if !all && unit.id.kind == UnitType::Militia => Boards::Militia,
        _ => Boards::Yes,
    }
}

/// A unit as ships see it, at a site.
fn brigade(unit: &Unit, site: Site) -> Brigade {
    Brigade {
        id: unit.id,
        nation: unit.id.nation,
        arm: arm(unit.id.kind),
        men: unit.strength,
        batteries: u32::from(unit.batteries),
        worth: worth(unit.quality),
        supplies: u32::from(unit.supplies),
        at: site,
        active: unit.is_active() && matches!(site, Site::Field(..)),
        fights: unit.id.kind.is_brigade(),
        boards: boards(unit, true),
        fought: false,
        busy: false,
        marches: false,
    }
}

/// EU 4.3, R-4.3: whether a unit in a river square sees the ships there: some cone of it holds no enemy that fights before the river.
/// Where the map shows no river it does.
fn sees_the_river(field: Field<'_>, unit: &Unit) -> bool {
    let foes: Vec<TacticalSquare> =
        field.enemy_combat_units(unit.id.nation, unit.at).map(|foe| foe.tac).collect();
    if foes.is_empty() {
        return true;
    }
    let sheet = field.atlas.sheet(unit.at);
    let cells = (1..=TACTICAL_SIDE).flat_map(|row| (1..=TACTICAL_SIDE).map(move |col| (col, row)));
    let wet: Vec<TacticalSquare> = cells
        .filter_map(|(col, row)| TacticalSquare::new(col, row))
        .filter(|tac| matches!(sheet.ground_at(*tac), Ground::River | Ground::Ford))
        .collect();
    let is_clear = |side: Direction| {
        let nearest = |tacs: &[TacticalSquare]| {
            let ahead = tacs.iter().filter(|tac| unit.tac.cone_to(**tac) == Some(side));
            ahead.map(|tac| unit.tac.distance(*tac)).min()
        };
        nearest(&wet).is_some_and(|river| nearest(&foes).is_none_or(|foe| foe >= river))
    };
    wet.is_empty() || wet.contains(&unit.tac) || Direction::ALL.into_iter().any(is_clear)
}

/// N-86: the river square of a sheet that is nearest to its middle.
fn river_cell(sheet: &Sheet) -> Option<TacticalSquare> {
    let middle = TacticalSquare::new(8, 8)?;
    let cells = (1..=TACTICAL_SIDE).flat_map(|row| (1..=TACTICAL_SIDE).map(move |col| (col, row)));
    let rivers = cells.filter_map(|(col, row)| TacticalSquare::new(col, row));
    let rivers = rivers.filter(|tac| matches!(sheet.ground_at(*tac), Ground::River | Ground::Ford));
    rivers.min_by_key(|tac| (tac.distance(middle), *tac))
}

/// EU 11.7, ROTD-CWOL 11.6, K-6: between the squares of which ports each nation moves supplies by sea; `is_clear` in a book in which
/// any hostile ship in the sea areas of the two ports closes the way.
pub(crate) fn lanes(
    sea: &SeaTurn,
    is_clear: bool,
) -> BTreeSet<(NationCode, StrategicSquare, StrategicSquare)> {
    let nations: BTreeSet<NationCode> = sea.state.powers.players.iter().map(|player| player.nation).collect();
    let ports = (0..sea.chart.ports.len()).map(|place| PortNo(place as u16));
    let ports: Vec<(PortNo, StrategicSquare)> = ports
        .filter(|port| !sea.coasts_by(*port).is_empty())
        .filter_map(|port| Some((port, sea.chart.port(port).at?)))
        .collect();
    let mut lanes = BTreeSet::new();
    for nation in nations {
        let own: BTreeMap<PortNo, StrategicSquare> =
            ports.iter().filter(|(port, _)| sea.state.is_friendly(*port, nation)).copied().collect();
        let clear = is_clear.then(|| clear_of_foes(sea, nation, own.keys()));
        let names: Vec<PortNo> = own.keys().copied().collect();
        for (from, to) in sea.sea_lanes(nation, &names) {
            if clear.as_ref().is_none_or(|clear| are_joined(sea, &clear[&from], &clear[&to])) {
                lanes.insert((nation, own[&from], own[&to]));
            }
        }
    }
    lanes
}

/// ROTD-CWOL 11.6: the sea areas by which ports are reached in which there is no hostile ship.
fn clear_of_foes<'a>(
    sea: &SeaTurn,
    nation: NationCode,
    ports: impl Iterator<Item = &'a PortNo>,
) -> BTreeMap<PortNo, BTreeSet<SeaNo>> {
    let hostile = sea.state.ships.values().filter(|ship| sea.state.hostile(ship.id.nation, nation));
    let foes: BTreeSet<SeaNo> = hostile.filter_map(|ship| ship.at.sea()).collect();
    ports.map(|port| (*port, sea.seas_by(*port).difference(&foes).copied().collect())).collect()
}

/// Whether two ports are by one of these sea areas, or by two adjacent ones.
fn are_joined(sea: &SeaTurn, off: &BTreeSet<SeaNo>, by: &BTreeSet<SeaNo>) -> bool {
    off.iter().any(|one| by.iter().any(|other| one == other || sea.chart.side_to(*one, *other).is_some()))
}

/// The squares of the land map in which active warships lie, with whose they are: on rivers, in mouths and in harbors.
pub(crate) fn warships(sea: &SeaTurn) -> BTreeMap<StrategicSquare, BTreeSet<NationCode>> {
    let mut there: BTreeMap<StrategicSquare, BTreeSet<NationCode>> = BTreeMap::new();
    for ship in sea.state.ships.values().filter(|ship| ship.is_warship()) {
        if let Some(at) = sea.chart.square(ship.at) {
            there.entry(at).or_default().insert(ship.id.nation);
        }
    }
    there
}

/// EU 1.3, 8.2, N-87: marks whom river squares belong to by the ships that lie there, or lay there last.
pub(crate) fn mark_rivers(sea: &SeaTurn, control: &mut BTreeMap<StrategicSquare, Control>) {
    for (at, nation) in &sea.state.rivers {
        let is_commanded = sea.is_commanded(sea.chart.river_place(*at), *nation);
        control.insert(*at, if is_commanded { Control::None } else { Control::Nation(*nation) });
    }
    for at in contested(sea).filter(|at| sea.chart.rivers.is_river(*at)) {
        control.insert(at, Control::None);
    }
}

/// The squares in which warships of enemies lie together.
pub(crate) fn contested(sea: &SeaTurn) -> impl Iterator<Item = StrategicSquare> {
    let is_contested = |nations: &BTreeSet<NationCode>| {
        nations.iter().any(|one| nations.iter().any(|other| sea.state.hostile(*one, *other)))
    };
    warships(sea).into_iter().filter_map(move |(at, nations)| is_contested(&nations).then_some(at))
}

/// EU 12.7, N-86: what ferries on rivers: transports that do not move in this turn; where that `is_over`, all that could. Where there are ships
/// nothing else ferries; those that were lost or driven off are no more among them.
pub(crate) fn ferries(sea: &SeaTurn, atlas: &Atlas, is_over: bool) -> Vec<Ferry> {
    let serves = |ship: &&Ship| ship.id.kind.is_transport() && ship.is_active() && ship.is_manned();
    let transports = sea.state.ships.values().filter(serves);
    let ferry = |ship: &Ship| {
        let moves = sea.sailing(ship.id).moves() && !is_over;
        let at = sea.chart.river_square(ship.at).filter(|_| !moves)?;
        let tac = river_cell(atlas.sheet(at))?;
        let load = ship.capacity.saturating_sub(sea.room(ship.id));
        let (id, side, capacity) = (ship.id.to_string(), ship.id.nation, ship.capacity);
        Some(Ferry { id, at, tac, side, capacity, load })
    };
    transports.filter_map(ferry).collect()
}

impl Joint {
    /// Units that are aboard or in garrisons when the turn begins stand in no list of the land's.
    pub(crate) fn stow(&mut self) {
        for (id, away) in &self.away {
            self.sea.ashore.brigades.insert(*id, brigade(&away.unit, away.site));
        }
    }

    /// The land as it is now, for ships.
    pub(crate) fn hand_over(&mut self) {
        let Ashore { brigades, batteries, depots, cities, watch, pontoons, most_in_a_square, .. } =
            self.as_ships_see();
        let known = std::mem::take(&mut self.sea.ashore);
        self.sea.ashore = Ashore { brigades, batteries, cities, ..known };
        // A port that falls is told to whoever looked before it fell.
        self.hand_over_ports();
        let known = std::mem::take(&mut self.sea.ashore);
        self.sea.ashore = Ashore { depots, watch, pontoons, most_in_a_square, ..known };
        self.is_known = true;
    }

    /// What ships know of the land that is not as it is, for proofs: they are handed it anew only when it may have changed.
    pub fn misknown(&self) -> Option<&'static str> {
        if !self.is_known {
            return None;
        }
        let (known, is) = (&self.sea.ashore, self.as_ships_see());
        let parts = [
            ("brigades", known.brigades == is.brigades),
            ("batteries", known.batteries == is.batteries),
            ("depots", known.depots == is.depots),
            ("cities", known.cities == is.cities),
            ("watch", known.watch == is.watch),
            ("pontoons", known.pontoons == is.pontoons),
        ];
        parts.into_iter().find(|part| !part.1).map(|part| part.0)
    }

    /// What of the land alone says how it is.
    fn as_ships_see(&self) -> Ashore {
        let state = &self.land.state;
        let guns = state.units.values().filter(|unit| unit.id.kind == UnitType::NavalBattery);
        let guns = guns.filter(|unit| unit.is_active());
        let stock = |depot: &LandDepot| Depot { tac: depot.tac, supplies: depot.supplies };
        let depots = state.depots.iter().map(|depot| ((depot.at, depot.side), stock(depot)));
        let inland = |city: &&CityState| self.sea.chart.port_at(city.at).is_none();
        let cities = state.cities.values().filter(inland).map(|city| (city.at, city.control));
        let bridges = state.units.values().filter(|unit| unit.spans());
        Ashore {
            brigades: self.brigades(),
            batteries: guns.map(|unit| self.battery(unit)).collect(),
            depots: depots.collect(),
            cities: cities.collect(),
            watch: self.watch(),
            pontoons: bridges.map(|unit| (unit.at, unit.id.nation)).collect(),
            most_in_a_square: Some(self.land.book.stacking.tactical_side),
            ..Ashore::default()
        }
    }

    /// The brigades on the land map, aboard and in garrisons.
    fn brigades(&self) -> ByUnit<Brigade> {
        let is_boarding_all = self.land.book.musters.boarding == Boarding::InCampaigns;
        let fought = self.in_battle();
        let seen = |unit: &Unit| {
            let progress = self.land.progress.get(&unit.id);
            Brigade {
                busy: self.sea.ashore.brigades.get(&unit.id).is_some_and(|known| known.busy),
                boards: boards(unit, is_boarding_all),
                fought: fought.contains(&unit.id),
                marches: progress.is_some_and(|progress| progress.orders.has_march()),
                ..brigade(unit, Site::Field(unit.at, unit.tac))
            }
        };
        let units = self.land.state.units.values().filter(|unit| unit.id.kind != UnitType::NavalBattery);
        let mut brigades: ByUnit<Brigade> = units.map(|unit| (unit.id, seen(unit))).collect();
        brigades.extend(self.away.iter().map(|(id, away)| (*id, brigade(&away.unit, away.site))));
        brigades
    }

    /// Units that were in a battle so far in this turn.
    fn in_battle(&self) -> BTreeSet<UnitId> {
        let battles = self.land.events.iter().filter_map(|told| told.event.fact.battle());
        let camps = battles.flat_map(|battle| [&battle.attackers, &battle.defenders]);
        camps.flat_map(|camp| camp.units.iter().map(|unit| unit.id)).collect()
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

    /// Who looks at the water from where.
    fn watch(&self) -> BTreeMap<StrategicSquare, BTreeSet<PlayerNo>> {
        let (land, chart, field) = (&self.land, &self.sea.chart, self.land.field());
        let is_river = |at| chart.rivers.is_river(at) && chart.port_at(at).is_none();
        let looks = |unit: &&Unit| unit.is_active() && (!is_river(unit.at) || sees_the_river(field, unit));
        let mut watch: BTreeMap<StrategicSquare, BTreeSet<PlayerNo>> = BTreeMap::new();
        for unit in land.state.units.values().filter(looks) {
            if let Some(seat) = land.state.seats.get(&unit.id) {
                let here = watch.entry(unit.at).or_default();
                here.extend([Some(seat.commander), seat.deputy].into_iter().flatten());
            }
        }
        watch
    }

    /// Railway bridges over the rivers where ships are that have orders to destroy one; nobody asks for others.
    pub(crate) fn hand_over_bridges(&mut self) {
        let (land, sea) = (&self.land, &self.sea);
        let means_to =
            |ship: &&Ship| sea.progress.get(&ship.id).is_some_and(|progress| progress.orders.destroy_bridge);
        let squares = sea.state.ships.values().filter(means_to).filter_map(|ship| sea.chart.square(ship.at));
        let is_bridged = |at: &StrategicSquare| {
            land.atlas.sheet(*at).bridge.contains(&true) && !land.state.bridges_destroyed.contains(at)
        };
        self.sea.ashore.bridges = squares.filter(is_bridged).collect();
    }

    /// EU 1.5, 7.16: of the squares where UNLOAD sets units ashore those whose nation lets nobody in, and how many brigades they still
    /// hold in peace.
    pub(crate) fn hand_over_landings(&mut self) {
        let (land, sea) = (&self.land, &self.sea);
        let mut squares = BTreeSet::new();
        for (id, progress) in &sea.progress {
            let orders = progress.orders.cargo.iter().chain(&progress.landing);
            let named = orders.filter_map(|order| match order {
                Cargo::Unload(_, at, _) => Some(*at),
                _ => None,
            });
            let here = || sea.state.ships.get(id).and_then(|ship| sea.chart.square(ship.at));
            squares.extend(named.filter_map(|at| at.or_else(here)));
        }
        let (field, is_peace) = (land.field(), land.state.season == Season::Peace);
        let free = squares.iter().filter(|_| is_peace).map(|at| (*at, stacking::free_in_peace(field, *at)));
        let free = free.collect();
        squares.retain(|at| closed::is_closed(field, *at));
        (self.sea.ashore.closed, self.sea.ashore.free_in_peace) = (squares, free);
    }

    /// The land battles into which ships may fire in a phase (WISC 7.7).
    pub(crate) fn hand_over_battles(&mut self, phase: u8) {
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
        self.sea.ashore.battles = combat::contested(field).into_iter().map(battle).collect();
    }

    /// WISC 7.7: what ships fired falls among land units, before the battles of the phase; whoever is hit is told by whom.
    pub(crate) fn shell(&mut self) {
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
            let here = self.sea.here(salvo.ship);
            let seat = self.land.state.seats.get(&id).copied();
            self.sea.tell(Fact::Strikes { here, unit: id, tac: salvo.tac, men, supports: salvo.supports });
            if let (Some(told), Some(seat)) = (self.sea.events.last_mut(), seat) {
                let own = [Some(seat.commander), seat.deputy].into_iter().flatten();
                told.to.extend(own.map(|player| (player, Saw::All)));
            }
        }
    }

    /// The commanders and deputies of the units in the garrisons of ports off the map.
    pub(crate) fn garrisons(&self) -> BTreeMap<PortNo, BTreeSet<PlayerNo>> {
        let mut garrisons: BTreeMap<PortNo, BTreeSet<PlayerNo>> = BTreeMap::new();
        for away in self.away.values() {
            if let Site::Garrison(port) = away.site {
                let seat = [Some(away.seat.commander), away.seat.deputy];
                garrisons.entry(port).or_default().extend(seat.into_iter().flatten());
            }
        }
        garrisons
    }

    /// EU 5.3, N-103: who commands in a garrison hears of the battle for it and of its fall, from an event of this turn's on.
    pub(crate) fn tell_garrisons(&mut self, from: usize, garrisons: &BTreeMap<PortNo, BTreeSet<PlayerNo>>) {
        for told in self.sea.events.iter_mut().skip(from) {
            if let Fact::Garrison { at, .. } | Fact::PortFalls { at, .. } = &told.event.fact
                && let SeaPlace::Harbor(port) = at
            {
                let own = garrisons.get(port).into_iter().flatten();
                told.to.extend(own.map(|player| (*player, Saw::All)));
            }
        }
    }

    /// EU 11.7, K-6: between which ports supplies go by sea, if anybody means to move any.
    pub(crate) fn set_lanes(&mut self) {
        let moves = |order: &OfficeOrder| matches!(order, OfficeOrder::MoveSupplies { .. });
        if self.land.orders.offices.iter().any(|(_, order)| moves(order)) {
            self.land.afloat.lanes = lanes(&self.sea, self.land.book.supply.transfers.sea_clear);
        }
    }

    /// WISC 3.5: between which of the places that Naval Secretaries name stores go as the land's supplies do, and what of these went.
    pub(crate) fn set_ways(&mut self) {
        let chart = &self.sea.chart;
        let square = |place: &Magazine| match place {
            Magazine::Port(port) => chart.port(*port).at,
            Magazine::Inland(at) => Some(*at),
        };
        let mut ways = BTreeSet::new();
        for (nation, order) in &self.sea.office {
            let Office::MoveStores { from, to, .. } = order else { continue };
            let Some((one, other)) = square(from).zip(square(to)) else { continue };
            let field = self.land.field();
            if is_joined(field, *nation, &self.store_in(*nation, one), &self.store_in(*nation, other)) {
                ways.insert((*nation, one, other));
            }
        }
        self.sea.ashore.ways = Some(ways);
        self.sea.ashore.supplies_sent = self.land.moved_out.clone();
    }

    /// What stores supplies in a square: the city, else a depot or cache.
    fn store_in(&self, nation: NationCode, at: StrategicSquare) -> SupplyPlace {
        let friendly = |city: &CityState| self.land.field().relation(nation, city.control).is_friendly();
        let mut cities = self.land.state.cities.iter();
        let city = cities.find(|(_, city)| city.at == at && friendly(city));
        city.map_or(SupplyPlace::Depot(at), |(name, _)| SupplyPlace::City(name.clone()))
    }

    /// EU 12.4: whose warships lie in which squares: they keep pontoon bridges from being laid.
    pub(crate) fn post_warships(&mut self) {
        self.land.afloat.warships = warships(&self.sea);
    }

    /// EU 1.3, 8.2, N-87: who controls river squares is the ships' to say: the last who had warships there; nobody where hostile
    /// warships lie, or under the batteries of others.
    pub(crate) fn mark_rivers(&mut self) {
        mark_rivers(&self.sea, &mut self.land.state.river_control);
    }

    /// EU 12.7, N-86: transports on rivers ferry, if they do not move in this turn; where the turn is over, those that could.
    pub(crate) fn set_ferries(&mut self, is_over: bool) {
        self.land.state.ferries = ferries(&self.sea, &self.land.atlas, is_over);
    }

    /// WISC 2.6: a port is held with its city; what lies in it falls with it.
    fn hand_over_ports(&mut self) {
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
}
