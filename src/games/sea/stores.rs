//! Repair and naval stores aboard (WISC 3.3, 3.4, N-40, N-66, N-74, N-77, N-83).

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::chart::{Chart, CoastNo, Haven, PortNo, SeaNo};
use crate::event::Fact;
use crate::event::reason::{Reason, Why};
use crate::orders::{Commerce, Contact, Manner, Office, Sailing};
use crate::place::Place;
use crate::sailing::harbor::NEAR_MOUTH;
use crate::ship::ShipId;
use crate::turn::Turn;
use fieldpost_ground::nation::NationCode;

/// N-77: the coastal waters by which a port is reached: its own, or those of a mouth ten squares or fewer below.
pub fn coasts_by(chart: &Chart, port: PortNo) -> Vec<CoastNo> {
    match chart.port(port).haven {
        Haven::Ocean { coast, .. } => vec![coast],
        Haven::River { below: Some((mouth, up)) } if up <= NEAR_MOUTH => chart
            .mouth_at(mouth)
            .map_or_else(Vec::new, |mouth| mouth.exits.iter().map(|exit| exit.0).collect()),
        Haven::River { .. } => Vec::new(),
    }
}

impl Turn {
    /// WISC 3.3: in a friendly port, without orders to sail, a point of hull and all propulsion, as many as the yard takes; elsewhere
    /// a point of propulsion.
    pub fn repair(&mut self) {
        let mut left: BTreeMap<PortNo, u32> = BTreeMap::new();
        for (port, state) in &self.state.ports {
            let building = state.building.iter().filter(|stock| !stock.kind.is_transport()).count() as u32;
            left.insert(*port, state.yard.saturating_sub(building));
        }
        for (nation, order) in self.office.clone() {
            let Office::Repair(ships, port) = order.clone() else { continue };
            if self.state.is_friendly(port, nation) {
                self.yards.insert(port, ships);
            } else {
                let why = Why::NoFriendlyYard.of(&self.chart.port(port).name);
                self.refuse_office(nation, &order, why);
            }
        }
        let ids = self.in_yard_order(|ship| ship.is_active() && (ship.hull > 0 || ship.propulsion > 0));
        for id in ids {
            let port = self.yard_for(id).filter(|port| left.get(port).is_some_and(|left| *left > 0));
            if let Some(port) = port {
                left.entry(port).and_modify(|left| *left -= 1);
            }
            self.mend(id, port.is_some());
        }
        self.tell_unmended();
    }

    /// WISC 3.3: ships that a Naval Secretary named and no yard worked on, and why.
    fn tell_unmended(&mut self) {
        let ordered: Vec<(NationCode, ShipId, PortNo)> = self
            .office
            .iter()
            .filter_map(|(nation, order)| match order {
                Office::Repair(ships, port) if self.yards.contains_key(port) => Some((*nation, ships, *port)),
                _ => None,
            })
            .flat_map(|(nation, ships, port)| ships.iter().map(move |id| (nation, *id, port)))
            .collect();
        let mended = |id: ShipId| {
            self.events
                .iter()
                .any(|told| matches!(&told.event.fact, Fact::Repair { here, .. } if here.ship == id))
        };
        let idle: Vec<_> = ordered.into_iter().filter(|(_, id, _)| !mended(*id)).collect();
        for (nation, id, port) in idle {
            let why = self.why_unmended(id, port);
            self.refuse_office(nation, &Office::Repair(vec![id], port), why);
        }
    }

    fn why_unmended(&self, id: ShipId, port: PortNo) -> Reason {
        let name = &self.chart.port(port).name;
        let Some(ship) = self.ship(id) else { return Why::GoneShip.of(id) };
        if self.chart.port_in(ship.at) != Some(port) {
            Why::NotInYard.named(&ship.at, self.chart.label(ship.at)).and(name)
        } else if ship.hull == 0 && ship.propulsion == 0 {
            Why::NotDamaged.into()
        } else if self.sailing(id).moves() {
            Why::HasOrders.into()
        } else {
            Why::YardBusy.of(name)
        }
    }

