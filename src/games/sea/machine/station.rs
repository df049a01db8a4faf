//! Who of a player's ships keeps which blockade. Waters by which a port of the enemy's is reached, and where few of them lie, come first; a
//! company goes that is enough for them with those who lie there already, the strongest of one harbor, over two sea areas at most. The
//! lowest of those who are ready in a harbor stays for it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::chart::{CoastNo, PortNo};
use crate::combat::fight::strength;
use crate::contact;
use crate::lift::{leg, seas_between};
use crate::machine::{Eyes, FORCE, Force, is_enough};
use crate::place::Place;
use crate::ship::{Ship, ShipId};
use crate::stores::coasts_by;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::NationCode;

/// The waters to which ships go.
pub(super) type Posts = BTreeMap<ShipId, CoastNo>;

impl Eyes<'_> {
    /// Where the ships of a player's go that are free for it.
    pub(super) fn posts(&self, player: PlayerNo) -> Posts {
        let mut posts = Posts::new();
        let free = self.free(player);
        let Some(first) = free.values().flatten().next() else { return posts };
        let reported = self.reported(first);
        let mut coasts: Vec<(u32, CoastNo)> = (0..self.chart.coasts.len())
            .map(|number| CoastNo(number as u8))
            .filter(|coast| self.is_enemys(*coast, first.id.nation))
            .map(|coast| (self.kept(coast, player).strength, coast))
            .filter(|(kept, _)| *kept < FORCE)
            .collect();
        coasts.sort();
        for (_, coast) in coasts {
            let theirs =
                self.of_foes(reported.values().copied().filter(|foe| self.waters(foe.at) == Some(coast)));
            let company = |(_, ships): (&Place, &Vec<&Ship>)| {
                let left = ships.iter().copied().filter(|ship| !posts.contains_key(&ship.id));
                self.company(left, coast, (self.kept(coast, player), theirs))
            };
            let nearest = free.iter().filter_map(company).min_by_key(|(far, _)| *far);
            posts.extend(nearest.into_iter().flat_map(|(_, ids)| ids).map(|id| (id, coast)));
        }
        posts
    }

    /// The ships of a player's that are ready, in port or at sea, by where they lie, the strongest first and without who stays for the harbor.
    fn free(&self, player: PlayerNo) -> BTreeMap<Place, Vec<&Ship>> {
        let mut free: BTreeMap<Place, Vec<&Ship>> = BTreeMap::new();
        let own = self.state.ships.values().filter(|ship| ship.commander == player && ship.is_active());
        for ship in own.filter(|ship| ship.attached_to.is_none() && self.is_ready(ship)) {
            let is_guard = || self.ready_in(ship).map(|other| other.id).min() == Some(ship.id);
            let is_free = match ship.at {
                Place::Harbor(_) => !is_guard(),
                Place::Sea(..) => true,
                Place::Coast(coast) => !self.is_enemys(coast, ship.id.nation),
                Place::River(_) | Place::Transit(..) => false,
            };
            if is_free {
                free.entry(ship.at).or_default().push(ship);
            }
        }
        free.values_mut().for_each(|ships| ships.sort_by_key(|ship| (Reverse(strength(ship)), ship.id)));
        free
    }

    /// Of ships that lie together those who go to some waters, and how far it is: as many as are enough there with those who lie off it.
    fn company<'s>(
        &self,
        ships: impl Iterator<Item = &'s Ship>,
        coast: CoastNo,
        (mut ours, theirs): (Force, Force),
    ) -> Option<(usize, BTreeSet<ShipId>)> {
        let (mut far, mut ids) = (0, BTreeSet::new());
        for ship in ships {
            if ours.strength >= FORCE && is_enough(ours, theirs) {
                break;
            }
            if self.way_to(ship, coast).is_none() {
                continue;
            }
            far = far.max(self.seas_to(ship, coast));
            ours.add(ship.id.kind, strength(ship));
            ids.insert(ship.id);
        }
        let goes = !ids.is_empty() && ours.strength >= FORCE && is_enough(ours, theirs);
        goes.then_some((far, ids))
    }

    /// The warships of some waters that a player knows of and that stay there.
    fn kept(&self, coast: CoastNo, player: PlayerNo) -> Force {
        let mut force = Force::default();
        let there = self.state.active_at(Place::Coast(coast)).filter(|ship| ship.is_warship());
        let own = there.filter(|ship| contact::officers(ship).contains(&player) && !self.goes_home(ship));
        own.for_each(|ship| force.add(ship.id.kind, strength(ship)));
        force
    }

    /// The orders that bring her into other coastal waters in a turn: next to her own, or over two sea areas at most.
    pub(super) fn way_to(&self, ship: &Ship, goal: CoastNo) -> Option<Vec<String>> {
        let off = format!("COAST {}", self.chart.coast(goal).code);
        match ship.at {
            Place::Sea(sea, _) => {
                let end = self.chart.coast(goal).sea?;
                let sail = || format!("SAIL {}", self.chart.sea(end).code);
                if sea == end {
                    return Some(vec![off]);
                }
                self.chart.side_to(sea, end).map(|_| vec![sail(), off])
            }
            Place::Coast(here) if here == goal => None,
            _ => {
                let mut way = leg(self.chart, self.waters(ship.at)?, goal)?;
                way.extend((way.last() != Some(&off)).then_some(off));
                let sails = way.iter().any(|line| line.starts_with("SAIL "));
                (!sails || ship.is_seagoing()).then_some(way)
            }
        }
    }

    /// Over how many sea areas she sails there; from a sea, over how many more.
    fn seas_to(&self, ship: &Ship, goal: CoastNo) -> usize {
        match ship.at {
            Place::Sea(sea, _) => usize::from(self.chart.coast(goal).sea != Some(sea)),
            _ => {
                let seas = self.waters(ship.at).and_then(|own| seas_between(self.chart, own, goal));
                seas.map_or(0, |seas| seas.len())
            }
        }
    }

    /// Whether a port of a nation's enemies is reached by coastal waters.
    pub(super) fn is_enemys(&self, coast: CoastNo, nation: NationCode) -> bool {
        let mut ports = (0..self.chart.ports.len()).map(|number| PortNo(number as u16));
        ports.any(|port| {
            let holder = self.state.holder(port).filter(|holder| self.state.hostile(*holder, nation));
            holder.is_some() && coasts_by(self.chart, port).contains(&coast)
        })
    }

    /// Whole, full, and one of those that go to sea.
    pub(super) fn is_ready(&self, ship: &Ship) -> bool {
        let row = ship.id.kind.row();
        ship.is_warship()
            && ship.is_manned()
            && ship.is_seagoing()
            && ship.hull + ship.propulsion == 0
            && (ship.stores * 4 >= row.stores * 3 || self.is_filled(ship))
    }

    /// Whether the port in which she lies fills her before she sails, as her commander knows who is a secretary.
    fn is_filled(&self, ship: &Ship) -> bool {
        let port = self.chart.port_in(ship.at).filter(|_| self.is_in_port(ship));
        let has = port.and_then(|port| self.state.ports.get(&port)).map_or(0, |port| port.stores);
        self.knows_ports(ship) && has >= 2 * ship.id.kind.row().stores
    }

    /// The ships of one commander in a harbor that are ready: they go together.
    pub(super) fn ready_in<'a>(&'a self, ship: &'a Ship) -> impl Iterator<Item = &'a Ship> {
        let there = self.state.active_at(ship.at).filter(|other| other.commander == ship.commander);
        there.filter(|other| other.attached_to.is_none() && self.is_ready(other))
    }
}
