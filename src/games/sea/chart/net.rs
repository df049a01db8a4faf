//! Rivers as ships use them: which squares join, how wide each is, the shortest ways (WISC 2.1, 6.5, 6.6, N-44, N-85).
//!
//! Every ship with an order for a river asks several times a turn how far squares are, and the answers never change while a chart is
//! in use: they are worked out once and kept ([`Far`]).

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::fmt;
use std::sync::OnceLock;

use fieldpost_ground::course::CourseKind;
use fieldpost_ground::map::{RiverClass, StrategicMap};
use fieldpost_ground::square::{Direction, StrategicSquare};

/// The navigable rivers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Net {
    class: BTreeMap<StrategicSquare, RiverClass>,
    /// The squares that each joins, with what the way counts.
    links: BTreeMap<StrategicSquare, BTreeMap<StrategicSquare, u16>>,
    /// Where ships lie at a port that stands beside the river and not on it.
    pub beside: BTreeMap<StrategicSquare, StrategicSquare>,
    found: Found,
}

/// A way along rivers: its squares behind the first, with what each step counts.
pub type Way = Vec<(StrategicSquare, u16)>;

/// How far every square is that ships of one draught reach from another.
pub type Far = BTreeMap<StrategicSquare, u16>;

/// The answers of [`Net::reach`] so far, by the square from which and the class; whoever changes the net throws them away. They follow
/// from the rest of the net, so nets are the same whatever was asked of them.
#[derive(Clone, Default)]
struct Found(OnceLock<BTreeMap<StrategicSquare, [OnceLock<Box<Far>>; RiverClass::ALL.len()]>>);

impl PartialEq for Found {
    fn eq(&self, _: &Found) -> bool {
        true
    }
}

impl Eq for Found {}

impl fmt::Debug for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("..")
    }
}

impl Net {
    /// The rivers of a land map.
    pub fn of(map: &StrategicMap) -> Net {
        let mut net = Net::default();
        for course in &map.courses {
            let CourseKind::River { classes, .. } = &course.kind else { continue };
            for (at, class) in course.path.iter().zip(classes) {
                let known = net.class.get(at).copied().unwrap_or(*class);
                net.widen(*at, known.max(*class));
            }
            for pair in course.path.windows(2) {
                net.join(pair[0], pair[1], 1);
            }
        }
        net
    }

    /// Says of which class a square's river is.
    pub fn widen(&mut self, at: StrategicSquare, class: RiverClass) {
        self.found = Found::default();
        self.class.insert(at, class);
    }

    /// Makes a square one without a river.
    pub fn dry(&mut self, at: StrategicSquare) {
        self.found = Found::default();
        self.class.remove(&at);
        let joined = self.links.remove(&at).unwrap_or_default();
        for next in joined.keys() {
            if let Some(links) = self.links.get_mut(next) {
                links.remove(&at);
            }
        }
    }

