//! The signs of terrain: hachured hills, trees, peaks with a shaded side, reeds. One for each square, moved a little
//! by the square's place so that they do not stand in rank and file.

use fieldpost_ground::map::Terrain;
use fieldpost_print::picture::ink::{self, Colour};
use fieldpost_print::picture::svg::{Path, Pen, Point, Svg};

/// The signs of all squares, collected by ink, so that each ink is one element of the picture.
#[derive(Debug, Default)]
pub struct Signs {
    hachures: Path,
    trees: Path,
    trunks: Path,
    lit: Path,
    shaded: Path,
    reeds: Path,
}

/// Where in its square each of several small signs stands, in shares of the square from its middle.
type Spots = &'static [(f64, f64)];

/// Pixels of a square's side below which all its signs would crowd it.
const CROWDED: f64 = 36.0;

const HILLS: Spots = &[(-0.22, -0.12), (0.20, -0.20), (0.02, 0.22)];
const TREES: Spots =
    &[(-0.28, -0.22), (0.02, -0.26), (0.28, -0.10), (-0.14, 0.10), (0.14, 0.26), (-0.30, 0.32)];
const HILL_AMONG_TREES: Spots = &[(-0.16, -0.14), (0.22, 0.20)];
const TREES_AMONG_HILLS: Spots = &[(0.20, -0.24), (0.34, -0.16), (-0.28, 0.22), (-0.10, 0.32)];
const PEAKS: Spots = &[(-0.18, -0.02), (0.20, 0.16)];
const HIGH_PEAKS: Spots = &[(-0.24, 0.20), (0.26, 0.24), (0.02, -0.02)];
const REEDS: Spots = &[(-0.22, -0.18), (0.20, -0.06), (-0.10, 0.22)];
const SWAMP_REEDS: Spots =
    &[(-0.26, -0.24), (0.16, -0.26), (-0.06, 0.02), (0.28, 0.10), (-0.24, 0.28), (0.12, 0.32)];

impl Signs {
    /// Adds the sign of a square's terrain; `middle` is the square's, `size` its side in pixels.
    pub fn add(&mut self, terrain: Terrain, middle: Point, size: f64, key: u32) {
        // In small squares fewer signs are clearer.
        let few = |spots: Spots| if size < CROWDED { spots.len().div_ceil(2) } else { spots.len() };
        let spots = |spots: Spots| {
            spots[..few(spots)]
                .iter()
                .enumerate()
                .map(move |(place, spot)| nudged(middle, size, *spot, key, place))
        };
        match terrain {
            Terrain::Open | Terrain::Water => {}
            Terrain::Hills => spots(HILLS).for_each(|at| self.hill(at, size * 0.30)),
            Terrain::Forest => spots(TREES).for_each(|at| self.tree(at, size * 0.17)),
            Terrain::ForestedHills => {
                spots(HILL_AMONG_TREES).for_each(|at| self.hill(at, size * 0.30));
                spots(TREES_AMONG_HILLS).for_each(|at| self.tree(at, size * 0.16));
            }
            Terrain::Mountain => spots(PEAKS).for_each(|at| self.peak(at, size * 0.40)),
            Terrain::HighMountain => spots(HIGH_PEAKS).for_each(|at| self.peak(at, size * 0.58)),
            Terrain::Marsh => spots(REEDS).for_each(|at| self.reed(at, size * 0.24)),
            Terrain::Swamp => spots(SWAMP_REEDS).for_each(|at| self.reed(at, size * 0.24)),
        }
    }

    /// A rounded top with three strokes down its eastern side.
    pub fn hill(&mut self, foot: Point, size: f64) {
        let half = size / 2.0;
        self.hachures.start(foot.moved(-half, half * 0.4));
        self.hachures.bend(foot.moved(-half * 0.1, -half * 1.3), foot.moved(half, half * 0.4));
        for (x, y, long) in [(0.12, -0.18, 0.36), (0.42, 0.0, 0.32), (0.70, 0.22, 0.26)] {
            let top = foot.moved(half * x, half * y);
            self.hachures.segment(top, top.moved(half * 0.14, half * long));
        }
    }

    /// A round crown on a trunk.
    pub fn tree(&mut self, foot: Point, size: f64) {
        self.trunks.segment(foot.moved(0.0, size * 0.1), foot.moved(0.0, size * 0.65));
        self.trees.add_circle(foot.moved(0.0, -size * 0.12), size * 0.42);
    }

    /// A peak lit from the west.
    pub fn peak(&mut self, foot: Point, size: f64) {
        let top = foot.moved(size * 0.04, -size * 0.52);
        let (west, east) = (foot.moved(-size * 0.5, size * 0.26), foot.moved(size * 0.5, size * 0.26));
        let ridge = [foot.moved(-size * 0.05, -size * 0.14), foot.moved(size * 0.08, size * 0.06)];
        let heel = foot.moved(-size * 0.04, size * 0.26);
        self.lit.add_polygon(&[west, top, ridge[0], ridge[1], heel]);
        self.shaded.add_polygon(&[top, east, heel, ridge[1], ridge[0]]);
    }

    /// Standing water with reeds.
    pub fn reed(&mut self, foot: Point, size: f64) {
        let half = size / 2.0;
        self.reeds.segment(foot.moved(-half, half * 0.5), foot.moved(half, half * 0.5));
        for (x, high) in [(-0.35, 0.55), (0.0, 0.85), (0.35, 0.55)] {
            let root = foot.moved(half * x, half * 0.3);
            self.reeds.segment(root, root.moved(half * x * 0.5, -half * high));
        }
    }

    pub fn draw(&self, svg: &mut Svg, size: f64) {
        let pen = |colour: Colour, share: f64| Pen::round(colour, (size * share).clamp(0.5, 1.6));
        svg.open("signs");
        svg.stroke("hachures", &self.hachures, pen(ink::HACHURE, 0.017));
        svg.stroke("trunks", &self.trunks, pen(ink::LEAF, 0.02));
        svg.fill("trees", &self.trees, ink::LEAF);
        svg.fill("peaks lit", &self.lit, ink::SNOW);
        svg.fill("peaks shaded", &self.shaded, ink::ROCK);
        svg.stroke("reeds", &self.reeds, pen(ink::REED, 0.018));
        svg.close();
    }
}

/// A spot, moved by up to a twentieth of the square: by the square's key, so always the same. On a whole pixel, so that
/// like signs look alike, which makes files small.
fn nudged(middle: Point, size: f64, spot: (f64, f64), key: u32, place: usize) -> Point {
    let mixed = (key ^ (place as u32).wrapping_mul(0x9E37_79B9)).wrapping_mul(0x85EB_CA6B);
    let mixed = mixed ^ (mixed >> 13);
    let share = |bits: u32| (f64::from(bits & 0xFF) / 255.0 - 0.5) * 0.1;
    let at = middle.moved(size * (spot.0 + share(mixed)), size * (spot.1 + share(mixed >> 8)));
    Point { x: at.x.round(), y: at.y.round() }
}
