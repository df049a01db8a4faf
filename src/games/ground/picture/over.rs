//! What lies over the ground of a strategic picture: who holds what, cities, flags, names, and the key.

use crate::cities::Sign;
use crate::country::Country;
use crate::deeds::{self, March};
use crate::held::Held;
use crate::legend::{self, Entry};
use crate::lines::{self, DrawnLine};
use crate::strategic::StrategicPicture;
use crate::troops::aside;
use crate::{marks, names};
use fieldpost_ground::square::StrategicSquare;
use fieldpost_print::picture::letters::Rect;
use fieldpost_print::picture::room::What;
use fieldpost_print::picture::shape::region;
use fieldpost_print::picture::svg::{Pen, Point};
use fieldpost_print::picture::{Drawing, Layer, ink};

impl StrategicPicture<'_> {
    pub fn draw(&self) -> Drawing {
        let grid = &self.atlas.map.grid;
        let (from, to) = (grid.label(self.window.from), grid.label(self.window.to));
        self.ground().under(self.top(), &format!("{}, {from} to {to}", self.title))
    }

    /// The map without what changes in a war: the same for all pictures of this part with these owners that are as wide.
    pub fn ground(&self) -> Layer {
        Country::new(self).ground()
    }

    /// What lies over it.
    pub fn top(&self) -> Layer {
        Country::new(self).top(&self.key())
    }
}

impl<'a> Country<'a> {
    /// Towns, troops, and the names and the key that give way to them.
    pub fn top(mut self, key: &[Entry]) -> Layer {
        self.highlights();
        let signs = self.towns();
        self.holders();
        self.marches();
        self.sailings();
        self.troops();
        let (names, numbered) = self.name_towns(&signs);
        self.coast_names(true);
        self.sea_names();
        self.coast_names(false);
        if !self.picture.is_chart {
            self.names();
        }
        // Names stand over arrows.
        self.write_names(&names);
        let key = [key, &numbered].concat();
        let height = self.canvas.paper_for_key(legend::height(&key, self.canvas.key_width()));
        let (at, wide) = (self.canvas.key_at(), self.canvas.key_width());
        legend::draw(&mut self.canvas.svg, &key, at, wide);
        self.canvas.into_top(height)
    }

    /// Frames the squares that are to be noticed.
    fn highlights(&mut self) {
        let marked = self.picture.highlights;
        let is_in = |col: i16, row: i16| {
            marked.iter().any(|square| (i16::from(square.col), i16::from(square.row)) == (col, row))
        };
        let shape = region(self.span, is_in, |corner| self.corner(corner));
        let width = (self.canvas.frame.cell * 0.06).clamp(1.4, 4.0);
        self.canvas.svg.stroke("highlight", &shape, Pen::round(ink::PAPER, width * 2.0));
        self.canvas.svg.stroke("highlight", &shape, Pen::round(ink::HIGHLIGHT, width));
    }

    /// Signs of who holds railways and rivers, each on its line near where it comes into the square, and of destroyed track.
    /// Only those of the own side, which are many, may be covered.
    fn holders(&mut self) {
        if self.picture.is_overview() {
            return;
        }
        let (railways, rivers) = (lines::railways(self.map()), lines::rivers(self.map()));
        let size = (self.canvas.frame.cell * 0.055).clamp(1.6, 4.5);
        for holder in self.picture.holders.iter().filter(|holder| self.picture.window.holds(holder.at)) {
            let (lines, rim) = if holder.is_rail { (&railways, ink::BLACK) } else { (&rivers, ink::RIVER) };
            let Some(at) = self.on_line(lines, holder.at, 0.2) else { continue };
            marks::holder(&mut self.canvas.svg, at, size, holder.held, rim);
            if holder.held != Held::Allied {
                let room = Rect::about(at, size * 2.8, size * 2.8);
                self.canvas.room.take(What::Sign, "who holds a line", room);
            }
        }
        for square in self.picture.destroyed_track.iter().filter(|at| self.picture.window.holds(**at)) {
            let Some(at) = self.on_line(&railways, *square, 0.75) else { continue };
            marks::cross(&mut self.canvas.svg, at, size * 1.3);
            let room = Rect::about(at, size * 2.6, size * 2.6);
            self.canvas.room.take(What::Sign, "destroyed track", room);
        }
    }

