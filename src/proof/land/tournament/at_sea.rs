//! How the machine made war at sea, in numbers: battles and their odds, blockades, ships without stores and whether an order would have
//! helped, ships lost, ships that never left port, landings.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::AddAssign;

use crate::land::tournament::figures::percent;
use fieldpost_campaign::Ran;
use fieldpost_campaign::fleet::Fleet;
use fieldpost_ground::nation::NationCode;
use fieldpost_sea::chart::{CoastNo, PortNo};
use fieldpost_sea::event::account::{Account, Fighter};
use fieldpost_sea::event::{Fact, Freight};
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::{Ship, ShipId};
use fieldpost_sea::state::SeaState;
use fieldpost_sea::stores::coasts_by;
use fieldpost_sea::turn::Turn;

/// River squares that a ship makes in a turn (WISC 6.6).
const RIVER: u16 = 20;

/// What one side did at sea in some wars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Side {
    /// Ships that serve and are manned, a turn each.
    ship_turns: u64,
    /// Those of them with no stores aboard, and none in the port in which they lie.
    empty: u64,
    /// Those of these whom an order would have helped.
    unserved: u64,
    /// Turns at whose end a blockade is in force.
    blockades: u64,
    /// Waters before ports of the enemy in which one is in force, a turn each.
    waters: u64,
    sunk: u64,
    captured: u64,
    /// Ships lost to storms and rocks.
    wrecked: u64,
    /// Ships that began in port and could leave it.
    in_port: u64,
    /// Those of them that never did.
    stayed: u64,
    /// Units set ashore.
    landings: u64,
    /// Those of them beside whose transport a warship of the side lay.
    escorted: u64,
}

impl AddAssign for Side {
    fn add_assign(&mut self, other: Side) {
        self.ship_turns += other.ship_turns;
        self.empty += other.empty;
        self.unserved += other.unserved;
        self.blockades += other.blockades;
        self.waters += other.waters;
        self.sunk += other.sunk;
        self.captured += other.captured;
        self.wrecked += other.wrecked;
        self.in_port += other.in_port;
        self.stayed += other.stayed;
        self.landings += other.landings;
        self.escorted += other.escorted;
    }
}

/// The figures of some wars at sea, by sides: that of the scenario's first player stands first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeaFigures {
    turns: u64,
    battles: u64,
    /// Battles whose side that began them had less than two to three in strength.
    hopeless: u64,
    sides: [Side; 2],
}

impl AddAssign for SeaFigures {
    fn add_assign(&mut self, other: SeaFigures) {
        self.turns += other.turns;
        self.battles += other.battles;
        self.hopeless += other.hopeless;
        self.sides.iter_mut().zip(other.sides).for_each(|(side, other)| *side += other);
    }
}

impl SeaFigures {
    /// A number of either side.
    fn both(&self, of: fn(&Side) -> u64) -> String {
        let [one, other] = [0, 1].map(|side| of(&self.sides[side]));
        format!("{one} : {other}")
    }

    /// A number of either side for each turn, to a tenth.
    fn a_turn(&self, of: fn(&Side) -> u64) -> String {
        let tenths = |side: usize| (of(&self.sides[side]) * 10).checked_div(self.turns).unwrap_or(0);
        let [one, other] = [0, 1].map(tenths).map(|tenths| format!("{}.{}", tenths / 10, tenths % 10));
        format!("{one} : {other}")
    }
}

impl fmt::Display for SeaFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SeaFigures { turns, battles, hopeless, .. } = self;
        let share = percent(*hopeless, *battles);
        writeln!(f, "naval battles: {battles}; begun below 2:3: {hopeless}, {share}")?;
        writeln!(
            f,
            "turns with a blockade in force: {} of {turns}; waters blockaded a turn: {}",
            self.both(|side| side.blockades),
            self.a_turn(|side| side.waters)
        )?;
        writeln!(
            f,
            "ships without stores, a turn each: {} of {}; for want of an order: {}",
            self.both(|side| side.empty),
            self.both(|side| side.ship_turns),
            self.both(|side| side.unserved)
        )?;
        writeln!(
            f,
            "ships sunk: {}; captured: {}; wrecked: {}",
            self.both(|side| side.sunk),
            self.both(|side| side.captured),
            self.both(|side| side.wrecked)
        )?;
        writeln!(
            f,
            "ships that never left port: {} of {} that began in one",
            self.both(|side| side.stayed),
            self.both(|side| side.in_port)
        )?;
        write!(
            f,
            "units landed: {}; with a warship by: {}",
            self.both(|side| side.landings),
            self.both(|side| side.escorted)
        )
    }
}

