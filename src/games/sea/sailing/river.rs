//! Moves along rivers (WISC 6.5, 6.6, 6.16): step eight of 6.11.

use std::collections::BTreeMap;

use crate::ashore::{Brigade, Site};
use crate::chart::net::Way;
use crate::contact;
use crate::event::Fact;
use crate::event::reason::Why;
use crate::kind::Kind as Type;
use crate::orders::{Battle, Order};
use crate::place::Place;
use crate::rehearsal::Doubt;
use crate::sailing::company::Company;
use crate::ship::{ShipId, WRECK};
use crate::turn::Turn;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_ground::unit::UnitType;

/// River squares of a turn (6.6): in all, after one sea move, and with a halt ordered.
const SQUARES: u16 = 20;
const AFTER_A_SEA_MOVE: u16 = 10;
const WITH_A_HALT: u16 = 8;
/// How far along a river the beaten fall back at most (7.6).
const FALLEN_BACK: u16 = 5;

impl Turn {
    /// WISC 6.6: the river squares that a ship can still move in this turn.
    pub fn river_limit(&self, id: ShipId) -> u16 {
        let Some(progress) = self.progress.get(&id) else { return 0 };
        let sailing = &progress.orders.sailing;
        let limit = match progress.sea_moves {
            0 => SQUARES,
            1 => AFTER_A_SEA_MOVE,
            _ => 0,
        };
        let halts = sailing.halt_on_enemy || sailing.halt_on_bridge;
        let limit = if halts && limit > 0 { WITH_A_HALT } else { limit };
        limit.saturating_sub(progress.river_squares)
    }

    /// WISC 6.11: the eighth step, in order of the lowest ids.
    pub fn rivers(&mut self) {
        let ids: Vec<ShipId> = self.progress.keys().copied().collect();
        let mut movers: BTreeMap<ShipId, StrategicSquare> =
            ids.into_iter().filter_map(|id| Some((id, self.upriver(id)?))).collect();
        movers.retain(|id, to| self.is_let_go(*id, *to));
        let companies = self.companies(&movers);
        let hunts = self.hunts(&companies, |to| Place::River(*to));
        for ((company, to), hunters) in companies.iter().zip(hunts) {
            let hunting = |id: &ShipId| self.progress.get(id).is_some_and(|progress| progress.pursues);
            let company: Company = company.iter().copied().filter(|id| !hunting(id)).collect();
            let limit = company.iter().map(|id| self.river_limit(*id)).min().unwrap_or(0);
            self.go_up(&company, *to, limit);
            // As far as it goes: with that the order is done, wherever she sails after it.
            for id in &company {
                if let Some(progress) = self.progress_mut(*id) {
                    progress.port_done[2] = true;
                }
            }
            self.chase_upriver(&hunters, &company);
        }
    }

    /// Where a ship is to go along the river that she is on.
    fn upriver(&self, id: ShipId) -> Option<StrategicSquare> {
        let (ship, progress) = (self.ship(id)?, self.progress.get(&id)?);
        let (to, _) = progress.orders.sailing.river?;
        let free = !progress.busy && !progress.cancelled && !progress.pursues && ship.is_active();
        let due = free && !progress.port_done[2] && ship.propulsion < WRECK;
        let from = self.chart.river_square(ship.at)?;
        (due && from != to && self.by_river(id, to)).then_some(to)
    }

    /// N-67: pursuers go along their quarry's way, up to twenty squares, past their own halts, and stop for enemies like anyone.
    fn chase_upriver(&mut self, hunters: &Company, quarry: &Company) {
        let goal =
            quarry.first().and_then(|id| self.ship(*id)).and_then(|ship| self.chart.river_square(ship.at));
        let (Some(to), Some(first)) = (goal.filter(|_| !hunters.is_empty()), quarry.first().copied()) else {
            return;
        };
        for id in hunters {
            if let Some(progress) = self.progress_mut(*id) {
                progress.pursues = true;
            }
            self.tell(Fact::Pursue { here: self.here(*id), from: None, quarry: first });
        }
        let way = self.way_of(hunters, to);
        self.follow_way(hunters, &way, SQUARES, &[to], false);
    }

    fn way_of(&self, company: &Company, to: StrategicSquare) -> Way {
        let from =
            company.first().and_then(|id| self.ship(*id)).and_then(|ship| self.chart.river_square(ship.at));
        let narrowest = company.iter().map(|id| id.kind.row().narrowest).max();
        let way =
            from.zip(narrowest).and_then(|(from, narrowest)| self.chart.rivers.way(from, to, narrowest));
        way.unwrap_or_default()
    }

    /// WISC 6.6: whether a ship may begin a move along the river: from under hostile batteries she goes only back where she came from.
    /// Where not, that is told, and her order is done.
    fn is_let_go(&mut self, id: ShipId, to: StrategicSquare) -> bool {
        if !self.is_under_guns(id, to) {
            return true;
        }
        self.refuse_order(id, &Order::River(to, None), Why::HeldByBatteries);
        if let Some(progress) = self.progress_mut(id) {
            progress.port_done[2] = true;
        }
        false
    }

    /// Whether hostile batteries hold a ship where she is, on her way along the river to a square.
    pub fn is_under_guns(&self, id: ShipId, to: StrategicSquare) -> bool {
        let ran = self.progress.get(&id).is_some_and(|progress| progress.ran);
        let is_under_fire = self.ship(id).is_some_and(|ship| self.is_commanded(ship.at, id.nation));
        let first = self.way_of(&vec![id], to).first().map(|(at, _)| *at);
        is_under_fire && !ran && first.is_some() && first != self.way_back(id)
    }

