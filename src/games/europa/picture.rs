//! The map of a report, drawn from the outlines of provinces: whose they are, fortresses and ports, stacks, the ways that were gone,
//! battles and sieges. It shows what the one eye sees and nothing else.
//!
//! **Pictures are drawn in fractions**: rules and positions never name this room.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fieldpost_engine::piece::Piece;
use fieldpost_print::picture::Layer;
use fieldpost_print::picture::ink::{self, Colour};
use fieldpost_print::picture::room::Layout;
use fieldpost_print::picture::svg::{Path, Pen, Point, Svg, Weave};
use fieldpost_print::report::Illustration;
use fieldpost_print::shop::Shop;

use crate::event::{Event, Happening};
use crate::map::{Crossing, Map, Owner, Place, Shapes};
use crate::position::Stack;
use crate::scenario::Scenario;
use crate::tell::Eye;

mod borders;
mod closer;
mod key;
mod lay;
mod signs;

/// Pixels from side to side: what mail programs show without making it smaller.
const WIDTH: f64 = 600.0;
/// Most pixels from top to bottom, without the key.
const HEIGHT: f64 = 640.0;
/// Pixels between the window's provinces and the edge.
const MARGIN: f64 = 14.0;
/// Pixels that signs of a sea keep from the edge.
const RIM: f64 = 24.0;
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
    /// Where the stacks of each place that shows stand.
    anchors: BTreeMap<Place, Point>,
    left: f64,
    top: f64,
    scale: f64,
    width: f64,
    height: f64,
    /// Pixels of the letters of names, the largest first.
    sizes: &'static [f64],
    /// Whether its key says whose colour is whose, and what the signs mean.
    has_key: bool,
}

impl<'a> Sheet<'a> {
    /// The window of the scenario, or, where it has none, what lies about a power's own stacks. `None` where nothing of it has an
    /// outline.
    pub fn of(eye: &Eye<'a>) -> Option<Self> {
        let scenario = eye.scenario;
        let window = if scenario.window.is_empty() {
            theatre(eye, 2)
        } else {
            scenario.window.iter().cloned().collect::<BTreeSet<_>>()
        };
        Self::about(eye, window, (WIDTH, HEIGHT), &[8.5, 7.5, 7.0])
    }

    /// A sheet about these places, so wide and at most so high, in pixels. Of a sea it shows the middle at least.
    fn about(
        eye: &Eye<'a>,
        window: BTreeSet<Place>,
        (width, most): (f64, f64),
        sizes: &'static [f64],
    ) -> Option<Self> {
        let scenario = eye.scenario;
        let (map, shapes) = (&scenario.world.map, &*scenario.shapes);
        let points = window.iter().flat_map(|place| match map.seas.get(place) {
            Some(sea) => vec![sea.at],
            None => shapes.points(place).collect(),
        });
        let mut flat = points.map(|[x, y]| (f64::from(x) * SHRINK, -f64::from(y)));
        let (x, y) = flat.next()?;
        let around = |(left, right, top, bottom): (f64, f64, f64, f64), (x, y): (f64, f64)| {
            (left.min(x), right.max(x), top.min(y), bottom.max(y))
        };
        let (left, right, top, bottom) = flat.fold((x, x, y, y), around);
        let (wide, high) = ((right - left).max(1.0), (bottom - top).max(1.0));
        let scale = ((width - 2.0 * MARGIN) / wide).min((most - 2.0 * MARGIN) / high);
        let aside = (width / scale - wide) / 2.0;
        let mut sheet = Sheet {
            scenario,
            map,
            shapes,
            window,
            seen: BTreeSet::new(),
            anchors: BTreeMap::new(),
            left: left - aside,
            top: top - MARGIN / scale,
            scale,
            width,
            height: (high * scale + 2.0 * MARGIN).ceil(),
            sizes,
            has_key: width >= WIDTH,
        };
        let all = map.provinces.keys().chain(map.seas.keys());
        sheet.seen = all.filter(|place| sheet.shows(place)).cloned().collect();
        let anchored = |place: &Place| Some((place.clone(), sheet.find_anchor(eye, place)?));
        sheet.anchors = sheet.seen.iter().filter_map(anchored).collect();
        Some(sheet)
    }