/// The figures of one war as it goes on.
pub struct SeaTally {
    figures: SeaFigures,
    /// Ships that have not left the port in which they began, each with her place and side.
    stayed: BTreeMap<ShipId, (Place, usize)>,
}

impl SeaTally {
    /// A war that begins so; `side` tells of a nation on which side it is.
    pub fn of(begun: Fleet<'_>, side: impl Fn(NationCode) -> usize) -> Self {
        let chart = &begun.sea.chart;
        let mut tally = SeaTally { figures: SeaFigures::default(), stayed: BTreeMap::new() };
        for ship in serving(&begun.sea.state).filter(|ship| ship.makes_way()) {
            if chart.port_in(ship.at).is_some() {
                let side = side(ship.id.nation);
                tally.stayed.insert(ship.id, (ship.at, side));
                tally.figures.sides[side].in_port += 1;
            }
        }
        tally
    }

    /// Counts a turn that was run from a position.
    pub fn add(&mut self, before: Fleet<'_>, ran: &Ran, side: impl Fn(NationCode) -> usize) {
        let (Some(sea), Some(after)) = (&ran.sea, ran.next().fleet()) else { return };
        self.figures.turns += 1;
        sea.events.iter().for_each(|told| self.note(&told.event.fact, after, &side));
        self.blockades(after, &side);
        self.stores(before, after, &side);
        self.stayed.retain(|id, (at, _)| after.sea.state.ships.get(id).is_some_and(|ship| ship.at == *at));
    }

    /// The figures at the end of a war.
    pub fn end(mut self) -> SeaFigures {
        for (_, side) in self.stayed.values() {
            self.figures.sides[*side].stayed += 1;
        }
        self.figures
    }

    fn note(&mut self, fact: &Fact, after: Fleet<'_>, side: impl Fn(NationCode) -> usize) {
        let sides = &mut self.figures.sides;
        match fact {
            Fact::Battle { account, .. } => self.battle(account),
            Fact::Sunk { here, .. } => sides[side(here.ship.nation)].sunk += 1,
            Fact::Captured { here, .. } => sides[side(here.ship.nation)].captured += 1,
            Fact::Foundered(here) | Fact::Wrecked(here) => sides[side(here.ship.nation)].wrecked += 1,
            // She was out to fight, though she may be back.
            Fact::Sortie(step) => drop(self.stayed.remove(&step.ship)),
            Fact::Land { here, .. } | Fact::Unload { here, what: Freight::Unit(_), .. } => {
                let state = &after.sea.state;
                let by = |ship: &Ship| ship.is_warship() && state.allied(ship.id.nation, here.ship.nation);
                let is_escorted = here.at.is_some_and(|at| state.active_at(at).any(by));
                let own = &mut sides[side(here.ship.nation)];
                own.landings += 1;
                own.escorted += u64::from(is_escorted);
            }
            _ => {}
        }
    }

    fn battle(&mut self, account: &Account) {
        let [ours, theirs] = [0, 1].map(|side| {
            let parts = account.sides[side].iter();
            parts.map(|part| u64::from(part.strength)).sum::<u64>()
        });
        // Batteries that open fire on who comes by attack nobody.
        let by_ships = account.sides[0].iter().any(|part| matches!(part.id, Fighter::Ship(_)));
        self.figures.battles += 1;
        self.figures.hopeless += u64::from(by_ships && ours * 3 < theirs * 2);
    }

