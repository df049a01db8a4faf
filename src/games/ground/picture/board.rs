//! Drawing a tactical picture: the ground, and what lies over it.

use std::collections::BTreeMap;
use std::f64::consts::FRAC_PI_2;

use crate::art::Signs;
use crate::flags::{self, Troops};
use crate::tactical::{self, Piece, Place, TacticalPicture, add_link, sides};
use crate::{Side, cities, deeds, legend, marks, tints};
use fieldpost_ground::map::RiverClass;
use fieldpost_ground::square::{Direction, TACTICAL_SIDE, TacticalSquare};
use fieldpost_ground::tactical::Ground;
use fieldpost_print::picture::canvas::Canvas;
use fieldpost_print::picture::frame::{ABOVE, ASIDE, Frame, cell};
use fieldpost_print::picture::letters::Rect;
use fieldpost_print::picture::room::{What, Wish};
use fieldpost_print::picture::shape::{Span, region};
use fieldpost_print::picture::svg::{Face, Hand, Path, Pen, Point};
use fieldpost_print::picture::{Drawing, Layer, ink};

/// Fills over open ground; each covers the one before.
const LAYERS: [(&str, Ground, &[Ground]); 6] = [
    ("hills", Ground::Hills, &[Ground::Hills, Ground::HighHills]),
    ("high hills", Ground::HighHills, &[Ground::HighHills]),
    ("forest", Ground::Forest, &[Ground::Forest]),
    ("mountain", Ground::Mountain, &[Ground::Mountain]),
    ("town", Ground::Town, &[Ground::Town]),
    ("water", Ground::Water, &[Ground::Water]),
];

/// Room for the names of the neighbours outside the numbers.
const BESIDE: f64 = 12.0;
/// Room for the heading.
const HEAD: f64 = 20.0;

impl TacticalPicture<'_> {
    pub fn draw(&self) -> Drawing {
        self.ground().under(self.top(), &self.heading())
    }

    /// The map without troops: the same for all pictures of this square that are as wide.
    pub fn ground(&self) -> Layer {
        Board::new(self).ground()
    }

    /// What lies over it.
    pub fn top(&self) -> Layer {
        Board::new(self).top()
    }
}

/// A tactical picture being drawn.
pub struct Board<'a> {
    picture: &'a TacticalPicture<'a>,
    canvas: Canvas,
}

impl<'a> Board<'a> {
    /// A layer with nothing on it.
    pub fn new(picture: &'a TacticalPicture<'a>) -> Self {
        let total = f64::from(picture.width);
        let aside = ASIDE + BESIDE;
        let cell = cell(total - 2.0 * aside, f64::from(TACTICAL_SIDE));
        let left = ((total - f64::from(TACTICAL_SIDE) * cell) / 2.0).floor();
        let corner = Point { x: left, y: HEAD + BESIDE + ABOVE };
        let frame =
            Frame { corner, cell, columns: tactical::numbers(), rows: tactical::numbers(), heavy: None };
        let canvas = Canvas::new(frame, picture.width, 36.0, picture.is_grey)
            .with_room_beneath(BESIDE)
            .dyed(picture.livery.dyes());
        Board { picture, canvas }
    }

    /// The map without troops.
    pub fn ground(mut self) -> Layer {
        self.fills();
        self.signs();
        self.canvas.draw_grid();
        self.lines();
        self.crossings();
        self.ratings();
        self.towns();
        self.canvas.draw_frame();
        self.heading();
        self.neighbours();
        self.canvas.into_ground()
    }