    /// Whether anything of a place lies on the sheet, by the rectangle about its outline.
    fn shows(&self, place: &str) -> bool {
        let points: Vec<Point> = self.shapes.points(place).map(|at| self.point(at)).collect();
        let least = |of: fn(&Point) -> f64| points.iter().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: fn(&Point) -> f64| points.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let (x, y) = (|at: &Point| at.x, |at: &Point| at.y);
        least(x) < self.width && most(x) > 0.0 && least(y) < self.height && most(y) > 0.0
    }

    /// Whether it is the whole map, beside which others are cut closer.
    fn is_whole(&self) -> bool {
        self.width >= WIDTH
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
        let (wide, high) = (4.0..self.width - 4.0, 4.0..self.height - 4.0);
        self.middle(place).filter(|at| wide.contains(&at.x) && high.contains(&at.y))
    }

    /// Where the stacks of a place stand, if it shows.
    fn anchor(&self, place: &str) -> Option<Point> {
        self.anchors.get(place).copied()
    }

    /// The middle of a place; of a sea at the rim in which a fleet lies, the nearest point of it with room for signs.
    fn find_anchor(&self, eye: &Eye<'_>, place: &Place) -> Option<Point> {
        let middle = self.middle(place)?;
        let inner = |at: &Point| {
            (RIM..=self.width - RIM).contains(&at.x) && (RIM..=self.height - RIM).contains(&at.y)
        };
        let is_held = || eye.position.stacks.values().any(|stack| stack.at == *place);
        if !self.map.is_sea(place) || inner(&middle) || !is_held() {
            return self.shown(place);
        }
        let steps = |most: f64| {
            std::iter::successors(Some(RIM), |at| Some(at + 16.0)).take_while(move |at| *at <= most - RIM)
        };
        let far = |at: &Point| (at.x - middle.x).hypot(at.y - middle.y);
        let mut grid: Vec<Point> =
            steps(self.width).flat_map(|x| steps(self.height).map(move |y| Point { x, y })).collect();
        grid.sort_by(|one, other| far(one).total_cmp(&far(other)));
        let rings = self.rings(place);
        grid.into_iter().find(|at| rings.iter().any(|ring| is_in(ring, *at)))
    }

    fn rings(&self, place: &str) -> Vec<Vec<Point>> {
        self.shapes.rings(place).iter().map(|ring| ring.iter().map(|at| self.point(*at)).collect()).collect()
    }

