//! Smooth outlines of squares: every square of a kind hangs together with its neighbours in one shape, whose
//! corners are rounded. Lines between squares of two kinds are rounded in the same way, so that both agree.

use std::collections::{BTreeMap, BTreeSet};

use crate::picture::svg::{Path, Point};

/// A corner of squares: columns and rows from the map's north-west corner. Beyond its edges too.
pub type Corner = (i16, i16);

/// Squares, from the first column and row to before the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub cols: (i16, i16),
    pub rows: (i16, i16),
}

impl Span {
    /// The squares, row by row.
    pub fn squares(self) -> impl Iterator<Item = (i16, i16)> {
        (self.rows.0..self.rows.1).flat_map(move |row| (self.cols.0..self.cols.1).map(move |col| (col, row)))
    }

    /// So many squares more on every side.
    pub fn grown(self, by: i16) -> Self {
        Span { cols: (self.cols.0 - by, self.cols.1 + by), rows: (self.rows.0 - by, self.rows.1 + by) }
    }

    /// Whether it holds a square.
    pub fn holds(self, col: i16, row: i16) -> bool {
        (self.cols.0..self.cols.1).contains(&col) && (self.rows.0..self.rows.1).contains(&row)
    }
}

/// The smooth outline of the squares for which `is_in` holds.
pub fn region(span: Span, is_in: impl Fn(i16, i16) -> bool, place: impl Fn(Corner) -> Point) -> Path {
    let is_filled = |col, row| span.holds(col, row) && is_in(col, row);
    let mut edges: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for (col, row) in span.squares().filter(|(col, row)| is_filled(*col, *row)) {
        let (east, south) = (col + 1, row + 1);
        let mut add = |from: Corner, to: Corner| edges.entry(from).or_default().push(to);
        if !is_filled(col, row - 1) {
            add((col, row), (east, row));
        }
        if !is_filled(east, row) {
            add((east, row), (east, south));
        }
        if !is_filled(col, south) {
            add((east, south), (col, south));
        }
        if !is_filled(col - 1, row) {
            add((col, south), (col, row));
        }
    }
    let mut path = Path::new();
    while let Some(ring) = take_ring(&mut edges) {
        add_ring(&mut path, &ring, &place);
    }
    path
}

/// Takes one closed line. Where two squares touch at a corner only, it turns left, so that they hang together.
fn take_ring(edges: &mut BTreeMap<Corner, Vec<Corner>>) -> Option<Vec<Corner>> {
    let (first, _) = edges.first_key_value()?;
    let first = *first;
    let mut ring = vec![first];
    let mut before: Option<Corner> = None;
    let mut here = first;
    loop {
        let next = take_edge(edges, before, here)?;
        if next == first && !ring_goes_on(edges, here, first) {
            return Some(ring);
        }
        ring.push(next);
        (before, here) = (Some(here), next);
    }
}

/// Whether a ring that comes back to its first corner from `before` leaves it again: it does where the left turn
/// there is still to be gone.
fn ring_goes_on(edges: &BTreeMap<Corner, Vec<Corner>>, before: Corner, first: Corner) -> bool {
    let left = turned_left(before, first);
    edges.get(&first).is_some_and(|ends| ends.contains(&left))
}

/// The corner left of the way from `before` to `here`.
fn turned_left(before: Corner, here: Corner) -> Corner {
    let (dx, dy) = (here.0 - before.0, here.1 - before.1);
    (here.0 + dy, here.1 - dx)
}

fn take_edge(
    edges: &mut BTreeMap<Corner, Vec<Corner>>,
    before: Option<Corner>,
    here: Corner,
) -> Option<Corner> {
    let ends = edges.get_mut(&here)?;
    let left = before.map(|before| turned_left(before, here));
    let choice = ends.iter().position(|end| Some(*end) == left).unwrap_or(0);
    let next = ends.remove(choice);
    if ends.is_empty() {
        edges.remove(&here);
    }
    Some(next)
}

/// From the middle of each side to the middle of the next, bent towards the corner between.
fn add_ring(path: &mut Path, ring: &[Corner], place: &impl Fn(Corner) -> Point) {
    let points: Vec<Point> = ring.iter().map(|corner| place(*corner)).collect();
    let Some((first, last)) = points.first().zip(points.last()) else { return };
    path.start(last.towards(*first, 0.5));
    for (at, corner) in points.iter().enumerate() {
        let next = points[(at + 1) % points.len()];
        let before = points[(at + points.len() - 1) % points.len()];
        turn(path, before, *corner, next);
    }
    path.close();
}

