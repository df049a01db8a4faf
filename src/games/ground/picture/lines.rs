//! Rivers and railways of the strategic map as smooth lines: through the very places at which they cross the edges
//! of squares, so that the picture agrees with the tactical maps (rule 2.3).

use std::collections::BTreeMap;

use fieldpost_ground::course::{Course, CourseKind};
use fieldpost_ground::map::{Arm, RiverClass, StrategicMap};
use fieldpost_ground::square::{Direction, StrategicSquare, TACTICAL_SIDE};
use fieldpost_print::picture::shape::Span;
use fieldpost_print::picture::svg::{Path, Point};

/// A place on the map in squares: 2.5 is the middle of the third column.
pub type Spot = Point;

/// Where a tactical square of a strategic one lies.
pub fn spot(square: StrategicSquare, col: f64, row: f64) -> Spot {
    let side = f64::from(TACTICAL_SIDE);
    Point { x: f64::from(square.col) + (col + 0.5) / side, y: f64::from(square.row) + (row + 0.5) / side }
}

/// Where an arm meets the edge of its square.
fn crossing(square: StrategicSquare, arm: Arm) -> Spot {
    let along = (f64::from(arm.place) + 0.5) / f64::from(TACTICAL_SIDE);
    let corner = Point { x: f64::from(square.col), y: f64::from(square.row) };
    match arm.side {
        Direction::North => corner.moved(along, 0.0),
        Direction::South => corner.moved(along, 1.0),
        Direction::West => corner.moved(0.0, along),
        _ => corner.moved(1.0, along),
    }
}

/// One square's part of a line.
#[derive(Clone, Copy, Debug)]
struct Leg {
    from: Spot,
    to: Spot,
    /// The square's place in the course's path.
    step: usize,
}

/// A river or railway, ready to be drawn.
#[derive(Debug)]
pub struct DrawnLine<'a> {
    pub course: &'a Course,
    legs: Vec<Leg>,
}

pub fn rivers(map: &StrategicMap) -> Vec<DrawnLine<'_>> {
    let is_river = |course: &&Course| matches!(course.kind, CourseKind::River { .. });
    let courses: Vec<&Course> = map.courses.iter().filter(is_river).collect();
    let meetings = meetings(map, &courses);
    courses.iter().map(|course| line(map, course, &meetings)).collect()
}

/// The mountain ranges of a map as lines.
pub fn ranges(map: &StrategicMap) -> Vec<DrawnLine<'_>> {
    let courses: Vec<&Course> =
        map.courses.iter().filter(|course| course.kind == CourseKind::Range).collect();
    let meetings = meetings(map, &courses);
    courses.iter().map(|course| line(map, course, &meetings)).collect()
}

/// The railways of a map as lines. They run through the towns of their squares.
pub fn railways(map: &StrategicMap) -> Vec<DrawnLine<'_>> {
    let courses: Vec<&Course> = map.courses.iter().filter(|course| course.kind == CourseKind::Rail).collect();
    let mut stations = meetings(map, &courses);
    let towns = map
        .cities
        .iter()
        .map(|city| (city.at, spot(city.at, f64::from(city.tac.col()), f64::from(city.tac.row()))));
    stations.extend(towns);
    courses.iter().map(|course| line(map, course, &stations)).collect()
}

/// Where lines of one kind meet: in a square in which one ends and another is, in the middle of the other.
fn meetings(map: &StrategicMap, courses: &[&Course]) -> BTreeMap<StrategicSquare, Spot> {
    let mut visits: BTreeMap<StrategicSquare, Vec<(usize, usize)>> = BTreeMap::new();
    for (which, course) in courses.iter().enumerate() {
        for (step, square) in course.path.iter().enumerate() {
            visits.entry(*square).or_default().push((which, step));
        }
    }
    visits.retain(|_, visits| {
        let ends = |(which, step): &(usize, usize)| crossings(map, courses[*which], *step).contains(&None);
        visits.len() > 1 && visits.iter().any(ends)
    });
    let meeting = |square: &StrategicSquare, visits: &[(usize, usize)]| {
        let through = visits.iter().find_map(|(which, step)| {
            let [from, to] = crossings(map, courses[*which], *step);
            from.zip(to).map(|(from, to)| bow(*square, from, to))
        });
        through.unwrap_or_else(|| spot(*square, 7.0, 7.0))
    };
    visits.iter().map(|(square, visits)| (*square, meeting(square, visits))).collect()
}