    fn outline(&self, place: &str) -> Path {
        let mut path = Path::new();
        self.rings(place).iter().for_each(|ring| path.add_polygon(ring));
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

    /// What the ground is drawn from beside the board, in words: who holds the provinces that show, and how large the sheet is.
    fn ground_name(&self, eye: &Eye<'_>, height: f64) -> String {
        let held = self
            .seen
            .iter()
            .filter_map(|place| self.holder(eye, place).map(|seat| format!("{place} {seat}")));
        let held = held.collect::<Vec<_>>().join(",");
        let window = self.window.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(" ");
        let seats = self
            .scenario
            .players
            .iter()
            .map(|(_, seat)| eye.position.name(seat))
            .collect::<Vec<_>>()
            .join(",");
        let key = if self.has_key { " with its key" } else { "" };
        format!("{} of {window}: {held} for {seats}; {} by {height}{key}", self.map.id, self.width)
    }

    /// What lies under all signs: land and sea, borders and what crosses them. So high with the key.
    fn ground(&self, eye: &Eye<'_>, height: f64) -> Layer {
        let mut svg = Svg::new(false);
        svg.rect("sea", Point { x: 0.0, y: 0.0 }, self.width, self.height, SEA);
        let is_seen = |place: &&Place| self.seen.contains(*place);
        for sea in self.map.seas.keys().filter(is_seen) {
            svg.fill(&format!("sea {sea}"), &self.outline(sea), SEA);
        }
        for province in self.map.provinces.keys().filter(is_seen) {
            self.land(&mut svg, eye, province);
        }
        self.borders(&mut svg);
        self.crossings(&mut svg);
        svg.rect("paper", Point { x: 0.0, y: self.height }, self.width, height - self.height, ink::PAPER);
        self.key_of_seats(&mut svg, eye);
        Layer { body: svg.finish(), width: self.width, height, layout: Layout::default() }
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
}

/// Whether a point lies in a ring: a line from it to the east crosses the ring an odd number of times.
fn is_in(ring: &[Point], at: Point) -> bool {
    let next = ring.iter().skip(1).chain(ring.first());
    let crosses = |(one, other): &(&Point, &Point)| {
        let spans = (one.y > at.y) != (other.y > at.y);
        spans && at.x < (other.x - one.x) * (at.y - one.y) / (other.y - one.y) + one.x
    };
    ring.iter().zip(next).filter(crosses).count() % 2 == 1
}

/// The provinces about a power's own stacks, so many steps on; the referee's are those about all stacks.
fn theatre(eye: &Eye<'_>, steps: u32) -> BTreeSet<Place> {
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
    for _ in 0..steps {
        let beside: Vec<Place> = window.iter().flat_map(|place| map.beside(place)).cloned().collect();
        window.extend(beside);
    }
    window
}

/// The maps as pictures for a mail, and in words for who does not see them: first, cut closer, what lies about one's own stacks, so that
/// a phone shows it in letters to be read; the whole behind it. `before` are the stacks as the round began, whose ways are drawn. Empty where
/// nothing can be drawn.
pub fn maps(
    eye: &Eye<'_>,
    before: &BTreeMap<Piece, Stack>,
    events: &[Happening],
    id: &str,
    shop: &Shop<'_>,
) -> Vec<Illustration> {
    let told = eye.told(events);
    let whole = Sheet::of(eye);
    let closer = whole.iter().flat_map(|_| Sheet::closer(eye));
    let pictured = |(sheet, id): (&Sheet<'_>, String)| {
        // A map that cannot be drawn costs nobody the report: its words say it all.
        let png = sheet.png(eye, before, &told, shop)?;
        Some(Illustration { id, alt: sheet.words(&told), png })
    };
    let closer: Vec<Sheet<'_>> = closer.collect();
    let named = (2..).map(|number| format!("{id}-{number}"));
    let closer = closer.iter().zip(named);
    closer.chain(whole.iter().map(|whole| (whole, id.to_owned()))).filter_map(pictured).collect()
}

/// The whole map as one SVG.
pub fn svg(eye: &Eye<'_>, before: &BTreeMap<Piece, Stack>, events: &[Happening]) -> Option<String> {
    let told = eye.told(events);
    Some(Sheet::of(eye)?.svg(eye, before, &told))
}

impl Sheet<'_> {
    fn svg(&self, eye: &Eye<'_>, before: &BTreeMap<Piece, Stack>, told: &[&Event]) -> String {
        let top = self.top(eye, before, told);
        self.ground(eye, top.height).under(top, &self.words(told)).svg
    }

    /// The same as a PNG, sharp where the sheet is shown as wide as a mail.
    fn png(
        &self,
        eye: &Eye<'_>,
        before: &BTreeMap<Piece, Stack>,
        told: &[&Event],
        shop: &Shop<'_>,
    ) -> Option<Arc<[u8]>> {
        let top = self.top(eye, before, told);
        let sharp = fieldpost_print::album::SHARP;
        let scale = if self.width < WIDTH { sharp * 2 } else { sharp };
        let ground = || self.ground(eye, top.height);
        shop.album.png(self.ground_name(eye, top.height), scale, ground, &top).ok()
    }
}

#[cfg(test)]
mod tests;
