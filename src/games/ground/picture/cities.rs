//! Signs of cities: larger for more people, with bastions for a fort and an anchor for a harbour.

use crate::flags::{self, Stack};
use crate::{Side, State};
use fieldpost_ground::map::{CitySite, Port};
use fieldpost_print::picture::ink;
use fieldpost_print::picture::letters::Rect;
use fieldpost_print::picture::svg::{Face, Path, Pen, Point, Svg};

/// A city as it is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Sign<'a> {
    pub site: &'a CitySite,
    /// Where on the sheet.
    pub at: Point,
    /// Whether it has a fort.
    pub has_fort: bool,
    /// Whether it is besieged.
    pub is_besieged: bool,
    /// The side that has taken it, if it lies on another nation's soil.
    pub taken: Option<Side>,
    /// Whose side it is on: that has a shape of its own.
    pub side: Side,
    /// Whether its harbour shows.
    pub has_anchor: bool,
    /// The picture's scale: 1 is the least at which it can be read.
    pub scale: f64,
}

/// The classes of cities: thousands of people from which on, radius of the sign, size of the letters.
const CLASSES: [(u32, f64, f64); 4] = [(200, 4.4, 13.0), (50, 3.5, 11.5), (15, 2.7, 10.5), (0, 2.2, 10.0)];

impl Sign<'_> {
    fn class(&self) -> (u32, f64, f64) {
        let people = self.site.population;
        CLASSES.into_iter().find(|class| people >= class.0).unwrap_or(CLASSES[3])
    }

    fn port(&self) -> Port {
        if self.has_anchor { self.site.port } else { Port::None }
    }

    fn radius(&self) -> f64 {
        self.class().1 * self.scale
    }

    /// How far out the sign reaches, bastions and all.
    pub fn reach(&self) -> f64 {
        let walls = if self.has_fort {
            self.radius() * 1.2 + 3.0 * self.scale
        } else {
            self.radius() * if self.side == Side::Hostile { 1.3 } else { 1.0 } + 0.6
        };
        if self.is_besieged { walls + 3.0 * self.scale } else { walls }
    }

    /// The room that the sign takes; an anchor hangs below it.
    pub fn rect(&self) -> Rect {
        let reach = self.reach();
        let mut rect = Rect::about(self.at, reach * 2.0, reach * 2.0);
        if self.port() != Port::None {
            rect.bottom += 8.0 * self.scale;
        }
        if self.taken.is_some() {
            rect.top -= PENNANT * self.scale;
            rect.right = rect.right.max(self.at.x + 1.2 * PENNANT * self.scale);
        }
        rect
    }

    pub fn draw(&self, svg: &mut Svg) {
        let fort = if self.has_fort { " fort" } else { "" };
        let port = match self.port() {
            Port::None => "",
            Port::River => " river-port",
            Port::Ocean => " ocean-port",
        };
        svg.open(&format!("city{fort}{port}"));
        if self.is_besieged {
            siege(svg, self.at, self.reach() - 0.5, self.scale);
        }
        if self.has_fort {
            bastions(svg, self.at, self.radius() * 1.2 + 3.0 * self.scale, self.scale);
        }
        if let Some(side) = self.taken {
            pennant(svg, self.at.moved(0.0, -self.reach()), side, self.scale);
        }
        rings(svg, self.at, self.radius(), (self.site.population, self.side), self.scale);
        let below = self.at.moved(0.0, self.reach() + 4.0 * self.scale);
        match self.port() {
            Port::None => {}
            Port::River => anchor(svg, below, 6.0 * self.scale, ink::RIVER_NAME),
            Port::Ocean => anchor(svg, below, 8.0 * self.scale, ink::BLACK),
        }
        svg.close();
    }

    /// Size and face of its name.
    pub fn letters(&self) -> (f64, Face) {
        let (people, _, size) = self.class();
        (size * self.scale, if people >= 50 { Face::Bold } else { Face::Book })
    }
}

