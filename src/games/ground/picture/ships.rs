//! Signs of ships: a hull under one sail, whose cut is that of their side's flags, so that none is told by colour alone.

use crate::{Side, tints};
use fieldpost_print::picture::ink;
use fieldpost_print::picture::letters::{CAPITALS, Rect, width};
use fieldpost_print::picture::svg::{Face, Hand, Path, Pen, Point, Svg};

/// Ships of one side in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ships {
    pub side: Side,
    pub count: u32,
}

/// How wide a ship is for its height.
const ASPECT: f64 = 1.25;

/// How wide the sign of some ships is, with their number where they are several.
pub fn wide(ships: Ships, high: f64) -> f64 {
    let number =
        if ships.count > 1 { width(&ships.count.to_string(), size(high), Face::Bold) + 2.0 } else { 0.0 };
    high * ASPECT + number
}

/// The room of several signs side by side.
pub fn room(ships: &[Ships], corner: Point, high: f64) -> Rect {
    let across: f64 = ships.iter().map(|ships| wide(*ships, high) + 3.0).sum();
    Rect { left: corner.x, top: corner.y, right: corner.x + across, bottom: corner.y + high }
}

fn size(high: f64) -> f64 {
    (high * 0.85).clamp(8.0, 20.0)
}

/// Draws signs side by side, the first with its left upper corner in `corner`.
pub fn draw(svg: &mut Svg, ships: &[Ships], corner: Point, high: f64) {
    let mut at = corner;
    for one in ships {
        draw_one(svg, *one, at, high);
        at = at.moved(wide(*one, high) + 3.0, 0.0);
    }
}

/// One sign: the hull, the mast, the sail, the number behind it.
pub fn draw_one(svg: &mut Svg, ships: Ships, corner: Point, high: f64) {
    let at = |x: f64, y: f64| corner.moved(high * x, high * y);
    let colour = tints::of_side(ships.side);
    let rim = if ships.side == Side::Neutral { ink::BLACK } else { ink::PAPER };
    let edge = (high * 0.06).clamp(0.7, 1.3);
    svg.open(&format!("ship {}", ships.side.words()));
    let mut hull = Path::new();
    hull.start(at(0.02, 0.64));
    hull.line(at(1.22, 0.64));
    hull.bend(at(1.16, 0.98), at(0.92, 0.98));
    hull.line(at(0.28, 0.98));
    hull.bend(at(0.08, 0.98), at(0.02, 0.64));
    hull.close();
    svg.shape("hull", &hull, colour, rim, edge);
    svg.shape("sail", &sail(ships.side, at), colour, rim, edge);
    let mut mast = Path::new();
    mast.segment(at(0.42, 0.0), at(0.42, 0.64));
    svg.stroke("mast", &mast, Pen::round(ink::BLACK, (high * 0.07).max(1.0)));
    if ships.side == Side::Hostile {
        let mut bar = Path::new();
        bar.segment(at(0.24, 0.81), at(1.0, 0.81));
        svg.stroke("bar", &bar, Pen::flat(ink::PAPER, (high * 0.1).max(0.9)));
    }
    if ships.count > 1 {
        let size = size(high);
        let hand =
            Hand { size, face: Face::Bold, colour: ink::BLACK, anchor: "start", halo: Some(ink::PAPER) };
        svg.words("count", at(ASPECT, 0.5).moved(1.0, size * CAPITALS / 2.0), &ships.count.to_string(), hand);
    }
    svg.close();
}

fn sail(side: Side, at: impl Fn(f64, f64) -> Point) -> Path {
    match side {
        Side::Allied => Path::polygon(&[at(0.46, 0.04), at(1.08, 0.04), at(1.08, 0.54), at(0.46, 0.54)]),
        Side::Hostile => {
            Path::polygon(&[at(0.46, 0.04), at(1.14, 0.04), at(0.90, 0.29), at(1.14, 0.54), at(0.46, 0.54)])
        }
        Side::Neutral => Path::polygon(&[at(0.46, 0.0), at(1.12, 0.54), at(0.46, 0.54)]),
    }
}
