//! Rivers, mountain ranges and railways: paths through squares that share an edge, each with the place at
//! which it crosses every edge. That both neighbours read one number is what makes rule 2.3 hold.

use crate::map::{Arm, RiverClass, StrategicMap};
use crate::square::{Direction, StrategicSquare, TACTICAL_SIDE};

/// The places at which an edge is crossed: not in its corners, which belong to two edges.
const INNER: std::ops::RangeInclusive<u8> = 1..=TACTICAL_SIDE - 2;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CourseKind {
    /// A river, source to mouth.
    River {
        /// One class for each square of the path (rule 1.3).
        classes: Vec<RiverClass>,
        /// If given, the only squares in which a railway bridges the river.
        rail_bridges: Option<Vec<StrategicSquare>>,
    },
    /// A mountain range.
    Range,
    /// A railway.
    Rail,
}

/// A river, range or railway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    pub kind: CourseKind,
    /// Its name; empty if it has none.
    pub name: String,
    /// Its squares in order; each shares an edge with the next.
    pub path: Vec<StrategicSquare>,
    /// The place, 1 to 13, at which it crosses the edge between each square and the next.
    pub cross: Vec<u8>,
    /// Where it comes into its first square from water or from beyond the map.
    pub enters: Option<Arm>,
    /// Where it leaves its last square into water or over the map's edge.
    pub leaves: Option<Arm>,
}

/// Why a course cannot be laid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CourseFault {
    /// The path names no square.
    #[error("expected a path of at least one square, found none")]
    Empty,
    /// Two squares that follow one another share no edge.
    #[error("expected squares that share an edge, found {from} followed by {to}")]
    Gap {
        /// The square before the gap.
        from: String,
        /// The square after it.
        to: String,
    },
    /// There must be one crossing for each edge.
    #[error("expected {expected} crossing places, one for each edge between two squares, found {found}")]
    Crossings {
        /// One less than the squares of the path.
        expected: usize,
        /// What was given.
        found: usize,
    },
    /// There must be one class for each square.
    #[error("expected river classes for {expected} squares, found them for {found}")]
    Classes {
        /// The squares of the path.
        expected: usize,
        /// What was given.
        found: usize,
    },
    /// A place must be on one edge only, so not in the map's corner.
    #[error("expected a crossing place 1 to 13, found {0}")]
    Place(u8),
}

impl StrategicMap {
    /// Adds a course to the map. Ranges keep two places away from rivers on the same edge, railways keep off
    /// the places of both; so lay rivers first, then ranges, then railways.
    ///
    /// # Errors
    /// If the path has a gap, or its crossings or classes do not fit it. The map is then unchanged.
    pub fn lay(&mut self, course: Course) -> Result<(), CourseFault> {
        let sides = self.sides_along(&course)?;
        for (step, side) in sides.into_iter().enumerate() {
            let arm = Arm { side, place: course.cross[step] };
            self.cross_edge(&course, step, arm);
        }
        if let (Some(arm), Some(first)) = (course.enters, course.path.first()) {
            self.add_arm(&course, 0, *first, arm);
        }
        if let (Some(arm), Some(last)) = (course.leaves, course.path.last()) {
            self.add_arm(&course, course.path.len() - 1, *last, arm);
        }
        self.note_river(&course);
        self.courses.push(course);
        Ok(())
    }

    /// The side over which each step of a sound course leaves its square.
    fn sides_along(&self, course: &Course) -> Result<Vec<Direction>, CourseFault> {
        let edges = course.path.len().checked_sub(1).ok_or(CourseFault::Empty)?;
        if course.cross.len() != edges {
            return Err(CourseFault::Crossings { expected: edges, found: course.cross.len() });
        }
        if let CourseKind::River { classes, .. } = &course.kind
            && classes.len() != course.path.len()
        {
            return Err(CourseFault::Classes { expected: course.path.len(), found: classes.len() });
        }
        let ends = course.enters.iter().chain(&course.leaves).map(|arm| &arm.place);
        if let Some(place) = course.cross.iter().chain(ends).find(|place| !INNER.contains(*place)) {
            return Err(CourseFault::Place(*place));
        }
        let step = |pair: &[StrategicSquare]| {
            let side = pair[0].direction_to(pair[1]).filter(|side| side.is_straight());
            side.ok_or_else(|| CourseFault::Gap {
                from: self.grid.label(pair[0]),
                to: self.grid.label(pair[1]),
            })
        };
        course.path.windows(2).map(step).collect()
    }

    /// Lets the course cross from square `step` of its path to the next, on both sides of the edge.
    fn cross_edge(&mut self, course: &Course, step: usize, wish: Arm) {
        let here = course.path[step];
        let arm = Arm { side: wish.side, place: self.free_place(&course.kind, here, wish) };
        let across = Arm { side: arm.side.opposite(), place: arm.place };
        self.add_arm(course, step, here, arm);
        self.add_arm(course, step + 1, course.path[step + 1], across);
    }

    /// The wished place on an edge, or the next one along places 2 to 12 that is not taken by what lies
    /// deeper in the ground: a range keeps a square between itself and a river, a railway crosses beside both.
    fn free_place(&self, kind: &CourseKind, square: StrategicSquare, wish: Arm) -> u8 {
        let index = self.grid.index(square);
        let on_side = |arm: &Arm| (arm.side == wish.side).then_some(arm.place);
        let rivers = self.rivers[index].iter().filter_map(|(arm, _)| on_side(arm));
        let taken = |place: u8| match kind {
            CourseKind::River { .. } => false,
            CourseKind::Range => rivers.clone().any(|river| river.abs_diff(place) < 2),
            CourseKind::Rail => {
                rivers.clone().any(|river| river == place)
                    || self.ranges[index].iter().filter_map(on_side).any(|range| range == place)
            }
        };
        let onward =
            std::iter::successors(Some(wish.place), |place| Some(2 + (place.saturating_sub(1)) % 11));
        onward.take(12).find(|place| !taken(*place)).unwrap_or(wish.place)
    }

    fn add_arm(&mut self, course: &Course, step: usize, square: StrategicSquare, arm: Arm) {
        let index = self.grid.index(square);
        match &course.kind {
            CourseKind::River { classes, .. } => add_once(&mut self.rivers[index], (arm, classes[step])),
            CourseKind::Range => add_once(&mut self.ranges[index], arm),
            CourseKind::Rail => add_once(&mut self.rails[index], arm),
        }
    }

    fn note_river(&mut self, course: &Course) {
        let CourseKind::River { classes, rail_bridges } = &course.kind else { return };
        for (square, class) in course.path.iter().zip(classes) {
            let known = &mut self.river_classes[self.grid.index(*square)];
            *known = (*known).max(Some(*class));
        }
        if let Some(bridges) = rail_bridges {
            self.unbridged.extend(course.path.iter().filter(|square| !bridges.contains(square)));
        }
    }
}

fn add_once<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}
