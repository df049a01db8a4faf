//! Squadrons on rivers: in force they go on to the nearest port of the enemy's, halt when somebody comes in sight, and go on to fight him if
//! they are enough for him.

use crate::chart::PortNo;
use crate::combat::battle::BATTERY;
use crate::combat::fight::strength;
use crate::machine::{Eyes, Force, is_enough};
use crate::ship::Ship;
use fieldpost_ground::square::StrategicSquare;

/// The strength that goes on: two ironclads.
const SQUADRON: u32 = 200;

impl Eyes<'_> {
    /// On to the nearest port of the enemy's; none who are few, hurt, half empty, or have stronger batteries before them.
    pub(super) fn advance(&self, ship: &Ship) -> Option<Vec<String>> {
        let here = self.chart.river_square(ship.at)?;
        let squadron: Vec<&Ship> = self.squadron(ship).collect();
        let mut ours = Force::default();
        squadron.iter().for_each(|other| ours.add(other.id.kind, strength(other)));
        if ours.strength < SQUADRON || squadron.iter().all(|other| other.id != ship.id) {
            return None;
        }
        let narrowest = squadron.iter().map(|other| other.id.kind.row().narrowest).max()?;
        let far = self.chart.rivers.reach(here, narrowest);
        let ports = (0..self.chart.ports.len()).map(|number| PortNo(number as u16));
        let hostile = ports.filter(|port| {
            self.state.holder(*port).is_some_and(|holder| self.state.hostile(holder, ship.id.nation))
        });
        let near = hostile.filter_map(|port| {
            let at = self.chart.port(port).at?;
            Some((*far.get(&at)?, at))
        });
        let (_, goal) = near.filter(|(squares, _)| *squares > 0).min()?;
        let (next, _) = *self.chart.rivers.way(here, goal, narrowest)?.first()?;
        let guns = Force { strength: self.guns_seen(ship, next), iron: true };
        (guns.strength == 0 || is_enough(ours, guns))
            .then(|| vec![format!("RIVER {}", self.chart.grid.label(goal)), "HALT ON ENEMY".to_owned()])
    }

    /// The warships of her commander's beside her that are whole and have half of their stores.
    fn squadron<'a>(&'a self, ship: &'a Ship) -> impl Iterator<Item = &'a Ship> {
        let there = self.state.active_at(ship.at).filter(|other| other.commander == ship.commander);
        there.filter(|other| {
            let is_whole = other.hull + other.propulsion == 0 && other.is_manned();
            other.is_warship() && is_whole && other.stores * 2 >= other.id.kind.row().stores
        })
    }

    /// The strength of hostile batteries that she sees in a square beside her (WISC 5.1).
    fn guns_seen(&self, ship: &Ship, at: StrategicSquare) -> u32 {
        let is_seen = self.chart.square(ship.at).is_some_and(|here| here.distance(at) <= 1);
        let hostile = |nation| is_seen && self.state.hostile(nation, ship.id.nation);
        let guns = self.ashore.batteries_at(at, hostile);
        guns.map(|unit| unit.batteries * BATTERY * unit.height / 1000).sum()
    }
}
