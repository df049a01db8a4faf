//! Drawing the ground of a strategic picture: terrain and lines, which are the same whoever looks.

use crate::art::Signs;
use crate::lines::{self, DrawnLine, meet};
use crate::strategic::StrategicPicture;
use crate::{marks, tints};
use fieldpost_ground::map::{RiverClass, StrategicMap, Terrain};
use fieldpost_ground::square::StrategicSquare;
use fieldpost_print::picture::canvas::Canvas;
use fieldpost_print::picture::frame::{ABOVE, Frame};
use fieldpost_print::picture::shape::{Corner, Span, borders, region};
use fieldpost_print::picture::svg::{Path, Pen, Point};
use fieldpost_print::picture::{Layer, ink};

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
pub struct Country<'a> {
    /// What is drawn.
    pub picture: &'a StrategicPicture<'a>,
    /// The squares that show.
    pub span: Span,
    /// What it is drawn on.
    pub canvas: Canvas,
}

impl<'a> Country<'a> {
    /// A layer with nothing on it.
    pub fn new(picture: &'a StrategicPicture<'a>) -> Self {
        let grid = &picture.atlas.map.grid;
        let (from, to) = (picture.window.from, picture.window.to);
        let columns: Vec<String> = (from.col..=to.col).map(|col| grid.column_label(col)).collect();
        let rows: Vec<String> = (from.row..=to.row).map(|row| grid.row_label(row)).collect();
        let cell = picture.cell();
        let heavy = Some((usize::from(from.col), usize::from(from.row)));
        let left = ((f64::from(picture.width) - columns.len() as f64 * cell) / 2.0).floor();
        let frame = Frame { corner: Point { x: left, y: ABOVE }, cell, columns, rows, heavy };
        // Letters of charts are as large where squares are smaller: there are fewer of them.
        let sharp = if picture.is_chart { 22.0 } else { 50.0 };
        let canvas = Canvas::new(frame, picture.width, sharp, picture.is_grey).dyed(picture.livery.dyes());
        Country { picture, span: picture.window.span(), canvas }
    }

    /// Terrain and lines, frame and names of columns and rows.
    pub fn ground(mut self) -> Layer {
        self.fills();
        if !self.picture.is_chart {
            self.signs();
        }
        self.canvas.draw_grid();
        if self.picture.is_chart {
            self.rivers(&lines::rivers(self.map()));
            self.sea_borders();
        } else {
            self.lines();
        }
        self.canvas.draw_frame();
        self.canvas.into_ground()
    }

    pub fn map(&self) -> &'a StrategicMap {
        &self.picture.atlas.map
    }

    /// Where a place of the map lies on the sheet; 2.5 is the middle of the map's third column.
    pub fn place(&self, col: f64, row: f64) -> Point {
        let (from_col, from_row) = (f64::from(self.span.cols.0), f64::from(self.span.rows.0));
        self.canvas.place(col - from_col, row - from_row)
    }

    /// Where a corner of squares lies on the sheet.
    pub fn corner(&self, corner: Corner) -> Point {
        self.place(f64::from(corner.0), f64::from(corner.1))
    }

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
        let water = tints::of_terrain(Terrain::Water);
        self.canvas.svg.rect(
            "terrain water",
            self.canvas.frame.corner,
            self.canvas.frame.width(),
            self.canvas.frame.height(),
            water,
        );
        let land = region(near, is_land, |corner| self.corner(corner));
        let cell = self.canvas.frame.cell;
        for (share, colour) in [(0.36, ink::SHOAL), (0.16, ink::SHALLOWS)] {
            self.canvas.svg.stroke("shore", &land, Pen::round(colour, cell * share));
        }
        self.canvas.svg.fill("terrain open", &land, tints::of_terrain(Terrain::Open));
        for (class, terrain, over) in LAYERS.into_iter().filter(|_| !self.picture.is_chart) {
            let is_in = |col, row| over.contains(&map.terrain_near(col, row));
            let shape = region(near, is_in, |corner| self.corner(corner));
            self.canvas.svg.fill(&format!("terrain {class}"), &shape, tints::of_terrain(terrain));
        }
        self.canvas.svg.stroke("coast", &land, Pen::round(ink::RIVER, (cell * 0.022).clamp(0.5, 1.4)));
    }

    fn signs(&mut self) {
        let cell = self.canvas.frame.cell;
        if cell < SIGNS_FROM {
            return;
        }
        let mut signs = Signs::default();
        for square in self.squares() {
            let key = u32::from(square.col).wrapping_mul(73_856_093)
                ^ u32::from(square.row).wrapping_mul(19_349_663);
            signs.add(self.map().terrain_at(square), self.middle(square), cell, key);
        }
        signs.draw(&mut self.canvas.svg, cell);
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
        let pen = marks::range_pen(self.canvas.frame.cell);
        for line in lines::ranges(self.map()) {
            for (_, path) in self.pieces(&line) {
                self.canvas.svg.stroke("range", &path, pen);
            }
        }
    }

    fn pieces(&self, line: &DrawnLine<'_>) -> Vec<(Option<RiverClass>, Path)> {
        line.pieces(self.span.grown(1), |spot| self.place(spot.x, spot.y))
    }

    /// All outer lines before all inner ones, so that one river runs into another without a bank between.
    fn rivers(&mut self, rivers: &[DrawnLine<'_>]) {
        let pieces: Vec<(Option<RiverClass>, Path)> =
            rivers.iter().flat_map(|line| self.pieces(line)).collect();
        for layer in 0..2 {
            for (class, path) in &pieces {
                let Some(class) = class.filter(|class| self.picture.shows_river(*class)) else { continue };
                if let Some(pen) = marks::river_pens(class, self.canvas.frame.cell).get(layer) {
                    self.canvas.svg.stroke(&format!("river {}", class.words()), path, *pen);
                }
            }
        }
    }

    fn railways(&mut self, railways: &[DrawnLine<'_>]) {
        let pieces: Vec<Path> =
            railways.iter().flat_map(|line| self.pieces(line)).map(|(_, path)| path).collect();
        for pen in marks::railway_pens(self.canvas.frame.cell) {
            pieces.iter().for_each(|path| self.canvas.svg.stroke("railway", path, pen));
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
        let thin = (self.canvas.frame.cell / 26.0).clamp(0.5, 1.0) * self.canvas.scale;
        self.canvas.svg.stroke("border nation", &path, marks::border_pens(thin)[layer]);
        if layer == 1 && !self.picture.is_overview() {
            let between_states = |one, other| {
                let is_other = state(one).zip(state(other)).is_some_and(|(one, other)| one != other);
                is_other && !between_nations(one, other)
            };
            let path = borders(near, between_states, |corner| self.corner(corner));
            self.canvas.svg.stroke("border state", &path, marks::state_border_pen(thin));
        }
    }

    /// A bridge wherever a railway's line crosses a river's and the tactical map has one (rule 12.2).
    fn bridges(&mut self, rivers: &[DrawnLine<'_>], railways: &[DrawnLine<'_>]) {
        let size = self.canvas.frame.cell * 0.20;
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
                    marks::bridge(&mut self.canvas.svg, at, angle, size);
                    seen.push(at);
                }
            }
        }
    }
}
