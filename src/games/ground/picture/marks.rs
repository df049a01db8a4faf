//! The pens of lines on maps, and the marks that stand on them: bridges, fords, passes, houses, who holds what.

use crate::Side;
use crate::art::Signs;
use crate::held::Held;
use crate::tints;
use fieldpost_ground::map::{RiverClass, Terrain};
use fieldpost_ground::tactical::Ground;
use fieldpost_print::picture::ink::{self, Colour};
use fieldpost_print::picture::svg::{Path, Pen, Point, Svg};

/// A river's pens, outer first: the harder it is to cross, the broader it is; broad ones are light inside.
pub fn river_pens(class: RiverClass, cell: f64) -> Vec<Pen> {
    let width = match class {
        RiverClass::Fordable => (cell * 0.028).clamp(0.7, 3.0),
        RiverClass::Unfordable => (cell * 0.075).clamp(1.5, 7.0),
        RiverClass::Unbridgeable => (cell * 0.135).clamp(2.4, 12.0),
    };
    let mut pens = vec![Pen::round(ink::RIVER, width)];
    if width >= 2.8 {
        pens.push(Pen::round(ink::STREAM, width - (width * 0.36).clamp(1.5, 2.6)));
    }
    pens
}

/// A mountain range's pen: short strokes across the line.
pub fn range_pen(cell: f64) -> Pen {
    Pen::dashed(ink::ROCK, (cell * 0.12).clamp(2.0, 9.0), "1 2.1")
}

/// A railway's pens, outer first.
pub fn railway_pens(cell: f64) -> Vec<Pen> {
    let width = (cell * 0.045).clamp(0.6, 3.4);
    let mut pens = vec![Pen::flat(ink::BLACK, width)];
    if width >= 1.6 {
        pens.push(Pen::dashed(ink::PAPER, width * 0.52, "4 4"));
    }
    pens
}

/// The pens of borders between nations, outer first.
pub fn border_pens(scale: f64) -> Vec<Pen> {
    let line = Pen::dashed(ink::BORDER, 1.4 * scale, "7 2.5 1.5 2.5");
    vec![Pen::round(ink::BORDER_BAND, 4.2 * scale), line]
}

/// The pen of borders between states of a nation.
pub fn state_border_pen(scale: f64) -> Pen {
    Pen::dashed(ink::BORDER, 0.9 * scale, "1.5 2.5")
}

/// The sign of who holds a railway or river, in the middle of `at`: a full disc for the own side, a diamond for enemies, a
/// small disc for neutrals, a ring for nobody. Its rim tells the railway's from the river's.
pub fn holder(svg: &mut Svg, at: Point, size: f64, held: Held, rim: Colour) {
    let diamond = || {
        let far = size * 1.4;
        Path::polygon(&[at.moved(0.0, -far), at.moved(far, 0.0), at.moved(0.0, far), at.moved(-far, 0.0)])
    };
    let (class, path, fill) = match held {
        Held::Allied => ("held allied", Path::circle(at, size), tints::of_side(Side::Allied)),
        Held::Hostile => ("held hostile", diamond(), tints::of_side(Side::Hostile)),
        Held::Neutral => ("held neutral", Path::circle(at, size * 0.75), tints::of_side(Side::Neutral)),
        Held::None => ("held none", Path::circle(at, size), ink::PAPER),
    };
    svg.shape(class, &path, fill, rim, (size * 0.35).clamp(0.7, 1.4));
}

/// A cross over track that is destroyed.
pub fn cross(svg: &mut Svg, at: Point, size: f64) {
    let mut path = Path::new();
    path.segment(at.moved(-size, -size), at.moved(size, size));
    path.segment(at.moved(size, -size), at.moved(-size, size));
    svg.stroke("destroyed halo", &path, Pen::round(ink::PAPER, size * 1.1));
    svg.stroke("destroyed", &path, Pen::round(ink::SIEGE, size * 0.55));
}

/// A bridge over a river: a deck between two rails, lying along `angle`.
pub fn bridge(svg: &mut Svg, at: Point, angle: f64, size: f64) {
    let (cos, sin) = (angle.cos(), angle.sin());
    let turned =
        |x: f64, y: f64| at.moved((x * cos - y * sin) * size / 2.0, (x * sin + y * cos) * size / 2.0);
    let deck =
        Path::polygon(&[turned(-0.9, -0.42), turned(0.9, -0.42), turned(0.9, 0.42), turned(-0.9, 0.42)]);
    svg.fill("deck", &deck, ink::PAPER);
    let mut lines = Path::new();
    lines.segment(turned(-0.9, 0.0), turned(0.9, 0.0));
    for side in [-0.42, 0.42] {
        lines.start(turned(-1.15, side * 1.8));
        lines.line(turned(-0.85, side));
        lines.line(turned(0.85, side));
        lines.line(turned(1.15, side * 1.8));
    }
    svg.stroke("bridge", &lines, Pen::flat(ink::BLACK, (size * 0.11).clamp(0.8, 1.6)));
}

/// Stones across a river, for a ford; `angle` is that of the way over it, `wide` how broad the river is.
pub fn stones(svg: &mut Svg, at: Point, angle: f64, wide: f64) {
    let mut path = Path::new();
    for step in [-0.66, -0.22, 0.22, 0.66] {
        path.add_circle(at.moved(angle.cos() * step * wide, angle.sin() * step * wide), wide * 0.17);
    }
    svg.shape("ford", &path, ink::PAPER, ink::BLACK, (wide * 0.07).clamp(0.7, 1.4));
}

/// Some houses.
pub fn houses(svg: &mut Svg, at: Point, size: f64) {
    let mut path = Path::new();
    for (x, y, wide, high) in [
        (-0.34, -0.32, 0.26, 0.20),
        (0.06, -0.36, 0.20, 0.26),
        (-0.30, 0.04, 0.20, 0.26),
        (0.04, 0.08, 0.30, 0.20),
    ] {
        let corner = at.moved(size * x, size * y);
        let (wide, high) = (size * wide, size * high);
        path.add_polygon(&[
            corner,
            corner.moved(wide, 0.0),
            corner.moved(wide, high),
            corner.moved(0.0, high),
        ]);
    }
    svg.shape("houses", &path, ink::TOWN, ink::BLACK, 0.6);
}

/// Adds the sign of a square's ground; all of a kind are alike, which makes files small.
pub fn add_sign(signs: &mut Signs, ground: Ground, middle: Point, size: f64) {
    match ground {
        Ground::Hills => signs.hill(middle.moved(0.0, size * 0.05), size * 0.62),
        Ground::HighHills => {
            signs.hill(middle.moved(-size * 0.14, -size * 0.16), size * 0.56);
            signs.hill(middle.moved(size * 0.16, size * 0.20), size * 0.56);
        }
        Ground::Forest => signs.add(Terrain::Forest, middle, size, 1),
        Ground::Mountain => signs.peak(middle.moved(0.0, size * 0.08), size * 0.86),
        _ => {}
    }
}

/// The sign of a pass.
pub fn bows(svg: &mut Svg, at: Point, size: f64, scale: f64) {
    let mut path = Path::new();
    let half = size / 2.0;
    for side in [-1.0, 1.0] {
        path.start(at.moved(side * half, -half));
        path.bend(at.moved(side * -half * 0.3, 0.0), at.moved(side * half, half));
    }
    svg.stroke("pass halo", &path, Pen::round(ink::PAPER, 3.6 * scale));
    svg.stroke("pass", &path, Pen::round(ink::BLACK, 1.3 * scale));
}
