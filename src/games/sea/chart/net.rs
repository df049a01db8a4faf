//! Rivers as ships use them: which squares join, how wide each is, the shortest ways (WISC 2.1, 6.5, 6.6, N-44, N-85).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use fieldpost_ground::course::CourseKind;
use fieldpost_ground::map::{RiverClass, StrategicMap};
use fieldpost_ground::square::{Direction, StrategicSquare};

/// The navigable rivers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Net {
    /// The class of every river square.
    pub class: BTreeMap<StrategicSquare, RiverClass>,
    /// The squares that each joins, with what the way counts.
    pub links: BTreeMap<StrategicSquare, BTreeMap<StrategicSquare, u16>>,
    /// Where ships lie at a port that stands beside the river and not on it.
    pub beside: BTreeMap<StrategicSquare, StrategicSquare>,
}

/// A way along rivers: its squares behind the first, with what each step counts.
pub type Way = Vec<(StrategicSquare, u16)>;

impl Net {
    /// The rivers of a land map.
    pub fn of(map: &StrategicMap) -> Net {
        let mut net = Net::default();
        for course in &map.courses {
            let CourseKind::River { classes, .. } = &course.kind else { continue };
            for (at, class) in course.path.iter().zip(classes) {
                let known = net.class.entry(*at).or_insert(*class);
                *known = (*known).max(*class);
            }
            for pair in course.path.windows(2) {
                net.join(pair[0], pair[1], 1);
            }
        }
        net
    }

    /// Joins two squares; the way between them counts so many squares.
    pub fn join(&mut self, one: StrategicSquare, other: StrategicSquare, squares: u16) {
        self.links.entry(one).or_default().insert(other, squares);
        self.links.entry(other).or_default().insert(one, squares);
    }

    /// Parts two squares.
    pub fn cut(&mut self, one: StrategicSquare, other: StrategicSquare) {
        for (from, to) in [(one, other), (other, one)] {
            if let Some(links) = self.links.get_mut(&from) {
                links.remove(&to);
            }
        }
    }

    /// Whether ships that need a river of this class can be in a square.
    pub fn floats(&self, at: StrategicSquare, narrowest: RiverClass) -> bool {
        self.class.get(&at).is_some_and(|class| *class >= narrowest)
    }

    /// Where ships lie at a port in this square: there, or on the river beside it.
    pub fn water_of(&self, site: StrategicSquare) -> StrategicSquare {
        self.beside.get(&site).copied().unwrap_or(site)
    }

    /// The squares that join a square and float such ships, north, east, south and west of it first.
    pub fn next_to(&self, at: StrategicSquare, narrowest: RiverClass) -> Vec<(StrategicSquare, u16)> {
        let side = |to: StrategicSquare| {
            let direction = at.direction_to(to).filter(|direction| direction.is_straight());
            direction
                .and_then(|direction| Direction::ALL.iter().position(|known| *known == direction))
                .unwrap_or(8)
        };
        let links = self.links.get(&at).into_iter().flatten();
        let mut next: Vec<_> = links.map(|(to, squares)| (*to, *squares)).collect();
        next.retain(|(to, _)| self.floats(*to, narrowest));
        next.sort_by_key(|(to, _)| (side(*to), *to));
        next
    }

    /// How far every square is that ships of this draught reach from one.
    pub fn reach(&self, from: StrategicSquare, narrowest: RiverClass) -> BTreeMap<StrategicSquare, u16> {
        let mut far = BTreeMap::new();
        let mut open = BinaryHeap::from([(Reverse(0_u16), from)]);
        while let Some((Reverse(squares), at)) = open.pop() {
            if far.contains_key(&at) {
                continue;
            }
            far.insert(at, squares);
            for (next, step) in self.next_to(at, narrowest) {
                if !far.contains_key(&next) {
                    open.push((Reverse(squares + step), next));
                }
            }
        }
        far
    }

    /// N-44: the shortest way from one square to another; of two that are as short the one that turns north first, then east,
    /// south, west.
    pub fn way(&self, from: StrategicSquare, to: StrategicSquare, narrowest: RiverClass) -> Option<Way> {
        let far = self.reach(to, narrowest);
        if !self.floats(to, narrowest) {
            return None;
        }
        let mut way = Way::new();
        let mut at = from;
        let mut left = *far.get(&from)?;
        while at != to {
            let is_on =
                |(next, step): &(StrategicSquare, u16)| far.get(next).is_some_and(|rest| rest + step == left);
            let (next, step) = self.next_to(at, narrowest).into_iter().find(is_on)?;
            way.push((next, step));
            (at, left) = (next, left - step);
        }
        Some(way)
    }

    /// The squares from which one another is reached without leaving a set.
    pub fn within(
        &self,
        from: StrategicSquare,
        narrowest: RiverClass,
        may: impl Fn(StrategicSquare) -> bool,
    ) -> BTreeSet<StrategicSquare> {
        let mut seen = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for (next, _) in self.next_to(at, narrowest) {
                if may(next) && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen
    }
}
