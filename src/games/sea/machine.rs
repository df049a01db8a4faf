//! The machine's orders for ships, of what its player's reports show and of nothing else. Ships that are hurt or out of stores go home,
//! and stay there until they are mended; who is stronger than what it sees offers battle, and comes out for it; who is weaker evades and
//! runs for harbor; transports never seek an enemy, carry brigades to the front ([`lift`](crate::lift)), and have an escort
//! where one is by. Who lies ready in port, in force, goes to keep the blockade of an enemy's coast in the same sea area. Enemies on the
//! water's edge of a ship's square are shelled.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use crate::ashore::{Ashore, Brigade, in_words};
use crate::chart::{Chart, CoastNo, PortNo};
use crate::combat::battle::BATTERY;
use crate::combat::fight::strength;
use crate::combat::fire::is_waterside;
use crate::contact;
use crate::kind::Kind;
use crate::language::render;
use crate::lift::{Lift, leg};
use crate::orders::{Office, Order, Sailing};
use crate::place::{Magazine, Place};
use crate::ship::{Ship, ShipId};
use crate::state::SeaState;
use crate::turn::Turn;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::tactical::Atlas;
use fieldpost_ground::unit::UnitId;

/// Damage with which a ship goes home.
const HURT: u8 = 3;
/// Stores with which she does.
const LOW: u32 = 2;
/// How many tenths of an enemy's strength are wanted to offer battle; of one in iron, or with batteries, by ships of wood.
const ENOUGH: u32 = 12;
const ENOUGH_OF_WOOD: u32 = 20;
/// The strength that goes out to a blockade together: no gunboat alone.
const FORCE: u32 = 100;

/// Stores for which a port is made for that is not a ship's base.
const WORTH_GOING: u32 = 20;
/// Stores that leave a port in a turn at most (3.5).
const SENT: u32 = 60;

/// How near to an enemy on the water's edge a battle is fired into.
const SUPPORT_RADIUS: u8 = 3;

/// What a player's reports show, for the machine.
pub struct Eyes<'a> {
    /// The chart, which everybody has.
    pub chart: &'a Arc<Chart>,
    /// The land map, which everybody has.
    pub atlas: &'a Arc<Atlas>,
    /// The position: of others' ships those in contact alone are looked at.
    pub state: &'a SeaState,
    /// The land as ships see it: batteries of the squares where ships are, and no others, are looked at.
    pub ashore: &'a Ashore,
}

/// Lines of a player's who is a secretary of the navy; empty where there is nothing to order.
pub fn offices(eyes: &Eyes<'_>, player: PlayerNo) -> String {
    eyes.stores(player).iter().map(|order| render::office(order, eyes.chart) + "\n").collect()
}

/// Blocks for the ships that a player commands; empty where there is nothing to order.
pub fn blocks(eyes: &Eyes<'_>, player: PlayerNo) -> String {
    let own = || eyes.state.ships.values().filter(|ship| ship.commander == player && ship.is_active());
    let mut orders: BTreeMap<ShipId, Vec<String>> = BTreeMap::new();
    // Who has no crew goes nowhere (2.6), and who is on the Atlantic hears nothing (6.17).
    for ship in own().filter(|ship| ship.is_manned() && !matches!(ship.at, Place::Transit(..))) {
        orders.insert(ship.id, eyes.orders(ship));
    }
    eyes.escort(&mut orders);
    let mut text = String::new();
    for (id, lines) in orders.iter().filter(|(_, lines)| !lines.is_empty()) {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "SHIP {id}\n{}", lines.join("\n"));
    }
    text
}

/// UNLOAD for whoever is aboard.
fn ashore_units(ashore: &Ashore, ship: &Ship) -> Vec<String> {
    in_words(ashore.aboard(ship.id)).iter().map(|unit| format!("UNLOAD {}", unit.id)).collect()
}

/// What a ship has about her, in strength, and whether there is iron in it.
#[derive(Clone, Copy, Default)]
struct Force {
    strength: u32,
    iron: bool,
}

impl Force {
    fn add(&mut self, kind: Kind, strength: u32) {
        self.strength += strength;
        self.iron |= matches!(kind, Kind::Ironclad | Kind::RiverIronclad);
    }
}

/// Whether one side is strong enough to offer battle to the other: ships of wood want more against iron.
fn is_enough(ours: Force, theirs: Force) -> bool {
    let enough = if theirs.iron && !ours.iron { ENOUGH_OF_WOOD } else { ENOUGH };
    ours.strength * 10 >= theirs.strength * enough
}