/// Small towns are empty, larger ones have a dot, cities are full, great ones have two rims. Towns of the own side are round, those of
/// enemies stand on a corner, those of neutrals on a side.
pub fn rings(svg: &mut Svg, at: Point, radius: f64, (people, side): (u32, Side), scale: f64) {
    let line = 0.9 * scale;
    let full = if people >= 50 { ink::TOWN } else { ink::PAPER };
    svg.shape("ring", &rim(at, radius, side), full, ink::BLACK, line);
    if people >= 200 {
        svg.shape("ring", &rim(at, radius * 0.55, side), ink::PAPER, ink::BLACK, line * 0.8);
    } else if (15..50).contains(&people) {
        svg.fill("dot", &rim(at, radius * 0.4, side), ink::BLACK);
    }
}

/// The shape of a side's towns, as large to the eye as a disc of the radius.
fn rim(at: Point, radius: f64, side: Side) -> Path {
    let (far, half) = (radius * 1.3, radius * 0.9);
    match side {
        Side::Allied => Path::circle(at, radius),
        Side::Hostile => {
            Path::polygon(&[at.moved(0.0, -far), at.moved(far, 0.0), at.moved(0.0, far), at.moved(-far, 0.0)])
        }
        Side::Neutral => Path::polygon(&Rect::about(at, half * 2.0, half * 2.0).corners()),
    }
}

/// A star of eight points, as fortresses were built.
pub fn bastions(svg: &mut Svg, at: Point, reach: f64, scale: f64) {
    let points: Vec<Point> = (0..16)
        .map(|turn| {
            let angle = f64::from(turn) * std::f64::consts::TAU / 16.0;
            let far = if turn % 2 == 0 { reach } else { reach * 0.68 };
            at.moved(angle.sin() * far, -angle.cos() * far)
        })
        .collect();
    svg.shape("bastions", &Path::polygon(&points), ink::PAPER, ink::BLACK, 0.9 * scale);
}

/// The lines of a siege about a city.
pub fn siege(svg: &mut Svg, at: Point, radius: f64, scale: f64) {
    let ring = Path::circle(at, radius);
    svg.stroke("siege halo", &ring, Pen::flat(ink::PAPER, 3.2 * scale));
    svg.stroke("siege", &ring, Pen::dashed(ink::SIEGE, 1.8 * scale, "3 1.5"));
}

/// How high a pennant is.
const PENNANT: f64 = 10.0;

/// A little flag whose pole stands on a place: of the side that has taken a city.
pub fn pennant(svg: &mut Svg, at: Point, side: Side, scale: f64) {
    let high = PENNANT * scale;
    let flag = Stack { side, state: State::Active, count: 1, is_about: false, is_black: false };
    svg.open("taken");
    // The pole stands a tenth of its height right of the flag's corner.
    flags::draw_one(svg, &flag, at.moved(-high * 0.1, -high), high);
    svg.close();
}

/// An anchor about a place, so high.
pub fn anchor(svg: &mut Svg, at: Point, high: f64, colour: ink::Colour) {
    let half = high / 2.0;
    let mut path = Path::circle(at.moved(0.0, -half * 0.8), half * 0.22);
    path.segment(at.moved(0.0, -half * 0.55), at.moved(0.0, half));
    path.segment(at.moved(-half * 0.42, -half * 0.25), at.moved(half * 0.42, -half * 0.25));
    path.start(at.moved(-half * 0.8, half * 0.25));
    path.bend(at.moved(-half * 0.7, half), at.moved(0.0, half));
    path.bend(at.moved(half * 0.7, half), at.moved(half * 0.8, half * 0.25));
    svg.stroke("anchor halo", &path, Pen::round(ink::PAPER, high * 0.16 + 2.0));
    svg.stroke("anchor", &path, Pen::round(colour, (high * 0.16).max(1.0)));
}
