//! Evading a battle (WISC 7.3, N-47).

use crate::event::Fact;
use crate::orders::Battle;
use crate::place::Place;
use crate::ship::{Ship, ShipId};
use crate::turn::Turn;

impl Turn {
    /// WISC 7.3: takes out of two sides who evade the battle; nobody can in a harbor or mouth. Who evaded has left the place.
    pub fn evasion(&mut self, sides: &mut [Vec<ShipId>; 2], at: Place) {
        let is_mouth = !self.chart.exits(at).is_empty();
        if is_mouth {
            return;
        }
        let evaders = [self.evaders(&sides[0]), self.evaders(&sides[1])];
        let whole = |side: usize| !sides[side].is_empty() && evaders[side].len() == sides[side].len();
        let mut gone: Vec<ShipId> = Vec::new();
        for side in 0..2 {
            let foes = sides[1 - side].clone();
            if whole(side) {
                // Either all of them get away or none.
                if self.evades(&sides[side], &foes, at) {
                    gone.extend(&sides[side]);
                }
            } else if whole(1 - side)
                || self.is_covered(&sides[side], &evaders[side], &foes, &evaders[1 - side])
            {
                gone.extend(&evaders[side]);
            } else {
                for id in &evaders[side] {
                    if self.evades(&[*id], &foes, at) {
                        gone.push(*id);
                    }
                }
            }
        }
        for id in gone {
            if self.get_away(id, at) {
                sides.iter_mut().for_each(|side| side.retain(|other| *other != id));
            }
        }
    }

    fn evaders(&self, side: &[ShipId]) -> Vec<ShipId> {
        let means_to = |id: &ShipId| {
            self.sailing(*id).battle == Battle::Evade && self.ship(*id).is_some_and(Ship::makes_way)
        };
        side.iter().copied().filter(means_to).collect()
    }

    /// WISC 7.3: whether the warships of a side that stay are at least half as many as the enemy's that stay.
    fn is_covered(&self, side: &[ShipId], evaders: &[ShipId], foes: &[ShipId], their: &[ShipId]) -> bool {
        let staying = |all: &[ShipId], but: &[ShipId]| {
            all.iter().filter(|id| !id.kind.is_transport() && !but.contains(id)).count()
        };
        2 * staying(side, evaders) >= staying(foes, their)
    }

    /// N-47: whether ships that evade together succeed.
    pub fn evades(&mut self, ships: &[ShipId], foes: &[ShipId], at: Place) -> bool {
        let chance = self.evading_chance(ships, foes, at);
        let roller = ships.iter().min().map(ShipId::to_string).unwrap_or_default();
        self.chance(chance, "7.3", &roller)
    }

    /// N-47: the chance in per cent.
    pub fn evading_chance(&self, ships: &[ShipId], foes: &[ShipId], at: Place) -> i64 {
        let of = |ids: &[ShipId]| ids.iter().filter_map(|id| self.ship(*id)).collect::<Vec<_>>();
        let (own, foes) = (of(ships), of(foes));
        let warships = foes.iter().filter(|ship| ship.is_warship()).count() as i64;
        let slowest = own.iter().map(|ship| i64::from(ship.propulsion)).max().unwrap_or(0);
        let mut chance = 80 - 3 * (warships - 1).max(0) - 10 * slowest;
        if own.iter().all(|ship| ship.fast) && !foes.iter().all(|ship| ship.fast) {
            chance += 15;
        }
        let onshore = at.coast().is_some_and(|coast| {
            let coast = self.chart.coast(coast);
            coast.sea.and_then(|sea| self.wind_from(sea)).is_some_and(|from| Some(from) == coast.seaward)
        });
        if onshore && own.iter().any(|ship| !ship.fast) {
            chance -= 20;
        }
        chance.clamp(10, 95)
    }

    /// WISC 7.3: where an evader goes: to another tactical area, the connected sea, back along the river. Whether there was a way.
    fn get_away(&mut self, id: ShipId, from: Place) -> bool {
        if !self.flee(id, from) {
            return false;
        }
        self.tell(Fact::Evade(self.step(id, from)));
        true
    }
}
