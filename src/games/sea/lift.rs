//! What the machine's transport groups carry: brigades from a port in the rear to a port of theirs that lies near an enemy's, over waters
//! where nobody hostile was seen. Who is aboard goes ashore there; who is aboard and has nowhere to go, where they lie.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::ashore::{Ashore, Boards, Brigade, Site, in_words};
use crate::chart::{Chart, CoastNo, Haven, PortNo, SeaNo};
use crate::place::Place;
use crate::ship::Ship;
use crate::state::SeaState;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_ground::tactical::Atlas;
use fieldpost_ground::unit::UnitId;

/// Within how many squares of an enemy's port a port is at the front.
const NEAR: u8 = 2;

/// What a transport group's player knows, and where hostile ships were seen.
pub struct Lift<'a> {
    pub chart: &'a Arc<Chart>,
    /// The land map.
    pub atlas: &'a Arc<Atlas>,
    /// The position: holders of ports.
    pub state: &'a SeaState,
    /// The land: the side's own brigades in her square and aboard are looked at.
    pub ashore: &'a Ashore,
    /// Where hostile ships are in sight of the player's.
    pub shunned: &'a BTreeSet<Place>,
    /// Waters into which stronger enemies may come out of their harbors: she waits, laden, until they are watched.
    pub watched_for: &'a BTreeSet<CoastNo>,
}

impl Lift<'_> {
    /// The orders of a group that lies in a port of its side with nobody hostile in sight; none if it has nothing to carry.
    pub fn orders(&self, ship: &Ship, port: PortNo) -> Vec<String> {
        let aboard: Vec<&Brigade> = in_words(self.ashore.aboard(ship.id));
        let is_front = self.is_front(ship, port);
        if is_front && aboard.is_empty() {
            return Vec::new();
        }
        let way = if is_front { None } else { self.way_to_the_front(ship, port) };
        let Some((waits, way)) = way else {
            return aboard.iter().map(|unit| format!("UNLOAD {}", unit.id)).collect();
        };
        let mut lines: Vec<String> = Vec::new();
        if aboard.is_empty() {
            lines.extend(self.boarding(ship, port).into_iter().map(|unit| format!("LOAD {unit}")));
            if lines.is_empty() {
                return lines;
            }
        } else {
            lines.extend(aboard.iter().map(|unit| format!("UNLOAD {}", unit.id)));
        }
        if waits {
            lines.retain(|line| line.starts_with("LOAD "));
            return lines;
        }
        lines.extend(way);
        lines.extend(["CONTACT EVADE".to_owned(), "BATTLE EVADE".to_owned()]);
        lines
    }

    /// The brigades in the city square that go, as many as there is room for, each whole.
    fn boarding(&self, ship: &Ship, port: PortNo) -> Vec<UnitId> {
        let Some(at) = self.chart.port(port).at else { return Vec::new() };
        let city = self.atlas.map.city_at(at).map(|city| city.tac);
        let own = |unit: &&Brigade| {
            let there = matches!(unit.at, Site::Field(_, tac) if Some(tac) == city);
            unit.nation == ship.id.nation && unit.fights && unit.boards == Boards::Yes && unit.active && there
        };
        let mut room = ship.capacity.saturating_sub(20 * (ship.supplies + ship.extra_stores));
        let mut going = Vec::new();
        for unit in in_words(self.ashore.brigades_in(at).filter(own)) {
            if unit.space() <= room {
                room -= unit.space();
                going.push(unit.id);
            }
        }
        going
    }

    fn is_front(&self, ship: &Ship, port: PortNo) -> bool {
        let Some(at) = self.chart.port(port).at else { return false };
        let hostile = |other: &StrategicSquare| other.distance(at) <= NEAR;
        let ports = (0..self.chart.ports.len()).map(|number| PortNo(number as u16));
        let mut enemys = ports.filter(|other| {
            self.state.holder(*other).is_some_and(|of| self.state.hostile(of, ship.id.nation))
        });
        enemys.any(|other| self.chart.port(other).at.as_ref().is_some_and(hostile))
    }

    /// The orders that bring her to the first port of her side at the front that lies in her waters, next to them, or in their sea; and
    /// whether she had better wait.
    fn way_to_the_front(&self, ship: &Ship, port: PortNo) -> Option<(bool, Vec<String>)> {
        let Haven::Ocean { coast: own, .. } = self.chart.port(port).haven else { return None };
        let ports = (0..self.chart.ports.len()).map(|number| PortNo(number as u16));
        let mut fronts = ports.filter(|other| {
            *other != port && self.state.is_friendly(*other, ship.id.nation) && self.is_front(ship, *other)
        });
        fronts.find_map(|front| {
            let Haven::Ocean { coast, .. } = self.chart.port(front).haven else { return None };
            let safe = [Place::Coast(own), Place::Coast(coast), Place::Harbor(front)];
            if safe.iter().any(|place| self.shunned.contains(place)) {
                return None;
            }
            let mut way = leg(self.chart, own, coast)?;
            way.push(format!("HARBOR {}", self.chart.port(front).name));
            let waits = [own, coast].iter().any(|coast| self.watched_for.contains(coast));
            Some((waits, way))
        })
    }
}

/// The orders that bring a ship from a harbor of one coast off another: next to each other by COAST alone, else over the seas between.
pub fn leg(chart: &Chart, own: CoastNo, coast: CoastNo) -> Option<Vec<String>> {
    let codes: Vec<&str> =
        seas_between(chart, own, coast)?.into_iter().map(|sea| chart.sea(sea).code.as_str()).collect();
    Some(vec![match codes.is_empty() {
        true => format!("COAST {}", chart.coast(coast).code),
        false => format!("SAIL {}", codes.join(" ")),
    }])
}

/// The seas over which a ship sails from one coast to another: none where they are next to each other, the one on which both lie, or their
/// two where these join.
pub fn seas_between(chart: &Chart, own: CoastNo, coast: CoastNo) -> Option<Vec<SeaNo>> {
    let (from, to) = (chart.coast(own), chart.coast(coast));
    if own == coast || from.through == Some(coast) || to.through == Some(own) {
        return Some(Vec::new());
    }
    let (out, end) = from.sea.zip(to.sea)?;
    if out == end {
        return Some(vec![out]);
    }
    chart.side_to(out, end).map(|_| vec![out, end])
}