impl Eyes<'_> {
    fn orders(&self, ship: &Ship) -> Vec<String> {
        let hurt = ship.hull >= HURT || ship.propulsion >= HURT;
        let low = ship.stores <= LOW && !self.is_in_port(ship);
        if ship.attached_to.is_some() {
            let leaves = if hurt || low { self.homeward(ship) } else { Vec::new() };
            let detach = (!leaves.is_empty()).then(|| "DETACH".to_owned());
            return detach.into_iter().chain(leaves).collect();
        }
        let foes: Vec<&Ship> = contact::seen_from(self.chart, self.state, ship)
            .filter(|other| self.state.hostile(other.id.nation, ship.id.nation))
            .collect();
        if ship.id.kind.is_transport() {
            return self.of_transport(ship, !foes.is_empty(), hurt || low);
        }
        let theirs = self.against(ship, &foes);
        if theirs.strength == 0 {
            return if hurt || low { self.homeward(ship) } else { self.on_station(ship) };
        }
        // Batteries fight in their harbor, and not for who comes out of it.
        let inside = foes.iter().any(|foe| foe.at == ship.at);
        let ours = self.beside(ship, inside);
        let wood_on_iron = !ours.iron && (theirs.iron || self.guns(ship, true) > 0);
        let enough = if wood_on_iron { ENOUGH_OF_WOOD } else { ENOUGH };
        if !hurt && !low && ours.strength * 10 >= theirs.strength * enough {
            return self.attack(ship, &foes, ours.iron && !theirs.iron);
        }
        self.flee(ship)
    }

    /// Transports never wait for an enemy, nor before a fort.
    fn of_transport(&self, ship: &Ship, enemies: bool, needs_port: bool) -> Vec<String> {
        let under_guns = self.guns(ship, true) > 0;
        if !enemies && !under_guns {
            let port = self.chart.port_in(ship.at).filter(|_| self.is_in_port(ship));
            if let Some(port) = port.filter(|_| !needs_port) {
                let Eyes { chart, atlas, state, ashore } = *self;
                let (shunned, watched_for) = (&self.shunned(ship), &self.watched_for(ship));
                return Lift { chart, atlas, state, ashore, shunned, watched_for }.orders(ship, port);
            }
            // Who is aboard goes ashore in the port that she makes.
            let laden = ashore_units(self.ashore, ship);
            if port.is_none() && (needs_port || !laden.is_empty()) {
                return self.homeward(ship).into_iter().chain(laden).collect();
            }
            return Vec::new();
        }
        self.flee(ship)
    }

    /// Hostile ships that her commander's reports show: of the ships that he commands or deputises for (2.3).
    fn reported(&self, ship: &Ship) -> BTreeMap<ShipId, &Ship> {
        let officer = ship.commander;
        let own = self.state.ships.values().filter(move |own| contact::officers(own).contains(&officer));
        let seen = own.flat_map(|own| contact::seen_from(self.chart, self.state, own));
        let hostile = seen.filter(|other| self.state.hostile(other.id.nation, ship.id.nation));
        hostile.map(|other| (other.id, other)).collect()
    }

    /// Where hostile ships are reported.
    fn shunned(&self, ship: &Ship) -> BTreeSet<Place> {
        self.reported(ship).values().map(|foe| foe.at).collect()
    }

    /// The waters before harbors in which hostile ships are reported, for whom warships of her side that lie there and her best escort are
    /// no match.
    fn watched_for(&self, ship: &Ship) -> BTreeSet<CoastNo> {
        let reported = self.reported(ship);
        let waters: BTreeSet<CoastNo> = reported.values().filter_map(|foe| self.waters(foe.at)).collect();
        let escort = self.ready_in(ship).max_by_key(|other| strength(other));
        let is_open = |coast: &CoastNo| {
            let foes = reported.values().copied().filter(|foe| self.waters(foe.at) == Some(*coast));
            let mut ours = self.friends_in(*coast, ship);
            escort.into_iter().for_each(|other| ours.add(other.id.kind, strength(other)));
            !is_enough(ours, self.of_foes(foes))
        };
        waters.into_iter().filter(is_open).collect()
    }

    /// The coastal waters that a ship lies in, or comes into out of her harbor.
    fn waters(&self, at: Place) -> Option<CoastNo> {
        at.coast().or_else(|| self.chart.port_in(at).and_then(|port| self.chart.port(port).coast()))
    }

    fn of_foes<'f>(&self, foes: impl Iterator<Item = &'f Ship>) -> Force {
        let mut force = Force::default();
        foes.for_each(|foe| force.add(foe.id.kind, foe.id.kind.row().strength));
        force
    }

    /// Warships of her side in coastal waters and in the harbors on them, the torn ones not.
    fn friends_in(&self, coast: CoastNo, ship: &Ship) -> Force {
        let mut force = Force::default();
        let ships = self.state.ships.values().filter(|other| other.is_active() && other.hull < HURT);
        let friends = ships.filter(|other| self.state.allied(other.id.nation, ship.id.nation));
        let there = friends.filter(|other| self.waters(other.at) == Some(coast));
        there.for_each(|other| force.add(other.id.kind, strength(other)));
        force
    }

    /// To the waters where hostile ships are reported that she and those who are ready beside her, with friends who lie there, are enough
    /// for: in her own sea area, or next to her own waters. She goes with the others, and offers battle.
    fn seek(&self, ship: &Ship) -> Option<Vec<String>> {
        if ship.hull + ship.propulsion > 0 || !ship.is_warship() || ship.stores <= LOW {
            return None;
        }
        let reported = self.reported(ship);
        let near = reported.values().filter_map(|foe| self.waters(foe.at)).collect::<BTreeSet<_>>();
        let goal = near.into_iter().find_map(|coast| {
            let foes = reported.values().copied().filter(|foe| self.waters(foe.at) == Some(coast));
            let theirs = self.of_foes(foes);
            let mut ours = self.friends_in(coast, ship);
            if self.waters(ship.at) != Some(coast) {
                self.ready_in(ship).for_each(|other| ours.add(other.id.kind, strength(other)));
            }
            let way = self.way_to(ship, coast)?;
            (theirs.strength > 0 && is_enough(ours, theirs)).then_some(way)
        });
        goal.map(|way| [way, vec!["BATTLE ENGAGE".to_owned()]].concat())
    }

    /// The orders that bring her into other coastal waters in a turn.
    fn way_to(&self, ship: &Ship, goal: CoastNo) -> Option<Vec<String>> {
        let off = format!("COAST {}", self.chart.coast(goal).code);
        match ship.at {
            Place::Sea(sea, _) => (self.chart.coast(goal).sea == Some(sea)).then(|| vec![off]),
            Place::Coast(here) if here == goal => None,
            _ => {
                let mut way = leg(self.chart, self.waters(ship.at)?, goal)?;
                way.extend((way.last() != Some(&off)).then_some(off));
                let sails = way.iter().any(|line| line.starts_with("SAIL "));
                (!sails || ship.is_seagoing()).then_some(way)
            }
        }
    }

    /// WISC 7.7: enemies in sight on the water's edge of her square are shelled; where brigades of her side stand in the square, she fires
    /// into their battles instead.
    fn gunfire(&self, ship: &Ship) -> Option<String> {
        let square = self.chart.square(ship.at).filter(|_| ship.at.is_inland())?;
        let sees = |at, tac| contact::in_view(self.chart, self.atlas, ship, at, tac);
        let seen = contact::units_seen(self.chart, self.state, self.ashore, ship, sees);
        let hostile = |id: &UnitId| {
            let unit = self.ashore.brigades.get(id);
            unit.is_some_and(|unit| unit.fights && self.state.hostile(unit.nation, ship.id.nation))
        };
        let targets =
            seen.iter().filter(|(id, (at, _))| *at == square && hostile(id)).filter_map(|row| row.1.1);
        let target = targets.filter(|tac| is_waterside(self.chart, self.atlas, ship.at, *tac)).min()?;
        let friend = |unit: &Brigade| unit.fights && self.state.allied(unit.nation, ship.id.nation);
        let order = if self.ashore.brigades_in(square).any(friend) {
            Order::Support(target, SUPPORT_RADIUS, (1, 4))
        } else {
            Order::Bombard(target, 1)
        };
        Some(render::order(&order, self.chart))
    }

    /// She comes out where the enemies lie before the harbor, and fights.
    fn attack(&self, ship: &Ship, foes: &[&Ship], close: bool) -> Vec<String> {
        let outside =
            ship.at.is_inland() && foes.iter().all(|foe| foe.at.coast().is_some()) && !foes.is_empty();
        let mut lines = Vec::new();
        if outside {
            lines.push("SORTIE".to_owned());
        }
        lines.push("BATTLE ENGAGE".into());
        if close {
            lines.extend(["CLOSE".to_owned(), "AIM HULL".into()]);
        }
        lines
    }

    /// She evades, and runs for harbor; who lies in one stays there.
    fn flee(&self, ship: &Ship) -> Vec<String> {
        if self.is_in_port(ship) {
            return vec!["BATTLE EVADE".into()];
        }
        let mut lines = self.homeward(ship);
        if ship.at.is_open() {
            lines.push("CONTACT EVADE".into());
        }
        lines.push("BATTLE EVADE".into());
        lines
    }

    /// Whether she lies in a port of her side, where she is mended and has stores.
    fn is_in_port(&self, ship: &Ship) -> bool {
        self.chart.port_in(ship.at).is_some_and(|port| self.state.is_friendly(port, ship.id.nation))
    }

    /// Enemies in sight, and the batteries of her square. What types are worth is in the book; how those of others are manned nobody sees.
    fn against(&self, ship: &Ship, foes: &[&Ship]) -> Force {
        let mut force = Force { strength: self.guns(ship, true), iron: false };
        foes.iter().for_each(|foe| force.add(foe.id.kind, foe.id.kind.row().strength));
        force
    }

    /// Friends that lie where she does, and friendly batteries there if they have a part in it.
    fn beside(&self, ship: &Ship, with_guns: bool) -> Force {
        let guns = if with_guns { self.guns(ship, false) } else { 0 };
        let mut force = Force { strength: guns, iron: false };
        let friends = self.state.active_at(ship.at);
        let friends = friends.filter(|other| self.state.allied(other.id.nation, ship.id.nation));
        friends.filter(|other| other.hull < HURT).for_each(|other| force.add(other.id.kind, strength(other)));
        force
    }

    /// The strength of the batteries in her square, of enemies or of her side.
    fn guns(&self, ship: &Ship, hostile: bool) -> u32 {
        let Some(square) = self.chart.square(ship.at).filter(|_| ship.at.is_inland()) else { return 0 };
        let is = |nation| {
            if hostile {
                self.state.hostile(nation, ship.id.nation)
            } else {
                self.state.allied(nation, ship.id.nation)
            }
        };
        self.ashore.batteries_at(square, is).map(|unit| unit.batteries * BATTERY * unit.height / 1000).sum()
    }

    /// The orders that lead toward her base (N-66); none in a port of her side.
    fn homeward(&self, ship: &Ship) -> Vec<String> {
        if self.is_in_port(ship) {
            return Vec::new();
        }
        let mut turn = Turn::begin(self.chart, self.atlas, self.state.clone(), BTreeMap::new(), 0);
        if let Some(way) = turn.home_port(ship.id).and_then(|base| self.elsewhere(ship, base)) {
            return way;
        }
        self.words(&turn.way_home(ship.id))
    }

    /// The orders to another port, for a ship whose base has no stores: one of the side's that has some, to which the way is shortest.
    /// What ports hold, secretaries alone know (N-42): for others' ships a base is a base.
    fn elsewhere(&self, ship: &Ship, base: PortNo) -> Option<Vec<String>> {
        let nation = ship.id.nation;
        let knows = self.state.powers.secretaries.get(&nation) == Some(&ship.commander);
        let stores = |port: PortNo| self.state.ports.get(&port).map_or(0, |port| port.stores);
        if !knows || stores(base) > 0 {
            return None;
        }
        let ports = (0..self.chart.ports.len()).map(|number| PortNo(number as u16));
        let full = ports.filter(|port| self.state.is_friendly(*port, nation) && stores(*port) >= WORTH_GOING);
        let by_way = |port: PortNo| {
            let mut turn = Turn::begin(self.chart, self.atlas, self.state.clone(), BTreeMap::new(), 0);
            turn.state.ships.get_mut(&ship.id)?.base = Some(port);
            let way = turn.way_home(ship.id);
            let is_far = way.harbor.is_none() && way.river.is_none();
            way.moves().then(|| ((is_far, way.sail.len(), port), self.words(&way)))
        };
        let ((.., port), way) = full.filter_map(by_way).min()?;
        Some([vec![format!("BASE {}", self.chart.port(port).name)], way].concat())
    }

    /// Naval stores to the bases that run low of the ships that a secretary knows, each from the fullest port of the side from which ships or
    /// trains bring them (WISC 3.5).
    fn stores(&self, player: PlayerNo) -> Vec<Office> {
        let nations = self.state.powers.secretaries.iter().filter(|(_, secretary)| **secretary == player);
        nations.flat_map(|(nation, _)| self.stores_of(*nation, player)).collect()
    }

    fn stores_of(&self, nation: NationCode, player: PlayerNo) -> Vec<Office> {
        let need = self.needs(nation, player);
        let mut left: BTreeMap<PortNo, u32> =
            self.state.ports.iter().map(|(port, has)| (*port, has.stores)).collect();
        left.retain(|port, _| self.state.is_friendly(*port, nation));
        let mut leaves: BTreeMap<PortNo, u32> = BTreeMap::new();
        let turn = Turn::begin(self.chart, self.atlas, self.known(nation, player), BTreeMap::new(), 0);
        let mut moved = Vec::new();
        for (base, ships) in &need {
            let has = left.get(base).copied().unwrap_or(0);
            if has * 2 >= *ships {
                continue;
            }
            let spare = |port: PortNo| {
                let kept = need.get(&port).copied().unwrap_or(0);
                let has = left.get(&port).copied().unwrap_or(0).saturating_sub(kept);
                has.min(SENT.saturating_sub(leaves.get(&port).copied().unwrap_or(0)))
            };
            let others = left.keys().copied().filter(|port| port != base && spare(*port) > 0);
            let way = |port: &PortNo| turn.carries_stores(nation, *port, *base);
            let fullest = others.filter(way).max_by_key(|port| (spare(*port), Reverse(*port)));
            let Some(port) = fullest else { continue };
            let stores = spare(port).min(*ships - has);
            *leaves.entry(port).or_default() += stores;
            left.entry(port).and_modify(|has| *has -= stores);
            moved.push(Office::MoveStores { stores, from: Magazine::Port(port), to: Magazine::Port(*base) });
        }
        moved
    }

    /// What the holds of the ships that a player knows take, by their bases.
    fn needs(&self, nation: NationCode, player: PlayerNo) -> BTreeMap<PortNo, u32> {
        let mut need: BTreeMap<PortNo, u32> = BTreeMap::new();
        for ship in self.own(nation, player) {
            let base = ship.base.filter(|base| self.state.is_friendly(*base, nation));
            base.into_iter().for_each(|base| *need.entry(base).or_default() += ship.id.kind.row().stores);
        }
        need
    }

    /// The ships of a nation that a player commands or deputises for.
    fn own(&self, nation: NationCode, player: PlayerNo) -> impl Iterator<Item = &Ship> {
        let ships = self.state.ships.values().filter(move |ship| ship.id.nation == nation);
        ships.filter(move |ship| ship.is_active() && contact::officers(ship).contains(&player))
    }

    /// The position without the hostile ships that none of the player's sees.
    fn known(&self, nation: NationCode, player: PlayerNo) -> SeaState {
        let own = self.own(nation, player);
        let seen: BTreeSet<ShipId> =
            own.flat_map(|own| contact::seen_from(self.chart, self.state, own)).map(|ship| ship.id).collect();
        let mut known = self.state.clone();
        let is_known = |id: &ShipId| !known.hostile(id.nation, nation) || seen.contains(id);
        let hidden: Vec<ShipId> = known.ships.keys().copied().filter(|id| !is_known(id)).collect();
        for id in hidden {
            known.ships.remove(&id);
            known.groups.values_mut().flatten().for_each(|group| {
                group.remove(&id);
            });
        }
        known
    }

    fn words(&self, way: &Sailing) -> Vec<String> {
        let sail = (!way.sail.is_empty()).then(|| Order::Sail(way.sail.clone()));
        let coast = way.coast.map(|(goal, when)| Order::Coast(goal, when));
        let harbor = way.harbor.map(|(port, when)| Order::Harbor(port, when));
        let river = way.river.map(|(at, when)| Order::River(at, when));
        let orders = [sail, coast, harbor, river].into_iter().flatten();
        orders.map(|order| render::order(&order, self.chart)).collect()
    }

    /// Nobody is in sight: off an enemy's coast she keeps the blockade; ready in port, in force, she goes there.
    fn on_station(&self, ship: &Ship) -> Vec<String> {
        if let Some(fire) = self.gunfire(ship) {
            return vec![fire];
        }
        if let Some(hunt) = self.seek(ship) {
            return hunt;
        }
        match ship.at {
            Place::Coast(coast) if self.is_enemys(coast, ship) => {
                // Who is alone chases nobody: an ironclad may come out.
                let chases = self.beside(ship, false).strength >= FORCE;
                let chase = chases.then(|| "CONTACT PURSUE MIN 1".to_owned());
                chase.into_iter().chain(["COMMERCE CONVOY".to_owned()]).collect()
            }
            Place::Harbor(port) if self.is_ready(ship) => {
                let force: u32 = self.ready_in(ship).map(strength).skip(1).sum();
                let goal = self.blockade(ship, port).filter(|_| force >= FORCE);
                goal.and_then(|coast| self.out_to(port, coast)).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// From a harbor to the waters off another coast. Who goes there by sea says both: without SAIL no coast is reached that is not
    /// next to her own.
    fn out_to(&self, port: PortNo, coast: CoastNo) -> Option<Vec<String>> {
        let off = format!("COAST {}", self.chart.coast(coast).code);
        let mut way = leg(self.chart, self.chart.port(port).coast()?, coast)?;
        way.extend((way.last() != Some(&off)).then_some(off));
        Some(way)
    }

    /// Whole, full, and one of those that go to sea.
    fn is_ready(&self, ship: &Ship) -> bool {
        let row = ship.id.kind.row();
        ship.is_warship()
            && ship.is_seagoing()
            && ship.hull + ship.propulsion == 0
            && ship.stores * 4 >= row.stores * 3
    }

    /// The ships of one commander in a harbor that are ready: they go together. The lowest stays for the harbor.
    fn ready_in<'a>(&'a self, ship: &'a Ship) -> impl Iterator<Item = &'a Ship> {
        let there = self.state.active_at(ship.at).filter(|other| other.commander == ship.commander);
        there.filter(|other| other.attached_to.is_none() && self.is_ready(other))
    }

    /// The coastal waters of a sea area where an enemy holds a harbor, in the sea area of a port; none if she is the harbor's guard.
    fn blockade(&self, ship: &Ship, port: PortNo) -> Option<CoastNo> {
        let guard = self.ready_in(ship).map(|other| other.id).min();
        if guard == Some(ship.id) {
            return None;
        }
        let home = self.chart.port(port).coast()?;
        let sea = self.chart.coast(home).sea?;
        let coasts = (0..self.chart.coasts.len()).map(|number| CoastNo(number as u8));
        let near = coasts.filter(|coast| *coast != home && self.chart.coast(*coast).sea == Some(sea));
        near.into_iter().find(|coast| self.is_enemys(*coast, ship))
    }

    fn is_enemys(&self, coast: CoastNo, ship: &Ship) -> bool {
        let ports = (0..self.chart.ports.len()).map(|number| PortNo(number as u16));
        let of_coast = ports.filter(|port| self.chart.port(*port).coast() == Some(coast));
        let holders = of_coast.into_iter().filter_map(|port| self.state.holder(port));
        holders.into_iter().any(|holder| self.state.hostile(holder, ship.id.nation))
    }

    /// A transport group that sails has the company of a warship that lies with her and has nothing else to do, or was to go out to keep a
    /// blockade: the strongest of them.
    fn escort(&self, orders: &mut BTreeMap<ShipId, Vec<String>>) {
        let sails = |lines: &[String]| {
            let moves = ["SAIL ", "COAST ", "HARBOR ", "RIVER "];
            lines.iter().any(|line| moves.iter().any(|word| line.starts_with(word)))
        };
        let groups: Vec<ShipId> = orders
            .iter()
            .filter(|(id, lines)| id.kind.is_transport() && !id.kind.is_river() && sails(lines))
            .map(|(id, _)| *id)
            .collect();
        for group in groups {
            let Some(at) = self.state.ships.get(&group).map(|ship| ship.at) else { continue };
            let free = orders.iter().filter_map(|(id, lines)| {
                let ship = self.state.ships.get(id).filter(|ship| ship.at == at)?;
                let is_busy =
                    lines.iter().any(|line| line.starts_with("BATTLE ") || line.starts_with("ATTACH "));
                let is_free = !is_busy && (lines.is_empty() || sails(lines));
                (is_free && ship.attached_to.is_none() && self.is_ready(ship)).then_some(ship)
            });
            let escort = free.max_by_key(|ship| (strength(ship), Reverse(ship.id))).map(|ship| ship.id);
            if let Some(id) = escort {
                orders.insert(id, vec![format!("ATTACH TO {group}")]);
            }
        }
    }
}

#[cfg(test)]
mod tests;
