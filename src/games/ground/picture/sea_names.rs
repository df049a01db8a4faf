//! Seas as they are drawn on a map: their borders, their names over their own water, winds and storms beside these, the names of coastal waters.

use std::collections::{BTreeMap, BTreeSet};

use crate::country::Country;
use crate::names::{Lettering, area_name};
use crate::seas::{CoastSign, SeaSign};
use crate::sky::{storm, wind};
use fieldpost_ground::map::Terrain;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_print::picture::ink;
use fieldpost_print::picture::letters::{CAPITALS, Rect, width};
use fieldpost_print::picture::room::{What, Wish};
use fieldpost_print::picture::shape::borders;
use fieldpost_print::picture::svg::{Face, Hand, Pen, Point};

/// Of a sea that is known so many squares show before its name may not be left out.
const ENOUGH: usize = 40;

impl Country<'_> {
    /// The borders between sea areas.
    pub fn sea_borders(&mut self) {
        let mut of: BTreeMap<StrategicSquare, usize> = BTreeMap::new();
        for (place, sea) in self.picture.seas.areas.iter().enumerate() {
            of.extend(sea.squares.iter().map(|square| (*square, place)));
        }
        let sea = |at: (i16, i16)| {
            let square = StrategicSquare { col: u8::try_from(at.0).ok()?, row: u8::try_from(at.1).ok()? };
            of.get(&square)
        };
        let differ = |one, other| sea(one).zip(sea(other)).is_some_and(|(one, other)| one != other);
        let path = borders(self.span.grown(1), differ, |corner| self.corner(corner));
        self.canvas.svg.stroke("sea border", &path, Pen::dashed(ink::RIVER_NAME, 1.3, "7 4"));
    }

    /// The names of sea areas, each over its own water, with its wind, storm and hearsay behind it.
    pub fn sea_names(&mut self) {
        let seas = self.picture.seas;
        for sea in &seas.areas {
            let shown: BTreeSet<StrategicSquare> =
                sea.squares.iter().copied().filter(|at| self.picture.window.holds(*at)).collect();
            if shown.is_empty() {
                continue;
            }
            let colour = if sea.is_known { ink::RIVER_NAME } else { ink::GRID };
            let letters = Lettering { class: "sea-name", colour, face: Face::Oblique, only_inside: true };
            match area_name(self, &sea.name, &shown, letters) {
                Some(room) if self.picture.is_chart => self.sky_of(sea, &shown, room),
                None if self.picture.is_chart && sea.is_known && shown.len() >= ENOUGH => {
                    self.canvas.room.drop(&sea.name);
                }
                _ => {}
            }
        }
    }

    /// Wind, storm and hearsay of a sea, as near to its name as there is room over its own water.
    fn sky_of(&mut self, sea: &SeaSign, shown: &BTreeSet<StrategicSquare>, name: Rect) {
        let size = (self.canvas.frame.cell * 0.9).clamp(16.0, 26.0);
        let middle =
            Point { x: f64::midpoint(name.left, name.right), y: f64::midpoint(name.top, name.bottom) };
        let near = |country: &Country<'_>, wide: f64| {
            let mut spots: Vec<Point> = shown.iter().map(|at| country.middle(*at)).collect();
            let far = |at: &Point| (at.x - middle.x).hypot((at.y - middle.y) * 1.5);
            spots.sort_by(|one, other| far(one).total_cmp(&far(other)));
            let rooms = spots.into_iter().map(|at| Rect::about(at, wide, size));
            rooms.into_iter().find(|room| country.canvas.room.is_free(room))
        };
        if let Some((blows, room)) = sea.wind.and_then(|blows| Some((blows, near(self, size)?))) {
            let at = Point { x: room.left + size / 2.0, y: room.top + size / 2.0 };
            wind(&mut self.canvas.svg, at, size, blows);
            self.canvas.room.take(What::Sign, &format!("wind in {}", sea.code), room);
        }
        if let Some(room) = sea.storm.then(|| near(self, size)).flatten() {
            let at = Point { x: room.left + size / 2.0, y: room.top + size / 2.0 };
            storm(&mut self.canvas.svg, at, size);
            self.canvas.room.take(What::Sign, &format!("storm in {}", sea.code), room);
        }
        let Some(count) = sea.rumour else { return };
        let (words, face) = (format!("?{count}"), Face::Bold);
        if let Some(room) = near(self, width(&words, size * 0.8, face) + 2.0) {
            let hand =
                Hand { size: size * 0.8, face, colour: ink::SIEGE, anchor: "start", halo: Some(ink::PAPER) };
            let base =
                Point { x: room.left + 1.0, y: (room.top + room.bottom + size * 0.8 * CAPITALS) / 2.0 };
            self.canvas.svg.words("rumour", base, &words, hand);
            self.canvas.room.take(What::Name, &words, room);
        }
    }

    /// The names of coastal waters, each on its own water or off the shore beside it.
    pub fn coast_names(&mut self, matter: bool) {
        let seas = self.picture.seas;
        for coast in seas.coasts.iter().filter(|coast| coast.matters == matter) {
            let shown: Vec<StrategicSquare> =
                coast.squares.iter().copied().filter(|at| self.picture.window.holds(*at)).collect();
            if !shown.is_empty() {
                self.coast_name(coast, &shown);
            }
        }
    }

    /// Whether most of some words lie on water.
    fn is_on_water(&self, rect: &Rect) -> bool {
        let (corner, cell) = (self.canvas.frame.corner, self.canvas.frame.cell);
        let row = (f64::midpoint(rect.top, rect.bottom) - corner.y) / cell + f64::from(self.span.rows.0);
        let is_water = |share: f64| {
            let x = rect.left + (rect.right - rect.left) * share;
            let col = (x - corner.x) / cell + f64::from(self.span.cols.0);
            self.map().terrain_near(col.floor() as i16, row.floor() as i16) == Terrain::Water
        };
        [0.08, 0.3, 0.5, 0.7, 0.92].into_iter().all(is_water)
    }

    fn coast_name(&mut self, coast: &CoastSign, shown: &[StrategicSquare]) {
        let size = 10.0 * self.canvas.scale;
        let sizes = [size, size * 0.85];
        let mut spots: Vec<Point> = shown.iter().map(|at| self.middle(*at)).collect();
        let count = spots.len() as f64;
        let middle = Point {
            x: spots.iter().map(|at| at.x).sum::<f64>() / count,
            y: spots.iter().map(|at| at.y).sum::<f64>() / count,
        };
        let far = |at: &Point| (at.x - middle.x).hypot(at.y - middle.y);
        spots.sort_by(|one, other| far(one).total_cmp(&far(other)));
        let face = Face::Oblique;
        let (room, words) = (&self.canvas.room, (coast.name.as_str(), face));
        let afloat: Vec<Point> = spots.iter().flat_map(|at| about(*at, self.canvas.frame.cell)).collect();
        let seat = room
            .find(words, &sizes, |_| afloat.clone(), |rect| room.is_clear(rect) && self.is_on_water(rect))
            .or_else(|| room.find(words, &sizes, |_| spots.clone(), |rect| room.is_clear(rect)))
            .or_else(|| room.find(words, &sizes, |_| spots.clone(), |_| true));
        let seat = match seat {
            Some(seat) => {
                self.canvas.room.take(What::Name, &coast.name, seat.room);
                Some(seat)
            }
            // Beside its water, if there is something in it.
            None if coast.matters => {
                let reach = self.canvas.frame.cell * 4.0;
                self.canvas.room.place(Wish {
                    words: words.0,
                    at: middle,
                    off: 2.0,
                    sizes: &sizes,
                    face,
                    reach,
                })
            }
            None => None,
        };
        let Some(seat) = seat else {
            if coast.matters {
                self.canvas.room.drop(&coast.name);
            }
            return;
        };
        let colour = ink::RIVER_NAME;
        let hand = Hand { size: seat.size, face, colour, anchor: "start", halo: Some(ink::SHOAL) };
        self.canvas.svg.words("coast-name", seat.start, &coast.name, hand);
    }
}

/// A place, and those up to two squares off on either side, the nearest first.
fn about(at: Point, cell: f64) -> impl Iterator<Item = Point> {
    [0.0, 0.5, -0.5, 1.0, -1.0, 1.5, -1.5, 2.0, -2.0]
        .into_iter()
        .map(move |share| at.moved(share * cell, 0.0))
}