    /// Pontoons, fort, pieces, and the names and the key that give way to them.
    pub fn top(mut self) -> Layer {
        self.pontoons();
        let city = self.picture.map().city_at(self.picture.square);
        if let Some(city) = city.filter(|_| self.picture.has_fort) {
            let place = self.place(city.tac);
            cities::bastions(&mut self.canvas.svg, place.middle, place.cell * 0.64, self.canvas.scale);
            marks::houses(&mut self.canvas.svg, place.middle, place.cell * 0.62);
        }
        self.attacks();
        let listed = self.pieces();
        self.losses();
        if let Some(city) = city {
            self.city_name(&city.name, city.tac);
        }
        let key = self.picture.key(&listed);
        let (at, wide) = (self.canvas.key_at(), self.canvas.key_width());
        let height = self.canvas.paper_for_key(legend::height(&key, wide));
        legend::draw(&mut self.canvas.svg, &key, at, wide);
        self.canvas.into_top(height)
    }

    fn place(&self, square: TacticalSquare) -> Place {
        let cell = self.canvas.frame.cell;
        let middle = self.canvas.place(f64::from(square.col()) + 0.5, f64::from(square.row()) + 0.5);
        Place { middle, cell }
    }

    /// The ground of a place that may lie off the map: there the nearest square's own counts.
    fn ground_near(&self, col: i16, row: i16) -> Ground {
        let inside = |at: i16| at.clamp(0, i16::from(TACTICAL_SIDE) - 1) as u8;
        let square = TacticalSquare::new(inside(col), inside(row)).unwrap_or(TacticalSquare::MIDDLE);
        self.picture.sheet().ground_at(square)
    }

    /// Fills and shores.
    fn fills(&mut self) {
        let open = tints::of_ground(Ground::Open);
        self.canvas.svg.rect(
            "ground open",
            self.canvas.frame.corner,
            self.canvas.frame.width(),
            self.canvas.frame.height(),
            open,
        );
        let side = i16::from(TACTICAL_SIDE);
        let near = Span { cols: (0, side), rows: (0, side) }.grown(1);
        for (class, ground, over) in LAYERS {
            let is_in = |col, row| over.contains(&self.ground_near(col, row));
            let place = |at: (i16, i16)| self.canvas.place(f64::from(at.0), f64::from(at.1));
            let shape = region(near, is_in, place);
            self.canvas.svg.fill(&format!("ground {class}"), &shape, tints::of_ground(ground));
            if ground == Ground::Water {
                self.canvas.svg.stroke("shore", &shape, Pen::round(ink::RIVER, 1.2 * self.canvas.scale));
            }
        }
    }

    fn signs(&mut self) {
        let mut signs = Signs::default();
        for square in TacticalSquare::all() {
            let ground = self.picture.sheet().ground_at(square);
            marks::add_sign(&mut signs, ground, self.place(square).middle, self.canvas.frame.cell);
        }
        signs.draw(&mut self.canvas.svg, self.canvas.frame.cell);
    }

    /// The sides over which the river of a square goes on. It runs into water too.
    fn river_sides(&self, square: TacticalSquare) -> Vec<Direction> {
        let (map, at) = (self.picture.map(), self.picture.square);
        let is_on = |next| {
            matches!(self.picture.sheet().ground_at(next), Ground::River | Ground::Ford | Ground::Water)
        };
        let arms = &map.rivers[map.grid.index(at)];
        sides(square, is_on, |side, place| arms.iter().any(|(arm, _)| arm.side == side && arm.place == place))
    }

    fn rail_sides(&self, square: TacticalSquare) -> Vec<Direction> {
        let (map, at) = (self.picture.map(), self.picture.square);
        let arms = &map.rails[map.grid.index(at)];
        let is_on = |next: TacticalSquare| self.picture.sheet().rail[next.index()];
        sides(square, is_on, |side, place| arms.iter().any(|arm| arm.side == side && arm.place == place))
    }

    fn river_width(&self) -> f64 {
        let class = self.picture.map().river_class(self.picture.square).unwrap_or(RiverClass::Fordable);
        tactical::river_share(class) * self.canvas.frame.cell
    }

