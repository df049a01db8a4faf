//! Ways over the strategic map: where the ground lets troops march, what it costs, and what lies in between.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use crate::picture::Picture;
use fieldpost_ground::map::{RiverClass, StrategicMap};
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{Direction, StrategicSquare};
use fieldpost_land::unit::Unit;
use fieldpost_tell::vantage::Vantage;

/// What a step costs in open land; all other costs are parts of it.
pub const STEP: u32 = 4;
/// What a square costs besides, through which a great river runs without a bridge or a ford: who has to cross does it
/// elsewhere, if it is not too far.
const UNCROSSED: u32 = 3 * STEP;
/// Farther than this nobody looks.
const FAR: u32 = 60 * STEP;

/// By which exits somebody leaves a square in which enemies are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exits {
    /// By any that is open now.
    Any,
    /// By those to which no enemy is near, for they move before the march begins.
    Sure,
}

/// The map as somebody who marches finds it.
pub struct Ways<'a> {
    map: &'a StrategicMap,
    /// What a step into each square costs, by [`fieldpost_ground::square::Grid::index`]; 0 where none leads.
    costs: Vec<u32>,
}

/// How far every square is from one; `u32::MAX` beyond reach.
pub struct Distances<'a> {
    map: &'a StrategicMap,
    to: Vec<u32>,
}

/// Which way a search looks at the costs of entering squares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sense {
    From,
    Toward,
}

impl<'a> Ways<'a> {
    /// The map with the enemies that a player sees: nobody walks past them who can walk round.
    pub fn new(vantage: &Vantage<'a>, picture: &Picture<'_>) -> Self {
        let map = &vantage.atlas.map;
        let mut costs: Vec<u32> = map.grid.all().map(|at| cost(vantage, map, at)).collect();
        for foe in picture.foes.keys() {
            let beside = map.grid.neighbours(*foe).map(|(_, square)| (square, STEP / 2));
            for (square, more) in beside.chain([(*foe, 2 * STEP)]) {
                let cost = &mut costs[map.grid.index(square)];
                *cost += if *cost > 0 { more } else { 0 };
            }
        }
        Ways { map, costs }
    }

    /// How far all squares are from one, as somebody marches who sets out there.
    pub fn from(&self, start: StrategicSquare) -> Distances<'a> {
        self.search(start, Sense::From, &BTreeSet::new())
    }

    /// How far one is from those in which somebody stands who wants to go there.
    pub fn toward(&self, goal: StrategicSquare, from: &BTreeSet<StrategicSquare>) -> Distances<'a> {
        self.search(goal, Sense::Toward, from)
    }

    /// Dijkstra; over as soon as all that are `wanted` are settled, if any are.
    fn search(
        &self,
        start: StrategicSquare,
        sense: Sense,
        wanted: &BTreeSet<StrategicSquare>,
    ) -> Distances<'a> {
        let mut to = vec![u32::MAX; self.costs.len()];
        let mut left = wanted.clone();
        let mut open = BinaryHeap::from([Reverse((0, start))]);
        to[self.map.grid.index(start)] = 0;
        while let Some(Reverse((so_far, at))) = open.pop() {
            let index = self.map.grid.index(at);
            if so_far > to[index] {
                continue;
            }
            if left.remove(&at) && left.is_empty() || so_far > FAR {
                break;
            }
            for next in self.steps(at) {
                let entered = if sense == Sense::From { next } else { at };
                let there = so_far + self.cost(entered).max(1);
                let known = &mut to[self.map.grid.index(next)];
                if there < *known {
                    *known = there;
                    open.push(Reverse((there, next)));
                }
            }
        }
        Distances { map: self.map, to }
    }

    /// The squares that a step leads to, on the map alone.
    pub fn steps(&self, at: StrategicSquare) -> impl Iterator<Item = StrategicSquare> {
        let beside = Direction::ALL.into_iter().filter_map(move |way| self.map.grid.step(at, way));
        beside.filter(move |next| self.cost(*next) > 0 && self.map.between(at, *next).is_none())
    }

    fn cost(&self, at: StrategicSquare) -> u32 {
        self.costs[self.map.grid.index(at)]
    }

    /// The squares of a march, at most `most` of them: downhill by the distances from the goal, straight steps first.
    pub fn march(&self, from: StrategicSquare, goal: &Distances<'_>, most: usize) -> Vec<StrategicSquare> {
        let mut way = Vec::new();
        let mut here = from;
        while way.len() < most {
            let best = self.onward(here, goal, 0).next().filter(|next| *next != from);
            let Some(next) = best else { break };
            way.push(next);
            here = next;
        }
        way
    }

    /// The same for a unit, by steps that it can make: from each tactical map it has to come to the next, which rivers, ranges and
    /// enemies may bar. Where the first step is barred it goes round about; by an exit that enemies can bar before it is made nobody goes who need not.
    pub fn march_of(
        &self,
        vantage: &Vantage<'_>,
        unit: &Unit,
        goal: &Distances<'_>,
        (most, exits): (usize, Exits),
    ) -> Vec<StrategicSquare> {
        let mut way = Vec::new();
        let mut here = unit.clone();
        while way.len() < most {
            let detour = if way.is_empty() { 2 * STEP } else { 0 };
            let step = |next: StrategicSquare| Some((next, vantage.march_leads_to(&here, next, unit.tac)?));
            let is_free = |next: &StrategicSquare| !vantage.would_be_interrupted(&here, *next);
            let is_sure = |next: &StrategicSquare| {
                exits == Exits::Any || here.at != unit.at || is_sure(vantage, unit, *next)
            };
            let onward = self
                .onward(here.at, goal, detour)
                .filter(|next| *next != unit.at)
                .filter(is_sure)
                .filter(is_free);
            let Some((at, tac)) = onward.filter_map(step).next() else { break };
            way.push(at);
            (here.at, here.tac, here.in_fort) = (at, tac, false);
        }
        way
    }

    /// All marches of a unit of at most so many steps, each by the fewest; the first is to stay.
    pub fn marches(&self, vantage: &Vantage<'_>, unit: &Unit, most: usize) -> Vec<Vec<StrategicSquare>> {
        let mut found = vec![(Vec::new(), unit.clone())];
        let mut known = BTreeSet::from([unit.at]);
        let mut next = 0;
        while let Some((way, here)) = found.get(next).cloned() {
            next += 1;
            let onward = if way.len() < most { Some(self.steps(here.at)) } else { None };
            for at in onward.into_iter().flatten() {
                let leads =
                    (!known.contains(&at)).then(|| vantage.march_leads_to(&here, at, unit.tac)).flatten();
                if let Some(tac) = leads {
                    known.insert(at);
                    let way: Vec<_> = way.iter().copied().chain([at]).collect();
                    found.push((way, Unit { at, tac, in_fort: false, ..here.clone() }));
                }
            }
        }
        found.into_iter().map(|(way, _)| way).collect()
    }

    /// The next squares that lie nearer to the goal, or not much farther than a detour, the best first.
    fn onward(
        &self,
        here: StrategicSquare,
        goal: &Distances<'_>,
        detour: u32,
    ) -> impl Iterator<Item = StrategicSquare> + use<> {
        let left = goal.of(here).filter(|left| *left > 0);
        let key = |next| {
            let (there, direction) = (goal.of(next)?, here.direction_to(next)?);
            Some((there, (there + self.cost(next), !direction.is_straight(), next)))
        };
        let nearer = |there: u32| left.is_some_and(|left| there < left + detour);
        let mut steps: Vec<_> =
            self.steps(here).filter_map(key).filter(|(there, _)| nearer(*there)).collect();
        steps.sort_by_key(|(_, key)| *key);
        steps.into_iter().map(|(_, (.., next))| next)
    }
}

