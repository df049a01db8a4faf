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
use crate::chart::{Chart, CoastNo};
use crate::combat::battle::BATTERY;
use crate::combat::fight::strength;
use crate::combat::fire::is_waterside;
use crate::contact;
use crate::kind::Kind;
use crate::language::render;
use crate::lift::Lift;
use crate::orders::{Order, Sailing};
use crate::place::Place;
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
const ENOUGH: u32 = 15;
const ENOUGH_OF_WOOD: u32 = 20;
/// How many are wanted where she must fight to come home, and by wood to stay before iron; and how many to stay before others.
const EVEN: u32 = 10;
const HOLDS: u32 = 7;
/// The strength that keeps a blockade: a frigate with a gunboat, and no gunboat alone.
const FORCE: u32 = 75;

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
    let posts = eyes.posts(player);
    // Who has no crew goes nowhere (2.6), and who is on the Atlantic hears nothing (6.17).
    for ship in own().filter(|ship| ship.is_manned() && !matches!(ship.at, Place::Transit(..))) {
        orders.insert(ship.id, eyes.orders(ship, posts.get(&ship.id).copied()));
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
    fn orders(&self, ship: &Ship, post: Option<CoastNo>) -> Vec<String> {
        let goes_home = self.goes_home(ship);
        if ship.attached_to.is_some() {
            let leaves = if goes_home { self.homeward(ship) } else { Vec::new() };
            let detach = (!leaves.is_empty()).then(|| "DETACH".to_owned());
            return detach.into_iter().chain(leaves).collect();
        }
        let foes: Vec<&Ship> = contact::seen_from(self.chart, self.state, ship)
            .filter(|other| self.state.hostile(other.id.nation, ship.id.nation))
            .collect();
        if ship.id.kind.is_transport() {
            return self.of_transport(ship, !foes.is_empty(), goes_home);
        }
        let theirs = self.against(ship, &foes);
        if theirs.strength == 0 {
            return if goes_home { self.homeward(ship) } else { self.on_station(ship, post) };
        }
        // Batteries fight in their harbor, and not for who comes out of it.
        let inside = foes.iter().any(|foe| foe.at == ship.at);
        let ours = self.beside(ship, inside);
        let wood_on_iron = !ours.iron && (theirs.iron || self.guns(ship, true) > 0);
        let odds = (ours.strength * 10, theirs.strength);
        let enough = if wood_on_iron { ENOUGH_OF_WOOD } else { ENOUGH };
        let is_fit = ship.hull < HURT && ship.propulsion < HURT;
        // Who lies before her harbor keeps her out of it: with stores for a turn or two she fights where she is not the weaker.
        let enough = if goes_home && self.is_shut_out(ship, &foes) { EVEN } else { enough };
        if is_fit && (!goes_home || enough == EVEN) && odds.0 >= odds.1 * enough {
            return self.attack(ship, &foes, ours.iron && !theirs.iron);
        }
        let holds = if wood_on_iron { EVEN } else { HOLDS };
        if !goes_home && odds.0 >= odds.1 * holds && !self.is_in_port(ship) {
            return self.on_station_before(ship);
        }
        self.flee(ship)
    }

    /// Whether hostile warships lie in the waters by which she would go home.
    fn is_shut_out(&self, ship: &Ship, foes: &[&Ship]) -> bool {
        ship.at.coast().is_some() && foes.iter().any(|foe| foe.at == ship.at && foe.is_warship())
    }

    /// She is neither the stronger nor much the weaker: she stays where she is, and accepts what comes.
    fn on_station_before(&self, ship: &Ship) -> Vec<String> {
        let keeps = ship.at.coast().is_some_and(|coast| self.is_enemys(coast, ship.id.nation));
        let convoys = keeps.then(|| "COMMERCE CONVOY".to_owned());
        convoys.into_iter().chain(self.refuge(ship)).collect()
    }

    /// Where she flees to from a battle in coastal waters: without a word it is the sea, from which she would have to come in by the same
    /// waters.
    fn refuge(&self, ship: &Ship) -> Option<String> {
        let coast = ship.at.coast()?;
        let ports = self.chart.inlets(coast).into_iter().filter_map(|inlet| self.chart.port_in(inlet));
        let mut havens = ports.filter(|port| self.state.is_friendly(*port, ship.id.nation));
        havens.next().map(|_| "RETREAT TO HARBOR".to_owned())
    }

    /// Whether she has to go home: badly hurt, or with stores for the way and a turn more.
    fn goes_home(&self, ship: &Ship) -> bool {
        let hurt = ship.hull >= HURT || ship.propulsion >= HURT;
        hurt || (ship.stores <= LOW + self.turns_home(ship) && !self.is_in_port(ship))
    }

    /// The turns beyond the first that her way home takes.
    fn turns_home(&self, ship: &Ship) -> u32 {
        if ship.stores > 2 * LOW || self.is_in_port(ship) {
            return 0;
        }
        let mut turn = Turn::begin(self.chart, self.atlas, self.state.clone(), BTreeMap::new(), 0);
        let way = turn.way_home(ship.id);
        u32::from(way.sail.len() > 1) + u32::from(way.harbor.is_none() && way.river.is_none())
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
        // Who is a square off on a river is gone to, and fought there in the next turn.
        let beside =
            foes.iter().filter(|foe| foe.at != ship.at).filter_map(|foe| self.chart.river_square(foe.at));
        if let Some(at) = beside.min().filter(|_| foes.iter().all(|foe| foe.at != ship.at)) {
            lines.push(format!("RIVER {}", self.chart.grid.label(at)));
        }
        lines.push("BATTLE ENGAGE".into());
        if close {
            lines.extend(["CLOSE".to_owned(), "AIM HULL".into()]);
        }
        lines.extend(self.refuge(ship));
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
        lines.extend(self.refuge(ship));
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

    /// The ships of a nation that a player commands or deputises for.
    fn own(&self, nation: NationCode, player: PlayerNo) -> impl Iterator<Item = &Ship> {
        let ships = self.state.ships.values().filter(move |ship| ship.id.nation == nation);
        ships.filter(move |ship| ship.is_active() && contact::officers(ship).contains(&player))
    }

    fn words(&self, way: &Sailing) -> Vec<String> {
        let sail = (!way.sail.is_empty()).then(|| Order::Sail(way.sail.clone()));
        let coast = way.coast.map(|(goal, when)| Order::Coast(goal, when));
        let harbor = way.harbor.map(|(port, when)| Order::Harbor(port, when));
        let river = way.river.map(|(at, when)| Order::River(at, when));
        let orders = [sail, coast, harbor, river].into_iter().flatten();
        orders.map(|order| render::order(&order, self.chart)).collect()
    }

    /// Nobody is in sight: off an enemy's coast she keeps the blockade; who has a post goes there; on a river her squadron goes on; and at sea
    /// without a post she goes home.
    fn on_station(&self, ship: &Ship, post: Option<CoastNo>) -> Vec<String> {
        if let Some(fire) = self.gunfire(ship) {
            return vec![fire];
        }
        if let Some(way) = self.seek(ship).or_else(|| self.way_to(ship, post?)) {
            return way;
        }
        match ship.at {
            Place::Coast(coast) if self.is_enemys(coast, ship.id.nation) => {
                // Who is alone chases nobody: an ironclad may come out.
                let chases = self.beside(ship, false).strength >= FORCE;
                let chase = chases.then(|| "CONTACT PURSUE MIN 1".to_owned());
                chase.into_iter().chain(["COMMERCE CONVOY".to_owned()]).collect()
            }
            Place::Sea(..) => self.homeward(ship),
            Place::River(_) | Place::Harbor(_) => self.advance(ship).unwrap_or_default(),
            _ => Vec::new(),
        }
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

mod river;
mod station;
mod stores;
#[cfg(test)]
mod tests;