    /// The river squares.
    pub fn squares(&self) -> impl Iterator<Item = StrategicSquare> + '_ {
        self.class.keys().copied()
    }

    /// Whether there is a river in a square.
    pub fn is_river(&self, at: StrategicSquare) -> bool {
        self.class.contains_key(&at)
    }

    /// Joins two squares; the way between them counts so many squares.
    pub fn join(&mut self, one: StrategicSquare, other: StrategicSquare, squares: u16) {
        self.found = Found::default();
        self.links.entry(one).or_default().insert(other, squares);
        self.links.entry(other).or_default().insert(one, squares);
    }

    /// Parts two squares.
    pub fn cut(&mut self, one: StrategicSquare, other: StrategicSquare) {
        self.found = Found::default();
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
    pub fn reach(&self, from: StrategicSquare, narrowest: RiverClass) -> Cow<'_, Far> {
        let squares = || self.class.keys().chain(self.links.keys()).map(|at| (*at, Default::default()));
        match self.found.0.get_or_init(|| squares().collect()).get(&from) {
            Some(found) => {
                let search = || Box::new(self.search(from, narrowest));
                Cow::Borrowed(found[narrowest as usize].get_or_init(search))
            }
            // No river leads there.
            None => Cow::Owned(Far::from([(from, 0)])),
        }
    }

    fn search(&self, from: StrategicSquare, narrowest: RiverClass) -> Far {
        let mut far = Far::new();
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

    /// Whether ships of this draught come from one square to another along rivers.
    pub fn leads(&self, from: StrategicSquare, to: StrategicSquare, narrowest: RiverClass) -> bool {
        self.floats(to, narrowest) && self.reach(to, narrowest).contains_key(&from)
    }

    /// N-44: the shortest way from one square to another; of two that are as short the one that turns north first, then east,
    /// south, west.
    pub fn way(&self, from: StrategicSquare, to: StrategicSquare, narrowest: RiverClass) -> Option<Way> {
        if !self.floats(to, narrowest) {
            return None;
        }
        let far = self.reach(to, narrowest);
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

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_ground::map_file;

    const MAP: &str = include_str!("../../../../maps/cwol.map.toml");
    const WIDE: RiverClass = RiverClass::Unbridgeable;
    const NARROW: RiverClass = RiverClass::Unfordable;

    fn at(col: u8) -> StrategicSquare {
        StrategicSquare { col, row: 0 }
    }

    /// A river of four squares; the last is narrow.
    fn river() -> Net {
        let mut net = Net::default();
        for (col, class) in [(0, WIDE), (1, WIDE), (2, WIDE), (3, NARROW)] {
            net.widen(at(col), class);
        }
        for col in 0..3 {
            net.join(at(col), at(col + 1), 1);
        }
        net
    }

    #[test]
    fn what_was_found_before_a_net_was_changed_is_not_told_after() {
        type Change = fn(&mut Net);
        let changes: [(Change, Option<u16>); 4] = [
            (|net| net.cut(at(1), at(2)), None),
            (|net| net.dry(at(1)), None),
            (|net| net.join(at(0), at(2), 7), Some(7)),
            (|net| net.widen(at(1), RiverClass::Fordable), None),
        ];
        for (number, (change, far)) in changes.into_iter().enumerate() {
            let mut net = river();
            assert_eq!(net.reach(at(0), WIDE).get(&at(2)), Some(&2));
            if number == 2 {
                net.cut(at(1), at(2));
            }
            change(&mut net);
            assert_eq!(net.reach(at(0), WIDE).get(&at(2)).copied(), far, "change {number}");
            assert_eq!(net.leads(at(0), at(2), WIDE), far.is_some(), "change {number}");
        }
    }

    #[test]
    fn a_draught_has_its_own_answer_and_a_square_without_a_river_reaches_itself() {
        let net = river();
        assert_eq!(net.reach(at(0), WIDE).len(), 3);
        assert_eq!(net.reach(at(0), NARROW).len(), 4);
        assert!(net.leads(at(0), at(3), NARROW) && !net.leads(at(0), at(3), WIDE));
        assert_eq!(*net.reach(at(9), NARROW), Far::from([(at(9), 0)]));
        assert_eq!(net, river(), "what was asked of a net makes no other net of it");
    }

    /// On the American map, from every four-hundredth river square: what is kept is what a search finds, and there is a way where it is said.
    #[test]
    fn what_is_kept_is_what_a_search_finds() {
        let map = map_file::load(MAP).unwrap().atlas.map.clone();
        let net = Net::of(&map);
        for from in net.squares().step_by(400) {
            for (class, ..) in RiverClass::ALL {
                let first = net.reach(from, class).into_owned();
                assert_eq!(first, net.search(from, class), "{from:?}");
                assert_eq!(first, *net.reach(from, class), "{from:?}");
                for to in net.squares().step_by(40) {
                    let way = net.way(from, to, class);
                    assert_eq!(way.is_some(), net.leads(from, to, class), "{from:?} to {to:?}");
                }
            }
        }
    }
}
