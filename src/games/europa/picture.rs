//! The map of a report, drawn from the outlines of provinces: whose they are, fortresses and ports, stacks, the ways that were gone,
//! battles and sieges. It shows what the one eye sees and nothing else.
//!
//! **Pictures are drawn in fractions**: rules and positions never name this room.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost_engine::piece::Piece;
use fieldpost_print::picture::Layer;
use fieldpost_print::picture::ink::{self, Colour};
use fieldpost_print::picture::letters::{Rect, Room};
use fieldpost_print::picture::svg::{Path, Pen, Point, Svg, Weave};
use fieldpost_print::report::Illustration;
use fieldpost_print::shop::Shop;

use crate::event::Happening;
use crate::map::{Crossing, Map, Owner, Place, Shapes};
use crate::position::Stack;
use crate::scenario::Scenario;
use crate::tell::Eye;

mod key;
mod signs;

/// Pixels from side to side: what mail programs show without making it smaller.
const WIDTH: f64 = 600.0;
/// Most pixels from top to bottom, without the key.
const HEIGHT: f64 = 640.0;
/// Pixels between the window's provinces and the edge.
const MARGIN: f64 = 14.0;
/// Degrees of longitude shrink to the north: the share that is left at 46 degrees, where most wars of this game are.
const SHRINK: f64 = 0.69;

/// The colours of the seats, in the order of the players: light ones, for names stand upon them, and apart for eyes that lack a
/// cone too. Each seat has a weave besides.
const SEATS: [Colour; 12] = [
    Colour(0x62, 0xa6, 0xf9),
    Colour(0xef, 0xd5, 0x7d),
    Colour(0x7c, 0xae, 0x77),
    Colour(0xff, 0xdd, 0xb3),
    Colour(0x3a, 0xb7, 0xbe),
    Colour(0x39, 0xca, 0xaf),
    Colour(0xea, 0xb1, 0xde),
    Colour(0xc8, 0xa0, 0x57),
    Colour(0xaa, 0xcd, 0x88),
    Colour(0x7a, 0xe5, 0xff),
    Colour(0x6f, 0xa7, 0xd8),
    Colour(0x8a, 0xc9, 0xff),
];
/// Land of nobody who plays.
const NEUTRAL: Colour = Colour(0xee, 0xe9, 0xdc);
const SEA: Colour = Colour(0xdd, 0xea, 0xf2);

fn weave(seat: usize) -> Weave {
    Weave::ALL[seat % Weave::ALL.len()]
}

/// A piece of the map on a sheet of its own: which places show, and where they lie.
pub struct Sheet<'a> {
    scenario: &'a Scenario,
    map: &'a Map,
    shapes: &'a Shapes,
    /// The provinces that it is about.
    window: BTreeSet<Place>,
    /// Provinces and seas of which the sheet shows anything.
    seen: BTreeSet<Place>,
    left: f64,
    top: f64,
    scale: f64,
    height: f64,
}

impl<'a> Sheet<'a> {
    /// The window of the scenario, or, where it has none, what lies about a power's own stacks. `None` where nothing of it has an
    /// outline.
    pub fn of(eye: &Eye<'a>) -> Option<Self> {
        let (scenario, map) = (eye.scenario, &eye.scenario.world.map);
        let shapes = &*scenario.shapes;
        let window = if scenario.window.is_empty() {
            theatre(eye)
        } else {
            scenario.window.iter().cloned().collect::<BTreeSet<_>>()
        };
        let points: Vec<[i32; 2]> = window.iter().flat_map(|place| shapes.points(place)).collect();
        let flat = |[x, y]: [i32; 2]| (f64::from(x) * SHRINK, -f64::from(y));
        let (first, rest) = points.split_first()?;
        let (x, y) = flat(*first);
        let (mut left, mut right, mut top, mut bottom) = (x, x, y, y);
        for point in rest {
            let (x, y) = flat(*point);
            (left, right, top, bottom) = (left.min(x), right.max(x), top.min(y), bottom.max(y));
        }
        let (wide, high) = ((right - left).max(1.0), (bottom - top).max(1.0));
        let scale = ((WIDTH - 2.0 * MARGIN) / wide).min((HEIGHT - 2.0 * MARGIN) / high);
        let aside = (WIDTH / scale - wide) / 2.0;
        let mut sheet = Sheet {
            scenario,
            map,
            shapes,
            window,
            seen: BTreeSet::new(),
            left: left - aside,
            top: top - MARGIN / scale,
            scale,
            height: (high * scale + 2.0 * MARGIN).ceil(),
        };
        let all = map.provinces.keys().chain(map.seas.keys());
        sheet.seen = all.filter(|place| sheet.shows(place)).cloned().collect();
        Some(sheet)
    }