/// The middle of a line through a square, drawn a little to the square's own middle.
fn bow(square: StrategicSquare, from: Spot, to: Spot) -> Spot {
    from.towards(to, 0.5).towards(spot(square, 7.0, 7.0), 0.25)
}

/// Where a course comes into a square of its path and where it leaves it.
fn crossings(map: &StrategicMap, course: &Course, step: usize) -> [Option<Spot>; 2] {
    let square = course.path[step];
    let edge = |next: StrategicSquare, place: u8| {
        let side = square.direction_to(next)?;
        Some(crossing(square, laid(map, &course.kind, square, Arm { side, place })))
    };
    let into = match step.checked_sub(1) {
        Some(before) => edge(course.path[before], course.cross[before]),
        None => course.enters.map(|arm| crossing(square, arm)),
    };
    let out = match course.path.get(step + 1) {
        Some(next) => edge(*next, course.cross[step]),
        None => course.leaves.map(|arm| crossing(square, arm)),
    };
    [into, out]
}

/// The arm as it was laid: ranges and railways may have moved along the edge from where the file wants them.
fn laid(map: &StrategicMap, kind: &CourseKind, square: StrategicSquare, wish: Arm) -> Arm {
    let arms = match kind {
        CourseKind::River { .. } => return wish,
        CourseKind::Range => &map.ranges,
        CourseKind::Rail => &map.rails,
    };
    let arms = arms[map.grid.index(square)].iter().filter(|arm| arm.side == wish.side);
    arms.min_by_key(|arm| arm.place.abs_diff(wish.place)).copied().unwrap_or(wish)
}

fn line<'a>(
    map: &StrategicMap,
    course: &'a Course,
    stations: &BTreeMap<StrategicSquare, Spot>,
) -> DrawnLine<'a> {
    let mut legs = Vec::new();
    for (step, square) in course.path.iter().enumerate() {
        let [into, out] = crossings(map, course, step);
        let own = stations.get(square).copied();
        // A line that begins or ends in a square where nothing awaits it goes half way to the middle.
        let end =
            || spot(*square, 7.0, 7.0).towards(into.or(out).unwrap_or_else(|| spot(*square, 7.0, 7.0)), 0.4);
        let station = own.or_else(|| (into.is_none() || out.is_none()).then(end));
        let stops: Vec<Spot> = [into, station, out].into_iter().flatten().collect();
        legs.extend(stops.windows(2).map(|pair| Leg { from: pair[0], to: pair[1], step }));
    }
    DrawnLine { course, legs }
}

impl DrawnLine<'_> {
    /// The line within some squares, in pieces of one river class each; a railway has class none.
    pub fn pieces(&self, span: Span, place: impl Fn(Spot) -> Point) -> Vec<(Option<RiverClass>, Path)> {
        let mut pieces: Vec<(Option<RiverClass>, Path)> = Vec::new();
        let mut is_going_on = false;
        for at in 0..self.legs.len() {
            let leg = self.legs[at];
            let square = self.course.path[leg.step];
            if !span.holds(i16::from(square.col), i16::from(square.row)) {
                is_going_on = false;
                continue;
            }
            let class = self.class(leg.step);
            if !is_going_on || pieces.last().is_none_or(|piece| piece.0 != class) {
                let mut path = Path::new();
                path.start(place(leg.from));
                pieces.push((class, path));
                is_going_on = true;
            }
            if let Some((_, path)) = pieces.last_mut() {
                let [by, then] = self.pulls(at);
                path.curve(place(by), place(then), place(leg.to));
            }
        }
        pieces
    }

    /// The squares of the line within others, with the place in the middle of each.
    pub fn middles(&self, span: Span) -> Vec<Spot> {
        let seen = self.legs.iter().filter(|leg| {
            let square = self.course.path[leg.step];
            span.holds(i16::from(square.col), i16::from(square.row))
        });
        seen.map(|leg| leg.from.towards(leg.to, 0.5)).collect()
    }

    /// Where a leg's line, cut into short straight ones, runs in one square.
    pub fn within(&self, square: StrategicSquare) -> Vec<[Spot; 2]> {
        let mut short = Vec::new();
        for at in 0..self.legs.len() {
            let leg = self.legs[at];
            if self.course.path[leg.step] != square {
                continue;
            }
            let [by, then] = self.pulls(at);
            let points: Vec<Spot> =
                (0..=12).map(|part| on_curve([leg.from, by, then, leg.to], f64::from(part) / 12.0)).collect();
            short.extend(points.windows(2).map(|pair| [pair[0], pair[1]]));
        }
        short
    }

    /// The two places towards which a leg is bent, so that it goes on smoothly from the one before to the next.
    fn pulls(&self, at: usize) -> [Spot; 2] {
        let leg = self.legs[at];
        let before = at.checked_sub(1).map_or(leg.from, |before| self.legs[before].from);
        let after = self.legs.get(at + 1).map_or(leg.to, |after| after.to);
        let pull = |start: Spot, from: Spot, to: Spot, share: f64| {
            start.moved((to.x - from.x) * share / 6.0, (to.y - from.y) * share / 6.0)
        };
        [pull(leg.from, before, leg.to, 1.0), pull(leg.to, leg.from, after, -1.0)]
    }

    fn class(&self, step: usize) -> Option<RiverClass> {
        match &self.course.kind {
            CourseKind::River { classes, .. } => classes.get(step).copied(),
            _ => None,
        }
    }
}