    /// Rivers and railways.
    fn lines(&mut self) {
        let sheet = self.picture.sheet();
        let (mut river, mut railway) = (Path::new(), Path::new());
        for square in TacticalSquare::all() {
            if matches!(sheet.ground_at(square), Ground::River | Ground::Ford) {
                add_link(&mut river, self.place(square), &self.river_sides(square));
            }
            if sheet.rail[square.index()] {
                add_link(&mut railway, self.place(square), &self.rail_sides(square));
            }
        }
        let wide = self.river_width();
        self.canvas.svg.stroke("river", &river, Pen::round(ink::RIVER, wide));
        self.canvas.svg.stroke(
            "river inner",
            &river,
            Pen::round(ink::STREAM, wide - 2.4 * self.canvas.scale),
        );
        for pen in marks::railway_pens(self.canvas.frame.cell * 1.5) {
            self.canvas.svg.stroke("railway", &railway, pen);
        }
    }

    /// Fords, railway bridges, passes.
    fn crossings(&mut self) {
        let sheet = self.picture.sheet();
        for square in TacticalSquare::all() {
            let place = self.place(square);
            match sheet.ground_at(square) {
                Ground::Ford => {
                    let (middle, angle) = tactical::middle_of_link(place, &self.river_sides(square));
                    let wide = self.river_width();
                    marks::stones(&mut self.canvas.svg, middle, angle + FRAC_PI_2, wide);
                }
                Ground::Pass => {
                    marks::bows(&mut self.canvas.svg, place.middle, place.cell * 0.6, self.canvas.scale)
                }
                _ => {}
            }
            if sheet.bridge[square.index()] {
                self.bridge(square);
            }
        }
    }

    fn bridge(&mut self, square: TacticalSquare) {
        let railway = self.picture.sheet().rail[square.index()];
        let railway = if railway { self.rail_sides(square) } else { Vec::new() };
        let (place, river) = (self.place(square), self.river_sides(square));
        tactical::draw_bridge(&mut self.canvas.svg, place, &railway, &river);
    }

    /// ROTD-EUWOL 12.4: bridges of pontoons; what is bridged has a rating.
    fn pontoons(&mut self) {
        for square in self.picture.pontoons {
            if !self.picture.sheet().bridge[square.index()] {
                self.bridge(*square);
                self.rating(*square);
            }
        }
    }

    /// ROTD-EUWOL 2.4: the rating of each square in which a unit can stand, in its lower right corner.
    fn ratings(&mut self) {
        self.canvas.svg.open("ratings");
        let sheet = self.picture.sheet();
        for square in TacticalSquare::all() {
            if sheet.is_passable(square) || sheet.bridge[square.index()] {
                self.rating(square);
            }
        }
        self.canvas.svg.close();
    }

    fn rating(&mut self, square: TacticalSquare) {
        let size = (self.canvas.frame.cell * 0.29).clamp(7.0, 15.0);
        let hand = Hand { size, face: Face::Book, colour: ink::GRID_NAME, anchor: "end", halo: None };
        let off = self.canvas.frame.cell / 2.0 - 2.0;
        let at = self.place(square).middle.moved(off, off);
        self.canvas.svg.words("rating", at, &self.picture.sheet().rating[square.index()].to_string(), hand);
    }

    fn towns(&mut self) {
        let sheet = self.picture.sheet();
        let towns = TacticalSquare::all().filter(|square| sheet.ground_at(*square) == Ground::Town);
        for square in towns {
            let place = self.place(square);
            marks::houses(&mut self.canvas.svg, place.middle, place.cell);
        }
    }

    fn city_name(&mut self, name: &str, tac: TacticalSquare) {
        let (size, face) = (13.0 * self.canvas.scale, Face::Bold);
        let (at, off) = (self.place(tac).middle, self.canvas.frame.cell / 2.0);
        // Rather beside rivers and railways than over them.
        for line in self.drawn_lines() {
            self.canvas.room.spare(line);
        }
        let (sizes, reach) = (&[size, size * 0.85][..], self.canvas.frame.cell * 6.0);
        let Some(seat) = self.canvas.room.place(Wish { words: name, at, off, sizes, face, reach }) else {
            return self.canvas.room.drop(name);
        };
        if let Some([from, to]) = seat.leader(at, off) {
            let mut path = Path::new();
            path.segment(from, to);
            self.canvas.svg.stroke("leader", &path, Pen::round(ink::BLACK, 0.8));
        }
        let hand =
            Hand { size: seat.size, face, colour: ink::BLACK, anchor: "start", halo: Some(ink::PAPER) };
        self.canvas.svg.words("city-name", seat.start, name, hand);
    }