    /// N-74: ships by what the Naval Secretary ordered, then the most damaged hull, then the lowest id.
    fn in_yard_order(&self, is: impl Fn(&crate::ship::Ship) -> bool) -> Vec<ShipId> {
        let mut ships: Vec<_> = self.state.ships.values().filter(|ship| is(ship)).collect();
        let ordered = |id: ShipId| {
            let lists = self.yards.values().filter_map(|list| list.iter().position(|other| *other == id));
            lists.min().unwrap_or(usize::MAX)
        };
        ships.sort_by_key(|ship| (ordered(ship.id), std::cmp::Reverse(ship.hull), ship.id));
        ships.into_iter().map(|ship| ship.id).collect()
    }

    /// The yard that works on a ship: of the friendly port that she is in and has no orders to leave.
    fn yard_for(&self, id: ShipId) -> Option<PortNo> {
        let port = self.chart.port_in(self.ship(id)?.at)?;
        let stays = !self.sailing(id).moves();
        (stays && self.state.is_friendly(port, id.nation)).then_some(port)
    }

    fn mend(&mut self, id: ShipId, in_yard: bool) {
        let Some(ship) = self.ship_mut(id) else { return };
        let before = ship.hull + ship.propulsion;
        if in_yard {
            (ship.hull, ship.propulsion) = (ship.hull.saturating_sub(1), 0);
        } else {
            ship.propulsion = ship.propulsion.saturating_sub(1);
        }
        let mended = before - ship.hull - ship.propulsion;
        if mended > 0 {
            self.tell(Fact::Repair { here: self.here(id), points: mended.into() });
        }
    }

    /// WISC 3.4: stores are used, then loaded and unloaded; who has none sails home.
    pub fn use_stores(&mut self) {
        let mut served: BTreeMap<PortNo, u32> = BTreeMap::new();
        let ids = self.in_yard_order(|ship| ship.is_active());
        for id in &ids {
            self.use_one(*id);
        }
        for id in &ids {
            if let Some(port) = self.friendly_port(*id) {
                let yard = self.state.ports.get(&port).map_or(0, |state| state.yard);
                let count = served.entry(port).or_default();
                if *count < 4 + 2 * yard && self.fill(*id, port) {
                    *served.entry(port).or_default() += 1;
                }
            }
        }
        for id in ids {
            self.look_to_stores(id);
        }
    }

    /// The port of her own side that a ship is in.
    pub fn friendly_port(&self, id: ShipId) -> Option<PortNo> {
        let port = self.chart.port_in(self.ship(id)?.at)?;
        self.state.is_friendly(port, id.nation).then_some(port)
    }

    /// WISC 3.4, N-66: whether a ship has no stores aboard and lies in no friendly port: she makes for her base, and raids and convoys nobody.
    pub fn is_out_of_stores(&self, id: ShipId) -> bool {
        let is_empty = self.ship(id).is_some_and(|ship| ship.stores + ship.extra_stores == 0);
        is_empty && self.friendly_port(id).is_none()
    }

    /// N-83: one unit: of the port if she is in one that has some, else of her own.
    fn use_one(&mut self, id: ShipId) {
        if let Some(port) = self.friendly_port(id)
            && let Some(state) = self.state.ports.get_mut(&port).filter(|state| state.stores > 0)
        {
            state.stores -= 1;
            return;
        }
        let Some(ship) = self.ship_mut(id) else { return };
        // What she carries as cargo is aboard too, and feeds her when the hold is empty.
        match (ship.stores, ship.extra_stores) {
            (0, 0) => ship.stores_debt += 1,
            (0, _) => ship.extra_stores -= 1,
            _ => ship.stores -= 1,
        }
    }

