//! Garrisons of ports off the land map, and the battle for them (WISC 10.1, 10.2, N-73).

use crate::ashore::{Arm, Brigade, Site, in_words};
use crate::chart::PortNo;
use crate::event::{Fact, Freight};
use crate::place::Place;
use crate::ship::ShipId;
use crate::turn::Turn;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::unit::UnitId;

/// WISC 10.2: a battery of light artillery and of horse artillery.
const LIGHT: u64 = 600;
const HORSE: u64 = 400;
/// Infantrymen that each battery needs, or artillery units count a tenth.
const INFANTRY_A_BATTERY: u64 = 800;
/// What defensive ground makes of the garrison, in hundredths.
const GROUND: u64 = 133;

/// WISC 10.2: the effective strength of a side: infantry by men less a hundred for each battery, cavalry half of that, batteries beside,
/// all by quality; artillery units a tenth where infantry is too few.
pub fn effective(units: &[&Brigade]) -> u64 {
    let rank = |unit: &Brigade| u64::from(unit.men.saturating_sub(100 * unit.batteries));
    let infantry: u64 = units.iter().filter(|unit| unit.arm == Arm::Infantry).map(|unit| rank(unit)).sum();
    let batteries: u64 = units.iter().map(|unit| u64::from(unit.batteries)).sum();
    let supported = infantry >= INFANTRY_A_BATTERY * batteries;
    let strength = |unit: &&Brigade| {
        let batteries = u64::from(unit.batteries);
        let men = match unit.arm {
            Arm::Infantry => rank(unit) + LIGHT * batteries,
            Arm::Cavalry => rank(unit) / 2 + HORSE * batteries,
            Arm::Guns { horse } => {
                let full = if horse { HORSE } else { LIGHT } * batteries;
                if supported { full } else { full / 10 }
            }
            _ => 0,
        };
        men * u64::from(unit.worth) / 1000
    };
    units.iter().map(strength).sum()
}

impl Turn {
    /// WISC 9.4, 10.2: landings in ports off the map: without a garrison the port falls, else there is a battle.
    pub fn garrison_battles(&mut self) {
        let landed = std::mem::take(&mut self.landed);
        let mut ports: Vec<(PortNo, NationCode)> =
            landed.iter().map(|(id, _, port)| (*port, id.nation)).collect();
        ports.sort();
        ports.dedup();
        for (port, nation) in ports {
            let force: Vec<(ShipId, UnitId)> = landed
                .iter()
                .filter(|(id, _, at)| *at == port && id.nation == nation)
                .map(|(id, unit, _)| (*id, *unit))
                .collect();
            self.land_at(port, nation, &force);
        }
    }

    fn land_at(&mut self, port: PortNo, nation: NationCode, force: &[(ShipId, UnitId)]) {
        if self.state.is_friendly(port, nation) {
            for (id, unit) in force {
                let what = Freight::Unit(*unit);
                self.tell(Fact::Unload { here: self.here(*id), what, shore: None });
            }
            return;
        }
        let in_garrison = |unit: &&Brigade| unit.at == Site::Garrison(port);
        let foes = self.ashore.brigades.values().filter(in_garrison);
        let foes = in_words(foes.filter(|unit| self.state.hostile(unit.nation, nation)));
        let garrison: Vec<UnitId> = foes.iter().map(|unit| unit.id).collect();
        let won = garrison.is_empty() || self.storm_garrison(port, force, &garrison);
        if won {
            garrison.iter().for_each(|unit| {
                self.ashore.brigades.remove(unit);
            });
            self.port_falls(port, nation);
            let ship = force.first().map(|(id, _)| *id);
            self.tell(Fact::PortFalls { ship, at: Place::Harbor(port), to: nation });
        } else {
            self.reembark(force);
        }
    }

    /// N-73: losses of both sides, and whether the landing force won.
    fn storm_garrison(&mut self, port: PortNo, force: &[(ShipId, UnitId)], garrison: &[UnitId]) -> bool {
        let of = |ids: &mut dyn Iterator<Item = &UnitId>| -> u64 {
            let units: Vec<&Brigade> = ids.filter_map(|id| self.ashore.brigades.get(id)).collect();
            effective(&units)
        };
        let attack = of(&mut force.iter().map(|(_, unit)| unit));
        let defence = of(&mut garrison.iter()) * GROUND / 100;
        let name = self.chart.port(port).name.clone();
        let mut luck = |roller: &str| 900 + self.die("10.2", roller, 201);
        let (ours, theirs) = (luck(&force[0].1.to_string()), luck(&garrison[0].to_string()));
        let both_fight = attack > 0 && defence > 0;
        let won = if both_fight { attack * ours > defence * theirs } else { attack > 0 };
        let (ship, held_by) = (force[0].0, self.state.holder(port).unwrap_or(garrison[0].nation));
        self.tell(Fact::Garrison {
            ship,
            at: Place::Harbor(port),
            port: name,
            attack: attack as u32,
            defence: defence as u32,
            holder: if won { ship.nation } else { held_by },
        });
        if !both_fight {
            return won;
        }
        let lost = |foe: u64, own: u64, luck: u64| isqrt(22_500 * foe / own).clamp(40, 600) * luck / 1000;
        let (our, their) = (lost(defence, attack, ours), lost(attack, defence, theirs));
        for unit in force.iter().map(|(_, unit)| unit) {
            self.thin(*unit, our);
        }
        for unit in garrison {
            self.thin(*unit, their);
        }
        won
    }

    fn thin(&mut self, unit: UnitId, per_mille: u64) {
        if let Some(brigade) = self.ashore.brigades.get_mut(&unit) {
            let lost = u64::from(brigade.men) * per_mille / 1000;
            brigade.men -= lost as u32;
        }
    }

    /// WISC 10.2: who lost goes back aboard, if the transports are still there, else surrenders.
    fn reembark(&mut self, force: &[(ShipId, UnitId)]) {
        for (id, unit) in force {
            if self.ship(*id).is_none() {
                self.ashore.brigades.remove(unit);
                continue;
            }
            if let Some(brigade) = self.ashore.brigades.get_mut(unit) {
                brigade.at = Site::Aboard(*id);
            }
            if let Some(ship) = self.ship_mut(*id) {
                ship.cargo.push(*unit);
            }
        }
    }
}

/// The root of a number, rounded down.
fn isqrt(number: u64) -> u64 {
    number.isqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_those_of_the_record() {
        // N-73: 3680 against 1330 costs 90 and 249 in a thousand.
        assert_eq!((isqrt(22_500 * 1330 / 3680), isqrt(22_500 * 3680 / 1330)), (90, 249));
    }
}