impl Distances<'_> {
    /// How far a square is; `None` beyond reach.
    pub fn of(&self, at: StrategicSquare) -> Option<u32> {
        Some(self.to[self.map.grid.index(at)]).filter(|far| *far < u32::MAX)
    }
}

/// Whether no enemy is seen in the cone of a step or in those beside it (rule 7.7).
fn is_sure(vantage: &Vantage<'_>, unit: &Unit, next: StrategicSquare) -> bool {
    let Some(way) = unit.at.direction_to(next) else { return false };
    let cones = [way.turned(-1), way, way.turned(1)];
    let spots = vantage.spots.iter().filter(|(at, _)| *at == unit.at).flat_map(|(_, spots)| spots);
    let mut foes = spots.filter(|spot| spot.relation == Relation::Hostile && spot.id.kind.is_brigade());
    !foes.any(|foe| unit.tac.cone_to(foe.tac).is_none_or(|cone| cones.contains(&cone)))
}

/// ROTD-EUWOL 1.2, 7.16: what a step into a square costs by its ground, 0 where none leads. Great rivers are crossed
/// where they must be.
fn cost(vantage: &Vantage<'_>, map: &StrategicMap, at: StrategicSquare) -> u32 {
    if !map.is_passable(at) || vantage.is_closed(at) {
        return 0;
    }
    let ground = if vantage.book.ground.hard_going.contains(&map.terrain_at(at)) { STEP / 2 } else { 0 };
    let river = match map.river_class(at) {
        None | Some(RiverClass::Fordable) => 0,
        Some(_) if vantage.atlas.shore(at).count > 1 => UNCROSSED,
        Some(RiverClass::Unfordable | RiverClass::Unbridgeable) => 1,
    };
    STEP + ground + river
}

#[cfg(test)]
mod tests {
    use crate::sketches::{block, land};

    /// ROTD-EUWOL 7.15: a diagonal past enemies ends beside them. Two straight steps lead round it.
    #[test]
    fn nobody_marches_by_a_diagonal_that_is_interrupted() {
        let with = |beside: Option<&str>| {
            let sandbox = land(|land| {
                for number in 1..=6 {
                    land.unit(&format!("FR{number}IN"), "A4-N4", "7-7");
                }
                land.unit("AU1IN", "A5-N5", "7-7");
                land.unit("FR1LC", "A4-N5", "7-7");
                for (number, corner) in (2..).zip(["1-1", "1-13", "13-1", "13-13"]) {
                    if let Some(beside) = beside {
                        land.unit(&format!("AU{number}LC"), beside, corner);
                    }
                }
            });
            block(&sandbox, "FR1IN")
        };
        assert!(with(None)[0].starts_with("MARCH A5-N5"), "{:?}", with(None));
        let told = with(Some("A4-N5"));
        assert!(told.iter().all(|line| !line.starts_with("MARCH A5-N5")), "{told:?}");
    }
}