    /// WISC 3.4: she pays what she owes, then loads or unloads to what she is ordered to have; whether she took anything.
    fn fill(&mut self, id: ShipId, port: PortNo) -> bool {
        let orders = self.progress.get(&id).map(|progress| progress.orders.clone()).unwrap_or_default();
        let room = self.room(id);
        let (Some(ship), Some(state)) = (self.state.ships.get_mut(&id), self.state.ports.get_mut(&port))
        else {
            return false;
        };
        let paid = ship.stores_debt.min(state.stores);
        (ship.stores_debt, state.stores) = (ship.stores_debt - paid, state.stores - paid);
        let wish = orders.stores.unwrap_or(id.kind.row().stores);
        let mut taken = 0;
        if ship.stores > wish {
            state.stores += ship.stores - wish;
            ship.stores = wish;
        } else if ship.stores_debt == 0 {
            taken = (wish - ship.stores).min(state.stores);
            (ship.stores, state.stores) = (ship.stores + taken, state.stores - taken);
        }
        if let Some(wish) = orders.extra_stores {
            if ship.extra_stores > wish {
                state.stores += ship.extra_stores - wish;
                ship.extra_stores = wish;
            } else {
                let more = (wish - ship.extra_stores).min(state.stores).min(room / 20);
                (ship.extra_stores, state.stores) = (ship.extra_stores + more, state.stores - more);
                taken += more;
            }
        }
        if taken + paid > 0 {
            self.tell(Fact::Stores { here: self.here(id), taken: taken + paid });
        }
        taken + paid > 0
    }

    /// WISC 3.4, N-66: without stores she sails home, and that is told; in a friendly port she stays, and only what she was ordered to do
    /// and does not is told. Without crew she goes nowhere.
    fn look_to_stores(&mut self, id: ShipId) {
        let out = self.ship(id).is_some_and(|ship| {
            ship.stores + ship.extra_stores == 0 && !matches!(ship.at, Place::Transit(..))
        });
        if !out || self.ship(id).is_some_and(|ship| !ship.is_manned()) {
            return;
        }
        if self.friendly_port(id).is_some() {
            let moves = self.sailing(id).moves();
            if let Some(progress) = self.progress_mut(id) {
                progress.cancelled = true;
            }
            if moves {
                self.refuse(id, Why::NoStoresToLeave);
            }
            return;
        }
        self.tell(Fact::NoStores(self.here(id)));
        let way = self.way_home(id);
        let followers: Vec<ShipId> = self
            .state
            .ships
            .values()
            .filter(|ship| ship.attached_to == Some(id))
            .map(|ship| ship.id)
            .collect();
        for follower in followers {
            if let Some(ship) = self.ship_mut(follower) {
                ship.attached_to = None;
            }
            if let Some(progress) = self.progress_mut(follower) {
                progress.orders.sailing = Sailing::default();
            }
        }
        if let Some(ship) = self.ship_mut(id) {
            ship.attached_to = None;
        }
        if let Some(progress) = self.progress_mut(id) {
            let battle = progress.orders.sailing.battle;
            let contact = Contact { manner: Manner::Evade, min: None, max: None, open_sea_only: false };
            progress.orders.sailing = Sailing { battle, contact, commerce: Commerce::Ignore, ..way };
            progress.homeward = true;
        }
    }

    /// N-66: her orders home: by the fewest moves, ties by code.
    pub fn way_home(&mut self, id: ShipId) -> Sailing {
        let mut sailing = Sailing::default();
        let Some(port) = self.home_port(id) else { return sailing };
        let goal = self.chart.port(port).clone();
        match goal.haven {
            Haven::Ocean { .. } => sailing.harbor = Some((port, None)),
            Haven::River { .. } => sailing.river = goal.at.map(|at| (self.chart.rivers.water_of(at), None)),
        }
        let coasts = self.coasts_by(port);
        let here = self.ship(id).map(|ship| ship.at);
        let outlets: Vec<CoastNo> = match here {
            Some(Place::Coast(coast)) => vec![coast],
            Some(Place::Harbor(_) | Place::River(_)) => {
                self.outlets(id).into_iter().map(|outlet| outlet.1).collect()
            }
            _ => Vec::new(),
        };
        if let Some(coast) = outlets.iter().find(|coast| coasts.contains(coast)) {
            let inland = here.is_some_and(Place::is_inland);
            if inland && !sailing.river.is_some_and(|(at, _)| self.by_river(id, at)) {
                sailing.coast = Some((crate::orders::CoastGoal::Named(*coast), None));
            }
            return sailing;
        }
        if id.kind.is_river() {
            return sailing;
        }
        let starts: Vec<SeaNo> = match here {
            Some(Place::Sea(sea, _)) => vec![sea],
            _ => outlets.iter().flat_map(|coast| self.chart.seas_off(*coast)).map(|(sea, _)| sea).collect(),
        };
        let ends: BTreeSet<SeaNo> =
            coasts.iter().flat_map(|coast| self.chart.seas_off(*coast)).map(|(sea, _)| sea).collect();
        let mut way = self.sea_way(&starts, &ends);
        if matches!(here, Some(Place::Sea(..))) && !way.is_empty() {
            way.remove(0);
        }
        if way.len() > 2 {
            (sailing.harbor, sailing.river) = (None, None);
        }
        way.truncate(2);
        sailing.sail = way;
        sailing
    }

