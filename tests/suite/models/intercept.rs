//! A tactical phase of specified moves and interceptions (rules 9.1 to 9.3, 9.5, 9.6, 9.11, 9.12; ).

use std::collections::{BTreeMap, BTreeSet};

use fieldpost_engine::dice::Dice;
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{Direction, TacticalSquare};
use fieldpost_ground::tactical::Ground;
use fieldpost_land::event::Kind;
use fieldpost_land::orders::{AttackPosture, Goal, Phases, ReactionBox, TacticalMove, Via};
use fieldpost_land::phase::Phase;
use fieldpost_land::tactics;
use fieldpost_land::unit::{Status, Unit, UnitId, UnitType};
use fieldpost_proof::land::soak::lots::Lots;
use proptest::prelude::*;

use super::worlds::{Arena, HERE, tac};
use super::{agree, same};

const PHASE: Phase = Phase::Tac1;

/// The phase as the model plays it.
struct Model<'a> {
    arena: &'a Arena,
    dice: Dice,
    places: BTreeMap<UnitId, TacticalSquare>,
    /// Who has made its move, or lost it.
    spent: BTreeSet<UnitId>,
    intercepted: BTreeSet<(UnitId, TacticalSquare)>,
}

impl<'a> Model<'a> {
    fn new(arena: &'a Arena, seed: u64) -> Self {
        Model {
            arena,
            dice: Dice::new(seed, arena.state.turn),
            places: arena.state.units.values().map(|unit| (unit.id, unit.tac)).collect(),
            spent: BTreeSet::new(),
            intercepted: BTreeSet::new(),
        }
    }