    /// A blockade is in force where warships of a side lie in the waters by which a port of its enemies' is reached, and none of these beside
    /// them.
    fn blockades(&mut self, after: Fleet<'_>, side: impl Fn(NationCode) -> usize) {
        let (chart, state) = (&after.sea.chart, &after.sea.state);
        let mut waters: [BTreeSet<CoastNo>; 2] = Default::default();
        for ship in serving(state).filter(|ship| ship.is_warship()) {
            let Place::Coast(coast) = ship.at else { continue };
            let nation = ship.id.nation;
            let mut ports = (0..chart.ports.len()).map(|port| PortNo(port as u16));
            let is_enemys = ports.any(|port| {
                let holder = state.holder(port).filter(|_| coasts_by(chart, port).contains(&coast));
                holder.is_some_and(|holder| state.hostile(holder, nation))
            });
            if is_enemys && state.hostile_warships(ship.at, nation).next().is_none() {
                waters[side(nation)].insert(coast);
            }
        }
        for (own, waters) in self.figures.sides.iter_mut().zip(waters) {
            own.blockades += u64::from(!waters.is_empty());
            own.waters += waters.len() as u64;
        }
    }

    fn stores(&mut self, before: Fleet<'_>, after: Fleet<'_>, side: impl Fn(NationCode) -> usize) {
        let (chart, atlas) = (&before.sea.chart, &before.table.atlas);
        let mut began = Turn::begin(chart, atlas, (*before.sea.state).clone(), BTreeMap::new(), 0);
        began.ashore = (*before.ashore()).clone();
        let state = &after.sea.state;
        for ship in serving(state).filter(|ship| !matches!(ship.at, Place::Transit(..))) {
            let own = &mut self.figures.sides[side(ship.id.nation)];
            own.ship_turns += 1;
            let port = chart.port_in(ship.at).filter(|port| state.is_friendly(*port, ship.id.nation));
            let in_port = port.and_then(|port| state.ports.get(&port)).map_or(0, |port| port.stores);
            if ship.stores + ship.extra_stores + in_port == 0 {
                own.empty += 1;
                own.unserved += u64::from(is_unserved(&mut began, ship, port));
            }
        }
    }
}

/// Ships that serve and have somebody aboard.
fn serving(state: &SeaState) -> impl Iterator<Item = &Ship> {
    state.ships.values().filter(|ship| ship.is_active() && ship.is_manned())
}

/// Whether an order at the turn's beginning would have given a ship stores: in a port, to move some there from another of her side; out of
/// it, to go to a port that has some and lay within a turn's way.
fn is_unserved(began: &mut Turn, ship: &Ship, port: Option<PortNo>) -> bool {
    let nation = ship.id.nation;
    let all = (0..began.chart.ports.len()).map(|port| PortNo(port as u16));
    let has = |port: &PortNo| began.state.ports.get(port).map_or(0, |port| port.stores);
    let full: Vec<PortNo> =
        all.filter(|port| began.state.is_friendly(*port, nation) && has(port) > 0).collect();
    match port {
        Some(port) => full.into_iter().any(|from| {
            let spare = began.state.ports.get(&from).map_or(0, |port| port.stores);
            let mouths = began.chart.port_place(from).map_or(0, |at| began.state.active_at(at).count());
            from != port && spare as usize > mouths && began.carries_stores(nation, from, port)
        }),
        None => full.into_iter().any(|port| reaches(began, ship.id, port)),
    }
}

/// Whether a ship comes to a port in a turn by the shortest way, if nobody keeps her from it.
fn reaches(began: &mut Turn, id: ShipId, port: PortNo) -> bool {
    let Some(ship) = began.state.ships.get_mut(&id) else { return false };
    let (was, from) = (ship.base.replace(port), ship.at);
    let way = began.way_home(id);
    if let Some(ship) = began.state.ships.get_mut(&id) {
        ship.base = was;
    }
    let chart = &began.chart;
    let squares = chart.river_square(from).zip(chart.port(port).at.filter(|_| !chart.port(port).is_ocean()));
    let by_river = squares.and_then(|(from, to)| chart.rivers.way(from, to, id.kind.row().narrowest));
    match by_river {
        Some(way) => way.iter().map(|(_, squares)| squares).sum::<u16>() <= RIVER,
        None => way.harbor.is_some(),
    }
}

#[cfg(test)]
mod tests;