    /// The squares with a river or a railway.
    fn drawn_lines(&self) -> Vec<Rect> {
        let sheet = self.picture.sheet();
        let is_line = |square: &TacticalSquare| {
            sheet.rail[square.index()] || matches!(sheet.ground_at(*square), Ground::River | Ground::Ford)
        };
        let rect = |square| {
            let place = self.place(square);
            Rect::about(place.middle, place.cell * 0.6, place.cell * 0.6)
        };
        TacticalSquare::all().filter(is_line).map(rect).collect()
    }

    /// Arrows of attacks into their squares.
    fn attacks(&mut self) {
        let cell = self.canvas.frame.cell;
        for assault in self.picture.assaults {
            let goal = self.place(assault.at).middle;
            for (x, y) in assault.from.iter().map(|way| way.step()) {
                let (x, y) = (f64::from(x) * cell, f64::from(y) * cell);
                let ends = [goal.moved(x * 0.95, y * 0.95), goal.moved(x * 0.3, y * 0.3)];
                deeds::arrow(&mut self.canvas.svg, &ends, assault.side, 8, cell * 1.1);
                let steps = (1..8).map(|step| ends[0].towards(ends[1], f64::from(step) / 8.0));
                steps.for_each(|at| self.canvas.room.spare(Rect::about(at, 6.0, 6.0)));
            }
        }
    }

    /// What each attack cost, with a cross, as near to its square as there is room.
    fn losses(&mut self) {
        let (cell, origin) = (self.canvas.frame.cell, Point { x: 0.0, y: 0.0 });
        let (size, letters) = ((cell * 0.16).clamp(4.0, 7.0), 11.0 * self.canvas.scale);
        for assault in self.picture.assaults {
            let measure = deeds::room(origin, size, &assault.losses, letters);
            let wide_high = (measure.right - measure.left, measure.bottom - measure.top);
            let at = self.place(assault.at).middle;
            let Some(rect) = self.canvas.room.beside(at, cell * 0.5, wide_high, cell * 4.0) else {
                self.canvas.room.drop(&format!("losses in {}", assault.at));
                continue;
            };
            let spot = Point { x: f64::midpoint(rect.left, rect.right), y: rect.top - measure.top };
            deeds::battle(&mut self.canvas.svg, spot, size);
            deeds::losses(&mut self.canvas.svg, spot, size, &assault.losses, letters);
            self.canvas.room.take(What::Flag, "losses", rect);
        }
    }

    /// Flags and, where there is room, the names of units: of the first where there are more. The answer is the squares
    /// whose units are to be listed below.
    fn pieces(&mut self) -> Vec<Vec<&'a Piece>> {
        let mut squares: BTreeMap<(u8, u8), Vec<&'a Piece>> = BTreeMap::new();
        for piece in self.picture.pieces {
            squares.entry((piece.tac.row(), piece.tac.col())).or_default().push(piece);
        }
        let squares: Vec<(Vec<&'a Piece>, Rect)> = squares
            .into_values()
            .map(|pieces| {
                let rect = self.flag(&pieces);
                (pieces, rect)
            })
            .collect();
        let mut listed = Vec::new();
        for (pieces, rect) in squares {
            if !self.piece_name(&pieces, rect) || pieces.len() > 1 {
                listed.push(pieces);
            }
        }
        listed
    }

