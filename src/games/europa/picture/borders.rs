//! Borders on a map: of provinces, of seas, and the coasts between them.

use std::collections::BTreeSet;

use fieldpost_print::picture::ink;
use fieldpost_print::picture::letters::Rect;
use fieldpost_print::picture::svg::{Path, Pen, Point, Svg};

use super::{Sheet, is_in};
use crate::map::Place;

/// Pixels of a piece of a sea's side that is looked at by itself.
const PIECE: f64 = 6.0;
/// Pixels from a sea's side to where it is asked what lies beside it: outlines of neighbours are drawn nearly alike.
const ASIDE: f64 = 1.6;

/// A sea with its rings, and the rectangle about them.
struct Waters<'a> {
    place: &'a Place,
    rings: Vec<Vec<Point>>,
    about: Rect,
}

impl Waters<'_> {
    fn holds(&self, at: Point) -> bool {
        let spot = Rect::about(at, 0.1, 0.1);
        self.about.overlaps(&spot) && self.rings.iter().any(|ring| is_in(ring, at))
    }
}

impl Sheet<'_> {
    /// Sides that two provinces have in common, those that only one has, and the borders of seas: each drawn once.
    pub(super) fn borders(&self, svg: &mut Svg) {
        let seen = |place: &&Place| self.seen.contains(*place);
        let (coast, land) = self.shapes.sides_of(self.map.provinces.keys().filter(seen));
        let lines =
            |sides: Vec<[[i32; 2]; 2]>| sides.into_iter().map(|side| side.map(|at| self.point(at))).collect();
        for (class, sides, pen) in [
            ("sea-border", self.sea_borders(), Pen::dashed(ink::RIVER_NAME, 1.1, "5 3")),
            ("border", lines(land), Pen::round(ink::GRID, 0.8)),
            ("coast", lines(coast), Pen::round(ink::RIVER, 1.0)),
        ] {
            let mut path = Path::new();
            for [from, to] in sides {
                path.segment(from, to);
            }
            svg.stroke(class, &path, pen);
        }
    }

    /// The borders of seas whole: where a side of one runs along several of its neighbours, none has it in common.
    pub(super) fn sea_borders(&self) -> Vec<[Point; 2]> {
        let seen = |place: &&Place| self.seen.contains(*place);
        let waters: Vec<Waters<'_>> =
            self.map.seas.keys().filter(seen).filter_map(|sea| self.waters(sea)).collect();
        let land: BTreeSet<[[i32; 2]; 2]> = self
            .map
            .provinces
            .keys()
            .filter(seen)
            .flat_map(|place| self.shapes.sides(place))
            .map(either)
            .collect();
        let mut all = Vec::new();
        for sea in &waters {
            let own = self.shapes.sides(sea.place).filter(|side| !land.contains(&either(*side)));
            for [from, to] in own.map(|side| side.map(|at| self.point(at))) {
                all.extend(self.runs(&waters, sea.place, [from, to]));
            }
        }
        all
    }

    fn waters<'s>(&'s self, sea: &'s Place) -> Option<Waters<'s>> {
        let rings = self.rings(sea);
        let mut points = rings.iter().flatten();
        let first = points.next()?;
        let spot = |at: &Point| Rect::about(*at, 0.0, 0.0);
        let about = points.fold(spot(first), |about, at| about.with(&spot(at))).grown(ASIDE);
        Some(Waters { place: sea, rings, about })
    }

    /// The parts of a sea's side beyond which another lies, of those whose name comes later: that other's side is the same border.
    fn runs(&self, waters: &[Waters<'_>], sea: &Place, [from, to]: [Point; 2]) -> Vec<[Point; 2]> {
        let long = (to.x - from.x).hypot(to.y - from.y);
        let pieces = (long / PIECE).ceil().max(1.0);
        let (across, down) =
            ((to.y - from.y) / long.max(0.01) * ASIDE, (from.x - to.x) / long.max(0.01) * ASIDE);
        let is_border = |piece: u32| {
            let middle = from.towards(to, (f64::from(piece) + 0.5) / pieces);
            let beside = [1.0, -1.0].map(|way| middle.moved(across * way, down * way));
            let other = |at: Point| waters.iter().find(|other| other.place != sea && other.holds(at));
            beside.into_iter().filter_map(other).any(|other| other.place > sea)
        };
        let mut runs: Vec<[Point; 2]> = Vec::new();
        let mut is_open = false;
        for piece in 0..pieces as u32 {
            let is_shown = is_border(piece);
            let end = from.towards(to, f64::from(piece + 1) / pieces);
            match runs.last_mut() {
                Some(run) if is_shown && is_open => run[1] = end,
                _ if is_shown => runs.push([from.towards(to, f64::from(piece) / pieces), end]),
                _ => {}
            }
            is_open = is_shown;
        }
        runs
    }
}

/// A side, whichever way it was gone.
fn either([from, to]: [[i32; 2]; 2]) -> [[i32; 2]; 2] {
    if from <= to { [from, to] } else { [to, from] }
}