    /// Whether anything of a place lies on the sheet, by the rectangle about its outline.
    fn shows(&self, place: &str) -> bool {
        let points: Vec<Point> = self.shapes.points(place).map(|at| self.point(at)).collect();
        let least = |of: fn(&Point) -> f64| points.iter().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: fn(&Point) -> f64| points.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let (x, y) = (|at: &Point| at.x, |at: &Point| at.y);
        least(x) < WIDTH && most(x) > 0.0 && least(y) < self.height && most(y) > 0.0
    }

    fn point(&self, [x, y]: [i32; 2]) -> Point {
        let (x, y) = (f64::from(x) * SHRINK - self.left, -f64::from(y) - self.top);
        Point { x: x * self.scale, y: y * self.scale }
    }

    /// The middle of a province or a sea.
    fn middle(&self, place: &str) -> Option<Point> {
        let at = self.map.provinces.get(place).map(|province| province.at);
        at.or_else(|| self.map.seas.get(place).map(|sea| sea.at)).map(|at| self.point(at))
    }

    /// The same, where it lies on the sheet.
    fn shown(&self, place: &str) -> Option<Point> {
        self.middle(place)
            .filter(|at| (4.0..WIDTH - 4.0).contains(&at.x) && (4.0..self.height - 4.0).contains(&at.y))
    }

    fn outline(&self, place: &str) -> Path {
        let mut path = Path::new();
        for ring in self.shapes.rings(place) {
            path.add_polygon(&ring.iter().map(|at| self.point(*at)).collect::<Vec<_>>());
        }
        path
    }

    fn colour(&self, seat: &Owner) -> Colour {
        let place = self.scenario.players.iter().position(|(_, known)| known == seat);
        place.map_or(NEUTRAL, |place| SEATS[place % SEATS.len()])
    }

    /// The seat that holds a province, by its number.
    fn holder(&self, eye: &Eye<'_>, place: &str) -> Option<usize> {
        let control = eye.position.grounds.get(place)?.control.as_ref()?;
        let seat = eye.position.seat(control);
        self.scenario.players.iter().position(|(_, known)| known == seat)
    }

    /// A province in the colour and the weave of who holds it.
    fn land(&self, svg: &mut Svg, eye: &Eye<'_>, province: &Place) {
        let (outline, class) = (self.outline(province), format!("land {province}"));
        let Some(seat) = self.holder(eye, province) else { return svg.fill(&class, &outline, NEUTRAL) };
        let colour = SEATS[seat % SEATS.len()];
        svg.fill(&class, &outline, colour);
        svg.weave("weave", &outline, weave(seat), signs::dark(colour));
    }

    /// What the ground is drawn from beside the board, in words: who holds the provinces that show, their walls and harbours, who plays,
    /// and how many stacks lie where.
    fn ground_name(&self, eye: &Eye<'_>) -> String {
        let held = self.seen.iter().filter_map(|place| {
            let ground = eye.position.grounds.get(place)?;
            let control = ground.control.as_ref().map_or("", |control| eye.position.seat(control));
            Some(format!("{control}{}{}{}", ground.fortress, u8::from(ground.fort), ground.port as u8))
        });
        let held = held.collect::<Vec<_>>().join(",");
        let window = self.window.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(" ");
        let seats = self.scenario.players.iter().map(|(_, seat)| eye.position.name(seat));
        let seats = seats.collect::<Vec<_>>().join(",");
        // Names keep off piles of stacks.
        let piles =
            self.piles(eye).into_iter().filter(|(place, count)| *count > 1 || !self.window.contains(place));
        let piles = piles.map(|(place, count)| format!("{place} {count}")).collect::<Vec<_>>().join(",");
        format!("{} of {window}: {held} for {seats}; {piles}", self.map.id)
    }

    /// All that stacks do not change: land and sea, borders and what crosses them, fortresses and harbours, names, the key.
    fn ground(&self, eye: &Eye<'_>) -> Layer {
        let mut svg = Svg::new(false);
        svg.rect("sea", Point { x: 0.0, y: 0.0 }, WIDTH, self.height, SEA);
        let is_seen = |place: &&Place| self.seen.contains(*place);
        for sea in self.map.seas.keys().filter(is_seen) {
            svg.fill(&format!("sea {sea}"), &self.outline(sea), SEA);
        }
        for province in self.map.provinces.keys().filter(is_seen) {
            self.land(&mut svg, eye, province);
        }
        self.borders(&mut svg);
        self.crossings(&mut svg);
        let bounds = Rect { left: 2.0, top: 2.0, right: WIDTH - 2.0, bottom: self.height - 2.0 };
        let mut room = Room::new(bounds);
        self.forts(&mut svg, &mut room, eye);
        let chips = self.chip_rooms(&self.piles(eye));
        self.names(&mut svg, &mut room, &chips);
        self.codes(&mut svg, &mut room, eye, &chips);
        let height = self.key(&mut svg, eye);
        Layer { body: svg.finish(), width: WIDTH, height, labels: room.labels }
    }

