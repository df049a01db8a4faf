//! Signs of the sky on charts: winds and storms.

use fieldpost_ground::square::Direction;
use fieldpost_print::picture::ink;
use fieldpost_print::picture::svg::{Path, Pen, Point, Svg};

/// The wind of a sea area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wind {
    /// Where it blows from.
    pub from: Direction,
    /// 1 light, 2 moderate, 3 heavy.
    pub strength: u8,
}

/// An arrow to where the wind blows, the longer and the more feathered the harder it does.
pub fn wind(svg: &mut Svg, middle: Point, high: f64, wind: Wind) {
    let (dx, dy) = match wind.from {
        Direction::North => (0.0, 1.0),
        Direction::East => (-1.0, 0.0),
        Direction::South => (0.0, -1.0),
        _ => (1.0, 0.0),
    };
    let at = |along: f64, aside: f64| {
        middle.moved(high * (dx * along - dy * aside), high * (dy * along + dx * aside))
    };
    let mut shaft = Path::new();
    shaft.segment(at(-0.46, 0.0), at(0.30, 0.0));
    for feather in 0..wind.strength {
        let from = -0.46 + 0.17 * f64::from(feather);
        shaft.segment(at(from, 0.0), at(from - 0.12, 0.26));
        shaft.segment(at(from, 0.0), at(from - 0.12, -0.26));
    }
    let broad = (high * 0.045) * (1.0 + f64::from(wind.strength) * 0.45);
    svg.stroke("wind", &shaft, Pen::round(ink::RIVER_NAME, broad.max(1.1)));
    let head = Path::polygon(&[at(0.5, 0.0), at(0.16, 0.24), at(0.16, -0.24)]);
    svg.fill("wind head", &head, ink::RIVER_NAME);
}

/// A flash under a cloud.
pub fn storm(svg: &mut Svg, middle: Point, high: f64) {
    let at = |x: f64, y: f64| middle.moved(high * x, high * y);
    let flash = Path::polygon(&[
        at(0.10, -0.48),
        at(-0.28, 0.08),
        at(-0.04, 0.08),
        at(-0.14, 0.48),
        at(0.28, -0.10),
        at(0.04, -0.10),
    ]);
    svg.shape("storm", &flash, ink::HIGHLIGHT, ink::BLACK, (high * 0.05).max(0.8));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The wind's arrow points to where it blows.
    #[test]
    fn a_west_wind_blows_to_the_east() {
        let mut svg = Svg::new(false);
        wind(&mut svg, Point { x: 100.0, y: 100.0 }, 20.0, Wind { from: Direction::West, strength: 3 });
        assert!(svg.finish().contains("M110 100"), "the head is in the east");
    }
}