/// One corner: a straight line where the way goes straight on.
fn turn(path: &mut Path, before: Point, corner: Point, next: Point) {
    let end = corner.towards(next, 0.5);
    let is_straight = (before.x - next.x).abs() < 0.01 || (before.y - next.y).abs() < 0.01;
    if is_straight { path.line(end) } else { path.bend(corner, end) }
}

/// The smooth lines between squares of which `differ` says that a line runs between them.
pub fn borders(
    span: Span,
    differ: impl Fn((i16, i16), (i16, i16)) -> bool,
    place: impl Fn(Corner) -> Point,
) -> Path {
    let mut edges: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    let mut add = |one: Corner, other: Corner| {
        edges.entry(one).or_default().push(other);
        edges.entry(other).or_default().push(one);
    };
    for (col, row) in span.squares() {
        if differ((col, row), (col + 1, row)) {
            add((col + 1, row), (col + 1, row + 1));
        }
        if differ((col, row), (col, row + 1)) {
            add((col, row + 1), (col + 1, row + 1));
        }
    }
    let ends: BTreeSet<Corner> =
        edges.iter().filter(|(_, others)| others.len() != 2).map(|(corner, _)| *corner).collect();
    let mut path = Path::new();
    while let Some(chain) = take_chain(&mut edges, &ends) {
        add_chain(&mut path, &chain, &place);
    }
    path
}

/// Takes a line that runs from one of `ends` to the next; rings come last.
fn take_chain(edges: &mut BTreeMap<Corner, Vec<Corner>>, ends: &BTreeSet<Corner>) -> Option<Vec<Corner>> {
    let end = ends.iter().find(|end| edges.contains_key(end)).copied();
    let first = end.or_else(|| edges.keys().next().copied())?;
    let mut chain = vec![first];
    let mut here = first;
    loop {
        let next = take_edge(edges, None, here)?;
        forget(edges, next, here);
        chain.push(next);
        here = next;
        if here == first || ends.contains(&here) {
            return Some(chain);
        }
    }
}

/// Takes an edge away at its other end.
fn forget(edges: &mut BTreeMap<Corner, Vec<Corner>>, at: Corner, other: Corner) {
    let Some(ends) = edges.get_mut(&at) else { return };
    if let Some(place) = ends.iter().position(|end| *end == other) {
        ends.remove(place);
    }
    if ends.is_empty() {
        edges.remove(&at);
    }
}

fn add_chain(path: &mut Path, chain: &[Corner], place: &impl Fn(Corner) -> Point) {
    let points: Vec<Point> = chain.iter().map(|corner| place(*corner)).collect();
    let Some((first, last)) = points.first().zip(points.last()) else { return };
    path.start(*first);
    for three in points.windows(3) {
        turn(path, three[0], three[1], three[2]);
    }
    path.line(*last);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(rows: &[&str]) -> String {
        let span = Span { cols: (0, rows[0].len() as i16), rows: (0, rows.len() as i16) };
        let is_in = |col: i16, row: i16| rows[row as usize].as_bytes()[col as usize] == b'#';
        let place = |corner: Corner| Point { x: f64::from(corner.0) * 2.0, y: f64::from(corner.1) * 2.0 };
        region(span, is_in, place).text().to_owned()
    }

    #[test]
    fn one_square_is_a_round_piece() {
        assert_eq!(outline(&["#"]), "M0 1Q0 0 1 0Q2 0 2 1Q2 2 1 2Q0 2 0 1Z");
    }

    #[test]
    fn squares_that_touch_at_a_corner_hang_together() {
        assert_eq!(outline(&["#.", ".#"]).matches('M').count(), 1);
        assert_eq!(outline(&[".#", "#."]).matches('M').count(), 1);
        assert_eq!(outline(&["#.#"]).matches('M').count(), 2);
    }

    #[test]
    fn a_hole_is_a_ring_of_its_own() {
        assert_eq!(outline(&["###", "#.#", "###"]).matches('M').count(), 2);
    }

    #[test]
    fn three_countries_meet_in_one_corner() {
        let lands = ["aab", "aab", "ccc"];
        let land =
            |at: (i16, i16)| lands.get(at.1 as usize).and_then(|row| row.as_bytes().get(at.0 as usize));
        let differ = |one, other| land(one).zip(land(other)).is_some_and(|(one, other)| one != other);
        let span = Span { cols: (0, 3), rows: (0, 3) };
        let place = |corner: Corner| Point { x: f64::from(corner.0), y: f64::from(corner.1) };
        let path = borders(span, differ, place);
        assert_eq!(path.text().matches('M').count(), 3, "{}", path.text());
    }
}