    /// The flags of a square, in its upper left part so that the rating shows.
    fn flag(&mut self, pieces: &[&Piece]) -> Rect {
        let troops: Vec<Troops> = pieces.iter().map(|piece| piece.troops).collect();
        let stacks = flags::stacks(&troops, self.picture.livery);
        let cell = self.canvas.frame.cell;
        let high = cell * [0.62, 0.62, 0.38, 0.36][stacks.len().min(3)];
        let (wide, _) = flags::room(stacks.len(), high);
        let middle = pieces.first().map_or(self.canvas.frame.corner, |piece| self.place(piece.tac).middle);
        let corner = middle.moved(-wide / 2.0, -cell * 0.42);
        flags::draw(&mut self.canvas.svg, &stacks, corner, high);
        let rect = flags::rect(&stacks, corner, high);
        self.canvas.room.take(What::Flag, "flag", rect);
        // Nor may a name hide the rating of a square in which somebody stands.
        let digit = Point { x: middle.x + cell * 0.38, y: middle.y + cell * 0.36 };
        self.canvas.room.take(What::Sign, "rating", Rect::about(digit, cell * 0.22, cell * 0.26));
        rect
    }

    /// Names a square's unit, or the first of them and how many more, beside the flag; whether there was room.
    fn piece_name(&mut self, pieces: &[&Piece], flag: Rect) -> bool {
        let Some(piece) = pieces.first() else { return true };
        let words = match pieces.len() - 1 {
            0 => piece.name.clone(),
            more => format!("{} +{more}", piece.name),
        };
        let (size, face) = (11.0 * self.canvas.scale, Face::Bold);
        let at = Point { x: (flag.left + flag.right) / 2.0, y: (flag.top + flag.bottom) / 2.0 };
        let off = (flag.right - flag.left).max(flag.bottom - flag.top) / 2.0 + 1.0;
        let sizes = &[size, size * 0.9][..];
        let Some(seat) = self.canvas.room.place(Wish { words: &words, at, off, sizes, face, reach: 0.0 })
        else {
            return false;
        };
        let is_pale = piece.troops.side == Side::Neutral;
        let colour = if is_pale { ink::BLACK } else { tints::of_side(piece.troops.side) };
        let hand = Hand { size: seat.size, face, colour, anchor: "start", halo: Some(ink::PAPER) };
        self.canvas.svg.words("unit-name", seat.start, &words, hand);
        true
    }

    fn heading(&mut self) {
        let head = Hand { size: 13.0, face: Face::Bold, colour: ink::BLACK, anchor: "start", halo: None };
        self.canvas.svg.words("heading", Point { x: ASIDE, y: 16.0 }, &self.picture.heading(), head);
    }

    /// The names of the four squares beside this one, along the edges.
    fn neighbours(&mut self) {
        let grid = &self.picture.map().grid;
        let rect = self.canvas.frame.rect();
        let middle = Point { x: (rect.left + rect.right) / 2.0, y: (rect.top + rect.bottom) / 2.0 };
        let hand =
            Hand { size: 10.5, face: Face::Bold, colour: ink::GRID_NAME, anchor: "middle", halo: None };
        for side in tactical::SIDES {
            let Some(next) = grid.step(self.picture.square, side) else { continue };
            let words = format!("{} {}", arrow(side), grid.label(next));
            let x = |x: f64| Point { x, ..middle };
            let y = |y: f64| Point { y, ..middle };
            match side {
                Direction::North => {
                    self.canvas.svg.words("neighbour", y(rect.top - ABOVE - 2.0), &words, hand)
                }
                Direction::South => {
                    self.canvas.svg.words("neighbour", y(rect.bottom + ABOVE + 9.0), &words, hand)
                }
                Direction::West => self.canvas.svg.upright_words(
                    "neighbour",
                    x(rect.left - ASIDE - 1.0),
                    &words,
                    hand,
                    false,
                ),
                _ => self.canvas.svg.upright_words(
                    "neighbour",
                    x(rect.right + ASIDE + 1.0),
                    &words,
                    hand,
                    true,
                ),
            }
        }
    }
}

/// An arrow in the direction of reading: along the sides the words themselves are turned.
fn arrow(side: Direction) -> &'static str {
    if side == Direction::South { "\u{2193}" } else { "\u{2191}" }
}