    /// The place on the first line of a square that is so far along it, of 0 to 1.
    fn on_line(&self, lines: &[DrawnLine<'_>], square: StrategicSquare, share: f64) -> Option<Point> {
        let short = lines.iter().map(|line| line.within(square)).find(|short| !short.is_empty())?;
        let spot = short.get((short.len() as f64 * share) as usize)?[0];
        Some(self.place(spot.x, spot.y))
    }

    /// Marches, from the middle of square to square; those that come to the same square end a little apart.
    fn marches(&mut self) {
        for (place, march) in self.picture.deeds.marches.iter().enumerate() {
            let places = self.way(march, place);
            deeds::arrow(&mut self.canvas.svg, &places, march.side, march.units, self.canvas.frame.cell);
            self.spare(&places);
        }
    }

    /// The same of ships.
    fn sailings(&mut self) {
        for (place, way) in self.picture.deeds.sailings.iter().enumerate() {
            let places = self.way(way, place);
            deeds::sailing(&mut self.canvas.svg, &places, way.side, way.units, self.canvas.frame.cell);
            self.spare(&places);
        }
    }

    /// The points of a way as far as it shows; none if it leaves the map with one square of it left.
    fn way(&self, march: &March, place: usize) -> Vec<Point> {
        let off = self.canvas.frame.cell * (aside(march.side) + 0.06 * ((place % 3) as f64 - 1.0));
        let shown = march.path.iter().filter(|at| self.picture.window.holds(**at));
        let places: Vec<Point> = shown.map(|at| self.middle(*at).moved(off, off * 0.6)).collect();
        if places.len() < march.path.len().min(2) { Vec::new() } else { places }
    }

    /// Keeps names off a way where they find room elsewhere.
    fn spare(&mut self, places: &[Point]) {
        for pair in places.windows(2) {
            let long = (pair[1].x - pair[0].x).hypot(pair[1].y - pair[0].y);
            let steps = (long / 6.0).ceil().max(1.0);
            for step in 0..=steps as u32 {
                let at = pair[0].towards(pair[1], f64::from(step) / steps);
                self.canvas.room.spare(Rect::about(at, 5.0, 5.0));
            }
        }
    }

    /// The signs of towns, each in its place, with a ring about those that changed hands.
    fn towns(&mut self) -> Vec<Sign<'a>> {
        let signs = self.city_signs();
        for sign in &signs {
            sign.draw(&mut self.canvas.svg);
            let mut room = sign.rect();
            if self.picture.deeds.changed.contains(&sign.site.name) {
                let radius = (self.canvas.frame.cell * 0.3).clamp(6.0, 14.0);
                deeds::changed(&mut self.canvas.svg, sign.at, radius);
                let ring = Rect::about(sign.at, radius * 2.0 + 2.0, radius * 2.0 + 2.0);
                room = room.with(&ring);
            }
            self.canvas.room.take(What::Sign, &sign.site.name, room);
        }
        signs
    }

    /// The cities that show, greatest first: where squares are small, only great ones.
    fn city_signs(&self) -> Vec<Sign<'a>> {
        let cell = self.canvas.frame.cell;
        let least = [(7.0, 100), (12.0, 30)].into_iter().find(|row| cell < row.0).map_or(0, |row| row.1);
        let shown = self
            .map()
            .cities
            .iter()
            .filter(|city| self.picture.window.holds(city.at) && self.picture.shows_town(city))
            .filter(|city| city.population >= least || self.picture.is_chart);
        let mut signs: Vec<Sign<'a>> = shown
            .map(|site| {
                let spot = lines::spot(site.at, f64::from(site.tac.col()), f64::from(site.tac.row()));
                let name = site.name.as_str();
                let taken = self.picture.towns.taken.iter().find(|(taken, _)| *taken == name);
                let scale = if cell < 12.0 { 0.7 } else { self.canvas.scale };
                Sign {
                    site,
                    at: self.place(spot.x, spot.y),
                    has_fort: self.picture.towns.forts.contains(&name),
                    is_besieged: self.picture.towns.besieged.contains(&name),
                    taken: taken.map(|(_, side)| *side),
                    side: self.picture.towns.side(name),
                    has_anchor: !self.picture.is_overview(),
                    scale,
                }
            })
            .collect();
        signs.sort_by(|one, other| {
            other.site.population.cmp(&one.site.population).then_with(|| one.site.name.cmp(&other.site.name))
        });
        signs
    }

    /// The names of passes, rivers and states, as far as there is room.
    fn names(&mut self) {
        names::passes(self);
        names::rivers(self);
        names::states(self);
    }
}