    fn unit(&self, id: UnitId) -> &'a Unit {
        &self.arena.state.units[&id]
    }

    fn is_hostile(&self, one: UnitId, other: UnitId) -> bool {
        self.arena.state.relations.between(one.nation, other.nation) == Relation::Hostile
    }

    /// The active enemies of a unit in a square.
    fn enemies_at(&self, id: UnitId, at: TacticalSquare) -> Vec<UnitId> {
        let here = self.places.iter().filter(|(_, place)| **place == at).map(|(other, _)| *other);
        here.filter(|other| self.is_hostile(id, *other) && self.unit(*other).is_active()).collect()
    }

    fn enemy_in_map(&self, id: UnitId) -> bool {
        self.arena.state.units.values().any(|other| other.is_active() && self.is_hostile(id, other.id))
    }

    /// 9.1: cavalry, horse artillery and army headquarters six squares, naval batteries none, others four.
    fn allowance(&self, id: UnitId) -> usize {
        match id.kind {
            UnitType::HeavyCavalry | UnitType::MediumCavalry | UnitType::LightCavalry => 6,
            UnitType::HorseArtillery | UnitType::ArmyHq => 6,
            UnitType::NavalBattery => 0,
            _ => 4,
        }
    }

    /// 9.1: more than eight of fatigue near enemies is too much; 9.3: who is in combat stays.
    fn may_move(&self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let tired = unit.fatigue > 8 && self.enemy_in_map(id);
        unit.is_active() && !tired && self.enemies_at(id, self.places[&id]).is_empty()
    }

    /// 9.5: a cliff is between high hills and ground that is neither these nor hills.
    fn is_cliff(&self, from: TacticalSquare, to: TacticalSquare) -> bool {
        let sheet = self.arena.atlas.sheet(HERE);
        let (one, other) = (sheet.ground_at(from), sheet.ground_at(to));
        let hills = |ground| matches!(ground, Ground::Hills | Ground::HighHills);
        one == Ground::HighHills && !hills(other) || other == Ground::HighHills && !hills(one)
    }

    fn is_ground(&self, from: TacticalSquare, to: TacticalSquare) -> bool {
        self.arena.atlas.sheet(HERE).is_passable(to) && !self.is_cliff(from, to)
    }

    /// the squares of a straight line, each a step along the longer way; a half goes to the side of the end, and
    /// to the other side where the first is barred and that one is not. None at all if it is blocked (9.5).
    fn line(&self, id: UnitId, from: TacticalSquare, to: TacticalSquare) -> Option<Vec<TacticalSquare>> {
        let (dx, dy) = from.offset_to(to);
        let (dx, dy) = (i32::from(dx), i32::from(dy));
        let mut squares: Vec<TacticalSquare> = Vec::new();
        let steps = dx.abs().max(dy.abs());
        for step in 1..=steps {
            let before = squares.last().copied().unwrap_or(from);
            let [near, far] = [true, false].map(|away| place(from, (dx, dy), step, away));
            // A cliff bars a square on the one side as on the other.
            let after = place(from, (dx, dy), (step + 1).min(steps), true);
            let serves = |at| {
                self.is_ground(before, at) && !self.is_cliff(at, after) && self.enemies_at(id, at).is_empty()
            };
            let next = if near != far && !serves(near) && serves(far) { far } else { near };
            if !self.is_ground(before, next) {
                return None;
            }
            squares.push(next);
        }
        Some(squares)
    }

    /// 9.3, R-9.2c: how far of a line a unit comes in this phase: into the first square with enemies, short of it if
    /// it does not attack, and never diagonally between two.
    fn walk(
        &self,
        id: UnitId,
        from: TacticalSquare,
        line: &[TacticalSquare],
        budget: usize,
    ) -> Vec<TacticalSquare> {
        let evades = id.kind.is_hq() || self.arena.orders.units[&id].attack == AttackPosture::Evade;
        let mut walked = Vec::new();
        for next in line.iter().take(budget) {
            let before = walked.last().copied().unwrap_or(from);
            let way = before.offset_to(*next);
            let parts = Direction::from_step(way.0, way.1).and_then(Direction::parts);
            let held = |way| before.step(way).is_some_and(|at| !self.enemies_at(id, at).is_empty());
            if parts.is_some_and(|(one, other)| held(one) && held(other)) {
                break;
            }
            let meets = !self.enemies_at(id, *next).is_empty();
            if meets && evades {
                break;
            }
            walked.push(*next);
            if meets {
                break;
            }
        }
        walked
    }

    /// 9.6: the phase, in order of initiative and then of the lots drawn.
    fn play(&mut self) {
        let mut order: Vec<(u8, u64, UnitId)> = Vec::new();
        for unit in self.arena.state.units.values() {
            let draw = self.dice.draw(PHASE, "9.6", &unit.id.to_string(), 0);
            order.push((unit.initiative, draw, unit.id));
        }
        order.sort_unstable();
        for (_, _, id) in order {
            if let Some(order) = self.arena.orders.units[&id].tactical_move.clone()
                && !self.spent.contains(&id)
                && self.may_move(id)
            {
                self.specified(id, &order);
            }
        }
    }

    /// 9.2: by the waypoint, if there is one, as far as the allowance goes; 9.11: each leg is a move of its own.
    fn specified(&mut self, id: UnitId, order: &TacticalMove) {
        let Goal::Square(goal) = order.goal else { return };
        let via =
            order.via.iter().filter_map(|via| if let Via::Square(tac) = via { Some(*tac) } else { None });
        let mut budget = self.allowance(id);
        for target in via.chain([goal]) {
            let from = self.places[&id];
            if from == target {
                continue;
            }
            // 9.12: who has such a move does not intercept after it, though it comes to nothing.
            self.spent.insert(id);
            let Some(line) = self.line(id, from, target) else { return };
            let mut walked = self.walk(id, from, &line, budget);
            let halted = self.intercept(id, &mut walked);
            budget -= walked.len();
            if let Some(end) = walked.last().copied() {
                self.places.insert(id, end);
                // Whom it meets stands still too.
                self.spent.extend(self.enemies_at(id, end));
            }
            let meets = !self.enemies_at(id, self.places[&id]).is_empty();
            if halted || meets || self.places[&id] != target {
                return;
            }
        }
    }

    /// 9.11: whether the squares that a unit would walk are cut off by interceptors, who then stand at their end.
    fn intercept(&mut self, mover: UnitId, walked: &mut Vec<TacticalSquare>) -> bool {
        if walked.len() < 2 {
            return false;
        }
        let mut order: Vec<(u8, u64, UnitId)> = Vec::new();
        let watchers: Vec<&Unit> =
            self.arena.state.units.values().filter(|unit| self.may_intercept(unit, mover)).collect();
        for unit in watchers {
            let draw = self.dice.draw(PHASE, "9.11", &format!("{} {mover}", unit.id), 0);
            order.push((unit.initiative, draw, unit.id));
        }
        order.sort_unstable();
        let mut fixed = None;
        for (_, _, id) in order {
            let Some(point) = self.point(id, walked, fixed) else { continue };
            let goal = walked[point];
            let line = self.line(id, self.places[&id], goal).unwrap_or_default();
            if line.len() > self.allowance(id) {
                self.places.insert(id, line[self.allowance(id) - 1]);
                self.spent.insert(id);
                continue;
            }
            // The mover has come there by then; whoever comes later finds it gone from where it was.
            fixed = Some(point);
            self.places.insert(mover, goal);
            self.places.insert(id, goal);
            self.spent.insert(id);
            self.intercepted.insert((id, goal));
        }
        if let Some(point) = fixed {
            walked.truncate(point + 1);
        }
        fixed.is_some()
    }

    /// 9.11, R-9.11b: combat units with the order that have not moved, do not evade, and are in no combat.
    fn may_intercept(&self, unit: &Unit, mover: UnitId) -> bool {
        let orders = &self.arena.orders.units[&unit.id];
        unit.is_combat()
            && self.is_hostile(unit.id, mover)
            && orders.intercept.is_some_and(|area| area.phases.holds(1))
            && orders.attack != AttackPosture::Evade
            && !self.spent.contains(&unit.id)
            && self.allowance(unit.id) > 0
            && self.may_move(unit.id)
    }

    /// which square of the way an interceptor goes to: the first in its box that it reaches in no more steps
    /// than the mover, else the first that it so reaches at all, if the way comes into the box; a point that another
    /// fixed, if the way up to it comes into the box.
    fn point(&self, id: UnitId, walked: &[TacticalSquare], fixed: Option<usize>) -> Option<usize> {
        let area = self.arena.orders.units[&id].intercept?;
        let is_in = |at: &TacticalSquare| at.distance(area.centre) <= area.radius;
        let reaches = |point: usize| {
            let from = self.places[&id];
            // Who stands in the way already is attacked there, and does not intercept.
            let steps = usize::from(from.distance(walked[point]));
            (1..=point + 1).contains(&steps) && self.is_clear(id, walked[point])
        };
        if let Some(point) = fixed {
            return (walked[..=point].iter().any(is_in) && reaches(point)).then_some(point);
        }
        let enters = walked.iter().any(is_in);
        let points = 0..walked.len();
        let inside = points.clone().find(|point| is_in(&walked[*point]) && reaches(*point));
        inside.or_else(|| points.clone().find(|point| enters && reaches(*point)))
    }

    /// Whether a unit's way to a square is open: ground, and no enemy before its end.
    fn is_clear(&self, id: UnitId, to: TacticalSquare) -> bool {
        let from = self.places[&id];
        let Some(line) = self.line(id, from, to) else { return false };
        let walked = self.walk(id, from, &line, line.len());
        walked.len() == line.len()
    }
}