    /// Her base; if that is lost, the nearest friendly port becomes it.
    pub fn home_port(&mut self, id: ShipId) -> Option<PortNo> {
        let base = self.ship(id)?.base;
        if let Some(base) = base.filter(|base| self.state.is_friendly(*base, id.nation)) {
            return Some(base);
        }
        let nearest = self.nearest_port(id);
        if let Some(ship) = self.ship_mut(id) {
            ship.base = nearest;
        }
        nearest
    }

    /// The friendly port to which the way is shortest: one on her own waters, else by sea areas; ties as on the chart.
    pub fn nearest_port(&self, id: ShipId) -> Option<PortNo> {
        if let Some(own) = self.friendly_port(id) {
            return Some(own);
        }
        let at = self.ship(id)?.at;
        let waters: Vec<CoastNo> = match at {
            Place::Coast(coast) => vec![coast],
            Place::Harbor(_) | Place::River(_) => {
                self.outlets(id).into_iter().map(|outlet| outlet.1).collect()
            }
            _ => Vec::new(),
        };
        let here: Vec<SeaNo> = match at {
            Place::Sea(sea, _) => vec![sea],
            _ => waters.iter().flat_map(|coast| self.chart.seas_off(*coast)).map(|(sea, _)| sea).collect(),
        };
        let ports = (0..self.chart.ports.len()).map(|place| PortNo(place as u16));
        let friendly = ports.filter(|port| self.state.is_friendly(*port, id.nation));
        let far = |port: &PortNo| {
            if self.coasts_by(*port).iter().any(|coast| waters.contains(coast)) {
                return 0;
            }
            let ends: BTreeSet<SeaNo> = self
                .coasts_by(*port)
                .iter()
                .flat_map(|coast| self.chart.seas_off(*coast))
                .map(|(sea, _)| sea)
                .collect();
            let way = self.sea_way(&here, &ends);
            if way.is_empty() { usize::MAX } else { way.len() }
        };
        friendly.min_by_key(far)
    }

    /// N-77: the coastal waters by which a port is reached.
    pub fn coasts_by(&self, port: PortNo) -> Vec<CoastNo> {
        coasts_by(&self.chart, port)
    }

    /// The shortest way over sea areas, both ends in it; of two as short the one whose codes come first.
    fn sea_way(&self, starts: &[SeaNo], ends: &BTreeSet<SeaNo>) -> Vec<SeaNo> {
        let mut before: BTreeMap<SeaNo, Option<SeaNo>> = starts.iter().map(|sea| (*sea, None)).collect();
        let mut open: VecDeque<SeaNo> = starts.iter().copied().collect();
        while let Some(sea) = open.pop_front() {
            if ends.contains(&sea) {
                let mut way = vec![sea];
                while let Some(Some(last)) = way.last().and_then(|sea| before.get(sea)) {
                    way.push(*last);
                }
                way.reverse();
                return way;
            }
            let beside = self.chart.sea(sea).beside.iter().map(|beside| beside.1);
            let over = (0..self.chart.seas.len())
                .map(|place| SeaNo(place as u8))
                .filter(|to| self.crosses(sea, *to));
            let mut next: Vec<SeaNo> = beside.chain(over).collect();
            next.sort_by_key(|to| &self.chart.sea(*to).code);
            for to in next {
                if let Entry::Vacant(unseen) = before.entry(to) {
                    unseen.insert(Some(sea));
                    open.push_back(to);
                }
            }
        }
        Vec::new()
    }

    /// WISC 2.2: what is to be built needs prices, which the scenario has not (N-40).
    pub fn build(&mut self) {
        for (nation, order) in self.office.clone() {
            if let Office::Build(kind, port, _) = &order {
                let why =
                    Why::NoPrices.named(&kind.code(), kind.row().name).and(&self.chart.port(*port).name);
                self.refuse_office(nation, &order, why);
            }
        }
    }
}
