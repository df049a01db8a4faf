//! The frame about a map: the lines between its squares, and the names of columns and rows along all four edges.

use crate::picture::ink;
use crate::picture::letters::{CAPITALS, Rect};
use crate::picture::svg::{Face, Hand, Path, Pen, Point, Svg};

/// Room left and right of the map, for the names of rows.
pub const ASIDE: f64 = 25.0;
/// Room above and below it, for the names of columns.
pub const ABOVE: f64 = 18.0;

/// The side of a square where so many stand in a width: whole pixels where they are large, so that lines are sharp
/// and like squares look alike, which makes files small.
pub fn cell(wide: f64, squares: f64) -> f64 {
    let cell = wide / squares;
    if cell >= 12.0 { cell.floor() } else { cell }
}

/// The lines and names of a map's squares.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Left upper corner of the map.
    pub corner: Point,
    /// Pixels of a square's side.
    pub cell: f64,
    /// Names of the columns, west to east.
    pub columns: Vec<String>,
    /// Names of the rows, north to south.
    pub rows: Vec<String>,
    /// Every how many squares a line is drawn heavier, counted from the first column and row given here.
    pub heavy: Option<(usize, usize)>,
}

impl Frame {
    /// How wide the map is.
    pub fn width(&self) -> f64 {
        self.columns.len() as f64 * self.cell
    }

    /// How high it is.
    pub fn height(&self) -> f64 {
        self.rows.len() as f64 * self.cell
    }

    /// The map's rectangle.
    pub fn rect(&self) -> Rect {
        let far = self.corner.moved(self.width(), self.height());
        Rect { left: self.corner.x, top: self.corner.y, right: far.x, bottom: far.y }
    }

    /// The lines between squares: all of them, or each tenth where squares are too small.
    pub fn grid(&self, svg: &mut Svg) {
        let (mut light, mut strong) = (Path::new(), Path::new());
        let (from_col, from_row) = self.heavy.unwrap_or((1, 1));
        for at in 1..self.columns.len() {
            let is_heavy = self.heavy.is_some() && (at + from_col).is_multiple_of(10);
            let path = if is_heavy { &mut strong } else { &mut light };
            let top = self.corner.moved(at as f64 * self.cell + 0.5, 0.0);
            path.segment(top, top.moved(0.0, self.height()));
        }
        for at in 1..self.rows.len() {
            let is_heavy = self.heavy.is_some() && (at + from_row).is_multiple_of(10);
            let path = if is_heavy { &mut strong } else { &mut light };
            let left = self.corner.moved(0.0, at as f64 * self.cell + 0.5);
            path.segment(left, left.moved(self.width(), 0.0));
        }
        if self.cell >= 8.0 {
            svg.stroke("grid", &light, Pen::flat(ink::GRID, if self.cell < 24.0 { 0.3 } else { 0.45 }));
        }
        svg.stroke("grid tens", &strong, Pen::flat(ink::GRID, 0.8));
    }

    /// The paper about the map, over what reaches beyond it; the sheet is so many pixels. To clip the
    /// map instead would take a second sheet.
    pub fn mat(&self, svg: &mut Svg, width: f64, height: f64) {
        let (rect, at) = (self.rect(), |x: f64, y: f64| Point { x, y });
        let mut mat = Path::polygon(&[at(0.0, 0.0), at(width, 0.0), at(width, height), at(0.0, height)]);
        mat.add_polygon(&rect.corners());
        svg.fill("paper", &mat, ink::PAPER);
    }

    /// The frame and the names along it.
    pub fn draw(&self, svg: &mut Svg) {
        let rect = self.rect();
        let ring = |off: f64| Path::polygon(&rect.grown(off).corners());
        svg.stroke("frame", &ring(0.5), Pen::flat(ink::BLACK, 1.0));
        svg.stroke("frame outer", &ring(2.8), Pen::flat(ink::BLACK, 0.6));
        self.names(svg);
    }

    fn names(&self, svg: &mut Svg) {
        svg.open("coordinates");
        let size = if self.cell >= 30.0 { (self.cell / 5.0).clamp(11.5, 14.0) } else { 9.5 };
        let hand = Hand { size, face: Face::Book, colour: ink::GRID_NAME, anchor: "middle", halo: None };
        let sink = size * CAPITALS / 2.0;
        for (at, name) in self.named(&self.columns, 16.0, 0) {
            let x = self.corner.x + (at as f64 + 0.5) * self.cell;
            for y in [self.corner.y - ABOVE / 2.0 - 1.0, self.corner.y + self.height() + ABOVE / 2.0 + 1.0] {
                svg.words("column", Point { x, y: y + sink }, name, hand);
            }
        }
        for (at, name) in self.named(&self.rows, 13.0, 1) {
            let y = self.corner.y + (at as f64 + 0.5) * self.cell + sink;
            for x in [self.corner.x - ASIDE / 2.0 - 1.0, self.corner.x + self.width() + ASIDE / 2.0 + 1.0] {
                svg.words("row", Point { x, y }, name, hand);
            }
        }
        svg.close();
    }

    /// The names for which there is room: every one, else every fifth, else every tenth.
    fn named<'a>(&self, names: &'a [String], room: f64, axis: usize) -> Vec<(usize, &'a String)> {
        let step = [1, 5, 10].into_iter().find(|step| *step as f64 * self.cell >= room).unwrap_or(20);
        let from = self.heavy.map_or(0, |heavy| if axis == 0 { heavy.0 } else { heavy.1 });
        names.iter().enumerate().filter(|(at, _)| (at + from).is_multiple_of(step)).collect()
    }
}