/// a square of a line; a half is rounded away from the start, or toward it.
fn place(from: TacticalSquare, (dx, dy): (i32, i32), step: i32, away: bool) -> TacticalSquare {
    let steps = dx.abs().max(dy.abs());
    let along = |delta: i32| {
        let (whole, rest) = (delta.abs() * step / steps, delta.abs() * step % steps);
        let up = 2 * rest > steps || 2 * rest == steps && away;
        delta.signum() * (whole + i32::from(up))
    };
    let moved = |start: u8, delta: i32| u8::try_from(i32::from(start) + along(delta)).unwrap();
    tac(moved(from.col(), dx), moved(from.row(), dy))
}

/// Two sides on one map, the one on the move, the other on the watch.
fn arena(lots: &mut Lots) -> Arena {
    let bad = lots.below(16);
    let mut arena = Arena::new(lots, bad);
    let footing = arena.footing();
    let kinds = [
        UnitType::Infantry,
        UnitType::LightInfantry,
        UnitType::LightCavalry,
        UnitType::MediumCavalry,
        UnitType::LightArtillery,
        UnitType::HorseArtillery,
        UnitType::NavalBattery,
        UnitType::ArmyHq,
        UnitType::CorpsHq,
    ];
    let mut free = footing.clone();
    free.retain(|at| at.distance(TacticalSquare::MIDDLE) <= 4);
    for code in ["AU", "FR"] {
        for _ in 0..lots.between(3, 7) {
            let at = free.remove(lots.below(free.len()));
            let id = arena.add(code, *lots.pick(&kinds).unwrap(), at);
            let unit = arena.unit(id);
            unit.initiative = lots.small(1, 5);
            unit.fatigue = lots.small(0, 9).into();
            if lots.chance(8) {
                unit.status = *lots.pick(&[Status::Inactive, Status::Shattered]).unwrap();
            }
            let moves = if code == "AU" { 80 } else { 25 };
            give_orders(lots, &mut arena, id, (moves, 100 - moves), &footing);
        }
    }
    arena
}

