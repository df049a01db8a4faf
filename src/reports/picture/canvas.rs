//! Drawing a strategic picture: the ground, and what lies over it.

use std::collections::BTreeMap;

use crate::games::ground::map::{RiverClass, StrategicMap, Terrain};
use crate::games::ground::square::StrategicSquare;
use crate::reports::held::Held;
use crate::reports::picture::art::Signs;
use crate::reports::picture::cities::Sign;
use crate::reports::picture::flags::{self, Stack, Troops};
use crate::reports::picture::frame::{ABOVE, ASIDE, Frame};
use crate::reports::picture::ink;
use crate::reports::picture::legend::{self, Entry};
use crate::reports::picture::letters::{Rect, Room};
use crate::reports::picture::lines::{self, Line, meet};
use crate::reports::picture::shape::{Corner, Span, borders, region};
use crate::reports::picture::strategic::{
    self, StrategicPicture, border_pens, bridge, railway_pens, range_pen, river_pens, state_border_pen,
};
use crate::reports::picture::svg::{Path, Pen, Point, Svg};
use crate::reports::picture::{Layer, names};

/// Fills of land, each over the one before: kinds that lie within others cover them, so that rounded corners show
/// what goes around. Class, colour's terrain, the terrains that it reaches over.
const LAYERS: [(&str, Terrain, &[Terrain]); 7] = [
    (
        "hills",
        Terrain::Hills,
        &[Terrain::Hills, Terrain::ForestedHills, Terrain::Mountain, Terrain::HighMountain],
    ),
    ("forest", Terrain::Forest, &[Terrain::Forest, Terrain::ForestedHills]),
    ("forested hills", Terrain::ForestedHills, &[Terrain::ForestedHills]),
    ("mountain", Terrain::Mountain, &[Terrain::Mountain, Terrain::HighMountain]),
    ("high mountain", Terrain::HighMountain, &[Terrain::HighMountain]),
    ("marsh", Terrain::Marsh, &[Terrain::Marsh, Terrain::Swamp]),
    ("swamp", Terrain::Swamp, &[Terrain::Swamp]),
];

/// Below so many pixels a square, signs of terrain cannot be read and are left out.
const SIGNS_FROM: f64 = 13.0;

/// A strategic picture being drawn.
pub struct Canvas<'a> {
    /// What is drawn.
    pub picture: &'a StrategicPicture<'a>,
    /// Its frame, and so its measures.
    pub frame: Frame,
    /// The squares that show.
    pub span: Span,
    /// 1, or more where squares are large.
    pub scale: f64,
    /// The picture so far.
    pub svg: Svg,
    /// Where there is room for labels.
    pub room: Room,
}

impl<'a> Canvas<'a> {
    /// A layer with nothing on it.
    pub fn new(picture: &'a StrategicPicture<'a>) -> Self {
        let grid = &picture.atlas.map.grid;
        let (from, to) = (picture.window.from, picture.window.to);
        let columns: Vec<String> = (from.col..=to.col).map(|col| grid.column_label(col)).collect();
        let rows: Vec<String> = (from.row..=to.row).map(|row| grid.row_label(row)).collect();
        let width = f64::from(picture.width);
        let cell = picture.cell();
        let heavy = Some((usize::from(from.col), usize::from(from.row)));
        let left = ((width - columns.len() as f64 * cell) / 2.0).floor();
        let frame = Frame { corner: Point { x: left, y: ABOVE }, cell, columns, rows, heavy };
        let svg = Svg::new(picture.is_grey);
        let room = Room::new(frame.rect());
        let scale = (cell / 50.0).clamp(1.0, 2.2);
        Canvas { picture, frame, span: picture.window.span(), scale, svg, room }
    }

    /// Terrain and lines, frame and names of columns and rows.
    pub fn ground(mut self) -> Layer {
        self.fills();
        self.signs();
        self.frame.grid(&mut self.svg);
        self.lines();
        let (width, height) = (f64::from(self.picture.width), self.key_at().y.ceil());
        self.frame.mat(&mut self.svg, width, height);
        self.frame.draw(&mut self.svg);
        Layer { body: self.svg.finish(), width, height, labels: Vec::new() }
    }