    /// Rivers blue, passes brown and broken along the border; a strait is a line from land to land.
    fn crossings(&self, svg: &mut Svg) {
        for (one, beside) in self.map.borders.iter().filter(|(one, _)| self.seen.contains(*one)) {
            for (other, border) in
                beside.iter().filter(|(other, _)| *other > one && self.seen.contains(*other))
            {
                let pen = match border.kind {
                    Crossing::Open => continue,
                    Crossing::River => Pen::round(ink::RIVER, 2.2),
                    Crossing::Pass => Pen::dashed(ink::ROCK, 3.0, "2 3"),
                    Crossing::Strait => Pen::dashed(ink::RIVER_NAME, 1.4, "4 2"),
                };
                let mut path = Path::new();
                if border.kind == Crossing::Strait {
                    if let (Some(from), Some(to)) = (self.middle(one), self.middle(other)) {
                        path.segment(from.towards(to, 0.3), from.towards(to, 0.7));
                    }
                } else {
                    for [from, to] in self.shapes.shared(one, other) {
                        path.segment(self.point(from), self.point(to));
                    }
                }
                svg.stroke("crossing", &path, pen);
            }
        }
    }

    /// Sides that two seas have in common, sides that two provinces have, and those that only one has: each drawn once.
    fn borders(&self, svg: &mut Svg) {
        let seen = |place: &&Place| self.seen.contains(*place);
        let (_, seas) = self.shapes.sides_of(self.map.seas.keys().filter(seen));
        let (coast, land) = self.shapes.sides_of(self.map.provinces.keys().filter(seen));
        for (class, sides, pen) in [
            ("sea-border", seas, Pen::dashed(ink::RIVER_NAME, 0.9, "5 3")),
            ("border", land, Pen::round(ink::GRID, 0.8)),
            ("coast", coast, Pen::round(ink::RIVER, 1.0)),
        ] {
            let mut path = Path::new();
            for [from, to] in sides {
                path.segment(self.point(from), self.point(to));
            }
            svg.stroke(class, &path, pen);
        }
    }
}

/// The provinces about a power's own stacks and fortresses, two steps on; the referee's are those about all stacks.
fn theatre(eye: &Eye<'_>) -> BTreeSet<Place> {
    let map = &eye.scenario.world.map;
    let own = eye.position.stacks.values().filter(|stack| eye.is_own(stack)).map(|stack| &stack.at);
    let mut window: BTreeSet<Place> = BTreeSet::new();
    for at in own {
        if map.is_sea(at) {
            window.extend(map.provinces.keys().filter(|place| map.is_coast(place, at)).cloned());
        } else {
            window.insert(at.clone());
        }
    }
    for _ in 0..2 {
        let beside: Vec<Place> = window.iter().flat_map(|place| map.beside(place)).cloned().collect();
        window.extend(beside);
    }
    window
}

/// The map as a picture for a mail, and in words for who does not see it. `before` are the stacks as the round began, whose ways
/// are drawn. `None` where nothing can be drawn.
pub fn map(
    eye: &Eye<'_>,
    before: &BTreeMap<Piece, Stack>,
    events: &[Happening],
    id: &str,
    shop: &Shop<'_>,
) -> Option<Illustration> {
    let sheet = Sheet::of(eye)?;
    let top = sheet.top(eye, before, events, sheet.whole_height(eye));
    let scale = fieldpost_print::album::SHARP;
    // A map that cannot be drawn costs nobody the report: its words say it all.
    let png = shop.album.png(sheet.ground_name(eye), scale, || sheet.ground(eye), &top).ok()?;
    Some(Illustration { id: id.to_owned(), alt: sheet.words(&eye.told(events)), png })
}

/// The same as one SVG.
pub fn svg(eye: &Eye<'_>, before: &BTreeMap<Piece, Stack>, events: &[Happening]) -> Option<String> {
    let sheet = Sheet::of(eye)?;
    let title = sheet.words(&eye.told(events));
    let ground = sheet.ground(eye);
    let top = sheet.top(eye, before, events, ground.height);
    Some(ground.under(top, &title).svg)
}

#[cfg(test)]
mod tests;
