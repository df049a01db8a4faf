//! What happened on a strategic map: marches as arrows, battles as crosses with their losses, cities that changed hands.

use crate::{Side, tints};
use fieldpost_ground::square::StrategicSquare;
use fieldpost_print::picture::ink;
use fieldpost_print::picture::letters::{CAPITALS, Rect, width};
use fieldpost_print::picture::svg::{Face, Hand, Path, Pen, Point, Svg};

/// What happened on a map; nothing by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deeds {
    /// Marches, each along its squares; one square alone is where somebody came into sight.
    pub marches: Vec<March>,
    /// Battles, by square.
    pub battles: Vec<Battle>,
    /// Where ships went, each along its squares.
    pub sailings: Vec<March>,
    /// Battles of ships, by square; nothing is said of losses where both are empty.
    pub naval: Vec<Battle>,
    /// The cities that changed hands, by name.
    pub changed: Vec<String>,
}

/// Units on the march.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct March {
    pub side: Side,
    /// Their squares, in order.
    pub path: Vec<StrategicSquare>,
    /// How many units there are.
    pub units: u32,
}

/// A battle, with its losses in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Battle {
    pub at: StrategicSquare,
    /// What it cost both sides, the own first, such as `2635` and `~1900`.
    pub losses: [String; 2],
}

/// An arrow through places, from the first to the last; how thick it is says how many march. Enemies' are dashed, so that
/// it is not told by colour alone.
pub fn arrow(svg: &mut Svg, places: &[Point], side: Side, units: u32, cell: f64) {
    let Some((end, before)) = places.split_last().filter(|(_, before)| !before.is_empty()) else {
        places.first().into_iter().for_each(|at| sighted(svg, *at, side, cell));
        return;
    };
    let wide = (cell * [0.06, 0.085, 0.11][usize::from(units > 2) + usize::from(units > 6)]).clamp(1.4, 6.0);
    let Some(from) = before.last() else { return };
    let (dx, dy) = (end.x - from.x, end.y - from.y);
    let long = dx.hypot(dy).max(0.1);
    let (ux, uy) = (dx / long, dy / long);
    let (deep, half) = (wide * 3.2, wide * 1.9);
    let neck = end.moved(-ux * deep, -uy * deep);
    let mut way = Path::new();
    for (place, at) in before.iter().enumerate() {
        if place == 0 { way.start(*at) } else { way.line(*at) }
    }
    way.line(neck);
    let head = Path::polygon(&[*end, neck.moved(-uy * half, ux * half), neck.moved(uy * half, -ux * half)]);
    let colour = tints::of_side(side);
    svg.stroke("march halo", &way, Pen::round(ink::PAPER, wide + 2.4));
    let pen =
        if side == Side::Hostile { Pen::dashed(colour, wide, "6 2.5") } else { Pen::round(colour, wide) };
    svg.stroke("march", &way, pen);
    svg.shape("head", &head, colour, ink::PAPER, 0.9);
}

/// The way of ships: a thinner arrow with a wave's edge of paper, so that none takes it for a march. Enemies' are dashed.
pub fn sailing(svg: &mut Svg, places: &[Point], side: Side, ships: u32, cell: f64) {
    let mut wake = Path::new();
    for (place, at) in places.iter().enumerate() {
        if place == 0 { wake.start(*at) } else { wake.line(*at) }
    }
    if places.len() > 1 {
        let wide = (cell * 0.2).clamp(5.0, 10.0);
        svg.stroke("wake", &wake, Pen::round(ink::RIVER, wide));
        svg.stroke("wake inner", &wake, Pen::round(ink::SHALLOWS, wide - 2.0));
        arrow(svg, places, side, ships, cell * 0.8);
    }
}

/// A ring with a dot, where somebody came into sight.
pub fn sighted(svg: &mut Svg, at: Point, side: Side, cell: f64) {
    let size = (cell * 0.13).clamp(2.4, 6.0);
    svg.shape("sighted", &Path::circle(at, size), ink::PAPER, tints::of_side(side), size * 0.5);
    svg.fill("sighted dot", &Path::circle(at, size * 0.4), tints::of_side(side));
}

/// Two crossed strokes for a battle.
pub fn battle(svg: &mut Svg, at: Point, size: f64) {
    let mut path = Path::new();
    path.segment(at.moved(-size, -size), at.moved(size, size));
    path.segment(at.moved(size, -size), at.moved(-size, size));
    svg.stroke("battle halo", &path, Pen::round(ink::PAPER, size * 0.95));
    svg.stroke("battle", &path, Pen::round(ink::BLACK, size * 0.62));
    svg.stroke("battle core", &path, Pen::round(ink::HIGHLIGHT, size * 0.30));
}

/// A battle of ships: the same strokes upon a wave.
pub fn naval_battle(svg: &mut Svg, at: Point, size: f64) {
    let ring = Path::circle(at, size * 1.25);
    svg.shape("naval battle", &ring, ink::STREAM, ink::RIVER_NAME, size * 0.22);
    battle(svg, at, size * 0.72);
}

/// The room of a battle's cross with its losses below.
pub fn room(at: Point, size: f64, sides: &[String; 2], letters: f64) -> Rect {
    let shown = || sides.iter().filter(|words| !words.is_empty());
    let wide = shown().fold(size * 2.8, |wide, words| wide.max(width(words, letters, Face::Bold) + 2.0));
    let high = shown().count() as f64 * (letters * CAPITALS + 2.5);
    let (top, bottom) = (at.y - size * 1.4, at.y + size * 1.4 + high);
    Rect { left: at.x - wide / 2.0, right: at.x + wide / 2.0, top, bottom }
}

/// The words of a battle's losses below its cross.
pub fn losses(svg: &mut Svg, at: Point, size: f64, sides: &[String; 2], letters: f64) {
    let mut below = at.moved(0.0, size * 1.2);
    for (side, words) in [Side::Allied, Side::Hostile].into_iter().zip(sides).filter(|row| !row.1.is_empty())
    {
        below = below.moved(0.0, letters * CAPITALS + 2.5);
        let colour = tints::of_side(side);
        let hand = Hand { size: letters, face: Face::Bold, colour, anchor: "middle", halo: Some(ink::PAPER) };
        svg.words("losses", below, words, hand);
    }
}

/// A ring about a city that changed hands.
pub fn changed(svg: &mut Svg, at: Point, radius: f64) {
    let ring = Path::circle(at, radius);
    svg.stroke("changed halo", &ring, Pen::round(ink::PAPER, 4.4));
    svg.stroke("changed", &ring, Pen::round(ink::HIGHLIGHT, 2.4));
}