    /// WISC 6.6: moves a company along its river, as far as the limit reaches, to the first square with enemies.
    pub fn go_up(&mut self, company: &Company, to: StrategicSquare, limit: u16) {
        let way = self.way_of(company, to);
        self.follow_way(company, &way, limit, &[], true);
    }

    /// Along a way till its end, the limit, or something that stops; squares in `past` do not stop.
    fn follow_way(
        &mut self,
        company: &Company,
        way: &Way,
        limit: u16,
        past: &[StrategicSquare],
        halts: bool,
    ) {
        let Some(from) = company.first().and_then(|id| self.ship(*id)).map(|ship| ship.at) else { return };
        if let Some(fight) = self.fight_by(way) {
            self.leave_open(company, fight, Doubt::Passage);
        }
        let mut squares = 0;
        let mut halted = None;
        for (at, count) in way {
            if squares + count > limit {
                break;
            }
            squares += count;
            self.go_square(company, *at);
            halted = if past.contains(at) { None } else { self.stops(company, *at, halts) };
            if halted.is_some() {
                break;
            }
        }
        if squares == 0 {
            return;
        }
        for id in company {
            if let Some(progress) = self.progress_mut(*id) {
                progress.river_squares += squares;
                progress.moved = true;
            }
            self.tell(Fact::River { step: self.step(*id, from), squares: squares.into() });
        }
        if let Some(why) = halted {
            self.halt_on_river(company, why);
        }
    }

    /// WISC 6.6, 7.6: in a rehearsal, where a fight is left open from which somebody may have fallen back into a way along the river.
    fn fight_by(&self, way: &Way) -> Option<Place> {
        let narrowest = Type::Gunboat.row().narrowest;
        let is_near = |fight: StrategicSquare, at: StrategicSquare| {
            let between = self.chart.rivers.way(fight, at, narrowest);
            between.is_some_and(|way| way.iter().map(|(_, count)| count).sum::<u16>() <= FALLEN_BACK)
        };
        let fights = self.open.iter().flatten().filter(|(_, open)| open.doubt == Doubt::Fight);
        let mut fights = fights.filter_map(|(_, open)| Some((open.at, self.chart.river_square(open.at)?)));
        fights.find(|(_, fight)| way.iter().any(|(at, _)| is_near(*fight, *at))).map(|(place, _)| place)
    }

    /// WISC 6.6: what stopped a company is told; none of its later orders moves it in this turn, but who dares to goes on in battle.
    pub fn halt_on_river(&mut self, company: &Company, why: Why) {
        for id in company {
            if let Some(progress) = self.progress_mut(*id) {
                progress.cancelled = true;
            }
            self.tell(Fact::Halted { here: self.here(*id), from: None, why: Some(why.into()) });
            self.dare_batteries(*id);
        }
    }

    fn go_square(&mut self, company: &Company, at: StrategicSquare) {
        for id in company {
            let from = self.ship(*id).and_then(|ship| self.chart.river_square(ship.at));
            if let Some(ship) = self.ship_mut(*id) {
                ship.came_from = from;
            }
        }
        let place = self.chart.river_place(at);
        self.place(company, place, None);
    }

    /// What stops a company in a river square, if anything does.
    pub fn stops(&self, company: &Company, at: StrategicSquare, halts: bool) -> Option<Why> {
        company.iter().find_map(|id| self.stops_one(*id, at, halts))
    }

    fn stops_one(&self, id: ShipId, at: StrategicSquare, halts: bool) -> Option<Why> {
        let place = self.chart.river_place(at);
        if self.is_barred(place, id.nation) {
            return Some(Why::HostileShips);
        }
        if self.is_commanded(place, id.nation) {
            return Some(Why::HostileBatteries);
        }
        let sailing = self.sailing(id);
        let known = (&*self.chart, &self.state, &self.ashore);
        let near = || contact::enemy_about(known, at, id.nation, |tac| self.on_the_bank(at, tac));
        if halts && sailing.halt_on_enemy && near() {
            return Some(Why::EnemyDetected);
        }
        let bridge = || self.is_bridge_about(at, id.nation);
        (halts && sailing.halt_on_bridge && bridge()).then_some(Why::PontoonDetected)
    }

    /// WISC 4.5: whether pontoons of a nation's enemies are detected from a river square: laid, or on the bank as a train, active or not.
    fn is_bridge_about(&self, at: StrategicSquare, nation: NationCode) -> bool {
        let hostile = |of: NationCode| self.state.hostile(of, nation);
        let on_bank = |unit: &Brigade| matches!(unit.at, Site::Field(_, tac) if self.on_the_bank(at, tac));
        let is_train = |unit: &&Brigade| unit.id.kind == UnitType::PontoonBridge && hostile(unit.nation);
        self.ashore.pontoons.get(&at).is_some_and(|of| hostile(*of))
            || self.ashore.brigades_in(at).filter(is_train).any(on_bank)
    }

    /// WISC 4.7: RUN BATTERIES gives a ship that batteries halt the order to run past them in the next battle.
    fn dare_batteries(&mut self, id: ShipId) {
        let commanded = self.ship(id).is_some_and(|ship| self.is_commanded(ship.at, id.nation));
        if commanded && self.sailing(id).run_batteries {
            self.state.runs_on.insert(id);
        }
    }

    /// The battle order of a ship that ran on to batteries on the turn before, unless she is ordered another.
    pub fn run_on(&mut self) {
        for id in std::mem::take(&mut self.state.runs_on) {
            if let Some(progress) = self.progress_mut(id)
                && progress.orders.sailing.battle == Battle::Accept
            {
                progress.orders.sailing.battle = Battle::RunPast;
            }
        }
    }
}
