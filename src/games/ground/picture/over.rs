//! What lies over the ground of a strategic picture: who holds what, cities, flags, names, and the key.

use std::collections::BTreeMap;

use crate::cities::Sign;
use crate::country::Country;
use crate::flags::{self, Stack, Troops};
use crate::held::Held;
use crate::legend::{self, Entry};
use crate::lines::{self, DrawnLine};
use crate::ships::{self, Ships};
use crate::strategic::StrategicPicture;
use crate::{Side, deeds, marks, names};
use fieldpost_ground::square::StrategicSquare;
use fieldpost_print::picture::letters::Rect;
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
    /// Cities, flags, and the names and the key that give way to them.
    pub fn top(mut self, key: &[Entry]) -> Layer {
        let height = self.canvas.paper_for_key(legend::height(key, self.canvas.key_width()));
        self.highlights();
        self.holders();
        self.ships();
        self.cities_and_flags();
        self.names();
        let (at, wide) = (self.canvas.key_at(), self.canvas.key_width());
        legend::draw(&mut self.canvas.svg, key, at, wide);
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
                self.canvas.room.keep_off(Rect::about(at, size * 2.8, size * 2.8));
            }
        }
        for square in self.picture.destroyed_track.iter().filter(|at| self.picture.window.holds(**at)) {
            let Some(at) = self.on_line(&railways, *square, 0.75) else { continue };
            marks::cross(&mut self.canvas.svg, at, size * 1.3);
            self.canvas.room.keep_off(Rect::about(at, size * 2.6, size * 2.6));
        }
    }

    /// Signs of ships at the foot of their square: flags of troops there stand above them.
    fn ships(&mut self) {
        let cell = self.canvas.frame.cell;
        let high = (cell * 0.46).clamp(9.0, 26.0);
        let mut squares: BTreeMap<StrategicSquare, Vec<Ships>> = BTreeMap::new();
        for moored in self.picture.ships.iter().filter(|moored| self.picture.window.holds(moored.at)) {
            squares.entry(moored.at).or_default().push(moored.ships);
        }
        for (square, mut moored) in squares {
            moored.sort();
            let foot = self.middle(square).moved(0.0, cell / 2.0 - high - 1.0);
            let wide = ships::room(&moored, foot, high).right - foot.x;
            let rect = Rect {
                left: foot.x - wide / 2.0,
                right: foot.x + wide / 2.0,
                top: foot.y,
                bottom: foot.y + high,
            };
            let rect = self.inside(rect);
            ships::draw(&mut self.canvas.svg, &moored, Point { x: rect.left, y: rect.top }, high);
            self.canvas.room.keep_off(rect);
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
        let cell = self.canvas.frame.cell;
        for (place, march) in self.picture.deeds.marches.iter().enumerate() {
            // Friends pass left of the middle and foes right of it, so that neither covers the other.
            let aside = if march.side == Side::Allied { -0.16 } else { 0.16 };
            let off = cell * (aside + 0.06 * ((place % 3) as f64 - 1.0));
            let shown = march.path.iter().filter(|at| self.picture.window.holds(**at));
            let places: Vec<Point> = shown.map(|at| self.middle(*at).moved(off, off * 0.6)).collect();
            // Of a march that leaves the map nothing is left where only one square of it shows.
            if places.len() < march.path.len().min(2) {
                continue;
            }
            deeds::arrow(&mut self.canvas.svg, &places, march.side, march.units, cell);
        }
    }

    /// Battles with their losses, and cities that changed hands.
    fn battles(&mut self, signs: &[Sign<'_>]) {
        let cell = self.canvas.frame.cell;
        for sign in signs.iter().filter(|sign| self.picture.deeds.changed.contains(&sign.site.name)) {
            deeds::changed(&mut self.canvas.svg, sign.at, (cell * 0.3).clamp(6.0, 14.0));
        }
        for battle in self.picture.deeds.battles.iter().filter(|battle| self.picture.window.holds(battle.at))
        {
            let (at, size) = (self.middle(battle.at), (cell * 0.2).clamp(3.5, 9.0));
            deeds::battle(&mut self.canvas.svg, at, size);
            let letters = (cell * 0.34).clamp(8.5, 12.0);
            let room = deeds::losses(&mut self.canvas.svg, at, size, &battle.losses, letters);
            self.canvas.room.keep_off(room);
        }
    }

    /// The signs of cities with their names, and flags where they hide neither.
    fn cities_and_flags(&mut self) {
        let signs = self.city_signs();
        for sign in &signs {
            sign.draw(&mut self.canvas.svg);
            self.canvas.room.keep_off(sign.rect());
        }
        self.marches();
        self.battles(&signs);
        let names: Vec<Option<Point>> =
            signs.iter().map(|sign| sign.name_at(&mut self.canvas.room)).collect();
        let mut seen: BTreeMap<StrategicSquare, Vec<Troops>> = BTreeMap::new();
        for flag in self.picture.flags.iter().filter(|flag| self.picture.window.holds(flag.at)) {
            seen.entry(flag.at).or_default().push(flag.troops);
        }
        for (square, troops) in seen {
            let stacks = flags::stacks(&troops, self.picture.livery);
            let (corner, high) = self.flag_place(square, &stacks);
            flags::draw(&mut self.canvas.svg, &stacks, corner, high);
            self.canvas.room.keep_off(flags::rect(&stacks, corner, high));
        }
        // Names stand over flags that found no room beside them.
        for (sign, at) in signs.iter().zip(names) {
            at.into_iter().for_each(|at| sign.write_name(&mut self.canvas.svg, at));
        }
    }

    /// The cities that show, greatest first: where squares are small, only great ones.
    fn city_signs(&self) -> Vec<Sign<'a>> {
        let cell = self.canvas.frame.cell;
        let least = [(7.0, 100), (12.0, 30)].into_iter().find(|row| cell < row.0).map_or(0, |row| row.1);
        let shown = self
            .map()
            .cities
            .iter()
            .filter(|city| self.picture.window.holds(city.at) && city.population >= least);
        let mut signs: Vec<Sign<'a>> = shown
            .map(|site| {
                let spot = lines::spot(site.at, f64::from(site.tac.col()), f64::from(site.tac.row()));
                let name = site.name.as_str();
                let taken = self.picture.taken.iter().find(|(taken, _)| *taken == name);
                let scale = if cell < 12.0 { 0.7 } else { self.canvas.scale };
                Sign {
                    site,
                    at: self.place(spot.x, spot.y),
                    has_fort: self.picture.forts.contains(&name),
                    is_besieged: self.picture.besieged.contains(&name),
                    taken: taken.map(|(_, side)| *side),
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

    /// Flags are half as high as a square, less where there is more than one; more where squares are so small that
    /// numbers could not be read.
    fn flag_height(&self, count: usize) -> f64 {
        let share = [0.5, 0.5, 0.36, 0.35][count.min(3)];
        let least = if count > 2 { 6.0 } else { (self.canvas.frame.cell * 0.75).clamp(6.0, 17.0) };
        (self.canvas.frame.cell * share).clamp(least, 40.0)
    }

    /// In the middle of its square, or beside the city there; smaller if there is no other way to show both.
    fn flag_place(&self, square: StrategicSquare, stacks: &[Stack]) -> (Point, f64) {
        let most = self.flag_height(stacks.len());
        let free = [1.0, 0.9, 0.8].into_iter().find_map(|share| {
            let rects = self.flag_rects(square, stacks, most * share);
            let rect = rects.into_iter().find(|rect| self.canvas.room.is_free(rect))?;
            Some((Point { x: rect.left, y: rect.top }, most * share))
        });
        free.unwrap_or_else(|| {
            let [rect, ..] = self.flag_rects(square, stacks, most);
            (Point { x: rect.left, y: rect.top }, most)
        })
    }

    fn flag_rects(&self, square: StrategicSquare, stacks: &[Stack], high: f64) -> [Rect; 9] {
        let (wide, high) = flags::room(stacks.len(), high);
        let middle = self.middle(square);
        let off = |size: f64| (self.canvas.frame.cell / 2.0 - size / 2.0 - 0.5).max(0.0);
        let (dx, dy) = (off(wide), off(high));
        let ways = [
            (0.0, 0.0),
            (0.0, -dy),
            (0.0, dy),
            (-dx, 0.0),
            (dx, 0.0),
            (-dx, -dy),
            (dx, -dy),
            (-dx, dy),
            (dx, dy),
        ];
        ways.map(|(x, y)| self.inside(Rect::about(middle.moved(x, y), wide, high)))
    }

    /// A rectangle, moved onto the map if it sticks out.
    fn inside(&self, rect: Rect) -> Rect {
        let map = self.canvas.frame.rect();
        let dx = (map.left - rect.left).max(0.0) + (map.right - rect.right).min(0.0);
        let dy = (map.top - rect.top).max(0.0) + (map.bottom - rect.bottom).min(0.0);
        Rect { left: rect.left + dx, right: rect.right + dx, top: rect.top + dy, bottom: rect.bottom + dy }
    }

    /// The names of passes, rivers and states, as far as there is room.
    fn names(&mut self) {
        names::passes(self);
        names::rivers(self);
        names::states(self);
    }
}
