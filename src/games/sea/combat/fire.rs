//! Ships' fire on land: bombardment and support (WISC 7.7, N-36).

use crate::ashore::Salvo;
use crate::chart::Chart;
use crate::combat::fight::{seasoned, worth};
use crate::event::Fact;
use crate::event::reason::{Reason, Why};
use crate::orders::Order;
use crate::place::Place;
use crate::ship::{Ship, ShipId};
use crate::turn::Turn;
use fieldpost_ground::square::{Direction, StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::{Atlas, Ground};

/// What a ship's guns do on land: her type's number, by crew, quality, experience and damage as in battle (N-36).
pub fn gunfire(ship: &Ship) -> u32 {
    let share = u64::from(ship.crew) * 10_000 / u64::from(ship.whole_crew().max(1));
    let manned = if share >= 7_000 { 10_000 } else { share.saturating_sub(3_000) * 10_000 / 4_000 };
    let damage = 1000 - 100 * u64::from(ship.hull) - 50 * u64::from(ship.propulsion);
    let factors =
        [manned, u64::from(worth(ship.quality)) * 10, u64::from(seasoned(ship.experience)) * 10, damage * 10];
    let number = factors
        .iter()
        .fold(u128::from(ship.id.kind.row().bombards), |number, factor| number * u128::from(*factor));
    (number / 10_000_u128.pow(4)) as u32
}

/// The last tactical phase in which ships fire (7.7).
const LAST_PHASE: u8 = 4;

/// Why a ship that lies in such a place fires at nothing ashore.
pub fn out_of_range(chart: &Chart, at: Place) -> Reason {
    let why = if matches!(at, Place::Harbor(_)) { Why::OffTheMap } else { Why::OutOfRange };
    why.named(&at, chart.label(at))
}

/// WISC 7.7: whether a tactical square lies on the bank of a ship's river, or on the coast of her harbor; corners count.
pub fn is_waterside(chart: &Chart, atlas: &Atlas, at: Place, tac: TacticalSquare) -> bool {
    let Some(square) = chart.square(at) else { return false };
    let sheet = atlas.sheet(square);
    let wet = |ground: Ground| match at {
        Place::River(_) => matches!(ground, Ground::River | Ground::Ford),
        _ => ground == Ground::Water || (chart.river_square(at).is_some() && ground == Ground::River),
    };
    Direction::ALL.into_iter().filter_map(|side| tac.step(side)).any(|near| wet(sheet.ground_at(near)))
}

impl Turn {
    /// WISC 7.7: in each of the land's combat phases the ships that are ordered to fire: support where they are ordered both.
    pub fn fire_ashore(&mut self) {
        let phase = self.phase.tactical();
        let ids: Vec<ShipId> = self.progress.keys().copied().collect();
        for id in ids {
            let sailing = self.sailing(id);
            if let Some((tac, radius, span)) = sailing.support {
                if let Some((bombarded, wish)) = sailing.bombard {
                    let order = Order::Bombard(bombarded, wish);
                    self.refuse_order(id, &order, Why::SupportCounts);
                }
                self.support(id, (tac, radius, span), phase);
            } else if let Some((tac, _)) = sailing.bombard.filter(|(_, wish)| *wish == phase) {
                self.bombard(id, tac, phase);
            }
        }
    }

    /// The square that a ship can fire into, or why she cannot.
    fn gun_square(&self, id: ShipId) -> Result<StrategicSquare, Reason> {
        let ship = self.ship(id).filter(|ship| ship.is_active()).ok_or(Why::NotInService)?;
        let square = self.chart.square(ship.at).filter(|_| ship.at.is_inland());
        let square = square.ok_or_else(|| out_of_range(&self.chart, ship.at))?;
        self.keeps_her_station(id, square)?;
        let foes = self.state.ships.values().any(|foe| {
            foe.is_active() && self.hostile(foe.id, id) && self.chart.square(foe.at) == Some(square)
        });
        if foes {
            return Err(Why::EnemyShipHere.into());
        }
        if self.is_commanded(ship.at, id.nation) {
            return Err(Why::EnemyBatteryHere.into());
        }
        Ok(square)
    }

    /// WISC 7.7: her fire was ordered for the square in which she began the turn, or into which she stood from the coast: who fled or was
    /// driven from there, or ran past, fires at nothing.
    fn keeps_her_station(&self, id: ShipId, now: StrategicSquare) -> Result<(), Reason> {
        let Some(progress) = self.progress.get(&id) else { return Ok(()) };
        let meant = self.chart.square(progress.began);
        if meant.map_or(!progress.slipped, |meant| meant == now) {
            return Ok(());
        }
        Err(Why::LeftStation.named(&progress.began, self.chart.label(progress.began)))
    }

    /// WISC 7.7: whether a tactical square lies on the bank of a ship's river, or on the coast of her harbor; corners count.
    pub fn is_waterside(&self, at: Place, tac: TacticalSquare) -> bool {
        is_waterside(&self.chart, &self.atlas, at, tac)
    }

    fn bombard(&mut self, id: ShipId, tac: TacticalSquare, phase: u8) {
        let order = Order::Bombard(tac, phase);
        match self.gun_square(id) {
            Ok(square) if self.ship(id).is_some_and(|ship| self.is_waterside(ship.at, tac)) => {
                self.salvo(id, square, tac, false);
            }
            Ok(_) => self.refuse_order(id, &order, Why::NotOnWater.of(tac)),
            Err(why) => self.refuse_order(id, &order, why),
        }
    }

    /// Fire into battles in one phase of those ordered; behind the last it is told that there was nothing to fire into.
    fn support(&mut self, id: ShipId, wish: (TacticalSquare, u8, (u8, u8)), phase: u8) {
        let (tac, radius, (from, to)) = wish;
        if !(from..=to).contains(&phase) {
            return;
        }
        let order = Order::Support(tac, radius, (from, to));
        match self.support_land(id, tac, radius) {
            Ok(true) => {
                if let Some(progress) = self.progress_mut(id) {
                    progress.supported = true;
                }
            }
            Ok(false) => {
                let idle = self.progress.get(&id).is_some_and(|progress| !progress.supported);
                if idle && phase == to.min(LAST_PHASE) {
                    let why = Why::NoBattle.of(radius).and(tac);
                    self.refuse_order(id, &order, why);
                }
            }
            Err(why) => self.refuse_order(id, &order, why),
        }
    }

    /// WISC 7.7: into the battle of her side nearest to the target; of two as near, the one with fewer diagonal steps to it.
    fn support_land(&mut self, id: ShipId, target: TacticalSquare, radius: u8) -> Result<bool, Reason> {
        let square = self.gun_square(id)?;
        let at = self.ship(id).map(|ship| ship.at).ok_or(Why::NoMore)?;
        let phase = self.phase.tactical();
        let key = |tac: TacticalSquare| {
            let (dx, dy) = tac.offset_to(target);
            (tac.distance(target), dx.abs().min(dy.abs()))
        };
        let battles = self.ashore.battles.iter().filter(|battle| {
            let own = battle.sides.iter().any(|side| self.state.allied(*side, id.nation));
            let foe = battle.sides.iter().any(|side| self.state.hostile(*side, id.nation));
            battle.phase == phase && battle.at == square && own && foe
        });
        let near = battles.map(|battle| battle.tac).filter(|tac| tac.distance(target) <= radius);
        let best = near.filter(|tac| self.is_waterside(at, *tac)).min_by_key(|tac| (key(*tac), *tac));
        if let Some(tac) = best {
            self.salvo(id, square, tac, true);
        }
        Ok(best.is_some())
    }

    fn salvo(&mut self, id: ShipId, at: StrategicSquare, tac: TacticalSquare, supports: bool) {
        let full = self.ship(id).map_or(0, gunfire);
        let strength = if supports { full * 2 / 3 } else { full };
        if strength == 0 {
            return self.refuse(id, Why::NoGunners);
        }
        let phase = self.phase.tactical();
        self.salvos.push(Salvo { ship: id, phase, at, tac, supports, strength });
        self.tell(Fact::Fires { here: self.here(id), tac, weight: strength, supports });
    }
}