    /// Cities, flags, and the names and the key that give way to them.
    pub fn top(mut self, key: &[Entry]) -> Layer {
        let (width, at) = (f64::from(self.picture.width), self.key_at());
        let wide = width - 2.0 * ASIDE;
        let height = (at.y + legend::height(key, wide)).ceil();
        let paper = Point { x: 0.0, y: at.y.ceil() };
        self.svg.rect("paper", paper, width, height - paper.y, ink::PAPER);
        self.highlights();
        self.holders();
        self.cities_and_flags();
        self.names();
        legend::draw(&mut self.svg, key, at, wide);
        Layer { body: self.svg.finish(), width, height, labels: self.room.labels }
    }

    /// Where the key begins.
    fn key_at(&self) -> Point {
        Point { x: ASIDE, y: self.frame.rect().bottom + ABOVE }
    }

    /// The map.
    pub fn map(&self) -> &'a StrategicMap {
        &self.picture.atlas.map
    }

    /// Where a place of the map lies on the sheet; 2.5 is the middle of the map's third column.
    pub fn place(&self, col: f64, row: f64) -> Point {
        let (from_col, from_row) = (f64::from(self.span.cols.0), f64::from(self.span.rows.0));
        self.frame.corner.moved((col - from_col) * self.frame.cell, (row - from_row) * self.frame.cell)
    }

    fn corner(&self, corner: Corner) -> Point {
        self.place(f64::from(corner.0), f64::from(corner.1))
    }

    /// The middle of a square.
    pub fn middle(&self, square: StrategicSquare) -> Point {
        self.place(f64::from(square.col) + 0.5, f64::from(square.row) + 0.5)
    }

    /// The squares that show.
    pub fn squares(&self) -> impl Iterator<Item = StrategicSquare> + use<'a> {
        let window = self.picture.window;
        self.picture.atlas.map.grid.all().filter(move |square| window.holds(*square))
    }

    /// Water, land by its terrain, coasts.
    fn fills(&mut self) {
        let near = self.span.grown(1);
        let map = self.map();
        let is_land = |col, row| map.terrain_near(col, row) != Terrain::Water;
        let water = ink::of_terrain(Terrain::Water);
        self.svg.rect("terrain water", self.frame.corner, self.frame.width(), self.frame.height(), water);
        let land = region(near, is_land, |corner| self.corner(corner));
        let cell = self.frame.cell;
        for (share, colour) in [(0.36, ink::SHOAL), (0.16, ink::SHALLOWS)] {
            self.svg.stroke("shore", &land, Pen::round(colour, cell * share));
        }
        self.svg.fill("terrain open", &land, ink::of_terrain(Terrain::Open));
        for (class, terrain, over) in LAYERS {
            let is_in = |col, row| over.contains(&map.terrain_near(col, row));
            let shape = region(near, is_in, |corner| self.corner(corner));
            self.svg.fill(&format!("terrain {class}"), &shape, ink::of_terrain(terrain));
        }
        self.svg.stroke("coast", &land, Pen::round(ink::RIVER, (cell * 0.022).clamp(0.5, 1.4)));
    }

    fn signs(&mut self) {
        let cell = self.frame.cell;
        if cell < SIGNS_FROM {
            return;
        }
        let mut signs = Signs::default();
        for square in self.squares() {
            let key = u32::from(square.col).wrapping_mul(73_856_093)
                ^ u32::from(square.row).wrapping_mul(19_349_663);
            signs.add(self.map().terrain_at(square), self.middle(square), cell, key);
        }
        signs.draw(&mut self.svg, cell);
    }

    /// Ranges, rivers, borders, railways with their bridges.
    fn lines(&mut self) {
        let rivers = lines::rivers(self.map());
        let railways = lines::railways(self.map());
        self.ranges();
        self.nations(0);
        self.railways(&railways);
        self.rivers(&rivers);
        self.nations(1);
        self.bridges(&rivers, &railways);
    }

    fn ranges(&mut self) {
        if self.picture.is_overview() {
            return;
        }
        let pen = range_pen(self.frame.cell);
        for line in lines::ranges(self.map()) {
            for (_, path) in self.pieces(&line) {
                self.svg.stroke("range", &path, pen);
            }
        }
    }

    fn pieces(&self, line: &Line<'_>) -> Vec<(Option<RiverClass>, Path)> {
        line.pieces(self.span.grown(1), |spot| self.place(spot.x, spot.y))
    }

    /// All outer lines before all inner ones, so that one river runs into another without a bank between.
    fn rivers(&mut self, rivers: &[Line<'_>]) {
        let pieces: Vec<(Option<RiverClass>, Path)> =
            rivers.iter().flat_map(|line| self.pieces(line)).collect();
        for layer in 0..2 {
            for (class, path) in &pieces {
                let Some(class) = class.filter(|class| self.picture.shows_river(*class)) else { continue };
                if let Some(pen) = river_pens(class, self.frame.cell).get(layer) {
                    self.svg.stroke(&format!("river {}", class.words()), path, *pen);
                }
            }
        }
    }

    fn railways(&mut self, railways: &[Line<'_>]) {
        let pieces: Vec<Path> =
            railways.iter().flat_map(|line| self.pieces(line)).map(|(_, path)| path).collect();
        for pen in railway_pens(self.frame.cell) {
            pieces.iter().for_each(|path| self.svg.stroke("railway", path, pen));
        }
    }

    /// The borders: their bands (layer 0) under rivers and railways, their lines over them.
    fn nations(&mut self, layer: usize) {
        let (near, map) = (self.span.grown(1), self.map());
        let nations: Vec<String> =
            (0..map.states.len()).map(|state| self.picture.nation_of(state as u16)).collect();
        let state = |at: (i16, i16)| {
            let square = StrategicSquare { col: u8::try_from(at.0).ok()?, row: u8::try_from(at.1).ok()? };
            map.grid.holds(square).then(|| map.state[map.grid.index(square)]).flatten()
        };
        let nation = |at| state(at).and_then(|state| nations.get(usize::from(state)));
        let between_nations =
            |one, other| nation(one).zip(nation(other)).is_some_and(|(one, other)| one != other);
        let path = borders(near, between_nations, |corner| self.corner(corner));
        let thin = (self.frame.cell / 26.0).clamp(0.5, 1.0) * self.scale;
        self.svg.stroke("border nation", &path, border_pens(thin)[layer]);
        if layer == 1 && !self.picture.is_overview() {
            let between_states = |one, other| {
                let is_other = state(one).zip(state(other)).is_some_and(|(one, other)| one != other);
                is_other && !between_nations(one, other)
            };
            let path = borders(near, between_states, |corner| self.corner(corner));
            self.svg.stroke("border state", &path, state_border_pen(thin));
        }
    }

    /// A bridge wherever a railway's line crosses a river's and the tactical map has one (rule 12.2).
    fn bridges(&mut self, rivers: &[Line<'_>], railways: &[Line<'_>]) {
        let size = self.frame.cell * 0.20;
        if size < 3.5 {
            return;
        }
        let both = |square: &StrategicSquare| self.map().is_river(*square) && self.map().is_rail(*square);
        let squares: Vec<StrategicSquare> = self.squares().filter(both).collect();
        for square in squares {
            if !self.picture.atlas.sheet(square).bridge.contains(&true) {
                continue;
            }
            let water: Vec<_> = rivers.iter().flat_map(|line| line.within(square)).collect();
            let mut seen: Vec<Point> = Vec::new();
            for track in railways.iter().flat_map(|line| line.within(square)) {
                let Some((spot, angle)) = water.iter().find_map(|river| meet(track, *river)) else {
                    continue;
                };
                let at = self.place(spot.x, spot.y);
                // Two railways on one line have one bridge.
                if seen.iter().all(|other| (other.x - at.x).hypot(other.y - at.y) > size) {
                    bridge(&mut self.svg, at, angle, size);
                    seen.push(at);
                }
            }
        }
    }

    /// Frames the squares that are to be noticed.
    fn highlights(&mut self) {
        let marked = self.picture.highlights;
        let is_in = |col: i16, row: i16| {
            marked.iter().any(|square| (i16::from(square.col), i16::from(square.row)) == (col, row))
        };
        let shape = region(self.span, is_in, |corner| self.corner(corner));
        let width = (self.frame.cell * 0.06).clamp(1.4, 4.0);
        self.svg.stroke("highlight", &shape, Pen::round(ink::PAPER, width * 2.0));
        self.svg.stroke("highlight", &shape, Pen::round(ink::HIGHLIGHT, width));
    }

    /// Signs of who holds railways and rivers, each on its line near where it comes into the square, and of destroyed track.
    /// Only those of the own side, which are many, may be covered.
    fn holders(&mut self) {
        if self.picture.is_overview() {
            return;
        }
        let (railways, rivers) = (lines::railways(self.map()), lines::rivers(self.map()));
        let size = (self.frame.cell * 0.055).clamp(1.6, 4.5);
        for holder in self.picture.holders.iter().filter(|holder| self.picture.window.holds(holder.at)) {
            let (lines, rim) = if holder.is_rail { (&railways, ink::BLACK) } else { (&rivers, ink::RIVER) };
            let Some(at) = self.on_line(lines, holder.at, 0.2) else { continue };
            strategic::holder(&mut self.svg, at, size, holder.held, rim);
            if holder.held != Held::Allied {
                self.room.keep_off(Rect::about(at, size * 2.8, size * 2.8));
            }
        }
        for square in self.picture.destroyed_track.iter().filter(|at| self.picture.window.holds(**at)) {
            let Some(at) = self.on_line(&railways, *square, 0.75) else { continue };
            strategic::cross(&mut self.svg, at, size * 1.3);
            self.room.keep_off(Rect::about(at, size * 2.6, size * 2.6));
        }
    }

    /// The place on the first line of a square that is so far along it, of 0 to 1.
    fn on_line(&self, lines: &[Line<'_>], square: StrategicSquare, share: f64) -> Option<Point> {
        let short = lines.iter().map(|line| line.within(square)).find(|short| !short.is_empty())?;
        let spot = short.get((short.len() as f64 * share) as usize)?[0];
        Some(self.place(spot.x, spot.y))
    }

    /// The signs of cities, and flags where they hide no city.
    fn cities_and_flags(&mut self) {
        let signs = self.city_signs();
        for sign in &signs {
            sign.draw(&mut self.svg);
            self.room.keep_off(sign.rect());
        }
        let mut seen: BTreeMap<StrategicSquare, Vec<Troops>> = BTreeMap::new();
        for flag in self.picture.flags.iter().filter(|flag| self.picture.window.holds(flag.at)) {
            seen.entry(flag.at).or_default().push(flag.troops);
        }
        for (square, troops) in seen {
            let stacks = flags::stacks(&troops);
            let (corner, high) = self.flag_place(square, &stacks);
            flags::draw(&mut self.svg, &stacks, corner, high);
            self.room.keep_off(flags::rect(&stacks, corner, high));
        }
        for sign in &signs {
            sign.label(&mut self.svg, &mut self.room);
        }
    }

    /// The cities that show, greatest first: where squares are small, only great ones.
    fn city_signs(&self) -> Vec<Sign<'a>> {
        let cell = self.frame.cell;
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
                let scale = if cell < 12.0 { 0.7 } else { self.scale };
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
        let least = if count > 2 { 6.0 } else { (self.frame.cell * 0.75).clamp(6.0, 17.0) };
        (self.frame.cell * share).clamp(least, 40.0)
    }

    /// In the middle of its square, or beside the city there; smaller if there is no other way to show both.
    fn flag_place(&self, square: StrategicSquare, stacks: &[Stack]) -> (Point, f64) {
        let most = self.flag_height(stacks.len());
        let free = [1.0, 0.9, 0.8].into_iter().find_map(|share| {
            let rects = self.flag_rects(square, stacks, most * share);
            let rect = rects.into_iter().find(|rect| self.room.is_free(rect))?;
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
        let off = |size: f64| (self.frame.cell / 2.0 - size / 2.0 - 0.5).max(0.0);
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
        let map = self.frame.rect();
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
