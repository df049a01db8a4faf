//! Naval stores as the machine sees to them: whose base has none goes to another port, and secretaries have stores moved to bases that run
//! low, over another port where no way leads there at once.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::chart::PortNo;
use crate::contact;
use crate::machine::Eyes;
use crate::orders::Office;
use crate::place::Magazine;
use crate::ship::{Ship, ShipId};
use crate::state::SeaState;
use crate::turn::Turn;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::NationCode;

/// Stores for which a port is made for that is not a ship's base.
const WORTH_GOING: u32 = 20;
/// With fewer stores a port's have been used: each begins with so many.
const USED_UP: u32 = 5;
/// Stores that leave a port in a turn at most (3.5).
const SENT: u32 = 60;

impl Eyes<'_> {
    /// The orders to another port, for a ship whose base has no stores: one of the side's that has some, to which the way is shortest.
    /// What ports hold, secretaries alone know (N-42): for others' ships a base is a base.
    pub(super) fn elsewhere(&self, ship: &Ship, base: PortNo) -> Option<Vec<String>> {
        let nation = ship.id.nation;
        let stores = |port: PortNo| self.state.ports.get(&port).map_or(0, |port| port.stores);
        if !self.knows_ports(ship) || stores(base) > 0 {
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

    /// Whether her commander knows what ports hold.
    pub(super) fn knows_ports(&self, ship: &Ship) -> bool {
        self.state.powers.secretaries.get(&ship.id.nation) == Some(&ship.commander)
    }

    /// Naval stores to the bases that run low of the ships that a secretary knows, each from the fullest port of the side from which ships or
    /// trains bring them (WISC 3.5).
    pub(super) fn stores(&self, player: PlayerNo) -> Vec<Office> {
        let nations = self.state.powers.secretaries.iter().filter(|(_, secretary)| **secretary == player);
        nations.flat_map(|(nation, _)| self.stores_of(*nation, player)).collect()
    }

    fn stores_of(&self, nation: NationCode, player: PlayerNo) -> Vec<Office> {
        let need = self.needs(nation, player);
        let is_own = |port: &PortNo| self.state.is_friendly(*port, nation);
        let left = self.state.ports.iter().map(|(port, has)| (*port, has.stores));
        let left = left.filter(|(port, _)| is_own(port)).collect();
        let turn = Turn::begin(self.chart, self.atlas, self.known(nation, player), BTreeMap::new(), 0);
        let mut stock = Stock { turn, nation, need, left, leaves: BTreeMap::new() };
        let bases: Vec<(PortNo, u32)> = stock.need.iter().map(|(port, need)| (*port, *need)).collect();
        bases.into_iter().flat_map(|(base, need)| stock.feed(base, need)).collect()
    }

    /// What the holds of the ships that a player knows take, by their bases; and something for each port that holds less than any begins with
    /// (N-40): somebody's ships have used it up.
    fn needs(&self, nation: NationCode, player: PlayerNo) -> BTreeMap<PortNo, u32> {
        let mut need: BTreeMap<PortNo, u32> = BTreeMap::new();
        for ship in self.own(nation, player) {
            let base = ship.base.filter(|base| self.state.is_friendly(*base, nation));
            base.into_iter().for_each(|base| *need.entry(base).or_default() += ship.id.kind.row().stores);
        }
        for (port, held) in &self.state.ports {
            if held.stores < USED_UP && self.state.is_friendly(*port, nation) {
                need.entry(*port).or_insert(WORTH_GOING);
            }
        }
        need
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
}

/// What a side's ports hold, and what may leave them.
struct Stock {
    /// The position as its secretary knows it.
    turn: Turn,
    nation: NationCode,
    /// What the holds of ships take, by their bases.
    need: BTreeMap<PortNo, u32>,
    /// What ports hold that was not sent on.
    left: BTreeMap<PortNo, u32>,
    /// What was sent from each.
    leaves: BTreeMap<PortNo, u32>,
}

impl Stock {
    /// Orders that bring a base that holds less than half of its need what it lacks: from the fullest ports first, and where none can send
    /// it enough, a step nearer to it from farther ones.
    fn feed(&mut self, base: PortNo, need: u32) -> Vec<Office> {
        let has = self.left.get(&base).copied().unwrap_or(0);
        let mut lacks = if has * 2 < need { need - has } else { 0 };
        let mut moved = Vec::new();
        let mut next = vec![base];
        let mut seen = BTreeSet::from([base]);
        while lacks > 0 && !next.is_empty() {
            let mut before = Vec::new();
            for to in std::mem::take(&mut next) {
                for from in self.senders(to) {
                    let stores = self.spare(from).min(lacks);
                    if stores > 0 && (!seen.contains(&from) || to == base) {
                        lacks -= stores;
                        moved.push(self.send(from, to, stores));
                    }
                    before.extend(seen.insert(from).then_some(from));
                }
            }
            next = before;
        }
        moved
    }

    /// The ports of the side from which ships or trains bring stores to another, the fullest first.
    fn senders(&self, to: PortNo) -> Vec<PortNo> {
        let others = self.left.keys().copied().filter(|from| *from != to);
        let mut senders: Vec<PortNo> =
            others.filter(|from| self.turn.carries_stores(self.nation, *from, to)).collect();
        senders.sort_by_key(|from| (Reverse(self.spare(*from)), *from));
        senders
    }

    /// What a port can send: what its own ships do not need, and what may still leave it in the turn.
    fn spare(&self, port: PortNo) -> u32 {
        let of = |stores: &BTreeMap<PortNo, u32>| stores.get(&port).copied().unwrap_or(0);
        of(&self.left).saturating_sub(of(&self.need)).min(SENT.saturating_sub(of(&self.leaves)))
    }

    fn send(&mut self, from: PortNo, to: PortNo, stores: u32) -> Office {
        *self.leaves.entry(from).or_default() += stores;
        self.left.entry(from).and_modify(|has| *has -= stores);
        Office::MoveStores { stores, from: Magazine::Port(from), to: Magazine::Port(to) }
    }
}