fn give_orders(
    lots: &mut Lots,
    arena: &mut Arena,
    id: UnitId,
    (moves, watches): (usize, usize),
    footing: &[TacticalSquare],
) {
    let near = |lots: &mut Lots, from: TacticalSquare| {
        let near: Vec<_> =
            footing.iter().filter(|tac| (1..=6).contains(&tac.distance(from))).copied().collect();
        *lots.pick(&near).unwrap()
    };
    let at = arena.state.units[&id].tac;
    let order = arena.order(id);
    if lots.chance(moves) {
        let goal = Goal::Square(near(lots, at));
        let via = lots.chance(25).then(|| Via::Square(near(lots, at)));
        order.tactical_move = Some(TacticalMove { goal, via, phase: 1, at_once: false, on: None });
    }
    if lots.chance(watches) {
        let phases = if lots.chance(85) { Phases::DEFAULT } else { Phases { first: 2, last: 4 } };
        let (centre, radius) = (near(lots, at), lots.small(1, 6));
        order.intercept = Some(ReactionBox { centre, radius, phases, on: None });
    }
    let postures =
        [AttackPosture::Attack, AttackPosture::Skirmish, AttackPosture::Assault, AttackPosture::Evade];
    order.attack = *lots.pick(&postures).unwrap();
}

/// Plays a tactical phase by both; the answer is how many intercepted. Where a side has nobody active the ground does not count for the
/// other (9.5), and nobody is intercepted: of that the model knows nothing.
fn compare(seed: u64) -> Result<usize, String> {
    let arena = arena(&mut Lots::new(seed, 1, 0));
    let active = arena.state.units.values().filter(|unit| unit.is_active());
    if active.map(|unit| unit.id.nation).collect::<BTreeSet<_>>().len() < 2 {
        return Ok(0);
    }
    let mut turn = arena.turn(seed, PHASE);
    tactics::phase(&mut turn);
    let mut model = Model::new(&arena, seed);
    model.play();
    let met = turn.events.iter().map(|told| &told.event).filter(|event| event.fact.kind() == Kind::Intercept);
    let met: BTreeSet<_> = met.filter_map(|event| event.fact.unit().zip(event.fact.tac())).collect();
    same(|| format!("who intercepted, {}", tell(&arena)), &met, &model.intercepted)?;
    for (id, place) in &model.places {
        same(|| format!("where {id} stands, {}", tell(&arena)), &turn.state.units[id].tac, place)?;
    }
    Ok(met.len())
}

/// The position, for whoever has to find out who is right.
fn tell(arena: &Arena) -> String {
    let mut told = String::new();
    for unit in arena.state.units.values() {
        let orders = &arena.orders.units[&unit.id];
        let (id, at, order) = (unit.id, unit.tac, &orders.tactical_move);
        told += &format!(
            "\n  {id} at {at} {:?} initiative {} fatigue {} {:?} move {order:?} watch {:?}",
            unit.status, unit.initiative, unit.fatigue, orders.attack, orders.intercept
        );
    }
    let sheet = arena.atlas.sheet(HERE);
    for (number, tac) in TacticalSquare::all().enumerate() {
        told += if number % 15 == 0 { "\n  " } else { "" };
        told.push(sheet.ground_at(tac).mark());
    }
    told
}

#[test]
fn interceptions_are_those_of_the_book() {
    let seen = agree(800, compare);
    assert!(seen > 200, "only {seen} interceptions");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn interceptions_are_so_on_any_ground(seed in any::<u64>()) {
        compare(seed).map_err(TestCaseError::fail)?;
    }
}