/// The place at `share` of a curve.
fn on_curve(pulls: [Point; 4], share: f64) -> Point {
    let [a, b, c, d] = pulls;
    let (ab, bc, cd) = (a.towards(b, share), b.towards(c, share), c.towards(d, share));
    ab.towards(bc, share).towards(bc.towards(cd, share), share)
}

/// Where two short lines cross, and the direction of the first there.
pub fn meet(one: [Spot; 2], other: [Spot; 2]) -> Option<(Spot, f64)> {
    let way = |line: [Spot; 2]| (line[1].x - line[0].x, line[1].y - line[0].y);
    let ((ax, ay), (bx, by)) = (way(one), way(other));
    let cross = ax * by - ay * bx;
    if cross.abs() < 1e-9 {
        return None;
    }
    let (dx, dy) = (other[0].x - one[0].x, other[0].y - one[0].y);
    let (on_one, on_other) = ((dx * by - dy * bx) / cross, (dx * ay - dy * ax) / cross);
    let is_on = |share: f64| (0.0..=1.0).contains(&share);
    (is_on(on_one) && is_on(on_other)).then(|| (one[0].towards(one[1], on_one), ay.atan2(ax)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_ground::map_file::{DEMO, load};

    #[test]
    fn the_neisse_ends_on_the_oder() {
        let map = load(DEMO).unwrap().atlas.map;
        let lines = rivers(&map);
        let named = |name: &str| lines.iter().find(|line| line.course.name == name).unwrap();
        let mouth = named("Neisse").legs.last().unwrap().to;
        assert!(named("Oder").legs.iter().any(|leg| leg.from == mouth || leg.to == mouth), "{mouth:?}");
    }

    #[test]
    fn railways_run_through_their_towns() {
        let map = load(DEMO).unwrap().atlas.map;
        let lines = railways(&map);
        for name in ["Breslau", "Liegnitz", "Pardubitz", "Prag"] {
            let city = map.city(name).unwrap();
            let town = spot(city.at, f64::from(city.tac.col()), f64::from(city.tac.row()));
            assert!(
                lines.iter().flat_map(|line| &line.legs).any(|leg| leg.from == town || leg.to == town),
                "{name}"
            );
        }
    }

    #[test]
    fn lines_cross_where_they_do() {
        let point = |x: f64, y: f64| Point { x, y };
        let level = [point(0.0, 1.0), point(2.0, 1.0)];
        let (at, angle) = meet(level, [point(1.0, 0.0), point(1.0, 2.0)]).unwrap();
        assert_eq!((at, angle), (point(1.0, 1.0), 0.0));
        assert_eq!(meet(level, [point(3.0, 0.0), point(3.0, 2.0)]), None);
        assert_eq!(meet(level, level), None);
    }
}
